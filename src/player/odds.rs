//! Odds of winning: what the network promises of moves, and what a search makes of it.
//!
//! All odds are natural logarithms.

use crate::board::Cell;
use crate::search::{Outcome, Searched, SearchedMove};

/// A move and its odds.
pub type Chance = (Cell, f32);

/// Odds that are as good as a win: what is known of what is proved.
pub const PROVED: f32 = 10.0;

/// How much better than another a move is to be so that the best alone is thought of.
const CLOSE: f32 = 0.1;

/// The best odds.
pub fn best(chances: &[Chance]) -> f32 {
    chances.iter().map(|(_, odds)| *odds).fold(f32::NEG_INFINITY, f32::max)
}

/// What the player to move may expect: about the odds of the best move, but the mean of those that are as
/// good. The best of many guesses is too good to be true.
pub fn expected(chances: &[Chance]) -> f32 {
    let best = best(chances);
    let weigh = |(_, odds): &Chance| ((odds - best) / CLOSE).exp();
    let weights: f32 = chances.iter().map(weigh).sum();
    let weighed = |chance: &Chance| weigh(chance) * chance.1.clamp(-2.0 * PROVED, 2.0 * PROVED);
    chances.iter().map(weighed).sum::<f32>() / weights
}

/// How promises are to be read that were made with this weight of the network: as odds of moves.
#[derive(Clone, Copy, Debug)]
pub struct Promises {
    /// What they are divided by.
    unit: f32,
}

impl Promises {
    /// None if they have no weight, since then there are none.
    pub fn with_weight(policy_weight: f64) -> Option<Self> {
        #[expect(clippy::cast_possible_truncation, reason = "a short number")]
        let unit = 1000.0 * policy_weight as f32;
        (unit > 0.0).then_some(Self { unit })
    }

    /// The odds that a promise stands for, as [`Candidate`](crate::search::Candidate) has it.
    pub fn odds(self, promise: i16) -> f32 {
        f32::from(promise) / self.unit
    }

    /// The odds of the player to move where a search looked, by the best move: what is left of the promises
    /// after the replies, and the replies to these, as far as the search went.
    pub fn best_of(self, searched: &Searched<'_, Cell>) -> f32 {
        let chance = |seen: &SearchedMove<Cell>| {
            seen_chance(seen).unwrap_or_else(|| (seen.mv, self.odds(seen.promise)))
        };
        proved(searched).unwrap_or_else(|| {
            expected(&searched.moves.iter().map(chance).collect::<Vec<Chance>>())
        })
    }

    /// The same on the mean over all that was looked at, every position by what it promised, and moves that
    /// were refuted left out. The best of moves that were hardly searched are too good to be true: by them
    /// the player to move always stands better than the opponent thought a move earlier.
    pub fn mean_of(self, searched: &Searched<'_, Cell>) -> f32 {
        let promised = |seen: &SearchedMove<Cell>| (seen.mv, self.odds(seen.promise));
        let own = || expected(&searched.moves.iter().map(promised).collect::<Vec<Chance>>());
        let mean = || {
            let open = searched.moves.iter().filter_map(|seen| Some((seen.work, -seen.after?)));
            let open = open.filter(|(_, odds)| *odds > -PROVED);
            #[expect(clippy::cast_precision_loss, reason = "some millions")]
            let add = |(work, sum): (f32, f32), (count, odds): (u64, f32)| {
                (work + count as f32, sum + count as f32 * odds)
            };
            let (work, sum) = open.fold((1.0, own()), add);
            sum / work
        };
        proved(searched).unwrap_or_else(mean)
    }
}

fn proved(searched: &Searched<'_, Cell>) -> Option<f32> {
    searched.outcome.map(|outcome| match outcome {
        Outcome::Won => PROVED,
        Outcome::Lost => -PROVED,
    })
}

/// A move's odds, if the position after it was looked at.
pub fn seen_chance(searched: &SearchedMove<Cell>) -> Option<Chance> {
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
    fn a_search_is_worth_what_its_moves_are() {
        let promises = Promises::with_weight(0.5).unwrap();
        let cells: Vec<Cell> = Size::new(2, 2).unwrap().cells().collect();
        let moves = [
            SearchedMove { mv: cells[0], promise: 1500, work: 3, after: Some(-2.0) },
            SearchedMove { mv: cells[1], promise: 500, work: 0, after: None },
            SearchedMove { mv: cells[2], promise: -700, work: 1, after: Some(3.0) },
            SearchedMove { mv: cells[3], promise: 900, work: 8, after: Some(PROVED) },
        ];
        let worths = |outcome| {
            let searched = Searched { outcome, work: 13, moves: &moves };
            [promises.best_of(&searched), promises.mean_of(&searched)]
        };
        let is = |worths: [f32; 2], expected: [f32; 2]| {
            worths.iter().zip(expected).all(|(worth, expected)| (worth - expected).abs() < 1e-3)
        };
        // The first is the best; on the mean it counts thrice, the third once, and once the first promise.
        assert!(is(worths(None), [2.0, (3.0 * 2.0 - 3.0 + 3.0) / 5.0]), "{:?}", worths(None));
        assert!(is(worths(Some(Outcome::Won)), [PROVED; 2]));
        assert!(is(worths(Some(Outcome::Lost)), [-PROVED; 2]));
        assert!(Promises::with_weight(0.0).is_none());
    }
}
