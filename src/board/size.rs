//! The size of a board, which also maps cells to columns, rows and names.

use super::Cell;
use std::fmt;
use std::str::FromStr;

/// The longest side of a board, in cells.
pub const MAX_SIDE: usize = 27;

/// The largest number of cells of a board.
pub const MAX_CELLS: usize = MAX_SIDE * MAX_SIDE;

/// The numbers of columns and rows of a board, each from 1 to [`MAX_SIDE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    columns: u8,
    rows: u8,
}

/// A size outside the limits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no board of {columns} columns and {rows} rows: each is from 1 to {MAX_SIDE}")]
pub struct SizeError {
    columns: usize,
    rows: usize,
}

/// A text that is no size of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseSizeError {
    /// Not one number, or two with `x` between them.
    #[error("`{0}` is not a size: say 11, or columns and rows such as 5x7")]
    Malformed(String),
    /// Numbers outside the limits.
    #[error(transparent)]
    Size(#[from] SizeError),
}

impl FromStr for Size {
    type Err = ParseSizeError;

    /// Reads `11`, or columns and rows as in `11x9`.
    fn from_str(text: &str) -> Result<Self, ParseSizeError> {
        let (columns, rows) = text.split_once(['x', 'X']).unwrap_or((text, text));
        let number =
            |side: &str| side.parse().map_err(|_| ParseSizeError::Malformed(text.to_owned()));
        Ok(Self::new(number(columns)?, number(rows)?)?)
    }
}

/// A text that names no cell of the board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseCellError {
    /// Not a letter followed by a number.
    #[error("`{0}` is not a cell: say a letter and a number, such as a1")]
    Malformed(String),
    /// Well formed, but this board is smaller.
    #[error("`{name}` is not on a board of {size}")]
    Outside {
        /// What was asked for.
        name: String,
        /// The board's size.
        size: Size,
    },
}

impl Size {
    /// The size of a board with these numbers of columns and rows.
    ///
    /// # Errors
    /// A side is 0 or longer than [`MAX_SIDE`].
    pub fn new(columns: usize, rows: usize) -> Result<Self, SizeError> {
        match (u8::try_from(columns), u8::try_from(rows)) {
            (Ok(c @ 1..), Ok(r @ 1..)) if columns <= MAX_SIDE && rows <= MAX_SIDE => {
                Ok(Self { columns: c, rows: r })
            }
            _ => Err(SizeError { columns, rows }),
        }
    }

    /// The number of columns: the length of Black's edges.
    #[inline]
    pub fn columns(self) -> usize {
        usize::from(self.columns)
    }

    /// The number of rows: the length of White's edges.
    #[inline]
    pub fn rows(self) -> usize {
        usize::from(self.rows)
    }

    /// The number of cells.
    #[inline]
    pub fn cell_count(self) -> usize {
        self.columns() * self.rows()
    }

    /// Whether the sides are equal.
    pub fn is_square(self) -> bool {
        self.columns == self.rows
    }

    /// The size with rows and columns exchanged.
    #[must_use]
    pub fn transposed(self) -> Self {
        Self { columns: self.rows, rows: self.columns }
    }

