//! H-search (ANS02): the closure of the first connections under the AND and the OR rule.
//!
//! The closure is complete: for every connection that the rules derive it has one of the same ends whose carrier
//! is the same or a subset. So it does not depend on the order of work, and an update gives what a build from
//! scratch gives. Pairs that have reached their largest number of connections are the exception: they get no
//! more, and which ones they have depends on the order ([`is_cut`](Connections::is_cut)).

use super::edge_links::EdgeLink;
use super::edge_table::{EdgeTable, PlacedTemplate};
use super::endpoint_set::EndpointSet;
use super::or_rule::{OrLimits, OrRule};
use super::pair::Pair;
use super::removed::{Destination, OldPair};
use super::store::Store;
use super::undoable::Undoable;
use super::{Endpoints, captured};
use crate::board::{Cell, CellSet};
use crate::params::ConnectionParams;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// With strong edges, a carrier between two empty cells may be larger than `inner_carrier` by this many cells
/// for each of the two whose stone captures others with the edge. With 4 or 8 the solver takes as long
/// (notes, `failed`).
pub(super) const CAPTURING_CARRIER: u32 = 6;

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// When the closure is complete.
    Complete,
    /// As soon as there is a full connection of the player's edges, which decides the game.
    Full,
    /// As soon as there is a full or a semi connection of the player's edges, either of which decides the game if
    /// the player is to move.
    Semi,
}

/// The kinds of endpoints for which the largest carriers differ.
#[derive(Clone, Copy, Debug)]
pub(super) enum EndpointKind {
    /// A group or an edge.
    Stones,
    /// An empty cell.
    Cell,
    /// With strong edges, an empty cell on which a stone may capture others.
    Capturing,
}

/// The connections of one player on one board. `N` is the number of 64-bit words of its sets of cells, which must hold the
/// cells of the board; [`WORDS`](crate::board::WORDS) is enough for every board. Connections can be updated when stones are
/// added, and such updates can be undone.
#[derive(Debug, Default)]
pub struct Connections<const N: usize> {
    pub(super) params: ConnectionParams,
    pub(super) store: Store<N>,
    pub(super) edges: [usize; 2],
    /// For each endpoint its cell as a set if it is an empty cell, else the empty set.
    pub(super) own_cell: Undoable<CellSet<N>>,
    /// For each endpoint the cells that a stone of the player there would capture.
    pub(super) captured: Undoable<CellSet<N>>,
    /// The kind of each endpoint.
    pub(super) kinds: Undoable<EndpointKind>,
    /// The endpoints of each kind. Not undone, since no rule is applied between an undo and the next update.
    pub(super) of_kind: [EndpointSet<N>; 3],
    pub(super) is_complete: bool,
    pub(super) work: Worklist<N>,
}

/// The connections to which rules are still to be applied, and working memory.
#[derive(Debug, Default)]
pub(super) struct Worklist<const N: usize> {
    /// The full connections to which the AND rule is to be applied, each with the slot of its pair.
    new_fulls: VecDeque<(usize, CellSet<N>)>,
    /// The full connections to which the AND rule is to be applied over one of their ends alone: that end, which
    /// is a group, the slot and the carrier.
    pub(super) over_groups: Vec<(usize, usize, CellSet<N>)>,
    /// The slots of pairs to which the OR rule is to be applied, those with small new carriers first: larger ones
    /// are derived from them, so a pair comes up less often.
    to_combine: BinaryHeap<Reverse<(usize, usize)>>,
    /// The pairs that an update is to reinsert.
    pub(super) removed: Vec<(OldPair, Destination)>,
    /// The third endpoints and the carriers that one application of the AND rule has derived.
    pub(super) derived: Vec<(usize, CellSet<N>)>,
    or_rule: OrRule<N>,
}

impl<const N: usize> Clone for Connections<N> {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    /// Allocates nothing if there is room. The copy has no work left.
    fn clone_from(&mut self, other: &Self) {
        self.params.clone_from(&other.params);
        self.store.clone_from(&other.store);
        self.edges = other.edges;
        self.own_cell.clone_from(&other.own_cell);
        self.captured.clone_from(&other.captured);
        self.kinds.clone_from(&other.kinds);
        self.of_kind = other.of_kind;
        self.is_complete = other.is_complete;
        self.work.clear();
    }
}

