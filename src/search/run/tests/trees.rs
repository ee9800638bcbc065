//! Games for tests: explicit trees, random ones, and an endless one.

use crate::params::{LeafSteps, SearchParams};
use crate::search::{Candidate, Expand, Expansion, Outcome};
use proptest::prelude::*;

/// An explicit tree. Node 0 is the root; each edge is a child and its error; a node without edges is decided. Two edges may
/// lead to one node, which is a transposition then.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    pub(super) edges: Vec<Vec<(usize, u16)>>,
    pub(super) outcomes: Vec<Option<Outcome>>,
    /// The log-odds of the move to a node, in thousandths; 0 for those left out.
    pub(super) log_odds: Vec<i16>,
    /// The nodes from below the root to where the game stands.
    pub(super) path: Vec<usize>,
    /// The expanded nodes, in order.
    pub(super) expanded: Vec<usize>,
}

impl Tree {
    pub(super) fn here(&self) -> usize {
        self.path.last().copied().unwrap_or(0)
    }

    fn log_odds_of(&self, node: usize) -> i16 {
        self.log_odds.get(node).copied().unwrap_or(0)
    }

    /// The log-odds of the best move of a node; 0 if it has none.
    fn best_log_odds(&self, node: usize) -> i16 {
        self.edges[node].iter().map(|(child, _)| self.log_odds_of(*child)).max().unwrap_or(0)
    }

    /// The error of an edge as the search corrects it: once the child is expanded, the best reply's log-odds replace
    /// those of the move.
    pub(super) fn error_of(&self, (node, error): (usize, u16)) -> i32 {
        let change = i32::from(self.log_odds_of(node)) + i32::from(self.best_log_odds(node));
        i32::from(error) + if self.expanded.contains(&node) { change } else { 0 }
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
        let best = self.best_log_odds(here);
        // The search adds the prior's part of the error.
        let candidate = |(mv, error): &(usize, u16)| {
            let log_odds = self.log_odds_of(*mv);
            let error = i32::from(*error) - i32::from(best - log_odds);
            Candidate {
                mv: *mv,
                relative_error: f64::from(error) / 1000.0,
                log_odds: Some(f32::from(log_odds) / 1000.0),
            }
        };
        let moves = self.edges[here].iter().map(candidate).collect();
        let (outcome, residual_key) = (self.outcomes[here], self.key());
        Expansion { outcome, moves, residual_key, image_keys: Vec::new() }
    }
}

/// The log-odds of the moves to so many nodes: none, small ones, or so great that positions look lost.
fn random_log_odds(count: usize) -> impl Strategy<Value = Vec<i16>> {
    prop_oneof![Just(0..1i16), Just(-40..40), Just(-900..900)]
        .prop_flat_map(move |range| prop::collection::vec(range, count))
}

/// A random tree, with random errors, outcomes and log-odds.
pub(super) fn random_tree() -> impl Strategy<Value = Tree> {
    let node = (0..4usize, prop::collection::vec(0..60u16, 4), any::<bool>());
    (prop::collection::vec(node, 1..24), random_log_odds(24)).prop_map(|(raw, log_odds)| {
        let mut tree = Tree { log_odds, ..Tree::default() };
        let mut count = 1;
        for (at, (children, mut errors, won)) in raw.iter().cloned().enumerate() {
            let inner = at < count && children > 0 && count + children <= raw.len();
            errors.truncate(if inner { children } else { 0 });
            if let Some(least) = errors.iter().copied().min() {
                for error in &mut errors {
                    *error -= least;
                }
            }
            tree.edges.push((count..).zip(errors).collect());
            count += tree.edges[at].len();
            let outcome = if won { Outcome::Won } else { Outcome::Lost };
            tree.outcomes.push(tree.edges[at].is_empty().then_some(outcome));
        }
        tree
    })
}

