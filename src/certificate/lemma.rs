//! A lemma: what a player, the winner, can join whatever the other player does.

use crate::board::CellSet;

/// Consider any board on which the winner has all of `stones` and the other player none of `cells`. The two play on
/// `cells` alone, each may pass, and in the end the winner gets the cells that are left empty. Then the winner can make the
/// cells of `joined` and the `edges` one chain of stones within `stones` and `cells`: of a full lemma even if the other
/// player moves first, of a semi lemma if the winner moves first.
///
/// So a lemma has no position: it serves wherever its stones and cells are as it needs them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lemma<const N: usize> {
    /// The winner may have to move first.
    pub is_semi: bool,
    /// Stones that the winner needs.
    pub stones: CellSet<N>,
    /// The carrier: cells that the other player may not have yet. None of them is in `stones`.
    pub cells: CellSet<N>,
    /// Cells that come to be in one chain, each in `stones` or `cells`.
    pub joined: CellSet<N>,
    /// Which of the winner's edges that chain touches, in the order of [`Edge::of`](crate::board::Edge::of).
    pub edges: [bool; 2],
    /// Steps from here to the farthest chain that it is made of.
    pub depth: u32,
}

impl<const N: usize> Lemma<N> {
    /// Whether a board is as the lemma needs it.
    pub fn holds(&self, own: &CellSet<N>, other: &CellSet<N>) -> bool {
        self.stones.is_subset(own) && !self.cells.intersects(other)
    }

    /// Whether it joins the winner's edges.
    pub fn wins(&self) -> bool {
        self.edges == [true, true]
    }
}
