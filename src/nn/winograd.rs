//! Winograd convolutions, F(4x4, 3x3) of LAV16 section 4.3: a third of the multiplications of the formula.
//!
//! The output is computed in tiles of 4x4 cells. Each needs an input tile of 6x6 cells, which overlaps with its neighbours.
//! The input tile is transformed to 36 values a channel; at each of the 36 points the channels are multiplied by the
//! matrix of the transformed filter, for all tiles at once; and the inverse transform of the results is the output tile. A
//! kernel of a cell and its six neighbours is a 3x3 filter with two corners of 0. Channels come in groups of 32.
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
use pulp::Simd;

/// The side of an output tile, in cells.
pub(super) const TILE: usize = 4;

/// The side of an input tile, in cells; also the number of points of a dimension.
const POINTS: usize = 6;

/// Numbers of tiles that can be multiplied at once, so that each weight is read once for all of them. More than five need
/// more than 16 vector registers, which only processors with AVX-512 have.
const BLOCKS: [usize; 4] = [9, 8, 5, 4];

/// A value aligned to a cache line, so that no vector is in two lines.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Aligned<T>(T);

/// The transformed filter of a convolution.
#[derive(Debug)]
pub(super) struct Filter {
    /// For each group of output channels the parts for each group of input channels, and the bias.
    groups: Vec<(Vec<Part>, Channels)>,
}

/// The part of a filter for a group of input channels and one of output channels: for each point, row by row, a
/// matrix with a row for each input channel.
type Part = Vec<Aligned<[Channels; GROUP]>>;

impl Filter {
    /// The filter of a convolution whose inputs are groups of channels.
    pub(super) fn new(convolution: &Convolution) -> Self {
        let inputs = convolution.inputs();
        let group = |rows: &Vec<Channels>| {
            let part = |first: usize| part(|offset, input| &rows[offset * inputs + first + input]);
            ((0..inputs).step_by(GROUP).map(part).collect(), *rows.last().expect("the bias"))
        };
        Self { groups: convolution.groups.iter().map(group).collect() }
    }
}

