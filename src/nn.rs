//! A convolutional network on a board of hexagonal cells: its weights, files, inference and gradient. It knows no Hex.
//!
//! The input is a [`Plane`] of [`INPUTS`] channels, the output one logit a cell. All layers are convolutions whose kernel
//! is a cell and its six neighbours; all but the last end with a `ReLU`. The hidden layers run as Winograd
//! convolutions (`winograd.rs`).

mod file;
mod forward;
mod gradient;
mod network;
mod plane;
mod winograd;

pub use file::{Header, NetworkError};
pub use forward::{Activations, Inference};
pub use gradient::{Gradient, Label, Sample};
pub use network::{CHANNELS, INPUTS, Network};
pub use plane::Plane;

/// The probability with these log-odds: the logistic function.
pub fn probability(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}
