//! What a search found.

use super::node::Node;
use super::pace::Leaders;
use super::staircase::{Height, INFINITE, PLUS_INFINITY, Staircase, shifted};
use super::tree::{Seen, Tree};
use super::{Expand, Interval, Outcome, Value};
use std::time::Duration;

/// A move of the root.
#[derive(Clone, Debug, PartialEq)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// The line that begins with it and in which every move has the most work. The last move of a line that is
    /// proved is the one that decides.
    pub line: Vec<M>,
    /// Expansions below it.
    pub work: u64,
    /// The minimax value for the player who makes it.
    pub value: Value,
    /// Its error as corrected so far.
    pub error: i32,
    /// Its error before the search.
    pub first_error: u16,
    /// The log-odds of the player who makes it: the mean over all that was searched below it, whatever is
    /// proved. None if nothing was, or the game has no opinion.
    pub log_odds: Option<f32>,
    /// Whether the player who makes it is proved to win or to lose.
    pub outcome: Option<Outcome>,
    /// The fewest leaves below it that must be decided to prove that the player who makes it wins: the
    /// proof number of df-pn, too large by the factor `1 + eta` a step at most.
    pub proof: Height,
    /// The same for a loss.
    pub disproof: Height,
}

/// What a search found; everything is seen by the player to move at the root.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// Whether the position is proved won or lost.
    pub outcome: Option<Outcome>,
    /// Moves, the one to play first: proved wins, the shortest proof first, else by falling work with
    /// proved losses last, the longest refutation first. Empty only if the game was over.
    pub moves: Vec<RootMove<M>>,
    /// The root's minimax value.
    pub value: Value,
    /// The log-odds, as those of the moves.
    pub log_odds: Option<f32>,
    /// The search interval at the end; none if the position is decided.
    pub interval: Option<Interval>,
    /// Expansions in this search.
    pub expansions: u64,
    /// How long it took.
    pub time: Duration,
}

impl<M: Copy> Report<M> {
    /// The move to play, if there is any.
    pub fn best(&self) -> Option<M> {
        self.moves.first().map(|root_move| root_move.mv)
    }

    /// The line of the move to play; empty if there is none, or the position was decided without a search: then the
    /// game is up, and any move a line could begin with is as good.
    pub fn line(&self) -> &[M] {
        let best = self.moves.first().filter(|_| !self.is_decided_at_once());
        best.map_or(&[], |root_move| &root_move.line)
    }

    /// Whether the position is proved won or lost and nothing below it was ever searched.
    pub fn is_decided_at_once(&self) -> bool {
        self.outcome.is_some() && self.moves.iter().all(|root_move| root_move.work == 0)
    }
}

impl<M: Copy + Eq> Tree<M> {
    /// What is known at the position where the game stands, which is expanded.
    pub(super) fn report<G: Expand<Move = M>>(
        &self,
        game: &mut G,
        interval: Option<Interval>,
        time: Duration,
    ) -> Report<M> {
        let root = self.visited(game.key());
        let outcome = root.functions.outcome();
        let value = root.functions.value();
        let log_odds = root.log_odds.map(|_| root.mean_log_odds);
        // A decided root may keep no more than its best move, and that without a child.
        let unseen = outcome.filter(|_| root.children.len() == 1);
        let mut first_errors = root.children.iter().map(|child| child.first_error);
        let mut moves: Vec<RootMove<M>> = Vec::new();
        self.for_each_child(game, |Seen { mv, error, functions, work, mean_log_odds, .. }| {
            let outcome = functions.outcome().map(|outcome| !outcome).or(unseen);
            let value = shifted(-functions.value(), -error);
            let proof = self.leaves_to_decide(&functions.lower);
            let disproof = self.leaves_to_decide(&functions.raise);
            let first_error = first_errors.next().expect("each child has one");
            let log_odds = log_odds.and(mean_log_odds).map(|theirs| -theirs);
            moves.push(RootMove {
                mv,
                line: Vec::new(),
                work,
                value,
                error,
                first_error,
                log_odds,
                outcome,
                proof,
                disproof,
            });
        });
        let rank = |root_move: &RootMove<M>| match root_move.outcome {
            Some(Outcome::Won) => (0, root_move.work),
            None => (1, u64::MAX - root_move.work),
            Some(Outcome::Lost) => (2, u64::MAX - root_move.work),
        };
        moves.sort_by_key(|root_move| (rank(root_move), root_move.error));
        for root_move in &mut moves {
            root_move.line = self.main_line(game, root_move.mv);
        }
        Report {
            outcome,
            moves,
            value,
            log_odds,
            interval: interval.filter(|_| outcome.is_none()),
            expansions: self.expansions,
            time,
        }
    }

    /// Who leads at the node where the game stands, by the same order as in a report; nobody if every
    /// move is proved lost.
    pub(super) fn leaders<G: Expand<Move = M>>(&self, game: &G) -> Option<Leaders<M>> {
        let mut open: Vec<(M, u64, i32)> = Vec::new();
        self.for_each_child(game, |Seen { mv, error, functions, work, .. }| {
            if functions.outcome() != Some(Outcome::Won) {
                open.push((mv, work, error));
            }
        });
        open.sort_by_key(|(_, work, error)| (std::cmp::Reverse(*work), *error));
        let (mv, work, _) = *open.first()?;
        Some(Leaders { first: (mv, work), second: open.get(1).map(|(_, work, _)| *work) })
    }

    /// How many leaves a function asks for at its end, where each counts as much as a new one does.
    fn leaves_to_decide(&self, function: &Staircase) -> Height {
        match function.at(PLUS_INFINITY) {
            INFINITE => INFINITE,
            height => height.div_ceil(self.leaf.raise.at(PLUS_INFINITY)),
        }
    }

    /// The moves with the most work after this one of the root, as far as the table knows them or until one decides.
    fn main_line<G: Expand<Move = M>>(&self, game: &mut G, first: M) -> Vec<M> {
        let mut line = Vec::new();
        let mut next = Some(first);
        while let Some(mv) = next {
            line.push(mv);
            game.play(mv);
            let node = self.table.get(game.key()).filter(|node| !node.is_decided_at_once());
            next = node.and_then(|node| self.most_searched(game, node));
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
