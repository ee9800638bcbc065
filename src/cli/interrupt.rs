//! Ctrl-C, and the signals that ask a program to end.
//!
//! SIGINT (Ctrl-C), SIGTERM (sent by job queues) and SIGHUP (sent when a terminal is closed) have the same effect on
//! every subcommand that runs for long: it ends soon, shows and saves what it has found, and exits with
//! [`EXIT_CODE`].

use crate::search::Stop;
use anyhow::Context;

/// The program was asked to end before its work was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted")]
pub(super) struct Interrupted;

/// The exit code of an interrupted program: 128 plus the number of SIGINT, as shells report it.
pub(super) const EXIT_CODE: u8 = 130;

/// A stop that is set when the program is asked to end. A process may call either this or [`set_on_interrupt`], once.
///
/// # Errors
/// The handler cannot be installed.
pub(super) fn stop_on_interrupt() -> anyhow::Result<Stop> {
    let stop = Stop::default();
    set_on_interrupt(&stop)?;
    Ok(stop)
}

/// Sets this stop when the program is asked to end.
///
/// # Errors
/// The handler cannot be installed.
pub(super) fn set_on_interrupt(stop: &Stop) -> anyhow::Result<()> {
    let stop = stop.clone();
    ctrlc::set_handler(move || stop.set()).context("cannot wait for Ctrl-C")
}

/// For the end of a subcommand, after it has shown and saved its results.
///
/// # Errors
/// The stop is set.
pub(super) fn unless_interrupted(stop: &Stop) -> Result<(), Interrupted> {
    if stop.is_set() { Err(Interrupted) } else { Ok(()) }
}
