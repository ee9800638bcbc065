//! A campaign of games: sizes, levels, clocks, starts, swaps and undos by chance, judged by a referee that shares
//! nothing with the program.
//!
//! A game follows from its number, so a campaign goes on from any number and a failure repeats:
//! `GAMES=0..2000 cargo test --release --test integration a_long_campaign_of_games -- --ignored --nocapture`

use crate::gtp_process::GtpProcess;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::ops::Range;
use std::time::{Duration, Instant};

/// The numbers that an environment variable says, or else these.
pub(crate) fn range(variable: &str, default: &str) -> Range<u64> {
    let text = std::env::var(variable).unwrap_or(default.to_owned());
    let (first, end) = text.split_once("..").expect("a range such as 0..2000");
    first.parse().unwrap()..end.parse().unwrap()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stone {
    Black,
    White,
}
use Stone::{Black, White};

impl Stone {
    fn other(self) -> Self {
        if self == Black { White } else { Black }
    }

    fn name(self) -> &'static str {
        if self == Black { "black" } else { "white" }
    }
}

/// The stones of a game. Cells are columns and rows, from 0.
#[derive(Clone, Debug, PartialEq)]
struct Board {
    columns: usize,
    rows: usize,
    cells: Vec<Option<Stone>>,
    to_play: Stone,
}

impl Board {
    fn new(columns: usize, rows: usize) -> Self {
        Self { columns, rows, cells: vec![None; columns * rows], to_play: Black }
    }

    fn name(&self, cell: usize) -> String {
        let letter = char::from(b'a' + u8::try_from(cell % self.columns).unwrap());
        format!("{letter}{}", cell / self.columns + 1)
    }

    fn cell(&self, name: &str) -> usize {
        (0..self.cells.len())
            .find(|cell| self.name(*cell) == name)
            .unwrap_or_else(|| panic!("{name}"))
    }

    fn empty(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|cell| self.cells[*cell].is_none()).collect()
    }

    fn put(&mut self, cell: usize) {
        assert!(self.cells[cell].is_none(), "{} is taken", self.name(cell));
        self.cells[cell] = Some(self.to_play);
        self.to_play = self.to_play.other();
    }

    /// The first stone becomes White's, mirrored.
    fn swap_pieces(&mut self) {
        assert_eq!(self.columns, self.rows);
        let first = self.cells.iter().position(Option::is_some).unwrap();
        self.cells[first] = None;
        self.cells[first % self.columns * self.columns + first / self.columns] = Some(White);
        self.to_play = Black;
    }

    /// Who joins his edges: Black top and bottom, White left and right.
    fn winner(&self) -> Option<Stone> {
        [Black, White].into_iter().find(|stone| self.joins(*stone))
    }

    fn joins(&self, stone: Stone) -> bool {
        let mut seen = vec![false; self.cells.len()];
        let along =
            |cell: usize| if stone == Black { cell / self.columns } else { cell % self.columns };
        let last = if stone == Black { self.rows - 1 } else { self.columns - 1 };
        let mut waiting: Vec<usize> =
            (0..self.cells.len()).filter(|cell| along(*cell) == 0).collect();
        while let Some(cell) = waiting.pop() {
            if seen[cell] || self.cells[cell] != Some(stone) {
                continue;
            }
            if along(cell) == last {
                return true;
            }
            seen[cell] = true;
            let (column, row) = (cell % self.columns, cell / self.columns);
            for (right, down) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)] {
                let place = (column.checked_add_signed(right), row.checked_add_signed(down));
                if let (Some(column), Some(row)) = place
                    && column < self.columns
                    && row < self.rows
                {
                    waiting.push(row * self.columns + column);
                }
            }
        }
        false
    }

    /// The stones as `showboard` draws them.
    fn rows_of(diagram: &str) -> Vec<Option<Stone>> {
        let row = |line: &str| line.split('\\').nth(1).map(str::to_owned);
        let letters: String = diagram.lines().filter_map(row).collect();
        let stone = |letter| match letter {
            'B' => Some(Some(Black)),
            'W' => Some(Some(White)),
            '.' => Some(None),
            _ => None,
        };
        letters.chars().filter_map(stone).collect()
    }
}

