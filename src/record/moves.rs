//! Moves as people write and paste them: `a2 d4`, `a2,d4`, `A2D4`, `1. a2 2. swap 3. d4`.

use super::error::{Place, RecordError};
use super::{GivingUp, Move, NodeId, Options, Reading, Record, Step, SwapWord, usual_size};
use crate::board::Color;

/// What stands between moves.
fn is_gap(char: char) -> bool {
    char.is_whitespace() || [',', ';', '|', '/', '-', '–', '—', '→'].contains(&char)
}

/// Words that are moves, longer ones first; all but `swap` say what they mean.
const WORDS: [(&str, Word); 11] = [
    ("swap-pieces", Word::Move(Move::SwapPieces)),
    ("swap pieces", Word::Move(Move::SwapPieces)),
    ("swap_pieces", Word::Move(Move::SwapPieces)),
    ("swap-sides", Word::Move(Move::SwapSides)),
    ("swap sides", Word::Move(Move::SwapSides)),
    ("swap_sides", Word::Move(Move::SwapSides)),
    ("swap", Word::Swap),
    ("pass", Word::Move(Move::Pass)),
    ("resigns", Word::GiveUp(GivingUp::Resign)),
    ("resign", Word::GiveUp(GivingUp::Resign)),
    ("forfeit", Word::GiveUp(GivingUp::Forfeit)),
];

#[derive(Clone, Copy)]
enum Word {
    Move(Move),
    Swap,
    GiveUp(GivingUp),
}

/// Reads moves that take turns, Black's first.
pub(super) fn read(text: &str, options: &Options) -> Result<Reading, RecordError> {
    let size = options.size.unwrap_or_else(usual_size);
    let mut reader = Reader {
        reading: Reading { record: Record::new(size), notes: Vec::new() },
        options,
        turn: Color::Black,
        moves: 0,
        place: Place::START,
        last: NodeId(0),
    };
    let mut left = text;
    // A number waits for its move.
    let mut number: Option<(&str, Place)> = None;
    loop {
        let start = left.trim_start_matches(is_gap);
        reader.place = reader.place.past(&left[..left.len() - start.len()]);
        left = start;
        let Some(first) = left.chars().next() else { break };
        let length = if first.is_ascii_digit() && number.is_none() {
            let length = reader.number(left)?;
            number = Some((&left[..length], reader.place));
            length
        } else {
            number = None;
            reader.step(left)?
        };
        reader.place = reader.place.past(&left[..length]);
        left = &left[length..];
    }
    if let Some((number, place)) = number {
        return Err(RecordError::new("no move follows").of(format!("`{number}`")).at(Some(place)));
    }
    reader.reading.record.conclude();
    Ok(reader.reading)
}

struct Reader<'a> {
    reading: Reading,
    options: &'a Options,
    turn: Color,
    /// Moves so far.
    moves: usize,
    place: Place,
    last: NodeId,
}

impl Reader<'_> {
    /// Reads the number of a move and what stands after it, and returns the length.
    fn number(&self, text: &str) -> Result<usize, RecordError> {
        let rest = text.trim_start_matches(|char: char| char.is_ascii_digit());
        let digits = &text[..text.len() - rest.len()];
        let next = self.moves + 1;
        // Moves are counted one by one or two by two.
        let pair = self.moves.is_multiple_of(2).then_some(self.moves / 2 + 1);
        let number = digits.parse::<usize>().ok();
        if number != Some(next) && (number.is_none() || number != pair) {
            let problem = format!("it is not the number of the next move, which is {next}");
            let error = RecordError::new(problem).of(format!("`{digits}`")).at(Some(self.place));
            return Err(error.hint("a cell is a letter and a number, such as a1"));
        }
        let length =
            if rest.starts_with(['.', ')', ':']) { digits.len() + 1 } else { digits.len() };
        Ok(length)
    }

    /// Reads a move, and returns the length of its word.
    fn step(&mut self, text: &str) -> Result<usize, RecordError> {
        let is_word = |word: &str| {
            text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
        };
        if let Some((word, meaning)) = WORDS.into_iter().find(|(word, _)| is_word(word)) {
            let step = match meaning {
                Word::Move(mv) => Step::Move(self.turn, mv),
                Word::Swap => Step::Move(self.turn, self.swap()),
                Word::GiveUp(how) => Step::GiveUp(self.turn, how),
            };
            self.push(step);
            return Ok(word.len());
        }
        let number = text.trim_start_matches(|char: char| char.is_ascii_alphabetic());
        let rest = number.trim_start_matches(|char: char| char.is_ascii_digit());
        let name = &text[..text.len() - rest.len()];
        if number.len() == text.len() || rest.len() == number.len() {
            let word: String = text.chars().take_while(|char| !is_gap(*char)).collect();
            let error = RecordError::new("not a move").of(format!("`{word}`")).at(Some(self.place));
            return Err(error.hint(
                "a move is a cell such as a1, swap-pieces, swap-sides, pass or resign; SGF begins with `(;`",
            ));
        }
        let cell = self.reading.record.size.parse_cell(name);
        let cell = cell.map_err(|error| {
            let error = RecordError::new(error.to_string()).at(Some(self.place));
            if self.options.size.is_some() {
                error
            } else {
                error.hint("--size says how large the board is")
            }
        })?;
        self.push(Step::Move(self.turn, Move::Place(cell)));
        Ok(name.len())
    }

    /// What `swap` means: what it means on the sites from which people copy moves.
    fn swap(&mut self) -> Move {
        if let Some(word) = self.options.swap {
            return match word {
                SwapWord::Pieces => Move::SwapPieces,
                SwapWord::Sides => Move::SwapSides,
            };
        }
        if !self.reading.record.size.is_square() {
            return Move::SwapSides;
        }
        let note = "`swap` is read as swap-pieces, as HexWorld and playhex mean it; --swap sides reads it as swap-sides";
        self.reading.notes.push(note.to_owned());
        Move::SwapPieces
    }

    fn push(&mut self, step: Step) {
        if let Step::Move(color, mv) = step {
            self.turn = mv.turn_after(color);
            self.moves += 1;
        }
        let record = &mut self.reading.record;
        self.last = record.add(self.last, vec![step]);
        record.places[self.last.0] = Some(self.place);
    }
}
