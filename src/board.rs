//! The rules of Hex: cells, stones, groups, keys, symmetries and diagrams.
//!
//! Black joins the north (top) and south (bottom) edges, White the west (left) and east (right) edges. `a1` is the
//! cell at the top left. Letters name columns (`i` is used), rows are numbered downwards, and each row is drawn half
//! a cell further to the right than the one above it. So the neighbours of column `x`, row `y` are `(x±1, y)`,
//! `(x, y±1)`, `(x+1, y-1)` and `(x-1, y+1)`.
//!
//! This layer knows no connections, values, time or protocols, except that a diagram may be pasted with the reply of a
//! GTP program around it (`diagram.rs`).

#[cfg(test)]
mod brute_force;
mod by_size;
mod cell;
mod cell_set;
mod color;
mod diagram;
mod geometry;
mod groups;
mod position;
mod size;
mod zobrist;

#[cfg(test)]
pub(crate) use brute_force::{
    BruteForce, any_color, is_dead, nearly_full, position_after, random_board, winners,
};
pub(crate) use by_size::BySize;
pub use cell::Cell;
pub(crate) use cell_set::with_narrowest;
pub use cell_set::{CellSet, WORDS};
pub use color::{ByColor, Color, ParseColorError};
pub use diagram::{Diagram, ParseDiagramError, parse_diagram};
pub use geometry::{Edge, Geometry};
pub use groups::Group;
pub use position::{Board, Position, position_key_scheme};
pub use size::{MAX_CELLS, MAX_SIDE, ParseCellError, ParseSizeError, Size, SizeError};
pub use zobrist::{Key, link_key, restricted_key, turn_key};
