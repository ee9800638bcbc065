//! The two players, and a container with one value for each.
//!
//! Every algorithm is written once, for a `player`, and uses that player's half of a [`ByColor`].

use std::fmt;
use std::ops::{Index, IndexMut, Not};
use std::str::FromStr;

/// A player. Black joins north and south, White west and east.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// Joins the top and the bottom edge; plays first.
    Black,
    /// Joins the left and the right edge.
    White,
}

impl Color {
    /// Both players, Black first.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// `B` or `W`, as diagrams, game records and results write it.
    pub fn letter(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
        }
    }
}

impl Not for Color {
    type Output = Color;

    /// The other player.
    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}

/// A text that is no colour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a colour: say black or white")]
pub struct ParseColorError(String);

impl FromStr for Color {
    type Err = ParseColorError;

    /// Reads `b`, `black`, `w` or `white` in any case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Color::Black),
            "w" | "white" => Ok(Color::White),
            _ => Err(ParseColorError(text.to_owned())),
        }
    }
}

/// One `T` for each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByColor<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T> ByColor<T> {
    /// Makes both halves by the same function.
    pub fn new_with(mut make: impl FnMut(Color) -> T) -> Self {
        Self { black: make(Color::Black), white: make(Color::White) }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_in_any_case_and_nothing_else_is() {
        for (text, color) in [("b", Color::Black), ("WHITE", Color::White), ("Black", Color::Black)]
        {
            assert_eq!(text.parse(), Ok(color));
        }
        for text in ["", "blackk", "e", "red"] {
            assert!(text.parse::<Color>().is_err(), "{text}");
        }
    }

    #[test]
    fn halves_are_told_apart() {
        let pair = ByColor::new_with(Color::letter);
        assert_eq!((pair[Color::Black], pair[Color::White]), ('B', 'W'));
    }
}
