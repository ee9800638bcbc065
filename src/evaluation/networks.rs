//! The networks of the evaluation, each for boards of some sizes.

use super::features::{FEATURES_VERSION, Features, oriented_cell, write_input};
use crate::board::{Position, Size};
use crate::nn::{Activations, Inference, Network};
use std::sync::{Arc, LazyLock};

/// A network that is prepared for inference when it is first used.
type Lazy = LazyLock<Inference, Box<dyn FnOnce() -> Inference + Send>>;

/// A network and the boards that it is for.
#[derive(Debug)]
struct ForBoards {
    /// The number of cells of the largest of them.
    largest: usize,
    network: Lazy,
}

/// Networks for boards of all sizes.
#[derive(Debug)]
pub struct Networks {
    /// In order of the boards. The last is for all that are larger than those before.
    by_size: Vec<ForBoards>,
}

/// A network that is compiled in.
#[derive(Debug, Clone, Copy)]
pub struct Shipped {
    /// What it is called.
    pub name: &'static str,
    /// The number of cells of the largest board that it is for.
    largest: usize,
    /// Its file.
    file: &'static [u8],
}

/// The networks that are compiled in, in order of the boards that they are for. A search of a small board mostly ends
/// with a proof, and what a network learns for that is of no use on larger ones.
pub const SHIPPED: [Shipped; 3] = [
    Shipped { name: "small", largest: 64, file: include_bytes!("small.safetensors") },
    Shipped { name: "medium", largest: 81, file: include_bytes!("medium.safetensors") },
    Shipped { name: "large", largest: usize::MAX, file: include_bytes!("large.safetensors") },
];

impl Shipped {
    /// The checksum (CRC-32) of its file, by which a network is told from others.
    pub fn checksum(&self) -> String {
        format!("{:08x}", crc32fast::hash(self.file))
    }

    fn prepared(self) -> ForBoards {
        let network =
            move || Network::from_bytes(self.file, FEATURES_VERSION).expect("a test reads it");
        ForBoards::new(self.largest, network)
    }
}

impl ForBoards {
    fn new(largest: usize, network: impl FnOnce() -> Network + Send + 'static) -> Self {
        Self { largest, network: LazyLock::new(Box::new(move || Inference::new(&network()))) }
    }
}

impl Networks {
    /// The networks that are compiled in, shared by all callers.
    pub fn shipped() -> Arc<Self> {
        static NETWORKS: LazyLock<Arc<Networks>> =
            LazyLock::new(|| Arc::new(Networks { by_size: SHIPPED.map(Shipped::prepared).into() }));
        Arc::clone(&NETWORKS)
    }

    /// One network for boards of every size, such as [`Network::from_bytes`] reads from a file.
    pub fn new(network: Network) -> Arc<Self> {
        Arc::new(Self { by_size: vec![ForBoards::new(usize::MAX, || network)] })
    }

    /// The network for boards of this size.
    fn for_size(&self, size: Size) -> &Inference {
        let fits = |boards: &&ForBoards| size.cell_count() <= boards.largest;
        &self.by_size.iter().find(fits).expect("the last is for all sizes").network
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
        let logits = self.for_size(size).logits(activations);
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
        for network in SHIPPED {
            assert!(notes.contains(&format!("| `{}` |", network.checksum())), "{}", network.name);
        }
    }

    #[test]
    fn what_overflowed_says_even_chances() {
        let said = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -2.5].map(or_even);
        assert_eq!(said.map(f32::to_bits), [0.0, 0.0, 0.0, -2.5].map(f32::to_bits));
    }
}
