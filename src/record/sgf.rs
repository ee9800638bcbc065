//! What the properties of an SGF record mean, by whoever wrote it.

pub(super) mod dialect;

use super::error::{Place, RecordError, shortened};
use super::point::{MARKS, Points};
use super::sgf_parser::{self, RawGame, RawNode, RawProperty, unescaped};
use super::swap::{Opening, SwapReader};
use super::{
    Edit, FirstRow, GivingUp, Move, NodeId, Options, Property, Reading, Record, Step, usual_size,
};
use crate::board::{Color, Size};
use crate::messages::{counted, on_one_line};
use dialect::{Dialect, Writer};
use fxhash::FxHashMap;

/// Properties that change the position by hand.
const EDITS: [&str; 3] = ["AB", "AW", "AE"];

/// Reads the game of a text that the options choose, the first if they choose none.
pub(super) fn read(text: &str, options: &Options) -> Result<Reading, RecordError> {
    let (games, error) = sgf_parser::parse(text);
    let chosen = chosen_game(&games, error.as_ref(), options)?;
    let mut notes = other_games(&games, chosen, options);
    if let Some(error) = error {
        notes.push(format!("what follows is not read: {error}"));
    }
    let game = &games[chosen];
    check_game(&game[0])?;
    let size = size_of(game, options, &mut notes)?;
    let dialect = Dialect::of(game, options)?;
    let points = Points { size, first_row: dialect.first_row };
    let reader = Reader { game, children: children(game), points, dialect, options };
    let record = reader.record(&mut notes)?;
    notes.extend(reader.note_of_turn()?);
    Ok(Reading { record, notes })
}

/// How many games of Hex a text has. One of another game, and one that cannot be read, is an error.
pub(super) fn games(text: &str) -> Result<usize, RecordError> {
    let (games, error) = sgf_parser::parse(text);
    games.iter().try_for_each(|game| check_game(&game[0]))?;
    error.map_or(Ok(games.len()), Err)
}

/// The number of the game to read, from 0.
fn chosen_game(
    games: &[RawGame],
    error: Option<&RecordError>,
    options: &Options,
) -> Result<usize, RecordError> {
    let missing = |problem: String| Err(error.cloned().unwrap_or(RecordError::new(problem)));
    let Some(choice) = &options.game else {
        return if games.is_empty() { missing("no game in it".to_owned()) } else { Ok(0) };
    };
    if let Ok(number) = choice.parse::<usize>() {
        let games = games.len();
        if (1..=games).contains(&number) {
            return Ok(number - 1);
        }
        let all = counted(games, "game");
        return missing(format!("there is no game {number}: the record has {all}"));
    }
    let is_meant = |game: &RawGame| described(game).to_lowercase().contains(&choice.to_lowercase());
    let found: Vec<usize> = (0..games.len()).filter(|index| is_meant(&games[*index])).collect();
    match found[..] {
        [index] => Ok(index),
        [] => missing(format!("no game is named `{choice}`")),
        _ => {
            let numbers: Vec<String> = found.iter().map(|index| (index + 1).to_string()).collect();
            let numbers = numbers.join(", ");
            Err(RecordError::new(format!("`{choice}` is in the names of the games {numbers}")))
        }
    }
}

/// How many games are named that are not read.
const MOST_NAMES: usize = 20;

/// What is said about the games that are not read.
fn other_games(games: &[RawGame], chosen: usize, options: &Options) -> Vec<String> {
    let others = games.iter().enumerate().filter(|(index, _)| *index != chosen);
    let name = |(index, game): (usize, &RawGame)| {
        format!(
            "{}{}",
            index + 1,
            Some(described(game))
                .filter(|name| !name.is_empty())
                .map_or(String::new(), |name| format!(" ({name})"))
        )
    };
    let mut names: Vec<String> = others.take(MOST_NAMES + 1).map(name).collect();
    if names.is_empty() || options.game.is_some() {
        return Vec::new();
    }
    if names.len() > MOST_NAMES {
        names.truncate(MOST_NAMES);
        names.push("...".to_owned());
    }
    let (count, names) = (games.len(), names.join(", "));
    vec![format!(
        "there are {count} games: game 1 is read, --game (game= in GTP) chooses another: {names}"
    )]
}

/// What a game is called, and who played it.
fn described(game: &RawGame) -> String {
    let texts = ["GN", "EV", "PB", "PW"].iter().filter_map(|name| game[0].get(name));
    let texts = texts.map(|property| on_one_line(&property.text()));
    texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ")
}

