//! The update of a node: its functions and mean log-odds from those of its children.
//!
//! (5) of SCNS15, (2) of SCNS16, where the errors of (12) are shifts along the axis: the two formulas of the module
//! [`search`](super).

use super::Expand;
use super::mean_log_odds::MeanLogOdds;
use super::node::Functions;
use super::staircase::{Minimum, Sum};
use super::tree::Tree;

/// Memory that every update would otherwise allocate.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    sum: Sum,
    minimum: Minimum,
}

impl<M: Copy + Eq> Tree<M> {
    /// Updates the node where the game stands. Its functions are approximated with parameter η (Definition 4 of SCNS15).
    pub(super) fn update<G: Expand<Move = M>>(&mut self, game: &G) {
        let node = self.node(game.key());
        if node.functions.outcome().is_some() {
            return;
        }
        let mut mean = MeanLogOdds::new(node.best_log_odds.unwrap_or_default());
        let mut scratch = std::mem::take(&mut self.scratch);
        let mut least_leaf_error: Option<i32> = None;
        self.for_each_child(game, |child| {
            mean.add(&child);
            scratch.sum.add(&child.functions.raise, child.error);
            if child.work == 0 {
                // All leaves have the same function, so the one with the least error has the minimum everywhere.
                least_leaf_error =
                    Some(least_leaf_error.map_or(child.error, |least| least.min(child.error)));
            } else {
                scratch.minimum.add(&child.functions.lower, -child.error);
            }
        });
        if let Some(error) = least_leaf_error {
            scratch.minimum.add(&self.leaf.lower, -error);
        }
        let raise = scratch.minimum.total(self.params.eta);
        let lower = scratch.sum.total(self.params.eta);
        self.scratch = scratch;
        self.table.change(game.key(), |node| {
            node.functions = Functions { raise, lower };
            node.mean_log_odds = mean.get();
        });
    }
}
