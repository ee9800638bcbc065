//! Perfect play by brute force, for tests: it knows only the rules.

use super::{Board, Cell, CellSet, Color, Key, Position, Size};
use fxhash::FxHashMap;
use proptest::prelude::*;
use std::ops::RangeInclusive;

/// Tries all moves, and remembers the results of positions.
#[derive(Default)]
pub(crate) struct BruteForce {
    known: FxHashMap<Key, bool>,
}

impl BruteForce {
    /// Whether the player to move wins.
    pub(crate) fn mover_wins(&mut self, position: &mut Position) -> bool {
        if let Some(wins) = self.known.get(&position.key()) {
            return *wins;
        }
        let wins = match position.board.winner() {
            Some(winner) => winner == position.to_play,
            None => position.board.empty().iter().any(|cell| self.move_wins(position, cell)),
        };
        self.known.insert(position.key(), wins);
        wins
    }

    /// Whether a move wins.
    pub(crate) fn move_wins(&mut self, position: &mut Position, cell: Cell) -> bool {
        position.play(cell);
        let wins = !self.mover_wins(position);
        position.undo(cell);
        wins
    }

    /// All moves that win.
    pub(crate) fn winning_moves(&mut self, position: &mut Position) -> CellSet {
        let empty = position.board.empty();
        empty.iter().filter(|cell| self.move_wins(position, *cell)).collect()
    }

    /// Who wins.
    pub(crate) fn winner(&mut self, position: &Position) -> Color {
        let wins = self.mover_wins(&mut position.clone());
        if wins { position.to_play } else { !position.to_play }
    }
}

/// Whether the colour of an empty cell never matters, by trying all fillings of the others.
pub(crate) fn is_dead(board: &Board, cell: Cell) -> bool {
    let others: Vec<Cell> = board.empty().iter().filter(|other| *other != cell).collect();
    (0..1u32 << others.len()).all(|filling| {
        let mut filled = board.clone();
        for (at, other) in others.iter().enumerate() {
            let is_black = filling >> at & 1 == 1;
            filled.place(if is_black { Color::Black } else { Color::White }, *other);
        }
        let [black, white] = Color::BOTH.map(|color| {
            let mut filled = filled.clone();
            filled.place(color, cell);
            filled.winner()
        });
        black == white
    })
}

/// The position after these moves from the empty board, Black's first.
pub(crate) fn position_after((columns, rows): (usize, usize), moves: &str) -> Position {
    let board = Board::new(Size::new(columns, rows).unwrap());
    let mut position = Position { board, to_play: Color::Black };
    for name in moves.split_whitespace() {
        position.play(position.board.size().parse_cell(name).unwrap());
    }
    position
}

/// Who wins a board with Black and with White to move.
pub(crate) fn winners(board: &Board) -> [Color; 2] {
    let mut brute_force = BruteForce::default();
    Color::BOTH.map(|to_play| brute_force.winner(&Position { board: board.clone(), to_play }))
}

/// Boards with sides in these ranges. Each cell is black with this probability in percent, and white with the same.
pub(crate) fn random_board(
    columns: RangeInclusive<usize>,
    rows: RangeInclusive<usize>,
    percent: u8,
) -> impl Strategy<Value = Board> {
    assert!((1..=50).contains(&percent));
    let stone = (0..100u8).prop_map(move |drawn| match drawn / percent {
        0 => Some(Color::Black),
        1 => Some(Color::White),
        _ => None,
    });
    let stones = prop::collection::vec(stone, columns.end() * rows.end());
    (columns, rows, stones).prop_map(|(columns, rows, stones)| {
        Board::with_stones(Size::new(columns, rows).unwrap(), stones)
    })
}

/// Either colour.
pub(crate) fn any_color() -> impl Strategy<Value = Color> {
    prop::sample::select(&Color::BOTH[..])
}

/// Boards with so few empty cells that all games can be played out; the stones are of any colours.
pub(crate) fn nearly_full(most_empty: usize) -> impl Strategy<Value = Board> {
    let sizes = vec![(1, 3), (2, 4), (3, 3), (4, 3), (4, 4), (5, 4), (5, 5), (6, 4), (6, 6)];
    (prop::sample::select(sizes), 0..3u8).prop_flat_map(move |((columns, rows), more)| {
        let count = columns * rows;
        let stones = prop::collection::vec(any::<bool>(), count);
        let order = Just((0..count).collect::<Vec<usize>>()).prop_shuffle();
        let empty = most_empty - usize::from(more);
        (stones, order).prop_map(move |(black, order)| {
            let mut stones: Vec<Option<Color>> =
                black.iter().map(|b| Some(if *b { Color::Black } else { Color::White })).collect();
            order.iter().take(empty).for_each(|cell| stones[*cell] = None);
            Board::with_stones(Size::new(columns, rows).unwrap(), stones)
        })
    })
}
