//! When a search ends before its deadline, because what is left of the time is of more use later.

use std::time::Duration;

/// The root's moves that are not proved lost: the one with the most work, and the next one's work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leaders<M> {
    /// The move that would be played now, and its work.
    pub(super) first: (M, u64),
    /// None if no other move is left.
    pub(super) second: Option<u64>,
}

/// Watches the root's moves through a search.
#[derive(Clone, Debug)]
pub(super) struct Pace<M> {
    usual: Duration,
    leader: Option<M>,
    /// When the leader took the lead.
    since: Duration,
}

impl<M: Copy + Eq> Pace<M> {
    /// A search that usually takes so long.
    pub(super) fn new(usual: Duration) -> Self {
        Self { usual, leader: None, since: Duration::ZERO }
    }

    /// Whether to end after this time and so many expansions: no choice is left; or the leader was the same
    /// for half of the time, is well ahead, and will lead until the usual time is over.
    pub(super) fn is_enough(
        &mut self,
        leaders: Leaders<M>,
        expansions: u64,
        time: Duration,
    ) -> bool {
        let (leader, work) = leaders.first;
        if self.leader != Some(leader) {
            (self.leader, self.since) = (Some(leader), time);
        }
        let Some(second) = leaders.second else { return true };
        let is_settled = 2 * self.since <= time && CLOSE.0 * work >= CLOSE.1 * second;
        // Whether the lead is more than the expansions that are to come, at the speed so far.
        let left = self.usual.saturating_sub(time);
        let is_ahead =
            u128::from(work - second) * time.as_nanos() > u128::from(expansions) * left.as_nanos();
        is_settled && is_ahead
    }
}

/// Two moves are close if the works of the second and the first are at least in this proportion.
const CLOSE: (u64, u64) = (3, 4);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn leaders(works: &[u64]) -> Leaders<usize> {
        let mut order: Vec<usize> = (0..works.len()).collect();
        order.sort_by_key(|mv| std::cmp::Reverse(works[*mv]));
        Leaders { first: (order[0], works[order[0]]), second: order.get(1).map(|mv| works[*mv]) }
    }

    fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn an_only_move_is_made_at_once_and_a_close_race_goes_on() {
        let mut pace = Pace::new(ms(100));
        assert!(pace.is_enough(leaders(&[1]), 20, ms(1)));
        let mut pace = Pace::new(ms(100));
        for time in 1..300 {
            assert!(!pace.is_enough(leaders(&[80, 70]), 1000 + time, ms(time)), "too close");
        }
        assert!(!pace.is_enough(leaders(&[70, 170]), 2000, ms(300)), "the lead has changed");
        assert!(!pace.is_enough(leaders(&[70, 170]), 2000, ms(599)), "not long ago");
        assert!(pace.is_enough(leaders(&[70, 170]), 2000, ms(600)));
    }

    proptest! {
        #[test]
        fn an_early_end_changes_no_choice(
            mut works in prop::collection::vec(0..30u64, 2..5),
            steps in prop::collection::vec(any::<prop::sample::Index>(), 100),
        ) {
            // One expansion a millisecond, in the usual time as many as there are steps.
            let mut pace = Pace::new(ms(100));
            for (count, step) in (1..=100).zip(&steps) {
                let searched = step.index(works.len());
                works[searched] += 1;
                let now = leaders(&works);
                if pace.is_enough(now, count, ms(count)) {
                    let rest = 100 - count;
                    prop_assert!(now.second.is_none_or(|second| second + rest < now.first.1));
                    return Ok(());
                }
            }
        }
    }
}
