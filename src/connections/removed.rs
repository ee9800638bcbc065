//! Pairs that an update has removed from the store and will reinsert under their new endpoints.

use super::lists::{Lists, Span};
use super::pair::{Full, Pair, Semi};

/// The removed pairs with their connections.
#[derive(Clone, Debug, Default)]
pub(super) struct Removed<const N: usize> {
    pairs: Vec<(Destination, Span, Span)>,
    fulls: Lists<Full<N>>,
    semis: Lists<Semi<N>>,
}

/// Where a removed pair is to be reinserted, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct Destination {
    /// Its endpoints now.
    pub(super) ends: [usize; 2],
    /// For each end whether the AND rule has already been applied over it to all pairs that end there now.
    pub(super) is_combined: [bool; 2],
    /// Whether an end was an empty cell and has now a stone of the player.
    pub(super) was_empty: bool,
    /// Whether it keeps its endpoints: then the connections that no stone hits are still in the store.
    pub(super) stays: bool,
}

/// The connections of a removed pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct OldPair<'a, const N: usize> {
    pub(super) fulls: &'a [Full<N>],
    pub(super) semis: &'a [Semi<N>],
}

impl<const N: usize> Removed<N> {
    /// Drops all pairs and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.pairs.clear();
        self.fulls.clear();
        self.semis.clear();
    }

    /// Adds a pair.
    pub(super) fn push(&mut self, pair: Pair<'_, N>, destination: Destination) {
        let fulls = self.fulls.list(pair.fulls.iter().copied());
        let semis = self.semis.list(pair.semis.iter().copied());
        self.pairs.push((destination, fulls, semis));
    }

    /// The pairs in the order in which they were added.
    pub(super) fn iter(&self) -> impl Iterator<Item = (OldPair<'_, N>, Destination)> {
        self.pairs.iter().map(|(destination, fulls, semis)| {
            (OldPair { fulls: self.fulls.of(*fulls), semis: self.semis.of(*semis) }, *destination)
        })
    }
}
