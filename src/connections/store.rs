//! Where connections are kept: pair by pair, in lists without supersets.

use super::ends::Ends;
use super::lists::Lists;
use super::pair::{Full, Pair, Record, Semi};
use super::undoable::Undoable;
use crate::board::CellSet;
use crate::params::ConnectionParams;

/// When a store holds more connections than this, a pair is given only a twentieth of what it is given at
/// first. In a few positions H-search would take minutes without such a limit.
const FULL_STORE: usize = 100_000;

/// The connections of one player, in sets of `N` words.
#[derive(Debug, Default)]
pub(super) struct Store<const N: usize> {
    /// All endpoints have lower numbers.
    count: usize,
    /// The most fulls, and the most semis, that a pair is given at first.
    most: usize,
    /// Whether a pair had so many, and what came later was left out.
    pub(super) is_cut: bool,
    /// For each two endpoints the place of their record plus one; 0 for none yet.
    places: Undoable<u32>,
    /// Some are no pair's any more.
    pub(super) records: Undoable<Record<N>>,
    pub(super) fulls: Lists<Full<N>>,
    pub(super) semis: Lists<Semi<N>>,
    /// For each endpoint the others it has a full with.
    partners: Undoable<Ends<N>>,
    /// For each endpoint the others it has a full with that needs no cell: there nothing is left to find.
    joined: Undoable<Ends<N>>,
    /// For each step whether it was cut before.
    steps: Vec<bool>,
}

impl<const N: usize> Clone for Store<N> {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    /// Needs no memory that it had before.
    fn clone_from(&mut self, other: &Self) {
        (self.count, self.most) = (other.count, other.most);
        self.is_cut = other.is_cut;
        self.places.clone_from(&other.places);
        self.records.clone_from(&other.records);
        self.fulls.clone_from(&other.fulls);
        self.semis.clone_from(&other.semis);
        self.partners.clone_from(&other.partners);
        self.joined.clone_from(&other.joined);
        self.steps.clone_from(&other.steps);
    }
}

impl<const N: usize> Store<N> {
    /// Forgets all connections, keeps the memory.
    pub(super) fn clear(&mut self, count: usize, params: &ConnectionParams) {
        (self.count, self.is_cut) = (count, false);
        self.most = params.most_of_pair as usize;
        self.steps.clear();
        self.places.reset(std::iter::repeat_n(0, count * count));
        self.records.reset(std::iter::empty());
        self.fulls.clear();
        self.semis.clear();
        self.partners.reset(std::iter::repeat_n(Ends::default(), count));
        self.joined.reset(std::iter::repeat_n(Ends::default(), count));
    }

    /// Begins a step, which may be undone.
    pub(super) fn begin(&mut self) {
        self.steps.push(self.is_cut);
        self.places.begin();
        self.records.begin();
        self.fulls.begin();
        self.semis.begin();
        self.partners.begin();
        self.joined.begin();
    }

    /// Undoes the last step that was not undone.
    pub(super) fn undo(&mut self) {
        self.is_cut = self.steps.pop().expect("a step was begun");
        self.places.undo();
        self.records.undo();
        self.fulls.undo();
        self.semis.undo();
        self.partners.undo();
        self.joined.undo();
    }

    /// The most fulls, and the most semis, that a pair is given now.
    pub(super) fn most(&self) -> usize {
        let is_full = self.fulls.live() + self.semis.live() > FULL_STORE;
        if is_full { self.most.div_ceil(20) } else { self.most }
    }

