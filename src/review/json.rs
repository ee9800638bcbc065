//! A review as JSON. The page `json` of the notes says what the fields are.

use super::{ReviewedStep, mean_losses};
use crate::board::{Color, Size};
use crate::player::{Forecast, Game, Move};
use serde_json::{Map, Value, json};

/// The line of a review with so many expansions for each position.
pub fn review_json(game: &Game, expansions: u64, steps: &[ReviewedStep]) -> Value {
    let size = game.board().size();
    let record = game.record_so_far();
    let given_away: Map<String, Value> = mean_losses(steps)
        .into_iter()
        .map(|(player, mean)| (player.to_owned(), json!(rounded(mean))))
        .collect();
    json!({
        "size": size.to_string(),
        "black": record.name(Color::Black),
        "white": record.name(Color::White),
        "version": env!("CARGO_PKG_VERSION"),
        "expansions": expansions,
        "is_complete": steps.len() == game.actions().len(),
        "steps": steps.iter().map(|step| step_json(size, step)).collect::<Vec<_>>(),
        "given_away": given_away,
    })
}

/// A step, what it gave away, and the move that was better.
pub fn step_json(size: Size, step: &ReviewedStep) -> Value {
    let played = step.player_and_move();
    let color = played.map(|(color, _)| color);
    let alternative = |found: Option<(Move, Forecast)>| {
        let (mv, then) = found?;
        // The player goes on as the other colour, whose chance it is; the colour that wins stays.
        let result = if mv == Move::SwapSides { then.exchanged() } else { then };
        let chance = rounded(then.chance_of(color?));
        Some(json!({ "move": mv.name(size), "chance": chance, "winner": result.proved_winner() }))
    };
    json!({
        "number": step.number,
        "color": color,
        "move": played.map(|(_, mv)| mv.name(size)),
        "player": step.player,
        "chance": step.chance().map(rounded),
        "winner": step.after.result.proved_winner(),
        "best": alternative(step.best()),
        "better": alternative(step.better()),
        "loss": rounded(step.loss()),
        "is_turning_point": step.is_turning_point(),
    })
}

/// A chance without the digits that a number of 32 bits does not have.
fn rounded(chance: f32) -> f64 {
    (f64::from(chance) * 10_000.0).round() / 10_000.0
}
