//! Edge links: full connections of two cells *along* an edge, over it.
//!
//! H-search finds them all if its AND rule may use an edge as the middle, and much else that is of no use,
//! at many times the price. These two shapes, whose ends are two steps from each other, bring most of it. That
//! a carrier is enough, and that none of its cells can be spared, is checked by brute force.

use super::edge_templates::{Place, cell_at, mirrored};
use crate::board::{Cell, CellSet, Color, Edge, Size};

/// Two cells joined over the edge below them.
struct Shape {
    /// The row of the first end, which is at step 0.
    row: usize,
    other: Place,
    carrier: &'static [Place],
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

/// An edge link at its place on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EdgeLink {
    pub(super) ends: [Cell; 2],
    pub(super) carrier: CellSet,
}

/// All edge links of this player on boards of this size.
pub(super) fn all_placed(size: Size, player: Color) -> Vec<EdgeLink> {
    let steps = if player == Color::Black { size.columns() } else { size.rows() };
    let mut all = Vec::new();
    for shape in SHAPES {
        for edge in Edge::of(player) {
            for at in 0..steps {
                let cell = |(step, row)| cell_at(size, edge, at.checked_add_signed(step)?, row);
                let image = |place| cell(mirrored(shape.row, place));
                all.extend(shape.placed(cell));
                all.extend(shape.placed(image));
            }
        }
    }
    all
}

impl Shape {
    /// The link on the cells that places are, if the board has all of them.
    fn placed(&self, cell: impl Fn(Place) -> Option<Cell>) -> Option<EdgeLink> {
        let carrier = self.carrier.iter().map(|place| cell(*place)).collect::<Option<_>>()?;
        Some(EdgeLink { ends: [cell((0, self.row))?, cell(self.other)?], carrier })
    }
}
