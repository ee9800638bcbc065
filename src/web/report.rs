//! What a search has found, for the page. Chances are from 0 to 1.

use crate::board::{Cell, Color, Size};
use crate::player::{Forecast, winner};
use crate::search::{Report, RootMove, relative_score};
use serde_json::{Value, json};

/// The report of a search with this player to move. `swap` is the word of the swap if it is a move here;
/// `earlier` is the number of expansions of searches that this one goes on from.
pub(super) fn to_json(
    report: &Report<Cell>,
    (size, to_play): (Size, Color),
    swap: Option<&str>,
    earlier: u64,
) -> Value {
    let all: u64 = report.moves.iter().map(|root_move| root_move.work).sum();
    let score = |root_move: &RootMove<Cell>| relative_score(root_move.first_error);
    let scores: f64 = report.moves.iter().map(score).sum();
    let moves = report.moves.iter().map(|root_move| {
        json!({
            "cell": size.name(root_move.mv),
            "chance": Forecast::after(report, root_move, to_play).map(|then| then.chance_of(to_play)),
            "share": share(root_move.work, all),
            "work": root_move.work,
            "prior": score(root_move) / scores,
            "winner": winner(root_move.outcome, to_play),
            "line": size.names(root_move.line.iter().copied()),
        })
    });
    let chance = Forecast::of(report, to_play).chance_of(to_play);
    // After a swap the player has what the opponent has now.
    let swap = swap.map(|word| json!({ "word": word, "chance": 1.0 - chance }));
    json!({
        "to_play": to_play,
        "chance": chance,
        "winner": winner(report.outcome, to_play),
        "moves": moves.collect::<Vec<_>>(),
        "swap": swap,
        "expansions": earlier + report.expansions,
        "per_second": per_second(report),
    })
}

#[expect(clippy::cast_precision_loss, reason = "a share of the work")]
fn share(work: u64, all: u64) -> f64 {
    work as f64 / all.max(1) as f64
}

#[expect(clippy::cast_precision_loss, reason = "a rough speed")]
fn per_second(report: &Report<Cell>) -> f64 {
    (report.expansions as f64 / report.time.as_secs_f64().max(0.001)).round()
}
