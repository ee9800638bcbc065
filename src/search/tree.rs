//! The search tree, which the threads of a search share.

use super::leaf::leaf_functions;
use super::move_errors::{Reply, Sibling, weighted_prior};
use super::node::{Child, Functions, Node};
use super::table::Table;
use super::update::Scratch;
use super::{Expand, Expansion, Report};
use crate::params::SearchParams;
use fxhash::FxHashSet;

const MIB: usize = 1 << 20;

/// The tree: its nodes are in the table by the keys of their positions.
#[derive(Debug)]
pub(super) struct Tree<M> {
    pub(super) params: SearchParams,
    pub(super) table: Table<M>,
    /// The functions of every leaf.
    pub(super) leaf: Functions,
    /// Expansions in this search, begun or finished.
    pub(super) expansions: u64,
    /// Whether all threads are to end this search, whatever the limits allow.
    pub(super) is_stopped: bool,
    /// The report of the root, once this search has decided it ([`conclude`](Self::conclude)).
    pub(super) conclusion: Option<Report<M>>,
    /// The keys of the positions that are not to be searched now: threads are expanding them, or they are left to other
    /// machines (`frontier.rs`).
    pub(super) taken: FxHashSet<u128>,
    pub(super) scratch: Scratch,
}

/// A child as its parent sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChildView<'a, M> {
    pub(super) mv: M,
    /// The error of the move before the search.
    pub(super) first_error: u16,
    /// The error of the move as corrected so far.
    pub(super) error: i32,
    /// The child's functions, seen by the player to move at the child.
    pub(super) functions: &'a Functions,
    /// Expansions at the child and below; 0 for a leaf.
    pub(super) work: u64,
    /// The child's mean log-odds, for the player to move at the child; none for a leaf.
    pub(super) mean_log_odds: Option<f32>,
    /// Other threads at the child or below.
    pub(super) visitors: u32,
    /// Whether the child is not to be searched now.
    pub(super) is_taken: bool,
}

impl<M: Copy + Eq> Tree<M> {
    pub(super) fn new(params: SearchParams) -> Self {
        Self {
            table: Table::new((params.table_mib as usize).saturating_mul(MIB)),
            leaf: leaf_functions(&params),
            params,
            expansions: 0,
            is_stopped: false,
            conclusion: None,
            taken: FxHashSet::default(),
            scratch: Scratch::default(),
        }
    }

    /// Counts an expansion and marks the position with this key as being expanded.
    pub(super) fn begin_expansion(&mut self, key: u128) {
        self.expansions += 1;
        self.taken.insert(key);
    }

    /// Stores the node of the position where the game stands, which was expanded, with what is proved of it elsewhere.
    pub(super) fn end_expansion<G: Expand<Move = M>>(
        &mut self,
        game: &G,
        expansion: &mut Expansion<M>,
    ) {
        self.apply_proof(game, expansion);
        debug_assert!(expansion.outcome.is_some() || !expansion.moves.is_empty(), "no moves");
        let key = game.key();
        self.taken.remove(&key);
        self.table.store(key, Node::new(expansion, &self.params));
        self.update(game);
    }

    /// Counts a visitor at the node with this key.
    pub(super) fn enter(&mut self, key: u128) {
        self.table.enter(key);
    }

    /// Undoes [`enter`](Self::enter).
    pub(super) fn leave(&mut self, key: u128) {
        self.table.change(key, |node| node.visitors -= 1);
    }

    pub(super) fn is_taken(&self, key: u128) -> bool {
        self.taken.contains(&key)
    }

    /// The node of a position where a thread is.
    pub(super) fn node(&self, key: u128) -> &Node<M> {
        self.table.get(key).expect("a node with a visitor stays in the table")
    }

    /// Calls `with` for each child of the node where the game stands, by growing first error.
    pub(super) fn for_each_child<'a, G: Expand<Move = M>>(
        &'a self,
        game: &G,
        mut with: impl FnMut(ChildView<'a, M>),
    ) {
        let parent = self.node(game.key());
        let best_prior = weighted_prior(parent.best_log_odds.unwrap_or_default(), &self.params);
        for (number, child) in parent.children.iter().enumerate() {
            let Child { mv, first_error, prior } = *child;
            let key = game.key_after(mv);
            let sibling = Sibling { first_error, prior, best_prior, rave: parent.rave(number) };
            let is_taken = self.is_taken(key);
            with(match self.table.get(key) {
                Some(Node { functions, work, best_log_odds, mean_log_odds, visitors, .. }) => {
                    let best_log_odds = best_log_odds.unwrap_or_default();
                    let reply = Reply { best_log_odds, work: *work };
                    let error = sibling.error_after_expansion(reply, &self.params);
                    let mean_log_odds = Some(*mean_log_odds);
                    let visitors = *visitors;
                    ChildView {
                        mv,
                        first_error,
                        error,
                        functions,
                        work: *work,
                        mean_log_odds,
                        visitors,
                        is_taken,
                    }
                }
                None => ChildView {
                    mv,
                    first_error,
                    error: sibling.error_of_leaf(&self.params),
                    functions: &self.leaf,
                    work: 0,
                    mean_log_odds: None,
                    visitors: is_taken.into(),
                    is_taken,
                },
            });
        }
    }
}
