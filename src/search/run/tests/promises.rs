//! What moves promise, and what becomes of it when the positions after them are known.

use super::pure;
use super::trees::Tree;
use crate::params::SearchParams;
use crate::search::{Limits, Search};
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
