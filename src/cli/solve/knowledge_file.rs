//! The file that keeps what a solver knows from one run to the next.

use crate::solver::Solver;
use anyhow::Context;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often a running solver's knowledge is written: what an ended process may lose.
const WRITE_EVERY: Duration = Duration::from_mins(1);

/// At most one part in so many of the time goes into writing, however large the file has become.
const WRITE_SHARE: u32 = 20;

#[derive(Debug)]
pub(super) struct KnowledgeFile {
    path: PathBuf,
    next: Instant,
}

impl KnowledgeFile {
    /// Reads the file, if there is one, and teaches the solver what is in it. It is written back at once:
    /// better to hear now than in an hour that it cannot be.
    pub(super) fn open(path: &Path, solver: &mut Solver) -> anyhow::Result<Self> {
        match fs::read(path) {
            Ok(bytes) => solver.learn(&bytes).with_context(|| path.display().to_string())?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => (),
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", path.display()));
            }
        }
        let mut file = Self { path: path.to_owned(), next: Instant::now() };
        file.write(solver)?;
        Ok(file)
    }

    /// When it is to be written next.
    pub(super) fn next(&self) -> Instant {
        self.next
    }

    /// Writes what the solver knows. The file is whole at any time: another takes its place.
    pub(super) fn write(&mut self, solver: &mut Solver) -> anyhow::Result<()> {
        let start = Instant::now();
        let new = self.path.with_added_extension("new");
        write_through(&new, &solver.knowledge())
            .and_then(|()| fs::rename(&new, &self.path))
            .with_context(|| format!("cannot write {}", self.path.display()))?;
        self.next = Instant::now() + WRITE_EVERY.max(start.elapsed() * WRITE_SHARE);
        Ok(())
    }
}

/// Writes a file and waits until the disk has it.
fn write_through(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
