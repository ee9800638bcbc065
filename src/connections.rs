//! Virtual connections: what a player can join whatever the opponent does.
//!
//! A *full* connection between two endpoints holds even if the opponent moves first; a *semi*
//! connection holds if its owner does. Each has a *carrier*, the empty cells it needs; what happens
//! elsewhere cannot break it. They are found by H-search (ANS02), the closure under two rules:
//!
//! * **AND**: two fulls that meet in a middle and whose carriers are disjoint make one connection of
//!   their outer ends: a full if the middle is the player's own, a semi if it is an empty cell, which
//!   is then its *key*, and whose stone may *capture* cells that both fulls need;
//! * **OR**: semis of one pair of ends whose carriers have no cell in common make a full, since the
//!   opponent cannot move in all of them at once.
//!
//! The closure is complete but for the largest carriers and the longest lists, which
//! [`ConnectionParams`](crate::params::ConnectionParams) limit: the OR rule takes any number of semis and
//! finds every smallest union. It starts from what touches, from *edge templates*, which H-search alone
//! does not find and which were found and proved by search, and from *edge links*, which it finds only at
//! many times the price. When a stone is added the closure is
//! updated, at a small part of the price of a new one, and when it is taken back restored.
//!
//! Everything found is a theorem. H-search does not find all that is true.

mod and_rule;
mod captured;
mod edge_links;
mod edge_templates;
mod endpoints;
mod ends;
mod h_search;
mod lists;
mod mustplay;
mod or_rule;
mod pair;
mod store;
mod taken;
mod undoable;
mod update;

pub use edge_templates::{EdgeTemplate, PictureError};
pub use endpoints::Endpoints;
pub use h_search::{Connections, Until};
pub use mustplay::mustplay;
pub use pair::{Full, Pair, Semi};

#[cfg(test)]
mod tests;
