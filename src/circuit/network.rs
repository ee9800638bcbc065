//! The nodes of a player's circuit, and the flow through it once its links are known.

use super::{Envelope, Flow, Link};
use crate::board::{Board, Cell, Color, Edge, Groups, MAX_CELLS};
use crate::params::CircuitParams;

/// The nodes of one player's circuit.
///
/// Empty cells come first, row by row, then the groups that touch no edge, then the two edges. A
/// group that touches an edge is one node with it.
#[derive(Clone, Debug)]
pub struct Network {
    /// The node that a cell belongs to; none for the opponent's stones.
    node_of: [Option<u16>; MAX_CELLS],
    /// The cell of each node that is an empty cell.
    empty: Vec<Cell>,
    player: Color,
    source: usize,
    sink: usize,
    cell_count: usize,
}

impl Network {
    /// The nodes of this player on this board.
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 361 cells")]
    pub fn new(board: &Board, groups: &Groups, player: Color) -> Self {
        let mut node_of = [None; MAX_CELLS];
        let empty: Vec<Cell> = board.empty().iter().collect();
        for (node, cell) in empty.iter().enumerate() {
            node_of[cell.index()] = Some(node as u16);
        }
        let inner = groups.of(player).iter().filter(|group| group.edges == [false, false]).count();
        let source = empty.len() + inner;
        let mut shorted = false;
        let mut next = empty.len();
        for group in groups.of(player) {
            let node = match group.edges {
                [false, false] => {
                    next += 1;
                    next - 1
                }
                [true, _] => source,
                [false, true] => source + 1,
            };
            shorted |= group.edges == [true, true];
            for stone in group.stones {
                node_of[stone.index()] = Some(node as u16);
            }
        }
        let sink = if shorted { source } else { source + 1 };
        Self { node_of, empty, player, source, sink, cell_count: board.size().cell_count() }
    }

    /// Whose circuit it is.
    pub fn player(&self) -> Color {
        self.player
    }

    /// The node that this cell belongs to: itself if it is empty, its group (or the edge that its
    /// group touches) if it has the player's stone, none if it has the opponent's.
    #[inline]
    pub fn node(&self, cell: Cell) -> Option<usize> {
        self.node_of[cell.index()].map(usize::from)
    }

    /// The nodes of the player's edges, in the order of [`Edge::of`]; one and the same if a chain
    /// joins them.
    pub fn edges(&self) -> [(Edge, usize); 2] {
        let [from, to] = Edge::of(self.player);
        [(from, self.source), (to, self.sink)]
    }

    fn is_empty_cell(&self, node: usize) -> bool {
        node < self.empty.len()
    }

    /// The conductance of a link in siemens: what its two ends are worth, less the more cells the
    /// opponent may play to threaten it (HEN10; the peer's formula).
    fn conductance(&self, link: &Link, params: &CircuitParams) -> f64 {
        let base = match (self.is_empty_cell(link.a), self.is_empty_cell(link.b)) {
            (true, true) => params.empty_empty,
            (false, false) => params.group_group,
            _ => params.empty_group,
        };
        base / f64::from(1 + link.shared)
    }

    /// The flow of one ampere from the first edge to the second through these links.
    pub fn flow(&self, links: &[Link], params: &CircuitParams) -> Flow {
        let broken = |resistance| Flow { resistance, energy: vec![0.0; self.cell_count] };
        if self.source == self.sink {
            return broken(0.0);
        }
        let currents: Vec<(&Link, f64)> = links
            .iter()
            .map(|link| (link, self.conductance(link, params)))
            .filter(|(_, conductance)| *conductance > 0.0)
            .collect();
        let Some(potential) = self.potentials(&currents) else {
            return broken(f64::INFINITY);
        };
        let mut energy = vec![0.0; self.cell_count];
        for (link, conductance) in currents {
            let current = conductance * (potential[link.a] - potential[link.b]).abs();
            for node in [link.a, link.b] {
                if let Some(cell) = self.empty.get(node) {
                    energy[cell.index()] += current;
                }
            }
        }
        Flow { resistance: potential[self.source], energy }
    }

    /// Each node's potential in volts with the sink at 0, or nothing if the edges are apart. Nodes
    /// that no current can reach would make the system singular; they are left out and get 0.
    fn potentials(&self, links: &[(&Link, f64)]) -> Option<Vec<f64>> {
        let order = self.rows_of_reached_nodes(links)?;
        let row = |node: usize| order[node].filter(|_| node != self.sink);
        let rows = order.iter().flatten().count() - 1;
        let mut first: Vec<usize> = (0..rows).collect();
        for (link, _) in links {
            if let (Some(a), Some(b)) = (row(link.a), row(link.b)) {
                let (low, high) = (a.min(b), a.max(b));
                first[high] = first[high].min(low);
            }
        }
        let mut laplacian = Envelope::zero(first);
        for (link, conductance) in links {
            let (a, b) = (row(link.a), row(link.b));
            for end in [a, b].into_iter().flatten() {
                laplacian.add(end, end, *conductance);
            }
            if let (Some(a), Some(b)) = (a, b) {
                laplacian.add(a, b, -conductance);
            }
        }
        let mut injected = vec![0.0; rows];
        injected[row(self.source).expect("the source is reached")] = 1.0;
        let solved = laplacian.solve(injected)?;
        Some((0..order.len()).map(|node| row(node).map_or(0.0, |row| solved[row])).collect())
    }

