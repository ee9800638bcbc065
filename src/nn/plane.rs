//! Numbers for every cell of a board, and a cell's neighbourhood in them.

use super::winograd::TILE;
use std::ops::Range;

/// A cell and its six neighbours.
pub(super) const TAPS: usize = 7;

/// Which of them is the cell itself.
pub(super) const CENTER: usize = 3;

/// So many numbers for every cell of a board and of a frame about it, one cell wide; wider on the right
/// and below where the board is not made of whole tiles. Cells have columns and rows from 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plane {
    columns: usize,
    rows: usize,
    channels: usize,
    values: Vec<f32>,
}

impl Plane {
    /// Makes it a board of zeroes.
    pub fn clear(&mut self, columns: usize, rows: usize, channels: usize) {
        (self.columns, self.rows, self.channels) = (columns, rows, channels);
        self.values.clear();
        let lines = rows.next_multiple_of(TILE) + 2;
        self.values.resize(self.line() * lines * channels, 0.0);
    }

    /// Cells of a row with the frame.
    #[inline]
    fn line(&self) -> usize {
        self.columns.next_multiple_of(TILE) + 2
    }

    /// Makes it as large as another. What it had stays if it was as large before.
    #[inline]
    pub(super) fn fit(&mut self, other: &Self, channels: usize) {
        let shape = (other.columns, other.rows, channels);
        if (self.columns, self.rows, self.channels) != shape {
            self.clear_like(other, channels);
        }
    }

    /// Makes it a board of zeroes as large as another.
    #[inline]
    pub(super) fn clear_like(&mut self, other: &Self, channels: usize) {
        self.clear(other.columns, other.rows, channels);
    }

    /// Columns, the frame left out.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Rows, the frame left out.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Numbers that a cell has.
    pub(super) fn channels(&self) -> usize {
        self.channels
    }

    /// Columns and rows of all cells, row by row, the frame left out.
    #[inline]
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize)> + Clone + use<> {
        let columns = self.columns;
        (1..=self.rows).flat_map(move |row| (1..=columns).map(move |column| (column, row)))
    }

    #[inline]
    fn range(&self, column: usize, row: usize, cells: usize) -> Range<usize> {
        let start = (row * self.line() + column) * self.channels;
        start..start + cells * self.channels
    }

    /// The numbers of a cell.
    #[inline]
    pub fn at(&self, cell: (usize, usize)) -> &[f32] {
        self.strip(cell, 1)
    }

    /// The numbers of so many cells of a row.
    #[inline]
    pub(super) fn strip(&self, (column, row): (usize, usize), cells: usize) -> &[f32] {
        &self.values[self.range(column, row, cells)]
    }

    /// The numbers of one neighbour of each cell from the first to the last, the frame's cells between the
    /// rows included: which of [`TAPS`].
    #[inline]
    pub(super) fn beside_all(&self, tap: usize) -> &[f32] {
        let (column, row) = [(1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2)][tap];
        &self.values[self.range(column, row, self.rows * self.line() - 2)]
    }

    /// The numbers of a cell, to be changed.
    #[inline]
    pub fn at_mut(&mut self, (column, row): (usize, usize)) -> &mut [f32] {
        let range = self.range(column, row, 1);
        &mut self.values[range]
    }

    #[inline]
    fn ranges_around(&self, (column, row): (usize, usize)) -> [Range<usize>; 3] {
        [(column, row - 1, 2), (column - 1, row, 3), (column - 1, row + 1, 2)]
            .map(|(column, row, cells)| self.range(column, row, cells))
    }

    /// The numbers of a cell and its neighbours: of two in the row above, three in its own row, two in the
    /// row below.
    #[inline]
    pub(super) fn around(&self, cell: (usize, usize)) -> [&[f32]; 3] {
        self.ranges_around(cell).map(|range| &self.values[range])
    }

    /// The same, to be changed.
    #[inline]
    pub(super) fn around_mut(&mut self, cell: (usize, usize)) -> [&mut [f32]; 3] {
        let ranges = self.ranges_around(cell);
        self.values.get_disjoint_mut(ranges).expect("cells of three rows")
    }
}
