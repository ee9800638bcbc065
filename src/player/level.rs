//! Weaker play, for weaker opponents.
//!
//! Each level searches three times as much as the one below it. That alone leaves even the lowest too
//! strong for a beginner, since one expansion knows virtual connections and the circuit; so the lowest
//! levels take chances too, and the lower the level, the wilder.

use crate::board::Cell;
use crate::search::Report;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// The lowest level that plays as well as its search can.
const FIRST_SOBER: u32 = 5;

/// Expansions a move at a level from 1 on.
pub(super) fn expansions(level: u32) -> u64 {
    3u64.saturating_pow(level.saturating_sub(1))
}

/// The move to make after a search: the best, or at a low level one that the dice favour. Proved results
/// are respected at every level.
pub(super) fn pick(report: &Report<Cell>, level: u32, seed: u64) -> Option<Cell> {
    let wildness = wildness(level);
    if wildness <= 0.0 || report.outcome.is_some() {
        return report.best();
    }
    let mut dice = StdRng::seed_from_u64(seed);
    // What is proved lost has a value that no luck makes up for.
    let mut chance = |value: i32| {
        let luck: f64 = dice.random_range(0.0..1.0);
        f64::from(value) - wildness * (1.0 - luck).ln()
    };
    let chances = report.moves.iter().map(|root_move| (root_move.mv, chance(root_move.value)));
    chances.max_by(|one, other| one.1.total_cmp(&other.1)).map(|(cell, _)| cell)
}

/// By how much luck counts beside values, in thousandths of a natural logarithm: half as much with each
/// level.
fn wildness(level: u32) -> f64 {
    if (1..FIRST_SOBER).contains(&level) { 800.0 / f64::from(1 << (level - 1)) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Color, Position, Size};
    use crate::evaluation::{Evaluator, Networks};
    use crate::params::{PositionParams, SearchParams};
    use crate::player::HexGame;
    use crate::search::{Limits, Outcome, Search};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn report(side: usize, stones: &[usize], expansions: u64) -> Report<Cell> {
        let board = Board::new(Size::new(side, side).unwrap());
        let mut position = Position { board, to_play: Color::Black };
        for stone in stones {
            let empty: Vec<Cell> = position.board.empty().iter().collect();
            position.play(empty[stone % empty.len()]);
        }
        let evaluator = Evaluator::new(PositionParams::default(), Networks::shipped());
        let mut game = HexGame::new(position, evaluator);
        let limits = Limits::expansions(expansions);
        Search::new(SearchParams::default()).run(&mut game, &limits, &mut |_| ())
    }

    #[test]
    fn only_low_levels_take_chances_and_the_lowest_most() {
        let report = report(11, &[5, 60], 30);
        let picked = |level| -> BTreeSet<Cell> {
            (0..200).filter_map(|seed| pick(&report, level, seed)).collect()
        };
        let counts: Vec<usize> = (0..=9).map(|level| picked(level).len()).collect();
        assert!(
            counts[1..=FIRST_SOBER as usize].is_sorted_by(|one, other| one > other),
            "{counts:?}"
        );
        assert!((FIRST_SOBER..=9).chain([0]).all(|level| pick(&report, level, 7) == report.best()));
        assert!(expansions(1) == 1 && expansions(9) == 6561);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn no_level_throws_away_what_is_proved(
            stones in prop::collection::vec(0..36usize, 0..12),
            (expansions, level, seed) in (1..200u64, 0..=5u32, any::<u64>()),
        ) {
            let report = report(6, &stones, expansions);
            let picked = pick(&report, level, seed);
            prop_assert_eq!(picked, pick(&report, level, seed), "the same seed, the same move");
            prop_assert_eq!(picked.is_none(), report.moves.is_empty());
            let chosen = report.moves.iter().find(|root_move| Some(root_move.mv) == picked);
            if let Some(outcome) = chosen.map(|root_move| root_move.outcome) {
                let is_kept = report.outcome.map_or(outcome != Some(Outcome::Lost), |result| {
                    outcome == Some(result)
                });
                prop_assert!(is_kept, "{outcome:?} of {:?}", report.outcome);
            }
        }
    }
}
