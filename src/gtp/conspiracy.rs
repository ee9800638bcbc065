//! What the conspiracy numbers of the last search say: how sure its value is, and what would turn the game.

use super::analyze::last_report;
use super::args::Args;
use super::{Draw, Reply, Session};
use crate::board::Color;
use crate::player::winner;
use crate::search::{Conspiracy, Height, INFINITE, MINUS_INFINITY, PLUS_INFINITY, RANGE, Value};
use std::fmt::Write;

/// The minimax value and the conspiracy-adjusted evaluation value, in natural logarithms above even chances.
pub(super) fn eval_caev(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.end()?;
    let (color, report) = last_report(session)?;
    Ok(match winner(report.outcome, *color) {
        Some(winner) => format!("{winner} wins"),
        None => values(&report.conspiracy, *color),
    })
}

/// The same, what it takes to decide or turn the game, and both functions as a table.
pub(super) fn eval_conspiracy(session: &mut Session, args: &mut Args<'_>, draw: Draw<'_>) -> Reply {
    let mut text = eval_caev(session, args, draw)?;
    let (color, report) = last_report(session)?;
    let conspiracy = &report.conspiracy;
    let Conspiracy { max, min, .. } = conspiracy;
    for (name, height, winner) in [("MaxCN", *max, *color), ("MinCN", *min, !*color)] {
        let _ = match height {
            INFINITE => write!(text, "\n{name}: no leaves are enough to prove that {winner} wins"),
            _ => write!(
                text,
                "\n{name} {height}: so many leaves must be decided to prove that {winner} wins"
            ),
        };
    }
    if report.outcome.is_none() {
        let _ = write!(
            text,
            "\n{}: leaves that must change to turn the game; one that must change far counts as many\n{}",
            leaves(conspiracy.to_turn()),
            table(conspiracy)
        );
    }
    Ok(text)
}

fn values(conspiracy: &Conspiracy, color: Color) -> String {
    let [value, adjusted] = [f64::from(conspiracy.value()), conspiracy.adjusted_value(RANGE)];
    let above_even = |value: f64| (value - f64::from(conspiracy.even)) / 1000.0;
    format!("{color}: value {:+.2}, CAEV {:+.2}", above_even(value), above_even(adjusted))
}

/// Each value up to which as many leaves are enough, from the lowest; 0 leaves stand at the minimax value.
fn table(conspiracy: &Conspiracy) -> String {
    let mut text = String::from("   value  leaves");
    let mut row = |end: Value, height: Height| {
        let bound = match end {
            PLUS_INFINITY => "won".to_owned(),
            MINUS_INFINITY => "lost".to_owned(),
            _ => format!("{:+.2}", f64::from(end.saturating_sub(conspiracy.even)) / 1000.0),
        };
        let _ = write!(text, "\n{bound:>8}  {}", leaves(height));
    };
    for (_, end, height) in conspiracy.lower.pieces().rev() {
        row(-end, height);
    }
    row(conspiracy.value(), 0);
    for (_, end, height) in conspiracy.raise.pieces() {
        row(end, height);
    }
    text
}

fn leaves(height: Height) -> String {
    if height == INFINITE { "none are enough".to_owned() } else { height.to_string() }
}
