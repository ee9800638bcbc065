//! Inferior cells: fill-in and moves that need not be tried (HEN10).
//!
//! [`FillIn`] are the empty cells that can be filled with stones without changing the winner. [`Inferiors`] says
//! which moves of a player can be pruned without losing the last winning one. Both come from graphs of the whole
//! board and from local patterns, which hold wherever the cells near a cell look so. Beyond an edge of the board
//! patterns see stones of the edge's owner, so they also apply at edges and corners.
//!
//! `hexcoven patterns` derives the patterns: it enumerates all connected regions of up to four empty cells with
//! all surroundings and plays out the game inside each ([`Region`]). Those that do not follow from smaller ones
//! are in `inferior/patterns.txt`. One test proves each of them again; others check by brute force that filling in
//! never changes the winner and that pruning keeps a winning move.

mod all_rims;
mod dead_regions;
mod fill_in;
mod index;
mod key_scheme;
mod local_game;
mod matcher;
mod neighborhood;
mod pattern;
mod place;
mod prune;
mod reduced_graph;
mod symmetry;

#[cfg(test)]
mod tests;

pub use all_rims::AllRims;
pub use fill_in::FillIn;
pub use index::patterns;
pub use key_scheme::key_scheme;
pub use local_game::{Fact, LARGEST_RIM, MOST_CELLS, Region};
pub use matcher::{PlacedPattern, Places, RADIUS, Surroundings, places};
pub use pattern::{Mark, Pattern, PatternKind};
pub use place::{Place, SYMMETRIES, image};
pub use prune::{Inferior, Inferiors, Reason};
pub use symmetry::Image;
