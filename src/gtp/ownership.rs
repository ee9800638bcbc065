//! What `KataGo` calls ownership: for each cell a number from -1, the opponent's, to 1, the player's own.
//!
//! It is read off the circuits, whose currents take the ways to win. A stone or a captured cell is its owner's, and a dead
//! cell is nobody's. Of an empty cell it is the player's current through it less the opponent's, over the sum of both: 0
//! where both have as much at stake, or neither has.

use super::Session;
use crate::board::{Board, ByColor, Cell, Color};
use crate::evaluation::Evaluator;
use crate::inferior::FillIn;
use crate::params::InferiorParams;
use fxhash::FxHashMap;
use std::fmt::Write;
use std::sync::Arc;

/// The ownership of a position and of those after its moves, each found once.
#[derive(Debug)]
pub(super) struct Ownership {
    board: Board,
    color: Color,
    inferior: InferiorParams,
    evaluator: Evaluator,
    found: FxHashMap<Option<Cell>, String>,
}

impl Ownership {
    /// For the position on the board, from the view of this player.
    pub(super) fn of(session: &Session, color: Color) -> Self {
        let params = &session.player.params().position;
        Self {
            board: session.player.game().board().clone(),
            color,
            inferior: params.knowledge.inferior.clone(),
            evaluator: Evaluator::new(params.clone(), Arc::clone(session.player.networks())),
            found: FxHashMap::default(),
        }
    }

    /// After this move of the player, or of the position itself: a number for each cell, row by row, each after a
    /// blank.
    pub(super) fn text(&mut self, after: Option<Cell>) -> &str {
        let known = self.found.remove(&after);
        let text = known.unwrap_or_else(|| self.find(after));
        self.found.entry(after).or_insert(text)
    }

    fn find(&mut self, after: Option<Cell>) -> String {
        let mut board = self.board.clone();
        if let Some(cell) = after {
            board.place(self.color, cell);
        }
        let flows = self.evaluator.flows(&board);
        let fill_in = FillIn::of(&board, &self.inferior);
        let filled = ByColor::new_with(|player| fill_in.filled(&board, player));
        // Half the energy. A stone and what is captured stands for all of the current.
        let current = |player: Color, cell: Cell| {
            let is_own = filled[player].color_at(cell) == Some(player);
            let energy = flows[player].energy.get(cell.index()).copied().unwrap_or_default();
            if is_own { f64::INFINITY } else { 0.5 * energy }
        };
        let mut text = String::new();
        for cell in board.size().cells() {
            let balance = balance(current(self.color, cell), current(!self.color, cell));
            let _ = write!(text, " {:.3}", rounded(balance));
        }
        text
    }
}

/// A current in amperes that hardly matters to a player.
const FAINT: f64 = 0.01;

/// In thousandths, and never a negative zero.
fn rounded(number: f64) -> f64 {
    (1000.0 * number).round() / 1000.0 + 0.0
}

/// From -1 to 1: how much more of the current is the player's. Near 0 if both currents are faint.
fn balance(own: f64, others: f64) -> f64 {
    match (own.is_infinite(), others.is_infinite()) {
        (true, true) => 0.0,
        (true, false) => 1.0,
        (false, true) => -1.0,
        (false, false) => (own - others) / (own + others + FAINT),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_balance_is_between_both_owners() {
        for (own, others, expected) in [
            (0.2, 0.2, 0.0),
            (f64::INFINITY, 0.3, 1.0),
            (0.3, f64::INFINITY, -1.0),
            (f64::INFINITY, f64::INFINITY, 0.0),
            (0.0, 0.0, 0.0),
        ] {
            assert!((balance(own, others) - expected).abs() < 1e-9, "{own} {others}");
        }
        assert!(balance(0.3, 0.1) > 0.4 && balance(0.1, 0.3) < -0.4);
        assert!(balance(0.001, 0.0) < 0.1, "it matters to neither");
    }
}
