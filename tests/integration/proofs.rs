//! A campaign of proofs: random positions up to 8x8, solved with every profile and several threads, against a search
//! that shares nothing with the program, against their images, and against what follows from the rules.
//!
//! A position follows from its number, so a campaign goes on from any number and a failure repeats:
//! `PROOFS=0..5000 cargo test --release --test integration a_long_campaign_of_proofs -- --ignored --nocapture`

use hexcoven::board::{Board, Cell, Color, Position, Size};
use hexcoven::knowledge::{Examiner, Scope};
use hexcoven::params::{Params, Profile};
use hexcoven::player::{Answer, Game, Move, Player, winner};
use hexcoven::search::{Limits, Outcome};
use hexcoven::solver::{Moves, Refuted, Solver, play_out};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use std::collections::{BTreeSet, HashMap};

/// The most empty cells for the search without Hex knowledge.
const FEW: usize = 13;

/// The most expansions of one search. Some positions with many empty cells stay open.
const EXPANSIONS: u64 = 400;

/// Stones as bits: those of the player who joins top and bottom, and the other's.
type Stones = [u64; 2];

/// A search without Hex knowledge: every game to its end. Black, who joins top and bottom, has number 0.
struct Plain {
    columns: u32,
    rows: u32,
    known: HashMap<(Stones, usize), bool>,
}

impl Plain {
    fn bit(&self, column: u32, row: u32) -> u64 {
        1 << (row * self.columns + column)
    }

    /// Whether the stones of a player join the player's edges.
    fn joins(&self, stones: u64, player: usize) -> bool {
        let (first_column, last_column) = (self.column(0), self.column(self.columns - 1));
        let first_row = (1 << self.columns) - 1;
        let last_row = first_row << ((self.rows - 1) * self.columns);
        let [from, to] =
            if player == 0 { [first_row, last_row] } else { [first_column, last_column] };
        let mut reached = stones & from;
        loop {
            let (no_left, no_right) = (reached & !first_column, reached & !last_column);
            let sides = (no_left >> 1) | (no_right << 1);
            let above = reached >> self.columns | no_right >> (self.columns - 1);
            let below = reached << self.columns | no_left << (self.columns - 1);
            let next = (reached | sides | above | below) & stones;
            if next == reached {
                return reached & to != 0;
            }
            reached = next;
        }
    }

    fn column(&self, column: u32) -> u64 {
        (0..self.rows).map(|row| self.bit(column, row)).sum()
    }

    fn all(&self) -> u64 {
        u64::MAX >> (64 - self.columns * self.rows)
    }

    /// Who wins with this player to move.
    fn winner(&mut self, stones: Stones, to_play: usize) -> usize {
        if self.joins(stones[1 - to_play], 1 - to_play) {
            return 1 - to_play;
        }
        if let Some(wins) = self.known.get(&(stones, to_play)) {
            return if *wins { to_play } else { 1 - to_play };
        }
        let wins = self.moves(stones).any(|cell| self.wins(stones, to_play, cell));
        self.known.insert((stones, to_play), wins);
        if wins { to_play } else { 1 - to_play }
    }

    fn wins(&mut self, mut stones: Stones, to_play: usize, cell: u64) -> bool {
        stones[to_play] |= cell;
        self.winner(stones, 1 - to_play) == to_play
    }

    fn moves(&self, stones: Stones) -> impl Iterator<Item = u64> + use<> {
        let empty = self.all() & !(stones[0] | stones[1]);
        (0..64).map(|place| 1 << place).filter(move |cell| empty & cell != 0)
    }
}

/// A position of the campaign, and its own randomness.
struct Case {
    number: u64,
    random: StdRng,
    position: Position,
}

impl Case {
    fn new(number: u64) -> Self {
        let mut random = StdRng::seed_from_u64(number);
        loop {
            let position = random_position(&mut random);
            let is_over = position.board.winner().is_some();
            // The knowledge alone decides most random positions: these ask for little.
            if !is_over && (is_open(&position) || random.random_bool(0.1)) {
                return Self { number, random, position };
            }
        }
    }

    fn says(&self, what: &str) -> String {
        let Position { board, to_play } = &self.position;
        format!("position {}, {to_play} to play: {what}\n{board}", self.number)
    }

    fn is_small(&self) -> bool {
        self.position.board.empty().len() <= FEW
    }

    /// The solver with a profile and threads, and a table that is soon full.
    fn solver(profile: Profile, threads: u32) -> Solver {
        let mut params = Params::of(profile);
        params.set("threads", &threads.to_string()).unwrap();
        params.set("table_mib", "2").unwrap();
        Solver::new(&params)
    }

