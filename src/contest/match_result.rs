//! The result of a match: wins, times and faults of both engines, Elo difference, scores of pairs.

use super::GameResult;
use crate::messages::counted;
use comfy_table::{Table, presets};
use statrs::distribution::{ContinuousCDF, Normal};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The number of pairs in which A won no game, one, and two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairScores([u32; 3]);

impl PairScores {
    /// Adds a pair in which A won this many games.
    ///
    /// # Panics
    /// If `wins` is more than 2.
    pub fn add(&mut self, wins: usize) {
        self.0[wins] += 1;
    }

    /// The number of pairs.
    pub fn count(&self) -> f64 {
        f64::from(self.0.iter().sum::<u32>())
    }

    /// The mean of A's score of a pair: 0, 0.5 or 1. 0 without pairs.
    pub fn mean(&self) -> f64 {
        self.expectation(|share| share)
    }

    /// The variance of A's score of a pair. 0 without pairs.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.expectation(|share| (share - mean).powi(2))
    }

    fn expectation(&self, of: impl Fn(f64) -> f64) -> f64 {
        let shares = [0.0, 0.5, 1.0].into_iter().zip(self.0);
        let sum: f64 = shares.map(|(share, count)| f64::from(count) * of(share)).sum();
        sum / self.count().max(1.0)
    }
}

/// One engine's games.
#[derive(Clone, Debug, Default)]
struct Side {
    wins_as_black: u32,
    wins_as_white: u32,
    /// The time of all its moves.
    seconds: f64,
    moves: f64,
    most_seconds: f64,
    faults: u32,
}

impl Side {
    /// Adds a game with this many moves, their mean time and that of the slowest.
    fn add_times(&mut self, mean: f64, moves: usize, most: f64) {
        #[expect(clippy::cast_precision_loss, reason = "figures for people")]
        // A game may end with an answer that is no move, and took time.
        let moves = (moves as f64).max(if most > 0.0 { 1.0 } else { 0.0 });
        self.seconds += mean * moves;
        self.moves += moves;
        self.most_seconds = self.most_seconds.max(most);
    }

    /// The mean time of a move.
    fn mean_seconds(&self) -> f64 {
        self.seconds / self.moves.max(1.0)
    }
}

/// The result of a match, seen by engine A.
///
/// Engines without chance and clock play the same game again from the same opening, and that says nothing new: such a game is
/// left out. If any two games with the same opening and colours differ, all games count. A game with a fault always counts.
#[derive(Clone, Debug, Default)]
pub struct MatchResult {
    /// The number of games that were left out.
    repeated: u32,
    games: u32,
    games_as_black: u32,
    length: usize,
    a: Side,
    b: Side,
    pairs: PairScores,
    /// The number of moves that the engines made.
    made: usize,
    /// The time of our solver, which is neither's.
    judge_seconds: f64,
}

impl MatchResult {
    /// The result of these games.
    pub fn of<'a>(games: impl IntoIterator<Item = &'a GameResult>) -> Self {
        let mut result = Self::default();
        // By their numbers: which games of equal ones count does not depend on the order in which they ended.
        let mut games: Vec<&GameResult> = games.into_iter().collect();
        games.sort_by_key(|played| played.game);
        let mut pairs: BTreeMap<usize, Vec<bool>> = BTreeMap::new();
        let (play_the_same, mut known) = (play_the_same_again(&games), BTreeSet::new());
        for played in games {
            let is_whole = played.fault.is_empty();
            let is_repeated =
                is_whole && !known.insert((&played.size, &played.moves, played.a_black));
            if is_repeated && play_the_same {
                result.repeated += 1;
                continue;
            }
            result.add(played);
            pairs.entry(played.game / 2).or_default().push(played.a_won);
        }
        for wins in pairs.into_values().filter(|pair| pair.len() == 2) {
            result.pairs.add(wins.into_iter().filter(|won| *won).count());
        }
        result
    }

    fn add(&mut self, played: &GameResult) {
        self.games += 1;
        self.games_as_black += u32::from(played.a_black);
        self.length = self.length.saturating_add(played.length);
        let made = played.length.saturating_sub(played.opening.split_whitespace().count());
        self.made = self.made.saturating_add(made);
        self.judge_seconds += played.judge_s;
        let winner = if played.a_won { &mut self.a } else { &mut self.b };
        let is_black = played.a_won == played.a_black;
        winner.wins_as_black += u32::from(is_black);
        winner.wins_as_white += u32::from(!is_black);
        let [a_moves, b_moves] = played.moves_of_both();
        self.a.add_times(played.a_s, a_moves, played.a_max);
        self.b.add_times(played.b_s, b_moves, played.b_max);
        match played.is_fault_of_a() {
            Some(true) => self.a.faults += 1,
            Some(false) => self.b.faults += 1,
            None => {}
        }
    }

    /// The number of games.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// The number of games that A won.
    pub fn wins(&self) -> u32 {
        self.a.wins_as_black + self.a.wins_as_white
    }

    /// The scores of the pairs of which both games were played.
    pub fn pairs(&self) -> &PairScores {
        &self.pairs
    }

    /// The 95 % interval of A's share of wins, from 0 to 1 (Wilson's score interval). It ends at exactly 0 if A won
    /// no game, and at exactly 1 if A won all: there the formula has a rounding error.
    pub fn interval(&self) -> (f64, f64) {
        let games = f64::from(self.games.max(1));
        let share = f64::from(self.wins()) / games;
        let z = Normal::standard().inverse_cdf(0.975);
        let scale = 1.0 + z * z / games;
        let center = (share + z * z / (2.0 * games)) / scale;
        let half = z * (share * (1.0 - share) / games + (z / (2.0 * games)).powi(2)).sqrt() / scale;
        let low = if self.wins() == 0 { 0.0 } else { center - half };
        let high = if self.wins() == self.games { 1.0 } else { center + half };
        (low, high)
    }
}

