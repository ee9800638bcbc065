//! Staircase functions and their algebra. It knows no games.
//!
//! A staircase maps a value to a number of leaves that must change. It is 0 up to some value and rises from there in
//! steps, each open on the left and closed on the right (Figure 1 of SCNS15).

mod minimum;
mod sum;

pub use minimum::Minimum;
pub use sum::Sum;

use serde::{Deserialize, Serialize, Serializer};

/// A value of a position, in thousandths of a natural logarithm, from [`MINUS_INFINITY`] (lost) to
/// [`PLUS_INFINITY`] (won).
pub type Value = i32;

/// The value of a proved loss.
pub const MINUS_INFINITY: Value = -PLUS_INFINITY;

/// The value of a proved win.
pub const PLUS_INFINITY: Value = Value::MAX;

/// A number of leaves, or [`INFINITE`].
pub type Height = u32;

/// The height where no change of leaves is enough.
pub const INFINITE: Height = Height::MAX;

/// The largest finite height. Greater sums become this, so that they stay finite.
pub(super) const MAX_FINITE: Height = INFINITE - 1;

/// One step: the function has this height for `above < v <= above` of the next step (for the last step up to
/// [`PLUS_INFINITY`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The step begins above this value, which is less than [`PLUS_INFINITY`] and greater than the step's before.
    pub above: Value,
    /// The height, greater than that of the step before, and than 0.
    pub height: Height,
}

/// A step in half of the memory. The height 65 535 stands for [`INFINITE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NarrowStep {
    above: i16,
    height: u16,
}

impl NarrowStep {
    /// This step; none if its numbers are too large.
    fn of(step: Step) -> Option<Self> {
        let above = i16::try_from(step.above).ok()?;
        let height = if step.height == INFINITE {
            u16::MAX
        } else {
            u16::try_from(step.height).ok().filter(|height| *height < u16::MAX)?
        };
        Some(Self { above, height })
    }
}

impl From<NarrowStep> for Step {
    fn from(step: NarrowStep) -> Self {
        let height = if step.height == u16::MAX { INFINITE } else { step.height.into() };
        Self { above: step.above.into(), height }
    }
}

/// A non-decreasing step function from values to heights, 0 at [`MINUS_INFINITY`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Vec<Step>")]
pub struct Staircase(Steps);

/// The steps, from the lowest. They are narrow wherever that is possible, since half of the memory of a table is steps.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Steps {
    Narrow(Box<[NarrowStep]>),
    Wide(Box<[Step]>),
    /// [`INFINITELY_HIGH`] alone, as every decided position has it: no memory at all.
    Infinite,
}

/// The one step of the function that is infinite everywhere.
const INFINITELY_HIGH: Step = Step { above: MINUS_INFINITY, height: INFINITE };

impl Default for Staircase {
    /// The function that is 0 everywhere.
    fn default() -> Self {
        Self(Steps::Narrow(Box::default()))
    }
}

impl TryFrom<Vec<Step>> for Staircase {
    type Error = &'static str;

    /// The function with these steps, as a file says them.
    fn try_from(steps: Vec<Step>) -> Result<Self, Self::Error> {
        check_steps(&steps)?;
        Ok(Self::of(steps.iter().copied()))
    }
}

impl Serialize for Staircase {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.steps())
    }
}

impl Staircase {
    /// The function that is 0 everywhere: no leaf need change.
    pub fn zero() -> Self {
        Self::default()
    }

    /// The function that is infinite everywhere above [`MINUS_INFINITY`].
    pub fn infinite() -> Self {
        Self(Steps::Infinite)
    }

    /// The function with these steps, from the lowest.
    ///
    /// # Panics
    /// If values or heights do not grow from step to step, the first height is 0, or the last step begins at
    /// [`PLUS_INFINITY`].
    pub fn from_steps(steps: &[Step]) -> Self {
        let checked = check_steps(steps);
        assert!(checked.is_ok(), "{checked:?}: {steps:?}");
        Self::of(steps.iter().copied())
    }

    /// The function with these steps, from the lowest.
    fn of(steps: impl Iterator<Item = Step> + Clone) -> Self {
        if steps.clone().eq([INFINITELY_HIGH]) {
            return Self::infinite();
        }
        let is_narrow = steps.clone().all(|step| NarrowStep::of(step).is_some());
        let narrow = |step| NarrowStep::of(step).expect("it is narrow");
        Self(if is_narrow {
            Steps::Narrow(steps.map(narrow).collect())
        } else {
            Steps::Wide(steps.collect())
        })
    }

