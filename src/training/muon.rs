//! The optimizer of the hidden layers.

use crate::nn::{CHANNELS, Network};

/// The state of Muon (K. Jordan and others, *Muon: an optimizer for hidden layers in neural networks*, 2024,
/// <https://kellerjordan.github.io/posts/muon/>).
///
/// The weights of a layer are a matrix. The step is the orthogonal matrix nearest to its gradient with momentum: all singular
/// values become about 1, so that directions which few samples have in common are learned as fast as any other.
#[derive(Clone, Debug)]
pub(super) struct Muon {
    /// Running means of the gradients, one for each weight.
    means: Vec<f32>,
}

/// The decay of the running means at a step: Nesterov momentum.
const MOMENTUM: f32 = 0.95;

/// A matrix with a row for each input of a layer, at all offsets of the kernel.
type Matrix = Vec<[f32; CHANNELS]>;

impl Default for Muon {
    fn default() -> Self {
        Self { means: vec![0.0; Network::WEIGHTS] }
    }
}

impl Muon {
    /// Takes a step with every hidden layer against this gradient of the mean loss.
    pub(super) fn step(&mut self, network: &mut Network, gradient: &[f32], learning_rate: f32) {
        for range in Network::hidden_weights() {
            let (means, gradient) = (&mut self.means[range.clone()], &gradient[range.clone()]);
            let ahead = means.iter_mut().zip(gradient).map(|(mean, gradient)| {
                *mean += (1.0 - MOMENTUM) * (gradient - *mean);
                gradient + MOMENTUM * (*mean - gradient)
            });
            let step = orthogonalized(ahead.collect::<Vec<f32>>().as_chunks().0.to_vec());
            let weights = &mut network.weights_mut()[range];
            for (weight, step) in weights.iter_mut().zip(step.as_flattened()) {
                *weight -= learning_rate * step;
            }
        }
    }
}

/// The orthogonal matrix nearest to a matrix, approximately: five Newton-Schulz iterations with Jordan's coefficients bring all
/// singular values to about 0.7 to 1.2.
fn orthogonalized(mut matrix: Matrix) -> Matrix {
    let norm = matrix.as_flattened().iter().map(|value| value * value).sum::<f32>().sqrt();
    for value in matrix.as_flattened_mut() {
        *value /= norm + 1e-7;
    }
    for _ in 0..5 {
        let square = product(&transposed(&matrix), &matrix);
        let fourth = product(&square, &square);
        let mut factor = square;
        for (value, fourth) in factor.as_flattened_mut().iter_mut().zip(fourth.as_flattened()) {
            *value = -4.775 * *value + 2.0315 * fourth;
        }
        for (channel, row) in factor.iter_mut().enumerate() {
            row[channel] += 3.4445;
        }
        matrix = product(&matrix, &factor);
    }
    matrix
}

/// The transpose.
fn transposed(matrix: &Matrix) -> Vec<Vec<f32>> {
    (0..CHANNELS).map(|channel| matrix.iter().map(|row| row[channel]).collect()).collect()
}

/// The matrix product.
fn product<R: AsRef<[f32]>>(left: &[R], right: &Matrix) -> Matrix {
    let sum = |row: &R| {
        let mut sum = [0.0; CHANNELS];
        for (factor, values) in row.as_ref().iter().zip(right) {
            for (sum, value) in sum.iter_mut().zip(values) {
                *sum += factor * value;
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
    fn a_step_has_singular_values_near_one() {
        let mut random = StdRng::seed_from_u64(1);
        let mut matrix: Matrix = vec![[0.0; CHANNELS]; 7 * CHANNELS];
        for value in matrix.as_flattened_mut() {
            *value = random.random_range(-1.0..1.0);
        }
        // One singular value is about a hundred times as large as the others.
        for row in &mut matrix {
            row[0] *= 100.0;
        }
        let orthogonal = orthogonalized(matrix);
        let square = product(&transposed(&orthogonal), &orthogonal);
        for (one, row) in square.iter().enumerate() {
            for (other, value) in row.iter().enumerate() {
                let (least, most) = if one == other { (0.3, 1.6) } else { (-0.4, 0.4) };
                assert!((least..most).contains(value), "{one} {other} {value}");
            }
        }
    }
}
