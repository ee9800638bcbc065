//! The weights of a network, and its layers by their formulas.

#![expect(
    clippy::inline_always,
    reason = "functions generic over the SIMD level compile to its instructions only where they are inlined"
)]

use super::plane::{CENTER, KERNEL, Plane};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use statrs::statistics::Statistics;
use std::ops::Range;

/// Channels of the input.
pub const INPUTS: usize = 7;

/// Channels of the activations between the layers.
pub const CHANNELS: usize = 32;

/// Hidden layers: those between the first and the last.
pub(super) const HIDDEN_LAYERS: usize = 12;

/// The activations of a cell between two layers, or a row of weights.
pub(super) type Channels = [f32; CHANNELS];

/// Rows of weights of a layer with this many input channels: one for each input channel at each offset of the kernel, and the
/// bias.
const fn layer_rows(inputs: usize) -> usize {
    inputs * KERNEL + 1
}

/// A network, as rows of weights, one layer after the other.
///
/// In all layers but the last, the row of an offset and an input channel holds the weights from there to each output
/// channel: shape kernel, inputs, [`CHANNELS`]; then comes the bias. The last layer has one output, the logit: the row of an
/// offset holds the weight of each input channel, and the bias is the sum of its row.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    pub(super) rows: Vec<Channels>,
}

impl Network {
    const ROWS: usize = layer_rows(INPUTS) + HIDDEN_LAYERS * layer_rows(CHANNELS) + layer_rows(1);

    /// A network whose weights are all zero.
    pub(super) fn zero() -> Self {
        Self { rows: vec![[0.0; CHANNELS]; Self::ROWS] }
    }

    /// A network to begin training with: random weights, plus the identity at the centre of each hidden
    /// layer's kernel.
    pub fn random(seed: u64) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let mut network = Self::zero();
        for range in (0..=HIDDEN_LAYERS).map(Self::layer).chain([Self::LAST]) {
            let rows = &mut network.rows[range];
            #[expect(clippy::cast_precision_loss, reason = "some hundreds")]
            let bound = (1.0 / (rows.len() - 1) as f32).sqrt();
            let count = rows.len() - 1;
            for weight in rows[..count].as_flattened_mut() {
                *weight = random.random_range(-bound..bound);
            }
        }
        for layer in 1..=HIDDEN_LAYERS {
            let center = &mut network.rows[Self::layer(layer)][CENTER * CHANNELS..][..CHANNELS];
            for (channel, row) in center.iter_mut().enumerate() {
                row[channel] += 1.0;
            }
        }
        network
    }

    /// The network whose weights are the means of these networks' weights. If all were trained further from one network, it
    /// is usually better than each of them.
    ///
    /// # Panics
    /// If there are no networks.
    #[expect(clippy::cast_possible_truncation, reason = "weights are 32-bit floats")]
    pub fn mean(networks: &[Self]) -> Self {
        assert!(!networks.is_empty(), "a mean of no networks");
        let mut mean = Self::zero();
        for (at, weight) in mean.weights_mut().iter_mut().enumerate() {
            let weights = networks.iter().map(|network| f64::from(network.weights()[at]));
            *weight = weights.mean() as f32;
        }
        mean
    }

    /// The number of weights, biases included.
    pub const WEIGHTS: usize = Self::ROWS * CHANNELS;

    /// All weights, layer by layer.
    pub fn weights(&self) -> &[f32] {
        self.rows.as_flattened()
    }

    /// All weights, mutably.
    pub fn weights_mut(&mut self) -> &mut [f32] {
        self.rows.as_flattened_mut()
    }

    /// Where the weights of each hidden layer are among all weights, without the biases.
    pub fn hidden_weights() -> impl Iterator<Item = Range<usize>> {
        (1..=HIDDEN_LAYERS)
            .map(Self::layer)
            .map(|rows| rows.start * CHANNELS..(rows.end - 1) * CHANNELS)
    }

    /// The indices of all other weights.
    pub fn other_weights() -> impl Iterator<Item = usize> {
        let ends = Self::hidden_weights().map(|range| range.end);
        let starts = Self::hidden_weights().map(|range| range.start).chain([Self::WEIGHTS]);
        std::iter::once(0).chain(ends).zip(starts).flat_map(|(start, end)| start..end)
    }

    /// The rows of a layer other than the last: 0 is the first layer, then come the hidden ones.
    pub(super) fn layer(layer: usize) -> Range<usize> {
        const FIRST: usize = layer_rows(INPUTS);
        const HIDDEN: usize = layer_rows(CHANNELS);
        match layer {
            0 => 0..FIRST,
            _ => FIRST + (layer - 1) * HIDDEN..FIRST + layer * HIDDEN,
        }
    }

    /// The rows of the last layer.
    pub(super) const LAST: Range<usize> = Self::ROWS - layer_rows(1)..Self::ROWS;
}

/// A convolution and a `ReLU`, by the formula. The first layer, which has few input channels, is computed this way.
#[inline(always)]
pub(super) fn convolve_relu(rows: &[Channels], from: &Plane, to: &mut Plane) {
    let (bias, rows) = rows.split_last().expect("the bias");
    to.resize_like(from, CHANNELS);
    for cell in from.cells() {
        let mut sums = *bias;
        for (number, row) in from.around(cell).into_iter().flatten().zip(rows) {
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum = number.mul_add(*weight, *sum);
            }
        }
        to.at_mut(cell).copy_from_slice(&sums.map(|sum| sum.max(0.0)));
    }
}

/// The logit of a cell: the last layer.
#[inline(always)]
pub(super) fn logit(rows: &[Channels], from: &Plane, cell: (usize, usize)) -> f32 {
    let mut sums = rows[KERNEL];
    let neighbors = from.around(cell).into_iter().flat_map(|numbers| numbers.as_chunks().0);
    for (numbers, weights) in neighbors.zip(rows) {
        let numbers: &Channels = numbers;
        for ((sum, number), weight) in sums.iter_mut().zip(numbers).zip(weights) {
            *sum += number * weight;
        }
    }
    sums.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_weight_of_a_mean_is_the_mean_of_the_weights() {
        let [one, other] = [1, 2].map(Network::random);
        let mean = Network::mean(&[one.clone(), one.clone(), one.clone(), other.clone()]);
        assert!((0..Network::WEIGHTS).all(|i| {
            let expected = 0.75 * one.weights()[i] + 0.25 * other.weights()[i];
            (mean.weights()[i] - expected).abs() < 1e-6
        }));
        assert_eq!(Network::mean(std::slice::from_ref(&one)), one);
    }
}
