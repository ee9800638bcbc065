//! Nodes by key. The nodes lie close together, in the order in which they came, and an index tells where each is. A hash map
//! of nodes would take half as much again: between an eighth and more than half of its slots are free, and a slot has
//! room for a node.

use super::map_memory::{map_bytes, room_for};
use super::node::Node;
use hashbrown::HashTable;
use std::mem;

/// The nodes of a chunk, 150 KB. Chunks stay where they are when there are more of them.
const CHUNK: usize = 1 << 10;

type Entry<M> = (u128, Node<M>);

/// A map from keys to nodes.
#[derive(Debug)]
pub(super) struct NodeMap<M> {
    /// The nodes with their keys. All chunks but the last are full.
    chunks: Vec<Vec<Entry<M>>>,
    /// Empty chunks that nodes were removed from. They are kept, so that the allocator does not cut them up.
    spare: Vec<Vec<Entry<M>>>,
    /// The place of each node, found by its key.
    index: HashTable<u32>,
}

impl<M> NodeMap<M> {
    /// An empty map.
    pub(super) fn new() -> Self {
        Self { chunks: Vec::new(), spare: Vec::new(), index: HashTable::new() }
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.index.len()
    }

    /// Whether it has as many nodes as the index can tell apart.
    pub(super) fn is_full(&self) -> bool {
        self.len() > u32::MAX as usize
    }

    /// The node with this key.
    pub(super) fn get(&self, key: u128) -> Option<&Node<M>> {
        self.place(key).map(|place| &entry(&self.chunks, place).1)
    }

    /// The node with this key, to be changed.
    pub(super) fn get_mut(&mut self, key: u128) -> Option<&mut Node<M>> {
        self.place(key).map(|place| &mut self.chunks[place / CHUNK][place % CHUNK].1)
    }

    /// Where the node with this key is.
    fn place(&self, key: u128) -> Option<usize> {
        let has_key = |place: &u32| entry(&self.chunks, *place as usize).0 == key;
        self.index.find(hash(key), has_key).map(|place| *place as usize)
    }

    /// Stores a node, and returns the one that had its key before.
    pub(super) fn insert(&mut self, key: u128, node: Node<M>) -> Option<Node<M>> {
        if let Some(old) = self.get_mut(key) {
            return Some(mem::replace(old, node));
        }
        self.append(key, node);
        None
    }

    /// Stores a node whose key no other one has.
    fn append(&mut self, key: u128, node: Node<M>) {
        let place = u32::try_from(self.len()).expect("the map is not full");
        if self.chunks.last().is_none_or(|chunk| chunk.len() == CHUNK) {
            let chunk = self.spare.pop().unwrap_or_else(|| Vec::with_capacity(CHUNK));
            self.chunks.push(chunk);
        }
        self.chunks.last_mut().expect("there is one").push((key, node));
        self.index.insert_unique(hash(key), place, |place| hash_at(&self.chunks, *place));
    }

    /// Makes room in the index for so many more nodes.
    pub(super) fn reserve(&mut self, more: usize) {
        self.index.reserve(more, |place| hash_at(&self.chunks, *place));
    }

    /// Removes all nodes but those that are to be kept.
    pub(super) fn retain(&mut self, mut is_kept: impl FnMut(&Node<M>) -> bool) {
        let chunks = self.chunks.len() + self.spare.len();
        self.index.clear();
        for mut chunk in mem::take(&mut self.chunks) {
            for (key, node) in chunk.drain(..).filter(|(_, node)| is_kept(node)) {
                self.append(key, node);
            }
            self.spare.push(chunk);
        }
        // One more was needed meanwhile.
        self.spare.truncate(chunks - self.chunks.len());
    }

