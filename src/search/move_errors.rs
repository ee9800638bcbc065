//! The comparison of siblings: how much worse a move is than the best move beside it.
//!
//! The first error comes from the relative error that the game gives and, if it has one, the prior: (9) of SCNS15 with a
//! prior. The search then replaces the prior by the reply's (see the module `search`), mixes RAVE in (`rave.rs`) and
//! forgets (`forgetting.rs`). All errors are whole thousandths of a natural logarithm, rounded before they are compared, so
//! that the search is the same on every machine.

use super::Candidate;
use super::forgetting::after_forgetting;
use super::rave::Rave;
use crate::params::{MAX_PRIOR, SearchParams};

/// The greatest first error of a move, in thousandths of a natural logarithm.
pub const MAX_ERROR: u16 = 10_000;

/// The first errors of these siblings: 0 for the best, at most [`MAX_ERROR`]. A move is worth its log-odds by
/// [`prior_weight`](SearchParams::prior_weight) less its error by [`error_weight`](SearchParams::error_weight).
pub fn first_errors<M>(moves: &[Candidate<M>], params: &SearchParams) -> Vec<u16> {
    let worth = |candidate: &Candidate<M>| {
        params.prior_weight * f64::from(candidate.log_odds.unwrap_or_default())
            - params.error_weight * candidate.relative_error
    };
    let best = moves.iter().map(worth).fold(f64::NEG_INFINITY, f64::max);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let error = |worth: f64| {
        let error = if best.is_finite() { best - worth } else { 0.0 };
        (1000.0 * error).round().clamp(0.0, MAX_ERROR.into()) as u16
    };
    moves.iter().map(|candidate| error(worth(candidate))).collect()
}

/// The score of a move with this error, relative to the best move's: 1 for no error.
pub fn relative_score(error: u16) -> f64 {
    (-f64::from(error) / 1000.0).exp()
}

/// What log-odds count in errors: by their weight, in thousandths, at most [`MAX_PRIOR`].
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "clamped")]
pub(super) fn weighted_prior(log_odds: f32, params: &SearchParams) -> i16 {
    let most = f64::from(MAX_PRIOR);
    (1000.0 * (params.prior_weight * f64::from(log_odds))).round().clamp(-most, most) as i16
}

/// The log-odds with this weighted prior: the inverse of [`weighted_prior`]. None if the search does not use priors.
#[expect(clippy::cast_possible_truncation, reason = "log-odds need no more")]
pub(super) fn log_odds_of(weighted_prior: i16, params: &SearchParams) -> Option<f32> {
    let log_odds = f64::from(weighted_prior) / 1000.0 / params.prior_weight;
    (params.prior_weight > 0.0).then_some(log_odds as f32)
}

/// What is known of a move whose error is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sibling {
    /// Its first error.
    pub(super) first_error: u16,
    /// The weighted prior of the move ([`weighted_prior`]).
    pub(super) prior: i16,
    /// The greatest weighted prior of all siblings.
    pub(super) best_prior: i16,
    pub(super) rave: Rave,
}

/// What is known of the position after a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reply {
    /// The log-odds of the best reply, for the player who replies.
    pub(super) best_log_odds: f32,
    /// Expansions there and below.
    pub(super) work: u64,
}

/// RAVE corrects the first error without its prior part, whether or not the position after the move was expanded. Forgetting
/// scales the result by the work done there, so it changes nothing before the expansion.
impl Sibling {
    /// The error of a move after which the position was not expanded.
    pub(super) fn error_of_leaf(self, params: &SearchParams) -> i32 {
        if self.rave == Rave::default() {
            return self.first_error.into(); // most moves, and all of them are asked at every step
        }
        rounded(self.without_prior(params)) + self.prior_part()
    }

    /// The error of a move after which the position was expanded.
    pub(super) fn error_after_expansion(self, reply: Reply, params: &SearchParams) -> i32 {
        // 0 if the best reply is as the move's prior foresaw.
        let reply_prior = weighted_prior(reply.best_log_odds, params);
        let disagreement =
            params.reply_share * f64::from(i32::from(self.prior) + i32::from(reply_prior));
        rounded(after_forgetting(self.without_prior(params), reply.work, params))
            + self.prior_part()
            + rounded(disagreement)
            + params.open_error.cast_signed()
    }

    /// The part of the first error that comes from the priors.
    fn prior_part(self) -> i32 {
        i32::from(self.best_prior) - i32::from(self.prior)
    }

    /// What the first error is without that part, with RAVE.
    fn without_prior(self, params: &SearchParams) -> f64 {
        let error = i32::from(self.first_error) - self.prior_part();
        self.rave.mixed_into(f64::from(error), params)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a sum of parameters with bounds")]
fn rounded(error: f64) -> i32 {
    error.round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Outcome;

    fn params() -> SearchParams {
        SearchParams { error_weight: 1.0, prior_weight: 1.0, ..SearchParams::default() }
    }

    fn candidates(moves: &[(f64, f32)]) -> Vec<Candidate<()>> {
        let candidate = |(error, log_odds): &(f64, f32)| Candidate {
            mv: (),
            relative_error: *error,
            log_odds: Some(*log_odds),
        };
        moves.iter().map(candidate).collect()
    }

    #[test]
    fn first_errors_weigh_what_the_game_says() {
        let moves = candidates(&[(1.0, 0.0), (0.0, 0.0), (f64::INFINITY, 9.0), (0.5, 0.25)]);
        assert_eq!(first_errors(&moves, &params()), [1000, 0, MAX_ERROR, 250]);
        let halves = SearchParams { error_weight: 0.5, prior_weight: 2.0, ..params() };
        assert_eq!(first_errors(&moves, &halves), [750, 250, MAX_ERROR, 0]);
        let nothing = candidates(&[(f64::INFINITY, 0.0), (f64::INFINITY, 1.0)]);
        assert_eq!(first_errors(&nothing, &params()), [0, 0], "no score: no move is worse");
    }

    #[test]
    fn the_first_visit_changes_no_error_if_the_reply_is_as_foreseen() {
        let mut rave = Rave::default();
        (0..300).for_each(|_| rave.record(Outcome::Lost));
        let params = SearchParams { open_error: 0, ..params() };
        for log_odds in [0.7, 0.3, -2.0] {
            let [prior, best_prior] = [log_odds, 0.7].map(|odds| weighted_prior(odds, &params));
            let mv = Sibling { first_error: 3000, prior, best_prior, rave };
            let reply = Reply { best_log_odds: -log_odds, work: 0 };
            assert_eq!(
                mv.error_of_leaf(&params),
                mv.error_after_expansion(reply, &params),
                "{log_odds}"
            );
            assert_ne!(mv.error_of_leaf(&params), 3000, "RAVE has a part in it");
        }
    }

    #[test]
    fn the_log_odds_of_the_reply_take_the_place_of_the_prior() {
        let mv = Sibling { first_error: 400, prior: 300, best_prior: 700, rave: Rave::default() };
        let after = |reply_share, open_error, log_odds| {
            let params = SearchParams { reply_share, open_error, ..params() };
            mv.error_after_expansion(Reply { best_log_odds: log_odds, work: 0 }, &params)
        };
        assert_eq!(mv.error_of_leaf(&params()), 400);
        assert_eq!([0.0, 0.5, 1.0].map(|share| after(share, 0, -0.3)), [400; 3], "foreseen");
        assert_eq!([0.0, 0.5, 1.0].map(|share| after(share, 0, 0.1)), [400, 600, 800]);
        assert_eq!(after(1.0, 90, 0.1), 890);
    }
}
