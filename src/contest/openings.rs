//! Openings: the first moves of a game. Black and White move in turn, Black first.

use crate::board::{Cell, ParseCellError, Size};
use crate::player::{Game, Move};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

/// The first moves of a game. There may be none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    size: Size,
    cells: Vec<Cell>,
}

/// Why an openings file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningsError {
    /// A word is not a cell of this board.
    #[error("line {line}: {error}")]
    Cell {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
        error: ParseCellError,
    },
    /// A line has the same cell twice.
    #[error("line {line}: a cell comes twice")]
    Repeated {
        /// The line, counted from 1.
        line: usize,
    },
    /// A line ends the game.
    #[error("line {line}: the game is over then")]
    Over {
        /// The line, counted from 1.
        line: usize,
    },
    /// The file has no opening.
    #[error("no openings in it")]
    None,
}

impl Opening {
    /// The opening without moves on a board of this size.
    pub fn none(size: Size) -> Self {
        Self { size, cells: Vec::new() }
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The moves, as cells.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// A game in which this opening was played.
    pub fn game(&self) -> Game {
        let mut game = Game::new(self.size());
        for cell in self.cells() {
            let color = game.to_play();
            game.play(color, Move::Place(*cell)).expect("an opening is legal");
        }
        game
    }
}

/// Reads openings: one a line, cells separated by blanks. Lines that begin with `#` are comments.
///
/// # Errors
/// A line is not an opening on this board, or there is no opening.
pub fn read_openings(text: &str, size: Size) -> Result<Vec<Opening>, OpeningsError> {
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.first().is_none_or(|word| word.starts_with('#')) {
            continue;
        }
        let line = number + 1;
        let cells = words
            .iter()
            .map(|word| size.parse_cell(word))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| OpeningsError::Cell { line, error })?;
        if (1..cells.len()).any(|i| cells[..i].contains(&cells[i])) {
            return Err(OpeningsError::Repeated { line });
        }
        let opening = Opening { size, cells };
        if opening.game().board().winner().is_some() {
            return Err(OpeningsError::Over { line });
        }
        openings.push(opening);
    }
    if openings.is_empty() { Err(OpeningsError::None) } else { Ok(openings) }
}

/// This many random openings: of one black stone, then of a stone of each player, each group in random order, so that none comes
/// again before all others have come. The same seed gives the same openings.
pub fn random_openings(size: Size, count: usize, seed: u64) -> Vec<Opening> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut openings = Vec::new();
    while openings.len() < count {
        let mut round = openings_of_one(size);
        round.shuffle(&mut random);
        openings.append(&mut round);
        if openings.len() < count {
            let mut round = openings_of_two(size);
            round.shuffle(&mut random);
            openings.append(&mut round);
        }
    }
    openings.truncate(count);
    openings
}

/// All openings of one black stone.
fn openings_of_one(size: Size) -> Vec<Opening> {
    size.cells().map(|cell| Opening { size, cells: vec![cell] }).collect()
}

/// All openings of a black and a white stone; none where one stone may end the game.
fn openings_of_two(size: Size) -> Vec<Opening> {
    if size.columns() == 1 || size.rows() == 1 {
        return Vec::new();
    }
    let pairs = size.cells().flat_map(|black| size.cells().map(move |white| [black, white]));
    pairs
        .filter(|[black, white]| black != white)
        .map(|cells| Opening { size, cells: cells.to_vec() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CellSet;

    #[test]
    fn openings_are_read_and_mistakes_have_a_line() {
        let size = Size::new(5, 5).unwrap();
        let openings = read_openings("# two\na2 d5\n\nc3\n", size).unwrap();
        assert_eq!(openings.iter().map(|o| o.cells().len()).collect::<Vec<_>>(), [2, 1]);
        let error = |text| read_openings(text, size).unwrap_err().to_string();
        assert!(error("a1\nf1").starts_with("line 2: `f1` is not on a board of 5x5"));
        assert_eq!(error("a1 a1"), "line 1: a cell comes twice");
        assert_eq!(error("a1 b1 a2 b2 a3 b3 a4 b4 a5"), "line 1: the game is over then");
        assert_eq!(error("a1 b1 a2 b2 a3 b3 a4 b4 a5 c1"), "line 1: the game is over then");
        assert_eq!(error("# nothing"), "no openings in it");
    }

    #[test]
    fn a_seed_gives_the_same_openings_again() {
        let size = Size::new(11, 11).unwrap();
        assert_eq!(random_openings(size, 9, 3), random_openings(size, 9, 3));
        assert_ne!(random_openings(size, 9, 3), random_openings(size, 9, 4));
    }

    #[test]
    fn every_opening_comes_before_any_comes_again() {
        let size = Size::new(3, 2).unwrap();
        let all = 6 + 6 * 5;
        let openings = random_openings(size, 2 * all + 1, 1);
        let cells: CellSet = openings[..6].iter().flat_map(Opening::cells).copied().collect();
        assert_eq!(cells.len(), 6, "first those of one stone");
        for round in openings.chunks(all) {
            let different = (0..round.len()).all(|at| !round[..at].contains(&round[at]));
            assert!(different);
        }
        // Here one stone ends the game.
        let size = Size::new(2, 1).unwrap();
        assert_eq!(random_openings(size, 5, 1).len(), 5);
    }
}
