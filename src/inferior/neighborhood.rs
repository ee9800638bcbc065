//! The surroundings of every cell of a board, updated as stones are added.

use super::matcher::{PLACES, Places, Surroundings, places};
use super::place::Place;
use crate::board::{Board, ByColor, BySize, Cell, CellSet, Color, Size};

/// The places near each cell, for boards of one size.
#[derive(Debug)]
struct Layout {
    /// For each cell and place the cell that is there; none if it is off the board.
    cells: Vec<[Option<Cell>; PLACES]>,
    /// For each cell the places on the board.
    on_board: Vec<Places>,
    /// For each player and cell the places off the board that count as stones of the player.
    beyond: ByColor<Vec<Places>>,
    /// For each cell the cells within the radius.
    near: Vec<CellSet>,
    /// For each place the opposite one: where the centre is, seen from the cell at that place.
    opposites: [usize; PLACES],
}

impl Layout {
    /// The layout of this size, which is made once.
    fn of(size: Size) -> &'static Self {
        static TABLES: BySize<Layout> = BySize::new();
        TABLES.of(size, || Self::new(size))
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

/// Whether a place off the board, at this column and row, counts as a stone of the player. Places beyond an edge
/// count as stones of its owner. Places beyond an obtuse corner are beyond two edges and count for both players,
/// since a stone of either colour there changes nothing. Places beyond an acute corner, which no cell touches,
/// count for neither.
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

/// The surroundings of every cell of a board.
#[derive(Clone, Debug)]
pub(super) struct Neighborhoods {
    layout: &'static Layout,
    /// For each player and cell the places that count as stones of the player.
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

    /// Puts a stone on a cell. A dead cell gets one of each player.
    pub(super) fn place(&mut self, player: Color, cell: Cell) {
        let Layout { cells, opposites, .. } = self.layout;
        for (other, opposite) in cells[cell.index()].iter().zip(opposites) {
            if let Some(other) = other {
                self.stones[player][other.index()] |= 1 << opposite;
            }
        }
    }

    /// The surroundings of a cell.
    #[inline]
    pub(super) fn about(&self, cell: Cell) -> Surroundings {
        let [black, white] = Color::BOTH.map(|color| self.stones[color][cell.index()]);
        Surroundings { black, white, empty: self.layout.on_board[cell.index()] & !black & !white }
    }

    /// The cells within the radius of a cell.
    pub(super) fn near(&self, cell: Cell) -> CellSet {
        self.layout.near[cell.index()]
    }

    /// The cells at these places near a cell.
    pub(super) fn cells(&self, center: Cell, places: Places) -> impl Iterator<Item = Cell> {
        let around = &self.layout.cells[center.index()];
        (0..PLACES).filter(move |bit| places >> bit & 1 == 1).filter_map(|bit| around[bit])
    }
}
