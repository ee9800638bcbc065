//! The OR rule of H-search (ANS02): semi connections of one pair whose carriers have no cell common to all make
//! a full connection, whose carrier is their union.
//!
//! All minimal unions are found, of any number of carriers. There are two ways:
//!
//! * Up to 64 carriers, as nearly all pairs have, are joined one by one. While those joined have common cells,
//!   take the common cell that the fewest other carriers lack, and join each of these in turn.
//! * With more carriers this could take very long. Then unions are searched by the cells that they lack, as Reiter's
//!   hitting set tree (1987) searches minimal conflicts: a minimal union other than a known one lacks one of its
//!   cells. So for each cell of a known union the search goes on among the carriers without this cell, which is
//!   *forbidden* then, for unions that contain the cells before it, which are *required*. The first cell that a
//!   union lacks decides in which branch it is found, so each is found, and in one branch. A branch ends when the
//!   carriers that are left have a common cell.
//!
//! # An example
//!
//! Carriers `ab`, `bc`, `ac` and `d` (`ab` is the carrier of the cells a and b). Of the first three, each two share a
//! cell, so the minimal unions are `abc`, `abd`, `bcd`, `acd`. The search finds `abd` first, made of `ab` and `d`. Any
//! other union lacks a, or has a and lacks b, or has both and lacks d:
//!
//! | forbidden | required | carriers left | found |
//! |---|---|---|---|
//! | | | `ab`, `bc`, `ac`, `d` | `abd` |
//! | a | | `bc`, `d` | `bcd` |
//! | a, b | | `d` | ends: d is common |
//! | a, c | b | `d` | ends: d is common |
//! | a, d | b, c | `bc` | ends: b is common |
//! | b | a | `ac`, `d` | `acd`; its branches end as those of `bcd` do |
//! | d | a, b | `ab`, `bc`, `ac` | `abc`; its branch for c leaves `ab` and ends |

use super::pair::{Full, Semi};
use crate::board::{Cell, CellSet};

/// The limits of one application of the rule.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OrLimits {
    /// The search ends when the pair has this many full connections, known ones included.
    pub(super) most: usize,
    /// The largest number of cells of a union.
    pub(super) largest: usize,
}

/// The rule with its working memory.
///
/// The carriers of a pair's semi connections are numbered, the unprocessed ones first. A set of numbers is a bit
/// set of `W` words.
#[derive(Clone, Debug, Default)]
pub(super) struct OrRule<const N: usize> {
    /// The carriers in the order of their numbers.
    carriers: Vec<CellSet<N>>,
    /// The number of unprocessed ones.
    new: usize,
    /// For each cell the set of the carriers that contain it, `W` words a cell.
    carriers_with: Vec<u64>,
    /// The carriers of the full connections of the pair: the known ones, then those found.
    fulls: Vec<CellSet<N>>,
    limits: OrLimits,
    /// Working memory of [`new_full`](Self::new_full).
    chosen: Vec<CellSet<N>>,
}

