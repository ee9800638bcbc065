//! `hexcoven tune`: better parameters by games between settings.

use super::command_line::{CommandLine, joined};
use super::interrupt::{stop_on_interrupt, unless_interrupted};
use super::openings::{MOST_OPENINGS, OpeningArgs};
use super::output::Output;
use super::progress::Progress;
use super::{EngineArgs, parse_within, with_advice};
use crate::contest::{
    Gains, GameResult, Ledger, MatchRules, Opening, Referee, ScheduledGame, Spsa, Trial,
    TrialRecord, TrialResult, in_parallel, next_result,
};
use crate::params::Profile;
use crate::search::Stop;
use anyhow::{Error, bail, ensure};
use clap::Args;
use comfy_table::{Table, presets};
use parking_lot::Mutex;
use std::collections::HashSet;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};

#[derive(Clone, Debug, Args)]
pub(super) struct TuneArgs {
    /// A parameter to tune, a number above 0, from its default or what --set says. May be repeated
    #[arg(long = "tune", value_name = "NAME", required = true)]
    names: Vec<String>,
    /// Expansions a move. If there are several, such as 100,400, the trials take turns
    #[arg(long, value_delimiter = ',', default_value = "200", value_parser = clap::value_parser!(u64).range(1..))]
    expansions: Vec<u64>,
    /// Number of trials: two games from one opening, with both colours
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=MOST_OPENINGS))]
    pairs: u32,
    /// How far parameters are moved in the first trial: 0.3 is up by 35 % on one side, down by 26 % on the other
    #[arg(long, default_value_t = 0.3, value_parser = parse_share)]
    spread: f64,
    /// The step if one side wins both games of the first trial, as a share of --spread
    #[arg(long, default_value_t = 0.2, value_parser = parse_share)]
    step: f64,
    #[command(flatten)]
    openings: OpeningArgs,
    /// Games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    parallel: u32,
    /// File to write the trials to, a line of JSON each, with the values after it. The same command goes on from
    /// it. A trial in which an engine failed counts as one and changes no parameter
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
    let mut ledger: Ledger<TrialRecord> = Ledger::open_if_any(args.out.as_deref())?;
    let games = args.games();
    let own = CommandLine::own().map_err(Error::msg)?;
    let is_other = |record: &&TrialRecord| !record.games.is_empty() && record.games != games;
    if let Some(other) = ledger.entries().iter().find(is_other) {
        bail!("--out is the log of other games: {} there, {games} now", other.games);
    }
    spsa.replay(ledger.entries());
    ensure!(
        ledger.entries().last().is_none_or(|last| last.values == spsa.values()),
        "--out is the log of other parameters or other steps: give the same --tune, --set, --spread, --step, \
         --pairs and --seed, or name another file"
    );
    let openings = args.openings.openings(args.pairs as usize)?;
    let stop = stop_on_interrupt()?;
    let spsa = Mutex::new(spsa);
    // The next trial is planned only after one was learned from. Otherwise it would depend on timing around
    // which values it is.
    let (learned, may_plan) = channel();
    (0..args.parallel).try_for_each(|_| learned.send(()))?;
    let spsa = &spsa;
    let learn = move |trial: &Trial, result| {
        let values = spsa.lock().learn(trial, &result);
        // It fails when no more trials are planned.
        let _ = learned.send(());
        TrialRecord { trial: trial.number, result, values, games: games.clone() }
    };
    in_parallel(
        args.parallel,
        move || may_plan.recv().ok().map(|()| spsa.lock().plan()),
        |trial, halt| {
            let opening = &openings[trial.number % openings.len()];
            args.play(&own, &trial, opening, halt).map(|games| (trial, games))
        },
        // It drops `learn` when it returns. Then no thread waits to plan a trial.
        |results| args.follow(results, learn, &mut ledger, &stop),
    )??;
    let mut out = Output::new();
    let spsa = spsa.lock();
    let drift = spsa.drift(ledger.entries().len());
    write_values(&mut out, &start, &spsa.values(), ledger.entries())?;
    writeln!(
        out,
        "By chance alone, a parameter without effect moves by a factor of {drift:.2} (one standard deviation)"
    )?;
    unless_interrupted(&stop)?;
    Ok(out.finish()?)
}

impl TuneArgs {
    fn spsa(&self) -> anyhow::Result<Spsa> {
        let params = self.engine.params(Profile::Play)?;
        ensure!(
            !params.player.allow_swap,
            "`allow_swap` has no effect here: games between engines are played without a swap"
        );
        let mut given = self.engine.names().chain(self.names.iter().map(String::as_str));
        let is_limit = |name: &&str| limits(0).iter().any(|(limit, _)| limit == name);
        if let Some(limit) = given.find(is_limit) {
            bail!("`{limit}` is neither set nor tuned here: --expansions limits each move");
        }
        let mut names = HashSet::new();
        if let Some(twice) = self.names.iter().find(|name| !names.insert(*name)) {
            bail!("--tune {twice} comes twice");
        }
        let gains = Gains { spread: self.spread, step: self.step, pairs: self.pairs as usize };
        let spsa =
            Spsa::new(&self.names, &params, gains, self.openings.seed).map_err(with_advice)?;
        let Trial { one, other, .. } = spsa.clone().plan();
        if let Some((same, _)) = one.iter().zip(&other).find(|(one, other)| one == other) {
            bail!("--spread {} gives both sides {same}: give a larger one", self.spread);
        }
        Ok(spsa)
    }

    /// How the games are played, as options of the command line.
    fn games(&self) -> String {
        let expansions: Vec<String> = self.expansions.iter().map(u64::to_string).collect();
        let openings = self.openings.words();
        let expansions = vec!["--expansions".to_owned(), expansions.join(",")];
        joined(&[openings, expansions, self.engine_words(&[])].concat())
    }

