//! The store of connections: pair by pair, in lists without supersets.

use super::endpoint_set::EndpointSet;
use super::lists::Lists;
use super::pair::{Full, Pair, PairRecord, Semi};
use super::removed::OldPair;
use super::undoable::Undoable;
use crate::board::{Cell, CellSet};
use crate::params::ConnectionParams;

/// When a store holds more connections than this, the largest number of connections of a pair is divided by [`CROWDED_SHARE`].
/// This is a safety valve for the few positions in which H-search would otherwise take very long.
const CROWDED_STORE: usize = 100_000;

/// What a crowded store divides its limit by.
const CROWDED_SHARE: usize = 20;

/// The connections of one player, in sets of `N` words.
#[derive(Debug, Default)]
pub(super) struct Store<const N: usize> {
    /// All endpoints have lower numbers; the last two are the edges.
    count: usize,
    /// The largest number of full connections, and of semi connections, of a pair, until the store is crowded.
    most: usize,
    /// Whether a pair reached that number, so that others may have been left out.
    pub(super) is_cut: bool,
    /// For each two endpoints the slot of their pair, an index into `records`, plus one; 0 if they have none.
    slots: Vec<u32>,
    /// The pairs. Some slots are unused: their pairs have lost all connections.
    pub(super) records: Undoable<PairRecord<N>>,
    pub(super) fulls: Lists<Full<N>>,
    pub(super) semis: Lists<Semi<N>>,
    /// For each endpoint the others with which it has a full connection.
    partners: Undoable<EndpointSet<N>>,
    /// For each endpoint the others with which it has a full connection with an empty carrier. Such a pair needs
    /// no other connection.
    joined: Undoable<EndpointSet<N>>,
    /// For each step that can be undone, `is_cut` before it.
    steps: Vec<bool>,
}

impl<const N: usize> Clone for Store<N> {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    /// Allocates nothing if there is room.
    fn clone_from(&mut self, other: &Self) {
        (self.count, self.most) = (other.count, other.most);
        self.is_cut = other.is_cut;
        self.slots.clone_from(&other.slots);
        self.records.clone_from(&other.records);
        self.fulls.clone_from(&other.fulls);
        self.semis.clone_from(&other.semis);
        self.partners.clone_from(&other.partners);
        self.joined.clone_from(&other.joined);
        self.steps.clone_from(&other.steps);
    }
}

impl<const N: usize> Store<N> {
    /// Removes all connections and steps and keeps the memory. All endpoints will have numbers below `count`.
    pub(super) fn clear(&mut self, count: usize, params: &ConnectionParams) {
        (self.count, self.is_cut) = (count, false);
        self.most = params.most_of_pair as usize;
        self.steps.clear();
        self.slots.clear();
        self.slots.resize(count * count, 0);
        self.records.reset(std::iter::empty());
        self.fulls.clear();
        self.semis.clear();
        self.partners.reset(std::iter::repeat_n(EndpointSet::default(), count));
        self.joined.reset(std::iter::repeat_n(EndpointSet::default(), count));
    }

    /// Begins a step that can be undone.
    pub(super) fn begin(&mut self) {
        self.steps.push(self.is_cut);
        self.records.begin();
        self.fulls.begin();
        self.semis.begin();
        self.partners.begin();
        self.joined.begin();
    }

    /// Undoes the last step. The slots of pairs need no notes of their own: records know their ends.
    pub(super) fn undo(&mut self) {
        self.is_cut = self.steps.pop().expect("a step was begun");
        let Self { slots, records, count, .. } = self;
        let mut set = |ends: (u16, u16), slot: u32| {
            let (a, b) = (usize::from(ends.0), usize::from(ends.1));
            slots[a * *count + b] = slot;
            slots[b * *count + a] = slot;
        };
        records.added().iter().for_each(|record| set(record.ends, 0));
        records.undo_with(|at, record| {
            if !record.is_unused() {
                set(record.ends, at + 1);
            }
        });
        self.fulls.undo();
        self.semis.undo();
        self.partners.undo();
        self.joined.undo();
    }

    /// The largest number of full connections, and of semi connections, that a pair may have now.
    pub(super) fn most(&self) -> usize {
        let is_crowded = self.fulls.live() + self.semis.live() > CROWDED_STORE;
        if is_crowded { self.most.div_ceil(CROWDED_SHARE) } else { self.most }
    }

