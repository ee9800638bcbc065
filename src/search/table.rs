//! The transposition table: the nodes of expanded positions by their keys, and proved nodes by their residual keys as
//! well, within a budget of memory.

use super::map_memory::cheap_half;
use super::node::Node;
use super::node_map::NodeMap;

/// The content of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableUsage {
    /// Nodes: expanded positions, and proofs stored under residual keys.
    pub nodes: usize,
    /// Bytes of the table, free slots included.
    pub bytes: usize,
    /// Steps of all functions. A node has two functions.
    pub steps: usize,
    /// Steps of the function with most steps.
    pub most_steps: usize,
}

/// Nodes by key. When the budget is spent, the half with the least work is removed, except nodes with visitors. The work
/// of a node counts half with each root that was searched since a thread was there. Else what is left of other games would
/// leave no room for this one.
#[derive(Debug)]
pub(super) struct Table<M> {
    nodes: NodeMap<M>,
    /// Bytes of the nodes on the heap.
    heap_bytes: usize,
    /// The greatest `heap_bytes` so far: the allocator does not give memory back.
    most_heap_bytes: usize,
    /// In bytes.
    budget: usize,
    /// The key of the position that is searched.
    root: u128,
    /// How often it was another one than before.
    roots: u32,
}

/// The memory that the allocator takes for each byte on the heap, as a fraction: it has headers, and leaves gaps where
/// nodes were removed and functions grew. `tests/memory.rs` fills tables to check it.
const ALLOCATED: (usize, usize) = (5, 4);

impl<M: Copy> Table<M> {
    /// An empty table with this budget in bytes.
    pub(super) fn new(budget: usize) -> Self {
        let nodes = NodeMap::new();
        Self { nodes, heap_bytes: 0, most_heap_bytes: 0, budget, root: 0, roots: 0 }
    }

    /// Removes all nodes.
    pub(super) fn clear(&mut self) {
        *self = Self::new(self.budget);
    }

    /// Begins to search a position, or goes on.
    pub(super) fn begin(&mut self, root: u128) {
        if self.root != root {
            self.root = root;
            self.roots = self.roots.saturating_add(1);
        }
    }

    /// Counts a visitor at the node with this key.
    pub(super) fn enter(&mut self, key: u128) {
        let last_root = self.roots;
        self.change(key, |node| {
            node.visitors += 1;
            node.last_root = last_root;
        });
    }

    /// What is left of the budget, in bytes.
    pub(super) fn room(&self) -> usize {
        self.budget.saturating_sub(self.bytes())
    }

    /// The node with this key, if it is in the table.
    pub(super) fn get(&self, key: u128) -> Option<&Node<M>> {
        self.nodes.get(key)
    }

    /// Changes the node with this key, if it is in the table.
    pub(super) fn change(&mut self, key: u128, change: impl FnOnce(&mut Node<M>)) {
        if let Some(node) = self.nodes.get_mut(key) {
            self.heap_bytes -= node.heap_bytes();
            change(node);
            self.heap_bytes += node.heap_bytes();
            self.most_heap_bytes = self.most_heap_bytes.max(self.heap_bytes);
        }
    }

    /// Stores a node, and removes others first if there is no room.
    pub(super) fn store(&mut self, key: u128, node: Node<M>) {
        let node = Node { last_root: self.roots, ..node };
        if self.bytes_after_growth() > self.budget || self.nodes.is_full() {
            self.remove_cheap_half();
        }
        self.heap_bytes += node.heap_bytes();
        self.most_heap_bytes = self.most_heap_bytes.max(self.heap_bytes);
        if let Some(old) = self.nodes.insert(key, node) {
            self.heap_bytes -= old.heap_bytes();
        }
    }

