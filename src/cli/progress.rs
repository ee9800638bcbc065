//! The progress of long work: a bar if standard error is a terminal, else a line in the log every minute.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// The least time between two lines in the log. The last line comes without delay.
pub(super) const LINE_EVERY: Duration = Duration::from_mins(1);

/// Work that consists of a known number of parts.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
    /// What the parts are called, such as `games`.
    parts: &'static str,
    next_line: Instant,
}

impl Progress {
    /// Work of `all` parts, of which `done` are done already.
    pub(super) fn new(done: usize, all: usize, parts: &'static str) -> Self {
        let template =
            format!("{{bar:30}} {{pos}} of {{len}} {parts} [{{elapsed}}, {{eta}} left] {{msg}}");
        let style = ProgressStyle::with_template(&template).expect("the template is well-formed");
        let bar = ProgressBar::new(all as u64).with_style(style);
        bar.set_position(done as u64);
        bar.reset_eta();
        bar.enable_steady_tick(Duration::from_secs(1));
        Self { bar, parts, next_line: Instant::now() }
    }

    /// Shows how many parts are done, followed by a few words.
    pub(super) fn show(&mut self, done: usize, words: String) {
        let (all, now) = (self.bar.length().unwrap_or_default(), Instant::now());
        if self.bar.is_hidden() && (now >= self.next_line || done as u64 == all) {
            log::info!("{done} of {all} {}, {words}", self.parts);
            self.next_line = now + LINE_EVERY;
        }
        self.bar.set_message(words);
        self.bar.set_position(done as u64);
    }

    /// Removes the bar.
    pub(super) fn finish(self) {
        self.bar.finish_and_clear();
    }
}
