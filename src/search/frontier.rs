//! The frontier of a search: the positions that it would go on with, for other machines to search.
//!
//! This is proof-number search of two levels, as in PN² and in job-level proof-number search (Wu et al., 2011): the
//! search here chooses positions, and each of them is a search of its own elsewhere. A job is found as a thread finds
//! its leaf (`descent.rs`): down the most proving path, to the first position with little work. There is no focus on
//! one move of a root that looks lost (`focus.rs`), so that there is work for many. The job is then *taken*: no other
//! job is chosen there or below, and on the path to it the taken jobs count as virtual losses (`virtual_loss.rs`), so
//! that the next path is another one. What comes back is a table. Its nodes are added to this one, and
//! [`Search::refresh`] makes the functions of all positions above them anew. So it does not matter which results come,
//! in which order, and how often.

use super::node::Node;
use super::selection::{Next, Thresholds};
use super::tree::Tree;
use super::{Expand, Interval, Search, Stop, saved};
use fxhash::FxHashSet;
use serde::Serialize;
use std::io::{self, Write};

/// The most work that a node gets from those below: no search adds as much again.
const MOST_WORK: u64 = u64::MAX / 2;

/// A position that another machine is to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenPosition<M> {
    /// The moves to it from the position where the game stands.
    pub moves: Vec<M>,
    /// Expansions so far, there and below.
    pub work: u64,
    /// Expansions to make there: as many as so far, but not fewer than a sixteenth of the greatest budget. A budget that is
    /// large from the start is spent at positions that the search would soon have left.
    pub budget: u64,
}

/// The greatest budget divided by the least.
const LEAST_SHARE: u64 = 16;

/// The positions to search elsewhere, the most proving one first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frontier<M> {
    /// The positions, none of them decided. Empty if the search is decided, and fewer than asked for if there are no more.
    pub positions: Vec<OpenPosition<M>>,
    /// Expansions made for it: a position is expanded before it is a job, since many are decided at once.
    pub expansions: u64,
}

impl<M: Copy + Eq + std::fmt::Debug + Send + Sync> Search<M> {
    /// At most this many positions below the one where the game stands, fewer if the signal comes. `most` is the
    /// greatest budget, and the most expansions so far of a position that is not divided further.
    pub fn frontier<G: Expand<Move = M>>(
        &mut self,
        game: &mut G,
        count: usize,
        most: u64,
        stop: &Stop,
    ) -> Frontier<M> {
        let tree = self.shared.tree.get_mut();
        game.prepare();
        let mut finder = JobFinder { tree, game, most, expansions: 0 };
        finder.expand_if_new();
        let mut positions = Vec::new();
        while positions.len() < count && !stop.is_set() && finder.has_more() {
            positions.extend(finder.find());
        }
        let expansions = finder.expansions;
        tree.taken.clear();
        tree.table.forget_visitors();
        if tree.node(game.key()).functions.outcome().is_some() {
            positions.clear();
        }
        Frontier { positions, expansions }
    }

    /// Makes the functions of all open positions below the one where the game stands anew, from the leaves up, after nodes
    /// were loaded. Nothing is expanded.
    pub fn refresh<G: Expand<Move = M>>(&mut self, game: &mut G) {
        let tree = self.shared.tree.get_mut();
        Refresh { tree, seen: FxHashSet::default() }.at(game);
    }

    /// Writes the part of the table that is of the position where the game stands and of those below, for
    /// [`load`](Self::load).
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save_below<G: Expand<Move = M>>(
        &mut self,
        game: &mut G,
        file: &mut impl Write,
    ) -> io::Result<()>
    where
        M: Serialize,
    {
        let tree = self.shared.tree.get_mut();
        let (mut seen, mut nodes) = (FxHashSet::default(), Vec::new());
        tree.collect_below(game, &mut seen, &mut nodes);
        saved::write(nodes.into_iter(), file)
    }
}

/// Finds the jobs, one after the other.
struct JobFinder<'a, G: Expand> {
    tree: &'a mut Tree<G::Move>,
    game: &'a mut G,
    most: u64,
    expansions: u64,
}

