//! Diagrams: boards as text.
//!
//! ```text
//!   a  b  c  d
//!  1\.  .  .  .\1
//!   2\.  B  W  .\2
//!    3\.  .  .  .\3
//!       a  b  c  d
//! ```
//!
//! The reader needs only the cells: `.`, `B` and `W`, one line a row. Row numbers, column letters, backslashes, blanks
//! and the line that says whose turn it is are optional. What is there must fit: a text with two diagrams, or with
//! a numbered row left out before another, is refused.

use super::size::column_name;
use super::{Board, Color, MAX_SIDE, Size, SizeError};
use std::fmt;

/// A text that is no diagram of a board. Lines and rows are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseDiagramError {
    /// A row contains something else than cells.
    #[error(
        "line {line}: `{found}` is not a cell: a row is of `.`, `B` and `W`, such as `. B W` or `1\\. B W\\1`"
    )]
    Cell {
        /// The line.
        line: usize,
        /// What stands there.
        found: char,
    },
    /// A row has the number of another.
    #[error("line {line}: row {found} stands where row {expected} comes")]
    Number {
        /// The line.
        line: usize,
        /// The number that it has.
        found: String,
        /// The number that it should have.
        expected: usize,
    },
    /// There is no row.
    #[error("there is no board in it")]
    Empty,
    /// The rows differ in length.
    #[error("row {row} has {found} cells, the first row has {expected}")]
    Ragged {
        /// The row.
        row: usize,
        /// The number of its cells.
        found: usize,
        /// The number of cells of the first row.
        expected: usize,
    },
    /// There are more letters than columns, or fewer.
    #[error("line {line}: letters of columns: {found} found, {expected} expected")]
    Letters {
        /// The line.
        line: usize,
        /// The number of letters.
        found: usize,
        /// The number of columns.
        expected: usize,
    },
    /// Something stands after the end of the diagram.
    #[error("line {0}: the diagram has ended before: there may be only one")]
    Second(usize),
    /// A row without a number stands after a blank line: it may be of another diagram.
    #[error(
        "line {0}: a row without a number follows a blank line: there may be only one diagram, without blank lines"
    )]
    Gap(usize),
    /// It says who has won, which the stones do not show.
    #[error("it says that {0} has won, but {0}'s edges are not joined")]
    NotWon(Color),
    /// No row, or too many.
    #[error(transparent)]
    Size(#[from] SizeError),
}

/// What a text shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The board.
    pub board: Board,
    /// Whose turn it is, if a line says it.
    pub to_play: Option<Color>,
}

/// Reads the board of a diagram, in the form that a [`Board`] is displayed in or shorter.
///
/// # Errors
/// The text is not a diagram of a board.
pub fn parse_diagram(text: &str) -> Result<Board, ParseDiagramError> {
    Diagram::read(text).map(|diagram| diagram.board)
}

impl Diagram {
    /// Reads a diagram as `showboard` prints it, or shorter.
    ///
    /// # Errors
    /// The text is not a diagram of a board.
    pub fn read(text: &str) -> Result<Self, ParseDiagramError> {
        let mut reader = Reader::default();
        (1..).zip(text.lines()).try_for_each(|(line, text)| reader.line(line, text.trim()))?;
        reader.finish()
    }
}

#[derive(Default)]
struct Reader {
    rows: Vec<Vec<Option<Color>>>,
    /// The lines with letters of the columns, and how many letters each has.
    letters: Vec<(usize, usize)>,
    state: Option<State>,
    /// Whether there was a blank line after the last row.
    has_gap: bool,
    /// Whether something stood after the last row.
    has_ended: bool,
}

/// What the line under a diagram says.
#[derive(Clone, Copy)]
enum State {
    ToPlay(Color),
    HasWon(Color),
}

impl Reader {
    fn line(&mut self, line: usize, text: &str) -> Result<(), ParseDiagramError> {
        if text.is_empty() || is_empty_reply(text) {
            self.has_gap = true;
            return Ok(());
        }
        if let Some(state) = state(text) {
            if self.state.replace(state).is_some() {
                return Err(ParseDiagramError::Second(line));
            }
        } else if let Some(count) = letters(text) {
            // They stand above the first row and below the last.
            if self.has_ended || self.rows.is_empty() && !self.letters.is_empty() {
                return Err(ParseDiagramError::Second(line));
            }
            self.letters.push((line, count));
        } else {
            return self.row(line, text);
        }
        self.has_ended = !self.rows.is_empty();
        Ok(())
    }

