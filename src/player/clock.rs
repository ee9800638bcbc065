//! The clocks of a game, and the time for one move.

use crate::board::{ByColor, Color};
use std::time::Duration;

/// The time system of a game: that of GTP's `time_settings`, or Fischer's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeSettings {
    /// Main time, which is used first.
    pub main: Duration,
    /// The length of a byo-yomi period; zero for none.
    pub byo_yomi: Duration,
    /// The moves of a byo-yomi period.
    pub stones: u32,
    /// What each move adds to the main time (Fischer). Without main time the game starts with this.
    pub increment: Duration,
}

impl TimeSettings {
    /// Whether there is no limit: byo-yomi time for 0 stones.
    fn is_unlimited(&self) -> bool {
        self.stones == 0 && !self.byo_yomi.is_zero()
    }

    /// The time of a period for each of its moves.
    fn share_of_period(&self, move_lag: Duration) -> Duration {
        let share = self.byo_yomi.saturating_sub(LAG).checked_div(self.stones);
        share.unwrap_or_default().saturating_sub(move_lag)
    }

    /// The usual and the most time for a move, where this much main time is usable and the player has at most so many
    /// moves to make.
    fn share_of_main(
        &self,
        usable: Duration,
        moves: u32,
        move_lag: Duration,
    ) -> (Duration, Duration) {
        let planned = usable / (moves / MOVES_TO_PLANNED).max(FEWEST_PLANNED);
        let most = usable / MOST_OF_MAIN;
        let increment = self.increment.saturating_sub(move_lag);
        if increment.is_zero() {
            let period = self.share_of_period(move_lag);
            (period.max(planned), period.saturating_add(most))
        } else {
            // An increment comes after the move, which must end in the time that is left.
            let with_increment = |time: Duration| time.saturating_add(increment).min(usable);
            (with_increment(planned), with_increment(most))
        }
    }
}

/// The time that a player has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Left {
    time: Duration,
    /// Moves to make in this time; 0 in main time.
    stones: u32,
}

/// Both players' clocks. They count the engine's own thinking time and the delay that is said for each move. A
/// controller may set them ([`Clock::set_left`]).
#[derive(Clone, Debug, Default)]
pub struct Clock {
    settings: Option<TimeSettings>,
    left: ByColor<Option<Left>>,
}

/// The time for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share {
    /// The usual time; none where time saved is lost for later moves.
    pub(super) usual: Option<Duration>,
    /// The most time.
    pub(super) most: Duration,
}

/// Reserved for the delay between the end of a search and the controller's clock.
const LAG: Duration = Duration::from_millis(150);

/// Main time is planned for one in four of the moves that a player may still make: many searches end early, and games
/// end long before the board is full.
const MOVES_TO_PLANNED: u32 = 4;

/// The fewest moves that main time is planned for.
const FEWEST_PLANNED: u32 = 6;

/// A move takes a third of the main time at most.
const MOST_OF_MAIN: u32 = 3;

/// A move takes half of a period at most, if others are to be made in it.
const MOST_OF_PERIOD: u32 = 2;

/// A move takes twice the usual time at most.
const MOST_OF_USUAL: u32 = 2;

impl Clock {
    /// Sets the time system and starts both clocks anew.
    pub fn set(&mut self, settings: TimeSettings) {
        self.settings = Some(settings).filter(|settings| !settings.is_unlimited());
        self.restart();
    }

    /// Starts both clocks anew under the same time system.
    pub(super) fn restart(&mut self) {
        let left = self.settings.map(|settings| {
            if settings.main.is_zero() && settings.stones > 0 {
                Left { time: settings.byo_yomi, stones: settings.stones }
            } else if settings.main.is_zero() {
                Left { time: settings.increment, stones: 0 }
            } else {
                Left { time: settings.main, stones: 0 }
            }
        });
        self.left = ByColor::new_with(|_| left);
    }

    /// Sets the time left: main time if `stones` is 0, else for this many moves.
    ///
    /// Where a period has one move, more stones are periods that are left, as servers count them; one is used. With an
    /// increment all time is main time. Without main time 0 stones mean all moves of a period: a controller has left them out.
    pub fn set_left(&mut self, color: Color, time: Duration, stones: u32) {
        let stones = match self.settings {
            Some(settings) if !settings.increment.is_zero() => 0,
            Some(settings) if settings.main.is_zero() && stones == 0 => settings.stones,
            Some(settings) if settings.stones == 1 => stones.min(1),
            _ => stones,
        };
        self.left[color] = Some(Left { time, stones });
    }

    /// Exchanges the clocks: the players have changed sides.
    pub(super) fn exchange(&mut self) {
        let ByColor { black, white } = &mut self.left;
        std::mem::swap(black, white);
    }

    /// The time left for a player and the moves to make in it (0: main time); none if no clock runs.
    pub fn left(&self, color: Color) -> Option<(Duration, u32)> {
        self.left[color].map(|left| (left.time, left.stones))
    }

