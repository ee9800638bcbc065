//! The network: layers of convolutions over a cell and its six neighbours.

#![expect(
    clippy::inline_always,
    reason = "what is compiled for each kind of vectors must be inlined where they are chosen"
)]

use super::plane::{CENTER, Plane, TAPS};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use statrs::statistics::Statistics;
use std::ops::Range;

/// Channels of the input: the numbers that a cell has there.
pub const INPUTS: usize = 7;

/// Channels between the layers.
pub const CHANNELS: usize = 32;

/// Layers between the first and the last.
pub(super) const BODY: usize = 12;

/// What the numbers of a cell are between the layers; also the weights of what they are made of.
pub(super) type Channels = [f32; CHANNELS];

/// Rows of weights of a layer with so many inputs: one for each input of each of [`TAPS`] cells, and
/// the bias.
const fn layer_rows(inputs: usize) -> usize {
    inputs * TAPS + 1
}

/// A network, as rows of weights. All layers but the last make channels of numbers, and a row says what
/// one number of one neighbour adds to the channels. The last layer makes one number, the sum of
/// its channels: a row weighs the channels of a neighbour.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    pub(super) rows: Vec<Channels>,
}

impl Network {
    const ROWS: usize = layer_rows(INPUTS) + BODY * layer_rows(CHANNELS) + layer_rows(1);

    /// A network without weights.
    pub(super) fn zero() -> Self {
        Self { rows: vec![[0.0; CHANNELS]; Self::ROWS] }
    }

    /// A network that has learned nothing: what a cell has goes through the layers nearly as it is.
    pub fn random(seed: u64) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let mut network = Self::zero();
        for range in (0..=BODY).map(Self::layer).chain([Self::LAST]) {
            let rows = &mut network.rows[range];
            #[expect(clippy::cast_precision_loss, reason = "some hundreds")]
            let spread = (1.0 / (rows.len() - 1) as f32).sqrt();
            let count = rows.len() - 1;
            for weight in rows[..count].as_flattened_mut() {
                *weight = random.random_range(-spread..spread);
            }
        }
        for layer in 1..=BODY {
            let own = &mut network.rows[Self::layer(layer)][CENTER * CHANNELS..][..CHANNELS];
            for (channel, row) in own.iter_mut().enumerate() {
                row[channel] += 1.0;
            }
        }
        network
    }

    /// The network whose weights are the means of those of these networks. If they have all learned on from
    /// one network, it is better than any of them.
    ///
    /// # Panics
    /// If there is none.
    #[expect(clippy::cast_possible_truncation, reason = "what weights are kept in")]
    pub fn mean(networks: &[Self]) -> Self {
        assert!(!networks.is_empty(), "a mean of nothing");
        let mut mean = Self::zero();
        for (at, weight) in mean.weights_mut().iter_mut().enumerate() {
            let weights = networks.iter().map(|network| f64::from(network.weights()[at]));
            *weight = weights.mean() as f32;
        }
        mean
    }

    /// How many weights there are.
    pub const WEIGHTS: usize = Self::ROWS * CHANNELS;

    /// All weights, in the order of the file.
    pub fn weights(&self) -> &[f32] {
        self.rows.as_flattened()
    }

    /// All weights, to be changed.
    pub fn weights_mut(&mut self) -> &mut [f32] {
        self.rows.as_flattened_mut()
    }

    /// Where the weights of each layer between the first and the last are, a row of [`CHANNELS`] for each
    /// input, without what is added to their sums.
    pub fn body() -> impl Iterator<Item = Range<usize>> {
        (1..=BODY).map(Self::layer).map(|rows| rows.start * CHANNELS..(rows.end - 1) * CHANNELS)
    }

    /// Where all other weights are.
    pub fn but_body() -> impl Iterator<Item = usize> {
        let ends = Self::body().map(|range| range.end);
        let starts = Self::body().map(|range| range.start).chain([Self::WEIGHTS]);
        std::iter::once(0).chain(ends).zip(starts).flat_map(|(start, end)| start..end)
    }

    /// The rows of a layer but the last: 0 is the first, and then come those between.
    pub(super) fn layer(layer: usize) -> Range<usize> {
        let end = layer_rows(INPUTS) + layer * layer_rows(CHANNELS);
        end - if layer == 0 { end } else { layer_rows(CHANNELS) }..end
    }

    /// The rows of the last layer.
    pub(super) const LAST: Range<usize> = Self::ROWS - layer_rows(1)..Self::ROWS;
}

/// A convolution with a rectifier (`ReLU`), by its formula. This is how the first layer is made, which has few inputs.
#[inline(always)]
pub(super) fn pass(rows: &[Channels], from: &Plane, to: &mut Plane) {
    let (bias, rows) = rows.split_last().expect("the bias");
    to.fit(from, CHANNELS);
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

/// The last layer.
#[inline(always)]
pub(super) fn logit(rows: &[Channels], from: &Plane, cell: (usize, usize)) -> f32 {
    let mut sums = rows[TAPS];
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
    fn each_weight_of_a_mean_is_a_mean() {
        let [one, other] = [1, 2].map(Network::random);
        let mean = Network::mean(&[one.clone(), one.clone(), one.clone(), other.clone()]);
        assert!((0..Network::WEIGHTS).all(|i| {
            let expected = 0.75 * one.weights()[i] + 0.25 * other.weights()[i];
            (mean.weights()[i] - expected).abs() < 1e-6
        }));
        assert_eq!(Network::mean(std::slice::from_ref(&one)), one);
    }
}
