//! Points of SGF: `a1`, or two letters as in Go, alone or two corners of a rectangle.

use super::FirstRow;
use crate::board::{Cell, Size};

/// How the points of a record are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Points {
    pub(super) size: Size,
    pub(super) first_row: FirstRow,
}

/// Whether a point is written as two letters. Beyond the 26th column and row Go goes on with capitals.
pub(super) fn is_of_go(text: &str) -> bool {
    let mut letters = text.chars().filter(|char| !char.is_whitespace());
    letters.clone().count() == 2 && letters.all(|char| char.is_ascii_alphabetic())
}

impl Points {
    /// The cell with this name; blanks in it mean nothing.
    pub(super) fn cell(self, text: &str) -> Option<Cell> {
        let letters: String = text.chars().filter(|char| !char.is_whitespace()).collect();
        if !is_of_go(&letters) {
            return self.size.parse_cell(&letters).ok();
        }
        let mut numbers = letters.bytes().map(|letter| self.number(letter));
        let (column, row) = (numbers.next()?, numbers.next()?);
        let row = match self.first_row {
            FirstRow::Top => row,
            FirstRow::Bottom => self.size.rows().checked_sub(row + 1)?,
        };
        self.size.cell(column, row)
    }

    /// What a letter counts, from 0. On boards that need no capitals they are the same as small letters.
    fn number(self, letter: u8) -> usize {
        let needs_capitals = self.size.columns().max(self.size.rows()) > 26;
        let start = if letter.is_ascii_uppercase() && needs_capitals { 26 } else { 0 };
        usize::from(letter.to_ascii_lowercase() - b'a') + start
    }

    /// The cells of a point or of a rectangle, row by row.
    pub(super) fn cells(self, text: &str) -> Option<Vec<Cell>> {
        let Some((from, to)) = text.split_once(':') else {
            return self.cell(text).map(|cell| vec![cell]);
        };
        let corners = [self.cell(from)?, self.cell(to)?];
        let size = self.size;
        let ends = |of: fn(Size, Cell) -> usize| {
            let [a, b] = corners.map(|corner| of(size, corner));
            a.min(b)..=a.max(b)
        };
        let rows = ends(Size::row);
        let row = |row| ends(Size::column).filter_map(move |column| size.cell(column, row));
        Some(rows.flat_map(row).collect())
    }

    /// The same value of a property that marks cells, with our names of them.
    pub(super) fn renamed(self, property: &str, value: &str) -> String {
        let name = |text: &str| {
            self.cell(text).map_or_else(|| text.to_owned(), |cell| self.size.name(cell))
        };
        match (property, value.split_once(':')) {
            ("LB", Some((point, label))) => format!("{}:{label}", name(point)),
            (_, Some((from, to))) => format!("{}:{}", name(from), name(to)),
            (_, None) => name(value),
        }
    }
}

/// Properties whose values are points, rectangles, pairs of points, or a point and its label.
pub(super) const MARKS: [&str; 13] =
    ["LB", "TR", "CR", "SQ", "MA", "SL", "DD", "VW", "TB", "TW", "AR", "LN", "L"];