    /// Makes room for so many nodes with so many bytes on the heap, so that none is removed when they are stored.
    ///
    /// # Errors
    /// There is no room: the budget that is needed, in bytes.
    pub(super) fn make_room(&mut self, nodes: usize, heap_bytes: usize) -> Result<(), usize> {
        let of_map = self.nodes.bytes_with(nodes);
        let needed = of_map.saturating_add(allocated(self.most_heap_bytes + heap_bytes));
        if needed > self.budget {
            return Err(needed);
        }
        self.nodes.reserve(nodes);
        Ok(())
    }

    /// Stores a node, but if there is one with the same key, only if that one is not better known. Whether it is stored.
    pub(super) fn store_better(&mut self, key: u128, node: Node<M>) -> bool {
        let is_better = self.get(key).is_none_or(|known| node.is_better_known_than(known));
        if is_better {
            self.store(key, node);
        }
        is_better
    }

    /// All nodes with their keys, in the order in which they came.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = (u128, &Node<M>)> {
        self.nodes.iter()
    }

    /// Removes all nodes but those of decided positions.
    pub(super) fn keep_proofs(&mut self) {
        self.nodes.retain(|node| node.functions.outcome().is_some());
        self.heap_bytes = self.nodes.nodes().map(Node::heap_bytes).sum();
    }

    /// The content and its size.
    pub(super) fn usage(&self) -> TableUsage {
        let functions = self.nodes.nodes().flat_map(|node| node.functions.both());
        let steps = functions.map(|function| function.steps().len());
        TableUsage {
            nodes: self.nodes.len(),
            bytes: self.bytes(),
            steps: steps.clone().sum(),
            most_steps: steps.max().unwrap_or(0),
        }
    }

    /// Bytes of the nodes, of free places and of the index.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.bytes() + allocated(self.heap_bytes)
    }

    /// Bytes in use while one more node is stored.
    fn bytes_after_growth(&self) -> usize {
        let of_map = self.nodes.bytes_with(1);
        // No memory of removed nodes is large enough for more of the map.
        let grows = of_map > self.nodes.bytes();
        of_map + allocated(if grows { self.most_heap_bytes } else { self.heap_bytes })
    }

    /// Removes the nodes with the least work, half of all if none has visitors.
    fn remove_cheap_half(&mut self) {
        let (before, roots) = (self.nodes.len(), self.roots);
        let worth = |node: &Node<M>| node.work >> (roots - node.last_root).min(u64::BITS - 1);
        let mut is_cheap = cheap_half(self.nodes.nodes().map(worth).collect());
        self.nodes.retain(|node| !is_cheap(worth(node)) || node.visitors > 0);
        self.heap_bytes = self.nodes.nodes().map(Node::heap_bytes).sum();
        log::debug!("table full: kept {} of {} nodes", self.nodes.len(), before);
    }

    /// Sets the visitors of all nodes to 0, where no thread is at work.
    pub(super) fn forget_visitors(&mut self) {
        self.nodes.nodes_mut().for_each(|node| node.visitors = 0);
    }

    /// The visitors of all nodes.
    #[cfg(test)]
    pub(super) fn visitors(&self) -> u32 {
        self.nodes.nodes().map(|node| node.visitors).sum()
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }
}