/// A random game with transpositions. Edges lead to later nodes.
pub(super) fn random_dag() -> impl Strategy<Value = Tree> {
    let node = (prop::collection::vec((1..9usize, 0..60u16), 0..5), any::<bool>());
    (prop::collection::vec(node, 1..60), random_log_odds(60)).prop_map(|(raw, log_odds)| {
        let mut tree = Tree { log_odds, ..Tree::default() };
        for (at, (steps, won)) in raw.iter().enumerate() {
            let mut edges: Vec<_> = steps.iter().map(|(step, error)| (at + step, *error)).collect();
            edges.retain(|(to, _)| *to < raw.len());
            edges.sort_unstable();
            edges.dedup_by_key(|(to, _)| *to);
            let outcome = if *won { Outcome::Won } else { Outcome::Lost };
            tree.outcomes.push(edges.is_empty().then_some(outcome));
            tree.edges.push(edges);
        }
        tree
    })
}

/// Random parameters, among them the knock-outs of Table 2 of SCNS16.
pub(super) fn random_params() -> impl Strategy<Value = SearchParams> {
    let switches = (any::<bool>(), any::<bool>(), any::<bool>());
    let reals = (prop_oneof![Just(0.0), Just(0.41)], prop_oneof![Just(0.0), Just(0.3)]);
    let thresholds = (1..9u32, 1..9u32, 0..60i32, 0..60i32, 1..30u32);
    let focus_work = prop_oneof![Just(0), 1..9u32];
    let all = (switches, reals, thresholds, focus_work);
    all.prop_map(|(switches, (epsilon, eta), thresholds, focus_work)| {
        let (multi, use_forgetting, use_rave) = switches;
        let (p_max, d_max, delta_p, delta_d, root_interlude) = thresholds;
        let leaf_steps = if multi { LeafSteps::Multi } else { LeafSteps::Two };
        SearchParams {
            epsilon,
            eta,
            leaf_steps,
            p_max,
            d_max,
            delta_p,
            delta_d,
            use_forgetting,
            w_max: 10,
            use_rave,
            root_interlude,
            focus_work,
            error_weight: 1.0,
            prior_weight: 1.0,
            ..SearchParams::default()
        }
    })
}

/// Who wins at each node, by plain minimax from the last node to the first.
pub(super) fn minimax(tree: &Tree) -> Vec<Outcome> {
    let mut winners = vec![Outcome::Lost; tree.edges.len()];
    for (node, edges) in tree.edges.iter().enumerate().rev() {
        let wins = edges.iter().any(|(child, _)| winners[*child] == Outcome::Lost);
        winners[node] =
            tree.outcomes[node].unwrap_or(if wins { Outcome::Won } else { Outcome::Lost });
    }
    winners
}

/// An endless game: a given number of moves at the root, two everywhere else, all with error 0.
#[derive(Clone, Debug)]
pub(super) struct Endless {
    root_moves: u128,
    /// The log-odds of each of the first player's moves, and minus those of the other player's.
    pub(super) log_odds: f32,
    path: Vec<u128>,
}

impl Endless {
    pub(super) fn new(root_moves: u128) -> Self {
        Self { root_moves, log_odds: 0.0, path: Vec::new() }
    }
}

impl Expand for Endless {
    type Move = u128;

    fn key_after(&self, mv: u128) -> u128 {
        self.key() * 3 + mv + 1
    }

    fn key(&self) -> u128 {
        self.path.iter().fold(0, |key, mv| key.wrapping_mul(3) + mv + 1)
    }

    fn play(&mut self, mv: u128) {
        self.path.push(mv);
    }

    fn undo(&mut self, _: u128) {
        self.path.pop();
    }

    fn expand(&mut self) -> Expansion<u128> {
        let count = if self.path.is_empty() { self.root_moves } else { 2 };
        let log_odds =
            if self.path.len().is_multiple_of(2) { self.log_odds } else { -self.log_odds };
        let log_odds = Some(log_odds).filter(|log_odds| *log_odds != 0.0);
        let moves = (0..count).map(|mv| Candidate { mv, relative_error: 0.0, log_odds });
        let residual_key = self.key();
        Expansion { outcome: None, moves: moves.collect(), residual_key, image_keys: Vec::new() }
    }
}
