//! The links of a circuit: pairs of nodes that the opponent cannot separate by one move.
//!
//! Two kinds for now: touching nodes, and nodes at two-bridge distance with both cells between
//! empty. Each way from one end to the other has a *carrier*, the empty cells it needs; what the
//! carriers of a pair have in common is where the opponent can intrude. An empty end stands for
//! "as if the player had a stone there".

use super::Network;
use crate::board::{Board, Cell, CellSet, Edge};

/// A connection between two nodes of a [`Network`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// One end.
    pub a: usize,
    /// The other end.
    pub b: usize,
    /// The number of cells that all carriers of this pair have in common.
    pub shared: u32,
}

/// A way from one node to another, the lower node first, and its carrier.
type Way = ((usize, usize), Carrier);

/// The cells that a way needs besides its ends.
#[derive(Clone, Copy, Debug)]
enum Carrier {
    /// The ends touch.
    None,
    /// The two cells of a bridge.
    Bridge([Cell; 2]),
}

impl Carrier {
    fn cells(self) -> CellSet {
        match self {
            Carrier::None => CellSet::EMPTY,
            Carrier::Bridge(between) => between.into_iter().collect(),
        }
    }
}

/// The links of nodes that touch or are a two-bridge apart.
pub(super) fn adjacent_or_bridged(board: &Board, network: &Network) -> Vec<Link> {
    let mut ways = Vec::new();
    collect_cell_ways(board, network, &mut ways);
    collect_edge_ways(board, network, &mut ways);
    ways.sort_unstable_by_key(|(ends, _)| *ends);
    ways.chunk_by(|one, other| one.0 == other.0)
        .map(|pair| {
            let ((a, b), first) = pair[0];
            let rest = pair.iter().skip(1);
            let common = rest.fold(first.cells(), |all, (_, carrier)| all & carrier.cells());
            #[expect(clippy::cast_possible_truncation, reason = "a carrier has few cells")]
            let shared = common.len() as u32;
            Link { a, b, shared }
        })
        .collect()
}

/// Ways from cell to cell, each found from the cell with the lower number.
fn collect_cell_ways(board: &Board, network: &Network, ways: &mut Vec<Way>) {
    let geometry = board.geometry();
    let empty = board.empty();
    for cell in empty | board.stones(network.player()) {
        let Some(node) = network.node(cell) else { continue };
        for neighbor in geometry.neighbors(cell).iter().filter(|neighbor| **neighbor > cell) {
            push(ways, node, network.node(*neighbor), Carrier::None);
        }
        for (far, between) in geometry.bridges(cell).iter().filter(|(far, _)| *far > cell) {
            if between.iter().all(|cell| empty.contains(*cell)) {
                push(ways, node, network.node(*far), Carrier::Bridge(*between));
            }
        }
    }
}

/// Ways from a cell to an edge: in its first row directly, in its second by a bridge.
fn collect_edge_ways(board: &Board, network: &Network, ways: &mut Vec<Way>) {
    let geometry = board.geometry();
    let empty = board.empty();
    for (edge, edge_node) in network.edges() {
        let first_row = geometry.edge_cells(edge);
        for cell in *first_row {
            push(ways, edge_node, network.node(cell), Carrier::None);
        }
        for cell in second_row(board, edge) {
            let mut between = (*geometry.neighbor_set(cell) & *first_row & empty).iter();
            if let (Some(one), Some(other)) = (between.next(), between.next()) {
                push(ways, edge_node, network.node(cell), Carrier::Bridge([one, other]));
            }
        }
    }
}

fn second_row(board: &Board, edge: Edge) -> CellSet {
    let geometry = board.geometry();
    let first_row = *geometry.edge_cells(edge);
    let beside = first_row.iter().fold(CellSet::EMPTY, |all, c| all | *geometry.neighbor_set(c));
    beside - first_row
}

fn push(ways: &mut Vec<Way>, a: usize, b: Option<usize>, carrier: Carrier) {
    if let Some(b) = b.filter(|b| *b != a) {
        ways.push(((a.min(b), a.max(b)), carrier));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Groups, parse_diagram};

    fn link_between(diagram: &str, player: Color, a: &str, b: &str) -> Option<u32> {
        let board = parse_diagram(diagram).unwrap();
        let network = Network::new(&board, &Groups::of_board(&board), player);
        let node = |name: &str| match name {
            "first" => network.edges()[0].1,
            "last" => network.edges()[1].1,
            _ => network.node(board.size().parse_cell(name).unwrap()).unwrap(),
        };
        let (a, b) = (node(a), node(b));
        let ends = (a.min(b), a.max(b));
        adjacent_or_bridged(&board, &network)
            .iter()
            .find(|link| (link.a, link.b) == ends)
            .map(|link| link.shared)
    }

    const OPEN: &str = ". . . .\n . B . .\n . . . .\n . . . W";

    #[test]
    fn neighbours_share_nothing_and_bridges_two_cells() {
        assert_eq!(link_between(OPEN, Color::Black, "b2", "c2"), Some(0));
        assert_eq!(link_between(OPEN, Color::Black, "b2", "c3"), Some(2));
        assert_eq!(link_between(OPEN, Color::Black, "b2", "d3"), None);
        assert_eq!(link_between(OPEN, Color::Black, "b2", "first"), Some(2));
        assert_eq!(link_between(OPEN, Color::White, "a3", "c2"), None, "b2 is Black's");
        assert_eq!(link_between(OPEN, Color::White, "d4", "last"), None, "one node with the edge");
    }

    #[test]
    fn two_bridges_of_a_group_to_a_cell_have_nothing_in_common() {
        let one = ". . . . .\n . B B . .\n . . . . .\n . . . . .";
        assert_eq!(link_between(one, Color::Black, "b2", "b4"), Some(2), "only c2 reaches b4");
        let around = ". B B B B\n . B . . B\n . . . . .\n . . . . .";
        assert_eq!(link_between(around, Color::Black, "b2", "c3"), Some(0));
    }

    #[test]
    fn an_intruded_bridge_is_no_link() {
        let intruded = ". . . .\n . B W .\n . . . .\n . . . .";
        assert_eq!(link_between(intruded, Color::Black, "b2", "c3"), None);
        assert_eq!(link_between(intruded, Color::Black, "b2", "first"), Some(2));
    }
}
