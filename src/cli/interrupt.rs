//! Ctrl-C, and the signals that ask a program to end.
//!
//! SIGINT (Ctrl-C), SIGTERM (job queues) and SIGHUP (a terminal that is closed) mean the same to every
//! subcommand that works for long: end soon, show and keep what is known, and say so by the exit code.

use crate::search::Stop;
use anyhow::Context;

/// The user ended the program before its work was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted")]
pub(super) struct Interrupted;

/// The exit code that says so: 128 and the number of SIGINT, as shells have it.
pub(super) const EXIT_CODE: u8 = 130;

/// A signal that is set when the program is asked to end. One call a process, of this or of [`set_on_interrupt`].
///
/// # Errors
/// The system does not tell of such requests.
pub(super) fn stop_on_interrupt() -> anyhow::Result<Stop> {
    let stop = Stop::default();
    set_on_interrupt(&stop)?;
    Ok(stop)
}

/// Sets this signal when the program is asked to end.
///
/// # Errors
/// The system does not tell of such requests.
pub(super) fn set_on_interrupt(stop: &Stop) -> anyhow::Result<()> {
    let stop = stop.clone();
    ctrlc::set_handler(move || stop.set()).context("cannot wait for Ctrl-C")
}

/// The end of a subcommand that has shown and kept what it knows.
///
/// # Errors
/// The signal is set: the work was not done to its end.
pub(super) fn unless_interrupted(stop: &Stop) -> Result<(), Interrupted> {
    if stop.is_set() { Err(Interrupted) } else { Ok(()) }
}
