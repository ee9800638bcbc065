//! Groups of stones.

use super::{Board, Cell, CellSet, Color};

/// A group: stones of one colour that touch each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The stones.
    pub stones: CellSet,
    /// Which of its owner's edges it touches, in the order of [`Edge::of`](super::Edge::of).
    pub edges: [bool; 2],
    /// The empty cells that touch it.
    pub liberties: CellSet,
}

impl Group {
    /// The cell that identifies the group: that of its stones with the lowest number.
    pub fn captain(&self) -> Cell {
        self.stones.first().expect("a group has a stone")
    }

    /// The group with a stone on this cell; none if the cell is empty.
    pub fn at(board: &Board, cell: Cell) -> Option<Self> {
        let groups = Self::all_of(board, board.color_at(cell)?);
        groups.into_iter().find(|group| group.stones.contains(cell))
    }

    /// The groups of a player, in the order of their captains' numbers.
    pub fn all_of(board: &Board, color: Color) -> Vec<Self> {
        let geometry = board.geometry();
        let edges = geometry.edges_of(color);
        let empty = board.empty();
        let mut rest = board.stones(color);
        let mut groups = Vec::new();
        while let Some(captain) = rest.first() {
            let stones = geometry.flood(CellSet::from_iter([captain]), rest);
            rest -= stones;
            let touched =
                stones.iter().fold(CellSet::EMPTY, |all, s| all | *geometry.neighbor_set(s));
            let edges = edges.map(|edge| edge.intersects(&stones));
            groups.push(Self { stones, edges, liberties: touched & empty });
        }
        groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parse_diagram;

    #[test]
    fn touching_stones_are_one_group() {
        let board = parse_diagram(
            ". B . W
              . B . W
               B . B .",
        )
        .unwrap();
        let at = |name| board.size().parse_cell(name).unwrap();
        let group = |name| Group::at(&board, at(name));
        assert_eq!(Group::all_of(&board, Color::Black).len(), 2);
        assert_eq!(Group::all_of(&board, Color::White).len(), 1);
        let chain = group("a3").unwrap();
        assert_eq!((chain.captain(), chain.stones.len()), (at("b1"), 3));
        assert_eq!(chain.edges, [true, true]);
        assert_eq!(group("c3").unwrap().edges, [false, true]);
        let white = group("d2").unwrap();
        assert_eq!(white.edges, [false, true]);
        assert_eq!(white.liberties, ["c1", "c2", "d3"].map(at).into_iter().collect());
        assert!(group("a1").is_none());
    }
}
