//! The games of a match in a file: a line of JSON each, from which the match goes on.

use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A game that was played, as it stands in the file.
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
}

impl Played {
    /// Whether the fault was A's; nothing if there was none.
    pub fn is_fault_of_a(&self) -> Option<bool> {
        self.fault.chars().next().map(|color| (color == 'b') == self.a_black)
    }

    /// Whether both are the same game of the same match, however it went.
    fn is_same(&self, other: &Self) -> bool {
        let fixture = |played: &Self| {
            let Self { game, opening, a_black, a, b, .. } = played.clone();
            (game, opening, a_black, a, b)
        };
        fixture(self) == fixture(other)
    }
}

/// Why a file is none of ours.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// It cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A line is not a game.
    #[error("{path}, line {line}: not a game of a match: {error}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// The file belongs to another match.
    #[error("{path}: game {game} is one of another match, with other engines or openings")]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// The game.
        game: usize,
    },
}

/// The games in a file. A last line without an end is one that was being written when the program
/// was ended; it does not count.
///
/// # Errors
/// The file cannot be read or holds something else.
pub fn read_ledger(path: &Path) -> Result<Vec<Played>, LedgerError> {
    let text = std::fs::read_to_string(path).map_err(|error| file_error(path, error))?;
    let mut games = Vec::new();
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if let Some(line) = line.strip_suffix('\n') {
            games.push(serde_json::from_str(line).map_err(|error| LedgerError::Line {
                path: path.to_owned(),
                line: number + 1,
                error,
            })?);
        }
    }
    Ok(games)
}

fn file_error(path: &Path, error: io::Error) -> LedgerError {
    LedgerError::File { path: path.to_owned(), error }
}

/// A file that games are added to, or none.
#[derive(Debug, Default)]
pub struct Ledger {
    file: Option<(PathBuf, File)>,
    games: Vec<Played>,
}

impl Ledger {
    /// Opens a file, or makes it, to go on after the games in it.
    ///
    /// # Errors
    /// The file cannot be read or written, or holds something else.
    pub fn open(path: &Path) -> Result<Self, LedgerError> {
        let games = if path.exists() { read_ledger(path)? } else { Vec::new() };
        let open = || {
            let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
            let text = std::fs::read(path)?;
            let complete = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
            file.set_len(complete as u64)?;
            file.flush()?;
            Ok(file)
        };
        let file = open().map_err(|error| file_error(path, error))?;
        Ok(Self { file: Some((path.to_owned(), file)), games })
    }

    /// The games so far.
    pub fn games(&self) -> &[Played] {
        &self.games
    }

    /// Adds a game; when this returns it is in the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, played: Played) -> Result<(), LedgerError> {
        if let Some((path, file)) = &mut self.file {
            let line = serde_json::to_string(&played).map_err(io::Error::from);
            line.and_then(|line| file.write_all(format!("{line}\n").as_bytes()))
                .map_err(|error| file_error(path, error))?;
        }
        self.games.push(played);
        Ok(())
    }

    /// Checks that the games in the file are some of these, which need not be played yet.
    ///
    /// # Errors
    /// One of them is not.
    pub fn check(&self, match_games: &[Played]) -> Result<(), LedgerError> {
        let is_other = |played: &&Played| !match_games.iter().any(|game| game.is_same(played));
        match (&self.file, self.games.iter().find(is_other)) {
            (Some((path, _)), Some(other)) => {
                Err(LedgerError::OtherMatch { path: path.clone(), game: other.game })
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn played() -> impl Strategy<Value = Played> {
        (0..99usize, any::<[bool; 2]>(), "[a-k1-9 \"\\\\]{0,9}", 0..9u8).prop_map(
            |(game, [a_black, a_won], fault, a_s)| Played {
                game,
                a_black,
                a_won,
                fault,
                a_s: f64::from(a_s) / 8.0,
                ..Played::default()
            },
        )
    }

    /// A path for a test's own file.
    fn path(name: &str) -> PathBuf {
        let name = format!("hexcoven-{}-{name}.jsonl", std::process::id());
        std::env::temp_dir().join(name)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]

        #[test]
        fn a_ledger_cut_anywhere_goes_on_without_the_broken_game(
            games in prop::collection::vec(played(), 1..5),
            cut in any::<prop::sample::Index>(),
        ) {
            let path = path("cut");
            let _ = std::fs::remove_file(&path);
            let mut ledger = Ledger::open(&path).unwrap();
            for game in &games {
                ledger.add(game.clone()).unwrap();
            }
            prop_assert_eq!(read_ledger(&path).unwrap(), &games[..]);
            let text = std::fs::read(&path).unwrap();
            let cut = cut.index(text.len());
            std::fs::write(&path, &text[..cut]).unwrap();
            let whole = text[..cut].split(|byte| *byte == b'\n').count() - 1;
            let mut again = Ledger::open(&path).unwrap();
            prop_assert_eq!(again.games(), &games[..whole]);
            again.add(games[0].clone()).unwrap();
            let read = read_ledger(&path).unwrap();
            prop_assert_eq!(&read[..whole], &games[..whole]);
            prop_assert_eq!(&read[whole..], &games[..1]);
            std::fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn what_is_no_ledger_of_this_match_is_refused() {
        let path = path("other");
        std::fs::write(&path, "{}\n").unwrap();
        let error = read_ledger(&path).unwrap_err().to_string();
        assert!(error.contains("line 1: not a game of a match"), "{error}");
        std::fs::remove_file(&path).unwrap();
        let game = Played { a: "one".to_owned(), ..Played::default() };
        let mut ledger = Ledger::open(&path).unwrap();
        ledger.add(Played { a_won: true, ..game.clone() }).unwrap();
        assert!(ledger.check(std::slice::from_ref(&game)).is_ok());
        let other = Played { a: "other".to_owned(), ..game };
        assert!(matches!(ledger.check(&[other]), Err(LedgerError::OtherMatch { game: 0, .. })));
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn the_reference_referees_games_are_read() {
        let line = r#"{"game": 1, "opening": "a1", "a_black": false, "a_won": true, "length": 60,
            "fault": "b: engine died", "moves": "a1 b2", "a_s": 1.0, "b_s": 0.5, "a_max": 2.0, "b_max": 1.5}"#;
        let played: Played = serde_json::from_str(line).unwrap();
        assert_eq!((played.game, played.is_fault_of_a()), (1, Some(false)));
    }
}
