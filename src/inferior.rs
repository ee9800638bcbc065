//! Cells that need not be considered: fill-in and inferior moves.
//!
//! Two questions are asked of a board (HEN10). Which empty cells may be thought filled with stones
//! ([`FillIn`])? And which moves of a player need not be tried ([`Inferiors`])? Both are answered by local
//! patterns: what stands close to a cell decides, whatever the rest of the board looks like. Beyond the
//! edges of the board their owners' stones are thought, so that patterns hold at edges and corners too.
//!
//! The patterns are our own. `hexcoven patterns` enumerates all connected regions of up to four empty
//! cells with everything that may stand around them, and plays out the game inside ([`Region`]); its
//! output, without what follows from smaller patterns, is `inferior/patterns.txt`. A test proves each
//! again, and others check by brute force that filling in never changes the winner and that pruning
//! never loses the last winning move.

mod all_rims;
mod dead_regions;
mod fill_in;
mod index;
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
pub use local_game::{Fact, LARGEST_RIM, MOST_CELLS, Region};
pub use matcher::{PlacedPattern, Places, RADIUS, Surroundings, places};
pub use pattern::{Mark, Pattern, PatternKind};
pub use place::{Place, SYMMETRIES, image};
pub use prune::{Inferior, Inferiors, Reason};
pub use symmetry::Image;
