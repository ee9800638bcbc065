//! The minimum of staircases: how many leaves must change below one child.

use super::{Height, INFINITELY_HIGH, Staircase, Step, Steps, Value, merge_below, shifted};
use std::cmp::Ordering;

/// The minimum of staircases, value by value. That of none is infinite.
#[derive(Clone, Debug, Default)]
pub struct Minimum {
    /// Whether there is a staircase.
    is_begun: bool,
    /// The steps of the minimum so far, if it is begun.
    steps: Vec<Step>,
    /// Memory for the next minimum.
    next: Vec<Step>,
}

impl Minimum {
    /// Adds a staircase moved to the right by `shift`.
    pub fn add(&mut self, other: &Staircase, shift: Value) {
        match &other.0 {
            Steps::Narrow(steps) => self.add_steps(steps, shift),
            Steps::Wide(steps) => self.add_steps(steps, shift),
            Steps::Infinite => self.add_steps(&[INFINITELY_HIGH], shift),
        }
    }

    fn add_steps<S: Copy + Into<Step>>(&mut self, b: &[S], shift: Value) {
        let b_at = |j: usize| {
            let Step { above, height } = b[j].into();
            Step { above: shifted(above, shift), height }
        };
        if !self.is_begun {
            self.is_begun = true;
            self.steps.clear();
            self.steps.extend((0..b.len()).map(b_at));
            return;
        }
        let (a, minimum) = (&self.steps, &mut self.next);
        minimum.clear();
        let (mut i, mut j) = (0, 0);
        while i < a.len() && j < b.len() {
            let (above_a, above_b) = (a[i].above, b_at(j).above);
            let order = above_a.cmp(&above_b);
            i += usize::from(order != Ordering::Greater);
            j += usize::from(order != Ordering::Less);
            if let (Some(i), Some(j)) = (i.checked_sub(1), j.checked_sub(1)) {
                push(minimum, above_a.min(above_b), a[i].height.min(b_at(j).height));
            }
        }
        // Above the last step of one, the minimum rises with the other up to the height of that step.
        if let (Some(last_a), Some(last_b)) = (a.last(), b.len().checked_sub(1).map(b_at)) {
            for step in &a[i..] {
                push(minimum, step.above, step.height.min(last_b.height));
            }
            for step in (j..b.len()).map(b_at) {
                push(minimum, step.above, step.height.min(last_a.height));
            }
        }
        std::mem::swap(&mut self.steps, &mut self.next);
    }

    /// The minimum, approximated as by [`Staircase::approximation`]. Removes all staircases.
    pub fn total(&mut self, eta: f64) -> Staircase {
        if !std::mem::take(&mut self.is_begun) {
            return Staircase::infinite();
        }
        let from_top = &mut self.next;
        from_top.clear();
        self.steps.iter().rev().for_each(|step| merge_below(from_top, *step, eta));
        Staircase::of(from_top.iter().rev().copied())
    }
}

/// Adds a step if it is higher than the last.
fn push(steps: &mut Vec<Step>, above: Value, height: Height) {
    if height > steps.last().map_or(0, |step| step.height) {
        steps.push(Step { above, height });
    }
}