impl<const N: usize> Worklist<N> {
    /// Drops all work.
    pub(super) fn clear(&mut self) {
        self.new_fulls.clear();
        self.over_groups.clear();
        self.to_combine.clear();
    }
}

impl<const N: usize> Connections<N> {
    /// The complete closure, built from scratch.
    ///
    /// # Panics
    /// If the board has more than `64 * N` cells.
    pub fn of(endpoints: &Endpoints, params: &ConnectionParams) -> Self {
        let mut connections = Self::default();
        connections.build(endpoints, params, Until::Complete);
        connections
    }

    /// Builds the connections from scratch, in the memory of those that were there.
    pub fn build(&mut self, endpoints: &Endpoints, params: &ConnectionParams, until: Until) {
        self.reset(endpoints, params);
        for (a, b) in endpoints.touching() {
            self.add_full(a, b, CellSet::EMPTY);
        }
        let table = EdgeTable::of(endpoints.size(), endpoints.player());
        if params.strong_edges {
            self.add_edge_links(endpoints, table.links());
        }
        if params.edge_templates {
            let stones = endpoints.stones();
            let helped = table.helped_by(stones, stones);
            self.add_edge_templates(endpoints, table.alone().iter().chain(helped));
        }
        self.close(until);
    }

    /// Adds the edge links in which the opponent has no stone.
    fn add_edge_links(&mut self, endpoints: &Endpoints, links: &[EdgeLink]) {
        for link in links {
            if let [Some(a), Some(b)] = link.ends.map(|end| endpoints.at(end))
                && a != b
                && endpoints.may_use(&link.carrier)
            {
                let carrier = link.carrier & endpoints.empty();
                self.add_full(a, b, carrier.resized());
            }
        }
    }

