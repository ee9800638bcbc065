//! The weights of a network, as its file has them, and the layers that are computed by their formulas: the first, which has
//! few input channels, and the last, which has one output.

#![expect(
    clippy::inline_always,
    reason = "functions generic over the SIMD level compile to its instructions only where they are inlined"
)]

use super::plane::{KERNEL, Plane};

/// Channels of the input.
pub const INPUTS: usize = 7;

/// Channels of a group. The channels between layers are groups of this many: two vectors of the widest instructions.
pub(super) const GROUP: usize = 32;

/// The activations of a cell in a group, or a row of weights.
pub(super) type Channels = [f32; GROUP];

/// A network.
///
/// A plain one is a stack of convolutions with a `ReLU` after each but the last. A residual one has residual blocks of
/// two convolutions between the first and the last layer. There a `ReLU` comes before each convolution of a block
/// (pre-activation), and before the last layer.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    pub(super) first: Convolution,
    pub(super) middle: HiddenLayers,
    /// For each group of channels the weights at each offset of the kernel, and the bias: the sum of this row of all
    /// groups.
    pub(super) last: Vec<[Channels; KERNEL + 1]>,
}

/// What is between the first layer and the last.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum HiddenLayers {
    /// Convolutions, a `ReLU` after each.
    Plain(Vec<Convolution>),
    /// Residual blocks.
    Residual(Vec<ResidualBlock>),
}

/// A residual block: a `ReLU`, a convolution, global pooling, a `ReLU`, a convolution, and the sum with the input of
/// the block.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ResidualBlock {
    pub(super) a: Convolution,
    /// The matrix of global pooling (`global_pooling.rs`); none if the block has none.
    pub(super) pool: Option<Vec<Vec<Channels>>>,
    pub(super) b: Convolution,
}

/// A convolution over a cell and its six neighbours.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Convolution {
    /// For each group of output channels a row for each input channel at each offset of the kernel, and the bias.
    pub(super) groups: Vec<Vec<Channels>>,
}

impl Convolution {
    /// The number of input channels.
    pub(super) fn inputs(&self) -> usize {
        (self.groups[0].len() - 1) / KERNEL
    }

    /// The convolution by the formula, for one group of output channels. Smaller outputs become `least`.
    #[inline(always)]
    pub(super) fn convolve_group(&self, group: usize, from: &Plane, to: &mut Plane, least: f32) {
        debug_assert_eq!(from.at((1, 1)).len(), self.inputs(), "channels of the input");
        let (bias, rows) = self.groups[group].split_last().expect("the bias");
        to.resize_like(from, GROUP);
        for cell in from.cells() {
            let mut sums = *bias;
            for (number, row) in from.around(cell).into_iter().flatten().zip(rows) {
                for (sum, weight) in sums.iter_mut().zip(row) {
                    *sum = number.mul_add(*weight, *sum);
                }
            }
            to.at_mut(cell).copy_from_slice(&sums.map(|sum| sum.max(least)));
        }
    }
}

/// What a group of channels gives to the logit of a cell: the last layer.
#[inline(always)]
pub(super) fn logit(rows: &[Channels; KERNEL + 1], from: &Plane, cell: (usize, usize)) -> f32 {
    let mut sums = rows[KERNEL];
    let neighbors = from.around(cell).into_iter().flat_map(|numbers| numbers.as_chunks().0);
    for (numbers, weights) in neighbors.zip(rows) {
        let numbers: &Channels = numbers;
        for ((sum, number), weight) in sums.iter_mut().zip(numbers).zip(weights) {
            *sum += number * weight;
        }
    }
    let mut width = GROUP;
    while width > 1 {
        width /= 2;
        for lane in 0..width {
            sums[lane] += sums[lane + width];
        }
    }
    sums[0]
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    fn rows(count: usize, bound: f32, random: &mut StdRng) -> Vec<Channels> {
        let mut row = || std::array::from_fn(|_| random.random_range(-bound..bound));
        std::iter::repeat_with(&mut row).take(count).collect()
    }

    pub(in super::super) fn convolution(
        inputs: usize,
        groups: usize,
        random: &mut StdRng,
    ) -> Convolution {
        #[expect(clippy::cast_precision_loss, reason = "some hundreds")]
        let bound = (2.0 / (inputs * KERNEL) as f32).sqrt();
        let group = |_| rows(inputs * KERNEL + 1, bound, random);
        Convolution { groups: (0..groups).map(group).collect() }
    }

    /// Random networks: plain with this many groups, and residual with and without pooling.
    pub(in super::super) fn random_networks(groups: usize, seed: u64) -> [Network; 2] {
        let random = &mut StdRng::seed_from_u64(seed);
        let channels = groups * GROUP;
        let layers = (0..3).map(|_| convolution(channels, groups, random)).collect();
        let mut block = |pools: bool| ResidualBlock {
            a: convolution(channels, groups, random),
            pool: pools.then(|| (0..groups).map(|_| rows(3 * channels, 0.1, random)).collect()),
            b: convolution(channels, groups, random),
        };
        let blocks = vec![block(false), block(true), block(false)];
        [HiddenLayers::Plain(layers), HiddenLayers::Residual(blocks)].map(|middle| Network {
            first: convolution(INPUTS, groups, random),
            middle,
            last: (0..groups)
                .map(|_| rows(KERNEL + 1, 0.1, random).try_into().expect("as many rows"))
                .collect(),
        })
    }
}
