//! A search with its memory, on one thread or several.

use super::descent::{Descent, Shared};
use super::node::Node;
use super::pace::Pace;
use super::table::Memory;
use super::tree::Tree;
use super::{Expand, Limits, Report};
use crate::params::SearchParams;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::time::{Duration, Instant};

/// How often a running search shows what it has found, if its limits do not say.
const SHOW_EVERY: Duration = Duration::from_millis(500);

/// Why what was saved is not taken over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// The bytes are no saved search.
    #[error("the file is damaged")]
    Damaged,
    /// The table is too small.
    #[error("the table is too small for what is in it: `--set table_mib={mib}` or more is needed")]
    NoRoom {
        /// The MiB that the table would need.
        mib: usize,
    },
}

/// A search: the transposition table is kept from one run to the next.
///
/// Several threads search one tree. Each finds the most proving node for itself, in an interval of its
/// own, and sees the work of the others as virtual losses (`choice.rs`); the tree is
/// locked but for the expansions, which take more than nine tenths of the time. One thread is
/// deterministic, several are not.
#[derive(Debug)]
pub struct Search<M> {
    pub(super) shared: Shared<M>,
}

impl<M: Copy + Eq + std::fmt::Debug + Send + Sync> Search<M> {
    /// A search with an empty table.
    pub fn new(params: SearchParams) -> Self {
        Self { shared: Shared::new(Tree::new(params)) }
    }

    /// Takes new parameters; the table, which was filled under the old ones, is emptied.
    pub fn set_params(&mut self, params: SearchParams) {
        *self = Self::new(params);
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        self.shared.tree.get_mut().clear();
    }

    /// What the table holds.
    pub fn memory(&mut self) -> Memory {
        self.shared.tree.get_mut().table.memory()
    }

    /// The table as bytes: what a later search goes on from.
    pub fn save(&mut self) -> Vec<u8>
    where
        M: Serialize,
    {
        let nodes: Vec<_> = self.shared.tree.get_mut().table.iter().collect();
        postcard::to_stdvec(&nodes).expect("nodes are plain data")
    }

    /// Takes over what was saved. It must be of the same game: proofs among it are believed.
    ///
    /// # Errors
    /// The bytes are no such thing, or the table is too small for it; nothing has changed then.
    pub fn load(&mut self, bytes: &[u8]) -> Result<(), LoadError>
    where
        M: DeserializeOwned,
    {
        let nodes: Vec<(u128, Node<M>)> =
            postcard::from_bytes(bytes).map_err(|_| LoadError::Damaged)?;
        let stored = self.shared.tree.get_mut().table.store_all(nodes);
        stored.map_err(|bytes| LoadError::NoRoom { mib: bytes.div_ceil(1 << 20) })
    }

    /// Searches the position where the game stands, until it is solved or a limit is reached. The
    /// game is back at that position afterwards. A running search is shown to `watch` now and then.
    ///
    /// # Panics
    /// If the game does, whatever thread it is on; this search is then to be used no more.
    pub fn run<G: Expand<Move = M> + Clone + Send>(
        &mut self,
        game: &mut G,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<M>),
    ) -> Report<M> {
        let start = Instant::now();
        let mut shown = start;
        let show_every = limits.show_every.unwrap_or(SHOW_EVERY);
        let mut interval = None;
        let mut pace = limits.usual.map(Pace::new);
        let shared = &self.shared;
        let threads = {
            let mut tree = shared.tree.lock();
            (tree.expansions, tree.is_enough) = (0, false);
            tree.params.threads
        };
        game.start();
        let helpers: Vec<G> = (1..threads).map(|_| game.clone()).collect();
        let mut first = Descent::new(game, shared, limits);
        // The others need a root that is expanded.
        first.expand_if_new();
        std::thread::scope(|scope| {
            for mut game in helpers {
                scope.spawn(move || Descent::new(&mut game, shared, limits).run(|_, _| ()));
            }
            first.run(|descent, targets| {
                interval = Some(targets);
                if let Some(pace) = &mut pace {
                    descent.end_if_settled(pace, start.elapsed());
                }
                if shown.elapsed() >= show_every {
                    shown = Instant::now();
                    watch(&descent.tree.report(descent.game, interval, start.elapsed()));
                }
            });
            drop(first);
        });
        let mut tree = shared.tree.lock();
        let report = tree.report(game, interval, start.elapsed());
        tree.settle_if_decided(game);
        report
    }
}

#[cfg(test)]
mod tests;
