//! Staircase functions and their algebra; knows nothing of games.
//!
//! A staircase maps a value to the number of leaves that must change: 0 up to some value, then
//! non-decreasing in steps that are open on the left and closed on the right (Fact 3 of SCNS15).

use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// A value of the game, in thousandths of a natural logarithm of a score ratio, from
/// [`MINUS_INFINITY`] (lost) to [`PLUS_INFINITY`] (won).
pub type Value = i32;

/// A certain loss.
pub const MINUS_INFINITY: Value = -PLUS_INFINITY;

/// A certain win.
pub const PLUS_INFINITY: Value = Value::MAX;

/// A number of leaves, or [`INFINITE`].
pub type Height = u32;

/// More leaves than there can be: what is asked for is impossible.
pub const INFINITE: Height = Height::MAX;

/// The largest finite number; sums stop here rather than turn infinite.
const MOST: Height = INFINITE - 1;

/// One step: the function has this height above a value, up to where the next step begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The step holds for values greater than this; never [`PLUS_INFINITY`].
    pub above: Value,
    /// Greater than the step before; the first is greater than 0.
    pub height: Height,
}

/// A non-decreasing function from values to numbers of leaves, 0 at [`MINUS_INFINITY`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Staircase(Vec<Step>);

impl Staircase {
    /// The function that is 0 everywhere: nothing need change, whatever is asked for.
    pub fn zero() -> Self {
        Self(Vec::new())
    }

    /// The function that is infinite for every value that is not a certain loss.
    pub fn infinite() -> Self {
        Self(vec![Step { above: MINUS_INFINITY, height: INFINITE }])
    }

    /// A function by its steps, from the lowest.
    ///
    /// # Panics
    /// If values or heights do not grow from step to step, or a step can never be seen.
    pub fn from_steps(steps: Vec<Step>) -> Self {
        let grows =
            |pair: &[Step]| pair[0].above < pair[1].above && pair[0].height < pair[1].height;
        assert!(steps.windows(2).all(grows), "the steps of a staircase grow: {steps:?}");
        assert!(steps.first().is_none_or(|step| step.height > 0), "the first step is above 0");
        assert!(steps.last().is_none_or(|step| step.above < PLUS_INFINITY), "an invisible step");
        Self(steps)
    }

    /// The steps, from the lowest.
    pub fn steps(&self) -> &[Step] {
        &self.0
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

    /// Replaces this by the lower of it and `other` moved to the right by `shift`.
    pub fn lower_to(&mut self, other: &Staircase, shift: Value, scratch: &mut Vec<Step>) {
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
        // Beyond the last step of one, the other may still rise, up to the height of that step.
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

    /// The upper approximation with parameter η, Definition 4 of SCNS15: steps whose heights
    /// differ by less than the factor `1 + eta` become one, of the greater height. The part that is
    /// 0 stays, so minimax values stay exact, and so does what is infinite.
    ///
    /// Steps are merged from the top. The definition read point by point does not give Lemma 1 (the
    /// heights 4, 5, 6 with η = 0.3 would become 5, 6); merged from the top, two consecutive steps
    /// `p < q` always have `p (1 + eta) < q`, and no height is raised by more than the factor.
    /// What is left takes no more memory than it needs.
    pub fn approximate(&mut self, eta: f64, scratch: &mut Vec<Step>) {
        scratch.clear();
        self.0.iter().rev().for_each(|step| merge_below(scratch, *step, eta));
        let merged = scratch.iter().rev().copied().collect();
        *scratch = std::mem::replace(&mut self.0, merged);
    }

    /// Bytes on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        self.0.capacity() * size_of::<Step>()
    }
}

/// Whether `low` grown by the factor `1 + eta` reaches `high`.
fn close(low: Height, high: Height, eta: f64) -> bool {
    high != INFINITE && f64::from(low) * (1.0 + eta) >= f64::from(high)
}

/// Adds the next lower step to those collected from the top, or makes it one with the last of them.
fn merge_below(steps: &mut Vec<Step>, step: Step, eta: f64) {
    match steps.last_mut().filter(|last| close(step.height, last.height, eta)) {
        Some(last) => last.above = step.above,
        None => steps.push(step),
    }
}

/// Adds a step unless it does not rise.
fn push(steps: &mut Vec<Step>, above: Value, height: Height) {
    if height > steps.last().map_or(0, |step| step.height) {
        steps.push(Step { above, height });
    }
}

/// A value moved by an error. Infinite values stay, and finite ones stay finite.
pub(super) fn shifted(value: Value, shift: Value) -> Value {
    match value {
        MINUS_INFINITY | PLUS_INFINITY => value,
        _ => value.saturating_add(shift).clamp(MINUS_INFINITY + 1, PLUS_INFINITY - 1),
    }
}

/// Values that the rises of a sum usually are at; others are possible and slower.
const USUAL: std::ops::Range<Value> = -4096..12_288;

/// The sum of staircases, collected as the rises of all of them.
///
/// A node has about a hundred children of some twenty steps each, and sums them at every update.
/// Sorting their rises would take half of the search's time, so the usual values have a slot each; and
/// of the hundreds of steps of the sum only those are kept that its approximation has.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    /// The rise at each usual value; sums of this many steps stay far below the limit of the type.
    rises: Vec<u64>,
    /// The usual values with a rise, a bit each.
    touched: Vec<u64>,
    /// Rises at other values.
    unusual: Vec<(Value, u64)>,
    /// All of them together: the height of the sum at its end.
    height: u64,
    /// From here on a summand is infinite.
    infinite_above: Option<Value>,
    /// The steps of the sum, from the top.
    falling: Vec<Step>,
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