impl<G: Expand> JobFinder<'_, G> {
    /// Whether there may be another job: the root is open and not all below it is taken.
    fn has_more(&self) -> bool {
        let root = self.game.key();
        self.tree.node(root).functions.outcome().is_none() && !self.tree.is_taken(root)
    }

    /// Goes down to a job and back. None if the path ended at a position that is decided, or below which everything is
    /// taken.
    fn find(&mut self) -> Option<OpenPosition<G::Move>> {
        let mut moves = Vec::new();
        self.tree.enter(self.game.key());
        let work = self.descend(&mut moves);
        for mv in moves.iter().rev() {
            self.update();
            // On the way to a taken job the visitors stay, as its virtual losses.
            if work.is_none() {
                self.tree.leave(self.game.key());
            }
            self.game.undo(*mv);
        }
        self.update();
        self.tree.leave(self.game.key());
        let budget = |work: u64| work.clamp(self.most.div_ceil(LEAST_SHARE), self.most);
        work.map(|work| OpenPosition { moves, work, budget: budget(work) })
    }

    /// Goes down to a job, and returns the work there.
    fn descend(&mut self, moves: &mut Vec<G::Move>) -> Option<u64> {
        let root = &self.tree.node(self.game.key()).functions;
        let mut targets = Interval::of_root(root, &self.tree.params);
        loop {
            let Next::Descend(choice) = self.tree.choose(self.game, targets, Thresholds::NONE)
            else {
                self.tree.taken.insert(self.game.key());
                return None;
            };
            targets = choice.targets;
            moves.push(choice.mv);
            self.game.play(choice.mv);
            self.expand_if_new();
            self.tree.enter(self.game.key());
            let Node { functions, work, .. } = self.tree.node(self.game.key());
            let (is_decided, work) = (functions.outcome().is_some(), *work);
            if is_decided {
                return None;
            }
            if work <= self.most {
                self.tree.taken.insert(self.game.key());
                return Some(work);
            }
        }
    }

    fn expand_if_new(&mut self) {
        if self.tree.table.get(self.game.key()).is_none() {
            let mut expansion = self.game.expand();
            self.expansions += 1;
            self.tree.end_expansion(self.game, &mut expansion);
        }
    }

    fn update(&mut self) {
        self.tree.update(self.game);
        self.tree.store_proof(self.game);
    }
}

/// A visit of all open positions, children before parents.
struct Refresh<'a, M> {
    tree: &'a mut Tree<M>,
    seen: FxHashSet<u128>,
}

impl<M: Copy + Eq> Refresh<'_, M> {
    /// Makes the functions of the position where the game stands anew, if it was expanded and is open.
    fn at<G: Expand<Move = M>>(&mut self, game: &mut G) {
        let key = game.key();
        let Some(node) = self.tree.table.get(key) else { return };
        if node.functions.outcome().is_some() || !self.seen.insert(key) {
            return;
        }
        let mut below: u64 = 0;
        let moves: Vec<M> = node.children.iter().map(|child| child.mv).collect();
        self.tree.enter(key);
        for mv in moves {
            game.play(mv);
            self.at(game);
            let work = self.tree.table.get(game.key()).map_or(0, |child| child.work);
            below = below.saturating_add(work);
            game.undo(mv);
        }
        // Work of other machines counts above it, too: once for each move that leads there, so transpositions count more
        // than once.
        let work = below.saturating_add(1).min(MOST_WORK);
        self.tree.table.change(key, |node| node.work = node.work.max(work));
        self.tree.update(game);
        self.tree.store_proof(game);
        self.tree.leave(key);
    }
}

impl<M: Copy + Eq> Tree<M> {
    /// Collects the nodes of the position where the game stands and of those below, and the proofs that they share.
    fn collect_below<'a, G: Expand<Move = M>>(
        &'a self,
        game: &mut G,
        seen: &mut FxHashSet<u128>,
        nodes: &mut Vec<(u128, &'a Node<M>)>,
    ) {
        let key = game.key();
        let Some(node) = self.table.get(key).filter(|_| seen.insert(key)) else { return };
        nodes.push((key, node));
        let shared = self.table.get(node.residual_key);
        nodes.extend(
            shared
                .filter(|_| seen.insert(node.residual_key))
                .map(|shared| (node.residual_key, shared)),
        );
        for child in &node.children {
            game.play(child.mv);
            self.collect_below(game, seen, nodes);
            game.undo(child.mv);
        }
    }
}
