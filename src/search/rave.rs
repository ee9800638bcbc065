//! RAVE, the rapid action value estimate, (9) to (11) of SCNS16: the error of a move shifts towards the results of all
//! lines below its node in which the same player made the move at any time (all moves as first).
//!
//! The paper updates the statistic of each move on the rest of the path. Here, at each node, only moves of the player
//! to move there count. A line counts when its last position is new and decided. This goes beyond the paper: a position
//! whose best move has a high or a low prior counts as decided, too, since few positions are decided in the first half
//! of a game.

use super::move_errors::weighted_prior;
use super::tree::Tree;
use super::{Expansion, Outcome};
use crate::params::SearchParams;
use serde::{Deserialize, Serialize};
use statrs::function::erf::erf_inv;

/// The lines below a node in which its player made a certain move: how many that player has won and lost. When a count
/// would overflow, both are halved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Rave {
    wins: u16,
    losses: u16,
}

impl Rave {
    /// Counts one more line.
    pub(super) fn record(&mut self, outcome: Outcome) {
        let count = match outcome {
            Outcome::Won => &mut self.wins,
            Outcome::Lost => &mut self.losses,
        };
        *count += 1;
        if *count == u16::MAX {
            self.wins /= 2;
            self.losses /= 2;
        }
    }

    /// The mean of an error and the RAVE error, weighted by (9) to (11) of SCNS16, in thousandths of a natural logarithm.
    pub(super) fn mixed_into(self, error: f64, params: &SearchParams) -> f64 {
        let (wins, losses) = (f64::from(self.wins), f64::from(self.losses));
        let games = wins + losses;
        if games == 0.0 || !params.use_rave {
            return error;
        }
        let alpha = (games / (3.0 * params.r_shift + games)).sqrt();
        let rave_error = erf_inv((losses - wins) / (games + 1.0));
        (1.0 - alpha) * error + alpha * params.r_impact * rave_error
    }
}

impl<M: Copy + Eq> Tree<M> {
    /// The result of a new position as RAVE counts it, for the player to move: its outcome, or else what the weighted
    /// prior of its best move suggests, if that is beyond `r_margin`.
    pub(super) fn rave_outcome(&self, expansion: &Expansion<M>) -> Option<Outcome> {
        let best_log_odds = expansion.best_log_odds().unwrap_or_default();
        let prior = i32::from(weighted_prior(best_log_odds, &self.params));
        let margin = self.params.r_margin.cast_signed();
        let is_high = (prior > margin).then_some(Outcome::Won);
        let is_low = (prior < -margin).then_some(Outcome::Lost);
        expansion.outcome.or(is_high).or(is_low)
    }

    /// Counts the line to a new position at every node of its path. The outcome is for the player to move at the end of
    /// the path; a path is the keys of its nodes, each with the move made there.
    pub(super) fn record_rave(&mut self, path: &[(u128, M)], outcome: Outcome) {
        for (depth, (key, _)) in path.iter().enumerate() {
            let is_same_player = (path.len() - depth).is_multiple_of(2);
            let of_player = if is_same_player { outcome } else { !outcome };
            self.table.change(*key, |node| {
                for (_, mv) in path[depth..].iter().step_by(2) {
                    if let Some(number) = node.children.iter().position(|child| child.mv == *mv) {
                        node.record_rave(number, of_player);
                    }
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_lower_an_error_and_losses_raise_it() {
        let params = SearchParams::default();
        let after = |outcome, games| {
            let mut rave = Rave::default();
            (0..games).for_each(|_| rave.record(outcome));
            rave.mixed_into(100.0, &params)
        };
        assert_eq!(after(Outcome::Won, 0).to_bits(), 100.0_f64.to_bits());
        assert!(after(Outcome::Won, 10) < 100.0 && after(Outcome::Lost, 10) > 100.0);
        assert!(after(Outcome::Won, 100) < after(Outcome::Won, 10));
        let without = SearchParams { use_rave: false, ..params };
        let error = Rave { wins: 50, losses: 0 }.mixed_into(100.0, &without);
        assert_eq!(error.to_bits(), 100.0_f64.to_bits());
    }

    #[test]
    fn full_counts_are_halved_together() {
        let mut rave = Rave { wins: u16::MAX - 1, losses: 100 };
        rave.record(Outcome::Won);
        assert_eq!(rave, Rave { wins: u16::MAX / 2, losses: 50 });
    }
}
