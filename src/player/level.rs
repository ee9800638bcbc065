//! Levels: weaker play for weaker opponents.
//!
//! Each level searches three times as many positions as the one below it. Even one expansion knows virtual connections and
//! the circuit, which is too strong for a beginner. So at the lowest levels noise is added to the values of the
//! moves: the lower the level, the more.

use crate::board::Cell;
use crate::search::Report;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// The lowest level without noise.
const FIRST_WITHOUT_NOISE: u32 = 5;

/// Expansions a move at a level from 1 on.
pub(super) fn expansions(level: u32) -> u64 {
    3u64.saturating_pow(level.saturating_sub(1))
}

/// The move to make after a search: the best, or at a low level the best after noise is added to the values. No level gives up
/// a proved win, or chooses a move that is proved to lose while another is left.
pub(super) fn pick(report: &Report<Cell>, level: u32, seed: u64) -> Option<Cell> {
    let noise_scale = noise_scale(level);
    if noise_scale <= 0.0 || report.outcome.is_some() {
        return report.best();
    }
    let mut random = StdRng::seed_from_u64(seed);
    // The noise has an exponential distribution. The value of a proved loss is far below what it makes up for.
    let mut noisy = |value: i32| {
        let uniform: f64 = random.random_range(0.0..1.0);
        f64::from(value) - noise_scale * (1.0 - uniform).ln()
    };
    let values = report.moves.iter().map(|root_move| (root_move.mv, noisy(root_move.value)));
    values.max_by(|one, other| one.1.total_cmp(&other.1)).map(|(cell, _)| cell)
}

/// The mean of the noise, in thousandths of a natural logarithm: half as much with each level.
fn noise_scale(level: u32) -> f64 {
    if (1..FIRST_WITHOUT_NOISE).contains(&level) {
        800.0 / f64::from(1 << (level - 1))
    } else {
        0.0
    }
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
    fn only_low_levels_have_noise_and_the_lowest_most() {
        let report = report(11, &[5, 60], 30);
        let picked = |level| -> BTreeSet<Cell> {
            (0..200).filter_map(|seed| pick(&report, level, seed)).collect()
        };
        let counts: Vec<usize> = (0..=9).map(|level| picked(level).len()).collect();
        assert!(
            counts[1..=FIRST_WITHOUT_NOISE as usize].is_sorted_by(|one, other| one > other),
            "{counts:?}"
        );
        assert!(
            (FIRST_WITHOUT_NOISE..=9)
                .chain([0])
                .all(|level| pick(&report, level, 7) == report.best())
        );
        assert!(expansions(1) == 1 && expansions(9) == 6561);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn every_level_keeps_proved_results(
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
