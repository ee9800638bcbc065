//! A file of results, one line of JSON each, to which results are appended.
//!
//! The file is whole after every result. So work that was interrupted can be resumed from it.

use crate::files::{is_at, open_to_append, refuse_device};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Why a file of results cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// It cannot be read or written.
    #[error("cannot read or write {path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A line is not a result of this kind.
    #[error("{path}, line {line}: not a result of this kind: {}", without_place(error))]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
        error: serde_json::Error,
    },
}

/// What is wrong with a line, without the place in it that would be taken for one in the file.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what).to_owned()
}

/// Reads the results in a file. An incomplete one at its end is left out: the program was killed while it wrote
/// the line.
///
/// # Errors
/// The file cannot be read or holds something else.
pub fn read_ledger<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, LedgerError> {
    let text = refuse_device(path).and_then(|()| std::fs::read(path));
    let text = text.map_err(|error| file_error(path, error))?;
    Ok(Content::of(path, &text)?.entries)
}

/// What a file has.
struct Content<T> {
    entries: Vec<T>,
    /// The length of the lines that are whole, in bytes.
    length: usize,
}

impl<T: DeserializeOwned> Content<T> {
    /// Reads it. A last line without its end counts if it is a result: part of an object is none.
    fn of(path: &Path, text: &[u8]) -> Result<Self, LedgerError> {
        let mut content = Self { entries: Vec::new(), length: 0 };
        for (number, line) in text.split_inclusive(|byte| *byte == b'\n').enumerate() {
            match serde_json::from_slice(line) {
                Ok(entry) => content.entries.push(entry),
                Err(error) if !line.ends_with(b"\n") && error.is_eof() => {
                    log::warn!("{}: its last line is cut and left out", path.display());
                    break;
                }
                Err(error) => {
                    let (path, line) = (path.to_owned(), number + 1);
                    return Err(LedgerError::Line { path, line, error });
                }
            }
            content.length += line.len();
        }
        Ok(content)
    }
}

fn file_error(path: &Path, error: io::Error) -> LedgerError {
    LedgerError::File { path: path.to_owned(), error }
}

/// Results, and the file that they are appended to.
#[derive(Debug)]
pub struct Ledger<T> {
    file: Option<(PathBuf, File)>,
    entries: Vec<T>,
}

impl<T: Serialize + DeserializeOwned> Ledger<T> {
    /// As [`open`](Self::open) if a path is given. Without one the results are kept in memory only.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_if_any(path: Option<&Path>) -> Result<Self, LedgerError> {
        path.map_or(Ok(Self { file: None, entries: Vec::new() }), Self::open)
    }

    /// Opens a file, or creates it, and reads the results in it. An incomplete result at its end is removed.
    ///
    /// # Errors
    /// The file cannot be read or written, holds something else, or another process has it open as a ledger.
    pub fn open(path: &Path) -> Result<Self, LedgerError> {
        let failed = |error| file_error(path, error);
        let mut file = open_to_append(path).map_err(failed)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed)?;
        let Content { entries, length } = Content::of(path, &text)?;
        file.set_len(length as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        if text[..length].last().is_some_and(|byte| *byte != b'\n') {
            file.write_all(b"\n").map_err(failed)?;
        }
        Ok(Self { file: Some((path.to_owned(), file)), entries })
    }

    /// The results so far.
    pub fn entries(&self) -> &[T] {
        &self.entries
    }

    /// Appends a result. When this returns, the line is in the file.
    ///
    /// # Errors
    /// The file cannot be written, or is no longer there.
    pub fn add(&mut self, entry: T) -> Result<(), LedgerError> {
        if let Some((path, file)) = &mut self.file {
            if !is_at(file, path) {
                return Err(file_error(path, io::Error::other("it was removed or replaced")));
            }
            let line = serde_json::to_string(&entry).map_err(io::Error::from);
            line.and_then(|line| file.write_all(format!("{line}\n").as_bytes()))
                .map_err(|error| file_error(path, error))?;
        }
        self.entries.push(entry);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A path for a test's own file.
    fn path(name: &str) -> PathBuf {
        let name = format!("hexcoven-{}-{name}.jsonl", std::process::id());
        std::env::temp_dir().join(name)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]

        #[test]
        fn a_ledger_cut_anywhere_goes_on_without_the_broken_line(
            entries in prop::collection::vec((any::<u8>(), "[a-cäß\n\"\\\\]{0,9}"), 1..5),
            cut in any::<prop::sample::Index>(),
        ) {
            let path = path("cut");
            let _ = std::fs::remove_file(&path);
            let mut ledger = Ledger::open(&path).unwrap();
            for entry in &entries {
                ledger.add(entry.clone()).unwrap();
            }
            prop_assert_eq!(&read_ledger::<(u8, String)>(&path).unwrap(), &entries);
            let text = std::fs::read(&path).unwrap();
            let cut = cut.index(text.len());
            drop(ledger);
            std::fs::write(&path, &text[..cut]).unwrap();
            // A line may miss its end.
            let whole = text.iter().enumerate().filter(|(at, byte)| **byte == b'\n' && *at <= cut).count();
            let mut again = Ledger::open(&path).unwrap();
            prop_assert_eq!(again.entries(), &entries[..whole]);
            again.add(entries[0].clone()).unwrap();
            let read: Vec<(u8, String)> = read_ledger(&path).unwrap();
            prop_assert_eq!(&read[..whole], &entries[..whole]);
            prop_assert_eq!(&read[whole..], &entries[..1]);
            std::fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn a_last_result_without_the_end_of_its_line_counts() {
        let path = path("no-end");
        std::fs::write(&path, "[1]\n[2]").unwrap();
        assert_eq!(read_ledger::<[u8; 1]>(&path).unwrap(), [[1], [2]]);
        let mut ledger = Ledger::<[u8; 1]>::open(&path).unwrap();
        ledger.add([3]).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "[1]\n[2]\n[3]\n");
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_file_has_one_ledger_at_a_time() {
        let path = path("shared");
        let ledger = Ledger::<u8>::open(&path).unwrap();
        let error = Ledger::<u8>::open(&path).unwrap_err().to_string();
        assert!(error.contains("another run is writing to it"), "{error}");
        drop(ledger);
        assert!(Ledger::<u8>::open(&path).is_ok());
        std::fs::remove_file(&path).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_was_removed_takes_no_result() {
        let path = path("removed");
        let mut ledger = Ledger::<u8>::open(&path).unwrap();
        ledger.add(1).unwrap();
        std::fs::remove_file(&path).unwrap();
        let error = ledger.add(2).unwrap_err().to_string();
        assert!(error.contains("it was removed or replaced"), "{error}");
        assert_eq!(ledger.entries(), [1]);
    }

    #[test]
    fn a_line_of_something_else_is_told_with_its_number() {
        let path = path("other");
        for text in ["1\n{}\n", "1\n{}", "1\nnotes of mine"] {
            std::fs::write(&path, text).unwrap();
            let error = read_ledger::<u8>(&path).unwrap_err().to_string();
            assert!(error.contains("line 2: not a result of this kind: "), "{error}");
            assert!(!error.contains(" at line "), "{error}");
            assert!(Ledger::<u8>::open(&path).is_err());
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "left as it was");
        }
        std::fs::remove_file(&path).unwrap();
    }
}
