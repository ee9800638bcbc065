//! The visit in post-order, against negamax over the expanded positions.

use super::pure;
use super::trees::{Tree, random_tree};
use crate::search::{Expand, Limits, Outcome, Search, SearchedMove, SearchedPosition, Visited};
use proptest::prelude::*;

const PROVED: f32 = 1000.0;

/// The negamax value of a node over the expanded positions, with priors at the leaves.
fn negamax(tree: &Tree, node: usize, outcomes: &[Option<Outcome>]) -> f32 {
    let of_child = |(child, _): &(usize, u16)| {
        let log_odds = f32::from(tree.log_odds[*child]) / 1000.0;
        if tree.expanded.contains(child) { -negamax(tree, *child, outcomes) } else { log_odds }
    };
    match outcomes[node] {
        Some(Outcome::Won) => PROVED,
        Some(Outcome::Lost) => -PROVED,
        None => tree.edges[node].iter().map(of_child).fold(f32::NEG_INFINITY, f32::max),
    }
}

/// The outcome of each node that the expanded nodes prove.
pub(super) fn proved(tree: &Tree) -> Vec<Option<Outcome>> {
    let mut proved = vec![None; tree.edges.len()];
    for node in (0..tree.edges.len()).rev().filter(|node| tree.expanded.contains(node)) {
        let is = |(child, _): &(usize, u16), outcome| proved[*child] == Some(outcome);
        let edges = &tree.edges[node];
        proved[node] = if edges.is_empty() {
            tree.outcomes[node]
        } else if edges.iter().any(|edge| is(edge, Outcome::Lost)) {
            Some(Outcome::Won)
        } else if edges.iter().all(|edge| is(edge, Outcome::Won)) {
            Some(Outcome::Lost)
        } else {
            None
        };
    }
    proved
}

proptest! {
    #[test]
    fn every_expanded_position_is_visited_once_and_after_those_below(mut tree in random_tree(), expansions in 1..30u64) {
        let mut search = Search::new(pure());
        search.run(&mut tree, &Limits::expansions(expansions), &mut |_| ());
        let mut visited: Vec<(u128, Visited)> = Vec::new();
        let root = search.visit_post_order(&mut tree.clone(), &mut |game, searched| {
            let key = game.key();
            assert!(visited.iter().all(|(other, _)| *other != key), "visited twice");
            let after = |seen: &SearchedMove<usize>| {
                let visited = visited.iter().find(|(key, _)| *key == game.key_after(seen.mv));
                assert_eq!(visited.map(|(_, visited)| *visited), seen.after);
                seen.after.map_or(seen.log_odds.unwrap(), |after| -after.value)
            };
            let best = searched.moves.iter().map(after).fold(f32::NEG_INFINITY, f32::max);
            let value = match searched.outcome {
                Some(Outcome::Won) => PROVED,
                Some(Outcome::Lost) => -PROVED,
                None => best,
            };
            let SearchedPosition { outcome, work, .. } = *searched;
            visited.push((key, Visited { value, outcome, work }));
            value
        });
        let outcomes = proved(&tree);
        let value_of = |key: u128| negamax(&tree, usize::try_from(key).unwrap(), &outcomes);
        for (key, visited) in &visited {
            prop_assert!((visited.value - value_of(*key)).abs() < 1e-6);
        }
        let last = visited.last().map(|(_, visited)| *visited);
        prop_assert_eq!(root, last.map(|last| last.value));
        prop_assert_eq!(last.unwrap().work, tree.expanded.len() as u64);
        if outcomes.iter().all(Option::is_none) {
            prop_assert_eq!(visited.len(), tree.expanded.len());
        }
    }
}

#[test]
fn a_position_that_was_not_expanded_is_not_visited() {
    let mut tree = Tree { edges: vec![Vec::new()], outcomes: vec![None], ..Tree::default() };
    let mut search = Search::new(pure());
    assert_eq!(search.visit_post_order(&mut tree, &mut |_, _| 0.0), None);
}
