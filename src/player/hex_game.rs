//! Hex as the search sees it.

use crate::analysis::{Analysis, Analyzer, ScoredCell};
use crate::board::{Cell, CellSet, Position};
use crate::inferior::Image;
use crate::params::AnalysisParams;
use crate::search::{Candidate, Expand, Expansion, MAX_ERROR, Outcome, relative_errors};
use std::hash::{Hash, Hasher};

/// A position that the search walks down and up from. An expansion is one analysis.
#[derive(Clone, Debug)]
pub struct HexGame {
    position: Position,
    /// The key of the position that the search starts from.
    start: u128,
    /// The moves that are allowed there, if not all are.
    only: Option<Only>,
    analyzer: Analyzer,
    /// The analysis of the start, until it is asked for.
    looked_at: Option<Analysis>,
}

/// Some of the moves of a position, which so becomes another one: what is found of it is not true of the
/// position with all its moves.
#[derive(Clone, Copy, Debug)]
struct Only {
    moves: CellSet,
    key: u128,
}

impl HexGame {
    /// Starts at this position, and looks at it: the connections of all positions below, in this game and
    /// its clones, are updates of what is found. Else the threads but for the first, and a search that goes
    /// on from an earlier one, which does not expand its start, build many from scratch: 3 % fewer a second.
    pub fn new(position: Position, params: AnalysisParams) -> Self {
        let mut analyzer = Analyzer::new(params);
        let looked_at = Some(analyzer.analyze(&position));
        Self { looked_at, ..Self::with_analyzer(position, analyzer) }
    }

    /// Starts with an analyzer that may have memory already, and does not look.
    pub fn with_analyzer(position: Position, analyzer: Analyzer) -> Self {
        Self { start: position.key(), only: None, position, analyzer, looked_at: None }
    }

    /// The same game where it starts but for its other moves: the player to move has none but these. Who
    /// wins by them may be another than who wins.
    #[must_use]
    pub fn only(self, moves: CellSet) -> Self {
        let mut hasher = fxhash::FxHasher64::default();
        moves.hash(&mut hasher);
        let key = self.start ^ (u128::from(hasher.finish()) << 1 | 1);
        Self { only: Some(Only { moves, key }), ..self }
    }

    /// Goes to another position, and does not look.
    pub fn set_position(&mut self, position: Position) {
        (self.only, self.looked_at) = (None, None);
        self.start = position.key();
        self.position = position;
    }

    /// Where the game stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    fn is_at_start(&self) -> bool {
        self.position.key() == self.start
    }

    /// What an expansion is made of: what is known of the position without searching.
    pub fn analysis(&mut self) -> Analysis {
        if self.is_at_start() {
            self.looked_at.take().unwrap_or_else(|| self.analyzer.analyze(&self.position))
        } else {
            self.analyzer.analyze_reply(&self.position)
        }
    }
}

impl Expand for HexGame {
    type Move = Cell;

    fn key(&self) -> u128 {
        self.only
            .filter(|_| self.is_at_start())
            .map_or_else(|| self.position.key(), |only| only.key)
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
        let expansion = Expansion {
            outcome: analysis.winner.map(|winner| {
                if winner == self.position.to_play { Outcome::Won } else { Outcome::Lost }
            }),
            moves: analysis.moves.iter().zip(errors).map(candidate).collect(),
            essence: analysis.essence,
            images: analysis.images,
        };
        match self.only.filter(|_| self.is_at_start()) {
            Some(only) => only.of(&expansion),
            None => expansion,
        }
    }
}

impl Only {
    /// What an expansion says of these moves. One that it does not name may win all the same, if another does
    /// what it does or more; a win that it has found may need another move; a loss is one by every move.
    fn of(self, expansion: &Expansion<Cell>) -> Expansion<Cell> {
        let named = &expansion.moves;
        let lowest = named.iter().map(|candidate| candidate.promise).min().unwrap_or_default();
        let candidate = |mv: Cell| {
            let named = named.iter().find(|candidate| candidate.mv == mv).copied();
            named.unwrap_or(Candidate { mv, error: MAX_ERROR, promise: lowest })
        };
        let mut moves: Vec<Candidate<Cell>> = self.moves.iter().map(candidate).collect();
        let least = moves.iter().map(|candidate| candidate.error).min().unwrap_or_default();
        for candidate in &mut moves {
            candidate.error -= least;
        }
        let outcome = expansion.outcome.filter(|outcome| *outcome == Outcome::Lost);
        Expansion { outcome, moves, essence: self.key, images: Vec::new() }
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
    use crate::board::{Board, BruteForce, Color, Size};
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

    /// Each by the same search, whose table must not mix them up.
    #[test]
    fn some_moves_win_if_one_of_them_does() {
        let size = Size::new(4, 4).unwrap();
        let mut brute_force = BruteForce::default();
        let mut search = Search::new(SearchParams::default());
        let mut seen = [0, 0];
        for seed in 0..60_usize {
            let mut position = Position { board: Board::new(size), to_play: Color::Black };
            let cells: Vec<Cell> = size.cells().collect();
            for step in 0..6 {
                let cell = cells[(seed * 7 + step * (seed % 5 + 3)) % cells.len()];
                if position.board.color_at(cell).is_none() {
                    position.play(cell);
                }
            }
            if position.board.winner().is_some() {
                continue;
            }
            let winning = brute_force.winning_moves(&mut position);
            let empty = position.board.empty();
            let mut wins = |game: &mut HexGame| {
                let report = search.run(game, &Limits::default(), &mut |_| ());
                report.outcome == Some(Outcome::Won)
            };
            let game = HexGame::new(position.clone(), AnalysisParams::default());
            for (number, cell) in empty.iter().enumerate() {
                let some = CellSet::from_iter([cell])
                    | empty.iter().skip(number).step_by(3).collect::<CellSet>();
                for moves in [CellSet::from_iter([cell]), some, empty - winning] {
                    if !moves.is_empty() {
                        let won = wins(&mut game.clone().only(moves));
                        assert_eq!(won, moves.intersects(&winning), "{}", position.board);
                        seen[usize::from(won)] += 1;
                    }
                }
            }
            assert_eq!(wins(&mut game.clone()), !winning.is_empty());
        }
        assert!(seen.iter().all(|count| *count > 50), "{seen:?}");
    }

    #[test]
    fn what_was_seen_of_the_start_is_of_no_other_position() {
        let size = Size::new(5, 5).unwrap();
        let position = |name| {
            let mut position = Position { board: Board::new(size), to_play: Color::Black };
            position.play(size.parse_cell(name).unwrap());
            position
        };
        let start = |name| HexGame::new(position(name), AnalysisParams::default());
        let expansions = ["a2", "b1"].map(|name| start(name).expand());
        assert_ne!(expansions[0], expansions[1]);
        let mut game = start("a2");
        game.set_position(position("b1"));
        assert_eq!(game.expand(), expansions[1]);
        let mut game = start("a2");
        let seen = [game.expand(), game.expand()];
        assert_eq!(seen, [expansions[0].clone(), expansions[0].clone()], "first and later");
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
