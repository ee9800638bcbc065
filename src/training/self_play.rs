//! Games of the network against itself.

use crate::analysis::Analyzer;
use crate::board::{Board, Cell, Color, Position, Size};
use crate::params::AnalysisParams;
use crate::policy::{Lesson, Network, Policy};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use std::sync::Arc;

/// How games are played, and what is learned from them.
#[derive(Clone, Debug)]
pub struct Rules {
    /// At most so many moves at the start are any moves.
    pub most_random_moves: usize,
    /// The odds of a move's being played are its odds of winning to the power of 1 over this, which each
    /// game draws from this range. So games differ, and lesser moves are tried.
    pub temperatures: std::ops::Range<f32>,
    /// How much a lesson believes the result rather than what the network thought on the way to it: λ of
    /// the method of temporal differences.
    pub lambda: f32,
}

impl Default for Rules {
    fn default() -> Self {
        Self { most_random_moves: 4, temperatures: 0.12..0.6, lambda: 0.8 }
    }
}

/// Plays games against itself.
#[derive(Clone, Debug)]
pub struct Pupil {
    policy: Policy,
    analyzer: Analyzer,
    rules: Rules,
}

/// A move of a game.
struct Ply {
    lesson: Lesson,
    /// How probable the player to move thought it was to win.
    hope: f32,
    is_random: bool,
}

impl Pupil {
    /// A pupil that plays by this network.
    pub fn new(network: Arc<Network>, rules: Rules) -> Self {
        Self { policy: Policy::new(network), analyzer: analyzer(), rules }
    }

    /// Whether games on boards of this size teach anything: virtual connections decide small ones at once.
    pub fn can_learn_on(size: Size) -> bool {
        let start = Position { board: Board::new(size), to_play: Color::Black };
        analyzer().analyze(&start).winner.is_none()
    }

    /// Plays a game on an empty board and returns its lessons, one a move.
    pub fn play(&mut self, size: Size, random: &mut StdRng) -> Vec<Lesson> {
        let mut position = Position { board: Board::new(size), to_play: Color::Black };
        let random_moves = random.random_range(0..=self.rules.most_random_moves);
        let (low, high) = (self.rules.temperatures.start.ln(), self.rules.temperatures.end.ln());
        let temperature = random.random_range(low..high).exp();
        let mut plies: Vec<Ply> = Vec::new();
        loop {
            let analysis = self.analyzer.analyze(&position);
            if let Some(winner) = analysis.winner {
                let result = if winner == position.to_play { 1.0 } else { 0.0 };
                return lessons(plies, result, self.rules.lambda);
            }
            let logits = self.policy.logits(&position);
            let moves: Vec<Cell> = analysis.moves.iter().map(|scored| scored.cell).collect();
            let odds = Odds::new(&moves, &logits, temperature);
            let is_random = plies.len() < random_moves;
            let mv = if is_random {
                let empty: Vec<Cell> = position.board.empty().iter().collect();
                *empty.choose(random).expect("an open board has an empty cell")
            } else {
                moves[odds.draw(random)]
            };
            let lesson = Lesson { position: position.clone(), mv, target: 0.0 };
            plies.push(Ply { lesson, hope: odds.hope, is_random });
            position.play(mv);
        }
    }
}

/// Says which moves are worth a thought, and who has won.
fn analyzer() -> Analyzer {
    Analyzer::new(AnalysisParams::default().without_policy())
}

/// How probable moves are to be played.
struct Odds {
    weights: Vec<f32>,
    /// How probable a win is if they are played so.
    hope: f32,
}

impl Odds {
    fn new(moves: &[Cell], logits: &[f32], temperature: f32) -> Self {
        let logits: Vec<f32> = moves.iter().map(|cell| logits[cell.index()]).collect();
        let best = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let weights: Vec<f32> =
            logits.iter().map(|logit| ((logit - best) / temperature).exp()).collect();
        let winning = logits.iter().map(|logit| 1.0 / (1.0 + (-logit).exp()));
        let hope =
            weights.iter().zip(winning).map(|(weight, winning)| weight * winning).sum::<f32>();
        Self { hope: hope / weights.iter().sum::<f32>(), weights }
    }

    /// Draws a move, by its number.
    fn draw(&self, random: &mut StdRng) -> usize {
        let mut left = random.random_range(0.0..self.weights.iter().sum::<f32>());
        let taken = self.weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        taken.unwrap_or(0)
    }
}

/// The lessons of a game, `result` being how probable the player to move at its end is to win.
fn lessons(plies: Vec<Ply>, result: f32, lambda: f32) -> Vec<Lesson> {
    let mut later = result; // what the player to move at the next ply may expect
    let mut lessons: Vec<Lesson> = Vec::with_capacity(plies.len());
    for Ply { lesson, hope, is_random } in plies.into_iter().rev() {
        let target = 1.0 - later;
        lessons.push(Lesson { target, ..lesson });
        // A move that was not chosen says nothing about the moves before it.
        let belief = if is_random { 0.0 } else { lambda };
        later = hope + belief * (target - hope);
    }
    lessons
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ply(hope: f32, is_random: bool) -> Ply {
        let size = Size::new(2, 2).unwrap();
        let position = Position { board: Board::new(size), to_play: Color::Black };
        let lesson = Lesson { position, mv: size.cells().next().unwrap(), target: 0.0 };
        Ply { lesson, hope, is_random }
    }

    #[test]
    fn what_comes_of_a_move_goes_back_from_the_end() {
        let targets = |plies, lambda| -> Vec<f32> {
            lessons(plies, 1.0, lambda).iter().map(|lesson| lesson.target).collect()
        };
        // Whoever moves after the last move wins, so that move loses and the one before wins.
        assert_eq!(targets(vec![ply(0.5, false), ply(0.5, false)], 1.0), [0.0, 1.0]);
        // Half believed, the last but one is only 0.75 a win.
        assert_eq!(targets(vec![ply(0.5, false), ply(0.5, false)], 0.5), [0.0, 0.75]);
        // A random move is no argument: what was hoped for before it counts.
        assert_eq!(targets(vec![ply(0.5, false), ply(0.75, true)], 1.0), [0.0, 0.25]);
    }
}
