//! The experiment of VU16: Othello players that choose by the conspiracy-adjusted evaluation value.
//!
//! A player `CN(x, y)` grows a tree of `x` plies, each leaf of which has the value of an alpha-beta search of `y`
//! plies, and plays the move with the best adjusted value (Algorithms 1 and 2). We do not have the transcripts that the
//! paper's games begin with; here they begin with 5 to 10 random moves.

use super::of;
use crate::search::Conspiracy;
use crate::search::staircase::{INFINITE, Minimum, Staircase, Step, Sum, Value};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// `RANGE` of the paper's appendix.
const RANGE: Value = 1000;

/// More than any evaluation.
const WIN: Value = 100_000;

/// A position: the discs of the player to move and those of the other, one bit a square, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Othello {
    own: u64,
    other: u64,
}

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// All squares one step away in a direction, 0 to 7.
fn step(squares: u64, direction: u8) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    match direction {
        0 => squares << 8,
        1 => squares >> 8,
        2 => (squares << 1) & NOT_A,
        3 => (squares >> 1) & NOT_H,
        4 => (squares << 9) & NOT_A,
        5 => (squares >> 9) & NOT_H,
        6 => (squares << 7) & NOT_H,
        _ => (squares >> 7) & NOT_A,
    }
}

/// The squares next to these, in any direction.
fn around(squares: u64) -> u64 {
    (0..8).fold(0, |all, direction| all | step(squares, direction))
}

impl Othello {
    const START: Self = Self { own: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000 };

    fn empty(self) -> u64 {
        !(self.own | self.other)
    }

