//! A place among those that work at the same time, of which there are only so many.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A place that is taken until it is dropped.
#[derive(Debug)]
pub(super) struct Place(Arc<AtomicUsize>);

impl Place {
    /// Takes a place; none if as many as `most` are `taken`.
    pub(super) fn take(taken: &Arc<AtomicUsize>, most: usize) -> Option<Self> {
        let place = Self(Arc::clone(taken));
        (taken.fetch_add(1, Ordering::Relaxed) < most).then_some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_free_again_when_it_is_left_or_was_refused() {
        let taken = Arc::default();
        let [first, second] = [(); 2].map(|()| Place::take(&taken, 2));
        assert!(first.is_some() && second.is_some());
        assert!(Place::take(&taken, 2).is_none());
        drop(first);
        assert!(Place::take(&taken, 2).is_some());
        drop(second);
        assert_eq!(taken.load(Ordering::Relaxed), 0);
    }
}
