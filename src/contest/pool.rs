//! Work on several threads.

use crate::search::Stop;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Starts so many threads, each of which takes one job after the other and does it, until there are none
/// or nobody listens. They are never joined: who has enough results does not wait for more.
pub fn in_parallel<J, R: Send + 'static>(
    threads: u32,
    next: impl FnMut() -> Option<J> + Send + 'static,
    work: impl Fn(J) -> R + Send + Sync + 'static,
) -> Receiver<R> {
    let (sender, results) = channel();
    let shared = Arc::new((Mutex::new(next), work));
    for _ in 0..threads {
        let (shared, sender) = (Arc::clone(&shared), sender.clone());
        thread::spawn(move || {
            let (next, work) = &*shared;
            let take = || (*next.lock().unwrap_or_else(PoisonError::into_inner))();
            while let Some(job) = take() {
                if sender.send(work(job)).is_err() {
                    return;
                }
            }
        });
    }
    results
}

/// The next result; none if there are no more or a stop is asked for.
pub fn next_result<R>(results: &Receiver<R>, stop: &Stop) -> Option<R> {
    while !stop.is_set() {
        match results.recv_timeout(POLL) {
            Ok(result) => return Some(result),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    None
}

/// How often we look whether to stop.
const POLL: Duration = Duration::from_millis(100);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_once() {
        for threads in [1, 3] {
            let mut jobs = 0..100;
            let results = in_parallel(threads, move || jobs.next(), |job| job * job);
            let mut results: Vec<u32> = results.iter().collect();
            results.sort_unstable();
            assert!(results.into_iter().eq((0..100).map(|job| job * job)));
        }
    }
}
