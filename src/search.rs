//! Sibling Conspiracy Number Search; knows no Hex.
//!
//! A best-first search for games where moves of one position compare well and positions do not
//! (SCNS15, SCNS16). Every node keeps two staircase functions ([`Staircase`]), both seen by
//! the player to move there, on an axis whose origin is the node's own heuristic value:
//!
//! * `raise(v)`: the fewest leaves below that must change so that the node's minimax value is at
//!   least `v` (the proof function);
//! * `lower(v)`: the fewest that must change so that it is at most `-v` (the disproof function,
//!   mirrored).
//!
//! With `e(s)` the relative error of the move to child `s`, (5) and (12) of SCNS15 become
//!
//! ```text
//! raise(v) = min over s of lower_s(v + e(s))
//! lower(v) = sum over s of raise_s(v - e(s))
//! ```
//!
//! A relative error compares siblings: of every node the best move has none, so nothing but a proof
//! would ever tell that the best line is a bad one. So the search goes beyond the papers if the game
//! also says what a move *promises*, the odds that it wins. Once the position after a move was looked
//! at, what the odds had to do with its error, `p(best sibling) - p(move)`, becomes `p(best sibling) +
//! p(best reply)`: the same if the reply's odds are the move's turned about. Along a line promises
//! cancel, and what is left is what its last position is worth. With a `reply_share` below 1 they cancel in
//! part, and what is left is a mean of what the positions of the line are worth, which errs less; an
//! `open_error` says that a position that was looked at and is still open disappoints. Both are for the solver.
//! Forgetting and RAVE correct the rest, and RAVE counts positions whose best move promises much or little as
//! if they were decided. What the odds of a node are on the mean over all that was searched below it
//! (`mean_odds.rs`) is for those who want to know its chances; the search does not ask for it.
//!
//! Functions are relative to their node and not to the root, so a node in the transposition table
//! means the same whatever path led to it, and errors that change (forgetting, RAVE) are taken in
//! when the parent combines its children; nothing stored goes stale.
//!
//! What is proved of a position is known wherever the same is left of the game
//! ([`Expansion::essence`]), whatever stones led there, and where an image of it is, as by a symmetry of
//! the board ([`Expansion::images`]).
//!
//! An infinite function means *proved*, only and always: leaves that are not terminal have finite
//! functions. So a node with `raise = 0` everywhere is won for the player to move and one with
//! `lower = 0` everywhere is lost.

mod choice;
mod descent;
mod expand;
mod hindsight;
mod interval;
mod limits;
mod mean_odds;
mod node;
mod pace;
mod relative_error;
mod report;
mod run;
mod staircase;
mod table;
mod tree;

pub use expand::{Candidate, Expand, Expansion, LookedAt, Outcome};
pub use hindsight::{Searched, SearchedMove};
pub use interval::Interval;
pub use limits::{Limits, Stop};
pub use relative_error::{MAX_ERROR, relative_errors};
pub use report::{Report, RootMove};
pub use run::{LoadError, Search};
pub use staircase::{Height, INFINITE, MINUS_INFINITY, PLUS_INFINITY, Staircase, Step, Sum, Value};
pub use table::Memory;
