//! Updates of a closure when stones are added, and their undo.
//!
//! Most pairs have nothing to do with a new stone and stay as they are. The others are changed with a note of
//! what they were, so that an update and its undo cost as much as they change.
//!
//! There are four cases:
//!
//! 1. *A stone of the opponent is in a carrier.* The connection is broken and removed. No other is lost: whatever the
//!    rules derive without it stays.
//! 2. *A stone of the player is in a carrier.* The connection is removed and added again without this cell. All rules
//!    are applied to the smaller one. A semi connection whose key has the stone is not added again: the AND rule over
//!    the stone's group finds the full one.
//! 3. *A stone of the player is on an end*, which was an empty cell and becomes a group or a part of one. The
//!    connections that no stone hits are moved to the group, and all rules are applied to them again, since carriers
//!    to a group may be larger.
//! 4. *A stone of the player merges groups.* The connections that no stone hits are moved to the merged group. Those of
//!    the earlier group with the most partners have been combined with each other already; those of the other groups
//!    are combined with them, by the AND rule over the merged group. Semi connections that come together in one list
//!    are combined by the OR rule. A pair whose ends have become one group is dropped.
//!
//! `tests.rs` compares updates with builds from scratch.
//!
//! With strong edges, the cells that a stone of the player captures with an edge must be filled in the same
//! update, as fill-in does: otherwise connections that shared those cells are lost together with their key.

use super::Endpoints;
use super::captured::captured_by;
use super::edge_table::EdgeTable;
use super::h_search::{Connections, EndpointKind, Until, Worklist};
use super::pair::Full;
use super::removed::{Destination, OldPair};
use crate::board::{ByColor, Cell, CellSet, Geometry, MAX_CELLS};

impl<const N: usize> Connections<N> {
    /// Adds these stones of either colour. The endpoints must be those of the board with them.
    ///
    /// # Panics
    /// In debug builds, if the connections are not [complete](Connections::is_complete).
    pub fn update(&mut self, endpoints: &Endpoints, added: &ByColor<CellSet>, until: Until) {
        debug_assert!(self.is_complete());
        let player = endpoints.player();
        let added = Added { own: added[player].resized(), theirs: added[!player].resized() };
        self.store.begin();
        self.own_cell.begin();
        self.kinds.begin();
        self.captured.begin();
        self.remove_changed(endpoints, &added);
        self.occupy(endpoints, &added);
        self.reinsert(&added);
        self.combine_over_groups();
        if self.params.edge_templates {
            let table = EdgeTable::of(endpoints.size(), player);
            let helped = table.helped_by(endpoints.stones(), added.own.resized());
            self.add_edge_templates(endpoints, helped);
        }
        self.close(until);
    }

    /// Undoes the last [`update`](Self::update) that has not been undone.
    ///
    /// # Panics
    /// If there is none.
    pub fn undo(&mut self) {
        self.store.undo();
        self.own_cell.undo();
        self.kinds.undo();
        self.captured.undo();
        self.work.clear();
        self.is_complete = true;
    }

    /// Removes the connections that stones hit or whose ends change, and notes those pairs that
    /// [`reinsert`](Self::reinsert) is to look at. Pairs without a new stone in their carriers whose ends stay as
    /// they are are not touched.
    fn remove_changed(&mut self, endpoints: &Endpoints, added: &Added<N>) {
        let grown = Grown::new(self, endpoints, &added.own.resized());
        let changed = grown.changed(endpoints);
        let Self { store, work: Worklist { removed, .. }, own_cell, .. } = self;
        removed.clear();
        for slot in 0..store.records.len() {
            let record = &store.records[slot];
            let before = [record.ends.0, record.ends.1].map(usize::from);
            let stays = before.iter().all(|end| !changed[*end]);
            if record.is_unused() || stays && !added.hits(&record.union) {
                continue;
            }
            let record = *record;
            let [Some(a), Some(b)] = before.map(|end| endpoints.current(end)) else {
                store.keep(slot, |_| false);
                continue;
            };
            let combined_over = [grown.is_combined(before[0], a), grown.is_combined(before[1], b)];
            if a != b && (!stays || record.union.intersects(&added.own)) {
                let was_empty = before.iter().any(|end| own_cell[*end].intersects(&added.own));
                let old = OldPair { fulls: record.fulls, semis: record.semis };
                removed.push((old, Destination { ends: [a, b], combined_over, was_empty, stays }));
            }
            store.keep(slot, |carrier| stays && !added.hits(carrier));
        }
    }

