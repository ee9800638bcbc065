//! The fewest stones with which the winner of a position is sure to join its edges, whatever the other player does.

mod inferior_moves;
mod proof_numbers;
mod table;

use super::gap::Gap;
use crate::board::{CellSet, Color, Position, with_narrowest};
use proof_numbers::ProofSearch;
use std::time::{Duration, Instant};

/// How often it is asked whether to go on. Each time the search begins at the root again.
const ASK_EVERY: Duration = Duration::from_millis(300);

/// Memory that the search takes at least, in bytes. With less it would forget what it needs.
const LEAST_BUDGET: usize = 16 << 20;

/// The shortest win of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortest {
    /// Stones that the winner needs at most against any replies.
    pub stones: usize,
    /// The winner's moves by which no more are needed; empty if the other player is to move.
    pub moves: CellSet,
}

/// Why the shortest win of a player is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoShortest {
    /// The search was ended: what was known then.
    Ended(Shortest),
    /// The other player wins.
    OtherWins,
}

/// How far the search for a shortest win has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShortestSoFar {
    /// What is known: fewer stones are proved too few. If there are moves, so many are enough by each of them, and perhaps by
    /// others.
    pub known: Shortest,
    /// Expansions so far.
    pub expansions: usize,
    /// The memory that the search takes, in bytes.
    pub bytes: usize,
}

/// Finds the shortest win of the winner of a position without any connections: for small boards, and where few cells are
/// empty. It remembers positions in `budget` bytes, or 16 MiB if that is more. `goes_on` is told how far it is, and says
/// whether to go on.
///
/// # Errors
/// It was ended, or the other player wins the position.
pub fn shortest_win(
    position: &Position,
    winner: Color,
    budget: usize,
    goes_on: &mut dyn FnMut(&ShortestSoFar) -> bool,
) -> Result<Shortest, NoShortest> {
    // The cost is mostly set algebra.
    with_narrowest!(position.board.size(), N => shortest_in::<N>(position, winner, budget, goes_on))
}

/// The same on a board whose cells fit into `N` words.
fn shortest_in<const N: usize>(
    position: &Position,
    winner: Color,
    budget: usize,
    goes_on: &mut dyn FnMut(&ShortestSoFar) -> bool,
) -> Result<Shortest, NoShortest> {
    let (board, geometry) = (&position.board, position.board.geometry());
    let gap = Gap::<N>::between_edges(board, winner, board.empty());
    let mut known = Shortest { stones: 0, moves: CellSet::EMPTY };
    let Some(reduced) = gap.reduced(geometry) else { return Ok(known) };
    let mut search = ProofSearch::new(geometry, budget.max(LEAST_BUDGET));
    let mut is_enough = |gap: &Gap<N>, stones, known: &Shortest| loop {
        let (expansions, bytes) = (search.expansions(), search.bytes());
        if !goes_on(&ShortestSoFar { known: *known, expansions, bytes }) {
            return Err(NoShortest::Ended(*known));
        }
        if let Some(is_enough) = search.is_enough(gap, stones, Instant::now() + ASK_EVERY) {
            return Ok(is_enough);
        }
    };
    known.stones = reduced.stones_needed(geometry).ok_or(NoShortest::OtherWins)?;
    loop {
        let is_found = if position.to_play == winner {
            for cell in board.empty() {
                if is_enough(&gap.with(cell), known.stones - 1, &known)? {
                    known.moves.insert(cell);
                }
            }
            !known.moves.is_empty()
        } else {
            is_enough(&gap, known.stones, &known)?
        };
        if is_found {
            return Ok(known);
        }
        known.stones += 1;
        if known.stones > board.empty().len() {
            return Err(NoShortest::OtherWins);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, BruteForce, Size, parse_diagram};
    use crate::player::fewest_stones::tests::sure_stones;
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
        for (length, stones) in [(1, 1), (2, 2), (3, 3), (4, 5), (5, 7)] {
            let board = Board::new(Size::new(length, length).unwrap());
            let position = Position { board, to_play: Color::Black };
            assert_eq!(shortest(&position, Color::Black).stones, stones, "{length}");
        }
    }

    /// Two gaps in series, which need five stones each if they are looked at alone. But Black, who needs only three where it
    /// moves first, can leave one of them to White.
    #[test]
    fn gaps_in_series_may_need_fewer_stones_than_one_by_one() {
        let board = parse_diagram(
            ". . W . . . .
              . . . W . . .
               . . . . . . .
                B B B B B B B
                 . . . . . . .
                  . . . W . . .
                   . . . . W . .",
        )
        .unwrap();
        let position = Position { board: board.clone(), to_play: Color::White };
        assert_eq!(shortest(&position, Color::Black).stones, 8);
        let mut half = board;
        half.empty().iter().skip(19).for_each(|cell| half.place(Color::Black, cell));
        let position = Position { board: half, to_play: Color::White };
        assert_eq!(shortest(&position, Color::Black).stones, 5);
    }

    #[test]
    fn little_memory_finds_the_same() {
        let board = Board::new(Size::new(5, 5).unwrap());
        let position = Position { board, to_play: Color::Black };
        let gap = Gap::<1>::between_edges(&position.board, Color::Black, position.board.empty());
        for budget in [0, 1000, 20_000, 100_000] {
            let mut search = ProofSearch::new(position.board.geometry(), budget);
            let mut is_enough = |gap: &Gap<1>, stones| {
                let until = Instant::now() + Duration::from_hours(1);
                let found = search.is_enough(gap, stones, until);
                assert!(search.bytes() <= budget.max(1000), "{budget}");
                found
            };
            let middle = gap.with(position.board.size().parse_cell("c3").unwrap());
            assert_eq!([5, 6].map(|stones| is_enough(&middle, stones)), [Some(false), Some(true)]);
        }
    }

    #[test]
    #[ignore = "half a minute: cargo test --release --lib -- --ignored nineteen"]
    fn the_empty_6x6_board_takes_nineteen_moves() {
        let board = Board::new(Size::new(6, 6).unwrap());
        let position = Position { board, to_play: Color::Black };
        let size = position.board.size();
        let best = ["d3", "c4"].map(|name| size.parse_cell(name).unwrap());
        let expected = Shortest { stones: 10, moves: best.into_iter().collect() };
        assert_eq!(shortest(&position, Color::Black), expected);
    }

    #[test]
    fn an_end_leaves_it_open() {
        let board = Board::new(Size::new(4, 4).unwrap());
        let position = Position { board, to_play: Color::Black };
        let found = shortest_win(&position, Color::Black, usize::MAX, &mut |_| false);
        let known = Shortest { stones: 4, moves: CellSet::EMPTY };
        assert_eq!(found, Err(NoShortest::Ended(known)));
    }

    #[test]
    fn who_loses_has_no_shortest_win() {
        let board = Board::new(Size::new(4, 4).unwrap());
        let position = Position { board, to_play: Color::Black };
        let found = shortest_win(&position, Color::White, usize::MAX, &mut |_| true);
        assert_eq!(found, Err(NoShortest::OtherWins));
    }
}
