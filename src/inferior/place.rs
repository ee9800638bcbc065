//! Places relative to a cell, and the twelve symmetries of the hexagonal grid.
//!
//! Columns and rows are those of the board (see [`crate::board`]).

/// Columns to the right and rows down.
pub type Place = (i8, i8);

/// The steps to the six neighbours in cyclic order.
pub(super) const STEPS: [Place; 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

/// The number of steps between two places.
pub(super) fn distance(a: Place, b: Place) -> u8 {
    let (right, down) = (a.0 - b.0, a.1 - b.1);
    right.unsigned_abs().max(down.unsigned_abs()).max((right + down).unsigned_abs())
}

/// The number of symmetries of the grid: six rotations, and the same after a reflection.
pub const SYMMETRIES: usize = 12;

/// The image of a place under a symmetry that keeps the origin; 0 is the identity.
pub fn image(place: Place, symmetry: usize) -> Place {
    debug_assert!(symmetry < SYMMETRIES);
    let reflected = if symmetry < 6 { place } else { (place.1, place.0) };
    (0..symmetry % 6).fold(reflected, |(right, down), _| (-down, right + down))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn symmetries_keep_neighbours_and_are_all_different() {
        let images: HashSet<Vec<Place>> = (0..SYMMETRIES)
            .map(|symmetry| STEPS.iter().map(|step| image(*step, symmetry)).collect())
            .collect();
        assert_eq!(images.len(), SYMMETRIES);
        for steps in images {
            assert!(steps.iter().all(|step| STEPS.contains(step)));
            for next in 0..6 {
                assert_eq!(distance(steps[next], steps[(next + 1) % 6]), 1, "{steps:?}");
            }
        }
    }
}
