//! The results of a search: who wins, by which move, and after how many expansions.

use super::pure;
use super::trees::{Endless, minimax, random_dag, random_params, random_tree};
use crate::params::SearchParams;
use crate::search::{Limits, MINUS_INFINITY, Outcome, PLUS_INFINITY, Report, Search};
use proptest::prelude::*;
use std::time::Duration;

proptest! {
    /// With any parameters the search finds the winner and expands no node twice.
    #[test]
    fn every_game_is_solved_correctly(
        mut tree in prop_oneof![random_tree(), random_dag()],
        params in random_params(),
    ) {
        let winners = minimax(&tree);
        let expected = winners[0];
        let mut search = Search::new(params);
        let report = search.run(&mut tree, &Limits::expansions(1000), &mut |_| ());
        prop_assert_eq!(report.outcome, Some(expected));
        let value = if expected == Outcome::Won { PLUS_INFINITY } else { MINUS_INFINITY };
        prop_assert_eq!(report.value, value);
        prop_assert!(report.expansions <= tree.edges.len() as u64, "a node was expanded twice");
        if expected == Outcome::Won && !tree.edges[0].is_empty() {
            prop_assert_eq!(winners[report.best().unwrap()], Outcome::Lost);
        }
        for (key, node) in search.shared.tree.get_mut().table.iter() {
            let outcome = node.functions.outcome();
            let winner = winners[usize::try_from(key).unwrap()];
            prop_assert!(outcome.is_none_or(|outcome| outcome == winner), "a wrong proof");
        }
    }

    #[test]
    fn the_first_move_is_the_shortest_win_or_the_longest_resistance(mut tree in random_tree()) {
        let report = Search::new(SearchParams::default()).run(&mut tree, &Limits::default(), &mut |_| ());
        for other in &report.moves {
            let first = &report.moves[0];
            prop_assert!(first.outcome == report.outcome);
            match (first.outcome, other.outcome) {
                (Some(Outcome::Won), Some(Outcome::Won)) => prop_assert!(first.work <= other.work),
                (Some(Outcome::Lost), _) => prop_assert!(first.work >= other.work),
                _ => (),
            }
        }
    }

    #[test]
    fn a_limit_of_expansions_is_kept(mut tree in random_tree(), expansions in 1..20u64) {
        let mut search = Search::new(SearchParams::default());
        let report = search.run(&mut tree, &Limits::expansions(expansions), &mut |_| ());
        prop_assert_eq!(report.expansions, tree.expanded.len() as u64);
        prop_assert!(report.expansions <= expansions);
        prop_assert!(tree.path.is_empty());
        prop_assert_eq!(report.moves.iter().map(|root_move| root_move.work).sum::<u64>() + 1, report.expansions);
    }

    #[test]
    fn a_loaded_search_goes_on_as_if_it_had_not_been_saved(
        mut tree in random_tree(),
        expansions in 1..20u64,
        cut in any::<prop::sample::Index>(),
    ) {
        let mut stopped = Search::new(pure());
        stopped.run(&mut tree, &Limits::expansions(expansions), &mut |_| ());
        let save = |search: &mut Search<_>| {
            let mut file = Vec::new();
            search.save(&mut file).unwrap();
            file
        };
        let saved = save(&mut stopped);
        let mut later = Search::new(pure());
        prop_assert!(later.measure(&mut &saved[..cut.index(saved.len())]).is_err());
        let size = later.measure(&mut &saved[..]).unwrap();
        later.load(&size, &mut &saved[..]).unwrap();
        let reports = [&mut stopped, &mut later].map(|search| {
            let report = search.run(&mut tree, &Limits::default(), &mut |_| ());
            Report { time: Duration::ZERO, ..report }
        });
        prop_assert_eq!(&reports[0], &reports[1]);
    }
}

#[test]
fn a_forced_move_ends_the_search_where_time_can_be_saved() {
    let run = |root_moves, usual| {
        let mut game = Endless::new(root_moves);
        let limits = Limits { usual, ..Limits::expansions(2000) };
        Search::new(SearchParams::default()).run(&mut game, &limits, &mut |_| ()).expansions
    };
    let an_hour = Some(Duration::from_hours(1));
    assert!(run(1, an_hour) < 100);
    assert_eq!(run(2, an_hour), 2000, "there is a choice");
    assert_eq!(run(1, None), 2000, "nothing is to be saved");
}
