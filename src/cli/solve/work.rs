//! The solver at work for a user, within the user's limits.

use crate::board::{Cell, Position};
use crate::search::{Limits, Outcome, Report};
use crate::solver::Solver;

#[derive(Debug)]
pub(super) struct Work {
    solver: Solver,
    /// What may still be spent.
    limits: Limits,
}

impl Work {
    pub(super) fn new(solver: Solver, limits: Limits) -> Self {
        Self { solver, limits }
    }

    /// Whether the user wants no more.
    pub(super) fn is_over(&self) -> bool {
        self.limits.are_reached(0)
    }

    /// Searches a position until it is solved or what may be spent is spent.
    pub(super) fn solve(
        &mut self,
        position: &Position,
        watch: &mut dyn FnMut(&Report<Cell>),
    ) -> Report<Cell> {
        let report = self.solver.solve(position, &self.limits, watch);
        self.limits.spend(report.expansions);
        report
    }

    /// Who wins after a move, seen by the player who makes it.
    pub(super) fn outcome_after(&mut self, position: &Position, cell: Cell) -> Option<Outcome> {
        let mut next = position.clone();
        next.play(cell);
        self.solve(&next, &mut |_| ()).outcome.map(|outcome| !outcome)
    }

    /// A move that is proved to win.
    pub(super) fn winning_move(&mut self, position: &Position) -> Option<Cell> {
        let report = self.solve(position, &mut |_| ());
        report.best().filter(|_| report.outcome == Some(Outcome::Won))
    }
}
