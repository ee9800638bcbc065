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
//! also has an opinion of how probable it is that a move wins: the move's *log-odds*, its prior. A prior
//! counts in the error at first by `p(best sibling) - p(move)`. Once the position after the move was expanded,
//! the reply's prior takes the move's place, `p(best sibling) + p(best reply)`: the same if the reply's odds
//! are the move's turned about. Along a line priors cancel, and what is left is what its last position is
//! worth. With a [`reply_share`](crate::params::SearchParams::reply_share) below 1 they cancel in part, and
//! what is left is a weighted mean over the positions of the line, which errs less. Forgetting and RAVE
//! correct the rest, and RAVE counts positions with a high or low prior as if they were decided. The mean
//! of the log-odds over all that was searched below a node (`mean_log_odds.rs`) is for reports; the search does
//! not use it.
//!
//! Functions are relative to their node and not to the root, so a node in the transposition table
//! means the same whatever path led to it, and errors that change (forgetting, RAVE) are taken in
//! when the parent combines its children; nothing stored goes stale.
//!
//! What is proved of a position is known wherever the same is left of the game
//! ([`Expansion::residual_key`]), whatever stones led there, and where an image of it is, as by a symmetry of
//! the board ([`Expansion::image_keys`]).
//!
//! An infinite function means *proved*, only and always: leaves that are not terminal have finite
//! functions. So a node with `raise = 0` everywhere is won for the player to move and one with
//! `lower = 0` everywhere is lost.

mod choice;
mod descent;
mod expand;
mod forgetting;
mod interval;
mod limits;
mod mean_log_odds;
mod node;
mod pace;
mod post_order;
mod rave;
mod report;
mod run;
mod siblings;
mod staircase;
mod table;
mod tree;

pub use expand::{Candidate, Expand, Expansion, LookedAt, Outcome};
pub use interval::Interval;
pub use limits::{Limits, Stop};
pub use post_order::{Searched, SearchedMove};
pub use report::{Report, RootMove};
pub use run::{LoadError, Search};
pub use siblings::{MAX_ERROR, first_errors};
pub use staircase::{Height, INFINITE, MINUS_INFINITY, PLUS_INFINITY, Staircase, Step, Sum, Value};
pub use table::Memory;
