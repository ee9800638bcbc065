//! Priors, and how they change errors and reports when the positions after the moves are expanded.

use super::post_order::proved;
use super::pure;
use super::trees::{Tree, random_params, random_tree};
use crate::params::{MAX_PRIOR, SearchParams};
use crate::search::{Limits, Outcome, Search};
use proptest::prelude::*;

proptest! {
    /// Along a line priors cancel: the value is the difference of those at its ends.
    #[test]
    fn the_value_of_a_line_is_that_of_its_last_position(
        log_odds in prop::collection::vec(-1000..1000i16, 3..12),
    ) {
        let nodes = log_odds.len();
        let edges = (1..=nodes).map(|next| if next < nodes { vec![(next, 0)] } else { Vec::new() });
        let (edges, outcomes) = (edges.collect(), vec![None; nodes]);
        let mut tree = Tree { edges, outcomes, log_odds: log_odds.clone(), ..Tree::default() };
        let expansions = nodes - 1;
        let limits = Limits::expansions(expansions as u64);
        let report = Search::new(pure()).run(&mut tree, &limits, &mut |_| ());
        let last = i32::from(log_odds[nodes - 1]);
        let seen_from_root = if expansions.is_multiple_of(2) { -last } else { last };
        prop_assert_eq!(report.value, seen_from_root - i32::from(log_odds[1]));
    }
}

/// The expansions at and below a node, and its mean log-odds, by the definition.
fn work_and_mean(tree: &Tree, node: usize, outcomes: &[Option<Outcome>]) -> (f64, f64) {
    let children = || tree.edges[node].iter().map(|(child, _)| *child);
    let own = children().map(|child| tree.log_odds[child]).max().unwrap_or(0);
    let (mut work, mut count, mut sum) = (1.0, 1.0, f64::from(own) / 1000.0);
    for child in children().filter(|child| tree.expanded.contains(child)) {
        let (its_work, its_mean) = work_and_mean(tree, child, outcomes);
        work += its_work;
        if outcomes[child] != Some(Outcome::Won) {
            count += its_work;
            sum -= its_work * its_mean;
        }
    }
    (work, sum / count)
}

proptest! {
    #[test]
    fn reports_have_the_mean_log_odds_of_all_expansions(
        mut tree in random_tree(),
        params in random_params(),
        expansions in 1..12u64,
    ) {
        let limits = Limits::expansions(expansions);
        let report = Search::new(params).run(&mut tree, &limits, &mut |_| ());
        let outcomes = proved(&tree);
        let is_near = |log_odds: f32, exact: f64| (f64::from(log_odds) - exact).abs() < 1e-6;
        for root_move in &report.moves {
            let is_open = tree.expanded.contains(&root_move.mv) && root_move.outcome.is_none();
            let log_odds = root_move.log_odds.filter(|_| is_open);
            prop_assert_eq!(log_odds.is_some(), is_open);
            let (_, exact) = work_and_mean(&tree, root_move.mv, &outcomes);
            prop_assert!(log_odds.is_none_or(|log_odds| is_near(-log_odds, exact)));
        }
        let (_, exact) = work_and_mean(&tree, 0, &outcomes);
        prop_assert!(report.outcome.is_some() || is_near(report.log_odds.unwrap(), exact));
    }
}

#[test]
fn refuted_moves_do_not_count_in_the_mean() {
    let edges = vec![vec![(1, 0), (2, 0)], Vec::new(), vec![(3, 0)], Vec::new()];
    let (outcomes, log_odds) = (vec![None, Some(Outcome::Won), None, None], vec![0, 900, 300, 100]);
    let mut tree = Tree { edges, outcomes, log_odds, ..Tree::default() };
    let report = Search::new(pure()).run(&mut tree, &Limits::expansions(3), &mut |_| ());
    assert_eq!(tree.expanded, [0, 1, 2]);
    let means = [report.log_odds, report.moves[0].log_odds];
    let thousandths = means.map(|mean| format!("{:.3}", mean.unwrap()));
    assert_eq!(thousandths, ["0.400", "-0.100"]);
}

/// For RAVE a move counts as lost if the best reply has a high prior, and as won if it has a low one.
#[test]
fn a_high_prior_counts_for_rave_as_a_result() {
    let error = |prior, r_margin| {
        let edges = vec![vec![(1, 0), (2, 0)], vec![(3, 0)], Vec::new(), Vec::new()];
        let log_odds = vec![0, 0, -900, prior];
        let mut tree = Tree { edges, outcomes: vec![None; 4], log_odds, ..Tree::default() };
        let params = SearchParams { use_rave: true, r_margin, ..pure() };
        let report = Search::new(params).run(&mut tree, &Limits::expansions(2), &mut |_| ());
        assert_eq!(tree.expanded, [0, 1]);
        report.moves.iter().find(|seen| seen.mv == 1).unwrap().error
    };
    let change = |prior| error(prior, 120) - error(prior, MAX_PRIOR);
    assert_eq!((change(120), change(-120)), (0, 0));
    assert!(change(121) > 0 && change(-121) < 0);
}

#[test]
fn forgetting_leaves_the_priors_part_of_an_error() {
    let edges = vec![vec![(1, 300), (2, 0)], vec![(3, 0)], vec![(4, 0)], Vec::new(), Vec::new()];
    let log_odds = vec![0, -50, 100, 70, 500];
    let mut tree = Tree { edges, outcomes: vec![None; 5], log_odds, ..Tree::default() };
    let params = SearchParams { use_forgetting: true, w_max: 1, ..pure() };
    let report = Search::new(params).run(&mut tree, &Limits::expansions(3), &mut |_| ());
    let error_of = |mv| report.moves.iter().find(|seen| seen.mv == mv).unwrap().error;
    assert_eq!((error_of(1), error_of(2)), (100 + 70, 100 + 500));
}
