//! Which swap a record means.

use super::error::RecordError;
use super::sgf::dialect::{Dialect, Writer};
use super::sgf_parser::RawProperty;
use super::{Edit, Move, Options, Step, SwapWord};
use crate::board::{Cell, Color, Size};

/// How a game began, as far as a swap depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Opening {
    /// Moves and edits so far, at most 2.
    steps: usize,
    /// The first of them, if it was a stone.
    stone: Option<(Color, Cell)>,
}

impl Opening {
    /// The same after a further step.
    pub(super) fn after(self, step: &Step) -> Self {
        match step {
            Step::Turn(_) | Step::GiveUp(..) => self,
            Step::Move(color, Move::Place(cell)) if self.steps == 0 => {
                Self { steps: 1, stone: Some((*color, *cell)) }
            }
            Step::Move(..) | Step::Edit(_) => Self { steps: 2.min(self.steps + 1), ..self },
        }
    }

    /// The stone that this player may take over.
    fn stone_for(self, color: Color) -> Option<Cell> {
        let (owner, cell) = self.stone.filter(|_| self.steps == 1)?;
        (owner != color).then_some(cell)
    }
}

/// Finds out what a swap in a node is.
#[derive(Clone, Copy, Debug)]
pub(super) struct SwapReader<'a> {
    pub(super) size: Size,
    pub(super) options: &'a Options,
    pub(super) dialect: &'a Dialect,
    /// Whose turn it is after the node, as far as the record says it.
    pub(super) next: Option<Color>,
}

impl SwapReader<'_> {
    /// The swap of this player that a word means: `swap`, `swappieces` or `swapsides`.
    pub(super) fn swap(
        &self,
        color: Color,
        word: &str,
        property: &RawProperty,
    ) -> Result<Move, RecordError> {
        let word = match word {
            "swappieces" => Some(SwapWord::Pieces),
            "swapsides" => Some(SwapWord::Sides),
            _ => None,
        };
        let meaning = self.options.swap.or_else(|| self.meaning(color, word));
        match meaning {
            Some(SwapWord::Pieces) => Ok(Move::SwapPieces),
            Some(SwapWord::Sides) => Ok(Move::SwapSides),
            None => {
                let problem = "it is not clear what this swap is: the players exchange colours and the stone stays, or \
                    the stone changes colour and place";
                let hint = "--swap sides for the first, --swap pieces for the second";
                Err(property.error(problem).hint(hint))
            }
        }
    }

    /// What is meant, if that is certain: whose turn it is then decides, since after a swap of sides the same
    /// colour moves again.
    fn meaning(&self, color: Color, word: Option<SwapWord>) -> Option<SwapWord> {
        let of_program = match self.dialect.writer {
            Writer::HexCoven if word.is_some() => return word,
            Writer::LittleGolem => return Some(SwapWord::Pieces),
            Writer::OldHexGui => Some(SwapWord::Sides),
            Writer::HexGui => word.or(Some(SwapWord::Sides)),
            Writer::HexCoven | Writer::Other => word,
        };
        match self.next.map(|next| next == color) {
            Some(true) => Some(SwapWord::Sides),
            Some(false) if word == Some(SwapWord::Sides) => None,
            Some(false) => Some(SwapWord::Pieces),
            None if !self.size.is_square() => Some(SwapWord::Sides),
            None => of_program,
        }
    }

    /// A swap of pieces that is drawn: the stone is taken off and put on the mirrored cell, as Sabaki does. On
    /// the long diagonal it is put where it was.
    pub(super) fn drawn_swap(&self, step: &Step, opening: Opening, edit: &Edit) -> Option<Step> {
        let Step::Move(color, Move::Place(cell)) = *step else { return None };
        let stone = opening.stone_for(color)?;
        let is_mirrored = self.size.is_square() && cell == self.size.mirror(stone);
        let takes_off = edit.stones.is_empty() && edit.cleared == [stone];
        let is_swap = is_mirrored && (takes_off || (cell == stone && *edit == Edit::default()));
        (is_swap && self.dialect.writer != Writer::HexCoven)
            .then_some(Step::Move(color, Move::SwapPieces))
    }
}
