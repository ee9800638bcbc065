//! The move to make in a lost position that needs no search: the one after which the opponent needs most stones.

use super::gap::Gap;
use crate::board::{Board, Cell, Color};

/// The move after which the opponent needs most stones to win; of equal ones the first.
pub(super) fn longest(
    board: &Board,
    player: Color,
    moves: impl Iterator<Item = Cell>,
) -> Option<Cell> {
    let needed = |cell: Cell| {
        let mut next = board.clone();
        next.place(player, cell);
        stones_needed(&next, !player)
    };
    moves
        .map(|cell| (cell, needed(cell)))
        .reduce(|best, next| if next.1 > best.1 { next } else { best })
        .map(|(cell, _)| cell)
}

/// How many stones a player needs to join its edges if the other does not move any more; more than there
/// are cells if the other has won.
pub(super) fn stones_needed(board: &Board, player: Color) -> usize {
    let geometry = board.geometry();
    let gap = Gap::between_edges(board, player, board.empty()).reduced(geometry);
    gap.map_or(0, |gap| gap.stones_needed(geometry).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use proptest::prelude::*;

    /// The same by trying all sets of cells.
    fn fewest_stones(board: &Board, player: Color) -> usize {
        let empty: Vec<Cell> = board.empty().iter().collect();
        let wins = |chosen: &u32| {
            let mut filled = board.clone();
            let cells = empty.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1);
            cells.for_each(|(_, cell)| filled.place(player, *cell));
            filled.winner() == Some(player)
        };
        let sets = (0..1u32 << empty.len()).filter(wins);
        sets.map(|chosen| chosen.count_ones() as usize).min().unwrap_or(usize::MAX)
    }

    proptest! {
        #[test]
        fn the_count_is_the_fewest_stones(
            (columns, rows) in (1..=4usize, 1..=4usize),
            stones in prop::collection::vec(0..4u8, 16),
        ) {
            let stones = stones.iter().map(|stone| match stone {
                2 => Some(Color::Black),
                3 => Some(Color::White),
                _ => None,
            });
            let board = Board::with_stones(Size::new(columns, rows).unwrap(), stones);
            prop_assume!(board.empty().len() <= 12);
            for player in Color::BOTH {
                prop_assert_eq!(stones_needed(&board, player), fewest_stones(&board, player));
            }
        }
    }
}
