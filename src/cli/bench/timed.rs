//! A game that knows how long its expansions took.

use crate::search::{Expand, Expansion};
use std::time::{Duration, Instant};

/// A game, and the time spent in its expansions. With several threads each has its own.
#[derive(Clone, Debug)]
pub(super) struct Timed<G> {
    game: G,
    time: Duration,
}

impl<G> Timed<G> {
    pub(super) fn new(game: G) -> Self {
        Self { game, time: Duration::ZERO }
    }

    /// The time in expansions so far.
    pub(super) fn time(&self) -> Duration {
        self.time
    }
}

impl<G: Expand> Expand for Timed<G> {
    type Move = G::Move;

    fn key_after(&self, mv: G::Move) -> u128 {
        self.game.key_after(mv)
    }

    fn key(&self) -> u128 {
        self.game.key()
    }

    fn play(&mut self, mv: G::Move) {
        self.game.play(mv);
    }

    fn undo(&mut self, mv: G::Move) {
        self.game.undo(mv);
    }

    fn expand(&mut self) -> Expansion<G::Move> {
        let start = Instant::now();
        let expansion = self.game.expand();
        self.time += start.elapsed();
        expansion
    }
}
