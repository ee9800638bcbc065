//! The search: a tree that is kept from one run to the next, and the threads that search it.

use super::descent::{Descent, Shared};
use super::early_stop::EarlyStop;
use super::saved::{self, SavedSize};
use super::table::Memory;
use super::tree::Tree;
use super::{Expand, Limits, Report};
use crate::params::SearchParams;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, Read, Write};
use std::time::{Duration, Instant};

/// The time between two reports of a running search, where the limits set none.
const SHOW_EVERY: Duration = Duration::from_millis(500);

/// Why a saved search is not loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// The file is no saved search.
    #[error("the file is damaged")]
    Damaged,
    /// The file cannot be read.
    #[error("the file cannot be read: {0}")]
    Unreadable(io::ErrorKind),
    /// It was read twice, and was another one the second time. The table has nodes of it, and must not be used any more.
    #[error("the file was changed while it was read")]
    Changed,
    /// The table's budget is too small.
    #[error("the table is too small for its positions: `--set table_mib={mib}` or more is needed")]
    NoRoom {
        /// The budget that is needed, in MiB.
        mib: usize,
    },
}

/// The checksum of a file that is read ([`Search::measure`]) can be wrong: invalid data.
impl From<io::Error> for LoadError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::InvalidData => Self::Damaged,
            kind => Self::Unreadable(kind),
        }
    }
}

/// A search. Its transposition table is kept from one run to the next.
///
/// Several threads search one tree (SCNS16 3.4). Each descends to a most proving node in an interval of its own, and
/// sees the others as virtual losses (`virtual_loss.rs`). The tree is locked except during expansions (`descent.rs`). A
/// search with one thread is deterministic, one with several is not.
#[derive(Debug)]
pub struct Search<M> {
    pub(super) shared: Shared<M>,
}

impl<M: Copy + Eq + std::fmt::Debug + Send + Sync> Search<M> {
    /// A search with an empty table.
    pub fn new(params: SearchParams) -> Self {
        Self { shared: Shared::new(Tree::new(params)) }
    }

    /// Sets the parameters and empties the table, since its nodes were computed under the old ones.
    pub fn set_params(&mut self, params: SearchParams) {
        *self = Self::new(params);
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        self.shared.tree.get_mut().clear();
    }

    /// Forgets how far open positions were searched. Proofs stay: they are true whatever they were found for.
    pub fn keep_proofs(&mut self) {
        self.shared.tree.get_mut().table.keep_proofs();
    }

    /// The content of the table.
    pub fn memory(&mut self) -> Memory {
        self.shared.tree.get_mut().table.memory()
    }

    /// Writes the table to a file, for [`load`](Self::load).
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&mut self, file: &mut impl Write) -> io::Result<()>
    where
        M: Serialize,
    {
        saved::write(self.shared.tree.get_mut().table.iter(), file)
    }

    /// Reads a saved search to its end, and says what room it needs.
    ///
    /// # Errors
    /// The file cannot be read, or is no saved search.
    pub fn measure(file: &mut impl Read) -> Result<SavedSize, LoadError>
    where
        M: DeserializeOwned,
    {
        saved::measure::<M>(file)
    }

    /// Adds the nodes of a saved search to the table. They must be of the same game: proofs among them are not checked.
    /// Returns how many nodes were new or better known than those in the table.
    ///
    /// # Errors
    /// The table is too small, and is unchanged then; or the file is another one than was [measured](Self::measure), and the
    /// table must not be used any more.
    pub fn load(&mut self, size: &SavedSize, file: &mut impl Read) -> Result<usize, LoadError>
    where
        M: DeserializeOwned,
    {
        saved::load(size, file, &mut self.shared.tree.get_mut().table)
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
        let mut interval = None;
        let mut early_stop = limits.usual.map(EarlyStop::new);
        let shared = &self.shared;
        let threads = {
            let mut tree = shared.tree.lock();
            (tree.expansions, tree.is_stopped) = (0, false);
            tree.params.threads
        };
        game.prepare();
        let helpers: Vec<G> = (1..threads).map(|_| game.clone()).collect();
        let mut first = Descent::new(game, shared, limits);
        // The helpers need an expanded root.
        first.expand_if_new();
        std::thread::scope(|scope| {
            for mut game in helpers {
                scope.spawn(move || Descent::new(&mut game, shared, limits).run(|_, _| ()));
            }
            first.run(|descent, targets| {
                interval = Some(targets);
                if let Some(early_stop) = &mut early_stop {
                    descent.stop_if_settled(early_stop, start.elapsed());
                }
                if last_shown.elapsed() >= show_every {
                    last_shown = Instant::now();
                    watch(&descent.tree.report(descent.game, interval, start.elapsed()));
                }
            });
            drop(first);
        });
        let mut tree = shared.tree.lock();
        let report = tree.report(game, interval, start.elapsed());
        tree.store_proof(game);
        report
    }
}

#[cfg(test)]
mod tests;
