//! What the functions of a node tell people: conspiracy numbers (KHA15) and the conspiracy-adjusted evaluation value
//! (VU16).
//!
//! The search only compares numbers on the axis of a node, whose 0 is the node's own heuristic value. For people the axis
//! needs a place where chances are even. The network gives one. Along a line the priors cancel (see the module
//! [`search`](super)), so 0 stands for the weighted prior of the node's best move, and chances are even at minus that prior.

use super::leaf::LEAF_HEIGHT;
use super::staircase::{Height, INFINITE, Staircase, Value};

/// How far from the minimax value the adjusted value looks, in thousandths of a natural logarithm: RANGE of VU16. Beyond it
/// so many leaves must change that it makes no difference; the page `conspiracy` of the notes has other ranges.
pub const RANGE: Value = 2000;

/// At most so many leaves turn a critical position: half a leaf that is decided. The page `conspiracy` of the notes
/// says how often such a position turns.
const CRITICAL: Height = LEAF_HEIGHT / 2;

/// At least so many turn a stable one: a leaf that is decided.
const STABLE: Height = LEAF_HEIGHT;

/// How firm the lead of a player is, in the spirit of KHA15. It needs a network: without one no value is known to be even.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stability {
    /// The player is ahead, and many leaves must change to turn that.
    StableWin,
    /// The opponent is, in the same way.
    StableLoss,
    /// Few leaves turn it.
    Critical,
    /// It takes neither few leaves nor many.
    Between,
}

/// The conspiracy numbers of a node, seen by the player to move there. Values are in thousandths of a natural logarithm.
#[derive(Clone, Debug, PartialEq)]
pub struct Conspiracy {
    /// The fewest leaves that must change to raise the minimax value to at least `v`.
    pub raise: Staircase,
    /// The fewest that must change to lower it to at most `-v`.
    pub lower: Staircase,
    /// The value of even chances; 0 if the game gives no priors.
    pub even: Value,
    /// `MaxCN`: the fewest leaves that must be decided to prove a win. [`INFINITE`] if it is lost.
    pub max: Height,
    /// `MinCN`: the same for a loss.
    pub min: Height,
}

impl Conspiracy {
    /// The minimax value.
    pub fn value(&self) -> Value {
        self.raise.reach(0)
    }

    /// The conspiracy number of a value: the fewest leaves that must change so that the minimax value is this one.
    pub fn number(&self, value: Value) -> Height {
        // One of the two is 0.
        self.raise.at(value).max(self.lower.at(-value))
    }

    /// The fewest leaves that must change so that the other player is ahead. A leaf that must change far counts as many,
    /// by (14) of SCNS15.
    pub fn to_turn(&self) -> Height {
        self.number(self.even)
    }

    /// Whether the player to move is ahead.
    pub fn is_ahead(&self) -> bool {
        self.value() >= self.even
    }

    /// How firm the lead is.
    pub fn stability(&self) -> Stability {
        match self.to_turn() {
            ..=CRITICAL => Stability::Critical,
            STABLE.. if self.is_ahead() => Stability::StableWin,
            STABLE.. => Stability::StableLoss,
            _ => Stability::Between,
        }
    }

    /// The conspiracy-adjusted evaluation value, (6) of VU16: the mean of all values up to `range` from the minimax value,
    /// each with the weight `1 / CN`. Conspiracy numbers are constant on steps, so the integrals are finite sums. Infinite
    /// if the node is decided; the minimax value if no other can be reached.
    pub fn adjusted_value(&self, range: Value) -> f64 {
        if self.raise.is_zero() {
            return f64::INFINITY;
        }
        if self.lower.is_zero() {
            return f64::NEG_INFINITY;
        }
        let value = self.value();
        let above = Moments::of(&self.raise, value, range);
        let below = Moments::of(&self.lower, -value, range);
        let weight = above.weight + below.weight;
        let shift = if weight > 0.0 { (above.first - below.first) / weight } else { 0.0 };
        f64::from(value) + shift
    }
}

/// The integrals over one side of the minimax value of the weight `1 / CN`, and of the weight times the distance.
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    weight: f64,
    first: f64,
}

impl Moments {
    /// From the minimax value `from` to `range` beyond it.
    fn of(function: &Staircase, from: Value, range: Value) -> Self {
        let distance = |value: Value| f64::from(value.saturating_sub(from).clamp(0, range));
        let mut moments = Self::default();
        for (above, end, height) in function.pieces().filter(|(.., height)| *height < INFINITE) {
            let (start, end) = (distance(above), distance(end));
            let weight = 1.0 / f64::from(height);
            moments.weight += weight * (end - start);
            moments.first += weight * (end * end - start * start) / 2.0;
        }
        moments
    }
}

#[cfg(test)]
mod tests;