    /// Updates what is known of endpoints: cells with new stones no longer stand for themselves, and stones beside them
    /// capture less.
    fn occupy(&mut self, endpoints: &Endpoints, added: &Added<N>) {
        for cell in added.own | added.theirs {
            *self.own_cell.change(cell.index()) = CellSet::EMPTY;
            *self.kinds.change(cell.index()) = EndpointKind::Stones;
            *self.captured.change(cell.index()) = CellSet::EMPTY;
            for beside in Geometry::of(endpoints.size()).neighbors(cell) {
                if self.captured[beside.index()].contains(cell) {
                    *self.captured.change(beside.index()) =
                        captured_by(*beside, endpoints).resized();
                }
            }
        }
        self.sort_by_kind();
    }

    /// Reinserts the removed pairs under their new endpoints. Pairs to which the AND rule has been applied over
    /// both ends come first, since these find an unused slot and can be copied as a whole.
    fn reinsert(&mut self, added: &Added<N>) {
        let removed = std::mem::take(&mut self.work.removed);
        for is_combined in [true, false] {
            for &(before, at) in removed.iter().filter(|(_, at)| at.is_combined() == is_combined) {
                let [a, b] = at.ends;
                let slot = self.store.slot(a, b);
                if at.was_empty {
                    self.reinsert_unprocessed(slot, before, added);
                } else if !at.stays {
                    self.reinsert_processed(slot, before, added, is_combined);
                    for (end, combined) in at.ends.into_iter().zip(at.combined_over) {
                        if !combined {
                            self.queue_over_group(end, slot);
                        }
                    }
                }
                self.add_shrunk(slot, before, added);
            }
        }
        self.work.removed = removed;
    }

    /// Reinserts the connections of a pair that no stone hits, without applying rules to them; but where pairs
    /// have merged, the OR rule is applied to the semi connections again.
    fn reinsert_processed(
        &mut self,
        slot: usize,
        before: OldPair,
        added: &Added<N>,
        is_combined: bool,
    ) {
        if self.store.records[slot].is_unused() {
            self.store.fill(
                slot,
                before,
                |full| {
                    (!added.hits(&full.carrier))
                        .then_some(Full { is_processed: is_combined, ..full })
                },
                |semi| (!added.hits(&semi.carrier)).then_some(semi),
            );
        } else {
            for at in before.fulls.range() {
                let full = self.store.fulls.item(at);
                if !added.hits(&full.carrier) {
                    self.store.add_full(slot, full.carrier, is_combined);
                }
            }
            self.reinsert_semis(slot, before, added);
        }
    }

    /// Reinserts the connections of a pair that no stone hits and of which an end was an empty cell, and applies
    /// all rules to them again, since the largest carrier is larger now.
    fn reinsert_unprocessed(&mut self, slot: usize, before: OldPair, added: &Added<N>) {
        for at in before.fulls.range() {
            let full = self.store.fulls.item(at);
            if !added.hits(&full.carrier) {
                self.add_full_at(slot, full.carrier);
            }
        }
        self.reinsert_semis(slot, before, added);
    }

    /// Reinserts the semi connections of a pair that no stone hits, and applies the OR rule to them again.
    fn reinsert_semis(&mut self, slot: usize, before: OldPair, added: &Added<N>) {
        for at in before.semis.range() {
            let semi = self.store.semis.item(at);
            if !added.hits(&semi.carrier) {
                self.add_semi_at(slot, semi.carrier, semi.key);
            }
        }
    }

