//! What a search may spend, and how it is told to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a search may spend. Without any limit it runs until the position is solved.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The most expansions.
    pub expansions: Option<u64>,
    /// The time at which it ends.
    pub deadline: Option<Instant>,
    /// What a search usually takes where time can be saved for others: it ends when its choice is settled,
    /// earlier or later than this. None where saved time is lost.
    pub usual: Option<Duration>,
    /// How often it is shown while it runs; none for twice a second.
    pub show_every: Option<Duration>,
    /// Ends it from outside.
    pub stop: Stop,
}

impl Limits {
    /// So many expansions and no clock.
    pub fn expansions(count: u64) -> Self {
        Self { expansions: Some(count), ..Self::default() }
    }

    /// The same, with an end at this time or before.
    #[must_use]
    pub fn until(&self, time: Instant) -> Self {
        let deadline = self.deadline.map_or(time, |deadline| deadline.min(time));
        Self { deadline: Some(deadline), ..self.clone() }
    }

    /// Takes off what a search has spent.
    pub fn spend(&mut self, expansions: u64) {
        self.expansions = self.expansions.map(|most| most.saturating_sub(expansions));
    }

    /// Whether a search of so many expansions is to end.
    pub fn are_reached(&self, expansions: u64) -> bool {
        self.expansions.is_some_and(|most| expansions >= most)
            || self.stop.is_set()
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// A signal that another thread may give; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks to stop.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Takes the request back.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether a stop was asked for.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
