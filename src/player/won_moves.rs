//! The moves that are seen to win without a search.

use super::Player;
use crate::board::{Cell, CellSet, Color};
use crate::knowledge::{Examiner, Scope};
use crate::search::{INFINITE, MAX_ERROR, Outcome, PLUS_INFINITY, Report, RootMove, Stop};

impl Player {
    /// Adds to the report of a position that is won the other moves of these that are seen to win without a search. Other
    /// reports stay as they are.
    pub fn add_won_moves(
        &self,
        report: &mut Report<Cell>,
        color: Color,
        moves: CellSet,
        stop: &Stop,
    ) {
        if report.outcome == Some(Outcome::Won) {
            let named: CellSet = report.moves.iter().map(|root_move| root_move.mv).collect();
            report.moves.extend(self.won_moves(color, moves - named, stop).iter().map(winning));
        }
    }

    /// Those of these moves after which connections alone prove this player's win, as far as they were looked at
    /// before the signal.
    fn won_moves(&self, color: Color, moves: CellSet, stop: &Stop) -> CellSet {
        if self.game().board().winner().is_some() {
            return CellSet::EMPTY;
        }
        let mut examiner = Examiner::new(self.params().position.knowledge.clone());
        let position = self.position(color);
        let mut wins = |cell| {
            let mut next = position.clone();
            next.play(cell);
            examiner.examine(&next, Scope::Both).winner() == Some(color)
        };
        moves.iter().take_while(|_| !stop.is_set()).filter(|cell| wins(*cell)).collect()
    }
}

/// A move after which no search is needed.
fn winning(mv: Cell) -> RootMove<Cell> {
    RootMove {
        mv,
        line: vec![mv],
        line_work: vec![0],
        work: 0,
        value: PLUS_INFINITY,
        error: 0,
        first_error: MAX_ERROR,
        log_odds: None,
        outcome: Some(Outcome::Won),
        proof: 0,
        disproof: INFINITE,
    }
}
