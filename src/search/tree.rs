//! The tree as far as it was searched, and what the threads of a search share.

use super::mean_log_odds::MeanLogOdds;
use super::node::{Child, Functions, Node};
use super::siblings::{Reply, Sibling, prior};
use super::staircase::{Staircase, Step, Sum};
use super::table::Table;
use super::{Candidate, Expand, Expansion, Outcome};
use crate::params::SearchParams;

const MIB: usize = 1 << 20;

/// Nodes in a table, with the functions of those that a thread is at kept up.
#[derive(Debug)]
pub(super) struct Tree<M> {
    pub(super) params: SearchParams,
    pub(super) table: Table<M>,
    pub(super) leaf: Functions,
    /// Expansions in this search, begun or done.
    pub(super) expansions: u64,
    /// Whether this search is to end whatever its limits allow.
    pub(super) is_enough: bool,
    /// Positions that a thread looks at just now.
    expanding: Vec<u128>,
    scratch: Scratch,
}

/// Memory that would else be allocated at every update.
#[derive(Debug, Default)]
struct Scratch {
    sum: Sum,
    steps: Vec<Step>,
}

/// A child as its parent sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen<'a, M> {
    pub(super) mv: M,
    /// The error as corrected so far.
    pub(super) error: i32,
    pub(super) functions: &'a Functions,
    /// Expansions below it; 0 for a leaf.
    pub(super) work: u64,
    /// Its mean log-odds, seen by the player to move there; none for a leaf.
    pub(super) mean_log_odds: Option<f32>,
    /// Other threads at it or below.
    pub(super) visitors: u32,
}

