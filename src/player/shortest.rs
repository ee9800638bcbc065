//! The fewest stones with which the winner of a position is sure to join its edges, whatever the other player does.

use super::forced::Forced;
use super::gap::Gap;
use crate::board::{CellSet, Color, Position};

/// Positions that are looked at between two questions whether to go on.
const WORK: usize = 10_000;

/// The shortest win of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortest {
    /// Stones that the winner needs at most against any replies.
    pub stones: usize,
    /// The winner's moves by which no more are needed; empty if the other player is to move.
    pub moves: CellSet,
}

/// Finds the shortest win of the winner of a position by trying all moves (`forced.rs`): for small boards. `goes_on` gets
/// the number of stones that is looked at, of which fewer are proved not to be enough; none if it says no.
pub fn shortest_win(
    position: &Position,
    winner: Color,
    goes_on: &mut dyn FnMut(usize) -> bool,
) -> Option<Shortest> {
    let (board, geometry) = (&position.board, position.board.geometry());
    if board.winner().is_some() {
        return Some(Shortest { stones: 0, moves: CellSet::EMPTY });
    }
    let gap = Gap::between_edges(board, winner, board.empty());
    let mut forced = Forced::new(geometry, 0);
    let mut is_sure = |gap: &Gap, placed, stones| {
        while goes_on(placed + stones) {
            // What was found so far is remembered from one attempt to the next.
            forced.allow(WORK);
            if let Ok(win) = forced.fewest(gap, stones, stones) {
                return Some(win.is_some());
            }
        }
        None
    };
    for stones in gap.reduced(geometry)?.stones_needed(geometry)?..=board.empty().len() {
        let mut moves = CellSet::EMPTY;
        if position.to_play != winner {
            if is_sure(&gap, 0, stones)? {
                return Some(Shortest { stones, moves });
            }
            continue;
        }
        for cell in board.empty() {
            if is_sure(&gap.with(cell), 1, stones - 1)? {
                moves.insert(cell);
            }
        }
        if !moves.is_empty() {
            return Some(Shortest { stones, moves });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::forced::tests::sure_stones;
    use super::*;
    use crate::board::{Board, BruteForce, Size};
    use fxhash::FxHashMap;

    fn shortest(position: &Position, winner: Color) -> Shortest {
        shortest_win(position, winner, &mut |_| true).unwrap()
    }

    #[test]
    fn the_shortest_win_is_that_of_plain_minimax() {
        let size = Size::new(3, 3).unwrap();
        let mut brute_force = BruteForce::default();
        // The counts of one player, for each winner.
        let mut known = [FxHashMap::default(), FxHashMap::default()];
        let mut position = Position { board: Board::new(size), to_play: Color::Black };
        let mut agrees = |position: &mut Position| {
            let winner = brute_force.winner(position);
            let known = &mut known[usize::from(winner == Color::White)];
            let found = shortest(position, winner);
            assert_eq!(sure_stones(known, position, winner), Some(found.stones));
            if position.to_play == winner {
                for cell in position.board.empty() {
                    position.play(cell);
                    let is_best = sure_stones(known, position, winner) == Some(found.stones - 1);
                    position.undo(cell);
                    assert_eq!(found.moves.contains(cell), is_best, "{}", position.board);
                }
            }
        };
        agrees(&mut position);
        for first in size.cells() {
            position.play(first);
            agrees(&mut position);
            for second in position.board.empty() {
                position.play(second);
                agrees(&mut position);
                position.undo(second);
            }
            position.undo(first);
        }
    }

    #[test]
    fn empty_boards_have_the_known_shortest_wins() {
        for (length, stones) in [(1, 1), (2, 2), (3, 3), (4, 5)] {
            let board = Board::new(Size::new(length, length).unwrap());
            let position = Position { board, to_play: Color::Black };
            assert_eq!(shortest(&position, Color::Black).stones, stones, "{length}");
        }
    }

    #[test]
    fn an_end_leaves_it_open() {
        let board = Board::new(Size::new(4, 4).unwrap());
        let position = Position { board, to_play: Color::Black };
        assert_eq!(shortest_win(&position, Color::Black, &mut |_| false), None);
    }
}
