//! Fill-in: empty cells that can be filled with stones without changing the winner (HEN10).
//!
//! A *dead* cell is one whose colour never matters. A *captured* set is one that its owner can make as good as
//! filled with the owner's stones, by answering every move inside it. Filling cells may make others dead or
//! captured, so it is repeated until nothing changes. The winner stays the same whoever is to move, and also
//! after moves on other cells.
//!
//! Proofs use the fill-in, too. What they assume of it stands at the head of `solver/certify/filling.rs`.

use super::dead_regions::dead_regions;
use super::index::indices;
use super::matcher::PlacedPattern;
use super::neighborhood::Neighborhoods;
use super::reduced_graph::ReducedGraph;
use crate::board::{Board, ByColor, Cell, CellSet, Color, Group, with_narrowest};
use crate::params::InferiorParams;

/// The cells of a position that may be filled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FillIn {
    /// Dead cells: they can be filled with stones of either colour.
    pub dead: CellSet,
    /// For each player the cells that can be filled with that player's stones.
    pub captured: ByColor<CellSet>,
}

impl FillIn {
    /// The fill-in of a board. Empty if the parameter `fill_in` is off.
    pub fn of(board: &Board, params: &InferiorParams) -> Self {
        with_narrowest!(board.size(), N => Filled::<N>::new(board, &ByColor::default(), params).fill_in)
    }

    /// The cells that are dead on the board as it is, with nothing captured. Empty if the parameter `fill_in` is off.
    pub fn dead_of(board: &Board, params: &InferiorParams) -> CellSet {
        let mut filling = Filling::new(board);
        let mut before = CellSet::EMPTY;
        while params.fill_in && filling.empty != before {
            before = filling.empty;
            filling.apply_patterns(|placed| placed.empty_cells() == 1);
            let dead = with_narrowest!(board.size(), N => Reduced::<N>::of(&filling, board).dead());
            filling.fill_dead(dead & filling.empty);
        }
        filling.fill_in.dead
    }

    /// All cells of the fill-in.
    pub fn cells(&self) -> CellSet {
        self.dead | self.captured.black | self.captured.white
    }

    /// The board filled, with the dead cells as stones of this player.
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

/// A board with its fill-in, and what is needed to find inferior moves on it. The cells fit sets of `N` words.
pub(super) struct Filled<const N: usize> {
    pub(super) fill_in: FillIn,
    /// Each player's reduced graph of the filled board.
    pub(super) graphs: ByColor<ReducedGraph<N>>,
    /// The board filled, with the dead cells as stones of each player.
    pub(super) boards: ByColor<Board>,
    /// The surroundings of all cells of the filled board.
    pub(super) neighborhoods: Neighborhoods,
    /// For each player and cell its killers: the cells on which a stone of the player makes that cell dead.
    pub(super) killers: ByColor<Vec<CellSet<N>>>,
}

impl<const N: usize> Filled<N> {
    /// Fills a board until nothing changes, beginning with cells that are known to be captured.
    pub(super) fn new(board: &Board, known: &ByColor<CellSet>, params: &InferiorParams) -> Self {
        let mut filling = Filling::new(board);
        for color in Color::BOTH {
            filling.capture(color, known[color]);
        }
        loop {
            if params.fill_in {
                filling.apply_patterns(|_| true);
            }
            let before = filling.empty;
            let reduced = Reduced::<N>::of(&filling, board);
            if params.fill_in {
                filling.fill_dead(reduced.dead() & filling.empty);
            }
            let Reduced { boards, graphs, .. } = reduced;
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

/// A board as it is filled, and each player's groups and reduced graph there.
struct Reduced<const N: usize> {
    /// The dead cells are stones of each player.
    boards: ByColor<Board>,
    groups: ByColor<Vec<Group>>,
    graphs: ByColor<ReducedGraph<N>>,
}

impl<const N: usize> Reduced<N> {
    fn of(filling: &Filling, board: &Board) -> Self {
        let boards = ByColor::new_with(|color| filling.fill_in.filled(board, color));
        let groups = ByColor::new_with(|color| Group::all_of(&boards[color], color));
        let graph = |color| ReducedGraph::<N>::new(&boards[color], color, &groups[color]);
        let graphs = ByColor::new_with(graph);
        Self { boards, groups, graphs }
    }

    /// The cells that are dead by the graphs.
    fn dead(&self) -> CellSet {
        let Self { boards, groups, graphs } = self;
        let regions = |color| dead_regions(&boards[color], &graphs[color], &groups[color]);
        Color::BOTH.into_iter().map(regions).fold(graphs.dead().resized(), |all, some| all | some)
    }
}

/// A board while it is being filled.
struct Filling {
    neighborhoods: Neighborhoods,
    fill_in: FillIn,
    /// The cells that are still empty.
    empty: CellSet,
    /// The empty cells whose surroundings have changed since patterns were tried on them.
    changed: CellSet,
}

impl Filling {
    fn new(board: &Board) -> Self {
        let (empty, neighborhoods) = (board.empty(), Neighborhoods::new(board));
        Self { neighborhoods, fill_in: FillIn::default(), empty, changed: empty }
    }

    /// Captures pairs of cells that kill each other: if the opponent plays on either, a stone of the player on the
    /// other makes that stone dead. The killers may be those from before the last cells were filled, since
    /// filling leaves them killers.
    fn capture_pairs<const N: usize>(&mut self, killers: &ByColor<Vec<CellSet<N>>>) {
        for player in Color::BOTH {
            let killers = &killers[player];
            for cell in self.empty {
                let is_pair = |other: &Cell| killers[other.index()].contains(cell);
                let open = killers[cell.index()] & self.empty.resized();
                let other = open.iter().find(is_pair).filter(|_| self.empty.contains(cell));
                if let Some(other) = other {
                    self.capture(player, CellSet::from_iter([cell, other]));
                }
            }
        }
    }

    /// Fills by those of these patterns that fit, until none does.
    fn apply_patterns(&mut self, is_used: impl Fn(&PlacedPattern) -> bool) {
        while let Some(center) = self.changed.first() {
            self.changed.remove(center);
            let about = self.neighborhoods.about(center);
            let mut fitting = indices().fill.fitting(&about);
            let Some(placed) = fitting.find(|placed| is_used(placed)) else { continue };
            let cells = |places| self.neighborhoods.cells(center, places).collect::<CellSet>();
            if placed.empty_cells() == 1 {
                self.fill_dead(CellSet::from_iter([center]));
            } else {
                let captured = ByColor::new_with(|color| cells(placed.fill[color]));
                for color in Color::BOTH {
                    self.capture(color, captured[color]);
                }
            }
        }
    }

    /// Fills captured cells.
    fn capture(&mut self, player: Color, cells: CellSet) {
        self.fill_in.captured[player] |= cells;
        self.fill(cells, &[player]);
    }

    /// Fills dead cells.
    fn fill_dead(&mut self, dead: CellSet) {
        self.fill_in.dead |= dead;
        self.fill(dead, &Color::BOTH);
    }

    /// Fills cells for these players: for both if they are dead.
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
