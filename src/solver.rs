//! The solver: who wins a position, and by which moves.
//!
//! It is the same search with other parameters, those of the profile [`solve`](crate::params::Profile::Solve); `SOLVE` in
//! `params.rs` says what they do.

mod certify;
mod moves;
mod play_out;
mod strategy;
mod table_file;

pub use certify::{Certificate, certify};
pub use moves::{AllMoves, Line, Moves};
pub use play_out::play_out;
pub use strategy::{Refuted, Strategy};
pub use table_file::TableFileError;

use crate::board::{Cell, CellSet, Color, Position};
use crate::evaluation::{Evaluator, Networks};
use crate::knowledge::{Examiner, Scope};
use crate::params::{Params, PositionParams};
use crate::player::{HexGame, winner};
use crate::search::{Frontier, Limits, LoadError, Report, Search, Stop};
use crate::training::{PositionSample, TreeSampleSettings};
use std::io::{self, Read, Seek, Write};
use std::sync::Arc;

/// Solves positions. Its table is kept from one position to the next.
#[derive(Debug)]
pub struct Solver {
    position_params: PositionParams,
    networks: Arc<Networks>,
    search: Search<Cell>,
}

impl Solver {
    /// A solver with these parameters, usually of the profile `solve`, and the networks that are compiled in. It allocates
    /// memory when it is first used.
    pub fn new(params: &Params) -> Self {
        Self::with_networks(params, Networks::shipped())
    }

    /// A solver with other networks.
    pub fn with_networks(params: &Params, networks: Arc<Networks>) -> Self {
        let search = Search::new(params.search.clone());
        Self { position_params: params.position.clone(), networks, search }
    }

    /// Sets the parameters. If the table depends on those that change, it is emptied.
    pub fn set_params(&mut self, params: &Params) {
        if self.position_params == params.position {
            self.search.set_params(params.search.clone());
        } else {
            *self = Self::with_networks(params, Arc::clone(&self.networks));
        }
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        self.search.clear();
    }

    /// What the table leaves of the memory that it may take, in bytes.
    pub fn room(&mut self) -> usize {
        self.search.room()
    }

