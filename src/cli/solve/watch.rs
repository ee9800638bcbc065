//! A running search, shown: on a terminal all the time, else by a line in the log every minute.

use super::{names, what_is_known};
use crate::board::{Cell, Position};
use crate::cli::progress::LINE_EVERY;
use crate::search::Report;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::Instant;

#[derive(Debug)]
pub(super) struct Watch {
    spinner: ProgressBar,
    next_line: Instant,
}

impl Watch {
    pub(super) fn new() -> Self {
        let style = ProgressStyle::with_template("{spinner} {msg} [{elapsed}]");
        let spinner = ProgressBar::new_spinner().with_style(style.expect("it is well-formed"));
        Self { spinner, next_line: Instant::now() + LINE_EVERY }
    }

    /// Shows how a search stands. `part` says what it is of, if there are several.
    pub(super) fn search(&mut self, part: &str, position: &Position, report: &Report<Cell>) {
        self.say(format!("{part}{}, {}", what_is_known(report), details(position, report)));
    }

    pub(super) fn say(&mut self, words: String) {
        if self.spinner.is_hidden() && Instant::now() >= self.next_line {
            log::info!("{words}");
            self.next_line = Instant::now() + LINE_EVERY;
        }
        self.spinner.set_message(words);
        self.spinner.tick();
    }

    pub(super) fn finish(self) {
        self.spinner.finish_and_clear();
    }
}

/// How fast the search is, how far it may be from a proof, and its best line.
#[expect(clippy::cast_precision_loss, reason = "a rate for the reader")]
fn details(position: &Position, report: &Report<Cell>) -> String {
    let rate = report.expansions as f64 / report.time.as_secs_f64().max(0.001);
    let (proof, disproof) = (report.conspiracy.max, report.conspiracy.min);
    let line = names(position, report.line().iter().copied());
    let nodes = report.nodes;
    format!(
        "{rate:.0} a second, proof number {proof}, disproof number {disproof}, {nodes} nodes in the table, line {line}"
    )
}
