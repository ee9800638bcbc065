//! What the moves of a search turned out to be worth, for those who learn from it.

use super::tree::Tree;
use super::{Expand, Outcome, Search};
use fxhash::FxHashMap;

/// A position that was searched, as one looks back at it.
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
    /// What it promised before the search, as [`Candidate`](super::Candidate) has it.
    pub promise: i16,
    /// What the position after it was judged to be worth, if it was expanded.
    pub after: Option<f32>,
}

impl<M: Copy + Eq + std::fmt::Debug + Send + Sync> Search<M> {
    /// Looks back at the search of the position where the game stands. Calls `judge` for it and for every
    /// position below that was expanded, each once and those after its moves before it, and returns
    /// what `judge` thinks that the first is worth; none if it was not searched.
    pub fn look_back<G: Expand<Move = M>>(
        &mut self,
        game: &mut G,
        judge: &mut dyn FnMut(&mut G, &Searched<'_, M>) -> f32,
    ) -> Option<f32> {
        let tree = self.shared.tree.get_mut();
        LookingBack { tree, judge, judged: FxHashMap::default() }.at(game)
    }
}

struct LookingBack<'a, G: Expand> {
    tree: &'a Tree<G::Move>,
    judge: &'a mut dyn FnMut(&mut G, &Searched<'_, G::Move>) -> f32,
    judged: FxHashMap<u128, f32>,
}

impl<G: Expand> LookingBack<'_, G> {
    /// What the position where the game stands is worth, if it was expanded.
    fn at(&mut self, game: &mut G) -> Option<f32> {
        let key = game.key();
        if let Some(worth) = self.judged.get(&key) {
            return Some(*worth);
        }
        let node = self.tree.table.get(key)?;
        let mut moves = Vec::new();
        for child in &node.children {
            game.play(child.mv);
            let after = self.at(game);
            game.undo(child.mv);
            moves.push(SearchedMove { mv: child.mv, promise: child.promise, after });
        }
        let outcome = node.functions.outcome();
        let searched = Searched { outcome, work: node.work, moves: &moves };
        let worth = (self.judge)(game, &searched);
        self.judged.insert(key, worth);
        Some(worth)
    }
}
