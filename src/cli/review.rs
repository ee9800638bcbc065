//! `hexcoven review`: every move of a game, and what it gave away.

use super::EngineArgs;
use super::files::{check_record_replaceable, check_replaceable, replace_file};
use super::graph::{Graph, GraphPoint};
use super::interrupt::{set_on_interrupt, unless_interrupted};
use super::output::Output;
use super::position::PositionArgs;
use super::progress::Progress;
use crate::board::{Color, Size};
use crate::files::is_same_file;
use crate::player::{Forecast, Game};
use crate::review::{
    ReviewedStep, SwapRole, begins_with_a_stone_to_swap, mean_losses, review, review_json,
    reviewed_steps,
};
use crate::search::{Limits, Stability, Stop};
use anyhow::ensure;
use clap::Args;
use comfy_table::{Table, presets};
use std::io::{self, Write};
use std::path::PathBuf;

/// How the lines of a review's comments begin.
const MARK: &str = "hexcoven: ";

/// What is said of a turning point, between the move and the better one.
const GAVE_IT_AWAY: &str = " gave it away, ";

#[derive(Debug, Args)]
pub(super) struct ReviewArgs {
    #[command(flatten)]
    game: PositionArgs,
    /// Expansions for every position of the game
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    expansions: u64,
    /// Write the game to this file as an SGF record, with what is thought of its moves as comments. Their lines begin with
    /// `hexcoven: ` and replace all that begin so
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Draw Black's chances in the course of the game, and how firm the lead is, to this file, as SVG
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,
    /// The game had the swap rule: the first stone is measured against 50 %, and a swap counts among the answers to it.
    /// Not needed if the stone was swapped
    #[arg(long)]
    swap_rule: bool,
    /// Write a line of JSON instead of the table. The notes on lines of JSON say what its fields are
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

pub(super) fn run(args: &ReviewArgs) -> anyhow::Result<()> {
    let game = &args.game.game()?;
    ensure!(game.moves().next().is_some(), "there is no move to review");
    ensure!(
        !args.swap_rule || begins_with_a_stone_to_swap(game),
        "--swap-rule: the game does not begin with a stone that could be swapped"
    );
    let is_one_file =
        args.out.iter().zip(args.graph.as_ref()).any(|(out, graph)| is_same_file(out, graph));
    ensure!(!is_one_file, "--out and --graph are two files: name another for one of them");
    let (steps, stop) = args.steps(game)?;
    let size = game.board().size();
    let mut out = Output::new();
    if args.json {
        writeln!(out, "{}", review_json(game, args.expansions, &steps))?;
    } else {
        write_table(&mut out, size, &steps)?;
    }
    // A review that was interrupted replaces no file.
    unless_interrupted(&stop)?;
    if let Some(path) = &args.graph {
        let positions = steps.iter().map(graph_point).collect();
        let title = format!("Black's chances in a game of Hex {size}");
        replace_file(path, Graph { title, positions }.draw() + "\n")?;
    }
    if let Some(path) = &args.out {
        let (mut record, nodes) = game.record_with_nodes();
        for (step, node) in steps.iter().zip(nodes) {
            let node = record.node_mut(node);
            let earlier = node.replace_comment(MARK, &comment(step, size));
            if earlier.iter().any(|line| line.contains(GAVE_IT_AWAY)) {
                node.unmark_hotspot();
            }
            if step.is_turning_point() {
                node.mark_hotspot();
            }
        }
        replace_file(path, record.write() + "\n")?;
    }
    Ok(out.finish()?)
}

impl ReviewArgs {
    /// Reviews the game and shows the progress. The returned stop is set if the user interrupted it.
    fn steps(&self, game: &Game) -> anyhow::Result<(Vec<ReviewedStep>, Stop)> {
        let mut player = self.engine.player(game.board().size())?;
        if let Some(path) = &self.out {
            check_record_replaceable(path)?;
        }
        if let Some(path) = &self.graph {
            check_replaceable(path, "<svg", "a picture in SVG")?;
        }
        set_on_interrupt(vec![player.stop().clone()])?;
        let limits = Limits { stop: player.stop().clone(), ..Limits::expansions(self.expansions) };
        let positions = game.actions().len() + 1;
        let mut progress = Progress::new(0, positions, "positions");
        let judgements = review(&mut player, game, &limits, &mut |judgements| {
            progress.show(judgements.len(), String::new());
        });
        progress.finish();
        Ok((reviewed_steps(game, &judgements, self.swap_rule), limits.stop))
    }
}

/// A line of the table; none if stones were put by hand.
fn row(step: &ReviewedStep, size: Size) -> Option<[String; 7]> {
    let (color, mv) = step.player_and_move()?;
    let (result, color_after) = step.outcome()?;
    let before = match step.before.result {
        Forecast::Proved(_) => String::new(),
        Forecast::BlackWins(_) => stability_name(step.before.stability).to_owned(),
    };
    let [better, its_chance] = match step.better() {
        Some((mv, then)) => [mv.name(size), then.text_for(color)],
        None => [String::new(), String::new()],
    };
    let number = step.number.to_string();
    let played = mv.name(size);
    let chance = result.text_for(color_after);
    let mover = if color == color_after {
        color.to_string()
    } else {
        format!("{color}, now {color_after}")
    };
    Some([number, before, mover, played, chance, better, its_chance])
}

/// What the table says of an open position; nothing of one that is neither stable nor critical.
fn stability_name(stability: Option<Stability>) -> &'static str {
    match stability {
        Some(Stability::StableWin) => "stable win",
        Some(Stability::StableLoss) => "stable loss",
        Some(Stability::Critical) => "critical",
        Some(Stability::Between) | None => "",
    }
}