    /// Plays the two games of a trial, the first side with Black first. None if they were given up.
    fn play(
        &self,
        own: &CommandLine,
        trial: &Trial,
        opening: &Opening,
        halt: &Stop,
    ) -> Option<[GameResult; 2]> {
        let expansions = self.expansions[trial.number % self.expansions.len()];
        let contestant = |settings: &[String]| {
            let limits = limits(expansions).map(|(name, value)| format!("{name}={value}"));
            own.with(&self.engine_words(&[&limits, settings].concat())).contestant(&[])
        };
        // Nothing is learned from a fault, so the solver need not find out who would have won.
        let rules =
            MatchRules { move_limit: 3600.0, judge_seconds: 0.0, adjudicate: 0, game_time: 0 };
        let (one, other) = (contestant(&trial.one), contestant(&trial.other));
        let mut referee = Referee::new(one, other, rules, halt.clone());
        let mut game = |a_is_black| {
            let scheduled =
                ScheduledGame { number: trial.number, opening: opening.clone(), a_is_black };
            referee.play(&scheduled).map(|(played, _)| played)
        };
        Some([game(true)?, game(false)?])
    }

    /// The options that the engines get: the user's, and these settings.
    fn engine_words(&self, settings: &[String]) -> Vec<String> {
        let EngineArgs { settings: of_user, network } = &self.engine;
        let settings = [of_user, settings].concat();
        EngineArgs { settings, network: network.clone() }.words()
    }

    /// Learns from the trials until all are played or the user interrupts.
    fn follow(
        &self,
        results: &Receiver<(Trial, [GameResult; 2])>,
        learn: impl Fn(&Trial, TrialResult) -> TrialRecord,
        ledger: &mut Ledger<TrialRecord>,
        stop: &Stop,
    ) -> anyhow::Result<()> {
        let pairs = self.pairs as usize;
        let mut progress = Progress::new(ledger.entries().len(), pairs, "pairs");
        while ledger.entries().len() < pairs {
            let Some((trial, games)) = next_result(results, stop) else { break };
            let record = learn(&trial, trial_result(&games)?);
            if let TrialResult::Fault(fault) = &record.result {
                log::warn!("nothing is learned from trial {}: {fault}", trial.number);
            }
            let values = record.values.join(" ");
            ledger.add(record)?;
            progress.show(ledger.entries().len(), values);
        }
        progress.finish();
        let is_over = stop.is_set() || ledger.entries().len() >= pairs;
        ensure!(is_over, "trials were lost by a bug of ours; the same command goes on with --out");
        Ok(())
    }
}

/// The result of the two games of a trial.
///
/// # Errors
/// Both ended by a fault: it is likely that all others will too.
fn trial_result(games: &[GameResult; 2]) -> anyhow::Result<TrialResult> {
    let faults = games.each_ref().map(|game| Some(&game.fault).filter(|fault| !fault.is_empty()));
    Ok(match faults {
        [None, None] => TrialResult::Wins(games.iter().filter(|game| game.a_won).count()),
        [Some(fault), None] | [None, Some(fault)] => TrialResult::Fault(fault.clone()),
        [Some(fault), Some(_)] => bail!(
            "an engine failed in both games of trial {}: {fault}\nTry the engines by hand: {}\nand {}",
            games[0].game,
            games[0].a,
            games[0].b
        ),
    })
}

/// The settings with which every move takes this many expansions.
fn limits(expansions: u64) -> [(&'static str, u64); 2] {
    [("max_expansions", expansions), ("max_time", 1_000_000)]
}

fn write_values(
    out: &mut impl Write,
    start: &[String],
    now: &[String],
    log: &[TrialRecord],
) -> io::Result<()> {
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
    )?;
    let faults = log.iter().filter(|record| matches!(record.result, TrialResult::Fault(_))).count();
    if faults > 0 {
        let trials = log.len();
        writeln!(
            out,
            "Of {trials} trials {faults} counted for nothing: an engine failed in a game"
        )?;
    }
    Ok(())
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
    fn a_game_that_an_engine_has_failed_in_says_nothing() {
        let game = |a_won, fault: &str| GameResult {
            a_won,
            fault: fault.to_owned(),
            ..GameResult::default()
        };
        let result = |games| trial_result(&games);
        let (won, lost) = (game(true, ""), game(false, ""));
        let crash = game(true, "b: the program ended");
        assert_eq!(result([won.clone(), lost]).unwrap(), TrialResult::Wins(1));
        let fault = TrialResult::Fault(crash.fault.clone());
        assert_eq!(result([won.clone(), crash.clone()]).unwrap(), fault);
        assert_eq!(result([crash.clone(), won]).unwrap(), fault);
        assert!(result([crash.clone(), crash]).is_err());
        let (mut text, values) = (Vec::new(), ["eta=1".to_owned()]);
        let games = String::new();
        let record = TrialRecord { trial: 0, result: fault, values: values.to_vec(), games };
        write_values(&mut text, &values, &values, &[record]).unwrap();
        assert!(String::from_utf8(text).unwrap().contains("Of 1 trials 1 counted for nothing"));
    }

    #[test]
    fn both_sides_play_as_the_user_sets_them_up() {
        let line = "tune --tune eta --network n.bin --set delta=90";
        let args = Line::parse_from(line.split(' ')).args;
        let command = args.engine_words(&["eta=0.5".to_owned()]).join(" ");
        assert_eq!(command, "--network n.bin --set delta=90 --set eta=0.5");
        let games = "--size 11x11 --seed 1 --expansions 200 --network n.bin --set 'delta=90'";
        assert_eq!(args.games(), games);
    }
}
