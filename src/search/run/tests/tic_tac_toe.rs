//! Tic-tac-toe: a real game with many transpositions.

use crate::params::SearchParams;
use crate::search::table::Table;
use crate::search::{Candidate, Expand, Expansion, Limits, Outcome, Search};
use std::collections::HashMap;
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
    fn empty(&self) -> u16 {
        !(self.stones[0] | self.stones[1]) & 0b111_111_111
    }

    /// The key of what is left of the game: the empty cells, and the lines that each player can still fill.
    fn residual_key(&self) -> u128 {
        let open = LINES.iter().flat_map(|line| self.stones.map(|stones| line & stones == 0));
        let start = 0b10 | u128::from(self.first_to_move());
        open.fold((start << 100) | u128::from(self.empty()), |key, is_open| {
            (key << 1) | u128::from(is_open)
        })
    }

    /// The board after this many quarter-turns.
    fn turned(&self, turns: usize) -> Self {
        let cells = |stones: u16| (0..9).filter(move |cell| stones >> cell & 1 == 1);
        let turn = |stones| cells(stones).fold(0, |all, cell| all | 1 << turned(cell, turns));
        Self { stones: self.stones.map(turn), ..self.clone() }
    }

    fn first_to_move(&self) -> bool {
        self.stones[0].count_ones() == self.stones[1].count_ones()
    }
}

/// A cell after this many quarter-turns.
fn turned(cell: u16, turns: usize) -> u16 {
    (0..turns).fold(cell, |cell, _| cell % 3 * 3 + 2 - cell / 3)
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
        let empty = self.empty();
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
            moves: cells.map(Candidate::unscored).collect(),
            residual_key: self.residual_key(),
            image_keys: (1..4).map(|turns| self.turned(turns).residual_key()).collect(),
        }
    }

    fn origin(&self, image: usize, mv: u16) -> u16 {
        turned(mv, 3 - image)
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
        assert!(report.expansions < 6000, "transpositions are recognized: {}", report.expansions);
    }
}

#[test]
fn a_proof_holds_where_the_same_is_left_of_the_game_or_of_an_image() {
    let mut searches: HashMap<u128, Search<u16>> = HashMap::new();
    let mut shared = [0; 4];
    for stones in (0..1 << 18).map(|both: u32| [both & 0b111_111_111, both >> 9]) {
        let mut game = TicTacToe {
            stones: stones.map(|stones| u16::try_from(stones).unwrap()),
            draw_wins_for_first: true,
        };
        let counts = stones.map(u32::count_ones);
        let is_legal = stones[0] & stones[1] == 0 && [[2, 3], [3, 3], [3, 4]].contains(&counts);
        if !is_legal || game.expand().outcome.is_some() {
            continue;
        }
        let solve = |search: &mut Search<u16>, game: &TicTacToe| {
            let report = search.run(&mut game.clone(), &Limits::default(), &mut |_| ());
            (report.outcome, report.expansions, report.moves[0].mv)
        };
        let mut alone = Search::new(SearchParams::default());
        let (outcome, ..) = solve(&mut alone, &game);
        let known = (0..4).find(|turns| searches.contains_key(&game.turned(*turns).residual_key()));
        let Some(turns) = known else {
            searches.insert(game.residual_key(), alone);
            continue;
        };
        let search = searches.get_mut(&game.turned(turns).residual_key()).unwrap();
        let (known, expansions, mv) = solve(search, &game);
        assert_eq!((known, expansions), (outcome, 1), "{game:?}");
        shared[turns] += 1;
        game.play(mv);
        let after = game.expand().outcome.or_else(|| solve(&mut alone, &game).0);
        assert_eq!(after.map(|outcome| !outcome), outcome, "{game:?}");
    }
    assert!(shared.iter().all(|times| *times > 10), "{shared:?}");
}

#[test]
fn results_are_correct_with_a_table_far_too_small() {
    for draw_wins_for_first in [true, false] {
        let mut game = TicTacToe { stones: [0, 0], draw_wins_for_first };
        let mut search = Search::new(SearchParams::default());
        search.shared.tree.get_mut().table = Table::new(200_000);
        let report = search.run(&mut game, &Limits::default(), &mut |_| ());
        assert_eq!(report.outcome == Some(Outcome::Won), draw_wins_for_first);
    }
}

#[test]
fn a_search_is_deterministic() {
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
