//! Why a text is no record, and where.

use std::fmt;

/// A place in a text, both numbers counted from 1; the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Place {
    /// Where a text begins.
    pub(super) const START: Place = Place { line: 1, column: 1 };

    /// The place after this character.
    pub(super) fn after(self, char: char) -> Self {
        if char == '\n' {
            Self { line: self.line + 1, column: 1 }
        } else {
            Self { column: self.column + 1, ..self }
        }
    }

    /// The place of what follows this part of a text.
    pub(super) fn past(self, text: &str) -> Self {
        text.chars().fold(self, Self::after)
    }
}

/// Why a text is no record of Hex, in the user's words: where, which property, what is wrong, and a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    place: Option<Place>,
    item: Option<String>,
    problem: String,
    hint: Option<String>,
}

impl RecordError {
    /// What is wrong with the whole.
    pub fn new(problem: impl Into<String>) -> Self {
        Self { place: None, item: None, problem: problem.into(), hint: None }
    }

    /// Says where.
    #[must_use]
    pub fn at(self, place: Option<Place>) -> Self {
        Self { place: place.or(self.place), ..self }
    }

    /// The error without its place, for a text that is a part of another one.
    #[must_use]
    #[cfg(feature = "cli")]
    pub(crate) fn without_place(self) -> Self {
        Self { place: None, ..self }
    }

    /// Names the property, move or word that is wrong.
    #[must_use]
    pub fn of(self, item: impl Into<String>) -> Self {
        Self { item: Some(shortened(item.into())), ..self }
    }

    /// Says what can be done about it.
    #[must_use]
    pub fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }
}

/// An item of a file may be very long.
pub(super) fn shortened(text: String) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place =
            self.place.map(|Place { line, column }| format!("line {line}, column {column}: "));
        let item = self.item.as_ref().map(|item| format!("{item}: "));
        let hint = self.hint.as_ref().map(|hint| format!(" ({hint})"));
        let [place, item, hint] = [place, item, hint].map(Option::unwrap_or_default);
        let text = format!("{place}{item}{}{hint}", self.problem);
        // A value of a record may have line ends, and what a terminal takes for commands.
        f.write_str(&text.replace(char::is_control, " "))
    }
}

impl std::error::Error for RecordError {}
