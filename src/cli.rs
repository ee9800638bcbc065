//! The command line: reads arguments, calls the library, prints results.
//!
//! Results go to standard output, everything else to standard error. The exit code is 0 if the work was done, 1 if
//! `verify` refused a proof, 2 after an error and 130 if the work was interrupted. It is no error if the reader of a pipe
//! closes it early.

mod bench;
mod command_line;
mod contest;
mod files;
mod graph;
mod gtp;
mod interrupt;
mod openings;
mod output;
mod packaging;
mod params;
mod patterns;
mod picture;
mod position;
mod progress;
mod review;
mod samples;
mod selfplay;
mod show;
mod solve;
mod staircases;
mod templates;
mod tune;
mod verify;
mod web;
mod wrap;

use crate::board::Size;
use crate::evaluation::{Networks, SHIPPED};
use crate::gtp::{Coordinates, Request, Session};
use crate::messages::printable;
use crate::params::{ParamError, Params, Profile};
use crate::player::Player;
use anyhow::bail;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use interrupt::Interrupted;
use log::LevelFilter;
use std::fmt::Display;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

const EXIT_CODES: &str = "Exit codes: 0 if the work was done or a limit came first, 1 if verify refuses a proof, 2 after an \
    error, 130 if long work was interrupted (Ctrl-C, SIGTERM): solve, review, match, tune and selfplay \
    show what was found until then, and all but review write it to the files and folders that they were \
    given; samples keeps the shards that are finished. Another signal, a second later, ends them at \
    once.";

/// A Hex engine. Without a subcommand it speaks GTP, for HexGui, GoGui and gogui-twogtp.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true, args_conflicts_with_subcommands = true, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    gtp: gtp::GtpArgs,
    /// How much to log to standard error [default: warn, and the progress of long work; or what RUST_LOG says]
    #[arg(long, global = true, display_order = 900, value_name = "LEVEL", value_parser = log_level())]
    log: Option<LevelFilter>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Speak GTP on standard input and output; the same as no subcommand
    Gtp(gtp::GtpArgs),
    /// Make another Hex program fit for GoGui and gogui-twogtp: coordinates, crashes, resigning
    Wrap(wrap::WrapArgs),
    /// Play games against itself and show the results
    Selfplay(selfplay::SelfplayArgs),
    /// Play two engines against each other and show the results
    Match(contest::MatchArgs),
    /// Find better parameters by games between settings (SPSA)
    Tune(tune::TuneArgs),
    /// Say who wins a position, and by which moves: exact results
    Solve(solve::SolveArgs),
    /// Check a proof that `solve --proof` wrote: it uses the rules of the game and nothing else
    Verify(verify::VerifyArgs),
    /// Say what every move of a game gave away: a table or JSON, comments, a graph
    ///
    /// An opening that may be swapped is measured against 50 %: the difference is what it gave away.
    Review(review::ReviewArgs),
    /// Play and analyse in a browser, on this machine; no internet is needed
    Web(web::WebArgs),
    /// Draw a position as an SVG picture, with what the engine thinks of it
    Show(show::ShowArgs),
    /// Search fixed positions: a signature of the search, and its speed
    Bench(bench::BenchArgs),
    /// Find and prove edge templates beyond those that are compiled in
    #[command(hide = true)]
    Templates(templates::TemplatesArgs),
    /// Find and prove the patterns of inferior cells that are compiled in
    #[command(hide = true)]
    Patterns(patterns::PatternsArgs),
    /// Make samples to train networks with: games against itself and searches of their positions
    Samples(samples::SamplesArgs),
    /// List every parameter with its default, its range and what it does
    Params,
    /// Write a script that lets a shell complete commands and options
    Completions(packaging::CompletionsArgs),
    /// Write manual pages: one for the program and one for each subcommand
    Man(packaging::ManArgs),
}

/// The parameters and the network of an engine.
#[derive(Clone, Debug, Args)]
struct EngineArgs {
    /// Set a parameter; `hexcoven params` lists them. May be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    /// The network to ask, a safetensors file that was trained for this program, instead of those compiled in
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
}

impl EngineArgs {
    /// What the user has set, on top of a profile.
    fn params(&self, profile: Profile) -> anyhow::Result<Params> {
        self.params_over(Params::of(profile))
    }

    /// The names of the parameters that the user has set.
    fn names(&self) -> impl Iterator<Item = &str> {
        self.settings.iter().filter_map(|pair| Some(pair.split_once('=')?.0.trim()))
    }

