//! A vector that goes back to what it was.

use std::ops::Deref;

/// A vector that notes what it held before a step, so that the step can be undone. Nothing is noted
/// before the first step, and in each step only the first change of an item.
#[derive(Debug)]
pub(super) struct Undoable<T> {
    items: Vec<T>,
    /// For each item the step of its last note, or the one in which it was added.
    noted: Vec<u32>,
    /// No two steps have the same number; undone ones had theirs, too.
    step: u32,
    notes: Vec<(u32, T)>,
    /// For each step how many items and notes there were before.
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

    /// Needs no memory that it had before.
    fn clone_from(&mut self, other: &Self) {
        self.items.clone_from(&other.items);
        self.noted.clone_from(&other.noted);
        self.step = other.step;
        self.notes.clone_from(&other.notes);
        self.steps.clone_from(&other.steps);
    }
}

impl<T: Copy> Undoable<T> {
    /// Forgets all steps and holds these items; keeps the memory.
    pub(super) fn reset(&mut self, items: impl Iterator<Item = T>) {
        self.step = 0;
        self.notes.clear();
        self.steps.clear();
        self.items.clear();
        self.items.extend(items);
        self.noted.clear();
        self.noted.resize(self.items.len(), 0);
    }

    /// Begins a step.
    pub(super) fn begin(&mut self) {
        self.step += 1;
        self.steps.push((self.items.len(), self.notes.len()));
    }

    /// Undoes the last step that was not undone.
    pub(super) fn undo(&mut self) {
        let (items, notes) = self.steps.pop().expect("a step was begun");
        for (at, item) in self.notes.drain(notes..).rev() {
            self.items[at as usize] = item;
        }
        self.items.truncate(items);
        self.noted.truncate(items);
        // What goes on is noted as if it were another step.
        self.step += 1;
    }

    pub(super) fn push(&mut self, item: T) {
        self.items.push(item);
        self.noted.push(self.step);
    }

    /// An item that is to be changed.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "memory for so many is not there")]
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
        ) {
            let mut undoable = Undoable::default();
            undoable.reset([1, 2, 3].into_iter());
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
