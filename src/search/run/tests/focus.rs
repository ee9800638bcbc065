//! Where all moves look lost, one is searched at a time.

use super::trees::Endless;
use crate::params::SearchParams;
use crate::search::{Limits, Search};

/// The expansions of the moves of the root, the most first. `log_odds` are those of each of the first player's moves.
fn works(focus_work: u32, log_odds: f32, threads: u32) -> Vec<u64> {
    let params = SearchParams { focus_work, threads, ..SearchParams::default() };
    // With more moves, positions of different depths would be one.
    let mut game = Endless::new(3);
    game.log_odds = log_odds;
    let report = Search::new(params).run(&mut game, &Limits::expansions(1000), &mut |_| ());
    assert_eq!(report.expansions, 1000);
    report.moves.iter().map(|root_move| root_move.work).collect()
}

#[test]
fn one_of_many_lost_moves_is_searched() {
    // Other threads may begin before the first one turns to a single move.
    for (threads, others) in [(1, 50), (4, 100)] {
        let works = works(100, -1.0, threads);
        assert!(works[0] > 850 && works[1] < others, "{threads}: {works:?}");
    }
}

#[test]
fn moves_that_may_win_share_the_work() {
    for (focus_work, log_odds) in [(0, -1.0), (100, -0.3)] {
        let works = works(focus_work, log_odds, 1);
        assert!(works[0] < 500, "{focus_work} {log_odds}: {works:?}");
    }
}
