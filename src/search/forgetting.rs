//! Error forgetting: the more a move was searched, the less its first error says.

use crate::params::SearchParams;

/// What is left of an error after so many expansions below the move, (8) of SCNS16.
#[expect(clippy::cast_precision_loss, reason = "a share of the work")]
pub(super) fn remembered(error: f64, work: u64, params: &SearchParams) -> f64 {
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
    fn errors_fade_with_work() {
        let params = SearchParams { w_max: 100, ..SearchParams::default() };
        let left = |work| remembered(80.0, work, &params);
        assert_eq!([0, 25, 100, 1000].map(left), [80.0, 60.0, 0.0, 0.0]);
        let remembering = SearchParams { use_forgetting: false, ..params };
        assert_eq!(remembered(80.0, 99, &remembering), 80.0);
    }
}
