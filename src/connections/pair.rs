//! The connections of one pair of endpoints.
//!
//! Carriers of a list are never supersets of each other: the smaller one says all that the larger
//! does. Nor is a semi's carrier a superset of a full's.

use super::lists::Span;
use crate::board::{Cell, CellSet};

/// A full connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full<const N: usize> {
    /// The empty cells it needs; the ends are not among them.
    pub carrier: CellSet<N>,
    /// Whether the AND rule was applied to it.
    pub(super) is_processed: bool,
}

/// A semi connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Semi<const N: usize> {
    /// The empty cells it needs, the key among them; the ends are not.
    pub carrier: CellSet<N>,
    /// Playing here makes it a full connection.
    pub key: Cell,
    /// Whether the OR rule was applied to it.
    pub(super) is_processed: bool,
}

/// The connections between two endpoints.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a, const N: usize> {
    /// The endpoints, the lower first.
    pub ends: (usize, usize),
    /// The full connections.
    pub fulls: &'a [Full<N>],
    /// The semi connections.
    pub semis: &'a [Semi<N>],
    pub(super) full_common: CellSet<N>,
}

impl<const N: usize> Pair<'_, N> {
    /// What the carriers of all full connections have in common, if there is one.
    pub fn full_common(&self) -> Option<CellSet<N>> {
        (!self.fulls.is_empty()).then_some(self.full_common)
    }

    /// What the carriers of all semi connections have in common, if there is one.
    pub fn semi_common(&self) -> Option<CellSet<N>> {
        self.semis.iter().map(|semi| semi.carrier).reduce(|all, carrier| all & carrier)
    }
}

/// A pair as it is stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record<const N: usize> {
    pub(super) ends: (u16, u16),
    pub(super) fulls: Span,
    pub(super) semis: Span,
    /// What the carriers of all fulls have in common; all cells if there is none.
    pub(super) full_common: CellSet<N>,
    /// The same of those fulls that the AND rule was applied to.
    pub(super) processed_common: CellSet<N>,
    /// What the carriers of all semis have in common, or less: those count that are gone again.
    pub(super) semi_common: CellSet<N>,
    /// The carriers of all together, or more: those count that are gone again.
    pub(super) union: CellSet<N>,
    /// Whether it waits for the OR rule.
    pub(super) is_queued: bool,
}

impl<const N: usize> Record<N> {
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
