//! A player's connections along a line of play.
//!
//! The search mostly looks at a child of the position it looked at last, so the connections of the
//! positions on the way there are kept, and those of the next are an update of the last that fits. To
//! go back costs nothing. Now and then it leaps to another part of the tree, and mostly to one where it
//! was not long ago; so positions that others were updates of are kept a little longer.

use crate::board::{Board, ByColor, CellSet, Color, Size};
use crate::connections::{Connections, Endpoints, Until};
use crate::params::ConnectionParams;

/// Positions of the line that are kept at most: the first and the last ones.
const KEPT: usize = 4;

/// How many stones more than the line's last a branch must have. A branch is seldom in the processor's
/// caches, and to add two stones takes hardly longer than one.
const LEAP: usize = 3;

/// The connections of one player in a position.
#[derive(Clone, Debug)]
pub(super) struct Known<const N: usize> {
    size: Size,
    stones: ByColor<CellSet>,
    pub(super) endpoints: Endpoints,
    pub(super) connections: Connections<N>,
    /// Whether another position's were an update of these.
    is_base: bool,
}

impl<const N: usize> Known<N> {
    fn stone_count(&self) -> usize {
        self.stones.black.len() + self.stones.white.len()
    }

    /// Whether this is complete and the board the same or a later one.
    fn leads_to(&self, board: &Board) -> bool {
        let is_earlier = |color| self.stones[color].is_subset(&board.stones(color));
        self.connections.is_complete()
            && self.size == board.size()
            && Color::BOTH.iter().all(|color| is_earlier(*color))
    }
}

/// What is known of the positions on a line of play, and of some that it branched off from.
#[derive(Clone, Debug)]
pub(super) struct Line<const N: usize> {
    player: Color,
    known: Vec<Known<N>>,
    /// Positions that were left, but others were updates of them; the last one was left last.
    branches: Vec<Known<N>>,
    /// Memory of positions that were left.
    spare: Vec<Connections<N>>,
}

impl<const N: usize> Line<N> {
    /// Branches that are kept at most: 8 up to 128 cells, where a position takes about 1 MiB, and none on
    /// 19x19, where it takes about 15. On 11x11 they make the search 5 % faster; 16 are no better.
    const BRANCHES: usize = 32 / (N * N);

    pub(super) fn new(player: Color) -> Self {
        Self { player, known: Vec::new(), branches: Vec::new(), spare: Vec::new() }
    }

    /// The player's connections on this board, all of them unless fewer are enough.
    pub(super) fn at(
        &mut self,
        board: &Board,
        params: &ConnectionParams,
        until: Until,
    ) -> &Known<N> {
        while let Some(left) = self.known.pop_if(|known| !known.leads_to(board)) {
            self.leave(left);
        }
        let stones = ByColor::new_with(|color| board.stones(color));
        if !self.ends_at(&stones) {
            self.leap_towards(board);
        }
        if !self.ends_at(&stones) {
            self.add(board, stones, params, until);
        }
        self.known.last().expect("just added, if there was none")
    }

    fn ends_at(&self, stones: &ByColor<CellSet>) -> bool {
        self.known.last().is_some_and(|last| last.stones == *stones)
    }

    /// Puts the branch that is nearest to a board at the end of the line, if it is much nearer.
    fn leap_towards(&mut self, board: &Board) {
        let near = self.known.last().map_or(0, |last| last.stone_count() + LEAP);
        let branches = self.branches.iter().enumerate();
        let leading = branches.filter(|(_, branch)| branch.leads_to(board));
        let nearest = leading.max_by_key(|(_, branch)| branch.stone_count());
        if let Some((index, _)) = nearest.filter(|(_, branch)| branch.stone_count() >= near) {
            let branch = self.branches.remove(index);
            self.make_room();
            self.known.push(branch);
        }
    }

    fn add(
        &mut self,
        board: &Board,
        stones: ByColor<CellSet>,
        params: &ConnectionParams,
        until: Until,
    ) {
        self.make_room();
        let mut connections = self.spare.pop().unwrap_or_default();
        let endpoints = Endpoints::new(board, self.player);
        match self.known.last_mut() {
            Some(earlier) => {
                let added = ByColor::new_with(|color| stones[color] - earlier.stones[color]);
                connections.update(&earlier.connections, &endpoints, &added, until);
                earlier.is_base = true;
            }
            None => connections.build(board, &endpoints, params, until),
        }
        let size = board.size();
        self.known.push(Known { size, stones, endpoints, connections, is_base: false });
    }

    /// Makes room at the end of the line. Before memory is taken from what is spare: it may be this.
    fn make_room(&mut self) {
        if self.known.len() == KEPT {
            let left = self.known.remove(1);
            self.leave(left);
        }
    }

    fn leave(&mut self, left: Known<N>) {
        if !left.is_base {
            self.spare.push(left.connections);
            return;
        }
        self.branches.push(left);
        if self.branches.len() > Self::BRANCHES {
            self.spare.push(self.branches.remove(0).connections);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_leaps_to_a_branch_that_it_left() {
        let size = Size::new(11, 11).unwrap();
        let mut line = Line::<2>::new(Color::Black);
        let mut looked_at = |moves: &str| -> Vec<usize> {
            let mut board = Board::new(size);
            for (name, color) in moves.split(' ').zip(Color::BOTH.into_iter().cycle()) {
                board.place(color, size.parse_cell(name).unwrap());
            }
            line.at(&board, &ConnectionParams::default(), Until::Complete);
            line.known.iter().map(Known::stone_count).collect()
        };
        assert_eq!(looked_at("f6"), [1]);
        assert_eq!(looked_at("f6 d4 h4 c8"), [1, 4]);
        assert_eq!(looked_at("f6 d4 h4 c8 i9"), [1, 4, 5]);
        assert_eq!(looked_at("f6 b2 h9"), [1, 3], "another part of the tree");
        assert_eq!(
            looked_at("f6 d4 h4 c8 e5"),
            [1, 4, 5],
            "the branch and not what was left for good"
        );
        assert_eq!(looked_at("f6 d4"), [1, 2]);
    }
}
