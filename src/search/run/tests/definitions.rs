//! What the search computes and chooses, against the definitions of SCNS15 taken literally.

use super::pure;
use super::trees::{Tree, random_tree};
use crate::params::{LeafSteps, SearchParams};
use crate::search::staircase::shifted;
use crate::search::{
    Height, INFINITE, Interval, Limits, MINUS_INFINITY, Outcome, PLUS_INFINITY, Search, Value,
};
use proptest::prelude::*;

/// The minimax value for the player to move, with these values of what is not expanded.
fn value_with(tree: &Tree, node: usize, leaf: &dyn Fn(usize) -> Option<Value>) -> Value {
    let is_expanded = tree.expanded.contains(&node);
    match (is_expanded, tree.outcomes[node]) {
        (false, _) => leaf(node).unwrap_or(0),
        (true, Some(Outcome::Won)) => PLUS_INFINITY,
        (true, Some(Outcome::Lost)) => MINUS_INFINITY,
        (true, None) => {
            let values = tree.edges[node]
                .iter()
                .map(|(child, error)| shifted(-value_with(tree, *child, leaf), -i32::from(*error)));
            values.max().unwrap_or(MINUS_INFINITY)
        }
    }
}

/// The proof and the disproof number of df-pn for the player to move, of the tree as searched.
fn proof_numbers(tree: &Tree, node: usize) -> (Height, Height) {
    match (tree.expanded.contains(&node), tree.outcomes[node]) {
        (false, _) => (1, 1),
        (true, Some(Outcome::Won)) => (0, INFINITE),
        (true, Some(Outcome::Lost)) => (INFINITE, 0),
        (true, None) => {
            let below = tree.edges[node].iter().map(|(child, _)| proof_numbers(tree, *child));
            below.fold((INFINITE, 0), |(proof, disproof), of_child| {
                (proof.min(of_child.1), disproof.saturating_add(of_child.0))
            })
        }
    }
}

/// The leaves of the tree as searched, each with whether the root's player moves there.
fn leaves(tree: &Tree, node: usize, ours: bool) -> Vec<(usize, bool)> {
    if !tree.expanded.contains(&node) {
        return vec![(node, ours)];
    }
    let below = tree.edges[node].iter().flat_map(|(child, _)| leaves(tree, *child, !ours));
    below.filter(|_| tree.outcomes[node].is_none()).collect()
}

/// Definition 3 of SCNS15 taken literally: tries every set of leaves.
fn fewest_changes(tree: &Tree, holds: &dyn Fn(Value) -> bool, for_root: bool) -> Height {
    fewest_changes_with(tree, holds, for_root, None)
}

/// The same of those sets alone that have this leaf.
fn fewest_changes_with(
    tree: &Tree,
    holds: &dyn Fn(Value) -> bool,
    for_root: bool,
    member: Option<usize>,
) -> Height {
    let leaves = leaves(tree, 0, true);
    let has_member = |set: u32| {
        let has =
            |node| leaves.iter().position(|leaf| leaf.0 == node).is_some_and(|i| set >> i & 1 == 1);
        member.is_none_or(has)
    };
    (0..1u32 << leaves.len())
        .filter(|set| has_member(*set))
        .filter(|set| {
            let value = |node| {
                let (i, (_, ours)) = leaves.iter().enumerate().find(|(_, leaf)| leaf.0 == node)?;
                let best = if *ours == for_root { PLUS_INFINITY } else { MINUS_INFINITY };
                (set >> i & 1 == 1).then_some(best)
            };
            holds(value_with(tree, 0, &value))
        })
        .map(u32::count_ones)
        .min()
        .unwrap_or(INFINITE)
}

proptest! {
    #[test]
    fn functions_count_the_fewest_leaves_that_must_change(mut tree in random_tree(), expansions in 1..8u64) {
        let mut search = Search::new(pure());
        search.run(&mut tree, &Limits::expansions(expansions), &mut |_| ());
        prop_assume!(leaves(&tree, 0, true).len() <= 9);
        let searched = search.shared.tree.lock();
        let root = &searched.table.get(0).unwrap().functions;
        prop_assert_eq!(root.value(), value_with(&tree, 0, &|_| None));
        for v in [MINUS_INFINITY, -70, -20, -5, -1, 0, 1, 5, 20, 70, PLUS_INFINITY] {
            prop_assert_eq!(root.raise.at(v), fewest_changes(&tree, &|value| value >= v, true));
            prop_assert_eq!(
                root.lower.at(v), fewest_changes(&tree, &|value| value <= -v, false)
            );
        }
    }

    #[test]
    fn the_bounds_of_moves_are_proof_numbers(mut tree in random_tree(), expansions in 1..8u64, multi: bool) {
        let leaf_steps = if multi { LeafSteps::Multi } else { LeafSteps::Two };
        let mut search = Search::new(SearchParams { leaf_steps, ..pure() });
        let report = search.run(&mut tree, &Limits::expansions(expansions), &mut |_| ());
        prop_assume!(report.outcome.is_none());
        for root_move in report.moves {
            let (of_opponent, of_player) = proof_numbers(&tree, root_move.mv);
            prop_assert_eq!((root_move.disproof, root_move.proof), (of_opponent, of_player));
        }
    }

    /// With both targets at infinity this is proof-number search, and there is a leaf that both players
    /// need; at nearer targets there may be none.
    #[test]
    fn the_node_to_expand_is_a_most_proving_one(mut tree in random_tree(), expansions in 1..8u64) {
        let params = SearchParams { p_max: 1_000_000, d_max: 1_000_000, ..pure() };
        let mut search = Search::new(params.clone());
        let report = search.run(&mut tree, &Limits::expansions(expansions), &mut |_| ());
        prop_assume!(report.outcome.is_none() && leaves(&tree, 0, true).len() <= 9);
        let root = search.shared.tree.get_mut().visited(0).functions.clone();
        let interval = Interval::of_root(&root, &params);
        let mut next = tree.clone();
        search.run(&mut next, &Limits::expansions(1), &mut |_| ());
        let node = *next.expanded.last().unwrap();
        prop_assert_eq!((interval.raise, interval.lower), (PLUS_INFINITY, PLUS_INFINITY));
        let wins = |value| value == PLUS_INFINITY;
        let loses = |value| value == MINUS_INFINITY;
        for (holds, for_root) in [(&wins as &dyn Fn(Value) -> bool, true), (&loses, false)] {
            let with_node = fewest_changes_with(&tree, holds, for_root, Some(node));
            prop_assert_eq!(with_node, fewest_changes(&tree, holds, for_root));
        }
    }
}
