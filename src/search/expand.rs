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

    /// The same result, seen by the other player.
    fn not(self) -> Outcome {
        match self {
            Outcome::Won => Outcome::Lost,
            Outcome::Lost => Outcome::Won,
        }
    }
}

/// A move with its relative error and, if the game has one, its prior, in natural logarithms. The weights of the two
/// are parameters of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// The relative error, (9) of SCNS15: how much worse a local heuristic scores the move than its best sibling.
    /// 0 for the best, infinite if the score is 0, or if there is none because the move was asked for although the heuristic
    /// left it out.
    pub relative_error: f64,
    /// The prior: the log-odds that the move wins. The game gives one to all moves of a position or to none.
    pub log_odds: Option<f32>,
}

impl<M> Candidate<M> {
    /// A move of a position whose moves are not compared, such as a decided one.
    pub fn unscored(mv: M) -> Self {
        Self { mv, relative_error: 0.0, log_odds: None }
    }
}

/// The result of expanding a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Expansion<M> {
    /// Who wins, if the position is decided. The search builds its proofs on this, so it must be proved.
    pub outcome: Option<Outcome>,
    /// The moves worth searching, at least one if the position is open. Of a decided position the first is the one to
    /// play, and there may be none.
    pub moves: Vec<Candidate<M>>,
    /// The key of what is left of the game. Two positions with the same residual key have the same winner, and a move
    /// that wins one wins the other: proofs are shared between them. A game that knows of no such positions gives the
    /// position's own key.
    pub residual_key: u128,
    /// The residual keys of the images of this position under symmetries, in an order that the game chooses; may be
    /// empty. Where image `i` has the residual key of another position, both have the same winner, and
    /// [`Expand::origin`] translates the moves. Proofs are shared between them.
    pub image_keys: Vec<u128>,
}

impl<M> Expansion<M> {
    /// The greatest prior of a move; none without moves or priors.
    pub fn best_log_odds(&self) -> Option<f32> {
        self.moves.iter().filter_map(|candidate| candidate.log_odds).reduce(f32::max)
    }
}

/// A game at some position. No position may occur twice in one line of play.
pub trait Expand {
    /// A move. It should be small: every node keeps a list of moves.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// The key of the position after this move. Different positions have different keys.
    fn key_after(&self, mv: Self::Move) -> u128;

    /// The key of the position.
    fn key(&self) -> u128;

    /// Makes a move.
    fn play(&mut self, mv: Self::Move);

    /// Takes back this move, which was the last one.
    fn undo(&mut self, mv: Self::Move);

    /// Called once at the root before a search. A game may compute there what all positions below share.
    fn prepare(&mut self) {}

    /// Translates a move of an image back to this position. `image` is an index into
    /// [`image_keys`](Expansion::image_keys).
    ///
    /// # Panics
    /// By default, which is for games without images.
    fn origin(&self, image: usize, mv: Self::Move) -> Self::Move {
        unreachable!("{mv:?} in image {image} of a game without images")
    }

    /// Expands the position: who wins it, or which moves to search.
    fn expand(&mut self) -> Expansion<Self::Move>;
}

/// A game whose positions are expanded by a function of the caller: to time, cache or disturb expansions.
#[derive(Clone, Debug)]
pub struct ExpandWith<G, F> {
    /// The game.
    pub game: G,
    /// Called instead of the game's own [`expand`](Expand::expand).
    pub expand: F,
}

impl<G: Expand, F: Fn(&mut G) -> Expansion<G::Move>> Expand for ExpandWith<G, F> {
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

    fn prepare(&mut self) {
        self.game.prepare();
    }

    fn origin(&self, image: usize, mv: G::Move) -> G::Move {
        self.game.origin(image, mv)
    }

    fn expand(&mut self) -> Expansion<G::Move> {
        (self.expand)(&mut self.game)
    }
}
