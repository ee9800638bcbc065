//! Samples: a position with its features, and labels of some of its moves.

use crate::board::{Cell, Position};
use crate::evaluation::Features;

/// A sample of an open position.
#[derive(Clone, Debug)]
pub struct PositionSample {
    /// The position.
    pub position: Position,
    /// Its features, which the network sees beside the stones.
    pub features: Features,
    /// The labels, each of another move.
    pub labels: Vec<MoveLabel>,
}

/// The label of a move.
#[derive(Clone, Copy, Debug)]
pub struct MoveLabel {
    /// The move.
    pub mv: Cell,
    /// The target: the probability that the move wins, from 0 to 1.
    pub target: f32,
    /// The weight of the label in the loss.
    pub weight: f32,
    /// Whether a proof says so.
    pub is_proved: bool,
}
