//! A cell of the board.

/// A cell, numbered row by row from the top left: `row * columns + column`.
///
/// The numbering has no gaps, so a set of the 121 cells of 11x11 fits in two machine words. So a cell has a meaning
/// only with the [`Size`](crate::board::Size) of its board, which also reads and writes its name.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub struct Cell(u16);

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
