//! A game of a match after it was played: a line of the file of results.

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
}

/// A game that was played: a line of the file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Its number in the match.
    pub game: usize,
    /// The moves of the opening, separated by blanks.
    pub opening: String,
    /// Whether A had Black.
    pub a_black: bool,
    /// Whether A won.
    pub a_won: bool,
    /// How it ended: `board`, `resigned`, `proved` by our solver, or `fault`. Empty in old files.
    #[serde(default)]
    pub end: String,
    /// Seconds that our solver took to prove the winner.
    #[serde(default)]
    pub judge_s: f64,
    /// The number of moves, with those of the opening and a resignation.
    pub length: usize,
    /// Which colour failed and how, such as `b: the child ended in genmove black`. Empty if no engine failed.
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
    /// The rules. None in old files, which do not have them.
    #[serde(default)]
    pub rules: Option<MatchRules>,
}

impl Played {
    /// Whether A failed, rather than B. None if no engine failed.
    pub fn is_fault_of_a(&self) -> Option<bool> {
        self.fault.chars().next().map(|color| (color == 'b') == self.a_black)
    }

    /// Whether both have the same number, opening, colours and engines. Rules and results may differ.
    pub fn is_same(&self, other: &Self) -> bool {
        let fixture = |played: &Self| {
            let Self { game, opening, a_black, a, b, .. } = played.clone();
            (game, opening, a_black, a, b)
        };
        fixture(self) == fixture(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_old_files_are_read() {
        let line = r#"{"game": 1, "opening": "a1", "a_black": false, "a_won": true, "length": 60,
            "fault": "b: engine died", "moves": "a1 b2", "a_s": 1.0, "b_s": 0.5, "a_max": 2.0, "b_max": 1.5}"#;
        let played: Played = serde_json::from_str(line).unwrap();
        assert_eq!((played.game, played.is_fault_of_a()), (1, Some(false)));
    }

    #[test]
    fn a_game_is_known_by_what_it_was_before_it_was_played() {
        let game = Played { a: "one".to_owned(), ..Played::default() };
        assert!(game.is_same(&Played { a_won: true, length: 9, ..game.clone() }));
        assert!(!game.is_same(&Played { a: "other".to_owned(), ..game.clone() }));
        assert!(!game.is_same(&Played { a_black: true, ..game.clone() }));
    }
}
