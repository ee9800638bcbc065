//! Games of the network against itself, without a search.

use crate::board::{Board, Cell, Color, Position, Size};
use crate::policy::{Lesson, Network, Policy, Told, probability};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use std::sync::Arc;

/// How games are played, and what is learned from them.
#[derive(Clone, Debug)]
pub struct Rules {
    /// At most so many moves at the start are any moves.
    pub most_random_moves: usize,
    /// Those after them are drawn, each by its chances to the power of one over the game's warmth: between
    /// these, every factor as likely as any other. So games differ, and lesser moves are tried.
    pub warmth: (f32, f32),
    /// How probable a position is to be a lesson.
    pub share: f64,
    /// Moves of a lesson besides the one played: so many of the best, and so many of all others.
    pub others: (usize, usize),
    /// Best replies that the network looks at to say more of such a move.
    pub replies: usize,
    /// How much such a move counts; the one played counts 1.
    pub weight_of_others: f32,
    /// How much a lesson about a move that was played believes the result rather than what the network
    /// thought on the way to it: λ of the method of temporal differences.
    pub lambda: f32,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            most_random_moves: 4,
            warmth: (0.04, 0.4),
            share: 0.12,
            others: (4, 2),
            replies: 4,
            weight_of_others: 0.25,
            lambda: 0.85,
        }
    }
}

/// A move and its odds of winning; here all odds are natural logarithms.
type Chance = (Cell, f32);

/// Odds that are as good as a win: what is known of won games.
const WON: f32 = 10.0;

/// Positions in which the best move has odds farther from even than this teach little: one in ten of those
/// that would be lessons is.
const SETTLED: f32 = 4.5;

/// A move whose odds are lower than the best by no more than this says what the best would have.
const NEARLY_BEST: f32 = 0.25;

/// How much better than another a move is to be so that the best alone is thought of.
const CLOSE: f32 = 0.1;

/// Plays games against itself.
#[derive(Clone, Debug)]
pub struct Pupil {
    policy: Policy,
    rules: Rules,
}

/// A move of a game.
#[derive(Clone, Debug)]
struct Ply {
    /// How probable the player to move thought it was to win.
    hope: f32,
    is_best: bool,
    /// The position before it, with this move first, if it is a lesson.
    lesson: Option<Lesson>,
}

impl Pupil {
    /// A pupil that plays by this network.
    pub fn new(network: Arc<Network>, rules: Rules) -> Self {
        Self { policy: Policy::new(network), rules }
    }

    /// Plays a game on an empty board and returns its lessons.
    pub fn play(&mut self, size: Size, random: &mut StdRng) -> Vec<Lesson> {
        let mut position = Position { board: Board::new(size), to_play: Color::Black };
        let random_moves = random.random_range(0..=self.rules.most_random_moves);
        let (coolest, warmest) = self.rules.warmth;
        let warmth = random.random_range(coolest.ln()..=warmest.ln()).exp();
        let mut plies = Vec::new();
        while position.board.winner().is_none() {
            let chances = self.chances(&position);
            let is_random = plies.len() < random_moves;
            let warmth = if is_random { f32::INFINITY } else { warmth };
            let best = best(&chances);
            let (mv, odds) = *chances
                .choose_weighted(random, |(_, odds)| ((odds - best) / warmth).exp())
                .expect("a game that is not over has a move");
            let share = if best.abs() < SETTLED { 1.0 } else { 0.1 } * self.rules.share;
            let is_lesson = random.random_bool(share);
            plies.push(Ply {
                hope: probability(expected(&chances)),
                is_best: !is_random && odds >= best - NEARLY_BEST,
                lesson: is_lesson.then(|| self.lesson(&mut position, mv, chances, random)),
            });
            position.play(mv);
        }
        tell_result(&mut plies, self.rules.lambda);
        plies.into_iter().filter_map(|ply| ply.lesson).collect()
    }

    /// All moves, with what the network says of them.
    fn chances(&mut self, position: &Position) -> Vec<Chance> {
        let logits = self.policy.logits(position);
        position.board.empty().iter().map(|cell| (cell, logits[cell.index()])).collect()
    }

    /// What a position teaches: of the move played, which comes first, it is told later.
    fn lesson(
        &mut self,
        position: &mut Position,
        played: Cell,
        mut chances: Vec<Chance>,
        random: &mut StdRng,
    ) -> Lesson {
        chances.retain(|(cell, _)| *cell != played);
        best_first(&mut chances);
        let (best, any) = self.rules.others;
        let rest = chances.split_off(best.min(chances.len()));
        chances.extend(rest.sample(random, any));
        let mut moves = vec![Told { mv: played, target: 0.0, weight: 1.0 }];
        for (mv, _) in chances {
            let target = probability(self.odds_of(position, mv, true));
            moves.push(Told { mv, target, weight: self.rules.weight_of_others });
        }
        Lesson { position: position.clone(), moves }
    }

