//! Reports: what a search has found at the root.

use super::conspiracy::Conspiracy;
use super::early_stop::Leaders;
use super::move_errors::weighted_prior;
use super::node::{Functions, Node};
use super::staircase::{Height, INFINITE, PLUS_INFINITY, Staircase, shifted};
use super::tree::{ChildView, Tree};
use super::{Expand, Outcome, Value};
use std::time::Duration;

/// A move of the root. All numbers are for the player who makes it.
#[derive(Clone, Debug, PartialEq)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// The main line: it begins with this move and goes on with the moves that have the most work. If the line is proved, its
    /// last move is the one that decides.
    pub line: Vec<M>,
    /// Expansions below each move of the line.
    pub line_work: Vec<u64>,
    /// Expansions below the move.
    pub work: u64,
    /// The minimax value, relative to the root's heuristic value.
    pub value: Value,
    /// The error as corrected so far, in thousandths of a natural logarithm.
    pub error: i32,
    /// The error before the search, in the same unit.
    pub first_error: u16,
    /// The mean log-odds of the positions expanded below the move, proofs left out (`mean_log_odds.rs`). None if none was
    /// expanded, or the game gives no priors.
    pub log_odds: Option<f32>,
    /// Whether the move is proved to win or to lose.
    pub outcome: Option<Outcome>,
    /// The proof number of df-pn: the fewest leaves below that must be decided to prove a win. Approximation makes it too
    /// large, at most by the factor `1 + eta` for each node on the way down.
    pub proof: Height,
    /// The disproof number: the same for a loss.
    pub disproof: Height,
}

/// What a search has found, for the player to move at the root.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// Whether the position is proved won or lost.
    pub outcome: Option<Outcome>,
    /// The moves, the one to play first: proved wins by growing work, then open moves and after them proved losses, both
    /// by falling work. Empty only if the position is decided and the game names no move of it.
    pub moves: Vec<RootMove<M>>,
    /// The minimax value, relative to the root's heuristic value.
    pub value: Value,
    /// The weight of heuristic errors in values ([`SearchParams::error_weight`]).
    ///
    /// [`SearchParams::error_weight`]: crate::params::SearchParams::error_weight
    pub error_weight: f64,
    /// The mean log-odds of the positions expanded (`mean_log_odds.rs`); none if the game gives no priors.
    pub log_odds: Option<f32>,
    /// The conspiracy numbers of the position.
    pub conspiracy: Conspiracy,
    /// Expansions in this search.
    pub expansions: u64,
    /// Nodes in the table.
    pub nodes: usize,
    /// The memory of the table, in bytes.
    pub bytes: usize,
    /// The time of this search.
    pub time: Duration,
}

impl<M: Copy> Report<M> {
    /// The move to play, if there is any.
    pub fn best(&self) -> Option<M> {
        self.moves.first().map(|root_move| root_move.mv)
    }

    /// The main line of the move to play; empty if there is none, or the position was decided without a search.
    pub fn line(&self) -> &[M] {
        let best = self.moves.first().filter(|_| !self.is_decided_at_once());
        best.map_or(&[], |root_move| &root_move.line)
    }

    /// The move to play, if it is proved that it wins.
    pub fn winning_move(&self) -> Option<M> {
        self.best().filter(|_| self.outcome == Some(Outcome::Won))
    }

    /// Puts proved wins first and proved losses last; moves of the same outcome keep their order.
    pub fn put_in_order(&mut self) {
        self.moves.sort_by_key(|root_move| rank(root_move.outcome));
    }

    /// Whether the position is proved won or lost, and the table has nothing of the positions below.
    pub fn is_decided_at_once(&self) -> bool {
        self.outcome.is_some() && self.moves.iter().all(|root_move| root_move.work == 0)
    }
}

/// The place of a move among others by its outcome: wins come first, losses last.
fn rank(outcome: Option<Outcome>) -> u8 {
    match outcome {
        Some(Outcome::Won) => 0,
        None => 1,
        Some(Outcome::Lost) => 2,
    }
}

