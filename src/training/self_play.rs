//! Self-play: games of the network alone. Some of their positions are searched for samples.

use super::move_odds::{MoveOdds, best, expected};
use super::sample::{MoveLabel, PositionSample};
use super::tree_samples::{TreeSampler, Verdict};
use crate::board::{Board, Cell, Color, Position, Size};
use crate::evaluation::Networks;
use crate::nn::probability;
use crate::params::PositionParams;
use crate::search::{Outcome, Stop};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, IteratorRandom};
use std::sync::Arc;

/// The settings of self-play.
#[derive(Clone, Debug)]
pub struct SelfPlaySettings {
    /// The most uniformly random moves at the start of a game. Their number is random, too.
    pub most_random_moves: usize,
    /// The least and the greatest temperature of a game. After the random moves a move is drawn with a probability
    /// proportional to its odds to the power of 1 / temperature: by what a search found where there was one, else by the
    /// network. The temperature is log-uniform.
    pub temperature: (f32, f32),
    /// The probability that a position is searched.
    pub search_probability: f64,
    /// The expansions of such a search.
    pub expansions: u64,
    /// The least expansions at and below a position of a search for a sample of it.
    pub least_work: u64,
    /// The probability that a game begins with some stones of one player, as puzzles and handicaps do.
    pub uneven_probability: f64,
    /// λ of temporal differences: the weight of the result in the label of a move that was played, against the
    /// expectations of the players later in the game.
    pub lambda: f32,
    /// The labels of proved moves.
    pub proofs: ProofLabels,
    /// The parameters of the evaluation.
    pub position: PositionParams,
}

/// The labels of proved moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProofLabels {
    /// A proved move is certain.
    #[default]
    Certain,
    /// The log-odds of a winning move are 6 less half the natural logarithm of the expansions of its proof, at least 0, and
    /// those of a losing one minus that. A network that learns from them prefers moves with short proofs.
    Length,
}

impl ProofLabels {
    /// The log-odds of the label of a move.
    pub(super) fn log_odds(self, mv: &MoveOdds) -> f32 {
        match (self, mv.proof) {
            #[expect(clippy::cast_precision_loss, reason = "the logarithm needs no more")]
            (Self::Length, Some(expansions)) => {
                (6.0 - (expansions as f32).ln() / 2.0).max(0.0).copysign(mv.log_odds)
            }
            _ => mv.log_odds,
        }
    }
}

impl Default for SelfPlaySettings {
    fn default() -> Self {
        Self {
            most_random_moves: 4,
            temperature: (0.04, 0.4),
            search_probability: 0.12,
            expansions: 120,
            least_work: 5,
            uneven_probability: 0.1,
            lambda: 0.85,
            proofs: ProofLabels::default(),
            position: PositionParams::default(),
        }
    }
}

/// A position whose best log-odds are farther from 0 than this is searched with a tenth of the probability: it teaches
/// little.
const SETTLED_LOG_ODDS: f32 = 4.5;

/// The most stones of one player that a game begins with: too few to join two edges.
const MOST_UNEVEN: usize = 3;

/// A move counts as best if its log-odds are lower than the best ones by no more than this.
const NEARLY_BEST: f32 = 0.25;

/// Plays games of a network against itself.
#[derive(Debug)]
pub struct SelfPlay {
    sampler: TreeSampler,
    settings: SelfPlaySettings,
}

/// A move of a game.
#[derive(Clone, Debug)]
struct Ply {
    /// The probability of winning before the move, as its player estimated it.
    win_probability: f32,
    /// Whether the move is the best or nearly so.
    is_best: bool,
    /// The sample of the position before the move, with the label of the move first; none if it was not searched.
    sample: Option<PositionSample>,
}

impl SelfPlay {
    /// Self-play of these networks.
    pub fn new(networks: Arc<Networks>, settings: SelfPlaySettings) -> Self {
        Self { sampler: TreeSampler::new(networks, &settings), settings }
    }

