//! The options for the openings of a match, of self-play and of tuning.

use super::files::read_file;
use crate::board::Size;
use crate::contest::{Opening, random_openings, read_openings};
use anyhow::{Context, bail};
use clap::Args;
use std::path::PathBuf;

/// The most games or pairs of games of one command: all their openings are in memory.
pub(super) const MOST_OPENINGS: i64 = 1_000_000;

/// A board, and openings on it.
#[derive(Clone, Debug, Args)]
pub(super) struct OpeningArgs {
    /// Size of the board: 11, or columns and rows such as 5x7
    #[arg(long, default_value = "11")]
    pub(super) size: Size,
    /// File of openings, one a line: cells with blanks between them, such as `a10 f6`, Black's first. Blank lines and
    /// lines that begin with `#` are left out. Without it every game begins with a random black stone, or, when all of
    /// these have come, with a stone of each player; a single game or pair begins with an empty board
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Seed of the random openings, and of the directions of `tune`
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
}

impl OpeningArgs {
    /// The options, as words of a command line.
    pub(super) fn words(&self) -> Vec<String> {
        let mut words = vec!["--size".to_owned(), self.size.to_string()];
        match &self.openings {
            Some(path) => words.extend(["--openings".to_owned(), path.display().to_string()]),
            None => words.extend(["--seed".to_owned(), self.seed.to_string()]),
        }
        words
    }

    /// The openings in the file, or else this many.
    pub(super) fn openings(&self, enough: usize) -> anyhow::Result<Vec<Opening>> {
        match &self.openings {
            Some(path) => read_openings(&read_file(path)?, self.size)
                .with_context(|| path.display().to_string()),
            None if enough == 1 => Ok(vec![Opening::none(self.size)]),
            None if self.size.rows() == 1 => bail!(
                "on a board of {} any opening ends the game: play one game or pair at a time",
                self.size
            ),
            None => Ok(random_openings(self.size, enough, self.seed)),
        }
    }
}
