//! Samples for the training of the networks, from games of the engine against itself and from searches of some of their
//! positions. The networks learn from them in the Python program `src/training/learn.py`.
//!
//! A sample is a position with labels of some of its moves: each has a target, the probability that the move wins.
//!
//! * In each position of a game that was searched, the move played is labelled by TD(λ): the result mixed with the
//!   estimates in between (`self_play.rs`).
//! * The moves that a search expanded are labelled by what it found: a proof, or negamax over the network's log-odds at the
//!   leaves (`tree_samples.rs`).
//! * So are those of a solver's tree, which may have been kept in a file of knowledge.
//!
//! The second kind teaches the network about moves that it would not play, and makes its log-odds of a move agree with those
//! of the replies. The positions of both kinds are those that the engine will evaluate: virtual connections do not decide
//! them.

mod move_odds;
mod sample;
mod self_play;
mod shard;
mod tree_samples;

pub use sample::{MoveLabel, PositionSample};
pub use self_play::{ProofLabels, SelfPlay, SelfPlaySettings};
pub use shard::shard_bytes;
pub use tree_samples::TreeSampleSettings;
