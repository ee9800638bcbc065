//! Keys of positions (Zobrist hashing).

use super::size::MAX_CELLS;
use super::{Cell, Color, Size};

/// A position's key. 128 bits: a false match would be a false proof, and with 64 bits a long
/// solve of some 10^9 positions would meet one with a chance of a few per cent.
pub type Key = u128;

/// The key of a stone on a cell.
#[inline]
pub(super) fn stone(color: Color, cell: Cell) -> Key {
    KEYS[color as usize][cell.index()]
}

/// What is added when White is to move.
pub(super) const WHITE_TO_MOVE: Key = random(2 * FIRST_CELLS);

/// Cells of which the numbers come first in the series: those of the largest board when files of keys were first
/// written. Further cells have others, so that such files stay good.
const FIRST_CELLS: u64 = 361;

/// The key of a player's turn.
pub fn turn(player: Color) -> Key {
    match player {
        Color::Black => 0,
        Color::White => WHITE_TO_MOVE,
    }
}

/// The key of a link between two nodes, of which the first has the smaller number. All together, by XOR,
/// they make the key of a graph.
pub fn link(one: usize, other: usize) -> Key {
    random(10_000_000 + 1_000 * one as u64 + other as u64)
}

/// The key of the empty board: boards of different sizes never share one.
pub(super) fn empty_board(size: Size) -> Key {
    random(1_000_000 + size.columns() as u64 * 1_000 + size.rows() as u64)
}

static KEYS: [[Key; MAX_CELLS]; 2] = keys();

#[expect(clippy::large_stack_arrays, reason = "it is made by the compiler")]
const fn keys() -> [[Key; MAX_CELLS]; 2] {
    let mut keys = [[0; MAX_CELLS]; 2];
    let mut i = 0;
    while i < 2 * MAX_CELLS {
        let (color, cell) = ((i / MAX_CELLS) as u64, (i % MAX_CELLS) as u64);
        keys[i / MAX_CELLS][i % MAX_CELLS] = if cell < FIRST_CELLS {
            random(color * FIRST_CELLS + cell)
        } else {
            random(20_000_000 + 1_000 * color + cell)
        };
        i += 1;
    }
    keys
}

/// The `n`th random number of a fixed series. Our own generator (`SplitMix64`, twice): a library's
/// may change from version to version, and keys written to a file must not.
const fn random(n: u64) -> Key {
    (split_mix(2 * n) as Key) << 64 | split_mix(2 * n + 1) as Key
}

const fn split_mix(n: u64) -> u64 {
    let z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
