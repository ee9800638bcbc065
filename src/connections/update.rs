//! Stones are added to a closure, and taken back.
//!
//! Most pairs have nothing to do with a stone, and they stay as they are; of the others what was is noted, so
//! that a step costs what it changes.
//!
//! The opponent's stones break the connections they hit and nothing else: the rules derive from less,
//! and what is left was derived without them. The player's own stones make carriers smaller, turn
//! endpoints into groups and let a group be the middle of fulls. So the rules are applied to just the
//! fulls that lost a cell, to those that meet in a group for the first time, and to the semis that lost
//! a cell or came together in one list. `tests.rs` holds it against the closure from scratch.
//!
//! What an own stone captures with an edge has to be filled when the stone comes, as the analysis fills it:
//! else connections that shared those cells are lost with their key.

use super::captured::captured_by;
use super::h_search::{Connections, Kind, Until, Work};
use super::pair::{Full, Semi};
use super::taken::{Before, Whereto};
use super::{Endpoints, edge_templates};
use crate::board::{ByColor, Cell, CellSet, Geometry, MAX_CELLS};

impl<const N: usize> Connections<N> {
    /// Adds these stones: each colour's, as `endpoints` has them.
    ///
    /// # Panics
    /// In debug builds, if not all connections of before are [there](Connections::is_complete).
    pub fn update(&mut self, endpoints: &Endpoints, added: &ByColor<CellSet>, until: Until) {
        debug_assert!(self.is_complete());
        let player = endpoints.player();
        let added = Added { own: added[player].narrow(), theirs: added[!player].narrow() };
        self.store.begin();
        self.own_cell.begin();
        self.kinds.begin();
        self.captured.begin();
        self.take_out(endpoints, &added);
        self.occupy(endpoints, &added);
        self.put_back(&added);
        self.meet();
        if self.params.edge_templates {
            let table = edge_templates::Table::of(endpoints.size(), player);
            let helped = table.helped_by(endpoints.stones(), added.own.narrow());
            self.add_edge_templates(endpoints, helped);
        }
        self.close(until);
    }

    /// Takes back what the last [`update`](Self::update) added that was not taken back.
    ///
    /// # Panics
    /// If there is none.
    pub fn undo(&mut self) {
        self.store.undo();
        self.own_cell.undo();
        self.kinds.undo();
        self.captured.undo();
        self.work.forget();
        self.is_complete = true;
    }

    /// Leaves most pairs as they are: those that no stone hits and whose ends have not grown. Where only
    /// the opponent has hit, the other connections stay. What the player's stones change is taken out.
    fn take_out(&mut self, endpoints: &Endpoints, added: &Added<N>) {
        let grown = Grown::new(self, endpoints, &added.own.narrow());
        let changed = grown.changed(endpoints);
        let Self { store, work: Work { taken, .. }, own_cell, .. } = self;
        taken.clear();
        for place in 0..store.records.len() {
            let record = &store.records[place];
            let before = [record.ends.0, record.ends.1].map(usize::from);
            let stays = before.iter().all(|end| !changed[*end]);
            if record.is_unused() || stays && !added.hits(&record.union) {
                continue;
            }
            let record = *record;
            let [Some(a), Some(b)] = before.map(|end| endpoints.now(end)) else {
                store.keep(place, |_| false);
                continue;
            };
            let have_met = [grown.have_met(before[0], a), grown.have_met(before[1], b)];
            if a != b && (!stays || record.union.intersects(&added.own)) {
                let is_new = before.iter().any(|end| own_cell[*end].intersects(&added.own));
                taken.push(store.pair(&record), Whereto { ends: [a, b], have_met, is_new, stays });
            }
            store.keep(place, |carrier| stays && !added.hits(carrier));
        }
    }

    /// The cells of stones are no endpoints any more, and what captured them captures less.
    fn occupy(&mut self, endpoints: &Endpoints, added: &Added<N>) {
        for cell in added.own | added.theirs {
            *self.own_cell.change(cell.index()) = CellSet::EMPTY;
            *self.kinds.change(cell.index()) = Kind::Stones;
            *self.captured.change(cell.index()) = CellSet::EMPTY;
            for beside in Geometry::of(endpoints.size()).neighbors(cell) {
                if self.captured[beside.index()].contains(cell) {
                    *self.captured.change(beside.index()) =
                        captured_by(*beside, endpoints).narrow();
                }
            }
        }
        self.sort_by_kind();
    }

    /// Puts the pairs that were taken out where they belong now, first those whose fulls have met: each
    /// of them is the first that comes there.
    fn put_back(&mut self, added: &Added<N>) {
        let taken = std::mem::take(&mut self.work.taken);
        for first in [true, false] {
            for (before, at) in
                taken.iter().filter(|(_, at)| (at.have_met == [true, true]) == first)
            {
                let [a, b] = at.ends;
                let place = self.store.place(a, b);
                if at.is_new {
                    self.take_anew(place, before, added);
                } else if !at.stays {
                    self.take_over(place, before, added, first);
                    for (end, have_met) in at.ends.into_iter().zip(at.have_met) {
                        if !have_met {
                            self.let_meet(end, place);
                        }
                    }
                }
                self.shrink(place, before, added);
            }
        }
        self.work.taken = taken;
    }

