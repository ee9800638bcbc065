//! The forecast of a game's result: proved, or a probability.

use crate::board::{Cell, Color};
use crate::nn::probability;
use crate::search::{Outcome, Report, RootMove, Value};

/// The log-odds that a unit of the circuit's relative error is worth, both natural logarithms. By logistic regression on our
/// games; the page `conspiracy` of the notes has the loss.
const ODDS_OF_ERROR: f64 = 2.0;

/// The least chance that is told of a player who has not lost. So no chance in percent looks certain unless it is proved.
const LEAST_CHANCE: f32 = 0.01;

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
        let by_log_odds = |log_odds| Self::by_log_odds(log_odds, to_play);
        winner(outcome, to_play).map(Self::Proved).or_else(|| log_odds.map(by_log_odds))
    }

    /// The forecast by the log-odds of the player to move.
    fn by_log_odds(log_odds: f32, to_play: Color) -> Self {
        Self::BlackWins(probability(if to_play == Color::Black { log_odds } else { -log_odds }))
    }

    /// The forecast of a searched position with this player to move. Without a network the value stands for the log-odds.
    pub fn of(report: &Report<Cell>, to_play: Color) -> Self {
        Self::with_fallback(report, None, to_play)
    }

    /// The same, where the `fallback` stands for log-odds that the search does not give. By it a level without a network
    /// judges a swap.
    pub fn with_fallback(report: &Report<Cell>, fallback: Option<f32>, to_play: Color) -> Self {
        let log_odds = report.log_odds.or(fallback);
        Self::new(report.outcome, log_odds, to_play)
            .unwrap_or_else(|| Self::by_value(report, report.value, to_play))
    }

    /// The forecast after a move of this player, which is one of the report; none if the move was not searched.
    pub fn after(report: &Report<Cell>, mv: &RootMove<Cell>, to_play: Color) -> Option<Self> {
        let is_valued = report.log_odds.is_none() && mv.work > 0;
        Self::new(mv.outcome, mv.log_odds, to_play)
            .or_else(|| is_valued.then(|| Self::by_value(report, mv.value, to_play)))
    }

    /// The forecast after a move of the report that was not searched: that of the report's position, worse by what the
    /// move's value is below the position's. So it never seems better than the position, though it may seem better than a
    /// bad move that was searched. Without a network the value alone gives it.
    pub fn unsearched(report: &Report<Cell>, mv: &RootMove<Cell>, to_play: Color) -> Self {
        let Some(log_odds) = report.log_odds else {
            return Self::by_value(report, mv.value, to_play);
        };
        #[expect(clippy::cast_precision_loss, reason = "thousandths of log-odds")]
        let worse = report.value.saturating_sub(mv.value).max(0) as f32 / 1000.0;
        Self::by_log_odds(log_odds - worse, to_play)
    }

    /// The forecast by a value alone, relative to the heuristic value of the report's position, where chances are taken
    /// as even.
    fn by_value(report: &Report<Cell>, value: Value, to_play: Color) -> Self {
        let errors = f64::from(value) / (1000.0 * report.error_weight);
        #[expect(clippy::cast_possible_truncation, reason = "a probability needs no more")]
        let log_odds = (ODDS_OF_ERROR * errors) as f32;
        Self::by_log_odds(log_odds, to_play)
    }

    /// The winner, if that is proved.
    pub fn proved_winner(self) -> Option<Color> {
        match self {
            Self::Proved(winner) => Some(winner),
            Self::BlackWins(_) => None,
        }
    }

    /// The forecast if the players exchange their sides.
    #[must_use]
    pub fn exchanged(self) -> Self {
        match self {
            Self::Proved(winner) => Self::Proved(!winner),
            Self::BlackWins(chance) => Self::BlackWins(1.0 - chance),
        }
    }

    /// The probability that this player wins: 0 or 1 if that is proved, and else from 0.01 to 0.99.
    pub fn chance_of(self, color: Color) -> f32 {
        let chance = match self {
            Self::Proved(winner) => return f32::from(u8::from(winner == color)),
            Self::BlackWins(chance) if color == Color::Black => chance,
            Self::BlackWins(chance) => 1.0 - chance,
        };
        chance.clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE)
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
    use crate::board::Size;
    use crate::params::Params;
    use crate::player::Player;
    use crate::search::Limits;

    #[test]
    fn without_a_network_the_value_gives_the_chances() {
        let mut params = Params::default();
        params.set_pair("use_network=0").unwrap();
        let mut player = Player::new(Size::new(9, 9).unwrap(), params);
        let limits = Limits::expansions(30);
        let report = player.search(Color::White, &limits, &mut |_| ());
        assert_eq!((report.log_odds, report.outcome), (None, None));
        let at = |value| {
            let report = Report { value, ..report.clone() };
            Forecast::of(&report, Color::White)
        };
        assert_eq!(at(0), Forecast::BlackWins(0.5));
        let [black, white] = Color::BOTH.map(|color| at(250).chance_of(color));
        assert!((black + white - 1.0).abs() < 1e-6 && (white - 0.731).abs() < 1e-3, "{white}");
        for mv in &report.moves {
            let forecast = Forecast::after(&report, mv, Color::White);
            assert_eq!(forecast.is_some(), mv.work > 0 || mv.outcome.is_some());
        }
    }

    #[test]
    fn what_was_not_searched_is_no_better_than_the_position() {
        let size = Size::new(9, 9).unwrap();
        let mut player = Player::new(size, Params::default());
        player.game_mut().play_named(Color::Black, "e5").unwrap();
        let report = player.search(Color::White, &Limits::expansions(60), &mut |_| ());
        let all = Forecast::of(&report, Color::White).chance_of(Color::White);
        let unsearched: Vec<_> = report.moves.iter().filter(|mv| mv.work == 0).collect();
        let chance = |mv| Forecast::unsearched(&report, mv, Color::White).chance_of(Color::White);
        assert!(all < 0.4 && unsearched.len() > 2, "{all} {}", unsearched.len());
        for pair in unsearched.windows(2) {
            let [better, worse] = [chance(pair[0]), chance(pair[1])];
            assert!((all >= better) && (pair[0].value < pair[1].value || better >= worse));
        }
        assert!(unsearched.iter().any(|mv| chance(mv) < all), "they differ");
    }

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
            let sure = Forecast::new(None, Some(9.0), color).unwrap();
            assert_eq!([color, !color].map(|player| sure.text_for(player)), ["99 %", "1 %"]);
            assert_eq!(Forecast::new(None, None, color), None, "neither is known");
        }
    }
}
