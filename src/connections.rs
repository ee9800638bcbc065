//! Virtual connections: what a player can join whatever the opponent does.
//!
//! A *full* connection between two endpoints holds even if the opponent moves first; a *semi* connection holds
//! if its owner moves first. Each has a *carrier*, the empty cells it needs: moves elsewhere cannot break it.
//! Connections are found by H-search (ANS02), the closure under two rules:
//!
//! * **AND**: two full connections with a common endpoint and disjoint carriers make one connection of their
//!   outer ends. It is full if the common endpoint is a group of the player, and semi if it is an empty cell,
//!   which is then its *key*.
//! * **OR**: semi connections of one pair of endpoints whose carriers have no cell common to all make a full
//!   connection, since a move of the opponent leaves one of them intact.
//!
//! H-search starts from the endpoints that touch, from *edge templates*, which the rules alone do not find, and,
//! with strong edges, from *edge links*, which the rules find only at many times the cost.
//! [`ConnectionParams`](crate::params::ConnectionParams) limit the size of carriers and the number of
//! connections of a pair. The closure is complete within carriers of that size, unless a pair reached that number
//! ([`is_cut`](Connections::is_cut)). It is updated when a stone is added, which costs much less than a new one, and restored when
//! the stone is taken back.
//!
//! Every connection found is a theorem. H-search does not find all connections there are.

mod and_rule;
mod captured;
mod circuit_links;
mod decomposition;
mod edge_links;
mod edge_strip;
mod edge_table;
mod edge_templates;
mod endpoint_set;
mod endpoints;
mod h_search;
mod lists;
mod mustplay;
mod or_rule;
mod pair;
mod removed;
mod store;
mod undoable;
mod update;

pub use circuit_links::Link;
pub use edge_templates::{EdgeTemplate, PictureError};
pub use endpoints::Endpoints;
pub use h_search::{Connections, Until};
pub use mustplay::mustplay;
pub use pair::{Full, Pair, Semi};

#[cfg(test)]
mod tests;
