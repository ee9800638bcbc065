//! The scheduler of the searches. As many run at once as the machine has cores for, each with as many threads as the
//! parameter `threads` says.
//!
//! A search for a move of a game is *urgent*: it waits only for a moment, then runs, whatever else is running. Other searches
//! wait in line. One that has had a slice, while others wait, goes to the end of the line, and all step back
//! while an urgent one has no place.

use crate::search::Stop;
use parking_lot::{Condvar, Mutex};
use std::collections::VecDeque;
use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a search may run while others wait.
const SLICE: Duration = Duration::from_secs(1);

/// How long an urgent search waits for one that steps back. The others look for it about as often.
const MOMENT: Duration = Duration::from_millis(400);

/// How often a search that waits looks whether it was called off.
const TICK: Duration = Duration::from_millis(50);

/// The places, and who waits for them.
#[derive(Debug)]
pub(super) struct Scheduler {
    places: usize,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    taken: usize,
    urgent_waiting: usize,
    /// The numbers of those that wait, the first to go first.
    line: VecDeque<u64>,
    next_number: u64,
}

/// The right to search. It ends when it is dropped.
#[derive(Debug)]
pub(super) struct SearchPermit {
    scheduler: Arc<Scheduler>,
    begun: Instant,
    is_urgent: bool,
}

impl Scheduler {
    /// A scheduler for a machine with this many cores and searches with so many threads each.
    pub(super) fn new(cores: io::Result<NonZeroUsize>, threads: usize) -> Self {
        let cores = cores.map_or(1, NonZeroUsize::get);
        let places = (cores / threads.max(1)).max(1);
        Self { places, state: Mutex::default(), changed: Condvar::new() }
    }

    /// Waits until a search may go on; none if it is called off.
    pub(super) fn wait(self: &Arc<Self>, stop: &Stop) -> Option<SearchPermit> {
        let mut state = self.state.lock();
        let number = state.next_number;
        state.next_number += 1;
        state.line.push_back(number);
        loop {
            if stop.is_set() {
                state.line.retain(|other| *other != number);
                self.changed.notify_all();
                return None;
            }
            let has_place = state.taken < self.places && state.urgent_waiting == 0;
            if has_place && state.line.front() == Some(&number) {
                state.line.pop_front();
                state.taken += 1;
                return Some(SearchPermit {
                    scheduler: Arc::clone(self),
                    begun: Instant::now(),
                    is_urgent: false,
                });
            }
            self.changed.wait_for(&mut state, TICK);
        }
    }

    /// Waits for a moment at most, then goes on, whether or not there is a place.
    pub(super) fn wait_a_moment(self: &Arc<Self>) -> SearchPermit {
        let end = Instant::now() + MOMENT;
        let mut state = self.state.lock();
        state.urgent_waiting += 1;
        while state.taken >= self.places && Instant::now() < end {
            self.changed.wait_until(&mut state, end);
        }
        state.urgent_waiting -= 1;
        state.taken += 1;
        SearchPermit { scheduler: Arc::clone(self), begun: Instant::now(), is_urgent: true }
    }
}

impl SearchPermit {
    /// Whether others should have the place now.
    pub(super) fn is_over(&self) -> bool {
        let state = self.scheduler.state.lock();
        let has_others = !state.line.is_empty() && self.begun.elapsed() >= SLICE;
        !self.is_urgent
            && (state.urgent_waiting > 0 || state.taken > self.scheduler.places || has_others)
    }
}

impl Drop for SearchPermit {
    fn drop(&mut self) {
        self.scheduler.state.lock().taken -= 1;
        self.scheduler.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    fn scheduler(places: usize) -> Arc<Scheduler> {
        Arc::new(Scheduler::new(Ok(NonZeroUsize::new(places).unwrap()), 1))
    }

    #[test]
    fn an_urgent_search_makes_others_step_back_and_waits_for_none() {
        let scheduler = scheduler(1);
        let permit = scheduler.wait(&Stop::default()).unwrap();
        assert!(!permit.is_over(), "nobody waits");
        let urgent = scheduler.wait_a_moment();
        assert!(permit.is_over(), "there is one too many");
        drop(urgent);
        assert!(!permit.is_over());
    }

    #[test]
    fn those_who_wait_go_in_the_order_in_which_they_came() {
        let scheduler = scheduler(1);
        let first = scheduler.wait(&Stop::default()).unwrap();
        let order = Arc::new(Mutex::new(Vec::new()));
        let others: Vec<_> = (0..4)
            .map(|number| {
                let (scheduler_, order) = (Arc::clone(&scheduler), Arc::clone(&order));
                let other = thread::spawn(move || {
                    let _permit = scheduler_.wait(&Stop::default()).unwrap();
                    order.lock().push(number);
                });
                while scheduler.state.lock().line.len() <= number {
                    thread::yield_now();
                }
                other
            })
            .collect();
        drop(first);
        for other in others {
            other.join().unwrap();
        }
        assert_eq!(*order.lock(), [0, 1, 2, 3]);
    }

    #[test]
    fn a_search_that_is_called_off_leaves_the_line() {
        let scheduler = scheduler(1);
        let first = scheduler.wait(&Stop::default()).unwrap();
        let stop = Stop::default();
        stop.set();
        assert!(scheduler.wait(&stop).is_none());
        drop(first);
        assert!(scheduler.wait(&Stop::default()).is_some());
    }
}
