//! The Go Text Protocol (GTP) as Hex programs speak it: text in, text out.
//!
//! [`serve()`] answers one controller. Standard output carries replies and, if the user wants them, drawings for
//! HexGui; those for GoGui, and all else, go to standard error. All commands are in one table. Dispatch,
//! `list_commands`, `known_command`, `help` and the analyze lists of the clients read it. No input ends the
//! process or leaves a command half done.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod analyze;
mod args;
mod client_settings;
mod commands;
mod connections;
mod conspiracy;
mod coordinates;
mod decided;
mod graphics;
mod inferior;
mod kata;
mod kata_settings;
mod ownership;
mod play;
mod rules;
mod serve;
mod session;
mod setup;
mod solver;
mod wire;

pub use commands::{game_commands, is_streamed};
pub use coordinates::Coordinates;
pub use serve::{StandIn, serve, serve_with};
pub use session::Session;
pub use wire::{Request, read_reply, reply};

/// Why a command failed, in words for the user. It is sent after the `?`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GtpError(String);

/// The text that is sent after the `=`, or the error.
type Reply = Result<String, GtpError>;

/// The reply of a command that has nothing to say.
const DONE: String = String::new();

/// Receives the drawings for HexGui, or the lines of a live analysis, while a command runs.
type Draw<'a> = &'a mut dyn FnMut(&str);

impl GtpError {
    fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl<E: std::error::Error> From<E> for GtpError {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}
