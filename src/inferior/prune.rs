//! Moves that need not be tried, because others are as good.
//!
//! Two kinds (HEN10). A move is *reversible* if the opponent has an answer after which all cells of the
//! pattern, the move among them, count as the opponent's; it is *vulnerable* if the pattern has no cells
//! but these two, so that the answer kills it. A move is *dominated* if another makes its cell the
//! player's own. That pruning all at once loses no win:
//!
//! * Let a reversible move win. After the answer the player, to move, wins although some set of cells
//!   counts as the opponent's. So another move wins, also without them. If it is reversible as well, the
//!   same holds with a larger set, and so on: at last there is a winning move that is not reversible, or
//!   the player has won when all cells are the opponent's. Hence if every move is reversible, the player
//!   to move has lost.
//! * Of the moves left, dominated ones are taken out one by one, each only if one that dominates it is
//!   still there, or cannot win.

use super::fill_in::{FillIn, Filled};
use super::index::indices;
use super::neighborhood::Neighborhoods;
use super::pattern::PatternKind;
use super::symmetry::{Image, equalizing, twins};
use crate::board::{Board, ByColor, Cell, CellSet, Color, Key, turn_key};
use crate::params::InferiorParams;

/// Why a move need not be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// An answer makes it a dead stone.
    Vulnerable,
    /// An answer undoes it.
    Reversible,
    /// Another move is as good.
    Dominated,
}

/// A move that need not be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Inferior {
    /// Why.
    pub reason: Reason,
    /// The move.
    pub cell: Cell,
    /// The answer, or the better move.
    pub by: Cell,
}

/// What is known of a player's moves, in sets of `N` words.
#[derive(Clone, Debug)]
pub struct Inferiors<const N: usize> {
    /// The fill-in. No stone in it is a move worth trying.
    pub fill_in: FillIn,
    /// The key of the residual game: of the reduced graph of the filled board and the player to move. In
    /// positions of the same size with equal residual keys the same player wins, by the same cells. They may
    /// differ in stones that no longer matter, and in which stones join the empty cells
    /// (see `reduced_graph.rs`).
    pub residual_key: Key,
    /// The residual key of each [`Image`] of the position, in the order of [`Image::ALL`]. If another position
    /// has such a key, its winning cells are the images of this one's.
    pub image_keys: [Key; 3],
    /// The board filled, with the dead cells given to each player.
    pub filled: ByColor<Board>,
    /// Whether moves are pruned at all.
    prune: bool,
    board: Board,
    player: Color,
    neighborhoods: Neighborhoods,
    /// For each player and cell, the cells on which a stone of the player makes that cell dead.
    killers: ByColor<Vec<CellSet<N>>>,
}

impl<const N: usize> Inferiors<N> {
    /// The fill-in of a board, whose cells must fit `N` words, and what shows the inferior moves of a player.
    pub fn of(board: &Board, player: Color, params: &InferiorParams) -> Self {
        let Filled { fill_in, graphs, boards, neighborhoods, killers } =
            Filled::<N>::new(board, params);
        // Black's graph says who wins; in an image Black may be White.
        let residual_key = graphs.black.key() ^ turn_key(player);
        let image_keys = Image::ALL.map(|image| {
            let graph = &graphs[image.player(Color::Black)];
            graph.key_in(image, board.size()) ^ turn_key(image.player(player))
        });
        Self {
            fill_in,
            residual_key,
            image_keys,
            filled: boards,
            prune: params.prune,
            board: board.clone(),
            player,
            neighborhoods,
            killers,
        }
    }

    /// Takes inferior moves out of those that may win, and says why, once for each. If all are taken out,
    /// the player to move has lost.
    pub fn prune(&self, may_win: CellSet) -> (CellSet, Vec<Inferior>) {
        if !self.prune {
            return (may_win, Vec::new());
        }
        let may_win = may_win - equalizing(&self.board, self.player);
        let mut left = may_win;
        let mut pruned = Vec::new();
        for reason in self.reasons(&may_win) {
            let is_inferior = reason.reason != Reason::Dominated
                || left.contains(reason.by)
                || !may_win.contains(reason.by);
            if left.contains(reason.cell) && is_inferior {
                left.remove(reason.cell);
                pruned.push(reason);
            }
        }
        (left, pruned)
    }

    /// Why some of these moves are inferior, each for any number of reasons, in the order in which they count.
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
        // Patterns speak of other cells than their centres.
        for center in empty {
            let about = neighborhoods.about(center);
            for placed in indices().moves[*player].fitting(&about) {
                let reason = match placed.kind {
                    PatternKind::Dominated => Reason::Dominated,
                    _ if placed.empty_cells() == 2 => Reason::Vulnerable,
                    _ => Reason::Reversible,
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
        // An order that does not depend on where patterns have their centres. Dominated moves come last.
        reasons.sort_unstable();
        reasons.dedup();
        reasons
    }
}
