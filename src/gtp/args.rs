//! The arguments of a command, read one by one. Errors say which argument is wrong.

use super::{Coordinates, GtpError};
use crate::board::{Cell, CellSet, Color, Size};
use std::str::FromStr;
use std::time::Duration;

/// The arguments of a command that are still to be read.
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

    /// Whether no argument is left.
    pub(super) fn is_empty(&self) -> bool {
        self.words.as_slice().is_empty()
    }

    /// The next argument, without taking it.
    pub(super) fn peek(&self) -> Option<&'a str> {
        self.words.as_slice().first().map(String::as_str)
    }

    /// The next argument as text. `what` names it in the error if it is missing.
    pub(super) fn word(&mut self, what: &str) -> Result<&'a str, GtpError> {
        self.words
            .next()
            .map(String::as_str)
            .ok_or_else(|| GtpError::new(format!("syntax error: {what} is missing")))
    }

    /// The next argument, the name of a file.
    pub(super) fn file(&mut self) -> Result<&'a str, GtpError> {
        let name = self.word("a file")?;
        if name.contains(char::REPLACEMENT_CHARACTER) {
            return Err(GtpError::new(format!("the name of the file is not UTF-8: {name}")));
        }
        Ok(name)
    }

    /// The next argument, parsed. `what` says in the error what it should be.
    pub(super) fn parse<T: FromStr>(&mut self, what: &str) -> Result<T, GtpError> {
        let word = self.word(what)?;
        word.parse().map_err(|_| GtpError::new(format!("syntax error: `{word}` is not {what}")))
    }

    /// The next argument as a time, in units of which a second has so many. The errors say that it is no such `number`, or
    /// that the number is not such a `time`.
    pub(super) fn time(
        &mut self,
        number: &str,
        per_second: f64,
        time: &str,
    ) -> Result<Duration, GtpError> {
        let word = self.peek().unwrap_or_default();
        let units: f64 = self.parse(number)?;
        Duration::try_from_secs_f64(units / per_second)
            .map_err(|_| GtpError::new(format!("syntax error: `{word}` is not {time}")))
    }

    /// The next argument, as a colour.
    pub(super) fn color(&mut self) -> Result<Color, GtpError> {
        Ok(self.word("a colour")?.parse::<Color>()?)
    }

    /// The next argument as a cell, in the client's coordinates.
    pub(super) fn cell(&mut self) -> Result<Cell, GtpError> {
        let word = self.word("a cell")?;
        Ok(self.coordinates.parse(self.size, word)?)
    }

    /// The next argument as cells, separated by commas.
    pub(super) fn cells(&mut self) -> Result<CellSet, GtpError> {
        let words = self.word("a list of cells")?.split(',');
        let cells = words.map(|word| self.coordinates.parse(self.size, word));
        Ok(cells.collect::<Result<_, _>>()?)
    }

    /// All arguments that are left, as one text.
    pub(super) fn rest(&mut self) -> String {
        let rest = self.words.as_slice().join(" ");
        self.words = [].iter();
        rest
    }

    /// Fails if an argument is left.
    pub(super) fn end(&mut self) -> Result<(), GtpError> {
        match self.words.next() {
            None => Ok(()),
            Some(word) => {
                Err(GtpError::new(format!("syntax error: `{word}` is one argument too many")))
            }
        }
    }
}
