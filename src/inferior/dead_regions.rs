//! Regions that are dead because a clique cuts them off.
//!
//! In a player's [reduced graph](super::reduced_graph) the cells beside one group are all joined. An induced
//! path between the edges never passes such a clique twice, so what can be reached from neither edge but
//! through the clique is on no induced path: its colour does not matter (HEN10).

use super::reduced_graph::ReducedGraph;
use crate::board::{Board, CellSet, Group};

/// The empty cells in regions that are dead in the graph of a player with these groups.
pub(super) fn dead_regions<const N: usize>(
    board: &Board,
    graph: &ReducedGraph<N>,
    groups: &[Group],
) -> CellSet {
    let edges = graph.edges().map(|edge| edge.narrow());
    let own = groups.iter().fold(CellSet::EMPTY, |all, group| all | group.stones);
    let mut dead = CellSet::EMPTY;
    for group in groups.iter().filter(|group| group.stones.len() > 1) {
        // A group on an edge is one with it.
        let on_edges = edges.iter().zip(group.edges).filter(|(_, is_on)| *is_on);
        let clique = on_edges.fold(group.liberties, |all, (edge, _)| all | *edge);
        let open = (board.empty() | own) - clique - group.stones;
        let reached = board.geometry().flood(edges[0] | edges[1], open);
        dead |= (open - reached) & board.empty();
    }
    dead
}
