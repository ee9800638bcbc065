//! Boards with stones, and positions: a board and the player to move.

use super::zobrist::{self, Key};
use super::{ByColor, Cell, CellSet, Color, Geometry, MAX_SIDE, Size};

/// A board with any numbers of black and white stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    size: Size,
    stones: ByColor<CellSet>,
    key: Key,
}

impl Board {
    /// The empty board.
    pub fn new(size: Size) -> Self {
        Self { size, stones: ByColor::default(), key: zobrist::empty_board(size) }
    }

    /// A board with what is given for each cell in the order of their numbers. Cells beyond the last are empty.
    pub fn with_stones(size: Size, stones: impl IntoIterator<Item = Option<Color>>) -> Self {
        let mut board = Self::new(size);
        for (cell, stone) in size.cells().zip(stones) {
            if let Some(color) = stone {
                board.place(color, cell);
            }
        }
        board
    }

    /// The size.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The neighbours and edges of boards of this size.
    #[inline]
    pub fn geometry(&self) -> &'static Geometry {
        Geometry::of(self.size)
    }

    /// The cells with a player's stones.
    #[inline]
    pub fn stones(&self, player: Color) -> CellSet {
        self.stones[player]
    }

    /// The cells without a stone: the legal moves, unless the game is over.
    #[inline]
    pub fn empty(&self) -> CellSet {
        self.geometry().cells() - self.stones.black - self.stones.white
    }

    /// The owner of the stone on a cell; none if it is empty.
    pub fn color_at(&self, cell: Cell) -> Option<Color> {
        Color::BOTH.into_iter().find(|color| self.stones[*color].contains(cell))
    }

    /// Puts a stone on an empty cell.
    ///
    /// # Panics
    /// If there is a stone already.
    pub fn place(&mut self, player: Color, cell: Cell) {
        assert!(self.color_at(cell).is_none(), "{} has a stone", self.size.name(cell));
        self.stones[player].insert(cell);
        self.key ^= zobrist::stone(player, cell);
    }

    /// Removes a player's stone from a cell.
    ///
    /// # Panics
    /// If that player has none there.
    pub fn remove(&mut self, player: Color, cell: Cell) {
        assert!(self.stones[player].contains(cell), "{} has no stone", self.size.name(cell));
        self.stones[player].remove(cell);
        self.key ^= zobrist::stone(player, cell);
    }

    /// The key of the board: equal for equal boards, whatever the order of the moves.
    pub fn key(&self) -> Key {
        self.key
    }

    /// The player whose stones join the player's edges; none if the game is not over. There are never two (a
    /// theorem of Hex).
    pub fn winner(&self) -> Option<Color> {
        Color::BOTH.into_iter().find(|player| self.chain_between_edges(*player).is_some())
    }

    /// The player's stones that are joined with both of the player's edges; none if the player has not won.
    pub fn chain_between_edges(&self, player: Color) -> Option<CellSet> {
        let geometry = self.geometry();
        let [from, to] = geometry.edges_of(player);
        let stones = self.stones[player];
        let end = geometry.flood(from, stones) & to;
        (!end.is_empty()).then(|| geometry.flood(end, stones))
    }

    /// The board after a half-turn: the same position for both players.
    #[must_use]
    pub fn half_turn(&self) -> Self {
        self.mapped(self.size, |color, cell| (color, self.size.half_turn(cell)))
    }

    /// The board mirrored in the long diagonal with the colours exchanged: the same position with
    /// the players' parts exchanged.
    #[must_use]
    pub fn mirror(&self) -> Self {
        self.mapped(self.size.transposed(), |color, cell| (!color, self.size.mirror(cell)))
    }

    fn mapped(&self, size: Size, map: impl Fn(Color, Cell) -> (Color, Cell)) -> Self {
        let mut image = Self::new(size);
        for color in Color::BOTH {
            for cell in self.stones[color] {
                let (color, cell) = map(color, cell);
                image.place(color, cell);
            }
        }
        image
    }
}

/// A number that changes whenever the keys of positions change. It does not see how residual keys are made of such
/// numbers; `inferior::key_scheme` does.
pub fn position_key_scheme() -> Key {
    let sizes = (1..=MAX_SIDE).flat_map(|c| (1..=MAX_SIDE).map(move |r| Size::new(c, r)));
    let mut scheme: Key = zobrist::WHITE_TO_MOVE;
    for size in sizes.flatten() {
        for (column, row) in (0..size.columns()).flat_map(|c| (0..size.rows()).map(move |r| (c, r)))
        {
            for color in Color::BOTH {
                let mut board = Board::new(size);
                board
                    .place(color, size.cell(column, row).expect("column and row are on the board"));
                scheme = scheme.rotate_left(7).wrapping_add(board.key());
            }
        }
    }
    scheme
}

