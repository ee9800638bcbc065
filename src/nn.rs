//! Convolutional networks on a board of hexagonal cells: their weights, files and inference. It knows no Hex.
//!
//! The input is a [`Plane`] of [`INPUTS`] channels, the output one logit a cell. Its layers are convolutions whose
//! kernel is a cell and its six neighbours; the blocks of a residual network may also pool over the whole board
//! (`global_pooling.rs`). [`Network`] says how they are joined; a file says how many there are and how wide. The layers
//! between the first and the last run as Winograd convolutions (`winograd.rs`). Networks learn in the Python program
//! `src/training/learn.py`.

mod file;
mod forward;
mod global_pooling;
mod network;
mod plane;
mod quantization;
mod simd;
mod winograd;

pub use file::NetworkError;
pub use forward::{Activations, Inference};
pub use network::{INPUTS, Network};
pub use plane::Plane;
pub use simd::Instructions;

/// The probability with these log-odds: the logistic function.
pub fn probability(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}
