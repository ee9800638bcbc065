//! How the policy network learns: from games against itself, and from searches of some of their positions.
//!
//! A lesson is about a position. Of the move that was played in a game it tells what came of it. Of moves
//! that a search looked at it tells what the search found: a proof, or what the network itself says
//! of the best replies, as far as the search went. So the network learns of moves that it would not play,
//! too; to promise of a move what it will say of the replies to it, since where it promised more the
//! search lost games by it, however well the network played alone; and of just those positions that the
//! engine asks about, which are the ones that virtual connections have not decided.

mod adam;
mod chance;
mod learner;
mod muon;
mod self_play;
mod teacher;

pub use learner::Learner;
pub use self_play::{Pupil, Rules};
