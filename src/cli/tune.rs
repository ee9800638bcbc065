//! `hexcoven tune`: better parameters by games between settings.

use super::openings::OpeningArgs;
use super::{EngineArgs, parse_within, stop_on_interrupt};
use crate::contest::{
    Contestant, Fixture, Gains, Ledger, Lesson, Opening, Referee, Rules, Spsa, Trial, in_parallel,
    next_result,
};
use crate::params::Profile;
use crate::search::Stop;
use anyhow::{bail, ensure};
use clap::Args;
use comfy_table::{Table, presets};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::HashSet;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

#[derive(Clone, Debug, Args)]
pub(super) struct TuneArgs {
    /// A parameter to tune; its logarithm moves, from the value that it has. May be repeated
    #[arg(long = "tune", value_name = "NAME", required = true)]
    names: Vec<String>,
    /// Expansions a move; of several, such as 100,400, the trials take one in turn
    #[arg(long, value_delimiter = ',', default_value = "200", value_parser = clap::value_parser!(u64).range(1..))]
    expansions: Vec<u64>,
    /// Number of trials, pairs of games in one opening
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    /// How far apart the two settings of a trial are at first: 0.3 is up by 35 % against down by 26 %
    #[arg(long, default_value_t = 0.3, value_parser = parse_share)]
    spread: f64,
    /// The step after a pair that one side has won, as a share of the spread, at first
    #[arg(long, default_value_t = 0.2, value_parser = parse_share)]
    step: f64,
    #[command(flatten)]
    openings: OpeningArgs,
    /// Games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    parallel: u32,
    /// File to write the trials to, a line of JSON each, with the values after it. What is in it
    /// already is learned again
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineArgs,
}

fn parse_share(text: &str) -> Result<f64, String> {
    parse_within(text, &(0.001..=2.0))
}

pub(super) fn run(args: &TuneArgs) -> anyhow::Result<()> {
    let mut spsa = args.spsa()?;
    let start = spsa.values();
    let mut ledger: Ledger<Lesson> = Ledger::open_if_any(args.out.as_deref())?;
    spsa.replay(ledger.entries());
    ensure!(
        ledger.entries().last().is_none_or(|last| last.values == spsa.values()),
        "--out is the log of other parameters or other steps"
    );
    let openings = args.openings.openings(args.pairs as usize)?;
    let stop = stop_on_interrupt()?;
    let spsa = Arc::new(Mutex::new(spsa));
    let (planner, player) = (Arc::clone(&spsa), args.clone());
    // A trial is planned when one was learned from, and not before: else chance says around which values.
    let (learned, may_plan) = channel();
    (0..args.parallel).try_for_each(|_| learned.send(()))?;
    let results = in_parallel(
        args.parallel,
        move || may_plan.recv().ok().map(|()| lock(&planner).plan()),
        move |trial| {
            let wins = player.wins(&trial, &openings[trial.number % openings.len()]);
            (trial, wins)
        },
    );
    let learn = |trial: &Trial, wins| {
        let lesson = lock(&spsa).learn(trial, wins);
        // If nobody listens, there is no trial left to plan.
        let _ = learned.send(());
        lesson
    };
    args.follow(&results, learn, &mut ledger, &stop)?;
    write_values(&mut io::stdout(), &start, &lock(&spsa).values())?;
    Ok(())
}

fn lock(spsa: &Mutex<Spsa>) -> MutexGuard<'_, Spsa> {
    spsa.lock().unwrap_or_else(PoisonError::into_inner)
}

impl TuneArgs {
    fn spsa(&self) -> anyhow::Result<Spsa> {
        let params = self.engine.params(Profile::Play)?;
        ensure!(!params.player.allow_swap, "games between engines are played without a swap");
        let set = self.engine.settings.iter().filter_map(|pair| Some(pair.split_once('=')?.0));
        let mut given = set.chain(self.names.iter().map(String::as_str));
        let is_limit = |name: &&str| limits(0).iter().any(|(limit, _)| limit == name);
        if let Some(limit) = given.find(is_limit) {
            bail!("{limit}: a move takes as many expansions as --expansions says");
        }
        let mut names = HashSet::new();
        if let Some(twice) = self.names.iter().find(|name| !names.insert(*name)) {
            bail!("--tune {twice} comes twice");
        }
        let gains = Gains { spread: self.spread, step: self.step, pairs: self.pairs as usize };
        Ok(Spsa::new(&self.names, &params, gains, self.openings.seed)?)
    }

