//! How the policy network learns: games against itself, from which it takes lessons, over and over.
//!
//! The network is asked for the odds of each move, as in Monte Carlo reinforcement learning: a move that
//! was played in a game is a lesson about the odds that it wins. Games end where virtual connections
//! decide them, so the network learns what the search needs it for, and from results that are certain.

mod adam;
mod learner;
mod muon;
mod self_play;

pub use learner::Learner;
pub use self_play::{Pupil, Rules};