    /// What the user has set, on top of other settings: a solver's if they are of the profile `solve`.
    fn params_over(&self, params: Params) -> anyhow::Result<Params> {
        let plays = params.profile() != Profile::Solve;
        self.params_for(params, plays)
    }

    /// What the user has set, for searches whose limit is an option, and which play no move.
    fn search_params(&self) -> anyhow::Result<Params> {
        self.params_for(Params::of(Profile::Play), false)
    }

    /// What the user has set, on top of other settings, for games or not. A setting without an effect is refused.
    fn params_for(&self, mut params: Params, plays: bool) -> anyhow::Result<Params> {
        for pair in &self.settings {
            params.set_pair(pair).map_err(with_advice)?;
        }
        if let Some((name, reason)) = params.unused(plays).first() {
            bail!("`{name}` has no effect here: {reason}");
        }
        Ok(params)
    }

    /// The networks to ask.
    fn networks(&self) -> anyhow::Result<Arc<Networks>> {
        files::networks(self.network.as_deref())
    }

    /// The options that another process needs for the same engine.
    fn words(&self) -> Vec<String> {
        let network = self.network.iter().map(|path| path.to_string_lossy().into_owned());
        let network = network.flat_map(|path| ["--network".to_owned(), path]);
        let settings = self.settings.iter().flat_map(|set| ["--set".to_owned(), set.clone()]);
        network.chain(settings).collect()
    }

    /// A player who searches, in front of an empty board.
    fn player(&self, size: Size) -> anyhow::Result<Player> {
        Ok(Player::with_networks(size, self.search_params()?, self.networks()?))
    }
}

/// The error for the user. If there is no parameter of this name, it says where all are listed.
fn with_advice(error: ParamError) -> anyhow::Error {
    match error {
        ParamError::Unknown(_) => anyhow::anyhow!("{error}: `hexcoven params` lists all"),
        _ => error.into(),
    }
}

/// What the options say about the controller: its board and its coordinates.
#[derive(Clone, Copy, Debug, Args)]
struct ControllerArgs {
    /// Size of the board at the start: 11, or columns and rows such as 5x7
    #[arg(long, default_value = "11")]
    boardsize: Size,
    /// Leave out the letter I, as Go programs do (for GoGui and gogui-twogtp)
    #[arg(long)]
    skip_i: bool,
    /// Count rows from the bottom (for GoGui's Hex board)
    #[arg(long)]
    rows_from_bottom: bool,
    /// Name cells as KataHex does, and answer `kata-analyze` 30 ms late (for hexata)
    #[arg(long, conflicts_with_all = ["skip_i", "rows_from_bottom"])]
    katahex: bool,
}

impl ControllerArgs {
    fn session(self, params: Params, networks: Arc<Networks>) -> Session {
        let Self { skip_i, rows_from_bottom, .. } = self;
        let letters = Coordinates::Letters { skip_i, rows_from_bottom };
        let coordinates = if self.katahex { Coordinates::KataHex } else { letters };
        Session::new(Player::with_networks(self.boardsize, params, networks), coordinates)
    }
}

/// Reads a command for another engine. An empty line is refused: no engine answers it.
fn parse_line(text: &str) -> Result<String, String> {
    if text.contains(['\n', '\r']) || Request::parse(text).is_none() {
        return Err("it is empty, a comment or several lines, and not one command".to_owned());
    }
    Ok(text.to_owned())
}

/// Reads a number within a range.
fn parse_within<T>(text: &str, range: &RangeInclusive<T>) -> Result<T, String>
where
    T: FromStr + PartialOrd + Display,
{
    let number = text.parse().ok().filter(|number| range.contains(number));
    let (least, most) = (range.start(), range.end());
    number.ok_or_else(|| format!("`{text}` is not a number from {least} to {most}"))
}

/// Reads the time of a move in seconds, as the parameter `max_time` has it, but more than 0.
fn parse_move_seconds(text: &str) -> Result<f64, String> {
    let is_time = |seconds: &f64| *seconds <= 1_000_000.0 && parse_seconds(text).is_ok();
    let seconds = text.parse().ok().filter(is_time);
    seconds.ok_or_else(|| format!("`{text}` is not a number of seconds above 0, up to 1000000"))
}

