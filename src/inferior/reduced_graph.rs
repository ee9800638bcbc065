//! The board as the graph of one player, and the cells whose colour that graph shows not to matter.
//!
//! The player wants a path of cells from one edge to the other. The *reduced graph* has the empty cells as
//! nodes; two are joined if they touch or if both touch one group of the player's, the player's edges
//! being groups as well. A stone of the player on a cell joins all that the cell was joined with, a stone
//! of the opponent takes the cell out. A cell matters only if it is on an *induced* path, one without
//! shortcuts, between the edges; so one whose neighbours are all joined with each other is dead (HEN10).
//! Unlike patterns this sees groups however long they are.

use crate::board::{Board, ByColor, Cell, CellSet, Color, Edge, Group};

/// The reduced graph of a player.
#[derive(Debug)]
pub(super) struct ReducedGraph {
    empty: CellSet,
    /// For each empty cell, what it is joined with, and itself.
    closed: Vec<CellSet>,
    /// What is joined with each edge of the player.
    edges: [CellSet; 2],
}

impl ReducedGraph {
    /// The graph of a player with these groups.
    pub(super) fn new(board: &Board, player: Color, groups: &[Group]) -> Self {
        let (geometry, empty) = (board.geometry(), board.empty());
        let mut closed: Vec<CellSet> = board
            .size()
            .cells()
            .map(|cell| (*geometry.neighbor_set(cell) & empty) | CellSet::from_iter([cell]))
            .collect();
        let edges = edges_of(board, player, groups);
        let inner = groups.iter().filter(|group| group.edges == [false, false]);
        for clique in inner.map(|group| group.liberties).chain(edges) {
            for cell in clique {
                closed[cell.index()] |= clique;
            }
        }
        Self { empty, closed, edges }
    }

    /// What is joined with each edge of the player.
    pub(super) fn edges(&self) -> &[CellSet; 2] {
        &self.edges
    }

    fn neighbors(&self, cell: Cell) -> CellSet {
        self.closed[cell.index()] - CellSet::from_iter([cell])
    }

    /// The edges that a cell is joined with.
    fn edges_at(&self, cell: Cell) -> impl Iterator<Item = &CellSet> {
        self.edges.iter().filter(move |edge| edge.contains(cell))
    }

    fn joins_both_edges(&self, cell: Cell) -> bool {
        self.edges.iter().all(|edge| edge.contains(cell))
    }

    /// The cells joined with all that this one is joined with. A stone of the player on one of them makes
    /// this one dead: all its neighbours are joined then.
    pub(super) fn superiors(&self, cell: Cell) -> CellSet {
        let all = self
            .neighbors(cell)
            .iter()
            .fold(self.empty, |all, other| all & self.closed[other.index()]);
        let all = self.edges_at(cell).fold(all, |all, edge| all & *edge);
        all - CellSet::from_iter([cell])
    }

    /// Whether all that the cell is joined with is joined.
    pub(super) fn is_dead(&self, cell: Cell) -> bool {
        !self.joins_both_edges(cell) && self.is_clique(cell, self.neighbors(cell))
    }

    /// Whether these cells and the edges that the cell is joined with are joined with each other.
    fn is_clique(&self, cell: Cell, others: CellSet) -> bool {
        self.edges_at(cell).all(|edge| others.is_subset(edge))
            && others.iter().all(|other| others.is_subset(&self.closed[other.index()]))
    }

    /// The cells on which a stone of the opponent makes this one dead: without them all that it is joined
    /// with is joined.
    pub(super) fn cuts(&self, cell: Cell) -> CellSet {
        let others = self.neighbors(cell);
        if self.joins_both_edges(cell) {
            return CellSet::EMPTY;
        }
        // Of two that are not joined, one must go.
        let apart = |other: Cell| others - self.closed[other.index()];
        let from_edge = self.edges_at(cell).find_map(|edge| (others - *edge).first());
        let pair = || others.iter().find_map(|other| Some([other, apart(other).first()?]));
        let candidates: CellSet = match from_edge {
            Some(other) => CellSet::from_iter([other]),
            None => pair().into_iter().flatten().collect(),
        };
        let is_cut = |cut: &Cell| self.is_clique(cell, others - CellSet::from_iter([*cut]));
        candidates.iter().filter(is_cut).collect()
    }
}

/// What is joined with each edge of a player.
fn edges_of(board: &Board, player: Color, groups: &[Group]) -> [CellSet; 2] {
    let rows = Edge::of(player).map(|edge| *board.geometry().edge_cells(edge) & board.empty());
    [0, 1].map(|edge| {
        let there = groups.iter().filter(|group| group.edges[edge]);
        there.fold(rows[edge], |all, group| all | group.liberties)
    })
}

impl ByColor<ReducedGraph> {
    /// Whether one of the graphs shows that the cell is dead.
    pub(super) fn show_dead(&self, cell: Cell) -> bool {
        Color::BOTH.iter().any(|player| self[*player].is_dead(cell))
    }

    /// The cells on which a stone of this player makes the cell dead.
    pub(super) fn killers(&self, player: Color, cell: Cell) -> CellSet {
        self[player].superiors(cell) | self[!player].cuts(cell)
    }
}
