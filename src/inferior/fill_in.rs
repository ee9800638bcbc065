//! Fill-in: empty cells that may be thought filled with stones, because it changes nothing.
//!
//! A *dead* cell is one whose colour never matters; a *captured* set is one that its owner can make as
//! good as filled, answering inside it (HEN10). Filling one thing brings about another, so patterns are
//! applied until none fits. The winner stays the same, whoever is to move and whatever is played later
//! on other cells.

use super::dead_regions::dead_regions;
use super::index::indices;
use super::neighborhood::Neighborhoods;
use super::reduced_graph::ReducedGraph;
use crate::board::{Board, ByColor, Cell, CellSet, Color, Group, WORDS};
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
        Filled::<WORDS>::new(board, params).fill_in
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

/// A board filled, and seen in the ways that show inferior cells; its cells fit `N` words.
pub(super) struct Filled<const N: usize> {
    pub(super) fill_in: FillIn,
    /// Each player's graph of the empty cells.
    pub(super) graphs: ByColor<ReducedGraph<N>>,
    /// The board filled for each player.
    pub(super) boards: ByColor<Board>,
    pub(super) neighborhoods: Neighborhoods,
    /// For each player and cell, the cells on which a stone of the player makes that cell dead.
    pub(super) killers: ByColor<Vec<CellSet<N>>>,
}

impl<const N: usize> Filled<N> {
    pub(super) fn new(board: &Board, params: &InferiorParams) -> Self {
        let mut filling = Filling::new(board);
        loop {
            if params.fill_in {
                filling.apply_patterns();
            }
            let before = filling.empty;
            let boards = ByColor::new_with(|color| filling.fill_in.filled(board, color));
            let groups = ByColor::new_with(|color| Group::all_of(&boards[color], color));
            let graph = |color| ReducedGraph::<N>::new(&boards[color], color, &groups[color]);
            let graphs = ByColor::new_with(graph);
            if params.fill_in {
                for color in Color::BOTH {
                    filling.fill_dead(dead_regions(&boards[color], &graphs[color], &groups[color]));
                }
                filling.fill_dead(graphs.dead().narrow() & filling.empty);
            }
            let killers = graphs.killers();
            if params.fill_in {
                filling.capture_pairs(&killers);
            }
            if filling.empty == before {
                let Filling { fill_in, neighborhoods, .. } = filling;
                return Self { fill_in, graphs, boards, neighborhoods, killers };
            }
        }
    }
}

/// A board while it is filled.
struct Filling {
    neighborhoods: Neighborhoods,
    fill_in: FillIn,
    empty: CellSet,
    /// Cells about which something has changed.
    changed: CellSet,
}

impl Filling {
    fn new(board: &Board) -> Self {
        let (empty, neighborhoods) = (board.empty(), Neighborhoods::new(board));
        Self { neighborhoods, fill_in: FillIn::default(), empty, changed: empty }
    }

    /// Fills pairs of cells of which the opponent's stone on either is killed by one on the other:
    /// captured. The killers may be from before the last cells were filled; what they show stays true.
    fn capture_pairs<const N: usize>(&mut self, killers: &ByColor<Vec<CellSet<N>>>) {
        for player in Color::BOTH {
            let killers = &killers[player];
            for cell in self.empty {
                let is_pair = |other: &Cell| killers[other.index()].contains(cell);
                let open = killers[cell.index()] & self.empty.narrow();
                let other = open.iter().find(is_pair).filter(|_| self.empty.contains(cell));
                if let Some(other) = other {
                    self.capture(player, CellSet::from_iter([cell, other]));
                }
            }
        }
    }

    fn apply_patterns(&mut self) {
        while let Some(center) = self.changed.first() {
            self.changed.remove(center);
            let about = self.neighborhoods.about(center);
            let Some(placed) = indices().fill.fitting(&about).next() else { continue };
            let fill = placed.fill;
            let cells = |places| self.neighborhoods.cells(center, places).collect::<CellSet>();
            if placed.empty_cells() == 1 {
                self.fill_dead(CellSet::from_iter([center]));
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

    fn fill_dead(&mut self, dead: CellSet) {
        self.fill_in.dead |= dead;
        self.fill(dead, &Color::BOTH);
    }

    fn fill(&mut self, cells: CellSet, colors: &[Color]) {
        self.empty -= cells;
        for cell in cells {
            for color in colors {
                self.neighborhoods.place(*color, cell);
            }
            self.changed |= self.neighborhoods.near(cell);
        }
        self.changed &= self.empty;
    }
}
