//! Games between players: openings, play to the end, and the count of results.
//!
//! A *selfplay* game is one of the engine against itself, in this process. In a *match* two engines A
//! and B, each a process that speaks GTP, play every opening twice, with both colours: a *pair* of games.
//! The [`Referee`] plays one game and tells how it went, a [`Played`]; a [`Ledger`] keeps these in a file, from which the match goes on; a [`Standing`] is what they come to, and an [`Sprt`] says when
//! they are enough. [`Spsa`] tunes parameters by pairs of games between settings.

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
pub use played::{MatchRules, Played};
pub use pool::{in_parallel, next_result};
pub use referee::{Contestant, Referee};
pub use selfplay::{Finished, play_against_itself};
pub use sprt::{Hypothesis, Sprt};
pub use spsa::{Gains, Spsa, Trial, TrialRecord, TrialResult};
pub use standing::{PairScores, Standing};
pub use tally::Tally;