impl<M: Copy + Eq> Tree<M> {
    /// The report of the position where the game stands, which is expanded.
    pub(super) fn report<G: Expand<Move = M>>(&self, game: &mut G, time: Duration) -> Report<M> {
        let root = self.node(game.key());
        let outcome = root.functions.outcome();
        let value = root.functions.value();
        let log_odds = root.best_log_odds.map(|_| root.mean_log_odds);
        let mut moves = self.root_moves(game);
        moves.sort_by_key(|&RootMove { outcome, work, error, .. }| {
            let by_work = if outcome == Some(Outcome::Won) { work } else { u64::MAX - work };
            (rank(outcome), by_work, error)
        });
        for root_move in &mut moves {
            (root_move.line, root_move.line_work) = self.main_line(game, root_move.mv);
        }
        Report {
            outcome,
            moves,
            value,
            error_weight: self.params.error_weight,
            log_odds,
            conspiracy: self.conspiracy(root),
            expansions: self.expansions,
            nodes: self.table.len(),
            bytes: self.table.bytes(),
            time,
        }
    }

    /// The moves of the position where the game stands, without their lines.
    fn root_moves<G: Expand<Move = M>>(&self, game: &G) -> Vec<RootMove<M>> {
        let root = self.node(game.key());
        // The only move of a decided root has its outcome, even if the table does not have the position after it.
        let of_only_move = root.functions.outcome().filter(|_| root.children.len() == 1);
        let mut moves = Vec::new();
        self.for_each_child(
            game,
            |ChildView { mv, error, first_error, functions, work, mean_log_odds, .. }| {
                let mean_log_odds = root.best_log_odds.and(mean_log_odds);
                moves.push(RootMove {
                    mv,
                    line: Vec::new(),
                    line_work: Vec::new(),
                    work,
                    value: shifted(-functions.value(), -error),
                    error,
                    first_error,
                    log_odds: mean_log_odds.map(|theirs| -theirs),
                    outcome: functions.outcome().map(|outcome| !outcome).or(of_only_move),
                    proof: self.leaves_to_decide(&functions.lower),
                    disproof: self.leaves_to_decide(&functions.raise),
                });
            },
        );
        moves
    }

    fn conspiracy(&self, node: &Node<M>) -> Conspiracy {
        let Functions { raise, lower } = node.functions.clone();
        Conspiracy {
            even: -Value::from(weighted_prior(
                node.best_log_odds.unwrap_or_default(),
                &self.params,
            )),
            max: self.leaves_to_decide(&raise),
            min: self.leaves_to_decide(&lower),
            raise,
            lower,
        }
    }

    /// The leading moves of the node where the game stands, in the order of a report; none if every move is proved lost.
    pub(super) fn leaders<G: Expand<Move = M>>(&self, game: &G) -> Option<Leaders<M>> {
        let mut open: Vec<(M, u64, i32)> = Vec::new();
        self.for_each_child(game, |ChildView { mv, error, functions, work, .. }| {
            if functions.outcome() != Some(Outcome::Won) {
                open.push((mv, work, error));
            }
        });
        open.sort_by_key(|(_, work, error)| (std::cmp::Reverse(*work), *error));
        let (mv, work, _) = *open.first()?;
        Some(Leaders { first: (mv, work), second: open.get(1).map(|(_, work, _)| *work) })
    }

    /// The number of leaves that must be decided, from a function's height at infinity: there each leaf counts as the last
    /// step of a leaf's function.
    fn leaves_to_decide(&self, function: &Staircase) -> Height {
        match function.at(PLUS_INFINITY) {
            INFINITE => INFINITE,
            height => height.div_ceil(self.leaf.raise.at(PLUS_INFINITY)),
        }
    }

    /// This move of the root and after it the moves with the most work, as far as the table has them and until one decides,
    /// and the expansions below each.
    fn main_line<G: Expand<Move = M>>(&self, game: &mut G, first: M) -> (Vec<M>, Vec<u64>) {
        let (mut line, mut works) = (Vec::new(), Vec::new());
        let mut next = Some(first);
        while let Some(mv) = next {
            line.push(mv);
            game.play(mv);
            let node = self.table.get(game.key());
            works.push(node.map_or(0, |node| node.work));
            let node = node.filter(|node| !node.is_decided_at_once());
            next = node.and_then(|node| self.most_searched(game, node));
        }
        for mv in line.iter().rev() {
            game.undo(*mv);
        }
        (line, works)
    }

    /// The move with the most work of a node, which the game stands at; none if none was searched.
    fn most_searched<G: Expand<Move = M>>(&self, game: &G, node: &Node<M>) -> Option<M> {
        let work = |mv: M| self.table.get(game.key_after(mv)).map_or(0, |child| child.work);
        let decided = node.functions.outcome().is_some();
        let searched = node.children.iter().filter(|child| decided || work(child.mv) > 0);
        searched.rev().max_by_key(|child| work(child.mv)).map(|child| child.mv)
    }
}
