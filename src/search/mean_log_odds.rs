//! What the log-odds of a node have come to: the mean over all that was searched below it.
//!
//! The best of several moves that were hardly searched is too good to be true: by it the player to move
//! always stands better than the opponent thought a move earlier. The mean errs less, since the search puts
//! its work where the game goes.

use super::Outcome;
use super::tree::Seen;

/// The mean, for the player to move at a node, of the log-odds of the positions at and below it. Moves that
/// were refuted are left out.
#[derive(Clone, Copy, Debug)]
pub(super) struct MeanLogOdds {
    /// Expansions.
    count: u64,
    /// The sum over them, natural logarithms.
    sum: f64,
}

impl MeanLogOdds {
    /// Of a node with these log-odds, without its children.
    pub(super) fn new(log_odds: f32) -> Self {
        Self { count: 1, sum: log_odds.into() }
    }

    /// Takes in a child.
    #[expect(clippy::cast_precision_loss, reason = "a count of expansions")]
    pub(super) fn add<M>(&mut self, child: &Seen<'_, M>) {
        if let Some(mean) =
            child.mean_log_odds.filter(|_| child.functions.outcome() != Some(Outcome::Won))
        {
            self.count += child.work;
            self.sum -= child.work as f64 * f64::from(mean);
        }
    }

    /// The mean, a natural logarithm.
    #[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "a mean")]
    pub(super) fn get(self) -> f32 {
        (self.sum / self.count as f64) as f32
    }
}
