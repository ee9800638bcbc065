//! Games of the search against itself.

use crate::analysis::Analyzer;
use crate::board::{Board, Cell, Color, Position, Size};
use crate::params::Params;
use crate::player::HexGame;
use crate::policy::{Lesson, Network, Policy, Told};
use crate::search::{Expand, Limits, Outcome, Report, Reviewed, Search, Value};
use fxhash::FxHashMap;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use std::sync::Arc;

/// How games are played, and what is learned from them.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Expansions a move.
    pub expansions: u64,
    /// At most so many moves at the start are any moves.
    pub most_random_moves: usize,
    /// At most so many moves after those are drawn, each by its share of the expansions; then the best are
    /// played. So games differ, and lesser moves are tried.
    pub most_drawn_moves: usize,
    /// A position is a lesson if there are so many expansions at it and below.
    pub least_work: u64,
    /// How much it counts what the network says of moves that the search did not look at: nothing tells
    /// whether it is right, but without it they are what is paid for better odds of the others.
    pub weight_of_unseen: f32,
    /// How much a lesson about a move that was played believes the result rather than what the search
    /// thought on the way to it: λ of the method of temporal differences.
    pub lambda: f32,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            expansions: 100,
            most_random_moves: 4,
            most_drawn_moves: 12,
            least_work: 12,
            weight_of_unseen: 0.1,
            lambda: 0.8,
        }
    }
}

/// Plays games against itself.
#[derive(Clone, Debug)]
pub struct Pupil {
    params: Params,
    policy: Policy,
    rules: Rules,
}

/// A move of a game.
#[derive(Clone, Copy, Debug)]
struct Ply {
    /// The position before it.
    key: u128,
    mv: Cell,
    /// How probable the player to move thought it was to win.
    hope: f32,
    is_best: bool,
}

/// What a game teaches, by positions; of a position that was searched twice, what was found last.
type Lessons = FxHashMap<u128, Lesson>;

impl Pupil {
    /// A pupil that plays by this network.
    pub fn new(network: Arc<Network>, rules: Rules) -> Self {
        Self { params: Params::default(), policy: Policy::new(network), rules }
    }

    /// Whether games on boards of this size teach anything: virtual connections decide small ones at once.
    pub fn can_learn_on(size: Size) -> bool {
        let start = Position { board: Board::new(size), to_play: Color::Black };
        Analyzer::new(Params::default().analysis.without_policy()).analyze(&start).winner.is_none()
    }

    /// Plays a game on an empty board and returns its lessons.
    pub fn play(&self, size: Size, random: &mut StdRng) -> Vec<Lesson> {
        let mut game = self.opening(size, random);
        let mut search = Search::new(self.params.search.clone());
        let limits = Limits::expansions(self.rules.expansions);
        let drawn_moves = random.random_range(0..=self.rules.most_drawn_moves);
        let (mut lessons, mut plies) = (Lessons::default(), Vec::new());
        loop {
            let report = search.run(&mut game, &limits, &mut |_| ());
            let review = &mut |game: &HexGame, moves: &[Reviewed<Cell>]| {
                lessons.insert(game.key(), self.lesson(game, moves));
            };
            let hope = self.odds(search.review(&mut game, self.rules.least_work, review));
            if let Some(outcome) = report.outcome {
                let result = if outcome == Outcome::Won { 1.0 } else { 0.0 };
                tell_result(&mut lessons, &plies, result, self.rules.lambda);
                return lessons.into_values().collect();
            }
            let best = report.best().expect("an open position has a move");
            let mv = if plies.len() < drawn_moves { draw(&report, random) } else { best };
            plies.push(Ply { key: game.key(), mv, hope, is_best: mv == best });
            game.play(mv);
        }
    }

    /// An empty board and some moves at random.
    fn opening(&self, size: Size, random: &mut StdRng) -> HexGame {
        let mut position = Position { board: Board::new(size), to_play: Color::Black };
        for _ in 0..random.random_range(0..=self.rules.most_random_moves) {
            let empty: Vec<Cell> = position.board.empty().iter().collect();
            position.play(*empty.choose(random).expect("more cells than moves"));
        }
        let analyzer =
            Analyzer::with_policy(self.params.analysis.clone(), Some(self.policy.clone()));
        HexGame::with_analyzer(position, analyzer)
    }

