//! A node of the search: its moves and its two functions.

use super::rave::Rave;
use super::siblings::first_errors;
use super::staircase::{Height, PLUS_INFINITY, Staircase, Step, Value};
use super::{Candidate, Expansion, Outcome};
use crate::params::{LeafSteps, SearchParams};
use serde::{Deserialize, Serialize};

/// The two functions of a node, seen by the player to move there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Functions {
    /// The proof function.
    pub(super) raise: Staircase,
    /// The disproof function, mirrored.
    pub(super) lower: Staircase,
}

impl Functions {
    /// Those of a decided position.
    pub(super) fn decided(outcome: Outcome) -> Self {
        let (zero, infinite) = (Staircase::zero(), Staircase::infinite());
        match outcome {
            Outcome::Won => Self { raise: zero, lower: infinite },
            Outcome::Lost => Self { raise: infinite, lower: zero },
        }
    }

    /// Those of a position that was not looked at yet.
    pub(super) fn of_leaf(params: &SearchParams) -> Self {
        let steps = leaf_staircase(params);
        Self { raise: steps.clone(), lower: steps }
    }

    /// Who wins, if that is proved.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        match (self.raise.is_zero(), self.lower.is_zero()) {
            (true, false) => Some(Outcome::Won),
            (false, true) => Some(Outcome::Lost),
            _ => None,
        }
    }

    /// The proof and the disproof function.
    pub(super) fn both(&self) -> [&Staircase; 2] {
        [&self.raise, &self.lower]
    }

    /// The minimax value for the player to move.
    pub(super) fn value(&self) -> Value {
        self.raise.reach(0)
    }
}

/// The tallest step of a leaf. A leaf must have an end, since only proofs are infinite. Beyond it
/// leaves are told apart by their errors alone: at δ = 180 that is from an error of 1800 on.
const LEAF_HEIGHT: Height = 1024;

/// The function of a leaf. Multi-step, (14) of SCNS15 and (7) of SCNS16 (`log` to the base 2):
/// 0 for `v <= 0` and `i` for `δ log i < v <= δ log (i + 1)`. Two-step, (4): 0 and then 1.
fn leaf_staircase(params: &SearchParams) -> Staircase {
    let heights = match params.leaf_steps {
        LeafSteps::Multi => 1..=LEAF_HEIGHT,
        LeafSteps::Two => 1..=1,
    };
    let mut steps: Vec<Step> = Vec::new();
    for height in heights {
        #[expect(clippy::cast_possible_truncation, reason = "far below the limit")]
        let above = (params.delta * f64::from(height).log2()).round() as Value;
        // With a small delta two steps may round to one value; the taller counts there.
        match steps.last_mut().filter(|last| last.above == above) {
            Some(last) => last.height = height,
            None => steps.push(Step { above, height }),
        }
    }
    let mut staircase = Staircase::from_steps(steps);
    staircase.approximate(params.eta, &mut Vec::new());
    staircase
}

/// A move of a node.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Child<M> {
    pub(super) mv: M,
    /// Its error before the search.
    pub(super) first_error: u16,
    /// Its log-odds before the search; 0 if the game has no opinion.
    pub(super) log_odds: f32,
    pub(super) rave: Rave,
}

/// An expanded position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Node<M> {
    pub(super) functions: Functions,
    /// The log-odds of its best move; none if the game has no opinion.
    pub(super) log_odds: Option<f32>,
    /// The mean log-odds of all that was searched below, for the player to move.
    pub(super) mean_log_odds: f32,
    /// Moves by growing first error. If the position is decided, at most one is left: the one to
    /// play.
    pub(super) children: Box<[Child<M>]>,
    /// The key of what is left of the game.
    pub(super) residual_key: u128,
    /// Expansions in the tree below, this one included.
    pub(super) work: u64,
    /// Threads at this position or below it, on their way from the root.
    #[serde(skip)]
    pub(super) visitors: u32,
}

impl<M: Copy> Node<M> {
    /// A node as its expansion made it; the functions of an open one are still to be combined.
    pub(super) fn new(expansion: &Expansion<M>, params: &SearchParams) -> Self {
        let first_errors = first_errors(&expansion.moves, params);
        let child = |(candidate, first_error): (&Candidate<M>, u16)| Child {
            mv: candidate.mv,
            first_error,
            log_odds: candidate.log_odds.unwrap_or_default(),
            rave: Rave::default(),
        };
        let mut children: Vec<Child<M>> =
            expansion.moves.iter().zip(first_errors).map(child).collect();
        children.sort_by_key(|child| child.first_error);
        if expansion.outcome.is_some() {
            children.truncate(1);
        }
        let functions = expansion.outcome.map(Functions::decided).unwrap_or_default();
        let log_odds = expansion.log_odds();
        Self {
            functions,
            log_odds,
            mean_log_odds: log_odds.unwrap_or_default(),
            children: children.into(),
            residual_key: expansion.residual_key,
            work: 1,
            visitors: 0,
        }
    }

    /// Whether the expansion itself decided it.
    pub(super) fn is_decided_at_once(&self) -> bool {
        self.work == 1 && self.functions.outcome().is_some()
    }

    /// Bytes on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        let of_functions: usize = self.functions.both().map(Staircase::heap_bytes).iter().sum();
        of_functions + self.children.len() * size_of::<Child<M>>()
    }
}

const _: () = assert!(PLUS_INFINITY > 0 && size_of::<Child<u16>>() == 12);

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(change: impl FnOnce(&mut SearchParams)) -> Staircase {
        let mut params = SearchParams { eta: 0.0, delta: 100.0, ..SearchParams::default() };
        change(&mut params);
        leaf_staircase(&params)
    }

    #[test]
    fn multi_step_leaves_rise_by_one_with_each_doubling() {
        let f = leaf(|_| ());
        assert_eq!([0, 1, 100, 101, 158, 159, 200, 201].map(|v| f.at(v)), [0, 1, 1, 2, 2, 3, 3, 4]);
        assert_eq!(f.at(800), 255);
        assert_eq!(f.at(PLUS_INFINITY), LEAF_HEIGHT, "never infinite");
    }

    #[test]
    fn two_step_leaves_rise_once() {
        let f = leaf(|params| params.leaf_steps = LeafSteps::Two);
        assert_eq!([0, 1, PLUS_INFINITY].map(|v| f.at(v)), [0, 1, 1]);
    }

    #[test]
    fn every_delta_makes_a_staircase() {
        for delta in [1.0, 3.0, 10.0, 1e5] {
            assert_eq!(leaf(|params| params.delta = delta).at(PLUS_INFINITY), LEAF_HEIGHT);
        }
    }
}
