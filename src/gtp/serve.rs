//! The loop that answers commands. A thread of its own reads the input, so that an interrupt is seen while a
//! command runs.

use super::wire::{is_interrupt, reply, reply_head};
use super::{Draw, Request, Session, commands};
use crate::files::without_mark;
use crate::search::Stop;
use crate::threads::start_thread;
use parking_lot::Mutex;
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::Duration;

/// Carries out one command, as [`Session::execute`] does.
type Handler<'a> = &'a mut dyn FnMut(&mut Session, &Request, Draw<'_>) -> Result<String, String>;

/// Answers commands until `quit` or the end of the input. Commands that were read before the end of the input are
/// still carried out.
///
/// # Errors
/// The output cannot be written.
pub fn serve(
    reader: impl BufRead + Send + 'static,
    writer: impl Write,
    session: &mut Session,
) -> io::Result<()> {
    let stand_in = &mut StandIn { execute: &mut Session::execute, end: &Stop::default() };
    serve_with(reader, writer, session, stand_in)
}

/// What answers commands in the place of a session.
pub struct StandIn<'a> {
    /// Carries out one command in the place of [`Session::execute`].
    pub execute: Handler<'a>,
    /// When it is set no further command is waited for.
    pub end: &'a Stop,
}

impl std::fmt::Debug for StandIn<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StandIn").field("end", self.end).finish_non_exhaustive()
    }
}

/// As [`serve()`], but commands go to a stand-in.
///
/// # Errors
/// The output cannot be written, or the system refuses a thread.
pub fn serve_with(
    reader: impl BufRead + Send + 'static,
    mut writer: impl Write,
    session: &mut Session,
    stand_in: &mut StandIn<'_>,
) -> io::Result<()> {
    let signals = Signals::new(session.player.stop().clone(), session.overtaken.clone());
    let (sender, receiver) = channel();
    let for_reader = signals.clone();
    let arrival = Stop::default();
    let arrived = arrival.clone();
    // Not joined: after `quit` it may wait for another line.
    start_thread(move || {
        let mut send = |command| {
            let is_heard = sender.send(command).is_ok();
            arrived.set();
            is_heard
        };
        read_lines(reader, &mut send, &for_reader);
        for_reader.hear_of_command(NEVER);
        // In this order: whoever sees the signal then finds the channel closed.
        drop(sender);
        arrived.set();
    })?;
    while let Some((number, request)) = next(&receiver, &arrival, session, stand_in.end) {
        signals.begin_command(number);
        match request {
            Ok(request) => answer(&request, &mut writer, session, stand_in.execute)?,
            Err(TooLong { id }) => write(&mut writer, &reply(id, &Err(TOO_LONG.to_owned())))?,
        }
        if session.has_quit {
            break;
        }
    }
    Ok(())
}

/// How often we look for the end while no command comes.
const POLL: Duration = Duration::from_millis(100);

