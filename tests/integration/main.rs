//! One integration binary, a module for each boundary.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod analysis;
mod browser;
mod architecture;
#[cfg(unix)]
mod arguments;
mod campaign;
mod cli;
mod contest;
#[cfg(unix)]
mod faults;
mod folders;
mod frontier;
mod gtp_process;
mod http;
mod live;
mod oracle;
mod pictures;
mod program;
mod proofs;
mod protocol;
mod records;
#[cfg(unix)]
mod signals;
mod solving;
mod training;
mod transcripts;
mod tune;
mod web;
mod words;
mod wrap;
