//! Winograd convolutions, F(4x4, 3x3) of LAV16 section 4.3: a third of the multiplications of the formula.
//!
//! The output is computed in tiles of 4x4 cells. Each needs an input tile of 6x6 cells, which overlaps with its neighbours.
//! The input tile is transformed to 36 values a channel; at each of the 36 points the channels are multiplied by the
//! matrix of the transformed filter, for all tiles at once; and the inverse transform of the results is the output tile. A
//! kernel of a cell and its six neighbours is a 3x3 filter with two corners of 0. Channels come in groups of 32.
//!
//! The products at the points are of integers (`quantization.rs`). Each point has scales of its own: the scale of the
//! inputs depends on the greatest value of the layer, the scale of the weights on the output channel.
//!
//! In one dimension, with the names of LAV16, `Y = Aᵀ [(G g) ⊙ (Bᵀ d)]`: `G` is [`transform_filter_row`], `Bᵀ`
//! [`transform_input_row`], `Aᵀ` [`transform_output_row`]. A filter and a row of cells are polynomials, and the transforms
//! evaluate them at the points 0, 1, -1, 2, -2 and infinity.

#![expect(
    clippy::inline_always,
    reason = "functions generic over the SIMD level compile to its instructions only where they are inlined"
)]

use super::network::{Channels, Convolution, GROUP};
use super::plane::Plane;
use super::quantization::{
    GREATEST_INPUT, Pairs, Products, pairs, quantize_pairs, quantize_weights,
};
use pulp::Simd;

/// The side of an output tile, in cells.
pub(super) const TILE: usize = 4;

/// The side of an input tile, in cells; also the number of points of a dimension.
const POINTS: usize = 6;

/// Numbers of tiles that can be multiplied at once, so that each weight is read once for all of them. More than five need
/// more than 16 vector registers; they are used with AVX-512, which has 32.
const BLOCKS: [usize; 4] = [9, 8, 5, 4];

/// A value aligned to a cache line, so that no vector is in two lines.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Aligned<T>(T);

/// The transformed filter of a convolution.
#[derive(Debug)]
pub(super) struct Filter {
    groups: Vec<GroupFilter>,
}

/// The part of a filter for one group of output channels.
#[derive(Debug)]
struct GroupFilter {
    /// For each point, row by row, the matrix for each group of input channels.
    points: Vec<Vec<Aligned<Matrix>>>,
    /// For each point and output channel the scale of the weights: the weight that the integer 1 stands for.
    weight_scales: Vec<Channels>,
    bias: Channels,
}

/// Weights for a group of input channels and one of output channels: a row for each pair of inputs.
type Matrix = [[i32; GROUP]; GROUP / 2];

impl Filter {
    /// The filter of a convolution whose inputs are groups of channels.
    pub(super) fn new(convolution: &Convolution) -> Self {
        let inputs = convolution.inputs();
        Self {
            groups: convolution.groups.iter().map(|rows| GroupFilter::new(rows, inputs)).collect(),
        }
    }
}

impl GroupFilter {
    /// The filter of these rows of weights, one for each of so many input channels at each offset of the kernel.
    fn new(rows: &[Channels], inputs: usize) -> Self {
        let zeros = || vec![Aligned([[0; GROUP]; GROUP / 2]); inputs / GROUP];
        let mut points: Vec<_> = std::iter::repeat_with(zeros).take(POINTS * POINTS).collect();
        let mut weight_scales = vec![[0.0; GROUP]; POINTS * POINTS];
        for output in 0..GROUP {
            let transformed = |input: usize| -> Vec<f64> {
                transform_filter(|offset| rows[offset * inputs + input][output].into()).collect()
            };
            let transformed: Vec<Vec<f64>> = (0..inputs).map(transformed).collect();
            for (point, (matrices, weight_scales)) in
                points.iter_mut().zip(&mut weight_scales).enumerate()
            {
                let weights: Vec<f64> = transformed.iter().map(|weights| weights[point]).collect();
                let (integers, scale) = quantize_weights(&weights);
                weight_scales[output] = scale;
                for (matrix, weights) in matrices.iter_mut().zip(integers.as_chunks::<GROUP>().0) {
                    for (row, pair) in matrix.0.iter_mut().zip(pairs(weights)) {
                        row[output] = pair;
                    }
                }
            }
        }
        Self { points, weight_scales, bias: *rows.last().expect("the bias") }
    }
}

