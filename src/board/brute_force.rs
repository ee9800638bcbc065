//! Perfect play by brute force, for tests: it knows only the rules.

use super::{Cell, CellSet, Color, Key, Position};
use fxhash::FxHashMap;

/// Tries all moves, and remembers the results of positions.
#[derive(Default)]
pub(crate) struct BruteForce {
    known: FxHashMap<Key, bool>,
}

impl BruteForce {
    /// Whether the player to move wins.
    pub(crate) fn mover_wins(&mut self, position: &mut Position) -> bool {
        if let Some(wins) = self.known.get(&position.key()) {
            return *wins;
        }
        let wins = match position.board.winner() {
            Some(winner) => winner == position.to_play,
            None => position.board.empty().iter().any(|cell| self.move_wins(position, cell)),
        };
        self.known.insert(position.key(), wins);
        wins
    }

    /// Whether a move wins.
    pub(crate) fn move_wins(&mut self, position: &mut Position, cell: Cell) -> bool {
        position.play(cell);
        let wins = !self.mover_wins(position);
        position.undo(cell);
        wins
    }

    /// All moves that win.
    pub(crate) fn winning_moves(&mut self, position: &mut Position) -> CellSet {
        let empty = position.board.empty();
        empty.iter().filter(|cell| self.move_wins(position, *cell)).collect()
    }

    /// Who wins.
    pub(crate) fn winner(&mut self, position: &Position) -> Color {
        let wins = self.mover_wins(&mut position.clone());
        if wins { position.to_play } else { !position.to_play }
    }
}
