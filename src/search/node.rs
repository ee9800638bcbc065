//! A node of the search tree: its two functions, its moves, and what is counted there.

use super::move_errors::{first_errors, weighted_prior};
use super::rave::Rave;
use super::staircase::{Staircase, Value};
use super::{Candidate, Expansion, Outcome};
use crate::params::SearchParams;
use serde::{Deserialize, Serialize};

/// The two functions of a node, seen by the player to move there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Functions {
    /// The proof function: the fewest leaves that must change to raise the minimax value to at least `v`.
    pub(super) raise: Staircase,
    /// The disproof function, mirrored: the fewest that must change to lower it to at most `-v`.
    pub(super) lower: Staircase,
}

impl Functions {
    /// The functions of a decided position.
    pub(super) fn decided(outcome: Outcome) -> Self {
        let (zero, infinite) = (Staircase::zero(), Staircase::infinite());
        match outcome {
            Outcome::Won => Self { raise: zero, lower: infinite },
            Outcome::Lost => Self { raise: infinite, lower: zero },
        }
    }

    /// Who wins, if that is proved.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        match (self.raise.is_zero(), self.lower.is_zero()) {
            (true, false) => Some(Outcome::Won),
            (false, true) => Some(Outcome::Lost),
            _ => None,
        }
    }

    /// Both functions, the proof function first.
    pub(super) fn both(&self) -> [&Staircase; 2] {
        [&self.raise, &self.lower]
    }

    /// The minimax value for the player to move, relative to the node's own heuristic value.
    pub(super) fn value(&self) -> Value {
        self.raise.reach(0)
    }
}

/// A move of a node.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Child<M> {
    pub(super) mv: M,
    /// The error before the search.
    pub(super) first_error: u16,
    /// The weighted prior ([`weighted_prior`]); 0 if the game gives no priors.
    pub(super) prior: i16,
}

/// An expanded position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Node<M> {
    pub(super) functions: Functions,
    /// The greatest prior of a move, as log-odds; none if the game gives none.
    pub(super) best_log_odds: Option<f32>,
    /// The mean log-odds of the positions expanded at and below this one, for the player to move (`mean_log_odds.rs`).
    pub(super) mean_log_odds: f32,
    /// The moves by growing first error. A decided position keeps at most one: the move to play.
    pub(super) children: Box<[Child<M>]>,
    /// RAVE's counts of the moves, in the same order; empty as long as nothing was counted, as in most nodes.
    pub(super) raves: Box<[Rave]>,
    /// The key of what is left of the game ([`Expansion::residual_key`]).
    pub(super) residual_key: u128,
    /// Expansions at this position and below.
    pub(super) work: u64,
    /// Threads at this position or below that came through it. The table keeps nodes with visitors.
    #[serde(skip)]
    pub(super) visitors: u32,
    /// The number of the root in whose search a thread was here last ([`Table::begin`](super::table::Table::begin)).
    #[serde(skip)]
    pub(super) last_root: u32,
}

impl<M: Copy> Node<M> {
    /// The node of an expansion. The functions of an open position are set by the first update.
    pub(super) fn new(expansion: &Expansion<M>, params: &SearchParams) -> Self {
        let first_errors = first_errors(&expansion.moves, params);
        let child = |(candidate, first_error): (&Candidate<M>, u16)| Child {
            mv: candidate.mv,
            first_error,
            prior: weighted_prior(candidate.log_odds.unwrap_or_default(), params),
        };
        let mut children: Vec<Child<M>> =
            expansion.moves.iter().zip(first_errors).map(child).collect();
        children.sort_by_key(|child| child.first_error);
        if expansion.outcome.is_some() {
            children.truncate(1);
        }
        let functions = expansion.outcome.map(Functions::decided).unwrap_or_default();
        let best_log_odds = expansion.best_log_odds();
        Self {
            functions,
            best_log_odds,
            mean_log_odds: best_log_odds.unwrap_or_default(),
            children: children.into(),
            raves: Box::default(),
            residual_key: expansion.residual_key,
            work: 1,
            visitors: 0,
            last_root: 0,
        }
    }

    /// Keeps this one of the moves, or none.
    pub(super) fn keep_move(&mut self, child: Option<Child<M>>) {
        (self.children, self.raves) = (child.into_iter().collect(), Box::default());
    }

    /// RAVE's counts of the move with this number.
    pub(super) fn rave(&self, number: usize) -> Rave {
        self.raves.get(number).copied().unwrap_or_default()
    }

    /// Counts a line with the move with this number.
    pub(super) fn record_rave(&mut self, number: usize, outcome: Outcome) {
        if self.raves.is_empty() {
            self.raves = vec![Rave::default(); self.children.len()].into();
        }
        self.raves[number].record(outcome);
    }

    /// Whether its own expansion decided the position.
    pub(super) fn is_decided_at_once(&self) -> bool {
        self.work == 1 && self.functions.outcome().is_some()
    }

    /// Whether it says more of its position than another node does: a proof says all, and else the one with more work.
    pub(super) fn is_better_known_than(&self, other: &Self) -> bool {
        let rank = |node: &Self| (node.functions.outcome().is_some(), node.work);
        rank(self) > rank(other)
    }

    /// Whether it does not prove that one player wins its position where another node proves that the other does.
    pub(super) fn agrees_with(&self, other: &Self) -> bool {
        let outcomes = self.functions.outcome().zip(other.functions.outcome());
        outcomes.is_none_or(|(one, other)| one == other)
    }

    /// Whether a search can have written it, as far as the node alone tells.
    pub(super) fn is_plausible(&self) -> bool {
        let log_odds = [self.best_log_odds.unwrap_or_default(), self.mean_log_odds];
        let is_decided = self.functions.outcome().is_some();
        log_odds.into_iter().all(f32::is_finite)
            && (is_decided || !self.children.is_empty())
            && (self.raves.is_empty() || self.raves.len() == self.children.len())
            && self.work > 0
    }

    /// Bytes on the heap, without the allocator's own.
    pub(super) fn heap_bytes(&self) -> usize {
        let of_functions: usize = self.functions.both().map(Staircase::heap_bytes).iter().sum();
        of_functions + size_of_val(&*self.children) + size_of_val(&*self.raves)
    }
}

/// A node has about a hundred children, so their size decides how many nodes fit into the table.
const _: () = assert!(size_of::<Child<u16>>() == 6);
