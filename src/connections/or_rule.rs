//! The OR rule: semis of one pair without a cell in common make a full.
//!
//! Not every full that could be made is wanted, only such as shrink what all fulls of the pair have in
//! common, since that is all that the other rules, the mustplay region and the circuit ask. So the rule
//! looks for a full that avoids a cell of the common part, cell by cell: the peer's way.

use super::Pair;
use crate::board::{Cell, CellSet};

/// The carriers of fulls that the semis of this pair make and that shrink the common part of its fulls.
pub(super) fn combine<const N: usize>(pair: &mut Pair<N>, found: &mut Vec<CellSet<N>>) {
    found.clear();
    let mut shared_by_new = CellSet::ALL;
    for semi in pair.semis.iter_mut().filter(|semi| !semi.is_processed) {
        semi.is_processed = true;
        shared_by_new &= semi.carrier;
    }
    let mut to_avoid = match pair.full_common() {
        Some(common) => common,
        None => match union_avoiding(pair, None) {
            Some(union) => {
                found.push(union);
                union
            }
            None => return,
        },
    };
    // Without a new semi there is nothing that was not tried before.
    to_avoid -= shared_by_new;
    while let Some(cell) = to_avoid.first() {
        to_avoid.remove(cell);
        if let Some(union) = union_avoiding(pair, Some(cell)) {
            found.push(union);
            to_avoid &= union;
        }
    }
}

/// A small union of semis that have no cell in common, none of them with the cell to avoid.
fn union_avoiding<const N: usize>(pair: &Pair<N>, avoided: Option<Cell>) -> Option<CellSet<N>> {
    let allowed = |carrier: &CellSet<N>| avoided.is_none_or(|cell| !carrier.contains(cell));
    let carriers = || pair.semis.iter().map(|semi| semi.carrier).filter(allowed);
    if !carriers().fold(CellSet::ALL, |common, carrier| common & carrier).is_empty() {
        return None;
    }
    let mut union = carriers().min_by_key(CellSet::len)?;
    let mut common = union;
    while !common.is_empty() {
        let cost = |carrier: &CellSet<N>| ((common & *carrier).len(), (union | *carrier).len());
        let next = carriers().min_by_key(cost)?;
        common &= next;
        union |= next;
    }
    Some(union)
}
