//! The mustplay region: the cells where a move can meet every winning threat of the opponent.

use super::pair::Pair;
use crate::board::CellSet;

/// The mustplay region of the player to move, given the opponent's connections between the opponent's edges:
/// those of the `open` cells that are in the carrier of every semi connection. All of them if there is none.
///
/// Theorem (HEN10): a move outside the carrier of one of these semi connections loses, because the opponent
/// plays its key and then joins the edges by a full connection. So every winning move is in the region, and if
/// the region is empty, the player to move has lost.
pub fn mustplay<const N: usize>(threats: Option<Pair<'_, N>>, open: CellSet<N>) -> CellSet<N> {
    open & threats.and_then(|pair| pair.semi_common()).unwrap_or(CellSet::ALL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, BruteForce, Color, Position, Size, WORDS, parse_diagram};
    use crate::connections::{Connections, Endpoints, Until};
    use crate::params::ConnectionParams;
    use proptest::prelude::*;

    /// The mustplay region of this player, who is to move, and whether the opponent has a threat.
    fn of(board: &Board, player: Color) -> (CellSet, bool) {
        let mut connections = Connections::<WORDS>::default();
        let endpoints = Endpoints::new(board, !player);
        connections.build(board, &endpoints, &ConnectionParams::default(), Until::Complete);
        let threats = connections.between_edges();
        let is_threatened = threats.is_some_and(|pair| !pair.semis.is_empty());
        (mustplay(threats, board.empty()), is_threatened)
    }

    fn board() -> impl Strategy<Value = Board> {
        prop::collection::vec(0..5u8, 16).prop_map(|stones| {
            let stones = stones.into_iter().map(|stone| match stone {
                0 | 1 => Some(Color::Black),
                2 | 3 => Some(Color::White),
                _ => None,
            });
            Board::with_stones(Size::new(4, 4).unwrap(), stones)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn every_winning_move_is_in_the_region(board in board()) {
            prop_assume!(board.winner().is_none());
            for player in Color::BOTH {
                let (region, is_threatened) = of(&board, player);
                let mut position = Position { board: board.clone(), to_play: player };
                let winning = BruteForce::default().winning_moves(&mut position);
                prop_assert!(winning.is_subset(&region), "{} to play\n{}", player, board);
                prop_assert!(is_threatened || region == board.empty());
            }
        }
    }

    #[test]
    fn a_threat_leaves_the_cells_that_it_needs() {
        // Black threatens to play b2, which has two cells to each edge.
        let board = parse_diagram(". . .\n . . .\n . . .").unwrap();
        let (region, is_threatened) = of(&board, Color::White);
        let names: Vec<String> = region.iter().map(|cell| board.size().name(cell)).collect();
        assert!(is_threatened);
        assert_eq!(names, ["b1", "c1", "b2", "a3", "b3"]);
    }
}
