//! The clocks of a game, and the time for one move.

use crate::board::{ByColor, Color};
use std::time::Duration;

/// The time system of a game, as GTP's `time_settings` has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeSettings {
    /// Main time, which is used first.
    pub main: Duration,
    /// The length of a byo-yomi period; zero for none.
    pub byo_yomi: Duration,
    /// The moves of a byo-yomi period.
    pub stones: u32,
}

impl TimeSettings {
    /// Whether there is no limit: byo-yomi time for 0 stones.
    fn is_unlimited(&self) -> bool {
        self.stones == 0 && !self.byo_yomi.is_zero()
    }

    /// The time of a period for each of its moves.
    fn share_of_period(&self) -> Duration {
        self.byo_yomi.saturating_sub(LAG).checked_div(self.stones).unwrap_or_default()
    }
}

/// The time that a player has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Left {
    time: Duration,
    /// Moves to make in this time; 0 in main time.
    stones: u32,
}

/// Both players' clocks. They count the engine's own thinking time; a controller may set them ([`Clock::set_left`]).
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

/// The time that a move takes on the controller's clock beyond the engine's thinking time.
const MOVE_LAG: Duration = Duration::from_millis(5);

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
            } else {
                Left { time: settings.main, stones: 0 }
            }
        });
        self.left = ByColor::new_with(|_| left);
    }

    /// Sets the time left: main time if `stones` is 0, else for this many moves.
    pub fn set_left(&mut self, color: Color, time: Duration, stones: u32) {
        self.left[color] = Some(Left { time, stones });
    }

    /// The time left for a player and the moves to make in it (0: main time); none if no clock runs.
    pub fn left(&self, color: Color) -> Option<(Duration, u32)> {
        self.left[color].map(|left| (left.time, left.stones))
    }

    /// Subtracts the time of a move that took this long.
    pub(super) fn spend(&mut self, color: Color, time: Duration) {
        let time = time + MOVE_LAG;
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
            (0, None) => {}
            (_, Some(settings)) => left.count_move(settings),
            (_, None) => left.stones = (left.stones - 1).max(1),
        }
    }

    /// The time for this player's next move on a board with this many empty cells; none if no clock runs.
    pub(super) fn share(&self, color: Color, empty: usize) -> Option<Share> {
        let left = self.left[color]?;
        let moves = if left.stones > 0 { left.stones } else { own_moves(empty) };
        let usable = left.time.saturating_sub(LAG + MOVE_LAG * moves);
        if left.stones == 1 {
            return Some(Share { usual: None, most: usable });
        }
        let (usual, most) = if left.stones > 1 {
            let usual = usable / left.stones;
            (usual, usual.max(usable / 2))
        } else {
            let period =
                self.settings.map_or(Duration::ZERO, |settings| settings.share_of_period());
            // Many searches end early, and games end long before the board is full: plan for a quarter of the moves.
            (period.max(usable / (moves / 4).max(6)), period.saturating_add(usable / 3))
        };
        Some(Share { usual: Some(usual), most: most.min(usual.saturating_mul(2)) })
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

    fn clock(main: u64, byo_yomi: u64, stones: u32) -> Clock {
        let mut clock = Clock::default();
        clock.set(TimeSettings {
            main: Duration::from_secs(main),
            byo_yomi: Duration::from_secs(byo_yomi),
            stones,
        });
        clock
    }

    #[test]
    fn without_settings_no_clock_runs() {
        assert_eq!(Clock::default().share(Color::Black, 100), None);
        assert_eq!(clock(0, 1, 0).share(Color::Black, 100), None, "no limit, as GoGui sends it");
    }

    #[test]
    fn seconds_per_move_are_used_nearly_in_full() {
        let share = clock(0, 2, 1).share(Color::White, 100).unwrap();
        assert_eq!(share, Share { usual: None, most: Duration::from_millis(1845) });
    }

    #[test]
    fn a_period_follows_main_time_and_starts_anew() {
        let mut clock = clock(10, 5, 2);
        let moves = |seconds| Duration::from_secs(seconds).saturating_sub(MOVE_LAG);
        clock.spend(Color::Black, moves(12));
        assert_eq!(clock.left(Color::Black), Some((Duration::from_secs(3), 1)));
        clock.spend(Color::Black, moves(1));
        assert_eq!(clock.left(Color::Black), Some((Duration::from_secs(5), 2)));
        assert_eq!(clock.left(Color::White), Some((Duration::from_secs(10), 0)));
    }

    #[test]
    fn a_move_of_main_time_takes_twice_its_share_at_most_and_a_period_but_for_the_lag() {
        let share = clock(60, 0, 0).share(Color::Black, 100).unwrap();
        assert_eq!(share.most, 2 * share.usual.unwrap());
        let [usual, most] = [9850, 10_050].map(Duration::from_millis);
        let share = clock(1, 10, 1).share(Color::Black, 100).unwrap();
        assert_eq!(share, Share { usual: Some(usual), most });
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
        for (main, byo_yomi, stones) in
            [(u64::MAX, u64::MAX, 1), (u64::MAX, 0, 0), (0, u64::MAX, 3)]
        {
            let mut clock = clock(main, byo_yomi, stones);
            for _ in 0..3 {
                let share = clock.share(Color::Black, 100).unwrap();
                assert!(share.usual.is_none_or(|usual| usual <= share.most), "{share:?}");
                clock.spend(Color::Black, Duration::from_secs(u64::MAX / 2));
            }
        }
    }

    proptest! {
        #[test]
        fn a_player_who_keeps_to_the_shares_does_not_lose_on_time(
            (main, byo_yomi, stones) in (0..600u64, 0..30u64, 0..10u32),
            takes_most in prop::collection::vec(any::<bool>(), 200),
        ) {
            prop_assume!(main > 0 || (byo_yomi > 0 && stones > 0));
            let mut clock = clock(main, byo_yomi, stones);
            for (empty, takes_most) in (1..=361usize).rev().step_by(2).zip(takes_most) {
                let Some(share) = clock.share(Color::Black, empty) else { break };
                let (left, to_make) = clock.left(Color::Black).unwrap();
                let in_main_time = to_make == 0 && stones > 0;
                let reserve = Duration::from_secs(if in_main_time { byo_yomi } else { 0 });
                let time = share.usual.filter(|_| !takes_most).unwrap_or(share.most);
                prop_assert!(share.usual.is_none_or(|usual| usual <= share.most));
                prop_assert!(time + MOVE_LAG <= left + reserve, "{share:?} of {left:?}");
                clock.spend(Color::Black, time);
            }
        }
    }
}
