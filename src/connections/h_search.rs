//! H-search: the closure of what touches under the AND and the OR rule.
//!
//! The order is the peer's: the AND rule for every full before the OR rule for a pair. All memory is
//! kept from one build to the next.

use super::or_rule;
use super::{Endpoints, Pair};
use crate::board::{Board, Cell, CellSet};
use crate::params::ConnectionParams;
use std::collections::VecDeque;

/// The connections of one player on one board, in sets of `N` words.
#[derive(Clone, Debug, Default)]
pub struct Connections<const N: usize> {
    params: ConnectionParams,
    /// The number of endpoints.
    count: usize,
    /// For each two endpoints the place of their pair plus one; 0 for none yet.
    places: Vec<u32>,
    /// The pairs in use, then spare ones.
    pairs: Vec<Pair<N>>,
    used: usize,
    /// For each endpoint the others it has a full with, and the place of that pair.
    partners: Vec<Vec<(u16, u32)>>,
    /// The cell of each endpoint that is an empty cell, as a set.
    own_cell: Vec<CellSet<N>>,
    edges: [usize; 2],
    new_fulls: VecDeque<(u32, CellSet<N>)>,
    to_combine: VecDeque<u32>,
    found: Vec<CellSet<N>>,
    made: Vec<(u16, CellSet<N>)>,
}

impl<const N: usize> Connections<N> {
    /// Finds the connections from scratch, but ends as soon as the edges are joined by a full.
    pub fn build_until_won(
        &mut self,
        board: &Board,
        endpoints: &Endpoints,
        params: &ConnectionParams,
    ) {
        self.begin(board, endpoints, params);
        while !self.is_won() && self.step() {}
    }

    /// Finds the connections from scratch.
    pub fn build(&mut self, board: &Board, endpoints: &Endpoints, params: &ConnectionParams) {
        self.begin(board, endpoints, params);
        while self.step() {}
    }

    fn begin(&mut self, board: &Board, endpoints: &Endpoints, params: &ConnectionParams) {
        self.params = params.clone();
        self.reset(endpoints);
        for (a, b) in endpoints.touching(board) {
            self.add_full(a, b, CellSet::EMPTY);
        }
    }

    /// Applies one rule once; false if there is nothing left to do.
    fn step(&mut self) -> bool {
        if let Some((place, carrier)) = self.new_fulls.pop_front() {
            self.and_rule(place as usize, carrier);
        } else if let Some(place) = self.to_combine.pop_front() {
            self.or_rule(place as usize);
        } else {
            return false;
        }
        true
    }

    /// Whether the edges are joined whoever moves: for the game no other connection matters then.
    fn is_won(&self) -> bool {
        let [from, to] = self.edges;
        from == to || self.between_edges().is_some_and(|pair| !pair.fulls.is_empty())
    }

    fn reset(&mut self, endpoints: &Endpoints) {
        self.count = endpoints.count();
        self.places.clear();
        self.places.resize(self.count * self.count, 0);
        self.used = 0;
        self.partners.iter_mut().for_each(Vec::clear);
        self.partners.resize(self.partners.len().max(self.count), Vec::new());
        self.own_cell.clear();
        self.own_cell
            .extend((0..self.count).map(|endpoint| {
                endpoints.empty_cell(endpoint).into_iter().collect::<CellSet<N>>()
            }));
        self.edges = endpoints.edges().map(|(_, endpoint)| endpoint);
        self.new_fulls.clear();
        self.to_combine.clear();
    }

    /// The connections between two endpoints, if there are any.
    pub fn between(&self, a: usize, b: usize) -> Option<&Pair<N>> {
        let place = self.places[a * self.count + b];
        self.pairs.get(place.checked_sub(1)? as usize)
    }

    /// The connections between the player's edges, if there are any.
    pub fn between_edges(&self) -> Option<&Pair<N>> {
        self.between(self.edges[0], self.edges[1])
    }

