//! Moves that need not be tried, because others are as good (HEN10).
//!
//! A move is *reversible* if the opponent has a reply after which all cells of the pattern, with the move, count as
//! the opponent's. It is *vulnerable* if these are only the move and the reply, which makes the move a dead stone.
//! A move is *dominated* if another move makes its cell the player's own.
//!
//! Pruning all of them together keeps a winning move if there is one:
//!
//! * Suppose that a reversible move wins. After the reply the player is to move and wins although the cells of
//!   the pattern count as the opponent's. So a move outside them wins, also on the board before, where the opponent
//!   has less. If that move is reversible too, the same holds with a larger set of cells, and so on; a reply that is
//!   among the cells already need not be made. In the end a winning move is not reversible, since the player cannot
//!   win when all cells count as the opponent's. Hence if every move is reversible, the player to move has lost.
//! * Of the moves that are left, dominated ones are removed one by one, each only if a move that dominates it is
//!   still there or is known not to win.
//!
//! Two more kinds come from the symmetry of the board (`symmetry.rs`): a move that makes both players' parts equal
//! loses; of two moves that a half-turn exchanges one is enough, so the other counts as dominated by it.

use super::fill_in::{FillIn, Filled};
use super::index::indices;
use super::neighborhood::Neighborhoods;
use super::pattern::PatternKind;
use super::reduced_graph::ReducedGraph;
use super::symmetry::{equalizing, twins};
use crate::board::{Board, ByColor, Cell, CellSet, Color, Key, turn_key};
use crate::params::InferiorParams;

/// The reason why a move need not be tried.
///
/// The order is part of the proof at the head of `prune.rs`: [`Inferiors::prune`] applies the reasons in it. Those that
/// hold whatever other moves are left come first. `Dominated` is last, since it needs its better move to be left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// A reply makes it a dead stone.
    Vulnerable,
    /// A reply makes the cells around it the opponent's.
    Reversible,
    /// Another move is at least as good.
    Dominated,
}

/// A move that need not be tried. They are ordered by reason first, as [`Inferiors::prune`] needs them: `reason` must stay
/// the first field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Inferior {
    /// The reason.
    pub reason: Reason,
    /// The move.
    pub cell: Cell,
    /// The reply, or the better move.
    pub by: Cell,
}

/// The fill-in of a board and what is needed to prune the moves of one player. The cells fit sets of `N` words.
#[derive(Clone, Debug)]
pub struct Inferiors<const N: usize> {
    /// The fill-in. No cell of it needs to be tried as a move.
    pub fill_in: FillIn,
    /// The board filled, with the dead cells as stones of each player.
    pub filled: ByColor<Board>,
    /// Whether moves are pruned: the parameter.
    prune: bool,
    /// The board without fill-in.
    board: Board,
    /// The player to move.
    player: Color,
    neighborhoods: Neighborhoods,
    /// The reduced graphs of the filled board.
    graphs: ByColor<ReducedGraph<N>>,
    /// For each player and cell the cells on which a stone of the player makes that cell dead.
    killers: ByColor<Vec<CellSet<N>>>,
}

impl<const N: usize> Inferiors<N> {
    /// Computes the fill-in of a board and prepares pruning the moves of this player, who is to move.
    pub fn of(board: &Board, player: Color, params: &InferiorParams) -> Self {
        Self::with_captured(board, player, &ByColor::default(), params)
    }

    /// The same where these cells are known to be captured by each player.
    pub fn with_captured(
        board: &Board,
        player: Color,
        known: &ByColor<CellSet>,
        params: &InferiorParams,
    ) -> Self {
        let Filled { fill_in, graphs, boards, neighborhoods, killers } =
            Filled::<N>::new(board, known, params);
        Self {
            fill_in,
            graphs,
            filled: boards,
            prune: params.prune,
            board: board.clone(),
            player,
            neighborhoods,
            killers,
        }
    }

