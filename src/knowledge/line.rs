//! A player's connections along a line of play: stones are added at its end, and taken back.

use crate::board::{Board, ByColor, CellSet, Color, Size};
use crate::connections::{Connections, Endpoints, Until};
use crate::params::ConnectionParams;

/// A line of play, from a position whose connections were found from scratch.
#[derive(Debug)]
pub(super) struct Line<const N: usize> {
    size: Size,
    /// Each a later one than the one before it.
    positions: Vec<Known>,
    /// Those of the last position.
    connections: Connections<N>,
}

/// A position on the line.
#[derive(Clone, Debug)]
struct Known {
    stones: ByColor<CellSet>,
    endpoints: Endpoints,
    /// Whether all connections were found; if not, nothing comes after it.
    is_complete: bool,
}

impl Known {
    fn is_on_the_way_to(&self, board: &Board) -> bool {
        let is_earlier = |color| self.stones[color].is_subset(&board.stones(color));
        self.is_complete && Color::BOTH.into_iter().all(is_earlier)
    }
}

impl<const N: usize> Clone for Line<N> {
    fn clone(&self) -> Self {
        let mut copy = Self::new(self.size);
        copy.clone_from(self);
        copy
    }

    /// Needs no memory that it had before.
    fn clone_from(&mut self, other: &Self) {
        self.size = other.size;
        self.positions.clone_from(&other.positions);
        self.connections.clone_from(&other.connections);
    }
}

impl<const N: usize> Line<N> {
    /// A line without positions.
    pub(super) fn new(size: Size) -> Self {
        Self { size, positions: Vec::new(), connections: Connections::default() }
    }

    /// How many positions it has.
    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    /// How many of its positions are on the way to a board.
    pub(super) fn shared_with(&self, board: &Board) -> usize {
        let mut positions = self.positions.iter();
        let last = positions.rposition(|known| known.is_on_the_way_to(board));
        last.filter(|_| self.size == board.size()).map_or(0, |last| last + 1)
    }

    /// The stones of so many positions.
    pub(super) fn stones_of(&self, len: usize) -> usize {
        let last = len.checked_sub(1).map(|last| &self.positions[last].stones);
        last.map_or(0, |stones| stones.black.len() + stones.white.len())
    }

    /// Goes back to so many positions, one or more.
    pub(super) fn go_back(&mut self, len: usize) {
        while self.positions.len() > len {
            self.positions.pop();
            self.connections.undo();
        }
    }

    /// Starts anew, with this position.
    pub(super) fn start(
        &mut self,
        board: &Board,
        player: Color,
        params: &ConnectionParams,
        until: Until,
    ) {
        self.size = board.size();
        self.positions.clear();
        let endpoints = Endpoints::new(board, player);
        self.connections.build(board, &endpoints, params, until);
        self.push(board, endpoints);
    }

    /// Goes on to a position that the last is on the way to.
    pub(super) fn go_on(&mut self, board: &Board, until: Until) {
        let last = self.positions.last().expect("a line has positions");
        let added = ByColor::new_with(|color| board.stones(color) - last.stones[color]);
        if added.black.is_empty() && added.white.is_empty() {
            return;
        }
        let player = last.endpoints.player();
        // The opponent's stones come first, as a position of their own: mostly that is the one in which the
        // player was to move, and the search looks at what other moves lead to from there.
        if !added.black.is_empty() && !added.white.is_empty() {
            let mut between = board.clone();
            added[player].iter().for_each(|cell| between.remove(player, cell));
            self.go_on(&between, Until::Complete);
            return self.go_on(board, until);
        }
        let endpoints = Endpoints::new(board, player);
        self.connections.update(&endpoints, &added, until);
        self.push(board, endpoints);
    }

    fn push(&mut self, board: &Board, endpoints: Endpoints) {
        let stones = ByColor::new_with(|color| board.stones(color));
        let is_complete = self.connections.is_complete();
        self.positions.push(Known { stones, endpoints, is_complete });
    }

    /// What is known of the last position.
    pub(super) fn last(&self) -> (&Endpoints, &Connections<N>) {
        let last = self.positions.last().expect("a line has positions");
        (&last.endpoints, &self.connections)
    }
}
