//! Sets of cells as bit sets, and their algebra.
//!
//! Bit `i` of a set stands for the cell with number `i`. The cells of 11x11 fit in two machine words, those of 13x13
//! in three, those of 19x19 in six and those of 27x27 in twelve. The board uses sets of full width. Code whose cost
//! is mostly set algebra is generic over the number of words and converts sets with [`CellSet::resized`].

use super::Cell;
use super::size::MAX_CELLS;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// The number of words of a set that can hold the cells of every board.
pub const WORDS: usize = MAX_CELLS.div_ceil(64);

/// Evaluates an expression for sets of `$words` words: the narrowest of 1, 2 and `WORDS` words that hold a board of
/// this size. It serves certificates and shortest wins, where 3, 4 and 6 words for 13x13 to 19x19 save nothing
/// measurable; the examiner has these widths too.
macro_rules! with_narrowest {
    ($size:expr, $words:ident => $value:expr) => {
        match $size.cell_count() {
            0..=64 => with_narrowest!(@ 1, $words, $value),
            65..=128 => with_narrowest!(@ 2, $words, $value),
            _ => with_narrowest!(@ $crate::board::WORDS, $words, $value),
        }
    };
    (@ $number:expr, $words:ident, $value:expr) => {{
        const $words: usize = $number;
        $value
    }};
}
pub(crate) use with_narrowest;

/// A set of cells with numbers below `64 * N`. Without `N` it can hold the cells of every board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellSet<const N: usize = WORDS>([u64; N]);

impl<const N: usize> CellSet<N> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; N]);

    /// The set of all numbers it can hold, on the board or not: the neutral element of `&`.
    pub(crate) const ALL: Self = Self([u64::MAX; N]);

    /// The set of the cells with numbers below `count`.
    pub(crate) fn first_cells(count: usize) -> Self {
        (0..count).map(Cell::new).collect()
    }

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
    }

    /// Removes a cell.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.0[cell.index() / 64] &= !(1 << (cell.index() % 64));
    }

    /// Whether the cell is in the set.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.0[cell.index() / 64] >> (cell.index() % 64) & 1 == 1
    }

    /// Whether there is no cell in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// The number of cells.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the two sets have a cell in common.
    #[inline]
    pub fn intersects(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).fold(0, |all, (a, b)| all | a & b) != 0
    }

    /// Whether every cell of this set is in the other.
    #[inline]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).fold(0, |all, (a, b)| all | a & !b) == 0
    }

    /// The cell with the lowest number.
    #[inline]
    pub fn first(&self) -> Option<Cell> {
        self.iter().next()
    }

    /// The cells in the order of their numbers.
    pub fn iter(&self) -> Cells<N> {
        Cells { words: self.0, bits: self.0.first().copied().unwrap_or(0), word: 0 }
    }

    /// The set after a half-turn of a board with so many cells: the last cell becomes the first. All cells are on it.
    #[inline]
    #[must_use]
    pub(crate) fn turned(&self, count: usize) -> Self {
        // All bits in reverse order, shifted down by those that stand for no cell.
        let (words, bits) = ((64 * N - count) / 64, (64 * N - count) % 64);
        let reverse = |word: usize| if word < N { self.0[N - 1 - word].reverse_bits() } else { 0 };
        Self(std::array::from_fn(|word| {
            let [low, high] = [word + words, word + words + 1].map(reverse);
            if bits == 0 { low } else { low >> bits | high << (64 - bits) }
        }))
    }

    /// The same set in `M` words, fewer or more.
    ///
    /// # Panics
    /// In debug builds, if a cell does not fit in `M` words.
    #[inline]
    #[must_use]
    pub fn resized<const M: usize>(&self) -> CellSet<M> {
        debug_assert!(self.0.iter().skip(M).all(|word| *word == 0), "cells beyond {M} words");
        CellSet(std::array::from_fn(|i| if i < N { self.0[i] } else { 0 }))
    }
}

/// The cells of a set, lowest number first.
#[derive(Clone, Debug)]
pub struct Cells<const N: usize> {
    words: [u64; N],
    /// What is left of the current word. It stays in a register.
    bits: u64,
    /// The index of the current word.
    word: usize,
}

