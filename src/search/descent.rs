//! One thread's way through the tree: from the root to the most proving node, and back with new
//! functions.
//!
//! Depth first with a transposition table, as df-pn does it (SCNS16 section 3.3). At fixed
//! targets the functions are plain proof and disproof numbers, and a node stays the one to search
//! until its numbers exceed the limits that its parent gave: the numbers at which a sibling, or a
//! sibling of an ancestor, would be more promising.

use super::choice::{Choice, Next, Thresholds};
use super::pace::Pace;
use super::tree::Tree;
use super::{Expand, Interval, Limits};
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// The tree and the sign that an expansion is done.
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

/// A thread on its way. It has the tree to itself but while it expands a position, which takes nearly
/// all of its time.
#[derive(Debug)]
pub(super) struct Descent<'a, G: Expand> {
    pub(super) game: &'a mut G,
    pub(super) tree: MutexGuard<'a, Tree<G::Move>>,
    shared: &'a Shared<G::Move>,
    limits: &'a Limits,
    /// The nodes above the one where the game stands, each with the move made there.
    path: Vec<(u128, G::Move)>,
    /// Expansions of this thread.
    expansions: u64,
    /// The expansions at which it is to be back at the root.
    home: u64,
}

impl<'a, G: Expand> Descent<'a, G> {
    /// A thread at the root, where the game stands.
    pub(super) fn new(game: &'a mut G, shared: &'a Shared<G::Move>, limits: &'a Limits) -> Self {
        let tree = shared.tree.lock();
        Self { game, tree, shared, limits, path: Vec::new(), expansions: 0, home: 0 }
    }

    /// Expands the position where the game stands, if that was not done before; says whether.
    pub(super) fn expand_if_new(&mut self) -> bool {
        let is_new = self.tree.table.get(self.game.key()).is_none();
        if is_new {
            self.expand();
        }
        is_new
    }

    /// Searches until the root, which is expanded, is decided or a limit is reached.
    /// Comes back to the root now and then, and calls `watch` there with the interval it searched.
    pub(super) fn run(&mut self, mut watch: impl FnMut(&mut Self, Interval)) {
        self.arrive();
        self.tree.update(self.game);
        let root = self.game.key();
        while self.tree.visited(root).functions.outcome().is_none() && !self.limits_are_reached() {
            let targets = Interval::of_root(&self.tree.visited(root).functions, &self.tree.params);
            self.home = self.expansions + u64::from(self.tree.params.root_interlude);
            self.visit(targets, Thresholds::NONE);
            watch(self, targets);
        }
        self.tree.table.change(root, |node| node.visitors -= 1);
    }

    /// Searches below the node where the game stands until its numbers at these targets exceed the
    /// thresholds, it is decided, or it is time to go back.
    ///
    /// What has become of the children `choose` sees for itself, at these targets. The functions, which are
    /// dear, are not made anew before it is time to go back: they are for the parent.
    fn visit(&mut self, targets: Interval, thresholds: Thresholds) {
        loop {
            match self.tree.choose(self.game, targets, thresholds) {
                Next::Return => break,
                Next::Wait => self.shared.expanded.wait(&mut self.tree),
                Next::Visit(choice) => self.visit_child(choice),
            }
            if self.expansions >= self.home || self.limits_are_reached() {
                break;
            }
        }
        self.tree.update(self.game);
    }

    /// Expands the position after a move, or searches below it if it was expanded before.
    fn visit_child(&mut self, choice: Choice<G::Move>) {
        let parent = self.game.key();
        let before = self.expansions;
        self.path.push((parent, choice.mv));
        self.game.play(choice.mv);
        let is_new = self.expand_if_new();
        self.arrive();
        if !is_new {
            self.visit(choice.targets, choice.thresholds);
        }
        self.leave();
        self.game.undo(choice.mv);
        self.path.pop();
        let work = self.expansions - before;
        self.tree.table.change(parent, |node| node.work += work);
    }

    /// Looks at the position where the game stands, and lets the other threads go on meanwhile.
    fn expand(&mut self) {
        let key = self.game.key();
        self.expansions += 1;
        self.tree.begin_expansion(key);
        let mut expansion = MutexGuard::unlocked(&mut self.tree, || self.game.expand());
        self.tree.recall(self.game, &mut expansion);
        self.tree.end_expansion(key, &expansion);
        self.tree.update(self.game);
        self.shared.expanded.notify_all();
        if let Some(outcome) = self.tree.foreseen(&expansion) {
            self.tree.record_rave(&self.path, outcome);
        }
    }

    /// At an expanded position.
    fn arrive(&mut self) {
        self.tree.table.change(self.game.key(), |node| node.visitors += 1);
    }

    fn leave(&mut self) {
        self.tree.settle_if_decided(self.game);
        self.tree.table.change(self.game.key(), |node| node.visitors -= 1);
    }

    /// Ends the search for all threads if after this time its pace says so; the game is at the root.
    pub(super) fn end_if_settled(&mut self, pace: &mut Pace<G::Move>, time: Duration) {
        let leaders = self.tree.leaders(self.game);
        let expansions = self.tree.expansions;
        self.tree.is_enough |=
            leaders.is_some_and(|leaders| pace.is_enough(leaders, expansions, time));
    }

    fn limits_are_reached(&self) -> bool {
        self.tree.is_enough || self.limits.are_reached(self.tree.expansions)
    }
}

impl<G: Expand> Drop for Descent<'_, G> {
    /// A thread that panics ends the search of all: what it had begun, others would wait for without end.
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.tree.is_enough = true;
            self.shared.expanded.notify_all();
        }
    }
}
