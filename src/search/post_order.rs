//! A visit of all positions that were searched, each after those below it, for those who learn from a search.

use super::tree::Tree;
use super::{Expand, Outcome, Search};
use fxhash::FxHashMap;

/// A position that was searched.
#[derive(Debug)]
pub struct Searched<'a, M> {
    /// Who wins, if that was proved.
    pub outcome: Option<Outcome>,
    /// Expansions there and below.
    pub work: u64,
    /// Its moves. Of a decided position at most one is left.
    pub moves: &'a [SearchedMove<M>],
}

/// A move there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchedMove<M> {
    /// The move.
    pub mv: M,
    /// Its log-odds before the search; none if the game has no opinion.
    pub log_odds: Option<f32>,
    /// What the visit of the position after it returned, if that was expanded.
    pub after: Option<f32>,
}

impl<M: Copy + Eq + std::fmt::Debug + Send + Sync> Search<M> {
    /// Calls `visit` for the position where the game stands and for every position below that was expanded:
    /// each once, and those after its moves before it. Returns what the last call did; none if the position was
    /// not searched.
    pub fn visit_post_order<G: Expand<Move = M>>(
        &mut self,
        game: &mut G,
        visit: &mut dyn FnMut(&mut G, &Searched<'_, M>) -> f32,
    ) -> Option<f32> {
        let tree = self.shared.tree.get_mut();
        PostOrder { tree, visit, returned: FxHashMap::default() }.at(game)
    }
}

struct PostOrder<'a, G: Expand> {
    tree: &'a Tree<G::Move>,
    visit: &'a mut dyn FnMut(&mut G, &Searched<'_, G::Move>) -> f32,
    returned: FxHashMap<u128, f32>,
}

impl<G: Expand> PostOrder<'_, G> {
    /// Visits what is below the position where the game stands, then itself, if it was expanded.
    fn at(&mut self, game: &mut G) -> Option<f32> {
        let key = game.key();
        if let Some(returned) = self.returned.get(&key) {
            return Some(*returned);
        }
        let node = self.tree.table.get(key)?;
        let mut moves = Vec::new();
        for child in &node.children {
            game.play(child.mv);
            let after = self.at(game);
            game.undo(child.mv);
            let log_odds = node.log_odds.map(|_| child.log_odds);
            moves.push(SearchedMove { mv: child.mv, log_odds, after });
        }
        let outcome = node.functions.outcome();
        let searched = Searched { outcome, work: node.work, moves: &moves };
        let returned = (self.visit)(game, &searched);
        self.returned.insert(key, returned);
        Some(returned)
    }
}
