//! The fewest stones with which the winner of a position is sure to join its edges, whatever the other player does.

use super::forced::{Forced, Halt};
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

/// How far the search for a shortest win has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looked {
    /// The number of stones that is looked at. Fewer are proved not to be enough.
    pub stones: usize,
    /// Positions that are remembered.
    pub positions: usize,
    /// Their memory, in bytes.
    pub bytes: usize,
}

/// Why a shortest win was not found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotFound {
    /// The caller ended the search.
    Ended,
    /// The memory allowed is used up.
    TableFull,
}

/// Finds the shortest win of the winner of a position by trying all moves (`forced.rs`): for small boards. It remembers
/// positions in `budget` bytes. `goes_on` is told how far it is, and says whether to go on.
///
/// # Errors
/// It was ended, or the memory is used up.
///
/// # Panics
/// The other player wins the position.
pub fn shortest_win(
    position: &Position,
    winner: Color,
    budget: usize,
    goes_on: &mut dyn FnMut(&Looked) -> bool,
) -> Result<Shortest, NotFound> {
    let (board, geometry) = (&position.board, position.board.geometry());
    let gap = Gap::between_edges(board, winner, board.empty());
    let Some(reduced) = gap.reduced(geometry) else {
        return Ok(Shortest { stones: 0, moves: CellSet::EMPTY });
    };
    let mut forced = Forced::within(geometry, budget);
    let mut is_sure = |gap: &Gap, placed, stones| loop {
        let (positions, bytes) = (forced.positions(), forced.bytes());
        if !goes_on(&Looked { stones: placed + stones, positions, bytes }) {
            return Err(NotFound::Ended);
        }
        // What was found so far is remembered from one attempt to the next.
        forced.allow(WORK);
        match forced.fewest(gap, stones, stones) {
            Ok(win) => return Ok(win.is_some()),
            Err(Halt::OutOfMemory) => return Err(NotFound::TableFull),
            Err(Halt::OutOfWork) => {}
        }
    };
    let least = reduced.stones_needed(geometry).expect("a winner can join its edges");
    for stones in least..=board.empty().len() {
        let mut moves = CellSet::EMPTY;
        if position.to_play != winner {
            if is_sure(&gap, 0, stones)? {
                return Ok(Shortest { stones, moves });
            }
            continue;
        }
        for cell in board.empty() {
            if is_sure(&gap.with(cell), 1, stones - 1)? {
                moves.insert(cell);
            }
        }
        if !moves.is_empty() {
            return Ok(Shortest { stones, moves });
        }
    }
    unreachable!("a winner joins its edges with stones that fit on the board")
}

#[cfg(test)]
mod tests {
    use super::super::forced::tests::sure_stones;
    use super::*;
    use crate::board::{Board, BruteForce, Size};
    use fxhash::FxHashMap;

    fn shortest(position: &Position, winner: Color) -> Shortest {
        shortest_win(position, winner, usize::MAX, &mut |_| true).unwrap()
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
        let found = shortest_win(&position, Color::Black, usize::MAX, &mut |_| false);
        assert_eq!(found, Err(NotFound::Ended));
    }

    #[test]
    fn a_full_table_leaves_it_open_and_says_how_far_it_came() {
        let board = Board::new(Size::new(5, 5).unwrap());
        let position = Position { board, to_play: Color::Black };
        let (budget, mut last) = (1 << 20, None);
        let found = shortest_win(&position, Color::Black, budget, &mut |looked| {
            assert!(looked.bytes <= budget);
            last = Some(*looked);
            true
        });
        assert_eq!(found, Err(NotFound::TableFull));
        let last = last.unwrap();
        assert!(last.stones >= 5, "{last:?}");
    }
}
