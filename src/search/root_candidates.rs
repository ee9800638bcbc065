//! The root of an analysis is searched more widely than that of a search for a move, so that several moves can be
//! compared ([`Limits::candidates`](super::Limits)).
//!
//! Best first, the search stays with a good move for as long as it is good: of its siblings it proves only that they are
//! worse, often by one expansion. That is right where one move is to be chosen and tells little of the others.
//! An analysis gives half of its expansions to the best moves in turn: at the root they go to whichever of these has
//! the fewest. Below the root, and with the other half, it searches as ever. Moves that were never searched come after
//! all others: a search mostly lowers a value, so they look better than those that were searched. Each would get a turn, and
//! no move many.

use super::Expand;
use super::staircase::{Value, shifted};
use super::tree::{ChildView, Tree};
use std::cmp::Reverse;

/// The best moves that an analysis looks at in turn. With half of the expansions for them, each has a few dozen after the
/// first second.
pub const CANDIDATES: usize = 8;

/// Which half of a search comes next, by the expansions of one thread.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CandidateTurns {
    /// Moves that are searched in turn; 0 for none.
    pub(super) candidates: usize,
    /// Expansions of this thread in which no candidate had a turn.
    pub(super) without_turn: u64,
    /// Expansions that the candidates were given in turn.
    pub(super) in_turn: u64,
}

/// A move of the root to search whatever its proof number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<M> {
    pub(super) mv: M,
    pub(super) error: i32,
    /// Expansions at the move so far.
    pub(super) work: u64,
    value: Value,
}

impl CandidateTurns {
    /// The move whose turn it is at the root, where the game stands; none if the search chooses. Proved moves need no
    /// turn, and those that another thread is just expanding have it.
    pub(super) fn next<G: Expand>(self, tree: &Tree<G::Move>, game: &G) -> Option<Turn<G::Move>> {
        if self.candidates == 0 || self.without_turn <= self.in_turn {
            return None;
        }
        let mut turns: Vec<Turn<G::Move>> = Vec::new();
        tree.for_each_child(game, |child| {
            let ChildView { mv, error, functions, work, visitors, .. } = child;
            if functions.outcome().is_none() && (work > 0 || visitors == 0) {
                let value = shifted(-functions.value(), -error);
                turns.push(Turn { mv, error, work, value });
            }
        });
        turns.sort_by_key(|turn| (turn.work == 0, Reverse(turn.value), turn.error));
        turns.truncate(self.candidates);
        turns.into_iter().min_by_key(|turn| turn.work)
    }
}
