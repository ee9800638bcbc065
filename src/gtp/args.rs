//! The arguments of a command, read one by one with a clear word about what is wrong.

use super::{Coordinates, GtpError};
use crate::board::{Cell, CellSet, Color, Size};
use std::str::FromStr;

/// What is left to read of a command's arguments.
#[derive(Clone, Debug)]
pub(super) struct Args<'a> {
    words: std::slice::Iter<'a, String>,
    size: Size,
    coordinates: Coordinates,
}

impl<'a> Args<'a> {
    pub(super) fn new(words: &'a [String], size: Size, coordinates: Coordinates) -> Self {
        Self { words: words.iter(), size, coordinates }
    }

    /// Whether nothing is left.
    pub(super) fn is_empty(&self) -> bool {
        self.words.as_slice().is_empty()
    }

    /// The next argument, which is still to be read.
    pub(super) fn peek(&self) -> Option<&'a str> {
        self.words.as_slice().first().map(String::as_str)
    }

    /// The next argument as it is; `what` says what it should be.
    pub(super) fn word(&mut self, what: &str) -> Result<&'a str, GtpError> {
        self.words
            .next()
            .map(String::as_str)
            .ok_or_else(|| GtpError::new(format!("syntax error: {what} is missing")))
    }

    /// The next argument as a number or another type that reads itself.
    pub(super) fn parse<T: FromStr>(&mut self, what: &str) -> Result<T, GtpError> {
        let word = self.word(what)?;
        word.parse().map_err(|_| GtpError::new(format!("syntax error: `{word}` is not {what}")))
    }

    /// The next argument as a player.
    pub(super) fn color(&mut self) -> Result<Color, GtpError> {
        Ok(self.word("a colour")?.parse::<Color>()?)
    }

    /// The next argument as a cell, by the client's names.
    pub(super) fn cell(&mut self) -> Result<Cell, GtpError> {
        let word = self.word("a cell")?;
        Ok(self.coordinates.parse(self.size, word)?)
    }

    /// The next argument as cells, apart by commas.
    pub(super) fn cells(&mut self) -> Result<CellSet, GtpError> {
        let words = self.word("a list of cells")?.split(',');
        let cells = words.map(|word| self.coordinates.parse(self.size, word));
        Ok(cells.collect::<Result<_, _>>()?)
    }

    /// All that is left, as one text.
    pub(super) fn rest(&mut self) -> String {
        let rest = self.words.as_slice().join(" ");
        self.words = [].iter();
        rest
    }

    /// Refuses an argument too many.
    pub(super) fn end(&mut self) -> Result<(), GtpError> {
        match self.words.next() {
            None => Ok(()),
            Some(word) => {
                Err(GtpError::new(format!("syntax error: `{word}` is one argument too many")))
            }
        }
    }
}
