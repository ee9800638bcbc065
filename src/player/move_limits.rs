//! The time and the expansions for a move: what the clock, the parameters and the level allow.

use super::Player;
use crate::board::Color;
use crate::search::Limits;
use std::time::{Duration, Instant};

impl Player {
    /// The limit of expansions by the parameters, if there is one.
    fn most_expansions(&self) -> Option<u64> {
        let player = &self.params.player;
        let of_user = (player.max_expansions > 0).then_some(player.max_expansions);
        let of_level = self.level().map(|level| level.expansions);
        of_user.into_iter().chain(of_level).min()
    }

    /// The time that a move takes on the controller's clock beyond the engine's thinking.
    pub(super) fn move_lag(&self) -> Duration {
        Duration::try_from_secs_f64(self.params.player.move_lag).unwrap_or_default()
    }

    /// The limits of the search for a move of this player: the clock's time if it runs, else that of the parameters.
    pub(super) fn limits(&self, color: Color, now: Instant) -> Limits {
        let player = &self.params.player;
        let empty = self.game.board().empty().len();
        let seconds = Duration::try_from_secs_f64(player.max_time).unwrap_or(Duration::MAX);
        let share = self.clock.share(color, empty, self.move_lag());
        let of_user = (!seconds.is_zero()).then_some(seconds);
        let time = share.map_or(of_user, |share| Some(share.most));
        let expansions = self.most_expansions();
        Limits {
            expansions,
            deadline: time.and_then(|time| now.checked_add(time)),
            // With a limit of expansions the search must not depend on the time.
            usual: share.and_then(|share| share.usual).filter(|_| expansions.is_none()),
            stop: self.stop.clone(),
            ..Limits::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::params::Params;
    use crate::player::TimeSettings;

    #[test]
    fn a_clock_goes_before_the_seconds_a_move_and_saves_no_time_under_a_limit_of_expansions() {
        let mut player = Player::new(Size::new(9, 9).unwrap(), Params::default());
        player.set_param("max_time", "7").unwrap();
        let now = Instant::now();
        let limits = player.limits(Color::Black, now);
        assert_eq!((limits.deadline, limits.usual), (Some(now + Duration::from_secs(7)), None));
        let main = Duration::from_mins(5);
        player.clock_mut().set(TimeSettings { main, ..TimeSettings::default() });
        let share = player.clock.share(Color::Black, 81, player.move_lag()).unwrap();
        assert!(share.usual.is_some() && share.most > Duration::from_secs(7));
        let limits = player.limits(Color::Black, now);
        assert_eq!((limits.deadline, limits.usual), (Some(now + share.most), share.usual));
        player.set_param("max_expansions", "30").unwrap();
        let limits = player.limits(Color::Black, now);
        assert_eq!((limits.expansions, limits.usual), (Some(30), None), "it depends on no time");
    }
}