impl<const N: usize> OrRule<N> {
    /// The carriers of the full connections that these semi connections make: all minimal unions of at most
    /// `largest` cells with at least one unprocessed carrier, without supersets of the known carriers. Some
    /// larger unions may be among them. Two carriers give their union untested.
    pub(super) fn combine(
        &mut self,
        semis: &[Semi<N>],
        known: &[Full<N>],
        limits: OrLimits,
    ) -> &[CellSet<N>] {
        self.limits = limits;
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
            match *self.carriers {
                [one, other] => self.fulls.push(one | other), // so in four cases of five
                ref carriers => match carriers.len() {
                    0..=64 => self.join_all(),
                    65..=256 => self.search_all::<4>(),
                    257..=2048 => self.search_all::<32>(),
                    _ => self.search_all::<256>(), // `most_of_pair` allows no more
                },
            }
        }
        &self.fulls[known.len()..]
    }

    /// Finds the unions by joining carriers one by one.
    fn join_all(&mut self) {
        // A carrier that has a cell in common with all after it makes no union with them, nor do those after it.
        let mut common = CellSet::ALL;
        let firsts = self.carriers.iter().rposition(|carrier| {
            common &= *carrier;
            common.is_empty()
        });
        let firsts = firsts.map_or(0, |last| last + 1).min(self.new);
        self.index_carriers::<1>();
        let mut already_tried = 0;
        for first in 0..firsts {
            let carrier = self.carriers[first];
            self.join(already_tried, carrier, carrier);
            already_tried |= 1 << first;
        }
    }

    /// Joins further carriers to some that have these common cells and this union. All unions with one of the
    /// `already_tried` carriers have been found already.
    fn join(&mut self, mut already_tried: u64, common: CellSet<N>, union: CellSet<N>) {
        let [all] = first_bits::<1>(self.carriers.len());
        let lacking = |cell| all & !already_tried & !self.carriers_with::<1>(cell)[0];
        if common.is_empty() {
            self.fulls.push(union);
            return;
        }
        let (mut ways, mut fewest) = (0, u32::MAX);
        for cell in common {
            let others = lacking(cell);
            let count = others.count_ones();
            if count < fewest {
                (ways, fewest) = (others, count);
                if count == 0 {
                    return;
                }
            }
        }
        while ways != 0 {
            let number = ways.trailing_zeros() as usize;
            ways ^= 1 << number;
            let carrier = self.carriers[number];
            let larger = union | carrier;
            if larger.len() <= self.limits.largest
                && self.fulls.len() < self.limits.most
                && !self.fulls.iter().any(|full| full.is_subset(&larger))
                && !self.is_any_within(already_tried, &larger)
            {
                self.join(already_tried, common & carrier, larger);
            }
            already_tried |= 1 << number;
        }
    }

    /// Whether one of these carriers is a subset of a union.
    fn is_any_within(&self, mut semis: u64, union: &CellSet<N>) -> bool {
        while semis != 0 {
            if self.carriers[semis.trailing_zeros() as usize].is_subset(union) {
                return true;
            }
            semis &= semis - 1;
        }
        false
    }

    /// Finds the unions by the cells that they lack.
    fn search_all<const W: usize>(&mut self) {
        self.index_carriers::<W>();
        self.search(first_bits::<W>(self.carriers.len()), CellSet::EMPTY, CellSet::EMPTY);
    }

    /// Computes `carriers_with`.
    fn index_carriers<const W: usize>(&mut self) {
        self.carriers_with.clear();
        self.carriers_with.resize(N * 64 * W, 0);
        for (number, carrier) in self.carriers.iter().enumerate() {
            for cell in *carrier {
                self.carriers_with[cell.index() * W + number / 64] |= 1 << (number % 64);
            }
        }
    }

    /// Finds the unions of the allowed carriers that contain the required cells. The allowed carriers contain no
    /// forbidden cell, one of them is unprocessed, and no cell is common to all.
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
            if self.fulls.len() >= self.limits.most || required.len() > self.limits.largest {
                return;
            }
            let having = self.carriers_with::<W>(cell);
            let left: [u64; W] = std::array::from_fn(|word| allowed[word] & !having[word]);
            if self.may_give_a_union(&left, &required) {
                forbidden.insert(cell);
                self.search(left, forbidden, required);
                forbidden.remove(cell);
            }
            required.insert(cell);
        }
    }

    /// The set of the carriers that contain a cell.
    fn carriers_with<const W: usize>(&self, cell: Cell) -> &[u64; W] {
        &self.carriers_with.as_chunks().0[cell.index()]
    }

    /// A minimal union of allowed carriers, which is added to `fulls`.
    fn new_full<const W: usize>(&mut self, allowed: &[u64; W]) -> CellSet<N> {
        let is_allowed = |number: usize| allowed[number / 64] >> (number % 64) & 1 == 1;
        let carriers = self.carriers.iter().enumerate();
        self.chosen.clear();
        self.chosen.extend(carriers.filter(|(number, _)| is_allowed(*number)).map(|(_, c)| *c));
        let union = smallest_union(&mut self.chosen);
        self.fulls.push(union);
        union
    }

    /// Whether these carriers may have a union that contains the required cells: one of them is unprocessed, no
    /// cell is common to all, and each required cell is in one.
    fn may_give_a_union<const W: usize>(&self, semis: &[u64; W], required: &CellSet<N>) -> bool {
        let new = first_bits::<W>(self.new);
        if !(0..W).any(|word| semis[word] & new[word] != 0) {
            return false;
        }
        let is_common = |cell| {
            let having = self.carriers_with::<W>(cell);
            (0..W).all(|word| semis[word] & !having[word] == 0)
        };
        let is_there = |cell| {
            let having = self.carriers_with::<W>(cell);
            (0..W).any(|word| semis[word] & having[word] != 0)
        };
        let word = semis.iter().position(|word| *word != 0).expect("one is new");
        let first = self.carriers[64 * word + semis[word].trailing_zeros() as usize];
        !first.into_iter().any(is_common) && required.into_iter().all(is_there)
    }
}

