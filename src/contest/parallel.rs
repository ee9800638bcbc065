//! Jobs on several threads.

use crate::search::Stop;
use crate::threads::refused;
use parking_lot::Mutex;
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// How often [`next_result`] looks whether to stop.
const POLL: Duration = Duration::from_millis(50);

/// Does jobs on this many threads, until `next` returns None or `follow` returns. When this function returns, all
/// its threads have ended.
///
/// - `next` returns the next job. It is called by one thread at a time.
/// - `work` does a job. Its signal is set when `follow` has returned; then it should return soon, with None if the
///   job is not finished.
/// - `follow` runs on the caller's thread and receives the results in the order in which jobs end.
///
/// If the system refuses a thread, those that it has started do all jobs.
///
/// # Errors
/// The system refuses the first thread. No job is done.
pub fn in_parallel<J, R: Send, T>(
    threads: u32,
    next: impl FnMut() -> Option<J> + Send,
    work: impl Fn(J, &Stop) -> Option<R> + Sync,
    follow: impl FnOnce(&Receiver<R>) -> T,
) -> io::Result<T> {
    let halt = Stop::default();
    let next = Mutex::new(next);
    let take = || (*next.lock())();
    let (sender, results) = channel();
    let run = |sender: Sender<R>| {
        while !halt.is_set()
            && let Some(job) = take()
            && work(job, &halt).is_none_or(|result| sender.send(result).is_ok())
        {}
    };
    thread::scope(|scope| {
        let halts = Halts(&halt);
        let run = &run;
        let mut at_work = Vec::new();
        for _ in 0..threads {
            let sender = sender.clone();
            match thread::Builder::new().spawn_scoped(scope, move || run(sender)) {
                Ok(thread) => at_work.push(thread),
                Err(error) if at_work.is_empty() => return Err(refused(&error)),
                Err(error) => {
                    log::warn!(
                        "{} at a time instead of {threads}: {}",
                        at_work.len(),
                        refused(&error)
                    );
                    break;
                }
            }
        }
        drop(sender);
        let followed = follow(&results);
        drop(halts);
        for thread in at_work {
            // A panic was printed where it happened. The result of that job is missing, and the thread has done no more.
            let _ = thread.join();
        }
        Ok(followed)
    })
}

/// Sets a signal when it is dropped, so also after a panic.
struct Halts<'a>(&'a Stop);

impl Drop for Halts<'_> {
    fn drop(&mut self) {
        self.0.set();
    }
}

/// Waits for the next result. None if no more can come. After a stop was asked for, results that are there are
/// still returned, but none is waited for.
pub fn next_result<R>(results: &Receiver<R>, stop: &Stop) -> Option<R> {
    loop {
        if stop.is_set() {
            return results.try_recv().ok();
        }
        match results.recv_timeout(POLL) {
            Ok(result) => return Some(result),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn every_job_is_done_once() {
        for threads in [1, 3] {
            let mut jobs = 0..100;
            let work = |job: u32, _: &Stop| (!job.is_multiple_of(10)).then_some(job);
            let mut done: Vec<u32> =
                in_parallel(threads, || jobs.next(), work, |results| results.iter().collect())
                    .unwrap();
            done.sort_unstable();
            assert!(done.into_iter().eq((0..100).filter(|job: &u32| !job.is_multiple_of(10))));
        }
    }

    #[test]
    fn who_has_enough_halts_the_others_and_waits_for_them() {
        let at_work = AtomicU32::new(0);
        let mut jobs = 0..;
        let work = |job: u32, halt: &Stop| {
            at_work.fetch_add(1, Ordering::SeqCst);
            while job > 0 && !halt.is_set() {
                thread::yield_now();
            }
            thread::sleep(Duration::from_millis(20));
            at_work.fetch_sub(1, Ordering::SeqCst);
            Some(job)
        };
        let first = in_parallel(3, || jobs.next(), work, |results| results.recv().unwrap());
        assert_eq!((first.unwrap(), at_work.into_inner()), (0, 0));
    }

    #[test]
    fn what_is_done_is_not_lost_by_a_stop() {
        let (sender, results) = channel();
        (0..3).for_each(|result| sender.send(result).unwrap());
        let stop = Stop::default();
        stop.set();
        let taken: Vec<i32> = std::iter::from_fn(|| next_result(&results, &stop)).collect();
        assert_eq!(taken, [0, 1, 2]);
    }
}
