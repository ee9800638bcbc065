//! The examiner, which chooses the width of cell sets.
//!
//! H-search spends its time on operations of cell sets. Two words of 64 bits hold an 11x11 board, six hold 19x19, and
//! two are about nine times as fast (`benches/hot_paths.rs`). So connections are kept in the narrowest sets that
//! fit. Only this file knows.

use super::line_cache::LineCache;
use super::{Knowledge, Scope, examine};
use crate::board::{Board, ByColor, Color, Position, WORDS};
use crate::connections::{Endpoints, Link, Until};
use crate::params::KnowledgeParams;

/// Examines one position after the other. It keeps the connections of earlier positions, which makes it faster. They change
/// no result, except where the limits on connections leave some out
/// ([`Connections::is_cut`](crate::connections::Connections::is_cut)).
#[derive(Clone, Debug)]
pub struct Examiner {
    params: KnowledgeParams,
    one: ByColor<LineCache<1>>,
    two: ByColor<LineCache<2>>,
    three: ByColor<LineCache<3>>,
    four: ByColor<LineCache<4>>,
    six: ByColor<LineCache<6>>,
    all: ByColor<LineCache<WORDS>>,
}

impl Examiner {
    /// An examiner with these parameters. It allocates memory when it is first used.
    pub fn new(params: KnowledgeParams) -> Self {
        Self {
            params,
            one: ByColor::new_with(LineCache::new),
            two: ByColor::new_with(LineCache::new),
            three: ByColor::new_with(LineCache::new),
            four: ByColor::new_with(LineCache::new),
            six: ByColor::new_with(LineCache::new),
            all: ByColor::new_with(LineCache::new),
        }
    }

    /// What is proved of a position, for the player to move.
    pub fn examine(&mut self, position: &Position, scope: Scope) -> Knowledge {
        match position.board.size().cell_count() {
            0..=64 => examine(&mut self.one, position, &self.params, scope),
            65..=128 => examine(&mut self.two, position, &self.params, scope),
            129..=192 => examine(&mut self.three, position, &self.params, scope),
            193..=256 => examine(&mut self.four, position, &self.params, scope),
            257..=384 => examine(&mut self.six, position, &self.params, scope),
            _ => examine(&mut self.all, position, &self.params, scope),
        }
    }

    /// The full connections of a player on a [filled](super::Open::filled) board, as links of a circuit between the
    /// endpoints.
    pub fn links(&mut self, filled: &Board, player: Color) -> (&Endpoints, Vec<Link>) {
        match filled.size().cell_count() {
            0..=64 => links(&mut self.one[player], filled, &self.params),
            65..=128 => links(&mut self.two[player], filled, &self.params),
            129..=192 => links(&mut self.three[player], filled, &self.params),
            193..=256 => links(&mut self.four[player], filled, &self.params),
            257..=384 => links(&mut self.six[player], filled, &self.params),
            _ => links(&mut self.all[player], filled, &self.params),
        }
    }

    /// Whether the limits left out connections in the last examination, of a board of up to 64 cells.
    #[cfg(test)]
    pub(super) fn is_cut(&self) -> bool {
        self.one.black.is_cut() || self.one.white.is_cut()
    }
}

fn links<'a, const N: usize>(
    cache: &'a mut LineCache<N>,
    filled: &Board,
    params: &KnowledgeParams,
) -> (&'a Endpoints, Vec<Link>) {
    let (endpoints, connections) =
        cache.connections_of(filled, &params.connections, Until::Complete);
    (endpoints, connections.links(endpoints))
}
