//! Tic-tac-toe: a real game with many transpositions.

use crate::params::SearchParams;
use crate::search::{Candidate, Expand, Expansion, Limits, Outcome, Search};
use std::time::Duration;

/// Tic-tac-toe where a draw counts as a win for one of the players.
#[derive(Clone, Debug)]
pub(super) struct TicTacToe {
    /// The stones of the player to move and of the other.
    pub(super) stones: [u16; 2],
    pub(super) draw_wins_for_first: bool,
}

const LINES: [u16; 8] = [
    0b111,
    0b111_000,
    0b111_000_000,
    0b1_001_001,
    0b10_010_010,
    0b100_100_100,
    0b100_010_001,
    0b1_010_100,
];

impl TicTacToe {
    fn first_to_move(&self) -> bool {
        self.stones[0].count_ones() == self.stones[1].count_ones()
    }
}

impl Expand for TicTacToe {
    type Move = u16;

    fn key_after(&self, mv: u16) -> u128 {
        let mut next = self.clone();
        next.play(mv);
        next.key()
    }

    fn key(&self) -> u128 {
        u128::from(self.stones[0]) << 16 | u128::from(self.stones[1])
    }

    fn play(&mut self, mv: u16) {
        self.stones = [self.stones[1], self.stones[0] | 1 << mv];
    }

    fn undo(&mut self, mv: u16) {
        self.stones = [self.stones[1] & !(1 << mv), self.stones[0]];
    }

    fn expand(&mut self) -> Expansion<u16> {
        let empty = !(self.stones[0] | self.stones[1]) & 0b111_111_111;
        let outcome = if LINES.iter().any(|line| self.stones[1] & line == *line) {
            Some(Outcome::Lost)
        } else if empty == 0 {
            let won = self.first_to_move() == self.draw_wins_for_first;
            Some(if won { Outcome::Won } else { Outcome::Lost })
        } else {
            None
        };
        let cells = (0..9).filter(|cell| empty >> cell & 1 == 1);
        Expansion {
            outcome,
            moves: cells.map(|mv| Candidate { mv, error: 0, promise: 0 }).collect(),
        }
    }
}

#[test]
fn tic_tac_toe_is_a_draw() {
    for draw_wins_for_first in [true, false] {
        let mut game = TicTacToe { stones: [0, 0], draw_wins_for_first };
        let mut search = Search::new(SearchParams::default());
        let report = search.run(&mut game, &Limits::default(), &mut |_| ());
        let expected = if draw_wins_for_first { Outcome::Won } else { Outcome::Lost };
        assert_eq!(report.outcome, Some(expected));
        assert!(report.expansions < 6000, "transpositions are met again: {}", report.expansions);
    }
}

#[test]
fn a_table_far_too_small_still_gives_right_results() {
    for draw_wins_for_first in [true, false] {
        let mut game = TicTacToe { stones: [0, 0], draw_wins_for_first };
        let mut search = Search::new(SearchParams::default());
        search.shared.tree.get_mut().table.reset(200_000);
        let report = search.run(&mut game, &Limits::default(), &mut |_| ());
        assert_eq!(report.outcome == Some(Outcome::Won), draw_wins_for_first);
    }
}

#[test]
fn the_same_search_twice_is_the_same() {
    let run = |_| {
        let mut game = TicTacToe { stones: [0, 0], draw_wins_for_first: true };
        let mut report = Search::new(SearchParams::default()).run(
            &mut game,
            &Limits::expansions(150),
            &mut |_| (),
        );
        report.time = Duration::ZERO;
        report
    };
    let reports: Vec<_> = (0..2).map(run).collect();
    assert_eq!(reports[0], reports[1]);
}

#[test]
fn a_stop_ends_the_search_at_once() {
    let mut game = TicTacToe { stones: [0, 0], draw_wins_for_first: true };
    let limits = Limits::default();
    limits.stop.set();
    let report = Search::new(SearchParams::default()).run(&mut game, &limits, &mut |_| ());
    assert_eq!((report.expansions, report.outcome), (1, None));
    assert!(report.best().is_some(), "there is always a move");
}
