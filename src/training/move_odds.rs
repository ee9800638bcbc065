//! The log-odds of moves, by the network or by a search, and the value of a position from those of its moves.

use crate::board::Cell;
use crate::search::{Outcome, SearchedMove, SearchedPosition};

/// A move and its log-odds of winning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MoveOdds {
    pub(super) mv: Cell,
    pub(super) log_odds: f32,
    /// Expansions of the proof that the move wins or loses; none if that is not proved.
    pub(super) proof: Option<u64>,
}

impl MoveOdds {
    /// A move that is neither proved to win nor to lose.
    pub(super) fn open(mv: Cell, log_odds: f32) -> Self {
        Self { mv, log_odds, proof: None }
    }
}

/// The log-odds of a proved win.
const PROVED_LOG_ODDS: f32 = 10.0;

/// The temperature of [`expected`], in log-odds: moves that are worse than the best by more hardly count.
const TEMPERATURE: f32 = 0.1;

/// The greatest log-odds.
pub(super) fn best(moves: &[MoveOdds]) -> f32 {
    moves.iter().map(|mv| mv.log_odds).fold(f32::NEG_INFINITY, f32::max)
}

/// The value of a position with these moves, as log-odds of the player to move: the mean over the moves, weighted by a
/// softmax of their log-odds. The maximum of many estimates would be biased upward.
pub(super) fn expected(moves: &[MoveOdds]) -> f32 {
    let best = best(moves);
    let weight = |mv: &MoveOdds| ((mv.log_odds - best) / TEMPERATURE).exp();
    let weights: f32 = moves.iter().map(weight).sum();
    let weighted = |mv: &MoveOdds| {
        weight(mv) * mv.log_odds.clamp(-2.0 * PROVED_LOG_ODDS, 2.0 * PROVED_LOG_ODDS)
    };
    moves.iter().map(weighted).sum::<f32>() / weights
}

/// The value of an expanded position, as log-odds of the player to move: by its proof, or by negamax over the values of the
/// positions after its moves, with priors where those were not expanded.
pub(super) fn negamax(searched: &SearchedPosition<'_, Cell>) -> f32 {
    let odds_of = |mv: &SearchedMove<Cell>| {
        searched_odds(mv).unwrap_or_else(|| MoveOdds::open(mv.mv, mv.log_odds.unwrap_or_default()))
    };
    match searched.outcome {
        Some(Outcome::Won) => PROVED_LOG_ODDS,
        Some(Outcome::Lost) => -PROVED_LOG_ODDS,
        None => expected(&searched.moves.iter().map(odds_of).collect::<Vec<MoveOdds>>()),
    }
}

/// The log-odds of a move by the value of the position after it; none if that was not expanded.
pub(super) fn searched_odds(searched: &SearchedMove<Cell>) -> Option<MoveOdds> {
    searched.after.map(|after| MoveOdds {
        mv: searched.mv,
        log_odds: -after.value,
        proof: after.outcome.map(|_| after.work),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::search::Visited;

    #[test]
    fn the_expected_value_is_close_to_the_best() {
        let expected_of = |odds: &[f32]| {
            let cells = Size::new(3, 3).unwrap().cells();
            let open = |(mv, odds): (Cell, &f32)| MoveOdds::open(mv, *odds);
            expected(&cells.zip(odds).map(open).collect::<Vec<MoveOdds>>())
        };
        assert!((expected_of(&[1.0, -3.0]) - 1.0).abs() < 1e-6);
        assert!((expected_of(&[1.0, 0.9, -30.0]) - 0.973).abs() < 1e-3);
    }

    #[test]
    fn the_value_is_that_of_the_best_move_or_of_the_proof() {
        let cells: Vec<Cell> = Size::new(2, 2).unwrap().cells().collect();
        let after = |value, outcome| Some(Visited { value, outcome, work: 5 });
        let proved = after(PROVED_LOG_ODDS, Some(Outcome::Won));
        let moves = [
            SearchedMove { mv: cells[0], log_odds: Some(3.0), after: after(-2.0, None) },
            SearchedMove { mv: cells[1], log_odds: Some(1.0), after: None },
            SearchedMove { mv: cells[2], log_odds: Some(-1.4), after: proved },
        ];
        let odds: Vec<MoveOdds> = moves.iter().filter_map(searched_odds).collect();
        let lost = MoveOdds { mv: cells[2], log_odds: -PROVED_LOG_ODDS, proof: Some(5) };
        assert_eq!(odds, [MoveOdds::open(cells[0], 2.0), lost]);
        let value = |outcome, moves| negamax(&SearchedPosition { outcome, work: 13, moves });
        assert!((value(None, &moves) - 2.0).abs() < 1e-3);
        assert!((value(None, &moves[1..]) - 1.0).abs() < 1e-3);
        let proved = [Outcome::Won, Outcome::Lost].map(|outcome| value(Some(outcome), &moves));
        assert!(
            proved
                .iter()
                .zip([PROVED_LOG_ODDS, -PROVED_LOG_ODDS])
                .all(|(is, to_be)| (is - to_be).abs() < 1e-6)
        );
    }
}