    /// Adds the connections whose carriers contain new stones of the player, without these cells.
    fn add_shrunk(&mut self, slot: usize, before: OldPair, added: &Added<N>) {
        for at in before.fulls.range() {
            let full = self.store.fulls.item(at);
            if added.shrinks(&full.carrier) {
                self.add_full_at(slot, full.carrier - added.own);
            }
        }
        for at in before.semis.range() {
            let semi = self.store.semis.item(at);
            // If the stone is on the key, the AND rule over it finds the full connection.
            if added.shrinks(&semi.carrier) && !added.own.contains(semi.key) {
                self.add_semi_at(slot, semi.carrier - added.own, semi.key);
            }
        }
    }

    /// Notes the unprocessed full connections of a pair, to which the AND rule is to be applied over this group.
    fn queue_over_group(&mut self, group: usize, slot: usize) {
        let new = self.store.at(slot).fulls.iter().filter(|full| !full.is_processed);
        self.work.over_groups.extend(new.map(|full| (group, slot, full.carrier)));
    }

    /// Applies the AND rule to what [`queue_over_group`](Self::queue_over_group) has noted.
    fn combine_over_groups(&mut self) {
        while let Some((group, slot, carrier)) = self.work.over_groups.pop() {
            if self.store.mark_processed(slot, &carrier) {
                let (a, b) = self.store.at(slot).ends;
                self.and_over(if a == group { b } else { a }, group, &carrier);
            }
        }
    }
}

/// The added stones: the player's own and the opponent's.
struct Added<const N: usize> {
    own: CellSet<N>,
    theirs: CellSet<N>,
}

impl<const N: usize> Added<N> {
    /// Whether a new stone of either player is in the carrier.
    fn hits(&self, carrier: &CellSet<N>) -> bool {
        carrier.intersects(&(self.own | self.theirs))
    }

    /// Whether new stones of the player and none of the opponent are in the carrier.
    fn shrinks(&self, carrier: &CellSet<N>) -> bool {
        carrier.intersects(&self.own) && !carrier.intersects(&self.theirs)
    }
}

/// The groups with a new stone of the player.
struct Grown {
    /// The captains of these groups: of each group the stone with the lowest number, which is its endpoint.
    captains: CellSet,
    /// For each of these groups, by its endpoint, the earlier group in it with full connections to most
    /// endpoints. The AND rule has been applied to its connections; those of the others are combined with them.
    largest: [u16; MAX_CELLS],
}

/// No earlier group: the new stone touches none.
const NONE: u16 = u16::MAX;

impl Grown {
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 729 cells")]
    fn new<const N: usize>(earlier: &Connections<N>, endpoints: &Endpoints, own: &CellSet) -> Self {
        let captains = own.iter().filter_map(|cell| endpoints.at(cell)).map(Cell::new).collect();
        let mut grown = Self { captains, largest: [NONE; MAX_CELLS] };
        let mut most = [0; MAX_CELLS];
        for (before, own_cell) in earlier.own_cell.iter().enumerate() {
            let partners = earlier.store.partners(before).len();
            let now = endpoints.current(before).filter(|now| grown.is_grown(*now));
            if let Some(now) = now
                && own_cell.is_empty()
                && partners > most[now]
            {
                (most[now], grown.largest[now]) = (partners, before as u16);
            }
        }
        grown
    }

    /// Whether an endpoint is a group with a new stone.
    fn is_grown(&self, now: usize) -> bool {
        now < MAX_CELLS && self.captains.contains(Cell::new(now))
    }

    /// For each earlier endpoint whether it has another number now, is gone, or is not combined.
    fn changed(&self, endpoints: &Endpoints) -> [bool; MAX_CELLS + 2] {
        let has_changed = |end| {
            let stays = |now: usize| now == end && self.is_combined(end, now);
            !endpoints.current(end).is_some_and(stays)
        };
        std::array::from_fn(|end| end < endpoints.count() && has_changed(end))
    }

    /// Whether the AND rule has been applied to all pairs of connections that ended at `before`, which is `now`:
    /// the group has not grown, or `before` is the largest group in it.
    fn is_combined(&self, before: usize, now: usize) -> bool {
        !self.is_grown(now) || usize::from(self.largest[now]) == before
    }
}
