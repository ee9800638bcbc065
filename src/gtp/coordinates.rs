//! How cells are called on the wire.
//!
//! Hex programs use all letters and count rows from the top. Go programs leave out the letter I and write letters in upper
//! case; some of their clients (`LizzieYzy`) read no others. GoGui also draws row 1 at the bottom. These are two options,
//! since gogui-twogtp needs only the first. `KataHex` plays on a board of Go in which the cells of Hex lie slanted, two
//! columns and two rows apart, and so do its clients.

use crate::board::{Cell, ParseCellError, Size};

/// The names of cells that a client understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coordinates {
    /// A letter and a number.
    Letters {
        /// The letter after H is J, and letters are written in upper case.
        skip_i: bool,
        /// Row 1 is the bottom row.
        rows_from_bottom: bool,
    },
    /// Those of `KataHex`: `(x,y)`, counted from 0, or a column and a row as Go programs write them.
    KataHex,
}

/// A text that names no cell in these coordinates.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// It has the letter I where that is left out.
    #[error("`{0}` is not a cell: the letter I is left out, after H comes J")]
    LetterI(String),
    /// It is none of `KataHex`'s names.
    #[error("`{name}` is not a cell as KataHex names it: the first one is {first} or (1,1)")]
    Kata {
        /// What was asked for.
        name: String,
        /// The name of the first cell.
        first: String,
    },
    /// It is no cell, or not on this board.
    #[error(transparent)]
    Cell(#[from] ParseCellError),
}

impl Default for Coordinates {
    /// Those of Hex programs.
    fn default() -> Self {
        Self::Letters { skip_i: false, rows_from_bottom: false }
    }
}

impl Coordinates {
    /// The name of a cell.
    pub fn name(self, size: Size, cell: Cell) -> String {
        match self {
            Self::KataHex => kata_name(size, cell),
            Self::Letters { skip_i, rows_from_bottom } => {
                let cell = if rows_from_bottom { turned(size, cell) } else { cell };
                if skip_i { go_name(size, cell) } else { size.name(cell) }
            }
        }
    }

    /// The names of cells, apart by blanks.
    pub fn names(self, size: Size, cells: impl IntoIterator<Item = Cell>) -> String {
        cells.into_iter().map(|cell| self.name(size, cell)).collect::<Vec<_>>().join(" ")
    }

    /// Reads the name of a cell, in any case.
    ///
    /// # Errors
    /// It is no name, or of no cell on this board.
    pub fn parse(self, size: Size, name: &str) -> Result<Cell, NameError> {
        match self {
            Self::KataHex => parse_kata(size, name),
            Self::Letters { skip_i, rows_from_bottom } => {
                let cell = if skip_i { parse_go(size, name)? } else { size.parse_cell(name)? };
                Ok(if rows_from_bottom { turned(size, cell) } else { cell })
            }
        }
    }
}

fn parse_go(size: Size, name: &str) -> Result<Cell, NameError> {
    let malformed = || ParseCellError::Malformed(name.to_owned());
    // Which cell it is on the board of Hex, whose letters have an `i`.
    let row = name.trim_start_matches(|char: char| char.is_ascii_alphabetic());
    let letters = &name[..name.len() - row.len()];
    if row.starts_with(|char: char| char.is_ascii_digit()) && letters.contains(['i', 'I']) {
        return Err(NameError::LetterI(name.to_owned()));
    }
    let number = |letter: char| GO_LETTERS.find(letter.to_ascii_uppercase());
    let numbers = letters.chars().map(number).collect::<Option<Vec<_>>>().ok_or_else(malformed)?;
    let column = match numbers[..] {
        [number] => number,
        [first, second] => GO_LETTERS.len() * (first + 1) + second,
        _ => return Err(malformed().into()),
    };
    let outside = || ParseCellError::Outside { name: name.to_owned(), size };
    // The row is read as in the first column.
    let in_first = size.parse_cell(&format!("a{row}")).map_err(|error| match error {
        ParseCellError::Malformed(_) => malformed(),
        ParseCellError::Outside { .. } => outside(),
    })?;
    Ok(size.cell(column, size.row(in_first)).ok_or_else(outside)?)
}

/// The cell in the row of the same number, counted from the other side.
fn turned(size: Size, cell: Cell) -> Cell {
    let row = size.rows() - 1 - size.row(cell);
    size.cell(size.column(cell), row).unwrap_or(cell) // it is on the board
}

/// Go's letters. After the last come two of them, as in a spreadsheet.
const GO_LETTERS: &str = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The column and the row of a cell on `KataHex`'s board of Go, counted from 0 at the top left.
fn kata_place(size: Size, cell: Cell) -> (usize, usize) {
    (2 * size.column(cell) + size.row(cell) + 1, 2 * size.row(cell) + 1)
}