/// Waits for the next command; meanwhile the player may ponder. None at the end.
fn next(
    receiver: &Receiver<Numbered>,
    arrival: &Stop,
    session: &mut Session,
    end: &Stop,
) -> Option<Numbered> {
    // Cleared before the channel is looked at, so that no command is missed.
    arrival.clear();
    let waiting = receiver.try_recv();
    if waiting == Err(TryRecvError::Empty) {
        // An error was logged. Nobody waits for a reply.
        let _ = session.guarded(|session| {
            session.player.ponder(arrival);
            Ok(String::new())
        });
    }
    if let Ok(command) = waiting {
        return Some(command);
    }
    while !end.is_set() {
        match receiver.recv_timeout(POLL) {
            Ok(command) => return Some(command),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    None
}

/// A number higher than any command's: the end of the input counts as a command that ends analyses.
const NEVER: u64 = u64::MAX;

/// A command and its number, from 1.
type Numbered = (u64, Result<Request, TooLong>);

/// A command that is not read, since its line is longer than [`LONGEST_LINE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TooLong {
    id: Option<u32>,
}

/// The most bytes of a line: much more than the longest game has.
const LONGEST_LINE: u64 = 1 << 20;

const TOO_LONG: &str = "the line is too long: 1 MiB at most";

/// Reads a line. Of one that is too long it keeps the beginning and skips the rest. Returns whether the line is whole; none
/// at the end of the input.
fn read_line(reader: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<Option<bool>> {
    bytes.clear();
    let count = reader.by_ref().take(LONGEST_LINE).read_until(b'\n', bytes)?;
    let is_whole = bytes.ends_with(b"\n") || (count as u64) < LONGEST_LINE;
    if !is_whole {
        reader.skip_until(b'\n')?;
    }
    Ok((count > 0).then_some(is_whole))
}

/// Reads commands, numbers them and sends them, until `send` says that nobody receives them.
fn read_lines(mut reader: impl BufRead, send: &mut dyn FnMut(Numbered) -> bool, signals: &Signals) {
    let mut number = 0;
    let mut bytes = Vec::new();
    let mut read = |bytes: &mut Vec<u8>| {
        let read = read_line(&mut reader, bytes);
        read.inspect_err(|error| log::error!("standard input cannot be read: {error}"))
    };
    while let Ok(Some(is_whole)) = read(&mut bytes) {
        let line = String::from_utf8_lossy(&bytes);
        // Files of commands may be sent one after another: any line may be the first of one.
        let line = without_mark(&line);
        if is_interrupt(line) {
            signals.end_command(number);
        } else if line.trim().is_empty() {
            signals.leave_command(number);
        } else if let Some(request) = Request::parse(line) {
            number += 1;
            signals.hear_of_command(number);
            let id = request.id;
            if !send((number, if is_whole { Ok(request) } else { Err(TooLong { id }) })) {
                return;
            }
        }
    }
}

fn answer(
    request: &Request,
    writer: &mut impl Write,
    session: &mut Session,
    handler: Handler<'_>,
) -> io::Result<()> {
    log::debug!("< {} {}", request.name, request.args.join(" "));
    let is_streamed = commands::is_streamed(&request.name);
    let (mut drawn, mut has_begun) = (Ok(()), false);
    let result = handler(session, request, &mut |block| {
        let head = if is_streamed && !has_begun { reply_head(request.id) } else { String::new() };
        has_begun |= is_streamed;
        if drawn.is_ok() {
            drawn = write(writer, &(head + block));
        }
    });
    drawn?;
    // An error that came after the reply had begun was logged.
    if has_begun { write(writer, "\n") } else { write(writer, &reply(request.id, &result)) }
}

/// Writes a text at once: some controllers take a pause for the end of a reply.
fn write(writer: &mut impl Write, text: &str) -> io::Result<()> {
    writer.write_all(text.as_bytes())?;
    writer.flush()
}

/// What the reading thread tells the running command.
///
/// An interrupt is for the last command that was read before it, and ends that one only. It is ignored if that
/// command has ended, and kept if it has not begun.
#[derive(Clone, Debug)]
struct Signals {
    numbers: Arc<Mutex<Numbers>>,
    /// Set when the running command is to end.
    stop: Stop,
    /// Set when the running command is to end if it is an analysis, which has no end of its own.
    overtaken: Stop,
}

/// Commands by their numbers.
#[derive(Debug, Default)]
struct Numbers {
    running: u64,
    /// The last one that was interrupted.
    ended: u64,
    /// The last one that was interrupted, or followed by an empty line, which ends an analysis.
    left: u64,
    /// The last one that was read.
    heard: u64,
}

impl Signals {
    fn new(stop: Stop, overtaken: Stop) -> Self {
        Self { numbers: Arc::default(), stop, overtaken }
    }

    fn end_command(&self, number: u64) {
        let mut numbers = self.numbers.lock();
        numbers.ended = number;
        if numbers.running == number {
            self.stop.set();
        }
        drop(numbers);
        self.leave_command(number);
    }

    fn leave_command(&self, number: u64) {
        let mut numbers = self.numbers.lock();
        numbers.left = number;
        if numbers.running == number {
            self.overtaken.set();
        }
    }

    fn hear_of_command(&self, number: u64) {
        let mut numbers = self.numbers.lock();
        numbers.heard = number;
        if number > numbers.running {
            self.overtaken.set();
        }
    }

    fn begin_command(&self, number: u64) {
        let mut numbers = self.numbers.lock();
        numbers.running = number;
        let is_overtaken = numbers.heard > number || numbers.left == number;
        let signals = [(&self.stop, numbers.ended == number), (&self.overtaken, is_overtaken)];
        for (signal, is_set) in signals {
            if is_set { signal.set() } else { signal.clear() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_hides_no_command() {
        let signals = Signals::new(Stop::default(), Stop::default());
        let mut names = Vec::new();
        let text = "\u{feff}boardsize 5\nname\n\u{feff}version\n";
        read_lines(
            text.as_bytes(),
            &mut |(_, request)| {
                names.push(request.unwrap().name);
                true
            },
            &signals,
        );
        assert_eq!(names, ["boardsize", "name", "version"]);
    }

    #[test]
    fn a_line_that_is_too_long_is_refused_and_the_next_one_read() {
        let long = "x".repeat(1 << 20);
        let text = format!("7 name {long}\n# {long}\n{long}\nversion\n8 name {long}");
        let mut session = Session::new(
            crate::player::Player::new(
                crate::board::Size::new(3, 3).unwrap(),
                crate::params::Params::default(),
            ),
            super::super::Coordinates::default(),
        );
        let mut written = Vec::new();
        serve(io::Cursor::new(text), &mut written, &mut session).unwrap();
        let written = String::from_utf8(written).unwrap();
        let signs: Vec<&str> =
            written.split("\n\n").map(|reply| &reply[..2.min(reply.len())]).collect();
        assert_eq!(signs, ["?7", "? ", "= ", "?8", ""], "{written}");
    }

    #[test]
    fn an_interrupt_ends_its_own_command_and_no_other() {
        let stop = Stop::default();
        let signals = Signals::new(stop.clone(), Stop::default());
        signals.begin_command(1);
        signals.end_command(1);
        assert!(stop.is_set(), "it came while its command ran");
        signals.begin_command(2);
        assert!(!stop.is_set(), "the next one is not poisoned");
        signals.end_command(3);
        assert!(!stop.is_set(), "its command has not begun");
        signals.begin_command(3);
        assert!(stop.is_set(), "and is ended when it does");
    }

    #[test]
    fn a_command_is_overtaken_by_those_after_it_alone() {
        let overtaken = Stop::default();
        let signals = Signals::new(Stop::default(), overtaken.clone());
        signals.hear_of_command(1);
        signals.begin_command(1);
        assert!(!overtaken.is_set());
        signals.hear_of_command(2);
        assert!(overtaken.is_set(), "one came while it ran");
        signals.hear_of_command(NEVER);
        signals.begin_command(2);
        assert!(overtaken.is_set(), "the end came before it began");
    }
}
