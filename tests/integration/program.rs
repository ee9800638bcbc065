//! The program as a child.

use std::process::{Command, ExitStatus, Output};

/// Runs it to its end.
pub(crate) fn hexcoven(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hexcoven")).args(args).output().unwrap()
}

/// Runs it with a standard output that nobody reads.
pub(crate) fn unheard(args: &[&str]) -> ExitStatus {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    Command::new(env!("CARGO_BIN_EXE_hexcoven")).args(args).stdout(writer).status().unwrap()
}

/// What it printed.
pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}
