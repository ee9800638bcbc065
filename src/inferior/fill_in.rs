//! Fill-in: empty cells that may be thought filled with stones, because it changes nothing.
//!
//! A *dead* cell is one whose colour never matters; a *captured* set is one that its owner can make as
//! good as filled, answering inside it (HEN10). Filling one thing brings about another, so patterns are
//! applied until none fits. The winner stays the same, whoever is to move and whatever is played later
//! on other cells.

use super::dead_regions::dead_regions;
use super::index::indices;
use super::neighborhood::Neighborhoods;
use crate::board::{Board, ByColor, CellSet, Color};
use crate::params::InferiorParams;

/// The cells of a position that may be filled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FillIn {
    /// Cells that may be filled with stones of either colour.
    pub dead: CellSet,
    /// Cells that may be filled with this player's stones.
    pub captured: ByColor<CellSet>,
}

impl FillIn {
    /// The fill-in of the stones on a board.
    pub fn of(board: &Board, params: &InferiorParams) -> Self {
        fill(board, params).0
    }

    /// All cells that may be filled.
    pub fn cells(&self) -> CellSet {
        self.dead | self.captured.black | self.captured.white
    }

    /// The board filled, with the dead cells given to this player.
    #[must_use]
    pub fn filled(&self, board: &Board, player: Color) -> Board {
        let mut filled = board.clone();
        for color in Color::BOTH {
            self.captured[color].iter().for_each(|cell| filled.place(color, cell));
        }
        self.dead.iter().for_each(|cell| filled.place(player, cell));
        filled
    }
}

/// The fill-in of a board, and what stands about its cells when it is filled.
pub(super) fn fill(board: &Board, params: &InferiorParams) -> (FillIn, Neighborhoods) {
    let mut filling = Filling::new(board);
    if params.fill_in {
        filling.fill_all();
    }
    (filling.fill_in, filling.neighborhoods)
}

/// A board while it is filled.
struct Filling<'a> {
    board: &'a Board,
    neighborhoods: Neighborhoods,
    fill_in: FillIn,
    empty: CellSet,
    /// Cells about which something has changed.
    fresh: CellSet,
}

impl<'a> Filling<'a> {
    fn new(board: &'a Board) -> Self {
        let empty = board.empty();
        let neighborhoods = Neighborhoods::new(board);
        Self { board, neighborhoods, fill_in: FillIn::default(), empty, fresh: empty }
    }

    fn fill_all(&mut self) {
        loop {
            self.apply_patterns();
            let stones = ByColor::new_with(|color| {
                self.board.stones(color) | self.fill_in.captured[color] | self.fill_in.dead
            });
            let dead = dead_regions(self.board.geometry(), &stones, self.empty);
            if dead.is_empty() {
                return;
            }
            self.bury(dead);
        }
    }

    fn apply_patterns(&mut self) {
        while let Some(center) = self.fresh.first() {
            self.fresh.remove(center);
            let about = self.neighborhoods.about(center);
            let Some(placed) = indices().fill.fitting(&about).next() else { continue };
            let fill = placed.fill;
            let cells = |places| self.neighborhoods.cells(center, places).collect::<CellSet>();
            if placed.empty_cells() == 1 {
                self.bury([center].into_iter().collect());
            } else {
                let captured = Color::BOTH.map(|color| (color, cells(fill[color as usize])));
                for (color, cells) in captured {
                    self.capture(color, cells);
                }
            }
        }
    }

    fn capture(&mut self, player: Color, cells: CellSet) {
        self.fill_in.captured[player] |= cells;
        self.fill(cells, &[player]);
    }

    fn bury(&mut self, dead: CellSet) {
        self.fill_in.dead |= dead;
        self.fill(dead, &Color::BOTH);
    }

    fn fill(&mut self, cells: CellSet, colors: &[Color]) {
        self.empty -= cells;
        for cell in cells {
            for color in colors {
                self.neighborhoods.place(*color, cell);
            }
            self.fresh |= self.neighborhoods.near(cell);
        }
        self.fresh &= self.empty;
    }
}
