//! `hexcoven show`: a position as a picture, with what the engine thinks of it.

use super::EngineArgs;
use super::files::{check_replaceable, replace_file};
use super::picture::{Look, Picture};
use super::position::PositionArgs;
use super::staircases;
use crate::board::{Cell, Color, Position};
use crate::evaluation::Assessment;
use crate::knowledge::Knowledge;
use crate::player::{Action, Forecast, Game, Move};
use crate::search::{Limits, Report};
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Write the picture to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Show the score of each move that is worth searching, in percent of the highest. Nothing is shown if the
    /// position is decided without a search
    #[arg(long, conflicts_with = "search")]
    energies: bool,
    /// Search, and show for each move its share of the work in percent, and the chance of winning by it
    #[arg(long, value_name = "EXPANSIONS")]
    search: Option<u64>,
    /// Write text instead of a picture: for each value of the search, how many leaves must change to reach it
    #[arg(long, requires = "search", conflicts_with = "inferior")]
    staircases: bool,
    /// Show the cells that need not be considered: captured cells in their player's colour, dead ones grey, and a
    /// cross on other moves that need not be searched. If any move wins, so does one without a mark, unless the captured
    /// cells alone decide the game
    #[arg(long)]
    inferior: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

pub(super) fn run(args: &ShowArgs) -> anyhow::Result<()> {
    if let Some(path) = &args.out {
        let (begins_with, kind) = if args.staircases {
            (staircases::FIRST_WORDS, "a text of staircases")
        } else {
            ("<svg", "a picture in SVG")
        };
        check_replaceable(path, begins_with, kind)?;
    }
    let game = args.position.game()?;
    let shown = if args.staircases { args.staircases(game)? } else { args.picture(game)? } + "\n";
    match &args.out {
        Some(path) => replace_file(path, &shown),
        None => Ok(io::stdout().write_all(shown.as_bytes())?),
    }
}

impl ShowArgs {
    fn staircases(&self, game: Game) -> anyhow::Result<String> {
        let mut player = self.engine.player(game.board().size())?;
        let color = game.to_play();
        player.begin_game(game);
        let limits = Limits::expansions(self.search.unwrap_or_default());
        Ok(staircases::draw(&player.search(color, &limits, &mut |_| ()), color))
    }

    fn picture(&self, game: Game) -> anyhow::Result<String> {
        let size = game.board().size();
        let mut player = self.engine.player(size)?;
        let color = game.to_play();
        player.begin_game(game);
        let position = player.position(color);
        let mut looks = vec![Look::default(); size.cell_count()];
        if self.inferior {
            show_inferior(&mut looks, &position, &player.knowledge(color));
        }
        if self.energies {
            show_energies(&mut looks, &player.assessment(color));
        }
        if let Some(expansions) = self.search {
            let report = player.search(color, &Limits::expansions(expansions), &mut |_| ());
            show_search(&mut looks, &report, color);
        }
        let title = match position.board.winner() {
            Some(winner) => format!("Hex {size}: {winner} has won"),
            None => format!("Hex {size}: {color} to play"),
        };
        let last = last_stone(player.game());
        let legends = [
            (
                self.energies,
                ["Number: how good the move looks without a search,", "in percent of the best"],
            ),
            (
                self.inferior,
                [
                    "Dark, light: captured; grey: dead, both as good as played",
                    "×: need not be searched, since another move is as good",
                ],
            ),
        ];
        let asked = legends.into_iter().filter(|(is_asked, _)| *is_asked);
        let legend = asked.flat_map(|(_, lines)| lines).collect();
        Ok(Picture { board: &position.board, title, last, looks, legend }.draw())
    }
}

/// The stone of the last move. None if that was a swap or an edit.
fn last_stone(game: &Game) -> Option<Cell> {
    let cell = match game.actions().next_back()? {
        Action::Move(_, Move::Place(cell)) => Some(*cell),
        _ => None,
    };
    cell.filter(|cell| game.board().color_at(*cell).is_some())
}

fn show_inferior(looks: &mut [Look], position: &Position, knowledge: &Knowledge) {
    let fill_in = knowledge.fill_in();
    let captured = |color| fill_in.captured[color];
    let fills = [
        (fill_in.dead, "#c9c3b8"),
        (captured(Color::Black), "#857c70"),
        (captured(Color::White), "#fffdf8"),
    ];
    for (cells, fill) in fills {
        cells.iter().for_each(|cell| fill.clone_into(&mut looks[cell.index()].fill));
    }
    if let Knowledge::Open(open) = knowledge {
        for cell in position.board.empty() - fill_in.cells() - open.moves {
            "×".clone_into(&mut looks[cell.index()].lines[0]);
        }
    }
}

fn show_energies(looks: &mut [Look], assessment: &Assessment) {
    let Assessment::Open(evaluation) = assessment else { return };
    for estimate in &evaluation.estimates {
        let share = (-estimate.relative_error).exp();
        show_share(&mut looks[estimate.cell.index()], share);
    }
}

fn show_search(looks: &mut [Look], report: &Report<Cell>, color: Color) {
    let all: u64 = report.moves.iter().map(|root_move| root_move.work).sum();
    for root_move in report.moves.iter().filter(|root_move| root_move.work > 0) {
        let share = share(root_move.work, all);
        let look = &mut looks[root_move.mv.index()];
        show_share(look, share);
        let forecast =
            Forecast::after(report, root_move, color).filter(|_| !look.lines[0].is_empty());
        look.lines[1] = forecast.map_or(String::new(), |forecast| forecast.text_for(color));
    }
}

/// A share as a colour and in percent; a cell of less than half a percent stays as it is.
fn show_share(look: &mut Look, share: f64) {
    let percent = format!("{:.0}", 100.0 * share);
    if percent != "0" {
        look.fill = Look::heat(share);
        look.lines[0] = percent;
    }
}

#[expect(clippy::cast_precision_loss, reason = "a figure for people")]
fn share(part: u64, all: u64) -> f64 {
    part as f64 / all as f64
}
