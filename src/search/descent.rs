//! One thread's descents: from the root to the most proving node, and back with updated functions.
//!
//! Depth-first with a transposition table, as in df-pn (SCNS16 3.3). The thread stays below a node until the node's
//! proof or disproof number exceeds a threshold (`selection.rs`), that is until a sibling, or a sibling of an
//! ancestor, is more promising.

use super::early_stop::EarlyStop;
use super::root_candidates::{CandidateTurns, Turn};
use super::selection::{Choice, Next, Thresholds};
use super::tree::Tree;
use super::{Expand, Interval, Limits};
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// The tree, and a signal after each expansion.
#[derive(Debug)]
pub(super) struct Shared<M> {
    pub(super) tree: Mutex<Tree<M>>,
    expanded: Condvar,
}

impl<M> Shared<M> {
    pub(super) fn new(tree: Tree<M>) -> Self {
        Self { tree: Mutex::new(tree), expanded: Condvar::new() }
    }
}

/// A thread of a search. It holds the lock of the tree except while it waits, shows a report, or expands a position, which
/// takes more than nine tenths of its time.
#[derive(Debug)]
pub(super) struct Descent<'a, G: Expand> {
    pub(super) game: &'a mut G,
    pub(super) tree: MutexGuard<'a, Tree<G::Move>>,
    shared: &'a Shared<G::Move>,
    limits: &'a Limits,
    /// The keys of the nodes above the current one, each with the move made there.
    path: Vec<(u128, G::Move)>,
    /// Expansions by this thread.
    expansions: u64,
    /// The number of expansions at which this thread returns to the root.
    return_at: u64,
}

impl<'a, G: Expand> Descent<'a, G> {
    /// A thread at the root, where the game stands.
    pub(super) fn new(game: &'a mut G, shared: &'a Shared<G::Move>, limits: &'a Limits) -> Self {
        let tree = shared.tree.lock();
        Self { game, tree, shared, limits, path: Vec::new(), expansions: 0, return_at: 0 }
    }

    /// Expands the position where the game stands, unless the table has it. Returns whether it did.
    pub(super) fn expand_if_new(&mut self) -> bool {
        let is_new = self.tree.table.get(self.game.key()).is_none();
        if is_new {
            self.expand();
        }
        is_new
    }

    /// Searches until the root, which is expanded, is decided or a limit is reached. Returns to the root after at most
    /// `root_interlude` expansions to set the interval anew, and calls `watch` there.
    pub(super) fn run(&mut self, mut watch: impl FnMut(&mut Self)) {
        self.enter();
        self.tree.update(self.game);
        let root = self.game.key();
        let mut turns =
            CandidateTurns { candidates: self.limits.candidates, ..CandidateTurns::default() };
        while self.tree.node(root).functions.outcome().is_none() && !self.limits_are_reached() {
            let targets = Interval::of_root(&self.tree.node(root).functions, &self.tree.params);
            self.search_root(targets, &mut turns);
            // Whoever watches may unlock the tree. A decided root is concluded before that.
            if self.tree.node(root).functions.outcome().is_none() {
                watch(self);
            }
        }
        self.tree.conclude(self.game);
        self.tree.leave(root);
    }

    /// Searches below the root until it returns there: below the move whose turn it is, or else below the one to refute first
    /// (`focus.rs`), or else below any. A turn has no more expansions than the move had before and one, so that none waits
    /// long for its first ones.
    fn search_root(&mut self, targets: Interval, turns: &mut CandidateTurns) {
        let before = self.expansions;
        let most = u64::from(self.tree.params.root_interlude);
        let turn = turns.next(&self.tree, self.game);
        self.return_at = before + turn.map_or(most, |turn| most.min(turn.work + 1));
        let choice = match turn {
            Some(Turn { mv, error, .. }) => {
                let targets = targets.of_child(error);
                Some(Choice { mv, targets, thresholds: Thresholds::NONE })
            }
            None => self.tree.move_to_refute(self.game),
        };
        if let Some(choice) = choice {
            self.search_child(choice);
            self.tree.update(self.game);
        } else {
            self.search_below(targets, Thresholds::NONE);
        }
        let count = if turn.is_some() { &mut turns.in_turn } else { &mut turns.without_turn };
        *count += self.expansions - before;
    }

    /// Searches below the current node until it is decided, its numbers at these targets exceed the thresholds, or the
    /// thread is to return to the root.
    ///
    /// The node's functions are updated once, at the end, since that is expensive: meanwhile `choose` computes the two
    /// numbers it needs from the children.
    fn search_below(&mut self, targets: Interval, thresholds: Thresholds) {
        loop {
            match self.tree.choose(self.game, targets, thresholds) {
                Next::Return => break,
                Next::Wait => self.shared.expanded.wait(&mut self.tree),
                Next::Descend(choice) => self.search_child(choice),
            }
            if self.expansions >= self.return_at || self.limits_are_reached() {
                break;
            }
        }
        self.tree.update(self.game);
    }

    /// Expands the position after a move, or searches below it if it was expanded before.
    fn search_child(&mut self, choice: Choice<G::Move>) {
        let parent = self.game.key();
        let before = self.expansions;
        self.path.push((parent, choice.mv));
        self.game.play(choice.mv);
        let is_new = self.expand_if_new();
        self.enter();
        if !is_new {
            self.search_below(choice.targets, choice.thresholds);
        }
        self.tree.store_proof(self.game);
        self.leave();
        self.game.undo(choice.mv);
        self.path.pop();
        let work = self.expansions - before;
        self.tree.table.change(parent, |node| node.work += work);
    }

    /// Expands the position where the game stands. The tree is unlocked meanwhile.
    fn expand(&mut self) {
        let key = self.game.key();
        self.expansions += 1;
        self.tree.begin_expansion(key);
        let mut expansion = MutexGuard::unlocked(&mut self.tree, || self.game.expand());
        self.tree.end_expansion(self.game, &mut expansion);
        self.shared.expanded.notify_all();
        if let Some(outcome) = self.tree.rave_outcome(&expansion) {
            self.tree.record_rave(&self.path, outcome);
        }
    }

    /// Counts this thread at the current node, which is expanded.
    fn enter(&mut self) {
        self.tree.enter(self.game.key());
    }

    /// Undoes [`enter`](Self::enter).
    fn leave(&mut self) {
        self.tree.leave(self.game.key());
    }

    /// Stops all threads if the choice at the root, where the game stands, is settled after this time.
    pub(super) fn stop_if_settled(&mut self, early_stop: &mut EarlyStop<G::Move>, time: Duration) {
        let leaders = self.tree.leaders(self.game);
        let expansions = self.tree.expansions;
        self.tree.is_stopped |=
            leaders.is_some_and(|leaders| early_stop.is_settled(leaders, expansions, time));
    }

    fn limits_are_reached(&self) -> bool {
        self.tree.is_stopped || self.limits.are_reached(self.tree.expansions)
    }
}

impl<G: Expand> Drop for Descent<'_, G> {
    /// A panic in one thread stops all: others might wait for ever for its expansion.
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.tree.is_stopped = true;
            self.shared.expanded.notify_all();
        }
    }
}