    /// The winner, if it is known within the limits; all who know it say the same.
    fn check(mut self) -> Option<Color> {
        let mut known = self.is_small().then(|| self.plain_winner());
        for profile in [Profile::Solve, Profile::Play, Profile::Paper] {
            for threads in [1, 2] {
                let mut solver = Self::solver(profile, threads);
                for (image, is_exchanged) in self.images() {
                    let limits = Limits::expansions(EXPANSIONS);
                    let found = solver.winner(&image, &limits);
                    let found = found.map(|winner| if is_exchanged { !winner } else { winner });
                    assert!(
                        known.is_none() || found.is_none() || found == known,
                        "{}",
                        self.says(&format!("{profile}, {threads} threads: {found:?}"))
                    );
                    let must_be_found = self.is_small() && profile == Profile::Solve;
                    assert!(found.is_some() || !must_be_found, "{}", self.says("open"));
                    known = known.or(found);
                }
            }
        }
        self.check_player(known);
        if let Some(winner) = known {
            self.check_moves(winner);
            self.check_strategy(winner);
        }
        known
    }

    /// The position, turned, and with the colours exchanged; whether they are, in an order by chance.
    fn images(&mut self) -> Vec<(Position, bool)> {
        let Position { board, to_play } = self.position.clone();
        let turned = Position { board: board.half_turn(), to_play };
        let exchanged = Position { board: board.mirror(), to_play: !to_play };
        let mut images = vec![(self.position.clone(), false), (turned, false), (exchanged, true)];
        images.shuffle(&mut self.random);
        images
    }

    fn plain(&self) -> (Plain, Stones) {
        let size = self.position.board.size();
        let [columns, rows] = [size.columns(), size.rows()].map(|n| u32::try_from(n).unwrap());
        let plain = Plain { columns, rows, known: HashMap::new() };
        let bits = |color| {
            let stones = self.position.board.stones(color);
            stones.iter().map(|cell| Self::plain_cell(size, cell)).sum()
        };
        (plain, [bits(Color::Black), bits(Color::White)])
    }

    fn plain_cell(size: Size, cell: Cell) -> u64 {
        1 << (size.row(cell) * size.columns() + size.column(cell))
    }

    fn to_play(&self) -> usize {
        usize::from(self.position.to_play == Color::White)
    }

    fn plain_winner(&self) -> Color {
        let (mut plain, stones) = self.plain();
        Color::BOTH[plain.winner(stones, self.to_play())]
    }

    /// The list of winning moves is the right one; without the plain search, each move of it is, as another profile says.
    fn check_moves(&mut self, winner: Color) {
        let is_won = winner == self.position.to_play;
        let limits = Limits::expansions(4 * EXPANSIONS);
        let Moves { won, open, .. } =
            Self::solver(Profile::Solve, 1).solve_all(&self.position, &limits).moves;
        if self.is_small() {
            assert!(open.is_empty(), "{}", self.says("open moves"));
            let (mut plain, stones) = self.plain();
            let size = self.position.board.size();
            for cell in self.position.board.empty() {
                let wins = plain.wins(stones, self.to_play(), Self::plain_cell(size, cell));
                assert_eq!(won.contains(cell), wins, "{}", self.says(&size.name(cell)));
            }
            return;
        }
        assert!(is_won || won.is_empty(), "{}", self.says("a lost position has winning moves"));
        assert!(!is_won || !(won | open).is_empty(), "{}", self.says("no move wins"));
        let mut other = Self::solver(Profile::Paper, 2);
        let limits = Limits::expansions(EXPANSIONS / 4);
        for cell in self.position.board.empty() - open {
            let mut next = self.position.clone();
            next.play(cell);
            let found = other.winner(&next, &limits);
            let mover = self.position.to_play;
            let expected = if won.contains(cell) { mover } else { !mover };
            assert!(
                found.is_none_or(|found| found == expected),
                "{}",
                self.says(&format!("after {}", self.position.board.size().name(cell)))
            );
        }
    }

    /// The solver's moves win every line, by the rules alone, and its own line goes to the winner's chain.
    fn check_strategy(&self, winner: Color) {
        let mut solver = Self::solver(Profile::Solve, 1);
        let limits = Limits::expansions(EXPANSIONS);
        let report = solver.solve(&self.position, &limits, &mut |_| ());
        let line = solver.whole_line(&self.position, &report, &limits);
        let mut end = self.position.clone();
        for cell in line.resisting.iter().chain(&line.finishing) {
            let is_legal = end.board.winner().is_none() && end.board.empty().contains(*cell);
            assert!(is_legal, "{}", self.says(&format!("{line:?}")));
            end.play(*cell);
        }
        let last = end.board.winner();
        let is_short = !self.is_small() && last.is_none();
        assert!(last == Some(winner) || is_short, "{}", self.says(&format!("{line:?}")));
        if self.is_small() {
            let played = play_out(&self.position, winner, &mut |position| {
                let report = solver.solve(position, &limits, &mut |_| ());
                report.best().filter(|_| report.outcome == Some(Outcome::Won))
            });
            let refuted = played.err().as_ref().map(Refuted::to_string);
            assert_eq!(refuted, None, "{}", self.says("the strategy"));
        }
    }

