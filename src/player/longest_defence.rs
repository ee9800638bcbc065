//! The move of the loser in a position that is decided without a search: the one after which the winner needs most
//! stones.

use super::gap::Gap;
use crate::board::{Board, Cell, CellSet, Color};
use crate::inferior::FillIn;
use crate::params::InferiorParams;
use std::cmp::Reverse;

/// A lost position, with the cells that the loser may still play.
#[derive(Debug)]
pub(super) struct LostPosition {
    /// Who is lost, and to move.
    player: Color,
    /// The board as filled in, with dead cells as stones of the opponent; as it is, if that fills all cells or joins
    /// the opponent's edges.
    board: Board,
    /// The cells that are not filled in. If there are none, or the fill-in joins the opponent's edges: those that are
    /// not dead.
    pub(super) cells: CellSet,
}

impl LostPosition {
    /// The lost position of this player, who is to move.
    pub(super) fn of(board: &Board, player: Color, params: &InferiorParams) -> Self {
        let fill_in = FillIn::of(board, params);
        let (filled, live) = (fill_in.filled(board, !player), board.empty() - fill_in.cells());
        if live.is_empty() || filled.chain_between_edges(!player).is_some() {
            let cells = board.empty() - FillIn::dead_of(board, params);
            return Self { player, board: board.clone(), cells };
        }
        Self { player, board: filled, cells: live }
    }

    /// The cell on a shortest way of the opponent after which the opponent needs most stones; of equal ones that after
    /// which fewest cells are on a shortest way. A cell of a shortest way is never dead.
    pub(super) fn longest_defence(&self) -> Option<Cell> {
        let opponent = !self.player;
        let left = |cell: Cell| {
            let mut next = self.board.clone();
            next.place(self.player, cell);
            (stones_needed(&next, opponent), Reverse(shortest_ways(&next, opponent).len()))
        };
        shortest_ways(&self.board, opponent)
            .iter()
            .map(|cell| (cell, left(cell)))
            .reduce(|best, next| if next.1 > best.1 { next } else { best })
            .map(|(cell, _)| cell)
    }
}

/// The cells through which a player can join its edges with the fewest stones; none if it cannot any more, or has.
fn shortest_ways(board: &Board, player: Color) -> CellSet {
    let geometry = board.geometry();
    let gap: Option<Gap> = Gap::between_edges(board, player, board.empty()).reduced(geometry);
    let ways = gap.map(|gap| gap.ways(geometry)).unwrap_or_default();
    ways.into_iter().find(|cells| !cells.is_empty()).unwrap_or_default()
}

/// How many stones a player needs to join its edges if the other does not move any more; more than there
/// are cells if the other has won.
pub(super) fn stones_needed(board: &Board, player: Color) -> usize {
    let geometry = board.geometry();
    let gap: Option<Gap> = Gap::between_edges(board, player, board.empty()).reduced(geometry);
    gap.map_or(0, |gap| gap.stones_needed(geometry).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::random_board;
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
            board in random_board(1..=4, 1..=4, 25),
        ) {
            prop_assume!(board.empty().len() <= 12);
            for player in Color::BOTH {
                prop_assert_eq!(stones_needed(&board, player), fewest_stones(&board, player));
            }
        }
    }
}
