//! The progress of long work: a bar if standard error is a terminal, else a line in the log every minute.

use crate::threads::start_thread;
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use parking_lot::Mutex;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// The time between two lines in the log.
const LINE_EVERY: Duration = Duration::from_mins(1);

/// How far some work is, in words, and when that is to be said.
#[derive(Debug)]
struct Status {
    words: String,
    /// When the words became these.
    since: Instant,
    next_line: Instant,
}

impl Status {
    fn new(words: String, now: Instant) -> Self {
        Self { words, since: now, next_line: now + LINE_EVERY }
    }

    fn set(&mut self, words: String, now: Instant) {
        if words != self.words {
            (self.words, self.since) = (words, now);
        }
    }

    /// The line to write now, if one is due. Where nothing has changed for long it says so.
    fn line(&mut self, now: Instant) -> Option<String> {
        if now < self.next_line {
            return None;
        }
        self.next_line = now + LINE_EVERY;
        let minutes = now.duration_since(self.since).as_secs() / LINE_EVERY.as_secs();
        Some(match minutes {
            0 => self.words.clone(),
            _ => format!("{}, the same for {minutes} min", self.words),
        })
    }
}

/// Writes every minute how far some work is, also while none of its parts ends. Its thread ends when it is dropped.
#[derive(Debug)]
pub(super) struct Heartbeat {
    status: Arc<Mutex<Status>>,
    /// The thread waits for its end.
    _alive: Sender<()>,
}

impl Heartbeat {
    pub(super) fn new(words: String) -> Self {
        let status = Arc::new(Mutex::new(Status::new(words, Instant::now())));
        let (alive, end) = channel::<()>();
        let shared = Arc::clone(&status);
        let begun = start_thread(move || {
            let mut wait = LINE_EVERY;
            while end.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                let (mut status, now) = (shared.lock(), Instant::now());
                if let Some(line) = status.line(now) {
                    log::info!("{line}");
                }
                wait = status.next_line.saturating_duration_since(now);
            }
        });
        if let Err(error) = begun {
            log::warn!("no progress is written: {error}");
        }
        Self { status, _alive: alive }
    }

    /// Says how far the work is from now on.
    pub(super) fn say(&self, words: String) {
        self.status.lock().set(words, Instant::now());
    }

    /// Says it without delay.
    fn say_now(&self, words: String) {
        let (mut status, now) = (self.status.lock(), Instant::now());
        status.set(words, now);
        log::info!("{}", status.words);
        status.next_line = now + LINE_EVERY;
    }
}

/// Work that consists of a known number of parts.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
    /// What the parts are called, such as `games`.
    parts: &'static str,
    /// Only where there is no bar.
    heartbeat: Option<Heartbeat>,
    /// Whether the log has a line of the parts done in this run.
    has_begun: bool,
}

impl Progress {
    /// Work of `all` parts, of which `done` are done already.
    pub(super) fn new(done: usize, all: usize, parts: &'static str) -> Self {
        let template =
            format!("{{bar:30}} {{pos}} of {{len}} {parts} [{{elapsed}}{{left}}] {{msg}}");
        let style = ProgressStyle::with_template(&template).expect("the template is well-formed");
        let bar = ProgressBar::new(all as u64).with_style(style.with_key("left", write_left));
        bar.set_position(done as u64);
        bar.reset_eta();
        bar.enable_steady_tick(Duration::from_secs(1));
        let heartbeat = bar.is_hidden().then(|| Heartbeat::new(format!("{done} of {all} {parts}")));
        Self { bar, parts, heartbeat, has_begun: false }
    }

    /// Shows how many parts are done, followed by a few words if there are any. The first and the last line in the log come
    /// without delay.
    pub(super) fn show(&mut self, done: usize, words: String) {
        if let Some(heartbeat) = &self.heartbeat {
            let all = self.bar.length().unwrap_or_default();
            let comma = if words.is_empty() { "" } else { ", " };
            let words = format!("{done} of {all} {}{comma}{words}", self.parts);
            if self.has_begun && (done as u64) < all {
                heartbeat.say(words);
            } else {
                heartbeat.say_now(words);
            }
        }
        self.has_begun = true;
        self.bar.set_message(words);
        self.bar.set_position(done as u64);
    }

    /// Prints without disturbing the bar.
    pub(super) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Removes the bar.
    pub(super) fn finish(self) {
        self.bar.finish_and_clear();
    }
}

fn write_left(state: &ProgressState, out: &mut dyn Write) {
    // A bar that cannot be written shows nothing.
    let _ = out.write_str(&left(state.eta()));
}

/// How much time is left, in words; empty if no part has ended yet, for then it is 0, or all have.
fn left(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        return String::new();
    }
    format!(", {:#} left", HumanDuration(time))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secs(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    /// The lines of a clock that looks every second; each part of the work ends at one of these seconds.
    fn lines(ends: &[u64], until: u64) -> Vec<(u64, String)> {
        let start = Instant::now();
        let mut status = Status::new("0 done".to_owned(), start);
        let mut lines = Vec::new();
        for second in 0..=until {
            let now = start + secs(second);
            if ends.contains(&second) {
                let done = ends.iter().filter(|end| **end <= second).count();
                status.set(format!("{done} done"), now);
            }
            lines.extend(status.line(now).map(|line| (second, line)));
        }
        lines
    }

    #[test]
    fn a_line_comes_every_minute_whether_or_not_a_part_has_ended() {
        let line = |minute: u64, words: &str| (60 * minute, words.to_owned());
        let none_ends = lines(&[], 200);
        let same = |minutes| format!("0 done, the same for {minutes} min");
        assert_eq!(none_ends, [1, 2, 3].map(|minute| line(minute, &same(minute))));
        let some_end = lines(&[30, 70, 75], 200);
        let after = [(1, "1 done"), (2, "3 done"), (3, "3 done, the same for 1 min")];
        assert_eq!(some_end, after.map(|(minute, words)| line(minute, words)));
        let often: Vec<u64> = (0..600).step_by(7).collect();
        let lines = lines(&often, 600);
        assert!(lines.len() == 10 && lines.iter().all(|(_, line)| !line.contains("same")));
    }

    #[test]
    fn what_is_said_at_once_is_not_said_again_for_a_minute() {
        let heartbeat = Heartbeat::new("0 of 2".to_owned());
        let before = Instant::now();
        heartbeat.say_now("1 of 2".to_owned());
        let mut status = heartbeat.status.lock();
        assert_eq!(status.line(before + secs(59)), None);
        assert_eq!(status.words, "1 of 2");
    }

    #[test]
    fn no_time_is_told_as_left_before_a_part_has_ended() {
        let bar = ProgressBar::hidden();
        bar.set_length(4);
        assert_eq!(left(bar.eta()), "");
        assert_eq!(left(secs(75)), ", 75s left");
    }
}
