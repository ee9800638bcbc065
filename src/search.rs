//! Sibling Conspiracy Number Search (SCNS15, SCNS16): best first, over any game. It knows no Hex.
//!
//! It is for games where the moves of one position compare well and positions do not. It asks a game one question,
//! [`Expand::expand`]: is this position decided, and if not, what are its moves? For every move the game gives
//!
//! * the *relative error* `e`: how much worse it is than its best sibling, 0 for that one;
//! * if it has one, the *prior* `p`: the log-odds that the move wins.
//!
//! Parameters weigh the two (`move_errors.rs`). Errors, weighted priors and values are whole thousandths of a natural
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
//! Where Max moves, `raise` is the papers' p and `lower` their d mirrored; where Min moves, `raise` is d mirrored and
//! `lower` is p. `raise(v) + lower(-v)` is the conspiracy number of `v`: the fewest leaves that must change so that the
//! minimax value is `v`.
//!
//! Both are staircases that rise with `v`: the further away, the more leaves must change. With `e(s)` the error
//! of the move to child `s`, (5) and (12) of SCNS15 become
//!
//! ```text
//! raise(v) = min over s of lower_s(v + e(s))
//! lower(v) = sum over s of raise_s(v - e(s))
//! ```
//!
//! The papers' SCEF, the sum of the errors on the path, is never computed: each node keeps its functions relative to
//! itself, and the parent shifts them by the error.
//!
//! The functions of a leaf double with every `delta`, (14) of SCNS15 (`leaf.rs`); those of a node are computed from its
//! children's (`update.rs`). The search interval around the root's value sets a target for both players (`interval.rs`),
//! and the descent goes to the leaf that serves both targets, the most proving node (`descent.rs`, `selection.rs`). At a
//! root whose moves all look lost the solver refutes one after the other instead (`focus.rs`).
//!
//! An infinite function means *proved*, only and always: an open leaf has finite functions. `raise = 0`
//! everywhere is a win for the player to move, `lower = 0` everywhere a loss.
//!
//! # Priors: how good is the best line?
//!
//! A relative error compares siblings. The best move of every node has error 0, so short of a proof nothing would show that
//! the best line is bad. This goes beyond the papers: once the position after a move is expanded, the part of the
//! move's error that comes from priors changes,
//!
//! ```text
//! p_best - p(move)    becomes    p_best + p(best reply)
//! ```
//!
//! where `p_best` is the greatest weighted prior among the siblings, and `p(best reply)` is for the player who replies. The
//! two are equal if the best reply's prior is minus the move's. Along a line the priors cancel, and the last
//! position's remains. With a `reply_share` below 1 they cancel only in part: a weighted mean over the positions of the
//! line remains, which errs less. `open_error` is added to the error of every move after which the position is expanded and
//! still open. Both are for the solver.
//!
//! # How errors change during the search
//!
//! RAVE, (9) to (11) of SCNS16, shifts the part of a move's error that does not come from priors towards the results of
//! the move elsewhere (`rave.rs`). Forgetting, (8) of SCNS16, lets that part fade with the work done there
//! (`forgetting.rs`); the priors' part never fades. Functions are relative to their node and errors enter when a parent
//! combines its children. So a node in the table is valid whatever path leads to it, and nothing stored goes stale.
//!
//! # Shared proofs
//!
//! A proof is stored under the position's residual key, the key of what is left of the game
//! ([`Expansion::residual_key`]). It holds wherever the same is left, and by [`Expansion::image_keys`] also where an image
//! of it is left, such as the board after a half-turn (`shared_proofs.rs`).
//!
//! # Threads and reports
//!
//! Threads search one tree and are kept apart by virtual losses (`virtual_loss.rs`). The move to play is a proved win,
//! or else the one with the most work, 2.7 of SCNS15 (`report.rs`). Open positions are left to other machines, and
//! their results taken in (`frontier.rs`). An analysis searches several moves of the root in turn
//! (`root_candidates.rs`). `conspiracy.rs` turns the root's functions into numbers for people. The mean of the log-odds
//! below a node (`mean_log_odds.rs`) is for reports and for the solver's focus.
//!
//! A game of one's own needs the trait [`Expand`] alone:
//!
//! ```
//! use hexcoven::params::SearchParams;
//! use hexcoven::search::{Candidate, Expand, Expansion, Limits, Outcome, Search};
//!
//! /// One to three stones are taken in turn; who takes the last one wins.
//! #[derive(Clone)]
//! struct Pile(u32);
//!
//! impl Expand for Pile {
//!     type Move = u32;
//!     fn key(&self) -> u128 { self.0.into() }
//!     fn key_after(&self, taken: u32) -> u128 { (self.0 - taken).into() }
//!     fn play(&mut self, taken: u32) { self.0 -= taken; }
//!     fn undo(&mut self, taken: u32) { self.0 += taken; }
//!     fn expand(&mut self) -> Expansion<u32> {
//!         Expansion {
//!             outcome: (self.0 == 0).then_some(Outcome::Lost),
//!             moves: (1..=self.0.min(3)).map(Candidate::unscored).collect(),
//!             residual_key: self.key(),
//!             image_keys: Vec::new(),
//!         }
//!     }
//! }
//!
//! let mut search = Search::new(SearchParams::default());
//! let report = search.run(&mut Pile(21), &Limits::default(), &mut |_| ());
//! assert_eq!(report.winning_move(), Some(1));
//! ```

mod conspiracy;
mod descent;
mod early_stop;
mod expand;
mod focus;
mod forgetting;
mod frontier;
mod interval;
mod leaf;
mod limits;
mod map_memory;
mod mean_log_odds;
mod move_errors;
mod node;
mod node_map;
mod post_order;
mod rave;
mod report;
mod root_candidates;
mod run;
mod saved;
mod selection;
mod shared_proofs;
mod staircase;
mod table;
mod tree;
mod update;
mod virtual_loss;

pub use conspiracy::{Conspiracy, RANGE, Stability};
pub use expand::{Candidate, Expand, ExpandWith, Expansion, Outcome};
pub use frontier::{Frontier, OpenPosition};
pub use limits::{Limits, Stop};
pub(crate) use map_memory::{cheap_half, map_bytes};
pub use move_errors::{MAX_ERROR, first_errors, relative_score};
pub use post_order::{SearchedMove, SearchedPosition, Visited};
pub use report::{Report, RootMove};
pub use root_candidates::CANDIDATES;
pub use run::Search;
pub use saved::{LoadError, SavedSize};
pub use staircase::{
    Height, INFINITE, MINUS_INFINITY, Minimum, PLUS_INFINITY, Staircase, Step, Sum, Value,
};
pub use table::TableUsage;

use interval::Interval;