    pub(super) fn between(&self, a: usize, b: usize) -> Option<Pair<'_, N>> {
        let place = self.places[a * self.count + b].checked_sub(1)?;
        Some(self.at(place as usize))
    }

    /// The connections at this place.
    pub(super) fn at(&self, place: usize) -> Pair<'_, N> {
        self.pair(&self.records[place])
    }

    pub(super) fn pair(&self, record: &Record<N>) -> Pair<'_, N> {
        Pair {
            ends: (record.ends.0.into(), record.ends.1.into()),
            fulls: self.fulls.of(record.fulls),
            semis: self.semis.of(record.semis),
            full_common: record.full_common,
        }
    }

    /// The place of a pair, which is made if there is none.
    #[inline]
    pub(super) fn place(&mut self, a: usize, b: usize) -> usize {
        match self.places[a * self.count + b].checked_sub(1) {
            Some(place) => place as usize,
            None => self.new_place(a, b),
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "363 endpoints make 65 703 pairs")]
    fn new_place(&mut self, a: usize, b: usize) -> usize {
        self.records.push(Record::new((a.min(b) as u16, a.max(b) as u16)));
        self.set_place((a, b), self.records.len() as u32);
        self.records.len() - 1
    }

    fn set_place(&mut self, (a, b): (usize, usize), place: u32) {
        *self.places.change(a * self.count + b) = place;
        *self.places.change(b * self.count + a) = place;
    }

    /// Whether a pair has no connections yet.
    pub(super) fn is_unused(&self, place: usize) -> bool {
        self.records[place].is_unused()
    }

    /// Keeps of a pair the connections with these carriers; without any it loses its place.
    pub(super) fn keep(&mut self, place: usize, is_kept: impl Fn(&CellSet<N>) -> bool) {
        let mut record = self.records[place];
        self.semis.retain(&mut record.semis, |semi| is_kept(&semi.carrier));
        let lost_fulls = self.fulls.retain(&mut record.fulls, |full| is_kept(&full.carrier));
        self.sum_up(&mut record);
        *self.records.change(place) = record;
        if lost_fulls && record.fulls.is_empty() {
            self.tell_partners(place);
        }
        if record.is_unused() {
            self.set_place((record.ends.0.into(), record.ends.1.into()), 0);
        }
    }

    /// Finds out what the connections of a record have in common and together.
    fn sum_up(&self, record: &mut Record<N>) {
        let Record { ends, fulls, semis, .. } = *record;
        *record = Record { fulls, semis, ..Record::new(ends) };
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

    /// How many cells the board has: all endpoints but the edges.
    pub(super) fn cells(&self) -> usize {
        self.count - 2
    }

    /// The endpoints that this one has a full with.
    pub(super) fn partners(&self, end: usize) -> Ends<N> {
        self.partners[end]
    }

    /// Those among them with which a full needs no cell.
    pub(super) fn joined(&self, end: usize) -> Ends<N> {
        self.joined[end]
    }

    /// What is stored of two endpoints that have a connection.
    pub(super) fn record(&self, a: usize, b: usize) -> &Record<N> {
        &self.records[self.places[a * self.count + b] as usize - 1]
    }

    /// Lets the ends of a pair know what fulls it has.
    fn tell_partners(&mut self, place: usize) {
        let cells = self.cells();
        let record = &self.records[place];
        let fulls = self.fulls.of(record.fulls);
        let is_partner = !fulls.is_empty();
        let is_joined = fulls.iter().any(|full| full.carrier.is_empty());
        let (a, b) = (usize::from(record.ends.0), usize::from(record.ends.1));
        for (end, other) in [(a, b), (b, a)] {
            for (ends, is_in) in [(&mut self.partners, is_partner), (&mut self.joined, is_joined)] {
                if ends[end].contains(other, cells) != is_in {
                    ends.change(end).set(other, is_in, cells);
                }
            }
        }
    }

    /// Adds a full to a pair, or says that it is nothing new or one too many.
    pub(super) fn add_full(&mut self, place: usize, full: Full<N>) -> bool {
        let carrier = full.carrier;
        let record = &self.records[place];
        let known = self.fulls.of(record.fulls);
        // What they have in common mostly says enough, as in `add_semi`.
        let within = |known: &CellSet<N>| known.is_subset(&carrier);
        if within(&record.full_common) && known.iter().any(|known| within(&known.carrier)) {
            return false;
        }
        let is_news = known.is_empty() || carrier.is_empty();
        let most = self.most();
        let record = self.records.change(place);
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
        self.fulls.push(&mut record.fulls, full);
        record.full_common &= carrier;
        record.union |= carrier;
        if full.is_processed {
            record.processed_common &= carrier;
        }
        if is_news {
            self.tell_partners(place);
        }
        true
    }

    /// Marks a full as processed; false if a smaller one has taken its place.
    pub(super) fn mark_processed(&mut self, place: usize, carrier: &CellSet<N>) -> bool {
        let mut fulls = self.at(place).fulls.iter();
        let Some(at) = fulls.position(|full| full.carrier == *carrier) else { return false };
        let record = self.records.change(place);
        self.fulls.of_mut(&mut record.fulls)[at].is_processed = true;
        record.processed_common &= *carrier;
        true
    }

    /// Adds a semi to a pair, or says that it is nothing new or one too many.
    pub(super) fn add_semi(&mut self, place: usize, semi: Semi<N>) -> bool {
        let carrier = semi.carrier;
        let record = &self.records[place];
        // What the carriers of a list have in common is within each of them, and each within the union: mostly
        // that says already that there is nothing smaller, and nothing larger.
        let within = |known: &CellSet<N>| known.is_subset(&carrier);
        let has_full = within(&record.full_common)
            && self.fulls.of(record.fulls).iter().any(|full| within(&full.carrier));
        let mut semis = self.semis.of(record.semis).iter();
        if has_full || within(&record.semi_common) && semis.any(|semi| within(&semi.carrier)) {
            return false;
        }
        let most = self.most();
        let record = self.records.change(place);
        let takes_places = carrier.is_subset(&record.union)
            && self.semis.retain(&mut record.semis, |semi| !carrier.is_subset(&semi.carrier));
        if !takes_places && record.semis.len() >= most {
            self.is_cut = true;
            return false;
        }
        self.semis.push(&mut record.semis, semi);
        record.semi_common &= carrier;
        record.union |= carrier;
        true
    }

    /// Gives an unused pair these connections, none of them a superset of another.
    pub(super) fn fill(
        &mut self,
        place: usize,
        fulls: impl Iterator<Item = Full<N>>,
        semis: impl Iterator<Item = Semi<N>>,
    ) {
        let mut record = self.records[place];
        record.fulls = self.fulls.list(fulls);
        record.semis = self.semis.list(semis);
        self.sum_up(&mut record);
        *self.records.change(place) = record;
        if !record.fulls.is_empty() {
            self.tell_partners(place);
        }
    }
}
