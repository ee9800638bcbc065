//! Selection: which child of a node to search next, and for how long.
//!
//! At fixed targets `raise` and `lower` are plain numbers, the proof and the disproof number of df-pn, seen by the
//! player to move at the node:
//!
//! ```text
//! proof    = raise(targets.raise) = min over s of lower_s(targets.raise + e(s))
//! disproof = lower(targets.lower) = sum over s of raise_s(targets.lower - e(s))
//! ```
//!
//! So the descent is that of df-pn with the 1+epsilon thresholds (SCNS16 3.3).

use super::staircase::{Height, INFINITE, MAX_FINITE, shifted};
use super::tree::{ChildView, Tree};
use super::virtual_loss::with_virtual_losses;
use super::{Expand, Interval};

/// The proof and disproof number up to which the search stays below a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thresholds {
    proof: Height,
    disproof: Height,
}

impl Thresholds {
    pub(super) const NONE: Self = Self { proof: INFINITE, disproof: INFINITE };

    /// Whether a node's number is above its threshold. An infinite threshold is never exceeded, nor the greatest finite
    /// one: a number that is stored is no greater, so the parent would come back to the node for ever.
    fn are_exceeded(self, proof: Height, disproof: u64) -> bool {
        proof > self.proof || (disproof > self.disproof.into() && self.disproof < MAX_FINITE)
    }
}

/// The child to search next, with the targets and thresholds of its search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<M> {
    pub(super) mv: M,
    pub(super) targets: Interval,
    pub(super) thresholds: Thresholds,
}

/// What to do next at a node.
#[derive(Clone, Copy, Debug)]
pub(super) enum Next<M> {
    /// Search below a child.
    Descend(Choice<M>),
    /// Return to the parent: the node is decided, or a threshold is exceeded.
    Return,
    /// Wait: all children that are worth it are taken by other threads or machines.
    Wait,
}

/// The best child so far.
#[derive(Clone, Copy, Debug)]
struct Best<M> {
    mv: M,
    error: i32,
    /// `lower_s(targets.raise + e)`: the node's proof number is the least of these.
    proof: Height,
    /// The same with the virtual losses of other threads.
    virtual_proof: Height,
    /// `raise_s(targets.lower - e)`: the node's disproof number is the sum of these.
    disproof: Height,
}

/// The numbers of a node, computed from its children at the current targets. They are more recent than the node's
/// stored functions, and exact where those are approximations.
#[derive(Debug)]
struct Selection<M> {
    targets: Interval,
    best: Option<Best<M>>,
    /// The second best child's proof number, with virtual losses.
    second_proof: Height,
    /// The proof number of the node.
    proof: Height,
    /// The disproof number of the node.
    disproof: u64,
    /// Whether a move is proved to win.
    is_won: bool,
    /// Whether children of the node are taken by other threads or machines.
    has_taken_child: bool,
}

impl<M: Copy> Selection<M> {
    fn new(targets: Interval) -> Self {
        Self {
            targets,
            best: None,
            second_proof: INFINITE,
            proof: INFINITE,
            disproof: 0,
            is_won: false,
            has_taken_child: false,
        }
    }

    fn add(&mut self, child: ChildView<'_, M>) {
        let ChildView { mv, error, functions, .. } = child;
        let proof = functions.lower.at(shifted(self.targets.raise, error));
        let disproof = functions.raise.at(shifted(self.targets.lower, -error));
        self.proof = self.proof.min(proof);
        self.disproof += u64::from(disproof);
        self.is_won |= functions.lower.is_zero();
        if child.is_taken {
            self.has_taken_child = true;
            return;
        }
        let virtual_proof = with_virtual_losses(proof, child.visitors);
        let is_better = |best: Best<M>| (virtual_proof, error) < (best.virtual_proof, best.error);
        if proof < INFINITE && self.best.is_none_or(is_better) {
            self.second_proof = self.best.map_or(INFINITE, |best| best.virtual_proof);
            self.best = Some(Best { mv, error, proof, virtual_proof, disproof });
        } else {
            self.second_proof = self.second_proof.min(virtual_proof);
        }
    }
}

impl<M: Copy + Eq> Tree<M> {
    /// The child to search next at the node where the game stands.
    ///
    /// It is the child with the least proof number, and of equal ones that with the smaller error (section 3.1 of
    /// SCNS15). It is searched until its proof number exceeds the node's threshold, or that of the second best by the
    /// factor `1 + epsilon`, or until the node's disproof number exceeds its threshold.
    pub(super) fn choose<G: Expand<Move = M>>(
        &self,
        game: &G,
        targets: Interval,
        thresholds: Thresholds,
    ) -> Next<M> {
        if self.node(game.key()).functions.outcome().is_some() {
            return Next::Return;
        }
        let mut selection = Selection::new(targets);
        self.for_each_child(game, |child| selection.add(child));
        if selection.is_won || thresholds.are_exceeded(selection.proof, selection.disproof) {
            return Next::Return;
        }
        let Some(best) = selection.best else {
            return if selection.has_taken_child { Next::Wait } else { Next::Return };
        };
        let disproof_of_others = selection.disproof - u64::from(best.disproof);
        let proof = thresholds.proof.min(grown(selection.second_proof, self.params.epsilon));
        // The players change places: the child's disproof number is the node's proof number.
        Next::Descend(Choice {
            mv: best.mv,
            targets: targets.of_child(best.error),
            thresholds: Thresholds {
                proof: remaining(thresholds.disproof, disproof_of_others),
                // If other threads search a better child, this one may exceed the node's own threshold.
                disproof: proof.max(best.proof),
            },
        })
    }
}

/// What is left of a node's disproof threshold for one child.
fn remaining(threshold: Height, disproof_of_others: u64) -> Height {
    if threshold == INFINITE {
        return INFINITE;
    }
    let left = u64::from(threshold).saturating_sub(disproof_of_others);
    Height::try_from(left).unwrap_or(INFINITE)
}

/// A number times the factor `1 + epsilon`.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the type")]
fn grown(number: Height, epsilon: f64) -> Height {
    if number == INFINITE {
        return INFINITE;
    }
    (f64::from(number) * (1.0 + epsilon)).min(f64::from(INFINITE)) as Height
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_that_is_stored_cut_off_does_not_send_the_search_back() {
        let sum = 3 * u64::from(MAX_FINITE);
        for (disproof, exceeded) in [(MAX_FINITE - 1, true), (MAX_FINITE, false), (INFINITE, false)]
        {
            let thresholds = Thresholds { proof: INFINITE, disproof };
            assert_eq!(thresholds.are_exceeded(1, sum), exceeded, "{disproof}");
        }
    }
}
