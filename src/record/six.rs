//! Games that Six saved.
//!
//! ```text
//! BoardSize: 11x11
//! First: V
//! Swap: 1
//! Moves:
//!   1. A2 (0 ms) Swap (23 ms)
//! ```
//!
//! Six's vertical player joins top and bottom: Black. Its swap is one of pieces. A game that did not begin on
//! an empty board has `InitialBoard:` and a drawing of `.`, `V` and `H` instead of the size.

use super::error::{Place, RecordError};
use super::{Edit, GivingUp, Move, Options, Reading, Record, Step, SwapWord};
use crate::board::{Cell, Color, Size};

/// Whether a text begins as one of Six does.
pub(super) fn is_six(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with("BoardSize:") || text.starts_with("InitialBoard:")
}

/// Reads a game of Six.
pub(super) fn read(text: &str, options: &Options) -> Result<Reading, RecordError> {
    let mut words = Words { left: text, place: Place::START };
    let mut record = match words.expect(&["BoardSize:", "InitialBoard:"])? {
        "BoardSize:" => Record::new(words.size()?),
        _ => words.board()?,
    };
    words.expect(&["First:"])?;
    let mut turn = words.player()?;
    words.expect(&["Swap:"])?;
    words.expect(&["0", "1"])?;
    words.expect(&["Moves:"])?;
    let root = record.root();
    let has_stones = !record.node(root).steps.is_empty();
    if has_stones || turn != Color::Black {
        record.node_mut(root).steps.push(Step::Turn(turn));
    }
    let mut last = root;
    let mut rows = Rows::default();
    while let Some((word, place)) = words.next() {
        if let Some(number) = word.strip_suffix('.').and_then(|word| word.parse::<usize>().ok()) {
            rows.begin(number).map_err(|error| error.of(format!("`{word}`")).at(Some(place)))?;
            continue;
        }
        if word.starts_with('(') {
            words.skip_time(word)?;
            continue;
        }
        let step = step(word, turn, record.size(), options);
        let step = step.map_err(|error| error.at(Some(place)))?;
        rows.add_step().map_err(|error| error.of(format!("`{word}`")).at(Some(place)))?;
        if let Step::Move(color, mv) = step {
            turn = mv.turn_after(color);
        }
        last = record.add(last, vec![step]);
        record.places[last.0] = Some(place);
    }
    record.conclude();
    Ok(Reading { record, notes: Vec::new() })
}

/// The numbered rows of a game, each with two steps but the last.
#[derive(Debug, Default)]
struct Rows {
    /// The number of rows so far.
    count: usize,
    /// The steps of the last one.
    steps: usize,
}

impl Rows {
    /// Begins the row with this number. Without a row or a step it would be another game.
    fn begin(&mut self, number: usize) -> Result<(), RecordError> {
        let next = self.count + 1;
        if number != next {
            let problem = format!("it is not the number of the next row, which is {next}");
            return Err(RecordError::new(problem));
        }
        if self.count > 0 && self.steps < 2 {
            let steps = if self.steps == 1 { "1 step" } else { "no steps" };
            return Err(RecordError::new(format!("the row before it has {steps} instead of 2")));
        }
        *self = Self { count: next, steps: 0 };
        Ok(())
    }

    /// Adds a step to the last row.
    fn add_step(&mut self) -> Result<(), RecordError> {
        if self.count == 0 || self.steps == 2 {
            let next = self.count + 1;
            return Err(RecordError::new(format!("the number {next} of its row is missing")));
        }
        self.steps += 1;
        Ok(())
    }
}

fn step(word: &str, turn: Color, size: Size, options: &Options) -> Result<Step, RecordError> {
    Ok(match word.to_ascii_lowercase().as_str() {
        "swap" if options.swap == Some(SwapWord::Sides) => Step::Move(turn, Move::SwapSides),
        "swap" => Step::Move(turn, Move::SwapPieces),
        "resign" => Step::GiveUp(turn, GivingUp::Resign),
        "forfeit" => Step::GiveUp(turn, GivingUp::Forfeit),
        cell => {
            let cell =
                size.parse_cell(cell).map_err(|error| RecordError::new(error.to_string()))?;
            Step::Move(turn, Move::Place(cell))
        }
    })
}

