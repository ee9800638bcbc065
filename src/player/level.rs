//! Levels: weaker play for weaker opponents, like that of a person who knows less and sees less.
//!
//! A level limits what is known of a position (the connections, and how far the network is trusted), how many
//! positions are looked at, and how well moves are judged. The player at a level takes no part in the search of full
//! strength: it searches every position anew, with a table of its own, so that it knows nothing that it has not seen,
//! and plays the same on every machine.

use crate::params::{MAX_LEVEL, PlayerParams, PositionParams};
use crate::search::Candidate;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// A carrier that sets no limit of its own.
const WHOLE_BOARD: u32 = u32::MAX;

/// What a player of some strength knows, sees and misjudges.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// The largest carrier of a connection that it knows, in cells: 1 is a gap that one stone closes, 2 a bridge.
    largest_carrier: u32,
    /// Whether it knows edge templates.
    edge_templates: bool,
    /// Whether it compares moves by the network as well as by the circuit.
    network: bool,
    /// Expansions a move.
    pub(super) expansions: u64,
    /// The scale of the noise in the errors of moves, a natural logarithm of odds.
    noise: f64,
}

/// A level from its columns: the carrier, the templates, the network, the expansions and the noise.
const fn level(known: (u32, bool, bool), expansions: u64, noise: f64) -> Level {
    let (largest_carrier, edge_templates, network) = known;
    Level { largest_carrier, edge_templates, network, expansions, noise }
}

/// The levels from 1 on. The page `strength` of the notes has what each step is worth.
const LEVELS: [Level; MAX_LEVEL as usize] = [
    level((1, false, false), 1, 0.8),
    level((1, false, false), 1, 0.35),
    level((2, false, false), 1, 0.235),
    level((2, false, false), 1, 0.195),
    level((2, false, false), 2, 0.137),
    level((2, false, false), 2, 0.102),
    level((4, false, false), 3, 0.075),
    level((6, true, false), 3, 0.043),
    level((8, true, true), 1, 0.48),
    level((10, true, true), 1, 0.35),
    level((16, true, true), 1, 0.21),
    level((24, true, true), 2, 0.085),
    level((WHOLE_BOARD, true, true), 5, 0.075),
    level((WHOLE_BOARD, true, true), 11, 0.0),
    level((WHOLE_BOARD, true, true), 30, 0.0),
];

impl Level {
    /// The level of these parameters; none at full strength.
    pub(super) fn of(params: &PlayerParams) -> Option<Self> {
        LEVELS.get(params.level.checked_sub(1)? as usize).copied()
    }

    /// Whether it resigns what it knows to be lost. Below the network's levels its opponents may well not know it.
    pub(super) fn resigns(self) -> bool {
        self.network
    }

    /// Limits these parameters to what the level knows.
    pub(super) fn limit(self, position: &mut PositionParams) {
        let connections = &mut position.knowledge.connections;
        connections.largest_carrier = connections.largest_carrier.min(self.largest_carrier);
        connections.inner_carrier = connections.inner_carrier.min(self.largest_carrier);
        connections.edge_templates &= self.edge_templates;
        position.evaluation.use_network &= self.network;
    }

