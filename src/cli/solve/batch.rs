//! `hexcoven solve --batch`: many positions, a line of JSON each.

use super::SolveArgs;
use crate::board::{CellSet, Color, Position, Size};
use crate::cli::files::read_text_or_input;
use crate::cli::interrupt::{stop_on_interrupt, unless_interrupted};
use crate::cli::position::{PositionArgs, first_word, has_sides};
use crate::cli::progress::Progress;
use crate::contest::{Ledger, in_parallel};
use crate::evaluation::Networks;
use crate::params::{Params, Profile};
use crate::player::{Game, winner, write_link};
use crate::search::{Limits, Outcome, Stop};
use crate::solver::{AllMoves, Line, Moves, Solver};
use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

/// A position to solve. There may be a million, so it holds no game.
#[derive(Debug)]
struct Job {
    /// The line of the file, without blanks at its ends.
    text: String,
    position: Position,
    /// The game as a link.
    link: String,
    /// What earlier runs found.
    known: Vec<Solution>,
}

impl Job {
    /// Whether an earlier run found the line.
    fn has_line(&self) -> bool {
        self.known.iter().any(|known| known.winner.is_some() && known.has_line())
    }

    /// The outcomes of the position that earlier runs found.
    fn known_outcomes(&self) -> impl Iterator<Item = Outcome> {
        let winners = self.known.iter().filter_map(|known| known.winner);
        let to_play = self.position.to_play;
        winners.map(move |winner| if winner == to_play { Outcome::Won } else { Outcome::Lost })
    }

    /// The outcome and the moves as this and earlier runs found them.
    ///
    /// # Errors
    /// They contradict each other.
    fn with_known(
        &self,
        outcome: Option<Outcome>,
        moves: Option<Moves>,
    ) -> anyhow::Result<(Option<Outcome>, Option<Moves>)> {
        let size = self.position.board.size();
        let known = self.known.iter().filter_map(|known| known.moves.as_ref()?.moves(size));
        let moves = moves.into_iter().chain(known).reduce(|moves, known| moves.with(&known));
        let of_moves = moves.as_ref().and_then(Moves::outcome);
        let outcomes = outcome.into_iter().chain(of_moves).chain(self.known_outcomes());
        let outcomes: Vec<Outcome> = outcomes.collect();
        let agree = outcomes.windows(2).all(|pair| pair[0] == pair[1])
            && moves.as_ref().is_none_or(|moves| !moves.won.intersects(&moves.lost));
        ensure!(
            agree,
            "{}: two results contradict each other, both in the file or one found now; one of them is wrong",
            self.text
        );
        let outcome = outcomes.first().copied();
        Ok((outcome, moves.map(|moves| moves.given(outcome))))
    }
}

/// What was found of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Solution {
    /// The line of the file.
    position: String,
    /// Columns and rows, such as `11x11`.
    size: String,
    to_play: Color,
    /// None if a limit was reached first.
    winner: Option<Color>,
    /// All moves that win; none if they were not asked for, or a limit left a move open.
    winning_moves: Option<Vec<String>>,
    /// What is known of the moves; none if no run was asked for them.
    #[serde(default)]
    moves: Option<NamedMoves>,
    /// Expansions, those for the winning moves included.
    expansions: u64,
    /// How the game goes on, to the move that decides.
    line: Vec<String>,
    /// How it goes on from there, until the winner's edges are joined.
    finish: Vec<String>,
    /// How the game goes on after each move that was solved within the limits; none if it was not asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lines: Option<BTreeMap<String, LineAfter>>,
    /// The position that the line was read as: other options may read another one in it. Empty in old files.
    #[serde(default)]
    link: String,
    #[serde(default)]
    asked: Asked,
}

/// The names of all moves, by what is known of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct NamedMoves {
    win: Vec<String>,
    lose: Vec<String>,
    /// The limits were reached first.
    open: Vec<String>,
}

impl NamedMoves {
    fn of(moves: &Moves, size: Size) -> Self {
        let [win, lose, open] = [moves.won, moves.lost, moves.open].map(|cells| size.names(cells));
        Self { win, lose, open }
    }

    /// The moves; none if a name is not one of a cell of the board.
    fn moves(&self, size: Size) -> Option<Moves> {
        let cells = |names: &[String]| {
            names.iter().map(|name| size.parse_cell(name).ok()).collect::<Option<CellSet>>()
        };
        Some(Moves { won: cells(&self.win)?, lost: cells(&self.lose)?, open: cells(&self.open)? })
    }
}

/// How the game goes on after a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct LineAfter {
    winner: Color,
    /// As those of [`Solution`].
    line: Vec<String>,
    finish: Vec<String>,
}

/// What was asked of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Asked {
    /// Whether all winning moves were asked for.
    all: bool,
    /// Whether the lines after all moves were asked for.
    #[serde(default)]
    lines: bool,
    /// Expansions at most.
    expansions: Option<u64>,
    /// Seconds at most.
    seconds: Option<f64>,
}

