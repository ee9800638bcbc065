//! The gradient of a network's loss by backpropagation, for training.

#![expect(
    clippy::inline_always,
    reason = "functions generic over the SIMD level compile to its instructions only where they are inlined"
)]

use super::network::{CHANNELS, Channels, HIDDEN_LAYERS, INPUTS, Network, convolve_relu, logit};
use super::plane::{CENTER, KERNEL, Plane};
use super::probability;
use super::winograd::{Filter, Output, Tiles};
use pulp::{Arch, Simd, WithSimd};

/// A sample: an input, and labels of some of its cells.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The network's input.
    pub input: Plane,
    /// The labels, each of another cell.
    pub labels: Vec<Label>,
}

/// The label of a cell.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    /// The cell's column and row in the plane, both from 1.
    pub cell: (usize, usize),
    /// The target of the cell's output: a probability, from 0 to 1.
    pub target: f32,
    /// The weight of the label in the loss.
    pub weight: f32,
}

/// The loss of a network at some samples and its derivative by each weight, summed over the samples.
#[derive(Clone, Debug)]
pub struct Gradient {
    /// The derivatives, in the places of the weights.
    sums: Network,
    /// The sum of the labels' weighted cross-entropies, in nats.
    pub loss: f64,
    /// The number of samples.
    pub samples: usize,
}

impl Default for Gradient {
    /// The gradient at no samples.
    fn default() -> Self {
        Self { sums: Network::zero(), loss: 0.0, samples: 0 }
    }
}

/// Memory for the activations and gradients of one sample.
#[derive(Debug, Default)]
struct Workspace {
    /// The inputs of all layers: that of the network first, and each layer's outputs after its `ReLU`.
    activations: [Plane; HIDDEN_LAYERS + 2],
    /// The gradient of the loss by the outputs of the current layer after its `ReLU`.
    activation_gradient: Plane,
    /// The gradient of the loss by the outputs of the current layer before its `ReLU`.
    linear_gradient: Plane,
    tiles: Tiles,
}

impl Gradient {
    /// The gradient of a network at these samples.
    pub fn of(network: &Network, samples: &[Sample]) -> Self {
        let mut gradient = Self::default();
        let filters = [network, &backward(network)].map(Filter::of_hidden_layers);
        let mut workspace = Workspace::default();
        for sample in samples {
            workspace.activations[0].clone_from(&sample.input);
            Arch::new().dispatch(Backpropagation {
                network,
                filters: &filters,
                workspace: &mut workspace,
                gradient: &mut gradient,
                sample,
            });
        }
        gradient
    }

    /// Adds the gradient at other samples.
    pub fn join(&mut self, other: &Self) {
        self.loss += other.loss;
        self.samples += other.samples;
        for (sum, other) in self.sums.weights_mut().iter_mut().zip(other.sums.weights()) {
            *sum += other;
        }
    }

    /// The mean derivative by each weight over all samples.
    pub fn means(&self) -> impl Iterator<Item = f32> {
        #[expect(clippy::cast_precision_loss, reason = "at most some hundreds of samples")]
        let samples = self.samples.max(1) as f32;
        self.sums.weights().iter().map(move |sum| sum / samples)
    }
}

/// Backpropagation of one sample, compiled for each SIMD level.
struct Backpropagation<'a> {
    network: &'a Network,
    /// The filters of the hidden layers, forward and backward.
    filters: &'a [Vec<Filter>; 2],
    workspace: &'a mut Workspace,
    gradient: &'a mut Gradient,
    sample: &'a Sample,
}

