//! Saved searches: the number of nodes, then each node with its key. They are written and read one by one, since a table may
//! have gigabytes of them. A file is read twice: first to see that it is whole and how much room it needs.

use super::Search;
use super::node::Node;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, Read, Write};

/// The room for those nodes of a saved search that the table lacks or knows less well.
#[derive(Clone, Copy, Debug, Default)]
pub struct SavedSize {
    nodes: usize,
    /// Bytes of the nodes on the heap.
    heap_bytes: usize,
}

/// Why a saved search is not loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// The file is no saved search.
    #[error("the file is damaged")]
    Damaged,
    /// The file cannot be read.
    #[error("the file cannot be read: {0}")]
    Unreadable(io::ErrorKind),
    /// It was read twice, and was another one the second time or could not be read. The table has nodes of it, and must
    /// not be used any more.
    #[error("the file was changed while it was read, or could not be read a second time")]
    Changed,
    /// It and the table have proofs of one position that contradict each other.
    #[error(
        "it says that one player wins a position, and what was read or found before says that the other does: one of the \
        two is wrong"
    )]
    Contradiction,
    /// The table's budget is too small.
    #[error("the table is too small for its positions: `--set table_mib={mib}` or more is needed")]
    NoRoom {
        /// The budget that is needed, in MiB.
        mib: usize,
    },
}

/// A reader says by invalid data that the checksum is wrong (`solver/table_file.rs`).
impl From<io::Error> for LoadError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::InvalidData => Self::Damaged,
            kind => Self::Unreadable(kind),
        }
    }
}

impl<M: Copy + Eq + std::fmt::Debug + Send + Sync> Search<M> {
    /// Writes the table to a file, for [`load`](Self::load).
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&mut self, file: &mut impl Write) -> io::Result<()>
    where
        M: Serialize,
    {
        write(self.shared.tree.get_mut().table.iter(), file)
    }

    /// Reads a saved search to its end, and says what room it needs beside the table.
    ///
    /// # Errors
    /// The file cannot be read, is no saved search, or says of a position in the table that the other player wins.
    pub fn measure(&mut self, file: &mut impl Read) -> Result<SavedSize, LoadError>
    where
        M: DeserializeOwned,
    {
        let table = &self.shared.tree.get_mut().table;
        let mut size = SavedSize::default();
        let mut agrees = true;
        read(file, |key, node: Node<M>| {
            let known = table.get(key);
            agrees &= known.is_none_or(|known| node.agrees_with(known));
            if known.is_none_or(|known| node.is_better_known_than(known)) {
                size.nodes += usize::from(known.is_none());
                size.heap_bytes += node.heap_bytes();
            }
        })?;
        if agrees { Ok(size) } else { Err(LoadError::Contradiction) }
    }

    /// Adds the nodes of a saved search that was [measured](Self::measure) to the table. They must be of the same game:
    /// proofs are not checked here. Returns how many nodes were new or better known than those in the table.
    ///
    /// Parameters are not compared. Proofs hold under any, but errors and functions of open positions remain those of the
    /// search that was saved, so the same parameters should go on with it.
    ///
    /// # Errors
    /// The table is too small, and is unchanged then; or the file is another one than was [measured](Self::measure), and the
    /// table must not be used any more.
    pub fn load(&mut self, size: &SavedSize, file: &mut impl Read) -> Result<usize, LoadError>
    where
        M: DeserializeOwned,
    {
        let table = &mut self.shared.tree.get_mut().table;
        let room = table.make_room(size.nodes, size.heap_bytes);
        room.map_err(|bytes| LoadError::NoRoom { mib: bytes.div_ceil(1 << 20) })?;
        let mut stored = 0;
        let read = read(file, |key, node| stored += usize::from(table.store_better(key, node)));
        read.map_err(|_| LoadError::Changed)?;
        Ok(stored)
    }
}

