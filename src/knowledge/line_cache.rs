//! A player's connections in one position after the other, in the order in which a search expands them.
//!
//! Mostly the next position is a child of the last one, or reached by taking back a few moves first. Now and then the search
//! jumps to another part of the tree, mostly one where it was recently. So several lines are kept. Where many
//! positions of a line would have to be taken back, a copy of it is taken back instead.

use super::line::Line;
use crate::board::{Board, Color};
use crate::connections::{Connections, Endpoints, Until};
use crate::params::ConnectionParams;

/// The most lines that are kept. Ten are hardly faster than four and take twice the memory.
const MAX_LINES: usize = 4;

/// A line other than the last is used only if it shares more stones with the board, by more than this number: such a
/// line is seldom in the processor's caches, and adding two stones takes hardly longer than adding one.
const LAST_LINE_BONUS: usize = 3;

/// The most positions of a line that are taken back without a copy; a move has two. Without copies the search is slower.
const MAX_TAKEN_BACK: usize = 8;

/// The lines of one player by the time of their last use, the latest at the end.
#[derive(Clone, Debug)]
pub(super) struct LineCache<const N: usize> {
    player: Color,
    lines: Vec<Line<N>>,
}

impl<const N: usize> LineCache<N> {
    pub(super) fn new(player: Color) -> Self {
        Self { player, lines: Vec::new() }
    }

    /// The player's endpoints and connections on this board, complete or as far as `until` asks.
    pub(super) fn connections_of(
        &mut self,
        board: &Board,
        params: &ConnectionParams,
        until: Until,
    ) -> (&Endpoints, &Connections<N>) {
        let line = if let Some((index, shared)) = self.nearest(board) {
            let mut line = self.taken_back(index, shared);
            line.extend(board, until);
            line
        } else {
            let mut line = self.free_line();
            line.restart(board, self.player, params, until);
            line
        };
        self.lines.push(line);
        self.lines.last().expect("just pushed").last()
    }

    /// Whether the limits left out connections of the last position.
    #[cfg(test)]
    pub(super) fn is_cut(&self) -> bool {
        self.lines.last().is_some_and(|line| line.last().1.is_cut())
    }

    /// The index of the line that shares most stones with a board, with a bonus for the last line, and how many of its
    /// positions lead to the board.
    fn nearest(&self, board: &Board) -> Option<(usize, usize)> {
        let shared = self.lines.iter().map(|line| line.shared_with(board)).enumerate();
        shared.filter(|(_, shared)| *shared > 0).max_by_key(|(index, shared)| {
            let bonus = if *index + 1 == self.lines.len() { LAST_LINE_BONUS } else { 0 };
            (self.lines[*index].stones_at(*shared) + bonus, *index)
        })
    }

    /// The line at this index, or a copy of it, taken back to its first `shared` positions. The line itself is removed from
    /// the list.
    fn taken_back(&mut self, index: usize, shared: usize) -> Line<N> {
        let mut line = self.lines.remove(index);
        if line.len() > shared + MAX_TAKEN_BACK {
            self.lines.push(line);
            line = self.free_line();
            line.clone_from(self.lines.last().expect("just pushed"));
        }
        line.truncate(shared);
        line
    }

    /// A line to be overwritten: a new one, or the one whose last use is longest ago.
    fn free_line(&mut self) -> Line<N> {
        if self.lines.len() < MAX_LINES { Line::default() } else { self.lines.remove(0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    #[test]
    fn a_jump_reuses_the_nearest_line() {
        let size = Size::new(11, 11).unwrap();
        let mut cache = LineCache::<2>::new(Color::Black);
        let mut examined = |moves: &str| -> Vec<usize> {
            let mut board = Board::new(size);
            for (name, color) in moves.split(' ').zip(Color::BOTH.into_iter().cycle()) {
                board.place(color, size.parse_cell(name).unwrap());
            }
            cache.connections_of(&board, &ConnectionParams::default(), Until::Complete);
            let last = cache.lines.last().unwrap();
            (1..=last.len()).map(|len| last.stones_at(len)).collect()
        };
        assert_eq!(examined("f6"), [1]);
        assert_eq!(examined("f6 d4 h4 c8"), [1, 3, 4], "the white stones first");
        for moves in ["f6 d4 h4 c8 i9", "f6 d4 h4 c8 i9 i4", "f6 d4 h4 c8 i9 i4 b9"] {
            examined(moves);
        }
        assert_eq!(examined("f6 d4 h4 c8 i9 i4 b9 e3"), [1, 3, 4, 5, 6, 7, 8]);
        let further = "f6 d4 h4 c8 i9 i4 b9 e3 g8";
        for moves in [further, &format!("{further} c5"), &format!("{further} c5 j3")] {
            examined(moves);
        }
        assert_eq!(examined("f6 b2 h9 e7 i5"), [1, 3, 5], "a new line");
        assert_eq!(
            examined("f6 d4 h4 c8 i9 i4 b9 d9"),
            [1, 3, 4, 5, 6, 7, 8],
            "the long line again"
        );
        assert_eq!(examined("f6 d4 h4 c8 i9 e5"), [1, 3, 4, 5, 6]);
        assert_eq!(examined("f6 b2 h9 e7 i5 c3"), [1, 3, 5, 6], "the other line was kept");
    }
}
