//! Cells that a stone captures between itself and an edge.
//!
//! A stone in the second row touches two cells of the first. Whichever of them the opponent takes, the player
//! takes the other, and the opponent's stone joins nothing any more: both are as good as the player's own. So
//! two fulls that meet in such a cell may both need them: played as the middle of the AND rule it makes them
//! disjoint (PHH15). Captured cells elsewhere, or at the outer ends, bring hardly any connection more.

use super::Endpoints;
use crate::board::{Cell, CellSet, Edge, Geometry};

/// The two cells of an own edge's first row that a cell in its second row touches. On boards of three rows
/// that would be two of either edge; a set that holds both or none would be of no use, so there is none.
fn pair(cell: Cell, endpoints: &Endpoints) -> Option<CellSet> {
    let geometry = Geometry::of(endpoints.size());
    let rows = Edge::of(endpoints.player()).map(|edge| *geometry.edge_cells(edge)).into_iter();
    let behind = rows.filter(|row| !row.contains(cell));
    let touched = behind.map(|row| row & *geometry.neighbor_set(cell));
    let mut pairs = touched.filter(|pair| pair.len() == 2);
    pairs.next().filter(|_| pairs.next().is_none())
}

/// What a stone of the player on this empty cell would capture: nothing if the opponent is there, else the
/// cells that do not have the player's stones.
pub(super) fn captured_by(cell: Cell, endpoints: &Endpoints) -> CellSet {
    let open = pair(cell, endpoints).filter(|pair| endpoints.may_use(pair));
    open.unwrap_or_default() & endpoints.empty()
}

/// The cells of which a stone captures others as long as the opponent is not there.
pub(super) fn capturing(endpoints: &Endpoints) -> CellSet {
    endpoints.size().cells().filter(|cell| pair(*cell, endpoints).is_some()).collect()
}