    /// Takes over the connections of a pair that no stone hits; they stay as they are. Pairs that have
    /// become one have their semis combined anew.
    fn take_over(&mut self, place: usize, before: Before<'_, N>, added: &Added<N>, have_met: bool) {
        let fulls = before.fulls.iter().filter(|full| !added.hits(&full.carrier));
        let fulls = fulls.map(|full| Full { is_processed: have_met, ..*full });
        let semis = before.semis.iter().filter(|semi| !added.hits(&semi.carrier));
        if self.store.is_unused(place) {
            self.store.fill(place, fulls, semis.copied());
        } else {
            fulls.for_each(|full| _ = self.store.add_full(place, full));
            semis.for_each(|semi| self.add_semi_at(place, Semi { is_processed: false, ..*semi }));
        }
    }

    /// Takes over the connections of a cell that has got the player's stone, to apply all rules to them
    /// again: they may now make larger carriers.
    fn take_anew(&mut self, place: usize, before: Before<'_, N>, added: &Added<N>) {
        for full in before.fulls.iter().filter(|full| !added.hits(&full.carrier)) {
            self.add_full_at(place, full.carrier);
        }
        for semi in before.semis.iter().filter(|semi| !added.hits(&semi.carrier)) {
            self.add_semi_at(place, Semi { is_processed: false, ..*semi });
        }
    }

    /// Adds what the player's own stones have made smaller.
    fn shrink(&mut self, place: usize, before: Before<'_, N>, added: &Added<N>) {
        for full in before.fulls.iter().filter(|full| added.shrinks(&full.carrier)) {
            self.add_full_at(place, full.carrier - added.own);
        }
        for semi in before.semis.iter().filter(|semi| added.shrinks(&semi.carrier)) {
            // Where the key is played the AND rule over the new stone finds a full.
            if !added.own.contains(semi.key) {
                let carrier = semi.carrier - added.own;
                self.add_semi_at(place, Semi { carrier, key: semi.key, is_processed: false });
            }
        }
    }

    /// The fulls of this pair that were not processed are to be joined with others over this group.
    fn let_meet(&mut self, group: usize, place: usize) {
        let new = self.store.at(place).fulls.iter().filter(|full| !full.is_processed);
        self.work.to_meet.extend(new.map(|full| (group, place, full.carrier)));
    }

    /// Joins what [`let_meet`](Self::let_meet) has noted.
    fn meet(&mut self) {
        while let Some((group, place, carrier)) = self.work.to_meet.pop() {
            if self.store.mark_processed(place, &carrier) {
                let (a, b) = self.store.at(place).ends;
                self.and_over(if a == group { b } else { a }, group, &carrier);
            }
        }
    }
}

/// The stones added, seen by the player.
struct Added<const N: usize> {
    own: CellSet<N>,
    theirs: CellSet<N>,
}

impl<const N: usize> Added<N> {
    /// Whether a stone of either player stands in the carrier.
    fn hits(&self, carrier: &CellSet<N>) -> bool {
        carrier.intersects(&(self.own | self.theirs))
    }

    /// Whether the carrier has become smaller and still holds.
    fn shrinks(&self, carrier: &CellSet<N>) -> bool {
        carrier.intersects(&self.own) && !carrier.intersects(&self.theirs)
    }
}

/// The groups with a new stone.
struct Grown {
    captains: CellSet,
    /// For each of them the earlier group in it that has most partners.
    largest: [u16; MAX_CELLS],
}

/// No earlier group: the new stone stands alone.
const NONE: u16 = u16::MAX;

impl Grown {
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 361 cells")]
    fn new<const N: usize>(earlier: &Connections<N>, endpoints: &Endpoints, own: &CellSet) -> Self {
        let captains = own.iter().filter_map(|cell| endpoints.at(cell)).map(Cell::new).collect();
        let mut grown = Self { captains, largest: [NONE; MAX_CELLS] };
        let mut most = [0; MAX_CELLS];
        for (before, own_cell) in earlier.own_cell.iter().enumerate() {
            let partners = earlier.store.partners(before).len();
            let now = endpoints.now(before).filter(|now| grown.is_grown(*now));
            if let Some(now) = now
                && own_cell.is_empty()
                && partners > most[now]
            {
                (most[now], grown.largest[now]) = (partners, before as u16);
            }
        }
        grown
    }

    fn is_grown(&self, now: usize) -> bool {
        now < MAX_CELLS && self.captains.contains(Cell::new(now))
    }

    /// The endpoints that are no more what they were, or whose fulls have not met there as they do now.
    fn changed(&self, endpoints: &Endpoints) -> [bool; MAX_CELLS + 2] {
        let has_changed = |end| {
            let stays = |now: usize| now == end && self.have_met(end, now);
            !endpoints.now(end).is_some_and(stays)
        };
        std::array::from_fn(|end| end < endpoints.count() && has_changed(end))
    }

    /// Whether the fulls that ended at `before` have met there as they do now: nothing has grown, or it
    /// is the group whose fulls the others come to.
    fn have_met(&self, before: usize, now: usize) -> bool {
        !self.is_grown(now) || usize::from(self.largest[now]) == before
    }
}
