//! `hexcoven solve --samples`: the searched positions as samples, with which a network learns to do better there.

use super::watch::Watch;
use super::work::Work;
use crate::board::Position;
use crate::cli::files::{files_in, make_folder, position_name, replace_file};
use crate::cli::samples::why_no_samples;
use crate::files::check_replaceable;
use crate::messages::counted;
use crate::training::{PositionSample, ProofLabels, TreeSampleSettings, shard_bytes};
use anyhow::{Context, bail};
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The most samples of a shard.
const SHARD: usize = 4096;

#[derive(Debug, Args)]
pub(super) struct SampleArgs {
    /// Folder to write samples of the searched positions to, from which `src/training/learn.py` learns, as from those of
    /// `hexcoven samples --proof-lengths`; for square boards of 6x6 and more. They are taken after all else, and limits of time
    /// do not count for them. Shards of this position that are there already are replaced
    #[arg(long, value_name = "FOLDER", conflicts_with = "batch")]
    samples: Option<PathBuf>,
    /// Take a sample of one position in so many, chosen by their stones: the same in every run
    #[arg(long, requires = "samples", value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    one_of: u64,
    /// Least expansions at and below a position for a sample of it
    #[arg(long, requires = "samples", value_name = "EXPANSIONS", default_value_t = 5, value_parser = clap::value_parser!(u64).range(2..))]
    least_work: u64,
}

impl SampleArgs {
    /// Makes the folder. Fails before the search if no samples can be written.
    pub(super) fn check(&self, position: &Position) -> anyhow::Result<()> {
        let Some(folder) = &self.samples else { return Ok(()) };
        if let Some(why) = why_no_samples(position.board.size()) {
            bail!("--samples: {why}");
        }
        make_folder(folder)?;
        let path = Shards::new(folder, position).path();
        check_replaceable(&path).with_context(|| format!("cannot write {}", path.display()))
    }

    /// Writes the samples. A signal ends it; shards of an earlier run that are not yet replaced stay then.
    pub(super) fn write(
        &self,
        out: &mut impl Write,
        position: &Position,
        work: &mut Work,
    ) -> anyhow::Result<()> {
        let Some(folder) = self.samples.as_ref().filter(|_| !work.is_interrupted()) else {
            return Ok(());
        };
        let (mut watch, bytes) = (Watch::new("samples are taken"), work.bytes());
        let mut shards = Shards::new(folder, position);
        let (mut visited, mut written) = (0, Ok(()));
        let which = TreeSampleSettings {
            least_work: self.least_work,
            one_of: self.one_of,
            proofs: ProofLabels::Length,
        };
        work.sample(position, which, &mut |stop, sample| {
            visited += 1;
            watch.count("samples: ", (visited, "position"), bytes);
            let Some(sample) = sample else { return };
            if let Err(error) = shards.add(sample) {
                written = Err(error);
                stop.set();
            }
        });
        watch.finish();
        written.and_then(|()| shards.finish(work.is_interrupted()))?;
        if shards.count == 0 {
            log::warn!(
                "no samples: no position that --one-of takes has {} expansions and is open",
                self.least_work
            );
        }
        let positions = counted(visited, "position");
        writeln!(out, "samples: {} of {positions}, in {}", shards.count, folder.display())?;
        Ok(())
    }
}

/// Files of samples of one position.
struct Shards<'a> {
    folder: &'a Path,
    /// The position's name.
    of: String,
    /// The number of the next file.
    next: usize,
    /// All samples so far.
    count: usize,
    /// Those of the next file.
    samples: Vec<PositionSample>,
}

impl<'a> Shards<'a> {
    fn new(folder: &'a Path, position: &Position) -> Self {
        Self { folder, of: position_name(position), next: 0, count: 0, samples: Vec::new() }
    }

    fn add(&mut self, sample: PositionSample) -> anyhow::Result<()> {
        self.samples.push(sample);
        self.count += 1;
        if self.samples.len() == SHARD { self.write() } else { Ok(()) }
    }

    /// Writes the next file.
    fn write(&mut self) -> anyhow::Result<()> {
        let provenance = format!("hexcoven {} solve --samples", env!("CARGO_PKG_VERSION"));
        replace_file(&self.path(), shard_bytes(&self.samples, &provenance))?;
        self.samples.clear();
        self.next += 1;
        Ok(())
    }

    /// Writes the last file, and removes the further ones of an earlier run, unless this one was cut short.
    fn finish(&mut self, is_cut: bool) -> anyhow::Result<()> {
        if !self.samples.is_empty() {
            self.write()?;
        }
        if is_cut {
            return Ok(());
        }
        for path in files_in(self.folder)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let number = name.strip_prefix(&*self.of).and_then(|rest| rest.strip_prefix('-'));
            let number = number.and_then(|rest| rest.strip_suffix(".safetensors"));
            if number
                .and_then(|number| number.parse().ok())
                .is_some_and(|at: usize| at >= self.next)
            {
                fs::remove_file(&path)
                    .with_context(|| format!("cannot remove {}", path.display()))?;
            }
        }
        Ok(())
    }

    /// The next file.
    fn path(&self) -> PathBuf {
        self.folder.join(format!("{}-{:05}.safetensors", self.of, self.next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Color, Size};
    use std::collections::BTreeSet;

    /// Numbers of more than five digits do not sort as text.
    #[test]
    fn the_further_shards_of_an_earlier_run_are_removed_by_their_numbers() {
        let folder = std::env::temp_dir().join(format!("hexcoven-shards-{}", std::process::id()));
        make_folder(&folder).unwrap();
        let board = Board::new(Size::new(6, 6).unwrap());
        let mut shards = Shards::new(&folder, &Position { board, to_play: Color::Black });
        let names = |numbers: &[usize]| -> BTreeSet<PathBuf> {
            let name = |number| format!("{}-{number:05}.safetensors", shards.of);
            numbers.iter().map(|number| folder.join(name(*number))).collect()
        };
        for path in names(&[0, 10_001, 99_999, 100_000, 100_001, 100_002]) {
            fs::write(path, "").unwrap();
        }
        let expected = names(&[0, 10_001, 99_999, 100_000]);
        shards.next = 100_001;
        shards.finish(false).unwrap();
        let left: BTreeSet<PathBuf> = files_in(&folder).unwrap().into_iter().collect();
        assert_eq!(left, expected);
        fs::remove_dir_all(folder).unwrap();
    }
}
