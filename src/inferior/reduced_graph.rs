//! The board as the graph of one player, and the cells whose colour that graph shows not to matter.
//!
//! The player wants a path of cells from one edge to the other. The *reduced graph* has the empty cells as
//! nodes; two are joined if they touch or if both touch one group of the player's, the player's edges
//! being groups as well. A stone of the player on a cell joins all that the cell was joined with, a stone
//! of the opponent takes the cell out. A cell matters only if it is on an *induced* path, one without
//! shortcuts, between the edges; so one whose neighbours are all joined with each other is dead (HEN10).
//! Unlike patterns this sees groups however long they are.

use super::symmetry::Image;
use crate::board::{
    Board, ByColor, Cell, CellSet, Color, Edge, Group, Key, MAX_CELLS, Size, link_key,
};

/// The reduced graph of a player, in sets of `N` words.
#[derive(Debug)]
pub(super) struct ReducedGraph<const N: usize> {
    empty: CellSet<N>,
    /// For each empty cell, what it is joined with, and itself.
    closed: Vec<CellSet<N>>,
    /// What is joined with each edge of the player.
    edges: [CellSet<N>; 2],
}

impl<const N: usize> ReducedGraph<N> {
    /// The graph of a player with these groups.
    pub(super) fn new(board: &Board, player: Color, groups: &[Group]) -> Self {
        let (geometry, empty) = (board.geometry(), board.empty().narrow());
        let mut closed: Vec<CellSet<N>> = board
            .size()
            .cells()
            .map(|cell| (geometry.neighbor_set(cell).narrow() & empty) | CellSet::from_iter([cell]))
            .collect();
        let edges = edges_of(board, player, groups).map(|edge| edge.narrow());
        let inner = groups.iter().filter(|group| group.edges == [false, false]);
        for clique in inner.map(|group| group.liberties.narrow()).chain(edges) {
            for cell in clique {
                closed[cell.index()] |= clique;
            }
        }
        Self { empty, closed, edges }
    }

    /// What is joined with each edge of the player.
    pub(super) fn edges(&self) -> &[CellSet<N>; 2] {
        &self.edges
    }

    /// The same for graphs that are the same, and for no others.
    pub(super) fn key(&self) -> Key {
        self.key_where(Cell::index, [0, 1])
    }

    /// The key of the same player's graph in an image of a board of this size.
    pub(super) fn key_in(&self, image: Image, size: Size) -> Key {
        let edges = if image.swaps_edges() { [1, 0] } else { [0, 1] };
        self.key_where(|cell| image.of(size, cell).index(), edges)
    }

    /// The key if cells and edges have these numbers.
    fn key_where(&self, number: impl Fn(Cell) -> usize, edge_numbers: [usize; 2]) -> Key {
        let number = &number;
        let of_cell = |cell: Cell| {
            let others = self.closed[cell.index()].iter().filter(move |other| cell <= *other);
            others.map(move |other| {
                let (one, other) = (number(cell), number(other));
                link_key(one.min(other), one.max(other))
            })
        };
        let of_edge = |edge: usize| {
            let number_of_edge = MAX_CELLS + edge_numbers[edge];
            self.edges[edge].iter().map(move |cell| link_key(number(cell), number_of_edge))
        };
        let links = self.empty.iter().flat_map(of_cell).chain([0, 1].into_iter().flat_map(of_edge));
        links.fold(0, |key, link| key ^ link)
    }

    fn neighbors(&self, cell: Cell) -> CellSet<N> {
        self.closed[cell.index()] - CellSet::from_iter([cell])
    }

    /// The edges that a cell is joined with.
    fn edges_at(&self, cell: Cell) -> impl Iterator<Item = &CellSet<N>> {
        self.edges.iter().filter(move |edge| edge.contains(cell))
    }

    fn joins_both_edges(&self, cell: Cell) -> bool {
        self.edges.iter().all(|edge| edge.contains(cell))
    }

    /// The cells joined with all that this one is joined with. A stone of the player on one of them makes
    /// this one dead: all its neighbours are joined then.
    pub(super) fn dominators(&self, cell: Cell) -> CellSet<N> {
        let others = self.neighbors(cell);
        let all = self
            .edges_at(cell)
            .fold(self.empty - CellSet::from_iter([cell]), |all, edge| all & *edge);
        let joined = |all: CellSet<N>, other: Cell| {
            let all = all & self.closed[other.index()];
            (!all.is_empty()).then_some(all)
        };
        others.iter().try_fold(all, joined).unwrap_or_default()
    }

    /// Whether all that the cell is joined with is joined.
    pub(super) fn is_dead(&self, cell: Cell) -> bool {
        !self.joins_both_edges(cell) && self.is_clique(cell, self.neighbors(cell))
    }

    /// Whether these cells and the edges that the cell is joined with are joined with each other.
    fn is_clique(&self, cell: Cell, others: CellSet<N>) -> bool {
        self.edges_at(cell).all(|edge| others.is_subset(edge))
            && others.iter().all(|other| others.is_subset(&self.closed[other.index()]))
    }

    /// The cells on which a stone of the opponent makes this one dead: without them all that it is joined
    /// with is joined.
    pub(super) fn cuts(&self, cell: Cell) -> CellSet<N> {
        let others = self.neighbors(cell);
        if self.joins_both_edges(cell) {
            return CellSet::EMPTY;
        }
        // Of two that are not joined, one must go.
        let apart = |other: Cell| others - self.closed[other.index()];
        let from_edge = self.edges_at(cell).find_map(|edge| (others - *edge).first());
        let pair = || others.iter().find_map(|other| Some([other, apart(other).first()?]));
        let candidates: CellSet<N> = match from_edge {
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

impl<const N: usize> ByColor<ReducedGraph<N>> {
    /// The cells that one of the graphs shows to be dead.
    pub(super) fn dead(&self) -> CellSet<N> {
        let is_dead = |cell: &Cell| Color::BOTH.iter().any(|player| self[*player].is_dead(*cell));
        self.black.empty.iter().filter(is_dead).collect()
    }

    /// For each player and cell, the cells on which a stone of the player makes that cell dead.
    pub(super) fn killers(&self) -> ByColor<Vec<CellSet<N>>> {
        let cells = self.black.closed.len();
        ByColor::new_with(|player| {
            let mut killers = vec![CellSet::EMPTY; cells];
            for cell in self.black.empty {
                killers[cell.index()] = self[player].dominators(cell) | self[!player].cuts(cell);
            }
            killers
        })
    }
}