/// The transform of the filter with these weights at the offsets of the kernel: 36 values, row by row.
fn transform_filter(weight: impl Fn(usize) -> f64) -> impl Iterator<Item = f64> {
    let rows = [
        [0.0, weight(0), weight(1)],
        [weight(2), weight(3), weight(4)],
        [weight(5), weight(6), 0.0],
    ]
    .map(transform_filter_row);
    let column = move |column: usize| transform_filter_row(rows.map(|row| row[column]));
    let columns: [_; POINTS] = std::array::from_fn(column);
    (0..POINTS * POINTS).map(move |point| columns[point % POINTS][point / POINTS])
}

/// The transform `G` of a row of a filter.
fn transform_filter_row([a, b, c]: [f64; 3]) -> [f64; POINTS] {
    let (near, far) = (a + c, a + 4.0 * c);
    [
        a / 4.0,
        -(near + b) / 6.0,
        -(near - b) / 6.0,
        (far + 2.0 * b) / 24.0,
        (far - 2.0 * b) / 24.0,
        c,
    ]
}

/// The transform `Bᵀ` of a row of an input tile.
#[inline(always)]
fn transform_input_row<S: Simd>(simd: S, cells: [S::f32s; POINTS]) -> [S::f32s; POINTS] {
    let plus = |factor: f32, x, y| simd.mul_add_f32s(simd.splat_f32s(factor), x, y);
    let near_even = plus(-4.0, cells[2], cells[4]);
    let near_odd = plus(-4.0, cells[1], cells[3]);
    let far_even = simd.sub_f32s(cells[4], cells[2]);
    let half = simd.sub_f32s(cells[3], cells[1]);
    let far_odd = simd.add_f32s(half, half);
    let end = |first| plus(-5.0, cells[first + 2], plus(4.0, cells[first], cells[first + 4]));
    [
        end(0),
        simd.add_f32s(near_even, near_odd),
        simd.sub_f32s(near_even, near_odd),
        simd.add_f32s(far_even, far_odd),
        simd.sub_f32s(far_even, far_odd),
        end(1),
    ]
}

/// The inverse transform `Aᵀ`: a row of an output tile from its values at the points.
#[inline(always)]
fn transform_output_row<S: Simd>(simd: S, points: [S::f32s; POINTS]) -> [S::f32s; TILE] {
    let plus = |factor: f32, x, y| simd.mul_add_f32s(simd.splat_f32s(factor), x, y);
    let near_even = simd.add_f32s(points[1], points[2]);
    let near_odd = simd.sub_f32s(points[1], points[2]);
    let far_even = simd.add_f32s(points[3], points[4]);
    let far_odd = simd.sub_f32s(points[3], points[4]);
    [
        simd.add_f32s(simd.add_f32s(points[0], near_even), far_even),
        plus(2.0, far_odd, near_odd),
        plus(4.0, far_even, near_even),
        simd.add_f32s(plus(8.0, far_odd, near_odd), points[5]),
    ]
}

/// Values of the channels of a tile at each point, row by row.
type TileOf<T> = Aligned<[T; POINTS * POINTS]>;

/// Memory for the transformed tiles of a convolution.
#[derive(Clone, Debug, Default)]
pub(super) struct Tiles {
    /// The transformed input tiles, for each group of channels, in whole numbers.
    inputs: Vec<Vec<TileOf<Pairs>>>,
    /// The output tiles of one group before their inverse transform, in whole numbers.
    outputs: Vec<TileOf<[i32; GROUP]>>,
}