/// Refuses other games.
fn check_game(root: &RawNode) -> Result<(), RecordError> {
    let Some(property) = root.get("GM") else { return Ok(()) };
    let text = without_blanks(&property.text()).to_ascii_lowercase();
    match text.as_str() {
        "11" | "hex" | "" => Ok(()),
        _ => Err(property.error("not a record of Hex").hint("GM[11] is Hex, GM[1] is Go")),
    }
}

fn without_blanks(text: &str) -> String {
    text.chars().filter(|char| !char.is_whitespace()).collect()
}

fn size_of(
    game: &RawGame,
    options: &Options,
    notes: &mut Vec<String>,
) -> Result<Size, RecordError> {
    let later = game[1..].iter().find_map(|node| node.get("SZ"));
    if let Some(property) = later {
        return Err(property.error("the size of the board must stand in the first node"));
    }
    let Some(property) = game[0].get("SZ") else {
        return Ok(options.size.unwrap_or_else(|| {
            let size = usual_size();
            let other = "--size (size= in GTP) chooses another";
            let how = "the record does not say how large the board is";
            notes.push(format!("{how}: {size} is assumed, {other}"));
            size
        }));
    };
    let text = without_blanks(&property.text());
    let sides: Vec<&str> = text.split([':', 'x', 'X', ',']).collect();
    let number =
        |text: &str| text.parse::<usize>().map_err(|_| property.error("not a size of a board"));
    let (columns, rows) = match sides[..] {
        [side] => (number(side)?, number(side)?),
        [columns, rows] => (number(columns)?, number(rows)?),
        _ => return Err(property.error("not a size of a board")),
    };
    let all_sizes = game[0].properties.iter().filter(|other| other.name == "SZ");
    if all_sizes.map(|other| other.values.len()).sum::<usize>() > 1 {
        return Err(property.error("two sizes"));
    }
    Size::new(columns, rows).map_err(|error| property.error(error.to_string()))
}

/// The nodes after each node of a game, by their numbers.
fn children(game: &RawGame) -> Vec<Vec<usize>> {
    let mut children = vec![Vec::new(); game.len()];
    for (number, node) in game.iter().enumerate() {
        if let Some(parent) = node.parent {
            children[parent].push(number);
        }
    }
    children
}

/// Reads the nodes of a game.
#[derive(Debug)]
struct Reader<'a> {
    game: &'a RawGame,
    /// The nodes after each node.
    children: Vec<Vec<usize>>,
    points: Points,
    dialect: Dialect,
    options: &'a Options,
}

