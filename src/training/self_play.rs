//! Games of the network against itself, without a search but for some of their positions.

use super::move_odds::{MoveOdds, best, expected};
use super::sample::{MoveLabel, PositionSample};
use super::tree_samples::{TreeSampler, Verdict};
use crate::board::{Board, Cell, Color, Position, Size};
use crate::evaluation::Networks;
use crate::nn::{Network, probability};
use crate::params::PositionParams;
use crate::search::Outcome;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

/// How games are played, and what is learned from them.
#[derive(Clone, Debug)]
pub struct SelfPlaySettings {
    /// At most so many moves at the start are any moves.
    pub most_random_moves: usize,
    /// Those after them are drawn, each by its odds to the power of one over the game's temperature, which lies between
    /// these, every factor as likely as any other. So games differ, and lesser moves are tried.
    pub temperature: (f32, f32),
    /// How probable a position is to be searched.
    pub share: f64,
    /// Expansions of such a search.
    pub expansions: u64,
    /// How much the label of a move that was played believes the result rather than what was thought on
    /// the way to it: λ of the method of temporal differences.
    pub lambda: f32,
    /// How positions are looked at.
    pub position: PositionParams,
}

impl Default for SelfPlaySettings {
    fn default() -> Self {
        Self {
            most_random_moves: 4,
            temperature: (0.04, 0.4),
            share: 0.12,
            expansions: 120,
            lambda: 0.85,
            position: PositionParams::default(),
        }
    }
}

/// Positions in which the best move has odds farther from even than this teach little: one in ten of those
/// that would be searched is.
const SETTLED: f32 = 4.5;

/// A move whose odds are lower than the best by no more than this says what the best would have.
const NEARLY_BEST: f32 = 0.25;

/// Plays games against itself.
#[derive(Debug)]
pub struct SelfPlay {
    sampler: TreeSampler,
    settings: SelfPlaySettings,
}

/// A move of a game.
#[derive(Clone, Debug)]
struct Ply {
    /// How probable the player to move thought it was to win.
    expected: f32,
    is_best: bool,
    /// The position before it, with this move first, if that was searched.
    sample: Option<PositionSample>,
}

impl SelfPlay {
    /// Plays by this network.
    pub fn new(network: &Network, settings: SelfPlaySettings) -> Self {
        let networks = Networks::new(network.clone());
        Self {
            sampler: TreeSampler::new(networks, settings.position.clone(), settings.expansions),
            settings,
        }
    }

    /// Plays a game on an empty board and returns its samples. It ends when it is decided.
    pub fn play(&mut self, size: Size, random: &mut StdRng) -> Vec<PositionSample> {
        let mut position = Position { board: Board::new(size), to_play: Color::Black };
        let random_moves = random.random_range(0..=self.settings.most_random_moves);
        let (lowest, highest) = self.settings.temperature;
        let temperature = random.random_range(lowest.ln()..=highest.ln()).exp();
        let (mut plies, mut samples) = (Vec::new(), Vec::new());
        let result = loop {
            let moves = match self.sampler.look(&position) {
                Verdict::Decided(outcome) => break outcome,
                Verdict::Open { moves, .. } => moves,
            };
            let is_random = plies.len() < random_moves;
            let temperature = if is_random { f32::INFINITY } else { temperature };
            let (mv, odds) = draw(&moves, temperature, random);
            let mut ply = Ply::of(odds, &moves);
            if self.is_to_be_searched(&moves, random) {
                let found = self.sampler.search(&position);
                samples.extend(found.samples);
                match found.verdict {
                    Verdict::Decided(outcome) => break outcome,
                    Verdict::Open { log_odds, moves } => {
                        let sample = self.sampler.sample(&position, &moves);
                        ply = Ply::searched(sample, mv, log_odds, &moves);
                    }
                }
            }
            ply.is_best &= !is_random;
            plies.push(ply);
            position.play(mv);
        };
        label_result(&mut plies, result, self.settings.lambda);
        samples.extend(plies.into_iter().filter_map(|ply| ply.sample));
        samples
    }

    fn is_to_be_searched(&self, moves: &[MoveOdds], random: &mut StdRng) -> bool {
        let share = if best(moves).abs() < SETTLED { 1.0 } else { 0.1 };
        random.random_bool(share * self.settings.share)
    }
}

/// Draws a move in a game of this temperature.
fn draw(moves: &[MoveOdds], temperature: f32, random: &mut StdRng) -> MoveOdds {
    let best = best(moves);
    *moves
        .choose_weighted(random, |(_, odds)| ((odds - best) / temperature).exp())
        .expect("a game that is not over has a move")
}

impl Ply {
    /// A move with these odds, one of those.
    fn of(odds: f32, moves: &[MoveOdds]) -> Self {
        let is_best = odds >= best(moves) - NEARLY_BEST;
        Self { expected: probability(expected(moves)), is_best, sample: None }
    }

