//! Standard output whose errors are reported at the end only, so that results are saved even if nobody reads the
//! output.

use crate::messages::printable;
#[cfg(unix)]
use crate::threads::start_thread;
use std::io::{self, Stdout, Write};

/// Standard output, for text. Writing never fails; [`finish`](Self::finish) returns the first error. What a terminal would take
/// for commands does not reach it ([`printable`]).
#[derive(Debug)]
pub(super) struct Output<W = Stdout> {
    out: W,
    written: io::Result<()>,
}

impl Output {
    pub(super) fn new() -> Self {
        Self { out: io::stdout(), written: Ok(()) }
    }
}

impl<W: Write> Output<W> {
    /// Whether there was no error so far, such as a reader that is gone.
    pub(super) fn all_was_written(&self) -> bool {
        self.written.is_ok()
    }

    /// Whether all could be written.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.written.and_then(|()| self.out.flush())
    }
}

impl<W: Write> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.written.is_ok() {
            self.written = match str::from_utf8(bytes) {
                Ok(text) => self.out.write_all(printable(text).as_bytes()),
                Err(_) => self.out.write_all(bytes),
            };
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Acts once the reader of standard output is gone, on a thread of its own. Only Unix tells.
#[cfg(unix)]
pub(super) fn when_the_reader_is_gone(act: impl FnOnce() + Send + 'static) {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;
    let begun = start_thread(move || {
        let stdout = io::stdout();
        loop {
            // Linux reports errors even if no event is asked for; macOS reports only what is asked for.
            let mut fds = [PollFd::new(&stdout, PollFlags::HUP)];
            match poll(&mut fds, None) {
                Err(Errno::INTR) => {}
                Ok(_) if fds[0].revents().intersects(PollFlags::HUP | PollFlags::ERR) => {
                    return act();
                }
                _ => return,
            }
        }
    });
    if let Err(error) = begun {
        log::warn!("it will not be seen when the reader of standard output is gone: {error}");
    }
}

/// Acts once the reader of standard output is gone. Only Unix tells.
#[cfg(not(unix))]
pub(super) fn when_the_reader_is_gone(_: impl FnOnce() + Send + 'static) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_told_at_the_end() {
        let mut room = [0; 6];
        let mut output = Output { out: &mut room[..], written: Ok(()) };
        for word in ["some", "words", "more"] {
            output.write_all(word.as_bytes()).unwrap();
        }
        assert!(output.finish().is_err());
        assert_eq!(&room, b"somewo", "what there was room for");
        let output = Output { out: &mut room[..], written: Ok(()) };
        assert!(output.finish().is_ok());
    }

    #[test]
    fn what_a_file_says_gives_the_terminal_no_commands() {
        let mut out = Vec::new();
        let mut output = Output { out: &mut out, written: Ok(()) };
        let name = "\u{1b}[2Kproved";
        writeln!(output, "refused: {name}").unwrap();
        output.finish().unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "refused:  [2Kproved\n");
    }
}
