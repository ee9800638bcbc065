//! A game of a match after it was played: a line of the file of results.

use crate::messages::on_one_line;
use serde::{Deserialize, Serialize};

/// What a match adds to the rules of Hex.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchRules {
    /// Seconds after which an answer is late.
    pub move_limit: f64,
    /// Seconds that the solver has to prove who wins after a fault.
    pub judge_seconds: f64,
    /// Expansions that the solver may spend after every move. A game whose winner it proves ends there. 0 switches
    /// this off.
    pub adjudicate: u64,
    /// Seconds that an engine may think in a game. 0 for no limit, as in old files.
    #[serde(default)]
    pub game_time: u32,
}

/// A game that was played: a line of the file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameResult {
    /// Its number in the match.
    pub game: usize,
    /// The board's size, such as `11x11`. Empty in old files.
    #[serde(default)]
    pub size: String,
    /// The moves of the opening, separated by blanks.
    pub opening: String,
    /// Whether A had Black.
    pub a_black: bool,
    /// Whether A won.
    pub a_won: bool,
    /// How it ended: `board`, `resigned`, `proved` by our solver, `time` or `fault`. Empty in old files.
    #[serde(default)]
    pub end: String,
    /// Seconds that our solver took to prove the winner.
    #[serde(default)]
    pub judge_s: f64,
    /// The number of moves, with those of the opening and a resignation.
    pub length: usize,
    /// Which colour failed or overstepped the time, how, and in brackets whom our solver proved to win. Empty if no engine
    /// failed.
    pub fault: String,
    /// All moves, separated by blanks.
    pub moves: String,
    /// Mean time of A's moves, in seconds.
    pub a_s: f64,
    /// Mean time of B's moves, in seconds.
    pub b_s: f64,
    /// Time of A's slowest move, in seconds.
    pub a_max: f64,
    /// Time of B's slowest move, in seconds.
    pub b_max: f64,
    /// A's own chances of a win in percent after each of its moves, as it says itself by `scns-report`, which our engine
    /// has; null where it gave none. Absent if it never gave one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub a_chances: Vec<Option<u8>>,
    /// The same of B.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub b_chances: Vec<Option<u8>>,
    /// A's command line, and the lines that were sent to it at the start.
    #[serde(default)]
    pub a: String,
    /// The same of B.
    #[serde(default)]
    pub b: String,
    /// What A answered to `version`. Empty in old files, and where an engine did not start.
    #[serde(default)]
    pub a_version: String,
    /// The same of B.
    #[serde(default)]
    pub b_version: String,
    /// The rules. None in old files, which do not have them.
    #[serde(default)]
    pub rules: Option<MatchRules>,
}

impl GameResult {
    /// Whether A failed, rather than B. None if no engine failed.
    pub fn is_fault_of_a(&self) -> Option<bool> {
        self.fault.chars().next().map(|color| (color == 'b') == self.a_black)
    }

    /// Who failed, in which game, and how, on one line. None if no engine failed.
    pub fn fault_in_words(&self) -> Option<String> {
        let by = if self.is_fault_of_a()? { "A" } else { "B" };
        let color = if self.fault.starts_with('b') { "black" } else { "white" };
        let what = self.fault.split_once(": ").map_or(self.fault.as_str(), |(_, what)| what);
        Some(format!("fault of {by} in game {}, as {color}: {}", self.game, on_one_line(what)))
    }

    /// The number of moves that A made, a resignation among them, and B's.
    pub fn moves_of_both(&self) -> [usize; 2] {
        let opening = self.opening.split_whitespace().count();
        let moves = self.length.saturating_sub(opening);
        let by_black = if opening.is_multiple_of(2) { moves.div_ceil(2) } else { moves / 2 };
        let by_white = moves - by_black;
        if self.a_black { [by_black, by_white] } else { [by_white, by_black] }
    }

