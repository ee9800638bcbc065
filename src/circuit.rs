//! The electric circuit of Shannon and Anshelevich: what a cell is worth to a player.
//!
//! Each player has a circuit. Its nodes are the player's groups, the empty cells and the two edges
//! the player wants to join; its links are pairs that nothing can separate at once
//! (`circuit/links.rs`). One ampere enters at one edge and leaves at the other. A cell through
//! which much current flows is one that the player's connections lean on: a good move for that
//! player, and as good a place for the other to stop them. So the score of a move is the sum of both
//! players' energies at its cell (HEN10). It compares moves of one position well and says little
//! about different positions: a *local* heuristic, which is what the search wants.

mod linear;
mod links;
mod network;

pub use linear::Envelope;
pub use links::Link;
pub use network::Network;

use crate::board::{Board, ByColor, Cell, Color, Groups};
use crate::params::CircuitParams;

/// What one ampere between a player's two edges does to that player's circuit.
#[derive(Clone, Debug, PartialEq)]
pub struct Flow {
    /// Between the edges, in ohms; a link between empty cells has one ohm. 0 if the edges are
    /// joined, infinite if nothing leads from one to the other; never NaN.
    pub resistance: f64,
    /// For each cell of the board, the sum of the currents in its links in amperes: twice what
    /// flows through it. 0 for cells with a stone and for cells that no current reaches.
    pub energy: Vec<f64>,
}

/// One player's circuit under current.
pub fn flow(board: &Board, groups: &Groups, player: Color, params: &CircuitParams) -> Flow {
    let network = Network::new(board, groups, player);
    let links = links::adjacent_or_bridged(board, &network);
    network.flow(&links, params)
}

/// Both players' circuits under current.
pub fn flows(board: &Board, groups: &Groups, params: &CircuitParams) -> ByColor<Flow> {
    ByColor::new_with(|player| flow(board, groups, player, params))
}

impl ByColor<Flow> {
    /// The score of a move at this cell: the energies of both players there. The same whoever moves.
    pub fn score(&self, cell: Cell) -> f64 {
        self.black.energy[cell.index()] + self.white.energy[cell.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parse_diagram;
    use proptest::prelude::*;

    fn flows_of(board: &Board) -> ByColor<Flow> {
        flows(board, &Groups::of_board(board), &CircuitParams::default())
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
    fn cells_of_one_row_are_parallel_for_black_and_in_series_for_white() {
        let flows = flows_of(&parse_diagram(". . .").unwrap());
        // Three ways of 1 ohm each from north to south: neighbours have equal potential.
        assert!((flows.black.resistance - 1.0 / 3.0).abs() < 1e-12);
        // 1/2 + 1 + 1 + 1/2 ohm from west to east.
        assert!((flows.white.resistance - 3.0).abs() < 1e-12);
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
        let board = parse_diagram(
            ". W . .
              W W . .
               . . . .
                . . . .",
        )
        .unwrap();
        let flows = flows_of(&board);
        assert!(flows.black.resistance.is_finite());
        assert!(flows.black.energy[0] > 0.0, "a1 touches the north edge");
        assert!(flows.black.energy.iter().chain(&flows.white.energy).all(|e| e.is_finite()));
    }

    fn board() -> impl Strategy<Value = Board> {
        (1..=8usize, 1..=8usize, prop::collection::vec(0..6u8, 64)).prop_map(|(c, r, stones)| {
            let mut board = Board::new(crate::board::Size::new(c, r).unwrap());
            for (cell, stone) in board.size().cells().zip(stones) {
                match stone {
                    4 => board.place(Color::Black, cell),
                    5 => board.place(Color::White, cell),
                    _ => {}
                }
            }
            board
        })
    }

    #[expect(clippy::float_cmp, reason = "infinite resistances are equal")]
    fn close(a: f64, b: f64) -> bool {
        a == b || (a - b).abs() < 1e-9 * (1.0 + a.abs())
    }

    proptest! {
        #[test]
        fn symmetric_positions_have_symmetric_flows(board in board()) {
            let (flows, turned, mirrored) =
                (flows_of(&board), flows_of(&board.half_turn()), flows_of(&board.mirror()));
            let size = board.size();
            for player in Color::BOTH {
                prop_assert!(close(flows[player].resistance, turned[player].resistance));
                prop_assert!(close(flows[player].resistance, mirrored[!player].resistance));
                for cell in size.cells() {
                    let energy = flows[player].energy[cell.index()];
                    prop_assert!(energy.is_finite() && energy >= 0.0);
                    prop_assert!(close(energy, turned[player].energy[size.half_turn(cell).index()]));
                    prop_assert!(close(energy, mirrored[!player].energy[size.mirror(cell).index()]));
                }
            }
        }

        #[test]
        fn a_circuit_is_broken_just_when_the_other_has_won(board in board()) {
            let flows = flows_of(&board);
            for player in Color::BOTH {
                prop_assert_eq!(flows[player].resistance.is_infinite(), board.winner() == Some(!player));
                prop_assert_eq!(flows[player].resistance == 0.0, board.winner() == Some(player));
            }
        }
    }
}
