//! Sibling Conspiracy Number Search (SCNS15, SCNS16): best first, over any game. It knows no Hex.
//!
//! It is for games where the moves of one position compare well and positions do not. It asks a game one question,
//! [`Expand::expand`]: is this position decided, and if not, what are its moves? Of every move it is told
//!
//! * the *relative error* `e`: how much worse it is than its best sibling, 0 for that one;
//! * the *prior* `p`: the log-odds that it wins, if the game has an opinion.
//!
//! Parameters weigh the two (`siblings.rs`). Errors, weighted priors and values are whole thousandths of a natural
//! logarithm.
//!
//! # The functions of a node
//!
//! A node keeps two functions ([`Staircase`]), both seen by the player to move there. 0 on their axis is the node's own
//! heuristic value.
//!
//! * `raise(v)`, the proof function: the fewest leaves below that must change so that the node's minimax value is at
//!   least `v`;
//! * `lower(v)`, the disproof function, mirrored: the fewest that must change so that it is at most `-v`.
//!
//! Both are staircases that rise with `v`: the further away, the more leaves must change. With `e(s)` the error
//! of the move to child `s`, (5) and (12) of SCNS15 become
//!
//! ```text
//! raise(v) = min over s of lower_s(v + e(s))
//! lower(v) = sum over s of raise_s(v - e(s))
//! ```
//!
//! A new leaf has steps that double in width, (14) of SCNS15 (`node.rs`). The search interval around the root's value
//! sets a target for both players (`interval.rs`), and the descent goes to the leaf that serves both
//! targets, the most proving node (`descent.rs`, `choice.rs`).
//!
//! An infinite function means *proved*, only and always: an open leaf has finite functions. `raise = 0`
//! everywhere is a win for the player to move, `lower = 0` everywhere a loss.
//!
//! # Priors: how good is the best line?
//!
//! A relative error compares siblings. The best move of every node has none, so nothing but a proof would ever tell that
//! the best line is a bad one. This goes beyond the papers: once the position after a move was expanded, the part that
//! priors have in the move's error changes,
//!
//! ```text
//! p(best sibling) - p(move)    becomes    p(best sibling) + p(best reply)
//! ```
//!
//! The two are equal where the reply's log-odds are the move's with the sign turned. Along a line priors cancel, and what
//! is left is what its last position is worth. A `reply_share` below 1 cancels in part: what is left is a
//! mean over the positions of the line, which errs less. An `open_error` says that a position that was expanded and is still
//! open is worth less than was hoped. Both are for the solver.
//!
//! # What is corrected later
//!
//! Forgetting, (8) of SCNS16, lets an error fade with the work done at its move (`forgetting.rs`). RAVE, (9) to (11)
//! there, shifts it towards what the move was worth elsewhere (`rave.rs`); a position with a high or low prior counts
//! for it as if it were decided. Functions are relative to their node and not to the root, and errors
//! are taken in when a parent combines its children. So a node in the table means the same whatever
//! path led to it, and nothing stored goes stale.
//!
//! # What is known of equal games
//!
//! A proof is kept under the position's residual key, the key of what is left of the game
//! ([`Expansion::residual_key`]). Wherever the same is left, it is known, whatever stones led there; also where an
//! image of it is left, such as the board after a half-turn ([`Expansion::image_keys`]).
//!
//! The mean of the log-odds below a node (`mean_log_odds.rs`) is for reports; the search does not use it.

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
