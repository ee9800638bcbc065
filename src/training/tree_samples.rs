//! Samples from the tree of a search.

use super::move_odds::{MoveOdds, best_of, expected, searched_odds};
use super::sample::{MoveLabel, PositionSample};
use crate::board::{Board, Cell, Color, Position, Size};
use crate::evaluation::{Assessment, Evaluator, Features, Networks};
use crate::nn::probability;
use crate::params::{PositionParams, SearchParams};
use crate::player::HexGame;
use crate::search::{Candidate, Expand, Expansion, Limits, Outcome, Search};
use std::sync::Arc;

/// Searches positions as the engine does, by a network, and labels the moves that were searched: by what is proved,
/// else by negamax over what the network says at the end of the search. Every position that took some work is a
/// sample, as in `TreeStrap` (J. Veness and others, *Bootstrapping from game tree search*, NIPS 2009): those are
/// the ones that the network will be asked about.
#[derive(Debug)]
pub(super) struct TreeSampler {
    game: HexGame,
    search: Search<Cell>,
    limits: Limits,
}

/// What a search found.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// About positions below the searched one; if it is decided, about itself, too.
    pub(super) samples: Vec<PositionSample>,
    /// About the searched one.
    pub(super) verdict: Verdict,
}

/// What was found about the searched position, for the player to move.
#[derive(Clone, Debug)]
pub(super) enum Verdict {
    /// Who wins.
    Decided(Outcome),
    /// What to expect, as log-odds, and those of the moves that were searched.
    Open { log_odds: f32, moves: Vec<MoveOdds> },
}

/// Positions with fewer expansions at and below them are no samples: little is known of them.
const LEAST_WORK: u64 = 5;

/// How much a move counts that was searched; one that was played counts 1.
const WEIGHT: f32 = 0.25;

/// Memory of a search; it is far less than this.
const TABLE_MIB: u32 = 64;

impl TreeSampler {
    /// Searches with these networks and parameters, so many expansions each time.
    pub(super) fn new(networks: Arc<Networks>, params: PositionParams, expansions: u64) -> Self {
        let nowhere =
            Position { board: Board::new(Size::new(1, 1).expect("a size")), to_play: Color::Black };
        Self {
            game: HexGame::new(nowhere, Evaluator::new(params, networks)),
            search: Search::new(SearchParams { table_mib: TABLE_MIB, ..SearchParams::default() }),
            limits: Limits::expansions(expansions),
        }
    }

    /// Looks at a position without a search: is it decided, and if not, what does the network say?
    pub(super) fn look(&mut self, position: &Position) -> Verdict {
        self.game.set_position(position.clone());
        let Expansion { outcome, moves, .. } = self.game.expand();
        let odds_of =
            |candidate: &Candidate<Cell>| (candidate.mv, candidate.log_odds.unwrap_or_default());
        let moves: Vec<MoveOdds> = moves.iter().map(odds_of).collect();
        match outcome {
            Some(outcome) => Verdict::Decided(outcome),
            None => Verdict::Open { log_odds: expected(&moves), moves },
        }
    }

    /// A sample of an open position with these moves, which were searched.
    pub(super) fn sample(&mut self, position: &Position, moves: &[MoveOdds]) -> PositionSample {
        self.game.set_position(position.clone());
        sample(&mut self.game, moves).expect("the position is open")
    }

    /// Searches a position of a game that is not over.
    pub(super) fn search(&mut self, position: &Position) -> Found {
        let Self { game, search, limits } = self;
        game.set_position(position.clone());
        search.clear();
        let outcome = search.run(game, limits, &mut |_| ()).outcome;
        let (mut samples, mut last) = (Vec::new(), Vec::new());
        let log_odds = search.visit_post_order(game, &mut |game, searched| {
            last = searched.moves.iter().filter_map(searched_odds).collect();
            let is_root = game.position() == position;
            if searched.work >= LEAST_WORK && !last.is_empty() && (!is_root || outcome.is_some()) {
                samples.extend(sample(game, &last));
            }
            best_of(searched)
        });
        let log_odds = log_odds.expect("it was searched");
        let verdict = outcome.map_or(Verdict::Open { log_odds, moves: last }, Verdict::Decided);
        Found { samples, verdict }
    }
}

/// A sample of the position where the game stands, with these moves, which were searched; none if it is decided
/// without a search.
fn sample(game: &mut HexGame, moves: &[MoveOdds]) -> Option<PositionSample> {
    let label = |(mv, log_odds): &MoveOdds| MoveLabel {
        mv: *mv,
        target: probability(*log_odds),
        weight: WEIGHT,
    };
    let features: Features = match game.assess() {
        Assessment::Decided(_) => return None,
        Assessment::Open(evaluation) => evaluation.features,
    };
    let labels = moves.iter().map(label).collect();
    Some(PositionSample { position: game.position().clone(), features, labels })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parse_diagram;
    use crate::nn::Network;

    fn sampler() -> TreeSampler {
        TreeSampler::new(Networks::new(Network::random(1)), PositionParams::default(), 60)
    }

    #[test]
    fn certain_labels_are_true() {
        let size = Size::new(6, 6).unwrap();
        let mut sampler = sampler();
        let mut certain = 0;
        for opening in size.cells().step_by(2) {
            let mut position = Position { board: Board::new(size), to_play: Color::Black };
            position.play(opening);
            for PositionSample { position, labels, .. } in sampler.search(&position).samples {
                for MoveLabel { mv, target, .. } in labels {
                    let mut after = position.clone();
                    after.play(mv);
                    let evaluator = Evaluator::new(PositionParams::default(), Networks::shipped());
                    let mut game = HexGame::new(after, evaluator);
                    let mut search = Search::new(SearchParams::default());
                    let solved = search.run(&mut game, &Limits::default(), &mut |_| ());
                    let wins = solved.outcome == Some(Outcome::Lost);
                    if !(1e-4..=1.0 - 1e-4).contains(&target) {
                        assert_eq!(target > 0.5, wins, "{}", position.board);
                        certain += 1;
                    }
                }
            }
        }
        assert!(certain > 20, "{certain}");
    }

    #[test]
    fn a_position_decided_without_a_search_is_no_sample() {
        let board = parse_diagram(". . . .\n . . . .\n . B . .\n . . . .").unwrap();
        let position = Position { board, to_play: Color::White };
        let found = sampler().search(&position);
        assert!(matches!(found.verdict, Verdict::Decided(Outcome::Lost)));
        assert!(found.samples.is_empty());
    }
}