/// A turning point in words, such as `black was winning and the position was critical; f4 gave it away, e7 kept it`.
fn turning_point(step: &ReviewedStep, size: Size) -> Option<String> {
    let (color, mv) = step.player_and_move().filter(|_| step.is_turning_point())?;
    let (better, then) = step.better()?;
    let stood = match then {
        Forecast::Proved(_) => "had a proved win",
        Forecast::BlackWins(_) if step.before.is_critical() => {
            "was winning and the position was critical"
        }
        Forecast::BlackWins(_) => "was winning",
    };
    let (played, better) = (mv.name(size), better.name(size));
    Some(format!("{color} {stood}; {played}{GAVE_IT_AWAY}{better} kept it"))
}

/// What is thought of a step, as lines of a comment.
fn comment(step: &ReviewedStep, size: Size) -> String {
    let Some([_, _, player, _, chance, better, its_chance]) = row(step, size) else {
        return String::new();
    };
    let instead = if better.is_empty() { better } else { format!("; {better}: {its_chance}") };
    let turned =
        turning_point(step, size).map_or(String::new(), |words| format!("\n{MARK}{words}"));
    format!("{MARK}{player}: {chance}{instead}{turned}")
}

/// The position after a step, for the graph.
fn graph_point(step: &ReviewedStep) -> GraphPoint {
    GraphPoint {
        moves: step.number,
        black_wins: step.after.result.chance_of(Color::Black),
        after_mistake: step.better().is_some(),
        is_turning_point: step.is_turning_point(),
        is_critical: step.after.is_critical(),
        lead: step.after.lead(),
    }
}

fn write_table(out: &mut impl Write, size: Size, steps: &[ReviewedStep]) -> io::Result<()> {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(["move", "before", "player", "played", "chance", "better", "its chance"]);
    table.add_rows(steps.iter().filter_map(|step| row(step, size)));
    writeln!(out, "{table}\n")?;
    for step in steps {
        let is_opening = step.swap_role == Some(SwapRole::Opening);
        if let Some((_, opening)) = step.player_and_move().filter(|_| is_opening) {
            let (number, opening) = (step.number, opening.name(size));
            writeln!(
                out,
                "move {number}: {opening} is measured against 50 %, since it may be swapped"
            )?;
        }
        if let Some(words) = turning_point(step, size) {
            writeln!(out, "move {}: {words}", step.number)?;
        }
    }
    for (player, mean) in mean_losses(steps) {
        writeln!(out, "{player} gave away {:.1} % a move", 100.0 * mean)?;
    }
    Ok(())
}