/// One game of the campaign.
struct Game {
    number: u64,
    random: StdRng,
    engine: GtpProcess,
    board: Board,
    /// The boards before each move.
    before: Vec<Board>,
    may_swap: bool,
    /// The word of a swap, which says what it means.
    swap: &'static str,
    /// Whom the engine called the winner when it resigned for the other.
    proved: Option<Stone>,
    /// What the engine has thought, and what its clock gave it at the start, for each colour.
    thought: [Duration; 2],
    clock: Option<Duration>,
}

impl Game {
    fn start(number: u64) -> Self {
        let mut random = StdRng::seed_from_u64(number);
        let most = *[3, 5, 7, 11, 19].get(random.random_range(0..5)).unwrap();
        let columns = random.random_range(1..=most);
        let rows = if random.random_bool(0.7) { columns } else { random.random_range(1..=most) };
        let may_swap = columns == rows && random.random_bool(0.5);
        let [level, expansions] = [0..=15, 1..=30].map(|range| random.random_range(range));
        let swap = if random.random_bool(0.5) { "swap-pieces" } else { "swap-sides" };
        let settings = [
            format!("level={level}"),
            format!("seed={number}"),
            format!("max_expansions={expansions}"),
            format!("allow_swap={}", u8::from(may_swap)),
            format!("swap_meaning={}", swap.trim_start_matches("swap-")),
            format!("resign={}", u8::from(random.random_bool(0.5))),
            format!("threads={}", random.random_range(1..=2)),
            "table_mib=8".to_owned(),
        ];
        let size = format!("{columns}x{rows}");
        let mut args = vec!["--boardsize", &size];
        args.extend(settings.iter().flat_map(|setting| ["--set", setting.as_str()]));
        let (engine, board) = (GtpProcess::start(&args), Board::new(columns, rows));
        let (before, proved, thought, clock) = (Vec::new(), None, [Duration::ZERO; 2], None);
        Self { number, random, engine, board, before, may_swap, swap, proved, thought, clock }
    }

    /// Some stones of any colours, and a clock.
    fn set_up(&mut self) {
        if self.random.random_bool(0.25) {
            let mut words = Vec::new();
            for cell in self.board.empty() {
                if self.random.random_bool(0.2) {
                    let stone = if self.random.random_bool(0.5) { Black } else { White };
                    self.board.cells[cell] = Some(stone);
                    words.push(format!("{} {}", stone.name(), self.board.name(cell)));
                }
            }
            if self.board.winner().is_some() {
                self.board = Board::new(self.board.columns, self.board.rows);
                words.clear();
            }
            self.engine.ok(&format!("set_position {}", words.join(" ")));
            let stones =
                |stone| self.board.cells.iter().filter(|cell| **cell == Some(stone)).count();
            self.board.to_play = if stones(Black) > stones(White) { White } else { Black };
            self.may_swap = false;
        }
        if self.random.random_bool(0.3) {
            let seconds = (self.board.cells.len() / 50).max(1);
            self.engine.ok("param_player max_expansions 0");
            self.engine.ok(&format!("time_settings {seconds} 0 0"));
            self.clock = Some(Duration::from_secs(seconds as u64));
        }
    }

    /// Plays to the end; the winner.
    fn play(&mut self) -> Stone {
        self.set_up();
        loop {
            if let Some(winner) = self.board.winner() {
                return winner;
            }
            let is_loser = self.proved.is_some_and(|winner| winner != self.board.to_play);
            if self.proved.is_none() && !self.before.is_empty() && self.random.random_bool(0.04) {
                self.undo();
            } else if is_loser || self.proved.is_none() && self.random.random_bool(0.3) {
                self.move_by_chance();
            } else {
                self.move_by_engine();
            }
        }
    }

    fn undo(&mut self) {
        self.engine.ok("undo");
        self.board = self.before.pop().unwrap();
    }

    fn may_swap_now(&self) -> bool {
        self.may_swap && self.before.len() == 1
    }

