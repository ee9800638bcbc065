//! The AND rule of H-search (ANS02): two full connections that meet in a middle make one connection of their
//! outer ends.
//!
//! If the middle is a group of the player, the new connection is full. If it is an empty cell, the new one is
//! semi, and the cell is its key. The two carriers must be disjoint, and neither may contain the other's outer
//! end. There is one exception: a stone on the key may capture cells with the edge, and both carriers may need
//! those ([`captured`](super::captured)); the new carrier then contains all of them (PHH15).
//!
//! The player's own edges are never the middle. An edge as the middle would give many connections. Nearly all are
//! useless; most of the useful ones are the [edge links](super::edge_links), which are added directly.

use super::Connections;
use super::endpoint_set::EndpointSet;
use crate::board::CellSet;

impl<const N: usize> Connections<N> {
    /// Applies the rule to a full connection and every processed one with which it has an endpoint in common,
    /// and marks it as processed. Does nothing if a smaller one has replaced it.
    pub(super) fn and_rule(&mut self, slot: usize, carrier: &CellSet<N>) {
        if !self.store.mark_processed(slot, carrier) {
            return;
        }
        let (a, b) = self.store.at(slot).ends;
        for (outer, middle) in [(a, b), (b, a)] {
            if !self.edges.contains(&middle) {
                self.and_over(outer, middle, carrier);
            }
        }
    }

    /// Applies the rule to a full connection of `outer` and `middle` and every processed one of `middle` and a
    /// third endpoint.
    pub(super) fn and_over(&mut self, outer: usize, middle: usize, carrier: &CellSet<N>) {
        let outer_cell = self.own_cell[outer];
        let middle_cell = self.own_cell[middle];
        // `captured` may contain one of the outer ends. That end touches the middle, so their only connection has the empty carrier: the two
        // carriers share no cell then, and these cells are not added below.
        let captured = self.captured[middle];
        let mut derived = std::mem::take(&mut self.work.derived);
        derived.clear();
        let largest_to = self.largest_carriers(outer);
        let least = (*carrier | middle_cell).len();
        let others = self.third_ends(outer, middle, least, &largest_to).without_cells(carrier);
        for end in others.iter(self.store.cells()) {
            let largest = largest_to[self.kinds[end] as usize];
            let record = self.store.record(middle, end);
            // All processed carriers of this pair share a cell with `carrier` that is not captured.
            if !(record.processed_common & *carrier).is_subset(&captured) {
                continue;
            }
            for full in self.store.fulls.of(record.fulls).iter().filter(|full| full.is_processed) {
                let shared = full.carrier & *carrier;
                // A captured cell is safe only together with the others.
                let filled = if shared.is_empty() { shared } else { captured };
                let union = full.carrier | *carrier | middle_cell | filled;
                if shared.is_subset(&captured)
                    && !full.carrier.intersects(&outer_cell)
                    && union.len() <= largest
                {
                    derived.push((end, union));
                }
            }
        }
        let key = middle_cell.first();
        for (end, carrier) in &derived {
            let slot = self.store.slot(outer, *end);
            match key {
                Some(key) => {
                    self.add_semi_at(slot, *carrier, key);
                }
                None => self.add_full_at(slot, *carrier),
            }
        }
        self.work.derived = derived;
    }

    /// The endpoints that may be the third: they have a full connection with the middle and none with `outer` that
    /// needs no cell, and a carrier of `least` cells is not too large for them.
    fn third_ends(
        &self,
        outer: usize,
        middle: usize,
        least: usize,
        largest_to: &[usize; 3],
    ) -> EndpointSet<N> {
        let mut ends = self.store.partners(middle).without(&self.store.joined(outer));
        ends.remove(outer, self.store.cells());
        let kinds = largest_to.iter().zip(&self.of_kind);
        let too_large = kinds.filter(|(largest, _)| least > **largest);
        too_large.fold(ends, |ends, (_, of_kind)| ends.without(of_kind))
    }
}
