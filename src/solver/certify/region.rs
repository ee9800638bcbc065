//! Full connections that the rules do not make, such as edge templates: proved by moves within their carrier.

use super::steps::Steps;
use super::tracer::Tracer;
use crate::board::{Board, Cell, CellSet, Color};
use crate::params::ConnectionParams;
use fxhash::FxHashMap;

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

/// Two ends on a board where only the carrier is empty.
pub(super) struct Region<'a, const N: usize> {
    pub(super) steps: &'a mut Steps<N>,
    pub(super) board: Board,
    pub(super) player: Color,
    pub(super) params: ConnectionParams,
    pub(super) ends: [End; 2],
    /// What `meet` has found, by the stones of both.
    pub(super) met: FxHashMap<[CellSet<N>; 2], Option<usize>>,
}

impl<const N: usize> Region<'_, N> {
    /// A full lemma that joins the ends.
    pub(super) fn prove(&mut self) -> Option<usize> {
        self.meet(DEPTH)
    }

    /// The other player moves: a full lemma that joins the ends.
    fn meet(&mut self, depth: usize) -> Option<usize> {
        let stones = [self.player, !self.player].map(|player| self.board.stones(player).resized());
        if let Some(known) = self.met.get(&stones) {
            return *known;
        }
        let found = self.search(depth);
        self.met.insert(stones, found);
        found
    }

    /// The same, if it is not known. The winner may still make `depth` moves.
    fn search(&mut self, depth: usize) -> Option<usize> {
        let empty: CellSet<N> = self.board.empty().resized();
        let mut tracer = Tracer::new(self.steps, &self.board, self.player, &self.params);
        let [a, b] = tracer.endpoints_of(self.ends).filter(|[a, b]| a != b)?;
        let groups = [a, b].map(|end| tracer.cells_of(end));
        if let Some(number) = tracer.best_full(a, b) {
            return Some(number);
        }
        let (mut parts, mut unmet) = tracer.threats(a, b, &empty, empty);
        // The last move is tried only where it is likely to be enough by the rules.
        let is_worth = |cell: &Cell| depth > 1 || tracer.may_join(*cell, [a, b]);
        let moves: CellSet<N> =
            if depth == 0 { CellSet::EMPTY } else { empty.iter().filter(is_worth).collect() };
        while let Some(cell) = unmet.first() {
            self.board.place(!self.player, cell);
            let part = self.answer(cell, moves, depth);
            self.board.remove(!self.player, cell);
            let (key, full) = part?;
            let mut cells = self.steps.lemma(full).cells;
            cells.insert(key);
            unmet &= cells;
            parts.push((key, full));
        }
        self.steps.or_of_moves(parts, groups)
    }

    /// The other player has taken a cell that all known semi connections need. One of these moves as an answer, and the full
    /// lemma after it.
    fn answer(
        &mut self,
        taken: Cell,
        mut moves: CellSet<N>,
        depth: usize,
    ) -> Option<(Cell, usize)> {
        moves.remove(taken);
        let near = self.board.geometry().neighbor_set(taken).resized() & moves;
        near.iter().chain((moves - near).iter()).find_map(|cell| {
            self.board.place(self.player, cell);
            let full = self.meet(depth - 1);
            self.board.remove(self.player, cell);
            Some((cell, full?))
        })
    }
}
