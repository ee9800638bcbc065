//! Planes: channels of numbers for every cell of a board, and the kernel around a cell.

use super::winograd::TILE;
use std::ops::Range;

/// Cells of a kernel: a cell and its six neighbours, row by row.
pub(super) const KERNEL: usize = 7;

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
            self.clear(other.columns, other.rows, channels);
        }
    }

    /// Columns without padding.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Rows without padding.
    pub fn rows(&self) -> usize {
        self.rows
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

    /// The channels of a cell, mutably.
    #[inline]
    pub fn at_mut(&mut self, (column, row): (usize, usize)) -> &mut [f32] {
        let range = self.range(column, row, 1);
        &mut self.values[range]
    }

    /// The channels of the kernel around a cell: of two cells in the row above, three in the cell's own row, two in the row
    /// below.
    #[inline]
    pub(super) fn around(&self, (column, row): (usize, usize)) -> [&[f32]; 3] {
        [(column, row - 1, 2), (column - 1, row, 3), (column - 1, row + 1, 2)]
            .map(|(column, row, cells)| self.strip((column, row), cells))
    }

    /// The greatest value; 0 if all are negative.
    #[inline]
    pub(super) fn greatest(&self) -> f32 {
        let mut greatest = [0.0_f32; 16];
        for values in self.values.as_chunks::<16>().0 {
            for (most, value) in greatest.iter_mut().zip(values) {
                *most = if *value > *most { *value } else { *most };
            }
        }
        greatest.into_iter().fold(0.0, f32::max)
    }

    /// Adds another plane of the same shape.
    #[inline]
    pub(super) fn add(&mut self, other: &Self) {
        for (value, other) in self.values.iter_mut().zip(&other.values) {
            *value += other;
        }
    }

    /// Replaces values below 0 by 0.
    #[inline]
    pub(super) fn relu(&mut self) {
        self.values.iter_mut().for_each(|value| *value = value.max(0.0));
    }

    /// Becomes another plane with its values below 0 replaced by 0.
    #[inline]
    pub(super) fn copy_relu(&mut self, other: &Self) {
        self.resize_like(other, other.channels);
        for (value, other) in self.values.iter_mut().zip(&other.values) {
            *value = other.max(0.0);
        }
    }
}
