//! Cells that a stone captures between itself and an edge.
//!
//! A stone in the second row touches two cells of the first. If the opponent takes one of them, the player
//! takes the other, and the opponent's stone is dead: both count as the player's. So if such a stone is the key
//! of the AND rule, the carriers of both full connections may contain the two cells (PHH15). Captured cells
//! elsewhere, or at the outer ends, give hardly any more connections and are not used.

use super::Endpoints;
use crate::board::{Cell, CellSet, Geometry};

/// The two cells in the first row of an own edge that a cell in the second row touches. None for a cell that
/// is in the second row of both edges, on a board of three rows: two such pairs would have to be kept apart.
fn pair(cell: Cell, endpoints: &Endpoints) -> Option<CellSet> {
    let geometry = Geometry::of(endpoints.size());
    let rows = geometry.edges_of(endpoints.player()).into_iter();
    let behind = rows.filter(|row| !row.contains(cell));
    let touched = behind.map(|row| row & *geometry.neighbor_set(cell));
    let mut pairs = touched.filter(|pair| pair.len() == 2);
    pairs.next().filter(|_| pairs.next().is_none())
}

/// The empty cells that a stone of the player on this empty cell captures: none if the opponent has a stone on
/// either of the two.
pub(super) fn captured_by(cell: Cell, endpoints: &Endpoints) -> CellSet {
    let open = pair(cell, endpoints).filter(|pair| endpoints.may_use(pair));
    open.unwrap_or_default() & endpoints.empty()
}

/// Whether a stone on this cell may capture others, depending on what stands on those.
pub(super) fn may_capture(cell: Cell, endpoints: &Endpoints) -> bool {
    pair(cell, endpoints).is_some()
}
