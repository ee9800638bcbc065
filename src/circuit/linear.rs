//! Symmetric positive definite linear systems. This file knows no Hex.
//!
//! The matrix is factored as `L Lᵀ` (Cholesky) inside its *envelope*: of each row the columns from its first
//! non-zero one to the diagonal. The factor has no other non-zero entries. Since cells are numbered row by
//! row, short links give short rows, and this is several times less work than a dense factorization.

/// The envelope of the lower triangle of a symmetric matrix, row by row.
#[derive(Clone, Debug)]
pub struct Envelope {
    /// For each row its first column in the envelope.
    first: Vec<usize>,
    /// For each row the index in `values` at which it begins; one more entry for the end.
    start: Vec<usize>,
    values: Vec<f64>,
}

impl Envelope {
    /// A zero matrix with this envelope: `first[i]` is the first column of row `i` in it.
    ///
    /// # Panics
    /// If a row begins beyond the diagonal: `first[i] > i`.
    pub fn zero(first: Vec<usize>) -> Self {
        let mut start = Vec::with_capacity(first.len() + 1);
        start.push(0);
        for (row, column) in first.iter().enumerate() {
            assert!(*column <= row, "row {row} begins beyond the diagonal");
            start.push(start[row] + row - column + 1);
        }
        let values = vec![0.0; start[first.len()]];
        Self { first, start, values }
    }

    /// Adds to the entry in this row and column, and so to its mirror image in the upper triangle.
    ///
    /// # Panics
    /// If the entry is outside the envelope.
    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        let (row, column) = (row.max(column), row.min(column));
        assert!(column >= self.first[row], "({row}, {column}) is outside the envelope");
        self.values[self.start[row] + column - self.first[row]] += value;
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.values[self.start[row]..self.start[row + 1]]
    }

    /// The solution for one right-hand side; none if the matrix is not positive definite.
    ///
    /// # Panics
    /// If the right-hand side has another length than the matrix.
    pub fn solve(mut self, mut right: Vec<f64>) -> Option<Vec<f64>> {
        assert_eq!(right.len(), self.first.len(), "one number a row");
        self.factor()?;
        for i in 0..right.len() {
            let (l, diagonal) = self.split_row(i);
            right[i] = (right[i] - dot(l, &right[self.first[i]..i])) / diagonal;
        }
        for i in (0..right.len()).rev() {
            let (l, diagonal) = self.split_row(i);
            right[i] /= diagonal;
            let x = right[i];
            right[self.first[i]..i].iter_mut().zip(l).for_each(|(y, l)| *y -= l * x);
        }
        Some(right)
    }

    /// A row without its diagonal entry, and that entry.
    fn split_row(&self, row: usize) -> (&[f64], f64) {
        let (diagonal, l) = self.row(row).split_last().expect("a row has its diagonal");
        (l, *diagonal)
    }

    /// Replaces the matrix by its Cholesky factor `L`; none if it is not positive definite.
    fn factor(&mut self) -> Option<()> {
        for i in 0..self.first.len() {
            let (done, rest) = self.values.split_at_mut(self.start[i]);
            let current = &mut rest[..=i - self.first[i]];
            for j in self.first[i]..i {
                let from = self.first[i].max(self.first[j]);
                let above = &done[self.start[j] + from - self.first[j]..self.start[j + 1]];
                let (diagonal, above) = above.split_last().expect("a row has its diagonal");
                let left = &current[from - self.first[i]..j - self.first[i]];
                current[j - self.first[i]] =
                    (current[j - self.first[i]] - dot(left, above)) / diagonal;
            }
            let (diagonal, l) = current.split_last_mut().expect("a row has its diagonal");
            let square = *diagonal - dot(l, l);
            if square.is_nan() || square <= 0.0 {
                return None;
            }
            *diagonal = square.sqrt();
        }
        Some(())
    }
}

/// The scalar product, in four running sums: twice as fast as one. The compiler may not do this itself, since
/// the order of additions changes the result.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (a4, a_rest) = a.as_chunks::<4>();
    let (b4, b_rest) = b.as_chunks::<4>();
    for (a, b) in a4.iter().zip(b4) {
        for lane in 0..4 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest: f64 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_small_system_by_hand() {
        // [2 1; 1 2] x = [3; 3] has x = [1; 1].
        let mut matrix = Envelope::zero(vec![0, 0]);
        for (row, column, value) in [(0, 0, 2.0), (1, 0, 1.0), (1, 1, 2.0)] {
            matrix.add(row, column, value);
        }
        let x = matrix.solve(vec![3.0, 3.0]).unwrap();
        assert!(x.iter().all(|x| (x - 1.0).abs() < 1e-12), "{x:?}");
    }

    #[test]
    fn singular_systems_are_refused() {
        let mut matrix = Envelope::zero(vec![0, 0]);
        for (row, column, value) in [(0, 0, 1.0), (1, 0, -1.0), (1, 1, 1.0)] {
            matrix.add(row, column, value);
        }
        assert!(matrix.solve(vec![1.0, -1.0]).is_none());
    }

    proptest! {
        #[test]
        fn the_residual_vanishes(
            n in 1..30usize,
            links in prop::collection::vec((0..30usize, 0..30usize, 0.1..3.0f64), 0..90),
            right in prop::collection::vec(-1.0..1.0f64, 30),
        ) {
            // A Laplacian with every node leaking to the ground is positive definite.
            let links: Vec<_> = links.into_iter().filter(|(a, b, _)| a != b && *a.max(b) < n).collect();
            let mut first: Vec<usize> = (0..n).collect();
            for (a, b, _) in &links {
                let (low, high) = (*a.min(b), *a.max(b));
                first[high] = first[high].min(low);
            }
            let mut matrix = Envelope::zero(first);
            let mut dense = vec![vec![0.0; n]; n];
            let mut add = |row: usize, column: usize, value: f64| {
                matrix.add(row, column, value);
                dense[row][column] += value;
                if row != column {
                    dense[column][row] += value;
                }
            };
            (0..n).for_each(|i| add(i, i, 0.5));
            for (a, b, g) in links {
                add(a, b, -g);
                add(a, a, g);
                add(b, b, g);
            }
            let x = matrix.solve(right[..n].to_vec()).unwrap();
            for (row, expected) in dense.iter().zip(&right) {
                let got: f64 = row.iter().zip(&x).map(|(a, x)| a * x).sum();
                prop_assert!((got - expected).abs() < 1e-9);
            }
        }
    }
}
