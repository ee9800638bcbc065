//! A program that speaks GTP, run as a process: a line in, a reply out within a time limit.
//!
//! One thread writes its input and one reads its output, so that waiting can have a limit. Its standard error goes to
//! ours. Nothing here knows about Hex.

use crate::gtp::read_reply;
use crate::search::Stop;
use crate::threads::start_thread;
#[cfg(unix)]
use parking_lot::Mutex;
#[cfg(unix)]
use std::collections::BTreeSet;
use std::io::{self, BufReader, Write};
use std::process::{self, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, Sender, SyncSender, TrySendError, channel, sync_channel,
};
use std::thread;
use std::time::{Duration, Instant};

/// How often we look for an interrupt while we wait for the child.
const POLL: Duration = Duration::from_millis(20);

/// The least time that a child has for its first answer, which includes its start.
const TIME_TO_START: Duration = Duration::from_mins(1);

/// The time that a child has to end by itself after `quit`. We wait just as long for the last reply of a child that has
/// ended: a process that it has started may keep its output open.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// The most replies that wait to be taken. More come only from a child that writes what nobody asked for; they are
/// dropped, since they would fill the memory.
const MOST_WAITING: usize = 16;

/// `CREATE_NEW_PROCESS_GROUP`: the processes of such a group get no Ctrl-C.
#[cfg(windows)]
const NEW_PROCESS_GROUP: u32 = 0x200;

/// A reply of the child, or its error message.
type Reply = Result<String, String>;

/// Why a child did not carry out a command.
#[derive(Debug, thiserror::Error)]
pub enum ChildError {
    /// There is no such program, or it cannot be run.
    #[error(transparent)]
    Start(#[from] io::Error),
    /// It answered with a GTP error.
    #[error("the program refused `{line}`: {reason}")]
    Refused {
        /// The command.
        line: String,
        /// Its error message.
        reason: String,
    },
    /// It ended without an answer.
    #[error("the program ended without an answer to `{0}`")]
    Ended(String),
    /// It answered without end, or its output fails.
    #[error("the program's answer to `{line}` cannot be read: {reason}")]
    Unreadable {
        /// The command.
        line: String,
        /// What is wrong with the output.
        reason: io::Error,
    },
    /// It took too long.
    #[error("the program did not answer `{line}` within {seconds} s")]
    Late {
        /// The command.
        line: String,
        /// The time limit.
        seconds: f64,
    },
    /// We killed it, since this program was asked to end.
    #[error("the program was killed during `{0}`: HexCoven was asked to end")]
    Killed(String),
    /// It failed before and could not be started again.
    #[error("the program does not run: it failed and could not be started again")]
    Absent,
}

/// How long to wait for a reply. When `stop` is set, the child is sent `# interrupt` and still waited for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience<'a> {
    pub(super) time: Duration,
    pub(super) stop: Option<&'a Stop>,
}

/// The process groups of the children that run.
#[cfg(unix)]
static GROUPS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Kills all children and what they have started, before the process exits without dropping them. No child starts or is
/// dropped after that: whoever tries waits for the exit.
pub fn kill_children() {
    #[cfg(unix)]
    {
        let groups = GROUPS.lock();
        groups.iter().for_each(|group| kill_group(*group));
        std::mem::forget(groups);
    }
}

/// A running child. When it is dropped, it is killed, on Unix with all processes that it has started.
#[derive(Debug)]
pub(super) struct ChildProcess {
    process: process::Child,
    /// When it is set, the child is not waited for any longer.
    kill: Stop,
    lines: Sender<String>,
    replies: Receiver<io::Result<Reply>>,
    /// Whether it has answered a command.
    has_started: bool,
    /// The time that it was waited for after the last command.
    waited: Duration,
}

impl ChildProcess {
    /// Starts a program with its arguments. After `kill` is set, every command fails at once.
    pub(super) fn start(command: &[String], kill: Stop) -> io::Result<Self> {
        let (program, args) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
        // In a process group of its own it does not get the terminal's Ctrl-C, which we handle.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(&mut command, NEW_PROCESS_GROUP);
        let mut process = spawn(&mut command)?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (sender, replies) = sync_channel(MOST_WAITING);
        let (lines, receiver) = channel();
        let (has_started, waited) = (false, Duration::ZERO);
        // From here on an error kills the process.
        let child = Self { process, kill, lines, replies, has_started, waited };
        // Not joined: a process that the child has started may keep its input and output open.
        start_thread(move || read_replies(output, &sender))?;
        start_thread(move || write_lines(input, &receiver))?;
        Ok(child)
    }

    /// Sends a command and waits for the reply, for the first one at least [`TIME_TO_START`]. After any error but
    /// [`ChildError::Refused`] the child cannot be used any longer.
    pub(super) fn ask(
        &mut self,
        line: &str,
        mut patience: Patience<'_>,
    ) -> Result<String, ChildError> {
        log::debug!("> {line}");
        if !self.has_started {
            patience.time = patience.time.max(TIME_TO_START);
        }
        // A reply that nobody asked for is not the answer. A child that writes without end must not hold us up here.
        self.replies.try_iter().take(MOST_WAITING).for_each(drop);
        let reply = self.send(line).and_then(|()| self.wait(line, patience))?;
        log::debug!("{reply:?}");
        self.has_started = true;
        reply.map_err(|reason| ChildError::Refused { line: line.to_owned(), reason })
    }

