//! The connections of one pair of endpoints.
//!
//! Carriers of a list are never supersets of each other: the smaller one says all that the larger
//! does. Nor is a semi's carrier a superset of a full's.

use crate::board::{Cell, CellSet};

/// A full connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Full<const N: usize> {
    pub(super) carrier: CellSet<N>,
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
#[derive(Clone, Debug)]
pub struct Pair<const N: usize> {
    /// The endpoints, the lower first.
    pub ends: (usize, usize),
    pub(super) fulls: Vec<Full<N>>,
    pub(super) semis: Vec<Semi<N>>,
    /// What the carriers of all fulls have in common; all cells if there is none.
    pub(super) full_common: CellSet<N>,
    /// What the carriers of all fulls that were processed have in common.
    pub(super) processed_common: CellSet<N>,
    /// What the carriers of all semis have in common.
    pub(super) semi_common: CellSet<N>,
    /// Whether it waits for the OR rule.
    pub(super) is_queued: bool,
}

impl<const N: usize> Pair<N> {
    pub(super) fn new(ends: (usize, usize)) -> Self {
        Self {
            ends,
            fulls: Vec::new(),
            semis: Vec::new(),
            full_common: CellSet::ALL,
            processed_common: CellSet::ALL,
            semi_common: CellSet::ALL,
            is_queued: false,
        }
    }

    /// Makes this the empty pair of other ends; memory is kept.
    pub(super) fn reset(&mut self, ends: (usize, usize)) {
        self.fulls.clear();
        self.semis.clear();
        self.ends = ends;
        (self.full_common, self.processed_common) = (CellSet::ALL, CellSet::ALL);
        self.semi_common = CellSet::ALL;
        self.is_queued = false;
    }

    /// The carriers of the full connections.
    pub fn fulls(&self) -> impl Iterator<Item = &CellSet<N>> {
        self.fulls.iter().map(|full| &full.carrier)
    }

    /// The semi connections.
    pub fn semis(&self) -> &[Semi<N>] {
        &self.semis
    }

    /// What the carriers of all full connections have in common, if there is one.
    pub fn full_common(&self) -> Option<CellSet<N>> {
        (!self.fulls.is_empty()).then_some(self.full_common)
    }

    /// What the carriers of all semi connections have in common, if there is one.
    pub fn semi_common(&self) -> Option<CellSet<N>> {
        (!self.semis.is_empty()).then_some(self.semi_common)
    }

    /// Adds a full unless it says nothing new. With `only_shrinking` it is also refused if it neither
    /// takes the place of a larger one nor makes what all have in common smaller.
    pub(super) fn add_full(&mut self, carrier: CellSet<N>, only_shrinking: bool) -> bool {
        if self.fulls.iter().any(|full| full.carrier.is_subset(&carrier)) {
            return false;
        }
        let count = self.fulls.len();
        self.fulls.retain(|full| !carrier.is_subset(&full.carrier));
        let replaces = self.fulls.len() < count;
        if only_shrinking && !replaces && count > 0 && self.full_common.is_subset(&carrier) {
            return false;
        }
        self.fulls.push(Full { carrier, is_processed: false });
        self.full_common &= carrier;
        if replaces {
            let processed = self.fulls.iter().filter(|full| full.is_processed);
            self.processed_common = processed.fold(CellSet::ALL, |all, full| all & full.carrier);
        }
        self.semis.retain(|semi| !carrier.is_subset(&semi.carrier));
        true
    }

    /// Adds a semi unless it says nothing new.
    pub(super) fn add_semi(&mut self, carrier: CellSet<N>, key: Cell) -> bool {
        if self.fulls.iter().any(|full| full.carrier.is_subset(&carrier))
            || self.semis.iter().any(|semi| semi.carrier.is_subset(&carrier))
        {
            return false;
        }
        self.semis.retain(|semi| !carrier.is_subset(&semi.carrier));
        self.semis.push(Semi { carrier, key, is_processed: false });
        self.semi_common &= carrier;
        true
    }
}
