//! Inference: the forward pass of a network.
//!
//! The layers between the first and the last are computed in whole numbers (`quantization.rs`), and every sum of floats
//! in the order of the source; different lanes of a vector belong to different sums. So the logits are the same to the
//! last bit on every machine, whatever its vector width. In the first layer and in transforms, products are added with
//! one rounding (fused multiply-add); processors without that instruction (before 2013) take far longer.

#![expect(
    clippy::inline_always,
    reason = "functions generic over the SIMD level compile to its instructions only where they are inlined"
)]

use super::global_pooling::add_pooled;
use super::network::{Channels, Convolution, HiddenLayers, Network, ResidualBlock, logit};
use super::plane::{KERNEL, Plane};
use super::quantization::Products;
use super::simd::{Compiled, Instructions};
use super::winograd::{Filter, Tiles};

/// A network prepared for inference: the filters between the first layer and the last are transformed.
#[derive(Debug)]
pub struct Inference {
    first: Convolution,
    middle: Filters,
    last: Vec<[Channels; KERNEL + 1]>,
}

/// The transformed filters of a [`HiddenLayers`].
#[derive(Debug)]
enum Filters {
    Plain(Vec<Filter>),
    Residual(Vec<ResidualBlockFilters>),
}

/// The transformed filters of a [`ResidualBlock`], with the matrix of its pooling.
#[derive(Debug)]
struct ResidualBlockFilters {
    a: Filter,
    pool: Option<Vec<Vec<Channels>>>,
    b: Filter,
}

impl ResidualBlockFilters {
    fn new(block: &ResidualBlock) -> Self {
        Self { a: Filter::new(&block.a), pool: block.pool.clone(), b: Filter::new(&block.b) }
    }
}

impl Inference {
    /// Prepares a network.
    pub fn new(network: &Network) -> Self {
        let middle = match &network.middle {
            HiddenLayers::Plain(layers) => Filters::Plain(layers.iter().map(Filter::new).collect()),
            HiddenLayers::Residual(blocks) => {
                Filters::Residual(blocks.iter().map(ResidualBlockFilters::new).collect())
            }
        };
        Self { first: network.first.clone(), middle, last: network.last.clone() }
    }

    /// The logits of all cells for this [input](Activations::input), row by row. It must have [`INPUTS`](super::INPUTS)
    /// channels.
    pub fn logits(&self, activations: &mut Activations) -> Vec<f32> {
        activations.instructions.run(ForwardPass { inference: self, activations })
    }
}

/// The input of a network, and memory for the activations of its layers: a plane for each group of channels. Also the
/// instructions that compute them.
#[derive(Clone, Debug, Default)]
pub struct Activations {
    instructions: Instructions,
    input: Plane,
    /// What the next convolution reads.
    from: Vec<Plane>,
    /// What it writes.
    to: Vec<Plane>,
    /// The sums of a residual network.
    trunk: Vec<Plane>,
    tiles: Tiles,
}

impl Activations {
    /// Memory for activations that these instructions compute.
    pub fn with_instructions(instructions: Instructions) -> Self {
        Self { instructions, ..Self::default() }
    }

    /// The input plane, for the caller to write.
    pub fn input(&mut self) -> &mut Plane {
        &mut self.input
    }

    /// Takes as many planes as there are groups.
    fn resize(&mut self, groups: usize) {
        for planes in [&mut self.from, &mut self.to, &mut self.trunk] {
            planes.resize_with(groups, Plane::default);
        }
    }

    /// The layers between the first and the last of a plain network.
    #[inline(always)]
    fn plain<S: Products>(&mut self, simd: S, first: &Convolution, filters: &[Filter]) {
        for (group, plane) in self.from.iter_mut().enumerate() {
            first.convolve_group(group, &self.input, plane, 0.0);
        }
        for filter in filters {
            self.tiles.convolve(simd, filter, (&self.from, &mut self.to), 0.0);
            std::mem::swap(&mut self.from, &mut self.to);
        }
    }