    /// All nodes with their keys, in the order in which they came.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = (u128, &Node<M>)> {
        (0..self.len()).map(|place| {
            let (key, node) = entry(&self.chunks, place);
            (*key, node)
        })
    }

    /// All nodes.
    pub(super) fn nodes(&self) -> impl Iterator<Item = &Node<M>> + Clone {
        self.chunks.iter().flatten().map(|(_, node)| node)
    }

    /// All nodes, to be changed.
    pub(super) fn nodes_mut(&mut self) -> impl Iterator<Item = &mut Node<M>> {
        self.chunks.iter_mut().flatten().map(|(_, node)| node)
    }

    /// The memory of chunks and index, in bytes.
    pub(super) fn bytes(&self) -> usize {
        bytes::<M>(self.chunks.len() + self.spare.len(), self.index.capacity())
    }

    /// The same at most, while so many more nodes are stored.
    pub(super) fn bytes_with(&self, more: usize) -> usize {
        let (len, room) = (self.len() + more, self.index.capacity());
        let chunks = len.div_ceil(CHUNK).max(self.chunks.len() + self.spare.len());
        // A full index doubles. The old one is in use until all places have moved.
        bytes::<M>(chunks, if len > room { room + room_for(len) } else { room })
    }
}

/// The node at a place, with its key.
fn entry<M>(chunks: &[Vec<Entry<M>>], place: usize) -> &Entry<M> {
    &chunks[place / CHUNK][place % CHUNK]
}

/// The hash of the key at a place.
fn hash_at<M>(chunks: &[Vec<Entry<M>>], place: u32) -> u64 {
    hash(entry(chunks, place as usize).0)
}

fn hash(key: u128) -> u64 {
    fxhash::hash64(&key)
}

/// The memory of so many chunks, and of an index with room for so many places, in bytes.
fn bytes<M>(chunks: usize, room: usize) -> usize {
    let of_nodes = chunks.saturating_mul(CHUNK * size_of::<Entry<M>>());
    of_nodes.saturating_add(map_bytes::<u32, ()>(room))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::table::tests::node;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        /// Nodes come, change and go as in a map of the library. They are many enough for several chunks.
        #[test]
        fn it_is_a_map(steps in prop::collection::vec((0..4000u64, 1..9u64), 1..60), less in 1..9u64) {
            let (mut map, mut model) = (NodeMap::new(), BTreeMap::new());
            for (number, (start, work)) in steps.into_iter().enumerate() {
                for key in (start..start + 100).map(u128::from) {
                    let old = map.insert(key, node(work));
                    prop_assert_eq!(old, model.insert(key, node(work)));
                }
                if number % 20 == 19 {
                    map.retain(|node| node.work >= less);
                    model.retain(|_, node| node.work >= less);
                }
                if let Some(node) = map.get_mut(u128::from(start)) {
                    node.work += 1;
                    model.get_mut(&u128::from(start)).unwrap().work += 1;
                }
            }
            prop_assert_eq!(map.len(), model.len());
            prop_assert!(model.iter().all(|(key, node)| map.get(*key) == Some(node)));
            prop_assert!(map.get(5000).is_none());
            let all: BTreeMap<u128, Node<u16>> = map.iter().map(|(key, node)| (key, node.clone())).collect();
            prop_assert_eq!(&all, &model);
            prop_assert!(map.nodes().eq(map.iter().map(|(_, node)| node)));
        }

        #[test]
        fn it_takes_the_memory_that_is_foreseen(before in 0..3000usize, more in 1..3000usize) {
            let mut map = NodeMap::new();
            (0..before as u128).for_each(|key| drop(map.insert(key, node(1))));
            let (foreseen, room) = (map.bytes_with(more), map.index.capacity());
            map.reserve(more);
            (0..more as u128).for_each(|key| drop(map.insert(key << 64 | 1 << 60, node(1))));
            let old = if map.index.capacity() > room { map_bytes::<u32, ()>(room) } else { 0 };
            prop_assert_eq!(map.bytes() + old, foreseen);
            let most = map.bytes();
            map.nodes_mut().step_by(3).for_each(|node| node.work = 2);
            map.retain(|node| node.work > 1);
            prop_assert_eq!(map.bytes(), most, "chunks stay");
        }
    }
}