    fn move_by_chance(&mut self) {
        let empty = self.board.empty();
        let cell = empty[self.random.random_range(0..empty.len())];
        let color = self.board.to_play.name();
        if self.may_swap_now() && self.random.random_bool(0.3) {
            let swap = self.swap;
            self.engine.ok(&format!("play {color} {swap}"));
            self.make(swap);
        } else {
            let name = self.board.name(cell);
            self.engine.ok(&format!("play {color} {name}"));
            self.make(&name);
        }
    }

    fn move_by_engine(&mut self) {
        let color = self.board.to_play;
        let start = Instant::now();
        let answer = self.engine.ok(&format!("genmove {}", color.name()));
        self.thought[color as usize] += start.elapsed();
        if answer == "resign" {
            assert_eq!(self.proved, None, "{}: the winner resigns", self.number);
            self.proved = Some(color.other());
            // From here on the winner must convert what was called lost for the other.
            self.engine.ok("param_player level 0");
            self.engine.ok("param_player max_expansions 1000");
        } else {
            self.make(&answer);
        }
    }

    fn make(&mut self, name: &str) {
        self.before.push(self.board.clone());
        match name {
            "swap-pieces" | "swap-sides" => {
                assert!(self.before.len() == 2 && self.may_swap, "{}: a swap", self.number);
                if name == "swap-pieces" {
                    self.board.swap_pieces();
                }
            }
            name => self.board.put(self.board.cell(name)),
        }
    }

    /// The end is the referee's: who has won, which stones there are, and that no more come.
    fn check_end(mut self, winner: Stone) {
        let number = self.number;
        assert!(
            self.proved.is_none_or(|proved| proved == winner),
            "game {number}: not what was proved"
        );
        let letter = if winner == Black { "B+" } else { "W+" };
        assert_eq!(self.engine.ok("final_score"), letter, "game {number}");
        for color in [self.board.to_play, self.board.to_play.other()] {
            let _ = self.engine.send(&format!("genmove {}", color.name()));
        }
        let diagram = self.engine.ok("showboard");
        assert_eq!(Board::rows_of(&diagram), self.board.cells, "game {number}\n{diagram}");
        let file =
            std::env::temp_dir().join(format!("campaign-{}-{number}.sgf", std::process::id()));
        self.engine.ok(&format!("printsgf {}", file.display()));
        self.engine.ok("clear_board");
        self.engine.ok(&format!("loadsgf {}", file.display()));
        std::fs::remove_file(file).unwrap();
        let again = self.engine.ok("showboard");
        assert_eq!(
            Board::rows_of(&again),
            self.board.cells,
            "game {number}, from its record\n{again}"
        );
        let (status, log) = self.engine.quit();
        assert!(status.success() && !log.contains("panicked"), "game {number}: {log}");
    }
}

/// Plays these games; how many Black won, and how many were resigned first.
fn play(numbers: impl Iterator<Item = u64>) -> (u64, u64) {
    let (mut black, mut resigned) = (0, 0);
    for number in numbers {
        let mut game = Game::start(number);
        let winner = game.play();
        black += u64::from(winner == Black);
        resigned += u64::from(game.proved.is_some());
        game.check_end(winner);
    }
    (black, resigned)
}

#[test]
fn a_short_campaign_of_games_ends_as_the_referee_says() {
    let (black, resigned) = play(0..30);
    assert!((5..=25).contains(&black) && resigned > 3, "Black won {black}, {resigned} resigned");
}

#[test]
#[ignore = "half an hour; the command is above"]
#[expect(clippy::print_stdout, reason = "its progress")]
fn a_long_campaign_of_games() {
    for number in range("GAMES", "0..2000") {
        let start = Instant::now();
        let mut game = Game::start(number);
        let winner = game.play();
        // What a clock gives, and as much again for pipes, a machine that is busy, and the least that a move takes.
        if let Some(clock) = game.clock {
            let most = game.thought.iter().max().unwrap();
            assert!(*most < clock + Duration::from_secs(1), "game {number}: {most:?} of {clock:?}");
        }
        let (moves, size) = (game.before.len(), (game.board.columns, game.board.rows));
        game.check_end(winner);
        println!("game {number}: {size:?}, {moves} moves, {winner:?} won, {:.1?}", start.elapsed());
    }
}
