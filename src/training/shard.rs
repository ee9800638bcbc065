//! Shards: files of samples on square boards of one size, in the safetensors format, which `src/training/samples.py` reads.
//!
//! Boards are seen by the player to move, as the network's input is (`evaluation/features.rs`). The first dimension of
//! each tensor is the sample.
//!
//! | tensor | type | shape | content |
//! |---|---|---|---|
//! | `bits` | U8 | rows, columns | channels 0 to 4 of the input: channel n is bit n |
//! | `energy` | U16 | rows, columns | channel 5, in 4096ths |
//! | `conductance` | U16 | | channel 6, in 4096ths |
//! | `target` | U16 | rows, columns | the probability that a move wins, in 65535ths |
//! | `weight` | U8 | rows, columns | the weight of the target in the loss, in 64ths; 0 where there is no label |
//! | `proved` | U8 | rows, columns | 1 where a proof says what the move's target is, else 0 |

use super::sample::PositionSample;
use crate::evaluation::{FEATURES_VERSION, plane_cell, write_input};
use crate::nn::{INPUTS, Plane};
use safetensors::tensor::{Dtype, TensorView, serialize};
use std::collections::HashMap;

/// The channels that are 0 or 1.
const BITS: usize = 5;
const _: () = assert!(BITS + 2 == INPUTS, "a shard has every channel of the input");

/// The tensors of a shard.
#[derive(Default)]
struct Shard {
    bits: Vec<u8>,
    energy: Vec<u16>,
    conductance: Vec<u16>,
    target: Vec<u16>,
    weight: Vec<u8>,
    proved: Vec<u8>,
}

/// The content of a shard with these samples, with a few words on where they come from.
///
/// # Panics
/// If there are no samples, or if their boards are not of one size and square.
pub fn shard_bytes(samples: &[PositionSample], provenance: &str) -> Vec<u8> {
    let mut shard = Shard::default();
    let size = samples[0].position.board.size();
    assert!(size.is_square(), "both players see the same size");
    for sample in samples {
        assert_eq!(sample.position.board.size(), size, "one size in a shard");
        shard.add(sample);
    }
    let shape = vec![samples.len(), size.rows(), size.columns()];
    let words = |numbers: &[u16]| -> Vec<u8> {
        numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
    };
    let tensors = [
        ("bits", Dtype::U8, &shape[..], shard.bits),
        ("energy", Dtype::U16, &shape, words(&shard.energy)),
        ("conductance", Dtype::U16, &shape[..1], words(&shard.conductance)),
        ("target", Dtype::U16, &shape, words(&shard.target)),
        ("weight", Dtype::U8, &shape, shard.weight),
        ("proved", Dtype::U8, &shape, shard.proved),
    ];
    let views = tensors.iter().map(|(name, dtype, shape, bytes)| {
        let view = TensorView::new(*dtype, shape.to_vec(), bytes);
        (name, view.expect("as many bytes as the shape has"))
    });
    // One entry: the format does not keep the order of several, and equal shards must be equal files.
    let entry = serde_json::json!({ "features": FEATURES_VERSION, "provenance": provenance });
    let metadata = HashMap::from([("hexcoven".to_owned(), entry.to_string())]);
    serialize(views, Some(metadata)).expect("plain tensors")
}

impl Shard {
    fn add(&mut self, sample: &PositionSample) {
        let mut input = Plane::default();
        write_input(&sample.position, &sample.features, &mut input);
        for cell in input.cells() {
            let channels = input.at(cell);
            let bit = |channel: usize| u8::from(channels[channel] > 0.5) << channel;
            self.bits.push((0..BITS).map(bit).sum());
            self.energy.push(fixed(channels[BITS], 4096.0));
        }
        self.conductance.push(fixed(input.at((1, 1))[BITS + 1], 4096.0));
        let first = self.target.len();
        self.target.resize(self.bits.len(), 0);
        self.weight.resize(self.bits.len(), 0);
        self.proved.resize(self.bits.len(), 0);
        for label in &sample.labels {
            let (column, row) = plane_cell(&sample.position, label.mv);
            let at = first + (row - 1) * input.columns() + column - 1;
            self.target[at] = fixed(label.target, 65535.0);
            self.weight[at] = u8::try_from(fixed(label.weight, 64.0)).unwrap_or(u8::MAX);
            self.proved[at] = u8::from(label.is_proved);
        }
    }
}

/// A number of at least 0 in fixed point.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "`as` keeps a number that is too large at the largest"
)]
fn fixed(number: f32, units: f32) -> u16 {
    (number * units).round() as u16
}

#[cfg(test)]
mod tests {
    use super::super::sample::MoveLabel;
    use super::*;
    use crate::board::{Board, Color, Position, Size};
    use crate::evaluation::random_features;
    use safetensors::SafeTensors;

    #[test]
    fn a_shard_has_the_input_and_the_labels_as_the_mover_sees_them() {
        let size = Size::new(4, 4).unwrap();
        let cell = |name| size.parse_cell(name).unwrap();
        let mut position = Position { board: Board::new(size), to_play: Color::Black };
        position.play(cell("b1"));
        let features = random_features(&position);
        let label = MoveLabel { mv: cell("d3"), target: 0.25, weight: 0.5, is_proved: true };
        let sample = PositionSample { position: position.clone(), features, labels: vec![label] };
        let mut input = Plane::default();
        write_input(&position, &sample.features, &mut input);
        let bytes = shard_bytes(&[sample.clone(), sample], "a test");
        let file = SafeTensors::deserialize(&bytes).unwrap();
        let tensor = |name: &str| file.tensor(name).unwrap();
        let words = |name: &str| -> Vec<u16> {
            tensor(name).data().as_chunks().0.iter().copied().map(u16::from_le_bytes).collect()
        };
        assert_eq!(tensor("bits").shape(), [2, 4, 4]);
        let (bits, energy) = (tensor("bits").data().to_vec(), words("energy"));
        for (at, cell) in input.cells().enumerate() {
            let channels = input.at(cell);
            assert!((0..5).all(|bit| (bits[at] >> bit & 1 == 1) == (channels[bit] > 0.5)));
            assert!((f32::from(energy[at + 16]) / 4096.0 - channels[5]).abs() < 1e-6);
        }
        assert!((f32::from(words("conductance")[1]) / 4096.0 - input.at((1, 1))[6]).abs() < 1e-6);
        // White sees d3 mirrored: in the third column and the fourth row.
        let at = 16 + 3 * 4 + 2;
        assert_eq!((words("target")[at], tensor("weight").data()[at]), (16384, 32));
        for name in ["weight", "proved"] {
            let labelled = |byte: &&u8| **byte > 0;
            assert_eq!(tensor(name).data().iter().filter(labelled).count(), 2);
            assert!(tensor(name).data()[at] > 0);
        }
    }
}
