//! Staircase functions and their algebra. It knows no games.
//!
//! A staircase maps a value to a number of leaves that must change. It is 0 up to some value and rises from there in
//! steps, each open on the left and closed on the right (Fact 3 of SCNS15).

use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

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
const MAX_FINITE: Height = INFINITE - 1;

/// One step: the function has this height for `above < v <= above` of the next step (for the last step up to
/// [`PLUS_INFINITY`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The step begins above this value, which is less than [`PLUS_INFINITY`] and greater than the step's before.
    pub above: Value,
    /// The height, greater than that of the step before, and than 0.
    pub height: Height,
}

/// A non-decreasing step function from values to heights, 0 at [`MINUS_INFINITY`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Staircase(Vec<Step>);

impl Staircase {
    /// The function that is 0 everywhere: no leaf need change.
    pub fn zero() -> Self {
        Self(Vec::new())
    }

    /// The function that is infinite everywhere above [`MINUS_INFINITY`].
    pub fn infinite() -> Self {
        Self(vec![Step { above: MINUS_INFINITY, height: INFINITE }])
    }

    /// The function with these steps, from the lowest.
    ///
    /// # Panics
    /// If values or heights do not grow from step to step, the first height is 0, or the last step is above
    /// [`PLUS_INFINITY`].
    pub fn from_steps(steps: Vec<Step>) -> Self {
        let grows =
            |pair: &[Step]| pair[0].above < pair[1].above && pair[0].height < pair[1].height;
        assert!(steps.windows(2).all(grows), "the steps of a staircase grow: {steps:?}");
        assert!(steps.first().is_none_or(|step| step.height > 0), "the first step is above 0");
        assert!(
            steps.last().is_none_or(|step| step.above < PLUS_INFINITY),
            "a step above infinity"
        );
        Self(steps)
    }

    /// The steps, from the lowest.
    pub fn steps(&self) -> &[Step] {
        &self.0
    }

    /// Where the function is above 0: the value above which each step begins, the value up to which it holds, and its height.
    pub fn pieces(&self) -> impl DoubleEndedIterator<Item = (Value, Value, Height)> {
        let end = |at: usize| self.0.get(at + 1).map_or(PLUS_INFINITY, |next| next.above);
        let piece = move |(at, step): (usize, &Step)| (step.above, end(at), step.height);
        self.0.iter().enumerate().map(piece)
    }

    /// Whether the function is 0 everywhere.
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The height at a value.
    pub fn at(&self, value: Value) -> Height {
        let below = self.0.partition_point(|step| step.above < value);
        below.checked_sub(1).map_or(0, |last| self.0[last].height)
    }

    /// The greatest value at which the function is no more than `height`.
    pub fn reach(&self, height: Height) -> Value {
        let low = self.0.partition_point(|step| step.height <= height);
        self.0.get(low).map_or(PLUS_INFINITY, |step| step.above)
    }

    /// Replaces this function by the minimum of it and `other` moved to the right by `shift`, value by value.
    pub fn min_with(&mut self, other: &Staircase, shift: Value, scratch: &mut Vec<Step>) {
        scratch.clear();
        let (a, b) = (&self.0, &other.0);
        let (mut i, mut j) = (0, 0);
        while i < a.len() && j < b.len() {
            let (above_a, above_b) = (a[i].above, shifted(b[j].above, shift));
            let order = above_a.cmp(&above_b);
            i += usize::from(order != Ordering::Greater);
            j += usize::from(order != Ordering::Less);
            if let (Some(i), Some(j)) = (i.checked_sub(1), j.checked_sub(1)) {
                push(scratch, above_a.min(above_b), a[i].height.min(b[j].height));
            }
        }
        // Above the last step of one, the minimum rises with the other up to the height of that step.
        if let (Some(last_a), Some(last_b)) = (a.last(), b.last()) {
            for step in &a[i..] {
                push(scratch, step.above, step.height.min(last_b.height));
            }
            for step in &b[j..] {
                push(scratch, shifted(step.above, shift), step.height.min(last_a.height));
            }
        }
        std::mem::swap(&mut self.0, scratch);
    }