    /// The connections between two endpoints; none if their pair has no slot.
    pub(super) fn between(&self, a: usize, b: usize) -> Option<Pair<'_, N>> {
        let slot = self.slots[a * self.count + b].checked_sub(1)?;
        Some(self.at(slot as usize))
    }

    /// The connections of the pair in a slot.
    pub(super) fn at(&self, slot: usize) -> Pair<'_, N> {
        self.pair(&self.records[slot])
    }

    /// The connections of a record.
    pub(super) fn pair(&self, record: &PairRecord<N>) -> Pair<'_, N> {
        Pair {
            ends: (record.ends.0.into(), record.ends.1.into()),
            fulls: self.fulls.of(record.fulls),
            semis: self.semis.of(record.semis),
            full_common: record.full_common,
        }
    }

    /// The slot of a pair, a new one if it has none.
    #[inline]
    pub(super) fn slot(&mut self, a: usize, b: usize) -> usize {
        match self.slots[a * self.count + b].checked_sub(1) {
            Some(slot) => slot as usize,
            None => self.new_slot(a, b),
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "731 endpoints, those of 27x27, make 266 815 pairs"
    )]
    fn new_slot(&mut self, a: usize, b: usize) -> usize {
        self.records.push(PairRecord::new((a.min(b) as u16, a.max(b) as u16)));
        self.set_slot((a, b), self.records.len() as u32);
        self.records.len() - 1
    }

    fn set_slot(&mut self, (a, b): (usize, usize), slot: u32) {
        self.slots[a * self.count + b] = slot;
        self.slots[b * self.count + a] = slot;
    }

    /// Keeps the connections of a pair whose carriers satisfy `is_kept`. A pair without any loses its slot.
    pub(super) fn keep(&mut self, slot: usize, is_kept: impl Fn(&CellSet<N>) -> bool) {
        let mut record = self.records[slot];
        self.semis.retain(&mut record.semis, |semi| is_kept(&semi.carrier));
        let lost_fulls = self.fulls.retain(&mut record.fulls, |full| is_kept(&full.carrier));
        self.recompute_sums(&mut record);
        *self.records.change(slot) = record;
        if lost_fulls && record.fulls.is_empty() {
            self.update_partners(slot);
        }
        if record.is_unused() {
            self.set_slot((record.ends.0.into(), record.ends.1.into()), 0);
        }
    }

    /// Computes the common cells and the union of a record's carriers from its lists.
    fn recompute_sums(&self, record: &mut PairRecord<N>) {
        let PairRecord { ends, fulls, semis, .. } = *record;
        *record = PairRecord { fulls, semis, ..PairRecord::new(ends) };
        for full in self.fulls.of(fulls) {
            record.full_common &= full.carrier;
            record.union |= full.carrier;
            if full.is_processed {
                record.processed_common &= full.carrier;
            }
        }
        for semi in self.semis.of(semis) {
            record.semi_common &= semi.carrier;
            record.union |= semi.carrier;
        }
    }

    /// The number of cells of the board.
    pub(super) fn cells(&self) -> usize {
        self.count - 2
    }

    /// The endpoints with which this one has a full connection.
    pub(super) fn partners(&self, end: usize) -> EndpointSet<N> {
        self.partners[end]
    }

    /// Those of them with which it has a full connection with an empty carrier.
    pub(super) fn joined(&self, end: usize) -> EndpointSet<N> {
        self.joined[end]
    }

    /// The record of two endpoints, which must have a slot.
    pub(super) fn record(&self, a: usize, b: usize) -> &PairRecord<N> {
        &self.records[self.slots[a * self.count + b] as usize - 1]
    }

    /// Updates `partners` and `joined` for both ends of a pair from its full connections.
    fn update_partners(&mut self, slot: usize) {
        let cells = self.cells();
        let record = &self.records[slot];
        let fulls = self.fulls.of(record.fulls);
        let is_partner = !fulls.is_empty();
        let is_joined = fulls.iter().any(|full| full.carrier.is_empty());
        let (a, b) = (usize::from(record.ends.0), usize::from(record.ends.1));
        for (end, other) in [(a, b), (b, a)] {
            for (ends, is_in) in [(&mut self.partners, is_partner), (&mut self.joined, is_joined)] {
                if ends[end].contains(other, cells) != is_in {
                    let ends = ends.change(end);
                    if is_in { ends.insert(other, cells) } else { ends.remove(other, cells) }
                }
            }
        }
    }

    /// Adds a full connection to a pair and removes those that it makes superfluous. Returns false, and adds
    /// nothing, if a known one makes it superfluous or the pair has its largest number.
    pub(super) fn add_full(
        &mut self,
        slot: usize,
        carrier: CellSet<N>,
        is_processed: bool,
    ) -> bool {
        let record = &self.records[slot];
        let known = self.fulls.of(record.fulls);
        // Mostly the common cells alone say no, as in `add_semi`.
        let within = |known: &CellSet<N>| known.is_subset(&carrier);
        if within(&record.full_common) && known.iter().any(|known| within(&known.carrier)) {
            return false;
        }
        let has_new_partner = known.is_empty() || carrier.is_empty();
        let most = self.most();
        let record = self.records.change(slot);
        let may_be_better = carrier.is_subset(&record.union);
        let is_better = |known: &CellSet<N>| !carrier.is_subset(known);
        if may_be_better && self.fulls.retain(&mut record.fulls, |known| is_better(&known.carrier))
        {
            let processed = self.fulls.of(record.fulls).iter().filter(|full| full.is_processed);
            record.processed_common = processed.fold(CellSet::ALL, |all, full| all & full.carrier);
        } else if record.fulls.len() >= most {
            self.is_cut = true;
            return false;
        }
        if may_be_better {
            self.semis.retain(&mut record.semis, |known| is_better(&known.carrier));
        }
        self.fulls.push(&mut record.fulls, Full { carrier, is_processed });
        record.full_common &= carrier;
        record.union |= carrier;
        if is_processed {
            record.processed_common &= carrier;
        }
        if has_new_partner {
            self.update_partners(slot);
        }
        true
    }

    /// Marks a full connection as processed. Returns false if a smaller one has replaced it.
    pub(super) fn mark_processed(&mut self, slot: usize, carrier: &CellSet<N>) -> bool {
        let mut fulls = self.at(slot).fulls.iter();
        let Some(at) = fulls.position(|full| full.carrier == *carrier) else { return false };
        let record = self.records.change(slot);
        self.fulls.of_mut(&mut record.fulls)[at].is_processed = true;
        record.processed_common &= *carrier;
        true
    }

    /// Adds a semi connection to a pair, as [`add_full`](Self::add_full) does a full one.
    pub(super) fn add_semi(&mut self, slot: usize, carrier: CellSet<N>, key: Cell) -> bool {
        let record = &self.records[slot];
        // The common cells of a list are a subset of each of its carriers, and each of those is a subset of the
        // union. Mostly a test of these two sets shows that the list has no subset and no superset.
        let within = |known: &CellSet<N>| known.is_subset(&carrier);
        let has_full = within(&record.full_common)
            && self.fulls.of(record.fulls).iter().any(|full| within(&full.carrier));
        let mut semis = self.semis.of(record.semis).iter();
        if has_full || within(&record.semi_common) && semis.any(|semi| within(&semi.carrier)) {
            return false;
        }
        let most = self.most();
        let record = self.records.change(slot);
        let replaces = carrier.is_subset(&record.union)
            && self.semis.retain(&mut record.semis, |semi| !carrier.is_subset(&semi.carrier));
        if !replaces && record.semis.len() >= most {
            self.is_cut = true;
            return false;
        }
        self.semis.push(&mut record.semis, Semi { carrier, key, is_processed: false });
        record.semi_common &= carrier;
        record.union |= carrier;
        true
    }

    /// Sets the connections of an unused slot to copies of a removed pair's; no carrier may be a superset of another.
    pub(super) fn fill(
        &mut self,
        slot: usize,
        from: OldPair,
        full: impl Fn(Full<N>) -> Option<Full<N>>,
        semi: impl Fn(Semi<N>) -> Option<Semi<N>>,
    ) {
        let mut record = self.records[slot];
        record.fulls = self.fulls.copy(from.fulls, full);
        record.semis = self.semis.copy(from.semis, semi);
        self.recompute_sums(&mut record);
        *self.records.change(slot) = record;
        if !record.fulls.is_empty() {
            self.update_partners(slot);
        }
    }
}
