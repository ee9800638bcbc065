//! What the odds of a node have come to: the mean over all that was searched.
//!
//! The best of several moves that were hardly searched is too good to be true: by it the player to move
//! always stands better than the opponent thought a move earlier. The mean errs less, since the search puts
//! its work where the game goes.

use super::Outcome;
use super::tree::Seen;

/// The mean of what the positions at and below a node promise to the player to move at the node. Moves that
/// were refuted are left out.
#[derive(Clone, Copy, Debug)]
pub(super) struct MeanOdds {
    /// Expansions.
    count: i64,
    /// The sum over them of the odds, in thousandths of a natural logarithm.
    sum: i64,
}

impl MeanOdds {
    /// Of a node that promises so much, without its children.
    pub(super) fn new(promise: i16) -> Self {
        Self { count: 1, sum: promise.into() }
    }

    /// Takes in a child.
    pub(super) fn add<M>(&mut self, child: &Seen<'_, M>) {
        let count = child.work.cast_signed();
        if let Some(odds) = child.odds.filter(|_| child.functions.outcome() != Some(Outcome::Won)) {
            self.count += count;
            self.sum -= count * i64::from(odds);
        }
    }

    /// The mean, in thousandths of a natural logarithm.
    #[expect(clippy::cast_possible_truncation, reason = "a mean of such numbers")]
    pub(super) fn get(self) -> i16 {
        (self.sum / self.count) as i16
    }
}
