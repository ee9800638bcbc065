//! Dead regions: those that a clique cuts off from both edges (HEN10).
//!
//! In a player's [reduced graph](super::reduced_graph) the empty cells that touch one group are a clique: all are
//! joined with each other. An induced path between the edges visits a clique only once. So cells that can be
//! reached from both edges only through the clique are on no induced path, and their colour does not matter.

use super::reduced_graph::ReducedGraph;
use crate::board::{Board, CellSet, Group};

/// The empty cells in dead regions. Board, graph and groups are those of one player.
pub(super) fn dead_regions<const N: usize>(
    board: &Board,
    graph: &ReducedGraph<N>,
    groups: &[Group],
) -> CellSet {
    let edges = graph.edges();
    let own = groups.iter().fold(CellSet::EMPTY, |all, group| all | group.stones);
    let (empty, own) = (board.empty().resized::<N>(), own.resized::<N>());
    let mut dead = CellSet::<N>::EMPTY;
    for group in groups.iter().filter(|group| group.stones.len() > 1) {
        // A group on an edge is part of the edge.
        let on_edges = edges.iter().zip(group.edges).filter(|(_, is_on)| *is_on);
        let clique = on_edges.fold(group.liberties.resized(), |all, (edge, _)| all | *edge);
        let open = (empty | own) - clique - group.stones.resized();
        let reached = board.geometry().flood(edges[0] | edges[1], open);
        dead |= (open - reached) & empty;
    }
    dead.resized()
}
