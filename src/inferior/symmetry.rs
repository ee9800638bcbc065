//! The symmetries of the whole board: equal positions, equal moves, and moves that make a board symmetric.

use crate::board::{Board, Cell, CellSet, Color, Size};

/// The images of a board under its symmetries. An image is the same game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Image {
    /// After a half-turn.
    Turned,
    /// Reflected in the long diagonal (transposed), with the colours exchanged.
    Mirrored,
    /// Mirrored and turned.
    MirroredAndTurned,
}

impl Image {
    /// All of them, in the order of [`Inferiors::residual_and_image_keys`](super::Inferiors::residual_and_image_keys()).
    pub const ALL: [Self; 3] = [Self::Turned, Self::Mirrored, Self::MirroredAndTurned];

    /// The player in the image who plays the part of this player. It is its own inverse.
    #[cfg(test)]
    pub(super) fn player(self, player: Color) -> Color {
        if self == Self::Turned { player } else { !player }
    }

    /// The cell in the image of a cell of a board of this size.
    pub(super) fn of(self, size: Size, cell: Cell) -> Cell {
        match self {
            Self::Turned => size.half_turn(cell),
            Self::Mirrored => size.mirror(cell),
            Self::MirroredAndTurned => size.mirror(size.half_turn(cell)),
        }
    }

    /// The cell of a board of this size whose image is this cell. (The image of the image is the board.)
    pub fn origin(self, size: Size, cell: Cell) -> Cell {
        let size_of_image = if self == Self::Turned { size } else { size.transposed() };
        self.of(size_of_image, cell)
    }
}

/// The pairs of moves that a half-turn exchanges, if it leaves the board unchanged; else none. The two moves of a
/// pair are equally good, so the first need not be tried if the second is tried or known to lose.
pub(super) fn twins(board: &Board) -> Vec<(Cell, Cell)> {
    let size = board.size();
    let is_symmetric = |color| board.stones(color).turned(size.cell_count()) == board.stones(color);
    if !Color::BOTH.into_iter().all(is_symmetric) {
        return Vec::new();
    }
    let pairs = board.empty().iter().map(|cell| (cell, size.half_turn(cell)));
    pairs.filter(|(cell, twin)| twin < cell).collect()
}

/// The moves of a player that make both players' parts equal: the board is square and a reflection in a diagonal,
/// with the colours exchanged, leaves it unchanged. They lose: in such a position the player to move wins, because
/// an extra stone never harms, so that this player could steal a winning strategy of the other.
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
