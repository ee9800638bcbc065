//! Connected stones as units, derived from a board.

use super::{Board, ByColor, Cell, CellSet, Color, Edge};

/// A group: stones of one colour that touch each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Whose it is.
    pub color: Color,
    /// Its stones.
    pub stones: CellSet,
    /// Which of its owner's edges it touches, in the order of [`Edge::of`].
    pub edges: [bool; 2],
    /// The empty cells next to it.
    pub liberties: CellSet,
}

impl Group {
    /// The stone that names the group: the one with the lowest number.
    ///
    /// # Panics
    /// Never: a group has a stone.
    pub fn captain(&self) -> Cell {
        self.stones.first().expect("a group has a stone")
    }

    /// The groups of a player, in the order of their captains.
    pub fn all_of(board: &Board, color: Color) -> Vec<Self> {
        let geometry = board.geometry();
        let edges = Edge::of(color).map(|edge| *geometry.edge_cells(edge));
        let empty = board.empty();
        let mut rest = board.stones(color);
        let mut groups = Vec::new();
        while let Some(captain) = rest.first() {
            let stones = geometry.flood(CellSet::from_iter([captain]), rest);
            rest -= stones;
            let touched =
                stones.iter().fold(CellSet::EMPTY, |all, s| all | *geometry.neighbor_set(s));
            let edges = edges.map(|edge| edge.intersects(&stones));
            groups.push(Self { color, stones, edges, liberties: touched & empty });
        }
        groups
    }
}

/// The groups of a board, each colour's in the order of their captains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groups(ByColor<Vec<Group>>);

impl Groups {
    /// The groups of this board.
    pub fn of_board(board: &Board) -> Self {
        Self(ByColor::new_with(|color| Group::all_of(board, color)))
    }

    /// A player's groups.
    pub fn of(&self, player: Color) -> &[Group] {
        &self.0[player]
    }

    /// The group that has a stone on this cell.
    pub fn at(&self, cell: Cell) -> Option<&Group> {
        let all = self.0.black.iter().chain(&self.0.white);
        all.into_iter().find(|group| group.stones.contains(cell))
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
        let groups = Groups::of_board(&board);
        let at = |name| board.size().parse_cell(name).unwrap();
        assert_eq!(groups.of(Color::Black).len(), 2);
        assert_eq!(groups.of(Color::White).len(), 1);
        let chain = groups.at(at("a3")).unwrap();
        assert_eq!((chain.captain(), chain.stones.len()), (at("b1"), 3));
        assert_eq!(chain.edges, [true, true]);
        assert_eq!(groups.at(at("c3")).unwrap().edges, [false, true]);
        let white = groups.at(at("d2")).unwrap();
        assert_eq!(white.edges, [false, true]);
        assert_eq!(white.liberties, ["c1", "c2", "d3"].map(at).into_iter().collect());
        assert!(groups.at(at("a1")).is_none());
    }
}
