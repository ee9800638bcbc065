//! What a search finds out about moves.

use super::chance::{Chance, best_of, expected, seen_chance};
use crate::analysis::Analyzer;
use crate::board::{Board, Cell, Color, Position, Size};
use crate::params::{AnalysisParams, SearchParams};
use crate::player::{HexGame, Promises};
use crate::policy::{Lesson, Policy, Told, probability};
use crate::search::{Candidate, Expand, Expansion, Limits, Outcome, Search};

/// Searches positions as the engine does, by a network. Of every move that was looked at it tells what is
/// left of its promise after the replies, and the replies to these, as far as the search went; of what was
/// proved, the truth. Every position that took some work is a lesson, as in `TreeStrap` (J. Veness and
/// others, *Bootstrapping from game tree search*, NIPS 2009): those are the ones that the network will be
/// asked about.
#[derive(Debug)]
pub(super) struct Teacher {
    game: HexGame,
    search: Search<Cell>,
    limits: Limits,
    promises: Promises,
}

/// What a search found.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// About positions below the searched one; if it is decided, about itself, too.
    pub(super) lessons: Vec<Lesson>,
    /// About the searched one.
    pub(super) verdict: Verdict,
}

/// What was found about the searched position, for the player to move.
#[derive(Clone, Debug)]
pub(super) enum Verdict {
    /// Who wins.
    Decided(Outcome),
    /// What to expect, and the odds of the moves that were looked at.
    Open { odds: f32, moves: Vec<Chance> },
}

/// Positions with fewer expansions at and below them are no lessons: little is known of them.
const LEAST_WORK: u64 = 5;

/// How much a move counts that was searched; one that was played counts 1.
const WEIGHT: f32 = 0.25;

/// Memory of a search; it is far less than this.
const TABLE_MIB: u32 = 64;

impl Teacher {
    /// A teacher who looks at positions in this way, so many in a search.
    ///
    /// # Panics
    /// If the policy has no weight.
    pub(super) fn new(policy: Policy, params: AnalysisParams, expansions: u64) -> Self {
        let promises = Promises::with_weight(params.policy.policy_weight);
        let analyzer = Analyzer::with_policy(params, Some(policy));
        let nowhere =
            Position { board: Board::new(Size::new(1, 1).expect("a size")), to_play: Color::Black };
        Self {
            game: HexGame::with_analyzer(nowhere, analyzer),
            search: Search::new(SearchParams { table_mib: TABLE_MIB, ..SearchParams::default() }),
            limits: Limits::expansions(expansions),
            promises: promises.expect("a teacher asks the network"),
        }
    }

    /// Looks at a position without a search: is it decided, and if not, what does the network say?
    pub(super) fn look(&mut self, position: &Position) -> Verdict {
        self.game.set_position(position.clone());
        let Expansion { outcome, moves, .. } = self.game.expand();
        let odds_of = |candidate: &Candidate<Cell>| self.promises.odds(candidate.promise);
        let moves: Vec<Chance> =
            moves.iter().map(|candidate| (candidate.mv, odds_of(candidate))).collect();
        match outcome {
            Some(outcome) => Verdict::Decided(outcome),
            None => Verdict::Open { odds: expected(&moves), moves },
        }
    }

    /// A lesson about moves of an open position that were searched.
    pub(super) fn lesson(&mut self, position: &Position, moves: &[Chance]) -> Lesson {
        self.game.set_position(position.clone());
        lesson(&mut self.game, moves)
    }

    /// Searches a position of a game that is not over.
    pub(super) fn search(&mut self, position: &Position) -> Found {
        let Self { game, search, limits, promises } = self;
        game.set_position(position.clone());
        search.clear();
        let outcome = search.run(game, limits, &mut |_| ()).outcome;
        let (mut lessons, mut last) = (Vec::new(), Vec::new());
        let odds = search.look_back(game, &mut |game, searched| {
            last = searched.moves.iter().filter_map(seen_chance).collect();
            let is_root = game.position() == position;
            if searched.work >= LEAST_WORK && !last.is_empty() && (!is_root || outcome.is_some()) {
                lessons.push(lesson(game, &last));
            }
            best_of(*promises, searched)
        });
        let odds = odds.expect("it was searched");
        let verdict = outcome.map_or(Verdict::Open { odds, moves: last }, Verdict::Decided);
        Found { lessons, verdict }
    }
}

/// A lesson about moves that were searched where the game stands.
fn lesson(game: &mut HexGame, moves: &[Chance]) -> Lesson {
    let told = |(mv, odds): &Chance| Told { mv: *mv, target: probability(*odds), weight: WEIGHT };
    let insight = game.analysis().insight();
    Lesson { position: game.position().clone(), insight, moves: moves.iter().map(told).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parse_diagram;
    use crate::policy::Network;

    fn teacher() -> Teacher {
        Teacher::new(Policy::new(&Network::random(1)), AnalysisParams::default(), 60)
    }

    #[test]
    fn what_is_told_as_certain_is_true() {
        let size = Size::new(6, 6).unwrap();
        let mut teacher = teacher();
        let mut certain = 0;
        for opening in size.cells().step_by(2) {
            let mut position = Position { board: Board::new(size), to_play: Color::Black };
            position.play(opening);
            for Lesson { position, moves, .. } in teacher.search(&position).lessons {
                for Told { mv, target, .. } in moves {
                    let mut after = position.clone();
                    after.play(mv);
                    let mut game = HexGame::new(after, AnalysisParams::default());
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
    fn a_position_decided_without_a_search_is_no_lesson() {
        let board = parse_diagram(". . . .\n . . . .\n . B . .\n . . . .").unwrap();
        let position = Position { board, to_play: Color::White };
        let found = teacher().search(&position);
        assert!(matches!(found.verdict, Verdict::Decided(Outcome::Lost)));
        assert!(found.lessons.is_empty());
    }
}
