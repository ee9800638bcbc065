//! Where connections are kept: pair by pair, in lists without supersets.

use super::lists::{Lists, Span};
use super::pair::{Full, Pair, Record, Semi};
use crate::board::CellSet;
use crate::params::ConnectionParams;

/// The connections of one player, in sets of `N` words.
#[derive(Clone, Debug, Default)]
pub(super) struct Store<const N: usize> {
    /// All endpoints have lower numbers.
    count: usize,
    /// The most fulls, and the most semis, that a pair is given at first.
    most: usize,
    /// From so many connections on it is given fewer.
    plenty: usize,
    /// Whether a pair had so many, and what came later was left out.
    pub(super) is_cut: bool,
    /// For each two endpoints the place of their record plus one; 0 for none yet.
    places: Vec<u32>,
    pub(super) records: Vec<Record<N>>,
    pub(super) fulls: Lists<Full<N>>,
    pub(super) semis: Lists<Semi<N>>,
    /// For each endpoint the others it has a full with, and the place of that pair.
    partners: Vec<Span>,
    partner_lists: Lists<(u16, u32)>,
}

impl<const N: usize> Store<N> {
    /// Forgets all connections, keeps the memory.
    pub(super) fn clear(&mut self, count: usize, params: &ConnectionParams) {
        (self.count, self.is_cut) = (count, false);
        (self.most, self.plenty) = (params.most_of_pair as usize, params.plenty as usize);
        self.places.clear();
        self.places.resize(count * count, 0);
        self.records.clear();
        self.fulls.clear();
        self.semis.clear();
        self.partner_lists.clear();
        self.partners.clear();
        self.partners.resize(count, Span::default());
    }

    /// The most fulls, and the most semis, that a pair is given now.
    pub(super) fn most(&self) -> usize {
        let is_plenty = self.fulls.items() + self.semis.items() > self.plenty;
        if is_plenty { self.most.div_ceil(20) } else { self.most }
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
    #[expect(clippy::cast_possible_truncation, reason = "363 endpoints make 65 703 pairs")]
    pub(super) fn place(&mut self, a: usize, b: usize) -> usize {
        let at = a * self.count + b;
        match self.places[at].checked_sub(1) {
            Some(place) => place as usize,
            None => self.add(Record::new((a.min(b) as u16, a.max(b) as u16))),
        }
    }

    /// Adds the record of a pair that has none and says at what place it is.
    #[expect(clippy::cast_possible_truncation, reason = "as for `place`")]
    fn add(&mut self, record: Record<N>) -> usize {
        let (a, b) = (usize::from(record.ends.0), usize::from(record.ends.1));
        self.records.push(record);
        let number = self.records.len() as u32;
        self.places[a * self.count + b] = number;
        self.places[b * self.count + a] = number;
        self.records.len() - 1
    }

    /// Whether a pair has no connections yet.
    pub(super) fn is_unused(&self, place: usize) -> bool {
        self.records[place].fulls.is_empty() && self.records[place].semis.is_empty()
    }

    /// The endpoints that this one has a full with, and the places of the pairs.
    pub(super) fn partners(&self, end: usize) -> &[(u16, u32)] {
        self.partner_lists.of(self.partners[end])
    }

    /// Lets the ends of a pair know that it has a full.
    #[expect(clippy::cast_possible_truncation, reason = "as for `place`")]
    fn add_partners(&mut self, place: usize) {
        let (a, b) = self.records[place].ends;
        self.partner_lists.push(&mut self.partners[usize::from(a)], (b, place as u32));
        self.partner_lists.push(&mut self.partners[usize::from(b)], (a, place as u32));
    }

    /// Adds a full to a pair, or says that it is nothing new or one too many.
    pub(super) fn add_full(&mut self, place: usize, full: Full<N>) -> bool {
        let carrier = full.carrier;
        let known = self.at(place).fulls;
        if known.iter().any(|known| known.carrier.is_subset(&carrier)) {
            return false;
        }
        if known.is_empty() {
            self.add_partners(place);
        }
        let most = self.most();
        let record = &mut self.records[place];
        let is_better = |known: &CellSet<N>| !carrier.is_subset(known);
        if self.fulls.retain(&mut record.fulls, |known| is_better(&known.carrier)) {
            let processed = self.fulls.of(record.fulls).iter().filter(|full| full.is_processed);
            record.processed_common = processed.fold(CellSet::ALL, |all, full| all & full.carrier);
        } else if record.fulls.len() >= most {
            self.is_cut = true;
            return false;
        }
        self.semis.retain(&mut record.semis, |known| is_better(&known.carrier));
        self.fulls.push(&mut record.fulls, full);
        record.full_common &= carrier;
        record.union |= carrier;
        if full.is_processed {
            record.processed_common &= carrier;
        }
        true
    }

    /// Marks a full as processed; false if a smaller one has taken its place.
    pub(super) fn mark_processed(&mut self, place: usize, carrier: &CellSet<N>) -> bool {
        let record = &mut self.records[place];
        let mut fulls = self.fulls.of_mut(record.fulls).iter_mut();
        let Some(full) = fulls.find(|full| full.carrier == *carrier) else { return false };
        full.is_processed = true;
        record.processed_common &= *carrier;
        true
    }

    /// Adds a semi to a pair, or says that it is nothing new or one too many.
    pub(super) fn add_semi(&mut self, place: usize, semi: Semi<N>) -> bool {
        let (carrier, most) = (semi.carrier, self.most());
        let record = &mut self.records[place];
        if self.fulls.of(record.fulls).iter().any(|known| known.carrier.is_subset(&carrier))
            || self.semis.of(record.semis).iter().any(|known| known.carrier.is_subset(&carrier))
        {
            return false;
        }
        let is_better = |known: &CellSet<N>| !carrier.is_subset(known);
        if !self.semis.retain(&mut record.semis, |known| is_better(&known.carrier))
            && record.semis.len() >= most
        {
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
        let mut record = Record::new(self.records[place].ends);
        record.fulls = self.fulls.list(fulls);
        record.semis = self.semis.list(semis);
        for full in self.fulls.of(record.fulls) {
            record.full_common &= full.carrier;
            record.union |= full.carrier;
            if full.is_processed {
                record.processed_common &= full.carrier;
            }
        }
        for semi in self.semis.of(record.semis) {
            record.semi_common &= semi.carrier;
            record.union |= semi.carrier;
        }
        self.records[place] = record;
        if !record.fulls.is_empty() {
            self.add_partners(place);
        }
    }

    /// Gives a pair that has no record all that a pair of another store has.
    #[expect(clippy::cast_possible_truncation, reason = "as for `place`")]
    pub(super) fn copy(&mut self, (a, b): (usize, usize), other: &Self, old: &Record<N>) {
        let fulls = self.fulls.list(other.fulls.of(old.fulls).iter().copied());
        let semis = self.semis.list(other.semis.of(old.semis).iter().copied());
        let ends = (a.min(b) as u16, a.max(b) as u16);
        let place = self.add(Record { ends, fulls, semis, ..*old });
        if !fulls.is_empty() {
            self.add_partners(place);
        }
    }
}
