//! Who wrote a record, and what is peculiar about it.

use super::super::error::RecordError;
use super::super::point::is_of_go;
use super::super::sgf_parser::{RawGame, RawProperty};
use super::super::{FirstRow, Letters, Options};
use super::USUAL_FIRST_ROW;
use crate::board::Color;

/// What is peculiar about a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Dialect {
    /// The program, if that matters.
    pub(in super::super) writer: Writer,
    /// Whether the letters stand for the other colours.
    letters_are_exchanged: bool,
    /// Where the first row is of points of two letters.
    pub(in super::super) first_row: FirstRow,
}

/// Programs whose records are read in a way of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Writer {
    /// This program: it writes what it means.
    HexCoven,
    /// HexGui up to 0.9: its swap-pieces is a swap of sides.
    OldHexGui,
    /// HexGui and benzene: `swap` is a swap of sides.
    HexGui,
    /// Little Golem: letters are players, `swap` is a swap of pieces, and `RE` has no `+`.
    LittleGolem,
    /// Any other.
    Other,
}

impl Dialect {
    /// Finds out the dialect of a record.
    pub(super) fn of(game: &RawGame, options: &Options) -> Result<Self, RecordError> {
        let writer = writer(game);
        let first = first_move(game);
        let first_is_white = first.is_some_and(|property| property.name == "W");
        let letters = match options.letters {
            Some(letters) => letters,
            None if writer == Writer::LittleGolem => Letters::Players,
            None => usual_letters(game, writer, first)?,
        };
        let first_row = match options.rows {
            Some(first_row) => first_row,
            None => usual_first_row(game, writer)?,
        };
        let letters_are_exchanged = letters == Letters::Players && first_is_white;
        Ok(Self { writer, letters_are_exchanged, first_row })
    }

    /// The colour that a letter stands for.
    pub(in super::super) fn color(self, letter: Color) -> Color {
        if self.letters_are_exchanged { !letter } else { letter }
    }

    /// The result as others write it. Little Golem's speaks of the names, and Black's name is the first player's.
    pub(super) fn result(self, value: &str) -> String {
        match (self.writer, value.trim()) {
            (Writer::LittleGolem, winner @ ("B" | "W")) => format!("{winner}+"),
            _ => value.to_owned(),
        }
    }
}

fn writer(game: &RawGame) -> Writer {
    let root = &game[0];
    let text = |name| root.get(name).map(|property| property.text().trim().to_ascii_lowercase());
    let program = text("AP").unwrap_or_default();
    let (name, version) = program.split_once(':').unwrap_or((&program, ""));
    let source = text("SO").unwrap_or_default().replace(' ', "");
    let comes_from_golem = || {
        let event = text("EV").is_some_and(|event| event.starts_with("hex."));
        let number = text("GC").is_some_and(|comment| comment.starts_with("game #"));
        root.get("GM").is_none() && root.get("AP").is_none() && (event || number)
    };
    match name {
        "hexcoven" => Writer::HexCoven,
        "hexgui" if is_old(version) => Writer::OldHexGui,
        "hexgui" | "hex-benzene" | "benzene" | "mohex" | "wolve" => Writer::HexGui,
        _ if source.contains("littlegolem") || comes_from_golem() => Writer::LittleGolem,
        _ => Writer::Other,
    }
}

/// Whether a version of HexGui is 0.0 to 0.9.
fn is_old(version: &str) -> bool {
    let rest =
        version.strip_prefix("0.").and_then(|rest| rest.strip_prefix(|c: char| c.is_ascii_digit()));
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

fn first_move(game: &RawGame) -> Option<&RawProperty> {
    let mut properties = game.iter().flat_map(|node| &node.properties);
    properties.find(|property| ["B", "W"].contains(&property.name.as_str()))
}

/// Letters are colours, but where a record looks like one of Little Golem and does not say so.
fn usual_letters(
    game: &RawGame,
    writer: Writer,
    first: Option<&RawProperty>,
) -> Result<Letters, RecordError> {
    let says = |name| game.iter().any(|node| node.get(name).is_some());
    let is_named = ["GM", "AP", "AB", "AW", "PL"].into_iter().any(says);
    let Some(first) = first.filter(|first| first.name == "W" && is_of_go(&first.text())) else {
        return Ok(Letters::Colours);
    };
    if writer != Writer::Other || is_named {
        return Ok(Letters::Colours);
    }
    let problem = "it is not clear whose stone this is: White's, or the first player's, who is Black, as on Little Golem";
    Err(first
        .error(problem)
        .hint("--letters colours for the first, --letters players for the second"))
}

/// Rows are counted from the top, but GoGui counts them from the bottom, and only some engines turn that round.
fn usual_first_row(game: &RawGame, writer: Writer) -> Result<FirstRow, RecordError> {
    let program = game[0].get("AP").map(|property| property.text().to_ascii_lowercase());
    if writer != Writer::Other || !program.is_some_and(|program| program.contains("gogui")) {
        return Ok(USUAL_FIRST_ROW);
    }
    let mut properties = game.iter().flat_map(|node| &node.properties);
    let is_point = |property: &&RawProperty| {
        ["B", "W", "AB", "AW"].contains(&property.name.as_str()) && is_of_go(&property.text())
    };
    match properties.find(is_point) {
        None => Ok(USUAL_FIRST_ROW),
        Some(property) => Err(property
            .error("it is not clear which row this is: `aa` is a1, or the first cell of the last row")
            .hint("--rows top if the engine counted rows from the bottom, as GoGui does, else --rows bottom")),
    }
}
