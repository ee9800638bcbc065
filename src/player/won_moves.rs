//! Moves that are added to a report: those that are seen to win without a search, and those after the end of a game.

use super::Player;
use crate::board::{Cell, CellSet, Color};
use crate::knowledge::{Examiner, Scope};
use crate::search::{
    INFINITE, MAX_ERROR, MINUS_INFINITY, Outcome, PLUS_INFINITY, Report, RootMove, Stop,
};

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
            let unnamed = moves - named(report);
            add_decided(report, self.won_moves(color, unnamed, stop), Outcome::Won);
            report.put_in_order();
        }
    }

    /// Adds these moves to the report of a finished game, which they leave as it is. Other reports stay as they are.
    pub fn add_moves_after_end(&self, report: &mut Report<Cell>, moves: CellSet) {
        if let Some(outcome) = report.outcome.filter(|_| self.game().board().winner().is_some()) {
            add_decided(report, moves, outcome);
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

/// Adds those of these moves that the report does not have, which have this outcome.
pub(super) fn add_decided(report: &mut Report<Cell>, moves: CellSet, outcome: Outcome) {
    let unnamed = moves - named(report);
    report.moves.extend(unnamed.iter().map(|cell| decided(cell, outcome)));
}

/// The moves that a report has.
fn named(report: &Report<Cell>) -> CellSet {
    report.moves.iter().map(|root_move| root_move.mv).collect()
}

/// A move after which no search is needed to know who wins.
pub(super) fn decided(mv: Cell, outcome: Outcome) -> RootMove<Cell> {
    let (value, proof, disproof) = match outcome {
        Outcome::Won => (PLUS_INFINITY, 0, INFINITE),
        Outcome::Lost => (MINUS_INFINITY, INFINITE, 0),
    };
    RootMove {
        mv,
        line: vec![mv],
        line_work: vec![0],
        work: 0,
        value,
        error: 0,
        first_error: MAX_ERROR,
        log_odds: None,
        outcome: Some(outcome),
        proof,
        disproof,
    }
}
