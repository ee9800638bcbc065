//! RAVE, the rapid action value estimate, as SCNS16 3.2 has it: a move's error shifts towards what came of
//! the games below in which the move was played at any time (all moves as first).

use crate::params::SearchParams;
use serde::{Deserialize, Serialize};
use statrs::function::erf::erf_inv;

/// How often a move was played by the player to move on the way to a position whose winner is known, and
/// how often that player won. When a count is full, both are halved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Rave {
    wins: u16,
    losses: u16,
}

impl Rave {
    /// Counts one more position.
    pub(super) fn record(&mut self, won: bool) {
        let count = if won { &mut self.wins } else { &mut self.losses };
        *count += 1;
        if *count == u16::MAX {
            self.wins /= 2;
            self.losses /= 2;
        }
    }

    /// The error of a move mixed with its RAVE error, (9) to (11) of SCNS16; both in thousandths of a natural
    /// logarithm.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_lower_an_error_and_losses_raise_it() {
        let params = SearchParams::default();
        let after = |won: bool, games| {
            let mut rave = Rave::default();
            (0..games).for_each(|_| rave.record(won));
            rave.mixed_into(100.0, &params)
        };
        assert_eq!(after(true, 0).to_bits(), 100.0_f64.to_bits());
        assert!(after(true, 10) < 100.0 && after(false, 10) > 100.0);
        assert!(after(true, 100) < after(true, 10));
        let without = SearchParams { use_rave: false, ..params };
        let error = Rave { wins: 50, losses: 0 }.mixed_into(100.0, &without);
        assert_eq!(error.to_bits(), 100.0_f64.to_bits());
    }

    #[test]
    fn full_counts_are_halved_together() {
        let mut rave = Rave { wins: u16::MAX - 1, losses: 100 };
        rave.record(true);
        assert_eq!(rave, Rave { wins: u16::MAX / 2, losses: 50 });
    }
}
