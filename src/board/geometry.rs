//! Neighbours and edges on boards of each size.

use super::{BySize, Cell, CellSet, Color, Size};

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edge {
    /// The top row's side; Black's.
    North,
    /// The bottom row's side; Black's.
    South,
    /// The first column's side; White's.
    West,
    /// The last column's side; White's.
    East,
}

impl Edge {
    /// The two edges that this player wants to join.
    pub fn of(player: Color) -> [Edge; 2] {
        match player {
            Color::Black => [Edge::North, Edge::South],
            Color::White => [Edge::West, Edge::East],
        }
    }

    /// The name of the edge, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Edge::North => "north",
            Edge::South => "south",
            Edge::West => "west",
            Edge::East => "east",
        }
    }
}

/// The steps to the six neighbours: columns to the right, rows down.
const STEPS: [(isize, isize); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// Tables of neighbours and edges for one size. They are made once and shared.
#[derive(Debug)]
pub struct Geometry {
    cells: CellSet,
    neighbors: Vec<Vec<Cell>>,
    neighbor_sets: Vec<CellSet>,
    edges: [CellSet; 4],
}

impl Geometry {
    /// The tables of this size.
    pub fn of(size: Size) -> &'static Geometry {
        static TABLES: BySize<Geometry> = BySize::new();
        TABLES.of(size, || Self::new(size))
    }

    fn new(size: Size) -> Self {
        let neighbors: Vec<Vec<Cell>> = size
            .cells()
            .map(|cell| STEPS.iter().filter_map(|step| moved(size, cell, *step)).collect())
            .collect();
        let column = |at: usize| (0..size.rows()).filter_map(|row| size.cell(at, row)).collect();
        let row = |at: usize| (0..size.columns()).filter_map(|col| size.cell(col, at)).collect();
        Self {
            cells: CellSet::first_cells(size.cell_count()),
            neighbor_sets: neighbors.iter().map(|list| list.iter().copied().collect()).collect(),
            neighbors,
            edges: [row(0), row(size.rows() - 1), column(0), column(size.columns() - 1)],
        }
    }

    /// All cells of the board.
    pub fn cells(&self) -> CellSet {
        self.cells
    }

    /// The cells that touch this one: at most six, and at least two if the board has several columns and rows.
    #[inline]
    pub fn neighbors(&self, cell: Cell) -> &[Cell] {
        &self.neighbors[cell.index()]
    }

    /// The cells that touch this one, as a set.
    #[inline]
    pub fn neighbor_set(&self, cell: Cell) -> &CellSet {
        &self.neighbor_sets[cell.index()]
    }

    /// The cells along an edge.
    #[inline]
    pub fn edge_cells(&self, edge: Edge) -> &CellSet {
        &self.edges[edge as usize]
    }

    /// The cells along each of the two edges that a player joins.
    #[inline]
    pub fn edges_of(&self, player: Color) -> [CellSet; 2] {
        Edge::of(player).map(|edge| *self.edge_cells(edge))
    }

    /// The cells that can be reached from `start` by steps inside `within`. Cells of `start` outside `within` do not
    /// count.
    #[must_use]
    pub fn flood<const N: usize>(&self, start: CellSet<N>, within: CellSet<N>) -> CellSet<N> {
        let mut reached = start & within;
        let mut fresh = reached;
        while let Some(cell) = fresh.first() {
            fresh.remove(cell);
            let new = (self.neighbor_set(cell).resized() & within) - reached;
            reached |= new;
            fresh |= new;
        }
        reached
    }
}

/// The cell after a step; none if it is off the board.
fn moved(size: Size, cell: Cell, (right, down): (isize, isize)) -> Option<Cell> {
    let column = size.column(cell).checked_add_signed(right)?;
    let row = size.row(cell).checked_add_signed(down)?;
    size.cell(column, row)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(size: Size, cells: &[Cell]) -> Vec<String> {
        let mut names = size.names(cells.iter().copied());
        names.sort();
        names
    }

    #[test]
    fn neighbours_are_those_of_the_slanted_board() {
        let size = Size::new(4, 3).unwrap();
        let geometry = Geometry::of(size);
        let at = |name: &str| size.parse_cell(name).unwrap();
        let around = |name: &str| names(size, geometry.neighbors(at(name)));
        assert_eq!(around("b2"), ["a2", "a3", "b1", "b3", "c1", "c2"]);
        assert_eq!(around("a1"), ["a2", "b1"], "an acute corner has two neighbours");
        assert_eq!(around("d1"), ["c1", "c2", "d2"], "an obtuse corner has three");
    }

    #[test]
    fn edges_belong_to_the_players() {
        let size = Size::new(4, 3).unwrap();
        let geometry = Geometry::of(size);
        let lengths = |player| Edge::of(player).map(|edge| geometry.edge_cells(edge).len());
        assert_eq!(lengths(Color::Black), [4, 4]);
        assert_eq!(lengths(Color::White), [3, 3]);
        assert!(geometry.edge_cells(Edge::East).contains(size.parse_cell("d2").unwrap()));
    }
}
