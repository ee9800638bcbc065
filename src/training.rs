//! How the network learns: from games against itself, and from searches of some of their positions.
//!
//! A sample is about a position. The move that was played in a game is labelled with what came of it. Moves
//! that a search looked at are labelled with what the search found: a proof, or what the network itself says
//! of the best replies, as far as the search went. So the network learns of moves that it would not play,
//! too; its log-odds of a move come to agree with those of the replies, without which the
//! search loses games however well the network plays alone; and it learns of just those positions that the
//! engine asks about, which are the ones that virtual connections have not decided.

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
