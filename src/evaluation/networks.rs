//! The networks of the evaluation: one for small boards, one for all others.

use super::features::{FEATURES_VERSION, Features, oriented_cell, write_input};
use crate::board::Position;
use crate::nn::{Activations, Inference, Network};
use std::sync::{Arc, LazyLock};

/// A network that is prepared for inference when it is first used.
type Lazy = Arc<LazyLock<Inference, Box<dyn FnOnce() -> Inference + Send>>>;

/// A network for small boards and one for all others.
#[derive(Debug)]
pub struct Networks {
    small: Lazy,
    large: Lazy,
}

/// Boards of up to this many cells use the small network. A search there mostly ends with a proof, and what a network
/// learns for that is of no use on larger boards.
const SMALL_BOARD: usize = 64;

/// A network that is compiled in.
fn compiled_in(bytes: &'static [u8]) -> Lazy {
    let network = || Network::from_bytes(bytes, FEATURES_VERSION).expect("a test reads it");
    Arc::new(LazyLock::new(Box::new(move || Inference::new(&network()))))
}

impl Networks {
    /// The networks that are compiled in, shared by all callers.
    pub fn shipped() -> Arc<Self> {
        static SHIPPED: LazyLock<Arc<Networks>> = LazyLock::new(|| {
            let small = compiled_in(include_bytes!("small.safetensors"));
            let large = compiled_in(include_bytes!("large.safetensors"));
            Arc::new(Networks { small, large })
        });
        Arc::clone(&SHIPPED)
    }

    /// One network for boards of every size.
    pub fn new(network: Network) -> Arc<Self> {
        let large: Lazy = Arc::new(LazyLock::new(Box::new(move || Inference::new(&network))));
        Arc::new(Self { small: Arc::clone(&large), large })
    }

    /// The log-odds that a move wins, for each cell of the board in order. They have a meaning only for the moves of the
    /// features. Where the network's numbers overflow, it has nothing to say: even chances.
    pub fn log_odds(
        &self,
        position: &Position,
        features: &Features,
        activations: &mut Activations,
    ) -> Vec<f32> {
        write_input(position, features, activations.input());
        let size = position.board.size();
        let network = if size.cell_count() <= SMALL_BOARD { &self.small } else { &self.large };
        let logits = network.logits(activations);
        let logit = |cell| logits[oriented_cell(position, cell).index()];
        let or_even = |logit: f32| if logit.is_finite() { logit } else { 0.0 };
        size.cells().map(|cell| or_even(logit(cell))).collect()
    }
}
