//! Records of games: every form that other programs write is read into one [`Record`].
//!
//! | form | where it comes from |
//! |---|---|
//! | SGF | HexGui, MoHex, Wolve, playhex, Sabaki, Little Golem (`.hsgf`) and this program |
//! | links | HexWorld, playhex's Hexplorer, hex-study |
//! | move text | what people paste: `1. a2 2. swap 3. d4`, `a2d4` |
//! | `.six` | Six |
//!
//! [`read()`] tells the form by the text itself. A record is written as SGF, with its whole tree and with the
//! properties that mean nothing to this program; [`write_link`] writes a link of HexWorld.
//!
//! A record is a tree of [`Node`]s. The steps of a node are in the colours of Hex (Black joins top and bottom)
//! and with the swap that was meant, whatever words and letters the file had for them. Whether a step is legal
//! is not looked at: that is for a game that follows a line of the tree.
//!
//! Nothing is guessed where two readings are possible and lead to other positions. Such a record is refused; the
//! error names both readings and the choice in [`Options`] that tells them apart. What was decided without
//! asking, and what was left out, is said in [`Reading::notes`].

mod comments;
mod decode;
mod error;
mod link;
mod moves;
mod options;
mod point;
mod sgf;
mod sgf_parser;
mod six;
mod swap;
mod write;

pub use error::{Place, RecordError};
pub use link::{is_link, write_link};
pub use options::{FirstRow, Letters, Options, ParseOptionError, SwapWord, Variation};

use crate::board::{Cell, Color, Size};
use crate::files::{self, without_mark};
use crate::messages::{counted, on_one_line};
use std::borrow::Cow;
use std::fmt;
use std::io;
use std::path::Path;

/// A move of Hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A stone on an empty cell.
    Place(Cell),
    /// The first stone changes its colour and goes to the mirrored cell: the players keep theirs.
    SwapPieces,
    /// The players exchange colours and the stone stays. The same colour, now the other player's, is to move.
    SwapSides,
    /// No stone. Records have it; nobody plays it here.
    Pass,
}

impl Move {
    /// Whether the player takes over the first stone.
    pub fn is_swap(self) -> bool {
        matches!(self, Self::SwapPieces | Self::SwapSides)
    }

    /// The colour that a player of this colour has after making this move.
    pub fn color_after(self, color: Color) -> Color {
        if self == Self::SwapSides { !color } else { color }
    }

    /// Whose turn it is after this move of a player.
    pub fn turn_after(self, color: Color) -> Color {
        !self.color_after(color)
    }

    /// The name of the move, as records and GTP write it.
    pub fn name(self, size: Size) -> String {
        match self {
            Move::Place(cell) => size.name(cell),
            Move::SwapPieces => "swap-pieces".to_owned(),
            Move::SwapSides => "swap-sides".to_owned(),
            Move::Pass => "pass".to_owned(),
        }
    }
}

/// Stones put up or taken off by hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edit {
    /// Stones to put on empty cells.
    pub stones: Vec<(Color, Cell)>,
    /// Cells to clear, before the stones are put.
    pub cleared: Vec<Cell>,
}

/// How a player gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivingUp {
    /// The player resigned.
    Resign,
    /// The player ran out of time or left.
    Forfeit,
}

/// What is done in a node of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The position is changed by hand.
    Edit(Edit),
    /// A player moves.
    Move(Color, Move),
    /// A player gives up: the game is over.
    GiveUp(Color, GivingUp),
    /// It is this player's turn.
    Turn(Color),
}

impl Step {
    /// Whose turn it is after this step, if it was this player's before.
    pub fn turn_after(&self, turn: Color) -> Color {
        match self {
            Self::Move(color, mv) => mv.turn_after(*color),
            Self::Turn(color) => *color,
            Self::Edit(_) | Self::GiveUp(..) => turn,
        }
    }
}

/// A property of a node that is no step: a name, a comment, a label, or one that we do not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Its name, such as `C`.
    pub name: String,
    /// Its values as SGF writes them, with their backslashes.
    values: Vec<String>,
}

/// A node, by its number in the record; a parent's number is lower than its children's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeId(usize);

/// A node of a record's tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    /// What is done here: an edit, a move or a giving up, if anything, and then whose turn it is.
    pub steps: Vec<Step>,
    /// What else is said here.
    pub properties: Vec<Property>,
}

/// A game with its variations, and all that is said about it.
#[derive(Clone, Debug)]
pub struct Record {
    size: Size,
    nodes: Vec<Node>,
    /// Where each node that was read stood in its text.
    places: Vec<Option<Place>>,
    /// The node that a link shows.
    shown: Option<NodeId>,
}

