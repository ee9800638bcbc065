//! The steps of a certificate that is being written.

use super::region::End;
use crate::board::{Cell, CellSet, Color, Geometry, Size};
use crate::certificate::{Lemma, Proof, Step};
use fxhash::FxHashMap;
use std::collections::VecDeque;

/// A full connection that is to be proved by moves: its ends, a cell that counts as a stone, and the carrier.
pub(super) type RegionName<const N: usize> = ([End; 2], Option<Cell>, CellSet<N>);

/// The steps so far. The same step is kept once.
#[derive(Debug)]
pub(super) struct Steps<const N: usize> {
    size: Size,
    proof: Proof<N>,
    list: Vec<Step>,
    numbers: FxHashMap<Step, usize>,
    /// What was found of regions. The lemmas of one differ in the stones that they need; there are none if its first search
    /// failed.
    pub(super) regions: FxHashMap<RegionName<N>, Vec<usize>>,
}

impl<const N: usize> Steps<N> {
    pub(super) fn new(size: Size, winner: Color) -> Self {
        let proof = Proof::new(size, winner);
        let (numbers, regions) = (FxHashMap::default(), FxHashMap::default());
        Self { size, proof, list: Vec::new(), numbers, regions }
    }

    /// Adds a step and returns the number of its lemma; none if it proves nothing.
    pub(super) fn add(&mut self, step: Step) -> Option<usize> {
        if let Some(number) = self.numbers.get(&step) {
            return Some(*number);
        }
        let number = self.proof.add(&step).ok()?;
        self.list.push(step.clone());
        self.numbers.insert(step, number);
        Some(number)
    }

    pub(super) fn lemma(&self, number: usize) -> &Lemma<N> {
        self.proof.lemma(number).expect("it was added")
    }

    /// The `or` of these lemmas, without those that it can do without. None if it proves nothing.
    pub(super) fn or(&mut self, mut numbers: Vec<usize>) -> Option<usize> {
        numbers.sort_by_key(|number| self.lemma(*number).cells.len());
        let mut at = numbers.len();
        while at > 0 {
            at -= 1;
            let others = numbers.iter().enumerate().filter(|(other, _)| *other != at);
            let common = others.map(|(_, number)| self.lemma(*number).cells).reduce(|a, b| a & b);
            if common.is_some_and(|common| common.is_empty()) {
                numbers.remove(at);
            }
        }
        numbers.sort_unstable();
        self.add(Step::Or(numbers))
    }

    /// The `or` of moves that each leave a full lemma of the same two ends. `ends` are the stones of the two; an edge
    /// has none. None if it proves nothing.
    pub(super) fn or_of_moves(
        &mut self,
        mut parts: Vec<(Cell, usize)>,
        ends: [CellSet<N>; 2],
    ) -> Option<usize> {
        for group in ends {
            self.meet_in_a_cell(&group, &mut parts)?;
        }
        let semis = parts.into_iter().map(|(key, full)| self.add(Step::Move(key, full)));
        let numbers = semis.collect::<Option<Vec<usize>>>()?;
        self.or(numbers)
    }

    /// Makes lemmas that end in this group end in the same cell of it. None if that fails.
    fn meet_in_a_cell(&mut self, group: &CellSet<N>, parts: &mut [(Cell, usize)]) -> Option<()> {
        let joined = parts.iter().map(|(_, full)| self.lemma(*full).joined);
        let common = joined.fold(*group, |all, joined| all & joined);
        if group.is_empty() || !common.is_empty() {
            return Some(());
        }
        let captain = group.first().into_iter().collect();
        for (_, full) in parts {
            *full = self.reach(*full, &captain, group)?;
        }
        Some(())
    }

    /// The `and` of two lemmas. If they have no joined cell in common, stones of this group lead from one to the other. None
    /// if it proves nothing.
    pub(super) fn and(&mut self, first: usize, second: usize, group: &CellSet<N>) -> Option<usize> {
        let (from, to) = (self.lemma(first).joined, self.lemma(second).joined);
        if from.intersects(&to) {
            return self.add(Step::And(vec![first, second]));
        }
        let chain = self.path(&(from & *group), &(to & *group), group)?;
        self.add(Step::And(vec![first, chain, second]))
    }

    /// A lemma that joins what this one does and a cell of these; stones of this group lead there. None if they do not.
    pub(super) fn reach(
        &mut self,
        number: usize,
        to: &CellSet<N>,
        group: &CellSet<N>,
    ) -> Option<usize> {
        let joined = self.lemma(number).joined;
        if joined.intersects(to) {
            return Some(number);
        }
        let path = self.path(&(joined & *group), to, group)?;
        self.add(Step::And(vec![number, path]))
    }

    /// The chain of the fewest stones that leads from one set to another within a group; none if there is none.
    pub(super) fn path(
        &mut self,
        from: &CellSet<N>,
        to: &CellSet<N>,
        group: &CellSet<N>,
    ) -> Option<usize> {
        let geometry = Geometry::of(self.size);
        let mut before: FxHashMap<Cell, Option<Cell>> =
            from.iter().map(|cell| (cell, None)).collect();
        let mut queue: VecDeque<Cell> = from.iter().collect();
        while let Some(cell) = queue.pop_front() {
            if to.contains(cell) {
                let back = std::iter::successors(Some(cell), |cell| before[cell]);
                let mut cells: Vec<Cell> = back.collect();
                cells.sort_unstable();
                return self.add(Step::Chain(cells));
            }
            for next in geometry.neighbors(cell).iter().filter(|next| group.contains(**next)) {
                before.entry(*next).or_insert_with(|| {
                    queue.push_back(*next);
                    Some(cell)
                });
            }
        }
        None
    }

    /// The steps that a lemma needs, with itself as the last.
    pub(super) fn needed_for(self, last: usize) -> Vec<Step> {
        let mut new_numbers = vec![0; last + 1];
        new_numbers[last] = 1;
        for number in (1..=last).rev() {
            if new_numbers[number] == 0 {
                continue;
            }
            match &self.list[number - 1] {
                Step::Chain(_) => (),
                Step::Move(_, of) | Step::Dead(_, of, _) | Step::Captured(_, of, _) => {
                    new_numbers[*of] = 1;
                }
                Step::Or(numbers) | Step::And(numbers) | Step::Reverse(numbers, _) => {
                    for number in numbers {
                        new_numbers[*number] = 1;
                    }
                }
            }
        }
        let mut count = 0;
        for number in new_numbers.iter_mut().filter(|number| **number > 0) {
            count += 1;
            *number = count;
        }
        let renumber = |numbers: Vec<usize>| numbers.iter().map(|old| new_numbers[*old]).collect();
        let kept = self.list.into_iter().zip(&new_numbers[1..]).filter(|(_, new)| **new > 0);
        kept.map(|(step, _)| match step {
            Step::Chain(_) => step,
            Step::Move(cell, after) => Step::Move(cell, new_numbers[after]),
            Step::Dead(cell, of, besides) => Step::Dead(cell, new_numbers[of], besides),
            Step::Captured(pair, of, besides) => Step::Captured(pair, new_numbers[of], besides),
            Step::Reverse(numbers, replies) => Step::Reverse(renumber(numbers), replies),
            Step::Or(numbers) => Step::Or(renumber(numbers)),
            Step::And(numbers) => Step::And(renumber(numbers)),
        })
        .collect()
    }
}
