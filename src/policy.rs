//! What a small network thinks of the moves: strategy that it learned by playing against itself.
//!
//! The circuit compares moves by what they do to the connections at hand; it knows little of openings,
//! corners and ladders to come, and games are lost there. A convolutional network sees some of it. The
//! score of a move takes in the odds that the network gives it, and the search compares them with those
//! of the reply (its promises); the parameter `policy_weight` says how much both count.
//!
//! The network takes boards of every size. It learned from nothing but games against itself: in a program in
//! `PyTorch` first, which taught at last of what the network says two moves later, and also who owns the cells
//! at the end; then in `hexcoven train`, from searches (see the layer `training`). What it says of a move and
//! of the best reply to it agree in the mean. Networks that promised more than they kept lost games by it,
//! however well they played alone.
//!
//! It sees what the analysis has found out before it is asked, too (`view`). When the networks had learned on
//! with that, the engine won 66 % of its games against itself without, at as many expansions, and the
//! solver took a sixth fewer on 7x7, and a tenth fewer on 8x8.
//!
//! Then it had learned what it could from itself, and has learned from networks 27 times as large that no
//! search could wait for, which learned from games against themselves on a GPU, of the stones alone (README tells
//! how). Such a one says of every move of a position what it is worth, and of the best also what it is worth
//! a move later. With what came of the first, as many weights as before, the engine won 136 of 171 games against
//! itself before, at as many expansions, and with what came of the second 64 of 96 against that.
//!
//! At last it learned to do without the circuit of the player to move: what it says hardly changed, and as half of
//! all connections are then not needed, an expansion takes two thirds of the time.
//!
//! Boards of up to 8x8 have a network of their own, which learned on such boards alone, as the solver looks at
//! positions: of the moves of all positions of its searches, what was proved, or else what the large network says
//! and what the search thought on the mean.

mod evaluation;
mod gradient;
mod network;
mod plane;
mod view;
mod winograd;

pub use gradient::{Gradient, Lesson, Told};
pub use network::{CHANNELS, Network};
pub use view::Insight;

use crate::board::Position;
use evaluation::{Evaluator, Planes};
use std::sync::{Arc, LazyLock, OnceLock};
use view::seen_cell;

/// Says how good the moves of positions are, one position after the other.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Instead of those that are compiled in.
    evaluator: Option<Arc<Evaluator>>,
    planes: Planes,
}

/// The network of all policies that are not given one, if it was chosen; the same for the whole process.
static CHOSEN: OnceLock<Option<Arc<Evaluator>>> = OnceLock::new();

/// The network for boards of up to [`SMALL_BOARD`] cells.
static SMALL: LazyLock<Evaluator> =
    LazyLock::new(|| compiled_in(include_bytes!("policy/small.bin")));

/// The network for larger boards.
static LARGE: LazyLock<Evaluator> =
    LazyLock::new(|| compiled_in(include_bytes!("policy/network.bin")));

/// On boards of up to so many cells the search mostly ends with a proof, and what helps there is no use on
/// larger ones: with an earlier small network on 11x11 the engine won 45 of 96 games against itself.
const SMALL_BOARD: usize = 64;

fn compiled_in(bytes: &[u8]) -> Evaluator {
    Evaluator::new(&Network::from_bytes(bytes).expect("a file that `hexcoven train` wrote"))
}

/// Takes this network instead of those that are compiled in, for boards of every size.
///
/// # Panics
///
/// If it comes too late: after a policy has been made, or a second time.
pub fn play_by(network: &Network) {
    CHOSEN
        .set(Some(Arc::new(Evaluator::new(network))))
        .expect("the network is chosen before it is used");
}

impl Default for Policy {
    /// With the network that was chosen by [`play_by`], else those that are compiled in.
    fn default() -> Self {
        Self { evaluator: CHOSEN.get_or_init(|| None).clone(), planes: Planes::default() }
    }
}

impl Policy {
    /// With a network.
    pub fn new(network: &Network) -> Self {
        Self { evaluator: Some(Arc::new(Evaluator::new(network))), planes: Planes::default() }
    }

    /// For each cell of the board the natural logarithm of the odds of winning by a move there, as the
    /// network sees them; of cells that are no moves of the insight it says something, too, without meaning.
    pub fn logits(&mut self, position: &Position, insight: &Insight) -> Vec<f32> {
        view::show(position, insight, &mut self.planes.input);
        let evaluator = match &self.evaluator {
            Some(evaluator) => evaluator,
            None if position.board.size().cell_count() <= SMALL_BOARD => &*SMALL,
            None => &*LARGE,
        };
        let logits = evaluator.evaluate(&mut self.planes);
        position
            .board
            .size()
            .cells()
            .map(|cell| logits[seen_cell(position, cell).index()])
            .collect()
    }
}

