//! What a search says of its moves afterwards.

use super::pure;
use super::trees::{Tree, minimax, random_params, random_tree};
use crate::search::{Limits, MINUS_INFINITY, Outcome, PLUS_INFINITY, Reviewed, Search, Value};
use fxhash::FxHashMap;
use proptest::prelude::*;

/// What is shown of each position, and what the root promises.
fn review(
    search: &mut Search<usize>,
    tree: &mut Tree,
    least_work: u64,
) -> (FxHashMap<usize, Vec<Reviewed<usize>>>, Value) {
    let mut shown = FxHashMap::default();
    let promise = search.review(tree, least_work, &mut |tree: &Tree, moves| {
        let before = shown.insert(tree.path.last().copied().unwrap_or(0), moves.to_vec());
        assert!(before.is_none(), "shown twice");
    });
    (shown, promise)
}

#[test]
fn the_best_line_says_what_its_first_move_promises() {
    // Of the moves 1 and 2 the first looks better, until its reply 3 is known.
    let edges = vec![vec![(1, 0), (2, 10)], vec![(3, 0)], vec![(4, 0)], vec![(5, 0)], vec![(6, 0)]];
    let edges = edges.into_iter().chain([vec![(7, 0)], vec![(8, 0)], Vec::new(), Vec::new()]);
    let promises = vec![0, 50, 40, 300, -40, -300, 40, 300, -40];
    let (edges, outcomes) = (edges.collect(), vec![None; 9]);
    let mut tree = Tree { edges, outcomes, promises, ..Tree::default() };
    let mut search = Search::new(pure());
    search.run(&mut tree, &Limits::expansions(3), &mut |_| ());
    let (shown, promise) = review(&mut search, &mut tree, 1);
    let of = |mv, promise, work| Reviewed { mv, promise, work };
    assert_eq!(shown[&0], [of(1, -300, 1), of(2, 40, 1)]);
    assert_eq!(shown[&1], [of(3, 300, 0)]);
    assert_eq!(promise, 40);
    assert_eq!(review(&mut search, &mut tree, 2).0.len(), 1);
}

proptest! {
    #[test]
    fn every_move_is_worth_what_the_position_after_it_is(
        mut tree in random_tree(),
        params in random_params(),
        expansions in 1..40u64,
    ) {
        let mut search = Search::new(params);
        let report = search.run(&mut tree, &Limits::expansions(expansions), &mut |_| ());
        let winners = minimax(&tree);
        let (shown, promise) = review(&mut search, &mut tree, 1);
        prop_assert_eq!(promise.abs() == PLUS_INFINITY, report.outcome.is_some());
        for (node, moves) in &shown {
            for Reviewed { mv, promise, work } in moves {
                if *work == 0 {
                    prop_assert_eq!(*promise, i32::from(tree.promises[*mv]));
                    continue;
                }
                tree.path.extend((*node > 0).then_some(*node));
                tree.path.push(*mv);
                prop_assert_eq!(*promise, -review(&mut search, &mut tree, 1).1);
                tree.path.clear();
                match *promise {
                    PLUS_INFINITY => prop_assert_eq!(winners[*mv], Outcome::Lost),
                    MINUS_INFINITY => prop_assert_eq!(winners[*mv], Outcome::Won),
                    _ => (),
                }
            }
        }
    }
}
