//! How the policy network learns: games of the search against itself, from which it takes lessons, over
//! and over.
//!
//! Every position in which the search did some work is a lesson: of each move that it looked at there, the
//! network is to say at once what it took the search the tree below to find out. So it learns about the
//! very positions and moves that the search will ask it for, good and bad, from proofs and from what it
//! thinks itself some moves later (J. Veness and others, *Bootstrapping from game tree search*, NIPS
//! 2009, have this as `TreeStrap`). Of the moves that were played it learns what came of them, too.

mod adam;
mod learner;
mod muon;
mod self_play;

pub use learner::Learner;
pub use self_play::{Pupil, Rules};