/// The memory that the allocator takes for so many bytes on the heap.
fn allocated(on_heap: usize) -> usize {
    on_heap.saturating_mul(ALLOCATED.0) / ALLOCATED.1
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::params::SearchParams;
    use crate::search::node::Functions;
    use crate::search::{Candidate, Expansion, Outcome};

    /// A node of 50 moves.
    pub(in crate::search) fn node(work: u64) -> Node<u16> {
        let moves = (0..50).map(Candidate::unscored).collect();
        let expansion = Expansion { outcome: None, moves, residual_key: 0, image_keys: Vec::new() };
        Node { work, ..Node::new(&expansion, &SearchParams::default()) }
    }

    #[test]
    fn a_full_table_keeps_the_nodes_with_most_work() {
        let mut table = Table::new(1 << 20);
        for key in 0..20_000 {
            table.store(key, node(if key % 100 == 0 { 1000 } else { 1 }));
            assert!(table.bytes_after_growth() <= 2 << 20);
        }
        assert!(table.len() > 500 && table.len() < 20_000);
        let costly = (0..20_000).step_by(100).filter(|key| table.get(*key).is_some()).count();
        assert_eq!(costly, 200);
    }

    #[test]
    fn what_was_not_visited_for_some_roots_makes_room() {
        let mut table = Table::new(1 << 20);
        (0..400).for_each(|key| table.store(key, node(1000)));
        for root in 1..=9 {
            table.begin(root);
            table.begin(root);
            table.enter(7);
        }
        (400..20_000).for_each(|key| table.store(key, node(3)));
        assert!((0..400).all(|key| table.get(key).is_some() == (key == 7)));
    }

    #[test]
    fn a_changed_node_changes_the_bytes_in_use() {
        let mut table = Table::new(1 << 20);
        table.store(7, node(3));
        table.change(7, |node| node.children = Box::default());
        assert_eq!(table.heap_bytes, table.get(7).unwrap().heap_bytes());
        (3..5).for_each(|work| table.store(7, node(work)));
        assert_eq!(table.heap_bytes, table.get(7).unwrap().heap_bytes());
        let before = table.heap_bytes;
        table.change(7, |node| node.record_rave(0, Outcome::Won));
        assert!(table.heap_bytes > before);
        table.keep_proofs();
        assert_eq!(table.heap_bytes, 0);
    }

    #[test]
    fn the_old_index_needs_room_too_while_it_grows() {
        let mut table = Table::new(1 << 24);
        (0..1000).for_each(|key| table.store(key, node(1)));
        let (more, heap_bytes) = (table.len(), table.heap_bytes);
        let mut larger = Table::new(1 << 24);
        (0..2000).for_each(|key| larger.store(key, node(1)));
        table.budget = larger.bytes();
        assert!(table.make_room(more, heap_bytes).is_err());
    }

    #[test]
    fn the_nodes_of_a_table_fit_into_one_of_its_size_and_into_no_smaller_one() {
        for count in [10, 5000, 20_000] {
            let mut table = Table::new(1 << 20);
            (0..count).for_each(|key| table.store(key, node(1)));
            let mut small = Table::<u16>::new(table.bytes() / 2);
            let needed = small.make_room(table.len(), table.heap_bytes).unwrap_err();
            assert!(needed <= 1 << 20, "{needed}");
            for budget in [1 << 20, needed] {
                let mut other = Table::new(budget);
                other.make_room(table.len(), table.heap_bytes).unwrap();
                assert!(table.iter().all(|(key, node)| other.store_better(key, node.clone())));
                assert_eq!(other.len(), table.len(), "none was removed");
            }
        }
    }

    #[test]
    fn of_two_nodes_with_one_key_the_better_known_one_stays() {
        let proved = |work| Node { functions: Functions::decided(Outcome::Won), ..node(work) };
        for (nodes, stays) in [
            ([node(3), node(7)], node(7)),
            ([proved(1), node(7)], proved(1)),
            ([proved(2), proved(1)], proved(2)),
        ] {
            let [one, other] = nodes;
            for nodes in [[one.clone(), other.clone()], [other, one]] {
                let mut table = Table::new(1 << 20);
                for node in nodes {
                    table.store_better(5, node);
                }
                assert_eq!(table.get(5), Some(&stays));
                assert!(!table.store_better(5, stays.clone()));
            }
        }
    }

    #[test]
    fn a_node_with_a_visitor_is_not_removed() {
        let mut table = Table::new(1 << 20);
        table.store(0, Node { visitors: 1, ..node(0) });
        (1..20_000).for_each(|key| table.store(key, node(1)));
        assert!(table.len() < 20_000 && table.get(0).is_some());
    }
}