/// Whether all games with the same opening and colours were the same. Games with a fault are ignored.
fn play_the_same_again(games: &[&GameResult]) -> bool {
    let mut known = BTreeMap::new();
    let mut whole = games.iter().filter(|played| played.fault.is_empty());
    whole.all(|played| {
        let start = (&played.size, &played.opening, played.a_black);
        *known.entry(start).or_insert(&played.moves) == &played.moves
    })
}

/// The Elo difference of a player who wins this share of the games. Infinite for 0 and 1.
fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

impl MatchResult {
    /// A row for each engine, and one for the judge if it took time.
    fn table(&self) -> Table {
        let mut table = Table::new();
        table.load_style(presets::ASCII_MARKDOWN);
        table
            .set_header(["engine", "wins", "as black", "as white", "s a move", "most s", "faults"]);
        let a_games = (self.games_as_black, self.games - self.games_as_black);
        for (name, side, (black, white)) in
            [("A", &self.a, a_games), ("B", &self.b, (a_games.1, a_games.0))]
        {
            table.add_row([
                name.to_owned(),
                (side.wins_as_black + side.wins_as_white).to_string(),
                format!("{} of {black}", side.wins_as_black),
                format!("{} of {white}", side.wins_as_white),
                format!("{:.2}", side.mean_seconds()),
                format!("{:.1}", side.most_seconds),
                side.faults.to_string(),
            ]);
        }
        if self.judge_seconds > 0.0 {
            #[expect(clippy::cast_precision_loss, reason = "a figure for people")]
            let seconds = format!("{:.2}", self.judge_seconds / self.made.max(1) as f64);
            table.add_row(["judge", "", "", "", &seconds, "", ""]);
        }
        table
    }
}

