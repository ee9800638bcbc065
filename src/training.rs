//! Training of the network, from games against itself and from searches of some of their positions.
//!
//! A sample is a position with labels of some of its moves: each has a target, the probability that the move wins.
//!
//! * In each position of a game that was searched, the move played is labelled by TD(λ): the result mixed with the
//!   estimates in between (`self_play.rs`).
//! * The moves that a search expanded are labelled by what it found: a proof, or negamax over the network's log-odds at the
//!   leaves (`tree_samples.rs`).
//!
//! The second kind teaches the network about moves that it would not play, and makes its log-odds of a move agree with those
//! of the replies. The positions of both kinds are those that the engine will evaluate: virtual connections do not decide
//! them.
//!
//! One step of the optimizer takes a batch of samples. Muon updates the hidden layers (`muon.rs`), Adam all
//! other weights (`adam.rs`).

mod adam;
mod learner;
mod move_odds;
mod muon;
mod sample;
mod self_play;
mod tree_samples;

pub use learner::Learner;
pub use sample::{MoveLabel, PositionSample};
pub use self_play::{SelfPlay, SelfPlaySettings};
