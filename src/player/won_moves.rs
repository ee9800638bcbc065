//! The moves that are seen to win without a search.

use super::Player;
use crate::board::{CellSet, Color};
use crate::knowledge::{Examiner, Scope};
use crate::search::Stop;

impl Player {
    /// Those of these moves after which connections alone prove this player's win, as far as they were looked at
    /// before the signal.
    pub fn won_moves(&self, color: Color, moves: CellSet, stop: &Stop) -> CellSet {
        if self.game().board().winner().is_some() {
            return CellSet::EMPTY;
        }
        let mut examiner = Examiner::new(self.params().position.knowledge.clone());
        let position = self.position(color);
        let mut wins = |cell| {
            let mut next = position.clone();
            next.play(cell);
            examiner.examine(&next, Scope::Both).winner() == Some(color)
        };
        moves.iter().take_while(|_| !stop.is_set()).filter(|cell| wins(*cell)).collect()
    }
}