    /// A move in a position that was searched, with a sample about the moves looked at, the odds there and
    /// those of these moves. It cannot be much if it was not among them.
    fn searched(mut sample: PositionSample, mv: Cell, odds: f32, moves: &[MoveOdds]) -> Self {
        let is_best = moves.iter().any(|(other, its)| *other == mv && *its >= odds - NEARLY_BEST);
        sample.labels.retain(|label| label.mv != mv);
        sample.labels.insert(0, MoveLabel { mv, target: 0.0, weight: 1.0 });
        Self { expected: probability(odds), is_best, sample: Some(sample) }
    }
}

/// Puts into the samples of a finished game what came of the moves that were played; this is how it ended
/// for the player to move then.
fn label_result(plies: &mut [Ply], result: Outcome, lambda: f32) {
    let mut later = if result == Outcome::Won { 1.0 } else { 0.0 };
    for Ply { expected, is_best, sample } in plies.iter_mut().rev() {
        let target = 1.0 - later;
        if let Some(sample) = sample {
            sample.labels[0].target = target;
        }
        // A move that was not the best says nothing about the moves before it.
        let belief = if *is_best { lambda } else { 0.0 };
        later = *expected + belief * (target - *expected);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::random_features;

    #[test]
    fn what_comes_of_a_move_goes_back_from_the_end() {
        let position =
            Position { board: Board::new(Size::new(2, 2).unwrap()), to_play: Color::Black };
        let mv = position.board.empty().first().unwrap();
        let targets = |plies: &[(f32, bool)], result, lambda| -> Vec<f32> {
            let label = MoveLabel { mv, target: 0.5, weight: 1.0 };
            let features = random_features(&position);
            let sample =
                PositionSample { position: position.clone(), features, labels: vec![label] };
            let ply = |(expected, is_best): &(f32, bool)| Ply {
                expected: *expected,
                is_best: *is_best,
                sample: Some(sample.clone()),
            };
            let mut plies: Vec<Ply> = plies.iter().map(ply).collect();
            label_result(&mut plies, result, lambda);
            plies.into_iter().map(|ply| ply.sample.unwrap().labels[0].target).collect()
        };
        // Who makes the last move wins, so the move before it loses.
        assert_eq!(targets(&[(0.5, true), (0.5, true)], Outcome::Lost, 1.0), [0.0, 1.0]);
        // Half believed, the move before it is only 0.75 a loss.
        assert_eq!(targets(&[(0.5, true), (0.5, true)], Outcome::Lost, 0.5), [0.25, 1.0]);
        assert_eq!(targets(&[(0.5, true), (0.5, true)], Outcome::Won, 1.0), [1.0, 0.0]);
        // A lesser move is no argument: what was expectedd for before it counts.
        assert_eq!(targets(&[(0.5, true), (0.75, false)], Outcome::Lost, 1.0), [0.25, 1.0]);
    }

    #[test]
    fn samples_are_of_moves_on_empty_cells_of_open_positions() {
        let size = Size::new(8, 8).unwrap();
        let settings =
            SelfPlaySettings { share: 0.5, expansions: 20, ..SelfPlaySettings::default() };
        let mut games = SelfPlay::new(&Network::random(1), settings);
        let mut random = rand::SeedableRng::seed_from_u64(1);
        let samples: Vec<PositionSample> =
            (0..20).flat_map(|_| games.play(size, &mut random)).collect();
        assert!(samples.len() > 100);
        for PositionSample { position, features, labels } in &samples {
            let empty = position.board.empty();
            assert!(!labels.is_empty() && position.board.winner().is_none());
            assert!(labels.iter().all(|label| features.moves.contains(label.mv)));
            assert!(labels.iter().enumerate().all(|(index, label)| {
                let label_before = labels[..index].iter().any(|before| before.mv == label.mv);
                empty.contains(label.mv) && !label_before && (0.0..=1.0).contains(&label.target)
            }));
        }
    }

    #[test]
    fn a_move_that_a_search_thinks_little_of_is_not_the_best() {
        let position =
            Position { board: Board::new(Size::new(9, 9).unwrap()), to_play: Color::Black };
        let cells: Vec<Cell> = position.board.empty().iter().take(4).collect();
        let moves = [(cells[0], 1.0), (cells[1], 0.9), (cells[2], 0.5)];
        let mut sampler = TreeSampler::new(Networks::shipped(), PositionParams::default(), 10);
        let mut ply = |mv: Cell| Ply::searched(sampler.sample(&position, &moves), mv, 1.0, &moves);
        let is_best: Vec<bool> = cells.iter().map(|cell| ply(*cell).is_best).collect();
        assert_eq!(is_best, [true, true, false, false]);
        let labels = ply(cells[3]).sample.unwrap().labels;
        let labelled: Vec<Cell> = labels.iter().map(|label| label.mv).collect();
        assert_eq!(labelled, [cells[3], cells[0], cells[1], cells[2]]);
        assert_eq!(ply(cells[1]).sample.unwrap().labels.len(), 3);
    }
}
