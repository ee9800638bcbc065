//! How firm the lead is in the course of a game: the panel below the graph of chances.

use super::{GraphPoint, column, horizontal};
use crate::board::Color;
use crate::cli::picture::{INK, Point, group, path, text};
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
    Color::BOTH.into_iter().fold(group("leads").add(scale(positions, top)), |group, color| {
        group.add(curve(positions, color, top))
    })
}

fn scale(positions: &[GraphPoint], top: f64) -> Group {
    let last = positions.len().saturating_sub(1);
    let group = group("scale").set("stroke-width", 1).set("fill", INK);
    SCALE.into_iter().fold(group, |group, leaves| {
        let (from, to) = (place(0, leaves, top), place(last, leaves, top));
        let label = text(&leaves.to_string(), (from.0 - 22.0, from.1), 11.0);
        group.add(horizontal(from, to)).add(label)
    })
}

/// The leaves that must change so that this player no longer leads: 0 where he does not.
fn curve(positions: &[GraphPoint], color: Color, top: f64) -> Polyline {
    let leaves = |position: &GraphPoint| match position.lead {
        Some((leader, leaves)) if leader == color => leaves,
        _ => 0,
    };
    let points = positions.iter().enumerate();
    let line = Polyline::new()
        .set("points", path(points.map(|(at, position)| place(at, leaves(position), top))))
        .set("fill", "none")
        .set("stroke", INK)
        .set("stroke-width", 2)
        .set("stroke-linejoin", "round");
    match color {
        Color::Black => line,
        Color::White => line.set("stroke-dasharray", "4 3"),
    }
}

/// The point of a number of leaves in one of the positions. The axis is logarithmic; less than one leaf is drawn as one.
fn place(at: usize, leaves: Height, top: f64) -> Point {
    let share = f64::from(leaves.clamp(1, MOST)).log2() / f64::from(MOST).log2();
    (column(at), top + HEIGHT * (1.0 - share))
}
