//! A program that speaks GTP, run as a process: a line in, a reply out within a time.
//!
//! A thread reads its output, so that it can be waited for with a limit. Its standard error is ours.
//! Knows nothing of Hex.

use crate::gtp::read_reply;
use crate::search::Stop;
use std::io::{self, BufReader, Write};
use std::process::{self, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How often we look for an interrupt while the child thinks.
const POLL: Duration = Duration::from_millis(20);

/// What a child has to end by itself after `quit`.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Why a child did not do what it was told.
#[derive(Debug, thiserror::Error)]
pub enum ChildError {
    /// There is no such program, or it may not be run.
    #[error(transparent)]
    Start(#[from] io::Error),
    /// It answered with an error.
    #[error("the child refused `{line}`: {reason}")]
    Refused {
        /// The command.
        line: String,
        /// Its words.
        reason: String,
    },
    /// It ended without an answer.
    #[error("the child ended in `{0}`")]
    Ended(String),
    /// It took too long.
    #[error("the child did not answer `{line}` within {seconds} s")]
    Late {
        /// The command.
        line: String,
        /// The limit.
        seconds: f64,
    },
    /// It was killed since the program is to end.
    #[error("the child was killed in `{0}`, as was asked for")]
    Killed(String),
    /// It crashed before and was not started again.
    #[error("the child does not run")]
    Absent,
}

/// How long to wait for a reply, and what may ask the child to hurry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience<'a> {
    pub(super) time: Duration,
    pub(super) stop: Option<&'a Stop>,
}

/// A running child; it is killed when dropped.
#[derive(Debug)]
pub(super) struct ChildProcess {
    process: process::Child,
    /// Whether it has ended and was waited for.
    has_ended: bool,
    /// Set when it is to be killed, whatever it is at.
    kill: Stop,
    input: ChildStdin,
    replies: Receiver<Result<String, String>>,
}

impl ChildProcess {
    /// Starts a program with its arguments. When `kill` is set it is not waited for any longer.
    pub(super) fn start(command: &[String], kill: Stop) -> io::Result<Self> {
        let (program, args) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C is meant for us, who then know what to do with the child.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn()?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (sender, replies) = channel();
        // Not joined: what the child has started may hold its output open for ever.
        thread::spawn(move || read_replies(output, &sender));
        Ok(Self { process, has_ended: false, kill, input, replies })
    }

    /// Sends a command and waits for the reply. After any error but a refusal the child is of no use.
    pub(super) fn ask(&mut self, line: &str, patience: Patience<'_>) -> Result<String, ChildError> {
        log::debug!("> {line}");
        // What it said without being asked is not the answer.
        while self.replies.try_recv().is_ok() {}
        let reply = self.send(line).and_then(|()| self.wait(line, patience))?;
        log::debug!("{reply:?}");
        reply.map_err(|reason| ChildError::Refused { line: line.to_owned(), reason })
    }

    fn send(&mut self, line: &str) -> Result<(), ChildError> {
        let sent = self.input.write_all(format!("{line}\n").as_bytes());
        sent.and_then(|()| self.input.flush()).map_err(|_| ChildError::Ended(line.to_owned()))
    }

    fn wait(
        &mut self,
        line: &str,
        patience: Patience<'_>,
    ) -> Result<Result<String, String>, ChildError> {
        let start = Instant::now();
        let mut stop = patience.stop;
        loop {
            if let Some(_set) = stop.take_if(|stop| stop.is_set()) {
                self.send("# interrupt")?;
            }
            if self.kill.is_set() {
                return Err(ChildError::Killed(line.to_owned()));
            }
            let left = patience.time.saturating_sub(start.elapsed());
            match self.replies.recv_timeout(left.min(POLL)) {
                Ok(reply) => return Ok(reply),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(ChildError::Ended(line.to_owned()));
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    let seconds = patience.time.as_secs_f64();
                    return Err(ChildError::Late { line: line.to_owned(), seconds });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Asks it to end, and waits a little until it does.
    pub(super) fn quit(mut self) {
        let start = Instant::now();
        if self.send("quit").is_err() {
            return;
        }
        while !self.has_ended && !self.kill.is_set() && start.elapsed() < LAST_WORDS {
            thread::sleep(POLL);
            self.has_ended = !matches!(self.process.try_wait(), Ok(None));
        }
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        if self.has_ended {
            return;
        }
        #[cfg(unix)]
        kill_group(&self.process);
        // Both fail if it has ended, which is as well.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Kills the processes that a child has started, with the child: a shell script that runs a program leaves
/// that behind. The child must not have been waited for, so that its number is its own.
#[cfg(unix)]
fn kill_group(process: &process::Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let group = i32::try_from(process.id()).ok().and_then(Pid::from_raw);
    if let Some(Err(error)) = group.map(|group| kill_process_group(group, Signal::KILL)) {
        log::debug!("the group of process {}: {error}", process.id());
    }
}

fn read_replies(output: ChildStdout, sender: &Sender<Result<String, String>>) {
    let mut reader = BufReader::new(output);
    while let Ok(Some(reply)) = read_reply(&mut reader) {
        if sender.send(reply).is_err() {
            return;
        }
    }
}