    /// The time that the child was waited for after the last command. That in which this program was stopped (Ctrl-Z) does
    /// not count.
    pub(super) fn waited(&self) -> Duration {
        self.waited
    }

    fn send(&self, line: &str) -> Result<(), ChildError> {
        let sent = self.lines.send(format!("{line}\n"));
        sent.map_err(|_| ChildError::Ended(line.to_owned()))
    }

    fn wait(&mut self, line: &str, patience: Patience<'_>) -> Result<Reply, ChildError> {
        self.waited = Duration::ZERO;
        let mut end = None;
        let mut stop = patience.stop;
        loop {
            if let Some(_set) = stop.take_if(|stop| stop.is_set()) {
                self.send("# interrupt")?;
            }
            if self.kill.is_set() {
                return Err(ChildError::Killed(line.to_owned()));
            }
            let left = patience.time.saturating_sub(self.waited);
            let start = Instant::now();
            let received = self.replies.recv_timeout(left.min(POLL));
            // The time in which this program was stopped (Ctrl-Z) does not count.
            self.waited += start.elapsed().min(10 * POLL);
            match received {
                Ok(Ok(reply)) => return Ok(reply),
                Ok(Err(reason)) => {
                    return Err(ChildError::Unreadable { line: line.to_owned(), reason });
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(ChildError::Ended(line.to_owned()));
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    let seconds = patience.time.as_secs_f64();
                    return Err(ChildError::Late { line: line.to_owned(), seconds });
                }
                Err(RecvTimeoutError::Timeout) if has_ended(&mut self.process) => {
                    if end.get_or_insert_with(Instant::now).elapsed() >= LAST_WORDS {
                        return Err(ChildError::Ended(line.to_owned()));
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Sends `quit` and waits up to a second for the end.
    pub(super) fn quit(mut self) {
        let start = Instant::now();
        if self.send("quit").is_err() {
            return;
        }
        let has_time = || !self.kill.is_set() && start.elapsed() < LAST_WORDS;
        while has_time() && !has_ended(&mut self.process) {
            thread::sleep(POLL);
        }
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        #[cfg(unix)]
        {
            let mut groups = GROUPS.lock();
            groups.remove(&self.process.id());
            kill_group(self.process.id());
        }
        // These may fail if it has ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Starts a child. Its group is known before [`kill_children`] can run.
fn spawn(command: &mut Command) -> io::Result<process::Child> {
    #[cfg(unix)]
    let mut groups = GROUPS.lock();
    let process = command.spawn()?;
    #[cfg(unix)]
    groups.insert(process.id());
    Ok(process)
}

/// Whether a child has ended. It is not waited for: its id stays its own until its group is killed.
#[cfg(unix)]
fn has_ended(process: &mut process::Child) -> bool {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    pid(process.id()).is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
}

/// Whether a child has ended.
#[cfg(not(unix))]
fn has_ended(process: &mut process::Child) -> bool {
    !matches!(process.try_wait(), Ok(None))
}

#[cfg(unix)]
fn pid(process: u32) -> Option<rustix::process::Pid> {
    i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw)
}

/// Kills a child and all processes that it has started, such as the program that a shell script runs. The child must
/// not have been waited for: until then no other process can get its id.
#[cfg(unix)]
fn kill_group(child: u32) {
    use rustix::process::{Signal, kill_process_group};
    if let Some(Err(error)) = pid(child).map(|group| kill_process_group(group, Signal::KILL)) {
        log::debug!("the group of process {child}: {error}");
    }
}

/// Writes lines until no more are sent, or the child does not read any more.
fn write_lines(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Reads until the output ends or cannot be read. It never waits for a reply to be taken.
fn read_replies(output: ChildStdout, sender: &SyncSender<io::Result<Reply>>) {
    let mut reader = BufReader::new(output);
    while let Some(reply) = read_reply(&mut reader).transpose() {
        let is_last = reply.is_err();
        let is_unheard = matches!(sender.try_send(reply), Err(TrySendError::Disconnected(_)));
        if is_last || is_unheard {
            return;
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    #[test]
    fn replies_that_nobody_asked_for_are_dropped() {
        let script = "for tens in 0 1 2 3 4 5 6 7 8 9; do for ones in 0 1 2 3 4 5 6 7 8 9; do
                echo \"= $tens$ones\"; echo
            done; done
            while read -r line; do echo \"= $line\"; echo; done";
        let command = ["sh", "-c", script].map(str::to_owned);
        let mut child = ChildProcess::start(&command, Stop::default()).unwrap();
        thread::sleep(Duration::from_secs(1));
        for line in ["a", "b"] {
            let patience = Patience { time: Duration::from_secs(20), stop: None };
            assert_eq!(child.ask(line, patience).unwrap(), line);
        }
    }

    #[test]
    fn a_child_that_does_not_read_is_late() {
        let command = ["sleep", "100"].map(str::to_owned);
        let mut child = ChildProcess::start(&command, Stop::default()).unwrap();
        child.has_started = true;
        let patience = Patience { time: Duration::from_millis(100), stop: None };
        let asked = child.ask(&"x".repeat(1 << 20), patience);
        assert!(matches!(asked, Err(ChildError::Late { .. })), "{asked:?}");
    }
}
