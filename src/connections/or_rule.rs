//! The OR rule: semis of one pair without a cell in common make a full.
//!
//! All smallest unions are found, whatever the number of semis in them. Few semis, as most pairs have, are
//! joined one by one. Of many that would take forever, so their unions are searched for by what they avoid: a
//! union other than a known one lacks one of its cells. So take a known union, and for each of its cells look
//! for those that lack this cell and have the cells before it; every branch ends when the semis that are
//! left have a cell in common.

use super::pair::{Full, Semi};
use crate::board::{Cell, CellSet};

/// So many semis are joined one by one: the solver takes 6 % less time for it. With all of up to 64 it takes
/// 50 times as long.
const FEW: usize = 8;

/// The rule with its working memory.
///
/// The semis of a pair are numbered, the new ones first; sets of them are bits in `W` words.
#[derive(Clone, Debug, Default)]
pub(super) struct OrRule<const N: usize> {
    carriers: Vec<CellSet<N>>,
    /// How many of them are new.
    new: usize,
    /// For each cell the semis that have it.
    having: Vec<u64>,
    /// The fulls of the pair, then those found.
    fulls: Vec<CellSet<N>>,
    /// So many fulls are enough.
    most: usize,
    /// So many cells a full may have.
    largest: usize,
    /// The carriers that a union is looked for in.
    chosen: Vec<CellSet<N>>,
}

impl<const N: usize> OrRule<N> {
    /// The carriers of all fulls of at most `largest` cells that the semis make with at least one that was
    /// not processed, but for those that the known fulls make superfluous; some larger ones are among them.
    /// As soon as there are `most` fulls, the search ends.
    pub(super) fn combine(
        &mut self,
        semis: &[Semi<N>],
        known: &[Full<N>],
        (most, largest): (usize, usize),
    ) -> &[CellSet<N>] {
        (self.most, self.largest) = (most, largest);
        let carriers = |is_processed| {
            let semis = semis.iter().filter(move |semi| semi.is_processed == is_processed);
            semis.map(|semi| semi.carrier)
        };
        self.carriers.clear();
        self.carriers.extend(carriers(false));
        self.new = self.carriers.len();
        self.carriers.extend(carriers(true));
        self.fulls.clear();
        self.fulls.extend(known.iter().map(|full| full.carrier));
        if self.carriers.iter().fold(CellSet::ALL, |common, carrier| common & *carrier).is_empty() {
            match self.carriers.len() {
                few if few <= FEW => self.join_all(),
                0..=64 => self.search_all::<1>(),
                65..=256 => self.search_all::<4>(),
                257..=2048 => self.search_all::<32>(),
                _ => self.search_all::<256>(), // a parameter has no room for more
            }
        }
        &self.fulls[known.len()..]
    }

    /// Finds the unions by joining semis one by one.
    fn join_all(&mut self) {
        for first in 0..self.new {
            let carrier = self.carriers[first];
            self.join(first + 1, carrier, carrier);
        }
    }

    /// Joins others to semis with this union, from this number on. As long as those joined have cells in common,
    /// one more must lack the first of these.
    fn join(&mut self, from: usize, common: CellSet<N>, union: CellSet<N>) {
        let Some(cell) = common.first() else {
            self.fulls.push(union);
            return;
        };
        for other in from..self.carriers.len() {
            let carrier = self.carriers[other];
            let larger = union | carrier;
            if !carrier.contains(cell)
                && larger.len() <= self.largest
                && self.fulls.len() < self.most
                && !self.fulls.iter().any(|full| full.is_subset(&larger))
            {
                self.join(from, common & carrier, larger);
            }
        }
    }

    /// Notes which semis have which cell, and searches among all of them.
    fn search_all<const W: usize>(&mut self) {
        self.having.clear();
        self.having.resize(N * 64 * W, 0);
        for (number, carrier) in self.carriers.iter().enumerate() {
            for cell in *carrier {
                self.having[cell.index() * W + number / 64] |= 1 << (number % 64);
            }
        }
        self.search(first_bits::<W>(self.carriers.len()), CellSet::EMPTY, CellSet::EMPTY);
    }

    /// Finds the unions of the allowed semis that have the required cells. None of the semis has a
    /// forbidden cell, one is new and all have no cell in common.
    fn search<const W: usize>(
        &mut self,
        allowed: [u64; W],
        mut forbidden: CellSet<N>,
        mut required: CellSet<N>,
    ) {
        let avoiding = self.fulls.iter().filter(|full| !full.intersects(&forbidden));
        let known = avoiding.copied().min_by_key(|full| (*full - required).len());
        let full = known.unwrap_or_else(|| self.new_full(&allowed));
        for cell in full - required {
            if self.fulls.len() >= self.most || required.len() > self.largest {
                return;
            }
            let having = self.having::<W>(cell);
            let left: [u64; W] = std::array::from_fn(|word| allowed[word] & !having[word]);
            if self.is_promising(&left, &required) {
                forbidden.insert(cell);
                self.search(left, forbidden, required);
                forbidden.remove(cell);
            }
            required.insert(cell);
        }
    }

