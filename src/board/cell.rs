//! A cell of the board.

/// A cell, numbered row by row from the top left: `row * columns + column`.
///
/// The numbering is dense, so a set of the 121 cells of 11x11 needs two machine words and not
/// the twelve of 27x27. The price is that a cell means nothing without a
/// [`Size`](crate::board::Size), which also reads and writes its name.
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
