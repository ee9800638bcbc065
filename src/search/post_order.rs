//! A visit of all expanded positions in post-order, for training (`training/tree_samples.rs`).

use super::move_errors::log_odds_of;
use super::tree::Tree;
use super::{Expand, Outcome, Search, Stop};
use fxhash::FxHashMap;

/// An expanded position, for the player to move there.
#[derive(Debug)]
pub struct SearchedPosition<'a, M> {
    /// Whether it is proved won or lost.
    pub outcome: Option<Outcome>,
    /// Expansions there and below.
    pub work: u64,
    /// The moves that the table keeps, at most one of a decided position; then the others that were expanded, if they
    /// were asked for.
    pub moves: &'a [SearchedMove<M>],
}

/// A move of an expanded position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchedMove<M> {
    /// The move.
    pub mv: M,
    /// The prior, as log-odds; none if the game gives none or the search does not use them.
    pub log_odds: Option<f32>,
    /// What was found of the position after the move; none if that was not expanded.
    pub after: Option<Visited>,
}

/// What was found of a position that was visited.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Visited {
    /// The value that its visit has returned.
    pub value: f32,
    /// Whether it is proved won or lost, for the player to move there.
    pub outcome: Option<Outcome>,
    /// Expansions there and below.
    pub work: u64,
}

impl<M: Copy + Eq + std::fmt::Debug + Send + Sync> Search<M> {
    /// Calls `visit` for the position where the game stands and for every expanded position below, each once, children
    /// before parents. The table keeps at most one move of a decided position. `moves_of_decided` lists the moves of
    /// such a position, so that what was expanded after them is visited too. Returns the value of the last call; none
    /// if the position where the game stands was not expanded, or the signal came.
    pub fn visit_post_order<G: Expand<Move = M>>(
        &mut self,
        game: &mut G,
        moves_of_decided: &dyn Fn(&G) -> Vec<M>,
        stop: &Stop,
        visit: &mut dyn FnMut(&mut G, &SearchedPosition<'_, M>) -> f32,
    ) -> Option<f32> {
        let tree = self.shared.tree.get_mut();
        let visited = FxHashMap::default();
        let mut visits = PostOrder { tree, moves_of_decided, stop, visit, visited };
        visits.at(game).map(|visited| visited.value)
    }
}

/// A visit under way.
struct PostOrder<'a, G: Expand> {
    tree: &'a Tree<G::Move>,
    moves_of_decided: &'a dyn Fn(&G) -> Vec<G::Move>,
    stop: &'a Stop,
    visit: &'a mut dyn FnMut(&mut G, &SearchedPosition<'_, G::Move>) -> f32,
    /// What was found of them, by the positions' keys.
    visited: FxHashMap<u128, Visited>,
}

impl<G: Expand> PostOrder<'_, G> {
    /// Visits the positions below the one where the game stands, then that one, if it was expanded.
    fn at(&mut self, game: &mut G) -> Option<Visited> {
        // What was not finished is not remembered: it must not be begun again on other ways.
        if self.stop.is_set() {
            return None;
        }
        let key = game.key();
        if let Some(visited) = self.visited.get(&key) {
            return Some(*visited);
        }
        let node = self.tree.table.get(key)?;
        let (outcome, work) = (node.functions.outcome(), node.work);
        let mut moves = Vec::new();
        for child in &node.children {
            let after = self.after(game, child.mv);
            let log_odds = node.best_log_odds.and(log_odds_of(child.prior, &self.tree.params));
            moves.push(SearchedMove { mv: child.mv, log_odds, after });
        }
        let mut others = outcome.map_or_else(Vec::new, |_| (self.moves_of_decided)(game));
        others.retain(|mv| node.children.iter().all(|child| child.mv != *mv));
        for mv in others {
            if let Some(after) = self.after(game, mv) {
                moves.push(SearchedMove { mv, log_odds: None, after: Some(after) });
            }
        }
        if self.stop.is_set() {
            return None;
        }
        let value = (self.visit)(game, &SearchedPosition { outcome, work, moves: &moves });
        let visited = Visited { value, outcome, work };
        self.visited.insert(key, visited);
        Some(visited)
    }

    /// Visits the position after a move and those below, if it was expanded.
    fn after(&mut self, game: &mut G, mv: G::Move) -> Option<Visited> {
        game.play(mv);
        let visited = self.at(game);
        game.undo(mv);
        visited
    }
}
