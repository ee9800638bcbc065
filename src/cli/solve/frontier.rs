//! `hexcoven solve --frontier`: the positions that a search would go on with, as commands for other machines.

use super::SolveArgs;
use super::work::Work;
use crate::board::{Cell, Position};
use crate::cli::files::{
    check_replaceable, files_in, make_folder, position_name, read_file, replace_file,
};
use crate::files::refuse_device;
use crate::player::{Game, Move, write_link};
use crate::search::{Frontier, OpenPosition};
use anyhow::{Context, bail, ensure};
use clap::Args;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

/// Work that is shared with other machines.
#[derive(Debug, Args)]
pub(super) struct FrontierArgs {
    /// After the search, write this many open positions to --out that it would go on with, for other machines to solve:
    /// a line of JSON each, with the `command` to run and the file of `knowledge` that it continues, in a folder beside
    /// --out. Run it in the folder of this run, with `hexcoven` on the path. What the commands of the round before have
    /// found is taken in from there first. The search itself needs a limit. The file is empty once the position is solved
    #[arg(long, value_name = "N", group = "json_lines", requires = "out", conflicts_with_all = ["batch", "all", "verify", "proof", "shortest"], value_parser = clap::value_parser!(u32).range(1..), help_heading = "Many machines")]
    frontier: Option<u32>,
    /// Expansions at most for a line of --frontier. A position gets as many as were made there before, at least a
    /// sixteenth of this
    #[arg(long, value_name = "EXPANSIONS", requires = "frontier", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..), help_heading = "Many machines")]
    budget: u64,
    /// Files of knowledge of other runs, to take in before the search. What they prove is believed. One that is damaged or missing
    /// is named and left out.
    /// One that contradicts what is known, so that White wins a position by one and Black by the other, ends the run
    #[arg(long, value_name = "FILE", num_args = 1.., help_heading = "Many machines")]
    pub(super) merge: Vec<PathBuf>,
}

impl FrontierArgs {
    /// Refuses a search that would end only with the solution.
    pub(super) fn check_limit(&self, args: &SolveArgs) -> anyhow::Result<()> {
        let has_limit = args.expansions.is_some() || args.seconds.is_some();
        ensure!(self.frontier.is_none() || has_limit, "--frontier needs --expansions or --seconds");
        Ok(())
    }

    /// The files of knowledge to take in: those of --merge, and what the jobs of the round before have left. Fails if the
    /// jobs of this round cannot be written, or those of another game are there.
    pub(super) fn results(&self, out: Option<&Path>, game: &Game) -> anyhow::Result<Vec<PathBuf>> {
        let mut results = self.merge.clone();
        if let Some(out) = out.filter(|_| self.frontier.is_some()) {
            ensure!(
                out.to_str().is_some(),
                "--out must have a name in UTF-8: the lines name files beside it"
            );
            let is_file = out.as_os_str() != "-" && refuse_device(out).is_ok();
            ensure!(is_file, "--out must name a file: a folder of knowledge is made beside it");
            check_replaceable(out, JOB_BEGINS, "a file of jobs")?;
            check_jobs(out, &write_link(game))?;
            results.extend(files_of_jobs(&folder_of_jobs(out))?);
        }
        Ok(results)
    }

    /// The positions for other machines, if they are asked for and no interrupt comes.
    pub(super) fn of(&self, position: &Position, work: &mut Work) -> Option<Frontier<Cell>> {
        let count = self.frontier.filter(|_| !work.is_interrupted())?;
        let frontier = work.frontier(position, count as usize, self.budget);
        Some(frontier).filter(|_| !work.is_interrupted())
    }
}

/// A position for another machine.
#[derive(Debug, Serialize, Deserialize)]
struct Job {
    /// As a link, which `--batch` reads, too.
    position: String,
    /// Expansions at most.
    expansions: u64,
    /// Expansions so far.
    work: u64,
    /// The file of knowledge that it goes on from, and writes.
    knowledge: String,
    /// What to run, for a shell.
    command: String,
    /// The game of the whole search, as a link. Empty in old files.
    #[serde(default)]
    of: String,
}

/// How a line of jobs begins.
const JOB_BEGINS: &str = "{\"position\":";