/// A board and the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The stones.
    pub board: Board,
    /// The player to move.
    pub to_play: Color,
}

impl Position {
    /// The key of the position: equal for equal positions, whatever the order of the moves.
    pub fn key(&self) -> Key {
        self.board.key() ^ zobrist::turn_key(self.to_play)
    }

    /// The key of the position after [`play`](Position::play).
    #[inline]
    pub fn key_after(&self, cell: Cell) -> Key {
        self.key() ^ zobrist::stone(self.to_play, cell) ^ zobrist::WHITE_TO_MOVE
    }

    /// The player to move puts a stone on an empty cell.
    ///
    /// # Panics
    /// If there is a stone already.
    pub fn play(&mut self, cell: Cell) {
        self.board.place(self.to_play, cell);
        self.to_play = !self.to_play;
    }

    /// Undoes [`play`](Position::play).
    ///
    /// # Panics
    /// If the player who moved last has no stone on the cell.
    pub fn undo(&mut self, cell: Cell) {
        self.to_play = !self.to_play;
        self.board.remove(self.to_play, cell);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{parse_diagram, random_board};
    use proptest::prelude::*;

    #[test]
    fn chains_win_and_almost_chains_do_not() {
        let winner = |text| parse_diagram(text).unwrap().winner();
        assert_eq!(winner("B . \n W B"), None, "a1 and b2 do not touch");
        assert_eq!(winner(". B \n B W"), Some(Color::Black));
        assert_eq!(winner("W W W\n . B B"), Some(Color::White));
        assert_eq!(winner("."), None);
        assert_eq!(winner("W"), Some(Color::White));
    }

    proptest! {
        #[test]
        fn symmetries_keep_the_winner_and_undo_themselves(board in random_board(1..=7, 1..=7, 33)) {
            prop_assert_eq!(board.half_turn().winner(), board.winner());
            prop_assert_eq!(board.mirror().winner(), board.winner().map(|player| !player));
            prop_assert_eq!(&board.half_turn().half_turn(), &board);
            prop_assert_eq!(&board.mirror().mirror(), &board);
        }

        #[test]
        fn a_full_board_has_exactly_one_winner(mut board in random_board(1..=7, 1..=7, 33)) {
            for cell in board.empty() {
                board.place(Color::White, cell);
            }
            let winners = Color::BOTH.into_iter().filter(|player| board.chain_between_edges(*player).is_some());
            prop_assert_eq!(winners.count(), 1);
        }

        #[test]
        fn keys_depend_on_the_stones_alone(board in random_board(1..=7, 1..=7, 33), at in 0..49usize) {
            let mut changed = board.clone();
            let cells: Vec<Cell> = board.empty().iter().collect();
            if let Some(cell) = cells.get(at % cells.len().max(1)) {
                changed.place(Color::Black, *cell);
                prop_assert_ne!(changed.key(), board.key());
                changed.remove(Color::Black, *cell);
                changed.place(Color::White, *cell);
                prop_assert_ne!(changed.key(), board.key());
                changed.remove(Color::White, *cell);
            }
            prop_assert_eq!(changed.key(), board.key());
            let both = Color::BOTH.map(|to_play| Position { board: board.clone(), to_play }.key());
            prop_assert_ne!(both[0], both[1]);
        }
    }

    #[test]
    fn the_scheme_of_keys_is_that_of_files_written_before() {
        assert_eq!(format!("{:032x}", position_key_scheme()), "c575e61f03493af4c567546a9c7fda9d");
    }

    #[test]
    fn play_and_undo_restore_the_position() {
        let size = Size::new(3, 3).unwrap();
        let start = Position { board: Board::new(size), to_play: Color::White };
        let mut position = start.clone();
        let cells: Vec<Cell> = size.cells().collect();
        for cell in &cells {
            let key = position.key_after(*cell);
            position.play(*cell);
            assert_eq!(position.key(), key);
        }
        assert_eq!(position.to_play, Color::Black);
        for cell in cells.iter().rev() {
            position.undo(*cell);
        }
        assert_eq!(position, start);
    }
}