    /// The number of steps.
    fn len(&self) -> usize {
        match &self.0 {
            Steps::Narrow(steps) => steps.len(),
            Steps::Wide(steps) => steps.len(),
            Steps::Infinite => 1,
        }
    }

    fn step(&self, at: usize) -> Step {
        match &self.0 {
            Steps::Narrow(steps) => steps[at].into(),
            Steps::Wide(steps) => steps[at],
            Steps::Infinite => INFINITELY_HIGH,
        }
    }

    /// The steps, from the lowest.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = Step> + ExactSizeIterator + Clone {
        (0..self.len()).map(|at| self.step(at))
    }

    /// Where the function is above 0: the value above which each step begins, the value up to which it holds, and its height.
    pub fn pieces(&self) -> impl DoubleEndedIterator<Item = (Value, Value, Height)> {
        let end = |at| if at < self.len() { self.step(at).above } else { PLUS_INFINITY };
        let piece = move |(at, step): (usize, Step)| (step.above, end(at + 1), step.height);
        self.steps().enumerate().map(piece)
    }

    /// Whether the function is 0 everywhere.
    pub fn is_zero(&self) -> bool {
        self.len() == 0
    }

    /// The height at a value.
    pub fn at(&self, value: Value) -> Height {
        let below = match &self.0 {
            Steps::Narrow(steps) => steps.partition_point(|step| Value::from(step.above) < value),
            Steps::Wide(steps) => steps.partition_point(|step| step.above < value),
            Steps::Infinite => usize::from(INFINITELY_HIGH.above < value),
        };
        below.checked_sub(1).map_or(0, |last| self.step(last).height)
    }

    /// The greatest value at which the function is no more than `height`.
    pub fn reach(&self, height: Height) -> Value {
        let higher = self.steps().find(|step| step.height > height);
        higher.map_or(PLUS_INFINITY, |step| step.above)
    }

    /// The upper approximation with parameter η, Definition 4 of SCNS15: steps whose heights differ by no more than the
    /// factor `1 + eta` become one step of the greater height. Where the function is 0 or infinite it does not
    /// change, so minimax values and proofs stay exact.
    ///
    /// Steps are merged from the top: then consecutive heights `p < q` have `p (1 + eta) < q` (Lemma 1), and no height
    /// grows by more than the factor. The definition taken value by value does not give Lemma 1: with
    /// η = 0.3 the heights 4, 5, 6 would become 5, 6.
    #[must_use]
    pub fn approximation(&self, eta: f64) -> Self {
        let mut from_top = Vec::new();
        self.steps().rev().for_each(|step| merge_below(&mut from_top, step, eta));
        Self::of(from_top.iter().rev().copied())
    }

    /// Bytes on the heap, without the allocator's own.
    pub(super) fn heap_bytes(&self) -> usize {
        match &self.0 {
            Steps::Narrow(steps) => size_of_val(&**steps),
            Steps::Wide(steps) => size_of_val(&**steps),
            Steps::Infinite => 0,
        }
    }
}

/// What is wrong with these steps, if they make no staircase.
fn check_steps(steps: &[Step]) -> Result<(), &'static str> {
    let grows = |pair: &[Step]| pair[0].above < pair[1].above && pair[0].height < pair[1].height;
    if !steps.windows(2).all(grows) {
        return Err("the steps do not grow");
    }
    if steps.first().is_some_and(|step| step.height == 0) {
        return Err("the first step has height 0");
    }
    if steps.last().is_some_and(|step| step.above == PLUS_INFINITY) {
        return Err("a step begins at infinity");
    }
    Ok(())
}

/// Whether `high` is at most `low` times `1 + eta`, and finite.
fn are_close(low: Height, high: Height, eta: f64) -> bool {
    high != INFINITE && f64::from(low) * (1.0 + eta) >= f64::from(high)
}

/// Adds the next lower step to steps collected from the top, or merges it with the last of them.
fn merge_below(steps: &mut Vec<Step>, step: Step, eta: f64) {
    match steps.last_mut().filter(|last| are_close(step.height, last.height, eta)) {
        Some(last) => last.above = step.above,
        None => steps.push(step),
    }
}

