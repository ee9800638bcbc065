//! A position that the user names: moves, a link, a record or a diagram.

use super::files::{read_bytes_or_input, read_text_or_input};
use crate::board::{Board, Cell, Color, Diagram, Size};
use crate::messages::counted;
use crate::player::Game;
use crate::record::{
    self, FirstRow, Letters, Options, Reading, RecordError, SwapWord, Variation, is_link,
};
use anyhow::{Context, bail, ensure};
use clap::Args;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// How a file of a record is named.
const RECORDS: [&str; 3] = ["sgf", "hsgf", "six"];

#[derive(Debug, Args)]
pub(super) struct PositionArgs {
    /// The moves so far, Black's first, such as `d4 c3 e2`, `5x5 d4 c3` or `1. a2 2. swap`; or a record, a file named `*.sgf`,
    /// `*.hsgf` or `*.six`; or a link of HexWorld, playhex's Hexplorer or hex-study, which is taken as far as it
    /// shows the game
    #[arg(conflicts_with_all = ["sgf", "diagram"])]
    moves: Vec<String>,
    /// Size of the board, where nothing else says it: 7, or columns and rows such as 5x7 [default: 11]
    #[arg(long, conflicts_with = "diagram")]
    size: Option<Size>,
    /// A record of a game, or of a puzzle, in any form and whatever its file is named; `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "diagram")]
    sgf: Option<PathBuf>,
    /// Look at the position before this move of the record, 1 being its first
    #[arg(long, value_name = "MOVE", value_parser = parse_move_number)]
    before: Option<usize>,
    #[command(flatten)]
    reading: ReadingArgs,
    /// A board drawn with `.`, `B` and `W`, one line a row, as `showboard` prints it or without its letters and numbers;
    /// `-` for standard input. It is White's turn if Black has more stones, unless a line says `black to play`
    #[arg(long, value_name = "FILE")]
    diagram: Option<PathBuf>,
    /// Who is to move, black or white, where the moves or the diagram would say otherwise
    #[arg(long, value_name = "COLOUR")]
    to_play: Option<Color>,
}

/// How a record is to be read that can be read in several ways.
#[derive(Debug, Args)]
struct ReadingArgs {
    /// The game of a record with several: its number, or a part of its name, event or players' names
    #[arg(long, value_name = "GAME", help_heading = "Records")]
    game: Option<String>,
    /// The line of a record's tree: the branch to take at each fork, such as 2 or 1.3 [default: the main line]
    #[arg(long, value_name = "BRANCHES", help_heading = "Records")]
    variation: Option<Variation>,
    /// What a swap in a record is: `pieces` if the stone changes colour and place, `sides` if it stays
    #[arg(long, value_name = "SWAP", help_heading = "Records")]
    swap: Option<SwapWord>,
    /// What B and W in a record stand for: `colours`, or `players`, the first of whom is Black
    #[arg(long, value_name = "MEANING", help_heading = "Records")]
    letters: Option<Letters>,
    /// Where the first row of two-letter points is: `top`, or `bottom` as in Go
    #[arg(long, value_name = "EDGE", help_heading = "Records")]
    rows: Option<FirstRow>,
}

fn parse_move_number(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| format!("`{text}` is not the number of a move: 1 is the first"))
}

fn is_record(path: &Path) -> bool {
    let end = path.extension().map(OsStr::to_ascii_lowercase);
    end.is_some_and(|end| RECORDS.iter().any(|name| end == *name))
}

/// The first word of a text, and the rest.
pub(super) fn first_word(text: &str) -> (&str, &str) {
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}

/// Whether a word is a size such as `11x11`.
pub(super) fn has_sides(word: &str) -> bool {
    word.starts_with(|char: char| char.is_ascii_digit()) && word.contains(['x', 'X'])
}

/// The error for moves that cannot be read. If a word of them is the name of a file, it says what to do with that.
fn with_hint_for_file(error: RecordError, moves: &str, hint: &str) -> RecordError {
    let is_file = |word: &str| is_record(Path::new(word)) || Path::new(word).is_file();
    match moves.split_whitespace().find(|word| !is_link(word) && is_file(word)) {
        Some(word) => error.hint(format!("`{word}` is a file: {hint}")),
        None => error,
    }
}

impl PositionArgs {
    /// The game that led to the position, as far as that is known.
    pub(super) fn game(&self) -> anyhow::Result<Game> {
        match (self.record_path(), &self.diagram) {
            (Some(path), _) => self.of_file(path),
            (None, Some(path)) => {
                if let Some(option) = self.option_of_records() {
                    bail!("{option} needs a record");
                }
                Ok(self.with_turn(of_diagram(path)?))
            }
            (None, None) => self.of_arguments(),
        }
    }

