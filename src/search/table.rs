//! The transposition table: expanded positions by their keys, and those that were proved by what was left of
//! the game as well, inside a budget of memory.

use super::node::Node;
use fxhash::FxHashMap;

/// What a search keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// Expanded positions, and proofs kept for others where the same is left of the game.
    pub nodes: usize,
    /// Bytes of the table, with the room that is left in it.
    pub bytes: usize,
    /// Steps of all functions; a node has two.
    pub steps: usize,
    /// Steps of the function that has most.
    pub most_steps: usize,
}

/// Nodes by position. When the budget is spent, those that took least work to compute go, but for those
/// where a thread is.
#[derive(Debug)]
pub(super) struct Table<M> {
    nodes: FxHashMap<u128, Node<M>>,
    heap_bytes: usize,
    /// The most they ever were: the allocator gives nothing back.
    most_heap_bytes: usize,
    budget: usize,
}

/// What the allocator takes for what it is asked, in this proportion: with its headers, and with the holes
/// that are left where nodes went and functions grew. `tests/memory.rs` fills tables to see it.
const ALLOCATED: (usize, usize) = (5, 4);

impl<M: Copy> Table<M> {
    /// An empty table that keeps within so many bytes.
    pub(super) fn new(budget: usize) -> Self {
        Self { nodes: FxHashMap::default(), heap_bytes: 0, most_heap_bytes: 0, budget }
    }

    /// Forgets everything and takes a new budget in bytes.
    pub(super) fn reset(&mut self, budget: usize) {
        *self = Self::new(budget);
    }

    /// The node of a position, if it was expanded and is still there.
    pub(super) fn get(&self, key: u128) -> Option<&Node<M>> {
        self.nodes.get(&key)
    }

    /// Changes a node, if it is there.
    pub(super) fn change(&mut self, key: u128, change: impl FnOnce(&mut Node<M>)) {
        if let Some(node) = self.nodes.get_mut(&key) {
            self.heap_bytes -= node.heap_bytes();
            change(node);
            self.heap_bytes += node.heap_bytes();
            self.most_heap_bytes = self.most_heap_bytes.max(self.heap_bytes);
        }
    }

    /// Keeps a node, at the price of others if there is no room.
    pub(super) fn store(&mut self, key: u128, node: Node<M>) {
        if self.bytes_after_growth() > self.budget {
            self.drop_cheap_half();
        }
        self.heap_bytes += node.heap_bytes();
        self.most_heap_bytes = self.most_heap_bytes.max(self.heap_bytes);
        if let Some(old) = self.nodes.insert(key, node) {
            self.heap_bytes -= old.heap_bytes();
        }
    }

    /// Keeps all of these nodes, or none if there is no room for them: then it says how large the budget had
    /// to be, in bytes.
    pub(super) fn store_all(&mut self, nodes: Vec<(u128, Node<M>)>) -> Result<(), usize> {
        let heap_bytes = nodes.iter().map(|(_, node)| node.heap_bytes()).sum::<usize>();
        self.nodes.reserve(nodes.len());
        let needed = bytes::<M>(self.most_heap_bytes + heap_bytes, self.nodes.capacity());
        if needed > self.budget {
            self.nodes.shrink_to_fit();
            return Err(needed);
        }
        for (key, node) in nodes {
            self.store(key, node);
        }
        Ok(())
    }

