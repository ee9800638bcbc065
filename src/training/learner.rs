//! A network that learns, and the one that plays.

use super::adam::Adam;
use super::muon::Muon;
use crate::policy::{Gradient, Lesson, Network};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use std::collections::VecDeque;
use std::thread;

/// Learns from lessons, those of late more than once.
#[derive(Clone, Debug)]
pub struct Learner {
    optimizer: Optimizer,
    threads: usize,
    /// Lessons of late, the oldest first.
    remembered: VecDeque<Vec<Lesson>>,
}

/// A network under way and the mean of those that it was of late. The mean is what plays, and is kept: the
/// last one has just been pushed about by its last lessons, and games that it plays are worth far less.
#[derive(Clone, Debug)]
struct Optimizer {
    last: Network,
    mean: Network,
    adam: Adam,
    muon: Muon,
    steps: u32,
}

/// How often lessons are learned: when they come, and with those of the next times.
const TIMES: usize = 3;

/// Lessons of one step.
const BATCH: usize = 192;

/// The mean is over some so many steps.
const STEPS_OF_MEAN: u32 = 500;

/// How much longer a step of [`Muon`] is than one of [`Adam`].
const MUON_PACE: f32 = 7.5;

impl Learner {
    /// Begins with a network, and learns on so many threads.
    pub fn new(network: Network, threads: usize) -> Self {
        Self { optimizer: Optimizer::new(network), threads, remembered: VecDeque::new() }
    }

    /// What it has learned.
    pub fn network(&self) -> &Network {
        &self.optimizer.mean
    }

    /// Takes steps of this length until these lessons and those of late are learned in any order, a batch
    /// a step, each as it is or after a half-turn of the board, since both are the same game. Returns the mean
    /// surprise at a lesson, in natural units of information.
    pub fn learn(&mut self, lessons: Vec<Lesson>, pace: f32, random: &mut StdRng) -> f64 {
        self.remembered.push_back(lessons);
        if self.remembered.len() > TIMES {
            self.remembered.pop_front();
        }
        let mut lessons: Vec<&Lesson> = self.remembered.iter().flatten().collect();
        lessons.shuffle(random);
        let mut surprise = 0.0;
        for batch in lessons.chunks(BATCH) {
            let batch = batch
                .iter()
                .map(|lesson| if random.random() { lesson.half_turn() } else { (*lesson).clone() });
            let batch: Vec<Lesson> = batch.collect();
            let gradient = gradient(&self.optimizer.last, &batch, self.threads);
            surprise += gradient.surprise;
            self.optimizer.step(&gradient, pace);
        }
        #[expect(clippy::cast_precision_loss, reason = "some thousands of lessons")]
        let count = lessons.len() as f64;
        surprise / count
    }
}

impl Optimizer {
    fn new(network: Network) -> Self {
        let last = network.clone();
        Self { last, mean: network, adam: Adam::default(), muon: Muon::default(), steps: 0 }
    }

    fn step(&mut self, gradient: &Gradient, pace: f32) {
        let slopes: Vec<f32> = gradient.means().collect();
        self.adam.step(&mut self.last, &slopes, pace);
        self.muon.step(&mut self.last, &slopes, MUON_PACE * pace);
        self.steps += 1;
        #[expect(clippy::cast_precision_loss, reason = "some hundreds")]
        let share = 1.0 / self.steps.min(STEPS_OF_MEAN) as f32;
        for (mean, weight) in self.mean.weights_mut().iter_mut().zip(self.last.weights()) {
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

    fn lessons(network: &Network, games: usize) -> Vec<Lesson> {
        let rules = Rules { share: 0.5, expansions: 20, ..Rules::default() };
        let mut pupil = Pupil::new(network, rules);
        let (size, mut random) = (Size::new(8, 8).unwrap(), StdRng::seed_from_u64(1));
        (0..games).flat_map(|_| pupil.play(size, &mut random)).collect()
    }

    /// The surprise at these lessons of whoever says just what they tell: they tell of odds.
    fn least_surprise(lessons: &[Lesson]) -> f64 {
        let targets = lessons.iter().flat_map(|lesson| &lesson.moves);
        let part = |p: f64| if p > 0.0 { -p * p.ln() } else { 0.0 };
        let both = |p: f64| part(p) + part(1.0 - p);
        targets.map(|told| f64::from(told.weight) * both(told.target.into())).sum()
    }

    #[test]
    fn what_is_learned_surprises_no_more() {
        let network = Network::random(1);
        let lessons = lessons(&network, 10);
        let mut learner = Learner::new(network.clone(), 2);
        for _ in 0..15 {
            let mut random = StdRng::seed_from_u64(2);
            learner.learn(lessons.clone(), 0.001, &mut random);
        }
        let turned: Vec<Lesson> = lessons.iter().map(Lesson::half_turn).collect();
        let entropy = least_surprise(&lessons);
        let above = |network, lessons: &[Lesson]| gradient(network, lessons, 1).surprise - entropy;
        let first = above(&network, &lessons);
        let [last, last_turned] =
            [lessons, turned].map(|lessons| above(learner.network(), &lessons));
        assert!(last < 0.2 * first, "{first} {last}");
        assert!(last_turned < 1.05 * last, "{last} {last_turned}");
    }

    #[test]
    fn threads_share_the_work_and_change_nothing() {
        let network = Network::random(1);
        let lessons = lessons(&network, 3);
        let one: Vec<f32> = gradient(&network, &lessons, 1).means().collect();
        let three: Vec<f32> = gradient(&network, &lessons, 3).means().collect();
        let largest = one.iter().map(|slope| slope.abs()).fold(0.0, f32::max);
        let differ = one.iter().zip(&three).map(|(one, three)| (one - three).abs());
        let differ = differ.fold(0.0, f32::max);
        assert!(differ < 1e-6 * largest, "{differ} of {largest}");
    }
}
