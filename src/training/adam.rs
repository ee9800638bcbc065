//! The optimizer of the first layer, the last one, and all biases. The rest is [`Muon`](super::muon::Muon)'s.

use crate::nn::Network;

/// The state of Adam (D. Kingma, J. Ba, *Adam: a method for stochastic optimization*, ICLR 2015,
/// <https://arxiv.org/abs/1412.6980>).
#[derive(Clone, Debug)]
pub(super) struct Adam {
    /// Running means of the gradients, one for each weight.
    means: Vec<f32>,
    /// Running means of their squares.
    squares: Vec<f32>,
    /// Steps taken.
    steps: i32,
}

/// The decay of the running means of gradients and of their squares at a step: β₁ and β₂.
const DECAY: (f32, f32) = (0.9, 0.999);

/// Gradients of a greater Euclidean norm are scaled down to this norm.
const MAX_NORM: f32 = 1.0;

/// Keeps steps finite where all gradients are 0: ε.
const EPSILON: f32 = 1e-8;

impl Default for Adam {
    fn default() -> Self {
        let zeroes = || vec![0.0; Network::WEIGHTS];
        Self { means: zeroes(), squares: zeroes(), steps: 0 }
    }
}

impl Adam {
    /// Takes a step against this gradient of the mean loss.
    pub(super) fn step(&mut self, network: &mut Network, gradient: &[f32], learning_rate: f32) {
        let norm = gradient.iter().map(|gradient| gradient * gradient).sum::<f32>().sqrt();
        let scale = (MAX_NORM / norm).min(1.0);
        self.steps += 1;
        let learning_rate = learning_rate * (1.0 - DECAY.1.powi(self.steps)).sqrt()
            / (1.0 - DECAY.0.powi(self.steps));
        for index in Network::other_weights() {
            let gradient = scale * gradient[index];
            let (mean, square) = (&mut self.means[index], &mut self.squares[index]);
            *mean += (1.0 - DECAY.0) * (gradient - *mean);
            *square += (1.0 - DECAY.1) * (gradient * gradient - *square);
            network.weights_mut()[index] -= learning_rate * *mean / (square.sqrt() + EPSILON);
        }
    }
}
