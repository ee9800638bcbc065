//! The real binary as a GTP process: a line in, a reply out. Nothing here waits for ever.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// More than any test should take for one reply.
const PATIENCE: Duration = Duration::from_mins(1);

/// A running `hexcoven`; it is killed when dropped.
pub(crate) struct GtpProcess {
    child: Child,
    input: Option<ChildStdin>,
    replies: Receiver<String>,
    log: Receiver<String>,
}

impl GtpProcess {
    pub(crate) fn start(args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hexcoven"))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let (output, mut errors) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let (reply_sender, replies) = channel();
        thread::spawn(move || {
            let mut reply = String::new();
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if !line.is_empty() {
                    reply.push_str(&line);
                    reply.push('\n');
                } else if reply_sender.send(std::mem::take(&mut reply)).is_err() {
                    return;
                }
            }
        });
        let (log_sender, log) = channel();
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = errors.read_to_end(&mut bytes);
            let _ = log_sender.send(String::from_utf8_lossy(&bytes).into_owned());
        });
        Self { child, input, replies, log }
    }

    /// The number of the process.
    pub(crate) fn pid(&self) -> String {
        self.child.id().to_string()
    }

    /// Sends a line and does not wait for anything.
    pub(crate) fn tell(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// Ends the input, as a controller does that goes away.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// All lines up to the next empty one: a reply or a drawing.
    pub(crate) fn block(&self) -> String {
        self.replies.recv_timeout(PATIENCE).expect("a reply in time")
    }

    /// The next reply: its sign, its id, and its lines.
    pub(crate) fn reply(&self) -> String {
        let reply = self.block();
        assert!(reply.starts_with(['=', '?']), "{reply:?}");
        reply.trim_end().to_owned()
    }

    /// The drawings before the next reply, and the reply.
    pub(crate) fn drawings_and_reply(&self) -> (Vec<String>, String) {
        let mut drawings = Vec::new();
        loop {
            let block = self.block();
            if block.starts_with(['=', '?']) {
                return (drawings, block.trim_end().to_owned());
            }
            drawings.push(block);
        }
    }

    /// Sends a command; the whole reply.
    pub(crate) fn send(&mut self, line: &str) -> String {
        self.tell(line);
        self.reply()
    }

    /// Sends a command that must succeed; the reply's text.
    pub(crate) fn ok(&mut self, line: &str) -> String {
        let reply = self.send(line);
        let text = reply.strip_prefix('=').unwrap_or_else(|| panic!("{line}: {reply}"));
        text.trim_start().to_owned()
    }

    /// Waits for the end; the exit status and what was written to standard error.
    pub(crate) fn wait(mut self) -> (ExitStatus, String) {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().unwrap() {
                return (status, self.log.recv_timeout(PATIENCE).unwrap());
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("it does not end");
    }

    /// Says `quit`; the exit status and what was written to standard error.
    pub(crate) fn quit(mut self) -> (ExitStatus, String) {
        self.ok("quit");
        self.wait()
    }
}

impl Drop for GtpProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
