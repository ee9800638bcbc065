//! Regions that are dead because a clique cuts them off.
//!
//! To a player who tries to join two edges, all empty cells beside one group, or beside one edge, touch
//! each other: they form a clique. A shortest way never passes a clique twice, so what it can reach from
//! neither edge but through the clique is no part of any shortest way: its colour does not matter (HEN10).

use crate::board::{ByColor, CellSet, Color, Edge, Geometry};

/// The empty cells in dead regions. Cells that are dead already are stones of both players.
pub(super) fn dead_regions(
    geometry: &Geometry,
    stones: &ByColor<CellSet>,
    empty: CellSet,
) -> CellSet {
    let mut dead = CellSet::EMPTY;
    for player in Color::BOTH {
        let own = stones[player];
        let mut left = own;
        while let Some(first) = left.first() {
            let group = geometry.flood([first].into_iter().collect(), own);
            left -= group;
            if group.len() > 1 {
                dead |= cut_off(geometry, player, group, own | empty) & empty;
            }
        }
    }
    dead
}

/// What of the player's cells and empty ones can be reached from neither edge past the clique of a group.
fn cut_off(geometry: &Geometry, player: Color, group: CellSet, open: CellSet) -> CellSet {
    let edges = Edge::of(player).map(|edge| *geometry.edge_cells(edge));
    let mut clique = group;
    group.iter().for_each(|cell| clique |= *geometry.neighbor_set(cell));
    // A group on an edge is one with it, and so is what touches the edge.
    edges.iter().filter(|edge| edge.intersects(&group)).for_each(|edge| clique |= *edge);
    let open = open - clique;
    let reached = geometry.flood(edges[0] | edges[1], open);
    open - reached
}
