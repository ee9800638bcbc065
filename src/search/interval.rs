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