    fn row(&mut self, line: usize, text: &str) -> Result<(), ParseDiagramError> {
        if self.has_ended {
            return Err(ParseDiagramError::Second(line));
        }
        let (numbers, cells) = without_frame(text);
        let cells = cells.chars().filter(|char| !char.is_whitespace());
        let row = cells.map(|char| stone(line, char)).collect::<Result<Vec<_>, _>>()?;
        let expected = self.rows.len() + 1;
        let is_other = |number: &&str| number.parse() != Ok(expected);
        if let Some(number) = numbers.into_iter().flatten().find(is_other) {
            return Err(ParseDiagramError::Number { line, found: number.to_owned(), expected });
        }
        if self.has_gap && !self.rows.is_empty() && numbers == [None; 2] {
            return Err(ParseDiagramError::Gap(line));
        }
        self.has_gap = false;
        self.rows.push(row);
        Ok(())
    }

    fn finish(self) -> Result<Diagram, ParseDiagramError> {
        let expected = self.rows.first().map_or(0, Vec::len);
        if let Some((i, row)) = self.rows.iter().enumerate().find(|(_, row)| row.len() != expected)
        {
            return Err(ParseDiagramError::Ragged { row: i + 1, found: row.len(), expected });
        }
        if let Some((line, found)) = self.letters.into_iter().find(|(_, found)| *found != expected)
        {
            return Err(ParseDiagramError::Letters { line, found, expected });
        }
        if self.rows.is_empty() {
            return Err(ParseDiagramError::Empty);
        }
        let size = Size::new(expected, self.rows.len())?;
        let board = Board::with_stones(size, self.rows.into_iter().flatten());
        let to_play = match self.state {
            Some(State::HasWon(color)) if board.winner() != Some(color) => {
                return Err(ParseDiagramError::NotWon(color));
            }
            Some(State::ToPlay(color)) => Some(color),
            Some(State::HasWon(_)) | None => None,
        };
        Ok(Diagram { board, to_play })
    }
}