impl fmt::Display for MatchResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.games == 0 {
            return f.write_str("no games");
        }
        let share = f64::from(self.wins()) / f64::from(self.games);
        let (low, high) = self.interval();
        let [none, one, both] = self.pairs.0;
        writeln!(f, "{}\n", self.table())?;
        writeln!(
            f,
            "A won {} of {}: {:.1} % (95 % interval {:.1} to {:.1} %), Elo {:+.0} ({:+.0} to {:+.0})",
            self.wins(),
            counted(self.games, "game"),
            100.0 * share,
            100.0 * low,
            100.0 * high,
            elo(share),
            elo(low),
            elo(high)
        )?;
        write!(
            f,
            "of the opening pairs A won both games in {both}, one in {one}, none in {none}; "
        )?;
        #[expect(clippy::cast_precision_loss, reason = "a figure for people")]
        let length = self.length as f64 / f64::from(self.games);
        write!(f, "{length:.1} moves a game")?;
        if self.repeated > 0 {
            write!(
                f,
                "\nleft out: games that repeat another one move for move, {}",
                self.repeated
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games with A's wins as `+`, in pairs with A as Black first.
    fn result(results: &str) -> MatchResult {
        let games: Vec<GameResult> = results
            .chars()
            .enumerate()
            .map(|(game, result)| GameResult {
                game,
                a_black: game.is_multiple_of(2),
                a_won: result == '+',
                moves: game.to_string(),
                ..GameResult::default()
            })
            .collect();
        MatchResult::of(&games)
    }

    #[test]
    fn the_order_in_which_games_end_does_not_matter() {
        // The second pair repeats the first.
        let game = |game: usize| GameResult {
            game,
            a_black: game.is_multiple_of(2),
            a_won: true,
            moves: (game % 2).to_string(),
            ..GameResult::default()
        };
        let [in_order, mixed] =
            [[0, 1, 2, 3], [2, 1, 0, 3]].map(|games| MatchResult::of(&games.map(game)));
        assert_eq!((in_order.pairs().count(), in_order.repeated), (1.0, 2));
        assert_eq!(mixed.to_string(), in_order.to_string());
    }

    #[test]
    fn the_interval_is_wilson_s() {
        // Computed by another program for 10 of 24.
        let ten = result("++++++++++--------------");
        let (low, high) = ten.interval();
        assert_eq!((ten.wins(), ten.games()), (10, 24));
        assert_eq!(format!("{:.1}..{:.1}", 100.0 * low, 100.0 * high), "24.5..61.2");
    }

    #[test]
    fn pairs_count_when_both_games_are_there() {
        let pairs = *result("+++--+--+").pairs();
        assert_eq!(pairs, PairScores([1, 2, 1]));
        assert!((pairs.mean() - 0.5).abs() < 1e-12);
        assert!((pairs.variance() - 0.125).abs() < 1e-12);
    }

    #[test]
    fn colours_and_elo_are_told() {
        let text = result("+-+-").to_string();
        assert!(text.contains("| A      | 2    | 2 of 2   | 0 of 2   |"), "{text}");
        assert!(text.contains("| B      | 2    | 2 of 2   | 0 of 2   |"), "{text}");
        assert!(text.contains("50.0 %") && text.contains("Elo +0 ("), "{text}");
        assert!(result("++").to_string().contains("Elo +inf"));
        // Three of four: 400 times the logarithm of 3.
        assert!(result("+++-").to_string().contains("75.0 %"));
        assert!(result("+++-").to_string().contains("Elo +191 ("));
        for games in [1, 2, 5, 24, 48, 96, 97, 500] {
            let won = result(&"+".repeat(games)).to_string();
            assert!(won.contains(" to +inf)"), "{games}: {won}");
            let lost = result(&"-".repeat(games)).to_string();
            assert!(lost.contains("Elo -inf (-inf to "), "{games}: {lost}");
        }
        assert_eq!(result("").to_string(), "no games");
    }

    /// A game from the opening that is its first move.
    fn game(game: usize, a_black: bool, moves: &str, a_won: bool) -> GameResult {
        let opening = moves.split(' ').next().unwrap_or_default().to_owned();
        GameResult {
            game,
            opening,
            a_black,
            a_won,
            moves: moves.to_owned(),
            ..GameResult::default()
        }
    }

    #[test]
    fn games_that_repeat_another_are_left_out() {
        let games = [
            game(0, true, "a1 b2", true),
            game(1, false, "a1 b2", false),
            game(2, true, "a1 b2", true),
            game(3, false, "a1 b2", false),
            game(4, true, "a1 b2", true),
            game(5, false, "c1 c2", false),
        ];
        let result = MatchResult::of(&games);
        assert_eq!((result.wins(), result.games()), (1, 3));
        assert_eq!(*result.pairs(), PairScores([0, 1, 0]), "one whole pair");
        let text = result.to_string();
        assert!(
            text.ends_with("left out: games that repeat another one move for move, 3"),
            "{text}"
        );
    }

    #[test]
    fn games_of_engines_that_do_not_play_the_same_again_all_count() {
        let same = [0, 2, 4].map(|number| game(number, true, "a1 b2", true));
        let other = game(6, true, "a1 c2", false);
        let result = MatchResult::of(same.iter().chain([&other]));
        assert_eq!((result.wins(), result.games(), result.repeated), (3, 4, 0));
        // A game that was cut is not another one, and counts itself.
        let fault = |number| GameResult {
            fault: "b: it crashed".to_owned(),
            ..game(number, true, "a1", false)
        };
        let result = MatchResult::of(same.iter().chain([&fault(6), &fault(8)]));
        assert_eq!((result.wins(), result.games(), result.repeated), (1, 3, 2));
    }

    #[test]
    fn the_time_of_a_move_is_the_mean_over_all_moves() {
        let game = |moves: &str, length, a_s, b_s| GameResult {
            a_black: true,
            moves: moves.to_owned(),
            length,
            a_s,
            a_max: a_s,
            b_s,
            b_max: b_s,
            ..GameResult::default()
        };
        // Black makes 3 moves, then 1; White 2, then none.
        let text =
            MatchResult::of(&[game("long", 5, 1.0, 2.0), game("short", 1, 5.0, 0.0)]).to_string();
        assert!(text.contains("| 2.00     | 5.0    |"), "A: {text}");
        assert!(text.contains("| 2.00     | 2.0    |"), "B: {text}");
        // It took time to resign at once.
        let text = MatchResult::of(&[game("", 0, 4.0, 0.0)]).to_string();
        assert!(text.contains("| 4.00     | 4.0    |"), "A: {text}");
    }

    #[test]
    fn the_judge_has_a_row_if_it_took_time() {
        let games = |judge_s| {
            let opening = "a1 b2".to_owned();
            [GameResult { opening, length: 12, judge_s, ..GameResult::default() }]
        };
        let text = MatchResult::of(&games(2.5)).to_string();
        assert!(
            text.contains("| judge  |      |          |          | 0.25     |        |        |"),
            "{text}"
        );
        assert!(!MatchResult::of(&games(0.0)).to_string().contains("judge"));
    }
}