/// A value shifted by an error. Infinite values stay the same, and finite ones stay finite.
pub(super) fn shifted(value: Value, shift: Value) -> Value {
    match value {
        MINUS_INFINITY | PLUS_INFINITY => value,
        _ => value.saturating_add(shift).clamp(MINUS_INFINITY + 1, PLUS_INFINITY - 1),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The values that the tests compare functions at: the two ends, all small ones, and some beyond the usual ones.
    fn values() -> impl Iterator<Item = Value> {
        [MINUS_INFINITY].into_iter().chain(-80..=80).chain([
            -5001,
            -4999,
            12_999,
            13_001,
            39_999,
            40_001,
            PLUS_INFINITY,
        ])
    }

    /// A staircase whose steps, shifted by up to 20, begin among [`values`].
    fn staircase() -> impl Strategy<Value = Staircase> {
        let step = (
            prop_oneof![9 => -30..30i32, 1 => Just(-5000), 1 => Just(13_000), 1 => Just(40_000)],
            prop_oneof![9 => 1..40u32, 1 => Just(70_000)],
        );
        (prop::collection::vec(step, 0..8), prop::bool::weighted(0.2), prop::bool::weighted(0.1))
            .prop_map(|(mut raw, ends_infinite, starts_at_once)| {
                raw.sort_unstable();
                let mut height = 0;
                let mut steps: Vec<Step> = Vec::new();
                for (above, rise) in raw {
                    height += rise;
                    if steps.last().is_none_or(|step| step.above < above) {
                        steps.push(Step { above, height });
                    }
                }
                if let Some(last) = steps.last_mut().filter(|_| ends_infinite) {
                    last.height = INFINITE;
                }
                if let Some(first) = steps.first_mut().filter(|_| starts_at_once) {
                    first.above = MINUS_INFINITY;
                }
                Staircase::from_steps(&steps)
            })
    }

    /// A staircase of one to three steps that is 0 up to this value.
    pub(in crate::search) fn rising(from: Value) -> impl Strategy<Value = Staircase> {
        prop::collection::vec((1..60i32, 1..4u32), 1..4).prop_map(move |raw| {
            let (mut above, mut height) = (from, 0);
            let step = |(width, rise)| {
                height += rise;
                let step = Step { above, height };
                above += width;
                step
            };
            Staircase::from_steps(&raw.into_iter().map(step).collect::<Vec<_>>())
        })
    }

    /// The same function from its steps, which are checked.
    fn canonical(staircase: &Staircase) -> Staircase {
        Staircase::from_steps(&staircase.steps().collect::<Vec<_>>())
    }

    fn sum_heights(a: Height, b: Height) -> Height {
        if a == INFINITE || b == INFINITE { INFINITE } else { a.saturating_add(b).min(MAX_FINITE) }
    }

    #[test]
    fn steps_are_closed_on_the_right() {
        let f =
            Staircase::from_steps(&[Step { above: 2, height: 1 }, Step { above: 5, height: 4 }]);
        assert_eq!(
            [MINUS_INFINITY, 2, 3, 5, 6, PLUS_INFINITY].map(|v| f.at(v)),
            [0, 0, 1, 1, 4, 4]
        );
        assert_eq!([0, 1, 3, 4].map(|h| f.reach(h)), [2, 5, 5, PLUS_INFINITY]);
        assert_eq!(Staircase::infinite().at(MINUS_INFINITY), 0);
        assert_eq!(Staircase::infinite().at(MINUS_INFINITY + 1), INFINITE);
        assert_eq!(Staircase::zero().reach(0), PLUS_INFINITY);
    }

    #[test]
    fn steps_are_kept_as_they_are_narrow_or_wide() {
        let (least, most) = (i32::from(i16::MIN), i32::from(i16::MAX));
        let highest = u32::from(u16::MAX) - 1;
        for (steps, is_narrow) in [
            ([(least, 1), (most, INFINITE)], true),
            ([(0, 1), (1, highest)], true),
            ([(0, 1), (1, highest + 1)], false),
            ([(least - 1, 1), (0, 2)], false),
            ([(0, 1), (most + 1, 2)], false),
            ([(0, MAX_FINITE), (1, INFINITE)], false),
            ([(MINUS_INFINITY, 1), (PLUS_INFINITY - 1, 2)], false),
        ] {
            let steps = steps.map(|(above, height)| Step { above, height });
            let staircase = Staircase::from_steps(&steps);
            assert_eq!(staircase.steps().collect::<Vec<_>>(), steps);
            assert_eq!(matches!(staircase.0, Steps::Narrow(_)), is_narrow, "{steps:?}");
            let saved = postcard::to_stdvec(&staircase).unwrap();
            assert_eq!(postcard::from_bytes(&saved), Ok(staircase));
        }
    }

    #[test]
    fn large_finite_heights_never_turn_infinite() {
        let tall = Staircase::from_steps(&[Step { above: 0, height: MAX_FINITE }]);
        let mut sum = Sum::default();
        (0..3).for_each(|_| sum.add(&tall, 0));
        assert_eq!(sum.total(0.0), tall);
    }

    proptest! {
        #[test]
        fn the_minimum_is_the_minimum_at_every_value(
            terms in prop::collection::vec((staircase(), -20..20i32), 0..5),
            eta in 0.0..1.0f64,
        ) {
            let mut minimum = Minimum::default();
            let mut minimum_of_all = |eta| {
                for (term, shift) in &terms {
                    minimum.add(term, *shift);
                }
                minimum.total(eta)
            };
            let (least, near) = (minimum_of_all(0.0), minimum_of_all(eta));
            prop_assert_eq!(&canonical(&least), &least);
            for v in values() {
                let heights = terms.iter().map(|(term, shift)| term.at(shifted(v, -shift)));
                let none = if v == MINUS_INFINITY { 0 } else { INFINITE };
                prop_assert_eq!(least.at(v), heights.min().unwrap_or(none), "at {}", v);
            }
            prop_assert_eq!(near, least.approximation(eta));
        }

        #[test]
        fn the_sum_is_the_sum_at_every_value(
            terms in prop::collection::vec((staircase(), -20..20i32), 0..5),
            eta in 0.0..1.0f64,
        ) {
            let mut sum = Sum::default();
            let mut sum_of_all = |eta| {
                for (term, shift) in &terms {
                    sum.add(term, *shift);
                }
                sum.total(eta)
            };
            let (total, near) = (sum_of_all(0.0), sum_of_all(eta));
            prop_assert_eq!(&canonical(&total), &total);
            for v in values() {
                let expected = terms.iter().fold(0, |all, (term, shift)| sum_heights(all, term.at(shifted(v, -shift))));
                prop_assert_eq!(total.at(v), expected, "at {}", v);
            }
            prop_assert_eq!(&near, &total.approximation(eta));
            prop_assert_eq!(&near.approximation(eta), &near, "nothing is left to merge");
        }

        #[test]
        fn reach_is_the_inverse_of_height(f in staircase(), height in 0..200u32) {
            let last = f.reach(height);
            prop_assert!(f.at(last) <= height);
            if last != PLUS_INFINITY {
                prop_assert!(f.at(last + 1) > height);
            }
        }

        #[test]
        fn approximation_is_close_and_obeys_lemma_1(f in staircase(), eta in 0.0..1.0f64) {
            let near = f.approximation(eta);
            prop_assert_eq!(&canonical(&near), &near);
            for v in values() {
                let (exact, upper) = (f.at(v), near.at(v));
                prop_assert!(upper >= exact);
                prop_assert_eq!(upper == 0, exact == 0, "zero stays");
                prop_assert_eq!(upper == INFINITE, exact == INFINITE);
                prop_assert!(f64::from(upper) <= f64::from(exact) * (1.0 + eta));
            }
            // Lemma 1, and with it Theorem 1: the number of steps is logarithmic in the height.
            for (low, high) in near.steps().zip(near.steps().skip(1)) {
                prop_assert!(f64::from(low.height) * (1.0 + eta) < f64::from(high.height));
            }
            let finite = near.steps().filter(|step| step.height != INFINITE);
            let highest = finite.clone().map(|step| step.height).max().unwrap_or(1);
            if eta > 0.01 {
                let bound = f64::from(highest).ln() / (1.0 + eta).ln() + 1.0;
                prop_assert!(f64::from(u32::try_from(finite.count()).unwrap()) <= bound);
            }
        }
    }
}
