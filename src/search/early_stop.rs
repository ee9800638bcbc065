//! When a search stops before its deadline, because the time that is left is of more use for later moves.

use std::time::Duration;

/// The two leading moves of the root among those not proved lost, by work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leaders<M> {
    /// The move that would be played now, and its work in expansions.
    pub(super) first: (M, u64),
    /// The second move's work; none if there is no other move.
    pub(super) second: Option<u64>,
}

/// Follows the leading move of the root through a search.
#[derive(Clone, Debug)]
pub(super) struct EarlyStop<M> {
    /// The usual time of a search.
    usual: Duration,
    leader: Option<M>,
    /// The time at which the leader took the lead.
    since: Duration,
}

/// The second move is close to the first if its work is more than this part of the first's.
const CLOSE: (u64, u64) = (3, 4);

impl<M: Copy + Eq> EarlyStop<M> {
    /// For a search that usually takes this long.
    pub(super) fn new(usual: Duration) -> Self {
        Self { usual, leader: None, since: Duration::ZERO }
    }

    /// Whether the choice is settled after this time and this many expansions: one move is left; or the leader has led
    /// for half of the time, no other is close, and none can catch up within the usual time at the speed so far.
    pub(super) fn is_settled(
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
        let is_clear = 2 * self.since <= time && CLOSE.0 * work >= CLOSE.1 * second;
        let left = self.usual.saturating_sub(time);
        let is_out_of_reach =
            u128::from(work - second) * time.as_nanos() > u128::from(expansions) * left.as_nanos();
        is_clear && is_out_of_reach
    }
}

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
    fn an_only_move_is_settled_at_once_and_a_close_race_is_not() {
        let mut early_stop = EarlyStop::new(ms(100));
        assert!(early_stop.is_settled(leaders(&[1]), 20, ms(1)));
        let mut early_stop = EarlyStop::new(ms(100));
        for time in 1..300 {
            assert!(!early_stop.is_settled(leaders(&[80, 70]), 1000 + time, ms(time)), "too close");
        }
        assert!(!early_stop.is_settled(leaders(&[70, 170]), 2000, ms(300)), "the lead has changed");
        assert!(!early_stop.is_settled(leaders(&[70, 170]), 2000, ms(599)), "not long ago");
        assert!(early_stop.is_settled(leaders(&[70, 170]), 2000, ms(600)));
    }

    proptest! {
        #[test]
        fn an_early_stop_changes_no_choice(
            mut works in prop::collection::vec(0..30u64, 2..5),
            steps in prop::collection::vec(any::<prop::sample::Index>(), 100),
        ) {
            // One expansion a millisecond, and 100 of them in the usual time.
            let mut early_stop = EarlyStop::new(ms(100));
            for (count, step) in (1..=100).zip(&steps) {
                let searched = step.index(works.len());
                works[searched] += 1;
                let now = leaders(&works);
                if early_stop.is_settled(now, count, ms(count)) {
                    let rest = 100 - count;
                    prop_assert!(now.second.is_none_or(|second| second + rest < now.first.1));
                    return Ok(());
                }
            }
        }
    }
}
