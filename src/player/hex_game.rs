//! Hex as a game of the search: an expansion is an assessment by the evaluation.

use crate::board::{Cell, CellSet, Position, restricted_key};
use crate::evaluation::{Assessment, Estimate, Evaluator};
use crate::inferior::Image;
use crate::search::{Candidate, Expand, Expansion, Outcome};

/// A position in the search, and the position where the search starts.
#[derive(Clone, Debug)]
pub struct HexGame {
    position: Position,
    /// The key of the start.
    start_key: u128,
    /// The moves allowed at the start; none if all are.
    only: Option<Only>,
    evaluator: Evaluator,
    /// The assessment of the start, until it is used.
    start_assessment: Option<Assessment>,
}

/// A restriction to some moves of the start. The restricted position has a key of its own, since its results do not hold for
/// the position with all moves.
#[derive(Clone, Copy, Debug)]
struct Only {
    moves: CellSet,
    key: u128,
}

impl HexGame {
    /// A game that starts at this position.
    pub fn new(position: Position, evaluator: Evaluator) -> Self {
        Self { start_key: position.key(), only: None, position, evaluator, start_assessment: None }
    }

    /// The game restricted at its start to these moves. The winner may be another than without the restriction.
    #[must_use]
    pub fn only(self, moves: CellSet) -> Self {
        let key = restricted_key(self.start_key, moves);
        Self { only: Some(Only { moves, key }), ..self }
    }

    /// Makes this position the start. A restriction ends.
    pub fn set_position(&mut self, position: Position) {
        (self.only, self.start_assessment) = (None, None);
        self.start_key = position.key();
        self.position = position;
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The key of the start with the only moves that are allowed there; none if all are.
    pub fn restriction(&self) -> Option<u128> {
        self.only.map(|only| only.key)
    }

    fn is_at_start(&self) -> bool {
        self.position.key() == self.start_key
    }

    /// The assessment of the current position.
    pub fn assess(&mut self) -> Assessment {
        if self.is_at_start() {
            self.start_assessment.take().unwrap_or_else(|| self.evaluator.assess(&self.position))
        } else {
            // The mover's own connections may be left out here: the assessment before has dropped the moves that they
            // refute. After a move that only a restriction allows, the search finds that out one move later.
            self.evaluator.assess_reply(&self.position)
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

    /// Assesses the start, so that the connections of all positions below, in this game and its clones, are updates of those
    /// of the start. Otherwise other threads would build many connections from scratch, and so would a search that
    /// continues an earlier one, which does not expand the start again.
    fn prepare(&mut self) {
        if self.start_assessment.is_none() {
            self.start_assessment = Some(self.assess());
        }
    }

    fn origin(&self, image: usize, mv: Cell) -> Cell {
        Image::ALL[image].origin(self.position.board.size(), mv)
    }

    fn expand(&mut self) -> Expansion<Cell> {
        let expansion = match self.assess() {
            Assessment::Decided(decided) => {
                let is_won = decided.winner == self.position.to_play;
                Expansion {
                    outcome: Some(if is_won { Outcome::Won } else { Outcome::Lost }),
                    moves: decided.moves.iter().map(Candidate::unscored).collect(),
                    residual_key: decided.residual_key,
                    image_keys: Vec::new(),
                }
            }
            Assessment::Open(evaluation) => Expansion {
                outcome: None,
                moves: evaluation.estimates.iter().map(candidate).collect(),
                residual_key: evaluation.open.residual_key,
                image_keys: evaluation.open.image_keys.into(),
            },
        };
        match self.only.filter(|_| self.is_at_start()) {
            Some(only) => only.of(&expansion),
            None => expansion,
        }
    }
}

fn candidate(estimate: &Estimate) -> Candidate<Cell> {
    let Estimate { cell, relative_error, log_odds } = *estimate;
    Candidate { mv: cell, relative_error, log_odds }
}

impl Only {
    /// An expansion of the start, restricted to these moves. A move that the expansion lacks may still win, since
    /// knowledge drops inferior moves; a proved win may need a move that is not allowed, so it does not count; a proved
    /// loss does.
    fn of(self, expansion: &Expansion<Cell>) -> Expansion<Cell> {
        let found = &expansion.moves;
        let log_odds = found.iter().filter_map(|candidate| candidate.log_odds).reduce(f32::min);
        let candidate = |mv: Cell| {
            let found = found.iter().find(|candidate| candidate.mv == mv).copied();
            found.unwrap_or(Candidate { mv, relative_error: f64::INFINITY, log_odds })
        };
        let moves = self.moves.iter().map(candidate).collect();
        let outcome = expansion.outcome.filter(|outcome| *outcome == Outcome::Lost);
        Expansion { outcome, moves, residual_key: self.key, image_keys: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, BruteForce, Color, Size, position_after};
    use crate::evaluation::Networks;
    use crate::params::{PositionParams, SearchParams};
    use crate::search::{Limits, Search};

    fn game(position: Position) -> HexGame {
        HexGame::new(position, Evaluator::new(PositionParams::default(), Networks::shipped()))
    }

    /// All by one search, whose table must keep restricted positions apart.
    #[test]
    fn a_restriction_wins_if_one_of_its_moves_does() {
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
            let game = game(position.clone());
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
    fn the_assessment_of_the_start_is_used_for_the_start_alone() {
        let position = |name| position_after((5, 5), name);
        let start = |name| game(position(name));
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
        // By a pairing strategy the player with the shorter way wins on n x (n + 1).
        for (columns, rows, winner) in [(3, 4, Color::White), (4, 3, Color::Black)] {
            for to_play in Color::BOTH {
                let board = Board::new(Size::new(columns, rows).unwrap());
                let mut game = game(Position { board, to_play });
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
