//! The loop: a thread reads lines, so that an interrupt is seen while a command runs.

use super::wire::{is_interrupt, reply};
use super::{Request, Session};
use crate::search::Stop;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// Carries out one command: [`Session::execute`], or what stands in front of it.
type Handler<'a> =
    &'a mut dyn FnMut(&mut Session, &Request, &mut dyn FnMut(&str)) -> Result<String, String>;

/// Answers commands until `quit` or the end of the input. What was read before the end is carried
/// out.
///
/// # Errors
/// The output cannot be written.
pub fn serve(
    reader: impl BufRead + Send + 'static,
    writer: impl Write,
    session: &mut Session,
) -> io::Result<()> {
    serve_with(reader, writer, session, &mut Session::execute)
}

/// The same with something in front of [`Session::execute`].
///
/// # Errors
/// The output cannot be written.
pub fn serve_with(
    reader: impl BufRead + Send + 'static,
    mut writer: impl Write,
    session: &mut Session,
    handler: Handler<'_>,
) -> io::Result<()> {
    let interrupt = Interrupt::new(session.player.stop().clone());
    let (sender, receiver) = channel();
    let (closed, for_reader) = (session.closed.clone(), interrupt.clone());
    let arrival = Stop::default();
    let arrived = arrival.clone();
    // Not joined: after `quit` it may wait for a line that never comes.
    std::thread::spawn(move || {
        let mut send = |command| {
            let is_heard = sender.send(command).is_ok();
            arrived.set();
            is_heard
        };
        read_lines(reader, &mut send, &for_reader);
        closed.set();
        // In this order: who does not see the signal sees that nobody sends any more.
        drop(sender);
        arrived.set();
    });
    while let Some((number, request)) = next(&receiver, &arrival, session) {
        interrupt.begin_command(number);
        answer(&request, &mut writer, session, handler)?;
        if session.has_quit {
            break;
        }
    }
    Ok(())
}

/// The next command, if there is one to come. Until it comes the player may ponder.
fn next(receiver: &Receiver<Numbered>, arrival: &Stop, session: &mut Session) -> Option<Numbered> {
    // What is sent from here on sets it again.
    arrival.clear();
    let waiting = receiver.try_recv();
    if waiting == Err(TryRecvError::Empty) {
        // An error is in the log; nobody has asked for a reply.
        let _ = session.guarded(|session| {
            session.player.ponder(arrival);
            Ok(String::new())
        });
    }
    waiting.or_else(|_| receiver.recv()).ok()
}

/// A command and its number.
type Numbered = (u64, Request);

/// Numbers the commands and sends them, as long as anybody hears.
fn read_lines(
    mut reader: impl BufRead,
    send: &mut dyn FnMut(Numbered) -> bool,
    interrupt: &Interrupt,
) {
    let mut number = 0;
    let mut bytes = Vec::new();
    while reader.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
        let line = String::from_utf8_lossy(&bytes);
        if is_interrupt(&line) {
            interrupt.end_command(number);
        } else if let Some(request) = Request::parse(&line) {
            number += 1;
            if !send((number, request)) {
                return;
            }
        }
        bytes.clear();
    }
}

fn answer(
    request: &Request,
    writer: &mut impl Write,
    session: &mut Session,
    handler: Handler<'_>,
) -> io::Result<()> {
    log::debug!("< {} {}", request.name, request.args.join(" "));
    let mut drawn = Ok(());
    let result = handler(session, request, &mut |block| {
        if drawn.is_ok() {
            drawn = writer.write_all(block.as_bytes()).and_then(|()| writer.flush());
        }
    });
    drawn?;
    // One write: some controllers take a pause for the end of a reply.
    writer.write_all(reply(request.id, &result).as_bytes())?;
    writer.flush()
}

/// Ends the command that an interrupt was meant for and no other: one that comes when nothing runs
/// is ignored, one that comes before its command has begun is kept for it.
#[derive(Clone, Debug)]
struct Interrupt {
    /// The running command and the last one to be ended, by their numbers.
    state: Arc<Mutex<(u64, u64)>>,
    stop: Stop,
}

impl Interrupt {
    fn new(stop: Stop) -> Self {
        Self { state: Arc::default(), stop }
    }

    fn end_command(&self, number: u64) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.1 = number;
        if state.0 == number {
            self.stop.set();
        }
    }

    fn begin_command(&self, number: u64) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.0 = number;
        if state.1 == number {
            self.stop.set();
        } else {
            self.stop.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupt_ends_its_own_command_and_no_other() {
        let stop = Stop::default();
        let interrupt = Interrupt::new(stop.clone());
        interrupt.begin_command(1);
        interrupt.end_command(1);
        assert!(stop.is_set(), "it came while its command ran");
        interrupt.begin_command(2);
        assert!(!stop.is_set(), "the next one is not poisoned");
        interrupt.end_command(3);
        assert!(!stop.is_set(), "its command has not begun");
        interrupt.begin_command(3);
        assert!(stop.is_set(), "and is ended when it does");
    }
}