/// Writes nodes.
pub(super) fn write<'a, M: Serialize + 'a>(
    nodes: impl ExactSizeIterator<Item = (u128, &'a Node<M>)>,
    file: &mut impl Write,
) -> io::Result<()> {
    let mut bytes = plain(postcard::to_stdvec(&nodes.len()));
    file.write_all(&bytes)?;
    for node in nodes {
        bytes.clear();
        bytes = plain(postcard::to_extend(&node, bytes));
        file.write_all(&bytes)?;
    }
    Ok(())
}

/// Unwraps bytes made of numbers and lists of them, which cannot fail.
fn plain(bytes: postcard::Result<Vec<u8>>) -> Vec<u8> {
    bytes.expect("nodes are plain data")
}

/// Reads the nodes, which go up to the end of the file.
fn read<M: Copy + DeserializeOwned>(
    file: &mut impl Read,
    mut each: impl FnMut(u128, Node<M>),
) -> Result<(), LoadError> {
    let mut values = Values { file, bytes: Vec::new(), at: 0 };
    let count: usize = values.next()?;
    for _ in 0..count {
        let (key, node): (u128, Node<M>) = values.next()?;
        if !node.is_plausible() {
            return Err(LoadError::Damaged);
        }
        each(key, node);
    }
    if values.rest().is_empty() && values.read_more()? == 0 {
        Ok(())
    } else {
        Err(LoadError::Damaged)
    }
}

/// How many bytes are read at a time.
const BLOCK: usize = 1 << 20;

/// The most bytes of a node. With `eta` 0 and a large `delta` a function has hundreds of thousands of steps; damaged bytes
/// may claim any number.
const LARGEST_NODE: usize = 1 << 28;

/// Values in a file, one after the other.
struct Values<'a, R> {
    file: &'a mut R,
    bytes: Vec<u8>,
    /// Where the next value begins.
    at: usize,
}

