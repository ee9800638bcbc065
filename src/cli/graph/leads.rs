//! How firm the lead is in the course of a game: the panel below the graph of chances.

use super::{GraphPoint, column, curve, scale};
use crate::board::Color;
use crate::cli::picture::group;
use crate::search::Height;
use svg::node::element::{Group, Polyline};

/// The height from one leaf to [`MOST`]. All lengths are in pixels.
pub(super) const HEIGHT: f64 = 120.0;

/// The most leaves that are drawn; a proved lead is drawn there.
const MOST: Height = 1 << 15;

/// The numbers of leaves with a line of the scale.
const SCALE: [Height; 4] = [1, 1 << 5, 1 << 10, MOST];

/// What the two lines mean.
pub(super) const CAPTION: &str =
    "Leaves that must change to turn Black's lead (full line) and White's (dashed)";

/// The panel, with its upper left corner at this height. The points of the curves are as many as the positions.
pub(super) fn panel(positions: &[GraphPoint], top: f64) -> Group {
    let marks = SCALE.into_iter().map(|leaves| (leaves.to_string(), top + depth(leaves)));
    let panel = group("leads").add(scale(marks, positions.len()));
    Color::BOTH.into_iter().fold(panel, |group, color| group.add(line(positions, color, top)))
}

/// The leaves that must change so that this player no longer leads: 0 where he does not.
fn line(positions: &[GraphPoint], color: Color, top: f64) -> Polyline {
    let leaves = |position: &GraphPoint| match position.lead {
        Some((leader, leaves)) if leader == color => leaves,
        _ => 0,
    };
    let positions = positions.iter().enumerate();
    let line = curve(positions.map(|(at, position)| (column(at), top + depth(leaves(position)))));
    match color {
        Color::Black => line,
        Color::White => line.set("stroke-dasharray", "4 3"),
    }
}

/// How far below the top of the panel a number of leaves is. The axis is logarithmic; less than one leaf is drawn as one.
fn depth(leaves: Height) -> f64 {
    let share = f64::from(leaves.clamp(1, MOST)).log2() / f64::from(MOST).log2();
    HEIGHT * (1.0 - share)
}
