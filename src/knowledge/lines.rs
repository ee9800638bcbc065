//! A player's connections in one position after the other, as the search comes along.
//!
//! The search mostly looks at a child of the position it looked at last, or goes back some moves and
//! looks at another. Now and then it leaps to another part of the tree, and mostly to one where it was
//! not long ago. So some lines are kept, and where much of one would be given up a copy of it goes back.

use super::line::Line;
use crate::board::{Board, Color};
use crate::connections::{Connections, Endpoints, Until};
use crate::params::ConnectionParams;

/// Lines that are kept at most. Ten are hardly faster than four, and take twice the memory.
const KEPT: usize = 4;

/// How many stones more than the last line another must share. It is seldom in the processor's caches,
/// and to add two stones takes hardly longer than one.
const NEARER: usize = 3;

/// So many positions of a line may be given up: two a move. Without copies the search is 3 % slower.
const GIVEN_UP: usize = 8;

/// The lines of one player, the one that was used last at the end.
#[derive(Clone, Debug)]
pub(super) struct Lines<const N: usize> {
    player: Color,
    lines: Vec<Line<N>>,
}

impl<const N: usize> Lines<N> {
    pub(super) fn new(player: Color) -> Self {
        Self { player, lines: Vec::new() }
    }

    /// The player's connections on this board, all of them unless fewer are enough.
    pub(super) fn at(
        &mut self,
        board: &Board,
        params: &ConnectionParams,
        until: Until,
    ) -> (&Endpoints, &Connections<N>) {
        let line = if let Some(index) = self.nearest(board) {
            let mut line = self.back_from(index, board);
            line.go_on(board, until);
            line
        } else {
            let mut line = self.room(board);
            line.start(board, self.player, params, until);
            line
        };
        self.lines.push(line);
        self.lines.last().expect("just pushed").last()
    }

    /// Whether the connections of the last position lack what would have been one too many of a pair.
    #[cfg(test)]
    pub(super) fn is_cut(&self) -> bool {
        self.lines.last().is_some_and(|line| line.last().1.is_cut())
    }

    /// The line that shares most stones with the way to a board, the last if others share little more.
    fn nearest(&self, board: &Board) -> Option<usize> {
        let lines = self.lines.iter().enumerate();
        let shared = lines.map(|(index, line)| (line.shared_with(board), index));
        let sharing = shared.filter(|(shared, _)| *shared > 0);
        let nearest = sharing.max_by_key(|(shared, index)| {
            let is_last = *index + 1 == self.lines.len();
            (self.lines[*index].stones_of(*shared) + if is_last { NEARER } else { 0 }, *index)
        });
        nearest.map(|(_, index)| index)
    }

    /// Takes a line out, back where it is on the way to a board; a copy, if much of it would be given up.
    fn back_from(&mut self, index: usize, board: &Board) -> Line<N> {
        let mut line = self.lines.remove(index);
        let shared = line.shared_with(board);
        if line.len() > shared + GIVEN_UP {
            self.lines.push(line);
            line = self.room(board);
            line.clone_from(self.lines.last().expect("just pushed"));
        }
        line.go_back(shared);
        line
    }

    /// A line to be overwritten: a new one, or the one that was used least lately.
    fn room(&mut self, board: &Board) -> Line<N> {
        if self.lines.len() < KEPT { Line::new(board.size()) } else { self.lines.remove(0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    #[test]
    fn the_lines_leap_to_one_that_was_left() {
        let size = Size::new(11, 11).unwrap();
        let mut lines = Lines::<2>::new(Color::Black);
        let mut looked_at = |moves: &str| -> Vec<usize> {
            let mut board = Board::new(size);
            for (name, color) in moves.split(' ').zip(Color::BOTH.into_iter().cycle()) {
                board.place(color, size.parse_cell(name).unwrap());
            }
            lines.at(&board, &ConnectionParams::default(), Until::Complete);
            let last = lines.lines.last().unwrap();
            (1..=last.len()).map(|len| last.stones_of(len)).collect()
        };
        assert_eq!(looked_at("f6"), [1]);
        assert_eq!(looked_at("f6 d4 h4 c8"), [1, 3, 4], "the white stones first");
        for moves in ["f6 d4 h4 c8 i9", "f6 d4 h4 c8 i9 i4", "f6 d4 h4 c8 i9 i4 b9"] {
            looked_at(moves);
        }
        assert_eq!(looked_at("f6 d4 h4 c8 i9 i4 b9 e3"), [1, 3, 4, 5, 6, 7, 8]);
        let further = "f6 d4 h4 c8 i9 i4 b9 e3 g8";
        for moves in [further, &format!("{further} c5"), &format!("{further} c5 j3")] {
            looked_at(moves);
        }
        assert_eq!(looked_at("f6 b2 h9 e7 i5"), [1, 3, 5], "another part of the tree");
        assert_eq!(looked_at("f6 d4 h4 c8 i9 i4 b9 d9"), [1, 3, 4, 5, 6, 7, 8], "where it was");
        assert_eq!(looked_at("f6 d4 h4 c8 i9 e5"), [1, 3, 4, 5, 6]);
        assert_eq!(looked_at("f6 b2 h9 e7 i5 c3"), [1, 3, 5, 6], "the other part is still there");
    }
}
