//! The search: a tree that is kept from one run to the next, and the threads that search it.

use super::descent::{Descent, Shared};
use super::early_stop::EarlyStop;
use super::table::TableUsage;
use super::tree::Tree;
use super::{Expand, Limits, Report};
use crate::params::SearchParams;
use parking_lot::MutexGuard;
use std::time::{Duration, Instant};

/// The time between two reports of a running search, where the limits set none.
const SHOW_EVERY: Duration = Duration::from_millis(500);

/// A search. Its transposition table is kept from one run to the next.
///
/// Several threads search one tree (SCNS16 3.4). Each descends to a most proving node in a search interval of its own,
/// and sees the others as virtual losses (`virtual_loss.rs`). At a root that looks lost it descends below the move in
/// focus (`focus.rs`). It holds the lock of the tree except while it expands a position, waits or shows a report
/// (`descent.rs`). A search with one thread is deterministic, one with several is not.
#[derive(Debug)]
pub struct Search<M> {
    pub(super) shared: Shared<M>,
}

impl<M: Copy + Eq + std::fmt::Debug + Send + Sync> Search<M> {
    /// A search with an empty table.
    pub fn new(params: SearchParams) -> Self {
        Self { shared: Shared::new(Tree::new(params)) }
    }

    /// Sets the parameters. If more changes than the number of threads, the table is emptied, since its nodes were
    /// computed under the old ones. (A saved search is [loaded](Self::load) whatever its parameters were.)
    pub fn set_params(&mut self, params: SearchParams) {
        let tree = self.shared.tree.get_mut();
        if (SearchParams { threads: params.threads, ..tree.params.clone() }) == params {
            tree.params = params;
        } else {
            *self = Self::new(params);
        }
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        self.shared.tree.get_mut().table.clear();
    }

    /// Forgets how far open positions were searched. Proofs stay: they are true whatever they were found for.
    pub fn keep_proofs(&mut self) {
        self.shared.tree.get_mut().table.keep_proofs();
    }

    /// The content of the table.
    pub fn usage(&mut self) -> TableUsage {
        self.shared.tree.get_mut().table.usage()
    }

    /// What the table leaves of the memory that it may take, in bytes.
    pub fn room(&mut self) -> usize {
        self.shared.tree.get_mut().table.room()
    }

    /// Searches the position where the game stands until it is solved or a limit is reached. The game stands there again
    /// afterwards. `watch` gets reports of the running search, one each `show_every` of the limits.
    ///
    /// # Panics
    /// If the game panics, in any thread. The search must not be used afterwards.
    pub fn run<G: Expand<Move = M> + Clone + Send>(
        &mut self,
        game: &mut G,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<M>),
    ) -> Report<M> {
        let start = Instant::now();
        let mut last_shown = start;
        let show_every = limits.show_every.unwrap_or(SHOW_EVERY);
        let mut early_stop = limits.usual.map(EarlyStop::new);
        let shared = &self.shared;
        let threads = {
            let mut tree = shared.tree.lock();
            (tree.expansions, tree.is_stopped, tree.conclusion) = (0, false, None);
            tree.table.begin(game.key());
            tree.params.threads
        };
        game.prepare();
        let helpers: Vec<G> = (1..threads).map(|_| game.clone()).collect();
        let mut first = Descent::new(game, shared, limits);
        // The helpers need an expanded root.
        first.expand_if_new();
        std::thread::scope(|scope| {
            for mut game in helpers {
                let work = move || Descent::new(&mut game, shared, limits).run(|_| ());
                if let Err(error) = std::thread::Builder::new().spawn_scoped(scope, work) {
                    log::warn!("it searches with fewer threads than `threads` says: {error}");
                    break;
                }
            }
            first.run(|descent| {
                if let Some(early_stop) = &mut early_stop {
                    descent.stop_if_settled(early_stop, start.elapsed());
                }
                if last_shown.elapsed() >= show_every {
                    last_shown = Instant::now();
                    let report = descent.tree.report(descent.game, start.elapsed());
                    // Whoever watches may be slow: other threads go on meanwhile.
                    MutexGuard::unlocked(&mut descent.tree, || watch(&report));
                }
            });
            drop(first);
        });
        let mut tree = shared.tree.lock();
        let (expansions, time) = (tree.expansions, start.elapsed());
        match tree.conclusion.take() {
            Some(conclusion) => {
                let (nodes, bytes) = (tree.table.len(), tree.table.bytes());
                Report { expansions, nodes, bytes, time, ..conclusion }
            }
            None => tree.report(game, time),
        }
    }
}

#[cfg(test)]
mod tests;
