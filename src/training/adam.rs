//! Steps of what [`super::muon::Muon`] leaves: the first layer, the last one, and what is added to sums.

use crate::policy::Network;

/// The method of Adam (D. Kingma, J. Ba, *Adam: a method for stochastic optimization*, ICLR 2015): every
/// weight has a pace of its own, from the mean of its gradients and of their squares.
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
    pub(super) fn step(&mut self, network: &mut Network, slopes: &[f32], pace: f32) {
        let length = slopes.iter().map(|slope| slope * slope).sum::<f32>().sqrt();
        let scale = (LONGEST / length).min(1.0);
        self.steps += 1;
        let pace = pace * (1.0 - KEPT.1.powi(self.steps)).sqrt() / (1.0 - KEPT.0.powi(self.steps));
        for index in Network::but_body() {
            let slope = scale * slopes[index];
            let (mean, square) = (&mut self.means[index], &mut self.squares[index]);
            *mean += (1.0 - KEPT.0) * (slope - *mean);
            *square += (1.0 - KEPT.1) * (slope * slope - *square);
            network.weights_mut()[index] -= pace * *mean / (square.sqrt() + 1e-8);
        }
    }
}
