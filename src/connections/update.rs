//! The closure after stones were added, from the closure before.
//!
//! The opponent's stones break the connections they hit and nothing else: the rules derive from less,
//! and what is left was derived without them. The player's own stones make carriers smaller, turn
//! endpoints into groups and let a group be the middle of fulls. So the rules are applied to just the
//! fulls that lost a cell, to those that meet in a group for the first time, and to the semis that lost
//! a cell or came together in one list. `tests.rs` holds it against the closure from scratch.

use super::h_search::{Connections, Until};
use super::pair::{Full, Record, Semi};
use super::store::Store;
use super::{Endpoints, edge_templates};
use crate::board::{ByColor, Cell, CellSet, MAX_CELLS};

impl<const N: usize> Connections<N> {
    /// Becomes what `earlier` is once these stones are added: each colour's, as `endpoints` has them.
    ///
    /// # Panics
    /// In debug builds, if `earlier` is not [complete](Connections::is_complete).
    pub fn update(
        &mut self,
        earlier: &Self,
        endpoints: &Endpoints,
        added: &ByColor<CellSet>,
        until: Until,
    ) {
        debug_assert!(earlier.is_complete());
        let player = endpoints.player();
        let added = Added { own: added[player].narrow(), theirs: added[!player].narrow() };
        self.reset(endpoints, &earlier.params);
        self.store.is_cut = earlier.store.is_cut;
        let grown = Grown::new(earlier, endpoints, &added.own.narrow());
        // Pairs whose fulls have met come first, each in an empty list. Where nothing has grown there are no
        // others.
        let passes: &[bool] = if grown.captains.is_empty() { &[true] } else { &[true, false] };
        for &has_met in passes {
            for old in &earlier.store.records {
                let ends = [old.ends.0, old.ends.1].map(usize::from);
                let [Some(a), Some(b)] = ends.map(|end| endpoints.now(end)) else { continue };
                let have_met = [grown.have_met(ends[0], a), grown.have_met(ends[1], b)];
                if a == b || (have_met == [true, true]) != has_met {
                    continue;
                }
                // Most pairs stay as they are.
                if has_met && !added.hits(&old.union) && self.store.between(a, b).is_none() {
                    self.store.copy((a, b), &earlier.store, old);
                    continue;
                }
                let place = self.store.place(a, b);
                let before = Before { store: &earlier.store, record: old };
                // An empty cell that has got the player's stone.
                if ends.iter().any(|end| earlier.own_cell[*end].intersects(&added.own)) {
                    self.take_anew(place, before, &added);
                } else {
                    self.take_over(place, before, &added, has_met);
                    for (end, have_met) in [a, b].into_iter().zip(have_met) {
                        if !have_met {
                            self.let_meet(end, place);
                        }
                    }
                }
                self.shrink(place, before, &added);
            }
        }
        self.meet();
        if self.params.edge_templates {
            let table = edge_templates::Table::of(endpoints.size(), player);
            self.add_edge_templates(endpoints, table.helped_by(added.own.narrow()));
        }
        self.close(until);
    }

    /// Takes over the connections of a pair that no stone hits; they stay as they are. Pairs that have
    /// become one have their semis combined anew.
    fn take_over(&mut self, place: usize, before: Before<'_, N>, added: &Added<N>, have_met: bool) {
        let pair = before.store.pair(before.record);
        let fulls = pair.fulls.iter().filter(|full| !added.hits(&full.carrier));
        let fulls = fulls.map(|full| Full { is_processed: have_met, ..*full });
        let semis = pair.semis.iter().filter(|semi| !added.hits(&semi.carrier));
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
        let pair = before.store.pair(before.record);
        for full in pair.fulls.iter().filter(|full| !added.hits(&full.carrier)) {
            self.add_full_at(place, full.carrier);
        }
        for semi in pair.semis.iter().filter(|semi| !added.hits(&semi.carrier)) {
            self.add_semi_at(place, Semi { is_processed: false, ..*semi });
        }
    }

    /// Adds what the player's own stones have made smaller.
    fn shrink(&mut self, place: usize, before: Before<'_, N>, added: &Added<N>) {
        if !before.record.union.intersects(&added.own) {
            return;
        }
        let pair = before.store.pair(before.record);
        for full in pair.fulls.iter().filter(|full| added.shrinks(&full.carrier)) {
            self.add_full_at(place, full.carrier - added.own);
        }
        for semi in pair.semis.iter().filter(|semi| added.shrinks(&semi.carrier)) {
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

/// A pair of the earlier closure.
#[derive(Clone, Copy)]
struct Before<'a, const N: usize> {
    store: &'a Store<N>,
    record: &'a Record<N>,
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

    /// Whether the fulls that ended at `before` have met there as they do now: nothing has grown, or it
    /// is the group whose fulls the others come to.
    fn have_met(&self, before: usize, now: usize) -> bool {
        !self.is_grown(now) || usize::from(self.largest[now]) == before
    }
}
