//! Inference: what a network makes of a plane, as fast as can be.
//!
//! Every sum is taken in the order of the source, and the lanes of a vector are different sums. So
//! the network says the same to the last bit on every machine, whatever its vectors. Products are added
//! with one rounding; processors that cannot do so at once (of before 2013) take far longer.

#![expect(
    clippy::inline_always,
    reason = "what is compiled for each kind of vectors must be inlined where they are chosen"
)]

use super::network::{Channels, Network, logit, pass};
use super::plane::Plane;
use super::winograd::{Filter, Tiles};
use pulp::{Arch, Simd, WithSimd};

/// A network made ready for inference.
#[derive(Debug)]
pub struct Inference {
    first: Vec<Channels>,
    body: Vec<Filter>,
    last: Vec<Channels>,
}

impl Inference {
    /// Takes the filters of the layers to where the tiles are.
    pub fn new(network: &Network) -> Self {
        Self {
            first: network.rows[Network::layer(0)].to_vec(),
            body: Filter::of_body(network),
            last: network.rows[Network::LAST].to_vec(),
        }
    }

    /// The logit of each cell of the [input](Activations::input), row by row.
    pub fn logits(&self, activations: &mut Activations) -> Vec<f32> {
        Arch::new().dispatch(Forward { inference: self, activations })
    }
}

/// The input of a network, and memory for what its layers make of it.
#[derive(Clone, Debug, Default)]
pub struct Activations {
    input: Plane,
    from: Plane,
    to: Plane,
    tiles: Tiles,
}

impl Activations {
    /// The input, to be written.
    pub fn input(&mut self) -> &mut Plane {
        &mut self.input
    }
}

/// The inference as a function that is compiled for each kind of vectors.
struct Forward<'a> {
    inference: &'a Inference,
    activations: &'a mut Activations,
}

impl WithSimd for Forward<'_> {
    type Output = Vec<f32>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Vec<f32> {
        let Activations { input, from, to, tiles } = self.activations;
        let Inference { first, body, last } = self.inference;
        pass(first, input, from);
        for filter in body {
            tiles.pass(simd, filter, from, to);
            std::mem::swap(from, to);
        }
        from.cells().map(|cell| logit(last, from, cell)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nn::network::BODY;
    use crate::nn::{CHANNELS, INPUTS};
    use pulp::Scalar;
    use std::collections::HashMap;

    /// The network as a formula, in numbers of twice the length: the logit of each cell.
    fn formula(network: &Network, input: &Plane) -> Vec<f64> {
        let numbers_of = |cell| input.at(cell).iter().copied().map(f64::from).collect();
        let mut given: HashMap<(usize, usize), Vec<f64>> = (0..=input.columns() + 1)
            .flat_map(|column| (0..=input.rows() + 1).map(move |row| (column, row)))
            .map(|cell| (cell, numbers_of(cell)))
            .collect();
        // What a cell and its neighbours have, with a 1 for the bias; nothing beyond the board.
        let around = |given: &HashMap<_, Vec<f64>>, (column, row): (usize, usize)| -> Vec<f64> {
            let near = [(0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1)];
            let nothing = vec![0.0; given[&(1, 1)].len()];
            let near =
                near.map(|step| (column.strict_add_signed(step.0), row.strict_add_signed(step.1)));
            let near = near.iter().flat_map(|cell| given.get(cell).unwrap_or(&nothing));
            near.copied().chain([1.0]).collect()
        };
        for layer in 0..=BODY {
            let rows = &network.rows[Network::layer(layer)];
            let sum = |numbers: &[f64], channel: usize| -> f64 {
                let weights = rows.iter().map(|row| f64::from(row[channel]));
                numbers.iter().zip(weights).map(|(number, weight)| number * weight).sum()
            };
            given = input
                .cells()
                .map(|cell| {
                    let numbers = around(&given, cell);
                    let made = (0..CHANNELS).map(|channel| sum(&numbers, channel).max(0.0));
                    (cell, made.collect())
                })
                .collect();
        }
        let (last, bias) = network.rows[Network::LAST].as_flattened().split_at(7 * CHANNELS);
        let bias: f64 = bias.iter().copied().map(f64::from).sum();
        let logit = |cell| -> f64 {
            let numbers = around(&given, cell);
            numbers.iter().zip(last).map(|(number, weight)| number * f64::from(*weight)).sum()
        };
        input.cells().map(|cell| logit(cell) + bias).collect()
    }

    #[test]
    fn it_is_the_formula() {
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
    fn every_kind_of_vectors_says_the_same_to_the_last_bit() {
        let inference = Inference::new(&Network::random(3));
        for columns in 1..=19 {
            let plain = Forward { inference: &inference, activations: &mut activations(columns) };
            let plain = plain.with_simd(Scalar::new());
            assert!(plain.iter().any(|logit| (logit - plain[0]).abs() > 0.01));
            assert_eq!(inference.logits(&mut activations(columns)), plain, "{columns} columns");
            // The machine's best kind of vectors is not the only one that it has.
            #[cfg(target_arch = "x86_64")]
            if let Some(simd) = pulp::x86::V3::try_new() {
                let narrower =
                    Forward { inference: &inference, activations: &mut activations(columns) };
                assert_eq!(Simd::vectorize(simd, narrower), plain, "{columns} columns");
            }
        }
    }
}
