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
//! The reader needs only the cells: `.`, `B` and `W`, separated by spaces, one line a row. Row numbers, column
//! letters, backslashes and indentation are optional.

use super::size::column_name;
use super::{Board, Color, MAX_SIDE, Size, SizeError};
use std::fmt;

/// A text that is no diagram of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseDiagramError {
    /// A row contains something else than cells.
    #[error("`{0}` is neither `.`, `B` nor `W`")]
    Token(String),
    /// The rows differ in length.
    #[error("row {row} has {found} cells, the first row has {expected}")]
    Ragged {
        /// The row, counted from 1.
        row: usize,
        /// The number of its cells.
        found: usize,
        /// The number of cells of the first row.
        expected: usize,
    },
    /// No row, or too many.
    #[error(transparent)]
    Size(#[from] SizeError),
}

/// Reads a diagram, in the form that a [`Board`] is displayed in or shorter: `.`, `B` and `W` separated by spaces,
/// one line a row.
///
/// # Errors
/// The text is not a diagram of a board.
pub fn parse_diagram(text: &str) -> Result<Board, ParseDiagramError> {
    let rows = text.lines().filter_map(stones_of_line).collect::<Result<Vec<_>, _>>()?;
    let expected = rows.first().map_or(0, Vec::len);
    if let Some((i, row)) = rows.iter().enumerate().find(|(_, row)| row.len() != expected) {
        return Err(ParseDiagramError::Ragged { row: i + 1, found: row.len(), expected });
    }
    let size = Size::new(expected, rows.len())?;
    Ok(Board::with_stones(size, rows.into_iter().flatten()))
}

/// The cells in a line; none if it is blank or has the letters of the columns.
fn stones_of_line(line: &str) -> Option<Result<Vec<Option<Color>>, ParseDiagramError>> {
    let framed = line.split('\\').nth(1);
    let tokens: Vec<&str> = framed.unwrap_or(line).split_whitespace().collect();
    let letters = (0..MAX_SIDE).map(column_name);
    let is_letter = |(token, letter): (&&str, String)| **token == letter;
    if tokens.len() <= MAX_SIDE && tokens.iter().zip(letters).all(is_letter) {
        return None;
    }
    Some(tokens.into_iter().map(stone).collect())
}

fn stone(token: &str) -> Result<Option<Color>, ParseDiagramError> {
    match token {
        "." => Ok(None),
        "B" => Ok(Some(Color::Black)),
        "W" => Ok(Some(Color::White)),
        _ => Err(ParseDiagramError::Token(token.to_owned())),
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
        assert_eq!(parse_diagram(". B\n W ."), parse_diagram(" .   B \n\n   W ."));
        for text in [". x", "B W .\nw b w\n. . .", "a b\n. .\nb a"] {
            assert!(matches!(parse_diagram(text), Err(ParseDiagramError::Token(_))), "{text}");
        }
        assert!(matches!(parse_diagram(". .\n."), Err(ParseDiagramError::Ragged { row: 2, .. })));
        assert!(matches!(parse_diagram(""), Err(ParseDiagramError::Size(_))));
    }
}