    /// The upper approximation with parameter η, Definition 4 of SCNS15: steps whose heights differ by no more than the
    /// factor `1 + eta` become one step of the greater height. Where the function is 0 or infinite it does not
    /// change, so minimax values and proofs stay exact.
    ///
    /// Steps are merged from the top: then consecutive heights `p < q` have `p (1 + eta) < q` (Lemma 1), and no height
    /// grows by more than the factor. The definition taken value by value does not give Lemma 1: with
    /// η = 0.3 the heights 4, 5, 6 would become 5, 6.
    pub fn approximate(&mut self, eta: f64, scratch: &mut Vec<Step>) {
        scratch.clear();
        self.0.iter().rev().for_each(|step| merge_below(scratch, *step, eta));
        let merged = scratch.iter().rev().copied().collect();
        *scratch = std::mem::replace(&mut self.0, merged);
    }

    /// Bytes on the heap, without the allocator's own.
    pub(super) fn heap_bytes(&self) -> usize {
        self.0.capacity() * size_of::<Step>()
    }
}

/// Whether `high` is at most `low` times `1 + eta`, and finite.
fn close(low: Height, high: Height, eta: f64) -> bool {
    high != INFINITE && f64::from(low) * (1.0 + eta) >= f64::from(high)
}

/// Adds the next lower step to steps collected from the top, or merges it with the last of them.
fn merge_below(steps: &mut Vec<Step>, step: Step, eta: f64) {
    match steps.last_mut().filter(|last| close(step.height, last.height, eta)) {
        Some(last) => last.above = step.above,
        None => steps.push(step),
    }
}

/// Adds a step if it is higher than the last.
fn push(steps: &mut Vec<Step>, above: Value, height: Height) {
    if height > steps.last().map_or(0, |step| step.height) {
        steps.push(Step { above, height });
    }
}

/// A value shifted by an error. Infinite values stay the same, and finite ones stay finite.
pub(super) fn shifted(value: Value, shift: Value) -> Value {
    match value {
        MINUS_INFINITY | PLUS_INFINITY => value,
        _ => value.saturating_add(shift).clamp(MINUS_INFINITY + 1, PLUS_INFINITY - 1),
    }
}

/// The values at which most steps of summands begin. Others are handled, more slowly.
const USUAL: std::ops::Range<Value> = -4096..12_288;

/// The sum of staircases. A *rise* is the difference between a step's height and that of the step before.
///
/// Every update of a node sums about a hundred functions of some twenty steps. Sorting all their rises would take half
/// of the search's time outside of expansions, so each usual value has a slot for the sum of its rises. The sum is
/// approximated as it is read off, from the top.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    /// The sum of the rises at each usual value.
    rises: Vec<u64>,
    /// One bit for each usual value: whether it has a rise.
    touched: Vec<u64>,
    /// The rises at other values.
    unusual: Vec<(Value, u64)>,
    /// The sum of all rises not read off yet: the height of the sum below the steps collected so far.
    height: u64,
    /// The least value above which a summand is infinite.
    infinite_above: Option<Value>,
    /// The steps of the sum collected so far, from the top.
    from_top: Vec<Step>,
}

impl Sum {
    /// Adds a staircase moved to the right by `shift`.
    pub fn add(&mut self, summand: &Staircase, shift: Value) {
        let slots = USUAL.len();
        self.rises.resize(slots, 0);
        self.touched.resize(slots / 64, 0);
        let mut before = 0;
        for step in summand.steps() {
            let above = shifted(step.above, shift);
            let rise = u64::from(step.height - before);
            before = step.height;
            if step.height == INFINITE {
                self.infinite_above = Some(self.infinite_above.map_or(above, |at| at.min(above)));
                return;
            }
            self.height += rise;
            if USUAL.contains(&above) {
                let slot = above.abs_diff(USUAL.start) as usize;
                self.rises[slot] += rise;
                self.touched[slot / 64] |= 1 << (slot % 64);
            } else {
                self.unusual.push((above, rise));
            }
        }
    }

    /// The sum, approximated as by [`Staircase::approximate`]. Removes all summands.
    pub fn total(&mut self, eta: f64) -> Staircase {
        let end = self.infinite_above.take();
        self.from_top.extend(end.map(|above| Step { above, height: INFINITE }));
        let mut unusual = std::mem::take(&mut self.unusual);
        unusual.sort_unstable_by_key(|(above, _)| std::cmp::Reverse(*above));
        let beyond = unusual.partition_point(|(above, _)| *above >= USUAL.end);
        unusual[..beyond].iter().for_each(|(above, rise)| self.step_down(*above, *rise, eta));
        for word in (0..self.touched.len()).rev() {
            let mut bits = std::mem::take(&mut self.touched[word]);
            while let Some(bit) = bits.checked_ilog2() {
                bits &= !(1 << bit);
                let slot = word * 64 + bit as usize;
                #[expect(clippy::cast_possible_truncation, reason = "a slot is below 2^14")]
                let above = USUAL.start.wrapping_add_unsigned(slot as u32);
                let rise = std::mem::take(&mut self.rises[slot]);
                self.step_down(above, rise, eta);
            }
        }
        unusual[beyond..].iter().for_each(|(above, rise)| self.step_down(*above, *rise, eta));
        unusual.clear();
        self.unusual = unusual;
        Staircase(self.from_top.drain(..).rev().collect())
    }