    /// The sum of all summands, which are forgotten, approximated as by [`Staircase::approximate`].
    pub fn total(&mut self, eta: f64) -> Staircase {
        let end = self.infinite_above.take();
        self.falling.extend(end.map(|above| Step { above, height: INFINITE }));
        let mut unusual = std::mem::take(&mut self.unusual);
        unusual.sort_unstable_by_key(|(above, _)| std::cmp::Reverse(*above));
        let beyond = unusual.partition_point(|(above, _)| *above >= USUAL.end);
        unusual[..beyond].iter().for_each(|(above, rise)| self.fall(*above, *rise, eta));
        for word in (0..self.touched.len()).rev() {
            let mut bits = std::mem::take(&mut self.touched[word]);
            while let Some(bit) = bits.checked_ilog2() {
                bits &= !(1 << bit);
                let slot = word * 64 + bit as usize;
                #[expect(clippy::cast_possible_truncation, reason = "a slot is below 2^14")]
                let above = USUAL.start.wrapping_add_unsigned(slot as u32);
                let rise = std::mem::take(&mut self.rises[slot]);
                self.fall(above, rise, eta);
            }
        }
        unusual[beyond..].iter().for_each(|(above, rise)| self.fall(*above, *rise, eta));
        unusual.clear();
        self.unusual = unusual;
        Staircase(self.falling.drain(..).rev().collect())
    }

    /// Goes down by one rise of the sum.
    fn fall(&mut self, above: Value, rise: u64, eta: f64) {
        let height = Height::try_from(self.height).unwrap_or(MOST).min(MOST);
        self.height -= rise;
        // Of rises at one value, and of those where the sum is infinite, the first has said all.
        if self.falling.last().is_none_or(|last| above < last.above) {
            merge_below(&mut self.falling, Step { above, height }, eta);
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Every value a test looks at: the two ends and all small ones.
    fn values() -> impl Iterator<Item = Value> {
        [MINUS_INFINITY].into_iter().chain(-80..=80).chain([
            -5001,
            -4999,
            12_999,
            13_001,
            PLUS_INFINITY,
        ])
    }

    /// Values between the ends that shifted tests do not push out of sight.
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

    /// A function of one to three steps that is 0 up to this value.
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
        if a == INFINITE || b == INFINITE { INFINITE } else { a.saturating_add(b).min(MOST) }
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
        let tall = Staircase::from_steps(vec![Step { above: 0, height: MOST }]);
        let mut sum = Sum::default();
        (0..3).for_each(|_| sum.add(&tall, 0));
        assert_eq!(sum.total(0.0), tall);
    }

    proptest! {
        #[test]
        fn the_lower_of_two_is_lower_at_every_value(a in staircase(), b in staircase(), shift in -20..20) {
            let mut lower = a.clone();
            lower.lower_to(&b, shift, &mut Vec::new());
            prop_assert_eq!(&canonical(&lower), &lower);
            for v in values() {
                prop_assert_eq!(lower.at(v), a.at(v).min(b.at(shifted(v, -shift))), "at {}", v);
            }
        }

        #[test]
        fn the_sum_adds_at_every_value(
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
