//! H-search: the closure of what touches under the AND and the OR rule.
//!
//! The closure is complete: whatever the rules derive is there, or something better is, a connection of
//! the same ends with a smaller carrier. So it does not depend on the order of work, and a closure that
//! was updated is the one that would have been built from scratch. Both end where a pair has the most
//! connections that it is given: what comes later is left out there.

use super::edge_links::EdgeLink;
use super::ends::Ends;
use super::or_rule::OrRule;
use super::pair::{Full, Pair, Semi};
use super::store::Store;
use super::taken::Taken;
use super::undoable::Undoable;
use super::{Endpoints, captured, edge_templates};
use crate::board::{Board, CellSet};
use crate::params::ConnectionParams;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// With strong edges, a carrier between two empty cells may be larger than `inner_carrier` by this many cells
/// for each of the two whose stone captures others with the edge.
pub(super) const CAPTURING_CARRIER: u32 = 6;

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// When nothing is left to be found.
    Complete,
    /// When the edges are joined by a full: for the game nothing else matters then.
    Full,
    /// When the edges are joined by a full or a semi: the player to move needs no more.
    Semi,
}

/// What an endpoint is: the largest carriers depend on it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// A group or an edge.
    Stones,
    /// An empty cell.
    Cell,
    /// An empty cell whose stone may capture others.
    Capturing,
}

/// The connections of one player on one board, in sets of `N` words. They follow the board: stones are
/// added and taken back.
#[derive(Debug, Default)]
pub struct Connections<const N: usize> {
    pub(super) params: ConnectionParams,
    pub(super) store: Store<N>,
    pub(super) edges: [usize; 2],
    /// The cell of each endpoint that is an empty cell, as a set.
    pub(super) own_cell: Undoable<CellSet<N>>,
    /// What the player would capture by a stone there, for each endpoint that is an empty cell.
    pub(super) captured: Undoable<CellSet<N>>,
    /// What each endpoint is.
    pub(super) kinds: Undoable<Kind>,
    /// The endpoints of each kind, as of the last build or update: after an undo no rule is applied.
    pub(super) of_kind: [Ends<N>; 3],
    pub(super) is_complete: bool,
    pub(super) work: Work<N>,
}

/// What is still to be done, and memory for doing it.
#[derive(Debug, Default)]
pub(super) struct Work<const N: usize> {
    /// The fulls that the AND rule was not applied to, by place.
    new_fulls: VecDeque<(usize, CellSet<N>)>,
    /// The fulls that the AND rule was not applied to over one end, which comes first: a group.
    pub(super) to_meet: Vec<(usize, usize, CellSet<N>)>,
    /// The places of pairs that the OR rule is to be applied to, small carriers first: large ones are
    /// made of them, and so come up but once.
    to_combine: BinaryHeap<Reverse<(usize, usize)>>,
    /// What an update is to put back.
    pub(super) taken: Taken<N>,
    pub(super) made: Vec<(usize, CellSet<N>)>,
    or_rule: OrRule<N>,
}

impl<const N: usize> Clone for Connections<N> {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    /// Needs no memory that it had before.
    fn clone_from(&mut self, other: &Self) {
        self.params.clone_from(&other.params);
        self.store.clone_from(&other.store);
        self.edges = other.edges;
        self.own_cell.clone_from(&other.own_cell);
        self.captured.clone_from(&other.captured);
        self.kinds.clone_from(&other.kinds);
        self.of_kind = other.of_kind;
        self.is_complete = other.is_complete;
        self.work.forget();
    }
}

impl<const N: usize> Work<N> {
    /// Nothing is to be done.
    pub(super) fn forget(&mut self) {
        self.new_fulls.clear();
        self.to_meet.clear();
        self.to_combine.clear();
    }
}

impl<const N: usize> Connections<N> {
    /// Finds the connections from scratch.
    pub fn build(
        &mut self,
        board: &Board,
        endpoints: &Endpoints,
        params: &ConnectionParams,
        until: Until,
    ) {
        self.reset(endpoints, params);
        for (a, b) in endpoints.touching(board) {
            self.add_full(a, b, CellSet::EMPTY);
        }
        let table = edge_templates::Table::of(board.size(), endpoints.player());
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

    /// Adds these edge links, but for those that the opponent has a stone in.
    fn add_edge_links(&mut self, endpoints: &Endpoints, links: &[EdgeLink]) {
        for link in links {
            if let [Some(a), Some(b)] = link.ends.map(|end| endpoints.at(end))
                && a != b
                && endpoints.may_use(&link.carrier)
            {
                let carrier = link.carrier & endpoints.empty();
                self.add_full(a, b, carrier.narrow());
            }
        }
    }

    /// Adds these edge templates, but for those that the opponent has a stone in.
    pub(super) fn add_edge_templates<'a>(
        &mut self,
        endpoints: &Endpoints,
        templates: impl Iterator<Item = &'a edge_templates::Placed>,
    ) {
        for template in templates {
            if let Some(stone) = endpoints.at(template.stone)
                && endpoints.may_use(&template.carrier)
            {
                let carrier = template.carrier & endpoints.empty();
                self.add_full(stone, self.edges[template.edge], carrier.narrow());
            }
        }
    }

