//! Games between engines: openings, play to the end, results, and tuning by results.
//!
//! *Selfplay* is a game of this engine against itself, in this process ([`play_against_itself`]).
//!
//! In a *match* two engines A and B play, each a process that speaks GTP. Both games of a *pair* have the same
//! opening; A is Black in the first and White in the second. [`fixtures()`] lists the games to play. A
//! [`Referee`] plays one game and returns a [`Played`]. A [`Ledger`] appends it to a file, from which an
//! interrupted match can be resumed. A [`Standing`] sums the games up, and an [`Sprt`] decides when there are
//! enough.
//!
//! [`Spsa`] tunes parameters by pairs of games between two settings of this engine.

mod chances;
mod fixtures;
mod ledger;
mod openings;
mod played;
mod pool;
mod referee;
mod selfplay;
mod spsa;
mod sprt;
mod standing;
mod tally;

pub use fixtures::{Fixture, Shard, fixtures};
pub use ledger::{Ledger, LedgerError, read_ledger};
pub use openings::{Opening, OpeningsError, random_openings, read_openings};
pub use played::{MatchRules, Played, may_be_same_size};
pub use pool::{in_parallel, next_result};
pub use referee::{Contestant, Referee};
pub use selfplay::{Finished, play_against_itself};
pub use sprt::{Hypothesis, Sprt};
pub use spsa::{Gains, Spsa, Trial, TrialRecord, TrialResult};
pub use standing::{PairScores, Standing};
pub use tally::Tally;
