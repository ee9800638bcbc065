//! What stands about every cell of a board, kept up as stones are added.

use super::matcher::{PLACES, Places, Surroundings, places};
use super::place::Place;
use crate::board::{Board, ByColor, Cell, CellSet, Color, MAX_SIDE, Size};
use std::sync::OnceLock;

/// The cells about each cell of boards of one size.
#[derive(Debug)]
struct Layout {
    /// For each cell, the cell at each place about it, if it is on the board.
    cells: Vec<[Option<Cell>; PLACES]>,
    /// For each cell, the places that are on the board.
    on_board: Vec<Places>,
    /// For each player and cell, the places beyond the player's edges, where stones may be thought.
    beyond: ByColor<Vec<Places>>,
    /// For each cell, those within the radius.
    near: Vec<CellSet>,
    /// For each place, the one from which the centre is seen there.
    opposites: [usize; PLACES],
}

impl Layout {
    fn of(size: Size) -> &'static Self {
        static TABLES: [[OnceLock<Layout>; MAX_SIDE]; MAX_SIDE] =
            [const { [const { OnceLock::new() }; MAX_SIDE] }; MAX_SIDE];
        TABLES[size.rows() - 1][size.columns() - 1].get_or_init(|| Self::new(size))
    }

    fn new(size: Size) -> Self {
        let places = *places();
        let at = |cell: Cell, place: Place| {
            let column = size.column(cell).cast_signed() + isize::from(place.0);
            let row = size.row(cell).cast_signed() + isize::from(place.1);
            (column, row)
        };
        let cells: Vec<[Option<Cell>; PLACES]> = size
            .cells()
            .map(|cell| {
                places.map(|place| {
                    let (column, row) = at(cell, place);
                    size.cell(column.try_into().ok()?, row.try_into().ok()?)
                })
            })
            .collect();
        let where_so = |cell: Cell, is_so: &dyn Fn((isize, isize)) -> bool| -> Places {
            let all = places.iter().enumerate();
            all.filter(|(_, place)| is_so(at(cell, **place))).map(|(bit, _)| 1 << bit).sum()
        };
        let beyond = |player: Color| -> Vec<Places> {
            let owner = |at| belongs_to(at, size, player);
            size.cells().map(|cell| where_so(cell, &owner)).collect()
        };
        let present = |around: &[Option<Cell>; PLACES]| -> Places {
            let all = around.iter().enumerate();
            all.filter(|(_, cell)| cell.is_some()).map(|(bit, _)| 1 << bit).sum()
        };
        Self {
            on_board: cells.iter().map(present).collect(),
            near: cells.iter().map(|around| around.iter().copied().flatten().collect()).collect(),
            beyond: ByColor::new_with(beyond),
            opposites: places.map(|(right, down)| {
                places.iter().position(|place| *place == (-right, -down)).expect("a symmetric set")
            }),
            cells,
        }
    }
}

/// Whether a place outside the board may be taken for a stone of the player. The rows beyond an edge
/// are full of its owner's stones. Those beyond an obtuse corner belong to both edges: there a stone of
/// either colour changes nothing. Of those beyond an acute corner, which no cell touches, nothing is said.
fn belongs_to((column, row): (isize, isize), size: Size, player: Color) -> bool {
    let (columns, rows) = (size.columns().cast_signed(), size.rows().cast_signed());
    let (left, right) = (column < 0, column >= columns);
    let (above, below) = (row < 0, row >= rows);
    let obtuse = (right && above) || (left && below);
    let acute = (left && above) || (right && below);
    match player {
        _ if acute => false,
        _ if obtuse => true,
        Color::Black => above || below,
        Color::White => left || right,
    }
}

/// A board seen from each of its cells.
#[derive(Clone, Debug)]
pub(super) struct Neighborhoods {
    layout: &'static Layout,
    /// For each player and cell, the places where that player's stones are or may be thought.
    stones: ByColor<Vec<Places>>,
}

impl Neighborhoods {
    pub(super) fn new(board: &Board) -> Self {
        let layout = Layout::of(board.size());
        let stones = ByColor::new_with(|player| layout.beyond[player].clone());
        let mut all = Self { layout, stones };
        for player in Color::BOTH {
            board.stones(player).iter().for_each(|cell| all.place(player, cell));
        }
        all
    }

    /// Puts a stone on a cell; a cell that counts for both players gets one of each.
    pub(super) fn place(&mut self, player: Color, cell: Cell) {
        let Layout { cells, opposites, .. } = self.layout;
        for (other, opposite) in cells[cell.index()].iter().zip(opposites) {
            if let Some(other) = other {
                self.stones[player][other.index()] |= 1 << opposite;
            }
        }
    }

    #[inline]
    pub(super) fn about(&self, cell: Cell) -> Surroundings {
        let [black, white] = Color::BOTH.map(|color| self.stones[color][cell.index()]);
        Surroundings { black, white, empty: self.layout.on_board[cell.index()] & !black & !white }
    }

    /// The cells within the radius of this one.
    pub(super) fn near(&self, cell: Cell) -> CellSet {
        self.layout.near[cell.index()]
    }

    /// The cells at these places about a cell.
    pub(super) fn cells(&self, center: Cell, places: Places) -> impl Iterator<Item = Cell> {
        let around = &self.layout.cells[center.index()];
        (0..PLACES).filter(move |bit| places >> bit & 1 == 1).filter_map(|bit| around[bit])
    }
}
