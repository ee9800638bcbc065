//! The solver at work for a user, within the user's limits, and what it proves kept in a file.

use super::knowledge_file::KnowledgeFile;
use crate::board::{Cell, Position};
use crate::search::{Limits, Outcome, Report};
use crate::solver::Solver;
use std::path::Path;
use std::time::{Duration, Instant};

#[derive(Debug)]
pub(super) struct Work {
    solver: Solver,
    /// What may still be spent.
    limits: Limits,
    file: Option<KnowledgeFile>,
}

impl Work {
    pub(super) fn new(
        mut solver: Solver,
        limits: Limits,
        knowledge: Option<&Path>,
    ) -> anyhow::Result<Self> {
        let file = knowledge.map(|path| KnowledgeFile::open(path, &mut solver)).transpose()?;
        Ok(Self { solver, limits, file })
    }

    /// Writes what was proved.
    pub(super) fn keep(&mut self) -> anyhow::Result<()> {
        self.file.as_mut().map_or(Ok(()), |file| file.write(&mut self.solver))
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
        let (mut expansions, mut time) = (0, Duration::ZERO);
        loop {
            let until = self.file.as_ref().map(KnowledgeFile::next);
            let limits = until.map_or(self.limits.clone(), |time| self.limits.until(time));
            let mut report = self.solver.solve(position, &limits, &mut |report| {
                let expansions = expansions + report.expansions;
                watch(&Report { expansions, ..report.clone() });
            });
            self.limits.spend(report.expansions);
            expansions += report.expansions;
            time += report.time;
            self.keep_now_and_then();
            if report.outcome.is_some() || self.is_over() {
                (report.expansions, report.time) = (expansions, time);
                return report;
            }
        }
    }

    fn keep_now_and_then(&mut self) {
        if self.file.as_ref().is_some_and(|file| file.next() <= Instant::now()) {
            // The disk may have room again when the work is done.
            self.keep().unwrap_or_else(|error| log::warn!("{error:#}"));
        }
    }

    /// Who wins after a move, seen by the player who makes it.
    pub(super) fn outcome_after(&mut self, position: &Position, cell: Cell) -> Option<Outcome> {
        let mut next = position.clone();
        next.play(cell);
        self.solve(&next, &mut |_| ()).outcome.map(|outcome| !outcome)
    }

    /// The line of a position that was searched.
    pub(super) fn line(&self, position: &Position, report: &Report<Cell>) -> Vec<Cell> {
        self.solver.line(position, report)
    }

    /// A move that is proved to win.
    pub(super) fn winning_move(&mut self, position: &Position) -> Option<Cell> {
        let report = self.solve(position, &mut |_| ());
        report.best().filter(|_| report.outcome == Some(Outcome::Won))
    }
}