/// The probability with these odds, a natural logarithm.
pub fn probability(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Color, Size, parse_diagram};
    use plane::Plane;
    use std::collections::HashMap;
    use view::tests::{any_insight, mirrored};
    use view::{seen_size, show};

    /// The network as a formula, in numbers of twice the length: what it makes of each cell.
    fn formula(network: &Network, position: &Position, insight: &Insight) -> Vec<f64> {
        let size = seen_size(position);
        let mut input = Plane::default();
        show(position, insight, &mut input);
        let numbers_of = |cell| input.at(cell).iter().copied().map(f64::from).collect();
        let mut given: HashMap<(usize, usize), Vec<f64>> = (0..=size.columns() + 1)
            .flat_map(|column| (0..=size.rows() + 1).map(move |row| (column, row)))
            .map(|cell| (cell, numbers_of(cell)))
            .collect();
        // What a cell and its neighbours have, with a 1 for what is always added; nothing beyond the board.
        let around = |given: &HashMap<_, Vec<f64>>, (column, row): (usize, usize)| -> Vec<f64> {
            let near = [(0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1)];
            let nothing = vec![0.0; given[&(1, 1)].len()];
            let near =
                near.map(|step| (column.strict_add_signed(step.0), row.strict_add_signed(step.1)));
            let near = near.iter().flat_map(|cell| given.get(cell).unwrap_or(&nothing));
            near.copied().chain([1.0]).collect()
        };
        let cells = input.cells();
        for layer in 0..=network::BODY {
            let rows = &network.rows[Network::layer(layer)];
            let sum = |numbers: &[f64], channel: usize| -> f64 {
                let weights = rows.iter().map(|row| f64::from(row[channel]));
                numbers.iter().zip(weights).map(|(number, weight)| number * weight).sum()
            };
            given = cells
                .clone()
                .map(|cell| {
                    let numbers = around(&given, cell);
                    let made =
                        (0..network::CHANNELS).map(|channel| sum(&numbers, channel).max(0.0));
                    (cell, made.collect())
                })
                .collect();
        }
        let (last, added) =
            network.rows[Network::LAST].as_flattened().split_at(7 * network::CHANNELS);
        let added: f64 = added.iter().copied().map(f64::from).sum();
        let of_cell = |cell| -> f64 {
            let seen = seen_cell(position, cell);
            let numbers = around(&given, (size.column(seen) + 1, size.row(seen) + 1));
            numbers.iter().zip(last).map(|(number, weight)| number * f64::from(*weight)).sum()
        };
        position.board.size().cells().map(|cell| of_cell(cell) + added).collect()
    }

    fn position(diagram: &str, to_play: Color) -> Position {
        Position { board: parse_diagram(diagram).unwrap(), to_play }
    }

    const SLANTED: &str = ". . B . .\n . W . . .\n . . B W .\n . . . . .";

    #[test]
    fn it_is_the_formula() {
        let network = Network::random(1);
        let narrow = (2..=13).map(|columns| Board::new(Size::new(columns, 2).unwrap()));
        let boards = narrow.chain([parse_diagram(SLANTED).unwrap()]);
        let with_both =
            |board: Board| Color::BOTH.map(|to_play| Position { board: board.clone(), to_play });
        for position in boards.flat_map(with_both) {
            let insight = any_insight(&position);
            let logits = Policy::new(&network).logits(&position, &insight);
            for (logit, formula) in logits.iter().zip(formula(&network, &position, &insight)) {
                assert!((f64::from(*logit) - formula).abs() < 1e-3, "{logit} {formula}");
            }
        }
    }

    #[test]
    fn colors_mirrored_change_nothing() {
        let mut policy = Policy::default();
        let position = position(SLANTED, Color::White);
        let reflection = Position { board: position.board.mirror(), to_play: Color::Black };
        let size = position.board.size();
        let insight = any_insight(&position);
        let others = policy.logits(&reflection, &mirrored(&insight, size));
        let logits = policy.logits(&position, &insight);
        assert!(size.cells().all(|cell| {
            logits[cell.index()].to_bits() == others[size.mirror(cell).index()].to_bits()
        }));
    }

    #[test]
    fn every_size_has_logits() {
        let mut policy = Policy::default();
        for (columns, rows) in [(1, 1), (2, 19), (19, 19)] {
            let board = Board::new(Size::new(columns, rows).unwrap());
            let position = Position { board, to_play: Color::Black };
            let logits = policy.logits(&position, &any_insight(&position));
            assert_eq!(logits.len(), columns * rows);
            assert!(logits.iter().all(|logit| logit.is_finite()));
        }
    }
}
