//! A player's connections along a line of play.
//!
//! The search mostly looks at a child of the position it looked at last, so the connections of the
//! positions on the way there are kept, and those of the next are an update of the last that fits. To
//! go back costs nothing.

use crate::board::{Board, ByColor, CellSet, Color, Groups, Size};
use crate::connections::{Connections, Endpoints, Until};
use crate::params::ConnectionParams;

/// Positions that are kept at most: the first and the last ones. On 11x11 one takes about 1 MiB, on 19x19
/// about 15; to keep 8 made the search 3 % faster.
const KEPT: usize = 4;

/// The connections of one player in a position.
#[derive(Clone, Debug)]
pub(super) struct Known<const N: usize> {
    size: Size,
    stones: ByColor<CellSet>,
    pub(super) endpoints: Endpoints,
    pub(super) connections: Connections<N>,
}

impl<const N: usize> Known<N> {
    fn of(board: &Board, player: Color) -> Self {
        Self {
            size: board.size(),
            stones: ByColor::default(),
            endpoints: Endpoints::new(board, &Groups::of_board(board), player),
            connections: Connections::default(),
        }
    }

    /// Whether this is complete and the board the same or a later one.
    fn leads_to(&self, board: &Board) -> bool {
        let is_earlier = |color| self.stones[color].is_subset(&board.stones(color));
        self.connections.is_complete()
            && self.size == board.size()
            && Color::BOTH.iter().all(|color| is_earlier(*color))
    }
}

/// What is known of the positions on a line of play, each one later than the one before.
#[derive(Clone, Debug)]
pub(super) struct Line<const N: usize> {
    player: Color,
    known: Vec<Known<N>>,
    used: usize,
}

impl<const N: usize> Line<N> {
    pub(super) fn new(player: Color) -> Self {
        Self { player, known: Vec::new(), used: 0 }
    }

    /// The player's connections on this board, all of them unless fewer are enough.
    pub(super) fn at(
        &mut self,
        board: &Board,
        params: &ConnectionParams,
        until: Until,
    ) -> &Known<N> {
        while self.used > 0 && !self.known[self.used - 1].leads_to(board) {
            self.used -= 1;
        }
        let stones = ByColor::new_with(|color| board.stones(color));
        if self.used == 0 || self.known[self.used - 1].stones != stones {
            self.add(board, stones, params, until);
        }
        &self.known[self.used - 1]
    }

    fn add(
        &mut self,
        board: &Board,
        stones: ByColor<CellSet>,
        params: &ConnectionParams,
        until: Until,
    ) {
        if self.used == KEPT {
            self.known[1..].rotate_left(1);
            self.used -= 1;
        }
        if self.used == self.known.len() {
            self.known.push(Known::of(board, self.player));
        }
        let (earlier, rest) = self.known.split_at_mut(self.used);
        let next = &mut rest[0];
        next.size = board.size();
        next.stones = stones;
        next.endpoints = Endpoints::new(board, &Groups::of_board(board), self.player);
        match earlier.last() {
            Some(earlier) => {
                let added = ByColor::new_with(|color| stones[color] - earlier.stones[color]);
                next.connections.update(&earlier.connections, &next.endpoints, &added, until);
            }
            None => next.connections.build(board, &next.endpoints, params, until),
        }
        self.used += 1;
    }
}
