//! `hexcoven solve`: who wins a position, and by which moves.

mod batch;
mod frontier;
mod proof;
mod samples;
mod table_file;
mod watch;
mod work;

use super::interrupt::{stop_on_interrupt, unless_interrupted};
use super::output::Output;
use super::position::PositionArgs;
use super::{EngineArgs, parse_seconds};
use crate::board::{Cell, Color, Position};
use crate::files::is_same_file;
use crate::messages::counted;
use crate::params::Profile;
use crate::player::{
    Forecast, NoShortest, Shortest, ShortestSoFar, shortest_win, winner, write_link,
};
use crate::search::{Frontier, Limits, Outcome, Report};
use crate::solver::{Moves, Refuted, Solver, play_out};
use anyhow::{Context, bail};
use clap::Args;
use frontier::{FrontierArgs, Results};
use samples::SampleArgs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use watch::Watch;
use work::Work;

#[derive(Debug, Args)]
pub(super) struct SolveArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    moves: MoveArgs,
    /// Check the result: play the winner's moves against every reply, until a chain of stones joins the edges. For
    /// boards up to 5x5, and for positions with many stones on larger ones
    #[arg(long)]
    verify: bool,
    /// File to write a proof of the result to, which `hexcoven verify` or any other checker can check. Writing takes longer
    /// than solving: ten seconds for the empty 8x8 board, some fifteen minutes for 9x9. The notes on certificates say how
    /// large proofs are
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Find the fewest stones with which the winner is sure to join its edges, whatever the other plays, and the moves
    /// for that. For boards up to 6x6, which takes some 20 seconds, and for positions with many stones on larger ones. Of the
    /// limits only --seconds holds for it
    #[arg(long)]
    shortest: bool,
    /// Seconds at most [default: no limit]. Finding the line of a proof may take some more
    #[arg(long, value_parser = parse_seconds)]
    seconds: Option<Duration>,
    /// Expansions at most [default: no limit]. With --all every move gets one at least, which is often enough
    #[arg(long)]
    expansions: Option<u64>,
    /// A file of proofs and searched positions, of boards of any size: the search goes on from those in it and adds
    /// new ones, as many as the table holds. It is created if there is none, and replaced at the end and every minute,
    /// or less often if that takes more than a twentieth of the time. Another run that wants to use it meanwhile is refused.
    /// What it proves is believed, so use files that you trust; --proof checks what comes of them.
    /// Settings are not in it: proofs hold under any, but a search should go on with the same --set and --network
    #[arg(long, value_name = "FILE")]
    knowledge: Option<PathBuf>,
    /// Solve many positions, a line each: moves or a link, after a size if it is not that of --size, such as
    /// `11x11 a1 b2 c3` or `11 a1 b2 c3`; a move may be `pass`. Blank lines, lines that begin with `#` and equal lines are left out; `-` is standard input. Writes a line of
    /// JSON a position, with --all also which moves are known to win, to lose, and not known; limits are for each position.
    /// The notes on the solver say what its fields are
    #[arg(long, value_name = "FILE", group = "json_lines", conflicts_with_all = ["moves", "sgf", "diagram", "before", "verify", "proof", "shortest", "knowledge", "merge"])]
    batch: Option<PathBuf>,
    /// File to add the lines of --batch to. A position that has a line in it is solved again only if more is asked or
    /// larger limits are given now; its last line counts, and repeats what the earlier ones found. Or the file for the
    /// lines of --frontier, which is replaced
    #[arg(long, value_name = "FILE", requires = "json_lines")]
    out: Option<PathBuf>,
    /// Positions of --batch that are solved at a time, each with a table of its own
    #[arg(long, requires = "batch", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    parallel: u32,
    #[command(flatten)]
    frontier: FrontierArgs,
    #[command(flatten)]
    samples: SampleArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

/// What is asked of each move.
#[derive(Debug, Args)]
struct MoveArgs {
    /// Find the winner after every move, and thereby all winning moves
    #[arg(long)]
    all: bool,
    /// With --all, tell how the game goes on after each move, until the winner's edges are joined
    #[arg(long, requires = "all")]
    lines: bool,
}

