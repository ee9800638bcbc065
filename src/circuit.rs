//! The electric circuit of Shannon and Anshelevich: what a cell is worth to a player.
//!
//! Each player has a circuit. Its nodes are the player's endpoints: groups, empty cells and the two
//! edges the player wants to join; its links are the pairs with a full connection. One ampere enters at
//! one edge and leaves at the other. A cell through which much current flows is one that the player's
//! connections lean on: a good move for that player, and as good a place for the other to stop them. So
//! the score of a move is the sum of both players' energies at its cell (HEN10), or, beside the network and at
//! two thirds of the price, the opponent's alone. It compares moves of one position well and says little about
//! different positions: a *local* heuristic, which is what the search wants.

mod linear;
mod network;

pub use linear::Envelope;
pub use network::Network;

/// What one ampere between a player's two edges does to that player's circuit.
#[derive(Clone, Debug, PartialEq)]
pub struct Flow {
    /// Between the edges, in ohms; a link between empty cells that touch has one ohm. 0 if the edges
    /// are joined, infinite if nothing leads from one to the other; never NaN.
    pub resistance: f64,
    /// For each cell of the board, the sum of the currents in its links in amperes: twice what
    /// flows through it. 0 for cells with a stone and for cells that no current reaches.
    pub energy: Vec<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, ByColor, Color, parse_diagram};
    use crate::connections::{Connections, Endpoints, Until};
    use crate::params::{CircuitParams, ConnectionParams};
    use proptest::prelude::*;

    fn flows_of(board: &Board) -> ByColor<Flow> {
        ByColor::new_with(|player| {
            let endpoints = Endpoints::new(board, player);
            let mut connections = Connections::<6>::default();
            connections.build(board, &endpoints, &ConnectionParams::default(), Until::Complete);
            let links = connections.links(&endpoints);
            Network::new(&endpoints, board.size().cell_count())
                .flow(&links, &CircuitParams::default())
        })
    }

    #[test]
    fn one_cell_is_two_links_in_series() {
        // North - a1 - south, each link between an empty cell and an edge: 2 S, so 1/2 ohm.
        let flows = flows_of(&parse_diagram(".").unwrap());
        for player in Color::BOTH {
            assert!((flows[player].resistance - 1.0).abs() < 1e-12);
            assert!((flows[player].energy[0] - 2.0).abs() < 1e-12);
        }
    }

    #[test]
    fn cells_of_one_row_are_in_series_for_white() {
        let flows = flows_of(&parse_diagram(". . .").unwrap());
        // 1/2 + 1 + 1 + 1/2 ohm from west to east.
        assert!((flows.white.resistance - 3.0).abs() < 1e-12);
        // Three ways of 1 ohm from north to south: neighbours have equal potential.
        assert!((flows.black.resistance - 1.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn broken_and_shorted_networks_have_their_own_numbers() {
        let flows = flows_of(&parse_diagram("W W W\n . . .\n . . .").unwrap());
        assert!(flows.black.resistance.is_infinite());
        assert!(flows.black.energy.iter().all(|energy| *energy == 0.0));
        assert!(flows.white.resistance.abs() < 1e-300);
        assert!(flows.white.energy.iter().all(|energy| *energy == 0.0));
    }

    #[test]
    fn a_cell_walled_in_is_harmless() {
        let board = parse_diagram(". W . .\n W W . .\n . . . .\n . . . .").unwrap();
        let flows = flows_of(&board);
        assert!(flows.black.resistance.is_finite());
        assert!(flows.black.energy.iter().chain(&flows.white.energy).all(|e| e.is_finite()));
    }

    fn board() -> impl Strategy<Value = Board> {
        (1..=7usize, 1..=7usize, prop::collection::vec(0..6u8, 49)).prop_map(|(c, r, stones)| {
            let stones = stones.into_iter().map(|stone| match stone {
                4 => Some(Color::Black),
                5 => Some(Color::White),
                _ => None,
            });
            Board::with_stones(crate::board::Size::new(c, r).unwrap(), stones)
        })
    }

    proptest! {
        #[test]
        fn flows_are_finite_and_break_just_when_the_other_has_won(board in board()) {
            let flows = flows_of(&board);
            for player in Color::BOTH {
                prop_assert!(flows[player].energy.iter().all(|e| e.is_finite() && *e >= 0.0));
                prop_assert_eq!(flows[player].resistance.is_infinite(), board.winner() == Some(!player));
                prop_assert_eq!(flows[player].resistance == 0.0, board.winner() == Some(player));
            }
        }
    }
}
