//! The limits of a search, and the signal that stops it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The limits of a search. Without any it runs until the position is solved.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The most expansions.
    pub expansions: Option<u64>,
    /// The time at which it ends.
    pub deadline: Option<Instant>,
    /// The usual time of a search, where time that is saved can be used for later moves: the search then ends when its
    /// choice is settled (`early_stop.rs`), before or after this time. None where saved time is lost.
    pub usual: Option<Duration>,
    /// The best moves of the root that get half of the expansions in turn, so that a report tells something of each
    /// (`root_candidates.rs`). 0 where one move is to be chosen.
    pub candidates: usize,
    /// The time between two reports of a running search; none for half a second.
    pub show_every: Option<Duration>,
    /// Ends the search from another thread.
    pub stop: Stop,
}

impl Limits {
    /// A limit of this many expansions, and no other.
    pub fn expansions(count: u64) -> Self {
        Self { expansions: Some(count), ..Self::default() }
    }

    /// The same limits with a deadline no later than this.
    #[must_use]
    pub fn until(&self, time: Instant) -> Self {
        let deadline = self.deadline.map_or(time, |deadline| deadline.min(time));
        Self { deadline: Some(deadline), ..self.clone() }
    }

    /// Subtracts the expansions of a search.
    pub fn spend(&mut self, expansions: u64) {
        self.expansions = self.expansions.map(|most| most.saturating_sub(expansions));
    }

    /// Whether a search has to end after this many expansions.
    pub fn are_reached(&self, expansions: u64) -> bool {
        self.expansions.is_some_and(|most| expansions >= most) || self.is_time_over()
    }

    /// Whether a search has to end, however many expansions it has made.
    pub fn is_time_over(&self) -> bool {
        self.stop.is_set() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// A signal to stop, shared by its clones.
///
/// Who takes a signal back sees all that was done before it was set, in other signals or in a channel.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Gives the signal.
    pub fn set(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Takes the signal back.
    pub fn clear(&self) {
        // It reads the old value, too: a store alone would not see what was done before that was set.
        self.0.swap(false, Ordering::SeqCst);
    }

    /// Whether the signal was given.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sooner_of_two_deadlines_counts() {
        let [sooner, later] = [1, 2].map(|seconds| Instant::now() + Duration::from_secs(seconds));
        for (one, other) in [(sooner, later), (later, sooner)] {
            let limits = Limits { deadline: Some(one), ..Limits::default() };
            assert_eq!(limits.until(other).deadline, Some(sooner));
        }
    }
}
