//! A network that learns, and the one that plays.

use super::adam::Adam;
use super::muon::Muon;
use crate::policy::{Gradient, Lesson, Network};
use std::thread;

/// Learns from lessons. What plays, and is kept, is the mean of the networks of late: the last one has
/// just been pushed about by its last lessons, and games that it plays are worth far less.
#[derive(Clone, Debug)]
pub struct Learner {
    last: Network,
    network: Network,
    adam: Adam,
    muon: Muon,
    steps: u32,
}

/// Lessons of one step.
const BATCH: usize = 192;

/// The mean is over some so many steps.
const STEPS_OF_MEAN: u32 = 500;

/// How much longer a step of [`Muon`] is than one of [`Adam`].
const MUON_PACE: f32 = 7.5;

impl Learner {
    /// Begins with a network.
    pub fn new(network: Network) -> Self {
        let last = network.clone();
        Self { last, network, adam: Adam::default(), muon: Muon::default(), steps: 0 }
    }

    /// What it has learned.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Takes steps of this length until all lessons are learned, a batch a step, on so many threads.
    /// Returns the mean surprise at a lesson, in natural units of information.
    pub fn learn(&mut self, lessons: &[Lesson], pace: f32, threads: usize) -> f64 {
        let mut surprise = 0.0;
        for batch in lessons.chunks(BATCH) {
            let gradient = gradient(&self.last, batch, threads);
            surprise += gradient.surprise;
            self.step(&gradient, pace);
        }
        #[expect(clippy::cast_precision_loss, reason = "some thousands of lessons")]
        let lessons = lessons.len() as f64;
        surprise / lessons
    }

    fn step(&mut self, gradient: &Gradient, pace: f32) {
        let slopes: Vec<f32> = gradient.means().collect();
        self.adam.step(&mut self.last, &slopes, pace);
        self.muon.step(&mut self.last, &slopes, MUON_PACE * pace);
        self.steps += 1;
        #[expect(clippy::cast_precision_loss, reason = "some hundreds")]
        let share = 1.0 / self.steps.min(STEPS_OF_MEAN) as f32;
        for (mean, weight) in self.network.weights_mut().iter_mut().zip(self.last.weights()) {
            *mean += share * (weight - *mean);
        }
    }
}

/// What lessons say about a network.
fn gradient(network: &Network, lessons: &[Lesson], threads: usize) -> Gradient {
    thread::scope(|scope| {
        let shares = lessons.chunks(lessons.len().div_ceil(threads));
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
    use super::super::{Pupil, Rules};
    use super::*;
    use crate::board::Size;
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use std::sync::Arc;

    #[test]
    fn what_is_learned_surprises_no_more() {
        let size = Size::new(6, 6).unwrap();
        let network = Network::random(1);
        let mut random = StdRng::seed_from_u64(1);
        let mut pupil = Pupil::new(Arc::new(network.clone()), Rules::default());
        assert!(Pupil::can_learn_on(size) && !Pupil::can_learn_on(Size::new(3, 3).unwrap()));
        let lessons: Vec<Lesson> = (0..20).flat_map(|_| pupil.play(size, &mut random)).collect();
        let mut learner = Learner::new(network.clone());
        let first = learner.learn(&lessons, 0.001, 2);
        let again: Vec<f64> = (0..60).map(|_| learner.learn(&lessons, 0.001, 2)).collect();
        assert!(again[59] < 0.8 * first, "{first} {again:?}");
        let surprise_of = |network| gradient(network, &lessons, 1).surprise;
        assert!(surprise_of(learner.network()) < 0.8 * surprise_of(&network));
    }

    #[test]
    fn threads_share_the_work_and_change_nothing() {
        let network = Network::random(1);
        let mut pupil = Pupil::new(Arc::new(network.clone()), Rules::default());
        let lessons = pupil.play(Size::new(7, 7).unwrap(), &mut StdRng::seed_from_u64(2));
        let one: Vec<f32> = gradient(&network, &lessons, 1).means().collect();
        let three: Vec<f32> = gradient(&network, &lessons, 3).means().collect();
        assert!(one.iter().zip(&three).all(|(one, three)| (one - three).abs() < 1e-5));
    }
}