fn kata_name(size: Size, cell: Cell) -> String {
    let (x, y) = kata_place(size, cell);
    format!("{}{}", go_column(x), 2 * size.rows() + 1 - y)
}

/// The name of a cell with Go's letters, in capitals.
fn go_name(size: Size, cell: Cell) -> String {
    format!("{}{}", go_column(size.column(cell)), size.row(cell) + 1)
}

/// Go's name of a column, counted from 0.
fn go_column(column: usize) -> String {
    let letter = |number: usize| GO_LETTERS.chars().nth(number).unwrap_or_default();
    let first = (column / GO_LETTERS.len()).checked_sub(1).map(letter);
    first.into_iter().chain([letter(column % GO_LETTERS.len())]).collect()
}

/// Every name stands for one cell at most, so this looks for the one that is called so.
fn parse_kata(size: Size, name: &str) -> Result<Cell, NameError> {
    let is_called_so = |cell: &Cell| {
        let (x, y) = kata_place(size, *cell);
        name.eq_ignore_ascii_case(&kata_name(size, *cell)) || name == format!("({x},{y})")
    };
    size.cells().find(is_called_so).ok_or_else(|| NameError::Kata {
        name: name.to_owned(),
        first: kata_name(size, Cell::new(0)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(skip_i: bool, rows_from_bottom: bool) -> Coordinates {
        Coordinates::Letters { skip_i, rows_from_bottom }
    }

    #[test]
    fn every_cell_reads_back_in_every_system() {
        for (columns, rows) in [(11, 11), (27, 27), (4, 7)] {
            let size = Size::new(columns, rows).unwrap();
            let plain = [(false, false), (true, false), (false, true), (true, true)]
                .map(|(skip_i, rows_from_bottom)| letters(skip_i, rows_from_bottom));
            for coordinates in plain.into_iter().chain([Coordinates::KataHex]) {
                for cell in size.cells() {
                    let name = coordinates.name(size, cell);
                    assert_eq!(coordinates.parse(size, &name), Ok(cell), "{name}");
                    let has_i = matches!(coordinates, Coordinates::Letters { skip_i: false, .. });
                    assert!(has_i || !name.to_ascii_lowercase().contains('i'));
                }
            }
        }
    }

    #[test]
    fn gogui_calls_j11_k1() {
        let size = Size::new(11, 11).unwrap();
        let gogui = letters(true, true);
        assert_eq!(gogui.name(size, size.parse_cell("j11").unwrap()), "K1");
        let twogtp = letters(true, false);
        assert_eq!(twogtp.name(size, size.parse_cell("i3").unwrap()), "J3");
        assert_eq!(twogtp.parse(size, "l1"), Ok(size.parse_cell("k1").unwrap()));
        for name in ["i3", "I3", "", "m1", "a12", "pass"] {
            assert!(twogtp.parse(size, name).is_err(), "{name}");
        }
    }

    #[test]
    fn what_is_no_cell_is_told_in_the_clients_names() {
        let size = Size::new(11, 11).unwrap();
        let error =
            |coordinates: Coordinates, name| coordinates.parse(size, name).unwrap_err().to_string();
        let kata = error(Coordinates::KataHex, "a1");
        assert!(kata.contains("the first one is B22 or (1,1)"), "{kata}");
        for example in ["B22", "(1,1)"] {
            assert!(Coordinates::KataHex.parse(size, example).is_ok(), "{example}");
        }
        let twogtp = error(letters(true, false), "I9");
        assert!(twogtp.contains("the letter I is left out"), "{twogtp}");
        assert!(error(letters(true, false), "resign").contains("such as a1"));
        assert!(error(letters(false, true), "x").contains("such as a1"));
    }

    /// Places as the README and the code of hexata have them, a client of `KataHex`.
    #[test]
    fn katahex_puts_the_cells_on_a_board_of_go() {
        let size = Size::new(11, 11).unwrap();
        let kata = Coordinates::KataHex;
        let places = [
            ("a1", "(1,1)", "B22"),
            ("b1", "(3,1)", "D22"),
            ("a2", "(2,3)", "C20"),
            ("k11", "(31,21)", "AG2"),
        ];
        for (name, place, go_name) in places {
            let cell = size.parse_cell(name).unwrap();
            assert_eq!(kata.name(size, cell), go_name);
            assert_eq!(kata.parse(size, place), Ok(cell));
            assert_eq!(kata.parse(size, &go_name.to_lowercase()), Ok(cell));
        }
        for name in ["a1", "(1,2)", "(2,1)", "(33,1)", "(1,1", "", "pass", "(-1,1)"] {
            assert!(kata.parse(size, name).is_err(), "{name}");
        }
    }
}