pub(super) fn run(args: &SolveArgs) -> anyhow::Result<()> {
    if let Some(path) = &args.batch {
        return batch::run(args, path);
    }
    let game = args.position.game()?;
    let position = game.position();
    let solver =
        Solver::with_networks(&args.engine.params(Profile::Solve)?, args.engine.networks()?);
    args.frontier.check_limit(args)?;
    let limits = args.limits()?;
    let stop = limits.stop.clone();
    args.check_merge()?;
    let mut work = Work::new(solver, limits, args.knowledge.as_deref())?;
    args.proof.as_deref().map_or(Ok(()), |path| proof::check(path, &position))?;
    args.samples.check(&position)?;
    let all = args.frontier.results(args.out.as_deref(), &game)?;
    let results = Results { read: work.merge(&all, &position)?, all: &all };
    let mut out = Output::new();
    writeln!(out, "{}\n{}\n", position.board, write_link(&game))?;
    let mut watch = Watch::new("the search begins");
    let mut report = work.solve(&position, &mut |report| watch.search("", &position, report));
    watch.finish();
    let frontier = args.frontier.of(&position, &mut work);
    if report.outcome.is_none()
        && frontier.as_ref().is_some_and(|frontier| frontier.positions.is_empty())
    {
        // Its expansions have decided the position.
        let Report { expansions, time, .. } = report;
        report = Report { expansions, time, ..work.solve(&position, &mut |_| ()) };
    }
    write_report(&mut out, &position, &report, &mut work)?;
    let written = args.write_more(&mut out, &position, &report, &mut work).and_then(|()| {
        let Some(Frontier { positions, expansions }) = frontier else { return Ok(()) };
        frontier::write_jobs(args, &game, &mut work, &positions, &results)?;
        let (positions, expansions) =
            (counted(positions.len(), "position"), counted(expansions, "expansion"));
        writeln!(out, "frontier: {positions}, found with {expansions} more")?;
        Ok(())
    });
    // Knowledge and samples are kept if another file could not be written, but not if a proof does not hold.
    if !written.as_ref().is_err_and(anyhow::Error::is::<Refuted>) {
        work.keep_at_last()?;
        args.samples.write(&mut out, &position, &mut work)?;
    }
    written?;
    unless_interrupted(&stop)?;
    Ok(out.finish()?)
}

impl SolveArgs {
    /// Refuses to take in the file that the search goes on from.
    fn check_merge(&self) -> anyhow::Result<()> {
        let is_own = |path: &PathBuf| self.knowledge.iter().any(|own| is_same_file(own, path));
        let own = self.frontier.merge.iter().find(|path| is_own(path));
        own.map_or(Ok(()), |own| {
            bail!("{} is the file of --knowledge: --merge takes in others", own.display())
        })
    }

    /// What was asked for beside the winner and a line.
    fn write_more(
        &self,
        out: &mut impl Write,
        position: &Position,
        report: &Report<Cell>,
        work: &mut Work,
    ) -> anyhow::Result<()> {
        let winner = winner(report.outcome, position.to_play);
        if let Some(winner) = winner.filter(|_| self.verify) {
            verify(out, position, winner, work)?;
        }
        if let Some(winner) = winner.filter(|_| self.shortest) {
            write_shortest(out, position, winner, work)?;
        }
        if self.moves.all && position.board.winner().is_none() {
            write_moves(out, position, report, self.moves.lines, work)?;
        }
        let Some(path) = &self.proof else { return Ok(()) };
        proof::write_proof(path, out, position, report.outcome, work)
    }

    /// The limits that the user set. Ctrl-C is one: then what is known is shown.
    fn limits(&self) -> anyhow::Result<Limits> {
        Ok(Limits { stop: stop_on_interrupt()?, ..self.budget() })
    }

    /// The limits without Ctrl-C, from now on.
    fn budget(&self) -> Limits {
        let deadline = self.seconds.and_then(|seconds| Instant::now().checked_add(seconds));
        Limits { expansions: self.expansions, deadline, ..Limits::default() }
    }
}

/// The state of a search, in words.
fn what_is_known(position: &Position, report: &Report<Cell>) -> String {
    let lost = report.moves.iter().filter(|mv| mv.outcome == Some(Outcome::Lost)).count();
    let to_play = position.to_play;
    let forecast = match Forecast::of(report, to_play) {
        Forecast::Proved(winner) => format!("{winner} wins"),
        open @ Forecast::BlackWins(_) => format!("chance of {to_play} {}", open.text_for(to_play)),
    };
    let (all, expansions) = (report.moves.len(), counted(report.expansions, "expansion"));
    format!("{lost} of {all} candidate moves lose, {forecast}, {expansions}")
}

fn write_report(
    out: &mut impl Write,
    position: &Position,
    report: &Report<Cell>,
    work: &mut Work,
) -> io::Result<()> {
    let to_play = position.to_play;
    let known = winner(report.outcome, to_play).map_or_else(
        || format!("not solved, {}", what_is_known(position, report)),
        |winner| format!("{winner} wins"),
    );
    writeln!(out, "{to_play} to play: {known}")?;
    let watch = Watch::new("the line is looked for");
    let line = work.line(position, report);
    watch.finish();
    if !line.is_empty() {
        writeln!(out, "line: {}", names(position, line))?;
    }
    let seconds = report.time.as_secs_f64();
    writeln!(out, "{} in {seconds:.2} s", counted(report.expansions, "expansion"))
}