impl Tiles {
    /// A convolution; smaller outputs become `least`: 0 for a `ReLU`, negative infinity for none. There is a plane for each
    /// group of channels. No value of `from` may be negative, and its padding must be 0; that of `to` stays 0.
    #[inline(always)]
    pub(super) fn convolve<S: Products>(
        &mut self,
        simd: S,
        filter: &Filter,
        (from, to): (&[Plane], &mut [Plane]),
        least: f32,
    ) {
        let Self { inputs, outputs } = self;
        let columns = from[0].columns().div_ceil(TILE);
        let count = columns * from[0].rows().div_ceil(TILE);
        let first = |tile: usize| (tile % columns * TILE, tile / columns * TILE);
        let greatest = from.iter().map(Plane::greatest).fold(0.0, f32::max);
        let inverse_scales =
            GREATEST.map(|most| if greatest > 0.0 { LIMIT / (most * greatest) } else { 0.0 });
        let input_scales = GREATEST.map(|most| most * greatest / LIMIT);
        let mut values = Aligned([[0.0; GROUP]; POINTS * POINTS]);
        inputs.resize_with(from.len(), Vec::new);
        outputs.resize(count, Aligned([[0; GROUP]; POINTS * POINTS]));
        for (tiles, plane) in inputs.iter_mut().zip(from) {
            tiles.resize(count, Aligned([[0; GROUP / 2]; POINTS * POINTS]));
            for (tile, points) in tiles.iter_mut().enumerate() {
                transform_input_tile(simd, plane, first(tile), &mut values);
                quantize_inputs(simd, &values, &inverse_scales, points);
            }
        }
        for (filter, plane) in filter.groups.iter().zip(to) {
            match block_size::<S>(count) {
                5 if count == 9 => multiply_nine(simd, filter, inputs, outputs),
                9 => multiply::<S, 9>(simd, filter, inputs, outputs),
                8 => multiply::<S, 8>(simd, filter, inputs, outputs),
                5 => multiply::<S, 5>(simd, filter, inputs, outputs),
                4 => multiply::<S, 4>(simd, filter, inputs, outputs),
                _ => multiply::<S, 1>(simd, filter, inputs, outputs),
            }
            plane.resize_like(&from[0], GROUP);
            for (tile, sums) in outputs.iter().enumerate() {
                outputs_of(simd, sums, filter, &input_scales, &mut values);
                transform_output_tile(simd, &values, (&filter.bias, least), plane, first(tile));
            }
        }
    }
}

/// Sums of the positive and of the negative coefficients of each row of `Bᵀ`.
const COEFFICIENTS: [[f32; 2]; POINTS] =
    [[5.0, 5.0], [2.0, 8.0], [5.0, 5.0], [3.0, 3.0], [3.0, 3.0], [5.0, 5.0]];

/// The greatest absolute value at each point of a tile with values from 0 to 1.
const GREATEST: [f32; POINTS * POINTS] = {
    let mut greatest = [0.0; POINTS * POINTS];
    let mut point = 0;
    while point < POINTS * POINTS {
        let ([a, b], [c, d]) = (COEFFICIENTS[point / POINTS], COEFFICIENTS[point % POINTS]);
        let (positive, negative) = (a * c + b * d, a * d + b * c);
        greatest[point] = if positive > negative { positive } else { negative };
        point += 1;
    }
    greatest
};

/// What the greatest possible value at a point becomes in whole numbers.
const LIMIT: f32 = GREATEST_INPUT as f32;

/// Rounds the values of a transformed tile, each divided by the scale of its point, to integers.
#[inline(always)]
fn quantize_inputs<S: Products>(
    simd: S,
    values: &TileOf<Channels>,
    inverse_scales: &[f32; POINTS * POINTS],
    to: &mut TileOf<Pairs>,
) {
    for ((values, to), inverse_scale) in values.0.iter().zip(&mut to.0).zip(inverse_scales) {
        quantize_pairs(simd, values, *inverse_scale, to);
    }
}

