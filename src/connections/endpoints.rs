//! The endpoints of connections: the empty cells, the groups and the two edges of a player.

use crate::board::{Board, Cell, CellSet, Color, Edge, Geometry, Group, MAX_CELLS, Size};

/// The endpoints of one player on one board, as numbers.
///
/// An empty cell has its cell's number, a group the number of its captain's cell, and the two edges have the
/// two numbers after all cells. So an endpoint keeps its number while stones are added, unless its group gets a
/// captain with a lower number. A connection with an empty cell says what holds once the player has a stone
/// there. A group on an edge and the edge are two endpoints, joined by a full connection with an empty carrier:
/// the group may be the middle of the AND rule, the edge may not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoints {
    player: Color,
    size: Size,
    /// The endpoint that a cell belongs to; [`NONE`] for the opponent's stones.
    of_cell: [u16; MAX_CELLS],
    /// The empty cells.
    empty: CellSet,
    /// The cells without a stone of the opponent.
    open: CellSet,
    /// The captains of the groups that touch an edge.
    on_edge: CellSet,
    edges_are_joined: bool,
}

const NONE: u16 = u16::MAX;

impl Endpoints {
    /// The endpoints of this player on this board.
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 729 cells")]
    pub fn new(board: &Board, player: Color) -> Self {
        let groups = Group::all_of(board, player);
        let mut of_cell = [NONE; MAX_CELLS];
        for cell in board.empty() {
            of_cell[cell.index()] = cell.index() as u16;
        }
        for group in &groups {
            for stone in group.stones {
                of_cell[stone.index()] = group.captain().index() as u16;
            }
        }
        let on_edge = groups.iter().filter(|group| group.edges != [false, false]);
        Self {
            player,
            size: board.size(),
            of_cell,
            empty: board.empty(),
            open: board.empty() | board.stones(player),
            on_edge: on_edge.map(Group::captain).collect(),
            edges_are_joined: groups.iter().any(|group| group.edges == [true, true]),
        }
    }

    /// The player whose endpoints these are.
    pub fn player(&self) -> Color {
        self.player
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The empty cells.
    pub(super) fn empty(&self) -> CellSet {
        self.empty
    }

    /// The player's stones.
    pub(super) fn stones(&self) -> CellSet {
        self.open - self.empty
    }

    /// Whether none of these cells has a stone of the opponent.
    pub(super) fn may_use(&self, cells: &CellSet) -> bool {
        cells.is_subset(&self.open)
    }

    /// An upper bound: all endpoints have lower numbers, but not every lower number is an endpoint.
    pub fn count(&self) -> usize {
        self.size.cell_count() + 2
    }

    /// The endpoint of a cell: the cell itself if it is empty, its group if it has a stone of the player, none
    /// if it has a stone of the opponent.
    #[inline]
    pub fn at(&self, cell: Cell) -> Option<usize> {
        Some(self.of_cell[cell.index()]).filter(|at| *at != NONE).map(usize::from)
    }

    /// What an endpoint of an earlier position is now, after stones were added; none if the opponent has a stone
    /// there.
    #[inline]
    pub(super) fn current(&self, earlier: usize) -> Option<usize> {
        if earlier < self.size.cell_count() { self.at(Cell::new(earlier)) } else { Some(earlier) }
    }

    /// The cell of an endpoint that is an empty cell; none for other endpoints.
    #[inline]
    pub fn empty_cell(&self, endpoint: usize) -> Option<Cell> {
        let cell = (endpoint < self.size.cell_count()).then(|| Cell::new(endpoint));
        cell.filter(|cell| self.empty.contains(*cell))
    }

    /// Whether an endpoint is a group that touches an edge of the player.
    #[inline]
    pub(super) fn is_on_edge(&self, endpoint: usize) -> bool {
        endpoint < self.size.cell_count() && self.on_edge.contains(Cell::new(endpoint))
    }

    /// The player's edges with their endpoints, in the order of [`Edge::of`].
    pub fn edges(&self) -> [(Edge, usize); 2] {
        let [from, to] = Edge::of(self.player);
        [(from, self.size.cell_count()), (to, self.size.cell_count() + 1)]
    }

    /// The edge of the player that an endpoint is, if it is one.
    pub fn edge(&self, endpoint: usize) -> Option<Edge> {
        self.edges().into_iter().find(|(_, number)| *number == endpoint).map(|(edge, _)| edge)
    }

    /// The endpoints of the player's edges, in the order of [`Edge::of`].
    pub fn edge_endpoints(&self) -> [usize; 2] {
        self.edges().map(|(_, endpoint)| endpoint)
    }

    /// Whether a group touches both edges.
    pub fn edges_are_joined(&self) -> bool {
        self.edges_are_joined
    }

    /// The pairs of endpoints that touch, each at least once.
    pub fn touching(&self) -> impl Iterator<Item = (usize, usize)> {
        let geometry = Geometry::of(self.size);
        let cells = self.open.iter().flat_map(move |cell| {
            let later = geometry.neighbors(cell).iter().filter(move |other| **other > cell);
            later.map(move |other| (cell, *other))
        });
        let beside_edges = self.edges().into_iter().flat_map(move |(edge, endpoint)| {
            geometry.edge_cells(edge).iter().map(move |cell| (endpoint, cell))
        });
        let inner = cells.filter_map(|(a, b)| Some((self.at(a)?, self.at(b)?)));
        let outer = beside_edges.filter_map(|(edge, cell)| Some((edge, self.at(cell)?)));
        inner.chain(outer).filter(|(a, b)| a != b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parse_diagram;

    #[test]
    fn a_group_on_the_edge_is_an_endpoint_of_its_own() {
        let board = parse_diagram("W . .\n . . B\n . B B").unwrap();
        let black = Endpoints::new(&board, Color::Black);
        let at = |name| board.size().parse_cell(name).unwrap();
        let group = black.at(at("c2")).unwrap();
        assert_eq!(black.at(at("b3")), Some(group));
        assert!(black.is_on_edge(group) && black.empty_cell(group).is_none());
        assert!(black.touching().any(|pair| pair == (black.edge_endpoints()[1], group)));
        assert_eq!(black.at(at("a1")), None);
        assert_eq!(black.empty_cell(black.at(at("b1")).unwrap()), Some(at("b1")));
        assert_eq!(black.current(at("c3").index()), Some(group));
    }
}