    /// The odds of a move as the network sees them after it, or after it and the best replies to it.
    fn odds_of(&mut self, position: &mut Position, mv: Cell, with_replies: bool) -> f32 {
        position.play(mv);
        let odds = if position.board.winner().is_some() {
            WON
        } else {
            let mut replies = self.chances(position);
            if with_replies {
                best_first(&mut replies);
                replies.truncate(self.rules.replies);
                for (reply, odds) in &mut replies {
                    *odds = self.odds_of(position, *reply, false);
                }
            }
            -expected(&replies)
        };
        position.undo(mv);
        odds
    }
}

fn best(chances: &[Chance]) -> f32 {
    chances.iter().map(|(_, odds)| *odds).fold(f32::NEG_INFINITY, f32::max)
}

fn best_first(chances: &mut [Chance]) {
    chances.sort_by(|(_, one), (_, other)| other.total_cmp(one));
}

/// What the player to move may expect: about the odds of the best move, but the mean of those that are as
/// good. The best of many guesses is too good to be true.
fn expected(chances: &[Chance]) -> f32 {
    let best = best(chances);
    let weigh = |(_, odds): &Chance| ((odds - best) / CLOSE).exp();
    let weights: f32 = chances.iter().map(weigh).sum();
    let weighed = |chance: &Chance| weigh(chance) * chance.1.clamp(-2.0 * WON, 2.0 * WON);
    chances.iter().map(weighed).sum::<f32>() / weights
}

/// Puts into the lessons of a finished game what came of the moves that were played.
fn tell_result(plies: &mut [Ply], lambda: f32) {
    let mut later = 0.0; // what the player to move may expect: the last move has won
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

    #[test]
    fn what_comes_of_a_move_goes_back_from_the_end() {
        let position =
            Position { board: Board::new(Size::new(2, 2).unwrap()), to_play: Color::Black };
        let mv = position.board.empty().first().unwrap();
        let targets = |plies: &[(f32, bool)], lambda| -> Vec<f32> {
            let told = Told { mv, target: 0.5, weight: 1.0 };
            let lesson = Lesson { position: position.clone(), moves: vec![told] };
            let ply = |(hope, is_best): &(f32, bool)| Ply {
                hope: *hope,
                is_best: *is_best,
                lesson: Some(lesson.clone()),
            };
            let mut plies: Vec<Ply> = plies.iter().map(ply).collect();
            tell_result(&mut plies, lambda);
            plies.into_iter().map(|ply| ply.lesson.unwrap().moves[0].target).collect()
        };
        // Who makes the last move wins, so the move before it loses.
        assert_eq!(targets(&[(0.5, true), (0.5, true)], 1.0), [0.0, 1.0]);
        // Half believed, the move before it is only 0.75 a loss.
        assert_eq!(targets(&[(0.5, true), (0.5, true)], 0.5), [0.25, 1.0]);
        // A lesser move is no argument: what was hoped for before it counts.
        assert_eq!(targets(&[(0.5, true), (0.75, false)], 1.0), [0.25, 1.0]);
    }

    #[test]
    fn what_is_expected_is_near_the_best() {
        let expected_of = |odds: &[f32]| {
            let cells = Size::new(3, 3).unwrap().cells();
            expected(&cells.zip(odds.iter().copied()).collect::<Vec<Chance>>())
        };
        assert!((expected_of(&[1.0, -3.0]) - 1.0).abs() < 1e-6);
        assert!((expected_of(&[1.0, 0.9, -30.0]) - 0.973).abs() < 1e-3);
    }

    #[test]
    fn lessons_are_of_moves_on_empty_cells() {
        let size = Size::new(4, 4).unwrap();
        let rules = Rules { share: 1.0, ..Rules::default() };
        let mut pupil = Pupil::new(Arc::new(Network::random(1)), rules);
        let mut random = rand::SeedableRng::seed_from_u64(1);
        let lessons: Vec<Lesson> = (0..20).flat_map(|_| pupil.play(size, &mut random)).collect();
        assert!(lessons.len() > 100);
        for Lesson { position, moves } in &lessons {
            let empty = position.board.empty();
            assert_eq!(moves.len(), empty.len().min(7));
            assert!(moves.iter().enumerate().all(|(index, told)| {
                let told_before = moves[..index].iter().any(|before| before.mv == told.mv);
                empty.contains(told.mv) && !told_before && (0.0..=1.0).contains(&told.target)
            }));
            for told in moves {
                let mut after = position.clone();
                after.play(told.mv);
                assert!(after.board.winner().is_none() || told.target > 0.999, "it wins");
            }
        }
    }
}
