//! Samples from the tree of a search, as in `TreeStrap` (J. Veness and others, *Bootstrapping from game tree search*, NIPS
//! 2009, <https://papers.nips.cc/paper/2009/hash/389bc7bb1e1c2a5e7e147703232a88f6-Abstract.html>).

use super::move_odds::{MoveOdds, expected, negamax, searched_odds};
use super::sample::{MoveLabel, PositionSample};
use super::self_play::{ProofLabels, SelfPlaySettings};
use crate::board::{Board, Cell, Color, Position, Size};
use crate::evaluation::{Assessment, Evaluator, Features, Networks};
use crate::nn::probability;
use crate::params::SearchParams;
use crate::player::HexGame;
use crate::search::{
    Candidate, Expand, Expansion, Limits, Outcome, Search, SearchedPosition, Stop,
};
use std::sync::Arc;

/// Searches positions as the engine does, with a given network. Every position of the tree with enough work becomes a sample:
/// these are positions that the network will evaluate.
#[derive(Debug)]
pub(super) struct TreeSampler {
    game: HexGame,
    search: Search<Cell>,
    limits: Limits,
    which: TreeSampleSettings,
}

/// Which positions of a tree become samples, and how. Their labels are of the moves that were expanded, by their proofs or by
/// negamax over the network's log-odds at the leaves.
#[derive(Clone, Copy, Debug)]
pub struct TreeSampleSettings {
    /// The least expansions at and below a position. With 1, positions of which no move was expanded are taken, too,
    /// without a label.
    pub least_work: u64,
    /// One of so many positions, chosen by their keys: the same in every run.
    pub one_of: u64,
    /// How proved moves are labelled.
    pub proofs: ProofLabels,
}

/// The samples and the verdict of a search.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// Of positions below the searched one; if that is decided, of itself as well.
    pub(super) samples: Vec<PositionSample>,
    /// On the searched position.
    pub(super) verdict: Verdict,
}

/// The value of a position, for the player to move.
#[derive(Clone, Debug)]
pub(super) enum Verdict {
    /// Whether it is won or lost.
    Decided(Outcome),
    /// The log-odds of the position, and those of its moves; after a search, only of the moves that it expanded.
    Open { log_odds: f32, moves: Vec<MoveOdds> },
}

/// The weight of the label of a move that was searched. That of a move that was played is 1.
const SEARCHED_WEIGHT: f32 = 0.25;

/// The budget of the search's table, which such a search does not reach.
const TABLE_MIB: u32 = 64;

impl TreeSampler {
    /// A sampler with these networks and settings.
    pub(super) fn new(networks: Arc<Networks>, settings: &SelfPlaySettings) -> Self {
        let nowhere =
            Position { board: Board::new(Size::new(1, 1).expect("a size")), to_play: Color::Black };
        Self {
            game: HexGame::new(nowhere, Evaluator::new(settings.position.clone(), networks)),
            search: Search::new(SearchParams { table_mib: TABLE_MIB, ..SearchParams::default() }),
            limits: Limits::expansions(settings.expansions),
            which: TreeSampleSettings {
                least_work: settings.least_work,
                one_of: 1,
                proofs: settings.proofs,
            },
        }
    }

    /// The verdict on a position without a search, by knowledge and the network.
    pub(super) fn assess(&mut self, position: &Position) -> Verdict {
        self.game.set_position(position.clone());
        let Expansion { outcome, moves, .. } = self.game.expand();
        let odds_of = |mv: &Candidate<Cell>| MoveOdds::open(mv.mv, mv.log_odds.unwrap_or_default());
        let moves: Vec<MoveOdds> = moves.iter().map(odds_of).collect();
        match outcome {
            Some(outcome) => Verdict::Decided(outcome),
            None => Verdict::Open { log_odds: expected(&moves), moves },
        }
    }

    /// A sample of an open position with labels of these moves, which were searched.
    pub(super) fn sample(&mut self, position: &Position, moves: &[MoveOdds]) -> PositionSample {
        self.game.set_position(position.clone());
        self.which.sample(&mut self.game, moves).expect("the position is open")
    }

    /// Searches a position whose game is not over; none if the signal comes.
    pub(super) fn search(&mut self, position: &Position, stop: &Stop) -> Option<Found> {
        let Self { game, search, limits, which } = self;
        game.set_position(position.clone());
        search.clear();
        let limits = Limits { stop: stop.clone(), ..limits.clone() };
        let outcome = search.run(game, &limits, &mut |_| ()).outcome;
        if stop.is_set() {
            return None;
        }
        let (mut samples, mut moves) = (Vec::new(), Vec::new());
        let log_odds = search.visit_post_order(
            game,
            &|_| Vec::new(),
            &Stop::default(),
            &mut |game, searched| {
                let is_root = game.position() == position;
                if is_root && outcome.is_none() {
                    moves = searched_moves(searched);
                    return negamax(searched);
                }
                let (value, sample) = which.visit(game, searched);
                samples.extend(sample);
                value
            },
        );
        let log_odds = log_odds.expect("it was searched");
        let verdict = outcome.map_or(Verdict::Open { log_odds, moves }, Verdict::Decided);
        Some(Found { samples, verdict })
    }
}

