//! The search itself: from the root to the most proving node, and back with new functions.
//!
//! Depth first with a transposition table, as df-pn does it (SCNS16 section 3.3). At fixed
//! targets the functions are plain proof and disproof numbers, and a node stays the one to search
//! until its numbers exceed the limits that its parent gave: the numbers at which a sibling, or a
//! sibling of an ancestor, would be more promising.

use super::node::{Functions, Node};
use super::relative_error::corrected_error;
use super::staircase::{Height, INFINITE, Step, Sum, shifted};
use super::table::Table;
use super::{Expand, Interval, Limits, Outcome, Report, RootMove};
use crate::params::SearchParams;
use std::time::{Duration, Instant};

/// A search with its memory: the transposition table is kept from one run to the next.
#[derive(Clone, Debug)]
pub struct Search<M> {
    params: SearchParams,
    table: Table<M>,
    leaf: Functions,
    /// The nodes from the root to where the search is; they are out of the table meanwhile.
    path: Vec<Visited<M>>,
    expansions: u64,
    scratch: Scratch,
}

/// A node on the path.
#[derive(Clone, Debug)]
struct Visited<M> {
    node: Node<M>,
    /// The move that the path goes on with.
    mv: Option<M>,
}

/// Memory that would else be allocated at every update.
#[derive(Clone, Debug, Default)]
struct Scratch {
    sum: Sum,
    steps: Vec<Step>,
}

/// The numbers beyond which a node is not the one to search any more.
#[derive(Clone, Copy, Debug)]
struct Thresholds {
    raise: Height,
    lower: Height,
}

/// The child to search next, and what else its parent knows of it.
#[derive(Clone, Copy, Debug)]
struct Choice<M> {
    mv: M,
    error: i32,
    thresholds: Thresholds,
}

const MIB: usize = 1 << 20;

/// How often a running search shows what it has found.
const SHOW_EVERY: Duration = Duration::from_millis(500);

impl<M: Copy + Eq + std::fmt::Debug> Search<M> {
    /// A search with an empty table.
    pub fn new(params: SearchParams) -> Self {
        let table = Table::new(params.table_mib as usize * MIB);
        let leaf = Functions::of_leaf(&params);
        Self { params, table, leaf, path: Vec::new(), expansions: 0, scratch: Scratch::default() }
    }

    /// Takes new parameters; the table, which was filled under the old ones, is emptied.
    pub fn set_params(&mut self, params: SearchParams) {
        *self = Self::new(params);
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        self.table.reset(self.params.table_mib as usize * MIB);
    }

