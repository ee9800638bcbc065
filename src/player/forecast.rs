//! What the result of a game will be: proved, or how probable a win is.

use crate::board::{Cell, Color};
use crate::policy::probability;
use crate::search::{Outcome, Report, RootMove};

/// A result that is proved, or thought of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Forecast {
    /// Who wins for certain.
    Proved(Color),
    /// How probable it is that Black wins, from 0 to 1.
    BlackWins(f32),
}

impl Forecast {
    /// By the odds of this player, a natural logarithm.
    fn of_odds(odds: f32, color: Color) -> Self {
        Self::BlackWins(probability(if color == Color::Black { odds } else { -odds }))
    }

    /// How probable it is that this player wins, from 0 to 1.
    pub fn chance_of(self, color: Color) -> f32 {
        match self {
            Self::Proved(winner) => f32::from(u8::from(winner == color)),
            Self::BlackWins(chance) if color == Color::Black => chance,
            Self::BlackWins(chance) => 1.0 - chance,
        }
    }

    /// In words for this player: `won`, `lost` or `54 %`.
    pub fn told_to(self, color: Color) -> String {
        match self {
            Self::Proved(winner) if winner == color => "won".to_owned(),
            Self::Proved(_) => "lost".to_owned(),
            Self::BlackWins(_) => format!("{:.0} %", 100.0 * self.chance_of(color)),
        }
    }
}

/// The winner, if a position with this player to move has an outcome.
pub fn winner(outcome: Option<Outcome>, to_play: Color) -> Option<Color> {
    outcome.map(|outcome| match outcome {
        Outcome::Won => to_play,
        Outcome::Lost => !to_play,
    })
}

/// How promises and odds of a search are to be read that were made with this weight of the network.
#[derive(Clone, Copy, Debug)]
pub struct Promises {
    /// What they are divided by.
    unit: f32,
}

impl Promises {
    /// None if the network has no weight, since then there are none.
    pub fn with_weight(policy_weight: f64) -> Option<Self> {
        #[expect(clippy::cast_possible_truncation, reason = "a short number")]
        let unit = 1000.0 * policy_weight as f32;
        (unit > 0.0).then_some(Self { unit })
    }

    /// The odds that a promise stands for, as [`Candidate`](crate::search::Candidate) has it: a natural
    /// logarithm.
    pub fn odds(self, promise: i16) -> f32 {
        f32::from(promise) / self.unit
    }

    /// What the result of a searched position with this player to move will be.
    pub fn forecast(self, report: &Report<Cell>, to_play: Color) -> Forecast {
        self.read(report.outcome, report.odds, to_play)
    }

    /// The same after a move of this player, if it was looked at.
    pub fn forecast_after(self, root_move: &RootMove<Cell>, to_play: Color) -> Option<Forecast> {
        match (root_move.outcome, root_move.odds) {
            (None, None) => None,
            (outcome, odds) => Some(self.read(outcome, odds.unwrap_or_default(), to_play)),
        }
    }

    /// The same by what was promised or has become of it, unless there is an outcome.
    pub fn read(self, outcome: Option<Outcome>, odds: i16, to_play: Color) -> Forecast {
        match winner(outcome, to_play) {
            Some(winner) => Forecast::Proved(winner),
            None => Forecast::of_odds(self.odds(odds), to_play),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_are_read_as_chances_of_either_player() {
        let promises = Promises::with_weight(0.5).unwrap();
        for color in Color::BOTH {
            let forecast = promises.read(None, 1000, color);
            assert!((forecast.chance_of(color) - 0.881).abs() < 1e-3, "odds of e squared to one");
            assert!((forecast.chance_of(!color) - 0.119).abs() < 1e-3);
            let lost = promises.read(Some(Outcome::Lost), 1000, color);
            assert_eq!(lost, Forecast::Proved(!color), "what is proved counts alone");
            let told = [forecast, lost].map(|forecast| forecast.told_to(color));
            assert_eq!(told, ["88 %", "lost"]);
        }
        assert!(Promises::with_weight(0.0).is_none());
    }
}
