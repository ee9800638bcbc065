//! Which child to search next, and for how long.

use super::staircase::{Height, INFINITE, shifted};
use super::tree::{Seen, Tree};
use super::{Expand, Interval};

/// The numbers beyond which a node is not the one to search any more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thresholds {
    raise: Height,
    lower: Height,
}

impl Thresholds {
    pub(super) const NONE: Self = Self { raise: INFINITE, lower: INFINITE };

    /// Whether a node with these numbers is beyond them; infinite ones never are.
    fn are_exceeded(self, raise: Height, lower: u64) -> bool {
        raise > self.raise || (lower > self.lower.into() && self.lower < INFINITE)
    }
}

/// The child to search next, and what its search is to know.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<M> {
    pub(super) mv: M,
    pub(super) targets: Interval,
    pub(super) thresholds: Thresholds,
}

/// What to do at a node.
#[derive(Clone, Copy, Debug)]
pub(super) enum Next<M> {
    /// Search a child.
    Visit(Choice<M>),
    /// Go back: the node is decided, or beyond a threshold.
    Return,
    /// Wait: other threads look at all children that are worth it.
    Wait,
}

/// A child that may be the one to search next.
#[derive(Clone, Copy, Debug)]
struct Best<M> {
    mv: M,
    error: i32,
    /// Its number for the player to move, as it is and as it looks with other threads there.
    number: Height,
    virtual_number: Height,
    /// Its part of the node's other number.
    share: Height,
}

impl<M: Copy + Eq> Tree<M> {
    /// The child to search next at the node where the game stands.
    ///
    /// It is the one with the least number for the player to move; of equals, that with the smaller
    /// error (section 3.1 of SCNS15). It keeps the search until its number exceeds that of the second
    /// best by the factor `1 + epsilon`, or its share of the node's other number is used up.
    ///
    /// The node's own numbers are the least and the sum of those of its children now; its functions may be
    /// older, and are approximations.
    pub(super) fn choose<G: Expand<Move = M>>(
        &self,
        game: &G,
        targets: Interval,
        thresholds: Thresholds,
    ) -> Next<M> {
        if self.visited(game.key()).functions.outcome().is_some() {
            return Next::Return;
        }
        let mut best: Option<Best<M>> = None;
        let mut second_number = INFINITE;
        let mut least = INFINITE;
        let mut sum: u64 = 0;
        let mut is_won = false;
        let mut all_taken = false;
        self.for_each_child(game, |child| {
            let number = child.functions.lower.at(shifted(targets.raise, child.error));
            let share = child.functions.raise.at(shifted(targets.lower, -child.error));
            least = least.min(number);
            sum += u64::from(share);
            is_won |= child.functions.lower.is_zero();
            if child.work == 0 && child.visitors > 0 {
                all_taken = true;
                return;
            }
            let (mv, error) = (child.mv, child.error);
            let virtual_number = virtual_number(number, &child);
            let is_better = best
                .is_none_or(|best| (virtual_number, error) < (best.virtual_number, best.error))
                && number < INFINITE;
            if is_better {
                second_number = best.map_or(INFINITE, |best| best.virtual_number);
                best = Some(Best { mv, error, number, virtual_number, share });
            } else {
                second_number = second_number.min(virtual_number);
            }
        });
        if is_won || thresholds.are_exceeded(least, sum) {
            return Next::Return;
        }
        let Some(best) = best else {
            return if all_taken { Next::Wait } else { Next::Return };
        };
        let others = sum - u64::from(best.share);
        let lower = thresholds.raise.min(grown(second_number, self.params.epsilon));
        Next::Visit(Choice {
            mv: best.mv,
            targets: targets.of_child(best.error),
            thresholds: Thresholds {
                raise: remaining(thresholds.lower, others),
                // With others at a better child this one may be beyond the node's own threshold.
                lower: lower.max(best.number),
            },
        })
    }
}

/// A child's number as it looks to a thread while others are there. Each of them counts as a loss to
/// come for the player to move, as large again as the number is now: the virtual loss of SCNS16 3.4.
fn virtual_number<M>(number: Height, child: &Seen<'_, M>) -> Height {
    if number == INFINITE {
        return INFINITE;
    }
    let losses = u64::from(number.max(1)) * u64::from(child.visitors);
    Height::try_from(u64::from(number) + losses).unwrap_or(INFINITE).min(INFINITE - 1)
}

/// What is left of a threshold when the other children have used some of it.
fn remaining(threshold: Height, others: u64) -> Height {
    if threshold == INFINITE {
        return INFINITE;
    }
    Height::try_from(u64::from(threshold).saturating_sub(others)).unwrap_or(INFINITE)
}

/// A number grown by the factor `1 + epsilon`.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
fn grown(number: Height, epsilon: f64) -> Height {
    if number == INFINITE {
        return INFINITE;
    }
    (f64::from(number) * (1.0 + epsilon)).min(f64::from(INFINITE)) as Height
}
