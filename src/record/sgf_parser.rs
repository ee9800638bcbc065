//! SGF as a tree of properties, whatever they mean.
//!
//! The crate `sgf-parse` does not serve for this: its errors have no place, it drops what is in lower-case
//! names, takes what follows a property without a value for a part of the name (`AB;B[a1]` has no move then),
//! keeps points without their order, writes properties that it does not know without escaping them, and goes
//! down a tree by recursion. The tests hold it against what is written here: it reads that as any standard
//! reader does.

use super::error::{Place, RecordError};
use std::borrow::Cow;
use std::iter::Peekable;
use std::str::Chars;

/// A property as it was written.
#[derive(Clone, Debug)]
pub(super) struct RawProperty {
    /// Its name in capitals.
    pub(super) name: String,
    /// Its values, with their backslashes; none in `AB;`.
    pub(super) values: Vec<String>,
    pub(super) place: Place,
}

/// A node as it was written.
#[derive(Clone, Debug)]
pub(super) struct RawNode {
    /// The number of its parent, which is lower than its own.
    pub(super) parent: Option<usize>,
    pub(super) properties: Vec<RawProperty>,
    pub(super) place: Place,
}

/// The nodes of a game, the root first; there is at least one.
pub(super) type RawGame = Vec<RawNode>;

impl RawNode {
    /// The first property with this name.
    pub(super) fn get(&self, name: &str) -> Option<&RawProperty> {
        self.properties.iter().find(|property| property.name == name)
    }
}

impl RawProperty {
    /// What its first value says; nothing if it has none.
    pub(super) fn text(&self) -> Cow<'_, str> {
        self.values.first().map_or(Cow::Borrowed(""), |value| unescaped(value))
    }

    /// An error about it.
    pub(super) fn error(&self, problem: impl Into<String>) -> RecordError {
        let values = self.values.join("][");
        RecordError::new(problem).of(format!("{}[{values}]", self.name)).at(Some(self.place))
    }
}

/// What an SGF value says: a backslash stands before what ends nothing, and hides the end of a line.
pub(super) fn unescaped(value: &str) -> Cow<'_, str> {
    if !value.contains('\\') {
        return Cow::Borrowed(value);
    }
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '\\' => match chars.next() {
                Some(end @ ('\n' | '\r')) => {
                    let other = if end == '\n' { '\r' } else { '\n' };
                    chars.next_if_eq(&other);
                }
                Some(char) => text.push(char),
                None => {}
            },
            char => text.push(char),
        }
    }
    Cow::Owned(text)
}

/// Whether a game of SGF begins somewhere in the text.
pub(super) fn has_game(text: &str) -> bool {
    Scanner::new(text).find_game()
}

/// The games in a text, and why what follows them is none; text around the games is passed over.
pub(super) fn parse(text: &str) -> (Vec<RawGame>, Option<RecordError>) {
    let mut scanner = Scanner::new(text);
    let mut games = Vec::new();
    while scanner.find_game() {
        match scanner.game() {
            Ok(game) => games.push(game),
            Err(error) => return (games, Some(error)),
        }
    }
    (games, None)
}

/// The most nodes of all games in a text: some 900 MB of memory.
const MOST_NODES: usize = 3_000_000;

/// Characters and where they stand.
#[derive(Clone, Debug)]
struct Scanner<'a> {
    chars: Peekable<Chars<'a>>,
    place: Place,
    /// The nodes so far, of all games.
    nodes: usize,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str) -> Self {
        Self { chars: text.chars().peekable(), place: Place::START, nodes: 0 }
    }

    fn peek(&mut self) -> Option<char> {
        self.chars.peek().copied()
    }

    fn next(&mut self) -> Option<char> {
        let char = self.chars.next()?;
        self.place = self.place.after(char);
        Some(char)
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.next();
        }
    }

    /// Goes to the next `(` that a `;` follows.
    fn find_game(&mut self) -> bool {
        while let Some(char) = self.peek() {
            if char == '(' {
                let mut ahead = self.clone();
                ahead.next();
                ahead.skip_blanks();
                if ahead.peek() == Some(';') {
                    return true;
                }
            }
            self.next();
        }
        false
    }

    /// Reads a game, at whose `(` it is.
    fn game(&mut self) -> Result<RawGame, RecordError> {
        let start = self.place;
        let mut nodes: RawGame = Vec::new();
        let mut open: Vec<Option<usize>> = Vec::new();
        let mut current: Option<usize> = None;
        // Between a parenthesis and the next `;` there is no node.
        let mut between = true;
        loop {
            self.skip_blanks();
            let place = self.place;
            let wrong = |problem: String| Err(RecordError::new(problem).at(Some(place)));
            match self.peek() {
                Some('(') => {
                    open.push(current);
                    between = true;
                }
                Some(')') => {
                    current = open.pop().flatten();
                    between = true;
                    if open.is_empty() {
                        self.next();
                        return Ok(nodes);
                    }
                }
                Some(';') => {
                    self.nodes += 1;
                    if self.nodes > MOST_NODES {
                        return wrong(format!("there are more than {MOST_NODES} nodes"));
                    }
                    nodes.push(RawNode { parent: current, properties: Vec::new(), place });
                    current = Some(nodes.len() - 1);
                    between = false;
                }
                Some(char) if char.is_ascii_alphanumeric() => {
                    let property = self.property()?;
                    let Some(node) = current.filter(|_| !between) else {
                        return Err(property.error("there is no `;` before it"));
                    };
                    nodes[node].properties.push(property);
                    continue;
                }
                Some('[') => return wrong("a value without the name of its property".to_owned()),
                Some(char) => {
                    return wrong(format!("`{}` is not a part of SGF", char.escape_debug()));
                }
                None => {
                    let Place { line, column } = start;
                    return wrong(format!(
                        "the game that begins in line {line}, column {column} has no end"
                    ))
                    .map_err(|error| error.hint("a `)` is missing"));
                }
            }
            self.next();
        }
    }

    fn property(&mut self) -> Result<RawProperty, RecordError> {
        let place = self.place;
        let mut name = String::new();
        while let Some(char) =
            self.peek().filter(|char| char.is_ascii_alphanumeric() || *char == '_')
        {
            name.push(char);
            self.next();
        }
        let mut values: Vec<String> = Vec::new();
        self.skip_blanks();
        while let Some(char) = self.peek() {
            match (char, values.last_mut()) {
                ('[', _) => values.push(self.value(&name)?),
                // Little Golem writes a name with a `]` as it is.
                (']', Some(value)) => {
                    value.push_str("\\]");
                    self.next();
                }
                _ => break,
            }
            self.skip_blanks();
        }
        Ok(RawProperty { name: in_capitals(&name), values, place })
    }

    fn value(&mut self, name: &str) -> Result<String, RecordError> {
        let place = self.place;
        self.next();
        let mut value = String::new();
        while let Some(char) = self.next() {
            match char {
                ']' => return Ok(value),
                '\\' => {
                    value.push('\\');
                    value.extend(self.next());
                }
                char => value.push(char),
            }
        }
        let error = RecordError::new("the value has no end").of(name).at(Some(place));
        Err(error.hint("a `]` is missing"))
    }
}

/// The name that is meant: older SGF has small letters in it that say nothing (`AddBlack`), and some programs
/// write it in small letters alone.
fn in_capitals(name: &str) -> String {
    if name.contains(|char: char| char.is_ascii_uppercase()) {
        name.chars().filter(|char| !char.is_ascii_lowercase()).collect()
    } else {
        name.to_ascii_uppercase()
    }
}
