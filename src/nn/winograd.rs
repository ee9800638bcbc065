//! Convolutions in tiles of four by four cells, with a third of the multiplications: Winograd's minimal
//! filtering, F(4x4, 3x3) of LAV16 section 4.3.
//!
//! To weigh six cells of a row by a filter of three, at four places, is to multiply polynomials: at six
//! points the values of one times the values of the other are those of the product, and tell it. In two
//! dimensions a tile with its frame, six by six cells, is taken to 36 points; at each of them the channels
//! are weighed and summed, for all tiles at once; and what comes of it is taken back to four by four cells.
//! A cell and its six neighbours are a square of three by three with two corners empty.

#![expect(
    clippy::inline_always,
    reason = "what is compiled for each kind of vectors must be inlined where they are chosen"
)]

use super::network::{BODY, CHANNELS, Channels, Network};
use super::plane::Plane;
use pulp::Simd;

/// Cells of a side of a tile.
pub(super) const TILE: usize = 4;

/// Points of a dimension; also the cells of a side of a tile with its frame.
const POINTS: usize = 6;

/// Tiles that may be weighed at once; every weight is then read once for all of them. More than five take
/// more than the sixteen vectors that most processors hold.
const BLOCKS: [usize; 4] = [9, 8, 5, 4];

/// What begins where a line of the processor's cache does: no vector is in two lines then.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Aligned<T>(T);

/// A layer's weights, as its filters are at the points.
#[derive(Debug)]
pub(super) struct Filter {
    /// For each point the weights of each input.
    points: Vec<Aligned<[Channels; CHANNELS]>>,
    bias: Channels,
}

impl Filter {
    /// The layers between the first and the last.
    pub(super) fn of_body(network: &Network) -> Vec<Self> {
        (1..=BODY).map(|layer| Self::new(&network.rows[Network::layer(layer)])).collect()
    }

    /// Of the rows of a layer with as many inputs as channels.
    fn new(rows: &[Channels]) -> Self {
        let (bias, rows) = rows.split_last().expect("the bias");
        let mut points = vec![Aligned([[0.0; CHANNELS]; CHANNELS]); POINTS * POINTS];
        for input in 0..CHANNELS {
            // The points are a page of memory apart each, which takes long when single numbers are written.
            let mut of_input = [[0.0; CHANNELS]; POINTS * POINTS];
            for output in 0..CHANNELS {
                let weight = |tap: usize| f64::from(rows[tap * CHANNELS + input][output]);
                for (weights, value) in of_input.iter_mut().zip(square_points(weight)) {
                    #[expect(clippy::cast_possible_truncation, reason = "the nearest will do")]
                    let value = value as f32;
                    weights[output] = value;
                }
            }
            for (point, weights) in points.iter_mut().zip(of_input) {
                point.0[input] = weights;
            }
        }
        Self { points, bias: *bias }
    }
}

/// The weights of a cell and its neighbours as a square of three by three, at all points, row by row.
fn square_points(weight: impl Fn(usize) -> f64) -> impl Iterator<Item = f64> {
    let rows = [
        [0.0, weight(0), weight(1)],
        [weight(2), weight(3), weight(4)],
        [weight(5), weight(6), 0.0],
    ]
    .map(filter_points);
    let column = move |column: usize| filter_points(rows.map(|row| row[column]));
    let columns: [_; POINTS] = std::array::from_fn(column);
    (0..POINTS * POINTS).map(move |point| columns[point % POINTS][point / POINTS])
}

