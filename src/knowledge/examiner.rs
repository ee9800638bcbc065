//! The examiner, which chooses the width of cell sets.
//!
//! H-search spends its time on operations of cell sets. Two words of 64 bits hold an 11x11 board, six 19x19 and
//! twelve 27x27; two are about four times as fast as six and ten times as fast as twelve (`benches/hot_paths.rs`).
//! So connections are kept in the narrowest sets that fit.

use super::line_cache::LineCache;
use super::{Knowledge, Scope, examine};
use crate::board::{Board, ByColor, Color, Position, WORDS};
use crate::connections::{Endpoints, Link, Until};
use crate::params::{InferiorParams, KnowledgeParams};

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

/// Calls a function with the caches of the narrowest sets that hold a board of this size, and with these arguments.
macro_rules! with_caches {
    ($examiner:ident, $size:expr, $function:ident($($argument:expr),*)) => {
        match $size.cell_count() {
            0..=64 => $function(&mut $examiner.one, $($argument),*),
            65..=128 => $function(&mut $examiner.two, $($argument),*),
            129..=192 => $function(&mut $examiner.three, $($argument),*),
            193..=256 => $function(&mut $examiner.four, $($argument),*),
            257..=384 => $function(&mut $examiner.six, $($argument),*),
            _ => $function(&mut $examiner.all, $($argument),*),
        }
    };
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

    /// The parameters of the inferior cells.
    pub fn inferior_params(&self) -> &InferiorParams {
        &self.params.inferior
    }

    /// What is proved of a position, for the player to move.
    pub fn examine(&mut self, position: &Position, scope: Scope) -> Knowledge {
        with_caches!(self, position.board.size(), examine(position, &self.params, scope))
    }

    /// The full connections of a player on a [filled](super::Open::evaluation_boards) board, as links of a circuit
    /// between the endpoints.
    pub fn links(&mut self, filled: &Board, player: Color) -> (&Endpoints, Vec<Link>) {
        with_caches!(self, filled.size(), links(player, filled, &self.params))
    }

    /// Whether the limits left out connections in the last examination, of a board of up to 64 cells.
    #[cfg(test)]
    pub(super) fn is_cut(&self) -> bool {
        self.one.black.is_cut() || self.one.white.is_cut()
    }
}

fn links<'a, const N: usize>(
    caches: &'a mut ByColor<LineCache<N>>,
    player: Color,
    filled: &Board,
    params: &KnowledgeParams,
) -> (&'a Endpoints, Vec<Link>) {
    let (endpoints, connections) =
        caches[player].connections_of(filled, &params.connections, Until::Complete);
    (endpoints, connections.links(endpoints))
}
