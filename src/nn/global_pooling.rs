//! Global pooling: every cell gets a bias that depends on the whole board (D. Wu, *Accelerating self-play learning in
//! Go*, 2019, <https://arxiv.org/abs/1902.10565>, section 3.3).
//!
//! For every channel there are three numbers, taken after a `ReLU`: the mean over the board's cells, the mean times the
//! side of the board, and the greatest value. A matrix makes of them a number for each channel, which is added to that
//! channel at every cell. Its rows are those of all means, of all means times the side, and of all greatest values.

#![expect(
    clippy::inline_always,
    reason = "functions generic over the SIMD level compile to its instructions only where they are inlined"
)]

use super::network::{Channels, GROUP};
use super::plane::Plane;

/// Adds to each cell what all cells together say: for each group of channels there is a plane and the columns of the
/// matrix.
#[inline(always)]
pub(super) fn add_pooled(matrix: &[Vec<Channels>], planes: &mut [Plane]) {
    let pooled = pooled(planes);
    for (columns, plane) in matrix.iter().zip(planes) {
        let mut sums = [0.0; GROUP];
        for (number, weights) in pooled.iter().zip(columns) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum = number.mul_add(*weight, *sum);
            }
        }
        for cell in plane.cells() {
            for (value, sum) in plane.at_mut(cell).iter_mut().zip(sums) {
                *value += sum;
            }
        }
    }
}

/// The numbers of all channels, by which the matrix is multiplied.
#[inline(always)]
fn pooled(planes: &[Plane]) -> Vec<f32> {
    let (mut sums, mut greatest) =
        (vec![[0.0; GROUP]; planes.len()], vec![[0.0; GROUP]; planes.len()]);
    for ((plane, sums), greatest) in planes.iter().zip(&mut sums).zip(&mut greatest) {
        for cell in plane.cells() {
            for ((value, sum), most) in
                plane.at(cell).iter().zip(sums.iter_mut()).zip(greatest.iter_mut())
            {
                *sum += value.max(0.0);
                *most = value.max(*most);
            }
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "some hundreds of cells")]
    let cells = (planes[0].columns() * planes[0].rows()) as f32;
    let means = sums.as_flattened().iter().map(|sum| sum / cells);
    let side = side(cells);
    means.clone().chain(means.map(|mean| side * mean)).chain(greatest.concat()).collect()
}

/// The side of a board with this many cells, on a scale where the common sizes are near 0.
fn side(cells: f32) -> f32 {
    (cells.sqrt() - 14.0) / 10.0
}
