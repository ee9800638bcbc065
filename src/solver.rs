//! Exact results: who wins a position, and by which moves.
//!
//! The search proves wins and losses as a side effect of playing; asked for nothing else it does so with
//! other settings: far targets, so that it does not stop to compare values, leaves that tell moves apart
//! over a wide range, which is what df-pn calls initial proof numbers from a heuristic, and more weight for
//! what the network thinks of them.

mod knowledge;
mod verify;

pub use knowledge::KnowledgeError;
pub use verify::{PlayedOut, Refuted, Strategy, play_out};

use crate::analysis::Analyzer;
use crate::board::{Cell, CellSet, Position};
use crate::params::{AnalysisParams, NO_PROMISE, Params, SearchParams};
use crate::player::HexGame;
use crate::search::{Limits, Outcome, Report, Search};

/// Solves positions and remembers what it has found.
#[derive(Debug)]
pub struct Solver {
    analysis: AnalysisParams,
    search_params: SearchParams,
    search: Search<Cell>,
}

impl Solver {
    /// A solver with these parameters, but for those that [`solving`] changes. It takes memory when it is
    /// first used.
    pub fn new(params: &Params) -> Self {
        let (analysis, search_params) = solving(params);
        let search = Search::new(search_params.clone());
        Self { analysis, search_params, search }
    }

    /// Takes other parameters. What was remembered is forgotten if it would mislead.
    pub fn set_params(&mut self, params: &Params) {
        let (analysis, search_params) = solving(params);
        if self.analysis != analysis || self.search_params != search_params {
            *self = Self::new(params);
        }
    }

    /// Forgets what it has found.
    pub fn clear(&mut self) {
        self.search.clear();
    }

    /// What it knows, as the content of a file: positions that are proved, and how far others have come.
    pub fn knowledge(&mut self) -> Vec<u8> {
        knowledge::wrap(&self.search.save())
    }

    /// Goes on from the content of such a file.
    ///
    /// # Errors
    /// It is not whole, not ours, or more than the table holds; nothing has changed then.
    pub fn learn(&mut self, file: &[u8]) -> Result<(), KnowledgeError> {
        Ok(self.search.load(knowledge::unwrap(file)?)?)
    }

    /// Searches a position until it is solved or a limit is reached. A running search is shown to
    /// `watch`.
    pub fn solve(
        &mut self,
        position: &Position,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<Cell>),
    ) -> Report<Cell> {
        let mut game = HexGame::new(position.clone(), self.analysis.clone());
        self.search.run(&mut game, limits, watch)
    }

    /// The moves worth trying: if there are winning ones, all but those that threats of the opponent forbid
    /// or that are inferior. That the player's connections have won already makes them no fewer.
    pub fn candidates(&self, position: &Position) -> CellSet {
        let params = self.analysis.clone().without_policy();
        let analysis = Analyzer::new(params).analyze_reply(position);
        if analysis.winner == Some(!position.to_play) {
            return CellSet::EMPTY;
        }
        analysis.moves.iter().map(|scored| scored.cell).collect()
    }

    /// Which of these moves win, one after the other; `None` for those that the limits left open.
    pub fn solve_moves(
        &mut self,
        position: &Position,
        moves: CellSet,
        limits: &Limits,
    ) -> Vec<(Cell, Option<Outcome>)> {
        let mut left = limits.clone();
        let mut outcome_after = |cell| {
            let mut next = position.clone();
            next.play(cell);
            let report = self.solve(&next, &left, &mut |_| ());
            left.spend(report.expansions);
            report.outcome.map(|outcome| !outcome)
        };
        moves.iter().map(|cell| (cell, outcome_after(cell))).collect()
    }
}

