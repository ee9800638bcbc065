//! A game of a match that was played.

use serde::{Deserialize, Serialize};

/// The rules of a match but for those of Hex.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchRules {
    /// Seconds after which an answer is late.
    pub move_limit: f64,
    /// Seconds that the solver has to prove who wins after a fault.
    pub judge_seconds: f64,
    /// Expansions of the solver after every move; a game that it proves is over. 0 to play on.
    pub adjudicate: u64,
}

/// A game that was played: a line of the file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Its number in the match.
    pub game: usize,
    /// The moves of the opening.
    pub opening: String,
    /// Whether A had Black.
    pub a_black: bool,
    /// Whether A won.
    pub a_won: bool,
    /// The number of moves, those of the opening and a resignation included.
    pub length: usize,
    /// The colour that did wrong and what, such as `b: the child ended`; empty if all went well.
    pub fault: String,
    /// All moves, apart by blanks.
    pub moves: String,
    /// Seconds that A took for a move, on average.
    pub a_s: f64,
    /// The same of B.
    pub b_s: f64,
    /// Seconds that A took for its slowest move.
    pub a_max: f64,
    /// The same of B.
    pub b_max: f64,
    /// How A was started.
    #[serde(default)]
    pub a: String,
    /// How B was started.
    #[serde(default)]
    pub b: String,
    /// The rules. None in files of before these were written down.
    #[serde(default)]
    pub rules: Option<MatchRules>,
}

impl Played {
    /// Whether the fault was A's; nothing if there was none.
    pub fn is_fault_of_a(&self) -> Option<bool> {
        self.fault.chars().next().map(|color| (color == 'b') == self.a_black)
    }

    /// Whether both are the same game between the same engines, whatever the rules and however it went.
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
    fn the_reference_referees_games_are_read() {
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
