//! The swap: whether the player may answer the first stone with it, and whether the position looks lost enough.

use super::{Forecast, Move, Player};
use crate::board::{Cell, Color};
use crate::params::SwapMeaning;
use crate::search::Report;

/// Which first stones the player may answer with a swap, if the parameters allow it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Swaps {
    /// Those of any player.
    #[default]
    All,
    /// All but the stone that it has just placed itself: the client may have swapped sides without a word.
    OfOthers,
    /// None: the client knows no swap.
    Never,
}

impl Player {
    /// Says which first stones it may swap.
    pub fn set_swaps(&mut self, swaps: Swaps) {
        self.swaps = swaps;
    }

    /// The swap that this player may answer with, if swaps are legal and allowed. Only White swaps. A single white stone with
    /// Black to move is not an opening but what HexGui sets up after a swap of its own.
    pub fn swap(&self, color: Color) -> Option<Move> {
        let params = &self.params.player;
        let is_own = self.pondering_for == Some(color);
        let is_fit = match self.swaps {
            Swaps::All => true,
            Swaps::OfOthers => !is_own,
            Swaps::Never => false,
        };
        if !is_fit || !params.allow_swap || color != Color::White || !self.game.may_swap(color) {
            return None;
        }
        match params.swap_meaning {
            SwapMeaning::Pieces => self.game.board().size().is_square().then_some(Move::SwapPieces),
            SwapMeaning::Sides => Some(Move::SwapSides),
        }
    }

    /// Whether a searched position looks lost to the player to move: by its outcome, the chance, or else the value. A
    /// level without the network looks at the chance of full strength, since everybody learns which openings to swap.
    pub(super) fn looks_lost(&self, report: &Report<Cell>, to_play: Color) -> bool {
        let without_search = || self.expansion(to_play).best_log_odds();
        let log_odds = report.log_odds.or_else(without_search);
        Forecast::with_fallback(report, log_odds, to_play).chance_of(to_play) < 0.5
    }
}