impl<const N: usize> Iterator for Cells<N> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        while self.bits == 0 {
            self.bits = *self.words.get(self.word + 1)?;
            self.word += 1;
        }
        let bit = self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(Cell::new(self.word * 64 + bit))
    }

    #[inline]
    fn fold<B, F: FnMut(B, Cell) -> B>(self, first: B, mut f: F) -> B {
        let mut all = first;
        for (word, bits) in self.words.iter().enumerate().skip(self.word) {
            let mut bits = if word == self.word { self.bits } else { *bits };
            while bits != 0 {
                all = f(all, Cell::new(word * 64 + bits.trailing_zeros() as usize));
                bits &= bits - 1;
            }
        }
        all
    }
}

impl<const N: usize> IntoIterator for CellSet<N> {
    type Item = Cell;
    type IntoIter = Cells<N>;

    fn into_iter(self) -> Cells<N> {
        self.iter()
    }
}

impl<const N: usize> IntoIterator for &CellSet<N> {
    type Item = Cell;
    type IntoIter = Cells<N>;

    fn into_iter(self) -> Cells<N> {
        self.iter()
    }
}

impl<const N: usize> FromIterator<Cell> for CellSet<N> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl<const N: usize> Default for CellSet<N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const N: usize> fmt::Debug for CellSet<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Cell::index)).finish()
    }
}

macro_rules! word_by_word {
    ($operator:ident $method:ident $assign:ident $assign_method:ident $combine:expr) => {
        impl<const N: usize> $operator for CellSet<N> {
            type Output = Self;

            #[inline]
            fn $method(mut self, other: Self) -> Self {
                $assign::$assign_method(&mut self, other);
                self
            }
        }

        impl<const N: usize> $assign for CellSet<N> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                let combine: fn(u64, u64) -> u64 = $combine;
                self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a = combine(*a, b));
            }
        }
    };
}

word_by_word!(BitOr bitor BitOrAssign bitor_assign |a, b| a | b);
word_by_word!(BitAnd bitand BitAndAssign bitand_assign |a, b| a & b);
word_by_word!(Sub sub SubAssign sub_assign |a, b| a & !b);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn set(cells: &BTreeSet<usize>) -> CellSet {
        cells.iter().map(|index| Cell::new(*index)).collect()
    }

    fn cells() -> impl Strategy<Value = BTreeSet<usize>> {
        prop::collection::btree_set(0..MAX_CELLS, 0..40)
    }

    proptest! {
        #[test]
        fn the_algebra_is_that_of_ordinary_sets(a in cells(), b in cells(), x in 0..MAX_CELLS) {
            let (sa, sb) = (set(&a), set(&b));
            prop_assert_eq!(sa | sb, set(&(&a | &b)));
            prop_assert_eq!(sa & sb, set(&(&a & &b)));
            prop_assert_eq!(sa - sb, set(&(&a - &b)));
            prop_assert_eq!(sa.is_subset(&sb), a.is_subset(&b));
            prop_assert_eq!(sa.intersects(&sb), !a.is_disjoint(&b));
            prop_assert_eq!(sa.len(), a.len());
            prop_assert_eq!(sa.is_empty(), a.is_empty());
            prop_assert_eq!(sa.first().map(Cell::index), a.first().copied());
            prop_assert!(sa.iter().map(Cell::index).eq(a.iter().copied()));
            let mut without = sa;
            without.remove(Cell::new(x));
            prop_assert_eq!(sa.contains(Cell::new(x)), a.contains(&x));
            prop_assert!(!without.contains(Cell::new(x)));
        }

        #[test]
        fn a_half_turn_turns_every_cell(a in prop::collection::btree_set(0..121usize, 0..40), spare in 0..8usize) {
            let turned: BTreeSet<usize> = a.iter().map(|cell| 120 + spare - cell).collect();
            prop_assert_eq!(set(&a).turned(121 + spare), set(&turned));
            prop_assert_eq!(set(&a).resized::<2>().turned(121 + spare), set(&turned).resized());
        }

        #[test]
        fn narrow_sets_hold_the_same_cells(a in prop::collection::btree_set(0..121usize, 0..40)) {
            let wide = set(&a);
            prop_assert!(wide.resized::<2>().iter().eq(wide.iter()));
            prop_assert_eq!(wide.resized::<2>().resized::<WORDS>(), wide);
        }
    }
}
