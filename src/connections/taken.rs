//! Pairs that an update takes out of the store, to put them back under the ends that they have then.

use super::lists::{Lists, Span};
use super::pair::{Full, Pair, Semi};

/// The pairs, with all that they had before.
#[derive(Clone, Debug, Default)]
pub(super) struct Taken<const N: usize> {
    pairs: Vec<(Whereto, Span, Span)>,
    fulls: Lists<Full<N>>,
    semis: Lists<Semi<N>>,
}

/// Where a pair belongs once stones are added.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whereto {
    pub(super) ends: [usize; 2],
    /// For each end whether the fulls have met there as they do now.
    pub(super) have_met: [bool; 2],
    /// Whether an end was an empty cell and has got the player's stone.
    pub(super) is_new: bool,
    /// Whether it is where it was, and what no stone hits is still there.
    pub(super) stays: bool,
}

/// The connections of a pair as they were.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before<'a, const N: usize> {
    pub(super) fulls: &'a [Full<N>],
    pub(super) semis: &'a [Semi<N>],
}

impl<const N: usize> Taken<N> {
    pub(super) fn clear(&mut self) {
        self.pairs.clear();
        self.fulls.clear();
        self.semis.clear();
    }

    pub(super) fn push(&mut self, pair: Pair<'_, N>, whereto: Whereto) {
        let fulls = self.fulls.list(pair.fulls.iter().copied());
        let semis = self.semis.list(pair.semis.iter().copied());
        self.pairs.push((whereto, fulls, semis));
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Before<'_, N>, Whereto)> {
        self.pairs.iter().map(|(whereto, fulls, semis)| {
            (Before { fulls: self.fulls.of(*fulls), semis: self.semis.of(*semis) }, *whereto)
        })
    }
}
