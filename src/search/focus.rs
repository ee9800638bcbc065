//! Focus: where all moves of the root look lost, one is searched at a time.
//!
//! To prove the root lost takes a refutation of every move. The descent of df-pn (`selection.rs`) goes from one to the
//! next and has them all half done for a long time. One after the other takes fewer expansions, the more so the larger
//! the proof is: what refutes one move helps with the next, and less of the tree is open at a time. Below the root it
//! is not done: while a move is being refuted its proof number grows, the position above it looks worse than it is, and
//! the search may turn to another.

use super::selection::{Choice, Thresholds};
use super::tree::{ChildView, Tree};
use super::{Expand, Interval};

/// The least mean log-odds of the other player after a move that looks lost: a chance of 62 %. It was not tuned: others did
/// as well (notes, `solver`).
const LOOKS_LOST: f32 = 0.5;

impl<M: Copy + Eq> Tree<M> {
    /// If enough was searched at the root, where the game stands, and every move that was expanded is refuted or looks lost:
    /// the move with the most expansions that is not refuted, to be searched as if the position after it were the root.
    pub(super) fn move_to_refute<G: Expand<Move = M>>(&self, game: &G) -> Option<Choice<M>> {
        let least = u64::from(self.params.focus_work);
        if least == 0 || self.node(game.key()).work < least {
            return None;
        }
        let (mut focus, mut all_look_lost) = (None::<ChildView<'_, M>>, true);
        self.for_each_child(game, |child| {
            let mean = child.mean_log_odds.filter(|_| child.functions.outcome().is_none());
            let Some(mean) = mean else { return };
            all_look_lost &= mean >= LOOKS_LOST;
            if focus.is_none_or(|focus| child.work > focus.work) {
                focus = Some(child);
            }
        });
        let child = focus.filter(|_| all_look_lost)?;
        let targets = Interval::of_root(child.functions, &self.params);
        Some(Choice { mv: child.mv, targets, thresholds: Thresholds::NONE })
    }
}
