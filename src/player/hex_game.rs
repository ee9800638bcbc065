//! Hex as the search sees it.

use crate::analysis::{Analysis, Analyzer, ScoredCell};
use crate::board::{Cell, Position};
use crate::inferior::Image;
use crate::params::AnalysisParams;
use crate::search::{Candidate, Expand, Expansion, Outcome, relative_errors};

/// A position that the search walks down and up from. An expansion is one analysis.
#[derive(Clone, Debug)]
pub struct HexGame {
    position: Position,
    /// The key of the position that the search starts from.
    start: u128,
    analyzer: Analyzer,
}

impl HexGame {
    /// Starts at this position, and looks at it: the connections of all positions below, in this game and
    /// its clones, are updates of what is found. Else the threads but for the first, and a search that goes
    /// on from an earlier one, which does not expand its start, build many from scratch: 3 % fewer a second.
    pub fn new(position: Position, params: AnalysisParams) -> Self {
        let mut analyzer = Analyzer::new(params);
        analyzer.analyze(&position);
        Self::with_analyzer(position, analyzer)
    }

    /// Starts with an analyzer that may have memory already, and does not look.
    pub fn with_analyzer(position: Position, analyzer: Analyzer) -> Self {
        Self { start: position.key(), position, analyzer }
    }

    /// Goes to another position, and does not look.
    pub fn set_position(&mut self, position: Position) {
        self.start = position.key();
        self.position = position;
    }

    /// Where the game stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What an expansion is made of: what is known of the position without searching.
    pub fn analysis(&mut self) -> Analysis {
        if self.position.key() == self.start {
            self.analyzer.analyze(&self.position)
        } else {
            self.analyzer.analyze_reply(&self.position)
        }
    }
}

impl Expand for HexGame {
    type Move = Cell;

    fn key(&self) -> u128 {
        self.position.key()
    }

    fn key_after(&self, mv: Cell) -> u128 {
        self.position.key_after(mv)
    }

    fn play(&mut self, mv: Cell) {
        self.position.play(mv);
    }

    fn undo(&mut self, mv: Cell) {
        self.position.undo(mv);
    }

    fn origin(&self, image: usize, mv: Cell) -> Cell {
        Image::ALL[image].origin(self.position.board.size(), mv)
    }

    fn expand(&mut self) -> Expansion<Cell> {
        let analysis = self.analysis();
        let scores: Vec<f64> = analysis.moves.iter().map(|scored| scored.score).collect();
        let errors = relative_errors(&scores);
        let candidate = |(scored, error): (&ScoredCell, u16)| Candidate {
            mv: scored.cell,
            error,
            promise: thousandths(scored.promise),
        };
        Expansion {
            outcome: analysis.winner.map(|winner| {
                if winner == self.position.to_play { Outcome::Won } else { Outcome::Lost }
            }),
            moves: analysis.moves.iter().zip(errors).map(candidate).collect(),
            essence: analysis.essence,
            images: analysis.images,
        }
    }
}

/// A natural logarithm in thousandths.
#[expect(clippy::cast_possible_truncation, reason = "clamped")]
fn thousandths(logarithm: f64) -> i16 {
    const MOST: f64 = 10_000.0;
    (1000.0 * logarithm).round().clamp(-MOST, MOST) as i16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Color, Size};
    use crate::params::SearchParams;
    use crate::search::{Limits, Search};

    /// The winner of every opening of a square board, row by row, `B` where the first player wins.
    fn opening_winners(length: usize) -> String {
        let size = Size::new(length, length).unwrap();
        let mut search = Search::new(SearchParams::default());
        let winner = |cell| {
            let mut position = Position { board: Board::new(size), to_play: Color::Black };
            position.play(cell);
            let mut game = HexGame::new(position, AnalysisParams::default());
            let report = search.run(&mut game, &Limits::default(), &mut |_| ());
            if report.outcome == Some(Outcome::Lost) { 'B' } else { '.' }
        };
        size.cells().map(winner).collect()
    }

    #[test]
    fn openings_up_to_4x4_have_the_published_winners() {
        assert_eq!(opening_winners(1), "B");
        assert_eq!(opening_winners(2), ".BB.");
        assert_eq!(opening_winners(3), "..BBBBB..");
        assert_eq!(opening_winners(4), "...B..B..B..B...");
    }

    #[test]
    fn the_shorter_way_wins_even_moving_second() {
        // The theorem of pairing: on n x (n + 1) the player with the shorter way wins.
        for (columns, rows, winner) in [(3, 4, Color::White), (4, 3, Color::Black)] {
            for to_play in Color::BOTH {
                let board = Board::new(Size::new(columns, rows).unwrap());
                let mut game = HexGame::new(Position { board, to_play }, AnalysisParams::default());
                let report = Search::new(SearchParams::default()).run(
                    &mut game,
                    &Limits::default(),
                    &mut |_| (),
                );
                assert_eq!(report.outcome == Some(Outcome::Won), winner == to_play);
            }
        }
    }
}