    /// Numbers the nodes that current can reach; the sink, which needs no row, is the last. Nothing
    /// if the sink is not among them.
    fn rows_of_reached_nodes(&self, links: &[(&Link, f64)]) -> Option<Vec<Option<usize>>> {
        let nodes = self.sink + 1;
        let mut root: Vec<usize> = (0..nodes).collect();
        for (link, _) in links {
            let (a, b) = (find(&mut root, link.a), find(&mut root, link.b));
            root[a] = b;
        }
        let connected = find(&mut root, self.source);
        let mut rows = 0;
        let order: Vec<Option<usize>> = (0..nodes)
            .map(|node| {
                let reached = find(&mut root, node) == connected;
                rows += usize::from(reached);
                reached.then(|| rows - 1)
            })
            .collect();
        order[self.sink].is_some().then_some(order)
    }
}

/// The representative of a node's component, halving the way to it.
fn find(root: &mut [usize], mut node: usize) -> usize {
    while root[node] != node {
        root[node] = root[root[node]];
        node = root[node];
    }
    node
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, parse_diagram};
    use proptest::prelude::*;

    /// An empty row of cells: for White a chain of nodes between the edges.
    fn chain(cells: usize) -> Network {
        let board = Board::new(Size::new(cells, 1).unwrap());
        Network::new(&board, &Groups::of_board(&board), Color::White)
    }

    fn link(a: usize, b: usize, shared: u32) -> Link {
        Link { a, b, shared }
    }

    #[test]
    fn series_and_parallel_by_hand() {
        let params = CircuitParams::default();
        let network = chain(2); // nodes 0 and 1, west 2, east 3
        // 1/2 + 1 + 1/2 ohm in series.
        let series = [link(2, 0, 0), link(0, 1, 0), link(1, 3, 0)];
        assert!((network.flow(&series, &params).resistance - 2.0).abs() < 1e-12);
        // Two ways of 1 ohm beside each other.
        let parallel = [link(2, 0, 0), link(0, 3, 0), link(2, 1, 0), link(1, 3, 0)];
        let flow = network.flow(&parallel, &params);
        assert!((flow.resistance - 0.5).abs() < 1e-12);
        assert!(flow.energy.iter().all(|energy| (energy - 1.0).abs() < 1e-12), "{flow:?}");
        // A common part of two cells makes a third of the conductance.
        let bridge = [link(2, 0, 2), link(0, 3, 0)];
        assert!((network.flow(&bridge, &params).resistance - 2.0).abs() < 1e-12);
    }

    #[test]
    fn without_a_way_nothing_flows() {
        let flow = chain(2).flow(&[link(2, 0, 0), link(1, 3, 0)], &CircuitParams::default());
        assert!(flow.resistance.is_infinite());
        assert_eq!(flow.energy, [0.0, 0.0]);
    }

    #[test]
    fn a_group_on_the_edge_is_the_edge() {
        let board = parse_diagram("W . .\n . . B\n . B B").unwrap();
        let groups = Groups::of_board(&board);
        let black = Network::new(&board, &groups, Color::Black);
        let at = |name| board.size().parse_cell(name).unwrap();
        assert_eq!(black.node(at("c2")), Some(black.edges()[1].1));
        assert_eq!(black.node(at("a1")), None);
        let white = Network::new(&board, &groups, Color::White);
        assert_eq!(white.node(at("a1")), Some(white.edges()[0].1));
    }

    proptest! {
        #[test]
        fn what_flows_in_flows_out(
            links in prop::collection::vec((0..8usize, 0..8usize, 0..4u32), 1..30),
        ) {
            let network = chain(6);
            let links: Vec<Link> = links.into_iter().filter(|(a, b, _)| a != b)
                .map(|(a, b, shared)| link(a, b, shared)).collect();
            let params = CircuitParams { group_group: 0.7, ..CircuitParams::default() };
            let weighted: Vec<(&Link, f64)> =
                links.iter().map(|link| (link, network.conductance(link, &params))).collect();
            if let Some(potential) = network.potentials(&weighted) {
                for node in 0..8 {
                    let out: f64 = weighted.iter().map(|(link, g)| match (link.a, link.b) {
                        (a, b) if a == node => g * (potential[a] - potential[b]),
                        (a, b) if b == node => g * (potential[b] - potential[a]),
                        _ => 0.0,
                    }).sum();
                    let expected = match node { 6 => 1.0, 7 => -1.0, _ => 0.0 };
                    prop_assert!((out - expected).abs() < 1e-9, "node {} loses {}", node, out);
                }
            }
        }
    }
}