    /// Every pair of endpoints that has a connection.
    pub fn pairs(&self) -> &[Pair<N>] {
        &self.pairs[..self.used]
    }

    /// The place of a pair, which is made if there is none.
    #[expect(clippy::cast_possible_truncation, reason = "363 endpoints make 65 703 pairs")]
    fn place(&mut self, a: usize, b: usize) -> usize {
        let at = a * self.count + b;
        if self.places[at] != 0 {
            return self.places[at] as usize - 1;
        }
        let ends = (a.min(b), a.max(b));
        match self.pairs.get_mut(self.used) {
            Some(pair) => pair.reset(ends),
            None => self.pairs.push(Pair::new(ends)),
        }
        self.used += 1;
        self.places[at] = self.used as u32;
        self.places[b * self.count + a] = self.used as u32;
        self.used - 1
    }

    #[expect(clippy::cast_possible_truncation, reason = "as for `place`")]
    fn add_full(&mut self, a: usize, b: usize, carrier: CellSet<N>) {
        let place = self.place(a, b);
        let pair = &mut self.pairs[place];
        let is_first = pair.fulls.is_empty();
        if pair.add_full(carrier, self.params.only_shrinking_fulls) {
            if is_first {
                self.partners[a].push((b as u16, place as u32));
                self.partners[b].push((a as u16, place as u32));
            }
            self.new_fulls.push_back((place as u32, carrier));
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "as for `place`")]
    fn add_semi(&mut self, place: usize, carrier: CellSet<N>, key: Cell) {
        let pair = &mut self.pairs[place];
        if pair.add_semi(carrier, key) && pair.semi_common.is_empty() && !pair.is_queued {
            pair.is_queued = true;
            self.to_combine.push_back(place as u32);
        }
    }

    /// Joins a full with all processed ones that meet it at either end.
    fn and_rule(&mut self, place: usize, carrier: CellSet<N>) {
        let pair = &mut self.pairs[place];
        // A smaller one may have taken its place meanwhile.
        let Some(full) = pair.fulls.iter_mut().find(|full| full.carrier == carrier) else { return };
        full.is_processed = true;
        pair.processed_common &= carrier;
        let (a, b) = pair.ends;
        for (outer, middle) in [(a, b), (b, a)] {
            if self.params.and_over_edge || !self.edges.contains(&middle) {
                self.and_over(outer, middle, carrier);
            }
        }
    }

    fn and_over(&mut self, outer: usize, middle: usize, carrier: CellSet<N>) {
        let outer_cell = self.own_cell[outer];
        let mut made = std::mem::take(&mut self.made);
        made.clear();
        for (other, place) in &self.partners[middle] {
            let pair = &self.pairs[*place as usize];
            let meets = self.own_cell[usize::from(*other)].intersects(&carrier);
            if usize::from(*other) == outer || meets || pair.processed_common.intersects(&carrier) {
                continue;
            }
            for full in pair.fulls.iter().filter(|full| full.is_processed) {
                if !full.carrier.intersects(&carrier) && !full.carrier.intersects(&outer_cell) {
                    made.push((*other, full.carrier | carrier));
                }
            }
        }
        let key = self.own_cell[middle].first();
        for (other, carrier) in &made {
            let other = usize::from(*other);
            match key {
                Some(key) => {
                    let place = self.place(outer, other);
                    self.add_semi(place, *carrier | self.own_cell[middle], key);
                }
                None => self.add_full(outer, other, *carrier),
            }
        }
        self.made = made;
    }

    fn or_rule(&mut self, place: usize) {
        let mut found = std::mem::take(&mut self.found);
        let pair = &mut self.pairs[place];
        pair.is_queued = false;
        or_rule::combine(pair, &mut found);
        let (a, b) = pair.ends;
        for carrier in &found {
            self.add_full(a, b, *carrier);
        }
        self.found = found;
    }
}
