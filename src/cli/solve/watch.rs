//! A running search, shown: on a terminal all the time, else by a line in the log every minute.

use super::{names, what_is_known};
use crate::board::{Cell, Position};
use crate::cli::progress::Heartbeat;
use crate::messages::counted;
use crate::search::Report;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

#[derive(Debug)]
pub(super) struct Watch {
    spinner: ProgressBar,
    /// Only where there is no spinner.
    heartbeat: Option<Heartbeat>,
    start: Instant,
}

impl Watch {
    /// Shows work that begins now, in words.
    pub(super) fn new(words: &str) -> Self {
        let style = ProgressStyle::with_template("{spinner} {msg} [{elapsed}]");
        let spinner = ProgressBar::new_spinner().with_style(style.expect("it is well-formed"));
        spinner.set_message(words.to_owned());
        spinner.enable_steady_tick(Duration::from_secs(1));
        let heartbeat = spinner.is_hidden().then(|| Heartbeat::new(words.to_owned()));
        Self { spinner, heartbeat, start: Instant::now() }
    }

    /// Shows how a search stands. `part` says what it is of, if there are several.
    pub(super) fn search(&mut self, part: &str, position: &Position, report: &Report<Cell>) {
        let known = what_is_known(position, report);
        self.say(format!("{part}{known}, {}", details(position, report)));
    }

    /// Shows how much is done, how fast, and the memory of the table, in bytes. `part` says what it is of.
    pub(super) fn count(&mut self, part: &str, (done, noun): (usize, &str), bytes: usize) {
        let rate = rate(done as u64, self.start.elapsed());
        self.say(format!("{part}{}, {rate}, {}", counted(done, noun), in_table(bytes)));
    }

    fn say(&mut self, words: String) {
        if let Some(heartbeat) = &self.heartbeat {
            heartbeat.say(words.clone());
        }
        self.spinner.set_message(words);
        self.spinner.tick();
    }

    pub(super) fn finish(self) {
        self.spinner.finish_and_clear();
    }
}

#[expect(clippy::cast_precision_loss, reason = "a rate for the reader")]
fn rate(count: u64, time: Duration) -> String {
    format!("{:.0} a second", count as f64 / time.as_secs_f64().max(0.001))
}

fn in_table(bytes: usize) -> String {
    format!("{} MiB in the table", bytes.div_ceil(1 << 20))
}

/// How fast the search is, how far it may be from a proof, how large it is, and its best line.
fn details(position: &Position, report: &Report<Cell>) -> String {
    let rate = rate(report.expansions, report.time);
    let (proof, disproof) = (report.conspiracy.max, report.conspiracy.min);
    let line = names(position, report.line().iter().copied());
    let (nodes, table) = (counted(report.nodes, "node"), in_table(report.bytes));
    format!(
        "{rate}, proof number {proof}, disproof number {disproof}, {nodes}, {table}, line {line}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_and_memory_are_in_words() {
        assert_eq!(rate(300, Duration::from_secs(2)), "150 a second");
        assert_eq!(rate(0, Duration::ZERO), "0 a second");
        assert_eq!(in_table(0), "0 MiB in the table");
        assert_eq!(in_table((5 << 20) + 1), "6 MiB in the table");
    }
}
