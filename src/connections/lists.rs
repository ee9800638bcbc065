//! Many growing lists in one block of memory.
//!
//! A position has some ten thousand connections in some five thousand lists. One block for all of them
//! is copied in one go when a stone is added, and asks for no memory once it has grown to its size.

/// Where a list lies in its block.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Span {
    start: u32,
    len: u32,
    room: u32,
}

impl Span {
    pub(super) fn is_empty(self) -> bool {
        self.len == 0
    }

    pub(super) fn len(self) -> usize {
        self.len as usize
    }

    fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// A block of lists; a list is known by its [`Span`].
#[derive(Clone, Debug)]
pub(super) struct Lists<T> {
    items: Vec<T>,
    /// How many of the items are in a list; the others are room, or were left behind.
    live: usize,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { items: Vec::new(), live: 0 }
    }
}

impl<T: Copy> Lists<T> {
    /// Forgets all lists, keeps the memory.
    pub(super) fn clear(&mut self) {
        self.items.clear();
        self.live = 0;
    }

    /// Becomes a copy of other lists; these spans are all that they have. Lists of which little is left
    /// are laid out anew.
    pub(super) fn copy<'a>(&mut self, other: &Self, spans: impl Iterator<Item = &'a mut Span>) {
        self.clear();
        if other.items.len() <= 2 * other.live {
            self.items.extend_from_slice(&other.items);
            self.live = other.live;
        } else {
            spans.for_each(|span| *span = self.list(other.of(*span).iter().copied()));
        }
    }

    /// Items of all lists.
    pub(super) fn live(&self) -> usize {
        self.live
    }

    pub(super) fn of(&self, span: Span) -> &[T] {
        &self.items[span.range()]
    }

    pub(super) fn of_mut(&mut self, span: Span) -> &mut [T] {
        &mut self.items[span.range()]
    }

    /// A new list with these items and no room for more.
    #[expect(clippy::cast_possible_truncation, reason = "memory for so many is not there")]
    pub(super) fn list(&mut self, items: impl Iterator<Item = T>) -> Span {
        let start = self.items.len();
        self.items.extend(items);
        let len = (self.items.len() - start) as u32;
        self.live += len as usize;
        Span { start: start as u32, len, room: len }
    }

    /// Adds an item. A list that is full moves to the end of the block and gets twice the room; what it
    /// leaves behind is lost until the lists are [copied](Lists::copy).
    #[expect(clippy::cast_possible_truncation, reason = "as for `list`")]
    pub(super) fn push(&mut self, span: &mut Span, item: T) {
        if span.len == span.room {
            let start = self.items.len();
            let room = (2 * span.room).max(2);
            self.items.extend_from_within(span.range());
            self.items.resize(start + room as usize, item);
            *span = Span { start: start as u32, len: span.len, room };
        }
        span.len += 1;
        self.live += 1;
        self.items[span.range().end - 1] = item;
    }

    /// Drops the items that are not wanted, in order; says whether there were any.
    pub(super) fn retain(&mut self, span: &mut Span, is_wanted: impl Fn(&T) -> bool) -> bool {
        let items = self.of_mut(*span);
        let mut kept = 0;
        for i in 0..items.len() {
            if is_wanted(&items[i]) {
                items[kept] = items[i];
                kept += 1;
            }
        }
        let dropped = kept < items.len();
        #[expect(clippy::cast_possible_truncation, reason = "as for `list`")]
        let len = kept as u32;
        self.live -= (span.len - len) as usize;
        span.len = len;
        dropped
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lists_are_what_vectors_are(steps in prop::collection::vec((0..4usize, 0..6u8, 0..9u8), 0..200)) {
            let mut lists = Lists::default();
            let mut spans = [Span::default(); 4];
            let mut vectors: [Vec<u8>; 4] = Default::default();
            for (at, what, item) in steps {
                match what {
                    0..3 => {
                        lists.push(&mut spans[at], item);
                        vectors[at].push(item);
                    }
                    3 => {
                        lists.retain(&mut spans[at], |_| false);
                        vectors[at].clear();
                    }
                    4 => {
                        let mut copied = Lists::default();
                        copied.copy(&lists, spans.iter_mut());
                        lists = copied;
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
            let copied = lists.list(vectors[0].clone().into_iter());
            prop_assert_eq!(lists.of(copied), &vectors[0]);
        }
    }
}