    /// Adds noise to the errors of these moves of a position. With one expansion a move is then chosen with a
    /// probability in proportion to `exp(-error / noise)` (the Gumbel-max trick). The moves of a decided position have
    /// no errors, so the noise alone orders them.
    pub(super) fn add_noise<M>(self, moves: &mut [Candidate<M>], error_weight: f64, seed: u64) {
        if self.noise <= 0.0 {
            return;
        }
        let mut random = StdRng::seed_from_u64(seed);
        for candidate in &mut *moves {
            let uniform: f64 = random.random_range(f64::EPSILON..1.0);
            candidate.relative_error += self.noise / error_weight * (-uniform.ln()).ln();
        }
        let least =
            moves.iter().map(|candidate| candidate.relative_error).fold(f64::INFINITY, f64::min);
        if least.is_finite() {
            for candidate in moves {
                candidate.relative_error -= least;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Cell, CellSet, Color, Position, Size, parse_diagram};
    use crate::inferior::FillIn;
    use crate::params::{InferiorParams, Params};
    use crate::player::{Answer, Move, Player};
    use std::collections::BTreeSet;

    fn player(board: &Board, level: u32, seed: u64) -> Player {
        let mut params = Params::default();
        (params.player.level, params.player.seed, params.player.resign) = (level, seed, false);
        let mut player = Player::new(board.size(), params);
        for color in Color::BOTH {
            for cell in board.stones(color) {
                player.game_mut().play(color, Move::Place(cell)).unwrap();
            }
        }
        player
    }

    fn chosen(board: &Board, level: u32, seed: u64) -> Cell {
        match player(board, level, seed).choose(Color::Black, &mut |_| ()) {
            Answer::Move(Move::Place(cell)) => cell,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_level_knows_no_less_than_the_one_below_and_where_it_knows_as_much_sees_more() {
        assert!(LEVELS.windows(2).all(|pair| {
            let [low, high] = [pair[0], pair[1]];
            low.largest_carrier <= high.largest_carrier
                && low.edge_templates <= high.edge_templates
                && low.network <= high.network
                && (low.network != high.network
                    || low.expansions <= high.expansions && low.noise >= high.noise)
        }));
        let mut limited = Params::default().position;
        LEVELS[LEVELS.len() - 1].limit(&mut limited);
        assert_eq!(limited, Params::default().position, "the highest only looks at less");
    }

    #[test]
    fn the_same_seed_plays_the_same_and_low_levels_vary_most() {
        let board = Board::new(Size::new(7, 7).unwrap());
        let variety = |level| {
            let moves = (0..30).map(|seed| chosen(&board, level, seed));
            moves.collect::<BTreeSet<_>>().len()
        };
        let counts = [1, 4, MAX_LEVEL].map(variety);
        assert!(counts[0] > counts[1] && counts[1] > counts[2] && counts[2] == 1, "{counts:?}");
        assert_eq!(chosen(&board, 1, 5), chosen(&board, 1, 5));
    }

    #[test]
    fn noise_chooses_in_proportion_to_the_odds() {
        let level = Level { noise: 0.5, ..LEVELS[0] };
        let first = (0..20_000).filter(|seed| {
            let candidate = |relative_error| Candidate { mv: (), relative_error, log_odds: None };
            let mut moves = [0.0, 1.0, f64::INFINITY].map(candidate);
            level.add_noise(&mut moves, 0.5, *seed);
            moves[0].relative_error == 0.0
        });
        // Errors of 0 and 0.5 at a noise of 0.5: e to 1.
        let share = f64::from(u32::try_from(first.count()).unwrap()) / 20_000.0;
        assert!((share - 0.731).abs() < 0.01, "{share}");
    }

    /// White is to lose by five bridges, which a beginner does not see as one connection.
    #[test]
    fn low_levels_do_not_see_a_chain_of_bridges_as_won() {
        let board = parse_diagram(
            ". . . . . . .\n . . . . B . .\n . . . . . . .\n . . . B . . .\n . . . . . . .\n . . B . . . .\n . . . . . . .",
        )
        .unwrap();
        let sees = |level| {
            let mut player = player(&board, level, 1);
            player.choose(Color::White, &mut |_| ());
            player.last_report().unwrap().1.outcome.is_some()
        };
        assert!((1..=5).all(|level| !sees(level)) && sees(MAX_LEVEL) && sees(0));
    }

    #[test]
    fn no_level_plays_a_dead_cell_or_leaves_the_edges_open_to_the_last_stone() {
        for level in [1, 2, 5, 8] {
            for (seed, size) in [(3, 5), (4, 8)] {
                let mut position = Position {
                    board: Board::new(Size::new(size, size).unwrap()),
                    to_play: Color::Black,
                };
                while position.board.winner().is_none() {
                    let mut player = player(&position.board, level, seed);
                    let answer = player.choose(position.to_play, &mut |_| ());
                    let Answer::Move(Move::Place(cell)) = answer else { panic!("{answer:?}") };
                    let fill_in = FillIn::of(&position.board, &InferiorParams::default());
                    let live: CellSet = position.board.empty() - fill_in.cells();
                    assert!(live.is_empty() || live.contains(cell), "{level}\n{}", position.board);
                    position.play(cell);
                }
            }
        }
    }
}
