//! A solver that works within the user's limits and saves its table to a file meanwhile.

use super::table_file::{self, TableFile};
use crate::board::{Cell, Color, Position};
use crate::messages::counted;
use crate::player::winner;
use crate::search::{Frontier, Limits, Outcome, Report, Stop};
use crate::solver::{Line, Moves, Solver};
use crate::training::{PositionSample, TreeSampleSettings};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[derive(Debug)]
pub(super) struct Work {
    solver: Solver,
    /// The limits for the work that is left.
    limits: Limits,
    file: Option<TableFile>,
    /// Expansions so far.
    expansions: u64,
    /// The memory of the table at the end of the last search, in bytes.
    bytes: usize,
}

impl Work {
    pub(super) fn new(
        mut solver: Solver,
        limits: Limits,
        table: Option<&Path>,
    ) -> anyhow::Result<Self> {
        let file = table.map(|path| TableFile::open(path, &mut solver)).transpose()?;
        Ok(Self { solver, limits, file, expansions: 0, bytes: 0 })
    }

    /// Writes the table to the file, if there is one.
    pub(super) fn keep(&mut self) -> anyhow::Result<()> {
        self.file.as_mut().map_or(Ok(()), |file| file.write(&mut self.solver))
    }

    /// The same at the end.
    pub(super) fn keep_at_last(&mut self) -> anyhow::Result<()> {
        self.file.as_mut().map_or(Ok(()), |file| file.write_at_last(&mut self.solver))
    }

    /// Adds what other runs found of this position to the table. A file that cannot be read is left out, with a message.
    /// Returns the others.
    pub(super) fn merge<'a>(
        &mut self,
        paths: &'a [PathBuf],
        position: &Position,
    ) -> anyhow::Result<Vec<&'a Path>> {
        if paths.is_empty() {
            return Ok(Vec::new());
        }
        let (mut read, mut with_news) = (Vec::new(), 0);
        for path in paths {
            match table_file::load(path, &mut self.solver) {
                Err(error) if table_file::ends_the_run(&error) => return Err(error),
                Err(error) => log::error!("left out: {error:#}"),
                Ok(nodes) => {
                    with_news += usize::from(nodes > 0);
                    read.push(path.as_path());
                }
            }
        }
        log::info!(
            "took in {with_news} of {}: {} said nothing new",
            counted(paths.len(), "file"),
            read.len() - with_news
        );
        if with_news == 0 && !read.is_empty() {
            log::warn!(
                "the files that were taken in say nothing new: were the commands that --frontier wrote not run, or were \
                 these files merged before?"
            );
        }
        self.solver.refresh(position);
        Ok(read)
    }

    /// Positions for other machines ([`Solver::frontier`]).
    pub(super) fn frontier(
        &mut self,
        position: &Position,
        count: usize,
        most: u64,
    ) -> Frontier<Cell> {
        self.solver.frontier(position, count, most, &self.limits.stop)
    }

    /// What is known of a position and of those below, as the content of a file.
    pub(super) fn knowledge_of(&mut self, position: &Position) -> Vec<u8> {
        // It is small: a job has few expansions.
        let mut content = Vec::new();
        self.solver.save_below(position, &mut content).expect("a list can be written to");
        content
    }

    /// Takes samples of a position and of those below ([`Solver::sample`]), until Ctrl-C or `take` ends it.
    pub(super) fn sample(
        &mut self,
        position: &Position,
        which: TreeSampleSettings,
        take: &mut dyn FnMut(&Stop, Option<PositionSample>),
    ) {
        let Self { solver, limits, .. } = self;
        solver.sample(position, which, &limits.stop, &mut |sample| take(&limits.stop, sample));
    }

    /// Expansions so far.
    pub(super) fn expansions(&self) -> u64 {
        self.expansions
    }

    /// The memory of the table at the end of the last search, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// What the table leaves of the memory that it may take, in bytes.
    pub(super) fn room(&mut self) -> usize {
        self.solver.room()
    }

    /// Whether a limit is reached.
    pub(super) fn is_over(&self) -> bool {
        self.limits.are_reached(0)
    }

    /// Whether Ctrl-C ended the work.
    pub(super) fn is_interrupted(&self) -> bool {
        self.limits.stop.is_set()
    }

    /// Searches a position until it is solved or a limit is reached.
    pub(super) fn solve(
        &mut self,
        position: &Position,
        watch: &mut dyn FnMut(&Report<Cell>),
    ) -> Report<Cell> {
        let (mut expansions, mut time) = (0, Duration::ZERO);
        loop {
            let until = self.file.as_ref().map(TableFile::next);
            let limits = until.map_or(self.limits.clone(), |time| self.limits.until(time));
            let mut report = self.solver.solve(position, &limits, &mut |report| {
                let (expansions, time) = (expansions + report.expansions, time + report.time);
                watch(&Report { expansions, time, ..report.clone() });
            });
            self.limits.spend(report.expansions);
            (self.expansions, self.bytes) = (self.expansions + report.expansions, report.bytes);
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
            // The work goes on: it is written again later.
            self.keep().unwrap_or_else(|error| log::warn!("{error:#}"));
        }
    }

    /// The outcome of a move, for the player who makes it. None if a limit was reached.
    pub(super) fn outcome_after(
        &mut self,
        position: &Position,
        cell: Cell,
        watch: &mut dyn FnMut(&Position, &Report<Cell>),
    ) -> Option<Outcome> {
        let (_, report) = self.solve_after(position, cell, watch)?;
        report.outcome.map(|outcome| !outcome)
    }

    /// The position after a move, and what a search of it finds. None if the time is over.
    fn solve_after(
        &mut self,
        position: &Position,
        cell: Cell,
        watch: &mut dyn FnMut(&Position, &Report<Cell>),
    ) -> Option<(Position, Report<Cell>)> {
        if self.limits.is_time_over() {
            return None;
        }
        let mut next = position.clone();
        next.play(cell);
        let report = self.solve(&next, &mut |report| watch(&next, report));
        Some((next, report))
    }

    /// No limits but Ctrl-C.
    fn until_interrupted(&self) -> Limits {
        Limits { stop: self.limits.stop.clone(), ..Limits::default() }
    }

    /// The line of a position that was searched. What the table has lost of a proof is searched again, in spite of
    /// the limits, unless Ctrl-C ends it.
    pub(super) fn line(&mut self, position: &Position, report: &Report<Cell>) -> Vec<Cell> {
        let limits = self.until_interrupted();
        self.solver.line(position, report, &limits)
    }

    /// As [`line`](Self::line), of a position of which only the moves are solved.
    pub(super) fn line_by_moves(&mut self, position: &Position, moves: &Moves) -> Line {
        let limits = self.until_interrupted();
        self.solver.line_by_moves(position, moves, &limits)
    }

    /// The winner after a move, and the line, as [`line`](Self::line) finds it. None if a limit was reached.
    pub(super) fn line_after(
        &mut self,
        position: &Position,
        cell: Cell,
        watch: &mut dyn FnMut(&Position, &Report<Cell>),
    ) -> Option<(Color, Vec<Cell>)> {
        let (next, report) = self.solve_after(position, cell, watch)?;
        Some((winner(report.outcome, next.to_play)?, self.line(&next, &report)))
    }

    /// A move that is proved to win. None if the position is lost or a limit was reached.
    pub(super) fn winning_move(&mut self, position: &Position) -> Option<Cell> {
        if self.is_over() {
            return None;
        }
        self.solve(position, &mut |_| ()).winning_move()
    }
}
