//! A player's connections along a line of play.
//!
//! The search mostly looks at a child of the position it looked at last, so the connections of the
//! positions on the way there are kept, and those of the next are an update of the last that fits. To
//! go back costs nothing.

use crate::board::{Board, ByColor, CellSet, Color, Size};
use crate::connections::{Connections, Endpoints, Until};
use crate::params::ConnectionParams;

/// Positions that are kept at most: the first and the last ones. On 11x11 one takes about 1 MiB, on 19x19
/// about 15; to keep 8 saves 1.5 % of the cycles.
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
    /// Memory of positions that were left.
    spare: Vec<Connections<N>>,
}

impl<const N: usize> Line<N> {
    pub(super) fn new(player: Color) -> Self {
        Self { player, known: Vec::new(), spare: Vec::new() }
    }

    /// The player's connections on this board, all of them unless fewer are enough.
    pub(super) fn at(
        &mut self,
        board: &Board,
        params: &ConnectionParams,
        until: Until,
    ) -> &Known<N> {
        while let Some(left) = self.known.pop_if(|known| !known.leads_to(board)) {
            self.spare.push(left.connections);
        }
        let stones = ByColor::new_with(|color| board.stones(color));
        if self.known.last().is_none_or(|last| last.stones != stones) {
            self.add(board, stones, params, until);
        }
        self.known.last().expect("just added, if there was none")
    }

    fn add(
        &mut self,
        board: &Board,
        stones: ByColor<CellSet>,
        params: &ConnectionParams,
        until: Until,
    ) {
        if self.known.len() == KEPT {
            self.spare.push(self.known.remove(1).connections);
        }
        let mut connections = self.spare.pop().unwrap_or_default();
        let endpoints = Endpoints::new(board, self.player);
        match self.known.last() {
            Some(earlier) => {
                let added = ByColor::new_with(|color| stones[color] - earlier.stones[color]);
                connections.update(&earlier.connections, &endpoints, &added, until);
            }
            None => connections.build(board, &endpoints, params, until),
        }
        self.known.push(Known { size: board.size(), stones, endpoints, connections });
    }
}
