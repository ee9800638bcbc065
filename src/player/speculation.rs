//! Speculative play (KHA15): a player who is behind chooses, of moves that are about equally good, the one after which the
//! opponent has the fewest replies that the network calls winning.

use super::{HexGame, Player};
use crate::board::{Cell, Color};
use crate::search::{Expand, Report, RootMove};

/// A move is about as good as the best if it has at least one of so many expansions of its own.
const LEAST_SHARE: u64 = 4;

/// A move is about as good as the best if its log-odds are at most this much lower.
const MARGIN: f32 = 0.1;

impl Player {
    /// Puts the move in front that is chosen where the chance is below even. The others keep their order.
    pub(super) fn speculate(&mut self, color: Color, report: &mut Report<Cell>) {
        let is_behind = report.log_odds.is_some_and(|log_odds| log_odds < 0.0);
        if report.outcome.is_some() || !is_behind {
            return;
        }
        let places = about_equal(&report.moves).into_iter();
        let fewest = places.min_by_key(|&at| self.winning_replies(color, report.moves[at].mv));
        if let Some(at) = fewest.filter(|at| *at > 0) {
            report.moves[..=at].rotate_right(1);
            self.remember(color, report.clone());
        }
    }

    /// The number of replies to this move that the network calls winning.
    fn winning_replies(&self, color: Color, mv: Cell) -> usize {
        let mut position = self.position(color);
        position.play(mv);
        let replies = HexGame::new(position, self.evaluator()).expand().moves;
        replies.iter().filter(|reply| reply.log_odds.is_some_and(|odds| odds > 0.0)).count()
    }
}

/// The places of the open moves that are about as good as the first.
fn about_equal(moves: &[RootMove<Cell>]) -> Vec<usize> {
    let Some(best) = moves.first() else { return Vec::new() };
    let is_about_equal = |other: &RootMove<Cell>| {
        let gap = best.log_odds.zip(other.log_odds).map(|(best, other)| best - other);
        other.outcome.is_none()
            && LEAST_SHARE * other.work >= best.work
            && gap.is_some_and(|gap| gap <= MARGIN)
    };
    (0..moves.len()).filter(|at| is_about_equal(&moves[*at])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::params::Params;
    use crate::player::Answer;
    use crate::player::Move;
    use crate::search::Limits;

    fn player(speculation: bool, moves: &[&str]) -> Player {
        let mut params = Params::default();
        params.set_pair("max_expansions=60").unwrap();
        params.set_pair(&format!("speculation={}", u8::from(speculation))).unwrap();
        let mut player = Player::new(Size::new(9, 9).unwrap(), params);
        for (name, color) in moves.iter().zip([Color::Black, Color::White].into_iter().cycle()) {
            player.game_mut().play_named(color, name).unwrap();
        }
        player
    }

    #[test]
    fn a_player_who_is_behind_leaves_the_fewest_winning_replies_and_another_plays_as_ever() {
        let (mut changed, mut ahead) = (0, 0);
        for moves in [
            &["e5"][..],
            &["a9"],
            &["b4"],
            &["d5"],
            &["e5", "d7"],
            &["a2", "e5", "f3"],
            &["b4", "e5", "e4"],
            &["a9", "e5", "d6"],
            &["a2", "e5"],
        ] {
            let color = if moves.len() % 2 == 0 { Color::Black } else { Color::White };
            let searched = player(false, moves).search(color, &Limits::expansions(60), &mut |_| ());
            let mut speculating = player(true, moves);
            let Answer::Move(Move::Place(chosen)) = speculating.choose(color, &mut |_| ()) else {
                panic!("it resigned");
            };
            let (_, told) = speculating.last_report().unwrap().clone();
            assert_eq!(told.best(), Some(chosen), "what is told is what is played");
            if searched.outcome.is_some() || searched.log_odds.unwrap() >= 0.0 {
                assert_eq!((&told.moves, ahead += 1), (&searched.moves, ()));
                continue;
            }
            let best = &searched.moves[0];
            let replies = |mv| speculating.winning_replies(color, mv);
            for other in &searched.moves {
                let is_near = other.outcome.is_none()
                    && other.work * 4 >= best.work
                    && other.log_odds.unwrap() >= best.log_odds.unwrap() - MARGIN;
                assert!(!is_near || replies(chosen) <= replies(other.mv));
                assert!(is_near || other.mv != chosen);
            }
            changed += usize::from(searched.best() != Some(chosen));
        }
        assert!(changed > 0 && ahead > 0, "{changed} {ahead}");
    }
}
