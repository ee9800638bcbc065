//! One integration binary, a module for each boundary. It needs what every Unix has, such as `sh`; elsewhere
//! it is empty.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod analysis;
mod browser;
mod architecture;
mod arguments;
mod campaign;
mod cli;
mod contest;
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
mod signals;
mod solving;
mod training;
mod transcripts;
mod tune;
mod web;
mod words;
mod wrap;