/// What was read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The record.
    pub record: Record,
    /// What was decided without asking, and what was left out; for people.
    pub notes: Vec<String>,
}

/// The size of the board where nothing is said.
fn usual_size() -> Size {
    Size::new(11, 11).expect("it is a size")
}

/// Reads a record in whatever form it has.
///
/// # Errors
/// The text is no record, or can be read in several ways.
pub fn read(bytes: &[u8], options: &Options) -> Result<Reading, RecordError> {
    let (text, note) = decode::decode(bytes);
    let is_empty = without_mark(&text).trim().is_empty();
    if is_empty && options.size.is_none() {
        return Err(RecordError::new("there is nothing in it".to_owned()));
    }
    let mut reading = read_text(&text, options)?;
    reading.notes.splice(0..0, note);
    Ok(reading)
}

/// Why a record should not take the place of what is at this path, in words that go on after its name; none if nothing would
/// be lost but a record of one game of Hex.
///
/// # Errors
/// It cannot be read.
pub fn why_not_replaced(path: impl AsRef<Path>) -> io::Result<Option<String>> {
    let path = path.as_ref();
    if !files::is_replaceable(path, "(;")? {
        return Ok(Some("is there, and is not an SGF record".to_owned()));
    }
    if !path.is_file() {
        return Ok(None);
    }
    Ok(match sgf::games(&decode::decode(&files::read_file(path)?).0) {
        Ok(0 | 1) => None,
        Ok(games) => Some(format!("is there, and has {games} games, which would be lost")),
        Err(error) => Some(format!("is there, and cannot be read as one game of Hex ({error})")),
    })
}

/// Reads a record of which the text is known.
///
/// # Errors
/// The text is no record, or can be read in several ways.
pub fn read_text(text: &str, options: &Options) -> Result<Reading, RecordError> {
    let text = without_mark(text);
    // The order matters: a link may stand in the text of a game of SGF, `is_link` takes much for one, and what nothing
    // else claims is moves.
    let reading = if sgf_parser::has_game(text) {
        sgf::read(text, options)
    } else if let Some(option) = options.of_sgf() {
        Err(RecordError::new(format!("{option} is for SGF records, and this is not one")))
    } else if six::is_six(text) {
        six::read(text, options)
    } else if is_link(text) {
        link::read(text)
    } else {
        moves::read(text, options)
    }?;
    if options.size.is_some_and(|size| size != reading.record.size) {
        let problem = format!("the record says how large the board is: {}", reading.record.size);
        return Err(RecordError::new(problem).hint("leave out the size"));
    }
    Ok(reading)
}

impl Property {
    /// A property with one value, which is text.
    fn of_text(name: &str, text: &str) -> Self {
        Self { name: name.to_owned(), values: vec![write::escaped(text)] }
    }

    /// What its first value says.
    fn text(&self) -> Cow<'_, str> {
        self.values.first().map_or(Cow::Borrowed(""), |value| sgf_parser::unescaped(value))
    }
}

impl Node {
    fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }
}

impl Record {
    /// A game that has not begun.
    pub fn new(size: Size) -> Self {
        Self { size, nodes: vec![Node::default()], places: vec![None], shown: None }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The first node, which has what is said about the whole game.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    /// A node, to say more in it.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0]
    }

    /// What a property of the whole game says, such as `EV`; nothing where it is missing or empty.
    pub fn information(&self, name: &str) -> Option<String> {
        let text = self.node(self.root()).property(name)?.text();
        let text = on_one_line(&text);
        (!text.is_empty()).then_some(text)
    }

    /// Says something about the whole game; an empty text says nothing.
    pub fn set_information(&mut self, name: &str, text: &str) {
        let properties = &mut self.nodes[0].properties;
        properties.retain(|property| property.name != name);
        if !text.is_empty() {
            properties.push(Property::of_text(name, text));
        }
    }

    /// A player's name.
    pub fn name(&self, color: Color) -> Option<String> {
        self.information(name_of_player(color))
    }

    /// Names a player.
    pub fn set_name(&mut self, color: Color, name: &str) {
        self.set_information(name_of_player(color), name);
    }

    /// The result, `B+`, `W+` or `?`, with or without a reason.
    pub fn result(&self) -> Option<String> {
        self.information("RE")
    }

    /// Sets the result. `how` says how it came about, such as `Resign`; it may be empty.
    pub fn set_result(&mut self, winner: Color, how: &str) {
        self.set_information("RE", &format!("{}+{how}", winner.letter()));
    }

