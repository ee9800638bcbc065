//! The minimum of staircases: how many leaves must change below one child.

use super::{Height, Staircase, Step, Steps, Value, merge_below, shifted};
use std::cmp::Ordering;

/// The minimum of staircases, value by value. That of none is infinite.
#[derive(Clone, Debug, Default)]
pub struct Minimum {
    /// The steps of the minimum so far; none before the first staircase.
    steps: Option<Vec<Step>>,
    /// Memory that each step of the computation would otherwise allocate.
    spare: Vec<Step>,
}

impl Minimum {
    /// Adds a staircase moved to the right by `shift`.
    pub fn add(&mut self, other: &Staircase, shift: Value) {
        match &other.0 {
            Steps::Narrow(steps) => self.add_steps(steps, shift),
            Steps::Wide(steps) => self.add_steps(steps, shift),
        }
    }

    fn add_steps<S: Copy + Into<Step>>(&mut self, b: &[S], shift: Value) {
        let b_at = |j: usize| {
            let Step { above, height } = b[j].into();
            Step { above: shifted(above, shift), height }
        };
        let mut minimum = std::mem::take(&mut self.spare);
        minimum.clear();
        let Some(a) = self.steps.take() else {
            minimum.extend((0..b.len()).map(b_at));
            self.steps = Some(minimum);
            return;
        };
        let (mut i, mut j) = (0, 0);
        while i < a.len() && j < b.len() {
            let (above_a, above_b) = (a[i].above, b_at(j).above);
            let order = above_a.cmp(&above_b);
            i += usize::from(order != Ordering::Greater);
            j += usize::from(order != Ordering::Less);
            if let (Some(i), Some(j)) = (i.checked_sub(1), j.checked_sub(1)) {
                push(&mut minimum, above_a.min(above_b), a[i].height.min(b_at(j).height));
            }
        }
        // Above the last step of one, the minimum rises with the other up to the height of that step.
        if let (Some(last_a), Some(last_b)) = (a.last(), b.len().checked_sub(1).map(b_at)) {
            for step in &a[i..] {
                push(&mut minimum, step.above, step.height.min(last_b.height));
            }
            for step in (j..b.len()).map(b_at) {
                push(&mut minimum, step.above, step.height.min(last_a.height));
            }
        }
        (self.steps, self.spare) = (Some(minimum), a);
    }

    /// The minimum, approximated as by [`Staircase::approximation`]. Removes all staircases.
    pub fn total(&mut self, eta: f64) -> Staircase {
        let Some(steps) = self.steps.take() else { return Staircase::infinite() };
        let mut from_top = std::mem::take(&mut self.spare);
        from_top.clear();
        steps.iter().rev().for_each(|step| merge_below(&mut from_top, *step, eta));
        self.spare = from_top;
        Staircase::of(self.spare.iter().rev().copied())
    }
}

/// Adds a step if it is higher than the last.
fn push(steps: &mut Vec<Step>, above: Value, height: Height) {
    if height > steps.last().map_or(0, |step| step.height) {
        steps.push(Step { above, height });
    }
}
