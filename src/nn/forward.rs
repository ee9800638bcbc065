//! Inference: the forward pass of a network.
//!
//! Every sum is computed in the order of the source, and different lanes of a vector belong to different sums. So the
//! logits are the same to the last bit on every machine, whatever its vector width. In all layers but the last, products
//! are added with one rounding (fused multiply-add); processors without that instruction (before 2013) take far longer.

#![expect(
    clippy::inline_always,
    reason = "functions generic over the SIMD level compile to its instructions only where they are inlined"
)]

use super::network::{Channels, Network, convolve_relu, logit};
use super::plane::Plane;
use super::winograd::{Filter, Tiles};
use pulp::{Arch, Simd, WithSimd};

/// A network prepared for inference.
#[derive(Debug)]
pub struct Inference {
    first: Vec<Channels>,
    hidden: Vec<Filter>,
    last: Vec<Channels>,
}

impl Inference {
    /// Prepares a network: transforms the filters of its hidden layers.
    pub fn new(network: &Network) -> Self {
        Self {
            first: network.rows[Network::layer(0)].to_vec(),
            hidden: Filter::of_hidden_layers(network),
            last: network.rows[Network::LAST].to_vec(),
        }
    }

    /// The logits of all cells for this [input](Activations::input), row by row.
    pub fn logits(&self, activations: &mut Activations) -> Vec<f32> {
        Arch::new().dispatch(ForwardPass { inference: self, activations })
    }
}

/// The input of a network, and memory for the activations of its layers.
#[derive(Clone, Debug, Default)]
pub struct Activations {
    input: Plane,
    from: Plane,
    to: Plane,
    tiles: Tiles,
}

impl Activations {
    /// The input plane, for the caller to write.
    pub fn input(&mut self) -> &mut Plane {
        &mut self.input
    }
}

/// A forward pass, compiled for each SIMD level.
struct ForwardPass<'a> {
    inference: &'a Inference,
    activations: &'a mut Activations,
}

impl WithSimd for ForwardPass<'_> {
    type Output = Vec<f32>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Vec<f32> {
        let Activations { input, from, to, tiles } = self.activations;
        let Inference { first, hidden, last } = self.inference;
        convolve_relu(first, input, from);
        for filter in hidden {
            tiles.convolve_relu(simd, filter, from, to);
            std::mem::swap(from, to);
        }
        from.cells().map(|cell| logit(last, from, cell)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nn::network::HIDDEN_LAYERS;
    use crate::nn::{CHANNELS, INPUTS};
    use pulp::Scalar;
    use std::collections::HashMap;

    /// The logits of all cells by the definition of the layers, in 64-bit floats.
    fn formula(network: &Network, input: &Plane) -> Vec<f64> {
        let channels_of = |cell| input.at(cell).iter().copied().map(f64::from).collect();
        let mut values: HashMap<(usize, usize), Vec<f64>> = (0..=input.columns() + 1)
            .flat_map(|column| (0..=input.rows() + 1).map(move |row| (column, row)))
            .map(|cell| (cell, channels_of(cell)))
            .collect();
        // The values of the kernel around a cell, 0 outside of the board, and a 1 for the bias.
        let around = |values: &HashMap<_, Vec<f64>>, (column, row): (usize, usize)| -> Vec<f64> {
            let near = [(0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1)];
            let zeroes = vec![0.0; values[&(1, 1)].len()];
            let near =
                near.map(|step| (column.strict_add_signed(step.0), row.strict_add_signed(step.1)));
            let near = near.iter().flat_map(|cell| values.get(cell).unwrap_or(&zeroes));
            near.copied().chain([1.0]).collect()
        };
        for layer in 0..=HIDDEN_LAYERS {
            let rows = &network.rows[Network::layer(layer)];
            let sum = |numbers: &[f64], channel: usize| -> f64 {
                let weights = rows.iter().map(|row| f64::from(row[channel]));
                numbers.iter().zip(weights).map(|(number, weight)| number * weight).sum()
            };
            values = input
                .cells()
                .map(|cell| {
                    let numbers = around(&values, cell);
                    let outputs = (0..CHANNELS).map(|channel| sum(&numbers, channel).max(0.0));
                    (cell, outputs.collect())
                })
                .collect();
        }
        let (last, bias) = network.rows[Network::LAST].as_flattened().split_at(7 * CHANNELS);
        let bias: f64 = bias.iter().copied().map(f64::from).sum();
        let logit = |cell| -> f64 {
            let numbers = around(&values, cell);
            numbers.iter().zip(last).map(|(number, weight)| number * f64::from(*weight)).sum()
        };
        input.cells().map(|cell| logit(cell) + bias).collect()
    }

    #[test]
    fn logits_are_those_of_the_definition() {
        let network = Network::random(1);
        let inference = Inference::new(&network);
        for (columns, rows) in (2..=13).map(|columns| (columns, 2)).chain([(5, 4), (4, 5)]) {
            let mut activations = Activations::default();
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
                assert!((f64::from(*logit) - expected).abs() < 1e-3, "{logit} {expected}");
            }
        }
    }

    fn activations(columns: usize) -> Activations {
        let mut activations = Activations::default();
        activations.input.clear(columns, 4, INPUTS);
        activations.input.at_mut((columns.div_ceil(2), 3))[0] = 1.0;
        activations.input.at_mut((columns, 1))[1] = 1.0;
        activations
    }

    #[test]
    fn all_simd_levels_give_the_same_logits_to_the_last_bit() {
        let inference = Inference::new(&Network::random(3));
        for columns in 1..=19 {
            let plain =
                ForwardPass { inference: &inference, activations: &mut activations(columns) };
            let plain = plain.with_simd(Scalar::new());
            assert!(plain.iter().any(|logit| (logit - plain[0]).abs() > 0.01));
            assert_eq!(inference.logits(&mut activations(columns)), plain, "{columns} columns");
            // `dispatch` chose the widest vectors of this machine: test the narrower ones, too.
            #[cfg(target_arch = "x86_64")]
            if let Some(simd) = pulp::x86::V3::try_new() {
                let narrower =
                    ForwardPass { inference: &inference, activations: &mut activations(columns) };
                assert_eq!(Simd::vectorize(simd, narrower), plain, "{columns} columns");
            }
        }
    }
}
