//! The functions of a leaf: multi-step, (14) of SCNS15 and (7) of SCNS16, or two-step, (4) of SCNS15.

use super::node::Functions;
use super::staircase::{Height, Staircase, Step, Value};
use crate::params::{LeafSteps, SearchParams};

/// The functions of a leaf, which are the same for both players.
pub(super) fn leaf_functions(params: &SearchParams) -> Functions {
    let staircase = leaf_staircase(params);
    Functions { raise: staircase.clone(), lower: staircase }
}

/// The height of a multi-step leaf's last step. It is finite, since only proofs are infinite. Leaves whose error is beyond
/// the last step (with δ = 180 and η = 0.3 from 1732 on) have the same height, so only their errors order them.
pub(super) const LEAF_HEIGHT: Height = 1024;

/// A leaf's function, approximated. Multi-step: 0 for `v <= 0`, and `i` for `δ log2 i < v <= δ log2 (i + 1)`, so that it
/// doubles with every δ. Two-step: 0 for `v <= 0`, and 1 beyond.
fn leaf_staircase(params: &SearchParams) -> Staircase {
    let heights = match params.leaf_steps {
        LeafSteps::Multi => 1..=LEAF_HEIGHT,
        LeafSteps::Two => 1..=1,
    };
    let mut steps: Vec<Step> = Vec::new();
    for height in heights {
        #[expect(clippy::cast_possible_truncation, reason = "at most 100 000 times 10")]
        let above = (params.delta * f64::from(height).log2()).round() as Value;
        // With a small delta two steps may round to the same value: the taller one counts.
        match steps.last_mut().filter(|last| last.above == above) {
            Some(last) => last.height = height,
            None => steps.push(Step { above, height }),
        }
    }
    Staircase::from_steps(&steps).approximation(params.eta)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::PLUS_INFINITY;

    fn leaf(change: impl FnOnce(&mut SearchParams)) -> Staircase {
        let mut params = SearchParams { eta: 0.0, delta: 100.0, ..SearchParams::default() };
        change(&mut params);
        leaf_staircase(&params)
    }

    #[test]
    fn multi_step_leaves_double_with_every_delta() {
        let f = leaf(|_| ());
        assert_eq!([0, 1, 100, 101, 158, 159, 200, 201].map(|v| f.at(v)), [0, 1, 1, 2, 2, 3, 3, 4]);
        assert_eq!(f.at(800), 255);
        assert_eq!(f.at(PLUS_INFINITY), LEAF_HEIGHT, "never infinite");
    }

    #[test]
    fn two_step_leaves_rise_once() {
        let f = leaf(|params| params.leaf_steps = LeafSteps::Two);
        assert_eq!([0, 1, PLUS_INFINITY].map(|v| f.at(v)), [0, 1, 1]);
    }

    #[test]
    fn the_last_step_has_the_same_height_for_every_delta() {
        for delta in [1.0, 3.0, 10.0, 1e5] {
            assert_eq!(leaf(|params| params.delta = delta).at(PLUS_INFINITY), LEAF_HEIGHT);
        }
    }
}
