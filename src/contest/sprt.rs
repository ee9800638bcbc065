//! The sequential probability ratio test on pairs of games: it says when a match has enough games.
//!
//! The test decides between two Elo differences of A, by the likelihood ratio of the scores of the pairs. Pairs
//! are taken for independent, as they are if each has an opening of its own; the two games of a pair are not, since they
//! share theirs. Scores of pairs are taken as normally distributed, as the test servers of the chess community do.

use super::PairScores;
use std::str::FromStr;

/// What the test decides between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hypothesis {
    /// A's difference is rather the lower one.
    Lower,
    /// A's difference is rather the upper one.
    Upper,
}

/// A test between two Elo differences, wrong in either direction with a probability of some 5 % (4 to 7 % for differences
/// near 0 that are at most 60 apart, up to 15 % for differences of hundreds).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The lower Elo difference.
    pub lower: f64,
    /// The upper Elo difference.
    pub upper: f64,
}

impl Sprt {
    const ERROR: f64 = 0.05;

    /// The test ends when the logarithm of the likelihood ratio, upper to lower hypothesis, reaches this bound or
    /// its negative.
    pub fn bound() -> f64 {
        ((1.0 - Self::ERROR) / Self::ERROR).ln()
    }

    /// The logarithm of the likelihood ratio after these pairs.
    pub fn ratio(&self, pairs: &PairScores) -> f64 {
        // One more pair is assumed, with the largest deviation there can be. Otherwise the variance would be 0
        // as long as all pairs have the same score.
        let count = pairs.count();
        let variance = (count * pairs.variance() + 0.25) / (count + 1.0);
        let (lower, upper) = (expected_score(self.lower), expected_score(self.upper));
        count * (upper - lower) * (2.0 * pairs.mean() - lower - upper) / (2.0 * variance)
    }

    /// The hypothesis that these pairs decide for. None if they are not enough.
    pub fn verdict(&self, pairs: &PairScores) -> Option<Hypothesis> {
        let ratio = self.ratio(pairs);
        if ratio >= Self::bound() {
            Some(Hypothesis::Upper)
        } else {
            (ratio <= -Self::bound()).then_some(Hypothesis::Lower)
        }
    }
}

/// The share of games that a player with this Elo difference wins.
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

impl FromStr for Sprt {
    type Err = String;

    /// Reads `0,30`: the two Elo differences.
    fn from_str(text: &str) -> Result<Self, String> {
        let sprt = || {
            let (lower, upper) = text.split_once(',')?;
            let (lower, upper): (f64, f64) = (lower.parse().ok()?, upper.parse().ok()?);
            (lower.abs() <= 1000.0 && upper.abs() <= 1000.0 && lower < upper)
                .then_some(Self { lower, upper })
        };
        sprt().ok_or_else(|| format!("`{text}` is not two rising Elo differences such as 0,30"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    /// How often the test says `Upper` of players who win so many of 100 games.
    fn upper_verdicts(percent: u32, runs: u64) -> usize {
        let sprt: Sprt = "0,60".parse().unwrap();
        let verdict = |seed| {
            let mut random = StdRng::seed_from_u64(seed);
            let mut pairs = PairScores::default();
            loop {
                let wins = (0..2).filter(|_| random.random_range(0..100) < percent).count();
                pairs.add(wins);
                if let Some(verdict) = sprt.verdict(&pairs) {
                    break verdict;
                }
            }
        };
        (0..runs).filter(|seed| verdict(*seed) == Hypothesis::Upper).count()
    }

    #[test]
    fn the_test_is_seldom_wrong() {
        // 50 % is 0 Elo, 58.5 % is 60.
        let wrong = upper_verdicts(50, 300);
        assert!((3..=30).contains(&wrong), "{wrong} of 300");
        assert!(upper_verdicts(59, 300) > 270);
        assert!(upper_verdicts(70, 50) == 50);
    }

    #[test]
    fn a_clear_case_is_decided_soon_but_not_at_once() {
        let sprt: Sprt = "0,60".parse().unwrap();
        for (wins, hypothesis) in [(0, Hypothesis::Lower), (2, Hypothesis::Upper)] {
            let mut pairs = PairScores::default();
            let needed = (1..100).find(|_| {
                pairs.add(wins);
                sprt.verdict(&pairs) == Some(hypothesis)
            });
            assert!((3..=6).contains(&needed.unwrap()), "{needed:?}");
        }
    }

    #[test]
    fn bounds_are_read() {
        assert_eq!("-10,20".parse(), Ok(Sprt { lower: -10.0, upper: 20.0 }));
        for text in ["", "10", "20,10", "0,0", "a,b", "0,inf", "nan,3"] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }
}
