//! How cells are called on the wire.
//!
//! Hex programs use all letters and count rows from the top. Go programs leave out the letter I,
//! and GoGui draws row 1 at the bottom. The two options are apart because gogui-twogtp needs the
//! first alone.

use crate::board::{Cell, ParseCellError, Size};

/// The names of cells that a client understands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coordinates {
    /// The letter after H is J.
    pub skip_i: bool,
    /// Row 1 is the bottom row.
    pub rows_from_bottom: bool,
}

impl Coordinates {
    /// The name of a cell.
    pub fn name(self, size: Size, cell: Cell) -> String {
        let hex_name = size.name(self.turned(size, cell));
        hex_name.chars().map(|c| if self.skip_i && c >= 'i' { next(c) } else { c }).collect()
    }

    /// Reads the name of a cell, in any case.
    ///
    /// # Errors
    /// It is no name, or of no cell on this board.
    pub fn parse(self, size: Size, name: &str) -> Result<Cell, ParseCellError> {
        let malformed = || ParseCellError::Malformed(name.to_owned());
        let mut hex_name = name.to_ascii_lowercase();
        if self.skip_i {
            let letter = hex_name.chars().next().ok_or_else(malformed)?;
            let hex_letter = match letter {
                'i' => return Err(malformed()),
                'j'..='z' => previous(letter),
                _ => letter,
            };
            hex_name = hex_name.replacen(letter, &hex_letter.to_string(), 1);
        }
        let cell = size.parse_cell(&hex_name).map_err(|error| match error {
            ParseCellError::Malformed(_) => malformed(),
            ParseCellError::Outside { .. } => {
                ParseCellError::Outside { name: name.to_owned(), size }
            }
        })?;
        Ok(self.turned(size, cell))
    }

    /// The cell with the row number counted from the other side, if this is what the client does.
    fn turned(self, size: Size, cell: Cell) -> Cell {
        let row = size.rows() - 1 - size.row(cell);
        let turned = size.cell(size.column(cell), row).filter(|_| self.rows_from_bottom);
        turned.unwrap_or(cell)
    }
}

fn next(letter: char) -> char {
    char::from_u32(letter as u32 + 1).unwrap_or(letter)
}

fn previous(letter: char) -> char {
    char::from_u32(letter as u32 - 1).unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_reads_back_in_every_system() {
        for (columns, rows) in [(11, 11), (19, 19), (4, 7)] {
            let size = Size::new(columns, rows).unwrap();
            for (skip_i, rows_from_bottom) in
                [(false, false), (true, false), (false, true), (true, true)]
            {
                let coordinates = Coordinates { skip_i, rows_from_bottom };
                for cell in size.cells() {
                    let name = coordinates.name(size, cell);
                    assert_eq!(coordinates.parse(size, &name), Ok(cell), "{name}");
                    assert!(!skip_i || !name.contains('i'));
                }
            }
        }
    }

    #[test]
    fn gogui_calls_j11_k1() {
        let size = Size::new(11, 11).unwrap();
        let gogui = Coordinates { skip_i: true, rows_from_bottom: true };
        assert_eq!(gogui.name(size, size.parse_cell("j11").unwrap()), "k1");
        let twogtp = Coordinates { skip_i: true, rows_from_bottom: false };
        assert_eq!(twogtp.name(size, size.parse_cell("i3").unwrap()), "j3");
        assert_eq!(twogtp.parse(size, "l1"), Ok(size.parse_cell("k1").unwrap()));
        for name in ["i3", "I3", "", "m1", "a12", "pass"] {
            assert!(twogtp.parse(size, name).is_err(), "{name}");
        }
    }
}
