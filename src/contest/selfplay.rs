//! A game of the engine against itself.

use super::Opening;
use crate::board::Color;
use crate::player::{Answer, Game, Player};
use crate::record::Record;
use std::time::{Duration, Instant};

/// A finished game.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The moves.
    pub game: Game,
    /// The moves and the result.
    pub record: Record,
    /// Who won.
    pub winner: Color,
    /// The number of moves, with those of the opening.
    pub length: usize,
    /// Expansions of all searches together.
    pub expansions: u64,
    /// Time of all searches together.
    pub thinking: Duration,
    /// The number of searches: moves of the opening have none.
    pub searched: u32,
}

/// Plays a game from an opening to its end, with the same player for both colours. `watch` is called after every
/// move, when the player's last report is that of the search for it. None if the player's stop is set before the end.
pub fn play_against_itself(
    player: &mut Player,
    opening: &Opening,
    watch: &mut dyn FnMut(&Player),
) -> Option<Finished> {
    player.begin_game(opening.game());
    let (mut expansions, mut thinking, mut searched) = (0, Duration::ZERO, 0);
    let (winner, reason) = loop {
        let color = player.game().to_play();
        if let Some(winner) = player.game().board().winner() {
            break (winner, "");
        }
        let start = Instant::now();
        let answer = player.move_for(color, &mut |_| ());
        if player.stop().is_set() {
            return None;
        }
        thinking += start.elapsed();
        searched += 1;
        expansions += player.last_report().map_or(0, |(_, report)| report.expansions);
        if answer == Answer::Resign {
            break (!color, "R");
        }
        watch(player);
    };
    let game = player.game().clone();
    let length = game.actions().count();
    let mut record = game.record();
    for color in Color::BOTH {
        record.set_name(color, "HexCoven");
    }
    record.set_result(winner, reason);
    Some(Finished { game, record, winner, length, expansions, thinking, searched })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::contest::{Tally, random_openings};
    use crate::params::Params;

    #[test]
    fn games_end_and_are_counted() {
        let size = Size::new(4, 4).unwrap();
        let mut params = Params::default();
        params.set("max_expansions", "50").unwrap();
        let mut player = Player::new(size, params);
        let mut tally = Tally::default();
        for opening in random_openings(size, 6, 1) {
            let mut moves = 0;
            let finished = play_against_itself(&mut player, &opening, &mut |_| moves += 1).unwrap();
            assert_eq!(finished.length, moves + 1);
            assert!(finished.expansions > 0 && finished.searched as usize >= moves);
            let board = finished.game.board();
            assert!(board.winner().is_none_or(|winner| winner == finished.winner));
            tally.add(&finished);
        }
        assert_eq!(tally.games(), 6);
        let (stop, opening) = (player.stop().clone(), Opening::none(size));
        assert!(play_against_itself(&mut player, &opening, &mut |_| stop.set()).is_none());
    }
}
