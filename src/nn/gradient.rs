//! How a network's error changes with its weights: backpropagation, for those who train it.

#![expect(
    clippy::inline_always,
    reason = "what is compiled for each kind of vectors must be inlined where they are chosen"
)]

use super::network::{BODY, CHANNELS, Channels, INPUTS, Network, logit, pass};
use super::plane::{CENTER, Plane, TAPS};
use super::probability;
use super::winograd::{Filter, Tiles};
use pulp::{Arch, Simd, WithSimd};

/// An input, and the targets of some of its cells.
#[derive(Clone, Debug)]
pub struct Sample {
    /// What the network sees.
    pub input: Plane,
    /// What it should say.
    pub labels: Vec<Label>,
}

/// What a network should say of a cell.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    /// The cell's column and row in the plane.
    pub place: (usize, usize),
    /// The probability that its logit should stand for.
    pub target: f32,
    /// How much this counts.
    pub weight: f32,
}

/// The loss of a network at some samples, and its slope in each weight; sums over the samples.
#[derive(Clone, Debug)]
pub struct Gradient {
    sums: Network,
    /// The loss, a weighted cross-entropy in nats.
    pub loss: f64,
    /// How many samples.
    pub samples: usize,
}

impl Default for Gradient {
    /// Of no samples.
    fn default() -> Self {
        Self { sums: Network::zero(), loss: 0.0, samples: 0 }
    }
}

/// What the layers make of a sample, and the slopes on the way back.
#[derive(Debug, Default)]
struct Memory {
    /// What every layer is given, the input first.
    given: [Plane; BODY + 2],
    /// The slopes of the loss in what a layer makes, and in what it is given.
    made: Plane,
    back: Plane,
    tiles: Tiles,
}

impl Gradient {
    /// The gradient of a network at these samples, by backpropagation.
    pub fn of(network: &Network, samples: &[Sample]) -> Self {
        let mut gradient = Self::default();
        let filters = [network, &backward(network)].map(Filter::of_body);
        let mut memory = Memory::default();
        for sample in samples {
            memory.given[0].clone_from(&sample.input);
            Arch::new().dispatch(One {
                network,
                filters: &filters,
                memory: &mut memory,
                gradient: &mut gradient,
                sample,
            });
        }
        gradient
    }

    /// Adds what another gradient has.
    pub fn join(&mut self, other: &Self) {
        self.loss += other.loss;
        self.samples += other.samples;
        for (sum, other) in self.sums.weights_mut().iter_mut().zip(other.sums.weights()) {
            *sum += other;
        }
    }

    /// The mean over all samples, weight by weight.
    pub fn means(&self) -> impl Iterator<Item = f32> {
        #[expect(clippy::cast_precision_loss, reason = "some hundreds of samples")]
        let samples = self.samples.max(1) as f32;
        self.sums.weights().iter().map(move |sum| sum / samples)
    }
}

/// One sample as a function that is compiled for each kind of vectors.
struct One<'a> {
    network: &'a Network,
    /// Of the layers between the first and the last, and of the same backward.
    filters: &'a [Vec<Filter>; 2],
    memory: &'a mut Memory,
    gradient: &'a mut Gradient,
    sample: &'a Sample,
}

impl WithSimd for One<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Gradient { sums: products, loss, samples } = self.gradient;
        let Memory { given, made, back, tiles } = self.memory;
        let rows = &self.network.rows;
        let [filters, backward] = self.filters;
        pass_all(simd, (&rows[Network::layer(0)], filters), given, tiles);
        *samples += 1;
        back.clear_like(&given[BODY + 1], CHANNELS);
        for Label { place, target, weight } in &self.sample.labels {
            let logit = logit(&rows[Network::LAST], &given[BODY + 1], *place);
            *loss += f64::from(*weight) * cross_entropy(logit, *target);
            let slope = weight * (probability(logit) - target);
            let last = (&rows[Network::LAST], &mut products.rows[Network::LAST]);
            back_through_last(last, &given[BODY + 1], (*place, slope), back);
        }
        for layer in (1..=BODY).rev() {
            keep_where_positive(&given[layer + 1], back, made);
            add_products(simd, &given[layer], made, &mut products.rows[Network::layer(layer)]);
            tiles.convolve(simd, &backward[layer - 1], made, (back, f32::NEG_INFINITY));
        }
        keep_where_positive(&given[1], back, made);
        add_products(simd, &given[0], made, &mut products.rows[Network::layer(0)]);
    }
}

/// What all layers but the last make, with what they were given.
#[inline(always)]
fn pass_all<S: Simd>(
    simd: S,
    (first, filters): (&[Channels], &[Filter]),
    given: &mut [Plane],
    tiles: &mut Tiles,
) {
    let (input, made) = given.split_first_mut().expect("the input");
    pass(first, input, &mut made[0]);
    for (layer, filter) in filters.iter().enumerate() {
        let (before, after) = made.split_at_mut(layer + 1);
        tiles.pass(simd, filter, &before[layer], &mut after[0]);
    }
}

/// The cross-entropy of a logit with a target, in nats.
fn cross_entropy(logit: f32, target: f32) -> f64 {
    let (logit, target) = (f64::from(logit), f64::from(target));
    logit.max(0.0) - logit * target + (-logit.abs()).exp().ln_1p()
}

