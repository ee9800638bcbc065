//! Sets of endpoints.

use crate::board::{Cell, CellSet};

/// A set of endpoints of one player. Endpoints with the numbers of cells, which are cells and groups, are in a
/// set of cells; the two edges, whose numbers come after all cells, are two bits beside it. The number of cells
/// of the board is not stored: methods that need it take it as `cells`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct EndpointSet<const N: usize> {
    inner: CellSet<N>,
    /// One bit for each edge.
    edges: u8,
}

impl<const N: usize> EndpointSet<N> {
    /// Adds an endpoint.
    pub(super) fn insert(&mut self, end: usize, cells: usize) {
        match end.checked_sub(cells) {
            Some(edge) => self.edges |= 1 << edge,
            None => self.inner.insert(Cell::new(end)),
        }
    }

    /// Removes an endpoint.
    pub(super) fn remove(&mut self, end: usize, cells: usize) {
        match end.checked_sub(cells) {
            Some(edge) => self.edges &= !(1 << edge),
            None => self.inner.remove(Cell::new(end)),
        }
    }

    /// Whether an endpoint is in the set.
    pub(super) fn contains(&self, end: usize, cells: usize) -> bool {
        match end.checked_sub(cells) {
            Some(edge) => self.edges >> edge & 1 == 1,
            None => self.inner.contains(Cell::new(end)),
        }
    }

    /// The endpoints that are not in the other set.
    pub(super) fn without(self, others: &Self) -> Self {
        Self { inner: self.inner - others.inner, edges: self.edges & !others.edges }
    }

    /// The endpoints that do not have the number of one of these cells.
    pub(super) fn without_cells(self, others: &CellSet<N>) -> Self {
        Self { inner: self.inner - *others, ..self }
    }

    /// The number of endpoints.
    pub(super) fn len(self) -> usize {
        self.inner.len() + self.edges.count_ones() as usize
    }

    /// The endpoints, lowest number first.
    pub(super) fn iter(self, cells: usize) -> impl Iterator<Item = usize> {
        let (mut inner, mut edges) = (self.inner.into_iter(), self.edges);
        std::iter::from_fn(move || {
            if let Some(cell) = inner.next() {
                return Some(cell.index());
            }
            let edge = (edges != 0).then(|| edges.trailing_zeros() as usize)?;
            edges &= edges - 1;
            Some(cells + edge)
        })
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
            let (mut ends, mut numbers) = (EndpointSet::<1>::default(), BTreeSet::new());
            for (end, is_in) in steps {
                if is_in {
                    ends.insert(end, CELLS);
                    numbers.insert(end);
                } else {
                    ends.remove(end, CELLS);
                    numbers.remove(&end);
                }
            }
            for end in 0..CELLS + 2 {
                prop_assert_eq!(ends.contains(end, CELLS), numbers.contains(&end));
            }
            let is = |ends: EndpointSet<1>, numbers: &BTreeSet<usize>| {
                ends.iter(CELLS).eq(numbers.iter().copied()) && ends.len() == numbers.len()
            };
            prop_assert!(is(ends, &numbers));
            let mut without = EndpointSet::default();
            for end in &others {
                without.insert(*end, CELLS);
            }
            prop_assert!(is(ends.without(&without), &(&numbers - &others)));
            let cells: BTreeSet<usize> = others.into_iter().filter(|end| *end < CELLS).collect();
            let set = cells.iter().copied().map(Cell::new).collect();
            prop_assert!(is(ends.without_cells(&set), &(&numbers - &cells)));
        }
    }
}
