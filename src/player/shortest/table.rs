//! What a proof-number search remembers, in limited memory.

use crate::board::CellSet;
use crate::player::gap::Gap;
use crate::search::{cheap_half, map_bytes};
use fxhash::FxHashMap;

/// A gap, the stones that the player may place, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node<const N: usize> {
    pub(super) gap: Gap<N>,
    pub(super) stones: u16,
    pub(super) is_own_turn: bool,
}

/// How much work it seems to be to show that the side to move of a node wins or loses it; 0 where that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) win: u32,
    pub(super) loss: u32,
}

impl Numbers {
    /// The number of what cannot be shown.
    pub(super) const INFINITE: u32 = u32::MAX;

    /// The limits of a search that ends with the truth.
    pub(super) const OPEN: Self = Self { win: Self::INFINITE, loss: Self::INFINITE };

    /// Whether the side to move wins, where that is decided.
    pub(super) fn outcome(self) -> Option<bool> {
        match self {
            Self { win: 0, .. } => Some(true),
            Self { loss: 0, .. } => Some(false),
            _ => None,
        }
    }
}

/// What is known of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known<const N: usize> {
    pub(super) numbers: Numbers,
    /// If the player joins the ends, the cells that must be open for it. The opponent may have all others.
    pub(super) cells: CellSet<N>,
    /// Expansions of the node and below.
    pub(super) work: u32,
}

impl<const N: usize> Known<N> {
    /// The side to move wins; if that is the player, it needs these cells.
    pub(super) fn won(cells: CellSet<N>) -> Self {
        Self { numbers: Numbers { win: 0, loss: Numbers::INFINITE }, cells, work: 0 }
    }

    /// The side to move loses; if the other is the player, it needs these cells.
    pub(super) fn lost(cells: CellSet<N>) -> Self {
        Self { numbers: Numbers { win: Numbers::INFINITE, loss: 0 }, cells, work: 0 }
    }
}

/// What is known of nodes. Where there is no room, the half with the least work is forgotten.
#[derive(Debug)]
pub(super) struct Table<const N: usize> {
    nodes: FxHashMap<Node<N>, Known<N>>,
    /// Bytes that it may take.
    budget: usize,
}

/// The room that a map makes at first.
const LEAST_ROOM: usize = 3;

impl<const N: usize> Table<N> {
    pub(super) fn new(budget: usize) -> Self {
        Self { nodes: FxHashMap::default(), budget }
    }

    pub(super) fn get(&self, node: &Node<N>) -> Option<Known<N>> {
        self.nodes.get(node).copied()
    }

    /// Stores what a search has found with so many expansions more, and returns it with all expansions.
    pub(super) fn store(&mut self, node: &Node<N>, mut known: Known<N>, work: u32) -> Known<N> {
        known.work = work;
        if let Some(stored) = self.nodes.get_mut(node) {
            known.work = stored.work.saturating_add(work);
            *stored = known;
            return known;
        }
        if !self.has_room() {
            self.forget_half();
        }
        self.nodes.insert(*node, known);
        known
    }

    /// The memory that it takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        map_bytes::<Node<N>, Known<N>>(self.nodes.capacity())
    }

    /// Whether one more node has room. A full map doubles its room, and has both until all have moved.
    fn has_room(&self) -> bool {
        let room = self.nodes.capacity();
        self.nodes.len() < room
            || map_bytes::<Node<N>, Known<N>>(3 * room.max(LEAST_ROOM)) <= self.budget
    }

    fn forget_half(&mut self) {
        let works = self.nodes.values().map(|known| known.work.into()).collect();
        let mut is_cheap = cheap_half(works);
        self.nodes.retain(|_, known| !is_cheap(known.work.into()));
        // What is removed takes room until the map is made anew.
        self.nodes.shrink_to_fit();
    }
}