impl Asked {
    fn of(args: &SolveArgs) -> Self {
        let seconds = args.seconds.map(|limit| limit.as_secs_f64());
        Self { all: args.moves.all, lines: args.moves.lines, expansions: args.expansions, seconds }
    }

    /// Whether the answer may say more than one to `other` did.
    fn is_more_than(&self, other: &Self) -> bool {
        fn is_larger<T: PartialOrd>(limit: Option<T>, other: Option<T>) -> bool {
            other.is_some_and(|other| limit.is_none_or(|limit| limit > other))
        }
        self.all && !other.all
            || self.lines && !other.lines
            || is_larger(self.expansions, other.expansions)
            || is_larger(self.seconds, other.seconds)
    }
}

impl Solution {
    fn is_of(&self, job: &Job) -> bool {
        self.position == job.text && self.link == job.link && self.to_play == job.position.to_play
    }

    /// Whether it says of its position all that is asked, or as much as the limits allow.
    fn answers(&self, asked: &Asked) -> bool {
        let is_whole = self.winner.is_some()
            && (self.winning_moves.is_some() || !asked.all)
            && (self.has_all_lines() || !asked.lines);
        is_whole || !asked.is_more_than(&self.asked)
    }

    fn has_line(&self) -> bool {
        !self.line.is_empty() || !self.finish.is_empty()
    }

    /// Whether it has a line after each move.
    fn has_all_lines(&self) -> bool {
        let count = |moves: &NamedMoves| moves.win.len() + moves.lose.len() + moves.open.len();
        let lines = self.lines.as_ref().map(BTreeMap::len);
        lines.is_some() && lines == self.moves.as_ref().map(count)
    }

    /// Takes the lines from what an earlier run found of the same position, those that this one did not find.
    fn add_lines(&mut self, known: &Self) {
        if let Some(known) = &known.lines {
            let lines = self.lines.get_or_insert_default();
            for (name, line) in known {
                lines.entry(name.clone()).or_insert_with(|| line.clone());
            }
        }
        if !self.has_line() && known.winner.is_some() {
            self.line.clone_from(&known.line);
            self.finish.clone_from(&known.finish);
        }
    }
}

/// What all workers share.
struct Batch<'a> {
    args: &'a SolveArgs,
    params: Params,
    networks: Arc<Networks>,
    stop: Stop,
}

pub(super) fn run(args: &SolveArgs, path: &Path) -> anyhow::Result<()> {
    let jobs = read_jobs(path, &args.position)?;
    let (params, networks) = (args.engine.params(Profile::Solve)?, args.engine.networks()?);
    let mut ledger = Ledger::<Solution>::open_if_any(args.out.as_deref())?;
    let batch = Batch { args, params, networks, stop: stop_on_interrupt()? };
    let all = jobs.len();
    let left = jobs_left(jobs, ledger.entries(), &Asked::of(args));
    let mut writer = SolutionWriter::new(all - left.len(), all, args.out.is_some());
    let mut left = left.into_iter();
    let next = || left.next().filter(|_| !batch.stop.is_set());
    let kept = in_parallel(
        args.parallel,
        next,
        |job, _| batch.solve(&job).transpose(),
        |solutions| {
            // Whatever goes wrong here ends the searches, too.
            writer.take_all(solutions, &mut ledger).inspect_err(|_| batch.stop.set())
        },
    )?;
    let done = writer.finish();
    kept?;
    unless_interrupted(&batch.stop)?;
    ensure!(
        done == all,
        "positions were lost by a bug of ours; the same command goes on with --out"
    );
    Ok(())
}

/// The positions of which these solutions do not say enough, each with what they say.
fn jobs_left(jobs: Vec<Job>, solutions: &[Solution], asked: &Asked) -> Vec<Job> {
    let mut of_text: BTreeMap<&str, Vec<&Solution>> = BTreeMap::new();
    for solution in solutions {
        of_text.entry(&solution.position).or_default().push(solution);
    }
    let with_known = |job: Job| {
        let found = of_text.get(&*job.text).into_iter().flatten();
        let known = found.copied().filter(|solution| solution.is_of(&job)).cloned().collect();
        Job { known, ..job }
    };
    let is_left = |job: &Job| !job.known.iter().any(|solution| solution.answers(asked));
    jobs.into_iter().map(with_known).filter(is_left).collect()
}

/// The positions of a file, each once. Blank lines and those that begin with `#` are left out.
fn read_jobs(path: &Path, position: &PositionArgs) -> anyhow::Result<Vec<Job>> {
    let (text, name) = read_text_or_input(path)?;
    let (mut jobs, mut seen) = (Vec::new(), BTreeSet::new());
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if !line.is_empty() && !line.starts_with('#') && seen.insert(line) {
            let place = format!("{name}, line {number}");
            let game = read_line(line, position, &place).context(place)?;
            let (position, link) = (game.position(), write_link(&game));
            jobs.push(Job { text: line.to_owned(), position, link, known: Vec::new() });
        }
    }
    Ok(jobs)
}

