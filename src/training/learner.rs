//! The training loop: batches of samples, steps of the optimizers, and the running mean of the weights.

use super::adam::Adam;
use super::muon::Muon;
use super::sample::PositionSample;
use crate::nn::{Gradient, Network, Sample};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use std::collections::VecDeque;
use std::thread;

/// Trains a network. A call of [`learn`](Self::learn) uses its own samples and those of the calls just before.
#[derive(Clone, Debug)]
pub struct Learner {
    optimizer: Optimizer,
    threads: usize,
    /// The samples of the last calls, the oldest first.
    recent: VecDeque<Vec<PositionSample>>,
}

/// The weights after the last step, their running mean, and the state of the optimizers. The mean is the result of training:
/// it plays far better, since the noise of single steps cancels.
#[derive(Clone, Debug)]
struct Optimizer {
    last: Network,
    mean: Network,
    adam: Adam,
    muon: Muon,
    steps: u32,
}

/// The passes over each sample: one when it comes, the others with the samples of later calls.
const PASSES: usize = 3;

/// The samples of a batch.
const BATCH: usize = 192;

/// The steps over which the running mean of the weights extends.
const MEAN_STEPS: u32 = 500;

/// The learning rate of [`Muon`] divided by that of [`Adam`].
const MUON_RATE: f32 = 7.5;

impl Learner {
    /// Begins with this network, and computes gradients on this many threads.
    pub fn new(network: Network, threads: usize) -> Self {
        Self { optimizer: Optimizer::new(network), threads, recent: VecDeque::new() }
    }

    /// The trained network: the running mean of the weights.
    pub fn network(&self) -> &Network {
        &self.optimizer.mean
    }

    /// Trains on these samples and recent ones at this learning rate: one pass, in random order, a batch a step. Each sample
    /// is turned by a half-turn of the board or not, at random, since both are the same game. Returns the mean loss of a
    /// sample, in nats.
    pub fn learn(
        &mut self,
        samples: Vec<PositionSample>,
        learning_rate: f32,
        random: &mut StdRng,
    ) -> f64 {
        self.recent.push_back(samples);
        if self.recent.len() > PASSES {
            self.recent.pop_front();
        }
        let mut samples: Vec<&PositionSample> = self.recent.iter().flatten().collect();
        samples.shuffle(random);
        let mut loss = 0.0;
        for batch in samples.chunks(BATCH) {
            let batch = batch
                .iter()
                .map(|sample| if random.random() { sample.half_turn() } else { (*sample).clone() });
            let batch: Vec<Sample> = batch.map(|sample| sample.to_input()).collect();
            let gradient = gradient(&self.optimizer.last, &batch, self.threads);
            loss += gradient.loss;
            self.optimizer.step(&gradient, learning_rate);
        }
        #[expect(clippy::cast_precision_loss, reason = "at most some thousands of samples")]
        let count = samples.len() as f64;
        loss / count
    }
}

impl Optimizer {
    fn new(network: Network) -> Self {
        let last = network.clone();
        Self { last, mean: network, adam: Adam::default(), muon: Muon::default(), steps: 0 }
    }

    /// Takes one step of both optimizers, and updates the running mean.
    fn step(&mut self, gradient: &Gradient, learning_rate: f32) {
        let means: Vec<f32> = gradient.means().collect();
        self.adam.step(&mut self.last, &means, learning_rate);
        self.muon.step(&mut self.last, &means, MUON_RATE * learning_rate);
        self.steps += 1;
        #[expect(clippy::cast_precision_loss, reason = "at most 500")]
        let share = 1.0 / self.steps.min(MEAN_STEPS) as f32;
        for (mean, weight) in self.mean.weights_mut().iter_mut().zip(self.last.weights()) {
            *mean += share * (weight - *mean);
        }
    }
}

/// The gradient of a network at these samples, computed on this many threads.
fn gradient(network: &Network, samples: &[Sample], threads: usize) -> Gradient {
    thread::scope(|scope| {
        let shares = samples.chunks(samples.len().div_ceil(threads));
        let shares: Vec<_> =
            shares.map(|share| scope.spawn(move || Gradient::of(network, share))).collect();
        let mut all = Gradient::default();
        for share in shares {
            all.join(&share.join().expect("a thread that learns does not panic"));
        }
        all
    })
}

#[cfg(test)]
mod tests {
    use super::super::{SelfPlay, SelfPlaySettings};
    use super::*;
    use crate::board::Size;
    use rand::SeedableRng;

    fn samples(network: &Network, count: usize) -> Vec<PositionSample> {
        let settings = SelfPlaySettings {
            search_probability: 0.5,
            expansions: 20,
            ..SelfPlaySettings::default()
        };
        let mut games = SelfPlay::new(network, settings);
        let (size, mut random) = (Size::new(8, 8).unwrap(), StdRng::seed_from_u64(1));
        (0..count).flat_map(|_| games.play(size, &mut random)).collect()
    }

    /// The least possible loss at these samples: the entropy of their targets.
    fn least_loss(samples: &[PositionSample]) -> f64 {
        let targets = samples.iter().flat_map(|sample| &sample.labels);
        let part = |p: f64| if p > 0.0 { -p * p.ln() } else { 0.0 };
        let both = |p: f64| part(p) + part(1.0 - p);
        targets.map(|label| f64::from(label.weight) * both(label.target.into())).sum()
    }

    #[test]
    fn the_loss_approaches_the_entropy_of_the_targets() {
        let network = Network::random(1);
        let samples = samples(&network, 10);
        let mut learner = Learner::new(network.clone(), 2);
        for _ in 0..15 {
            let mut random = StdRng::seed_from_u64(2);
            learner.learn(samples.clone(), 0.001, &mut random);
        }
        let turned: Vec<PositionSample> = samples.iter().map(PositionSample::half_turn).collect();
        let entropy = least_loss(&samples);
        let excess_loss = |network, samples: &[PositionSample]| {
            let inputs: Vec<Sample> = samples.iter().map(PositionSample::to_input).collect();
            gradient(network, &inputs, 1).loss - entropy
        };
        let first = excess_loss(&network, &samples);
        let [last, last_turned] =
            [samples, turned].map(|samples| excess_loss(learner.network(), &samples));
        assert!(last < 0.2 * first, "{first} {last}");
        assert!(last_turned < 1.05 * last, "{last} {last_turned}");
    }

    #[test]
    fn the_number_of_threads_does_not_change_the_gradient() {
        let network = Network::random(1);
        let samples = samples(&network, 3);
        let samples: Vec<Sample> = samples.iter().map(PositionSample::to_input).collect();
        let one: Vec<f32> = gradient(&network, &samples, 1).means().collect();
        let three: Vec<f32> = gradient(&network, &samples, 3).means().collect();
        let largest = one.iter().map(|slope| slope.abs()).fold(0.0, f32::max);
        let differ = one.iter().zip(&three).map(|(one, three)| (one - three).abs());
        let differ = differ.fold(0.0, f32::max);
        // Sums in another order.
        assert!(differ < 1e-5 * largest, "{differ} of {largest}");
    }
}