    fn turned(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// The squares where the player to move may put a disc.
    fn moves(self) -> u64 {
        (0..8).fold(0, |all, direction| {
            let mut line = step(self.own, direction) & self.other;
            for _ in 0..5 {
                line |= step(line, direction) & self.other;
            }
            all | (step(line, direction) & self.empty())
        })
    }

    /// The position after a disc on this square, for the other player.
    fn after(self, square: u64) -> Self {
        let mut flipped = 0;
        for direction in 0..8 {
            let mut line = 0;
            let mut at = step(square, direction);
            while at & self.other != 0 {
                line |= at;
                at = step(at, direction);
            }
            if at & self.own != 0 {
                flipped |= line;
            }
        }
        Self { own: self.other & !flipped, other: self.own | flipped | square }
    }

    /// The positions after each move; after a pass if there is none; none if the game is over.
    fn next(self) -> Vec<Self> {
        let moves = self.moves();
        if moves == 0 {
            let passed = self.turned();
            return if passed.moves() == 0 { Vec::new() } else { vec![passed] };
        }
        (0..64)
            .map(|bit| 1 << bit)
            .filter(|square| moves & square != 0)
            .map(|square| self.after(square))
            .collect()
    }

    /// The lead of the player to move in discs.
    fn lead(self) -> Value {
        difference(self, |discs, _| discs)
    }
}

/// How many more of some squares the player to move has. The squares are a function of a player's discs and the other's.
fn difference(position: Othello, squares: impl Fn(u64, u64) -> u64) -> Value {
    let count =
        |position: Othello| squares(position.own, position.other).count_ones().cast_signed();
    count(position) - count(position.turned())
}

type Evaluation = fn(Othello) -> Value;

/// Algorithm 4.
fn ev1(position: Othello) -> Value {
    let empty = position.empty();
    let next_to_corners = difference(position, |own, _| own & around(CORNERS & empty));
    let frontier = difference(position, |own, _| own & around(empty));
    ev2(position) - 200 * next_to_corners - 100 * frontier
}

/// Algorithm 5.
fn ev2(position: Othello) -> Value {
    let corners = difference(position, |own, _| own & CORNERS);
    let mobility = difference(position, |own, other| Othello { own, other }.moves());
    1000 * corners + 100 * mobility + position.lead()
}

/// A value at the end of the game.
fn result(position: Othello) -> Value {
    position.lead().signum() * WIN + position.lead()
}

fn alpha_beta(
    position: Othello,
    depth: u32,
    mut alpha: Value,
    beta: Value,
    evaluate: Evaluation,
) -> Value {
    let next = position.next();
    if next.is_empty() || depth == 0 {
        return if next.is_empty() { result(position) } else { evaluate(position) };
    }
    for child in next {
        alpha = alpha.max(-alpha_beta(child, depth - 1, -beta, -alpha, evaluate));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// A player `CN(x, y)` of the paper.
#[derive(Clone, Copy, Debug)]
struct Player {
    cn_depth: u32,
    ab_depth: u32,
    evaluate: Evaluation,
}

impl Player {
    /// The position after its move.
    fn choose(self, next: &[Othello]) -> Othello {
        let value = |child: &&Othello| match self.cn_depth {
            0 => {
                f64::from(-alpha_beta(**child, self.ab_depth - 1, -2 * WIN, 2 * WIN, self.evaluate))
            }
            depth => -self.conspiracy(**child, depth - 1).adjusted_value(RANGE),
        };
        *next.iter().max_by(|a, b| value(a).total_cmp(&value(b))).expect("there is a move")
    }

    /// The conspiracy numbers of a position, (1) to (5).
    fn conspiracy(self, position: Othello, depth: u32) -> Conspiracy {
        let next = position.next();
        let leaf = |value: Value, height| {
            let from = |above| Staircase::from_steps(&[Step { above, height }]);
            of(from(value), from(-value))
        };
        if next.is_empty() {
            return leaf(result(position), INFINITE);
        }
        if depth == 0 {
            return leaf(alpha_beta(position, self.ab_depth, -2 * WIN, 2 * WIN, self.evaluate), 1);
        }
        let (mut raise, mut lower) = (Minimum::default(), Sum::default());
        for child in next {
            let child = self.conspiracy(child, depth - 1);
            raise.add(&child.lower, 0);
            lower.add(&child.raise, 0);
        }
        of(raise.total(0.0), lower.total(0.0))
    }
}

/// The points of the first player in a game: 1, a half or 0.
fn play(mut position: Othello, players: [Player; 2]) -> f64 {
    for player in players.iter().cycle() {
        let next = position.next();
        if next.is_empty() {
            let lead = if std::ptr::eq(player, &raw const players[0]) {
                position.lead()
            } else {
                -position.lead()
            };
            return f64::from(lead.signum() + 1) / 2.0;
        }
        position = player.choose(&next);
    }
    unreachable!("a game ends")
}

/// A position after 5 to 10 random moves.
fn random_start(random: &mut StdRng) -> Othello {
    let mut position = Othello::START;
    for _ in 0..random.random_range(5..=10) {
        let next = position.next();
        position = next[random.random_range(0..next.len())];
    }
    position
}

#[test]
fn othello_has_as_many_positions_as_others_count() {
    fn count(position: Othello, depth: u32) -> usize {
        if depth == 0 {
            1
        } else {
            position.next().into_iter().map(|next| count(next, depth - 1)).sum()
        }
    }
    assert_eq!(
        [1, 2, 3, 4, 5, 6].map(|depth| count(Othello::START, depth)),
        [4, 12, 56, 244, 1396, 8200]
    );
}

#[test]
fn the_minimax_value_is_that_of_alpha_beta() {
    let mut random = StdRng::seed_from_u64(1);
    for _ in 0..10 {
        let position = random_start(&mut random);
        for evaluate in [ev1, ev2] {
            let player = Player { cn_depth: 3, ab_depth: 0, evaluate };
            let value = alpha_beta(position, 3, -2 * WIN, 2 * WIN, evaluate);
            assert_eq!(player.conspiracy(position, 3).value(), value);
        }
    }
}

/// Tables 1 to 3. The page `conspiracy` of the notes has the command and what came out. `MATCHES`, a range such as
/// `5..15`, selects some of the matches, which are numbered from 0 in the order of the table there.
#[test]
#[ignore = "takes many minutes, and there is nothing to check: it prints the paper's tables"]
#[expect(clippy::print_stderr, reason = "an experiment for people")]
fn tables_1_to_3() {
    let players = [ev1, ev2].map(|evaluate: Evaluation| {
        [(5, 0), (3, 2), (0, 5)].map(|(cn_depth, ab_depth)| Player { cn_depth, ab_depth, evaluate })
    });
    let all = (0..3).flat_map(|row| (0..3).map(move |column| (row, column)));
    let pairs = [(1, 1), (0, 0), (0, 1)]
        .into_iter()
        .flat_map(|evaluations| all.clone().map(move |(row, column)| (evaluations, (row, column))));
    let pairs = pairs.filter(|((a, b), (row, column))| a != b || row < column);
    let range = std::env::var("MATCHES").unwrap_or("0..15".to_owned());
    let (first, end) = range.split_once("..").expect("MATCHES is a range such as 5..15");
    let [first, end] = [first, end].map(|number| number.parse().unwrap());
    for ((first, second), (row, column)) in pairs.take(end).skip(first) {
        let (a, b) = (players[first][row], players[second][column]);
        let points = points(a, b);
        eprintln!("{} against {}: {points} - {}", name(first, a), name(second, b), 40.0 - points);
    }
}

/// The first player's points in 40 games.
fn points(a: Player, b: Player) -> f64 {
    let mut random = StdRng::seed_from_u64(2016);
    let two_games = |_| {
        let start = random_start(&mut random);
        play(start, [a, b]) + 1.0 - play(start, [b, a])
    };
    (0..20).map(two_games).sum()
}

/// A player's name in the tables.
fn name(evaluation: usize, player: Player) -> String {
    format!("{} CN({},{})", ["EV1", "EV2"][evaluation], player.cn_depth, player.ab_depth)
}
