//! Steps down the gradient.

use crate::policy::{Gradient, Network};

/// The method of Adam (D. Kingma, J. Ba, *Adam: a method for stochastic optimization*, ICLR 2015): every
/// weight has a pace of its own, from the mean of its gradients and of their squares.
#[derive(Clone, Debug)]
pub struct Adam {
    /// How far a weight goes in a step whose gradients agree.
    pub pace: f32,
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

/// How much of the mean, and of the mean square, is kept at a step.
const KEPT: (f32, f32) = (0.9, 0.999);

/// Longer gradients are shortened to this length.
const LONGEST: f32 = 1.0;

impl Adam {
    /// Begins with this pace.
    pub fn new(pace: f32) -> Self {
        Self { pace, means: Vec::new(), squares: Vec::new(), steps: 0 }
    }

    /// Takes a step.
    pub fn step(&mut self, network: &mut Network, gradient: &Gradient) {
        let slopes: Vec<f32> = gradient.means().collect();
        let length = slopes.iter().map(|slope| slope * slope).sum::<f32>().sqrt();
        let scale = (LONGEST / length).min(1.0);
        self.means.resize(slopes.len(), 0.0);
        self.squares.resize(slopes.len(), 0.0);
        self.steps += 1;
        let pace =
            self.pace * (1.0 - KEPT.1.powi(self.steps)).sqrt() / (1.0 - KEPT.0.powi(self.steps));
        let memory = self.means.iter_mut().zip(&mut self.squares);
        for ((weight, slope), (mean, square)) in network.weights_mut().zip(slopes).zip(memory) {
            let slope = slope * scale;
            *mean += (1.0 - KEPT.0) * (slope - *mean);
            *square += (1.0 - KEPT.1) * (slope * slope - *square);
            *weight -= pace * *mean / (square.sqrt() + 1e-8);
        }
    }
}
