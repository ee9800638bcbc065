//! Games between engines: openings, play to the end, results, and tuning by results.
//!
//! *Selfplay* is a game of this engine against itself, in this process ([`play_against_itself`]).
//!
//! In a *match* two engines A and B play, each a process that speaks GTP. Both games of a *pair* have the same
//! opening; A is Black in the first and White in the second. [`schedule()`] lists the games to play. A
//! [`Referee`] plays one game and returns a [`GameResult`]. A [`Ledger`] appends it to a file, from which an
//! interrupted match can be resumed. A [`MatchResult`] sums the games up, and an [`Sprt`] decides when there are
//! enough.
//!
//! [`Spsa`] tunes parameters by pairs of games between two settings of this engine.

mod game_result;
mod ledger;
mod match_result;
mod openings;
mod parallel;
mod referee;
mod reported_chance;
mod schedule;
mod selfplay;
mod sprt;
mod spsa;
mod tally;

pub use game_result::{GameResult, MatchRules};
pub use ledger::{Ledger, LedgerError, read_ledger};
pub use match_result::{MatchResult, PairScores};
pub use openings::{Opening, OpeningsError, random_openings, read_openings};
pub use parallel::{in_parallel, next_result};
pub use referee::{Contestant, Referee};
pub use schedule::{ScheduledGame, Shard, schedule};
pub use selfplay::{Finished, play_against_itself};
pub use sprt::{Hypothesis, Sprt};
pub use spsa::{Gains, Spsa, Trial, TrialRecord, TrialResult};
pub use tally::Tally;