    /// Every node with its key, in no order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u128, &Node<M>)> {
        self.nodes.iter().map(|(key, node)| (*key, node))
    }

    /// What it keeps, and what that costs.
    pub(super) fn memory(&self) -> Memory {
        let functions = self.nodes.values().flat_map(|node| node.functions.both());
        let steps = functions.map(|function| function.steps().len());
        Memory {
            nodes: self.nodes.len(),
            bytes: bytes::<M>(self.heap_bytes, self.nodes.capacity()),
            steps: steps.clone().sum(),
            most_steps: steps.max().unwrap_or(0),
        }
    }

    /// Bytes in use if one more node comes; the map doubles when it is full.
    fn bytes_after_growth(&self) -> usize {
        let room = self.nodes.capacity();
        if self.nodes.len() < room {
            return bytes::<M>(self.heap_bytes, room);
        }
        // While the map moves to twice its room, the old one is still there. Nor can it have what nodes that
        // went have left.
        bytes::<M>(self.most_heap_bytes, 3 * room)
    }

    fn drop_cheap_half(&mut self) {
        let mut works: Vec<u64> = self.nodes.values().map(|node| node.work).collect();
        let middle = works.len() / 2;
        if works.is_empty() {
            return;
        }
        let (_, median, _) = works.select_nth_unstable(middle);
        let median = *median;
        // Of the many nodes with the median's work, keep those that leave half of all.
        let mut spare = middle - self.nodes.values().filter(|node| node.work < median).count();
        self.nodes.retain(|_, node| {
            let goes = node.work < median || (node.work == median && spare > 0);
            spare -= usize::from(goes && node.work == median);
            !goes || node.visitors > 0
        });
        self.heap_bytes = self.nodes.values().map(Node::heap_bytes).sum();
        log::debug!("table full: kept {} of {} nodes", self.nodes.len(), 2 * middle);
    }

    #[cfg(test)]
    pub(super) fn visitors(&self) -> u32 {
        self.nodes.values().map(|node| node.visitors).sum()
    }

    #[cfg(test)]
    fn len(&self) -> usize {
        self.nodes.len()
    }
}

/// Bytes that nodes take with so many on the heap, and a map with room for so many nodes.
fn bytes<M>(on_heap: usize, room: usize) -> usize {
    on_heap * ALLOCATED.0 / ALLOCATED.1 + room * (size_of::<(u128, Node<M>)>() + 1) * 8 / 7
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::SearchParams;
    use crate::search::{Candidate, Expansion};

    fn node(work: u64) -> Node<u16> {
        let moves = (0..50).map(|mv| Candidate { mv, error: 0.0, log_odds: None }).collect();
        let expansion = Expansion { outcome: None, moves, residual_key: 0, image_keys: Vec::new() };
        Node { work, ..Node::new(&expansion, &SearchParams::default()) }
    }

    #[test]
    fn a_full_table_keeps_what_was_dear() {
        let mut table = Table::new(1 << 20);
        for key in 0..20_000 {
            table.store(key, node(if key % 100 == 0 { 1000 } else { 1 }));
            assert!(table.bytes_after_growth() <= 2 << 20);
        }
        assert!(table.len() > 500 && table.len() < 20_000);
        let dear = (0..20_000).step_by(100).filter(|key| table.get(*key).is_some()).count();
        assert_eq!(dear, 200);
    }

    #[test]
    fn changed_nodes_are_weighed_anew() {
        let mut table = Table::new(1 << 20);
        table.store(7, node(3));
        table.change(7, |node| node.children = Box::default());
        assert_eq!(table.heap_bytes, table.get(7).unwrap().heap_bytes());
    }

    #[test]
    fn what_a_table_held_fits_into_one_as_large_and_no_smaller_one() {
        for count in [10, 5000, 20_000] {
            let mut table = Table::new(1 << 20);
            (0..count).for_each(|key| table.store(key, node(1)));
            let nodes = || table.iter().map(|(key, node)| (key, node.clone())).collect::<Vec<_>>();
            let mut other = Table::new(1 << 20);
            assert_eq!(other.store_all(nodes()), Ok(()));
            assert_eq!(other.len(), table.len());
            let mut small = Table::new(bytes::<u16>(table.heap_bytes, table.len()) / 2);
            let needed = small.store_all(nodes()).unwrap_err();
            assert!(small.len() == 0 && needed <= 1 << 20, "{needed}");
            let mut tight = Table::new(needed);
            assert_eq!((tight.store_all(nodes()), tight.len()), (Ok(()), table.len()));
        }
    }

    #[test]
    fn a_node_with_a_visitor_stays() {
        let mut table = Table::new(1 << 20);
        table.store(0, Node { visitors: 1, ..node(0) });
        (1..20_000).for_each(|key| table.store(key, node(1)));
        assert!(table.len() < 20_000 && table.get(0).is_some());
    }
}
