//! Ctrl-C, and the signals that ask a program to end.
//!
//! SIGINT (Ctrl-C), SIGTERM (sent by job queues) and SIGHUP (sent when a terminal is closed) have the same effect:
//! `solve`, `review`, `match`, `tune`, `samples` and `selfplay` end soon, keep what is finished (a review replaces no
//! file) and exit with [`EXIT_CODE`]. `wrap` ends its program and exits with it too, `web` with 0; GTP and all others
//! end by the signal.
//!
//! A second signal, a second or more after the first, ends the program at once: it may be waiting for someone to read its
//! output. On Windows the signals are Ctrl-C and Ctrl-Break; a console that is closed ends the program at once.
//!
//! A signal that was ignored when the program was started stays ignored: `nohup` ignores SIGHUP, and shells without
//! job control ignore SIGINT for what they run in the background.

use crate::search::Stop;
#[cfg(unix)]
use crate::threads::start_thread;
use crate::wrap::kill_children;
use anyhow::Context;
#[cfg(unix)]
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    iterator::Signals,
};
#[cfg(unix)]
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// The program was asked to end before its work was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted")]
pub(super) struct Interrupted;

/// The exit code of an interrupted program: 128 plus the number of SIGINT, as shells report it.
pub(super) const EXIT_CODE: u8 = 130;

/// A stop that is set when the program is asked to end. A process may call only one of `stop_on_interrupt` and
/// [`set_on_interrupt`], and only once.
///
/// # Errors
/// The handler cannot be installed.
pub(super) fn stop_on_interrupt() -> anyhow::Result<Stop> {
    let stop = Stop::default();
    set_on_interrupt(vec![stop.clone()])?;
    Ok(stop)
}

/// Sets these stops, in this order, when the program is asked to end.
///
/// # Errors
/// The handler cannot be installed.
pub(super) fn set_on_interrupt(stops: Vec<Stop>) -> anyhow::Result<()> {
    on_signal(move || stops.iter().for_each(Stop::set)).context("cannot wait for Ctrl-C")
}

/// The time after which another signal ends the program at once. Some senders send two.
const PATIENCE: Duration = Duration::from_secs(1);

/// Acts for the signals that come within [`PATIENCE`]; another one ends the program.
fn heed(act: impl Fn()) -> impl FnMut() {
    let mut first = None;
    move || {
        if first.get_or_insert_with(Instant::now).elapsed() >= PATIENCE {
            kill_children();
            std::process::exit(EXIT_CODE.into());
        }
        act();
    }
}

/// Calls [`heed`], in a thread of its own, for every signal that comes.
#[cfg(unix)]
fn on_signal(act: impl Fn() + Send + 'static) -> std::io::Result<()> {
    let ignored = ignored_signals();
    let is_heeded = |signal: &i32| ignored >> (signal - 1) & 1 == 0;
    let mut signals =
        Signals::new([SIGINT, SIGTERM, SIGHUP].iter().filter(|signal| is_heeded(signal)))?;
    start_thread(move || {
        let mut heed = heed(act);
        signals.forever().for_each(|_| heed());
    })
}

/// Calls [`heed`], in a thread of its own, for every signal that comes.
#[cfg(not(unix))]
fn on_signal(act: impl Fn() + Send + 'static) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(heed(act))
}

/// The signals that are ignored: bit `n - 1` stands for signal `n`. Only Linux says which. Elsewhere, if standard
/// error is no terminal, `nohup` may have started the program, so SIGHUP is left as it was.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    if cfg!(not(target_os = "linux")) {
        let hang_up = 1 << (SIGHUP - 1);
        return if std::io::stderr().is_terminal() { 0 } else { hang_up };
    }
    // An error leaves no line.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// For the end of a subcommand, after it has shown and saved its results.
///
/// # Errors
/// The stop is set.
pub(super) fn unless_interrupted(stop: &Stop) -> Result<(), Interrupted> {
    if stop.is_set() { Err(Interrupted) } else { Ok(()) }
}
