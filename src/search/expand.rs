//! The search's only view of a game.

use std::fmt::Debug;

/// Who wins a decided position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The player to move.
    Won,
    /// The other player.
    Lost,
}

impl std::ops::Not for Outcome {
    type Output = Outcome;

    /// The same, seen by the other player.
    fn not(self) -> Outcome {
        match self {
            Outcome::Won => Outcome::Lost,
            Outcome::Lost => Outcome::Won,
        }
    }
}

/// A move, how much worse it looks than the best of its siblings, and how good it looks at all. Both are
/// natural logarithms; the parameters of the search say how much each counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// The relative error by a local heuristic, (9) of SCNS15: 0 for the sibling that it likes best, infinite
    /// for one without any score.
    pub error: f64,
    /// The log-odds that the move wins; none, for all moves, if the game has no opinion.
    pub log_odds: Option<f32>,
}

/// What expanding a position brings to light.
#[derive(Clone, Debug, PartialEq)]
pub struct Expansion<M> {
    /// Whether the position is decided. Must be true: proofs rest on it.
    pub outcome: Option<Outcome>,
    /// The moves worth searching; not empty if the position is open. If it is decided, the first
    /// is the one to play, and there may be none.
    pub moves: Vec<Candidate<M>>,
    /// The key of what is left of the game. Where it is the same, the same player wins, and a move that
    /// wins does so there, too: proofs rest on it. The position's own key, if the game knows of no others
    /// like it.
    pub residual_key: u128,
    /// The keys of what is left of games that are images of this one, as by a symmetry: where an image has
    /// the residual key of a position, the same player wins by the moves of which those there are images.
    /// Proofs rest on it. May be empty.
    pub image_keys: Vec<u128>,
}

impl<M> Expansion<M> {
    /// The log-odds of the best move; none if there is none, or the game has no opinion.
    pub fn log_odds(&self) -> Option<f32> {
        self.moves.iter().filter_map(|candidate| candidate.log_odds).reduce(f32::max)
    }
}

/// A game, standing at some position. No position may come up twice in one line of play.
pub trait Expand {
    /// A move; small, since every node keeps a list of them.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// The key of the position reached by this move; different positions have different keys.
    fn key_after(&self, mv: Self::Move) -> u128;

    /// The key of the position itself.
    fn key(&self) -> u128;

    /// Makes a move.
    fn play(&mut self, mv: Self::Move);

    /// Takes back a move, the last one made.
    fn undo(&mut self, mv: Self::Move);

    /// Called once where a search starts: what is to be found out once for all that is below.
    fn start(&mut self) {}

    /// The move of which this one is the image, in the one of the [images](Expansion::image_keys) at this place.
    ///
    /// # Panics
    /// Unless the game says otherwise: for games whose expansions name no images.
    fn origin(&self, image: usize, mv: Self::Move) -> Self::Move {
        unreachable!("{mv:?} in image {image} of a game that names none")
    }

    /// Looks at the position: is it decided, and if not, what are the moves?
    fn expand(&mut self) -> Expansion<Self::Move>;
}

/// A game that looks at its positions in another way than its own: to time it, to remember, to disturb.
#[derive(Clone, Debug)]
pub struct LookedAt<G, F> {
    /// The game.
    pub game: G,
    /// What is called instead of the game's [`expand`](Expand::expand).
    pub look: F,
}

impl<G: Expand, F: Fn(&mut G) -> Expansion<G::Move>> Expand for LookedAt<G, F> {
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

    fn start(&mut self) {
        self.game.start();
    }

    fn origin(&self, image: usize, mv: G::Move) -> G::Move {
        self.game.origin(image, mv)
    }

    fn expand(&mut self) -> Expansion<G::Move> {
        (self.look)(&mut self.game)
    }
}
