//! The two staircases of a position as text, as Figure 1 of SCNS15 has them, a row for each value.

use crate::board::Color;
use crate::player::winner;
use crate::search::{Height, INFINITE, RANGE, Report, Value};
use std::fmt::Write;

/// How the text begins.
pub(super) const FIRST_WORDS: &str = "staircases:";

/// The distance of two rows, in thousandths of a natural logarithm.
const STEP: Value = 200;

/// The rows from the highest value to the lowest, [`RANGE`] about the minimax value. A row has the value above even
/// chances, a bar and the number of leaves that must change so that the value is reached. A bar is of the letters `p`,
/// raised by the player to move, or `d`, lowered by the opponent; its length is the binary logarithm of the number.
pub(super) fn draw<M>(report: &Report<M>, to_play: Color) -> String {
    if let Some(winner) = winner(report.outcome, to_play) {
        return format!("{FIRST_WORDS} {winner} wins, no number of leaves changes that");
    }
    let conspiracy = &report.conspiracy;
    let center = conspiracy.value();
    let mut text = format!("{FIRST_WORDS} {to_play} to play\n  value  leaves that must change");
    for steps in (-RANGE / STEP..=RANGE / STEP).rev() {
        let value = center + STEP * steps;
        let letter = if steps > 0 { "p" } else { "d" };
        let above_even = f64::from(value - conspiracy.even) / 1000.0;
        let _ = write!(text, "\n{above_even:>+7.2}  {}", bar(letter, conspiracy.number(value)));
    }
    text
}

fn bar(letter: &str, height: Height) -> String {
    match height {
        0 => "0".to_owned(),
        INFINITE => "none are enough".to_owned(),
        _ => format!("{} {height}", letter.repeat(1 + height.ilog2() as usize)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::params::Params;
    use crate::player::Player;
    use crate::search::Limits;

    #[test]
    fn both_staircases_rise_from_the_minimax_value() {
        let mut player = Player::new(Size::new(9, 9).unwrap(), Params::default());
        let report = player.search(Color::Black, &Limits::expansions(30), &mut |_| ());
        let text = draw(&report, Color::Black);
        let bars: Vec<&str> = text.lines().skip(2).map(|row| row[9..].trim()).collect();
        let middle = bars.len() / 2;
        assert_eq!((bars.len(), bars[middle]), (21, "0"), "{text}");
        let letters = |bar: &str| bar.chars().filter(char::is_ascii_alphabetic).count();
        for (at, pair) in bars.windows(2).enumerate() {
            let [above, below] = [letters(pair[0]), letters(pair[1])];
            assert!(if at < middle { above >= below } else { above <= below }, "{text}");
        }
        assert!(bars[0].starts_with('p') && bars[20].starts_with('d'), "{text}");
        let mut player = Player::new(Size::new(3, 3).unwrap(), Params::default());
        let won = player.search(Color::Black, &Limits::expansions(30), &mut |_| ());
        assert!(draw(&won, Color::Black).starts_with("staircases: black wins"));
    }
}
