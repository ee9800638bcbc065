//! The file that keeps a solver's table from one run to the next.

use crate::files::{OwnFile, open_file, write_new};
use crate::search::LoadError;
use crate::solver::{Solver, TableFileError};
use anyhow::Context;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often the table is written while the solver runs, if that does not take long. A process that is killed loses what
/// came since.
const WRITE_EVERY: Duration = Duration::from_mins(1);

/// Writing takes at most 1/20 of the time, however large the file is.
const WRITE_SHARE: u32 = 20;

#[derive(Debug)]
pub(super) struct TableFile {
    path: PathBuf,
    file: OwnFile,
    next: Instant,
}

impl TableFile {
    /// Reads the file, if there is one, into the solver. The file is written at once, so that the user knows before the
    /// work if it cannot be written.
    pub(super) fn open(path: &Path, solver: &mut Solver) -> anyhow::Result<Self> {
        let cannot_open = || format!("cannot open {}", path.display());
        let (file, content) = OwnFile::open(path).with_context(cannot_open)?;
        if let Some(content) = content {
            solver.load(content).with_context(|| path.display().to_string())?;
        }
        let mut file = Self { path: path.to_owned(), file, next: Instant::now() };
        file.write(solver)?;
        Ok(file)
    }

    /// The time at which it is to be written again.
    pub(super) fn next(&self) -> Instant {
        self.next
    }

    /// Writes the table. Also after a failure the next attempt is a minute away.
    pub(super) fn write(&mut self, solver: &mut Solver) -> anyhow::Result<()> {
        let start = Instant::now();
        let written = self.file.replace(|file| solver.save(file));
        self.next = Instant::now() + WRITE_EVERY.max(start.elapsed() * WRITE_SHARE);
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Writes the table for the last time. If that fails, what was found is written to another file, beside it or in the
    /// folder for temporary files.
    pub(super) fn write_at_last(&mut self, solver: &mut Solver) -> anyhow::Result<()> {
        let Err(error) = self.write(solver) else { return Ok(()) };
        let beside = self.path.with_added_extension(format!("rescued-{}", std::process::id()));
        let name = beside.file_name().map(PathBuf::from).unwrap_or_default();
        for place in [beside, std::env::temp_dir().join(name)] {
            if write_new(&place, |file| solver.save(file)).is_ok() {
                let place = place.display();
                return Err(error.context(format!("what was found is in {place}, for --merge")));
            }
        }
        Err(error)
    }
}

/// Adds the content of a file to the solver's table ([`Solver::load`]).
pub(super) fn load(path: &Path, solver: &mut Solver) -> anyhow::Result<usize> {
    let file = open_file(path).with_context(|| format!("cannot read {}", path.display()))?;
    solver.load(file).with_context(|| path.display().to_string())
}

/// Whether the run must end after a file was not loaded: the user can give the table more room; or the table has a part
/// of a file that was changed while it was read; or one of two files is wrong, and it is not known which.
pub(super) fn ends_the_run(error: &anyhow::Error) -> bool {
    let Some(TableFileError::Load(error)) = error.downcast_ref() else { return false };
    matches!(error, LoadError::NoRoom { .. } | LoadError::Changed | LoadError::Contradiction)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Color, Position, Size};
    use crate::params::{Params, Profile};
    use crate::search::Limits;
    use std::fs;

    #[test]
    fn what_cannot_be_written_is_not_tried_again_at_once() {
        let folder =
            std::env::temp_dir().join(format!("hexcoven-unwritten-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let mut solver = Solver::new(&Params::of(Profile::Solve));
        let mut file = TableFile::open(&folder.join("file"), &mut solver).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        let before = Instant::now();
        assert!(file.write(&mut solver).is_err());
        assert!(file.next() >= before + WRITE_EVERY);
    }

    #[test]
    fn what_was_found_is_not_lost_if_its_file_was_replaced() {
        let folder = std::env::temp_dir().join(format!("hexcoven-rescued-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let path = folder.join("file");
        let mut solver = Solver::new(&Params::of(Profile::Solve));
        let mut file = TableFile::open(&path, &mut solver).unwrap();
        let position =
            Position { board: Board::new(Size::new(3, 3).unwrap()), to_play: Color::Black };
        solver.solve(&position, &Limits::default(), &mut |_| ());
        fs::remove_file(&path).unwrap();
        fs::write(&path, "of another program").unwrap();
        let error = format!("{:#}", file.write_at_last(&mut solver).unwrap_err());
        let rescued = path.with_added_extension(format!("rescued-{}", std::process::id()));
        assert!(error.contains(&rescued.display().to_string()), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "of another program");
        let mut other = Solver::new(&Params::of(Profile::Solve));
        assert!(load(&rescued, &mut other).unwrap() > 0);
        fs::remove_dir_all(&folder).unwrap();
    }
}