    /// A player with few expansions may prove nothing, but nothing that is wrong, and it keeps a won game that it saw won.
    fn check_player(&mut self, known: Option<Color>) {
        let Position { board, to_play } = &self.position;
        let mut params = Params::default();
        params.set("max_expansions", &self.random.random_range(1..60).to_string()).unwrap();
        params.set("table_mib", "2").unwrap();
        let stones = Color::BOTH.into_iter();
        let stones = stones.flat_map(|color| board.stones(color).iter().map(move |c| (color, c)));
        let mut player = Player::new(board.size(), params);
        player.begin_game(Game::with_stones(board.size(), stones.collect()).unwrap());
        let answer = player.choose(*to_play, &mut |_| ());
        let proved = player.last_report().and_then(|(_, report)| winner(report.outcome, *to_play));
        assert!(
            known.is_none() || proved.is_none() || proved == known,
            "{}",
            self.says(&format!("the player proves {proved:?}"))
        );
        if let (Answer::Move(Move::Place(cell)), true) = (answer, proved == Some(*to_play)) {
            let mut next = self.position.clone();
            next.play(cell);
            let found =
                Self::solver(Profile::Solve, 1).winner(&next, &Limits::expansions(EXPANSIONS));
            assert!(found.is_none() || found == proved, "{}", self.says("the player's move"));
        }
    }
}

/// Whether nothing decides a position without a search.
fn is_open(position: &Position) -> bool {
    let mut examiner = Examiner::new(Params::default().position.knowledge);
    examiner.examine(position, Scope::Both).winner().is_none()
}

/// A board of any size up to 8x8 with any numbers of stones, mostly with few empty cells.
fn random_position(random: &mut StdRng) -> Position {
    let columns = random.random_range(1..=8);
    let rows = if random.random_bool(0.6) { columns } else { random.random_range(1..=8) };
    let size = Size::new(columns, rows).unwrap();
    let count = size.cell_count();
    let most = if random.random_bool(0.6) { FEW } else { 56 };
    let empty = random.random_range(1..=count.min(most));
    // As many of both colours, or more of one.
    let is_even = random.random_bool(0.5);
    let black = if is_even { 0.5 } else { random.random_range(0.3..0.7) };
    let mut cells: Vec<Cell> = size.cells().collect();
    cells.shuffle(random);
    let mut board = Board::new(size);
    for (place, cell) in cells.into_iter().skip(empty).enumerate() {
        let is_black = if is_even { place % 2 == 0 } else { random.random_bool(black) };
        board.place(if is_black { Color::Black } else { Color::White }, cell);
    }
    let to_play = if random.random_bool(0.5) { Color::Black } else { Color::White };
    Position { board, to_play }
}

#[test]
fn the_plain_search_knows_the_small_boards() {
    for (columns, rows, expected) in [(1, 1, None), (3, 3, None), (3, 4, Some(1)), (4, 3, Some(0))]
    {
        for first in [0, 1] {
            let mut plain = Plain { columns, rows, known: HashMap::new() };
            assert_eq!(plain.winner([0, 0], first), expected.unwrap_or(first));
        }
    }
}

#[test]
fn a_short_campaign_of_proofs_is_right() {
    let winners: BTreeSet<Option<Color>> =
        (0..30).map(|number| Case::new(number).check()).collect();
    assert!(winners.is_superset(&Color::BOTH.map(Some).into()), "{winners:?}");
}

#[test]
#[ignore = "an hour; the command is above"]
#[expect(clippy::print_stdout, reason = "its progress")]
fn a_long_campaign_of_proofs() {
    let (mut small, mut counts) = (0, [0; 3]);
    for number in crate::campaign::range("PROOFS", "0..5000") {
        let case = Case::new(number);
        small += usize::from(case.is_small());
        let winner = case.check();
        counts[winner.map_or(2, |winner| winner as usize)] += 1;
        if number % 100 == 99 {
            println!(
                "to position {number}: {small} against the plain search, won by black, white, open {counts:?}"
            );
        }
    }
}
