//! How the policy network learns: games of the network against itself, from which it takes lessons, over
//! and over.
//!
//! A lesson is about a position of a game. Of the move that was played it tells what came of it; of some
//! others, the best and any, what the network thinks itself one move and its best replies later. So it
//! learns of moves that it would not play, too, and to promise of a move what it will say of the replies
//! to it: where it promised more, the search lost games by it, however well the network played alone.

mod adam;
mod learner;
mod muon;
mod self_play;

pub use learner::Learner;
pub use self_play::{Pupil, Rules};