/// Words apart by blanks, and where they stand.
struct Words<'a> {
    left: &'a str,
    place: Place,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<(&'a str, Place)> {
        let start = self.left.trim_start();
        self.place = self.place.past(&self.left[..self.left.len() - start.len()]);
        let end = start.find(char::is_whitespace).unwrap_or(start.len());
        let (word, place) = (&start[..end], self.place);
        self.place = place.past(word);
        self.left = &start[end..];
        (!word.is_empty()).then_some((word, place))
    }

    /// The next word, which is one of these.
    fn expect(&mut self, allowed: &[&str]) -> Result<&'a str, RecordError> {
        let (word, place) = self.next().unwrap_or(("", self.place));
        if allowed.contains(&word) {
            return Ok(word);
        }
        let problem = format!("a game of Six has {} here", allowed.join(" or "));
        Err(RecordError::new(problem).of(format!("`{word}`")).at(Some(place)))
    }

    fn size(&mut self) -> Result<Size, RecordError> {
        let (word, place) = self.next().unwrap_or(("", self.place));
        let error =
            |problem: String| RecordError::new(problem).of(format!("`{word}`")).at(Some(place));
        let sides = word
            .split_once('x')
            .and_then(|(columns, rows)| Some((columns.parse().ok()?, rows.parse().ok()?)));
        let (columns, rows) = sides.ok_or_else(|| error("not a size such as 11x11".to_owned()))?;
        Size::new(columns, rows).map_err(|wrong| error(wrong.to_string()))
    }

    fn player(&mut self) -> Result<Color, RecordError> {
        Ok(if self.expect(&["V", "H"])? == "V" { Color::Black } else { Color::White })
    }

    /// Passes over `(23 ms)`, of which this is the first word.
    fn skip_time(&mut self, first: &str) -> Result<(), RecordError> {
        if first.ends_with(')') { Ok(()) } else { self.expect(&["ms)"]).map(drop) }
    }

    /// Reads a drawing: a line of letters, then rows of marks with numbers at their ends.
    fn board(&mut self) -> Result<Record, RecordError> {
        let start = self.place;
        let end = self.left.find("First:").unwrap_or(self.left.len());
        let (drawing, left) = self.left.split_at(end);
        (self.left, self.place) = (left, self.place.past(drawing));
        let mark = |word: &str| match word {
            "." => Some(None),
            "V" => Some(Some(Color::Black)),
            "H" => Some(Some(Color::White)),
            _ => None,
        };
        let is_row = |line: &&str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
        let error = |problem: String| RecordError::new(problem).of("InitialBoard:").at(Some(start));
        // A number stands at either end.
        let row = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let marks = words.get(1..words.len().saturating_sub(1)).unwrap_or_default();
            marks.iter().map(|word| mark(word)).collect::<Option<Vec<_>>>()
        };
        let rows = drawing.lines().filter(is_row).map(row).collect::<Option<Vec<_>>>();
        let rows = rows.ok_or_else(|| error("its cells are `.`, `V` and `H`".to_owned()))?;
        let columns = rows.first().map_or(0, Vec::len);
        if rows.iter().any(|row| row.len() != columns) {
            return Err(error("its rows are not of one length".to_owned()));
        }
        let size = Size::new(columns, rows.len()).map_err(|wrong| error(wrong.to_string()))?;
        let marks = size.cells().zip(rows.concat());
        let stones: Vec<(Color, Cell)> =
            marks.filter_map(|(cell, mark)| Some((mark?, cell))).collect();
        let mut record = Record::new(size);
        if !stones.is_empty() {
            let cleared = stones.iter().map(|(_, cell)| *cell).collect();
            record.node_mut(record.root()).steps.push(Step::Edit(Edit { stones, cleared }));
        }
        Ok(record)
    }
}
