//! Edge links: full connections of two cells near an own edge that join them over the edge.
//!
//! H-search would find them if its AND rule could use an edge as the middle, together with many connections of
//! no use, at many times the cost. In the two shapes here one end is two steps to the right of the other, as
//! [`StripPlace`] counts. A test checks by brute force that each carrier suffices and that it needs all of its cells.

use super::edge_strip::{EdgeStrip, StripPlace, mirrored};
use crate::board::{Cell, CellSet, Color, Edge, Size};

/// Two cells joined over the edge below them, in the coordinates of [`StripPlace`].
struct Shape {
    /// The row of the first end, which is at step 0.
    row: usize,
    /// The other end.
    other: StripPlace,
    carrier: &'static [StripPlace],
}

/// From the second row to the second row, with a ladder below, and from the third row to the second.
const SHAPES: [Shape; 2] = [
    Shape { row: 1, other: (2, 1), carrier: &[(0, 0), (1, 0), (2, 0), (1, 1)] },
    Shape {
        row: 2,
        other: (2, 1),
        carrier: &[(-2, 0), (-1, 0), (0, 0), (1, 0), (2, 0), (-1, 1), (0, 1), (1, 1)],
    },
];

/// An edge link on the cells of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EdgeLink {
    /// The two cells that it joins.
    pub(super) ends: [Cell; 2],
    pub(super) carrier: CellSet,
}

/// All edge links of this player on boards of this size, along both edges, with their mirror images.
pub(super) fn all_placed(size: Size, player: Color) -> Vec<EdgeLink> {
    let mut all = Vec::new();
    for shape in SHAPES {
        for strip in Edge::of(player).into_iter().flat_map(|edge| EdgeStrip::all(size, edge)) {
            all.extend(shape.placed(|place| strip.cell(place)));
            all.extend(shape.placed(|place| strip.cell(mirrored(shape.row, place))));
        }
    }
    all
}

impl Shape {
    /// The link on a board on which `cell` gives the cell of a place; none if a cell is off the board.
    fn placed(&self, cell: impl Fn(StripPlace) -> Option<Cell>) -> Option<EdgeLink> {
        let carrier = self.carrier.iter().map(|place| cell(*place)).collect::<Option<_>>()?;
        Some(EdgeLink { ends: [cell((0, self.row))?, cell(self.other)?], carrier })
    }
}
