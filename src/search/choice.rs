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

/// The children of a node at the targets of now. The node's own functions may be older, and are
/// approximations.
#[derive(Debug)]
struct Survey<M> {
    targets: Interval,
    best: Option<Best<M>>,
    /// The second best number, as it looks with other threads there.
    second_number: Height,
    /// The node's two numbers.
    least: Height,
    sum: u64,
    /// Whether a move is proved to win.
    is_won: bool,
    /// Whether other threads look at children for the first time.
    has_taken: bool,
}

impl<M: Copy> Survey<M> {
    fn new(targets: Interval) -> Self {
        Self {
            targets,
            best: None,
            second_number: INFINITE,
            least: INFINITE,
            sum: 0,
            is_won: false,
            has_taken: false,
        }
    }

    fn add(&mut self, child: Seen<'_, M>) {
        let Seen { mv, error, functions, .. } = child;
        let number = functions.lower.at(shifted(self.targets.raise, error));
        let share = functions.raise.at(shifted(self.targets.lower, -error));
        self.least = self.least.min(number);
        self.sum += u64::from(share);
        self.is_won |= functions.lower.is_zero();
        if child.work == 0 && child.visitors > 0 {
            self.has_taken = true;
            return;
        }
        let virtual_number = virtual_number(number, &child);
        let is_better = |best: Best<M>| (virtual_number, error) < (best.virtual_number, best.error);
        if number < INFINITE && self.best.is_none_or(is_better) {
            self.second_number = self.best.map_or(INFINITE, |best| best.virtual_number);
            self.best = Some(Best { mv, error, number, virtual_number, share });
        } else {
            self.second_number = self.second_number.min(virtual_number);
        }
    }
}

impl<M: Copy + Eq> Tree<M> {
    /// The child to search next at the node where the game stands.
    ///
    /// It is the one with the least number for the player to move; of equals, that with the smaller
    /// error (section 3.1 of SCNS15). It keeps the search until its number exceeds that of the second
    /// best by the factor `1 + epsilon`, or its share of the node's other number is used up.
    pub(super) fn choose<G: Expand<Move = M>>(
        &self,
        game: &G,
        targets: Interval,
        thresholds: Thresholds,
    ) -> Next<M> {
        if self.visited(game.key()).functions.outcome().is_some() {
            return Next::Return;
        }
        let mut survey = Survey::new(targets);
        self.for_each_child(game, |child| survey.add(child));
        if survey.is_won || thresholds.are_exceeded(survey.least, survey.sum) {
            return Next::Return;
        }
        let Some(best) = survey.best else {
            return if survey.has_taken { Next::Wait } else { Next::Return };
        };
        let others = survey.sum - u64::from(best.share);
        let lower = thresholds.raise.min(grown(survey.second_number, self.params.epsilon));
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
/// come for the player to move, the virtual loss of SCNS16 3.4: a quarter of what the number is now. That
/// keeps the threads apart, and no further than need be: with as much again, two threads took a tenth more
/// expansions to solve 8x8 boards.
fn virtual_number<M>(number: Height, child: &Seen<'_, M>) -> Height {
    if number == INFINITE {
        return INFINITE;
    }
    let losses = u64::from(number.div_ceil(4).max(1)) * u64::from(child.visitors);
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