impl<M: Copy + Eq> Tree<M> {
    pub(super) fn new(params: SearchParams) -> Self {
        Self {
            table: Table::new(params.table_mib as usize * MIB),
            leaf: Functions::of_leaf(&params),
            params,
            expansions: 0,
            is_enough: false,
            expanding: Vec::new(),
            scratch: Scratch::default(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.table.reset(self.params.table_mib as usize * MIB);
    }

    pub(super) fn begin_expansion(&mut self, key: u128) {
        self.expansions += 1;
        self.expanding.push(key);
    }

    pub(super) fn end_expansion(&mut self, key: u128, expansion: &Expansion<M>) {
        debug_assert!(expansion.outcome.is_some() || !expansion.moves.is_empty(), "no moves");
        self.expanding.retain(|other| *other != key);
        self.table.store(key, Node::new(expansion, &self.params));
    }

    /// Takes over what was proved where the same was left of the game, or of an image of it: who wins, and
    /// by which move. Openings of 7x7 and 8x8 take an eighth fewer expansions for it, and all of 7x7 one
    /// after the other half of the time, since half of them are images of others.
    pub(super) fn recall<G: Expand<Move = M>>(&self, game: &G, expansion: &mut Expansion<M>) {
        if expansion.outcome.is_some() {
            return;
        }
        let proved = |key| {
            let node = self.table.get(key)?;
            Some((node.functions.outcome()?, &node.children))
        };
        let of_image = |(image, key): (usize, &u128)| Some((Some(image), proved(*key)?));
        let own = proved(expansion.residual_key).map(|known| (None, known));
        let known = own.or_else(|| expansion.image_keys.iter().enumerate().find_map(of_image));
        let Some((image, (outcome, children))) = known else { return };
        let here = |mv| image.map_or(mv, |image| game.origin(image, mv));
        let moves = children.iter().map(|child| here(child.mv));
        expansion.outcome = Some(outcome);
        expansion.moves = moves.map(|mv| Candidate { mv, error: 0.0, log_odds: None }).collect();
    }

    fn is_expanding(&self, key: u128) -> bool {
        self.expanding.contains(&key)
    }

    /// A node where a thread is: such nodes stay in the table.
    pub(super) fn visited(&self, key: u128) -> &Node<M> {
        self.table.get(key).expect("a node with a visitor stays in the table")
    }

    /// Calls `with` for each child of the node where the game stands.
    pub(super) fn for_each_child<'a, G: Expand<Move = M>>(
        &'a self,
        game: &G,
        mut with: impl FnMut(Seen<'a, M>),
    ) {
        let parent = self.visited(game.key());
        let best_log_odds = parent.log_odds.unwrap_or_default();
        for child in &parent.children {
            let Child { mv, first_error, log_odds, rave } = *child;
            let key = game.key_after(mv);
            let sibling = Sibling { first_error, log_odds, best_log_odds, rave };
            with(match self.table.get(key) {
                Some(Node { functions, work, log_odds, mean_log_odds, visitors, .. }) => {
                    let reply = Reply { log_odds: log_odds.unwrap_or_default(), work: *work };
                    let error = sibling.error_with(reply, &self.params);
                    let mean_log_odds = Some(*mean_log_odds);
                    Seen { mv, error, functions, work: *work, mean_log_odds, visitors: *visitors }
                }
                None => Seen {
                    mv,
                    error: sibling.error_of_leaf(&self.params),
                    functions: &self.leaf,
                    work: 0,
                    mean_log_odds: None,
                    visitors: self.is_expanding(key).into(),
                },
            });
        }
    }

    /// Combines the functions and the mean log-odds of the children of the node where the game stands; see the
    /// module `search`.
    pub(super) fn update<G: Expand<Move = M>>(&mut self, game: &G) {
        let node = self.visited(game.key());
        if node.functions.outcome().is_some() {
            return;
        }
        let mut mean = MeanLogOdds::new(node.log_odds.unwrap_or_default());
        let mut scratch = std::mem::take(&mut self.scratch);
        let mut raise = Staircase::infinite();
        let mut best_leaf: Option<i32> = None;
        self.for_each_child(game, |child| {
            mean.add(&child);
            scratch.sum.add(&child.functions.raise, child.error);
            if child.work == 0 {
                // Of the leaves, the one with the least error is the lowest everywhere.
                best_leaf = Some(best_leaf.map_or(child.error, |least| least.min(child.error)));
            } else {
                raise.lower_to(&child.functions.lower, -child.error, &mut scratch.steps);
            }
        });
        if let Some(error) = best_leaf {
            raise.lower_to(&self.leaf.lower, -error, &mut scratch.steps);
        }
        raise.approximate(self.params.eta, &mut scratch.steps);
        let lower = scratch.sum.total(self.params.eta);
        self.scratch = scratch;
        self.table.change(game.key(), |node| {
            node.functions = Functions { raise, lower };
            node.mean_log_odds = mean.get();
        });
    }

    /// Who wins a new position, if it is decided or looks so. The papers count decided positions alone for RAVE,
    /// and there are few of them in the first half of a game.
    pub(super) fn foreseen(&self, expansion: &Expansion<M>) -> Option<Outcome> {
        let prior = prior(expansion.log_odds().unwrap_or_default(), &self.params);
        let margin = self.params.r_margin.cast_signed();
        let looks_won = (prior > margin).then_some(Outcome::Won);
        let looks_lost = (prior < -margin).then_some(Outcome::Lost);
        expansion.outcome.or(looks_won).or(looks_lost)
    }

    /// Counts a new position whose winner is known, or foreseen, for every node of the path to it: each move
    /// that the node's player made from there on won or lost (all moves as first, SCNS16 3.2).
    pub(super) fn record_rave(&mut self, path: &[(u128, M)], outcome: Outcome) {
        for (depth, (key, _)) in path.iter().enumerate() {
            let same_player = (path.len() - depth).is_multiple_of(2);
            let won = same_player == (outcome == Outcome::Won);
            self.table.change(*key, |node| {
                for (_, mv) in path[depth..].iter().step_by(2) {
                    if let Some(child) = node.children.iter_mut().find(|child| child.mv == *mv) {
                        child.rave.record(won);
                    }
                }
            });
        }
    }

    /// If the node where the game stands was decided by searching, it needs no more than the move to play:
    /// the one proved to win with least work, else the one that took most work to refute. That is kept for
    /// all positions where the same is left of the game as well.
    pub(super) fn settle_if_decided<G: Expand<Move = M>>(&mut self, game: &G) {
        let node = self.visited(game.key());
        let was_searched = node.work > 1 || node.children.len() > 1;
        if node.functions.outcome().is_none() || !was_searched {
            return;
        }
        let rank = |mv: M| {
            let child = self.table.get(game.key_after(mv));
            let wins = child.is_some_and(|child| child.functions.lower.is_zero());
            let work = child.map_or(0, |child| child.work);
            (wins, if wins { u64::MAX - work } else { work })
        };
        let keep = node.children.iter().rev().max_by_key(|child| rank(child.mv)).copied();
        self.table.change(game.key(), |node| node.children = keep.into_iter().collect());
        let node = self.visited(game.key());
        if node.residual_key != game.key() {
            self.table.store(node.residual_key, Node { visitors: 0, ..node.clone() });
        }
    }
}
