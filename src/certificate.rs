//! Certificates: proofs that a player wins a position, in a text that anybody can check.
//!
//! The page `notes::certificates` defines the text and says why a proof in it holds. This layer uses the
//! board and nothing else. It finds no proofs: it checks each step of one that is given.
//!
//! Begin with [`Lemma`], then [`Proof`], which has the rules, then [`check`], which reads the text.

mod claim;
mod dead_cell;
mod inferior_rules;
mod lemma;
mod proof;
mod text;

pub use claim::Claim;
pub use dead_cell::Detours;
pub use lemma::Lemma;
pub use proof::{Fault, Proof, Step};
pub use text::{Checked, MOST_STEPS, Reason, Refused, check, write};

#[cfg(test)]
mod tests;
