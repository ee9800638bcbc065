//! How the policy network learns: games against itself, from which it takes lessons, over and over.
//!
//! The network is asked for the odds of each move, as in Monte Carlo reinforcement learning: a move that
//! was played in a game is a lesson about the odds that it wins. Games end where virtual connections
//! decide them, so the network learns what the search needs it for, and from results that are certain.

mod adam;
mod self_play;

pub use adam::Adam;
pub use self_play::{Pupil, Rules};

use crate::policy::{Gradient, Lesson, Network};
use std::thread;

/// Lessons of one step.
const BATCH: usize = 512;

/// Takes steps until all lessons are learned, a batch a step, on so many threads. Returns the mean
/// surprise at a lesson, in natural units of information.
pub fn learn(network: &mut Network, adam: &mut Adam, lessons: &[Lesson], threads: usize) -> f64 {
    let mut surprise = 0.0;
    for batch in lessons.chunks(BATCH) {
        let gradient = gradient(network, batch, threads);
        surprise += gradient.surprise;
        adam.step(network, &gradient);
    }
    #[expect(clippy::cast_precision_loss, reason = "some thousands of lessons")]
    let lessons = lessons.len() as f64;
    surprise / lessons
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
    use super::*;
    use crate::board::Size;
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use std::sync::Arc;

    #[test]
    fn what_is_learned_surprises_no_more() {
        let size = Size::new(6, 6).unwrap();
        let mut network = Network::random(1);
        let mut random = StdRng::seed_from_u64(1);
        let mut pupil = Pupil::new(Arc::new(network.clone()), Rules::default());
        assert!(pupil.can_learn_on(size) && !pupil.can_learn_on(Size::new(3, 3).unwrap()));
        let lessons: Vec<Lesson> = (0..20).flat_map(|_| pupil.play(size, &mut random)).collect();
        let mut adam = Adam::new(0.002);
        let first = learn(&mut network, &mut adam, &lessons, 2);
        let again: Vec<f64> =
            (0..60).map(|_| learn(&mut network, &mut adam, &lessons, 2)).collect();
        assert!(again[59] < 0.8 * first, "{first} {again:?}");
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
