//! The networks that are asked, by the size of the board.

use super::features::{FEATURES_VERSION, Features, seen_cell, show};
use crate::board::Position;
use crate::nn::{Activations, Inference, Network};
use std::sync::{Arc, LazyLock};

/// A network that is made ready when it is first used.
type Lazy = Arc<LazyLock<Inference, Box<dyn FnOnce() -> Inference + Send>>>;

/// A network for small boards and one for all others. Clones and threads share them.
#[derive(Debug)]
pub struct Networks {
    small: Lazy,
    large: Lazy,
}

/// On boards of up to so many cells the search mostly ends with a proof, and what helps there is no use on
/// larger ones.
const SMALL_BOARD: usize = 64;

/// A network that is compiled in.
fn compiled_in(bytes: &'static [u8]) -> Lazy {
    let network = || Network::from_bytes(bytes, FEATURES_VERSION).expect("a test reads it");
    Arc::new(LazyLock::new(Box::new(move || Inference::new(&network()))))
}

impl Networks {
    /// Those that are compiled in.
    pub fn shipped() -> Arc<Self> {
        static SHIPPED: LazyLock<Arc<Networks>> = LazyLock::new(|| {
            let small = compiled_in(include_bytes!("small.safetensors"));
            let large = compiled_in(include_bytes!("large.safetensors"));
            Arc::new(Networks { small, large })
        });
        Arc::clone(&SHIPPED)
    }

    /// This network for boards of every size.
    pub fn new(network: Network) -> Arc<Self> {
        let large: Lazy = Arc::new(LazyLock::new(Box::new(move || Inference::new(&network))));
        Arc::new(Self { small: Arc::clone(&large), large })
    }

    /// For each cell of the board the log-odds of a move there; for cells that are no moves of the features it has
    /// a number, too, without meaning.
    pub fn log_odds(
        &self,
        position: &Position,
        features: &Features,
        activations: &mut Activations,
    ) -> Vec<f32> {
        show(position, features, activations.input());
        let size = position.board.size();
        let network = if size.cell_count() <= SMALL_BOARD { &self.small } else { &self.large };
        let logits = network.logits(activations);
        size.cells().map(|cell| logits[seen_cell(position, cell).index()]).collect()
    }
}
