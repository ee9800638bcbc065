//! The electric circuit of Shannon and Anshelevich (ANS02): what each cell is worth to a player.
//!
//! Each player has a circuit. Its nodes are the player's endpoints: groups, empty cells and the two edges
//! that the player wants to join. Its links are the pairs of endpoints with a full connection; links
//! between two groups are left out. One ampere enters at one edge and leaves at the other. The *energy* of a cell, in amperes, is the sum of the currents
//! in its links. Where it is high, the player's connections depend on the cell: it is a good move for the
//! player, and a good place for the opponent to block. HEN10 scores a move by the sum of both players' energies;
//! the evaluation takes the opponent's alone unless the parameter `own_circuit` is set.
//!
//! Energies compare moves of one position. They do not compare positions: the heuristic is *local*.

mod linear;
mod current;

pub use current::Circuit;
pub use linear::Envelope;

/// The result for one player's circuit when one ampere flows between the player's edges.
#[derive(Clone, Debug, PartialEq)]
pub struct Flow {
    /// The resistance between the edges in ohms. 0 if stones join the edges, infinite if no links do;
    /// never NaN.
    pub resistance: f64,
    /// For each cell of the board, by its number, the energy in amperes: twice the current through the cell.
    /// 0 for cells with a stone and for cells that no current reaches.
    pub energy: Vec<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, ByColor, Color, parse_diagram, random_board};
    use crate::connections::{Connections, Endpoints};
    use crate::params::{CircuitParams, ConnectionParams};
    use proptest::prelude::*;

    fn flows_of(board: &Board) -> ByColor<Flow> {
        ByColor::new_with(|player| {
            let endpoints = Endpoints::new(board, player);
            let connections = Connections::<6>::of(&endpoints, &ConnectionParams::default());
            let links = connections.links(&endpoints);
            Circuit::new(&endpoints).flow(&links, &CircuitParams::default())
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

    proptest! {
        #[test]
        fn flows_are_finite_and_break_just_when_the_other_has_won(board in random_board(1..=7, 1..=7, 17)) {
            let flows = flows_of(&board);
            for player in Color::BOTH {
                prop_assert!(flows[player].energy.iter().all(|e| e.is_finite() && *e >= 0.0));
                prop_assert_eq!(flows[player].resistance.is_infinite(), board.winner() == Some(!player));
                prop_assert_eq!(flows[player].resistance == 0.0, board.winner() == Some(player));
            }
        }
    }
}
