//! `hexcoven match`: two engines against each other.

use super::command_line::CommandLine;
use super::files::{make_records_folder, write_record};
use super::interrupt::{stop_on_interrupt, unless_interrupted};
use super::openings::{MOST_OPENINGS, OpeningArgs};
use super::output::Output;
use super::progress::Progress;
use super::{parse_line, parse_move_seconds};
use crate::contest::{
    GameResult, Hypothesis, Ledger, MatchResult, MatchRules, Opening, Referee, ScheduledGame,
    Shard, Sprt, in_parallel, next_result, read_ledger, schedule,
};
use crate::messages::counted;
use crate::record::Record;
use crate::search::Stop;
use anyhow::{anyhow, bail, ensure};
use clap::{Args, Subcommand};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;
use std::sync::mpsc::Receiver;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct MatchArgs {
    #[command(subcommand)]
    action: Option<MatchAction>,
    #[command(flatten)]
    play: Option<PlayArgs>,
    #[command(flatten)]
    openings: OpeningArgs,
}

#[derive(Debug, Subcommand)]
enum MatchAction {
    /// Join the results of several machines, or show those of one again
    Report(ReportArgs),
}

#[derive(Debug, Args)]
struct ReportArgs {
    /// Files that `match --out` wrote
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Test between two Elo differences of A, such as 0,30, with an error of some 5 %
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
}

#[derive(Clone, Debug, Args)]
struct PlayArgs {
    /// How engine A is started, such as `hexcoven --set max_time=1`; `hexcoven` is this program
    #[arg(long, value_name = "COMMAND", value_parser = CommandLine::parse)]
    a: CommandLine,
    /// How engine B is started
    #[arg(long, value_name = "COMMAND", value_parser = CommandLine::parse)]
    b: CommandLine,
    /// Send this line to A at the start, for a parameter of its own. May be repeated
    #[arg(long, value_name = "LINE", value_parser = parse_line)]
    setup_a: Vec<String>,
    /// Send this line to B at the start. May be repeated
    #[arg(long, value_name = "LINE", value_parser = parse_line)]
    setup_b: Vec<String>,
    /// Number of pairs: two games from one opening, with both colours. If there are more openings than pairs,
    /// they are taken at equal distances from the file; if there are fewer, they are used again [default: one pair an
    /// opening; without a file 24, or 2000 with --sprt]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=MOST_OPENINGS))]
    pairs: Option<u32>,
    /// Games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    parallel: u32,
    /// File to write the results to, a line of JSON a game; the notes on lines of JSON say what its fields are. Games
    /// that are in it are not played again; engines, openings and rules must be the same
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Folder to write the games to, as SGF records. None of them may be there already, unless the match
    /// goes on from --out
    #[arg(long, value_name = "FOLDER")]
    sgf: Option<PathBuf>,
    /// Stop as soon as it is decided which of two Elo differences, such as 0,30, A has, with an error of some 5 %. That takes some
    /// 300 pairs for 0,30 and 75 for 0,60; A's share of wins is then a little exaggerated
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Play only one part of the match: 2/8 is the part of the second of eight machines
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    shard: Shard,
    /// Seconds that each engine may think in a game; who oversteps them loses. Engines are told by `time_settings`
    /// and `time_left` [default: no limit]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    game_time: Option<u32>,
    /// Seconds after which an answer is late. An engine has at least 60 to start and answer its first command
    /// [default: 120, or --game-time if that is more]
    #[arg(long, value_name = "SECONDS", value_parser = parse_move_seconds)]
    move_limit: Option<f64>,
    /// Seconds that our solver may take to prove the winner after a crash, an illegal move or a late one. If it finds no
    /// proof, or the engine that failed has not moved yet, that engine loses the game
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_move_seconds)]
    judge_seconds: f64,
    /// Expansions that our solver may spend after every move; a game whose winner it proves ends
    /// [default: play to the end]
    #[arg(long, value_name = "EXPANSIONS", default_value_t = 0, hide_default_value = true)]
    adjudicate: u64,
}

/// Pairs of a test without a file of openings. A test of two differences at least 30 Elo apart hardly ever needs so many.
const MOST_TESTED: usize = 2000;

pub(super) fn run(args: &MatchArgs) -> anyhow::Result<()> {
    match (&args.action, &args.play) {
        (Some(MatchAction::Report(report)), _) => report.run(),
        (None, Some(play)) => play.run(&args.openings),
        (None, None) => bail!("a match needs --a and --b"),
    }
}

