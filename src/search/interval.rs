//! The search interval: the values that the two players try to reach at the root.

use super::node::Functions;
use super::staircase::{Value, shifted};
use crate::params::SearchParams;

/// The targets of a node, both seen by the player to move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The player to move tries to reach at least this.
    pub raise: Value,
    /// The other tries to hold the value down to at most minus this.
    pub lower: Value,
}

impl Interval {
    /// The interval of the root, (5) of SCNS16: as far as the thresholds allow on each side, and at
    /// least `delta_p` above and `delta_d` below the root's value.
    pub(super) fn of_root(root: &Functions, params: &SearchParams) -> Self {
        let (raise, lower) = (&root.raise, &root.lower);
        let above = raise.at(shifted(raise.reach(0), params.delta_p));
        let below = lower.at(shifted(lower.reach(0), params.delta_d));
        Self {
            raise: raise.reach(above.max(params.p_max)),
            lower: lower.reach(below.max(params.d_max)),
        }
    }

    /// The targets of a child whose move has this error.
    pub(super) fn of_child(self, error: i32) -> Self {
        Self { raise: shifted(self.lower, -error), lower: shifted(self.raise, error) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::staircase::tests::rising;
    use crate::search::{MINUS_INFINITY, PLUS_INFINITY, Staircase};
    use proptest::prelude::*;

    proptest! {
        /// (5) of SCNS16 word by word, over all values.
        #[test]
        fn the_root_reaches_as_far_as_the_formula_says(
            (value, raise, lower) in (-50..50).prop_flat_map(|x| (Just(x), rising(x), rising(-x))),
            (p_max, d_max) in (1..9u32, 1..9u32),
            (delta_p, delta_d) in (0..90i32, 0..90i32),
        ) {
            let reach = |function: &Staircase, root: Value, delta: i32, threshold: u32| {
                let most = function.at(root + delta).max(threshold);
                let values = (-400..400).chain([MINUS_INFINITY, PLUS_INFINITY]);
                values.filter(|v| function.at(*v) <= most).max().unwrap()
            };
            let expected = Interval {
                raise: reach(&raise, value, delta_p, p_max),
                lower: reach(&lower, -value, delta_d, d_max),
            };
            let params = SearchParams { p_max, d_max, delta_p, delta_d, ..SearchParams::default() };
            prop_assert_eq!(Interval::of_root(&Functions { raise, lower }, &params), expected);
        }
    }
}
