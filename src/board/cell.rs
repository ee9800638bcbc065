//! A cell of the board.

/// A cell, numbered row by row from the top left: `row * columns + column`.
///
/// The numbering has no gaps, so a set of the 121 cells of 11x11 fits in two machine words. So a cell has a meaning
/// only with the [`Size`](crate::board::Size) of its board, which also reads and writes its name.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(try_from = "u16")]
pub struct Cell(u16);

impl TryFrom<u16> for Cell {
    type Error = &'static str;

    /// The cell with this number, as a file says it.
    fn try_from(index: u16) -> Result<Self, Self::Error> {
        let is_cell = usize::from(index) < crate::board::MAX_CELLS;
        if is_cell { Ok(Self(index)) } else { Err("no board has so many cells") }
    }
}

impl Cell {
    /// The cell with this number.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 729 cells")]
    pub(crate) fn new(index: usize) -> Self {
        debug_assert!(index < crate::board::MAX_CELLS);
        Self(index as u16)
    }

    /// The number of this cell.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_has_a_cell_that_no_board_has() {
        assert!(postcard::from_bytes::<Cell>(&postcard::to_stdvec(&728_u16).unwrap()).is_ok());
        assert!(postcard::from_bytes::<Cell>(&postcard::to_stdvec(&729_u16).unwrap()).is_err());
    }
}
