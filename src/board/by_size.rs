//! A table for every size of board.

use super::Size;
use super::size::MAX_SIDE;
use std::sync::OnceLock;

/// A table for every size of board, each made when it is first asked for.
#[derive(Debug)]
pub(crate) struct BySize<T>([[OnceLock<T>; MAX_SIDE]; MAX_SIDE]);

impl<T> BySize<T> {
    /// No table yet.
    pub(crate) const fn new() -> Self {
        Self([const { [const { OnceLock::new() }; MAX_SIDE] }; MAX_SIDE])
    }

    /// The table of this size, made by `make` if there is none.
    #[inline]
    pub(crate) fn of(&self, size: Size, make: impl FnOnce() -> T) -> &T {
        self.0[size.rows() - 1][size.columns() - 1].get_or_init(make)
    }
}
