//! What the odds of moves say about a position.

use crate::board::Cell;

/// A move and its odds of winning; here all odds are natural logarithms.
pub(super) type Chance = (Cell, f32);

/// Odds that are as good as a win: what is known of what is proved.
pub(super) const PROVED: f32 = 10.0;

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
}
