//! Keys of positions (Zobrist hashing).

use super::size::MAX_CELLS;
use super::{Cell, CellSet, Color, Size};

/// The key of a position. It has 128 bits, since two positions with one key would make a false proof: with 64 bits
/// the chance would be a few per cent in a long solve of 10^9 positions.
pub type Key = u128;

// Where each kind of number begins in the series; those of stones begin at 0. No kind reaches the next.
const SIZES: u64 = 1_000_000;
const LINKS: u64 = 10_000_000;
const ALLOWED_MOVES: u64 = 20_000_000;
const _: () = assert!(2 * MAX_CELLS < 1_000_000 && MAX_CELLS + 2 <= 1_000);

/// The key of a stone on a cell.
#[inline]
pub(super) fn stone(color: Color, cell: Cell) -> Key {
    KEYS[color as usize][cell.index()]
}

/// What is added by XOR when White is to move.
pub(super) const WHITE_TO_MOVE: Key = random(2 * MAX_CELLS as u64);

/// The key of the player to move.
pub fn turn_key(player: Color) -> Key {
    match player {
        Color::Black => 0,
        Color::White => WHITE_TO_MOVE,
    }
}

/// The key of a link of a graph between two nodes, the smaller number first. The key of a graph is the XOR of those
/// of its links.
pub fn link_key(one: usize, other: usize) -> Key {
    random(LINKS + 1_000 * one as u64 + other as u64)
}

/// The key of the empty board of this size.
pub(super) fn empty_board(size: Size) -> Key {
    random(SIZES + size.columns() as u64 * 1_000 + size.rows() as u64)
}

/// The key of a position in which the player to move has no moves but these.
pub fn restricted_key(position: Key, moves: CellSet) -> Key {
    let marks = moves.iter().map(|cell| random(ALLOWED_MOVES + cell.index() as u64));
    marks.fold(position ^ random(ALLOWED_MOVES + MAX_CELLS as u64), |key, mark| key ^ mark)
}

static KEYS: [[Key; MAX_CELLS]; 2] = keys();

#[expect(clippy::large_stack_arrays, reason = "it is made by the compiler")]
const fn keys() -> [[Key; MAX_CELLS]; 2] {
    let mut keys = [[0; MAX_CELLS]; 2];
    let mut i = 0;
    while i < 2 * MAX_CELLS {
        keys[i / MAX_CELLS][i % MAX_CELLS] = random(i as u64);
        i += 1;
    }
    keys
}

/// The `n`th number of a fixed random series, by `SplitMix64`. The generator is not a library's, because keys in
/// files must stay the same from version to version.
const fn random(n: u64) -> Key {
    (split_mix(2 * n) as Key) << 64 | split_mix(2 * n + 1) as Key
}

const fn split_mix(n: u64) -> u64 {
    let z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
