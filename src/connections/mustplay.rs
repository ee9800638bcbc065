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
    use crate::board::{Board, BruteForce, Color, Position, WORDS, parse_diagram, random_board};
    use crate::connections::{Connections, Endpoints};
    use crate::params::ConnectionParams;
    use proptest::prelude::*;

    /// The mustplay region of this player, who is to move, and whether the opponent has a threat.
    fn of(board: &Board, player: Color) -> (CellSet, bool) {
        let endpoints = Endpoints::new(board, !player);
        let connections = Connections::<WORDS>::of(&endpoints, &ConnectionParams::default());
        let threats = connections.between_edges();
        let is_threatened = threats.is_some_and(|pair| !pair.semis.is_empty());
        (mustplay(threats, board.empty()), is_threatened)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn every_winning_move_is_in_the_region(board in random_board(4..=4, 4..=4, 40)) {
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
        assert!(is_threatened);
        assert_eq!(board.size().names(region), ["b1", "c1", "b2", "a3", "b3"]);
    }
}