/// The output values of a tile at the points, from their sums in integers. `input_scales` are the values that the
/// integer 1 stands for in the inputs.
#[inline(always)]
fn outputs_of<S: Products>(
    simd: S,
    sums: &TileOf<[i32; GROUP]>,
    filter: &GroupFilter,
    input_scales: &[f32; POINTS * POINTS],
    to: &mut TileOf<Channels>,
) {
    let points = sums.0.iter().zip(&filter.weight_scales).zip(input_scales).zip(&mut to.0);
    for (((sums, weight_scales), input_scale), to) in points {
        let input_scale = simd.splat_f32s(*input_scale);
        let sums = S::as_simd_i32s(sums).0.iter().zip(S::as_simd_f32s(weight_scales).0);
        for ((sum, weight_scale), value) in sums.zip(S::as_mut_simd_f32s(to).0) {
            *value = simd.mul_f32s(simd.floats(*sum), simd.mul_f32s(*weight_scale, input_scale));
        }
    }
}

/// Transforms the input tile whose first cell is `first`.
#[inline(always)]
fn transform_input_tile<S: Simd>(
    simd: S,
    from: &Plane,
    first: (usize, usize),
    points: &mut TileOf<Channels>,
) {
    let (column, row) = first;
    for vector in 0..GROUP / S::F32_LANES {
        let rows = [
            transformed_input_row(simd, from, (column, row), vector),
            transformed_input_row(simd, from, (column, row + 1), vector),
            transformed_input_row(simd, from, (column, row + 2), vector),
            transformed_input_row(simd, from, (column, row + 3), vector),
            transformed_input_row(simd, from, (column, row + 4), vector),
            transformed_input_row(simd, from, (column, row + 5), vector),
        ];
        for column in 0..POINTS {
            for (row, value) in
                transform_input_row(simd, column_of(&rows, column)).into_iter().enumerate()
            {
                S::as_mut_simd_f32s(&mut points.0[row * POINTS + column]).0[vector] = value;
            }
        }
    }
}

/// The transform of six cells of a row, from `first` on, for one vector of channels.
#[inline(always)]
fn transformed_input_row<S: Simd>(
    simd: S,
    from: &Plane,
    first: (usize, usize),
    vector: usize,
) -> [S::f32s; POINTS] {
    let cells = from.strip(first, POINTS).as_chunks::<GROUP>().0;
    let cells = cells.first_chunk::<POINTS>().expect("a row of an input tile");
    transform_input_row(simd, vectors::<S>(cells, vector))
}

/// One vector of channels of each cell. This and other arrays are written out: filling an array of zeroes takes twice as
/// long, and closures would not be compiled for the SIMD level.
#[inline(always)]
fn vectors<S: Simd>(channels: &[Channels; POINTS], vector: usize) -> [S::f32s; POINTS] {
    [
        S::as_simd_f32s(&channels[0]).0[vector],
        S::as_simd_f32s(&channels[1]).0[vector],
        S::as_simd_f32s(&channels[2]).0[vector],
        S::as_simd_f32s(&channels[3]).0[vector],
        S::as_simd_f32s(&channels[4]).0[vector],
        S::as_simd_f32s(&channels[5]).0[vector],
    ]
}

/// A column of some rows.
#[inline(always)]
fn column_of<T: Copy, const WIDTH: usize>(
    rows: &[[T; WIDTH]; POINTS],
    column: usize,
) -> [T; POINTS] {
    let mut values = [rows[0][column]; POINTS];
    for (value, row) in values.iter_mut().zip(rows) {
        *value = row[column];
    }
    values
}

/// Computes an output tile from its values at the points, and writes its cells that are on the board.
#[inline(always)]
fn transform_output_tile<S: Simd>(
    simd: S,
    points: &TileOf<Channels>,
    (bias, least): (&Channels, f32),
    to: &mut Plane,
    first: (usize, usize),
) {
    let (columns, rows) = (TILE.min(to.columns() - first.0), TILE.min(to.rows() - first.1));
    let least = simd.splat_f32s(least);
    for vector in 0..GROUP / S::F32_LANES {
        let bias = S::as_simd_f32s(bias).0[vector];
        let lines = points.0.as_chunks::<POINTS>().0;
        let outputs = [
            transform_output_row(simd, vectors::<S>(&lines[0], vector)),
            transform_output_row(simd, vectors::<S>(&lines[1], vector)),
            transform_output_row(simd, vectors::<S>(&lines[2], vector)),
            transform_output_row(simd, vectors::<S>(&lines[3], vector)),
            transform_output_row(simd, vectors::<S>(&lines[4], vector)),
            transform_output_row(simd, vectors::<S>(&lines[5], vector)),
        ];
        for column in 0..columns {
            let values = transform_output_row(simd, column_of(&outputs, column));
            for (row, value) in values.into_iter().enumerate().take(rows) {
                let cell = to.at_mut((first.0 + column + 1, first.1 + row + 1));
                let value = simd.max_f32s(simd.add_f32s(value, bias), least);
                S::as_mut_simd_f32s(cell).0[vector] = value;
            }
        }
    }
}