fn names(position: &Position, cells: impl IntoIterator<Item = Cell>) -> String {
    position.board.size().names(cells).join(" ")
}

/// Plays the winner's moves against every reply.
fn verify(
    out: &mut impl Write,
    position: &Position,
    winner: Color,
    work: &mut Work,
) -> anyhow::Result<()> {
    let (mut watch, mut played) = (Watch::new("the result is checked"), 0);
    let result = play_out(position, winner, &mut |position| {
        played += 1;
        watch.count("", (played, "position"), work.bytes());
        work.winning_move(position)
    });
    watch.finish();
    let positions = counted(played, "position");
    match result {
        Ok(()) => writeln!(out, "verified: {winner} wins every line, {positions}")?,
        Err(Refuted::NoMove(_)) if work.is_over() => {
            writeln!(out, "not verified: ended by a limit or an interrupt after {positions}")?;
        }
        Err(refuted) => return Err(refuted).context("the proof does not hold, please report this"),
    }
    Ok(())
}

/// Finds the shortest win.
fn write_shortest(
    out: &mut impl Write,
    position: &Position,
    winner: Color,
    work: &mut Work,
) -> anyhow::Result<()> {
    let mut watch = Watch::new("the shortest win is looked for");
    let shortest = shortest_win(position, winner, work.room(), &mut |looked| {
        let ShortestSoFar { known, expansions, bytes } = *looked;
        let part = format!("{winner} needs at least {}: ", counted(known.stones, "stone"));
        watch.count(&part, (expansions, "expansion"), bytes);
        !work.is_over()
    });
    watch.finish();
    let (Ok(known) | Err(NoShortest::Ended(known))) = shortest else {
        bail!(
            "it is not true that {winner} wins: the knowledge that says so is wrong, or there is a bug of ours"
        );
    };
    let Shortest { stones, moves } = known;
    let stones = counted(stones, "stone");
    let by =
        if moves.is_empty() { String::new() } else { format!(", by {}", names(position, moves)) };
    match shortest {
        Ok(_) => writeln!(out, "shortest: {winner} needs {stones}{by}")?,
        Err(_) if moves.is_empty() => {
            writeln!(out, "shortest: not known, {winner} needs at least {stones}")?;
        }
        Err(_) => {
            writeln!(out, "shortest: {winner} needs {stones}{by}, perhaps by others too")?;
        }
    }
    Ok(())
}

/// Solves the position, which has this report, after every move.
fn write_moves(
    out: &mut impl Write,
    position: &Position,
    report: &Report<Cell>,
    lines: bool,
    work: &mut Work,
) -> anyhow::Result<()> {
    let (count, start) = (position.board.empty().len(), Instant::now());
    let (mut watch, mut number) = (Watch::new("the moves are solved"), 0);
    let before = work.expansions();
    let moves = Moves::of(position, report.outcome, |cell| {
        number += 1;
        let name = position.board.size().name(cell);
        let part = format!("move {number} of {count}, {name}: ");
        let watch = &mut |next: &Position, report: &Report<Cell>| watch.search(&part, next, report);
        work.outcome_after(position, cell, watch)
    });
    watch.finish();
    if report.outcome.is_none()
        && let Some(winner) = winner(moves.outcome(), position.to_play)
    {
        writeln!(out, "by its moves: {winner} wins")?;
        let line = names(position, work.line_by_moves(position, &moves).cells());
        if !line.is_empty() {
            writeln!(out, "line: {line}")?;
        }
    }
    let Moves { won, lost, open } = moves;
    let none = if open.is_empty() { "none" } else { "none known" };
    for (kind, moves) in [("winning", won), ("losing", lost)] {
        let names = names(position, moves);
        writeln!(out, "{kind} moves: {}", if names.is_empty() { none } else { &names })?;
    }
    if !open.is_empty() {
        writeln!(out, "not solved: {}", names(position, open))?;
    }
    if lines {
        write_lines(out, position, work)?;
    }
    let expansions = counted(report.expansions + work.expansions() - before, "expansion");
    let seconds = (report.time + start.elapsed()).as_secs_f64();
    writeln!(out, "with all moves: {expansions} in {seconds:.2} s")?;
    Ok(())
}

/// How the game goes on after each move.
fn write_lines(out: &mut impl Write, position: &Position, work: &mut Work) -> io::Result<()> {
    let mut watch = Watch::new("the lines are looked for");
    for cell in position.board.empty() {
        let name = position.board.size().name(cell);
        let part = format!("after {name}: ");
        let show = &mut |next: &Position, report: &Report<Cell>| watch.search(&part, next, report);
        if let Some((winner, line)) = work.line_after(position, cell, show) {
            let comma = if line.is_empty() { "" } else { ", " };
            writeln!(out, "{name}: {winner} wins{comma}{}", names(position, line))?;
        }
    }
    watch.finish();
    Ok(())
}