/// Reads `11x11 a1 b2`, `11 a1 b2`, `a1 b2` or a link.
fn read_line(line: &str, position: &PositionArgs, place: &str) -> anyhow::Result<Game> {
    let (first, rest) = first_word(line);
    if !is_size(first) {
        return position.of_line(line, None, place);
    }
    let size: Size = first.parse()?;
    position.of_line(rest, Some(size), place)
}

/// Whether the first word of a line is a size. A 1 is the number of the first move.
fn is_size(word: &str) -> bool {
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    has_sides(word) || is_number && word != "1"
}

impl Batch<'_> {
    /// What is found of a position, with an empty table, so that neither order nor number of threads matters. None if
    /// an interrupt came first.
    ///
    /// # Errors
    /// It contradicts what an earlier run found.
    fn solve(&self, job: &Job) -> anyhow::Result<Option<Solution>> {
        // What is wrong in the file is told before hours of work.
        job.with_known(None, None)?;
        let position = &job.position;
        let limits = Limits { stop: self.stop.clone(), ..self.args.budget() };
        let mut solver = Solver::with_networks(&self.params, Arc::clone(&self.networks));
        let (report, expansions, moves) = if self.args.moves.all {
            let AllMoves { report, moves, expansions } = solver.solve_all(position, &limits);
            (report, expansions, Some(moves))
        } else {
            let report = solver.solve(position, &limits, &mut |_| ());
            let expansions = report.expansions;
            (report, expansions, None)
        };
        let without_limits = Limits { stop: self.stop.clone(), ..Limits::default() };
        let mut line = solver.whole_line(position, &report, &without_limits);
        if let Some(moves) = moves.as_ref().filter(|_| line == Line::default() && !job.has_line()) {
            line = solver.line_by_moves(position, moves, &without_limits);
        }
        let lines = self.args.moves.lines.then(|| {
            let mut left = limits.clone();
            left.spend(expansions);
            lines_after(&mut solver, position, left, &without_limits)
        });
        if self.stop.is_set() {
            // The line may have been cut.
            return Ok(None);
        }
        let Line { resisting, finishing } = line;
        let size = position.board.size();
        // The last line of a position says all that is known of it.
        let (outcome, moves) = job.with_known(report.outcome, moves)?;
        let whole = moves.as_ref().filter(|moves| moves.open.is_empty());
        let mut solution = Solution {
            position: job.text.clone(),
            size: size.to_string(),
            to_play: position.to_play,
            winner: winner(outcome, position.to_play),
            winning_moves: whole.map(|moves| size.names(moves.won)),
            moves: moves.map(|moves| NamedMoves::of(&moves, size)),
            expansions,
            line: size.names(resisting),
            finish: size.names(finishing),
            lines,
            link: job.link.clone(),
            asked: Asked::of(self.args),
        };
        job.known.iter().for_each(|known| solution.add_lines(known));
        Ok(Some(solution))
    }
}

/// The line after each move that is solved, or that these limits let be solved.
fn lines_after(
    solver: &mut Solver,
    position: &Position,
    mut left: Limits,
    of_line: &Limits,
) -> BTreeMap<String, LineAfter> {
    let (size, over) = (position.board.size(), position.board.winner().is_some());
    let moves = if over { CellSet::EMPTY } else { position.board.empty() };
    let mut line_after = |cell| {
        let (winner, line) = solver.solved_line_after(position, cell, &mut left, of_line)?;
        let [line, finish] = [line.resisting, line.finishing].map(|cells| size.names(cells));
        Some((size.name(cell), LineAfter { winner, line, finish }))
    };
    moves.iter().filter_map(&mut line_after).collect()
}

/// Where solutions go: to the file, or to standard output if there is none.
struct SolutionWriter {
    done: usize,
    has_file: bool,
    progress: Progress,
}

impl SolutionWriter {
    fn new(done: usize, all: usize, has_file: bool) -> Self {
        Self { done, has_file, progress: Progress::new(done, all, "positions") }
    }

    fn take_all(
        &mut self,
        solutions: &Receiver<anyhow::Result<Solution>>,
        ledger: &mut Ledger<Solution>,
    ) -> anyhow::Result<()> {
        for solution in solutions {
            let solution = solution?;
            self.done += 1;
            let last = format!("last: {}", solution.position);
            if self.has_file {
                ledger.add(solution)?;
            } else {
                let line = serde_json::to_string(&solution)?;
                self.progress.suspend(|| writeln!(io::stdout(), "{line}"))?;
            }
            self.progress.show(self.done, last);
        }
        Ok(())
    }

    /// The number of positions that are done.
    fn finish(self) -> usize {
        self.progress.finish();
        self.done
    }
}
