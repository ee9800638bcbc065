//! Error forgetting, (8) of SCNS16: the more a move was searched, the less its circuit and RAVE error counts. Priors are
//! not forgotten (`move_errors.rs`).

use crate::params::SearchParams;

/// An error after forgetting, (8) of SCNS16: it falls to 0 in proportion to the work at the move, and is 0 from `w_max`
/// expansions on.
#[expect(clippy::cast_precision_loss, reason = "work near w_max is far below 2^53")]
pub(super) fn after_forgetting(error: f64, work: u64, params: &SearchParams) -> f64 {
    if params.use_forgetting {
        error * (1.0 - work as f64 / f64::from(params.w_max)).max(0.0)
    } else {
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::float_cmp, reason = "halves and quarters are exact")]
    fn errors_fall_with_work_to_zero() {
        let params = SearchParams { w_max: 100, ..SearchParams::default() };
        let left = |work| after_forgetting(80.0, work, &params);
        assert_eq!([0, 25, 100, 1000].map(left), [80.0, 60.0, 0.0, 0.0]);
        let without = SearchParams { use_forgetting: false, ..params };
        assert_eq!(after_forgetting(80.0, 99, &without), 80.0);
    }
}
