//! `hexcoven selfplay`: the engine against itself.

use super::EngineArgs;
use super::files::{make_folder, write_file};
use super::interrupt::{set_on_interrupt, unless_interrupted};
use super::openings::OpeningArgs;
use crate::contest::{Tally, play_against_itself};
use crate::params::Params;
use crate::player::{Action, Game, Player};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct SelfplayArgs {
    /// Number of games
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Seconds a move [default: 1, or what `--set max_time` says]
    #[arg(long)]
    seconds: Option<f64>,
    /// Expansions a move. The same command then plays the same games
    #[arg(long, conflicts_with = "seconds", value_parser = clap::value_parser!(u64).range(1..))]
    expansions: Option<u64>,
    #[command(flatten)]
    openings: OpeningArgs,
    /// Folder to write the games to, as SGF records
    #[arg(long, value_name = "FOLDER")]
    sgf: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineArgs,
}

pub(super) fn run(args: &SelfplayArgs) -> anyhow::Result<()> {
    let mut out = io::stdout();
    let mut params = Params::default();
    params.set("max_time", "1")?;
    params = args.engine.params_over(params)?;
    if let Some(expansions) = args.expansions {
        params.set("max_expansions", &expansions.to_string())?;
        params.set("max_time", "1000000")?;
    } else if let Some(seconds) = args.seconds {
        params.set("max_time", &seconds.to_string())?;
    }
    let openings = args.openings.openings(args.games as usize)?;
    if let Some(folder) = &args.sgf {
        make_folder(folder)?;
    }
    let mut player = Player::with_networks(args.openings.size, params, args.engine.networks()?);
    set_on_interrupt(player.stop())?;
    let mut tally = Tally::default();
    let progress = ProgressBar::new(u64::from(args.games));
    progress.set_style(ProgressStyle::with_template(
        "{bar:30} game {pos} of {len}, {msg} [{elapsed}]",
    )?);
    for (number, opening) in (1..=args.games).zip(openings.iter().cycle()) {
        player.forget();
        let finished = play_against_itself(&mut player, opening, &mut |game| {
            progress.set_message(format!("move {}", game.actions().count()));
            if args.games == 1 {
                // A single game is shown move by move. An error here comes again at its end.
                let _ = progress.suspend(|| writeln!(out, "{}", last_move(game)));
            }
        });
        let Some(finished) = finished else { break };
        tally.add(&finished);
        if let Some(folder) = &args.sgf {
            let path = folder.join(format!("game-{number:04}.sgf"));
            write_file(&path, &(finished.record.write() + "\n"))?;
        }
        let result = finished.record.result().unwrap_or_default();
        let board = finished.game.board();
        progress.suspend(|| match args.games {
            1 => writeln!(out, "\n{board}\n\n{result} after {} moves", finished.length),
            _ => writeln!(out, "game {number}: {result} after {} moves", finished.length),
        })?;
        progress.inc(1);
    }
    progress.finish_and_clear();
    writeln!(out, "\n{tally}")?;
    Ok(unless_interrupted(player.stop())?)
}

/// The last move of a game, as `12 white f6`.
fn last_move(game: &Game) -> String {
    let count = game.actions().count();
    match game.actions().next_back() {
        Some(Action::Move(color, mv)) => {
            format!("{count:3} {color} {}", mv.name(game.board().size()))
        }
        _ => String::new(),
    }
}