    fn lesson(&self, game: &HexGame, moves: &[Reviewed<Cell>]) -> Lesson {
        let told = |reviewed: &Reviewed<Cell>| Told {
            mv: reviewed.mv,
            target: self.odds(reviewed.promise),
            weight: if reviewed.work > 0 { 1.0 } else { self.rules.weight_of_unseen },
        };
        Lesson { position: game.position().clone(), moves: moves.iter().map(told).collect() }
    }

    /// How probable a win is that is promised so.
    #[expect(clippy::cast_possible_truncation, reason = "from 0 to 1")]
    fn odds(&self, promise: Value) -> f32 {
        let weight = self.params.analysis.policy.policy_weight;
        (1.0 / (1.0 + (f64::from(-promise) / (1000.0 * weight)).exp())) as f32
    }
}

/// Draws a move by its share of the work.
fn draw(report: &Report<Cell>, random: &mut StdRng) -> Cell {
    let drawn = report.moves.choose_weighted(random, |root_move| root_move.work);
    drawn.expect("a move was searched").mv
}

/// Puts into the lessons what came of the moves that were played, `result` being how probable the player
/// to move at the end is to win.
fn tell_result(lessons: &mut Lessons, plies: &[Ply], result: f32, lambda: f32) {
    let mut later = result; // what the player to move at the next ply may expect
    for Ply { key, mv, hope, is_best } in plies.iter().rev() {
        let target = 1.0 - later;
        let told = lessons.get_mut(key).into_iter().flat_map(|lesson| &mut lesson.moves);
        told.filter(|told| told.mv == *mv).for_each(|told| told.target = target);
        // A move that was not the best says nothing about the moves before it.
        let belief = if *is_best { lambda } else { 0.0 };
        later = hope + belief * (target - hope);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_of_a_move_goes_back_from_the_end() {
        let size = Size::new(2, 2).unwrap();
        let position = Position { board: Board::new(size), to_play: Color::Black };
        let mv = size.cells().next().unwrap();
        let targets = |plies: &[(f32, bool)], lambda| -> Vec<f32> {
            let told = Told { mv, target: 0.5, weight: 1.0 };
            let lesson = Lesson { position: position.clone(), moves: vec![told] };
            let keys = 0..plies.len() as u128;
            let mut lessons: Lessons = keys.clone().map(|key| (key, lesson.clone())).collect();
            let ply = |(key, (hope, is_best)): (u128, &(f32, bool))| Ply {
                key,
                mv,
                hope: *hope,
                is_best: *is_best,
            };
            let plies: Vec<Ply> = keys.clone().zip(plies).map(ply).collect();
            tell_result(&mut lessons, &plies, 1.0, lambda);
            keys.map(|key| lessons[&key].moves[0].target).collect()
        };
        // Whoever moves after the last move wins, so that move loses and the one before wins.
        assert_eq!(targets(&[(0.5, true), (0.5, true)], 1.0), [1.0, 0.0]);
        // Half believed, the last but one is only 0.75 a win.
        assert_eq!(targets(&[(0.5, true), (0.5, true)], 0.5), [0.75, 0.0]);
        // A lesser move is no argument: what was hoped for before it counts.
        assert_eq!(targets(&[(0.5, true), (0.75, false)], 1.0), [0.25, 0.0]);
    }

    #[test]
    fn lessons_are_of_positions_of_the_trees() {
        let size = Size::new(6, 6).unwrap();
        let rules = Rules { expansions: 30, least_work: 3, ..Rules::default() };
        let pupil = Pupil::new(Arc::new(Network::random(1)), rules);
        let mut random = rand::SeedableRng::seed_from_u64(1);
        let lessons: Vec<Lesson> = (0..10).flat_map(|_| pupil.play(size, &mut random)).collect();
        assert!(lessons.len() > 20);
        let moves = || lessons.iter().flat_map(|lesson| &lesson.moves);
        assert!(moves().all(|told| (0.0..=1.0).contains(&told.target)));
        assert!(moves().any(|told| told.weight < 1.0) && moves().any(|told| told.target > 0.999));
        let plays_on_stones = |lesson: &Lesson| {
            lesson.moves.iter().any(|told| lesson.position.board.color_at(told.mv).is_some())
        };
        assert!(!lessons.iter().any(plays_on_stones));
    }
}
