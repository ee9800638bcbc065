//! Trees written down, and random ones.

use crate::search::{Candidate, Expand, Expansion, Outcome};
use proptest::prelude::*;

/// A tree written down. Node 0 is the root; an edge has an error; a node without edges is decided.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    pub(super) edges: Vec<Vec<(usize, u16)>>,
    pub(super) outcomes: Vec<Option<Outcome>>,
    pub(super) path: Vec<usize>,
    pub(super) expanded: Vec<usize>,
}

impl Tree {
    fn here(&self) -> usize {
        self.path.last().copied().unwrap_or(0)
    }
}

impl Expand for Tree {
    type Move = usize;

    fn key_after(&self, mv: usize) -> u128 {
        mv as u128
    }

    fn key(&self) -> u128 {
        self.here() as u128
    }

    fn play(&mut self, mv: usize) {
        self.path.push(mv);
    }

    fn undo(&mut self, mv: usize) {
        assert_eq!(self.path.pop(), Some(mv));
    }

    fn expand(&mut self) -> Expansion<usize> {
        let here = self.here();
        self.expanded.push(here);
        let moves = self.edges[here].iter().map(|(mv, error)| Candidate { mv: *mv, error: *error });
        Expansion { outcome: self.outcomes[here], moves: moves.collect() }
    }
}

/// A random tree as the errors and outcomes of its nodes in the order they are met.
pub(super) fn random_tree() -> impl Strategy<Value = Tree> {
    let node = (0..4usize, prop::collection::vec(0..60u16, 4), any::<bool>());
    prop::collection::vec(node, 1..24).prop_map(|raw| {
        let mut tree = Tree::default();
        let mut made = 1;
        for (at, (children, mut errors, won)) in raw.iter().cloned().enumerate() {
            let inner = at < made && children > 0 && made + children <= raw.len();
            errors.truncate(if inner { children } else { 0 });
            if let Some(least) = errors.iter().copied().min() {
                for error in &mut errors {
                    *error -= least;
                }
            }
            tree.edges.push((made..).zip(errors).collect());
            made += tree.edges[at].len();
            let outcome = if won { Outcome::Won } else { Outcome::Lost };
            tree.outcomes.push(tree.edges[at].is_empty().then_some(outcome));
        }
        tree
    })
}

/// Who wins, by plain minimax.
pub(super) fn minimax(tree: &Tree, node: usize) -> Outcome {
    tree.outcomes[node].unwrap_or_else(|| {
        let wins = tree.edges[node].iter().any(|(child, _)| minimax(tree, *child) == Outcome::Lost);
        if wins { Outcome::Won } else { Outcome::Lost }
    })
}
