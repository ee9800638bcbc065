//! How the moves of an open position compare, without a search: heuristics, which only games can judge.
//!
//! A position that is not decided ([`knowledge`](crate::knowledge)) has features ([`Features`]): the cells filled in, the
//! moves worth searching, the opponent's circuit. Two heuristics rate each move. The circuit gives a relative error:
//! the energy of a cell says how much the opponent's connections depend on it. The convolutional network sees the stones and
//! the features of the whole board and gives log-odds. Both are natural logarithms, unscaled. Their weights are parameters
//! of the search.

mod features;
mod networks;

pub use features::{FEATURES_VERSION, Features, plane_cell, write_input};
pub use networks::{Networks, SHIPPED, Shipped};

#[cfg(test)]
pub(crate) use features::tests::random_features;

use crate::board::{Board, ByColor, Cell, Color, Position};
use crate::circuit::{Circuit, Flow};
use crate::inferior::FillIn;
use crate::knowledge::{Decided, Examiner, Knowledge, Open, Scope};
use crate::nn::{Activations, Instructions};
use crate::params::PositionParams;
use std::sync::Arc;

/// The heuristics' estimate of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The move.
    pub cell: Cell,
    /// The relative error by the circuit, (9) of SCNS15: the logarithm of the greatest energy of a move divided by the
    /// energy of this one. It is natural; the paper names no base. 0 for the best, infinite for a cell without energy.
    pub relative_error: f64,
    /// The network's log-odds that the move wins, a natural logarithm; none if no network is used.
    pub log_odds: Option<f32>,
}

/// What is proved of an open position, and the estimates of its moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// What is proved.
    pub open: Open,
    /// The features of the position, which the network sees beside the stones.
    pub features: Features,
    /// The estimates, one for each move worth searching.
    pub estimates: Vec<Estimate>,
}

/// What is proved of a position and, if it is open, the estimates of its moves.
#[derive(Clone, Debug, PartialEq)]
pub enum Assessment {
    /// The winner is proved.
    Decided(Box<Decided>),
    /// The winner is not known.
    Open(Box<Evaluation>),
}

impl Assessment {
    /// The winner, if it is proved.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Self::Decided(decided) => Some(decided.winner),
            Self::Open(_) => None,
        }
    }
}

/// Assesses one position after the other, and reuses its memory.
#[derive(Clone, Debug)]
pub struct Evaluator {
    examiner: Examiner,
    params: PositionParams,
    networks: Arc<Networks>,
    activations: Activations,
}

impl Evaluator {
    /// An evaluator with these parameters. It uses the networks if `use_network` is set. It allocates memory when it is first
    /// used.
    pub fn new(params: PositionParams, networks: Arc<Networks>) -> Self {
        let examiner = Examiner::new(params.knowledge.clone());
        Self { examiner, params, networks, activations: Activations::default() }
    }

    /// The same with these instructions for the networks, instead of the widest that the processor has.
    #[must_use]
    pub fn with_instructions(self, instructions: Instructions) -> Self {
        Self { activations: Activations::with_instructions(instructions), ..self }
    }

    /// Assesses a position, for the player to move.
    pub fn assess(&mut self, position: &Position) -> Assessment {
        self.assess_with(position, Scope::Both)
    }

    /// Assesses the position after one of the moves that an assessment of the position before left open. This is faster
    /// ([`Scope::Opponent`]).
    pub fn assess_reply(&mut self, position: &Position) -> Assessment {
        // The circuit of the player to move needs that player's connections, so they may as well decide.
        let own_circuit = self.params.evaluation.own_circuit;
        self.assess_with(position, if own_circuit { Scope::Both } else { Scope::Opponent })
    }

    fn assess_with(&mut self, position: &Position, scope: Scope) -> Assessment {
        match self.examiner.examine(position, scope) {
            Knowledge::Decided(decided) => Assessment::Decided(decided),
            Knowledge::Open(open) => Assessment::Open(Box::new(self.evaluate(position, *open))),
        }
    }

