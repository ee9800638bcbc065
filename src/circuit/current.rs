//! The current through a player's circuit, given its links.

use super::{Envelope, Flow};
use crate::connections::{Endpoints, Link};
use crate::params::CircuitParams;

/// One player's circuit without its links. A node has the number of its endpoint.
#[derive(Clone, Copy, Debug)]
pub struct Circuit<'a> {
    endpoints: &'a Endpoints,
    /// The edge at which the current enters.
    source: usize,
    /// The edge at which it leaves; its potential is 0.
    sink: usize,
}

impl<'a> Circuit<'a> {
    /// The circuit of these endpoints.
    pub fn new(endpoints: &'a Endpoints) -> Self {
        let [source, sink] = endpoints.edge_endpoints();
        Self { endpoints, source, sink }
    }

    /// The conductance of a link in siemens, as in Benzene's MoHex: the parameter for links between such ends,
    /// divided by 1 + [`Link::shared`] (HEN10). None if no end is an empty cell: such links are left out.
    fn conductance(&self, link: &Link, params: &CircuitParams) -> Option<f64> {
        let is_empty = |end| self.endpoints.empty_cell(end).is_some();
        let base = match (is_empty(link.a), is_empty(link.b)) {
            (true, true) => params.empty_empty,
            (false, false) => return None,
            _ => params.empty_group,
        };
        Some(base / f64::from(1 + link.shared))
    }

    /// The links that are not left out, each with its conductance in siemens.
    fn weighted<'l>(&self, links: &'l [Link], params: &CircuitParams) -> Vec<(&'l Link, f64)> {
        let with_conductance = |link| Some((link, self.conductance(link, params)?));
        links.iter().filter_map(with_conductance).collect()
    }

    /// The flow of one ampere from the first edge to the second through these links.
    pub fn flow(&self, links: &[Link], params: &CircuitParams) -> Flow {
        let mut energy = vec![0.0; self.endpoints.size().cell_count()];
        if self.endpoints.edges_are_joined() {
            return Flow { resistance: 0.0, energy };
        }
        let weighted = self.weighted(links, params);
        let Some(potential) = self.potentials(&weighted) else {
            return Flow { resistance: f64::INFINITY, energy };
        };
        for (link, conductance) in weighted {
            let current = conductance * (potential[link.a] - potential[link.b]).abs();
            for node in [link.a, link.b] {
                if let Some(cell) = self.endpoints.empty_cell(node) {
                    energy[cell.index()] += current;
                }
            }
        }
        Flow { resistance: potential[self.source], energy }
    }

    /// The potential of each node in volts, 0 at the sink; none if no way leads from source to sink. Nodes
    /// that no current can reach are left out of the linear system, which they would make singular; they get 0.
    fn potentials(&self, links: &[(&Link, f64)]) -> Option<Vec<f64>> {
        let numbers = self.number_reached_nodes(links)?;
        let row = |node: usize| numbers[node].filter(|_| node != self.sink);
        let rows = numbers.iter().flatten().count() - 1;
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
        Some((0..numbers.len()).map(|node| row(node).map_or(0.0, |row| solved[row])).collect())
    }

    /// The rows of the nodes in the linear system: those that current can reach are numbered from 0, the others
    /// have none. The sink has the last number and needs no row. None if current cannot reach the sink.
    fn number_reached_nodes(&self, links: &[(&Link, f64)]) -> Option<Vec<Option<usize>>> {
        let nodes = self.endpoints.count();
        let mut root: Vec<usize> = (0..nodes).collect();
        for (link, _) in links {
            let (a, b) = (find(&mut root, link.a), find(&mut root, link.b));
            root[a] = b;
        }
        let connected = find(&mut root, self.source);
        let mut rows = 0;
        let numbers: Vec<Option<usize>> = (0..nodes)
            .map(|node| {
                let reached = find(&mut root, node) == connected;
                rows += usize::from(reached);
                reached.then(|| rows - 1)
            })
            .collect();
        numbers[self.sink].is_some().then_some(numbers)
    }
}