/// Whether a line is a reply without a text, or the first line of one with a diagram: `=` or `=7`.
fn is_empty_reply(line: &str) -> bool {
    line.strip_prefix('=').is_some_and(|id| id.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Reads what `showboard` says under a board. How it names cells does not matter: diagrams are always those of Hex programs.
fn state(line: &str) -> Option<State> {
    let line = line.strip_suffix(", named as Hex programs do").unwrap_or(line);
    let color = |words| line.strip_suffix(words)?.parse::<Color>().ok();
    color(" to play").map(State::ToPlay).or_else(|| color(" has won").map(State::HasWon))
}

/// How many columns a line has the letters of; none if it is another line.
fn letters(line: &str) -> Option<usize> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let letters = (0..MAX_SIDE).map(column_name);
    let are_letters = words.iter().zip(letters).all(|(word, letter)| **word == letter);
    (are_letters && words.len() <= MAX_SIDE).then_some(words.len())
}

/// The numbers at the left and at the right of a row, which a backslash parts from its cells, and these.
fn without_frame(row: &str) -> ([Option<&str>; 2], &str) {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let left = row.split_once('\\').filter(|(number, _)| is_number(number));
    let (left, cells) = left.unwrap_or(("", row));
    let right = cells.rsplit_once('\\').filter(|(_, number)| is_number(number));
    let (cells, right) = right.unwrap_or((cells, ""));
    ([left, right].map(|number| Some(number).filter(|digits| !digits.is_empty())), cells)
}

/// Reads a cell of a row in this line.
fn stone(line: usize, found: char) -> Result<Option<Color>, ParseDiagramError> {
    match found {
        '.' => Ok(None),
        'B' | 'b' => Ok(Some(Color::Black)),
        'W' | 'w' => Ok(Some(Color::White)),
        _ => Err(ParseDiagramError::Cell { line, found }),
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        let letters: Vec<String> = (0..size.columns()).map(column_name).collect();
        writeln!(f, "  {}", letters.join("  "))?;
        for row in 0..size.rows() {
            let stones: Vec<String> = (0..size.columns())
                .filter_map(|column| size.cell(column, row))
                .map(|cell| self.color_at(cell).map_or('.', Color::letter).to_string())
                .collect();
            let number = row + 1;
            writeln!(f, "{:row$}{number:2}\\{}\\{number}", "", stones.join("  "))?;
        }
        write!(f, "{:1$}{2}", "", size.rows() + 3, letters.join("  "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let text = "  a  b  c\n 1\\.  B  .\\1\n  2\\W  .  .\\2\n     a  b  c";
        let board = parse_diagram(text).unwrap();
        assert_eq!(board.to_string(), text);
        for (columns, rows) in [(1, 1), (27, 27), (3, 12)] {
            let board = Board::new(Size::new(columns, rows).unwrap());
            assert_eq!(parse_diagram(&board.to_string()), Ok(board));
        }
    }

    #[test]
    fn bare_stones_are_enough_and_nonsense_is_refused() {
        let expected = parse_diagram(". B\n W .");
        assert!(expected.is_ok());
        for text in [
            "\n .   B \n   W .\n\n",
            ".b\nw.",
            "1\\. B\n2\\W .",
            "a b\n1\\.B\\\n2\\W.\\2",
            ". B\\\nW .\\2",
        ] {
            assert_eq!(parse_diagram(text), expected, "{text}");
        }
        for text in [
            ". x",
            "B W .\nw b l\n. . .",
            "a b\n. .\nb a",
            "1\\. .\\1\\1",
            "A B\n. .",
            "1 . .",
            ". . 1",
            "b1",
            "= . .",
        ] {
            assert!(matches!(parse_diagram(text), Err(ParseDiagramError::Cell { .. })), "{text}");
        }
        assert!(matches!(parse_diagram(". .\n."), Err(ParseDiagramError::Ragged { row: 2, .. })));
        assert!(matches!(parse_diagram(""), Err(ParseDiagramError::Empty)));
    }

    #[test]
    fn what_could_be_another_position_is_refused() {
        let board = parse_diagram(". B\n W .").unwrap();
        let two = format!("{board}\nwhite to play\n\n{board}\nwhite to play");
        for (text, message) in [
            (&*format!("{board}\n{board}"), "line 5: the diagram has ended before"),
            (&two, "line 7: the diagram has ended before"),
            (". B\nW .\n\nB .\n. W", "line 4: a row without a number follows a blank line"),
            (". B\nW .\na b\nB .\n. W", "line 4: the diagram has ended before"),
            (". B\nwhite to play\nW .", "line 3: the diagram has ended before"),
            ("white to play\n. B\nW .\nblack to play", "line 4: the diagram has ended before"),
            ("a b\na b\n. B\nW .", "line 2: the diagram has ended before"),
            ("1\\. B\\1\n3\\W .\\3", "line 2: row 3 stands where row 2 comes"),
            ("1\\. B\\1\n1\\W .\\1", "line 2: row 1 stands where row 2 comes"),
            ("1\\. B\\1\n2\\W .\\1", "line 2: row 1 stands where row 2 comes"),
            ("2\\. B\\2\n1\\W .\\1", "line 1: row 2 stands where row 1 comes"),
            (". B\\1\nW .\\99999999999999999999", "row 99999999999999999999 stands"),
            ("a b c\n. B\nW .", "line 1: letters of columns: 3 found, 2 expected"),
            (". B\nW .\na", "line 3: letters of columns: 1 found, 2 expected"),
            (
                ". B\nW .\nblack has won",
                "it says that black has won, but black's edges are not joined",
            ),
        ] {
            let error = Diagram::read(text).unwrap_err().to_string();
            assert!(error.contains(message), "{text}\n{error}");
        }
    }

    #[test]
    fn the_line_under_a_diagram_is_understood() {
        for (line, to_play) in [
            ("white to play", Some(Color::White)),
            ("B to play, named as Hex programs do", Some(Color::Black)),
            ("black has won", None),
            ("black has won, named as Hex programs do", None),
            ("", None),
        ] {
            let text = format!("= \n\n=7 \n a b\n1\\B .\\1\n2\\B W\\2\n\n  a b\n{line}\n\n= \n\n");
            assert_eq!(Diagram::read(&text).map(|read| read.to_play), Ok(to_play), "{line}");
        }
    }
}
