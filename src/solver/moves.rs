//! All moves of a position, each with its outcome; and whole lines, from the position to the chain.

use super::Solver;
use crate::board::{Cell, CellSet, Color, Position};
use crate::player::{finishing_line, winner};
use crate::search::{Limits, Outcome, Report};

/// The moves of a position by what comes of them, for the player who makes them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// The moves that win.
    pub won: CellSet,
    /// The moves that lose.
    pub lost: CellSet,
    /// The moves of which it is not known, since the limits were reached.
    pub open: CellSet,
}

impl Moves {
    /// All moves of a position with this outcome, if it is known; none if the game has ended. `outcome_after` solves a
    /// move. It is not asked in a lost position, where all moves lose.
    pub fn of(
        position: &Position,
        outcome: Option<Outcome>,
        mut outcome_after: impl FnMut(Cell) -> Option<Outcome>,
    ) -> Self {
        let mut moves = Self::default();
        if position.board.winner().is_some() {
            return moves;
        }
        let empty = position.board.empty();
        if outcome == Some(Outcome::Lost) {
            return Self { lost: empty, ..moves };
        }
        for cell in empty {
            match outcome_after(cell) {
                Some(Outcome::Won) => moves.won.insert(cell),
                Some(Outcome::Lost) => moves.lost.insert(cell),
                None => moves.open.insert(cell),
            }
        }
        moves
    }

    /// The outcome of the position, as far as its moves tell: won by one that wins, lost if all lose.
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.won.is_empty() {
            Some(Outcome::Won)
        } else if self.open.is_empty() && !self.lost.is_empty() {
            Some(Outcome::Lost)
        } else {
            None
        }
    }

    /// What is known if the position has this outcome: in a lost one all moves lose.
    #[must_use]
    pub fn given(self, outcome: Option<Outcome>) -> Self {
        if outcome != Some(Outcome::Lost) {
            return self;
        }
        Self { lost: self.lost | self.open, open: CellSet::EMPTY, ..self }
    }

    /// What is known of the moves of a position by these and others together.
    #[must_use]
    pub fn with(self, others: &Self) -> Self {
        let (won, lost) = (self.won | others.won, self.lost | others.lost);
        Self { won, lost, open: (self.open | others.open) - won - lost }
    }
}

/// A position and all its moves, as far as the limits let them be solved.
#[derive(Clone, Debug)]
pub struct AllMoves {
    /// What the search of the position itself found.
    pub report: Report<Cell>,
    /// What comes of each move.
    pub moves: Moves,
    /// Expansions, those of the position itself included.
    pub expansions: u64,
}

/// A line of a solved position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The moves up to the one that decides: after it, connections or fill-in show the winner without a search.
    pub resisting: Vec<Cell>,
    /// The moves from there on until the winner's edges are joined.
    pub finishing: Vec<Cell>,
}

impl Line {
    /// The moves of both parts.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.resisting.iter().chain(&self.finishing).copied()
    }
}

impl Solver {
    /// Solves a position and the positions after all its moves.
    pub fn solve_all(&mut self, position: &Position, limits: &Limits) -> AllMoves {
        let report = self.solve(position, limits, &mut |_| ());
        let mut left = limits.clone();
        left.spend(report.expansions);
        let mut expansions = report.expansions;
        let moves = Moves::of(position, report.outcome, |cell| {
            if left.is_time_over() {
                return None;
            }
            let after = self.solve_after(position, cell, &mut left);
            expansions += after.expansions;
            after.outcome.map(|outcome| !outcome)
        });
        AllMoves { report, moves, expansions }
    }

    /// Solves the position after a move, and subtracts the work from the limits. Returns its winner, and the line, which
    /// has limits of its own. None if it is not solved.
    pub fn solved_line_after(
        &mut self,
        position: &Position,
        cell: Cell,
        left: &mut Limits,
        of_line: &Limits,
    ) -> Option<(Color, Line)> {
        let mut next = position.clone();
        next.play(cell);
        let report = self.solve_after(position, cell, left);
        let winner = winner(report.outcome, next.to_play)?;
        Some((winner, self.whole_line(&next, &report, of_line)))
    }