    /// How many games of a trial's pair its one side has won.
    fn wins(&self, trial: &Trial, opening: &Opening) -> usize {
        let expansions = self.expansions[trial.number % self.expansions.len()];
        let contestant = |settings: &[String]| Contestant {
            command: self.command(expansions, settings),
            setup: Vec::new(),
        };
        let rules = Rules {
            patience: Duration::from_hours(1),
            judging: Duration::from_secs(10),
            proving: 0,
        };
        let mut referee = Referee::new(contestant(&trial.one), contestant(&trial.other), rules);
        let won = |a_is_black| {
            let fixture = Fixture { number: trial.number, opening: opening.clone(), a_is_black };
            let played = referee.play(&fixture).0;
            if !played.fault.is_empty() {
                log::error!("trial {}: {}", trial.number, played.fault);
            }
            played.a_won
        };
        [true, false].map(won).into_iter().filter(|won| *won).count()
    }

    fn command(&self, expansions: u64, settings: &[String]) -> Vec<String> {
        let program = std::env::current_exe().unwrap_or_else(|_| PathBuf::from("hexcoven"));
        let limits = limits(expansions).map(|(name, value)| format!("{name}={value}"));
        let settings = self.engine.settings.iter().chain(&limits).chain(settings);
        let settings = settings.flat_map(|setting| ["--set".to_owned(), setting.clone()]);
        let network = self.engine.network.iter();
        let network =
            network.flat_map(|path| ["--network".to_owned(), path.to_string_lossy().into_owned()]);
        let program = program.to_string_lossy().into_owned();
        std::iter::once(program).chain(network).chain(settings).collect()
    }

    /// Learns from the trials until there were enough, or the user has had enough.
    fn follow(
        &self,
        results: &Receiver<(Trial, usize)>,
        learn: impl Fn(&Trial, usize) -> Lesson,
        ledger: &mut Ledger<Lesson>,
        stop: &Stop,
    ) -> anyhow::Result<()> {
        let progress =
            ProgressBar::new(self.pairs.into()).with_style(ProgressStyle::with_template(
                "{bar:30} {pos} of {len} pairs [{elapsed}, {eta} left] {msg}",
            )?);
        progress.set_position(ledger.entries().len() as u64);
        progress.reset_eta();
        progress.enable_steady_tick(Duration::from_secs(1));
        while ledger.entries().len() < self.pairs as usize {
            let Some((trial, wins)) = next_result(results, stop) else { break };
            let lesson = learn(&trial, wins);
            progress.set_message(lesson.values.join(" "));
            ledger.add(lesson)?;
            progress.inc(1);
        }
        progress.finish_and_clear();
        let is_over = stop.is_set() || ledger.entries().len() >= self.pairs as usize;
        ensure!(is_over, "trials were lost by a bug of ours; the same command goes on with --out");
        Ok(())
    }
}

/// The parameters that make a move take so many expansions.
fn limits(expansions: u64) -> [(&'static str, u64); 2] {
    [("max_expansions", expansions), ("max_time", 1_000_000)]
}

fn write_values(out: &mut impl Write, start: &[String], now: &[String]) -> io::Result<()> {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(["parameter", "start", "now"]);
    for (start, now) in start.iter().zip(now) {
        let (name, start) = start.split_once('=').unwrap_or((start, ""));
        table.add_row([name, start, now.split_once('=').map_or("", |(_, now)| now)]);
    }
    writeln!(
        out,
        "{table}\n\nTry it: {}",
        now.iter().map(|v| format!("--set {v}")).collect::<Vec<_>>().join(" ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: TuneArgs,
    }

    #[test]
    fn both_sides_play_as_the_user_sets_them_up() {
        let line = "tune --tune eta --network n.bin --set delta=90";
        let args = Line::parse_from(line.split(' ')).args;
        let command = args.command(50, &["eta=0.5".to_owned()]).split_off(1).join(" ");
        assert!(command.starts_with("--network n.bin --set delta=90 --set max_expansions=50 "));
        assert!(command.ends_with(" --set eta=0.5"), "{command}");
    }
}