/// The part of a filter with these rows of weights at an offset of the kernel and an input channel.
fn part<'a>(row: impl Fn(usize, usize) -> &'a Channels) -> Part {
    let mut points = vec![Aligned([[0.0; GROUP]; GROUP]); POINTS * POINTS];
    for input in 0..GROUP {
        // Collected first: the points are a memory page apart, and single writes there are slow.
        let mut of_input = [[0.0; GROUP]; POINTS * POINTS];
        for output in 0..GROUP {
            let weight = |offset: usize| f64::from(row(offset, input)[output]);
            for (weights, value) in of_input.iter_mut().zip(transform_filter(weight)) {
                #[expect(clippy::cast_possible_truncation, reason = "rounded to the nearest float")]
                let value = value as f32;
                weights[output] = value;
            }
        }
        for (point, weights) in points.iter_mut().zip(of_input) {
            point.0[input] = weights;
        }
    }
    points
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

/// A transformed tile: the channels at each point, row by row.
type TransformedTile = Aligned<[Channels; POINTS * POINTS]>;

/// Memory for the transformed tiles of a convolution.
#[derive(Clone, Debug, Default)]
pub(super) struct Tiles {
    /// The transformed input tiles, for each group of channels.
    inputs: Vec<Vec<TransformedTile>>,
    /// The output tiles of one group before their inverse transform.
    outputs: Vec<TransformedTile>,
}

impl Tiles {
    /// A convolution; smaller outputs become `least`: 0 for a `ReLU`, negative infinity for none. There is a plane for each
    /// group of channels. The padding of `from` must be 0; that of `to` stays 0.
    #[inline(always)]
    pub(super) fn convolve<S: Simd>(
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
        inputs.resize_with(from.len(), Vec::new);
        outputs.resize(count, Aligned([[0.0; GROUP]; POINTS * POINTS]));
        for (tiles, plane) in inputs.iter_mut().zip(from) {
            tiles.resize(count, Aligned([[0.0; GROUP]; POINTS * POINTS]));
            for (tile, points) in tiles.iter_mut().enumerate() {
                transform_input_tile(simd, plane, first(tile), points);
            }
        }
        for ((parts, bias), plane) in filter.groups.iter().zip(to) {
            match block_size::<S>(count) {
                9 => multiply::<S, 9>(simd, parts, inputs, outputs),
                8 => multiply::<S, 8>(simd, parts, inputs, outputs),
                5 => multiply::<S, 5>(simd, parts, inputs, outputs),
                4 => multiply::<S, 4>(simd, parts, inputs, outputs),
                _ => multiply::<S, 1>(simd, parts, inputs, outputs),
            }
            plane.resize_like(&from[0], GROUP);
            for (tile, points) in outputs.iter().enumerate() {
                transform_output_tile(simd, points, (bias, least), plane, first(tile));
            }
        }
    }
}

/// Transforms the input tile whose first cell is `first`.
#[inline(always)]
fn transform_input_tile<S: Simd>(
    simd: S,
    from: &Plane,
    first: (usize, usize),
    points: &mut TransformedTile,
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
    points: &TransformedTile,
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

/// Multiplies the channels of all tiles by the parts of the filter for one group of output channels, at every point, in
/// blocks of `TILES`.
#[inline(always)]
fn multiply<S: Simd, const TILES: usize>(
    simd: S,
    parts: &[Part],
    inputs: &[Vec<TransformedTile>],
    outputs: &mut [TransformedTile],
) {
    // Two corners of the filter are 0, and so are all weights at the first and the last point: the outputs stay 0 there.
    for point in 1..POINTS * POINTS - 1 {
        // The last block may compute some tiles of the one before again.
        for first in (0..outputs.len()).step_by(TILES) {
            let first = first.min(outputs.len() - TILES);
            let outputs = outputs[first..].first_chunk_mut::<TILES>().expect("as many tiles");
            multiply_block(simd, parts, (inputs, first), outputs, point);
        }
    }
}

/// Multiplies the channels of a block of tiles, from `first` on, by the filter at one point, two vectors of outputs at a time, so
/// that the sums stay in registers.
#[inline(always)]
fn multiply_block<S: Simd, const TILES: usize>(
    simd: S,
    parts: &[Part],
    (inputs, first): (&[Vec<TransformedTile>], usize),
    outputs: &mut [TransformedTile; TILES],
    point: usize,
) {
    for pair in 0..GROUP / (2 * S::F32_LANES) {
        let mut sums = [[simd.splat_f32s(0.0); 2]; TILES];
        for (part, tiles) in parts.iter().zip(inputs) {
            let tiles = tiles[first..].first_chunk::<TILES>().expect("as many tiles");
            for (input, weights) in part[point].0.iter().enumerate() {
                let weights = S::as_simd_f32s(weights).0.as_chunks::<2>().0[pair];
                for (sums, inputs) in sums.iter_mut().zip(tiles) {
                    let value = simd.splat_f32s(inputs.0[point][input]);
                    for (sum, weight) in sums.iter_mut().zip(weights) {
                        *sum = simd.mul_add_f32s(value, weight, *sum);
                    }
                }
            }
        }
        for (outputs, sums) in outputs.iter_mut().zip(sums) {
            S::as_mut_simd_f32s(&mut outputs.0[point]).0.as_chunks_mut::<2>().0[pair] = sums;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nn::network::tests::convolution;
    use proptest::prelude::*;
    use pulp::{Arch, WithSimd};
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    /// A convolution in tiles.
    struct InTiles<'a>(&'a [Plane], &'a Convolution);

    impl WithSimd for InTiles<'_> {
        type Output = Vec<Plane>;

        #[inline(always)]
        fn with_simd<S: Simd>(self, simd: S) -> Vec<Plane> {
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

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn tiles_give_the_results_of_the_formula(
            (columns, rows) in (1..=19usize, 1..=19usize),
            groups in 1..=3usize,
            seed in any::<u64>(),
        ) {
            let random = &mut StdRng::seed_from_u64(seed);
            let mut from = vec![Plane::default(); groups];
            for plane in &mut from {
                plane.clear(columns, rows, GROUP);
                for cell in plane.cells() {
                    plane.at_mut(cell).fill_with(|| random.random_range(-1.0..1.0));
                }
            }
            let convolution = convolution(groups * GROUP, groups, random);
            let tiles = Arch::new().dispatch(InTiles(&from, &convolution));
            let from = joined(&from);
            for (group, tiles) in tiles.iter().enumerate() {
                let mut formula = Plane::default();
                convolution.convolve_group(group, &from, &mut formula, 0.0);
                for cell in (0..=columns + 1).flat_map(|column| (0..=rows + 1).map(move |row| (column, row))) {
                    for (one, other) in tiles.at(cell).iter().zip(formula.at(cell)) {
                        prop_assert!((one - other).abs() < 1e-4, "{cell:?}: {one} {other}");
                    }
                }
            }
        }
    }
}
