//! A convolutional network on a board of hexagons: planes of numbers, weights, files, and how its outputs
//! are computed. It knows no Hex.
//!
//! A cell's neighbourhood is itself and its six neighbours. Between the first and the last layer the
//! convolutions run in tiles ([`winograd`]).

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

/// The probability with these log-odds.
pub fn probability(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}