/// The last layer, as far as one cell matters; adds to the slopes of other cells.
#[inline(always)]
fn back_through_last(
    (rows, sums): (&[Channels], &mut [Channels]),
    given: &Plane,
    (cell, slope): ((usize, usize), f32),
    back: &mut Plane,
) {
    let given = given.around(cell).into_iter().flat_map(|numbers| numbers.as_chunks().0);
    let back = back.around_mut(cell).into_iter().flat_map(|numbers| numbers.as_chunks_mut().0);
    for (((row, sum), given), back) in rows.iter().zip(sums.iter_mut()).zip(given).zip(back) {
        let (given, back): (&Channels, &mut Channels) = (given, back);
        for channel in 0..CHANNELS {
            sum[channel] += slope * given[channel];
            back[channel] += slope * row[channel];
        }
    }
    sums[TAPS].iter_mut().for_each(|sum| *sum += slope);
}

/// Back through the rectifier (`ReLU`): what it cut off has no influence.
#[inline(always)]
fn keep_where_positive(made: &Plane, back: &Plane, slopes: &mut Plane) {
    slopes.fit(made, CHANNELS);
    for cell in made.cells() {
        let numbers = made.at(cell).iter().zip(back.at(cell));
        for (slope, (number, back)) in slopes.at_mut(cell).iter_mut().zip(numbers) {
            *slope = if *number > 0.0 { *back } else { 0.0 };
        }
    }
}

/// Adds to each weight's sum the products of what it weighed and what came of it.
#[inline(always)]
fn add_products<S: Simd>(simd: S, given: &Plane, slopes: &Plane, sums: &mut [Channels]) {
    let (bias, sums) = sums.split_last_mut().expect("the bias");
    for slopes in slopes.cells().map(|cell| slopes.at(cell)) {
        bias.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
    }
    let channels = given.channels();
    for (tap, sums) in sums.chunks_mut(channels).enumerate() {
        if channels == INPUTS {
            add_products_of::<S, INPUTS>(simd, (given, tap), slopes, sums);
        } else {
            add_products_of::<S, BLOCK>(simd, (given, tap), slopes, sums);
        }
    }
}

/// Rows of weights that are learned at once.
const BLOCK: usize = 4;

/// The same for one neighbour of every cell, so many rows of weights at a time, so that their sums stay
/// in registers. The frame's cells between the rows are taken along: nothing comes of them, and there is
/// one long loop.
#[inline(always)]
fn add_products_of<S: Simd, const ROWS: usize>(
    simd: S,
    (given, tap): (&Plane, usize),
    slopes: &Plane,
    sums: &mut [Channels],
) {
    let slopes = slopes.beside_all(CENTER).as_chunks::<CHANNELS>().0;
    for (block, made) in sums.as_chunks_mut::<ROWS>().0.iter_mut().enumerate() {
        for pair in 0..CHANNELS / (2 * S::F32_LANES) {
            let pair_of = |numbers| S::as_simd_f32s(numbers).0.as_chunks::<2>().0[pair];
            let mut sums = made.each_ref().map(|row| pair_of(row));
            let beside = given.beside_all(tap).chunks_exact(given.channels());
            for (slopes, numbers) in slopes.iter().zip(beside) {
                let numbers = &numbers[block * ROWS..][..ROWS];
                add_products_at(simd, numbers, pair_of(slopes), &mut sums);
            }
            for (made, sums) in made.iter_mut().zip(sums) {
                S::as_mut_simd_f32s(made).0.as_chunks_mut::<2>().0[pair] = sums;
            }
        }
    }
}

/// The same for one cell.
#[inline(always)]
fn add_products_at<S: Simd, const ROWS: usize>(
    simd: S,
    numbers: &[f32],
    slopes: [S::f32s; 2],
    sums: &mut [[S::f32s; 2]; ROWS],
) {
    for (sums, number) in sums.iter_mut().zip(numbers) {
        let number = simd.splat_f32s(*number);
        for (sum, slope) in sums.iter_mut().zip(slopes) {
            *sum = simd.mul_add_f32s(number, slope, *sum);
        }
    }
}

/// The layers between the first and the last as they are used backward: inputs and channels trade places,
/// and the neighbour to the left is the one to the right.
fn backward(network: &Network) -> Network {
    let mut backward = Network::zero();
    for layer in (1..=BODY).map(Network::layer) {
        let (from, to) = (&network.rows[layer.clone()], &mut backward.rows[layer]);
        for tap in 0..TAPS {
            for input in 0..CHANNELS {
                for channel in 0..CHANNELS {
                    to[(TAPS - 1 - tap) * CHANNELS + channel][input] =
                        from[tap * CHANNELS + input][channel];
                }
            }
        }
    }
    backward
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gradient_is_what_a_small_change_does() {
        let mut input = Plane::default();
        input.clear(4, 3, INPUTS);
        for (index, cell) in input.cells().enumerate() {
            input.at_mut(cell)[index % INPUTS] = 1.0;
            input.at_mut(cell)[INPUTS - 1] = 0.25;
        }
        let label = |place, target, weight| Label { place, target, weight };
        let labels = vec![label((3, 2), 0.75, 1.0), label((4, 1), 0.25, 0.5)];
        let samples = [Sample { input, labels }];
        let network = Network::random(1);
        let gradient = |network: &Network| Gradient::of(network, &samples);
        let means: Vec<f32> = gradient(&network).means().collect();
        assert!(means.iter().filter(|mean| **mean != 0.0).count() > means.len() / 2);
        let is_slope = |index: usize| {
            let at = |change: f32| {
                let mut network = network.clone();
                network.weights_mut()[index] += change;
                gradient(&network).loss
            };
            let slope = (at(0.001) - at(-0.001)) / 0.002;
            (slope - f64::from(means[index])).abs() < 0.05 * slope.abs() + 3e-4
        };
        let checked = (0..means.len()).step_by(97);
        let right = checked.clone().filter(|index| is_slope(*index)).count();
        // Where a number is about to be cut off there is no slope.
        assert!(right * 10 > checked.len() * 9, "{right} of {}", checked.len());
    }
}
