//! Proofs that positions share: where the same is left of the game, or an image of it, the same player wins.
//!
//! A proof is stored under the residual key of its position and looked up under the residual key and the image keys of
//! another ([`Expansion`]).

use super::node::Node;
use super::tree::Tree;
use super::{Candidate, Expand, Expansion};
use std::time::Duration;

impl<M: Copy + Eq> Tree<M> {
    /// Makes the expansion of an open position a decided one if the table has a proof of it: sets the outcome and the
    /// move to play.
    pub(super) fn apply_proof<G: Expand<Move = M>>(&self, game: &G, expansion: &mut Expansion<M>) {
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
        expansion.moves = moves.map(Candidate::unscored).collect();
    }

    /// If the root, where the game stands, is decided, reports it and stores its proof, once in a search. The thread that has
    /// decided it does so before it unlocks the tree: others are still at work, and a full table may lose the position after
    /// the winning move to theirs.
    pub(super) fn conclude<G: Expand<Move = M>>(&mut self, game: &mut G) {
        let is_decided = self.node(game.key()).functions.outcome().is_some();
        if is_decided && self.conclusion.is_none() {
            self.conclusion = Some(self.report(game, Duration::ZERO));
            self.store_proof(game);
        }
    }

    /// If the search has decided the node where the game stands, keeps one move of it and stores the proof under the
    /// residual key. The move is the one proved to win with least work, or else the one that took most work to refute.
    pub(super) fn store_proof<G: Expand<Move = M>>(&mut self, game: &G) {
        let node = self.node(game.key());
        // Its own expansion decided it if there is neither work below nor a choice of moves: then there is nothing to keep.
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
        self.table.change(game.key(), |node| node.keep_move(keep));
        let node = self.node(game.key());
        if node.residual_key != game.key() {
            self.table.store(node.residual_key, Node { visitors: 0, ..node.clone() });
        }
    }
}
