//! How to read what can be read in several ways.

use crate::board::Size;
use std::str::FromStr;

/// Which swap the word in a record means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwapWord {
    /// The stone changes its colour and goes to the mirrored cell.
    Pieces,
    /// The players exchange colours, the stone stays.
    Sides,
}

/// What `B` and `W` of an SGF record stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letters {
    /// Black, who joins top and bottom, and White.
    Colours,
    /// The players: whoever moves first is Black. Little Golem writes so.
    Players,
}

/// Where the first row is of points that are two letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstRow {
    /// `aa` is a1.
    Top,
    /// `aa` is the first cell of the last row: Go's coordinates of an engine that counts rows from the top.
    Bottom,
}

/// How to read what can be read in several ways.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The game to read of several: its number from 1, or a part of its name, event or players' names.
    pub game: Option<String>,
    /// What a `swap` in the record means.
    pub swap: Option<SwapWord>,
    /// What `B` and `W` are.
    pub letters: Option<Letters>,
    /// Where two-letter points begin.
    pub rows: Option<FirstRow>,
    /// The size of the board, where the record does not say it.
    pub size: Option<Size>,
}

impl Options {
    /// An option that is set and means nothing but for SGF records.
    pub(super) fn of_sgf(&self) -> Option<&'static str> {
        let set = [
            ("--game", self.game.is_some()),
            ("--letters", self.letters.is_some()),
            ("--rows", self.rows.is_some()),
        ];
        set.into_iter().find(|(_, is_set)| *is_set).map(|(name, _)| name)
    }
}

/// A word that is none of the values of an option.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` is not {allowed}")]
pub struct ParseOptionError {
    word: String,
    allowed: &'static str,
}

/// Reads one of two words.
fn choose<T>(
    word: &str,
    values: [(&'static str, T); 2],
    allowed: &'static str,
) -> Result<T, ParseOptionError> {
    let found = values.into_iter().find(|(name, _)| word.eq_ignore_ascii_case(name));
    found.map(|(_, value)| value).ok_or_else(|| ParseOptionError { word: word.to_owned(), allowed })
}

impl FromStr for SwapWord {
    type Err = ParseOptionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        choose(text, [("pieces", Self::Pieces), ("sides", Self::Sides)], "pieces or sides")
    }
}

impl FromStr for Letters {
    type Err = ParseOptionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        choose(text, [("colours", Self::Colours), ("players", Self::Players)], "colours or players")
    }
}

impl FromStr for FirstRow {
    type Err = ParseOptionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        choose(text, [("top", Self::Top), ("bottom", Self::Bottom)], "top or bottom")
    }
}

/// A line of the tree: which branch to take at each fork, from 1; where nothing is said, the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variation(Vec<usize>);

impl Variation {
    /// The branches, from 1.
    pub(super) fn branches(&self) -> &[usize] {
        &self.0
    }
}

impl FromStr for Variation {
    type Err = ParseOptionError;

    /// Reads numbers with dots between them, such as `1.2`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| text.parse().ok().filter(|number| *number > 0);
        let numbers: Option<Vec<usize>> = text.split('.').map(number).collect();
        let allowed = "a list of branches such as 2 or 1.3";
        numbers.map(Self).ok_or_else(|| ParseOptionError { word: text.to_owned(), allowed })
    }
}
