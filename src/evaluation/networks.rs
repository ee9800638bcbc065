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

/// The files of the networks that are compiled in.
const SMALL: &[u8] = include_bytes!("small.safetensors");
const LARGE: &[u8] = include_bytes!("large.safetensors");

/// A network that is compiled in.
fn compiled_in(bytes: &'static [u8]) -> Lazy {
    let network = || Network::from_bytes(bytes, FEATURES_VERSION).expect("a test reads it");
    Arc::new(LazyLock::new(Box::new(move || Inference::new(&network()))))
}

impl Networks {
    /// The networks that are compiled in, shared by all callers.
    pub fn shipped() -> Arc<Self> {
        static SHIPPED: LazyLock<Arc<Networks>> = LazyLock::new(|| {
            let (small, large) = (compiled_in(SMALL), compiled_in(LARGE));
            Arc::new(Networks { small, large })
        });
        Arc::clone(&SHIPPED)
    }

    /// The names of the networks that are compiled in, that of large boards first: checksums (CRC-32) of the files.
    pub fn shipped_names() -> [String; 2] {
        [LARGE, SMALL].map(|file| format!("{:08x}", crc32fast::hash(file)))
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
        size.cells().map(|cell| or_even(logit(cell))).collect()
    }
}

/// The log-odds that a network says; even chances where its numbers overflowed.
fn or_even(logit: f32) -> f32 {
    if logit.is_finite() { logit } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notes_name_the_networks_that_ship() {
        let notes = include_str!("../notes/networks.md");
        let named = |name: &String| notes.contains(&format!("| `{name}` |"));
        assert!(Networks::shipped_names().iter().all(named));
    }

    #[test]
    fn what_overflowed_says_even_chances() {
        let said = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -2.5].map(or_even);
        assert_eq!(said.map(f32::to_bits), [0.0, 0.0, 0.0, -2.5].map(f32::to_bits));
    }
}
