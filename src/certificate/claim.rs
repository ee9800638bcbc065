//! What a certificate claims.

use crate::board::{Color, Position};
use std::fmt;

/// This player wins this position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The position.
    pub position: Position,
    /// The winner.
    pub winner: Color,
}

impl fmt::Display for Claim {
    /// The claim in one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { board, to_play } = &self.position;
        write!(f, "{}, ", board.size())?;
        for color in Color::BOTH {
            let stones = board.stones(color);
            if !stones.is_empty() {
                write!(f, "{color} {}, ", board.size().names(stones).join(" "))?;
            }
        }
        write!(f, "{to_play} to play: {} wins", self.winner)
    }
}
