//! Games of the network against itself, without a search but for some of their positions.

use super::chance::{Chance, best, expected};
use super::teacher::{Teacher, Verdict};
use crate::board::{Board, Cell, Color, Position, Size};
use crate::params::AnalysisParams;
use crate::policy::{Lesson, Network, Policy, Told, probability};
use crate::search::Outcome;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

/// How games are played, and what is learned from them.
#[derive(Clone, Debug)]
pub struct Rules {
    /// At most so many moves at the start are any moves.
    pub most_random_moves: usize,
    /// Those after them are drawn, each by its chances to the power of one over the game's warmth: between
    /// these, every factor as likely as any other. So games differ, and lesser moves are tried.
    pub warmth: (f32, f32),
    /// How probable a position is to be searched.
    pub share: f64,
    /// Expansions of such a search.
    pub expansions: u64,
    /// How much a lesson about a move that was played believes the result rather than what was thought on
    /// the way to it: λ of the method of temporal differences.
    pub lambda: f32,
    /// How positions are looked at.
    pub analysis: AnalysisParams,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            most_random_moves: 4,
            warmth: (0.04, 0.4),
            share: 0.12,
            expansions: 120,
            lambda: 0.85,
            analysis: AnalysisParams::default(),
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
pub struct Pupil {
    teacher: Teacher,
    rules: Rules,
}

/// A move of a game.
#[derive(Clone, Debug)]
struct Ply {
    /// How probable the player to move thought it was to win.
    hope: f32,
    is_best: bool,
    /// The position before it, with this move first, if that was searched.
    lesson: Option<Lesson>,
}

impl Pupil {
    /// A pupil that plays by this network.
    pub fn new(network: &Network, rules: Rules) -> Self {
        let policy = Policy::new(network);
        Self { teacher: Teacher::new(policy, rules.analysis.clone(), rules.expansions), rules }
    }

    /// Plays a game on an empty board and returns its lessons. It ends when it is decided.
    pub fn play(&mut self, size: Size, random: &mut StdRng) -> Vec<Lesson> {
        let mut position = Position { board: Board::new(size), to_play: Color::Black };
        let random_moves = random.random_range(0..=self.rules.most_random_moves);
        let (coolest, warmest) = self.rules.warmth;
        let warmth = random.random_range(coolest.ln()..=warmest.ln()).exp();
        let (mut plies, mut lessons) = (Vec::new(), Vec::new());
        let result = loop {
            let chances = match self.teacher.look(&position) {
                Verdict::Decided(outcome) => break outcome,
                Verdict::Open { moves, .. } => moves,
            };
            let is_random = plies.len() < random_moves;
            let warmth = if is_random { f32::INFINITY } else { warmth };
            let (mv, odds) = draw(&chances, warmth, random);
            let mut ply = Ply::of(odds, &chances);
            if self.is_to_be_searched(&chances, random) {
                let found = self.teacher.search(&position);
                lessons.extend(found.lessons);
                match found.verdict {
                    Verdict::Decided(outcome) => break outcome,
                    Verdict::Open { odds, moves } => {
                        let lesson = self.teacher.lesson(&position, &moves);
                        ply = Ply::searched(lesson, mv, odds, &moves);
                    }
                }
            }
            ply.is_best &= !is_random;
            plies.push(ply);
            position.play(mv);
        };
        tell_result(&mut plies, result, self.rules.lambda);
        lessons.extend(plies.into_iter().filter_map(|ply| ply.lesson));
        lessons
    }

    fn is_to_be_searched(&self, chances: &[Chance], random: &mut StdRng) -> bool {
        let share = if best(chances).abs() < SETTLED { 1.0 } else { 0.1 };
        random.random_bool(share * self.rules.share)
    }
}

/// Draws a move in a game of this warmth.
fn draw(chances: &[Chance], warmth: f32, random: &mut StdRng) -> Chance {
    let best = best(chances);
    *chances
        .choose_weighted(random, |(_, odds)| ((odds - best) / warmth).exp())
        .expect("a game that is not over has a move")
}

impl Ply {
    /// A move with these odds, one of those.
    fn of(odds: f32, chances: &[Chance]) -> Self {
        let is_best = odds >= best(chances) - NEARLY_BEST;
        Self { hope: probability(expected(chances)), is_best, lesson: None }
    }