/// The parameters with those changed that matter for solving.
///
/// Those of the search took half the expansions of those for playing, on the openings b4, b5, c2, c4 and d3
/// of 7x7. The network, if it is asked at all, counts for 0.5: the empty 8x8 board, d5, e4 and g2 took 79 000
/// expansions without it, 64 000 at the weight that play had then, 53 000 at 0.5 and 187 000 at 2, with an early
/// network and both circuits.
///
/// The mover's own connections are not looked at, whatever is set: they tell moves apart, and hardly ever decide.
/// All 49 of 7x7 take 46 s instead of 63, the empty 8x8 board, d5, e4 and g2 19 to 20 instead of 22, in about as
/// many expansions: b4 and g2 of 7x7 with d5 and e4 of 8x8 take 33 600 with both circuits and the network at 0.5, and
/// without the own circuit 32 800 at 0.3, 33 200 at 0.4 in less time, 36 400 at 0.5 and 41 500 at 0.6. The network
/// that has learned from a large one is worth more: all of 7x7 75 200 at 0.4, 72 000 at 0.5 and 77 500 at 0.65,
/// eight openings of 8x8 98 900, 98 900 and 100 400.
///
/// Odds err, and a proof needs many of them, so of a position that was looked at only 0.7 of the difference
/// counts between what it promises and what the move to it did: then leaves are compared by a mean of the odds
/// on the way to them. A position that is still open after it was looked at is worth less than what was hoped
/// for, by 200 thousandths on the mean of those on the way to proofs. With the square root of the energies all
/// this made 65 200 expansions for 7x7 of 74 200, 81 300 of 98 500 for those of 8x8, and 108 300 of 136 100 for
/// 31 other openings that nothing was tuned by. That what is promised matters is seen where positions with a
/// single move promise nothing: 133 300 and 240 200.
///
/// All this is still right for the network that has learned from a second large one. On 21 openings of 7x7 and
/// 8x8 a weight of 0.4 takes 4 % more expansions, 0.6 9 % and 0.75 19 % more, a share of 0.6 8 % and 0.8 3 % more;
/// an error of 120 or 230 and a δ of 700 are no different, 350 takes 20 % more.
///
/// Larger carriers between empty cells are worth their time here: 61 000 expansions with those of 4 cells and
/// 47 000 with these, in nine tenths of the time; still larger ones take as many expansions and more time.
/// Edge links and captured cells, which are worth little without each other, halve the expansions: a4, b4 and
/// g2 of 7x7 took 43 500 instead of 92 900, in four fifths of the time. Longer links save more expansions and
/// cost more time.
pub fn solving(params: &Params) -> (AnalysisParams, SearchParams) {
    let mut analysis = params.analysis.clone();
    if analysis.policy.policy_weight > 0.0 {
        analysis.policy.policy_weight = 0.5;
    }
    analysis.circuit.own_circuit = false;
    let connections = &mut analysis.connections;
    connections.inner_carrier = 8;
    connections.strong_edges = true;
    let search = SearchParams {
        delta: 500.0,
        p_max: 1000,
        d_max: 1000,
        r_promise: NO_PROMISE,
        reply_share: 0.7,
        open_error: 175,
        ..params.search.clone()
    };
    (analysis, search)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Color, Size, parse_diagram};

    /// The winners of all openings of square boards, `W` where the first player wins, row by row: the
    /// published results (van Rijswijck and Hayward, 2003, for 7x7).
    const OPENINGS: [(usize, &str); 4] = [
        (4, "...W ..W. .W.. W..."),
        (5, "....W .WWWW .WWW. WWWW. W...."),
        (6, ".....W .WWWWW WWWWWW WWWWWW WWWWW. W....."),
        (7, "......W ..W.WWW .WWWWW. WWWWWWW .WWWWW. WWW.W.. W......"),
    ];

    #[test]
    fn openings_up_to_7x7_have_the_published_winners() {
        for (length, expected) in OPENINGS {
            let size = Size::new(length, length).unwrap();
            let mut solver = Solver::new(&Params::default());
            let won = |cell| {
                let mut position = Position { board: Board::new(size), to_play: Color::Black };
                position.play(cell);
                let report = solver.solve(&position, &Limits::default(), &mut |_| ());
                if report.outcome == Some(Outcome::Lost) { 'W' } else { '.' }
            };
            // The board looks the same after a half-turn, so half of the openings are enough.
            let half: String = size.cells().take(size.cell_count().div_ceil(2)).map(won).collect();
            let expected: String = expected.split(' ').collect();
            assert_eq!(half, expected[..half.len()], "{size}");
        }
    }

    #[test]
    fn the_winning_moves_of_a_board_are_its_winning_openings() {
        let board = Board::new(Size::new(4, 4).unwrap());
        let position = Position { board, to_play: Color::Black };
        let mut solver = Solver::new(&Params::default());
        let all = position.board.empty();
        let results = solver.solve_moves(&position, all, &Limits::default());
        let won = |(_, outcome): &(Cell, Option<Outcome>)| match outcome {
            Some(Outcome::Won) => 'W',
            Some(Outcome::Lost) => '.',
            None => '?',
        };
        assert_eq!(results.iter().map(won).collect::<String>(), "...W..W..W..W...");
    }

    #[test]
    fn a_win_in_hand_hides_no_other() {
        let bridged = ". . . . .\n . . . B .\n . . . . .\n . . B . .\n . . . . .";
        let board = parse_diagram(bridged).unwrap();
        let mut solver = Solver::new(&Params::default());
        let lost = Position { board: board.clone(), to_play: Color::White };
        assert!(solver.candidates(&lost).is_empty());
        let won = Position { board, to_play: Color::Black };
        let candidates = solver.candidates(&won);
        assert!(candidates.len() > 1);
        let results = solver.solve_moves(&won, candidates, &Limits::default());
        assert!(results.iter().all(|(_, outcome)| *outcome == Some(Outcome::Won)));
    }

    #[test]
    fn what_is_solved_is_known_of_its_images() {
        let size = Size::new(7, 6).unwrap();
        let mut position = Position { board: Board::new(size), to_play: Color::Black };
        for name in ["a1", "d4"] {
            position.play(size.parse_cell(name).unwrap());
        }
        let Position { board, to_play } = &position;
        let images = [
            (board.half_turn(), *to_play),
            (board.mirror(), !*to_play),
            (board.mirror().half_turn(), !*to_play),
        ];
        let mut solver = Solver::new(&Params::default());
        let mut solve = |position| {
            let report = solver.solve(&position, &Limits::default(), &mut |_| ());
            (report.outcome, report.expansions)
        };
        let (outcome, expansions) = solve(position.clone());
        assert!(outcome.is_some() && expansions > 10, "{expansions}");
        for (board, to_play) in images {
            assert_eq!(solve(Position { board, to_play }), (outcome, 1));
        }
    }

    #[test]
    fn a_limit_leaves_moves_open() {
        let board = Board::new(Size::new(7, 7).unwrap());
        let position = Position { board, to_play: Color::Black };
        let mut solver = Solver::new(&Params::default());
        let limits = Limits::expansions(3);
        let results = solver.solve_moves(&position, position.board.empty(), &limits);
        assert!(results.iter().any(|(_, outcome)| outcome.is_none()));
    }
}
