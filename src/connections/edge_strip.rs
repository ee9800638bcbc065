//! The strip along an edge: places as seen from the edge, so that what is known of one edge is written once for all
//! four.

use crate::board::{Cell, CellSet, Edge, Size};

/// A cell in the strip along an edge, which is drawn below: steps to the right, and the row, 0 for the one next to
/// the edge. The same step one row up is half a cell further to the left.
pub(super) type StripPlace = (isize, usize);

/// The mirror image of a place, by the reflection of the strip that keeps step 0 of this row.
pub(super) fn mirrored(row: usize, place: StripPlace) -> StripPlace {
    (place.1.cast_signed() - row.cast_signed() - place.0, place.1)
}

/// The strip along an edge of a board, with step 0 at one of the edge's cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeStrip {
    size: Size,
    edge: Edge,
    /// How many cells of the edge are to the left of step 0.
    left: usize,
}

impl EdgeStrip {
    /// The strips along this edge, one with step 0 at each of its cells, from left to right.
    pub(super) fn all(size: Size, edge: Edge) -> impl Iterator<Item = Self> {
        let length = match edge {
            Edge::North | Edge::South => size.columns(),
            Edge::West | Edge::East => size.rows(),
        };
        (0..length).map(move |left| Self { size, edge, left })
    }

    /// The cell of a place; none if it is off the board. The strips of the other edges are images of the southern
    /// one under symmetries of the grid.
    pub(super) fn cell(&self, (step, row): StripPlace) -> Option<Cell> {
        let (columns, rows) = (self.size.columns(), self.size.rows());
        let step = self.left.checked_add_signed(step)?;
        match self.edge {
            Edge::South => self.size.cell(step, rows.checked_sub(row + 1)?),
            Edge::North => self.size.cell(columns.checked_sub(step + 1)?, row),
            Edge::East => self.size.cell(columns.checked_sub(row + 1)?, step),
            Edge::West => self.size.cell(row, rows.checked_sub(step + 1)?),
        }
    }

    /// The cells of these places; none if one of them is off the board.
    pub(super) fn cells(&self, places: &[StripPlace]) -> Option<CellSet> {
        places.iter().map(|place| self.cell(*place)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Geometry};
    use crate::connections::EdgeTemplate;

    #[test]
    fn every_edge_is_a_strip_like_that_of_the_claims() {
        let size = Size::new(12, 9).unwrap();
        let geometry = Geometry::of(size);
        let places = || (3..8_isize).flat_map(|step| (0..6_usize).map(move |row| (step, row)));
        for edge in Color::BOTH.into_iter().flat_map(Edge::of) {
            let strip = EdgeStrip::all(size, edge).next().unwrap();
            let cell = |place| strip.cell(place).unwrap();
            for a in places() {
                assert_eq!(a.1 == 0, geometry.edge_cells(edge).contains(cell(a)));
                for b in places() {
                    let (right, up) = (b.0 - a.0, b.1.cast_signed() - a.1.cast_signed());
                    let steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)];
                    let touch = geometry.neighbors(cell(a)).contains(&cell(b));
                    assert_eq!(touch, steps.contains(&(right, up)), "{edge:?} {a:?} {b:?}");
                }
            }
        }
        // So is the board of a claim.
        let claim =
            EdgeTemplate { row: 2, helpers: vec![], carrier: vec![(-1, 1), (0, 1)] }.claim();
        let stone = claim.size().parse_cell("b3").unwrap();
        let touched = *claim.geometry().neighbor_set(stone) & claim.empty();
        assert_eq!((claim.color_at(stone), touched), (Some(Color::Black), claim.empty()));
    }
}
