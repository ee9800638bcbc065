//! Virtual losses keep the threads of a search apart (SCNS16 3.4).
//!
//! A thread that searches below a child counts as a loss for the player who made the move, until it returns: to the other
//! threads the child's proof number looks greater. A leaf that is being expanded is left out altogether (`selection.rs`).
//! The paper also has virtual wins. It applies both to whole functions and derives each thread's interval from these.

use super::staircase::{Height, INFINITE};

/// A child's proof number as it looks while this many other threads are at the child or below: each adds a quarter of
/// it, at least 1. If each adds the whole number, the threads are kept too far apart and need more expansions.
pub(super) fn with_virtual_losses(proof: Height, visitors: u32) -> Height {
    if proof == INFINITE {
        return INFINITE;
    }
    let losses = u64::from(proof.div_ceil(4).max(1)) * u64::from(visitors);
    Height::try_from(u64::from(proof) + losses).unwrap_or(INFINITE).min(INFINITE - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_visitor_adds_a_quarter_and_no_finite_number_becomes_infinite() {
        assert_eq!(
            [0, 1, 2, 3].map(|visitors| with_virtual_losses(40, visitors)),
            [40, 50, 60, 70]
        );
        assert_eq!(with_virtual_losses(1, 2), 3);
        assert_eq!(with_virtual_losses(INFINITE - 1, 7), INFINITE - 1);
        assert_eq!(with_virtual_losses(INFINITE, 7), INFINITE);
    }
}