    /// Subtracts the time of a move that took this long on the controller's clock.
    pub(super) fn spend(&mut self, color: Color, time: Duration) {
        let Some(left) = &mut self.left[color] else { return };
        let byo_yomi = self.settings.filter(|settings| settings.stones > 0);
        let over = time.checked_sub(left.time);
        left.time = left.time.saturating_sub(time);
        match (left.stones, byo_yomi) {
            // If main time ran out during this move, it was the first of a period.
            (0, Some(settings)) => {
                if let Some(over) = over {
                    *left = Left {
                        time: settings.byo_yomi.saturating_sub(over),
                        stones: settings.stones,
                    };
                    left.count_move(settings);
                }
            }
            (0, None) => {
                let increment = self.settings.map_or(Duration::ZERO, |settings| settings.increment);
                left.time = left.time.saturating_add(increment);
            }
            (_, Some(settings)) => left.count_move(settings),
            (_, None) => left.stones = (left.stones - 1).max(1),
        }
    }

    /// The time for this player's next move on a board with this many empty cells; none if no clock runs. Each move takes
    /// `move_lag` more on the controller's clock.
    pub(super) fn share(&self, color: Color, empty: usize, move_lag: Duration) -> Option<Share> {
        let left = self.left[color]?;
        let settings = self.settings.unwrap_or_default();
        let moves = if left.stones > 0 { left.stones } else { own_moves(empty) };
        // Later moves have their delay from their increments.
        let delays = if settings.increment > move_lag { 1 } else { moves };
        let usable = left.time.saturating_sub(LAG.saturating_add(move_lag.saturating_mul(delays)));
        let (usual, most) = match left.stones {
            0 => settings.share_of_main(usable, moves, move_lag),
            1 => return Some(Share { usual: None, most: usable }),
            stones => (usable / stones, usable / MOST_OF_PERIOD),
        };
        let most = most.max(usual).min(usual.saturating_mul(MOST_OF_USUAL));
        Some(Share { usual: Some(usual), most })
    }
}

/// The most moves that a player still makes on a board with this many empty cells: half of them.
fn own_moves(empty: usize) -> u32 {
    u32::try_from(empty.div_ceil(2)).unwrap_or(u32::MAX)
}

