//! What a network says, as fast as can be.
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

/// A network made ready.
#[derive(Debug)]
pub(super) struct Evaluator {
    first: Vec<Channels>,
    body: Vec<Filter>,
    last: Vec<Channels>,
}

impl Evaluator {
    pub(super) fn new(network: &Network) -> Self {
        Self {
            first: network.rows[Network::layer(0)].to_vec(),
            body: Filter::of_body(network),
            last: network.rows[Network::LAST].to_vec(),
        }
    }

    /// What the network makes of each cell of a board, row by row.
    pub(super) fn evaluate(&self, planes: &mut Planes) -> Vec<f32> {
        Arch::new().dispatch(Evaluation { evaluator: self, planes })
    }
}

/// The memory that an evaluation takes.
#[derive(Clone, Debug, Default)]
pub(super) struct Planes {
    pub(super) input: Plane,
    from: Plane,
    to: Plane,
    tiles: Tiles,
}

/// An evaluation as a function that is compiled for each kind of vectors.
struct Evaluation<'a> {
    evaluator: &'a Evaluator,
    planes: &'a mut Planes,
}

impl WithSimd for Evaluation<'_> {
    type Output = Vec<f32>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Vec<f32> {
        let Planes { input, from, to, tiles } = self.planes;
        let Evaluator { first, body, last } = self.evaluator;
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
    use crate::policy::view::INPUTS;
    use pulp::Scalar;

    fn planes(columns: usize) -> Planes {
        let mut planes = Planes::default();
        planes.input.clear(columns, 4, INPUTS);
        planes.input.at_mut((columns.div_ceil(2), 3))[0] = 1.0;
        planes.input.at_mut((columns, 1))[1] = 1.0;
        planes
    }

    #[test]
    fn every_kind_of_vectors_says_the_same_to_the_last_bit() {
        let evaluator = Evaluator::new(&Network::random(3));
        for columns in 1..=19 {
            let plain = Evaluation { evaluator: &evaluator, planes: &mut planes(columns) };
            let plain = plain.with_simd(Scalar::new());
            assert!(plain.iter().any(|logit| (logit - plain[0]).abs() > 0.01));
            assert_eq!(evaluator.evaluate(&mut planes(columns)), plain, "{columns} columns");
            // The machine's best kind of vectors is not the only one that it has.
            #[cfg(target_arch = "x86_64")]
            if let Some(simd) = pulp::x86::V3::try_new() {
                let narrower = Evaluation { evaluator: &evaluator, planes: &mut planes(columns) };
                assert_eq!(Simd::vectorize(simd, narrower), plain, "{columns} columns");
            }
        }
    }
}