    /// What differs from the game with this number in another match, in words. None if opening, colours, engines and
    /// [`setting`](Self::other_setting) are the same; rules and results may differ.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let black = |played: &Self| if played.a_black { "A" } else { "B" };
        let pairs = [
            ("A", &*self.a, &*other.a),
            ("B", &self.b, &other.b),
            ("its opening", &self.opening, &other.opening),
            ("Black", black(self), black(other)),
        ];
        let setting = self.other_setting(other);
        setting.or_else(|| pairs.into_iter().find_map(in_words))
    }

    /// What the games of one match have in common and these two have not, in words: the size of the board and the
    /// versions of the engines, as far as both say them.
    pub fn other_setting(&self, other: &Self) -> Option<String> {
        let pairs = [
            ("its board", &*self.size, &*other.size),
            ("A's version", &self.a_version, &other.a_version),
            ("B's version", &self.b_version, &other.b_version),
        ];
        let mut known =
            pairs.into_iter().filter(|(_, ours, theirs)| !ours.is_empty() && !theirs.is_empty());
        known.find_map(in_words)
    }

    /// Takes from another game of the match what this one does not say of its [`setting`](Self::other_setting).
    pub fn complete_setting(&mut self, other: &Self) {
        let pairs = [
            (&mut self.size, &other.size),
            (&mut self.a_version, &other.a_version),
            (&mut self.b_version, &other.b_version),
        ];
        for (ours, theirs) in pairs {
            if ours.is_empty() {
                ours.clone_from(theirs);
            }
        }
    }
}

/// That something is one and not the other, in words; none if they are the same.
fn in_words((what, ours, theirs): (&str, &str, &str)) -> Option<String> {
    (ours != theirs).then(|| format!("{what} is `{ours}`, not `{theirs}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_old_files_are_read() {
        let line = r#"{"game": 1, "opening": "a1", "a_black": false, "a_won": true, "length": 60,
            "fault": "b: engine died", "moves": "a1 b2", "a_s": 1.0, "b_s": 0.5, "a_max": 2.0, "b_max": 1.5}"#;
        let played: GameResult = serde_json::from_str(line).unwrap();
        assert_eq!((played.game, played.is_fault_of_a()), (1, Some(false)));
    }

    #[test]
    fn a_game_is_known_by_what_it_was_before_it_was_played() {
        let game = GameResult { a: "one".to_owned(), ..GameResult::default() };
        assert_eq!(game.difference(&GameResult { a_won: true, length: 9, ..game.clone() }), None);
        let other = game.difference(&GameResult { a: "other".to_owned(), ..game.clone() });
        assert_eq!(other.unwrap(), "A is `one`, not `other`");
        let other = game.difference(&GameResult { a_black: true, ..game.clone() });
        assert_eq!(other.unwrap(), "Black is `B`, not `A`");
        let on_4x4 = GameResult { size: "4x4".to_owned(), ..game.clone() };
        assert_eq!(game.difference(&on_4x4), None, "an old file does not say the size");
        let other = on_4x4.difference(&GameResult { size: "6x6".to_owned(), ..game });
        assert_eq!(other.unwrap(), "its board is `4x4`, not `6x6`");
    }

    #[test]
    fn the_setting_is_compared_as_far_as_it_is_known() {
        let [size, a_version] = ["4x4", "1.2"].map(str::to_owned);
        let mut known = GameResult { size, ..GameResult::default() };
        let played = GameResult { a_version, ..GameResult::default() };
        assert_eq!(played.other_setting(&known), None);
        known.complete_setting(&played);
        assert_eq!((&*known.size, &*known.a_version, &*known.b_version), ("4x4", "1.2", ""));
        let newer = GameResult { a_version: "1.3".to_owned(), ..GameResult::default() };
        assert_eq!(newer.other_setting(&known).unwrap(), "A's version is `1.3`, not `1.2`");
        known.complete_setting(&newer);
        assert_eq!(known.a_version, "1.2", "what is known stays");
    }

    #[test]
    fn a_fault_is_told_on_one_line_with_the_engine_and_its_colour() {
        let fault = "b: refused `genmove black`: no\nmove".to_owned();
        let played = GameResult { game: 3, fault, a_black: false, ..GameResult::default() };
        let told = "fault of B in game 3, as black: refused `genmove black`: no move";
        assert_eq!(played.fault_in_words().unwrap(), told);
    }

    #[test]
    fn moves_after_the_opening_are_counted_for_either_engine() {
        let count = |opening: &str, a_black, length| {
            GameResult { opening: opening.to_owned(), a_black, length, ..GameResult::default() }
                .moves_of_both()
        };
        assert_eq!(count("a1", true, 4), [1, 2], "White, Black, White");
        assert_eq!(count("a1", false, 4), [2, 1]);
        assert_eq!(count("", true, 3), [2, 1]);
        assert_eq!(count("a1 b2", true, 2), [0, 0]);
        assert_eq!(count("a1 b2", true, 1), [0, 0], "a line that nobody would write");
        assert_eq!(count("a1", true, usize::MAX), [usize::MAX / 2, usize::MAX / 2]);
    }
}