    /// An option that is given and says how to read a record.
    fn option_of_records(&self) -> Option<&'static str> {
        let ReadingArgs { game, variation, swap, letters, rows } = &self.reading;
        let given = [
            ("--before", self.before.is_some()),
            ("--game", game.is_some()),
            ("--variation", variation.is_some()),
            ("--swap", swap.is_some()),
            ("--letters", letters.is_some()),
            ("--rows", rows.is_some()),
        ];
        given.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name)
    }

    /// The game with the turn that the user has set, if any.
    fn with_turn(&self, mut game: Game) -> Game {
        if let Some(color) = self.to_play {
            game.set_to_play(color);
        }
        game
    }

    fn record_path(&self) -> Option<&Path> {
        let only_argument = match self.moves.as_slice() {
            [argument] if !is_link(argument) => {
                Some(Path::new(argument)).filter(|path| is_record(path))
            }
            _ => None,
        };
        self.sgf.as_deref().or(only_argument)
    }

    fn of_file(&self, path: &Path) -> anyhow::Result<Game> {
        let (bytes, name) = read_bytes_or_input(path)?;
        let reading = record::read(&bytes, &self.options(self.size));
        reading
            .map_err(anyhow::Error::from)
            .and_then(|reading| self.of_reading(reading, &format!("{name}: ")))
            .context(name)
    }

    fn of_arguments(&self) -> anyhow::Result<Game> {
        let arguments = self.moves.join(" ");
        let (first, rest) = first_word(&arguments);
        let (size, text) =
            if has_sides(first) { (Some(first.parse()?), rest) } else { (self.size, &*arguments) };
        if let (Some(size), Some(given)) = (size, self.size) {
            ensure!(size == given, "the moves are on {size}, and --size says {given}");
        }
        let link = self.moves.iter().find(|text| is_link(text)).filter(|_| !text.contains("(;"));
        if link.is_some() {
            ensure!(self.moves.len() == 1, "a link stands alone: it has all the moves");
            ensure!(self.size.is_none(), "a link says the size of its board itself");
        } else {
            ensure!(self.before.is_none(), "--before needs a record or a link");
        }
        let reading = record::read_text(text, &self.options(size)).map_err(|error| {
            with_hint_for_file(error, text, "--sgf reads a record, --diagram a drawn board")
        })?;
        self.of_reading(reading, "")
    }

    /// The game of one line of a file of positions: moves or a link. This size is that of the line, if it says one. The
    /// place of the line stands before what there is to note.
    pub(super) fn of_line(
        &self,
        text: &str,
        size: Option<Size>,
        place: &str,
    ) -> anyhow::Result<Game> {
        let default = self.size.filter(|_| !is_link(text));
        let reading = record::read_text(text, &self.options(size.or(default)))
            .map_err(RecordError::without_place)
            .map_err(|error| with_hint_for_file(error, text, "a line is moves or a link"))?;
        let game = self.of_reading(reading, &format!("{place}: "));
        game.map_err(|error| match error.downcast::<RecordError>() {
            Ok(error) => error.without_place().into(),
            Err(error) => error,
        })
    }

    fn options(&self, size: Option<Size>) -> Options {
        let ReadingArgs { game, swap, letters, rows, .. } = &self.reading;
        Options { game: game.clone(), swap: *swap, letters: *letters, rows: *rows, size }
    }

    /// Follows the line of the record that is asked for. `place` stands before what there is to note.
    fn of_reading(&self, Reading { record, notes }: Reading, place: &str) -> anyhow::Result<Game> {
        let line = match &self.reading.variation {
            Some(variation) => record.line(variation)?,
            None => record.main_line(),
        };
        let most = self.before.map(|before| before - 1);
        let after_the_end = record.after_the_end(&line).filter(|_| most.is_none());
        notes.iter().chain(&after_the_end).for_each(|note| log::warn!("{place}{note}"));
        let game = Game::of_record(record, &line, most)?;
        let moves = game.moves().count();
        let has_all = most.is_none_or(|most| moves == most);
        ensure!(has_all, "the record has no more than {}", counted(moves, "move"));
        Ok(self.with_turn(game))
    }
}

fn of_diagram(path: &Path) -> anyhow::Result<Game> {
    let (text, name) = read_text_or_input(path)?;
    let Diagram { board, to_play } = Diagram::read(&text).context(name)?;
    let mut game = Game::with_stones(board.size(), stones(&board))?;
    if let Some(color) = to_play {
        game.set_to_play(color);
    }
    Ok(game)
}

fn stones(board: &Board) -> Vec<(Color, Cell)> {
    let of = |color| board.stones(color).iter().map(move |cell| (color, cell));
    Color::BOTH.into_iter().flat_map(of).collect()
}