    /// Writes the table to a file: its proofs and searched positions.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&mut self, file: &mut impl Write) -> io::Result<()> {
        table_file::write(file, |file| self.search.save(file))
    }

    /// Adds the content of such a file to the table. Of two nodes of one position the better known one stays. Returns how
    /// many nodes were new or better known than those in the table.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, has other keys, contradicts the table, or does not fit into it. The table is
    /// unchanged then. Or it was changed while it was read ([`LoadError::Changed`]).
    pub fn load(&mut self, mut file: impl Read + Seek) -> Result<usize, TableFileError> {
        let size = self.search.measure(&mut table_file::read(&mut file)?)?;
        file.rewind().map_err(LoadError::from)?;
        Ok(self.search.load(&size, &mut table_file::read(file)?)?)
    }

    /// Recomputes the functions of a position and of the positions below it, after files were loaded.
    pub fn refresh(&mut self, position: &Position) {
        let mut game = self.game(position);
        self.search.refresh(&mut game);
    }

    /// At most this many positions below one, for other solvers to search: those that a search would go on with, each with a
    /// budget of at most `most` expansions. There are fewer if the signal comes.
    pub fn frontier(
        &mut self,
        position: &Position,
        count: usize,
        most: u64,
        stop: &Stop,
    ) -> Frontier<Cell> {
        let mut game = self.game(position);
        self.search.frontier(&mut game, count, most, stop)
    }

    /// Writes what the table has of a position and of those below to a file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save_below(&mut self, position: &Position, file: &mut impl Write) -> io::Result<()> {
        let mut game = self.game(position);
        table_file::write(file, |file| self.search.save_below(&mut game, file))
    }

    /// Takes samples of a position and of those below, as far as the table has them, until the signal comes.
    pub fn sample(
        &mut self,
        position: &Position,
        which: TreeSampleSettings,
        stop: &Stop,
        take: &mut dyn FnMut(Option<PositionSample>),
    ) {
        let mut game = self.game(position);
        let moves = |game: &HexGame| game.position().board.empty().iter().collect();
        self.search.visit_post_order(&mut game, &moves, stop, &mut |game, searched| {
            let (value, sample) = which.visit(game, searched);
            take(sample);
            value
        });
    }

    fn game(&self, position: &Position) -> HexGame {
        let evaluator = Evaluator::new(self.position_params.clone(), Arc::clone(&self.networks));
        HexGame::new(position.clone(), evaluator)
    }

    /// Searches a position until it is solved or a limit is reached. `watch` gets reports of the running search.
    pub fn solve(
        &mut self,
        position: &Position,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<Cell>),
    ) -> Report<Cell> {
        let mut game = self.game(position);
        self.search.run(&mut game, limits, watch)
    }

    /// Says who wins a position; none if a limit was reached first.
    pub fn winner(&mut self, position: &Position, limits: &Limits) -> Option<Color> {
        winner(self.solve(position, limits, &mut |_| ()).outcome, position.to_play)
    }

    /// The line of a position that was searched: the [whole](Self::whole_line) one if the winner is proved.
    pub fn line(
        &mut self,
        position: &Position,
        report: &Report<Cell>,
        limits: &Limits,
    ) -> Vec<Cell> {
        match report.outcome {
            Some(_) => self.whole_line(position, report, limits).cells().collect(),
            None => report.line().to_vec(),
        }
    }

    /// The moves that may win: the mustplay region without inferior moves; none if the position is proved lost without a
    /// search. Connections of the player to move are not used, since they would leave only one of several winning moves.
    pub fn candidates(&self, position: &Position) -> CellSet {
        let mut examiner = Examiner::new(self.position_params.knowledge.clone());
        let knowledge = examiner.examine(position, Scope::Opponent);
        let is_lost = knowledge.winner() == Some(!position.to_play);
        if is_lost { CellSet::EMPTY } else { knowledge.moves() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Size, parse_diagram, position_after};
    use crate::params::Profile;
    use crate::search::Outcome;
    use crate::training::ProofLabels;
    use std::io::{Cursor, SeekFrom};

    /// The solver's winning move, if there is one.
    pub(super) fn solved(solver: &mut Solver, position: &Position) -> Option<Cell> {
        solver.solve(position, &Limits::default(), &mut |_| ()).winning_move()
    }

    /// The positions after each opening of a board.
    pub(super) fn openings(columns: usize, rows: usize) -> impl Iterator<Item = Position> {
        let size = Size::new(columns, rows).unwrap();
        size.cells().map(move |cell| {
            let mut position = position_after((columns, rows), "");
            position.play(cell);
            position
        })
    }

    /// The published winners of all openings of square boards, row by row, `W` where the first player wins (van Rijswijck and
    /// Hayward, 2003, for 7x7).
    const OPENINGS: [(usize, &str); 7] = [
        (1, "W"),
        (2, ".W W."),
        (3, "..W WWW W.."),
        (4, "...W ..W. .W.. W..."),
        (5, "....W .WWWW .WWW. WWWW. W...."),
        (6, ".....W .WWWWW WWWWWW WWWWWW WWWWW. W....."),
        (7, "......W ..W.WWW .WWWWW. WWWWWWW .WWWWW. WWW.W.. W......"),
    ];

    #[test]
    fn openings_up_to_7x7_have_the_published_winners() {
        for (length, expected) in OPENINGS {
            let mut solver = Solver::new(&Params::of(Profile::Solve));
            let won = |position| {
                let winner = solver.winner(&position, &Limits::default());
                if winner == Some(Color::Black) { 'W' } else { '.' }
            };
            // By the symmetry of the board half of the openings are enough.
            let half = (length * length).div_ceil(2);
            let half: String = openings(length, length).take(half).map(won).collect();
            let expected: String = expected.split(' ').collect();
            assert_eq!(half, expected[..half.len()], "{length}");
        }
    }

    /// Of a lost position all replies that were searched are labelled, though the table has none of them.
    #[test]
    fn samples_say_what_is_proved() {
        let position = position_after((6, 6), "d2");
        let mut solver = Solver::new(&Params::of(Profile::Solve));
        let report = solver.solve(&position, &Limits::default(), &mut |_| ());
        let (mut samples, mut visited) = (Vec::new(), 0);
        let which = TreeSampleSettings { least_work: 2, one_of: 1, proofs: ProofLabels::Length };
        solver.sample(&position, which, &Stop::default(), &mut |sample| {
            visited += 1;
            samples.extend(sample);
        });
        assert_eq!(visited, report.expansions);
        let mut other = Solver::new(&Params::of(Profile::Solve));
        let (mut won, mut lost) = (0, 0);
        for sample in samples {
            for label in sample.labels.iter().filter(|label| label.is_proved) {
                let mut after = sample.position.clone();
                after.play(label.mv);
                let wins =
                    other.winner(&after, &Limits::default()) == Some(sample.position.to_play);
                assert_eq!(label.target > 0.5, wins, "{}", sample.position.board);
                *if wins { &mut won } else { &mut lost } += 1;
            }
        }
        let root = report.outcome.unwrap();
        assert!(root == Outcome::Lost && won > 10 && lost > 10, "{root:?} {won} {lost}");
    }

    /// The number of threads changes nothing that is known; other parameters do.
    #[test]
    fn proofs_stay_when_the_number_of_threads_is_set() {
        let mut params = Params::of(Profile::Solve);
        let mut solver = Solver::new(&params);
        let position =
            Position { board: Board::new(Size::new(5, 5).unwrap()), to_play: Color::Black };
        let expansions = |solver: &mut Solver| {
            solver.solve(&position, &Limits::default(), &mut |_| ()).expansions
        };
        assert!(expansions(&mut solver) > 0);
        params.set_pair("threads=2").unwrap();
        solver.set_params(&params);
        assert_eq!(expansions(&mut solver), 0);
        params.set_pair("delta=400").unwrap();
        solver.set_params(&params);
        assert!(expansions(&mut solver) > 0);
    }

    #[test]
    fn candidates_of_a_won_position_are_all_winning_moves() {
        let bridged = ". . . . .\n . . . B .\n . . . . .\n . . B . .\n . . . . .";
        let board = parse_diagram(bridged).unwrap();
        let mut solver = Solver::new(&Params::of(Profile::Solve));
        let lost = Position { board: board.clone(), to_play: Color::White };
        assert!(solver.candidates(&lost).is_empty());
        let won = Position { board, to_play: Color::Black };
        let candidates = solver.candidates(&won);
        assert!(candidates.len() > 1);
        let moves = solver.solve_all(&won, &Limits::default()).moves;
        assert!((candidates - moves.won).is_empty() && moves.open.is_empty());
    }

    /// A searched line ends with the move that decides, and is told up to the chain.
    #[test]
    fn lines_go_over_the_move_that_decides_to_the_chain() {
        let starts = [3, 4, 5].into_iter().flat_map(|length| openings(length, length));
        let starts = starts.chain([position_after((6, 6), "")]);
        let params = Params::of(Profile::Solve);
        let (mut lines, mut decided) = (0, 0);
        for start in starts {
            let mut solver = Solver::new(&params);
            let mut examiner = Examiner::new(params.position.knowledge.clone());
            let is_open = examiner.examine(&start, Scope::Both).winner().is_none();
            // What is known later is the same, but for which of two equal moves is kept.
            for limits in [Limits::default(), Limits::expansions(0)] {
                let report = solver.solve(&start, &limits, &mut |_| ());
                let line = solver.line(&start, &report, &Limits::default());
                let (mut position, mut end) = (start.clone(), start.clone());
                for cell in &line {
                    end.play(*cell);
                }
                assert_eq!(end.board.winner(), winner(report.outcome, start.to_play), "{line:?}");
                if !is_open {
                    continue;
                }
                for (step, cell) in report.line().iter().enumerate() {
                    let scope = if step == 0 { Scope::Both } else { Scope::Opponent };
                    let is_open = examiner.examine(&position, scope).winner().is_none();
                    assert!(is_open, "{}{line:?}", position.board);
                    position.play(*cell);
                }
                // What was proved of an equal position decides, too.
                let is_decided = examiner.examine(&position, Scope::Opponent).winner().is_some();
                lines += 1;
                decided += usize::from(is_decided);
                assert!(line.starts_with(report.line()));
            }
        }
        assert!(lines > 30 && decided * 10 > lines * 9, "{decided} of {lines}");
    }

    /// Gives out one file, and another one after it went back to the beginning.
    struct TwoFaced<'a>(Cursor<&'a [u8]>, &'a [u8]);

    impl Read for TwoFaced<'_> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            self.0.read(bytes)
        }
    }

    impl Seek for TwoFaced<'_> {
        fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
            self.0 = Cursor::new(self.1);
            Ok(0)
        }
    }

    /// Cannot be read to its end.
    struct Broken<'a>(&'a [u8]);

    impl Read for Broken<'_> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                Err(io::ErrorKind::HostUnreachable.into())
            } else {
                self.0.read(bytes)
            }
        }
    }

    impl Seek for Broken<'_> {
        fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
            panic!("it was never read to its end")
        }
    }

    #[test]
    fn a_file_that_is_not_loaded_leaves_the_table_as_it_was() {
        let mut params = Params::of(Profile::Solve);
        params.set("table_mib", "1").unwrap();
        let after_search = |params: &Params, length, expansions| {
            let board = Board::new(Size::new(length, length).unwrap());
            let position = Position { board, to_play: Color::Black };
            let mut solver = Solver::new(params);
            solver.solve(&position, &Limits::expansions(expansions), &mut |_| ());
            solver
        };
        let saved = |solver: &mut Solver| {
            let mut file = Vec::new();
            solver.save(&mut file).unwrap();
            file
        };
        let mut solver = after_search(&params, 5, 3);
        let before = saved(&mut solver);
        let mut refused = |file: &[u8]| {
            let error = solver.load(Cursor::new(file)).unwrap_err();
            assert_eq!(saved(&mut solver), before, "{error}");
            error
        };
        let file = saved(&mut after_search(&params, 6, 40));
        let damaged = TableFileError::Load(LoadError::Damaged);
        assert_eq!(refused(&file[..file.len() - 1]), damaged);
        let mut wrong = file.clone();
        *wrong.last_mut().unwrap() ^= 1;
        assert_eq!(refused(&wrong), damaged);
        let large = saved(&mut after_search(&Params::of(Profile::Solve), 9, 3000));
        let no_room = refused(&large);
        assert!(
            matches!(no_room, TableFileError::Load(LoadError::NoRoom { mib: 2.. })),
            "{no_room}"
        );

        let unreadable = solver.load(Broken(&file[..file.len() / 2])).unwrap_err();
        assert!(unreadable.to_string().contains("cannot be read"), "{unreadable}");
        assert_eq!(saved(&mut solver), before);
        solver.load(TwoFaced(Cursor::new(&file), &file)).unwrap();
        for other in [&wrong, &file[..file.len() / 2]] {
            let error = solver.load(TwoFaced(Cursor::new(&file), other)).unwrap_err();
            assert_eq!(error, TableFileError::Load(LoadError::Changed));
        }
    }

    #[test]
    fn a_solved_position_solves_its_images() {
        let position = position_after((7, 6), "a1 d4");
        let Position { board, to_play } = &position;
        let images = [
            (board.half_turn(), *to_play),
            (board.mirror(), !*to_play),
            (board.mirror().half_turn(), !*to_play),
        ];
        let mut solver = Solver::new(&Params::of(Profile::Solve));
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
}
