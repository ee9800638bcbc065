//! The mean log-odds of a node: an estimate of winning chances for reports, and for the solver's focus (`focus.rs`).
//!
//! The maximum over moves that were hardly searched is biased upward: with the maximum, each position would look better
//! for the player to move than the position before it did. The mean over all expansions has less of this bias, since
//! most expansions lie below the best moves.

use super::Outcome;
use super::tree::ChildView;

/// The mean of the log-odds of all positions expanded at and below a node, for the player to move there. Positions below
/// refuted moves are left out.
#[derive(Clone, Copy, Debug)]
pub(super) struct MeanLogOdds {
    /// The number of expansions, as a float: in an acyclic graph a position counts once for each way to it.
    count: f64,
    /// The sum of their log-odds, natural logarithms.
    sum: f64,
}

impl MeanLogOdds {
    /// The mean of a node alone, with these log-odds.
    pub(super) fn new(log_odds: f32) -> Self {
        Self { count: 1.0, sum: log_odds.into() }
    }

    /// Adds the expansions at and below a child.
    #[expect(clippy::cast_precision_loss, reason = "a mean needs no exact count")]
    pub(super) fn add<M>(&mut self, child: &ChildView<'_, M>) {
        if let Some(mean) =
            child.mean_log_odds.filter(|_| child.functions.outcome() != Some(Outcome::Won))
        {
            let work = child.work as f64;
            self.count += work;
            self.sum -= work * f64::from(mean);
        }
    }

    /// The mean log-odds, a natural logarithm.
    #[expect(clippy::cast_possible_truncation, reason = "a mean needs no more")]
    pub(super) fn get(self) -> f32 {
        (self.sum / self.count) as f32
    }
}