/// Reads a time in seconds, more than 0.
fn parse_seconds(text: &str) -> Result<Duration, String> {
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero())
        .ok_or_else(|| format!("`{text}` is not a number of seconds above 0, or is too large"))
}

/// The version, with the commit that the program was built from, if it is known, and the networks compiled in.
fn version(commit: &str) -> String {
    let commit = if commit.is_empty() { String::new() } else { format!("commit {commit}, ") };
    let networks = SHIPPED.map(|network| format!("{} {}", network.name, network.checksum()));
    format!("{} ({commit}networks: {})", env!("CARGO_PKG_VERSION"), networks.join(", "))
}

/// The arguments of the process. Ends it, with a message, if they are no arguments of the program.
fn parse_arguments(commit: &str) -> Cli {
    let command = Cli::command().version(version(commit));
    let matches = command.try_get_matches().unwrap_or_else(|error| end_with(&error));
    Cli::from_arg_matches(&matches).unwrap_or_else(|error| end_with(&error))
}

/// Shows a message about the arguments, or the help that they ask for, and ends the process.
fn end_with(error: &clap::Error) -> ! {
    let code = match error.print() {
        // The reader has enough.
        Err(lost) if lost.kind() == io::ErrorKind::BrokenPipe && !error.use_stderr() => 0,
        Err(lost) => {
            // If that fails, too, nobody can be told.
            let _ = writeln!(io::stderr(), "hexcoven: {lost}");
            2
        }
        Ok(()) => error.exit_code(),
    };
    std::process::exit(code)
}

/// Runs the program, built from this commit, with the arguments of the process.
pub fn main(commit: &str) -> ExitCode {
    let cli = parse_arguments(commit);
    start_log(cli.log);
    let result = match cli.command {
        None => gtp::run(&cli.gtp, commit),
        Some(Command::Gtp(args)) => gtp::run(&args, commit),
        Some(Command::Wrap(args)) => wrap::run(&args),
        Some(Command::Selfplay(args)) => selfplay::run(&args),
        Some(Command::Match(args)) => contest::run(&args),
        Some(Command::Tune(args)) => tune::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Verify(args)) => return exit_code(verify::run(&args)),
        Some(Command::Review(args)) => review::run(&args),
        Some(Command::Web(args)) => web::run(&args),
        Some(Command::Show(args)) => show::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Templates(args)) => templates::run(&args),
        Some(Command::Patterns(args)) => patterns::run(&args),
        Some(Command::Samples(args)) => samples::run(&args),
        Some(Command::Params) => params::run(),
        Some(Command::Completions(args)) => packaging::complete(&args),
        Some(Command::Man(args)) => packaging::write_manual(&args),
    };
    exit_code(result.map(|()| ExitCode::SUCCESS))
}

/// The exit code of what a subcommand returned, after a message if it failed.
fn exit_code(result: anyhow::Result<ExitCode>) -> ExitCode {
    match result {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let code = if error.is::<Interrupted>() { interrupt::EXIT_CODE } else { 2 };
            // Where it cannot be written, the exit code still says that it failed.
            let _ = writeln!(io::stderr(), "hexcoven: {}", printable(&format!("{error:#}")));
            ExitCode::from(code)
        }
    }
}

/// Reads a level of logging.
fn log_level() -> impl TypedValueParser<Value = LevelFilter> {
    PossibleValuesParser::new(["off", "error", "warn", "info", "debug"])
        .map(|name| name.parse().expect("the name of a level"))
}

fn start_log(level: Option<LevelFilter>) {
    let mut builder = env_logger::Builder::new();
    match level {
        Some(level) => builder
            .parse_write_style(&std::env::var("RUST_LOG_STYLE").unwrap_or_default())
            .filter_level(level),
        // The command line logs the progress of long work at this level.
        None => builder
            .parse_env(env_logger::Env::default().default_filter_or("warn,hexcoven::cli=info")),
    };
    // The name of a module is of use only where RUST_LOG chooses by modules what to log.
    let names_modules = level.is_none() && std::env::var_os("RUST_LOG").is_some();
    builder.format(move |line, record| {
        let (time, level) = (line.timestamp_seconds(), record.level());
        let style = line.default_level_style(level);
        let module = if names_modules { format!(" {}", record.target()) } else { String::new() };
        let message = printable(&record.args().to_string());
        writeln!(line, "[{time} {style}{level:<5}{style:#}{module}] {message}")
    });
    builder.init();
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }
}
