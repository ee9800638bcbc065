//! A vector with undo.

use std::ops::Deref;

/// A vector that can undo its changes step by step. The first change of an item in a step notes its old value;
/// before the first step nothing is noted.
#[derive(Debug)]
pub(super) struct Undoable<T> {
    items: Vec<T>,
    /// For each item the step in which it was last noted or was added.
    noted: Vec<u32>,
    /// The number of the current step. An undo uses no number again.
    step: u32,
    /// Indices and old values.
    notes: Vec<(u32, T)>,
    /// For each step that can be undone, the numbers of items and notes before it.
    steps: Vec<(usize, usize)>,
}

impl<T> Default for Undoable<T> {
    fn default() -> Self {
        Self { items: Vec::new(), noted: Vec::new(), step: 0, notes: Vec::new(), steps: Vec::new() }
    }
}

impl<T> Deref for Undoable<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<T: Copy> Clone for Undoable<T> {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    /// Allocates nothing if there is room.
    fn clone_from(&mut self, other: &Self) {
        self.items.clone_from(&other.items);
        self.noted.clone_from(&other.noted);
        self.step = other.step;
        self.notes.clone_from(&other.notes);
        self.steps.clone_from(&other.steps);
    }
}

impl<T: Copy> Undoable<T> {
    /// Replaces the items, drops all steps and keeps the memory.
    pub(super) fn reset(&mut self, items: impl Iterator<Item = T>) {
        self.step = 0;
        self.notes.clear();
        self.steps.clear();
        self.items.clear();
        self.items.extend(items);
        self.noted.clear();
        self.noted.resize(self.items.len(), 0);
    }

    /// Goes on under a new number. After the last one they begin anew, and no item counts as noted.
    #[inline]
    fn renumber(&mut self) {
        self.step = self.step.wrapping_add(1);
        if self.step == 0 {
            self.noted.fill(0);
            self.step = 1;
        }
    }

    /// Begins a step that can be undone.
    pub(super) fn begin(&mut self) {
        self.renumber();
        self.steps.push((self.items.len(), self.notes.len()));
    }

    /// The items that were added in the last step.
    pub(super) fn added(&self) -> &[T] {
        &self.items[self.steps.last().expect("a step was begun").0..]
    }

    /// Undoes the last step.
    pub(super) fn undo(&mut self) {
        self.undo_with(|_, _| ());
    }

    /// Undoes the last step and tells the items that come back.
    pub(super) fn undo_with(&mut self, mut back: impl FnMut(u32, &T)) {
        let (items, notes) = self.steps.pop().expect("a step was begun");
        for (at, item) in self.notes.drain(notes..).rev() {
            back(at, &item);
            self.items[at as usize] = item;
        }
        self.items.truncate(items);
        self.noted.truncate(items);
        // The enclosing step goes on under a new number, so its later changes are noted.
        self.renumber();
    }

    pub(super) fn push(&mut self, item: T) {
        self.items.push(item);
        self.noted.push(self.step);
    }

    /// An item, mutable.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "fewer than 2^32 items fit in memory")]
    pub(super) fn change(&mut self, at: usize) -> &mut T {
        if self.noted[at] != self.step {
            self.noted[at] = self.step;
            self.notes.push((at as u32, self.items[at]));
        }
        &mut self.items[at]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn steps_are_undone_as_if_all_had_been_copied(
            steps in prop::collection::vec((0..8u8, any::<prop::sample::Index>(), any::<u8>()), 0..200),
            numbers_left in 0..100u32,
        ) {
            let mut undoable = Undoable::default();
            undoable.reset([1, 2, 3].into_iter());
            undoable.step = u32::MAX - numbers_left;
            let mut copies = vec![vec![1, 2, 3]];
            for (what, at, item) in steps {
                let mut last = copies.pop().unwrap();
                match what {
                    0 => {
                        undoable.begin();
                        copies.push(last.clone());
                    }
                    1 => {
                        if let Some(before) = copies.pop() {
                            undoable.undo();
                            last = before;
                        }
                    }
                    2 => {
                        undoable.push(item);
                        last.push(item);
                    }
                    3 => undoable = undoable.clone(),
                    _ => {
                        *undoable.change(at.index(last.len())) = item;
                        *at.get_mut(&mut last) = item;
                    }
                }
                copies.push(last);
                prop_assert_eq!(&*undoable, copies.last().unwrap().as_slice());
            }
        }
    }
}