    fn evaluate(&mut self, position: &Position, open: Open) -> Evaluation {
        let player = position.to_play;
        let flow = self.flow(&open.evaluation_boards[!player], !player);
        let own = self.params.evaluation.own_circuit;
        let own = own.then(|| self.flow(&open.evaluation_boards[player], player));
        let features =
            Features { fill_in: open.evaluation_fill_in.clone(), moves: open.moves, flow };
        let energy = |cell: Cell| {
            let of = |flow: &Flow| flow.energy[cell.index()];
            of(&features.flow) + own.as_ref().map_or(0.0, of)
        };
        let most = open.moves.iter().map(energy).fold(0.0, f64::max);
        let log_odds = self
            .params
            .evaluation
            .use_network
            .then(|| self.networks.log_odds(position, &features, &mut self.activations));
        let estimate = |cell: Cell| Estimate {
            cell,
            // If no move has energy, none is worse than another.
            relative_error: if most > 0.0 { (most / energy(cell)).ln() } else { 0.0 },
            log_odds: log_odds.as_ref().map(|log_odds| log_odds[cell.index()]),
        };
        let estimates = open.moves.iter().map(estimate).collect();
        Evaluation { open, features, estimates }
    }

    /// Both players' circuits on a board, whether it is decided or not.
    pub fn flows(&mut self, board: &Board) -> ByColor<Flow> {
        let fill_in = FillIn::of(board, &self.params.knowledge.inferior);
        ByColor::new_with(|player| self.flow(&fill_in.filled(board, player), player))
    }

