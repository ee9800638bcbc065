//! Sets of endpoints.

use crate::board::{Cell, CellSet};

/// A set of endpoints of one player: of cells and groups, which have the numbers of cells, and of the edges,
/// which come after all cells. How many cells the board has is not kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ends<const N: usize> {
    inner: CellSet<N>,
    edges: [bool; 2],
}

impl<const N: usize> Ends<N> {
    /// Puts an endpoint in, or takes it out; the board has so many cells.
    pub(super) fn set(&mut self, end: usize, is_in: bool, cells: usize) {
        match end.checked_sub(cells) {
            Some(edge) => self.edges[edge] = is_in,
            None if is_in => self.inner.insert(Cell::new(end)),
            None => self.inner.remove(Cell::new(end)),
        }
    }

    /// Those that are not among the others.
    pub(super) fn without(self, others: &Self) -> Self {
        let edges = [0, 1].map(|edge| self.edges[edge] && !others.edges[edge]);
        Self { inner: self.inner - others.inner, edges }
    }

    /// Those that are not these cells.
    pub(super) fn without_cells(self, cells: &CellSet<N>) -> Self {
        Self { inner: self.inner - *cells, ..self }
    }

    /// How many endpoints it has.
    pub(super) fn len(self) -> usize {
        self.inner.len() + self.edges.iter().filter(|is_in| **is_in).count()
    }

    /// The endpoints, the lowest first; the board has so many cells.
    pub(super) fn iter(self, cells: usize) -> impl Iterator<Item = usize> {
        let edges = [0, 1].into_iter().filter(move |edge| self.edges[*edge]);
        self.inner.into_iter().map(Cell::index).chain(edges.map(move |edge| cells + edge))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    const CELLS: usize = 64;

    proptest! {
        /// A board that fills its words has no bits left for the edges.
        #[test]
        fn they_are_what_sets_of_numbers_are(
            steps in prop::collection::vec((0..CELLS + 2, any::<bool>()), 0..200),
            others in prop::collection::btree_set(0..CELLS + 2, 0..40),
        ) {
            let (mut ends, mut numbers) = (Ends::<1>::default(), BTreeSet::new());
            for (end, is_in) in steps {
                ends.set(end, is_in, CELLS);
                if is_in { numbers.insert(end) } else { numbers.remove(&end) };
            }
            let is = |ends: Ends<1>, numbers: &BTreeSet<usize>| {
                ends.iter(CELLS).eq(numbers.iter().copied()) && ends.len() == numbers.len()
            };
            prop_assert!(is(ends, &numbers));
            let mut without = Ends::default();
            for end in &others {
                without.set(*end, true, CELLS);
            }
            prop_assert!(is(ends.without(&without), &(&numbers - &others)));
            let cells: BTreeSet<usize> = others.into_iter().filter(|end| *end < CELLS).collect();
            let set = cells.iter().copied().map(Cell::new).collect();
            prop_assert!(is(ends.without_cells(&set), &(&numbers - &cells)));
        }
    }
}
