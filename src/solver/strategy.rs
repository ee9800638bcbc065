//! A strategy, which is to win a position against every reply.

use crate::board::{Cell, Position};

/// A strategy: the winner's move in a position; none if it knows no winning move.
pub type Strategy<'a> = dyn FnMut(&Position) -> Option<Cell> + 'a;

/// Why a strategy does not win.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refuted {
    /// It has no move in this position.
    #[error("no winning move is known here, {} to play:\n{}", .0.to_play, .0.board)]
    NoMove(Box<Position>),
    /// Its move is illegal.
    #[error("the move {name} is not legal here, {} to play:\n{}", .position.to_play, .position.board)]
    Illegal {
        /// The position.
        position: Box<Position>,
        /// The name of the move.
        name: String,
    },
    /// It loses: the other player has won in this position.
    #[error("a line ends with a win of the other player:\n{}", .0.board)]
    Lost(Box<Position>),
}

/// The strategy's move in a position.
pub(super) fn legal_move(
    strategy: &mut Strategy<'_>,
    position: &Position,
) -> Result<Cell, Refuted> {
    let cell = strategy(position).ok_or_else(|| Refuted::NoMove(Box::new(position.clone())))?;
    if position.board.empty().contains(cell) {
        return Ok(cell);
    }
    let name = position.board.size().name(cell);
    Err(Refuted::Illegal { position: Box::new(position.clone()), name })
}
