//! An analysis looks at several moves of the root.

use super::trees::{Endless, minimax, random_dag, random_params, random_tree};
use crate::params::SearchParams;
use crate::search::{Limits, Search};
use proptest::prelude::*;

fn works(candidates: usize, threads: u32) -> Vec<u64> {
    let mut search = Search::new(SearchParams { threads, ..SearchParams::default() });
    let limits = Limits { candidates, ..Limits::expansions(2000) };
    let report = search.run(&mut Endless::new(60), &limits, &mut |_| ());
    assert_eq!(report.expansions, 2000);
    assert!(report.moves.is_sorted_by_key(|root_move| std::cmp::Reverse(root_move.work)));
    report.moves.iter().map(|root_move| root_move.work).collect()
}

#[test]
fn every_candidate_gets_its_share() {
    for (candidates, threads) in [(2, 1), (5, 1), (8, 1), (5, 4)] {
        let works = works(candidates, threads);
        // Candidates change now and then, and others have had their turns.
        let share = 1000 / candidates as u64 / 2;
        assert!(works[candidates - 1] >= share, "{candidates}: {works:?}");
    }
    assert!(works(0, 1)[4] < 100, "none is asked for: {:?}", works(0, 1));
}

proptest! {
    #[test]
    fn a_root_with_candidates_is_solved_correctly(
        mut tree in prop_oneof![random_tree(), random_dag()],
        params in random_params(),
        candidates in 1..5usize,
    ) {
        let limits = Limits { candidates, ..Limits::expansions(1000) };
        let report = Search::new(params).run(&mut tree, &limits, &mut |_| ());
        prop_assert_eq!(report.outcome, Some(minimax(&tree)[0]));
        prop_assert!(report.expansions <= tree.edges.len() as u64, "a node was expanded twice");
    }
}

#[test]
fn only_proofs_are_kept() {
    let mut search = Search::new(SearchParams::default());
    let run = |search: &mut Search<_>, expansions| {
        search.run(&mut Endless::new(60), &Limits::expansions(expansions), &mut |_| ())
    };
    let fresh = run(&mut search, 100);
    assert!(search.usage().nodes > 0);
    search.keep_proofs();
    assert_eq!(search.usage().nodes, 0, "nothing is proved");
    assert_eq!(run(&mut search, 100).moves, fresh.moves);
}

proptest! {
    #[test]
    fn proofs_stay_and_nothing_else_does(mut tree in random_tree(), params in random_params()) {
        let winner = minimax(&tree)[0];
        let mut search = Search::new(params);
        search.run(&mut tree, &Limits::default(), &mut |_| ());
        search.keep_proofs();
        let known = search.run(&mut tree, &Limits::expansions(0), &mut |_| ());
        prop_assert_eq!((known.outcome, known.expansions), (Some(winner), 0));
    }
}
