//! A player's connections along a line of play, which can be extended by stones and taken back.

use crate::board::{Board, ByColor, CellSet, Color};
use crate::connections::{Connections, Endpoints, Until};
use crate::params::ConnectionParams;

/// A line of play. It begins with a position whose connections were built from scratch; the others are updates.
#[derive(Debug, Default)]
pub(super) struct Line<const N: usize> {
    /// Each has the stones of the one before, and more.
    positions: Vec<LinePosition>,
    /// The connections of the last position. Earlier ones come back by undoing updates.
    connections: Connections<N>,
}

/// A position of a line.
#[derive(Clone, Debug)]
struct LinePosition {
    stones: ByColor<CellSet>,
    endpoints: Endpoints,
    /// Whether all connections were found. If not, the line is not extended from here.
    is_complete: bool,
}

impl LinePosition {
    /// Whether stones can be added to reach this board.
    fn leads_to(&self, board: &Board) -> bool {
        let is_earlier = |color| self.stones[color].is_subset(&board.stones(color));
        self.is_complete
            && self.endpoints.size() == board.size()
            && Color::BOTH.into_iter().all(is_earlier)
    }
}

impl<const N: usize> Clone for Line<N> {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    /// Reuses the memory of `self`.
    fn clone_from(&mut self, other: &Self) {
        self.positions.clone_from(&other.positions);
        self.connections.clone_from(&other.connections);
    }
}

impl<const N: usize> Line<N> {
    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    /// The number of positions, from the first, that lead to a board.
    pub(super) fn shared_with(&self, board: &Board) -> usize {
        let mut positions = self.positions.iter();
        let last = positions.rposition(|position| position.leads_to(board));
        last.map_or(0, |last| last + 1)
    }

    /// The number of stones in the last of the first `len` positions; 0 for none.
    pub(super) fn stones_at(&self, len: usize) -> usize {
        let last = len.checked_sub(1).map(|last| &self.positions[last].stones);
        last.map_or(0, |stones| stones.black.len() + stones.white.len())
    }

    /// Takes back all but the first `len` positions. `len` is at least 1.
    pub(super) fn truncate(&mut self, len: usize) {
        while self.positions.len() > len {
            self.positions.pop();
            self.connections.undo();
        }
    }

    /// Begins the line anew with this position.
    pub(super) fn restart(
        &mut self,
        board: &Board,
        player: Color,
        params: &ConnectionParams,
        until: Until,
    ) {
        self.positions.clear();
        let endpoints = Endpoints::new(board, player);
        self.connections.build(&endpoints, params, until);
        self.push(board, endpoints);
    }

    /// Extends the line to a board that the last position leads to.
    pub(super) fn extend(&mut self, board: &Board, until: Until) {
        let last = self.positions.last().expect("a line has positions");
        let added = ByColor::new_with(|color| board.stones(color) - last.stones[color]);
        if added.black.is_empty() && added.white.is_empty() {
            return;
        }
        let player = last.endpoints.player();
        // The opponent's stones come first, as a position of their own. Mostly it is the position in which the player was to
        // move, and the search will examine the positions after other moves there.
        if !added.black.is_empty() && !added.white.is_empty() {
            let mut between = board.clone();
            added[player].iter().for_each(|cell| between.remove(player, cell));
            self.extend(&between, Until::Complete);
            return self.extend(board, until);
        }
        let endpoints = Endpoints::new(board, player);
        self.connections.update(&endpoints, &added, until);
        self.push(board, endpoints);
    }

    fn push(&mut self, board: &Board, endpoints: Endpoints) {
        let stones = ByColor::new_with(|color| board.stones(color));
        let is_complete = self.connections.is_complete();
        self.positions.push(LinePosition { stones, endpoints, is_complete });
    }

    /// The endpoints and connections of the last position.
    pub(super) fn last(&self) -> (&Endpoints, &Connections<N>) {
        let last = self.positions.last().expect("a line has positions");
        (&last.endpoints, &self.connections)
    }
}
