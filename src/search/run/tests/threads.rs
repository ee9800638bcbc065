//! Several threads on one tree.

use super::tic_tac_toe::TicTacToe;
use super::trees::{minimax, random_tree};
use crate::params::SearchParams;
use crate::search::{Limits, Outcome, Search};
use proptest::prelude::*;

proptest! {
    #[test]
    fn many_threads_solve_every_tree_right(mut tree in random_tree(), threads in 2..6u32) {
        let expected = minimax(&tree)[0];
        let params = SearchParams { threads, root_interlude: 2, ..SearchParams::default() };
        let report = Search::new(params).run(&mut tree, &Limits::default(), &mut |_| ());
        prop_assert_eq!(report.outcome, Some(expected));
        prop_assert!(report.expansions <= tree.edges.len() as u64, "a node was expanded twice");
    }
}

#[test]
fn many_threads_agree_on_tic_tac_toe() {
    for round in 0..20 {
        let mut game = TicTacToe { stones: [0, 0], draw_wins_for_first: round % 2 == 0 };
        let mut search = Search::new(SearchParams { threads: 8, ..SearchParams::default() });
        if round % 4 < 2 {
            search.shared.tree.get_mut().table.reset(200_000);
        }
        // In steps, so that nodes are met by threads that did not make them.
        let outcome = (0..).find_map(|_| {
            let report = search.run(&mut game, &Limits::expansions(100), &mut |_| ());
            assert!(report.expansions <= 100);
            report.outcome
        });
        assert_eq!(outcome == Some(Outcome::Won), game.draw_wins_for_first);
        let tree = search.shared.tree.get_mut();
        assert_eq!(tree.table.visitors(), 0, "everybody went home");
    }
}
