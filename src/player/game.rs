//! A game: the moves so far, and how they are taken back.

mod replay;

pub use replay::write_link;

use crate::board::{Board, Cell, Color, ParseCellError, Position, Size};
use crate::record::{Edit, Move};
use replay::{Origin, Source};

/// What was done in one step of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A player moved.
    Move(Color, Move),
    /// The position was changed by hand.
    Edit(Edit),
}

/// Why a move was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// There is a stone on the cell.
    #[error("illegal move: {}", occupied(&.size.name(*.cell)))]
    Occupied {
        /// The cell.
        cell: Cell,
        /// The board's size.
        size: Size,
    },
    /// A swap at the wrong time.
    #[error("illegal move: {LATE_SWAP}")]
    Swap,
    /// Pieces cannot be mirrored on such a board.
    #[error("illegal move: {NOT_SQUARE}")]
    NotSquare,
    /// The text names no cell of the board.
    #[error(transparent)]
    Name(#[from] ParseCellError),
}

impl PlayError {
    /// What it says to somebody who calls cells by other names.
    pub fn in_names(&self, name: impl FnOnce(Cell) -> String) -> String {
        match self {
            Self::Occupied { cell, .. } => format!("illegal move: {}", occupied(&name(*cell))),
            Self::Swap | Self::NotSquare | Self::Name(_) => self.to_string(),
        }
    }

    /// What is wrong with the move, for a sentence that says that it is illegal.
    pub fn reason(&self) -> String {
        match self {
            Self::Occupied { cell, size } => occupied(&size.name(*cell)),
            Self::Swap => LATE_SWAP.to_owned(),
            Self::NotSquare => NOT_SQUARE.to_owned(),
            Self::Name(error) => error.to_string(),
        }
    }
}

const LATE_SWAP: &str = "a swap answers the first stone of the game";
const NOT_SQUARE: &str = "pieces are swapped on square boards only";

fn occupied(name: &str) -> String {
    format!("{name} is occupied")
}

/// A step, and the position before it.
#[derive(Clone, Debug)]
struct Step {
    action: Action,
    board: Board,
    to_play: Color,
    /// Where it stands in the record of the game; none if it was done since that was read.
    origin: Option<Origin>,
}

/// A position and the way it came about.
#[derive(Clone, Debug)]
pub struct Game {
    board: Board,
    to_play: Color,
    steps: Vec<Step>,
    /// The record that it was read from.
    source: Option<Source>,
}

impl Game {
    /// An empty board with Black to move.
    pub fn new(size: Size) -> Self {
        Self { board: Board::new(size), to_play: Color::Black, steps: Vec::new(), source: None }
    }

    /// A game that begins with these stones, put by hand. Black begins, so where Black has more stones it
    /// is White's turn.
    ///
    /// # Errors
    /// Two stones are on one cell.
    pub fn with_stones(size: Size, stones: Vec<(Color, Cell)>) -> Result<Self, PlayError> {
        let mut game = Self::new(size);
        let count = |color| stones.iter().filter(|(owner, _)| *owner == color).count();
        let is_whites_turn = count(Color::Black) > count(Color::White);
        game.edit(Edit { stones, cleared: Vec::new() })?;
        if is_whites_turn {
            game.set_to_play(Color::White);
        }
        Ok(game)
    }

    /// The stones now.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is by the order of play. A controller may ask either player for a move.
    pub fn to_play(&self) -> Color {
        self.to_play
    }

    /// The position now.
    pub fn position(&self) -> Position {
        Position { board: self.board.clone(), to_play: self.to_play }
    }

    /// Sets whose turn it is.
    pub fn set_to_play(&mut self, color: Color) {
        self.to_play = color;
    }

    /// What was done so far, first to last.
    pub fn actions(&self) -> impl DoubleEndedIterator<Item = &Action> + ExactSizeIterator {
        self.steps.iter().map(|step| &step.action)
    }

    /// What was done last, and the stones before it.
    pub(super) fn last_step(&self) -> Option<(&Action, &Board)> {
        self.steps.last().map(|step| (&step.action, &step.board))
    }