/// The size of the blocks in which this many tiles are multiplied: the one that computes the fewest tiles twice.
#[inline(always)]
fn block_size<S: Simd>(tiles: usize) -> usize {
    let fits = |block: &usize| *block <= tiles && (*block <= 5 || S::F32_LANES == 16);
    let computed = |block: &usize| tiles.next_multiple_of(*block);
    BLOCKS.into_iter().filter(fits).min_by_key(computed).unwrap_or(1)
}

/// Multiplies the channels of all tiles by the filter for one group of output channels, at every point, in blocks of `TILES`.
#[inline(always)]
fn multiply<S: Products, const TILES: usize>(
    simd: S,
    filter: &GroupFilter,
    inputs: &[Vec<TileOf<Pairs>>],
    outputs: &mut [TileOf<[i32; GROUP]>],
) {
    // Two corners of the filter are 0, and so are all weights at the first and the last point: the outputs stay 0 there.
    for point in 1..POINTS * POINTS - 1 {
        // The last block may compute some tiles of the one before again.
        for first in (0..outputs.len()).step_by(TILES) {
            let first = first.min(outputs.len() - TILES);
            let outputs = outputs[first..].first_chunk_mut::<TILES>().expect("as many tiles");
            multiply_block(simd, &filter.points[point], (inputs, first), outputs, point);
        }
    }
}

/// Nine tiles, as boards of 9x9 to 12x12 have, in a block of five and one of four: two of five would multiply one tile twice.
#[inline(always)]
fn multiply_nine<S: Products>(
    simd: S,
    filter: &GroupFilter,
    inputs: &[Vec<TileOf<Pairs>>],
    outputs: &mut [TileOf<[i32; GROUP]>],
) {
    let (five, four) = outputs.split_at_mut(5);
    let five = five.first_chunk_mut::<5>().expect("five");
    let four = four.first_chunk_mut::<4>().expect("four");
    for point in 1..POINTS * POINTS - 1 {
        multiply_block(simd, &filter.points[point], (inputs, 0), five, point);
        multiply_block(simd, &filter.points[point], (inputs, 5), four, point);
    }
}