impl Left {
    /// Counts a move of a period. After the last a new period begins.
    fn count_move(&mut self, settings: TimeSettings) {
        self.stones -= 1;
        if self.stones == 0 {
            *self = Self { time: settings.byo_yomi, stones: settings.stones };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MOVE_LAG: Duration = Duration::from_millis(5);

    fn clock(main: u64, byo_yomi: u64, stones: u32) -> Clock {
        let mut clock = Clock::default();
        let [main, byo_yomi] = [main, byo_yomi].map(Duration::from_secs);
        clock.set(TimeSettings { main, byo_yomi, stones, ..TimeSettings::default() });
        clock
    }

    fn fischer(main: u64, increment: u64) -> Clock {
        let mut clock = Clock::default();
        let [main, increment] = [main, increment].map(Duration::from_secs);
        clock.set(TimeSettings { main, increment, ..TimeSettings::default() });
        clock
    }

    fn share(clock: &Clock, empty: usize) -> Option<Share> {
        clock.share(Color::Black, empty, MOVE_LAG)
    }

    #[test]
    fn without_settings_no_clock_runs() {
        assert_eq!(share(&Clock::default(), 100), None);
        assert_eq!(share(&clock(0, 1, 0), 100), None, "no limit, as GoGui sends it");
    }

    #[test]
    fn seconds_per_move_are_used_nearly_in_full() {
        let expected = Share { usual: None, most: Duration::from_millis(1845) };
        assert_eq!(share(&clock(0, 2, 1), 100), Some(expected));
    }

    #[test]
    fn a_period_follows_main_time_and_starts_anew() {
        let mut clock = clock(10, 5, 2);
        clock.spend(Color::Black, Duration::from_secs(12));
        assert_eq!(clock.left(Color::Black), Some((Duration::from_secs(3), 1)));
        clock.spend(Color::Black, Duration::from_secs(1));
        assert_eq!(clock.left(Color::Black), Some((Duration::from_secs(5), 2)));
        assert_eq!(clock.left(Color::White), Some((Duration::from_secs(10), 0)));
    }

    #[test]
    fn a_move_takes_half_of_a_period_at_most_and_a_sixth_of_main_time_is_usual_at_the_end() {
        let usable = Duration::from_millis(60_000 - 150 - 3 * 5);
        let of_period = share(&clock(0, 60, 3), 100).unwrap();
        assert_eq!(of_period, Share { usual: Some(usable / 3), most: usable / 2 });
        let of_main = share(&clock(60, 0, 0), 6).unwrap();
        assert_eq!(of_main, Share { usual: Some(usable / 6), most: usable / 6 * 2 });
    }

    #[test]
    fn a_move_of_main_time_takes_twice_its_share_at_most_and_a_period_but_for_the_lag() {
        let of_main = share(&clock(60, 0, 0), 100).unwrap();
        assert_eq!(of_main.most, 2 * of_main.usual.unwrap());
        let [usual, most] = [9845, 10_045].map(Duration::from_millis);
        let of_both = share(&clock(1, 10, 1), 100).unwrap();
        assert_eq!(of_both, Share { usual: Some(usual), most });
    }

    #[test]
    fn an_increment_is_added_after_the_move_that_must_end_before() {
        let mut clock = fischer(60, 5);
        clock.spend(Color::Black, Duration::from_secs(20));
        assert_eq!(clock.left(Color::Black), Some((Duration::from_secs(45), 0)));
        clock.set_left(Color::Black, Duration::from_secs(3), 0);
        let most = Duration::from_millis(2845);
        assert_eq!(share(&clock, 100), Some(Share { usual: Some(most), most }));
        let start = fischer(0, 7).left(Color::Black);
        assert_eq!(start, Some((Duration::from_secs(7), 0)), "else there is no time to begin with");
    }

    #[test]
    fn a_move_that_takes_long_on_the_controllers_clock_gets_less() {
        let most = |clock: &Clock, lag| clock.share(Color::Black, 100, lag).unwrap().most;
        let second = Duration::from_secs(1);
        assert_eq!(most(&clock(0, 4, 1), second), Duration::from_millis(2850));
        assert!(most(&clock(100, 0, 0), second) < most(&clock(100, 0, 0), MOVE_LAG) * 6 / 10);
        assert_eq!(most(&clock(0, 4, 1), Duration::MAX), Duration::ZERO);
    }

    #[test]
    fn periods_and_stones_that_are_told_are_understood_by_the_time_system() {
        let told = |mut clock: Clock, stones| {
            clock.set_left(Color::Black, Duration::from_secs(2), stones);
            clock.left(Color::Black).unwrap().1
        };
        assert_eq!([0, 1, 5].map(|stones| told(clock(9, 2, 1), stones)), [0, 1, 1]);
        assert_eq!([0, 1, 5].map(|stones| told(clock(0, 2, 1), stones)), [1, 1, 1]);
        assert_eq!([0, 1, 5].map(|stones| told(clock(0, 2, 7), stones)), [7, 1, 5]);
        assert_eq!([0, 5].map(|stones| told(Clock::default(), stones)), [0, 5]);
        assert_eq!([0, 1].map(|stones| told(fischer(0, 2), stones)), [0, 0]);
    }

    #[test]
    fn without_a_time_system_moves_that_were_told_do_not_run_out() {
        let mut clock = Clock::default();
        clock.set_left(Color::Black, Duration::from_secs(9), 2);
        (0..3).for_each(|_| clock.spend(Color::Black, Duration::from_secs(1)));
        assert_eq!(clock.left(Color::Black).unwrap().1, 1);
    }

    #[test]
    fn times_without_end_are_taken() {
        let forever = u64::MAX;
        for mut clock in [
            clock(forever, forever, 1),
            clock(forever, 0, 0),
            clock(0, forever, 3),
            fischer(forever, forever),
        ] {
            for _ in 0..3 {
                let share = share(&clock, 100).unwrap();
                assert!(share.usual.is_none_or(|usual| usual <= share.most), "{share:?}");
                clock.spend(Color::Black, Duration::from_secs(u64::MAX / 2));
            }
        }
    }

    proptest! {
        #[test]
        fn a_player_who_keeps_to_the_shares_does_not_lose_on_time(
            (main, period, stones) in (0..600u64, 0..30u64, 0..10u32),
            with_increment in any::<bool>(),
            lag in 0..40u64,
            takes_most in prop::collection::vec(any::<bool>(), 200),
        ) {
            let mut clock = if with_increment {
                prop_assume!(main > 0 || period > 0);
                fischer(main, period)
            } else {
                prop_assume!(main > 0 || (period > 0 && stones > 0));
                clock(main, period, stones)
            };
            // The delays alone must fit into the main time.
            let most = if main > 0 { main * 1000 / 181 } else { 40 };
            let lag = Duration::from_millis(lag.min(most));
            for (empty, takes_most) in (1..=361usize).rev().step_by(2).zip(takes_most) {
                let Some(share) = clock.share(Color::Black, empty, lag) else { break };
                let (left, to_make) = clock.left(Color::Black).unwrap();
                let in_main_time = to_make == 0 && stones > 0 && !with_increment;
                let reserve = Duration::from_secs(if in_main_time { period } else { 0 });
                let time = share.usual.filter(|_| !takes_most).unwrap_or(share.most);
                prop_assert!(share.usual.is_none_or(|usual| usual <= share.most));
                prop_assert!(time + lag <= left + reserve, "{share:?} of {left:?}");
                clock.spend(Color::Black, time + lag);
            }
        }
    }
}
