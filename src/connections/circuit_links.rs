//! The full connections as links of a circuit.

use super::{Connections, Endpoints};

/// A pair of endpoints that the opponent cannot separate at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// One end.
    pub a: usize,
    /// The other end.
    pub b: usize,
    /// The number of cells that the carriers of all full connections of this pair have in common: where the
    /// opponent can threaten it.
    pub shared: u32,
}

impl<const N: usize> Connections<N> {
    /// Every pair with a full connection. Groups on an edge are left out: whatever is linked with one is linked
    /// with the edge as well.
    pub fn links(&self, endpoints: &Endpoints) -> Vec<Link> {
        // `filter_map` gives no size hint, so there is room for all pairs.
        let mut links = Vec::with_capacity(self.most_pairs());
        links.extend(self.pairs().filter_map(|pair| {
            let (a, b) = pair.ends;
            if endpoints.is_on_edge(a) || endpoints.is_on_edge(b) {
                return None;
            }
            #[expect(clippy::cast_possible_truncation, reason = "fewer than the cells of a board")]
            let shared = pair.full_common()?.len() as u32;
            Some(Link { a, b, shared })
        }));
        links
    }
}