impl WithSimd for Backpropagation<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Gradient { sums, loss, samples } = self.gradient;
        let Workspace { activations, activation_gradient, linear_gradient, tiles } = self.workspace;
        let rows = &self.network.rows;
        let [filters, backward] = self.filters;
        forward(simd, (&rows[Network::layer(0)], filters), activations, tiles);
        *samples += 1;
        let last_input = &activations[HIDDEN_LAYERS + 1];
        activation_gradient.clear_like(last_input, CHANNELS);
        for Label { cell, target, weight } in &self.sample.labels {
            let logit = logit(&rows[Network::LAST], last_input, *cell);
            *loss += f64::from(*weight) * cross_entropy(logit, *target);
            let slope = weight * (probability(logit) - target);
            let last = (&rows[Network::LAST], &mut sums.rows[Network::LAST]);
            backward_last(last, last_input, (*cell, slope), activation_gradient);
        }
        for layer in (1..=HIDDEN_LAYERS).rev() {
            backward_relu(&activations[layer + 1], activation_gradient, linear_gradient);
            let sums = &mut sums.rows[Network::layer(layer)];
            add_derivatives(simd, &activations[layer], linear_gradient, sums);
            let output = Output { to: activation_gradient, least: f32::NEG_INFINITY };
            tiles.convolve(simd, &backward[layer - 1], linear_gradient, output);
        }
        backward_relu(&activations[1], activation_gradient, linear_gradient);
        let sums = &mut sums.rows[Network::layer(0)];
        add_derivatives(simd, &activations[0], linear_gradient, sums);
    }
}

/// Computes the activations of all layers but the last.
#[inline(always)]
fn forward<S: Simd>(
    simd: S,
    (first, filters): (&[Channels], &[Filter]),
    activations: &mut [Plane],
    tiles: &mut Tiles,
) {
    let (input, outputs) = activations.split_first_mut().expect("the input");
    convolve_relu(first, input, &mut outputs[0]);
    for (layer, filter) in filters.iter().enumerate() {
        let (before, after) = outputs.split_at_mut(layer + 1);
        tiles.convolve_relu(simd, filter, &before[layer], &mut after[0]);
    }
}

/// The cross-entropy of a logit's probability with a target, in nats.
fn cross_entropy(logit: f32, target: f32) -> f64 {
    let (logit, target) = (f64::from(logit), f64::from(target));
    logit.max(0.0) - logit * target + (-logit.abs()).exp().ln_1p()
}

/// Backpropagation through the last layer from one cell's logit, by which the loss has the derivative `slope`. Adds to the
/// derivatives by the weights in `sums`, and to those by the layer's inputs in `gradient`.
#[inline(always)]
fn backward_last(
    (rows, sums): (&[Channels], &mut [Channels]),
    input: &Plane,
    (cell, slope): ((usize, usize), f32),
    gradient: &mut Plane,
) {
    let input = input.around(cell).into_iter().flat_map(|values| values.as_chunks().0);
    let gradient = gradient.around_mut(cell).into_iter().flat_map(|it| it.as_chunks_mut().0);
    let rows = rows.iter().zip(sums.iter_mut()).zip(input).zip(gradient);
    for (((row, sum), input), gradient) in rows {
        let (input, gradient): (&Channels, &mut Channels) = (input, gradient);
        for channel in 0..CHANNELS {
            sum[channel] += slope * input[channel];
            gradient[channel] += slope * row[channel];
        }
    }
    sums[KERNEL].iter_mut().for_each(|sum| *sum += slope);
}

/// Backpropagation through a `ReLU` with these outputs: the gradient by its inputs is that by its outputs, or 0 where the
/// output is 0.
#[inline(always)]
fn backward_relu(outputs: &Plane, by_outputs: &Plane, by_inputs: &mut Plane) {
    by_inputs.resize_like(outputs, CHANNELS);
    for cell in outputs.cells() {
        let values = outputs.at(cell).iter().zip(by_outputs.at(cell));
        for (by_input, (output, by_output)) in by_inputs.at_mut(cell).iter_mut().zip(values) {
            *by_input = if *output > 0.0 { *by_output } else { 0.0 };
        }
    }
}

/// Adds to `sums` the derivatives by a layer's weights. The derivative by a weight is the sum over all cells of the input that
/// it multiplies, times the derivative by the output that it contributes to; `gradient` has the latter.
#[inline(always)]
fn add_derivatives<S: Simd>(simd: S, input: &Plane, gradient: &Plane, sums: &mut [Channels]) {
    let (bias, sums) = sums.split_last_mut().expect("the bias");
    for slopes in gradient.cells().map(|cell| gradient.at(cell)) {
        bias.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
    }
    let channels = input.channels();
    for (offset, sums) in sums.chunks_mut(channels).enumerate() {
        if channels == INPUTS {
            add_derivatives_at_offset::<S, INPUTS>(simd, (input, offset), gradient, sums);
        } else {
            add_derivatives_at_offset::<S, BLOCK>(simd, (input, offset), gradient, sums);
        }
    }
}

