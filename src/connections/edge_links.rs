//! Edge links: full connections of two cells *along* an edge, over it.
//!
//! H-search finds them all if its AND rule may use an edge as the middle, and much else that is of no use,
//! at many times the price. These two shapes bring most of it. They are those of lengths that a board has
//! room for. A third, with a bridge from either end to the edge, saved the solver an eighth of its expansions
//! and made each of them a third dearer. That a carrier is enough is checked by brute force, and of the
//! smaller ones that no cell can be spared.

use super::edge_templates::{Place, cell_at, mirrored};
use crate::board::{Cell, CellSet, Color, Edge, Size};
use crate::params::LONGEST_EDGE_LINK;
use std::ops::RangeInclusive;

/// Two cells joined over the edge below them.
struct Shape {
    /// The row of the first end, which is at step 0.
    row: usize,
    other: Place,
    carrier: Vec<Place>,
}

/// The shapes of this length: so many steps are between the ends.
fn shapes(length: isize) -> [Shape; 2] {
    let row = |row: usize, steps: RangeInclusive<isize>| steps.map(move |step| (step, row));
    let between = || row(1, 1..=length - 1);
    let other = (length, 1);
    [
        // A ladder from one end to the other.
        Shape { row: 1, other, carrier: row(0, 0..=length).chain(between()).collect() },
        // One from the third row down and along.
        Shape {
            row: 2,
            other,
            carrier: row(1, -1..=0).chain(row(0, -2..=length)).chain(between()).collect(),
        },
    ]
}

/// An edge link at its place on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EdgeLink {
    /// Steps between the ends, along the edge.
    pub(super) length: usize,
    pub(super) ends: [Cell; 2],
    pub(super) carrier: CellSet,
}

/// All edge links of this player on boards of this size, the short ones first.
pub(super) fn all_placed(size: Size, player: Color) -> Vec<EdgeLink> {
    let steps = if player == Color::Black { size.columns() } else { size.rows() };
    let mut all = Vec::new();
    for length in 2..steps.min(LONGEST_EDGE_LINK as usize + 1) {
        for shape in shapes(length.cast_signed()) {
            for edge in Edge::of(player) {
                for at in 0..steps {
                    let cell = |(step, row)| cell_at(size, edge, at.checked_add_signed(step)?, row);
                    let image = |place| cell(mirrored(shape.row, place));
                    all.extend(shape.placed(length, cell));
                    all.extend(shape.placed(length, image));
                }
            }
        }
    }
    all
}

impl Shape {
    /// The link on the cells that places are, if the board has all of them.
    fn placed(&self, length: usize, cell: impl Fn(Place) -> Option<Cell>) -> Option<EdgeLink> {
        let carrier = self.carrier.iter().map(|place| cell(*place)).collect::<Option<_>>()?;
        Some(EdgeLink { length, ends: [cell((0, self.row))?, cell(self.other)?], carrier })
    }
}
