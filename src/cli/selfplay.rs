//! `hexcoven selfplay`: the engine against itself.

use super::files::{make_records_folder, write_record};
use super::interrupt::{set_on_interrupt, unless_interrupted};
use super::openings::{MOST_OPENINGS, OpeningArgs};
use super::output::Output;
use super::progress::Heartbeat;
use super::{EngineArgs, parse_move_seconds};
use crate::contest::{Finished, Tally, play_against_itself};
use crate::messages::counted;
use crate::params::Params;
use crate::player::{Action, Forecast, Player};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
pub(super) struct SelfplayArgs {
    /// Number of games
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=MOST_OPENINGS))]
    games: u32,
    /// Seconds a move, more than 0 [default: 1, or what `--set max_time` says]
    #[arg(long, value_parser = parse_move_seconds)]
    seconds: Option<f64>,
    /// Expansions a move. The same command then plays the same games
    #[arg(long, conflicts_with = "seconds", value_parser = clap::value_parser!(u64).range(1..))]
    expansions: Option<u64>,
    #[command(flatten)]
    openings: OpeningArgs,
    /// Folder to write the games to, as SGF records. None of them may be there already
    #[arg(long, value_name = "FOLDER")]
    sgf: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineArgs,
}

pub(super) fn run(args: &SelfplayArgs) -> anyhow::Result<()> {
    let mut out = Output::new();
    let params = args.params()?;
    let openings = args.openings.openings(args.games as usize)?;
    if let Some(folder) = &args.sgf {
        make_records_folder(folder, 1..=args.games as usize, 0)?;
    }
    let mut player = Player::with_networks(args.openings.size, params, args.engine.networks()?);
    set_on_interrupt(vec![player.stop().clone()])?;
    let mut tally = Tally::default();
    let progress = bar(args.games)?;
    let heartbeat =
        progress.is_hidden().then(|| Heartbeat::new("thinking about the first move".to_owned()));
    for (number, opening) in (1..=args.games).zip(openings.iter().cycle()) {
        player.forget();
        let finished = play_against_itself(&mut player, opening, &mut |player| {
            let at = format!("move {}", player.game().actions().count());
            if let Some(heartbeat) = &heartbeat {
                heartbeat.say(format!("game {number} of {}, after {at}", args.games));
            }
            progress.set_message(at);
            if args.games == 1 {
                // An error here comes again at the end.
                let _ = write_move(&mut out, player);
            }
        });
        let Some(finished) = finished else { break };
        tally.add(&finished);
        if let Some(folder) = &args.sgf {
            write_record(folder, number as usize, &finished.record, false)?;
        }
        let (board, result) = (finished.game.board(), result(&finished));
        progress.suspend(|| match args.games {
            1 => writeln!(out, "\n{board}\n\n{result}"),
            _ => writeln!(out, "game {number}: {result}"),
        })?;
        progress.inc(1);
        if !out.all_was_written() && args.sgf.is_none() {
            // Nobody would know of further games.
            break;
        }
    }
    progress.finish_and_clear();
    writeln!(out, "\n{tally}")?;
    unless_interrupted(player.stop())?;
    Ok(out.finish()?)
}

impl SelfplayArgs {
    /// A second a move, or the limit that the user has set.
    fn params(&self) -> anyhow::Result<Params> {
        let mut params = Params::default();
        params.set("max_time", "1")?;
        params = self.engine.params_over(params)?;
        if let Some(expansions) = self.expansions {
            params.set("max_expansions", &expansions.to_string())?;
            params.set("max_time", "1000000")?;
        } else if let Some(seconds) = self.seconds {
            params.set("max_time", &seconds.to_string())?;
        }
        Ok(params)
    }
}

/// A bar for so many games. A single game is shown move by move, and needs none.
fn bar(games: u32) -> anyhow::Result<ProgressBar> {
    let bar = if games == 1 { ProgressBar::hidden() } else { ProgressBar::new(games.into()) };
    let template = "{bar:30} game {pos} of {len}, {msg} [{elapsed}]";
    bar.set_style(ProgressStyle::with_template(template)?);
    bar.enable_steady_tick(Duration::from_secs(1));
    Ok(bar)
}

/// The board is shown after every so many moves.
const SHOWN_EVERY: usize = 10;

/// Writes the last move of a game, as `12 white f6, chance 54 %`: the chance of the player who made it. Now and then the
/// board follows.
fn write_move(out: &mut impl Write, player: &Player) -> io::Result<()> {
    let (game, count) = (player.game(), player.game().actions().count());
    let Some(Action::Move(color, mv)) = game.actions().next_back() else { return Ok(()) };
    let report = player.last_report().map(|(_, report)| report);
    // After a swap the player has what the opponent had.
    let owner = if mv.is_swap() { !*color } else { *color };
    let chance = match report.map(|report| Forecast::of(report, *color)) {
        Some(forecast @ Forecast::Proved(_)) => format!(", {}", forecast.text_for(owner)),
        Some(forecast) => format!(", chance {}", forecast.text_for(owner)),
        None => String::new(),
    };
    writeln!(out, "{count:3} {color} {}{chance}", mv.name(game.board().size()))?;
    if count.is_multiple_of(SHOWN_EVERY) { writeln!(out, "\n{}\n", game.board()) } else { Ok(()) }
}

/// Who won a game and how, with the result as records have it: `B+R: black wins in 31 moves, white resigns`.
fn result(finished: &Finished) -> String {
    let Finished { record, winner, length, game, .. } = finished;
    let moves = counted(length, "move");
    let how = match game.board().winner() {
        Some(_) => "its edges are joined".to_owned(),
        None => format!("{} resigns", !*winner),
    };
    format!("{}: {winner} wins in {moves}, {how}", record.result().unwrap_or_default())
}