    /// A move in a position that was searched, with a lesson about the moves looked at, the odds there and
    /// those of these moves. It cannot be much if it was not among them.
    fn searched(mut lesson: Lesson, mv: Cell, odds: f32, moves: &[Chance]) -> Self {
        let is_best = moves.iter().any(|(other, its)| *other == mv && *its >= odds - NEARLY_BEST);
        lesson.moves.retain(|told| told.mv != mv);
        lesson.moves.insert(0, Told { mv, target: 0.0, weight: 1.0 });
        Self { hope: probability(odds), is_best, lesson: Some(lesson) }
    }
}

/// Puts into the lessons of a finished game what came of the moves that were played; this is how it ended
/// for the player to move then.
fn tell_result(plies: &mut [Ply], result: Outcome, lambda: f32) {
    let mut later = if result == Outcome::Won { 1.0 } else { 0.0 };
    for Ply { hope, is_best, lesson } in plies.iter_mut().rev() {
        let target = 1.0 - later;
        if let Some(lesson) = lesson {
            lesson.moves[0].target = target;
        }
        // A move that was not the best says nothing about the moves before it.
        let belief = if *is_best { lambda } else { 0.0 };
        later = *hope + belief * (target - *hope);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Insight;

    #[test]
    fn what_comes_of_a_move_goes_back_from_the_end() {
        let position =
            Position { board: Board::new(Size::new(2, 2).unwrap()), to_play: Color::Black };
        let mv = position.board.empty().first().unwrap();
        let targets = |plies: &[(f32, bool)], result, lambda| -> Vec<f32> {
            let told = Told { mv, target: 0.5, weight: 1.0 };
            let insight = Insight::default();
            let lesson = Lesson { position: position.clone(), insight, moves: vec![told] };
            let ply = |(hope, is_best): &(f32, bool)| Ply {
                hope: *hope,
                is_best: *is_best,
                lesson: Some(lesson.clone()),
            };
            let mut plies: Vec<Ply> = plies.iter().map(ply).collect();
            tell_result(&mut plies, result, lambda);
            plies.into_iter().map(|ply| ply.lesson.unwrap().moves[0].target).collect()
        };
        // Who makes the last move wins, so the move before it loses.
        assert_eq!(targets(&[(0.5, true), (0.5, true)], Outcome::Lost, 1.0), [0.0, 1.0]);
        // Half believed, the move before it is only 0.75 a loss.
        assert_eq!(targets(&[(0.5, true), (0.5, true)], Outcome::Lost, 0.5), [0.25, 1.0]);
        assert_eq!(targets(&[(0.5, true), (0.5, true)], Outcome::Won, 1.0), [1.0, 0.0]);
        // A lesser move is no argument: what was hoped for before it counts.
        assert_eq!(targets(&[(0.5, true), (0.75, false)], Outcome::Lost, 1.0), [0.25, 1.0]);
    }

    #[test]
    fn lessons_are_of_moves_on_empty_cells_of_open_positions() {
        let size = Size::new(8, 8).unwrap();
        let rules = Rules { share: 0.5, expansions: 20, ..Rules::default() };
        let mut pupil = Pupil::new(&Network::random(1), rules);
        let mut random = rand::SeedableRng::seed_from_u64(1);
        let lessons: Vec<Lesson> = (0..20).flat_map(|_| pupil.play(size, &mut random)).collect();
        assert!(lessons.len() > 100);
        for Lesson { position, insight, moves } in &lessons {
            let empty = position.board.empty();
            assert!(!moves.is_empty() && position.board.winner().is_none());
            assert!(moves.iter().all(|told| insight.moves.contains(told.mv)));
            assert!(moves.iter().enumerate().all(|(index, told)| {
                let told_before = moves[..index].iter().any(|before| before.mv == told.mv);
                empty.contains(told.mv) && !told_before && (0.0..=1.0).contains(&told.target)
            }));
        }
    }

    #[test]
    fn a_move_that_a_search_thinks_little_of_is_not_the_best() {
        let position =
            Position { board: Board::new(Size::new(2, 2).unwrap()), to_play: Color::Black };
        let cells: Vec<Cell> = position.board.empty().iter().collect();
        let moves = [(cells[0], 1.0), (cells[1], 0.9), (cells[2], 0.5)];
        let mut teacher = Teacher::new(Policy::default(), AnalysisParams::default(), 10);
        let mut ply = |mv: Cell| Ply::searched(teacher.lesson(&position, &moves), mv, 1.0, &moves);
        let is_best: Vec<bool> = cells.iter().map(|cell| ply(*cell).is_best).collect();
        assert_eq!(is_best, [true, true, false, false]);
        let told: Vec<Cell> =
            ply(cells[3]).lesson.unwrap().moves.iter().map(|told| told.mv).collect();
        assert_eq!(told, [cells[3], cells[0], cells[1], cells[2]]);
        assert_eq!(ply(cells[1]).lesson.unwrap().moves.len(), 3);
    }
}