/// The moves that were searched, with what was found.
fn searched_moves(searched: &SearchedPosition<'_, Cell>) -> Vec<MoveOdds> {
    searched.moves.iter().filter_map(searched_odds).collect()
}

impl TreeSampleSettings {
    /// A value of a position, and the sample that it becomes, if any.
    pub(crate) fn visit(
        &self,
        game: &mut HexGame,
        searched: &SearchedPosition<'_, Cell>,
    ) -> (f32, Option<PositionSample>) {
        (negamax(searched), self.of(game, searched))
    }

    /// The sample of a position where the game stands, if it becomes one.
    fn of(
        &self,
        game: &mut HexGame,
        searched: &SearchedPosition<'_, Cell>,
    ) -> Option<PositionSample> {
        #[expect(clippy::cast_possible_truncation, reason = "any part of a key will do")]
        let is_chosen = (game.position().key() as u64).is_multiple_of(self.one_of);
        if !is_chosen || searched.work < self.least_work {
            return None;
        }
        let moves = searched_moves(searched);
        let is_labelled = !moves.is_empty() || self.least_work == 1;
        if is_labelled { self.sample(game, &moves) } else { None }
    }

    /// A sample of the position where the game stands with labels of these moves, which were searched; none if the
    /// position is decided without a search.
    fn sample(&self, game: &mut HexGame, moves: &[MoveOdds]) -> Option<PositionSample> {
        let label = |mv: &MoveOdds| MoveLabel {
            mv: mv.mv,
            target: probability(self.proofs.log_odds(mv)),
            weight: SEARCHED_WEIGHT,
            is_proved: mv.proof.is_some(),
        };
        let features: Features = match game.assess() {
            Assessment::Decided(_) => return None,
            Assessment::Open(evaluation) => evaluation.features,
        };
        let labels = moves.iter().map(label).collect();
        Some(PositionSample { position: game.position().clone(), features, labels })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{parse_diagram, position_after};
    use crate::params::PositionParams;

    fn sampler(proofs: ProofLabels) -> TreeSampler {
        let settings = SelfPlaySettings { expansions: 60, proofs, ..SelfPlaySettings::default() };
        TreeSampler::new(Networks::shipped(), &settings)
    }

    #[test]
    fn labels_of_proved_moves_are_correct() {
        let size = Size::new(6, 6).unwrap();
        let mut sampler = sampler(ProofLabels::Certain);
        let mut certain = 0;
        for opening in size.cells().step_by(2) {
            let mut position = Position { board: Board::new(size), to_play: Color::Black };
            position.play(opening);
            for PositionSample { position, labels, .. } in
                sampler.search(&position, &Stop::default()).unwrap().samples
            {
                for MoveLabel { mv, target, is_proved, .. } in labels {
                    let mut after = position.clone();
                    after.play(mv);
                    let evaluator = Evaluator::new(PositionParams::default(), Networks::shipped());
                    let mut game = HexGame::new(after, evaluator);
                    let mut search = Search::new(SearchParams::default());
                    let solved = search.run(&mut game, &Limits::default(), &mut |_| ());
                    let wins = solved.outcome == Some(Outcome::Lost);
                    if is_proved {
                        assert!(!(1e-4..=1.0 - 1e-4).contains(&target));
                        assert_eq!(target > 0.5, wins, "{}", position.board);
                        certain += 1;
                    }
                }
            }
        }
        assert!(certain > 20, "{certain}");
    }

    #[test]
    fn the_labels_of_proved_moves_alone_tell_the_length_of_proofs() {
        let position = position_after((6, 6), "b2");
        let [certain, by_length] = [ProofLabels::Certain, ProofLabels::Length]
            .map(|proofs| sampler(proofs).search(&position, &Stop::default()).unwrap().samples);
        let labels = |samples: &[PositionSample]| -> Vec<MoveLabel> {
            samples.iter().flat_map(|sample| sample.labels.clone()).collect()
        };
        let (certain, by_length) = (labels(&certain), labels(&by_length));
        assert_eq!(certain.len(), by_length.len());
        let mut lengths = Vec::new();
        for (certain, by_length) in certain.iter().zip(&by_length) {
            assert_eq!((certain.mv, certain.is_proved), (by_length.mv, by_length.is_proved));
            if certain.is_proved {
                assert_eq!(certain.target > 0.5, by_length.target > 0.5);
                let log_odds = (by_length.target / (1.0 - by_length.target)).ln().abs();
                lengths.push((2.0 * (6.0 - log_odds)).exp().round());
            } else {
                assert!((certain.target - by_length.target).abs() < 1e-6);
            }
        }
        assert!(lengths.iter().all(|length| (1.0..=60.0).contains(length)), "{lengths:?}");
        assert!(lengths.iter().any(|length| *length > lengths[0]), "{lengths:?}");
    }

    #[test]
    fn a_position_decided_without_a_search_gives_no_sample() {
        let board = parse_diagram(". . . .\n . . . .\n . B . .\n . . . .").unwrap();
        let position = Position { board, to_play: Color::White };
        let found = sampler(ProofLabels::Certain).search(&position, &Stop::default()).unwrap();
        assert!(matches!(found.verdict, Verdict::Decided(Outcome::Lost)));
        assert!(found.samples.is_empty());
    }
}