    /// Plays a game until it is decided, and returns its samples; none if the signal comes.
    pub fn play(
        &mut self,
        size: Size,
        random: &mut StdRng,
        stop: &Stop,
    ) -> Option<Vec<PositionSample>> {
        let mut position = self.first_position(size, random);
        let random_moves = random.random_range(0..=self.settings.most_random_moves);
        let (lowest, highest) = self.settings.temperature;
        let temperature = random.random_range(lowest.ln()..=highest.ln()).exp();
        let (mut plies, mut samples) = (Vec::new(), Vec::new());
        let result = loop {
            if stop.is_set() {
                return None;
            }
            let moves = match self.sampler.assess(&position) {
                Verdict::Decided(outcome) => break outcome,
                Verdict::Open { moves, .. } => moves,
            };
            let is_random = plies.len() < random_moves;
            let temperature = if is_random { f32::INFINITY } else { temperature };
            let MoveOdds { mut mv, log_odds, .. } = draw_move(&moves, temperature, random);
            let mut ply = Ply::of(log_odds, &moves);
            if self.is_to_be_searched(&moves, random) {
                let found = self.sampler.search(&position, stop)?;
                samples.extend(found.samples);
                match found.verdict {
                    Verdict::Decided(outcome) => break outcome,
                    Verdict::Open { log_odds, moves } => {
                        if !is_random {
                            mv = draw_move(&moves, temperature, random).mv;
                        }
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
        Some(samples)
    }

    /// The position that a game begins with: the empty board, or one with some stones of one player.
    fn first_position(&self, size: Size, random: &mut StdRng) -> Position {
        let mut board = Board::new(size);
        if random.random_bool(self.settings.uneven_probability) {
            let player = *Color::BOTH.choose(random).expect("two players");
            let stones = random.random_range(1..=MOST_UNEVEN);
            for cell in board.empty().iter().sample(random, stones) {
                board.place(player, cell);
            }
        }
        Position { board, to_play: *Color::BOTH.choose(random).expect("two players") }
    }

    /// Decides at random whether to search a position with these moves.
    fn is_to_be_searched(&self, moves: &[MoveOdds], random: &mut StdRng) -> bool {
        let share = if best(moves).abs() < SETTLED_LOG_ODDS { 1.0 } else { 0.1 };
        random.random_bool(share * self.settings.search_probability)
    }
}

/// Draws a move at this temperature.
fn draw_move(moves: &[MoveOdds], temperature: f32, random: &mut StdRng) -> MoveOdds {
    let best = best(moves);
    *moves
        .choose_weighted(random, |mv| ((mv.log_odds - best) / temperature).exp())
        .expect("an open position has a move")
}

impl Ply {
    /// A move with these log-odds, which is one of `moves`.
    fn of(odds: f32, moves: &[MoveOdds]) -> Self {
        let is_best = odds >= best(moves) - NEARLY_BEST;
        Self { win_probability: probability(expected(moves)), is_best, sample: None }
    }

    /// A move in a searched position: its sample, the position's log-odds, and those of the moves that the search expanded. A
    /// move that is not among them does not count as best.
    fn searched(mut sample: PositionSample, mv: Cell, odds: f32, moves: &[MoveOdds]) -> Self {
        let is_best =
            moves.iter().any(|other| other.mv == mv && other.log_odds >= odds - NEARLY_BEST);
        sample.labels.retain(|label| label.mv != mv);
        sample.labels.insert(0, MoveLabel { mv, target: 0.0, weight: 1.0, is_proved: false });
        Self { win_probability: probability(odds), is_best, sample: Some(sample) }
    }
}

/// Sets the targets of the moves that were played in a finished game, by TD(λ). `result` is for the player to move at
/// the end.
fn label_result(plies: &mut [Ply], result: Outcome, lambda: f32) {
    let mut later = if result == Outcome::Won { 1.0 } else { 0.0 };
    for Ply { win_probability, is_best, sample } in plies.iter_mut().rev() {
        let target = 1.0 - later;
        if let Some(sample) = sample {
            sample.labels[0].target = target;
        }
        // What follows a move that was not best says nothing about the moves before it.
        let lambda = if *is_best { lambda } else { 0.0 };
        later = *win_probability + lambda * (target - *win_probability);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::random_features;
    use rand::SeedableRng;

    #[test]
    fn targets_follow_from_the_result_and_the_expectations() {
        let position =
            Position { board: Board::new(Size::new(2, 2).unwrap()), to_play: Color::Black };
        let mv = position.board.empty().first().unwrap();
        let targets = |plies: &[(f32, bool)], result, lambda| -> Vec<f32> {
            let label = MoveLabel { mv, target: 0.5, weight: 1.0, is_proved: false };
            let features = random_features(&position);
            let sample =
                PositionSample { position: position.clone(), features, labels: vec![label] };
            let ply = |(win_probability, is_best): &(f32, bool)| Ply {
                win_probability: *win_probability,
                is_best: *is_best,
                sample: Some(sample.clone()),
            };
            let mut plies: Vec<Ply> = plies.iter().map(ply).collect();
            label_result(&mut plies, result, lambda);
            plies.into_iter().map(|ply| ply.sample.unwrap().labels[0].target).collect()
        };
        // The last move wins, so the move before it loses.
        assert_eq!(targets(&[(0.5, true), (0.5, true)], Outcome::Lost, 1.0), [0.0, 1.0]);
        // With λ = 0.5 the move before it wins with a probability of 0.25.
        assert_eq!(targets(&[(0.5, true), (0.5, true)], Outcome::Lost, 0.5), [0.25, 1.0]);
        assert_eq!(targets(&[(0.5, true), (0.5, true)], Outcome::Won, 1.0), [1.0, 0.0]);
        // The last move was not best: the expectation before it counts instead of the result.
        assert_eq!(targets(&[(0.5, true), (0.75, false)], Outcome::Lost, 1.0), [0.25, 1.0]);
    }

    #[test]
    fn samples_are_of_moves_on_empty_cells_of_open_positions() {
        let size = Size::new(8, 8).unwrap();
        let settings = SelfPlaySettings {
            search_probability: 0.5,
            expansions: 20,
            ..SelfPlaySettings::default()
        };
        let mut games = SelfPlay::new(Networks::shipped(), settings);
        let mut random = StdRng::seed_from_u64(1);
        let samples: Vec<PositionSample> = (0..20)
            .flat_map(|_| games.play(size, &mut random, &Stop::default()).unwrap())
            .collect();
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
    fn a_game_ends_at_the_signal() {
        let mut games = SelfPlay::new(Networks::shipped(), SelfPlaySettings::default());
        let stop = Stop::default();
        stop.set();
        let (size, mut random) = (Size::new(11, 11).unwrap(), StdRng::seed_from_u64(0));
        assert!(games.play(size, &mut random, &stop).is_none());
    }

    #[test]
    fn a_move_that_is_worse_by_the_search_is_not_best() {
        let position =
            Position { board: Board::new(Size::new(9, 9).unwrap()), to_play: Color::Black };
        let cells: Vec<Cell> = position.board.empty().iter().take(4).collect();
        let moves = [(0, 1.0), (1, 0.9), (2, 0.5)]
            .map(|(index, log_odds): (usize, f32)| MoveOdds::open(cells[index], log_odds));
        let settings = SelfPlaySettings { expansions: 10, ..SelfPlaySettings::default() };
        let mut sampler = TreeSampler::new(Networks::shipped(), &settings);
        let mut ply = |mv: Cell| Ply::searched(sampler.sample(&position, &moves), mv, 1.0, &moves);
        let is_best: Vec<bool> = cells.iter().map(|cell| ply(*cell).is_best).collect();
        assert_eq!(is_best, [true, true, false, false]);
        let labels = ply(cells[3]).sample.unwrap().labels;
        let labelled: Vec<Cell> = labels.iter().map(|label| label.mv).collect();
        assert_eq!(labelled, [cells[3], cells[0], cells[1], cells[2]]);
        assert_eq!(ply(cells[1]).sample.unwrap().labels.len(), 3);
    }
}
