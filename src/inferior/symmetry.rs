//! What the symmetries of the whole board say: about moves, and about boards that look different.

use crate::board::{Board, Cell, CellSet, Color, Size};

/// A board that is another seen in a different way: the same game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Image {
    /// After a half-turn.
    Turned,
    /// As the other player sees it, who has the other edges: transposed, with the colours exchanged.
    Mirrored,
    /// Both.
    MirroredAndTurned,
}

impl Image {
    /// All of them, in the order of [`Inferiors::image_keys`](super::Inferiors::image_keys).
    pub const ALL: [Self; 3] = [Self::Turned, Self::Mirrored, Self::MirroredAndTurned];

    /// Who a player is in the image, and whose image a player there is.
    pub(super) fn player(self, player: Color) -> Color {
        if self == Self::Turned { player } else { !player }
    }

    /// Whether the first of a player's edges is the second in the image.
    pub(super) fn swaps_edges(self) -> bool {
        self != Self::Mirrored
    }

    /// Where a cell of a board of this size is in the image.
    pub(super) fn of(self, size: Size, cell: Cell) -> Cell {
        match self {
            Self::Turned => size.half_turn(cell),
            Self::Mirrored => size.mirror(cell),
            Self::MirroredAndTurned => size.mirror(size.half_turn(cell)),
        }
    }

    /// The cell of a board of this size that a cell of the image is: the image of an image is the board.
    pub fn origin(self, size: Size, cell: Cell) -> Cell {
        let size_of_image = if self == Self::Turned { size } else { size.transposed() };
        self.of(size_of_image, cell)
    }
}

/// If the board looks the same after a half-turn, so do a move and its image: of each pair the one that
/// need not be tried, and the other. A cell of the second kind must be left, or known to lose.
pub(super) fn twins(board: &Board) -> Vec<(Cell, Cell)> {
    let half_turn = |cell| board.size().half_turn(cell);
    let is_symmetric = Color::BOTH.into_iter().all(|color| {
        let stones = board.stones(color);
        stones.iter().all(|cell| stones.contains(half_turn(cell)))
    });
    if !is_symmetric {
        return Vec::new();
    }
    let pairs = board.empty().iter().map(|cell| (cell, half_turn(cell)));
    pairs.filter(|(cell, twin)| twin < cell).collect()
}

/// Moves that lose because they make both players' parts the same. In such a position whoever is to move
/// wins: a stone too many never harms, so if the other player had a winning strategy, the first could
/// steal it. The players' parts are exchanged by a reflection in either diagonal of a square board.
pub(super) fn equalizing(board: &Board, player: Color) -> CellSet {
    let (own, theirs) = (board.stones(player), board.stones(!player));
    if !board.size().is_square() || theirs.len() != own.len() + 1 {
        return CellSet::EMPTY;
    }
    let missing = [Image::Mirrored, Image::MirroredAndTurned].map(|image| {
        let of = |cell| image.of(board.size(), cell);
        if own.iter().any(|cell| !theirs.contains(of(cell))) {
            return CellSet::EMPTY;
        }
        theirs.iter().map(of).collect::<CellSet>() - own
    });
    (missing[0] | missing[1]) & board.empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BruteForce, Position, Size, parse_diagram};

    #[test]
    fn a_board_without_symmetry_has_no_twins() {
        let all = twins(&Board::new(Size::new(3, 3).unwrap()));
        assert_eq!(all.len(), 4, "the centre is its own twin");
        assert!(twins(&parse_diagram("B . .\n . . .\n . . .").unwrap()).is_empty());
        assert_eq!(twins(&parse_diagram("B . .\n . . .\n . . B").unwrap()).len(), 3);
    }

    #[test]
    fn the_moves_that_equalize_lose() {
        let size = Size::new(4, 4).unwrap();
        let mut found = 0;
        let mut brute_force = BruteForce::default();
        for first in size.cells() {
            for second in size.cells().filter(|second| *second != first) {
                for third in size.cells().filter(|third| ![first, second].contains(third)) {
                    let mut position = Position { board: Board::new(size), to_play: Color::Black };
                    for cell in [first, second, third] {
                        position.play(cell);
                    }
                    for cell in equalizing(&position.board, position.to_play) {
                        found += 1;
                        let wins = brute_force.move_wins(&mut position, cell);
                        assert!(!wins, "{}", position.board);
                    }
                }
            }
        }
        assert!(found > 100, "{found}");
    }
}
