//! Certificates as text: read and checked line by line, and written.

use super::{Claim, Fault, Proof, Step};
use crate::board::{Board, Cell, Color, ParseCellError, Position, Size, with_narrowest};
use std::io::{self, BufRead, Read, Write};

/// The first line of every certificate that is written.
const TITLE: &str = "hexcoven certificate 2";

/// The first line of certificates with four rules alone, which are read as well.
const OLD_TITLE: &str = "hexcoven certificate 1";

/// What a line after the first six may be.
pub(super) const KINDS: &str = "chain, move, or, and, dead, captured, reverse, or end";

/// The longest line, in bytes: an `or` of a thousand lemmas has less.
const LONGEST_LINE: usize = 1 << 16;

/// The most steps of a certificate. They take 32 bytes of memory each on boards of up to 64 cells, 56 of up to 128, 296 on
/// larger ones.
pub const MOST_STEPS: usize = 1 << 28;

/// A certificate that was checked and holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// What it proves.
    pub claim: Claim,
    /// The number of its steps.
    pub steps: usize,
    /// The most steps from the last to a chain.
    pub depth: u32,
}

/// Why a certificate is refused.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct Refused {
    /// The number of the line, the first being 1.
    pub line: usize,
    /// The reason.
    pub reason: Reason,
}

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
pub enum Reason {
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It is longer than any line may be.
    #[error("it has more than {LONGEST_LINE} bytes")]
    TooLong,
    /// The text ends too early.
    #[error("the text ends here, and a line with `{0}` must follow")]
    Cut(&'static str),
    /// The text goes on after its end.
    #[error("nothing may follow the line with `end`")]
    GoesOn,
    /// It is not the line that must be here.
    #[error("`{0}` is expected here")]
    Expected(&'static str),
    /// It is not UTF-8.
    #[error("it is not plain text")]
    NotText,
    /// It may be the beginning of a longer line.
    #[error("its end is missing")]
    NoEnd,
    /// It is not a step.
    #[error("a line with {KINDS} is expected here")]
    NoStep,
    /// The line ends too early.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// A number, a size or a colour is none.
    #[error("`{word}` is not {what}")]
    Malformed {
        /// What was read.
        word: String,
        /// What it should be.
        what: &'static str,
    },
    /// A name of a cell is none.
    #[error(transparent)]
    Cell(#[from] ParseCellError),
    /// Two stones on one cell.
    #[error("{0} has two stones")]
    TwoStones(String),
    /// The number at the end is not that of the steps.
    #[error("the number of steps before it is {0}")]
    Steps(usize),
    /// More steps than may be.
    #[error("there are more than {MOST_STEPS} steps")]
    TooMany,
    /// The step proves nothing.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Checks a certificate.
///
/// # Errors
/// It is not well-formed, or does not prove what it claims.
pub fn check(text: impl BufRead) -> Result<Checked, Refused> {
    let mut lines = Lines { text, line: Vec::new(), number: 0 };
    let checked = read_claim(&mut lines).and_then(|claim| {
        with_narrowest!(claim.position.board.size(), N => read_proof::<N>(&mut lines, claim))
    });
    checked.map_err(|reason| Refused { line: lines.number, reason })
}

fn read_claim(lines: &mut Lines<impl BufRead>) -> Result<Claim, Reason> {
    let title = lines.next(TITLE)?;
    // Some editors put a byte order mark first.
    if ![TITLE, OLD_TITLE].contains(&title.strip_prefix('\u{feff}').unwrap_or(title)) {
        return Err(Reason::Expected(TITLE));
    }
    let size = parse_size(lines.after("size")?)?;
    let mut board = Board::new(size);
    for color in Color::BOTH {
        let names = lines.after(if color == Color::Black { "black" } else { "white" })?;
        for cell in parse_cells(names, size)? {
            if board.color_at(cell).is_some() {
                return Err(Reason::TwoStones(size.name(cell)));
            }
            board.place(color, cell);
        }
    }
    let to_play = parse_color(lines.after("turn")?)?;
    let winner = parse_color(lines.after("winner")?)?;
    Ok(Claim { position: Position { board, to_play }, winner })
}

fn read_proof<const N: usize>(
    lines: &mut Lines<impl BufRead>,
    claim: Claim,
) -> Result<Checked, Reason> {
    let size = claim.position.board.size();
    let mut proof = Proof::<N>::new(size, claim.winner);
    loop {
        let (word, rest) = split(lines.next("end")?);
        if word == "end" {
            if parse_number(rest)? != proof.lemmas().len() {
                return Err(Reason::Steps(proof.lemmas().len()));
            }
            break;
        }
        let step = parse_step(word, rest, size)?;
        if proof.lemmas().len() == MOST_STEPS {
            return Err(Reason::TooMany);
        }
        proof.add(&step)?;
    }
    proof.conclude(&claim)?;
    if lines.read()? {
        return Err(Reason::GoesOn);
    }
    let depth = proof.lemmas().last().map_or(0, |lemma| lemma.depth);
    Ok(Checked { claim, steps: proof.lemmas().len(), depth })
}

/// A step of this kind.
pub(super) fn parse_step(kind: &str, rest: &str, size: Size) -> Result<Step, Reason> {
    Ok(match kind {
        "chain" => Step::Chain(parse_cells(rest, size)?),
        "move" => {
            let (name, number) = split(rest);
            Step::Move(parse_cell(name, size)?, parse_number(number)?)
        }
        "or" => Step::Or(parse_numbers(rest)?),
        "and" => Step::And(parse_numbers(rest)?),
        "dead" => {
            let (name, rest) = split(rest);
            let (number, besides) = split(rest);
            let number = parse_number(number)?;
            Step::Dead(parse_cell(name, size)?, number, parse_cells(besides, size)?)
        }
        "captured" => {
            let (first, rest) = split(rest);
            let (second, rest) = split(rest);
            let (number, besides) = split(rest);
            let pair = [parse_cell(first, size)?, parse_cell(second, size)?];
            Step::Captured(pair, parse_number(number)?, parse_cells(besides, size)?)
        }
        "reverse" => {
            let names = rest.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(rest.len());
            let (numbers, names) = rest.split_at(names);
            let cells = parse_cells(names, size)?;
            let (pairs, []) = cells.as_chunks() else {
                return Err(malformed(names.trim(), "a list of pairs of cells"));
            };
            Step::Reverse(parse_numbers(numbers)?, pairs.to_vec())
        }
        _ => return Err(Reason::NoStep),
    })
}

/// The lines of a text, one at a time.
struct Lines<T> {
    text: T,
    line: Vec<u8>,
    /// The number of the line that was read last.
    number: usize,
}

impl<T: BufRead> Lines<T> {
    /// Reads a line, without its end. False at the end of the text.
    fn read(&mut self) -> Result<bool, Reason> {
        self.line.clear();
        self.number += 1;
        let mut part = (&mut self.text).take(LONGEST_LINE as u64 + 1);
        let count = part.read_until(b'\n', &mut self.line)?;
        if count > LONGEST_LINE {
            return Err(Reason::TooLong);
        }
        Ok(count > 0)
    }

    /// The next line, which must be there, with this word.
    fn next(&mut self, word: &'static str) -> Result<&str, Reason> {
        if !self.read()? {
            return Err(Reason::Cut(word));
        }
        let text = str::from_utf8(&self.line).map_err(|_| Reason::NotText)?;
        // A last line without its end may be the beginning of a longer one.
        let text = text.strip_suffix('\n').ok_or(Reason::NoEnd)?;
        Ok(text.strip_suffix('\r').unwrap_or(text))
    }

    /// What follows this word on the next line.
    fn after(&mut self, word: &'static str) -> Result<&str, Reason> {
        let (found, rest) = split(self.next(word)?);
        if found == word { Ok(rest) } else { Err(Reason::Expected(word)) }
    }
}

/// The first word and the rest.
fn split(text: &str) -> (&str, &str) {
    text.split_once(' ').unwrap_or((text, ""))
}

fn parse_size(text: &str) -> Result<Size, Reason> {
    let sides = text.split_once('x');
    let sides = sides
        .and_then(|(columns, rows)| Some((parse_number(columns).ok()?, parse_number(rows).ok()?)));
    let size = sides.and_then(|(columns, rows)| Size::new(columns, rows).ok());
    size.ok_or_else(|| malformed(text, "a size"))
}

fn parse_color(text: &str) -> Result<Color, Reason> {
    text.parse().map_err(|_| malformed(text, "a colour"))
}

fn parse_cells(text: &str, size: Size) -> Result<Vec<Cell>, Reason> {
    text.split_whitespace().map(|name| parse_cell(name, size)).collect()
}

fn parse_number(text: &str) -> Result<usize, Reason> {
    let number = text.parse().ok().filter(|_| !text.starts_with('+'));
    number.ok_or_else(|| malformed(text, "a number"))
}

fn parse_numbers(text: &str) -> Result<Vec<usize>, Reason> {
    text.split_whitespace().map(parse_number).collect()
}

fn parse_cell(text: &str, size: Size) -> Result<Cell, Reason> {
    if text.is_empty() {
        return Err(Reason::Missing("a cell"));
    }
    let cell = size.parse_cell(text)?;
    if size.name(cell) == text { Ok(cell) } else { Err(malformed(text, "the name of a cell")) }
}

fn malformed(word: &str, what: &'static str) -> Reason {
    if word.is_empty() {
        return Reason::Missing(what);
    }
    Reason::Malformed { word: word.to_owned(), what }
}

/// Writes a certificate.
///
/// # Errors
/// It cannot be written.
pub fn write(out: &mut impl Write, claim: &Claim, steps: &[Step]) -> io::Result<()> {
    let Position { board, to_play } = &claim.position;
    let size = board.size();
    writeln!(out, "{TITLE}\nsize {size}")?;
    let name = |cell: &Cell| format!(" {}", size.name(*cell));
    let number = |number: &usize| format!(" {number}");
    let names = |cells: &[Cell]| cells.iter().map(name).collect::<String>();
    let numbers = |numbers: &[usize]| numbers.iter().map(number).collect::<String>();
    for color in Color::BOTH {
        let stones: Vec<Cell> = board.stones(color).iter().collect();
        writeln!(out, "{color}{}", names(&stones))?;
    }
    writeln!(out, "turn {to_play}\nwinner {}", claim.winner)?;
    for step in steps {
        match step {
            Step::Chain(cells) => writeln!(out, "chain{}", names(cells)),
            Step::Move(cell, after) => writeln!(out, "move {} {after}", size.name(*cell)),
            Step::Or(parts) => writeln!(out, "or{}", numbers(parts)),
            Step::And(parts) => writeln!(out, "and{}", numbers(parts)),
            Step::Dead(cell, of, besides) => {
                writeln!(out, "dead {} {of}{}", size.name(*cell), names(besides))
            }
            Step::Captured(pair, of, besides) => {
                writeln!(out, "captured{} {of}{}", names(pair), names(besides))
            }
            Step::Reverse(parts, replies) => {
                writeln!(out, "reverse{}{}", numbers(parts), names(replies.as_flattened()))
            }
        }?;
    }
    writeln!(out, "end {}", steps.len())
}