impl Reader<'_> {
    /// The record, and what is to be said about it.
    fn record(&self, notes: &mut Vec<String>) -> Result<Record, RecordError> {
        let mut record = Record::new(self.points.size);
        // The last node that each raw node became, and how the game began as seen from there.
        let mut ends: Vec<(NodeId, Opening)> = Vec::with_capacity(self.game.len());
        for (number, raw) in self.game.iter().enumerate() {
            let before = raw.parent.map(|parent| ends[parent]);
            let opening = before.map_or(Opening::default(), |(_, opening)| opening);
            let steps = self.steps(number, opening)?;
            notes.extend(self.note_of_swap(raw, &steps));
            let opening = steps.iter().fold(opening, |opening, (step, _)| opening.after(step));
            let first = before.map_or(record.root(), |(parent, _)| record.add(parent, Vec::new()));
            let last = put(&mut record, first, raw.place, steps);
            // What a root says is about the whole game.
            let properties = self.properties(raw);
            let with_properties = if raw.parent.is_none() { first } else { last };
            record.node_mut(with_properties).properties = properties;
            ends.push((last, opening));
        }
        Ok(record)
    }

    /// What is done in a node, each step with its place.
    fn steps(&self, number: usize, before: Opening) -> Result<Vec<(Step, Place)>, RecordError> {
        let raw = &self.game[number];
        let swaps = SwapReader {
            size: self.points.size,
            options: self.options,
            dialect: &self.dialect,
            next: self.next_to_move(number)?,
        };
        let edit = self.edit(raw)?;
        let mut opening = before;
        let mut steps = Vec::new();
        let mut is_drawn_swap = false;
        for (color, property) in self.moves(raw) {
            let (word, value) = self.move_of(color, property)?;
            let step = match value {
                Some(step) => step,
                None => Step::Move(color, swaps.swap(color, &word, property)?),
            };
            let drawn = swaps.drawn_swap(&step, opening, &edit);
            is_drawn_swap |= drawn.is_some();
            let step = drawn.unwrap_or(step);
            opening = opening.after(&step);
            steps.push((step, property.place));
        }
        if edit != Edit::default() && !is_drawn_swap {
            let is_edit = |property: &&RawProperty| EDITS.contains(&property.name.as_str());
            let stones = raw.properties.iter().find(is_edit);
            let place = stones.map_or(raw.place, |property| property.place);
            steps.insert(0, (Step::Edit(edit), place));
        }
        steps.extend(self.turn(raw)?.map(|color| (Step::Turn(color), raw.place)));
        Ok(steps)
    }

    /// What is to be said of a node whose `swap-pieces` is read as a swap of sides. Old versions of `HexGui` meant that.
    fn note_of_swap(&self, raw: &RawNode, steps: &[(Step, Place)]) -> Option<String> {
        let is_of_sides =
            steps.iter().any(|(step, _)| matches!(step, Step::Move(_, Move::SwapSides)));
        let mut words =
            self.moves(raw).filter_map(|(color, mv)| Some(self.move_of(color, mv).ok()?.0));
        let is_said = words.any(|word| word == "swappieces");
        let is_certain = self.options.swap.is_some() || self.dialect.writer == Writer::OldHexGui;
        (is_of_sides && is_said && !is_certain).then(|| {
            let other = "--swap (swap= in GTP) chooses another";
            format!("`swap-pieces` is read as swap-sides: only that fits the record, {other}")
        })
    }

    /// The moves of a node, with who makes them.
    fn moves<'n>(&self, raw: &'n RawNode) -> impl Iterator<Item = (Color, &'n RawProperty)> {
        raw.properties.iter().filter_map(|property| Some((self.mover(property)?, property)))
    }

    /// Who moves by this property, if it is a move.
    fn mover(&self, property: &RawProperty) -> Option<Color> {
        match property.name.as_str() {
            "B" => Some(self.dialect.color(Color::Black)),
            "W" => Some(self.dialect.color(Color::White)),
            _ => None,
        }
    }

    /// The word of a player's move, and what it is if it is no swap.
    fn move_of(
        &self,
        color: Color,
        property: &RawProperty,
    ) -> Result<(String, Option<Step>), RecordError> {
        let [value] = &property.values[..] else {
            let hint = "each move has a node of its own; a pass is written `pass` or empty";
            return Err(property.error("not one move").hint(hint));
        };
        let text = unescaped(value);
        let letters =
            text.chars().filter(|char| !char.is_whitespace() && !['-', '_'].contains(char));
        let word = letters.collect::<String>().to_ascii_lowercase();
        let step = match word.as_str() {
            "swap" | "swappieces" | "swapsides" => None,
            "pass" | "" => Some(Step::Move(color, Move::Pass)),
            "resign" | "resigns" => Some(Step::GiveUp(color, GivingUp::Resign)),
            "forfeit" | "timeout" => Some(Step::GiveUp(color, GivingUp::Forfeit)),
            _ => match self.points.cell(&text) {
                Some(cell) => Some(Step::Move(color, Move::Place(cell))),
                None => return Err(self.no_cell(property, &text)),
            },
        };
        Ok((word, step))
    }

    fn no_cell(&self, property: &RawProperty, text: &str) -> RecordError {
        let size = self.points.size;
        let name = shortened(text.trim().to_owned());
        let error = match size.parse_cell(&name) {
            Err(error) => property.error(error.to_string()),
            Ok(_) => property.error(format!("`{name}` is not a cell of a board of {size}")),
        };
        let is_known = self.game[0].get("SZ").is_some() || self.options.size.is_some();
        if is_known {
            error
        } else {
            error.hint(format!(
                "the record has no size SZ: it is read as {size}; --size says another"
            ))
        }
    }

    /// Whose turn it is after a node that has a swap: what this node or later ones say, or who moves next. None if there is
    /// no swap, if nothing tells it, or if variations differ.
    fn next_to_move(&self, number: usize) -> Result<Option<Color>, RecordError> {
        let has_swap = self.game[number].properties.iter().any(|property| {
            self.mover(property).is_some() && property.text().to_ascii_lowercase().contains("swap")
        });
        if !has_swap {
            return Ok(None);
        }
        let mut next = Vec::new();
        let mut open = vec![number];
        while let Some(node) = open.pop() {
            if let Some(color) = self.turn(&self.game[node])? {
                next.push(color);
                continue;
            }
            for child in &self.children[node] {
                match self.moves(&self.game[*child]).next() {
                    None => open.push(*child),
                    // A player may give up in the opponent's turn, too.
                    Some((mover, property)) if self.gives_up(mover, property) => {}
                    Some((mover, _)) => next.push(mover),
                }
            }
        }
        Ok(next.first().copied().filter(|first| next.iter().all(|color| color == first)))
    }

    fn gives_up(&self, mover: Color, property: &RawProperty) -> bool {
        matches!(self.move_of(mover, property), Ok((_, Some(Step::GiveUp(..)))))
    }

    /// What is to be said of uneven stones that were set up, if nothing tells whose turn it is. The programs that are known
    /// say it where it is not Black's.
    fn note_of_turn(&self) -> Result<Option<String>, RecordError> {
        let stones = self.edit(&self.game[0])?.stones;
        let blacks = stones.iter().filter(|(color, _)| *color == Color::Black).count();
        let is_even = 2 * blacks == stones.len();
        let tells = |node: &RawNode| node.get("PL").is_some() || self.moves(node).next().is_some();
        let is_told = self.dialect.writer != Writer::Other || self.game.iter().any(tells);
        Ok((!is_even && !is_told).then(|| {
            let other = "--to-play (gogui-setup_player in GTP) chooses another";
            format!("the record does not say whose turn it is: Black's is assumed, {other}")
        }))
    }

    /// Whose turn a node says it is: by a letter, a word, or a number.
    fn turn(&self, raw: &RawNode) -> Result<Option<Color>, RecordError> {
        let Some(property) = raw.get("PL") else { return Ok(None) };
        let text = property.text();
        match text.trim().to_ascii_lowercase().as_str() {
            "b" | "black" | "1" => Ok(Some(self.dialect.color(Color::Black))),
            "w" | "white" | "2" => Ok(Some(self.dialect.color(Color::White))),
            "" => Ok(None),
            _ => Err(property.error("not a player").hint("B or W")),
        }
    }

    /// The stones that a node puts or takes off.
    fn edit(&self, raw: &RawNode) -> Result<Edit, RecordError> {
        let mut edit = Edit::default();
        let mut said = FxHashMap::default();
        for property in &raw.properties {
            let color = match property.name.as_str() {
                "AB" => Some(self.dialect.color(Color::Black)),
                "AW" => Some(self.dialect.color(Color::White)),
                "AE" => None,
                _ => continue,
            };
            for value in property.values.iter().filter(|value| !value.trim().is_empty()) {
                let text = unescaped(value);
                let cells =
                    self.points.cells(&text).ok_or_else(|| self.no_cell(property, &text))?;
                for cell in cells {
                    match said.insert(cell, color) {
                        None => {
                            edit.cleared.push(cell);
                            edit.stones.extend(color.map(|color| (color, cell)));
                        }
                        Some(before) if before == color => {}
                        Some(_) => {
                            let name = self.points.size.name(cell);
                            let problem = format!("the node says two things about {name}");
                            return Err(RecordError::new(problem).at(Some(raw.place)));
                        }
                    }
                }
            }
        }
        Ok(edit)
    }

    /// What a node says beside its steps.
    fn properties(&self, raw: &RawNode) -> Vec<Property> {
        const STEPS: [&str; 6] = ["B", "W", "AB", "AW", "AE", "PL"];
        const OF_FILE: [&str; 5] = ["FF", "GM", "CA", "AP", "SZ"];
        let is_kept = |property: &&RawProperty| {
            let name = property.name.as_str();
            !STEPS.contains(&name) && !OF_FILE.contains(&name)
        };
        raw.properties.iter().filter(is_kept).map(|property| self.property(property)).collect()
    }

    fn property(&self, property: &RawProperty) -> Property {
        let name = property.name.clone();
        let values = property.values.iter();
        let values: Vec<String> = match name.as_str() {
            mark if MARKS.contains(&mark) => {
                values.map(|value| self.points.renamed(mark, value)).collect()
            }
            "RE" => values.map(|value| self.dialect.result(value)).collect(),
            _ => values.cloned().collect(),
        };
        Property { name, values: if values.is_empty() { vec![String::new()] } else { values } }
    }
}

/// Puts steps into a node: one of them, and whose turn it is then. Others go into nodes under it. Returns the
/// last node.
fn put(record: &mut Record, first: NodeId, place: Place, steps: Vec<(Step, Place)>) -> NodeId {
    let mut at = first;
    record.places[at.0] = Some(place);
    for (step, place) in steps {
        if !matches!(step, Step::Turn(_)) {
            if !record.node(at).steps.is_empty() {
                at = record.add(at, Vec::new());
            }
            record.places[at.0] = Some(place);
        }
        record.node_mut(at).steps.push(step);
    }
    at
}

/// Where the first row is, where nobody says otherwise.
const USUAL_FIRST_ROW: FirstRow = FirstRow::Top;
