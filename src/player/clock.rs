//! Time: what the clock allows for one move.

use crate::board::{ByColor, Color};
use std::time::Duration;

/// The time system of a game, as GTP's `time_settings` has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeSettings {
    /// Time that is used up first.
    pub main: Duration,
    /// Time of a byo-yomi period; zero for none.
    pub byo_yomi: Duration,
    /// Moves to make in a byo-yomi period.
    pub stones: u32,
}

impl TimeSettings {
    /// Whether there is no limit at all: byo-yomi time for no stones.
    fn is_unlimited(&self) -> bool {
        self.stones == 0 && !self.byo_yomi.is_zero()
    }

    /// What a period has for each of its moves.
    fn share_of_period(&self) -> Duration {
        self.byo_yomi.saturating_sub(LAG).checked_div(self.stones).unwrap_or_default()
    }
}

/// What a player has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Left {
    time: Duration,
    /// Moves to make in this time; 0 while main time runs.
    stones: u32,
}

/// Both players' clocks. They run for our own thinking time; a controller that knows better tells.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    settings: Option<TimeSettings>,
    left: ByColor<Option<Left>>,
}

/// What a move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// What it usually takes, where time can be saved for other moves.
    pub usual: Option<Duration>,
    /// What it may take at most.
    pub most: Duration,
}

/// What may pass between the end of our thinking and the controller's clock: it is never planned with.
const LAG: Duration = Duration::from_millis(150);

/// What a move takes on the controller's clock more than on ours.
const MOVE_LAG: Duration = Duration::from_millis(5);

impl Clock {
    /// Sets the time system and starts both clocks anew.
    pub fn set(&mut self, settings: TimeSettings) {
        self.settings = Some(settings).filter(|settings| !settings.is_unlimited());
        self.restart();
    }

    /// A new game under the same time system.
    pub fn restart(&mut self) {
        let left = self.settings.map(|settings| {
            if settings.main.is_zero() && settings.stones > 0 {
                Left { time: settings.byo_yomi, stones: settings.stones }
            } else {
                Left { time: settings.main, stones: 0 }
            }
        });
        self.left = ByColor::new_with(|_| left);
    }

    /// What a controller says is left: in main time if `stones` is 0, else for so many stones.
    pub fn set_left(&mut self, color: Color, time: Duration, stones: u32) {
        self.left[color] = Some(Left { time, stones });
    }

    /// What is left for a player and for how many stones (0: main time), if a clock runs.
    pub fn left(&self, color: Color) -> Option<(Duration, u32)> {
        self.left[color].map(|left| (left.time, left.stones))
    }

    /// Counts a move that took us this long.
    pub fn spend(&mut self, color: Color, time: Duration) {
        let time = time + MOVE_LAG;
        let Some(left) = &mut self.left[color] else { return };
        let byo_yomi = self.settings.filter(|settings| settings.stones > 0);
        let over = time.checked_sub(left.time);
        left.time = left.time.saturating_sub(time);
        match (left.stones, byo_yomi) {
            // Main time ran out during this move: it was the first of a period.
            (0, Some(settings)) => {
                if let Some(over) = over {
                    *left = Left {
                        time: settings.byo_yomi.saturating_sub(over),
                        stones: settings.stones,
                    };
                    left.stones_done(settings);
                }
            }
            (0, None) => {}
            (_, Some(settings)) => left.stones_done(settings),
            (_, None) => left.stones = (left.stones - 1).max(1),
        }
    }

    /// The time for this player's next move on a board with so many empty cells, if a clock runs.
    pub fn share(&self, color: Color, empty: usize) -> Option<Share> {
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
            // Many searches end early, and games are decided long before the board is full.
            (period.max(usable / (moves / 4).max(6)), period + usable / 3)
        };
        Some(Share { usual: Some(usual), most: most.min(usual * 2) })
    }
}

/// The most moves that we have to make on a board with so many empty cells: every second one.
fn own_moves(empty: usize) -> u32 {
    u32::try_from(empty.div_ceil(2)).unwrap_or(u32::MAX)
}

impl Left {
    /// One stone of a period is made; after the last a new period begins.
    fn stones_done(&mut self, settings: TimeSettings) {
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
        assert_eq!(clock(0, 1, 0).share(Color::Black, 100), None, "GoGui's way to say: no limit");
    }

    #[test]
    fn seconds_a_move_are_used_nearly_whole() {
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

    proptest! {
        #[test]
        fn nobody_who_keeps_to_the_shares_loses_on_time(
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
