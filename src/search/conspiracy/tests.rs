//! The adjusted value against samples of the conspiracy numbers.

mod othello;

use super::{CRITICAL, Conspiracy, STABLE, Stability};
use crate::search::staircase::tests::rising;
use crate::search::staircase::{INFINITE, PLUS_INFINITY, Staircase, Step, Value};
use proptest::prelude::*;

/// The numbers of a node with these functions.
fn of(raise: Staircase, lower: Staircase) -> Conspiracy {
    Conspiracy { raise, lower, even: 0, max: 1, min: 1 }
}

fn staircase(steps: &[(Value, u32)]) -> Staircase {
    let step = |(above, height): &(Value, u32)| Step { above: *above, height: *height };
    Staircase::from_steps(&steps.iter().map(step).collect::<Vec<_>>())
}

/// The same function on an axis of finer units.
fn stretched(function: &Staircase, factor: Value) -> Staircase {
    let stretched = |step: Step| Step { above: factor * step.above, ..step };
    Staircase::from_steps(&function.steps().map(stretched).collect::<Vec<_>>())
}

/// (6) of VU16, at the samples of its Algorithm 3: `1 / CN` is sampled every `step`, with 1 at the minimax value, and
/// straight between the samples. (As printed, the algorithm gives the denominator alone.)
fn sampled(conspiracy: &Conspiracy, range: Value, step: Value) -> f64 {
    let value = conspiracy.value();
    let share = |v: Value| 1.0 / f64::from(conspiracy.number(v).max(1));
    let (mut weight, mut sum) = (0.0, 0.0);
    for start in (value - range..value + range).step_by(step.unsigned_abs() as usize) {
        let end = start + step;
        let (a, b) = (share(start), share(end));
        let (from, width) = (f64::from(start), f64::from(step));
        weight += width * (a + b) / 2.0;
        sum += width * (from * (a + b) / 2.0 + width * (a + 2.0 * b) / 6.0);
    }
    sum / weight
}

proptest! {
    #[test]
    fn samples_come_close_to_the_integral(
        (raise, lower) in (-50..50).prop_flat_map(|value| (rising(value), rising(-value))),
    ) {
        let [raise, lower] = [raise, lower].map(|function| stretched(&function, 64));
        let conspiracy = of(raise, lower);
        let exact = conspiracy.adjusted_value(4096);
        for (step, error) in [(64, 64.0), (8, 8.0), (1, 1.0)] {
            let off = (sampled(&conspiracy, 4096, step) - exact).abs();
            prop_assert!(off <= error, "{} is {off} off at {step}", exact);
        }
    }

    #[test]
    fn the_players_see_opposite_values(
        (raise, lower) in (-50..50).prop_flat_map(|value| (rising(value), rising(-value))),
    ) {
        let conspiracy = of(raise.clone(), lower.clone());
        let turned = of(lower, raise);
        prop_assert!((conspiracy.adjusted_value(200) + turned.adjusted_value(200)).abs() < 1e-9);
    }
}

#[test]
fn the_side_that_fewer_leaves_can_reach_pulls_the_value() {
    // Up to 100 above one leaf is enough and beyond it two; below it takes two. So the weights are 150 and 100, and
    // their moments 12 500 and 10 000.
    let conspiracy = of(staircase(&[(0, 1), (100, 2)]), staircase(&[(0, 2)]));
    assert!((conspiracy.adjusted_value(200) - 10.0).abs() < 1e-9);
    // A value that cannot be reached has no weight: only the moments above are left.
    let bounded = Conspiracy { lower: staircase(&[(0, INFINITE)]), ..conspiracy };
    assert!((bounded.adjusted_value(200) - 12_500.0 / 150.0).abs() < 1e-9);
}

#[test]
fn what_is_decided_has_no_mean() {
    let won = of(Staircase::zero(), Staircase::infinite());
    assert!(won.adjusted_value(200) == f64::INFINITY && won.value() == PLUS_INFINITY);
    let lost = of(Staircase::infinite(), Staircase::zero());
    assert!(lost.adjusted_value(200) == f64::NEG_INFINITY);
    let fixed = of(staircase(&[(7, INFINITE)]), staircase(&[(-7, INFINITE)]));
    assert!((fixed.adjusted_value(200) - 7.0).abs() < 1e-9, "no other value can be reached");
}

#[test]
fn few_leaves_make_a_position_critical_and_many_a_stable_one() {
    // The minimax value is `value`; above and below it `height` leaves must change.
    let stability = |value, height| {
        let beyond = |value| staircase(&[(value, height)]);
        of(beyond(value), beyond(-value)).stability()
    };
    for height in [1, CRITICAL] {
        assert_eq!([-50, 0, 50].map(|value| stability(value, height)), [Stability::Critical; 3]);
    }
    let [loss, win] = [-50, 50].map(|value| stability(value, STABLE));
    assert_eq!((loss, win), (Stability::StableLoss, Stability::StableWin));
    assert_eq!(stability(50, STABLE - 1), Stability::Between);
    assert_eq!(stability(0, INFINITE), Stability::Critical, "nothing need change where it is even");
}
