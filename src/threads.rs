//! Threads that nobody waits for. The system may refuse one: a user and a container may have so many and no more.

use std::io;
use std::thread::Builder;

/// Starts a thread.
///
/// # Errors
/// The system refuses it.
pub fn start_thread(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    Builder::new().spawn(work).map(drop).map_err(|error| refused(&error))
}

/// What is said if the system refuses a thread.
pub fn refused(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot start a thread: {error}"))
}