    fn reset(&mut self, endpoints: &Endpoints, params: &ConnectionParams) {
        self.params = params.clone();
        self.store.clear(endpoints.count(), params);
        self.edges = endpoints.edges().map(|(_, endpoint)| endpoint);
        let own_cell = |end| endpoints.empty_cell(end).into_iter().collect::<CellSet<N>>();
        self.own_cell.reset((0..endpoints.count()).map(own_cell));
        let captured = |end| {
            let cell = endpoints.empty_cell(end).filter(|_| params.strong_edges);
            cell.map_or(CellSet::EMPTY, |cell| captured::captured_by(cell, endpoints).narrow())
        };
        self.captured.reset((0..endpoints.count()).map(captured));
        let capturing = captured::capturing(endpoints);
        let kind = |end| match endpoints.empty_cell(end) {
            None => Kind::Stones,
            Some(cell) if params.strong_edges && capturing.contains(cell) => Kind::Capturing,
            Some(_) => Kind::Cell,
        };
        self.kinds.reset((0..endpoints.count()).map(kind));
        self.sort_by_kind();
        self.work.forget();
    }

    /// Puts the endpoints together that are of one kind.
    pub(super) fn sort_by_kind(&mut self) {
        let cells = self.store.cells();
        self.of_kind = Default::default();
        for (end, kind) in self.kinds.iter().enumerate() {
            self.of_kind[*kind as usize].set(end, true, cells);
        }
    }

    /// The largest carriers that a rule may make between this endpoint and others, in cells, by what
    /// kind the other is of.
    pub(super) fn largest_carriers(&self, end: usize) -> [usize; 3] {
        let ConnectionParams { largest_carrier, inner_carrier, .. } = self.params;
        let inner = match self.kinds[end] {
            Kind::Stones => return [largest_carrier as usize; 3],
            Kind::Cell => inner_carrier,
            Kind::Capturing => inner_carrier + CAPTURING_CARRIER,
        };
        [largest_carrier, inner, inner + CAPTURING_CARRIER]
            .map(|most| most.min(largest_carrier) as usize)
    }

    /// Applies the rules as long as there is something to do.
    pub(super) fn close(&mut self, until: Until) {
        self.is_complete = false;
        while !self.is_enough(until) {
            if let Some((place, carrier)) = self.work.new_fulls.pop_front() {
                self.and_rule(place, &carrier);
            } else if let Some(Reverse((_, place))) = self.work.to_combine.pop() {
                self.or_rule(place);
            } else {
                self.is_complete = true;
                break;
            }
        }
    }

    fn is_enough(&self, until: Until) -> bool {
        until != Until::Complete
            && self.between_edges().is_some_and(|pair| {
                !pair.fulls.is_empty() || (until == Until::Semi && !pair.semis.is_empty())
            })
    }

    /// Whether nothing is left to be found.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Whether a pair had the most connections that it is given, and what came later was left out. Which
    /// that was depends on the order of work.
    pub fn is_cut(&self) -> bool {
        self.store.is_cut
    }

    /// The connections between two endpoints, if there are any.
    pub fn between(&self, a: usize, b: usize) -> Option<Pair<'_, N>> {
        self.store.between(a, b)
    }

    /// The connections between the player's edges, if there are any.
    pub fn between_edges(&self) -> Option<Pair<'_, N>> {
        self.between(self.edges[0], self.edges[1])
    }

    /// There are no more [`pairs`](Self::pairs) than these.
    pub fn most_pairs(&self) -> usize {
        self.store.records.len()
    }

    /// Every pair of endpoints that has a connection.
    pub fn pairs(&self) -> impl Iterator<Item = Pair<'_, N>> {
        let used = self.store.records.iter().filter(|record| !record.is_unused());
        used.map(|record| self.store.pair(record))
    }

    fn add_full(&mut self, a: usize, b: usize, carrier: CellSet<N>) {
        let place = self.store.place(a, b);
        self.add_full_at(place, carrier);
    }

    /// Adds a full unless it is nothing new.
    pub(super) fn add_full_at(&mut self, place: usize, carrier: CellSet<N>) {
        if self.store.add_full(place, Full { carrier, is_processed: false }) {
            self.work.new_fulls.push_back((place, carrier));
        }
    }

    /// Adds a semi unless it is nothing new.
    pub(super) fn add_semi_at(&mut self, place: usize, semi: Semi<N>) {
        let is_new = self.store.add_semi(place, semi);
        let record = &self.store.records[place];
        if is_new && record.semi_common.is_empty() && !record.is_queued {
            self.store.records.change(place).is_queued = true;
            self.work.to_combine.push(Reverse((semi.carrier.len(), place)));
        }
    }

    /// Makes fulls of the semis of a pair.
    fn or_rule(&mut self, place: usize) {
        let (a, b) = self.store.at(place).ends;
        let largest = self.largest_carriers(a)[self.kinds[b] as usize];
        let most = self.store.most();
        let record = self.store.records.change(place);
        record.is_queued = false;
        let mut rule = std::mem::take(&mut self.work.or_rule);
        let semis = self.store.semis.of_mut(&mut record.semis);
        let known = self.store.fulls.of(record.fulls);
        let found = rule.combine(semis, known, (most, largest));
        self.store.is_cut |= known.len() + found.len() >= most;
        for semi in semis {
            semi.is_processed = true;
        }
        for carrier in found {
            if carrier.len() <= largest {
                self.add_full_at(place, *carrier);
            }
        }
        self.work.or_rule = rule;
    }
}