    /// The key of the residual game: of the reduced graph of the filled board and the player to move. In positions of
    /// the same size with equal residual keys the same player wins, by the same cells. They may differ in stones that
    /// no longer matter, and in which stones join the empty cells (see `reduced_graph.rs`).
    pub fn residual_key(&self) -> Key {
        // Black's graph determines the winner.
        let [key, _] = self.graphs.black.keys();
        key ^ turn_key(self.player)
    }

    /// The residual key, and that of each image of the position, in the order of [`Image::ALL`](super::Image::ALL). Where
    /// another position has one of these as its residual key, the images of this position's winning cells win there.
    pub fn residual_and_image_keys(&self) -> (Key, [Key; 3]) {
        let [key, turned] = self.graphs.black.keys();
        // A mirror exchanges the players, so Black's graph there is White's here.
        let [mirrored, both] = self.graphs.white.mirrored_keys(self.board.size());
        let [own, others] = [self.player, !self.player].map(turn_key);
        (key ^ own, [turned ^ own, mirrored ^ others, both ^ others])
    }

    /// Removes inferior moves from those that may win. Returns the moves left and the removed ones, each with one
    /// reason. Moves that make the board symmetric (`symmetry.rs`) are removed without a reason. If no move is left,
    /// the player to move has lost. If the parameter `prune` is off, removes nothing.
    pub fn prune(&self, may_win: CellSet) -> (CellSet, Vec<Inferior>) {
        if !self.prune {
            return (may_win, Vec::new());
        }
        let may_win = may_win - equalizing(&self.board, self.player);
        let mut left = may_win;
        let mut pruned = Vec::new();
        for reason in self.reasons(&may_win) {
            let is_inferior = match reason.reason {
                Reason::Vulnerable | Reason::Reversible => true,
                Reason::Dominated => left.contains(reason.by) || !may_win.contains(reason.by),
            };
            if left.contains(reason.cell) && is_inferior {
                left.remove(reason.cell);
                pruned.push(reason);
            }
        }
        (left, pruned)
    }

    /// The reasons why some of these moves are inferior, any number for each move, in the order in which they are
    /// to be applied.
    fn reasons(&self, moves: &CellSet) -> Vec<Inferior> {
        let Self { neighborhoods, killers, player, .. } = self;
        let empty = self.board.empty() - self.fill_in.cells();
        let moves = empty & *moves;
        let mut reasons = Vec::new();
        for cell in moves {
            for (killer, reason) in [(!*player, Reason::Vulnerable), (*player, Reason::Dominated)] {
                let killers = killers[killer][cell.index()].iter();
                reasons.extend(killers.map(|by| Inferior { reason, cell, by }));
            }
        }
        // The inferior move of a pattern need not be its centre, so all empty cells are tried as centres.
        for center in empty {
            let about = neighborhoods.about(center);
            for placed in indices().moves[*player].fitting(&about) {
                let reason = match placed.kind {
                    PatternKind::Dominated => Reason::Dominated,
                    PatternKind::Reversible if placed.empty_cells() == 2 => Reason::Vulnerable,
                    PatternKind::Reversible => Reason::Reversible,
                    PatternKind::Fill => unreachable!("a pattern of fill-in has no mover"),
                };
                let by = neighborhoods.cells(center, placed.answer).next();
                let by = by.expect("the answer's place is an empty cell");
                let cells = neighborhoods.cells(center, placed.inferior);
                let cells = cells.filter(|cell| moves.contains(*cell));
                reasons.extend(cells.map(|cell| Inferior { reason, cell, by }));
            }
        }
        let twins = twins(&self.board).into_iter();
        let twins = twins.filter(|(cell, by)| moves.contains(*cell) && empty.contains(*by));
        reasons.extend(twins.map(|(cell, by)| Inferior { reason: Reason::Dominated, cell, by }));
        // An order that does not depend on the centres of patterns, with dominated moves last.
        reasons.sort_unstable();
        reasons.dedup();
        reasons
    }
}