    /// The semis that have this cell.
    fn having<const W: usize>(&self, cell: Cell) -> &[u64; W] {
        self.having.as_chunks().0[cell.index()..].first().expect("there is a chunk for each cell")
    }

    /// A union of allowed semis.
    fn new_full<const W: usize>(&mut self, allowed: &[u64; W]) -> CellSet<N> {
        let is_allowed = |number: usize| allowed[number / 64] >> (number % 64) & 1 == 1;
        let carriers = self.carriers.iter().enumerate();
        self.chosen.clear();
        self.chosen.extend(carriers.filter(|(number, _)| is_allowed(*number)).map(|(_, c)| *c));
        let union = smallest_union(&mut self.chosen);
        self.fulls.push(union);
        union
    }

    /// Whether these semis may have a union with these cells: one is new, all have no cell in common,
    /// and each of the cells is in one.
    fn is_promising<const W: usize>(&self, semis: &[u64; W], required: &CellSet<N>) -> bool {
        let new = first_bits::<W>(self.new);
        if !(0..W).any(|word| semis[word] & new[word] != 0) {
            return false;
        }
        let is_common = |cell| {
            let having = self.having::<W>(cell);
            (0..W).all(|word| semis[word] & !having[word] == 0)
        };
        let is_there = |cell| {
            let having = self.having::<W>(cell);
            (0..W).any(|word| semis[word] & having[word] != 0)
        };
        let word = semis.iter().position(|word| *word != 0).expect("one is new");
        let first = self.carriers[64 * word + semis[word].trailing_zeros() as usize];
        !first.into_iter().any(is_common) && required.into_iter().all(is_there)
    }
}

/// The first so many bits.
fn first_bits<const W: usize>(count: usize) -> [u64; W] {
    std::array::from_fn(|word| match count.saturating_sub(64 * word) {
        left @ 0..64 => (1 << left) - 1,
        _ => u64::MAX,
    })
}

/// A union of carriers without a cell common to all, none of whose cells can be spared. Leaves of the
/// carriers those that are in it.
fn smallest_union<const N: usize>(carriers: &mut Vec<CellSet<N>>) -> CellSet<N> {
    let mut union = carriers.iter().copied().min_by_key(CellSet::len).unwrap_or_default();
    let mut common = union;
    while !common.is_empty() {
        let cost = |carrier: &CellSet<N>| ((common & *carrier).len(), (union | *carrier).len());
        let next = carriers.iter().copied().min_by_key(cost).unwrap_or_default();
        common &= next;
        union |= next;
    }
    carriers.retain(|carrier| carrier.is_subset(&union));
    for cell in union {
        let without = carriers.iter().copied().filter(|carrier| !carrier.contains(cell));
        if without
            .reduce(|common, carrier| common & carrier)
            .is_some_and(|common| common.is_empty())
        {
            union.remove(cell);
            carriers.retain(|carrier| !carrier.contains(cell));
        }
    }
    union
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;
    use proptest::prelude::*;

    fn set(bits: u16) -> CellSet<1> {
        (0..10).filter(|bit| bits >> bit & 1 == 1).map(Cell::new).collect()
    }

    /// The smallest unions of any of these carriers that have no cell in common.
    fn all_unions(carriers: &[CellSet<1>]) -> Vec<CellSet<1>> {
        let mut unions = Vec::new();
        for chosen in 1..1_u32 << carriers.len() {
            let members = || carriers.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1);
            if members().fold(CellSet::ALL, |common, (_, c)| common & *c).is_empty() {
                unions.push(members().fold(CellSet::EMPTY, |all, (_, c)| all | *c));
            }
        }
        smallest(&unions)
    }

    fn smallest(sets: &[CellSet<1>]) -> Vec<CellSet<1>> {
        let mut kept: Vec<CellSet<1>> = sets.to_vec();
        kept.retain(|set| !sets.iter().any(|other| other != set && other.is_subset(set)));
        kept.sort_by_key(|set| set.iter().collect::<Vec<_>>());
        kept.dedup();
        kept
    }

    proptest! {
        #[test]
        fn all_smallest_unions_are_found(
            bits in prop::collection::vec(1..1024u16, 1..FEW + 5),
            old in 0..FEW + 5,
        ) {
            let carriers: Vec<CellSet<1>> = bits.iter().map(|bits| set(*bits)).collect();
            let semi = |(i, carrier): (usize, &CellSet<1>)| {
                Semi { carrier: *carrier, key: Cell::new(0), is_processed: i < old }
            };
            let semis: Vec<Semi<1>> = carriers.iter().enumerate().map(semi).collect();
            // What the old ones make is known, as it is when the rule is applied again.
            let known = all_unions(&carriers[..old.min(carriers.len())]);
            let fulls: Vec<Full<1>> =
                known.iter().map(|carrier| Full { carrier: *carrier, is_processed: true }).collect();
            let mut rule = OrRule::default();
            for largest in [usize::MAX, 6, 3] {
                let found = rule.combine(&semis, &fulls, (usize::MAX, largest));
                let mut found = smallest(&[&known, found].concat());
                let mut expected = all_unions(&carriers);
                for sets in [&mut found, &mut expected] {
                    sets.retain(|set| set.len() <= largest);
                }
                prop_assert_eq!(found, expected);
            }
        }
    }
}