/// The representative of a node's component (union-find with path halving).
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
    use crate::board::{Board, Color, Size};
    use proptest::prelude::*;

    /// An empty row of cells: for White a chain of nodes between the edges.
    fn chain(cells: usize) -> Endpoints {
        let board = Board::new(Size::new(cells, 1).unwrap());
        Endpoints::new(&board, Color::White)
    }

    fn link(a: usize, b: usize, shared: u32) -> Link {
        Link { a, b, shared }
    }

    #[test]
    fn series_and_parallel_by_hand() {
        let params = CircuitParams::default();
        let endpoints = chain(2); // nodes 0 and 1, west 2, east 3
        let circuit = Circuit::new(&endpoints);
        // 1/2 + 1 + 1/2 ohm in series.
        let series = [link(2, 0, 0), link(0, 1, 0), link(1, 3, 0)];
        assert!((circuit.flow(&series, &params).resistance - 2.0).abs() < 1e-12);
        // Two ways of 1 ohm beside each other.
        let parallel = [link(2, 0, 0), link(0, 3, 0), link(2, 1, 0), link(1, 3, 0)];
        let flow = circuit.flow(&parallel, &params);
        assert!((flow.resistance - 0.5).abs() < 1e-12);
        assert!(flow.energy.iter().all(|energy| (energy - 1.0).abs() < 1e-12), "{flow:?}");
        // A common part of two cells makes a third of the conductance.
        let bridge = [link(2, 0, 2), link(0, 3, 0)];
        assert!((circuit.flow(&bridge, &params).resistance - 2.0).abs() < 1e-12);
    }

    #[test]
    fn without_a_way_nothing_flows() {
        let endpoints = chain(2);
        let circuit = Circuit::new(&endpoints);
        let flow = circuit.flow(&[link(2, 0, 0), link(1, 3, 0)], &CircuitParams::default());
        assert!(flow.resistance.is_infinite());
        assert_eq!(flow.energy, [0.0, 0.0]);
    }

    fn links(nodes: usize) -> impl Strategy<Value = Vec<Link>> {
        prop::collection::vec((0..nodes, 0..nodes, 0..4u32), 1..30).prop_map(|links| {
            links
                .into_iter()
                .filter(|(a, b, _)| a != b)
                .map(|(a, b, shared)| link(a, b, shared))
                .collect()
        })
    }

    proptest! {
        #[test]
        fn what_flows_in_flows_out(links in links(8)) {
            let endpoints = chain(6);
            let circuit = Circuit::new(&endpoints);
            let weighted = circuit.weighted(&links, &CircuitParams::default());
            if let Some(potential) = circuit.potentials(&weighted) {
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

        #[test]
        fn the_order_of_links_and_the_direction_of_current_do_not_matter(links in links(6)) {
            let endpoints = chain(4);
            let circuit = Circuit::new(&endpoints);
            let params = CircuitParams::default();
            let flow = circuit.flow(&links, &params);
            // West and east change places, and so do the cells.
            let turned = |node: usize| if node < 4 { 3 - node } else { 9 - node };
            let back: Vec<Link> =
                links.iter().rev().map(|l| link(turned(l.b), turned(l.a), l.shared)).collect();
            let turned_flow = circuit.flow(&back, &params);
            let close = |a: f64, b: f64| (a - b).abs() < 1e-9 * (1.0 + a.abs());
            prop_assert_eq!(flow.resistance.is_finite(), turned_flow.resistance.is_finite());
            prop_assert!(flow.resistance.is_infinite() || close(flow.resistance, turned_flow.resistance));
            for cell in 0..4 {
                prop_assert!(close(flow.energy[cell], turned_flow.energy[3 - cell]));
            }
        }
    }
}
