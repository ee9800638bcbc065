//! The results of selfplay: wins of each colour, lengths and times.

use super::Finished;
use crate::board::{ByColor, Color};
use comfy_table::{Table, presets};
use std::fmt;
use std::time::Duration;

/// The sums over a number of selfplay games.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    wins: ByColor<u32>,
    moves: usize,
    searched: u32,
    expansions: u64,
    thinking: Duration,
}

impl Tally {
    /// Adds a game.
    pub fn add(&mut self, game: &Finished) {
        self.wins[game.winner] += 1;
        self.moves += game.length;
        self.searched += game.searched;
        self.expansions += game.expansions;
        self.thinking += game.thinking;
    }

    /// The number of games.
    pub fn games(&self) -> u32 {
        self.wins.black + self.wins.white
    }
}

impl fmt::Display for Tally {
    #[expect(clippy::cast_precision_loss, reason = "figures for people")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = f64::from(self.games().max(1));
        let seconds = self.thinking.as_secs_f64();
        let share = |color: Color| {
            format!("{} ({:.1} %)", self.wins[color], 100.0 * f64::from(self.wins[color]) / games)
        };
        let mut table = Table::new();
        table.load_style(presets::ASCII_MARKDOWN);
        table.set_header([
            "games",
            "black wins",
            "white wins",
            "moves a game",
            "s a move",
            "expansions/s",
        ]);
        table.add_row([
            self.games().to_string(),
            share(Color::Black),
            share(Color::White),
            format!("{:.1}", self.moves as f64 / games),
            format!("{:.2}", seconds / f64::from(self.searched.max(1))),
            format!("{:.0}", self.expansions as f64 / seconds.max(1e-9)),
        ]);
        write!(f, "{table}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::player::Game;

    #[test]
    fn the_time_of_a_move_is_that_of_those_that_were_searched() {
        let game = Game::new(Size::new(3, 3).unwrap());
        let mut tally = Tally::default();
        tally.add(&Finished {
            record: game.record(),
            game,
            winner: Color::White,
            length: 9,
            expansions: 600,
            thinking: Duration::from_secs(6),
            searched: 3,
        });
        let row = "| 1     | 0 (0.0 %)  | 1 (100.0 %) | 9.0          | 2.00     | 100          |";
        assert!(tally.to_string().ends_with(row), "{tally}");
    }
}
