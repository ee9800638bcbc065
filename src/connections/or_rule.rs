//! The OR rule: semis of one pair without a cell in common make a full.

use super::Pair;
use crate::board::CellSet;

/// The carriers of fulls that the semis of this pair make, by a greedy choice for each semi that is
/// new. Not all that can be made; enough to tell what can be told apart.
pub(super) fn combine<const N: usize>(pair: &mut Pair<N>, found: &mut Vec<CellSet<N>>) {
    found.clear();
    for i in 0..pair.semis.len() {
        if !pair.semis[i].is_processed {
            pair.semis[i].is_processed = true;
            found.extend(union_with_empty_common_part(pair, pair.semis[i].carrier));
        }
    }
}

/// Adds to a carrier those of the pair that leave least in common, until nothing is.
fn union_with_empty_common_part<const N: usize>(
    pair: &Pair<N>,
    first: CellSet<N>,
) -> Option<CellSet<N>> {
    let (mut common, mut union) = (first, first);
    while !common.is_empty() {
        let cost = |carrier: &CellSet<N>| ((common & *carrier).len(), (union | *carrier).len());
        let best = pair.semis.iter().map(|semi| semi.carrier).min_by_key(cost)?;
        if common.is_subset(&best) {
            return None;
        }
        common &= best;
        union |= best;
    }
    Some(union)
}