    /// Every cell, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.cell_count()).map(Cell::new)
    }

    /// The cell in this column and row, both counted from 0; none if it is off the board.
    pub fn cell(self, column: usize, row: usize) -> Option<Cell> {
        (column < self.columns() && row < self.rows())
            .then(|| Cell::new(row * self.columns() + column))
    }

    /// The column of a cell, counted from 0 at the left.
    #[inline]
    pub fn column(self, cell: Cell) -> usize {
        cell.index() % self.columns()
    }

    /// The row of a cell, counted from 0 at the top.
    #[inline]
    pub fn row(self, cell: Cell) -> usize {
        cell.index() / self.columns()
    }

    /// The image of a cell after a half-turn of the board.
    #[must_use]
    pub fn half_turn(self, cell: Cell) -> Cell {
        Cell::new(self.cell_count() - 1 - cell.index())
    }

    /// The image of a cell on the [`transposed`](Size::transposed) board.
    #[must_use]
    pub fn mirror(self, cell: Cell) -> Cell {
        Cell::new(self.column(cell) * self.rows() + self.row(cell))
    }

    /// The name of a cell: `a1` at the top left.
    pub fn name(self, cell: Cell) -> String {
        format!("{}{}", column_name(self.column(cell)), self.row(cell) + 1)
    }

    /// The names of cells.
    pub fn names(self, cells: impl IntoIterator<Item = Cell>) -> Vec<String> {
        cells.into_iter().map(|cell| self.name(cell)).collect()
    }

    /// Reads a cell's name, in any case.
    ///
    /// # Errors
    /// The text is no name of a cell, or its cell is not on this board.
    pub fn parse_cell(self, name: &str) -> Result<Cell, ParseCellError> {
        let (column, row) =
            split_name(name).ok_or_else(|| ParseCellError::Malformed(name.to_owned()))?;
        self.cell(column, row)
            .ok_or_else(|| ParseCellError::Outside { name: name.to_owned(), size: self })
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

/// The letter of a column, counted from 0; after `z` come `aa`, `ab` and so on.
pub(super) fn column_name(column: usize) -> String {
    let letter = |number: usize| (b'a'..=b'z').nth(number).map_or('?', char::from);
    let first = (column / 26).checked_sub(1).map(letter);
    first.into_iter().chain([letter(column % 26)]).collect()
}

/// The column and the row, both counted from 0, of a name such as `c4`; none if it is malformed, for instance by a
/// sign or a leading zero.
fn split_name(name: &str) -> Option<(usize, usize)> {
    let digits = name.trim_start_matches(|char: char| char.is_ascii_alphabetic());
    let number = |letter: &u8| usize::from(letter.to_ascii_lowercase() - b'a');
    let column = match &name.as_bytes()[..name.len() - digits.len()] {
        [letter] => number(letter),
        [first, second] => 26 * (number(first) + 1) + number(second),
        _ => return None,
    };
    let well_formed = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    let row: usize = digits.parse().ok().filter(|_| well_formed)?;
    Some((column, row - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sides_run_from_1_to_27() {
        assert!(Size::new(1, 27).is_ok());
        for (columns, rows) in [(0, 5), (5, 0), (28, 5), (5, 28), (261, 3)] {
            assert!(Size::new(columns, rows).is_err(), "{columns} {rows}");
        }
    }

    #[test]
    fn sizes_are_read() {
        for (text, columns, rows) in [("11", 11, 11), ("11x11", 11, 11), ("5X7", 5, 7)] {
            assert_eq!(text.parse(), Ok(Size::new(columns, rows).unwrap()), "{text}");
        }
        for text in ["", "x", "5x", "0", "28", "5x7x9", "-3"] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_cell_reads_back_by_its_name() {
        for (columns, rows) in [(1, 1), (11, 11), (27, 27), (5, 7)] {
            let size = Size::new(columns, rows).unwrap();
            for cell in size.cells() {
                assert_eq!(size.parse_cell(&size.name(cell)), Ok(cell));
                assert_eq!(size.half_turn(size.half_turn(cell)), cell);
                assert_eq!(size.transposed().mirror(size.mirror(cell)), cell);
            }
        }
    }

    #[test]
    fn names_that_are_none_are_refused() {
        let size = Size::new(5, 7).unwrap();
        for name in ["", "a", "1", "a0", "a01", "a+1", "f1", "a8", "a1 ", "ä1", "a1b", "aa1"] {
            assert!(size.parse_cell(name).is_err(), "{name:?}");
        }
        assert_eq!(size.parse_cell("E7"), size.parse_cell("e7"));
    }

    proptest! {
        #[test]
        fn no_text_panics_the_reader(name in ".{0,6}") {
            let _ = Size::new(27, 27).unwrap().parse_cell(&name);
        }
    }
}