/// Multiplies the channels of a block of tiles, from `first` on, by the filter at one point, two vectors of outputs at
/// a time, so that the sums stay in registers.
#[inline(always)]
fn multiply_block<S: Products, const TILES: usize>(
    simd: S,
    matrices: &[Aligned<Matrix>],
    (inputs, first): (&[Vec<TileOf<Pairs>>], usize),
    outputs: &mut [TileOf<[i32; GROUP]>; TILES],
    point: usize,
) {
    for part in 0..GROUP / (2 * S::I32_LANES) {
        let mut sums = [[simd.splat_i32s(0); 2]; TILES];
        for (matrix, tiles) in matrices.iter().zip(inputs) {
            let tiles = tiles[first..].first_chunk::<TILES>().expect("as many tiles");
            for (pair, weights) in matrix.0.iter().enumerate() {
                let weights = S::as_simd_i32s(weights).0.as_chunks::<2>().0[part];
                for (sums, inputs) in sums.iter_mut().zip(tiles) {
                    let inputs = simd.splat_i32s(inputs.0[point][pair]);
                    for (sum, weights) in sums.iter_mut().zip(weights) {
                        *sum = simd.add_products(*sum, inputs, weights);
                    }
                }
            }
        }
        for (outputs, sums) in outputs.iter_mut().zip(sums) {
            S::as_mut_simd_i32s(&mut outputs.0[point]).0.as_chunks_mut::<2>().0[part] = sums;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nn::network::tests::convolution;
    use crate::nn::simd::{Compiled, Instructions};
    use proptest::prelude::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    /// A convolution in tiles.
    struct InTiles<'a>(&'a [Plane], &'a Convolution);

    impl Compiled for InTiles<'_> {
        type Output = Vec<Plane>;

        #[inline(always)]
        fn run<S: Products>(self, simd: S) -> Vec<Plane> {
            let mut to = vec![Plane::default(); self.0.len()];
            Tiles::default().convolve(simd, &Filter::new(self.1), (self.0, &mut to), 0.0);
            to
        }
    }

    /// A plane with the channels of all groups.
    fn joined(planes: &[Plane]) -> Plane {
        let mut joined = Plane::default();
        joined.clear(planes[0].columns(), planes[0].rows(), planes.len() * GROUP);
        for cell in planes[0].cells() {
            let channels: Vec<f32> =
                planes.iter().flat_map(|plane| plane.at(cell)).copied().collect();
            joined.at_mut(cell).copy_from_slice(&channels);
        }
        joined
    }

    /// Tiles with a 1 in one cell and 0 in all others, transformed.
    struct Ones;

    impl Compiled for Ones {
        type Output = Vec<TileOf<Channels>>;

        #[inline(always)]
        fn run<S: Products>(self, simd: S) -> Vec<TileOf<Channels>> {
            let mut plane = Plane::default();
            plane.clear(TILE, TILE, GROUP);
            let cells = (0..POINTS * POINTS).map(|cell| (cell % POINTS, cell / POINTS));
            let transformed = |cell| {
                plane.at_mut(cell)[0] = 1.0;
                let mut points = Aligned([[0.0; GROUP]; POINTS * POINTS]);
                transform_input_tile(simd, &plane, (0, 0), &mut points);
                plane.at_mut(cell)[0] = 0.0;
                points
            };
            cells.map(transformed).collect()
        }
    }

    #[test]
    fn the_greatest_values_are_those_of_tiles_of_zeros_and_ones() {
        let ones = Instructions::default().run(Ones);
        for (point, greatest) in GREATEST.into_iter().enumerate() {
            let coefficients = ones.iter().map(|tile| tile.0[point][0]);
            let positive: f32 = coefficients.clone().filter(|value| *value > 0.0).sum();
            let negative: f32 = coefficients.filter(|value| *value < 0.0).sum();
            assert_eq!(greatest.to_bits(), positive.max(-negative).to_bits(), "{point}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn tiles_give_the_results_of_the_formula(
            (columns, rows) in (1..=19usize, 1..=19usize),
            groups in 1..=3usize,
            greatest in prop::sample::select(vec![1e-6_f32, 0.1, 1.0, 1e6]),
            seed in any::<u64>(),
        ) {
            let random = &mut StdRng::seed_from_u64(seed);
            let mut from = vec![Plane::default(); groups];
            for plane in &mut from {
                plane.clear(columns, rows, GROUP);
                for cell in plane.cells() {
                    plane.at_mut(cell).fill_with(|| random.random_range(0.0..greatest));
                }
            }
            let convolution = convolution(groups * GROUP, groups, random);
            let tiles = Instructions::default().run(InTiles(&from, &convolution));
            let from = joined(&from);
            for (group, tiles) in tiles.iter().enumerate() {
                let mut formula = Plane::default();
                convolution.convolve_group(group, &from, &mut formula, 0.0);
                for cell in (0..=columns + 1).flat_map(|column| (0..=rows + 1).map(move |row| (column, row))) {
                    for (one, other) in tiles.at(cell).iter().zip(formula.at(cell)) {
                        prop_assert!((one - other).abs() < 1e-2 * greatest.max(1.0), "{cell:?}: {one} {other}");
                    }
                }
            }
        }
    }
}
