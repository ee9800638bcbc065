//! The forecast of a game's result: proved, or a probability.

use crate::board::{Cell, Color};
use crate::nn::probability;
use crate::search::{Outcome, Report, RootMove};

/// The forecast of a result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Forecast {
    /// It is proved that this player wins.
    Proved(Color),
    /// The probability that Black wins, from 0 to 1.
    BlackWins(f32),
}

impl Forecast {
    /// The forecast of a position with this player to move, by its outcome or else by the log-odds; none if neither is known.
    pub fn new(outcome: Option<Outcome>, log_odds: Option<f32>, to_play: Color) -> Option<Self> {
        let of_log_odds = |log_odds: f32| {
            Self::BlackWins(probability(if to_play == Color::Black { log_odds } else { -log_odds }))
        };
        winner(outcome, to_play).map(Self::Proved).or_else(|| log_odds.map(of_log_odds))
    }

    /// The forecast of a searched position with this player to move; none if it is open and no network was used.
    pub fn of(report: &Report<Cell>, to_play: Color) -> Option<Self> {
        Self::new(report.outcome, report.log_odds, to_play)
    }

    /// The forecast after a move of this player; none if the move was not searched.
    pub fn after(root_move: &RootMove<Cell>, to_play: Color) -> Option<Self> {
        Self::new(root_move.outcome, root_move.log_odds, to_play)
    }

    /// The probability that this player wins, from 0 to 1.
    pub fn chance_of(self, color: Color) -> f32 {
        match self {
            Self::Proved(winner) => f32::from(u8::from(winner == color)),
            Self::BlackWins(chance) if color == Color::Black => chance,
            Self::BlackWins(chance) => 1.0 - chance,
        }
    }

    /// In words for this player: `won`, `lost` or `54 %`.
    pub fn text_for(self, color: Color) -> String {
        match self {
            Self::Proved(winner) if winner == color => "won".to_owned(),
            Self::Proved(_) => "lost".to_owned(),
            Self::BlackWins(_) => format!("{:.0} %", 100.0 * self.chance_of(color)),
        }
    }
}

/// The winner of a position with this outcome and this player to move.
pub fn winner(outcome: Option<Outcome>, to_play: Color) -> Option<Color> {
    outcome.map(|outcome| match outcome {
        Outcome::Won => to_play,
        Outcome::Lost => !to_play,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_odds_become_the_chances_of_both_players() {
        for color in Color::BOTH {
            let forecast = Forecast::new(None, Some(2.0), color).unwrap();
            assert!((forecast.chance_of(color) - 0.881).abs() < 1e-3, "odds of e squared to one");
            assert!((forecast.chance_of(!color) - 0.119).abs() < 1e-3);
            let lost = Forecast::new(Some(Outcome::Lost), Some(2.0), color).unwrap();
            assert_eq!(lost, Forecast::Proved(!color), "what is proved counts alone");
            let texts = [forecast, lost].map(|forecast| forecast.text_for(color));
            assert_eq!(texts, ["88 %", "lost"]);
            assert_eq!(Forecast::new(None, None, color), None, "neither is known");
        }
    }
}
