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

/// The moves of a position, each once.
fn moves(tree: &Tree) -> Vec<usize> {
    let children = tree.edges[tree.here()].iter().map(|(child, _)| *child);
    children.collect::<BTreeSet<usize>>().into_iter().collect()
}

proptest! {
    #[test]
    fn every_expanded_position_is_visited_once_and_after_those_below(mut tree in random_tree(), expansions in 1..30u64) {
        let mut search = Search::new(pure());
        search.run(&mut tree, &Limits::expansions(expansions), &mut |_| ());
        let mut visited: Vec<(u128, Visited)> = Vec::new();
        let root = search.visit_post_order(&mut tree.clone(), &moves, &Stop::default(), &mut |game, searched| {
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

/// A ladder of transpositions: two moves lead from each of the two positions of a rung to those of the next one, so 2^n
/// ways to those of rung n. Whoever is to move on the last rung has lost.
fn ladder(rungs: usize) -> Tree {
    let edges = |node: usize| match node.div_ceil(2) {
        rung if rung < rungs => vec![(2 * rung + 1, 1), (2 * rung + 2, 1)],
        _ => Vec::new(),
    };
    let edges: Vec<_> = (0..=2 * rungs).map(edges).collect();
    let lost = |edges: &Vec<_>| edges.is_empty().then_some(Outcome::Lost);
    Tree { outcomes: edges.iter().map(lost).collect(), edges, ..Tree::default() }
}

/// Neither is what was not finished begun again, on each of the many ways that lead to it, nor is anything above it
/// visited: its value would be wrong.
#[test]
fn a_visit_that_is_stopped_ends() {
    let (mut search, mut tree, stop) = (Search::new(pure()), ladder(80), Stop::default());
    search.run(&mut tree, &Limits::default(), &mut |_| ());
    let mut visit = |most: usize| {
        let mut visits = 0;
        let value = search.visit_post_order(&mut tree, &moves, &stop, &mut |_, _| {
            visits += 1;
            if visits == most {
                stop.set();
            }
            0.0
        });
        (visits, value)
    };
    let (all, value) = visit(usize::MAX);
    assert!(all > 100 && value.is_some(), "{all}");
    assert_eq!(visit(3), (3, None));
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
