//! The connections of one pair of endpoints.
//!
//! No carrier of a list is a superset of another, and no semi connection's carrier is a superset of a full
//! connection's: the one with the larger carrier would follow from the other.

use super::lists::Span;
use crate::board::{Cell, CellSet};

/// A full connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full<const N: usize> {
    /// The empty cells it needs, without its ends.
    pub carrier: CellSet<N>,
    /// Whether the AND rule has been applied to it.
    pub(super) is_processed: bool,
}

/// A semi connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Semi<const N: usize> {
    /// The empty cells it needs, with the key and without its ends.
    pub carrier: CellSet<N>,
    /// A stone of the player here makes it a full connection.
    pub key: Cell,
    /// Whether the OR rule has been applied to it.
    pub(super) is_processed: bool,
}

/// The connections between two endpoints.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a, const N: usize> {
    /// The endpoints, the lower number first.
    pub ends: (usize, usize),
    /// The full connections.
    pub fulls: &'a [Full<N>],
    /// The semi connections.
    pub semis: &'a [Semi<N>],
    pub(super) full_common: CellSet<N>,
}

impl<const N: usize> Pair<'_, N> {
    /// The cells common to the carriers of all full connections; none if there is no full connection.
    pub fn full_common(&self) -> Option<CellSet<N>> {
        (!self.fulls.is_empty()).then_some(self.full_common)
    }

    /// The cells common to the carriers of all semi connections; none if there is no semi connection.
    pub fn semi_common(&self) -> Option<CellSet<N>> {
        self.semis.iter().map(|semi| semi.carrier).reduce(|all, carrier| all & carrier)
    }
}

/// A pair as it is stored, with what its carriers have in common, which answers most questions about them.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairRecord<const N: usize> {
    pub(super) ends: (u16, u16),
    pub(super) fulls: Span,
    pub(super) semis: Span,
    /// The cells common to the carriers of all full connections; all cells if there is none.
    pub(super) full_common: CellSet<N>,
    /// The same for the processed full connections.
    pub(super) processed_common: CellSet<N>,
    /// A subset of the cells common to the carriers of all semi connections: carriers that were removed still
    /// count.
    pub(super) semi_common: CellSet<N>,
    /// A superset of the union of all carriers: carriers that were removed still count.
    pub(super) union: CellSet<N>,
    /// Whether the OR rule is still to be applied.
    pub(super) is_queued: bool,
}

impl<const N: usize> PairRecord<N> {
    pub(super) fn new(ends: (u16, u16)) -> Self {
        Self {
            ends,
            fulls: Span::default(),
            semis: Span::default(),
            full_common: CellSet::ALL,
            processed_common: CellSet::ALL,
            semi_common: CellSet::ALL,
            union: CellSet::EMPTY,
            is_queued: false,
        }
    }

    /// Whether there is no connection.
    pub(super) fn is_unused(&self) -> bool {
        self.fulls.is_empty() && self.semis.is_empty()
    }
}