    /// The line of a position of which only the moves are solved: it begins with one that wins, or if all lose, with one of
    /// them. Empty if neither is known.
    pub fn line_by_moves(&mut self, position: &Position, moves: &Moves, limits: &Limits) -> Line {
        let first = match moves.outcome() {
            Some(Outcome::Won) => moves.won.first(),
            Some(Outcome::Lost) => moves.lost.first(),
            None => None,
        };
        let Some(cell) = first else { return Line::default() };
        let solved = self.solved_line_after(position, cell, &mut limits.clone(), limits);
        let Some((_, mut line)) = solved else { return Line::default() };
        line.resisting.insert(0, cell);
        line
    }

    /// Solves the position after a move, and subtracts the work from the limits.
    pub fn solve_after(
        &mut self,
        position: &Position,
        cell: Cell,
        left: &mut Limits,
    ) -> Report<Cell> {
        let mut next = position.clone();
        next.play(cell);
        let report = self.solve(&next, left, &mut |_| ());
        left.spend(report.expansions);
        report
    }

    /// The line of a position that was solved, on to the chain. Empty if the position is not solved; it ends early only
    /// if the limits are reached.
    pub fn whole_line(
        &mut self,
        position: &Position,
        report: &Report<Cell>,
        limits: &Limits,
    ) -> Line {
        let (mut position, mut line) = (position.clone(), Line::default());
        let mut report = report.clone();
        while report.outcome.is_some() && position.board.winner().is_none() {
            let mut cells = report.line().to_vec();
            let mut is_finishing = !line.finishing.is_empty();
            if cells.is_empty() {
                cells = finishing_line(&position, &self.position_params.knowledge);
                is_finishing |= !cells.is_empty();
            }
            if cells.is_empty() {
                // The proof is that of an equal position, and gives the next move alone.
                cells.extend(report.best());
            }
            if cells.is_empty() {
                break;
            }
            for cell in &cells {
                position.play(*cell);
            }
            let part = if is_finishing { &mut line.finishing } else { &mut line.resisting };
            part.append(&mut cells);
            report = self.solve(&position, limits, &mut |_| ());
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, BruteForce, Size, any_color, is_dead, nearly_full, random_board};
    use crate::params::{Params, Profile};
    use proptest::prelude::*;
    use std::io::Cursor;

    fn solver() -> Solver {
        Solver::new(&Params::of(Profile::Solve))
    }

    /// The solver's winning moves are all that there are, and the line after each move goes on to the chain of the
    /// winner.
    fn agrees_with_brute_force(solver: &mut Solver, position: &Position) {
        let limits = Limits::default();
        let all = solver.solve_all(position, &limits);
        let mut brute_force = BruteForce::default();
        let expected = brute_force.winning_moves(&mut position.clone());
        let (won, lost) = (expected, position.board.empty() - expected);
        let expected = Moves { won, lost, open: CellSet::EMPTY };
        assert_eq!(all.moves, expected, "{}", position.board);
        for cell in position.board.empty() {
            let mut next = position.clone();
            next.play(cell);
            let report = solver.solve_after(position, cell, &mut limits.clone());
            let line = solver.whole_line(&next, &report, &limits);
            let winner = brute_force.winner(&next);
            for cell in line.resisting.iter().chain(&line.finishing) {
                assert!(next.board.winner().is_none() && next.board.empty().contains(*cell));
                next.play(*cell);
            }
            assert_eq!(next.board.winner(), Some(winner), "{}{line:?}", position.board);
        }
    }

    /// The line of a position, solved now or known before: its winner joins the edges.
    fn checked_line(solver: &mut Solver, position: &Position) -> Line {
        let report = solver.solve(position, &Limits::default(), &mut |_| ());
        let line = solver.whole_line(position, &report, &Limits::default());
        let mut end = position.clone();
        line.cells().for_each(|cell| end.play(cell));
        let winner = winner(report.outcome, position.to_play);
        assert!(winner.is_some());
        assert_eq!(end.board.winner(), winner, "{}{line:?}", position.board);
        line
    }

    /// Of equal positions one proof is enough, which has a line of its own for one of them.
    #[test]
    fn lines_go_on_to_the_chain_whatever_the_proof_came_from() {
        for (columns, rows) in [(5, 5), (4, 5)] {
            let board = Board::new(Size::new(columns, rows).unwrap());
            let start = Position { board, to_play: Color::Black };
            let mut found = solver();
            found.solve_all(&start, &Limits::default());
            let mut loaded = solver();
            let mut file = Vec::new();
            found.save(&mut file).unwrap();
            loaded.load(Cursor::new(file)).unwrap();
            for cell in start.board.empty() {
                let mut next = start.clone();
                next.play(cell);
                let mirrored = Position { board: next.board.mirror(), to_play: !next.to_play };
                let turned = Position { board: next.board.half_turn(), ..next };
                for position in [&next, &mirrored, &turned] {
                    checked_line(&mut found, position);
                    checked_line(&mut loaded, position);
                }
            }
        }
    }

    #[test]
    fn all_winning_moves_are_found_on_3x3() {
        let board = Board::new(Size::new(3, 3).unwrap());
        let cells: Vec<Cell> = board.empty().iter().collect();
        for code in (0..3usize.pow(9)).step_by(7) {
            let mut board = board.clone();
            for (place, cell) in cells.iter().enumerate() {
                match code / 3usize.pow(u32::try_from(place).unwrap()) % 3 {
                    1 => board.place(Color::Black, *cell),
                    2 => board.place(Color::White, *cell),
                    _ => {}
                }
            }
            let to_play = Color::BOTH[code % 2];
            let position = Position { board, to_play };
            if position.board.winner().is_none() {
                agrees_with_brute_force(&mut solver(), &position);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn all_winning_moves_are_found_on_4x4(
            board in random_board(4..=4, 4..=4, 17),
            to_play in any_color(),
        ) {
            prop_assume!(board.empty().len() <= 12 && board.winner().is_none());
            agrees_with_brute_force(&mut solver(), &Position { board, to_play });
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn no_stone_of_a_line_is_dead(board in nearly_full(12), to_play in any_color()) {
            prop_assume!(board.winner().is_none());
            let mut position = Position { board, to_play };
            for cell in checked_line(&mut solver(), &position).cells() {
                prop_assert!(!is_dead(&position.board, cell), "{cell:?}\n{}", position.board);
                position.play(cell);
            }
        }
    }

    #[test]
    fn a_line_begins_with_a_move_that_is_known_to_win_or_with_any_if_all_lose() {
        for name in ["d4", "a1"] {
            let mut board = Board::new(Size::new(5, 5).unwrap());
            board.place(Color::Black, board.size().parse_cell(name).unwrap());
            let position = Position { board, to_play: Color::White };
            let mut solver = solver();
            let all = solver.solve_all(&position, &Limits::default());
            let line = solver.line_by_moves(&position, &all.moves, &Limits::default());
            let mut end = position.clone();
            line.cells().for_each(|cell| end.play(cell));
            assert_eq!(end.board.winner(), winner(all.moves.outcome(), Color::White), "{line:?}");
            let open = Moves { open: position.board.empty(), ..Moves::default() };
            let nothing = solver.line_by_moves(&position, &open, &Limits::default());
            assert_eq!(nothing, Line::default());
        }
    }

    #[test]
    fn a_position_that_is_over_has_no_moves() {
        let mut board = Board::new(Size::new(2, 2).unwrap());
        for name in ["a1", "a2"] {
            board.place(Color::Black, board.size().parse_cell(name).unwrap());
        }
        let position = Position { board, to_play: Color::Black };
        let all = solver().solve_all(&position, &Limits::default());
        assert_eq!(all.moves, Moves::default());
        let line = solver().whole_line(&position, &all.report, &Limits::default());
        assert_eq!(line, Line::default());
    }

    #[test]
    fn a_limit_leaves_moves_and_lines_open() {
        let board = Board::new(Size::new(7, 7).unwrap());
        let position = Position { board, to_play: Color::Black };
        let mut solver = solver();
        let all = solver.solve_all(&position, &Limits::expansions(3));
        assert!(!all.moves.open.is_empty() && all.expansions < 60);
        let line = solver.whole_line(&position, &all.report, &Limits::expansions(3));
        assert_eq!(line, Line::default());
    }
}