    /// The moves so far and who made them, first to last; not what was changed by hand.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (Color, Move)> {
        self.actions().filter_map(|action| match action {
            Action::Move(color, mv) => Some((*color, *mv)),
            Action::Edit(_) => None,
        })
    }

    /// Whether this player may answer by a swap: the first step of the game was a stone of the other.
    pub fn may_swap(&self, color: Color) -> bool {
        let first_stone =
            matches!(self.steps.as_slice(), [Step { action: Action::Move(_, Move::Place(_)), .. }]);
        first_stone && self.only_stone().is_some_and(|(owner, _)| owner != color)
    }

    fn only_stone(&self) -> Option<(Color, Cell)> {
        let mut stones = Color::BOTH
            .into_iter()
            .flat_map(|color| self.board.stones(color).iter().map(move |c| (color, c)));
        stones.next().filter(|_| stones.next().is_none())
    }

    /// Makes a move of either player, whoever's turn it is.
    ///
    /// # Errors
    /// The move is illegal; nothing has changed then.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), PlayError> {
        let board = match mv {
            Move::Place(cell) => self.with_stone(color, cell)?,
            Move::SwapPieces => self.with_pieces_swapped(color)?,
            Move::SwapSides => self.swapped_stone(color).map(|_| self.board.clone())?,
            Move::Pass => self.board.clone(),
        };
        self.step(Action::Move(color, mv), board, mv.turn_after(color));
        Ok(())
    }

    /// Puts a stone of this player on the cell of this name, such as `a1`.
    ///
    /// # Errors
    /// There is no such cell, or it is occupied; nothing has changed then.
    pub fn play_named(&mut self, color: Color, name: &str) -> Result<(), PlayError> {
        let cell = self.board.size().parse_cell(name)?;
        self.play(color, Move::Place(cell))
    }

    fn with_stone(&self, color: Color, cell: Cell) -> Result<Board, PlayError> {
        let mut board = self.board.clone();
        if board.color_at(cell).is_some() {
            return Err(PlayError::Occupied { cell, size: board.size() });
        }
        board.place(color, cell);
        Ok(board)
    }

    fn with_pieces_swapped(&self, color: Color) -> Result<Board, PlayError> {
        let cell = self.swapped_stone(color)?;
        let size = self.board.size();
        if !size.is_square() {
            return Err(PlayError::NotSquare);
        }
        let mut board = Board::new(size);
        board.place(color, size.mirror(cell));
        Ok(board)
    }

    /// The stone that a swap by this player would take over.
    fn swapped_stone(&self, color: Color) -> Result<Cell, PlayError> {
        let stone = self.only_stone().filter(|_| self.may_swap(color));
        stone.map(|(_, cell)| cell).ok_or(PlayError::Swap)
    }

    /// Changes the position by hand. Whose turn it is stays.
    ///
    /// # Errors
    /// A stone is put on another; nothing has changed then.
    pub fn edit(&mut self, edit: Edit) -> Result<(), PlayError> {
        let mut board = self.board.clone();
        for cell in &edit.cleared {
            if let Some(color) = board.color_at(*cell) {
                board.remove(color, *cell);
            }
        }
        for (color, cell) in &edit.stones {
            if board.color_at(*cell).is_some() {
                return Err(PlayError::Occupied { cell: *cell, size: board.size() });
            }
            board.place(*color, *cell);
        }
        let to_play = self.to_play;
        self.step(Action::Edit(edit), board, to_play);
        Ok(())
    }

    fn step(&mut self, action: Action, board: Board, to_play: Color) {
        let board = std::mem::replace(&mut self.board, board);
        let to_play = std::mem::replace(&mut self.to_play, to_play);
        self.steps.push(Step { action, board, to_play, origin: None });
    }

    /// The game as it stood after its first `count` steps.
    ///
    /// # Panics
    /// If it has fewer.
    #[must_use]
    pub fn after(&self, count: usize) -> Self {
        let (board, to_play) = match self.steps.get(count) {
            Some(next) => (&next.board, next.to_play),
            None => (&self.board, self.to_play),
        };
        Self {
            board: board.clone(),
            to_play,
            steps: self.steps[..count].to_vec(),
            source: self.source.clone(),
        }
    }

    /// Takes back the last step and tells what it was; nothing if there is none.
    pub fn undo(&mut self) -> Option<Action> {
        let step = self.steps.pop()?;
        self.board = step.board;
        self.to_play = step.to_play;
        Some(step.action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn game(side: usize, stones: &[(Color, &str)]) -> Game {
        let mut game = Game::new(Size::new(side, side).unwrap());
        for (color, name) in stones {
            game.play_named(*color, name).unwrap();
        }
        game
    }

    #[test]
    fn before_stones_were_put_it_is_black_s_turn() {
        let cell = Size::new(3, 3).unwrap().parse_cell("b2").unwrap();
        let mut game =
            Game::with_stones(Size::new(3, 3).unwrap(), vec![(Color::Black, cell)]).unwrap();
        assert_eq!(game.to_play(), Color::White);
        game.undo().unwrap();
        assert_eq!((game.to_play(), game.board().empty().len()), (Color::Black, 9));
    }

    fn white_stones(game: &Game) -> Vec<String> {
        game.board().size().names(game.board().stones(Color::White))
    }

    #[test]
    fn swapping_pieces_mirrors_the_stone_and_swapping_sides_leaves_it() {
        let mut game = game(11, &[(Color::Black, "e6")]);
        assert!(game.may_swap(Color::White) && !game.may_swap(Color::Black));
        game.play(Color::White, Move::SwapPieces).unwrap();
        assert_eq!(white_stones(&game), ["f5"]);
        assert!(game.board().stones(Color::Black).is_empty());
        assert_eq!(game.to_play(), Color::Black);
        assert_eq!(
            game.play(Color::Black, Move::SwapPieces),
            Err(PlayError::Swap),
            "once is enough"
        );
        game.undo().unwrap();
        game.play(Color::White, Move::SwapSides).unwrap();
        assert_eq!(game.board().stones(Color::Black).len(), 1);
        assert_eq!(game.to_play(), Color::White);
        assert_eq!(game.play(Color::White, Move::SwapSides), Err(PlayError::Swap));
    }

    #[test]
    fn a_refused_move_changes_nothing() {
        let mut game = game(3, &[(Color::Black, "b2"), (Color::White, "a1")]);
        let before = game.clone();
        let cell = game.board().size().parse_cell("b2").unwrap();
        for (name, error) in [
            ("b2", "illegal move: b2 is occupied"),
            ("d1", "`d1` is not on a board of 3x3"),
            ("pass", "`pass` is not a cell: say a letter and a number, such as a1"),
        ] {
            assert_eq!(game.play_named(Color::White, name).unwrap_err().to_string(), error);
        }
        assert_eq!(game.play(Color::Black, Move::SwapPieces), Err(PlayError::Swap));
        let edit = Edit { stones: vec![(Color::White, cell)], cleared: Vec::new() };
        assert!(game.edit(edit).is_err());
        assert_eq!(game.board(), before.board());
        assert_eq!(game.actions().count(), 2);
    }

    proptest! {
        #[test]
        fn undo_walks_all_the_way_back(steps in prop::collection::vec((0..4u8, 0..16usize), 0..30)) {
            let mut game = Game::new(Size::new(4, 4).unwrap());
            let cells: Vec<Cell> = game.board().size().cells().collect();
            let mut seen = Vec::new();
            for (kind, at) in steps {
                let state = (game.board().clone(), game.to_play());
                let color = if at % 2 == 0 { Color::Black } else { Color::White };
                let done = match kind {
                    0 | 1 => game.play(color, Move::Place(cells[at])).is_ok(),
                    2 => game.play(color, Move::SwapPieces).is_ok(),
                    _ => game
                        .edit(Edit { stones: vec![(color, cells[at])], cleared: vec![cells[at]] })
                        .is_ok(),
                };
                if done {
                    seen.push(state);
                } else {
                    prop_assert_eq!(&state, &(game.board().clone(), game.to_play()));
                }
            }
            let whole = game.clone();
            let all = whole.after(seen.len());
            prop_assert_eq!((all.board(), all.to_play()), (game.board(), game.to_play()));
            while let Some(state) = seen.pop() {
                prop_assert!(game.undo().is_some());
                prop_assert_eq!(&state, &(game.board().clone(), game.to_play()));
                let after = whole.after(seen.len());
                prop_assert_eq!(&state, &(after.board().clone(), after.to_play()));
                prop_assert!(after.actions().eq(game.actions()));
            }
            prop_assert!(game.undo().is_none());
        }
    }
}
