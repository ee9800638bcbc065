//! Planes: channels of numbers for every cell of a board, and the kernel around a cell.

use super::winograd::TILE;
use std::ops::Range;

/// Cells of a kernel: a cell and its six neighbours, row by row.
pub(super) const KERNEL: usize = 7;

/// The offset of the cell itself in its kernel.
pub(super) const CENTER: usize = 3;

/// Channels of numbers for every cell of a board and of its padding, channels last. The padding is one cell wide; on the
/// right and below it fills up the last tiles as well. Cells are pairs of a column and a row, both from 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plane {
    columns: usize,
    rows: usize,
    channels: usize,
    values: Vec<f32>,
}

impl Plane {
    /// Sets the shape, and all values to zero.
    pub fn clear(&mut self, columns: usize, rows: usize, channels: usize) {
        (self.columns, self.rows, self.channels) = (columns, rows, channels);
        self.values.clear();
        let lines = rows.next_multiple_of(TILE) + 2;
        self.values.resize(self.stride() * lines * channels, 0.0);
    }

    /// Cells of a row, padding included.
    #[inline]
    fn stride(&self) -> usize {
        self.columns.next_multiple_of(TILE) + 2
    }

    /// Takes the size of another plane with this many channels. If the shape changes, all values are set to zero.
    #[inline]
    pub(super) fn resize_like(&mut self, other: &Self, channels: usize) {
        let shape = (other.columns, other.rows, channels);
        if (self.columns, self.rows, self.channels) != shape {
            self.clear_like(other, channels);
        }
    }

    /// Takes the size of another plane with this many channels, and sets all values to zero.
    #[inline]
    pub(super) fn clear_like(&mut self, other: &Self, channels: usize) {
        self.clear(other.columns, other.rows, channels);
    }

    /// Columns without padding.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Rows without padding.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Channels of a cell.
    pub(super) fn channels(&self) -> usize {
        self.channels
    }

    /// All cells without padding, row by row.
    #[inline]
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize)> + Clone + use<> {
        let columns = self.columns;
        (1..=self.rows).flat_map(move |row| (1..=columns).map(move |column| (column, row)))
    }

    /// Where the values of this many cells of a row are, from this cell on.
    #[inline]
    fn range(&self, column: usize, row: usize, cells: usize) -> Range<usize> {
        let start = (row * self.stride() + column) * self.channels;
        start..start + cells * self.channels
    }

    /// The channels of a cell.
    #[inline]
    pub fn at(&self, cell: (usize, usize)) -> &[f32] {
        self.strip(cell, 1)
    }

    /// The channels of this many cells of a row, from this cell on.
    #[inline]
    pub(super) fn strip(&self, (column, row): (usize, usize), cells: usize) -> &[f32] {
        &self.values[self.range(column, row, cells)]
    }

    /// The channels of the neighbour at an offset of the kernel, for each cell from the first to the last, the padding
    /// between rows included.
    #[inline]
    pub(super) fn shifted(&self, offset: usize) -> &[f32] {
        let (column, row) = [(1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2)][offset];
        &self.values[self.range(column, row, self.rows * self.stride() - 2)]
    }

    /// The channels of a cell, mutably.
    #[inline]
    pub fn at_mut(&mut self, (column, row): (usize, usize)) -> &mut [f32] {
        let range = self.range(column, row, 1);
        &mut self.values[range]
    }

    /// Where the values of the three rows of a kernel are.
    #[inline]
    fn ranges_around(&self, (column, row): (usize, usize)) -> [Range<usize>; 3] {
        [(column, row - 1, 2), (column - 1, row, 3), (column - 1, row + 1, 2)]
            .map(|(column, row, cells)| self.range(column, row, cells))
    }

    /// The channels of the kernel around a cell: of two cells in the row above, three in the cell's own row, two in the row
    /// below.
    #[inline]
    pub(super) fn around(&self, cell: (usize, usize)) -> [&[f32]; 3] {
        self.ranges_around(cell).map(|range| &self.values[range])
    }

    /// The same, mutably.
    #[inline]
    pub(super) fn around_mut(&mut self, cell: (usize, usize)) -> [&mut [f32]; 3] {
        let ranges = self.ranges_around(cell);
        self.values.get_disjoint_mut(ranges).expect("cells of three rows")
    }
}
