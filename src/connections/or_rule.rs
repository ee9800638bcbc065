//! The OR rule: semis of one pair without a cell in common make a full.
//!
//! All smallest unions are found, whatever the number of semis in them. They are searched for by what
//! they avoid: a union other than a known one lacks one of its cells. So take a known union, and for
//! each of its cells look for those that lack this cell and have the cells before it; every branch ends
//! when the semis that are left have a cell in common.

use super::pair::{Full, Semi};
use crate::board::{Cell, CellSet};

/// The rule with its working memory.
#[derive(Clone, Debug, Default)]
pub(super) struct OrRule<const N: usize> {
    /// The carriers of the semis still allowed, level upon level, in each the new ones first.
    allowed: Vec<CellSet<N>>,
    /// The fulls of the pair, then those found.
    fulls: Vec<CellSet<N>>,
}

/// Where the semis allowed by a branch lie on the stack.
#[derive(Clone, Copy)]
struct Level {
    from: usize,
    /// The end of the new ones.
    new: usize,
}

impl<const N: usize> OrRule<N> {
    /// The carriers of all fulls that the semis make with at least one that was not processed, but for
    /// those that the known fulls make superfluous.
    pub(super) fn combine(&mut self, semis: &[Semi<N>], known: &[Full<N>]) -> &[CellSet<N>] {
        let carriers = |is_processed| {
            let semis = semis.iter().filter(move |semi| semi.is_processed == is_processed);
            semis.map(|semi| semi.carrier)
        };
        self.allowed.clear();
        self.allowed.extend(carriers(false));
        let level = Level { from: 0, new: self.allowed.len() };
        self.allowed.extend(carriers(true));
        self.fulls.clear();
        self.fulls.extend(known.iter().map(|full| full.carrier));
        if self.allowed.iter().fold(CellSet::ALL, |common, carrier| common & *carrier).is_empty() {
            self.search(level, CellSet::EMPTY, CellSet::EMPTY);
        }
        &self.fulls[known.len()..]
    }

    /// Finds the unions of the allowed semis that have the required cells. None of the semis has a
    /// forbidden cell, one is new and all have no cell in common.
    fn search(&mut self, level: Level, mut forbidden: CellSet<N>, mut required: CellSet<N>) {
        let avoiding = self.fulls.iter().filter(|full| !full.intersects(&forbidden));
        let known = avoiding.copied().min_by_key(|full| (*full - required).len());
        let full = known.unwrap_or_else(|| {
            let union = smallest_union(&self.allowed[level.from..]);
            self.fulls.push(union);
            union
        });
        let to = self.allowed.len();
        for cell in full - required {
            if let Some(next) = self.allow_without(cell, level, &required) {
                forbidden.insert(cell);
                self.search(next, forbidden, required);
                forbidden.remove(cell);
            }
            self.allowed.truncate(to);
            required.insert(cell);
        }
    }

    /// Puts those allowed semis on the stack that lack this cell, if they may have a union.
    fn allow_without(&mut self, cell: Cell, level: Level, required: &CellSet<N>) -> Option<Level> {
        let from = self.allowed.len();
        let (mut common, mut union) = (CellSet::ALL, CellSet::EMPTY);
        let mut new = from;
        for at in level.from..from {
            if at == level.new {
                new = self.allowed.len();
                if new == from {
                    return None;
                }
            }
            let carrier = self.allowed[at];
            if !carrier.contains(cell) {
                common &= carrier;
                union |= carrier;
                self.allowed.push(carrier);
            }
        }
        if level.new == from {
            new = self.allowed.len();
        }
        (new > from && common.is_empty() && required.is_subset(&union))
            .then_some(Level { from, new })
    }
}

/// A union of carriers without a cell common to all, none of whose cells can be spared.
fn smallest_union<const N: usize>(carriers: &[CellSet<N>]) -> CellSet<N> {
    let mut union = carriers.iter().copied().min_by_key(CellSet::len).unwrap_or_default();
    let mut common = union;
    while !common.is_empty() {
        let cost = |carrier: &CellSet<N>| ((common & *carrier).len(), (union | *carrier).len());
        let next = carriers.iter().copied().min_by_key(cost).unwrap_or_default();
        common &= next;
        union |= next;
    }
    for cell in union {
        let mut smaller = union;
        smaller.remove(cell);
        let inside = carriers.iter().copied().filter(|carrier| carrier.is_subset(&smaller));
        if inside.reduce(|common, carrier| common & carrier).is_some_and(|common| common.is_empty())
        {
            union = smaller;
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
            bits in prop::collection::vec(1..1024u16, 1..9),
            old in 0..9usize,
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
            let found = rule.combine(&semis, &fulls).to_vec();
            prop_assert_eq!(smallest(&[known, found].concat()), all_unions(&carriers));
        }
    }
}