    /// Collects the step that begins above this value, the next one from the top, and goes down by its rise.
    fn step_down(&mut self, above: Value, rise: u64, eta: f64) {
        let height = Height::try_from(self.height).unwrap_or(MAX_FINITE).min(MAX_FINITE);
        self.height -= rise;
        // Further rises at the same value, and those where the sum is infinite, make no step.
        if self.from_top.last().is_none_or(|last| above < last.above) {
            merge_below(&mut self.from_top, Step { above, height }, eta);
        }
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
            PLUS_INFINITY,
        ])
    }

    /// A staircase whose steps, shifted by up to 20, begin among [`values`].
    fn staircase() -> impl Strategy<Value = Staircase> {
        let step = (prop_oneof![9 => -30..30i32, 1 => Just(-5000), 1 => Just(13_000)], 1..40u32);
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
                Staircase::from_steps(steps)
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
            Staircase::from_steps(raw.into_iter().map(step).collect())
        })
    }

    fn canonical(staircase: &Staircase) -> Staircase {
        Staircase::from_steps(staircase.0.clone())
    }

    fn sum_heights(a: Height, b: Height) -> Height {
        if a == INFINITE || b == INFINITE { INFINITE } else { a.saturating_add(b).min(MAX_FINITE) }
    }

    #[test]
    fn steps_are_closed_on_the_right() {
        let f =
            Staircase::from_steps(vec![Step { above: 2, height: 1 }, Step { above: 5, height: 4 }]);
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
    fn large_finite_heights_never_turn_infinite() {
        let tall = Staircase::from_steps(vec![Step { above: 0, height: MAX_FINITE }]);
        let mut sum = Sum::default();
        (0..3).for_each(|_| sum.add(&tall, 0));
        assert_eq!(sum.total(0.0), tall);
    }

    proptest! {
        #[test]
        fn the_minimum_is_the_minimum_at_every_value(a in staircase(), b in staircase(), shift in -20..20) {
            let mut minimum = a.clone();
            minimum.min_with(&b, shift, &mut Vec::new());
            prop_assert_eq!(&canonical(&minimum), &minimum);
            for v in values() {
                prop_assert_eq!(minimum.at(v), a.at(v).min(b.at(shifted(v, -shift))), "at {}", v);
            }
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
            let (total, mut near) = (sum_of_all(0.0), sum_of_all(eta));
            prop_assert_eq!(&canonical(&total), &total);
            for v in values() {
                let expected = terms.iter().fold(0, |all, (term, shift)| sum_heights(all, term.at(shifted(v, -shift))));
                prop_assert_eq!(total.at(v), expected, "at {}", v);
            }
            let mut exact = total;
            exact.approximate(eta, &mut Vec::new());
            prop_assert_eq!(&near, &exact);
            near.approximate(eta, &mut Vec::new());
            prop_assert_eq!(&near, &exact, "nothing is left to merge");
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
            let mut near = f.clone();
            near.approximate(eta, &mut Vec::new());
            prop_assert_eq!(&canonical(&near), &near);
            for v in values() {
                let (exact, upper) = (f.at(v), near.at(v));
                prop_assert!(upper >= exact);
                prop_assert_eq!(upper == 0, exact == 0, "zero stays");
                prop_assert_eq!(upper == INFINITE, exact == INFINITE);
                prop_assert!(f64::from(upper) <= f64::from(exact) * (1.0 + eta));
            }
            // Lemma 1, and with it Theorem 1: the number of steps is logarithmic in the height.
            for pair in near.steps().windows(2) {
                prop_assert!(f64::from(pair[0].height) * (1.0 + eta) < f64::from(pair[1].height));
            }
            let finite = near.steps().iter().filter(|step| step.height != INFINITE);
            let highest = finite.clone().map(|step| step.height).max().unwrap_or(1);
            if eta > 0.01 {
                let bound = f64::from(highest).ln() / (1.0 + eta).ln() + 1.0;
                prop_assert!(f64::from(u32::try_from(finite.count()).unwrap()) <= bound);
            }
        }
    }
}
