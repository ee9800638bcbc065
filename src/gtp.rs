//! The Go Text Protocol as Hex programs speak it: text in, text out.
//!
//! [`serve()`] answers one controller. Standard output carries replies and, only when asked for,
//! HexGui's drawings; everything else goes to standard error through `log`. All commands stand in
//! one table, from which dispatch, `list_commands`, `known_command`, `help` and the analyze lists of
//! the clients come. Nothing that a controller sends ends the process or leaves a command half done.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod analyze;
mod args;
mod commands;
mod connections;
mod coordinates;
mod graphics;
mod inferior;
mod kata;
mod play;
mod rules;
mod serve;
mod session;
mod setup;
mod solver;
mod wire;

pub use commands::game_commands;
pub use coordinates::Coordinates;
pub use serve::{StandIn, serve, serve_with};
pub use session::Session;
pub use wire::{Request, read_reply, reply};

/// Why a command failed, in the user's words; sent after the `?`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GtpError(String);

/// What a command answers.
type Reply = Result<String, GtpError>;

/// Where a command's drawings for HexGui go while it runs.
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