/// A filter of three numbers at the points 0, 1, -1, 2, -2 and infinity, with the divisors that a product
/// needs to be read off its values.
fn filter_points([a, b, c]: [f64; 3]) -> [f64; POINTS] {
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

/// Six cells of a row at the points.
#[inline(always)]
fn tile_points<S: Simd>(simd: S, cells: [S::f32s; POINTS]) -> [S::f32s; POINTS] {
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

/// The four cells of a row that have these values at the points.
#[inline(always)]
fn tile_cells<S: Simd>(simd: S, points: [S::f32s; POINTS]) -> [S::f32s; TILE] {
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

/// The values of a tile at the points, row by row.
type Points = Aligned<[Channels; POINTS * POINTS]>;

/// Memory for the values of all tiles at the points.
#[derive(Clone, Debug, Default)]
pub(super) struct Tiles {
    given: Vec<Points>,
    made: Vec<Points>,
}

impl Tiles {
    /// A layer: weighed sums over every cell and its neighbours, of which nothing less than nothing is
    /// passed on. What is not on the board must be, and stays, nothing.
    #[inline(always)]
    pub(super) fn pass<S: Simd>(&mut self, simd: S, filter: &Filter, from: &Plane, to: &mut Plane) {
        self.convolve(simd, filter, from, (to, 0.0));
    }

    /// The same with another least number that is passed on.
    #[inline(always)]
    pub(super) fn convolve<S: Simd>(
        &mut self,
        simd: S,
        filter: &Filter,
        from: &Plane,
        (to, least): (&mut Plane, f32),
    ) {
        let Self { given, made } = self;
        let columns = from.columns().div_ceil(TILE);
        let count = columns * from.rows().div_ceil(TILE);
        let first = |tile: usize| (tile % columns * TILE, tile / columns * TILE);
        given.resize(count, Aligned([[0.0; CHANNELS]; POINTS * POINTS]));
        made.resize(count, Aligned([[0.0; CHANNELS]; POINTS * POINTS]));
        for (tile, points) in given.iter_mut().enumerate() {
            take_tile(simd, from, first(tile), points);
        }
        match block_of::<S>(count) {
            9 => weigh::<S, 9>(simd, filter, given, made),
            8 => weigh::<S, 8>(simd, filter, given, made),
            5 => weigh::<S, 5>(simd, filter, given, made),
            4 => weigh::<S, 4>(simd, filter, given, made),
            _ => weigh::<S, 1>(simd, filter, given, made),
        }
        to.fit(from, CHANNELS);
        for (tile, points) in made.iter().enumerate() {
            let bias = (&filter.bias, least);
            give_tile(simd, points, bias, to, first(tile));
        }
    }
}

/// Takes a tile and its frame to the points.
#[inline(always)]
fn take_tile<S: Simd>(simd: S, from: &Plane, first: (usize, usize), points: &mut Points) {
    let (column, row) = first;
    for part in 0..CHANNELS / S::F32_LANES {
        let rows = [
            row_points(simd, from, (column, row), part),
            row_points(simd, from, (column, row + 1), part),
            row_points(simd, from, (column, row + 2), part),
            row_points(simd, from, (column, row + 3), part),
            row_points(simd, from, (column, row + 4), part),
            row_points(simd, from, (column, row + 5), part),
        ];
        for column in 0..POINTS {
            for (row, number) in tile_points(simd, at_column(&rows, column)).into_iter().enumerate()
            {
                S::as_mut_simd_f32s(&mut points.0[row * POINTS + column]).0[part] = number;
            }
        }
    }
}

/// A vector of the channels of six cells of a row, from this one on, at the points.
#[inline(always)]
fn row_points<S: Simd>(
    simd: S,
    from: &Plane,
    first: (usize, usize),
    part: usize,
) -> [S::f32s; POINTS] {
    let cells = from.strip(first, POINTS).as_chunks::<CHANNELS>().0;
    let cells = cells.first_chunk::<POINTS>().expect("a row of a tile and its frame");
    tile_points(simd, parts::<S>(cells, part))
}

/// A vector of the channels of each. This and other lists are written out: to fill a list that was made of
/// zeroes takes as long again, and a closure would not be compiled for the vectors.
#[inline(always)]
fn parts<S: Simd>(channels: &[Channels; POINTS], part: usize) -> [S::f32s; POINTS] {
    [
        S::as_simd_f32s(&channels[0]).0[part],
        S::as_simd_f32s(&channels[1]).0[part],
        S::as_simd_f32s(&channels[2]).0[part],
        S::as_simd_f32s(&channels[3]).0[part],
        S::as_simd_f32s(&channels[4]).0[part],
        S::as_simd_f32s(&channels[5]).0[part],
    ]
}

/// What the rows have in a column.
#[inline(always)]
fn at_column<T: Copy, const WIDTH: usize>(
    rows: &[[T; WIDTH]; POINTS],
    column: usize,
) -> [T; POINTS] {
    let mut numbers = [rows[0][column]; POINTS];
    for (number, row) in numbers.iter_mut().zip(rows) {
        *number = row[column];
    }
    numbers
}

/// Takes the cells of a tile that are on the board back from the points.
#[inline(always)]
fn give_tile<S: Simd>(
    simd: S,
    points: &Points,
    (bias, least): (&Channels, f32),
    to: &mut Plane,
    first: (usize, usize),
) {
    let (columns, rows) = (TILE.min(to.columns() - first.0), TILE.min(to.rows() - first.1));
    let least = simd.splat_f32s(least);
    for part in 0..CHANNELS / S::F32_LANES {
        let bias = S::as_simd_f32s(bias).0[part];
        let lines = points.0.as_chunks::<POINTS>().0;
        let made = [
            tile_cells(simd, parts::<S>(&lines[0], part)),
            tile_cells(simd, parts::<S>(&lines[1], part)),
            tile_cells(simd, parts::<S>(&lines[2], part)),
            tile_cells(simd, parts::<S>(&lines[3], part)),
            tile_cells(simd, parts::<S>(&lines[4], part)),
            tile_cells(simd, parts::<S>(&lines[5], part)),
        ];
        for column in 0..columns {
            let numbers = tile_cells(simd, at_column(&made, column));
            for (row, number) in numbers.into_iter().enumerate().take(rows) {
                let cell = to.at_mut((first.0 + column + 1, first.1 + row + 1));
                let number = simd.max_f32s(simd.add_f32s(number, bias), least);
                S::as_mut_simd_f32s(cell).0[part] = number;
            }
        }
    }
}

/// The blocks in which so many tiles are weighed: those that take the fewest tiles twice.
#[inline(always)]
fn block_of<S: Simd>(tiles: usize) -> usize {
    let fits = |block: &usize| *block <= tiles && (*block <= 5 || S::F32_LANES == 16);
    let taken = |block: &usize| tiles.next_multiple_of(*block);
    BLOCKS.into_iter().filter(fits).min_by_key(taken).unwrap_or(1)
}

/// Weighs the channels of all tiles at every point, so many tiles at once.
#[inline(always)]
fn weigh<S: Simd, const TILES: usize>(
    simd: S,
    filter: &Filter,
    given: &[Points],
    made: &mut [Points],
) {
    // At the first and at the last point all weights are nothing, as in two corners of the filters: there
    // what is made stays nothing.
    for (point, weights) in filter.points.iter().enumerate().take(POINTS * POINTS - 1).skip(1) {
        // The last block may take some tiles of the one before again.
        for first in (0..given.len()).step_by(TILES) {
            let first = first.min(given.len() - TILES);
            let given = given[first..].first_chunk::<TILES>().expect("as many tiles");
            let made = made[first..].first_chunk_mut::<TILES>().expect("as many tiles");
            weigh_block(simd, &weights.0, given, made, point);
        }
    }
}

/// Weighed sums of the channels of some tiles at a point. They are taken two vectors at a time, so that
/// they stay in registers.
#[inline(always)]
fn weigh_block<S: Simd, const TILES: usize>(
    simd: S,
    weights: &[Channels; CHANNELS],
    given: &[Points; TILES],
    made: &mut [Points; TILES],
    point: usize,
) {
    for pair in 0..CHANNELS / (2 * S::F32_LANES) {
        let mut sums = [[simd.splat_f32s(0.0); 2]; TILES];
        for (input, weights) in weights.iter().enumerate() {
            let weights = S::as_simd_f32s(weights).0.as_chunks::<2>().0[pair];
            for (sums, given) in sums.iter_mut().zip(given) {
                let number = simd.splat_f32s(given.0[point][input]);
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum = simd.mul_add_f32s(number, weight, *sum);
                }
            }
        }
        for (made, sums) in made.iter_mut().zip(sums) {
            S::as_mut_simd_f32s(&mut made.0[point]).0.as_chunks_mut::<2>().0[pair] = sums;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nn::network::{Network, pass};
    use proptest::prelude::*;
    use pulp::{Arch, WithSimd};
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    /// A layer on a plane, in tiles and as the formula says.
    struct Both<'a>(&'a Plane, &'a [Channels]);

    impl WithSimd for Both<'_> {
        type Output = [Plane; 2];

        #[inline(always)]
        fn with_simd<S: Simd>(self, simd: S) -> [Plane; 2] {
            let mut made = [Plane::default(), Plane::default()];
            Tiles::default().pass(simd, &Filter::new(self.1), self.0, &mut made[0]);
            pass(self.1, self.0, &mut made[1]);
            made
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn tiles_make_what_the_formula_says(
            (columns, rows) in (1..=19usize, 1..=19usize),
            seed in any::<u64>(),
        ) {
            let mut from = Plane::default();
            from.clear(columns, rows, CHANNELS);
            let mut random = StdRng::seed_from_u64(seed);
            for cell in from.cells() {
                from.at_mut(cell).fill_with(|| random.random_range(-1.0..1.0));
            }
            let network = Network::random(seed);
            let [tiles, formula] =
                Arch::new().dispatch(Both(&from, &network.rows[Network::layer(1)]));
            for column in 0..=columns + 1 {
                for row in 0..=rows + 1 {
                    let cell = (column, row);
                    for (one, other) in tiles.at(cell).iter().zip(formula.at(cell)) {
                        prop_assert!((one - other).abs() < 1e-4, "{cell:?}: {one} {other}");
                    }
                }
            }
        }
    }
}
