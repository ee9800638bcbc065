//! The error of a move relative to its best sibling, and how the search corrects it.

use crate::params::SearchParams;
use serde::{Deserialize, Serialize};
use statrs::function::erf::erf_inv;

/// The greatest error of a move, in thousandths of a natural logarithm: a score 20 000 times lower
/// than the best sibling's. Also the error of a move without any score.
pub const MAX_ERROR: u16 = 10_000;

/// The relative errors of moves with these scores, (9) of SCNS15: `ln(best / score)`, rounded to
/// whole thousandths so that the search is the same on every machine.
pub fn relative_errors(scores: &[f64]) -> Vec<u16> {
    let best = scores.iter().copied().fold(0.0, f64::max);
    scores.iter().map(|score| relative_error(best, *score)).collect()
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
fn relative_error(best: f64, score: f64) -> u16 {
    if best <= 0.0 {
        0
    } else if score <= 0.0 {
        MAX_ERROR
    } else {
        (1000.0 * (best / score).ln()).round().clamp(0.0, f64::from(MAX_ERROR)) as u16
    }
}

/// How often a move was played by the player to move on the way to a decided position: the rapid
/// action value estimate (RAVE). When a count is full, both are halved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Rave {
    wins: u16,
    losses: u16,
}

impl Rave {
    pub(super) fn record(&mut self, won: bool) {
        let count = if won { &mut self.wins } else { &mut self.losses };
        *count += 1;
        if *count == u16::MAX {
            self.wins /= 2;
            self.losses /= 2;
        }
    }
}

/// The error that the search works with: the first estimate corrected by what was learned since.
#[expect(clippy::cast_possible_truncation, reason = "a sum of parameters with bounds")]
pub(super) fn corrected_error(params: &SearchParams, error: i32, rave: Rave, work: u64) -> i32 {
    if work == 0 && rave == Rave::default() {
        return error; // nothing is known: most moves, and all of them are asked at every step
    }
    let mut corrected = f64::from(error);
    if params.use_rave {
        corrected = with_rave(params, corrected, rave);
    }
    if params.use_forgetting {
        #[expect(clippy::cast_precision_loss, reason = "a share of the work")]
        let remembered = 1.0 - work as f64 / f64::from(params.w_max);
        corrected *= remembered.max(0.0); // (8) of SCNS16
    }
    corrected.round() as i32
}

/// The part of an error that is made of odds: the best move's less this one's, `own`. Once the position after
/// the move was looked at, what it promises the opponent, `reply`, takes their place as far as
/// [`reply_share`](SearchParams::reply_share) says.
#[expect(clippy::cast_possible_truncation, reason = "a share of a difference of promises")]
pub(super) fn odds_error(params: &SearchParams, best: i16, own: i16, reply: Option<i16>) -> i32 {
    let [best, own] = [best, own].map(i32::from);
    let after = reply.map_or(0, |reply| {
        let surprise = params.reply_share * f64::from(own + i32::from(reply));
        surprise.round() as i32 + params.open_error.cast_signed()
    });
    best - own + after
}

/// Mixes the RAVE error into an error, (9) to (11) of SCNS16.
fn with_rave(params: &SearchParams, error: f64, rave: Rave) -> f64 {
    let (wins, losses) = (f64::from(rave.wins), f64::from(rave.losses));
    let games = wins + losses;
    if games == 0.0 {
        return error;
    }
    let alpha = (games / (3.0 * params.r_shift + games)).sqrt();
    let rave_error = erf_inv((losses - wins) / (games + 1.0));
    (1.0 - alpha) * error + alpha * params.r_impact * rave_error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_logarithms_of_score_ratios() {
        let e = std::f64::consts::E;
        assert_eq!(relative_errors(&[1.0, e, 0.0, e / 2.0]), [1000, 0, MAX_ERROR, 693]);
        assert_eq!(relative_errors(&[0.0, 0.0]), [0, 0], "no score: no move is worse");
        assert_eq!(relative_errors(&[1e-300, 1e300]), [MAX_ERROR, 0]);
    }

    #[test]
    fn what_the_reply_promises_takes_the_place_of_what_the_move_did() {
        let after = |reply_share, open_error, reply| {
            let params = SearchParams { reply_share, open_error, ..SearchParams::default() };
            odds_error(&params, 700, 300, reply)
        };
        assert_eq!([0.0, 0.5, 1.0].map(|share| after(share, 90, None)), [400; 3], "not looked at");
        assert_eq!([0.0, 0.5, 1.0].map(|share| after(share, 0, Some(-300))), [400; 3], "foreseen");
        assert_eq!([0.0, 0.5, 1.0].map(|share| after(share, 0, Some(100))), [400, 600, 800]);
        assert_eq!(after(1.0, 90, Some(100)), 890);
    }

    #[test]
    fn errors_fade_with_work() {
        let params = SearchParams { use_rave: false, w_max: 100, ..SearchParams::default() };
        let corrected = |work| corrected_error(&params, 80, Rave::default(), work);
        assert_eq!([0, 25, 100, 1000].map(corrected), [80, 60, 0, 0]);
        let remembering = SearchParams { use_forgetting: false, ..params };
        assert_eq!(corrected_error(&remembering, 80, Rave::default(), 99), 80);
    }

    #[test]
    fn wins_lower_an_error_and_losses_raise_it() {
        let params = SearchParams { use_forgetting: false, ..SearchParams::default() };
        let after = |won: bool, games| {
            let mut rave = Rave::default();
            (0..games).for_each(|_| rave.record(won));
            corrected_error(&params, 100, rave, 0)
        };
        assert_eq!(after(true, 0), 100);
        assert!(after(true, 10) < 100 && after(false, 10) > 100);
        assert!(after(true, 100) < after(true, 10));
        let without = SearchParams { use_rave: false, ..params };
        assert_eq!(corrected_error(&without, 100, Rave { wins: 50, losses: 0 }, 0), 100);
    }

    #[test]
    fn full_counts_are_halved_together() {
        let mut rave = Rave { wins: u16::MAX - 1, losses: 100 };
        rave.record(true);
        assert_eq!(rave, Rave { wins: u16::MAX / 2, losses: 50 });
    }
}
