//! Pairs that an update has removed from the store and will reinsert under their new endpoints.

use super::lists::Span;

/// Where a removed pair is to be reinserted, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct Destination {
    /// Its endpoints now.
    pub(super) ends: [usize; 2],
    /// For each end whether the AND rule has already been applied over it to all pairs that end there now.
    pub(super) combined_over: [bool; 2],
    /// Whether an end was an empty cell and has now a stone of the player.
    pub(super) was_empty: bool,
    /// Whether it keeps its endpoints: then the connections that no stone hits are still in the store.
    pub(super) stays: bool,
}

impl Destination {
    /// Whether the AND rule has already been applied over both ends.
    pub(super) fn is_combined(&self) -> bool {
        self.combined_over == [true, true]
    }
}

/// The lists of the connections of a removed pair before the update. The store does not change these lists, since undo
/// brings them back.
#[derive(Clone, Copy, Debug)]
pub(super) struct OldPair {
    pub(super) fulls: Span,
    pub(super) semis: Span,
}