    /// The same of a residual network.
    #[inline(always)]
    fn residual<S: Products>(
        &mut self,
        simd: S,
        first: &Convolution,
        blocks: &[ResidualBlockFilters],
    ) {
        for ((group, plane), active) in self.trunk.iter_mut().enumerate().zip(&mut self.from) {
            first.convolve_group(group, &self.input, plane, f32::NEG_INFINITY);
            active.copy_relu(plane);
        }
        for ResidualBlockFilters { a, pool, b } in blocks {
            let least = if pool.is_some() { f32::NEG_INFINITY } else { 0.0 };
            self.tiles.convolve(simd, a, (&self.from, &mut self.to), least);
            if let Some(matrix) = pool {
                add_pooled(matrix, &mut self.to);
                self.to.iter_mut().for_each(Plane::relu);
            }
            self.tiles.convolve(simd, b, (&self.to, &mut self.from), f32::NEG_INFINITY);
            for (plane, active) in self.trunk.iter_mut().zip(&mut self.from) {
                plane.add(active);
                active.copy_relu(plane);
            }
        }
    }
}

/// A forward pass, compiled for each SIMD level.
struct ForwardPass<'a> {
    inference: &'a Inference,
    activations: &'a mut Activations,
}

impl Compiled for ForwardPass<'_> {
    type Output = Vec<f32>;

    #[inline(always)]
    fn run<S: Products>(self, simd: S) -> Vec<f32> {
        let Inference { first, middle, last } = self.inference;
        let activations = self.activations;
        activations.resize(last.len());
        match middle {
            Filters::Plain(filters) => activations.plain(simd, first, filters),
            Filters::Residual(blocks) => activations.residual(simd, first, blocks),
        }
        let planes = &activations.from;
        let logit_at = |cell| -> f32 {
            last.iter().zip(planes).map(|(rows, plane)| logit(rows, plane, cell)).sum()
        };
        activations.input.cells().map(logit_at).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nn::network::GROUP;
    use crate::nn::network::tests::random_networks;
    use crate::nn::{INPUTS, Network};
    use std::collections::HashMap;

    /// The values of all channels at the cells of a board and, of the input, its border.
    type Values = HashMap<(usize, usize), Vec<f64>>;

    /// The values of the kernel around a cell, 0 outside of the board, and a 1 for the bias.
    fn around(values: &Values, (column, row): (usize, usize)) -> Vec<f64> {
        let near = [(0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1)];
        let zeroes = vec![0.0; values[&(1, 1)].len()];
        let near =
            near.map(|step| (column.strict_add_signed(step.0), row.strict_add_signed(step.1)));
        let near = near.iter().flat_map(|cell| values.get(cell).unwrap_or(&zeroes));
        near.copied().chain([1.0]).collect()
    }

    /// A convolution by its definition.
    fn convolved(layer: &Convolution, values: &Values, cells: &[(usize, usize)]) -> Values {
        let outputs = |cell| {
            let numbers = around(values, cell);
            let output = |rows: &Vec<Channels>, channel: usize| -> f64 {
                let weights = rows.iter().map(|row| f64::from(row[channel]));
                numbers.iter().zip(weights).map(|(number, weight)| number * weight).sum()
            };
            let group = |rows| (0..GROUP).map(move |channel| output(rows, channel));
            layer.groups.iter().flat_map(group).collect()
        };
        cells.iter().map(|cell| (*cell, outputs(*cell))).collect()
    }

    fn relu(values: &Values) -> Values {
        let relu = |channels: &Vec<f64>| channels.iter().map(|value| value.max(0.0)).collect();
        values.iter().map(|(cell, channels)| (*cell, relu(channels))).collect()
    }

    fn add_pooled_by_definition(matrix: &[Vec<Channels>], values: &mut Values) {
        let cells = f64::from(u32::try_from(values.len()).unwrap());
        let active = relu(values);
        let channels = matrix.len() * GROUP;
        let of = |channel: usize| active.values().map(move |values| values[channel]);
        let means = (0..channels).map(|channel| of(channel).sum::<f64>() / cells);
        let sided = means.clone().map(|mean| mean * (cells.sqrt() - 14.0) / 10.0);
        let greatest = (0..channels).map(|channel| of(channel).fold(0.0, f64::max));
        let numbers: Vec<f64> = means.chain(sided).chain(greatest).collect();
        for values in values.values_mut() {
            for (channel, value) in values.iter_mut().enumerate() {
                let weights = matrix[channel / GROUP].iter().map(|row| row[channel % GROUP]);
                *value += numbers.iter().zip(weights).map(|(n, w)| n * f64::from(w)).sum::<f64>();
            }
        }
    }

    /// The logits of all cells by the definition of the layers, in 64-bit floats.
    fn formula(network: &Network, input: &Plane) -> Vec<f64> {
        let cells: Vec<(usize, usize)> = input.cells().collect();
        let channels_of = |cell| input.at(cell).iter().copied().map(f64::from).collect();
        let input: Values = (0..=input.columns() + 1)
            .flat_map(|column| (0..=input.rows() + 1).map(move |row| (column, row)))
            .map(|cell| (cell, channels_of(cell)))
            .collect();
        let mut values = convolved(&network.first, &input, &cells);
        match &network.middle {
            HiddenLayers::Plain(layers) => {
                for layer in layers {
                    values = convolved(layer, &relu(&values), &cells);
                }
            }
            HiddenLayers::Residual(blocks) => {
                for ResidualBlock { a, pool, b } in blocks {
                    let mut inner = convolved(a, &relu(&values), &cells);
                    if let Some(matrix) = pool {
                        add_pooled_by_definition(matrix, &mut inner);
                    }
                    let sums = convolved(b, &relu(&inner), &cells);
                    for (cell, values) in &mut values {
                        values.iter_mut().zip(&sums[cell]).for_each(|(value, sum)| *value += sum);
                    }
                }
            }
        }
        let values = relu(&values);
        let bias = network.last.iter().flat_map(|rows| rows[KERNEL]).map(f64::from).sum::<f64>();
        let logit = |cell: &(usize, usize)| {
            let numbers = around(&values, *cell);
            let weights =
                (0..KERNEL).flat_map(|at| network.last.iter().flat_map(move |rows| rows[at]));
            numbers.iter().zip(weights).map(|(n, w)| n * f64::from(w)).sum::<f64>() + bias
        };
        cells.iter().map(logit).collect()
    }

    #[test]
    fn logits_are_those_of_the_definition() {
        for network in [1, 2].into_iter().flat_map(|groups| random_networks(groups, 1)) {
            let inference = Inference::new(&network);
            let mut activations = Activations::default();
            for (columns, rows) in (2..=13).map(|columns| (columns, 2)).chain([(5, 4), (4, 5)]) {
                let input = activations.input();
                input.clear(columns, rows, INPUTS);
                for (index, cell) in input.cells().enumerate() {
                    input.at_mut(cell)[index * 5 % INPUTS] = 1.0;
                    input.at_mut(cell)[INPUTS - 1] = 0.25;
                }
                (1..=columns).for_each(|column| input.at_mut((column, 0))[0] = 1.0);
                (1..=rows).for_each(|row| input.at_mut((columns + 1, row))[1] = 1.0);
                let expected = formula(&network, input);
                for (logit, expected) in inference.logits(&mut activations).iter().zip(expected) {
                    assert!((f64::from(*logit) - expected).abs() < 5e-3, "{logit} {expected}");
                }
            }
        }
    }

    fn activations(columns: usize, instructions: Instructions) -> Activations {
        let mut activations = Activations::with_instructions(instructions);
        activations.input.clear(columns, 4, INPUTS);
        activations.input.at_mut((columns.div_ceil(2), 3))[0] = 1.0;
        activations.input.at_mut((columns, 1))[1] = 1.0;
        activations
    }

    #[test]
    fn all_simd_levels_give_the_same_logits_to_the_last_bit() {
        let all: Vec<Instructions> = Instructions::all().collect();
        for network in [1, 2].into_iter().flat_map(|groups| random_networks(groups, 3)) {
            let inference = Inference::new(&network);
            for columns in 1..=19 {
                let logits = |instructions: &Instructions| {
                    inference.logits(&mut activations(columns, *instructions))
                };
                let first = logits(&all[0]);
                assert!(first.iter().any(|logit| (logit - first[0]).abs() > 0.01));
                for instructions in &all {
                    assert_eq!(logits(instructions), first, "{columns} columns, {instructions:?}");
                }
            }
        }
    }
}
