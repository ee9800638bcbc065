//! Steps of what [`super::muon::Muon`] leaves: the first layer, the last one, and the biases.

use crate::nn::Network;

/// The method of Adam (D. Kingma, J. Ba, *Adam: a method for stochastic optimization*, ICLR 2015): every
/// weight has a learning rate of its own, from the mean of its gradients and of their squares.
#[derive(Clone, Debug)]
pub(super) struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

/// How much of the mean, and of the mean square, is kept at a step.
const KEPT: (f32, f32) = (0.9, 0.999);

/// Longer gradients are shortened to this length.
const LONGEST: f32 = 1.0;

impl Default for Adam {
    fn default() -> Self {
        let zeroes = || vec![0.0; Network::WEIGHTS];
        Self { means: zeroes(), squares: zeroes(), steps: 0 }
    }
}

impl Adam {
    /// Takes a step, of this length where gradients agree.
    pub(super) fn step(&mut self, network: &mut Network, gradient: &[f32], learning_rate: f32) {
        let length = gradient.iter().map(|gradient| gradient * gradient).sum::<f32>().sqrt();
        let scale = (LONGEST / length).min(1.0);
        self.steps += 1;
        let learning_rate = learning_rate * (1.0 - KEPT.1.powi(self.steps)).sqrt()
            / (1.0 - KEPT.0.powi(self.steps));
        for index in Network::other_weights() {
            let gradient = scale * gradient[index];
            let (mean, square) = (&mut self.means[index], &mut self.squares[index]);
            *mean += (1.0 - KEPT.0) * (gradient - *mean);
            *square += (1.0 - KEPT.1) * (gradient * gradient - *square);
            network.weights_mut()[index] -= learning_rate * *mean / (square.sqrt() + 1e-8);
        }
    }
}
