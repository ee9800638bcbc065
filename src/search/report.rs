//! What a search found.

use super::{Interval, Outcome, Value};
use std::time::Duration;

/// A move of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Expansions below it.
    pub work: u64,
    /// The minimax value for the player who makes it.
    pub value: Value,
    /// Its error as corrected so far.
    pub error: i32,
    /// Whether the player who makes it is proved to win or to lose.
    pub outcome: Option<Outcome>,
}

/// What a search found; everything is seen by the player to move at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// Whether the position is proved won or lost.
    pub outcome: Option<Outcome>,
    /// Moves, the one to play first: a proved win, else by falling work with proved losses last.
    /// Empty only if the game was over.
    pub moves: Vec<RootMove<M>>,
    /// The line in which every move has the most work.
    pub line: Vec<M>,
    /// The root's minimax value.
    pub value: Value,
    /// The search interval at the end; none if the position is decided.
    pub interval: Option<Interval>,
    /// Expansions in this search.
    pub expansions: u64,
    /// How long it took.
    pub time: Duration,
}

impl<M: Copy> Report<M> {
    /// The move to play, if there is any.
    pub fn best(&self) -> Option<M> {
        self.moves.first().map(|root_move| root_move.mv)
    }
}
