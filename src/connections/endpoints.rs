//! What can be connected: the empty cells, the groups and the two edges of a player.

use crate::board::{Board, Cell, Color, Edge, Groups, MAX_CELLS};

/// The endpoints of one player, numbered from 0.
///
/// Empty cells come first, row by row, then the groups that touch no edge, then the two edges. A
/// group that touches an edge is one endpoint with it. An empty cell stands for "as if the player
/// had a stone there".
#[derive(Clone, Debug)]
pub struct Endpoints {
    /// The endpoint that a cell belongs to; none for the opponent's stones.
    of_cell: [Option<u16>; MAX_CELLS],
    /// The cell of each endpoint that is an empty cell.
    empty: Vec<Cell>,
    player: Color,
    source: usize,
    sink: usize,
}

impl Endpoints {
    /// The endpoints of this player on this board.
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 361 cells")]
    pub fn new(board: &Board, groups: &Groups, player: Color) -> Self {
        let mut of_cell = [None; MAX_CELLS];
        let empty: Vec<Cell> = board.empty().iter().collect();
        for (endpoint, cell) in empty.iter().enumerate() {
            of_cell[cell.index()] = Some(endpoint as u16);
        }
        let inner = groups.of(player).iter().filter(|group| group.edges == [false, false]).count();
        let source = empty.len() + inner;
        let is_shorted = groups.of(player).iter().any(|group| group.edges == [true, true]);
        let sink = if is_shorted { source } else { source + 1 };
        let mut next = empty.len();
        for group in groups.of(player) {
            let endpoint = match group.edges {
                [false, false] => {
                    next += 1;
                    next - 1
                }
                [true, _] => source,
                [false, true] => sink,
            };
            for stone in group.stones {
                of_cell[stone.index()] = Some(endpoint as u16);
            }
        }
        Self { of_cell, empty, player, source, sink }
    }

    /// Whose they are.
    pub fn player(&self) -> Color {
        self.player
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.sink + 1
    }

    /// The endpoint that this cell belongs to: itself if it is empty, its group (or the edge that its
    /// group touches) if it has the player's stone, none if it has the opponent's.
    #[inline]
    pub fn at(&self, cell: Cell) -> Option<usize> {
        self.of_cell[cell.index()].map(usize::from)
    }

    /// The cell of an endpoint that is an empty cell.
    #[inline]
    pub fn empty_cell(&self, endpoint: usize) -> Option<Cell> {
        self.empty.get(endpoint).copied()
    }

    /// The endpoints that are empty cells: those below this number.
    #[inline]
    pub fn empty_count(&self) -> usize {
        self.empty.len()
    }

    /// The player's edges with their endpoints, in the order of [`Edge::of`]; one and the same
    /// endpoint if a chain joins them.
    pub fn edges(&self) -> [(Edge, usize); 2] {
        let [from, to] = Edge::of(self.player);
        [(from, self.source), (to, self.sink)]
    }

    /// The pairs of endpoints that touch, each once or more.
    pub fn touching(&self, board: &Board) -> impl Iterator<Item = (usize, usize)> {
        let geometry = board.geometry();
        let mine = board.empty() | board.stones(self.player);
        let cells = mine.iter().flat_map(move |cell| {
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
    fn a_group_on_the_edge_is_the_edge() {
        let board = parse_diagram("W . .\n . . B\n . B B").unwrap();
        let groups = Groups::of_board(&board);
        let black = Endpoints::new(&board, &groups, Color::Black);
        let at = |name| board.size().parse_cell(name).unwrap();
        assert_eq!(black.at(at("c2")), Some(black.edges()[1].1));
        assert_eq!(black.at(at("a1")), None);
        assert_eq!(black.empty_cell(black.at(at("b1")).unwrap()), Some(at("b1")));
        let white = Endpoints::new(&board, &groups, Color::White);
        assert_eq!(white.at(at("a1")), Some(white.edges()[0].1));
        assert_eq!(white.count(), white.empty_count() + 2);
    }
}
