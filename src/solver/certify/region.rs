//! Full connections that the rules do not make, such as edge templates: proved by moves within their carrier.

use super::steps::Steps;
use super::tracer::Tracer;
use crate::board::{Board, Cell, CellSet, Color};
use crate::params::ConnectionParams;

/// The largest carrier that is tried, in cells.
pub(super) const LARGEST: usize = 20;

/// How many moves of its own the winner may make before the rules alone must be enough.
const DEPTH: usize = 2;

/// What is to be joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum End {
    /// An edge, with its endpoint.
    Edge(usize),
    /// A stone of the winner.
    Stone(Cell),
}

/// Two ends on a board where the other player has all that is outside of the carrier.
pub(super) struct Region<'a, const N: usize> {
    pub(super) steps: &'a mut Steps<N>,
    pub(super) board: Board,
    pub(super) player: Color,
    pub(super) params: ConnectionParams,
    pub(super) ends: [End; 2],
}

impl<const N: usize> Region<'_, N> {
    /// A full lemma that joins the ends.
    pub(super) fn prove(&mut self) -> Option<usize> {
        self.meet(DEPTH)
    }

    fn tracer(&mut self) -> Tracer<'_, N> {
        Tracer::new(self.steps, &self.board, self.player, &self.params)
    }

    /// The other player moves.
    fn meet(&mut self, depth: usize) -> Option<usize> {
        let ends = self.ends;
        let empty: CellSet<N> = self.board.empty().narrow();
        let mut tracer = self.tracer();
        let [a, b] = tracer.endpoints_of(ends).filter(|[a, b]| a != b)?;
        if let Some(number) = tracer.best_full(a, b) {
            return Some(number);
        }
        let (mut parts, mut unmet) = tracer.threats(a, b, &empty, empty);
        while let Some(cell) = unmet.first() {
            self.board.place(!self.player, cell);
            let part = self.answer(depth);
            self.board.remove(!self.player, cell);
            let (key, full) = part?;
            let mut cells = self.steps.lemma(full).cells;
            cells.insert(key);
            unmet &= cells;
            parts.push((key, full));
        }
        self.tracer().or(a, b, parts)
    }

    /// The winner moves: a move, and the full lemma after it.
    fn answer(&mut self, depth: usize) -> Option<(Cell, usize)> {
        let ends = self.ends;
        let mut tracer = self.tracer();
        let [a, b] = tracer.endpoints_of(ends)?;
        if let Some(part) = tracer.best_semi(a, b) {
            return Some(part);
        }
        if depth == 0 {
            return None;
        }
        self.board.empty().iter().find_map(|cell| {
            self.board.place(self.player, cell);
            let full = self.meet(depth - 1);
            self.board.remove(self.player, cell);
            Some((cell, full?))
        })
    }
}