    /// Says who won, where a player gives up in the main line. Every reader ends with it but that of SGF: there a record
    /// says it itself, by `RE`, and is kept as it is.
    fn conclude(&mut self) {
        let line = self.main_line();
        let mut steps = line.iter().flat_map(|id| &self.node(*id).steps);
        let end = steps.find_map(|step| match step {
            Step::GiveUp(color, how) => Some((!*color, *how)),
            _ => None,
        });
        if let Some((winner, how)) = end {
            let how = if how == GivingUp::Resign { "Resign" } else { "Forfeit" };
            self.set_result(winner, how);
        }
    }

    /// A further node under this one, the last of its children.
    pub fn add(&mut self, parent: NodeId, steps: Vec<Step>) -> NodeId {
        let id = NodeId(self.nodes.len());
        self.nodes.push(Node { parent: Some(parent), steps, ..Node::default() });
        self.places.push(None);
        self.nodes[parent.0].children.push(id);
        id
    }

    /// The nodes under this one, the main line first.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.node(id).children
    }

    /// Makes a node the first of its parent's children.
    pub fn make_main(&mut self, id: NodeId) {
        if let Some(parent) = self.node(id).parent {
            let children = &mut self.nodes[parent.0].children;
            children.retain(|child| *child != id);
            children.insert(0, id);
        }
    }

    /// Takes away all that follows a node.
    pub fn cut_after(&mut self, id: NodeId) {
        self.nodes[id.0].children.clear();
    }

    /// Where a node stands in the text that it was read from.
    pub fn place(&self, id: NodeId) -> Option<Place> {
        self.places[id.0]
    }

    /// The node that a link shows, if the record was one.
    pub fn shown(&self) -> Option<NodeId> {
        self.shown
    }

    /// The main line as far as a link shows it, from the root on.
    pub fn main_line(&self) -> Vec<NodeId> {
        match self.shown {
            Some(shown) => self.path(shown),
            None => self.line(&Variation::default()).expect("there is always a main line"),
        }
    }

    /// The nodes from the root to this one.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(id), |id| self.node(*id).parent).collect();
        path.reverse();
        path
    }

    /// The nodes of a line, from the root to its end.
    ///
    /// # Errors
    /// There is no such branch.
    pub fn line(&self, variation: &Variation) -> Result<Vec<NodeId>, RecordError> {
        let mut choices = variation.branches().iter();
        let mut line = vec![self.root()];
        let mut node = self.root();
        let mut forks = 0;
        while let [first, ref others @ ..] = *self.children(node) {
            node = first;
            if !others.is_empty() {
                forks += 1;
                let choice = choices.next().copied().unwrap_or(1);
                let branches = others.len() + 1;
                node = *self.children(line[line.len() - 1]).get(choice - 1).ok_or_else(|| {
                    RecordError::new(format!(
                        "there is no branch {choice} at fork {forks}, which has {branches}"
                    ))
                })?;
            }
            line.push(node);
        }
        if choices.next().is_none() {
            return Ok(line);
        }
        let forks = match forks {
            0 => "no fork".to_owned(),
            _ => format!("only {}", counted(forks, "fork")),
        };
        Err(RecordError::new(format!("this line of the record has {forks}")))
    }

    /// What is given up in a line, and the number of steps after it, if there are any.
    pub fn after_the_end(&self, line: &[NodeId]) -> Option<String> {
        let mut steps = line.iter().flat_map(|id| &self.node(*id).steps);
        let color = steps.find_map(|step| match step {
            Step::GiveUp(color, _) => Some(*color),
            _ => None,
        })?;
        let later = steps.filter(|step| !matches!(step, Step::Turn(_))).count();
        (later > 0).then(|| {
            let (steps, are) = (counted(later, "step"), if later == 1 { "is" } else { "are" });
            format!(
                "{color} gave up, and {steps} {are} written after that: the game is taken to end there"
            )
        })
    }

    /// The whole record as SGF, in one line.
    pub fn write(&self) -> String {
        write::write(self)
    }
}

impl PartialEq for Record {
    /// Whether they say the same, wherever they were read.
    fn eq(&self, other: &Self) -> bool {
        let parts = |record: &Self| (record.size, record.shown);
        parts(self) == parts(other) && self.nodes == other.nodes
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.write())
    }
}

fn name_of_player(color: Color) -> &'static str {
    match color {
        Color::Black => "PB",
        Color::White => "PW",
    }
}

#[cfg(test)]
mod tests;
