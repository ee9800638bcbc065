//! What a search has come to think of the moves it looked at, for those who learn from it.

use super::staircase::{MINUS_INFINITY, PLUS_INFINITY, shifted};
use super::tree::{Seen, Tree};
use super::{Expand, Outcome, Value};
use fxhash::FxHashMap;

/// A move of a searched position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reviewed<M> {
    /// The move.
    pub mv: M,
    /// The odds that it wins, in thousandths of a natural logarithm, as far as they count: those that
    /// the last move of the best line after it promises. Infinite if it is proved to win or to lose. If it
    /// was not looked at, what it promised itself.
    pub promise: Value,
    /// Expansions below it; 0 if it was not looked at.
    pub work: u64,
}

/// Who is shown a position with its moves.
pub type Show<'a, G> = dyn FnMut(&G, &[Reviewed<<G as Expand>::Move>]) + 'a;

/// A way through the tree.
pub(super) struct Review<'a, G: Expand> {
    tree: &'a Tree<G::Move>,
    least_work: u64,
    /// What the positions visited so far promise the player to move.
    promises: FxHashMap<u128, Value>,
    show: &'a mut Show<'a, G>,
}

impl<'a, G: Expand> Review<'a, G> {
    /// Shows what has taken so much work; see [`super::Search::review`].
    pub(super) fn new(tree: &'a Tree<G::Move>, least_work: u64, show: &'a mut Show<'a, G>) -> Self {
        Self { tree, least_work, promises: FxHashMap::default(), show }
    }

    /// What the position where the game stands promises the player to move.
    pub(super) fn visit(&mut self, game: &mut G) -> Value {
        let key = game.key();
        if let Some(promise) = self.promises.get(&key) {
            return *promise;
        }
        let node = self.tree.visited(key);
        // Each move with its minimax value: the best line is the search's, whatever the odds.
        let mut moves: Vec<(Reviewed<G::Move>, Value)> = Vec::new();
        self.tree.for_each_child(game, |Seen { mv, error, functions, work, .. }| {
            let promise = node.children[moves.len()].promise.into();
            moves.push((Reviewed { mv, promise, work }, shifted(-functions.value(), -error)));
        });
        for (reviewed, _) in moves.iter_mut().filter(|(reviewed, _)| reviewed.work > 0) {
            game.play(reviewed.mv);
            reviewed.promise = -self.visit(game);
            game.undo(reviewed.mv);
        }
        let best = moves.iter().rev().max_by_key(|(_, value)| *value);
        let promise = match node.functions.outcome() {
            Some(Outcome::Won) => PLUS_INFINITY,
            Some(Outcome::Lost) => MINUS_INFINITY,
            None => best.expect("an open node has a move").0.promise,
        };
        self.promises.insert(key, promise);
        if node.work >= self.least_work {
            let moves: Vec<_> = moves.into_iter().map(|(reviewed, _)| reviewed).collect();
            (self.show)(game, &moves);
        }
        promise
    }
}