/// Fails if there is a file at this path that does not begin with a job of this game.
fn check_jobs(path: &Path, game: &str) -> anyhow::Result<()> {
    if !path.is_file() {
        return Ok(());
    }
    let lines = read_file(path)?;
    let Some(first) = lines.lines().next() else { return Ok(()) };
    let path = path.display();
    let Ok(Job { of, .. }) = serde_json::from_str(first) else {
        bail!("{path} is there, and is not a file of jobs: remove it or name another");
    };
    ensure!(
        of.is_empty() || of == game,
        "{path} has the jobs of another search, `{of}`: remove it or name another"
    );
    Ok(())
}

/// Files of knowledge that were to be taken in.
pub(super) struct Results<'a> {
    pub(super) all: &'a [PathBuf],
    /// Those that could be read.
    pub(super) read: Vec<&'a Path>,
}

/// Writes what is to be searched elsewhere: nothing if the position is solved. The knowledge is kept first. With
/// `--knowledge`, those of the files taken in that are of earlier jobs are removed then, unless a job goes on from them. One
/// that could not be read stays, under another name if a job has its name.
pub(super) fn write_jobs(
    args: &SolveArgs,
    game: &Game,
    work: &mut Work,
    positions: &[OpenPosition<Cell>],
    results: &Results<'_>,
) -> anyhow::Result<()> {
    work.keep()?;
    let path = args.out.as_deref().expect("--frontier requires it");
    let folder = folder_of_jobs(path);
    make_folder(&folder)?;
    let mut old = results.read.clone();
    old.retain(|path| path.starts_with(&folder));
    let (mut lines, of) = (String::new(), write_link(game));
    for open in positions {
        let game = after(game, &open.moves);
        let knowledge = folder.join(position_name(&game.position()));
        let is_unread = results.all.contains(&knowledge) && !results.read.contains(&&*knowledge);
        if is_unread && knowledge.exists() {
            set_aside(&knowledge)?;
        }
        replace_file(&knowledge, work.knowledge_of(&game.position()))?;
        old.retain(|path| *path != knowledge);
        let job = Job::new(args, &of, &game, open, &knowledge)?;
        lines.push_str(&serde_json::to_string(&job)?);
        lines.push('\n');
    }
    replace_file(path, lines)?;
    if args.knowledge.is_some() {
        // One that is not there any more is no fault.
        for path in old {
            drop(fs::remove_file(path));
        }
    }
    Ok(())
}

/// Gives a file that cannot be read another name.
fn set_aside(path: &Path) -> anyhow::Result<()> {
    let aside = path.with_added_extension("left-out");
    log::warn!("{} is now called {}", path.display(), aside.display());
    fs::rename(path, aside).with_context(|| format!("cannot rename {}", path.display()))
}

/// The folder beside a file of jobs that holds their files of knowledge.
fn folder_of_jobs(out: &Path) -> PathBuf {
    out.with_added_extension("knowledge")
}

/// The files of knowledge in a folder of jobs, if there is one.
fn files_of_jobs(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut paths = files_in(folder)?;
    paths.retain(|path| {
        path.file_name().is_some_and(|name| is_file_of_job(&name.to_string_lossy()))
    });
    Ok(paths)
}

fn after(game: &Game, moves: &[Cell]) -> Game {
    let mut game = game.clone();
    for cell in moves {
        let played = game.play(game.to_play(), Move::Place(*cell));
        played.expect("a search makes legal moves");
    }
    game
}

fn is_file_of_job(name: &str) -> bool {
    name.len() == 32 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

impl Job {
    /// The search of a position, with the settings of this run. `of` is the link of the whole search.
    fn new(
        args: &SolveArgs,
        of: &str,
        game: &Game,
        open: &OpenPosition<Cell>,
        knowledge: &Path,
    ) -> anyhow::Result<Self> {
        let knowledge = knowledge.display().to_string();
        // Lest it look like an option.
        let here = if knowledge.starts_with('-') { "./" } else { "" };
        let (position, knowledge) = (write_link(game), format!("{here}{knowledge}"));
        let budget = open.budget.to_string();
        let search = ["hexcoven", "solve", &position, "--expansions", &budget];
        let engine = args.engine.words();
        let words = search.into_iter().chain(["--knowledge", &knowledge]);
        let command = shlex::try_join(words.chain(engine.iter().map(String::as_str)))?;
        let (expansions, work, of) = (open.budget, open.work, of.to_owned());
        Ok(Self { position, expansions, work, knowledge, command, of })
    }
}
