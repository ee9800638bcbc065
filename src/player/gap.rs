//! What lies between two ends that a player wants to join.

use crate::board::{Board, Cell, CellSet, Color, Edge, Geometry, WORDS};

/// Two ends and what may join them. An end is an edge of the board or a group of the player's stones. All cells that
/// are neither the player's stones nor open count as the opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Gap<const N: usize = WORDS> {
    /// For each end the cells that touch it. In a [reduced](Gap::reduced) gap all of them are open.
    pub(super) rims: [CellSet<N>; 2],
    /// The player's stones. In a reduced gap those that belong to no end.
    stones: CellSet<N>,
    /// The cells that are still open.
    pub(super) open: CellSet<N>,
}

impl<const N: usize> Gap<N> {
    /// The gap between the edges of a player who may use only these cells.
    pub(super) fn between_edges(board: &Board, player: Color, cells: CellSet) -> Self {
        let rims = Edge::of(player).map(|edge| board.geometry().edge_cells(edge).resized());
        Self {
            rims,
            stones: board.stones(player).resized(),
            open: (cells & board.empty()).resized(),
        }
    }

    /// The gap after a stone of the player on an open cell.
    #[must_use]
    pub(super) fn with(mut self, cell: Cell) -> Self {
        self.open.remove(cell);
        self.stones.insert(cell);
        self
    }

    /// The gap after a stone of the opponent on an open cell.
    #[must_use]
    pub(super) fn without(self, cell: Cell) -> Self {
        self.without_all(CellSet::from_iter([cell]))
    }

    /// The gap after stones of the opponent on these open cells.
    #[must_use]
    pub(super) fn without_all(mut self, cells: CellSet<N>) -> Self {
        self.open -= cells;
        self.rims = self.rims.map(|rim| rim - cells);
        self
    }

    /// The same gap with all stones that touch an end made a part of it; none if the ends are joined.
    pub(super) fn reduced(mut self, geometry: &Geometry) -> Option<Self> {
        for end in [0, 1] {
            let joined = geometry.flood(self.rims[end], self.stones);
            if joined.intersects(&self.rims[1 - end]) {
                return None;
            }
            self.rims[end] |= around(geometry, joined);
            self.stones -= joined;
        }
        self.rims = self.rims.map(|rim| rim & self.open);
        Some(self)
    }

    /// The groups of the player's stones.
    fn groups(&self, geometry: &Geometry) -> impl Iterator<Item = CellSet<N>> {
        let mut rest = self.stones;
        std::iter::from_fn(move || {
            let group = geometry.flood(CellSet::from_iter([rest.first()?]), rest);
            rest -= group;
            Some(group)
        })
    }

    /// The open cells in layers around an end of a reduced gap: the cells of layer `i`, from 0 on, are those where
    /// the player joins the end with `i + 1` stones and no fewer.
    pub(super) fn layers(&self, geometry: &Geometry, end: usize) -> Vec<CellSet<N>> {
        let (mut layers, mut seen, mut next) = (Vec::new(), CellSet::EMPTY, self.rims[end]);
        while !next.is_empty() {
            seen |= next;
            layers.push(next);
            let touched = around(geometry, next);
            let groups = geometry.flood(touched, self.stones);
            next = (touched | around(geometry, groups)) & (self.open - seen);
        }
        layers
    }

    /// For each open cell of a reduced gap the open cells that touch it, or a group inside the gap that it touches. By the
    /// number of the cell.
    pub(super) fn links(&self, geometry: &Geometry) -> Vec<CellSet<N>> {
        let mut links = vec![CellSet::EMPTY; geometry.cells().len()];
        for cell in self.open {
            links[cell.index()] = geometry.neighbor_set(cell).resized() & self.open;
        }
        for group in self.groups(geometry) {
            let touched = around(geometry, group) & self.open;
            for cell in touched {
                links[cell.index()] |= touched - CellSet::from_iter([cell]);
            }
        }
        links
    }

    /// How many stones the player needs to join the ends of a reduced gap if the opponent does not move; none if that
    /// cannot be done.
    pub(super) fn stones_needed(&self, geometry: &Geometry) -> Option<usize> {
        let layers = self.layers(geometry, 0);
        layers.iter().position(|layer| layer.intersects(&self.rims[1])).map(|index| index + 1)
    }

    /// The open cells of a reduced gap by the stones that the player needs to join the ends by a chain that goes
    /// through the cell, fewest first: for each number, from 1 on, the cells. Empty if the ends cannot be joined.
    pub(super) fn ways(&self, geometry: &Geometry) -> Vec<CellSet<N>> {
        let [near, far] = [0, 1].map(|end| self.layers(geometry, end));
        let mut ways = Vec::new();
        for (from, some) in near.iter().enumerate() {
            for (to, others) in far.iter().enumerate() {
                let cells = *some & *others;
                if !cells.is_empty() {
                    // The cell itself counts once.
                    ways.resize(ways.len().max(from + to + 1), CellSet::EMPTY);
                    ways[from + to] |= cells;
                }
            }
        }
        ways
    }

    /// This reduced gap without the open cells and stones that no chain with at most so many further stones goes through,
    /// and how many the player needs if the opponent does not move; none if they are more.
    pub(super) fn within(mut self, geometry: &Geometry, stones: usize) -> Option<(Self, usize)> {
        let ways = self.ways(geometry);
        let needed = ways.iter().position(|cells| !cells.is_empty())? + 1;
        if needed > stones {
            return None;
        }
        self.open = ways.iter().take(stones).fold(CellSet::EMPTY, |all, cells| all | *cells);
        self.rims = self.rims.map(|rim| rim & self.open);
        let joins = |group: &CellSet<N>| (around(geometry, *group) & self.open).len() > 1;
        let groups = self.groups(geometry).filter(joins);
        self.stones = groups.fold(CellSet::EMPTY, |all, group| all | group);
        Some((self, needed))
    }

    /// The same gap after a half-turn of a board with so many cells.
    #[must_use]
    pub(super) fn turned(&self, cells: usize) -> Self {
        let [near, far] = self.rims.map(|rim| rim.turned(cells));
        Self { rims: [far, near], stones: self.stones.turned(cells), open: self.open.turned(cells) }
    }

    /// The gaps in series that a reduced gap is made of: the player joins its ends by joining those of each. No open
    /// cell is in two of them; cells that belong to none are useless.
    pub(super) fn in_series(self, geometry: &Geometry) -> Vec<Self> {
        for group in self.groups(geometry) {
            let others = (self.open | self.stones) - group;
            let sides = self.rims.map(|rim| geometry.flood(rim, others));
            if !sides[0].intersects(&sides[1]) {
                let rim = around(geometry, group) & self.open;
                let part = |end: usize| {
                    let (stones, open) = (self.stones & sides[end], self.open & sides[end]);
                    Self { rims: [self.rims[end] & open, rim & open], stones, open }
                };
                return [0, 1].into_iter().flat_map(|end| part(end).in_series(geometry)).collect();
            }
        }
        vec![self]
    }
}

/// The cells that touch one of these.
fn around<const N: usize>(geometry: &Geometry, cells: CellSet<N>) -> CellSet<N> {
    cells.iter().fold(CellSet::EMPTY, |all, cell| all | geometry.neighbor_set(cell).resized())
}
