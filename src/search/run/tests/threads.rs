//! Several threads on one tree.

use super::tic_tac_toe::TicTacToe;
use super::trees::{Endless, Tree, minimax, random_dag, random_params, random_tree};
use crate::params::SearchParams;
use crate::search::table::Table;
use crate::search::{Expand, ExpandWith, Expansion, Limits, Outcome, Report, Search};
use proptest::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Barrier};
use std::time::{Duration, Instant};

/// A game whose expansions yield to other threads at irregular times, and which panics at one of them; at none if that is
/// number 0.
fn unsteady<G: Expand>(
    game: G,
    panics_at: u32,
) -> ExpandWith<G, impl Fn(&mut G) -> Expansion<G::Move> + Clone + Send> {
    let expansions = Arc::new(AtomicU32::new(0));
    let expand = move |game: &mut G| {
        let count = expansions.fetch_add(1, Ordering::Relaxed) + 1;
        (0..count % 4).for_each(|_| std::thread::yield_now());
        if count == panics_at {
            // Meanwhile the other threads begin to wait for this expansion.
            std::thread::sleep(Duration::from_millis(5));
            panic!("a bug in the game");
        }
        game.expand()
    };
    ExpandWith { game, expand }
}

proptest! {
    #[test]
    fn many_threads_solve_every_game_correctly(
        tree in prop_oneof![random_tree(), random_dag()],
        params in random_params(),
        threads in 2..17u32,
        table_is_small: bool,
    ) {
        let winners = minimax(&tree);
        let expected = winners[0];
        let mut search = Search::new(SearchParams { threads, ..params });
        if table_is_small {
            search.shared.tree.get_mut().table = Table::new(10_000);
        }
        let nodes = tree.edges.len() as u64;
        let mut game = unsteady(tree, 0);
        // A search whose tree does not fit into its table may never end.
        let report = search.run(&mut game, &Limits::expansions(10_000), &mut |_| ());
        prop_assert!(game.game.path.is_empty(), "the game is back at the root");
        prop_assert_eq!(search.shared.tree.get_mut().table.visitors(), 0, "all threads have left");
        if report.outcome == Some(Outcome::Won) && !game.game.edges[0].is_empty() {
            prop_assert_eq!(winners[report.best().unwrap()], Outcome::Lost);
        }
        if table_is_small {
            prop_assert!(report.outcome.is_none_or(|outcome| outcome == expected));
        } else {
            prop_assert_eq!(report.outcome, Some(expected));
            prop_assert!(report.expansions <= nodes, "a node was expanded twice");
        }
    }
}

#[test]
fn the_winning_move_is_known_though_a_full_table_loses_the_position_after_it() {
    let tree = Tree {
        edges: vec![vec![(1, 0), (2, 0)], Vec::new(), vec![(3, 0)], Vec::new()],
        outcomes: vec![None, Some(Outcome::Lost), None, Some(Outcome::Lost)],
        ..Tree::default()
    };
    let both = Arc::new(Barrier::new(2));
    let expand = move |tree: &mut Tree| {
        if [1, 2].contains(&tree.key()) {
            both.wait();
        }
        if tree.key() == 2 {
            // Meanwhile the other thread finds that move 1 wins. Then this position takes its place.
            std::thread::sleep(Duration::from_millis(200));
        }
        tree.expand()
    };
    let mut game = ExpandWith { game: tree, expand };
    // A report, which somebody looks at for long, changes nothing.
    for show_every in [None, Some(Duration::ZERO)] {
        let mut search = Search::new(SearchParams { threads: 2, ..SearchParams::default() });
        search.shared.tree.get_mut().table = Table::new(0);
        for _ in 0..2 {
            let limits = Limits { show_every, ..Limits::default() };
            let look = |_: &Report<_>| std::thread::sleep(Duration::from_millis(400));
            let report = search.run(&mut game, &limits, &mut { look });
            assert_eq!((report.outcome, report.best()), (Some(Outcome::Won), Some(1)));
        }
    }
}

#[test]
fn many_threads_agree_on_tic_tac_toe() {
    for round in 0..20 {
        let mut game = TicTacToe { stones: [0, 0], draw_wins_for_first: round % 2 == 0 };
        let mut search = Search::new(SearchParams { threads: 8, ..SearchParams::default() });
        if round % 4 < 2 {
            search.shared.tree.get_mut().table = Table::new(200_000);
        }
        // In several runs, so that threads meet nodes that others have expanded.
        let outcome = (0..).find_map(|_| {
            let report = search.run(&mut game, &Limits::expansions(100), &mut |_| ());
            assert!(report.expansions <= 100);
            report.outcome
        });
        assert_eq!(outcome == Some(Outcome::Won), game.draw_wins_for_first);
        let tree = search.shared.tree.get_mut();
        assert_eq!(tree.table.visitors(), 0, "all threads have left");
    }
}

#[test]
fn a_panic_of_one_thread_ends_a_search_without_limits() {
    for (root_moves, panics_at) in [1, 5].into_iter().flat_map(|n| (1..30).map(move |at| (n, at))) {
        let (ended, end) = mpsc::channel();
        std::thread::spawn(move || {
            let mut game = unsteady(Endless::new(root_moves), panics_at);
            let mut search = Search::new(SearchParams { threads: 4, ..SearchParams::default() });
            let run = || search.run(&mut game, &Limits::default(), &mut |_| ());
            ended.send(catch_unwind(AssertUnwindSafe(run)).is_err())
        });
        let panicked = end.recv_timeout(Duration::from_secs(20)).expect("the search has an end");
        assert!(panicked, "the caller learns of the panic");
    }
}

#[test]
fn other_threads_go_on_while_somebody_looks_at_a_report() {
    let expansions = AtomicU32::new(0);
    let expand = |game: &mut Endless| {
        expansions.fetch_add(1, Ordering::Relaxed);
        game.expand()
    };
    let mut game = ExpandWith { game: Endless::new(5), expand };
    let mut search = Search::new(SearchParams { threads: 2, ..SearchParams::default() });
    let limits = Limits { show_every: Some(Duration::ZERO), ..Limits::expansions(1000) };
    let mut others_went_on = None;
    search.run(&mut game, &limits, &mut |_| {
        others_went_on.get_or_insert_with(|| {
            let (count, start) = (|| expansions.load(Ordering::Relaxed), Instant::now());
            let before = count();
            while count() < before + 5 && start.elapsed() < Duration::from_secs(20) {
                std::thread::yield_now();
            }
            count() >= before + 5
        });
    });
    assert_eq!(others_went_on, Some(true));
}
