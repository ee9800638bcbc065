//! Steps of the layers between the first and the last.

use crate::nn::{CHANNELS, Network};

/// The method of Muon (K. Jordan and others, *Muon: an optimizer for hidden layers in neural networks*,
/// 2024): the weights of a layer are a matrix, and it goes as far in every direction in which its mean
/// gradient goes at all. So what only few samples speak of is learned as fast as what all of them do.
#[derive(Clone, Debug)]
pub(super) struct Muon {
    means: Vec<f32>,
}

/// How much of the mean is kept at a step.
const KEPT: f32 = 0.95;

/// A row for each input.
type Matrix = Vec<[f32; CHANNELS]>;

impl Default for Muon {
    fn default() -> Self {
        Self { means: vec![0.0; Network::WEIGHTS] }
    }
}

impl Muon {
    /// Takes a step of this length with every layer between the first and the last.
    pub(super) fn step(&mut self, network: &mut Network, gradient: &[f32], learning_rate: f32) {
        for range in Network::hidden_weights() {
            let (means, gradient) = (&mut self.means[range.clone()], &gradient[range.clone()]);
            let ahead = means.iter_mut().zip(gradient).map(|(mean, gradient)| {
                *mean += (1.0 - KEPT) * (gradient - *mean);
                gradient + KEPT * (*mean - gradient)
            });
            let step = orthogonal(ahead.collect::<Vec<f32>>().as_chunks().0.to_vec());
            let weights = &mut network.weights_mut()[range];
            for (weight, step) in weights.iter_mut().zip(step.as_flattened()) {
                *weight -= learning_rate * step;
            }
        }
    }
}

/// About the orthogonal matrix nearest to one, by Newton's and Schulz's iteration with Jordan's
/// coefficients: what stretches it in any direction becomes some 0.7 to 1.2.
fn orthogonal(mut matrix: Matrix) -> Matrix {
    let length = matrix.as_flattened().iter().map(|number| number * number).sum::<f32>().sqrt();
    for number in matrix.as_flattened_mut() {
        *number /= length + 1e-7;
    }
    for _ in 0..5 {
        let square = product(&transposed(&matrix), &matrix);
        let fourth = product(&square, &square);
        let mut factor = square;
        for (number, fourth) in factor.as_flattened_mut().iter_mut().zip(fourth.as_flattened()) {
            *number = -4.775 * *number + 2.0315 * fourth;
        }
        for (channel, row) in factor.iter_mut().enumerate() {
            row[channel] += 3.4445;
        }
        matrix = product(&matrix, &factor);
    }
    matrix
}

/// The columns as rows.
fn transposed(matrix: &Matrix) -> Vec<Vec<f32>> {
    (0..CHANNELS).map(|channel| matrix.iter().map(|row| row[channel]).collect()).collect()
}

fn product<R: AsRef<[f32]>>(left: &[R], right: &Matrix) -> Matrix {
    let sum = |row: &R| {
        let mut sum = [0.0; CHANNELS];
        for (factor, numbers) in row.as_ref().iter().zip(right) {
            for (sum, number) in sum.iter_mut().zip(numbers) {
                *sum += factor * number;
            }
        }
        sum
    };
    left.iter().map(sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn a_step_goes_as_far_in_every_direction() {
        let mut random = StdRng::seed_from_u64(1);
        let mut matrix: Matrix = vec![[0.0; CHANNELS]; 7 * CHANNELS];
        for number in matrix.as_flattened_mut() {
            *number = random.random_range(-1.0..1.0);
        }
        // One direction counts a hundred times as much as another.
        for row in &mut matrix {
            row[0] *= 100.0;
        }
        let orthogonal = orthogonal(matrix);
        let square = product(&transposed(&orthogonal), &orthogonal);
        for (one, row) in square.iter().enumerate() {
            for (other, number) in row.iter().enumerate() {
                let (least, most) = if one == other { (0.3, 1.6) } else { (-0.4, 0.4) };
                assert!((least..most).contains(number), "{one} {other} {number}");
            }
        }
    }
}