impl<R: Read> Values<'_, R> {
    fn next<T: DeserializeOwned>(&mut self) -> Result<T, LoadError> {
        loop {
            if let Ok((value, rest)) = postcard::take_from_bytes(self.rest()) {
                self.at = self.bytes.len() - rest.len();
                return Ok(value);
            }
            // It is damaged, or not all of it has been read.
            if self.rest().len() >= LARGEST_NODE || self.read_more()? == 0 {
                return Err(LoadError::Damaged);
            }
        }
    }

    fn rest(&self) -> &[u8] {
        &self.bytes[self.at..]
    }

    /// Reads one more block, or as much again if more than a block waits; less where the file ends. Returns the number of
    /// bytes.
    fn read_more(&mut self) -> Result<usize, LoadError> {
        self.bytes.drain(..self.at);
        self.at = 0;
        let most = self.bytes.len().max(BLOCK);
        Ok(self.file.by_ref().take(most as u64).read_to_end(&mut self.bytes)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::SearchParams;
    use crate::search::Outcome;
    use crate::search::node::{Child, Functions};
    use crate::search::staircase::{INFINITE, PLUS_INFINITY, Staircase, Step};
    use crate::search::table::tests::node;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn load_into(search: &mut Search<u16>, mut file: &[u8]) -> Result<usize, LoadError> {
        let size = search.measure(&mut &*file)?;
        search.load(&size, &mut file)
    }

    #[test]
    fn nodes_of_several_blocks_are_read_as_they_were_written() {
        let [mut search, mut loaded] = [(); 2].map(|()| Search::new(SearchParams::default()));
        let table = &mut search.shared.tree.get_mut().table;
        (0..20_000).for_each(|key| table.store(u128::from(key) << 100, node(key + 1)));
        let mut file = Vec::new();
        write(table.iter(), &mut file).unwrap();
        assert!(file.len() > 2 * BLOCK);
        assert_eq!(load_into(&mut loaded, &file), Ok(20_000));
        let other = &loaded.shared.tree.get_mut().table;
        assert!(table.iter().all(|(key, node)| other.get(key) == Some(node)));
        for length in [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, file.len() - 1] {
            assert_eq!(load_into(&mut loaded, &file[..length]), Err(LoadError::Damaged));
        }
        file.push(0);
        assert_eq!(load_into(&mut loaded, &file), Err(LoadError::Damaged), "it goes on");
    }

    #[test]
    fn a_node_of_several_blocks_is_read() {
        let steps = (1..1_000_000).map(|at| Step { above: at, height: at.unsigned_abs() });
        let raise = Staircase::from_steps(&steps.collect::<Vec<_>>());
        let functions = Functions { raise, ..Functions::default() };
        let large = Node { functions, ..node(1) };
        let [mut search, mut loaded] = [(); 2].map(|()| Search::new(SearchParams::default()));
        let table = &mut search.shared.tree.get_mut().table;
        table.store(7, large.clone());
        table.store(8, node(1));
        let mut file = Vec::new();
        write(table.iter(), &mut file).unwrap();
        assert!(file.len() > 2 * BLOCK);
        assert_eq!(load_into(&mut loaded, &file), Ok(2));
        assert_eq!(loaded.shared.tree.get_mut().table.get(7), Some(&large));
    }

    #[test]
    fn what_no_search_has_written_is_refused() {
        let right = node(1);
        let of = |node: &Node<u16>| {
            let mut file = Vec::new();
            write([(7, node)].into_iter(), &mut file).unwrap();
            load_into(&mut Search::new(SearchParams::default()), &file)
        };
        assert_eq!(of(&right), Ok(1));
        let mut of_rave = right.clone();
        of_rave.record_rave(0, Outcome::Won);
        assert_eq!(of(&of_rave), Ok(1));
        for wrong in [
            Node { mean_log_odds: f32::NAN, ..right.clone() },
            Node { best_log_odds: Some(f32::INFINITY), ..right.clone() },
            Node { children: Box::default(), ..right.clone() },
            Node { children: right.children[1..].into(), ..of_rave },
            Node { work: 0, ..right },
        ] {
            assert_eq!(of(&wrong), Err(LoadError::Damaged), "{wrong:?}");
        }
    }

    #[test]
    fn functions_that_there_cannot_be_are_refused() {
        let step = |above, height| Step { above, height };
        let rising = vec![step(1, 2), step(3, 4)];
        for (steps, is_one) in [
            (rising.clone(), true),
            (rising.into_iter().rev().collect(), false),
            (vec![step(1, 0)], false),
            (vec![step(1, 2), step(3, 2)], false),
            (vec![step(PLUS_INFINITY, 2)], false),
        ] {
            let bytes = postcard::to_stdvec(&steps).unwrap();
            assert_eq!(postcard::from_bytes::<Staircase>(&bytes).is_ok(), is_one, "{steps:?}");
        }
    }

    #[test]
    fn the_layout_of_a_node_is_that_of_the_format() {
        let step = |above, height| Step { above, height };
        let functions = Functions {
            raise: Staircase::from_steps(&[step(-700, 3), step(20, 500), step(41, INFINITE)]),
            lower: Staircase::from_steps(&[step(-70_000, 7), step(90_000, 80_000)]),
        };
        let child = |mv, first_error, prior| Child { mv, first_error, prior };
        let mut node = Node {
            functions,
            best_log_odds: Some(1.25),
            mean_log_odds: -0.375,
            children: [child(300_u16, 0, 1500), child(12, 345, -678)].into(),
            raves: Box::default(),
            residual_key: 0x0123_4567_89ab_cdef_1032_5476_98ba_dcfe,
            work: 1 << 40,
            visitors: 5,
            last_root: 6,
        };
        for (number, outcome) in [(0, Outcome::Lost), (1, Outcome::Won), (1, Outcome::Won)] {
            node.record_rave(number, outcome);
        }
        let other = Node { best_log_odds: None, ..node.clone() };
        let mut file = Vec::new();
        write([(1 << 100, &node), (7, &other)].into_iter(), &mut file).unwrap();
        assert_eq!(
            format!("{:08x}", crc32fast::hash(&file)),
            "8b50d759",
            "saved nodes have another layout: raise FORMAT in solver/table_file.rs, then put the new number here"
        );
    }

    /// What may be said of a few positions: nothing, that it is open, or who wins.
    fn said() -> impl Strategy<Value = Vec<Option<Functions>>> {
        let [won, lost] = [Outcome::Won, Outcome::Lost].map(Functions::decided);
        let of_one = vec![None, Some(Functions::default()), Some(won), Some(lost)];
        prop::collection::vec(prop::sample::select(of_one), 4)
    }

    fn search_that_says(said: &[Option<Functions>]) -> Search<u16> {
        let mut search = Search::new(SearchParams::default());
        for (key, functions) in (0..).zip(said) {
            if let Some(functions) = functions.clone() {
                search.shared.tree.get_mut().table.store(key, Node { functions, ..node(1) });
            }
        }
        search
    }

    fn nodes(search: &mut Search<u16>) -> BTreeMap<u128, Node<u16>> {
        let nodes = search.shared.tree.get_mut().table.iter();
        nodes.map(|(key, node)| (key, node.clone())).collect()
    }

    proptest! {
        #[test]
        fn a_saved_search_is_refused_if_it_says_that_the_other_player_wins(
            before in said(),
            more in said(),
        ) {
            let mut search = search_that_says(&before);
            let mut file = Vec::new();
            search_that_says(&more).save(&mut file).unwrap();
            let loaded = load_into(&mut search, &file);
            let [won, lost] = [Outcome::Won, Outcome::Lost].map(|outcome| Some(Functions::decided(outcome)));
            let mut pairs = before.iter().zip(&more);
            let is_refused = pairs.any(|pair| [(&won, &lost), (&lost, &won)].contains(&pair));
            prop_assert_eq!(loaded == Err(LoadError::Contradiction), is_refused, "{:?}", loaded);
            if is_refused {
                prop_assert_eq!(nodes(&mut search), nodes(&mut search_that_says(&before)));
            }
        }
    }
}