    /// A player's circuit on a filled board.
    fn flow(&mut self, filled: &Board, player: Color) -> Flow {
        let (endpoints, links) = self.examiner.links(filled, player);
        Circuit::new(endpoints).flow(&links, &self.params.circuit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, parse_diagram, position_after};
    use crate::knowledge::tests::corner_cut_off;
    use crate::nn::Network;
    use crate::params::{EvaluationParams, Params, Profile};
    use features::tests::mirrored;

    const SLANTED: &str = ". . B . .\n . W . . .\n . . B W .\n . . . . .";

    fn log_odds(networks: &Networks, position: &Position, features: &Features) -> Vec<f32> {
        networks.log_odds(position, features, &mut Activations::default())
    }

    fn evaluation(params: PositionParams, position: &Position) -> Evaluation {
        match Evaluator::new(params, Networks::shipped()).assess(position) {
            Assessment::Open(evaluation) => *evaluation,
            Assessment::Decided(decided) => panic!("{decided:?}"),
        }
    }

    fn open_position() -> Position {
        position_after((9, 9), "c3 d6")
    }

    #[test]
    fn the_error_is_the_logarithm_of_a_ratio_of_energies() {
        let position = open_position();
        let flows =
            Evaluator::new(PositionParams::default(), Networks::shipped()).flows(&position.board);
        for own_circuit in [false, true] {
            let evaluation_params = EvaluationParams { own_circuit, ..EvaluationParams::default() };
            let params =
                PositionParams { evaluation: evaluation_params, ..PositionParams::default() };
            let evaluation = evaluation(params, &position);
            let energy = |cell: Cell| {
                let own = if own_circuit { flows.black.energy[cell.index()] } else { 0.0 };
                flows.white.energy[cell.index()] + own
            };
            let best = evaluation
                .estimates
                .iter()
                .find(|estimate| estimate.relative_error == 0.0)
                .unwrap();
            assert!(evaluation.estimates.len() > 10);
            for estimate in &evaluation.estimates {
                let ratio = energy(best.cell) / energy(estimate.cell);
                assert!(
                    estimate.relative_error >= 0.0
                        && (estimate.relative_error - ratio.ln()).abs() < 1e-9
                );
            }
        }
    }

    #[test]
    fn the_network_changes_only_the_log_odds() {
        let position = open_position();
        let with = evaluation(PositionParams::default(), &position);
        let mut blind = PositionParams::default();
        blind.evaluation.use_network = false;
        let without = evaluation(blind, &position);
        let expected = log_odds(&Networks::shipped(), &position, &with.features);
        for (one, other) in with.estimates.iter().zip(&without.estimates) {
            assert_eq!((one.cell, one.relative_error), (other.cell, other.relative_error));
            assert_eq!((one.log_odds, other.log_odds), (Some(expected[one.cell.index()]), None));
        }
        assert_eq!((with.open, with.features), (without.open, without.features));
    }

    #[test]
    fn the_network_and_the_circuit_do_not_see_regions_that_are_cut_off() {
        let position = corner_cut_off();
        let [without, with] = [false, true].map(|decompositions| {
            let mut params = Params::of(Profile::Solve).position;
            params.knowledge.inferior.decompositions = decompositions;
            evaluation(params, &position)
        });
        assert_ne!(with.open.fill_in, without.open.fill_in);
        assert_eq!(with.features.fill_in, without.features.fill_in);
        assert_eq!(with.features.flow, without.features.flow);
        assert!(with.estimates.len() < without.estimates.len(), "but there are fewer moves");
    }

    #[test]
    fn a_reply_is_assessed_without_the_connections_of_the_mover() {
        let board =
            parse_diagram(". . . . .\n . . . B .\n . . . . .\n . . B . .\n . . . . .").unwrap();
        let position = Position { board, to_play: Color::Black };
        let mut evaluator = Evaluator::new(PositionParams::default(), Networks::shipped());
        assert_eq!(evaluator.assess(&position).winner(), Some(Color::Black));
        assert_eq!(evaluator.assess_reply(&position).winner(), None);
    }

    #[test]
    fn boards_have_networks_by_their_size() {
        let small = include_bytes!("evaluation/small.safetensors").as_slice();
        let medium = include_bytes!("evaluation/medium.safetensors").as_slice();
        let large = include_bytes!("evaluation/large.safetensors").as_slice();
        let sizes =
            [(8, 8, small), (9, 8, medium), (9, 9, medium), (10, 9, large), (19, 19, large)];
        for (columns, rows, file) in sizes {
            let board = Board::new(Size::new(columns, rows).unwrap());
            let position = Position { board, to_play: Color::Black };
            let network = Networks::new(Network::from_bytes(file, FEATURES_VERSION).unwrap());
            let features = random_features(&position);
            let shipped = log_odds(&Networks::shipped(), &position, &features);
            assert_eq!(log_odds(&network, &position, &features), shipped, "{columns}x{rows}");
        }
    }

    #[test]
    fn mirrored_colors_have_the_same_log_odds() {
        let position = Position { board: parse_diagram(SLANTED).unwrap(), to_play: Color::White };
        let reflection = Position { board: position.board.mirror(), to_play: Color::Black };
        let size = position.board.size();
        let features = random_features(&position);
        let networks = Networks::shipped();
        let others = log_odds(&networks, &reflection, &mirrored(&features, size));
        let log_odds = log_odds(&networks, &position, &features);
        assert!(size.cells().all(|cell| {
            log_odds[cell.index()].to_bits() == others[size.mirror(cell).index()].to_bits()
        }));
    }

    #[test]
    fn every_size_has_log_odds() {
        for (columns, rows) in [(1, 1), (2, 19), (19, 19)] {
            let board = Board::new(Size::new(columns, rows).unwrap());
            let position = Position { board, to_play: Color::Black };
            let log_odds = log_odds(&Networks::shipped(), &position, &random_features(&position));
            assert_eq!(log_odds.len(), columns * rows);
            assert!(log_odds.iter().all(|log_odds| *log_odds != 0.0), "an overflow becomes 0");
        }
    }
}
