//! The width of cell sets, chosen once a position.
//!
//! H-search is set algebra through and through, and two words hold the 11x11 board where six hold every
//! board: `benches/hot_paths.rs` has the difference (about nine times). So connections are kept in sets
//! of the narrowest width that fits, and this is the only place that knows.

use super::{Analysis, Lines, Own, analyze, flows};
use crate::board::{Board, ByColor, Position, WORDS};
use crate::circuit::Flow;
use crate::inferior::FillIn;
use crate::params::AnalysisParams;
use crate::policy::Policy;

/// Analyses positions, one after the other, and keeps the memory that this takes.
#[derive(Clone, Debug)]
pub struct Analyzer {
    params: AnalysisParams,
    /// None if it has no weight: then the network is not even read.
    policy: Option<Policy>,
    one: ByColor<Lines<1>>,
    two: ByColor<Lines<2>>,
    three: ByColor<Lines<3>>,
    four: ByColor<Lines<4>>,
    six: ByColor<Lines<6>>,
    all: ByColor<Lines<WORDS>>,
}

impl Analyzer {
    /// An analyzer with these parameters; it takes memory when it is first used.
    pub fn new(params: AnalysisParams) -> Self {
        let policy = (params.policy.policy_weight > 0.0).then(Policy::default);
        Self::with_policy(params, policy)
    }

    /// The same, but what the moves promise is asked of this policy, or of none.
    pub fn with_policy(params: AnalysisParams, policy: Option<Policy>) -> Self {
        Self {
            policy,
            params,
            one: ByColor::new_with(Lines::new),
            two: ByColor::new_with(Lines::new),
            three: ByColor::new_with(Lines::new),
            four: ByColor::new_with(Lines::new),
            six: ByColor::new_with(Lines::new),
            all: ByColor::new_with(Lines::new),
        }
    }

    /// Analyses a position for the player to move.
    pub fn analyze(&mut self, position: &Position) -> Analysis {
        let own = if self.params.circuit.own_circuit { Own::All } else { Own::Win };
        self.looking_at(position, own)
    }

    /// Analyses a position that a move of an earlier analysis led to. The move has met all the semi
    /// connections that would now win, so that the mover's own connections need not be looked at for that:
    /// of 16 000 positions of a search they decided 56, which the search then decided itself.
    pub fn analyze_reply(&mut self, position: &Position) -> Analysis {
        let own = if self.params.circuit.own_circuit { Own::All } else { Own::Nothing };
        self.looking_at(position, own)
    }

    fn looking_at(&mut self, position: &Position, own: Own) -> Analysis {
        let Self { params, policy, one, two, three, four, six, all } = self;
        let policy = policy.as_mut();
        match position.board.size().cell_count() {
            0..=64 => analyze(one, policy, position, params, own),
            65..=128 => analyze(two, policy, position, params, own),
            129..=192 => analyze(three, policy, position, params, own),
            193..=256 => analyze(four, policy, position, params, own),
            257..=384 => analyze(six, policy, position, params, own),
            _ => analyze(all, policy, position, params, own),
        }
    }

    /// Whether the last analysis, of a board of up to 64 cells, knew less than all connections.
    #[cfg(test)]
    pub(super) fn is_cut(&self) -> bool {
        self.one.black.is_cut() || self.one.white.is_cut()
    }

    /// Both players' circuits on a board.
    pub fn flows(&mut self, board: &Board) -> ByColor<Flow> {
        let fill_in = FillIn::of(board, &self.params.inferior);
        let filled = ByColor::new_with(|color| fill_in.filled(board, color));
        flows(&mut self.all, &filled, &self.params)
    }
}