    /// Adds the edge templates in which the opponent has no stone.
    pub(super) fn add_edge_templates<'a>(
        &mut self,
        endpoints: &Endpoints,
        templates: impl Iterator<Item = &'a PlacedTemplate>,
    ) {
        for template in templates {
            if let Some(stone) = endpoints.at(template.stone)
                && endpoints.may_use(&template.carrier)
            {
                let carrier = template.carrier & endpoints.empty();
                self.add_full(stone, self.edges[template.edge], carrier.resized());
            }
        }
    }

    /// Removes all connections and work, and sets what is known of each endpoint.
    fn reset(&mut self, endpoints: &Endpoints, params: &ConnectionParams) {
        self.params = params.clone();
        self.store.clear(endpoints.count(), params);
        self.edges = endpoints.edge_endpoints();
        let own_cell = |end| endpoints.empty_cell(end).into_iter().collect::<CellSet<N>>();
        self.own_cell.reset((0..endpoints.count()).map(own_cell));
        let captured = |end| {
            let cell = endpoints.empty_cell(end).filter(|_| params.strong_edges);
            cell.map_or(CellSet::EMPTY, |cell| captured::captured_by(cell, endpoints).resized())
        };
        self.captured.reset((0..endpoints.count()).map(captured));
        let kind = |end| match endpoints.empty_cell(end) {
            None => EndpointKind::Stones,
            Some(cell) if params.strong_edges && captured::may_capture(cell, endpoints) => {
                EndpointKind::Capturing
            }
            Some(_) => EndpointKind::Cell,
        };
        self.kinds.reset((0..endpoints.count()).map(kind));
        self.sort_by_kind();
        self.work.clear();
    }

    /// Computes `of_kind` from `kinds`.
    pub(super) fn sort_by_kind(&mut self) {
        let cells = self.store.cells();
        self.of_kind = Default::default();
        for (end, kind) in self.kinds.iter().enumerate() {
            self.of_kind[*kind as usize].insert(end, cells);
        }
    }

    /// The size in cells of the largest carrier that a rule may make between this endpoint and another, for each
    /// kind of the other.
    pub(super) fn largest_carriers(&self, end: usize) -> [usize; 3] {
        let ConnectionParams { largest_carrier, inner_carrier, .. } = self.params;
        let inner = match self.kinds[end] {
            EndpointKind::Stones => return [largest_carrier as usize; 3],
            EndpointKind::Cell => inner_carrier,
            EndpointKind::Capturing => inner_carrier + CAPTURING_CARRIER,
        };
        [largest_carrier, inner, inner + CAPTURING_CARRIER]
            .map(|most| most.min(largest_carrier) as usize)
    }

    /// Applies the rules until the worklist is empty or the edges are connected as `until` says.
    pub(super) fn close(&mut self, until: Until) {
        self.is_complete = false;
        while !self.is_enough(until) {
            if let Some((slot, carrier)) = self.work.new_fulls.pop_front() {
                self.and_rule(slot, &carrier);
            } else if let Some(Reverse((_, slot))) = self.work.to_combine.pop() {
                self.or_rule(slot);
            } else {
                self.is_complete = true;
                break;
            }
        }
    }

    /// Whether the edges are connected as `until` says.
    fn is_enough(&self, until: Until) -> bool {
        until != Until::Complete
            && self.between_edges().is_some_and(|pair| {
                !pair.fulls.is_empty() || (until == Until::Semi && !pair.semis.is_empty())
            })
    }

    /// Whether the closure is complete: it was not stopped early by [`Until`].
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Whether a pair reached its largest number of connections, so that others may have been left out. Which ones
    /// depends on the order of work.
    pub fn is_cut(&self) -> bool {
        self.store.is_cut
    }

    /// The connections between two endpoints. If there are none, it is none or a pair with empty lists.
    pub fn between(&self, a: usize, b: usize) -> Option<Pair<'_, N>> {
        self.store.between(a, b)
    }

    /// The connections between the player's edges, as [`between`](Self::between) gives them.
    pub fn between_edges(&self) -> Option<Pair<'_, N>> {
        self.between(self.edges[0], self.edges[1])
    }

    /// An upper bound on the number of [`pairs`](Self::pairs).
    pub(super) fn most_pairs(&self) -> usize {
        self.store.records.len()
    }

    /// Every pair of endpoints that has a connection, in no particular order.
    pub fn pairs(&self) -> impl Iterator<Item = Pair<'_, N>> {
        let used = self.store.records.iter().filter(|record| !record.is_unused());
        used.map(|record| self.store.pair(record))
    }

    /// Adds a full connection unless a known one makes it superfluous.
    fn add_full(&mut self, a: usize, b: usize, carrier: CellSet<N>) {
        let slot = self.store.slot(a, b);
        self.add_full_at(slot, carrier);
    }

    /// As [`add_full`](Self::add_full), for the pair in this slot.
    pub(super) fn add_full_at(&mut self, slot: usize, carrier: CellSet<N>) {
        if self.store.add_full(slot, carrier, false) {
            self.work.new_fulls.push_back((slot, carrier));
        }
    }

    /// Adds a semi connection to the pair in this slot unless a known connection makes it superfluous.
    pub(super) fn add_semi_at(&mut self, slot: usize, carrier: CellSet<N>, key: Cell) {
        let is_new = self.store.add_semi(slot, carrier, key);
        let record = &self.store.records[slot];
        if is_new && record.semi_common.is_empty() && !record.is_queued {
            self.store.records.change(slot).is_queued = true;
            self.work.to_combine.push(Reverse((carrier.len(), slot)));
        }
    }

    /// Applies the OR rule to the semi connections of a pair.
    fn or_rule(&mut self, slot: usize) {
        let (a, b) = self.store.at(slot).ends;
        let largest = self.largest_carriers(a)[self.kinds[b] as usize];
        let most = self.store.most();
        let record = self.store.records.change(slot);
        record.is_queued = false;
        let mut rule = std::mem::take(&mut self.work.or_rule);
        let semis = self.store.semis.of_mut(&mut record.semis);
        let known = self.store.fulls.of(record.fulls);
        let found = rule.combine(semis, known, OrLimits { most, largest });
        self.store.is_cut |= known.len() + found.len() >= most;
        for semi in semis {
            semi.is_processed = true;
        }
        for carrier in found {
            if carrier.len() <= largest {
                self.add_full_at(slot, *carrier);
            }
        }
        self.work.or_rule = rule;
    }
}