impl ReportArgs {
    fn run(&self) -> anyhow::Result<()> {
        let mut games: Vec<GameResult> = Vec::new();
        let mut numbers = BTreeSet::new();
        // What the games so far say of board and versions: old files do not.
        let mut known = GameResult::default();
        for path in &self.files {
            for played in read_ledger::<GameResult>(path)? {
                let is_same = |first: &GameResult| (&first.a, &first.b) == (&played.a, &played.b);
                let (file, first) = (path.display(), self.files[0].display());
                let same_engines = games.first().is_none_or(is_same);
                ensure!(same_engines, "{file}: other engines than in {first}");
                let by_same = |first: &GameResult| first.rules == played.rules;
                let same_rules = games.first().is_none_or(by_same);
                ensure!(same_rules, "{file}: other rules than in {first}");
                if let Some(difference) = played.other_setting(&known) {
                    let game = played.game;
                    bail!("{file}: game {game} is one of another match: {difference}");
                }
                known.complete_setting(&played);
                let is_new = numbers.insert(played.game);
                ensure!(is_new, "{file}: game {} is there already", played.game);
                games.push(played);
            }
        }
        let mut out = Output::new();
        write_result(&mut out, &games, self.sprt)?;
        Ok(out.finish()?)
    }
}

impl PlayArgs {
    fn run(&self, openings: &OpeningArgs) -> anyhow::Result<()> {
        let schedule = self.schedule(openings)?;
        let mut ledger = self.ledger(&schedule)?;
        let played: BTreeSet<usize> = ledger.entries().iter().map(|played| played.game).collect();
        let is_left = |game: &&ScheduledGame| !played.contains(&game.number);
        let left: Vec<ScheduledGame> = schedule.iter().filter(is_left).cloned().collect();
        self.prepare_folder(&left, left.len() < schedule.len())?;
        let stop = stop_on_interrupt()?;
        if !left.is_empty() {
            let checked = self.referee(&stop).check(openings.size);
            unless_interrupted(&stop)?;
            let [a_version, b_version] = checked.map_err(|(engine, error)| {
                anyhow!(error).context(format!("cannot start {engine}"))
            })?;
            let now = GameResult { a_version, b_version, ..GameResult::default() };
            refuse_others(ledger.entries(), |played| played.other_setting(&now))?;
        }
        let mut left = left.into_iter();
        in_parallel(
            self.parallel,
            || left.next(),
            |game, halt| self.referee(halt).play(&game),
            |results| self.follow(results, &mut ledger, schedule.len(), &stop),
        )??;
        let mut out = Output::new();
        write_result(&mut out, ledger.entries(), self.sprt)?;
        unless_interrupted(&stop)?;
        Ok(out.finish()?)
    }

    /// Makes the folder for the records of the games that are left. Where a match goes on, one of them may be there: a record
    /// is written just before the result.
    fn prepare_folder(&self, left: &[ScheduledGame], goes_on: bool) -> anyhow::Result<()> {
        let Some(folder) = &self.sgf else { return Ok(()) };
        make_records_folder(folder, left.iter().map(|game| game.number), usize::from(goes_on))
    }

    /// A referee who gives a game up when `halt` is set.
    fn referee(&self, halt: &Stop) -> Referee {
        let (a, b) = (self.a.contestant(&self.setup_a), self.b.contestant(&self.setup_b));
        Referee::new(a, b, self.rules(), halt.clone())
    }

    fn rules(&self) -> MatchRules {
        let game_time = self.game_time.unwrap_or(0);
        MatchRules {
            move_limit: self.move_limit.unwrap_or_else(|| f64::from(game_time).max(120.0)),
            judge_seconds: self.judge_seconds,
            adjudicate: self.adjudicate,
            game_time,
        }
    }

    /// The games of this shard.
    fn schedule(&self, openings: &OpeningArgs) -> anyhow::Result<Vec<ScheduledGame>> {
        let pairs = self.pairs.map(|pairs| pairs as usize);
        let without_file = if self.sprt.is_some() { MOST_TESTED } else { 24 };
        let openings = openings.openings(pairs.unwrap_or(without_file))?;
        let pairs = pairs.unwrap_or(openings.len());
        let different = openings.iter().map(Opening::cells).collect::<BTreeSet<_>>().len();
        if self.sprt.is_some() && pairs > different {
            let openings = counted(different, "opening");
            log::warn!(
                "{pairs} pairs from {openings}: the test takes pairs from one opening for independent, which they are not"
            );
        }
        let mut games = schedule(&openings, pairs);
        games.retain(|game| self.shard.has(game));
        Ok(games)
    }