/// The bit set of the numbers below `count`.
fn first_bits<const W: usize>(count: usize) -> [u64; W] {
    std::array::from_fn(|word| match count.saturating_sub(64 * word) {
        left @ 0..64 => (1 << left) - 1,
        _ => u64::MAX,
    })
}

/// A minimal union of carriers that have no cell common to all. Of the carriers only its subsets are left in the
/// list.
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
        (0..16).filter(|bit| bits >> bit & 1 == 1).map(Cell::new).collect()
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

    fn common(carriers: &[CellSet<1>]) -> CellSet<1> {
        carriers.iter().fold(CellSet::ALL, |common, carrier| common & *carrier)
    }

    /// The minimal unions of at most `largest` cells, found by joining one by one and by searching. The first `old`
    /// semi connections are processed, and the known full ones were made of them.
    fn found(
        carriers: &[CellSet<1>],
        known: &[CellSet<1>],
        old: usize,
        largest: usize,
    ) -> [Vec<CellSet<1>>; 2] {
        let semi = |(i, carrier): (usize, &CellSet<1>)| Semi {
            carrier: *carrier,
            key: Cell::new(0),
            is_processed: i < old,
        };
        let semis: Vec<Semi<1>> = carriers.iter().enumerate().map(semi).collect();
        let full = |carrier: &CellSet<1>| Full { carrier: *carrier, is_processed: true };
        let fulls: Vec<Full<1>> = known.iter().map(full).collect();
        let mut rule = OrRule::default();
        rule.combine(&semis, &fulls, OrLimits { most: usize::MAX, largest });
        let joined = rule.fulls.clone();
        if rule.new > 0 && common(carriers).is_empty() {
            rule.fulls.truncate(known.len());
            rule.search_all::<1>();
        }
        [joined, rule.fulls].map(|mut fulls| {
            fulls.retain(|full| full.len() <= largest);
            smallest(&fulls)
        })
    }

    proptest! {
        #[test]
        fn all_smallest_unions_are_found(
            bits in prop::collection::vec(1..1024u16, 1..13),
            old in 0..13usize,
        ) {
            let carriers: Vec<CellSet<1>> = bits.iter().map(|bits| set(*bits)).collect();
            // What the old ones make is known, as it is when the rule is applied again.
            let known = all_unions(&carriers[..old.min(carriers.len())]);
            for largest in [usize::MAX, 6, 3] {
                let mut expected = all_unions(&carriers);
                expected.retain(|set| set.len() <= largest);
                for found in found(&carriers, &known, old, largest) {
                    prop_assert_eq!(&found, &expected);
                }
            }
        }

        #[test]
        fn joined_or_searched_for_they_are_the_same(
            cells in prop::collection::vec(prop::collection::vec(0..16_u32, 2..7), 13..65),
        ) {
            let bits = |cells: &Vec<u32>| cells.iter().fold(0, |bits, cell| bits | 1_u16 << cell);
            let carriers: Vec<CellSet<1>> = cells.iter().map(|cells| set(bits(cells))).collect();
            let [joined, searched] = found(&carriers, &[], 0, 9);
            prop_assert_eq!(joined, searched);
        }
    }
}
