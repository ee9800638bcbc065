//! `hexcoven review`: every move of a game, and what it gave away.

use super::EngineArgs;
use super::files::{check_writable, write_file};
use super::graph::{Graph, GraphPoint};
use super::interrupt::{set_on_interrupt, unless_interrupted};
use super::position::PositionArgs;
use crate::board::{Cell, Color, Size};
use crate::player::{Action, Forecast, Game, Move};
use crate::review::{Judgement, review};
use crate::search::{Limits, Stop};
use anyhow::ensure;
use clap::Args;
use comfy_table::{Table, presets};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct ReviewArgs {
    #[command(flatten)]
    game: PositionArgs,
    /// Expansions for every position of the game
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    expansions: u64,
    /// Write the game to this file as an SGF record, with what is thought of its moves as comments
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Draw Black's chances in the course of the game to this file, as SVG
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineArgs,
}

pub(super) fn run(args: &ReviewArgs) -> anyhow::Result<()> {
    let game = &args.game.game()?;
    ensure!(game.moves().next().is_some(), "there is no move to review");
    let (steps, stop) = args.steps(game)?;
    let size = game.board().size();
    write_table(&mut io::stdout(), size, &steps)?;
    // Half a review is written over nothing.
    unless_interrupted(&stop)?;
    if let Some(path) = &args.graph {
        let positions = steps.iter().map(Step::graph_point).collect();
        let title = format!("Black's chances in a game of Hex {size}");
        write_file(path, Graph { title, positions }.draw() + "\n")?;
    }
    if let Some(path) = &args.out {
        let (mut record, nodes) = game.record_with_nodes();
        for (step, node) in steps.iter().zip(nodes) {
            record.node_mut(node).add_comment(&step.comment(size));
        }
        write_file(path, record.write() + "\n")?;
    }
    Ok(())
}

impl ReviewArgs {
    /// Searches, and shows how far it has come. The signal is set if it was interrupted.
    fn steps(&self, game: &Game) -> anyhow::Result<(Vec<Step>, Stop)> {
        let mut player = self.engine.player(game.board().size())?;
        ensure!(
            player.params().position.evaluation.use_network,
            "chances are what the network says, and use_network is 0"
        );
        self.out.iter().chain(&self.graph).try_for_each(|path| check_writable(path))?;
        set_on_interrupt(player.stop())?;
        let limits = Limits { stop: player.stop().clone(), ..Limits::expansions(self.expansions) };
        let positions = game.actions().len() + 1;
        let progress = ProgressBar::new(positions as u64).with_style(ProgressStyle::with_template(
            "{bar:30} {pos} of {len} positions [{elapsed}, {eta} left]",
        )?);
        let judgements = review(&mut player, game.clone(), &limits, &mut || progress.inc(1));
        progress.finish_and_clear();
        Ok((steps(game, &judgements), limits.stop))
    }
}

/// A step of the game, and what is thought of the positions before and after it.
#[derive(Clone, Debug)]
struct Step {
    /// The moves up to here.
    number: usize,
    action: Action,
    before: Judgement,
    after: Judgement,
    /// Whether it is an opening that was swapped.
    is_swapped: bool,
}

/// The steps of a game, as far as there are judgements.
fn steps(game: &Game, judgements: &[Judgement]) -> Vec<Step> {
    let numbered = game.actions().scan(0, |moves, action| {
        *moves += usize::from(matches!(action, Action::Move(..)));
        Some((*moves, action))
    });
    let is_swap =
        |action: &Action| matches!(action, Action::Move(_, mv) if !matches!(mv, Move::Place(_)));
    let swaps = game.actions().skip(1).map(is_swap).chain([false]);
    let step =
        |(((number, action), is_swapped), pair): (((usize, &Action), bool), &[Judgement])| Step {
            number,
            action: action.clone(),
            before: pair[0],
            after: pair[1],
            is_swapped,
        };
    numbered.zip(swaps).zip(judgements.windows(2)).map(step).collect()
}

/// What a move gives away that could have been much better.
const MUCH: f32 = 0.05;

impl Step {
    fn player_and_move(&self) -> Option<(Color, Move)> {
        match self.action {
            Action::Move(color, mv) => Some((color, mv)),
            Action::Edit(_) => None,
        }
    }

    /// The chance that the player gave away, as against the best move; 0 if stones were put by hand. The best opening
    /// is even where it may be swapped: one that was swapped gave away what it was better than that.
    fn loss(&self) -> f32 {
        let Some((color, mv)) = self.player_and_move() else { return 0.0 };
        if self.is_swapped {
            return (self.after.result.chance_of(color) - 0.5).max(0.0);
        }
        let best = self.before.best.filter(|(best, _)| mv != Move::Place(*best));
        let chance = |forecast: Forecast| forecast.chance_of(color);
        best.map_or(0.0, |(_, then)| (chance(then) - chance(self.after.result)).max(0.0))
    }

    /// The move that was much better, if there was one, and what it would have led to.
    fn better(&self) -> Option<(Cell, Forecast)> {
        self.before.best.filter(|_| self.loss() >= MUCH && !self.is_swapped)
    }

    /// A line of the table.
    fn row(&self, size: Size) -> Option<[String; 6]> {
        let (color, mv) = self.player_and_move()?;
        let [better, its_chance] = match self.better() {
            Some((cell, then)) => [size.name(cell), then.text_for(color)],
            None => [String::new(), String::new()],
        };
        let number = self.number.to_string();
        let played = mv.name(size);
        Some([
            number,
            color.to_string(),
            played,
            self.after.result.text_for(color),
            better,
            its_chance,
        ])
    }

    fn comment(&self, size: Size) -> String {
        let Some([_, color, _, chance, better, its_chance]) = self.row(size) else {
            return String::new();
        };
        let instead = if better.is_empty() { better } else { format!("; {better}: {its_chance}") };
        format!("{color}: {chance}{instead}")
    }

    /// The position after it, for the graph.
    fn graph_point(&self) -> GraphPoint {
        GraphPoint {
            moves: self.number,
            black_wins: self.after.result.chance_of(Color::Black),
            after_mistake: self.better().is_some(),
        }
    }
}

fn write_table(out: &mut impl Write, size: Size, steps: &[Step]) -> io::Result<()> {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(["move", "player", "played", "chance", "better", "its chance"]);
    table.add_rows(steps.iter().filter_map(|step| step.row(size)));
    writeln!(out, "{table}\n")?;
    for color in Color::BOTH {
        let is_own = |step: &&Step| step.player_and_move().is_some_and(|(mover, _)| mover == color);
        let losses: Vec<f32> = steps.iter().filter(is_own).map(Step::loss).collect();
        if !losses.is_empty() {
            #[expect(clippy::cast_precision_loss, reason = "some dozens of moves")]
            let mean = losses.iter().sum::<f32>() / losses.len() as f32;
            writeln!(out, "{color} gave away {:.1} % a move", 100.0 * mean)?;
        }
    }
    Ok(())
}