    /// The games so far, which must be some of these.
    fn ledger(&self, schedule: &[ScheduledGame]) -> anyhow::Result<Ledger<GameResult>> {
        let ledger: Ledger<GameResult> = Ledger::open_if_any(self.out.as_deref())?;
        let referee = self.referee(&Stop::default());
        let games: BTreeMap<usize, &ScheduledGame> =
            schedule.iter().map(|game| (game.number, game)).collect();
        for number in ledger.entries().iter().map(|played| played.game) {
            ensure!(
                games.contains_key(&number),
                "game {number} of --out is not one of those that --pairs and --shard name"
            );
        }
        refuse_others(ledger.entries(), |played| {
            played.difference(&referee.announce(games[&played.game]))
        })?;
        let mut numbers = BTreeSet::new();
        if let Some(again) = ledger.entries().iter().find(|played| !numbers.insert(played.game)) {
            bail!("game {} comes twice in --out", again.game);
        }
        for played in ledger.entries() {
            let differences = played.rules.map(|rules| differences(&self.rules(), &rules));
            let differences = differences.unwrap_or_default().join("; ");
            let game = played.game;
            ensure!(differences.is_empty(), "game {game} of --out had other rules: {differences}");
        }
        if let Some(path) = self.out.as_ref().filter(|_| !ledger.entries().is_empty()) {
            let (found, all) = (ledger.entries().len(), schedule.len());
            log::info!("found {found} of {all} games in {}", path.display());
        }
        Ok(ledger)
    }

    /// Writes down the results until all games are played, the test is decided, or the user interrupts.
    fn follow(
        &self,
        results: &Receiver<(GameResult, Record)>,
        ledger: &mut Ledger<GameResult>,
        games: usize,
        stop: &Stop,
    ) -> anyhow::Result<()> {
        let mut progress = Progress::new(ledger.entries().len(), games, "games");
        let mut result = MatchResult::of(ledger.entries());
        // Then one of the records may be there, see `prepare_folder`.
        let goes_on = !ledger.entries().is_empty();
        while !self.is_decided(&result) {
            let Some((played, record)) = next_result(results, stop) else { break };
            if let Some(folder) = &self.sgf {
                write_record(folder, played.game, &record, goes_on)?;
            }
            if let Some(fault) = played.fault_in_words() {
                log::warn!("{fault}");
            }
            ledger.add(played)?;
            result = MatchResult::of(ledger.entries());
            progress.show(ledger.entries().len(), format!("A won {}", result.wins()));
        }
        progress.finish();
        let is_over = stop.is_set() || self.is_decided(&result) || ledger.entries().len() == games;
        ensure!(is_over, "games were lost by a bug of ours; the same command goes on with --out");
        Ok(())
    }

    fn is_decided(&self, result: &MatchResult) -> bool {
        self.sprt.is_some_and(|sprt| sprt.verdict(result.pairs()).is_some())
    }
}

/// Refuses to go on from games if one is of another match, as `difference` says in words.
fn refuse_others(
    games: &[GameResult],
    difference: impl Fn(&GameResult) -> Option<String>,
) -> anyhow::Result<()> {
    for played in games {
        if let Some(difference) = difference(played) {
            let game = played.game;
            bail!("game {game} of --out is one of another match: {difference}; name another file");
        }
    }
    Ok(())
}

/// The options in which the present rules differ from those of a game, in words.
fn differences(now: &MatchRules, then: &MatchRules) -> Vec<String> {
    let values = |rules: &MatchRules| {
        let MatchRules { move_limit, judge_seconds, adjudicate, game_time } = rules;
        [
            ("--move-limit", move_limit.to_string()),
            ("--judge-seconds", judge_seconds.to_string()),
            ("--adjudicate", adjudicate.to_string()),
            ("--game-time", game_time.to_string()),
        ]
    };
    let pairs = values(now).into_iter().zip(values(then)).filter(|(now, then)| now != then);
    pairs.map(|((name, now), (_, then))| format!("{name} is {now}, and was {then}")).collect()
}

fn write_result(
    out: &mut impl Write,
    games: &[GameResult],
    sprt: Option<Sprt>,
) -> anyhow::Result<()> {
    if let Some(first) = games.first() {
        writeln!(out, "A: {}\nB: {}\n", first.a, first.b)?;
    }
    let result = MatchResult::of(games);
    writeln!(out, "{result}")?;
    if let Some(sprt) = sprt {
        let (ratio, bound) = (sprt.ratio(result.pairs()), Sprt::bound());
        let verdict = match sprt.verdict(result.pairs()) {
            Some(Hypothesis::Upper) => format!("{:+} Elo rather than {:+}", sprt.upper, sprt.lower),
            Some(Hypothesis::Lower) => format!("{:+} Elo rather than {:+}", sprt.lower, sprt.upper),
            None => "not decided".to_owned(),
        };
        writeln!(out, "test: {verdict} (log-likelihood ratio {ratio:.2} of {bound:.2})")?;
    }
    for fault in games.iter().filter_map(GameResult::fault_in_words) {
        writeln!(out, "{fault}")?;
    }
    Ok(())
}
