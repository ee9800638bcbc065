//! The search on games that are not Hex: hand-made trees, random trees and tic-tac-toe.

mod conspiracy;
mod definitions;
mod example;
mod focus;
mod log_odds;
mod post_order;
mod rave;
mod results;
mod root_candidates;
mod threads;
mod tic_tac_toe;
mod trees;

use super::*;
use crate::params::LeafSteps;

/// The parameters of section 3.1 of SCNS15: best-first, exact functions, two-step leaves, thresholds of 1.
fn pure() -> SearchParams {
    SearchParams {
        epsilon: 0.0,
        eta: 0.0,
        leaf_steps: LeafSteps::Two,
        p_max: 1,
        d_max: 1,
        delta_p: 0,
        delta_d: 0,
        use_forgetting: false,
        use_rave: false,
        root_interlude: 1,
        error_weight: 1.0,
        prior_weight: 1.0,
        ..SearchParams::default()
    }
}
