//! Cells that a path between the winner's edges can do without.

use crate::board::{Cell, CellSet, Geometry, Size};

/// What a detour may use: stones and edges of the winner.
#[derive(Clone, Copy, Debug)]
pub struct Detours<'a, const N: usize> {
    /// The size of the board.
    pub size: Size,
    /// The cells along each of the winner's edges.
    pub edges: &'a [CellSet; 2],
    /// Stones of the winner.
    pub stones: &'a CellSet<N>,
}

impl<const N: usize> Detours<'_, N> {
    /// Whether every path between the edges over `gone` and the cells of `used` can go round `gone` over `used` and the
    /// stones. It can if the neighbours of `gone` on the path are joined with each other: they touch, or the same chain
    /// of stones has or touches both, or both are joined with the same edge. If `gone` lies on an edge, its neighbours
    /// on the path must also be joined with that edge. It cannot go round a cell that lies on both edges.
    pub fn avoid(&self, gone: Cell, used: &CellSet<N>) -> bool {
        let geometry = Geometry::of(self.size);
        let around = used.resized() & *geometry.neighbor_set(gone);
        let (by_edges, by_chains) = self.joined();
        let on_edges = [0, 1].map(|edge| self.edges[edge].contains(gone));
        let is_joined = |a: Cell, b: Cell| {
            geometry.neighbor_set(a).contains(b)
                || by_edges.iter().chain(&by_chains).any(|all| all.contains(a) && all.contains(b))
        };
        on_edges != [true, true]
            && (0..2).all(|edge| !on_edges[edge] || around.is_subset(&by_edges[edge]))
            && around.iter().all(|a| around.iter().all(|b| a == b || is_joined(a, b)))
    }

    /// The cells that are joined with each edge, and those that each other chain has or touches.
    fn joined(&self) -> ([CellSet; 2], Vec<CellSet>) {
        let geometry = Geometry::of(self.size);
        let mut rest: CellSet = self.stones.resized();
        let with_neighbors =
            |stones: CellSet| stones.iter().fold(stones, |all, s| all | *geometry.neighbor_set(s));
        let by_edges = self.edges.map(|edge| {
            let chains = geometry.flood(edge, self.stones.resized());
            rest -= chains;
            edge | with_neighbors(chains)
        });
        let mut by_chains = Vec::new();
        while let Some(stone) = rest.first() {
            let chain = geometry.flood(CellSet::from_iter([stone]), rest);
            rest -= chain;
            by_chains.push(with_neighbors(chain));
        }
        (by_edges, by_chains)
    }
}