/// Rows of weights whose derivatives are computed at once.
const BLOCK: usize = 4;

/// The same for one offset of the kernel, `ROWS` rows of weights at a time, so that the sums stay in registers. The loop
/// runs over the padding between rows as well, where all derivatives are 0.
#[inline(always)]
fn add_derivatives_at_offset<S: Simd, const ROWS: usize>(
    simd: S,
    (input, offset): (&Plane, usize),
    gradient: &Plane,
    sums: &mut [Channels],
) {
    let gradient = gradient.shifted(CENTER).as_chunks::<CHANNELS>().0;
    for (block, rows) in sums.as_chunks_mut::<ROWS>().0.iter_mut().enumerate() {
        for pair in 0..CHANNELS / (2 * S::F32_LANES) {
            let pair_of = |channels| S::as_simd_f32s(channels).0.as_chunks::<2>().0[pair];
            let mut sums = rows.each_ref().map(|row| pair_of(row));
            let inputs = input.shifted(offset).chunks_exact(input.channels());
            for (slopes, inputs) in gradient.iter().zip(inputs) {
                let inputs = &inputs[block * ROWS..][..ROWS];
                add_derivatives_of_cell(simd, inputs, pair_of(slopes), &mut sums);
            }
            for (row, sums) in rows.iter_mut().zip(sums) {
                S::as_mut_simd_f32s(row).0.as_chunks_mut::<2>().0[pair] = sums;
            }
        }
    }
}

/// The same for one cell and one pair of vectors.
#[inline(always)]
fn add_derivatives_of_cell<S: Simd, const ROWS: usize>(
    simd: S,
    inputs: &[f32],
    slopes: [S::f32s; 2],
    sums: &mut [[S::f32s; 2]; ROWS],
) {
    for (sums, input) in sums.iter_mut().zip(inputs) {
        let input = simd.splat_f32s(*input);
        for (sum, slope) in sums.iter_mut().zip(slopes) {
            *sum = simd.mul_add_f32s(input, slope, *sum);
        }
    }
}

/// The network whose hidden layers propagate gradients backward: inputs and outputs change places, and the kernel is turned by
/// 180 degrees.
fn backward(network: &Network) -> Network {
    let mut backward = Network::zero();
    for layer in (1..=HIDDEN_LAYERS).map(Network::layer) {
        let (from, to) = (&network.rows[layer.clone()], &mut backward.rows[layer]);
        for offset in 0..KERNEL {
            for input in 0..CHANNELS {
                for channel in 0..CHANNELS {
                    to[(KERNEL - 1 - offset) * CHANNELS + channel][input] =
                        from[offset * CHANNELS + input][channel];
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
    fn gradients_are_difference_quotients_of_the_loss() {
        let mut input = Plane::default();
        input.clear(4, 3, INPUTS);
        for (index, cell) in input.cells().enumerate() {
            input.at_mut(cell)[index % INPUTS] = 1.0;
            input.at_mut(cell)[INPUTS - 1] = 0.25;
        }
        let label = |cell, target, weight| Label { cell, target, weight };
        let labels = vec![label((3, 2), 0.75, 1.0), label((4, 1), 0.25, 0.5)];
        let samples = [Sample { input, labels }];
        let network = Network::random(1);
        let gradient = |network: &Network| Gradient::of(network, &samples);
        let means: Vec<f32> = gradient(&network).means().collect();
        assert!(means.iter().filter(|mean| **mean != 0.0).count() > means.len() / 2);
        let is_derivative = |index: usize| {
            let at = |change: f32| {
                let mut network = network.clone();
                network.weights_mut()[index] += change;
                gradient(&network).loss
            };
            let quotient = (at(0.001) - at(-0.001)) / 0.002;
            (quotient - f64::from(means[index])).abs() < 0.05 * quotient.abs() + 3e-4
        };
        let checked = (0..means.len()).step_by(97);
        let right = checked.clone().filter(|index| is_derivative(*index)).count();
        // At the kink of a `ReLU` there is no derivative.
        assert!(right * 10 > checked.len() * 9, "{right} of {}", checked.len());
    }
}
