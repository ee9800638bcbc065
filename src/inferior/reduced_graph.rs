//! The reduced graph of a player, and the cells that it shows to be dead (HEN10).
//!
//! The nodes of the *reduced graph* are the empty cells and the player's two edges. Two cells are joined if they
//! touch or if both touch one group of the player. A cell is joined with an edge if it touches the edge or a group
//! on it, and all cells joined with an edge are joined with each other. A stone of the player on a cell joins all
//! its neighbours in the graph with each other; a stone of the opponent removes the cell. The player wants a path
//! from edge to edge, so a cell matters only if it is on an *induced* path (one without shortcuts) between them. A
//! cell whose neighbours are all joined with each other is on none and is dead.
//!
//! Unlike patterns, the graph sees groups of any length.

use crate::board::{
    Board, ByColor, Cell, CellSet, Color, Edge, Group, Key, MAX_CELLS, Size, link_key,
};

/// The reduced graph of a player on a board whose cells fit sets of `N` words.
#[derive(Clone, Debug)]
pub(super) struct ReducedGraph<const N: usize> {
    empty: CellSet<N>,
    /// For each empty cell the cells that it is joined with, and itself (its closed neighbourhood).
    closed: Vec<CellSet<N>>,
    /// For each edge of the player the cells that it is joined with.
    edges: [CellSet<N>; 2],
}

impl<const N: usize> ReducedGraph<N> {
    /// The graph of a player with these groups.
    pub(super) fn new(board: &Board, player: Color, groups: &[Group]) -> Self {
        let (geometry, empty) = (board.geometry(), board.empty().resized());
        let mut closed: Vec<CellSet<N>> = board
            .size()
            .cells()
            .map(|cell| {
                (geometry.neighbor_set(cell).resized() & empty) | CellSet::from_iter([cell])
            })
            .collect();
        let edges = edges_of(board, player, groups).map(|edge| edge.resized());
        let inner = groups.iter().filter(|group| group.edges == [false, false]);
        for clique in inner.map(|group| group.liberties.resized()).chain(edges) {
            for cell in clique {
                closed[cell.index()] |= clique;
            }
        }
        Self { empty, closed, edges }
    }

    /// For each edge of the player the cells that it is joined with.
    pub(super) fn edges(&self) -> &[CellSet<N>; 2] {
        &self.edges
    }

    /// Keys of the graph and of the graph after a half-turn of the board. Equal graphs have equal keys; other graphs
    /// have equal keys only by accident.
    pub(super) fn keys(&self) -> [Key; 2] {
        self.keys_where(Cell::index)
    }

    /// The same for the mirror image of the board, which has this size.
    pub(super) fn mirrored_keys(&self, size: Size) -> [Key; 2] {
        let numbers: Vec<usize> = size.cells().map(|cell| size.mirror(cell).index()).collect();
        self.keys_where(|cell| numbers[cell.index()])
    }

    /// The keys of the graph with other numbers for its cells. A half-turn reverses the numbers and exchanges the edges.
    fn keys_where(&self, number: impl Fn(Cell) -> usize) -> [Key; 2] {
        let last = self.closed.len() - 1;
        let [mut key, mut turned] = [0; 2];
        for cell in self.empty {
            let one = number(cell);
            for other in self.closed[cell.index()].iter().filter(|other| cell <= *other) {
                let (less, more) = (one.min(number(other)), one.max(number(other)));
                key ^= link_key(less, more);
                turned ^= link_key(last - more, last - less);
            }
        }
        for (edge, cells) in self.edges.iter().enumerate() {
            for cell in *cells {
                key ^= link_key(number(cell), MAX_CELLS + edge);
                turned ^= link_key(last - number(cell), MAX_CELLS + 1 - edge);
            }
        }
        [key, turned]
    }

    /// The cells that a cell is joined with.
    fn neighbors(&self, cell: Cell) -> CellSet<N> {
        self.closed[cell.index()] - CellSet::from_iter([cell])
    }

    /// For each edge that a cell is joined with, the cells joined with that edge.
    fn edges_at(&self, cell: Cell) -> impl Iterator<Item = &CellSet<N>> {
        self.edges.iter().filter(move |edge| edge.contains(cell))
    }

    /// Whether a cell is joined with both edges.
    fn joins_both_edges(&self, cell: Cell) -> bool {
        self.edges.iter().all(|edge| edge.contains(cell))
    }

    /// The cells that are joined with all cells and edges that this one is joined with. A stone of the player on
    /// one of them joins these with each other, which makes this cell dead.
    pub(super) fn own_killers(&self, cell: Cell) -> CellSet<N> {
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

    /// Whether all cells and edges that a cell is joined with are joined with each other.
    pub(super) fn is_dead(&self, cell: Cell) -> bool {
        !self.joins_both_edges(cell) && self.is_clique(cell, self.neighbors(cell))
    }

    /// Whether `others` and the edges that the cell is joined with are all joined with each other. The cell must
    /// not be joined with both edges.
    fn is_clique(&self, cell: Cell, others: CellSet<N>) -> bool {
        self.edges_at(cell).all(|edge| others.is_subset(edge))
            && others.iter().all(|other| others.is_subset(&self.closed[other.index()]))
    }

    /// The cells on which a stone of the opponent makes this one dead: without that cell, all that this one is
    /// joined with is joined with each other.
    pub(super) fn opponent_killers(&self, cell: Cell) -> CellSet<N> {
        let others = self.neighbors(cell);
        if self.joins_both_edges(cell) {
            return CellSet::EMPTY;
        }
        // Of two neighbours that are not joined with each other, one must be removed.
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

/// For each edge of a player the cells that it is joined with.
fn edges_of(board: &Board, player: Color, groups: &[Group]) -> [CellSet; 2] {
    let rows = Edge::of(player).map(|edge| *board.geometry().edge_cells(edge) & board.empty());
    [0, 1].map(|edge| {
        let there = groups.iter().filter(|group| group.edges[edge]);
        there.fold(rows[edge], |all, group| all | group.liberties)
    })
}

impl<const N: usize> ByColor<ReducedGraph<N>> {
    /// The cells that are dead in either player's graph.
    pub(super) fn dead(&self) -> CellSet<N> {
        let is_dead = |cell: &Cell| Color::BOTH.iter().any(|player| self[*player].is_dead(*cell));
        self.black.empty.iter().filter(is_dead).collect()
    }

    /// For each player and cell the cells on which a stone of the player makes that cell dead.
    pub(super) fn killers(&self) -> ByColor<Vec<CellSet<N>>> {
        let cells = self.black.closed.len();
        ByColor::new_with(|player| {
            let mut killers = vec![CellSet::EMPTY; cells];
            for cell in self.black.empty {
                killers[cell.index()] =
                    self[player].own_killers(cell) | self[!player].opponent_killers(cell);
            }
            killers
        })
    }
}