    /// Searches the position where the game stands, until it is solved or a limit is reached. The
    /// game is back at that position afterwards. A running search is shown to `watch` now and then.
    pub fn run<G: Expand<Move = M>>(
        &mut self,
        game: &mut G,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<M>),
    ) -> Report<M> {
        let start = Instant::now();
        let mut shown = start;
        self.expansions = 0;
        let key = game.key();
        let node = self.take_or_expand(game);
        self.path.push(Visited { node, mv: None });
        let mut interval = None;
        loop {
            self.update(game);
            let functions = &self.path[0].node.functions;
            if functions.outcome().is_some() || limits.are_reached(self.expansions) {
                break;
            }
            let targets = Interval::of_root(functions, &self.params);
            interval = Some(targets);
            let interlude = self.expansions + u64::from(self.params.root_interlude);
            let thresholds = Thresholds { raise: INFINITE, lower: INFINITE };
            self.visit(game, targets, thresholds, &|search: &Self| {
                search.expansions >= interlude || limits.are_reached(search.expansions)
            });
            if shown.elapsed() >= SHOW_EVERY {
                shown = Instant::now();
                watch(&self.report(game, interval, start.elapsed()));
            }
        }
        let report = self.report(game, interval, start.elapsed());
        let mut root = self.path.pop().expect("the root is on the path").node;
        self.forget_moves_of_decided(game, &mut root);
        self.table.store(key, root);
        report
    }

    fn take_or_expand<G: Expand<Move = M>>(&mut self, game: &mut G) -> Node<M> {
        if let Some(node) = self.table.take(game.key()) {
            return node;
        }
        self.expansions += 1;
        let expansion = game.expand();
        debug_assert!(expansion.outcome.is_some() || !expansion.moves.is_empty(), "no moves");
        Node::new(&expansion)
    }

    /// Searches below the last node of the path until its numbers at these targets exceed the
    /// thresholds, it is decided, or it is time to go back.
    fn visit<G: Expand<Move = M>>(
        &mut self,
        game: &mut G,
        targets: Interval,
        thresholds: Thresholds,
        time_to_return: &dyn Fn(&Self) -> bool,
    ) {
        while let Some(choice) = self.choose(game, targets, thresholds) {
            let depth = self.path.len() - 1;
            self.path[depth].mv = Some(choice.mv);
            game.play(choice.mv);
            let before = self.expansions;
            self.visit_child(
                game,
                targets.of_child(choice.error),
                choice.thresholds,
                time_to_return,
            );
            game.undo(choice.mv);
            self.path[depth].mv = None;
            self.path[depth].node.work += self.expansions - before;
            self.update(game);
            if time_to_return(self) {
                break;
            }
        }
    }

    /// Expands the position where the game stands, or searches below it if it was expanded before.
    fn visit_child<G: Expand<Move = M>>(
        &mut self,
        game: &mut G,
        targets: Interval,
        thresholds: Thresholds,
        time_to_return: &dyn Fn(&Self) -> bool,
    ) {
        let key = game.key();
        let before = self.expansions;
        let node = self.take_or_expand(game);
        let is_new = self.expansions > before;
        self.path.push(Visited { node, mv: None });
        let outcome = self.path.last().and_then(|last| last.node.functions.outcome());
        if let Some(outcome) = outcome.filter(|_| is_new) {
            self.record_rave(outcome);
        }
        // Needed for an old node too: other paths may have changed the tree below it.
        self.update(game);
        if !is_new {
            self.visit(game, targets, thresholds, time_to_return);
        }
        let mut node = self.path.pop().expect("pushed above").node;
        self.forget_moves_of_decided(game, &mut node);
        self.table.store(key, node);
    }

    /// The child to search next, or nothing if the node is done with: decided, or beyond a threshold.
    ///
    /// The child is the one with the least number for the player to move; of equals, that with the
    /// smaller error (section 3.1 of SCNS15). It keeps the search until its number exceeds that of
    /// the second best by the factor `1 + epsilon`, or its share of the node's other number is used up.
    fn choose<G: Expand<Move = M>>(
        &self,
        game: &G,
        targets: Interval,
        thresholds: Thresholds,
    ) -> Option<Choice<M>> {
        let functions = &self.path.last()?.node.functions;
        let (raise, lower) = (functions.raise.at(targets.raise), functions.lower.at(targets.lower));
        if functions.outcome().is_some() || raise > thresholds.raise || lower > thresholds.lower {
            return None;
        }
        let mut best: Option<(M, i32, Height, Height)> = None;
        let mut second_number = INFINITE;
        let mut sum: u64 = 0;
        self.for_each_child(game, |mv, error, child, _| {
            let number = child.lower.at(shifted(targets.raise, error));
            let share = child.raise.at(shifted(targets.lower, -error));
            sum += u64::from(share);
            let is_better = best.is_none_or(|(_, e, least, _)| (number, error) < (least, e))
                && number < INFINITE;
            if is_better {
                second_number = best.map_or(INFINITE, |(_, _, least, _)| least);
                best = Some((mv, error, number, share));
            } else {
                second_number = second_number.min(number);
            }
        });
        let (mv, error, _, share) = best?;
        let others = sum - u64::from(share);
        let thresholds = Thresholds {
            raise: remaining(thresholds.lower, others),
            lower: thresholds.raise.min(grown(second_number, self.params.epsilon)),
        };
        Some(Choice { mv, error, thresholds })
    }

    /// Calls `with` for each child of the last node of the path: its move, its corrected error, its
    /// functions and the work done there.
    fn for_each_child<G: Expand<Move = M>>(
        &self,
        game: &G,
        mut with: impl FnMut(M, i32, &Functions, u64),
    ) {
        let Some(last) = self.path.last() else { return };
        for child in &last.node.children {
            let node = self.table.get(game.key_after(child.mv));
            let (functions, work) =
                node.map_or((&self.leaf, 0), |node| (&node.functions, node.work));
            let error = corrected_error(&self.params, child.error, child.rave, work);
            with(child.mv, error, functions, work);
        }
    }

    /// Combines the functions of the children of the last node of the path; see the module `search`.
    fn update<G: Expand<Move = M>>(&mut self, game: &G) {
        let Some(last) = self.path.last() else { return };
        if last.node.functions.outcome().is_some() {
            return;
        }
        let mut scratch = std::mem::take(&mut self.scratch);
        let mut raise = super::Staircase::infinite();
        let mut best_leaf: Option<i32> = None;
        self.for_each_child(game, |_, error, child, work| {
            scratch.sum.add(&child.raise, error);
            if work == 0 {
                // Of the leaves, the one with the least error is the lowest everywhere.
                best_leaf = Some(best_leaf.map_or(error, |least| least.min(error)));
            } else {
                raise.lower_to(&child.lower, -error, &mut scratch.steps);
            }
        });
        if let Some(error) = best_leaf {
            raise.lower_to(&self.leaf.lower, -error, &mut scratch.steps);
        }
        let mut lower = scratch.sum.total();
        raise.approximate(self.params.eta);
        lower.approximate(self.params.eta);
        self.scratch = scratch;
        if let Some(last) = self.path.last_mut() {
            last.node.functions = Functions { raise, lower };
        }
    }

    /// Counts a newly found decided position at the end of the path for every node above it: each move
    /// that the node's player made from there on won or lost (all moves as first, SCNS16 3.2).
    fn record_rave(&mut self, outcome: Outcome) {
        let end = self.path.len() - 1;
        let moves: Vec<M> = self.path.iter().filter_map(|visited| visited.mv).collect();
        for (depth, visited) in self.path.iter_mut().enumerate().take(end) {
            let same_player = (end - depth).is_multiple_of(2);
            let won = same_player == (outcome == Outcome::Won);
            for mv in moves[depth..].iter().step_by(2) {
                if let Some(child) = visited.node.children.iter_mut().find(|child| child.mv == *mv)
                {
                    child.rave.record(won);
                }
            }
        }
    }

    /// A decided node needs no more than the move to play: one that wins, else the one that took
    /// most work to refute.
    fn forget_moves_of_decided<G: Expand<Move = M>>(&self, game: &G, node: &mut Node<M>) {
        if node.functions.outcome().is_some() && node.children.len() > 1 {
            let rank = |mv: M| {
                let child = self.table.get(game.key_after(mv));
                let wins = child.is_some_and(|child| child.functions.lower.is_zero());
                (wins, child.map_or(0, |child| child.work))
            };
            let keep = node.children.iter().rev().max_by_key(|child| rank(child.mv));
            node.children = keep.copied().into_iter().collect();
        }
    }

    /// What is known at the root, with the whole path taken back.
    fn report<G: Expand<Move = M>>(
        &self,
        game: &mut G,
        interval: Option<Interval>,
        time: Duration,
    ) -> Report<M> {
        let functions = &self.path[0].node.functions;
        let outcome = functions.outcome();
        // A decided root may keep no more than its best move, and that without a child.
        let unseen = outcome.filter(|_| self.path[0].node.children.len() == 1);
        let mut moves: Vec<RootMove<M>> = Vec::new();
        self.for_each_child(game, |mv, error, child, work| {
            let outcome = child.outcome().map(|outcome| !outcome).or(unseen);
            let value = shifted(-child.value(), -error);
            moves.push(RootMove { mv, work, value, error, outcome });
        });
        let rank = |root_move: &RootMove<M>| match root_move.outcome {
            Some(Outcome::Won) => 0,
            None => 1,
            Some(Outcome::Lost) => 2,
        };
        moves.sort_by_key(|root_move| {
            (rank(root_move), std::cmp::Reverse(root_move.work), root_move.error)
        });
        Report {
            outcome,
            line: self.main_line(game, moves.first().map(|root_move| root_move.mv)),
            moves,
            value: functions.value(),
            interval: interval.filter(|_| outcome.is_none()),
            expansions: self.expansions,
            time,
        }
    }

    /// The moves with the most work, from the root on, as far as the table knows them.
    fn main_line<G: Expand<Move = M>>(&self, game: &mut G, first: Option<M>) -> Vec<M> {
        let mut line = Vec::new();
        let mut next = first;
        while let Some(mv) = next {
            line.push(mv);
            game.play(mv);
            next = self.table.get(game.key()).and_then(|node| self.most_searched(game, node));
        }
        for mv in line.iter().rev() {
            game.undo(*mv);
        }
        line
    }

    fn most_searched<G: Expand<Move = M>>(&self, game: &G, node: &Node<M>) -> Option<M> {
        let work = |mv: M| self.table.get(game.key_after(mv)).map_or(0, |child| child.work);
        let decided = node.functions.outcome().is_some();
        let searched = node.children.iter().filter(|child| decided || work(child.mv) > 0);
        searched.rev().max_by_key(|child| work(child.mv)).map(|child| child.mv)
    }
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

#[cfg(test)]
mod tests;
