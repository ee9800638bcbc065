//! The steps of a reviewed game: what each gave away, and where the game turned.

use super::Judgement;
use crate::board::Color;
use crate::player::{Action, Forecast, Game, Move};
use std::collections::BTreeSet;

/// What the rule that the first stone may be swapped makes of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwapRole {
    /// It is the first stone. The best one is even.
    Opening,
    /// It is the answer, for which there was this swap as well.
    Answer(Move),
}

/// A step of the game, and what is thought of the positions before and after it.
#[derive(Clone, Debug)]
pub struct ReviewedStep {
    /// The moves up to here.
    pub number: usize,
    /// The step.
    pub action: Action,
    /// The position before it.
    pub before: Judgement,
    /// The position after it.
    pub after: Judgement,
    /// Its part in a swap; none if no swap was possible.
    pub swap_role: Option<SwapRole>,
    /// The player, by the colour: `black`, or `black (then white)` if sides are swapped in the game. None if stones
    /// were put by hand.
    pub player: Option<String>,
}

/// The steps of a game, as far as there are judgements. The first stone might be swapped if that is a rule of the game, or
/// if it was.
pub fn reviewed_steps(
    game: &Game,
    judgements: &[Judgement],
    has_swap_rule: bool,
) -> Vec<ReviewedStep> {
    let numbered = game.actions().scan(0, |moves, action| {
        *moves += usize::from(matches!(action, Action::Move(..)));
        Some((*moves, action))
    });
    let answer = swap_after_opening(game, has_swap_rule).map(SwapRole::Answer);
    let roles = [answer.map(|_| SwapRole::Opening), answer];
    let roles = roles.into_iter().chain(std::iter::repeat(None));
    let players = players(game);
    let with_swaps = numbered.zip(roles).zip(players).zip(judgements.windows(2));
    let steps = with_swaps.map(|((((number, action), swap_role), player), pair)| ReviewedStep {
        number,
        action: action.clone(),
        before: pair[0],
        after: pair[1],
        swap_role,
        player,
    });
    steps.collect()
}

/// The swap that was made of the first stone, or that could have been made under this rule.
fn swap_after_opening(game: &Game, has_swap_rule: bool) -> Option<Move> {
    let made = game.actions().nth(1).and_then(|answer| match answer {
        Action::Move(_, mv) if mv.is_swap() => Some(*mv),
        _ => None,
    });
    let swap = if game.board().size().is_square() { Move::SwapPieces } else { Move::SwapSides };
    made.or((has_swap_rule && begins_with_a_stone_to_swap(game)).then_some(swap))
}

/// Whether the first step of a game is a stone that the other player might swap.
pub fn begins_with_a_stone_to_swap(game: &Game) -> bool {
    let opening = game.after(1);
    opening.may_swap(opening.to_play())
}

/// The players who made the steps of a game, as [`ReviewedStep::player`] names them.
fn players(game: &Game) -> Vec<Option<String>> {
    let swaps_sides = |action: &Action| matches!(action, Action::Move(_, Move::SwapSides));
    let swap = game.actions().position(swaps_sides);
    let player = |(at, action): (usize, &Action)| {
        let Action::Move(color, _) = *action else { return None };
        let Some(swap) = swap else { return Some(color.to_string()) };
        let first = if at > swap { !color } else { color };
        Some(format!("{first} (then {})", !first))
    };
    game.actions().enumerate().map(player).collect()
}

/// The players' names, as in [`ReviewedStep::player`], and the chance that each gave away in a move, on the mean.
pub fn mean_losses(steps: &[ReviewedStep]) -> Vec<(&str, f32)> {
    let players: BTreeSet<&str> = steps.iter().filter_map(|step| step.player.as_deref()).collect();
    let mean_of = |player| {
        let own = steps.iter().filter(|step| step.player.as_deref() == Some(player));
        let losses: Vec<f32> = own.map(ReviewedStep::loss).collect();
        #[expect(clippy::cast_precision_loss, reason = "some dozens of moves")]
        let mean = losses.iter().sum::<f32>() / losses.len() as f32;
        (player, mean)
    };
    players.into_iter().map(mean_of).collect()
}

/// A move that gives away this chance, or more, could have been much better.
const MUCH: f32 = 0.05;

impl ReviewedStep {
    /// Who moved, and how; none if stones were put by hand.
    pub fn player_and_move(&self) -> Option<(Color, Move)> {
        match self.action {
            Action::Move(color, mv) => Some((color, mv)),
            Action::Edit(_) => None,
        }
    }

    /// The forecast of the result after the step, and the colour that the player has then; none if stones were put by hand.
    pub fn outcome(&self) -> Option<(Forecast, Color)> {
        self.player_and_move().map(|(color, mv)| (self.after.result, mv.color_after(color)))
    }

    /// The chance of the player after the step; none if stones were put by hand.
    pub fn chance(&self) -> Option<f32> {
        self.outcome().map(|(result, color)| result.chance_of(color))
    }

    /// The chance that the player gave away, as against the best move; 0 if stones were put by hand. The best opening
    /// is even where it may be swapped: any other gives away how far it is from that, whether it was swapped or not.
    pub fn loss(&self) -> f32 {
        let Some(((color, mv), chance)) = self.player_and_move().zip(self.chance()) else {
            return 0.0;
        };
        if self.swap_role == Some(SwapRole::Opening) {
            return (chance - 0.5).abs();
        }
        let best = self.best().filter(|(best, _)| mv != *best);
        best.map_or(0.0, |(_, then)| (then.chance_of(color) - chance).max(0.0))
    }

    /// The player's best move, and the forecast after it; a swap may be the best answer. None if it was not their turn, and
    /// for an opening that may be swapped, since the best one is not looked for.
    pub fn best(&self) -> Option<(Move, Forecast)> {
        let (color, _) = self.player_and_move()?;
        let (cell, then) = self.before.best_of(color)?;
        let stone = (Move::Place(cell), then);
        match self.swap_role {
            None => Some(stone),
            Some(SwapRole::Opening) => None,
            Some(SwapRole::Answer(swap)) => {
                let swapped = (swap, self.before.result.exchanged());
                let is_better = swapped.1.chance_of(color) > then.chance_of(color);
                Some(if is_better { swapped } else { stone })
            }
        }
    }

    /// Whether this is a turning point: another move kept the player ahead, and this one did not.
    pub fn is_turning_point(&self) -> bool {
        let is_ahead = |chance: f32| chance >= 0.5;
        let kept = self.player_and_move().zip(self.better());
        let kept = kept.is_some_and(|((color, _), (_, then))| is_ahead(then.chance_of(color)));
        kept && !self.chance().is_some_and(is_ahead)
    }

    /// The move that was much better, if there was one, and what it would have led to.
    pub fn better(&self) -> Option<(Move, Forecast)> {
        self.best().filter(|_| self.loss() >= MUCH)
    }
}
