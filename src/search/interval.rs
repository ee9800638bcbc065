//! The search interval: the targets of the two players at the root, (5) of SCNS16, and below it.

use super::node::Functions;
use super::staircase::{Value, shifted};
use crate::params::SearchParams;

/// The targets of a node, both seen by the player to move there. They are values relative to the node's own heuristic
/// value, and may be infinite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    /// The player to move tries to raise the minimax value to at least this: `v_max`.
    pub(super) raise: Value,
    /// The other player tries to lower it to at most minus this: `-v_min`.
    pub(super) lower: Value,
}

impl Interval {
    /// The interval of the root, (5) of SCNS16. On each side of the root's value it reaches as far as the function there
    /// does not exceed `p_max` or `d_max`, and at least by `delta_p` or `delta_d`.
    pub(super) fn of_root(root: &Functions, params: &SearchParams) -> Self {
        let (raise, lower) = (&root.raise, &root.lower);
        let above = raise.at(shifted(raise.reach(0), params.delta_p));
        let below = lower.at(shifted(lower.reach(0), params.delta_d));
        Self {
            raise: raise.reach(above.max(params.p_max)),
            lower: lower.reach(below.max(params.d_max)),
        }
    }

    /// The targets of the child to which a move with this error leads: the players change places, and the error shifts
    /// the axis.
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
        /// (5) of SCNS16 taken literally, over all values.
        #[test]
        fn the_interval_of_the_root_is_that_of_the_formula(
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
