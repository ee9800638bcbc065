//! Odds of winning: what the network promises of moves, and what a search makes of it.
//!
//! All odds are natural logarithms.

use crate::board::Cell;
use crate::player::Promises;
use crate::search::{Outcome, Searched, SearchedMove};

/// A move and its odds.
pub(super) type Chance = (Cell, f32);

/// Odds that are as good as a win: what is known of what is proved.
const PROVED: f32 = 10.0;

/// How much better than another a move is to be so that the best alone is thought of.
const CLOSE: f32 = 0.1;

/// The best odds.
pub(super) fn best(chances: &[Chance]) -> f32 {
    chances.iter().map(|(_, odds)| *odds).fold(f32::NEG_INFINITY, f32::max)
}

/// What the player to move may expect: about the odds of the best move, but the mean of those that are as
/// good. The best of many guesses is too good to be true.
pub(super) fn expected(chances: &[Chance]) -> f32 {
    let best = best(chances);
    let weigh = |(_, odds): &Chance| ((odds - best) / CLOSE).exp();
    let weights: f32 = chances.iter().map(weigh).sum();
    let weighed = |chance: &Chance| weigh(chance) * chance.1.clamp(-2.0 * PROVED, 2.0 * PROVED);
    chances.iter().map(weighed).sum::<f32>() / weights
}

/// The odds of the player to move where a search looked, by the best move: what is left of the promises
/// after the replies, and the replies to these, as far as the search went.
pub(super) fn best_of(promises: Promises, searched: &Searched<'_, Cell>) -> f32 {
    let chance = |seen: &SearchedMove<Cell>| {
        seen_chance(seen).unwrap_or_else(|| (seen.mv, promises.odds(seen.promise)))
    };
    match searched.outcome {
        Some(Outcome::Won) => PROVED,
        Some(Outcome::Lost) => -PROVED,
        None => expected(&searched.moves.iter().map(chance).collect::<Vec<Chance>>()),
    }
}

/// A move's odds, if the position after it was looked at.
pub(super) fn seen_chance(searched: &SearchedMove<Cell>) -> Option<Chance> {
    searched.after.map(|after| (searched.mv, -after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

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
    fn a_search_is_worth_what_its_best_move_is() {
        let promises = Promises::with_weight(0.5).unwrap();
        let cells: Vec<Cell> = Size::new(2, 2).unwrap().cells().collect();
        let moves = [
            SearchedMove { mv: cells[0], promise: 1500, after: Some(-2.0) },
            SearchedMove { mv: cells[1], promise: 500, after: None },
            SearchedMove { mv: cells[2], promise: -700, after: Some(PROVED) },
        ];
        let worth = |outcome, moves| best_of(promises, &Searched { outcome, work: 13, moves });
        assert!((worth(None, &moves) - 2.0).abs() < 1e-3);
        assert!((worth(None, &moves[1..]) - 1.0).abs() < 1e-3);
        let proved = [Outcome::Won, Outcome::Lost].map(|outcome| worth(Some(outcome), &moves));
        assert!(proved.iter().zip([PROVED, -PROVED]).all(|(is, to_be)| (is - to_be).abs() < 1e-6));
    }
}
