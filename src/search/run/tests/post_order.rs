//! The visit in post-order, against negamax over the expanded positions.

use super::pure;
use super::trees::{Tree, random_tree};
use crate::search::{
    Expand, Limits, Outcome, Search, SearchedMove, SearchedPosition, Stop, Visited,
};
use proptest::prelude::*;
use std::collections::BTreeSet;

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
        let all = |tree: &Tree| {
            let children = tree.edges[tree.here()].iter().map(|(child, _)| *child);
            children.collect::<BTreeSet<usize>>().into_iter().collect()
        };
        let root = search.visit_post_order(&mut tree.clone(), &all, &Stop::default(), &mut |game, searched| {
            let key = game.key();
            assert!(visited.iter().all(|(other, _)| *other != key), "visited twice");
            let after = |seen: &SearchedMove<usize>| {
                let visited = visited.iter().find(|(key, _)| *key == game.key_after(seen.mv));
                assert_eq!(visited.map(|(_, visited)| *visited), seen.after);
                seen.after.map_or_else(|| seen.log_odds.unwrap(), |after| -after.value)
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
        prop_assert_eq!(visited.len(), tree.expanded.len());
    }
}

/// Then the values of those above would be wrong.
#[test]
fn a_visit_that_is_stopped_visits_nothing_more() {
    let edges = vec![vec![(1, 1), (2, 1)], Vec::new(), vec![(1, 1)]];
    let mut tree =
        Tree { edges, outcomes: vec![None, Some(Outcome::Won), None], ..Tree::default() };
    let mut search = Search::new(pure());
    search.run(&mut tree, &Limits::expansions(2), &mut |_| ());
    for (before, after) in [(2, Some(0.0)), (1, None)] {
        let (stop, mut visits) = (Stop::default(), 0);
        let value = search.visit_post_order(&mut tree, &|_| Vec::new(), &stop, &mut |_, _| {
            visits += 1;
            if visits == before {
                stop.set();
            }
            0.0
        });
        assert_eq!((visits, value), (before, after));
    }
}

#[test]
fn a_position_that_was_not_expanded_is_not_visited() {
    let mut tree = Tree { edges: vec![Vec::new()], outcomes: vec![None], ..Tree::default() };
    let mut search = Search::new(pure());
    assert_eq!(
        search.visit_post_order(&mut tree, &|_| Vec::new(), &Stop::default(), &mut |_, _| 0.0),
        None
    );
}
