//! The sum of staircases: how many leaves must change below all children.

use super::{
    Height, INFINITE, INFINITELY_HIGH, MAX_FINITE, Staircase, Step, Steps, Value, merge_below,
    shifted,
};

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
        match &summand.0 {
            Steps::Narrow(steps) => self.add_steps(steps, shift),
            Steps::Wide(steps) => self.add_steps(steps, shift),
            Steps::Infinite => self.add_steps(&[INFINITELY_HIGH], shift),
        }
    }

    fn add_steps<S: Copy + Into<Step>>(&mut self, steps: &[S], shift: Value) {
        let slots = USUAL.len();
        self.rises.resize(slots, 0);
        self.touched.resize(slots / 64, 0);
        let mut before = 0;
        for step in steps {
            let step: Step = (*step).into();
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

    /// The sum, approximated as by [`Staircase::approximation`]. Removes all summands.
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
        let total = Staircase::of(self.from_top.iter().rev().copied());
        self.from_top.clear();
        total
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
