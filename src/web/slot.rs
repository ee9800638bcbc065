//! A slot: it limits how many connections or tasks there are at the same time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A slot that is taken until it is dropped.
#[derive(Debug)]
pub(super) struct Slot(Arc<AtomicUsize>);

impl Slot {
    /// Takes a slot; none if as many as `most` are `taken`.
    pub(super) fn take(taken: &Arc<AtomicUsize>, most: usize) -> Option<Self> {
        let slot = Self(Arc::clone(taken));
        (taken.fetch_add(1, Ordering::Relaxed) < most).then_some(slot)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_is_free_again_when_it_is_left_or_was_refused() {
        let taken = Arc::default();
        let [first, second] = [(); 2].map(|()| Slot::take(&taken, 2));
        assert!(first.is_some() && second.is_some());
        assert!(Slot::take(&taken, 2).is_none());
        drop(first);
        assert!(Slot::take(&taken, 2).is_some());
        drop(second);
        assert_eq!(taken.load(Ordering::Relaxed), 0);
    }
}
