//! Many growing lists in one block of memory, with undo.
//!
//! A position has about ten thousand connections in about a thousand lists. One block for all of them needs no
//! allocation once it has grown to its size. A list that is changed after [`begin`](Lists::begin) moves to the
//! end of the block, so that undo only truncates the block.

/// The place of a list in its block.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Span {
    start: u32,
    len: u32,
    /// The length to which it can grow where it is.
    room: u32,
}

impl Span {
    pub(super) fn is_empty(self) -> bool {
        self.len == 0
    }

    pub(super) fn len(self) -> usize {
        self.len as usize
    }

    pub(super) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// A block of lists; a list is known by its [`Span`].
#[derive(Debug)]
pub(super) struct Lists<T> {
    items: Vec<T>,
    /// The number of items that are in a list. The others are room, or were left behind when a list moved.
    live: usize,
    /// For each step that can be undone, the length of the block and `live` before it.
    steps: Vec<(usize, usize)>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { items: Vec::new(), live: 0, steps: Vec::new() }
    }
}

impl<T: Copy> Clone for Lists<T> {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    /// Allocates nothing if there is room.
    fn clone_from(&mut self, other: &Self) {
        self.items.clone_from(&other.items);
        self.live = other.live;
        self.steps.clone_from(&other.steps);
    }
}

impl<T: Copy> Lists<T> {
    /// Drops all lists and steps and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.items.clear();
        self.live = 0;
        self.steps.clear();
    }

    /// Begins a step that can be undone.
    pub(super) fn begin(&mut self) {
        self.steps.push((self.items.len(), self.live));
    }

    /// Undoes the last step: spans from before it have the items again that they had then.
    pub(super) fn undo(&mut self) {
        let (items, live) = self.steps.pop().expect("a step was begun");
        self.items.truncate(items);
        self.live = live;
    }

    /// Whether a list must not be changed where it is, because it is older than the step.
    fn is_fixed(&self, span: Span) -> bool {
        self.steps.last().is_some_and(|(items, _)| (span.start as usize) < *items)
    }

    /// The number of items in all lists.
    pub(super) fn live(&self) -> usize {
        self.live
    }

    /// The items of a list.
    pub(super) fn of(&self, span: Span) -> &[T] {
        &self.items[span.range()]
    }

    /// The items of a list, mutable.
    pub(super) fn of_mut(&mut self, span: &mut Span) -> &mut [T] {
        if self.is_fixed(*span) {
            self.move_to_end(span, span.len);
        }
        &mut self.items[span.range()]
    }

    /// The item at a place of the block.
    pub(super) fn item(&self, at: usize) -> T {
        self.items[at]
    }

    /// A new list of the items that `copy` makes of those of another; it has no room for more.
    #[expect(clippy::cast_possible_truncation, reason = "fewer than 2^32 items fit in memory")]
    pub(super) fn copy(&mut self, other: Span, copy: impl Fn(T) -> Option<T>) -> Span {
        let start = self.items.len();
        for at in other.range() {
            if let Some(item) = copy(self.items[at]) {
                self.items.push(item);
            }
        }
        let len = (self.items.len() - start) as u32;
        self.live += len as usize;
        Span { start: start as u32, len, room: len }
    }

    /// Moves a list to the end of the block and gives it this much room. Undo brings the old items back.
    #[expect(clippy::cast_possible_truncation, reason = "as for `copy`")]
    fn move_to_end(&mut self, span: &mut Span, room: u32) {
        let start = self.items.len();
        self.items.extend_from_within(span.range());
        *span = Span { start: start as u32, len: span.len, room };
    }

    /// Adds an item. A list without room moves and gets twice the room.
    pub(super) fn push(&mut self, span: &mut Span, item: T) {
        if span.len == span.room || self.is_fixed(*span) {
            let room = (2 * span.len).max(2);
            self.move_to_end(span, room);
            self.items.resize((span.start + room) as usize, item);
        }
        span.len += 1;
        self.live += 1;
        self.items[span.range().end - 1] = item;
    }

    /// Removes the items that are not wanted and keeps the order of the others. Returns whether there were any.
    #[expect(clippy::cast_possible_truncation, reason = "as for `copy`")]
    pub(super) fn retain(&mut self, span: &mut Span, is_wanted: impl Fn(&T) -> bool) -> bool {
        let Some(first) = self.of(*span).iter().position(|item| !is_wanted(item)) else {
            return false;
        };
        let (range, before) = (span.range(), span.len);
        let first = range.start + first;
        if self.is_fixed(*span) {
            // Only the items that are kept move to the end.
            let start = self.items.len();
            self.items.extend_from_within(range.start..first);
            for i in first + 1..range.end {
                let item = self.items[i];
                if is_wanted(&item) {
                    self.items.push(item);
                }
            }
            let len = (self.items.len() - start) as u32;
            *span = Span { start: start as u32, len, room: len };
        } else {
            let mut kept = first;
            for i in first + 1..range.end {
                if is_wanted(&self.items[i]) {
                    self.items[kept] = self.items[i];
                    kept += 1;
                }
            }
            span.len = (kept - range.start) as u32;
        }
        self.live -= (before - span.len) as usize;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lists_are_what_vectors_are(steps in prop::collection::vec((0..4usize, 0..9u8, 0..9u8), 0..200)) {
            let mut lists = Lists::default();
            let mut spans = [Span::default(); 4];
            let mut vectors: [Vec<u8>; 4] = Default::default();
            let mut before = Vec::new();
            for (at, what, item) in steps {
                match what {
                    0..3 => {
                        lists.push(&mut spans[at], item);
                        vectors[at].push(item);
                    }
                    3 => {
                        lists.begin();
                        before.push((spans, vectors.clone()));
                    }
                    4 => {
                        if let Some(copies) = before.pop() {
                            lists.undo();
                            (spans, vectors) = copies;
                        }
                    }
                    5 => lists = lists.clone(),
                    6 => {
                        lists.of_mut(&mut spans[at]).iter_mut().for_each(|other| *other = item);
                        vectors[at].iter_mut().for_each(|other| *other = item);
                    }
                    7 => {
                        // What the span held is left behind, but not counted any more.
                        let old = spans[at];
                        lists.retain(&mut spans[at], |_| false);
                        spans[at] = lists.copy(old, |other| (other != item).then_some(other));
                        vectors[at].retain(|other| *other != item);
                    }
                    _ => {
                        let before = vectors[at].len();
                        vectors[at].retain(|other| *other != item);
                        let dropped = lists.retain(&mut spans[at], |other| *other != item);
                        prop_assert_eq!(dropped, vectors[at].len() < before);
                    }
                }
                for (span, vector) in spans.iter().zip(&vectors) {
                    prop_assert_eq!(lists.of(*span), vector);
                    prop_assert_eq!(span.is_empty(), vector.is_empty());
                }
                prop_assert_eq!(lists.live(), vectors.iter().map(Vec::len).sum::<usize>());
            }
        }
    }
}
