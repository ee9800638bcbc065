//! The log-odds of moves: what the network says, and what a search makes of it.

use crate::board::Cell;
use crate::search::{Outcome, SearchedMove, SearchedPosition};

/// A move and its log-odds.
pub(super) type MoveOdds = (Cell, f32);

/// The log-odds of what is proved.
const PROVED: f32 = 10.0;

/// How much better than another a move is to be so that the best alone is thought of.
const CLOSE: f32 = 0.1;

/// The best log-odds.
pub(super) fn best(moves: &[MoveOdds]) -> f32 {
    moves.iter().map(|(_, odds)| *odds).fold(f32::NEG_INFINITY, f32::max)
}

/// What the player to move may expect: the mean log-odds of the best moves, those that are about as good as the
/// best. The best alone of many guesses is too good to be true.
pub(super) fn expected(moves: &[MoveOdds]) -> f32 {
    let best = best(moves);
    let weigh = |(_, odds): &MoveOdds| ((odds - best) / CLOSE).exp();
    let weights: f32 = moves.iter().map(weigh).sum();
    let weighed = |mv: &MoveOdds| weigh(mv) * mv.1.clamp(-2.0 * PROVED, 2.0 * PROVED);
    moves.iter().map(weighed).sum::<f32>() / weights
}

/// The log-odds of the player to move at a searched position, by negamax: of the moves that were not searched,
/// what the network says; of the others, what came of them.
pub(super) fn best_of(searched: &SearchedPosition<'_, Cell>) -> f32 {
    let odds_of = |seen: &SearchedMove<Cell>| {
        searched_odds(seen).unwrap_or((seen.mv, seen.log_odds.unwrap_or_default()))
    };
    match searched.outcome {
        Some(Outcome::Won) => PROVED,
        Some(Outcome::Lost) => -PROVED,
        None => expected(&searched.moves.iter().map(odds_of).collect::<Vec<MoveOdds>>()),
    }
}

/// A move's log-odds, if the position after it was searched.
pub(super) fn searched_odds(searched: &SearchedMove<Cell>) -> Option<MoveOdds> {
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
            expected(&cells.zip(odds.iter().copied()).collect::<Vec<MoveOdds>>())
        };
        assert!((expected_of(&[1.0, -3.0]) - 1.0).abs() < 1e-6);
        assert!((expected_of(&[1.0, 0.9, -30.0]) - 0.973).abs() < 1e-3);
    }

    #[test]
    fn a_search_is_worth_what_its_best_move_is() {
        let cells: Vec<Cell> = Size::new(2, 2).unwrap().cells().collect();
        let moves = [
            SearchedMove { mv: cells[0], log_odds: Some(3.0), after: Some(-2.0) },
            SearchedMove { mv: cells[1], log_odds: Some(1.0), after: None },
            SearchedMove { mv: cells[2], log_odds: Some(-1.4), after: Some(PROVED) },
        ];
        let worth = |outcome, moves| best_of(&SearchedPosition { outcome, work: 13, moves });
        assert!((worth(None, &moves) - 2.0).abs() < 1e-3);
        assert!((worth(None, &moves[1..]) - 1.0).abs() < 1e-3);
        let proved = [Outcome::Won, Outcome::Lost].map(|outcome| worth(Some(outcome), &moves));
        assert!(proved.iter().zip([PROVED, -PROVED]).all(|(is, to_be)| (is - to_be).abs() < 1e-6));
    }
}
