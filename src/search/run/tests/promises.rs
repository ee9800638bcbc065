//! What moves promise, and what becomes of it when the positions after them are known.

use super::hindsight::proved;
use super::pure;
use super::trees::{Tree, random_params, random_tree};
use crate::params::{NO_PROMISE, SearchParams};
use crate::search::{Limits, Outcome, Search};
use proptest::prelude::*;

proptest! {
    /// Along a line promises cancel: what is left is what its ends promise.
    #[test]
    fn a_line_is_worth_what_its_last_position_is(
        promises in prop::collection::vec(-1000..1000i16, 3..12),
    ) {
        let nodes = promises.len();
        let edges = (1..=nodes).map(|next| if next < nodes { vec![(next, 0)] } else { Vec::new() });
        let (edges, outcomes) = (edges.collect(), vec![None; nodes]);
        let mut tree = Tree { edges, outcomes, promises: promises.clone(), ..Tree::default() };
        let expansions = nodes - 1;
        let limits = Limits::expansions(expansions as u64);
        let report = Search::new(pure()).run(&mut tree, &limits, &mut |_| ());
        let last = i32::from(promises[nodes - 1]);
        let seen_from_root = if expansions.is_multiple_of(2) { -last } else { last };
        prop_assert_eq!(report.value, seen_from_root - i32::from(promises[1]));
    }
}

/// The expansions at and below a node, and its odds, as a formula.
fn work_and_odds(tree: &Tree, node: usize, outcomes: &[Option<Outcome>]) -> (f64, f64) {
    let children = || tree.edges[node].iter().map(|(child, _)| *child);
    let own = children().map(|child| tree.promises[child]).max().unwrap_or(0);
    let (mut work, mut count, mut sum) = (1.0, 1.0, f64::from(own));
    for child in children().filter(|child| tree.expanded.contains(child)) {
        let (its_work, its_odds) = work_and_odds(tree, child, outcomes);
        work += its_work;
        if outcomes[child] != Some(Outcome::Won) {
            count += its_work;
            sum -= its_work * its_odds;
        }
    }
    (work, sum / count)
}

proptest! {
    #[test]
    fn odds_are_the_mean_over_all_that_was_searched(
        mut tree in random_tree(),
        params in random_params(),
        expansions in 1..12u64,
    ) {
        tree.promises.iter_mut().for_each(|promise| *promise *= 100);
        let limits = Limits::expansions(expansions);
        let report = Search::new(params).run(&mut tree, &limits, &mut |_| ());
        let outcomes = proved(&tree);
        // Each node's odds are cut to a whole number.
        let is_near = |odds: i16, exact: f64| {
            (f64::from(odds) - exact).abs() <= f64::from(u32::try_from(expansions).unwrap())
        };
        for root_move in &report.moves {
            let is_open = tree.expanded.contains(&root_move.mv) && root_move.outcome.is_none();
            let odds = root_move.odds.filter(|_| is_open);
            prop_assert_eq!(odds.is_some(), is_open);
            let (_, exact) = work_and_odds(&tree, root_move.mv, &outcomes);
            prop_assert!(odds.is_none_or(|odds| is_near(-odds, exact)));
        }
        let (_, exact) = work_and_odds(&tree, 0, &outcomes);
        prop_assert!(report.outcome.is_some() || is_near(report.odds, exact));
    }
}

#[test]
fn a_refuted_move_has_no_part_in_the_odds() {
    let edges = vec![vec![(1, 0), (2, 0)], Vec::new(), vec![(3, 0)], Vec::new()];
    let (outcomes, promises) = (vec![None, Some(Outcome::Won), None, None], vec![0, 900, 300, 100]);
    let mut tree = Tree { edges, outcomes, promises, ..Tree::default() };
    let report = Search::new(pure()).run(&mut tree, &Limits::expansions(3), &mut |_| ());
    assert_eq!(tree.expanded, [0, 1, 2]);
    assert_eq!((report.odds, report.moves[0].odds), ((900 - 100) / 2, Some(-100)));
}

/// The move to a position counts as lost where the best reply promises much, as won where it promises little.
#[test]
fn what_a_position_promises_counts_for_rave_as_a_result() {
    let error = |promise, r_promise| {
        let edges = vec![vec![(1, 0), (2, 0)], vec![(3, 0)], Vec::new(), Vec::new()];
        let promises = vec![0, 0, -900, promise];
        let mut tree = Tree { edges, outcomes: vec![None; 4], promises, ..Tree::default() };
        let params = SearchParams { use_rave: true, r_promise, ..pure() };
        let report = Search::new(params).run(&mut tree, &Limits::expansions(2), &mut |_| ());
        assert_eq!(tree.expanded, [0, 1]);
        report.moves.iter().find(|seen| seen.mv == 1).unwrap().error
    };
    let change = |promise| error(promise, 120) - error(promise, NO_PROMISE);
    assert_eq!((change(120), change(-120)), (0, 0));
    assert!(change(121) > 0 && change(-121) < 0);
}

#[test]
fn forgetting_leaves_nothing_of_an_error_but_the_odds() {
    let edges = vec![vec![(1, 300), (2, 0)], vec![(3, 0)], vec![(4, 0)], Vec::new(), Vec::new()];
    let promises = vec![0, -50, 100, 70, 500];
    let mut tree = Tree { edges, outcomes: vec![None; 5], promises, ..Tree::default() };
    let params = SearchParams { use_forgetting: true, w_max: 1, ..pure() };
    let report = Search::new(params).run(&mut tree, &Limits::expansions(3), &mut |_| ());
    let error_of = |mv| report.moves.iter().find(|seen| seen.mv == mv).unwrap().error;
    assert_eq!((error_of(1), error_of(2)), (100 + 70, 100 + 500));
}
