//! Files and folders that the user named. Errors say which one, and what failed.

use crate::board::Position;
use crate::evaluation::{FEATURES_VERSION, Networks};
use crate::files;
use crate::nn::Network;
use crate::record::{self, Record};
use anyhow::{Context, bail, ensure};
use encoding_rs::{Encoding, UTF_8};
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The text of a file.
pub(super) fn read_file(path: &Path) -> anyhow::Result<String> {
    text(&read_bytes(path)?, &path.display().to_string())
}

/// The text of a file, or of standard input if it is called `-`; and what it is called in errors.
pub(super) fn read_text_or_input(path: &Path) -> anyhow::Result<(String, String)> {
    let (bytes, name) = read_bytes_or_input(path)?;
    Ok((text(&bytes, &name)?, name))
}

/// The bytes of a file, or of standard input if it is called `-`; and what it is called in errors.
pub(super) fn read_bytes_or_input(path: &Path) -> anyhow::Result<(Vec<u8>, String)> {
    if path.as_os_str() != "-" {
        return Ok((read_bytes(path)?, path.display().to_string()));
    }
    let name = "standard input";
    let bytes = files::read_bounded(io::stdin()).with_context(|| format!("cannot read {name}"))?;
    Ok((bytes, name.to_owned()))
}

/// Text as any program writes it: UTF-8, or UTF-16 with a byte order mark; lines with any ends.
fn text(bytes: &[u8], name: &str) -> anyhow::Result<String> {
    let (encoding, mark) = Encoding::for_bom(bytes).unwrap_or((UTF_8, 0));
    let text = encoding.decode_without_bom_handling_and_without_replacement(&bytes[mark..]);
    let text =
        text.with_context(|| format!("cannot read {name}: it is not text in UTF-8 or UTF-16"))?;
    Ok(files::with_plain_ends(&text))
}

/// The bytes of a file.
pub(super) fn read_bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    files::read_file(path).with_context(|| format!("cannot read {}", path.display()))
}

/// The network in a file, for boards of all sizes; without a file the networks that are compiled in.
pub(super) fn networks(file: Option<&Path>) -> anyhow::Result<Arc<Networks>> {
    let Some(path) = file else { return Ok(Networks::shipped()) };
    let network = Network::from_bytes(&read_bytes(path)?, FEATURES_VERSION);
    Ok(Networks::new(network.with_context(|| path.display().to_string())?))
}

/// Fails if a file cannot be replaced, so that the user knows before the work; or if it is there and does not begin as such a
/// file does: what a slip of the user's hand names is not written over. `kind` is what it should be, with its article.
pub(super) fn check_replaceable(path: &Path, begins_with: &str, kind: &str) -> anyhow::Result<()> {
    files::check_replaceable(path).with_context(|| format!("cannot write {}", path.display()))?;
    let is_such = files::is_replaceable(path, begins_with)
        .with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(is_such, "{} is there, and is not {kind}: remove it or name another", path.display());
    Ok(())
}

/// Fails if a record cannot be written to this file, or something else is there, such as several games.
pub(super) fn check_record_replaceable(path: &Path) -> anyhow::Result<()> {
    files::check_replaceable(path).with_context(|| format!("cannot write {}", path.display()))?;
    let refusal = record::why_not_replaced(path)
        .with_context(|| format!("cannot read {}", path.display()))?;
    refusal.map_or(Ok(()), |why| bail!("{} {why}: remove it or name another", path.display()))
}

/// Replaces a file at once: at any time there is either the whole old file or the whole new one.
pub(super) fn replace_file(path: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    files::replace_file(path, content).with_context(|| format!("cannot write {}", path.display()))
}

/// Creates a folder for the records of these games, if there is none. Fails if more than so many of them are there already.
pub(super) fn make_records_folder(
    folder: &Path,
    games: impl IntoIterator<Item = usize>,
    most_there: usize,
) -> anyhow::Result<()> {
    let paths = games.into_iter().map(|game| record_path(folder, game));
    if let Some(path) = paths.filter(|path| path.exists()).nth(most_there) {
        bail!("{} is there: remove it or name another folder", path.display());
    }
    make_folder(folder)
}

/// Where the record of the game with this number is in a folder.
fn record_path(folder: &Path, game: usize) -> PathBuf {
    folder.join(format!("game-{game:04}.sgf"))
}

/// Writes the record of the game with this number to a folder. Fails if another run has written one there meanwhile, unless
/// it may be one of an earlier run (`replaces`).
pub(super) fn write_record(
    folder: &Path,
    game: usize,
    record: &Record,
    replaces: bool,
) -> anyhow::Result<()> {
    let path = record_path(folder, game);
    ensure!(replaces || !path.exists(), "{} is there: another run writes to it", path.display());
    replace_file(&path, record.write() + "\n")
}

/// Creates a folder, with those above it, if there is none.
pub(super) fn make_folder(path: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(path).with_context(|| format!("cannot make the folder {}", path.display()))
}

/// The paths of what is in a folder, sorted; none if there is no folder.
pub(super) fn files_in(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let path = |entry: io::Result<DirEntry>| entry.map(|entry| entry.path());
    let mut paths = match fs::read_dir(folder) {
        Ok(entries) => entries.map(path).collect::<io::Result<Vec<_>>>(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
    .with_context(|| format!("cannot read {}", folder.display()))?;
    paths.sort();
    Ok(paths)
}

/// A name for files about a position, the same in every run: a later run finds them.
pub(super) fn position_name(position: &Position) -> String {
    format!("{:032x}", position.key())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    #[test]
    fn text_is_read_as_any_program_writes_it() {
        let utf16 =
            |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
        for bytes in [
            b"a1\nb2\nc3".to_vec(),
            b"\xef\xbb\xbfa1\r\nb2\rc3".to_vec(),
            utf16("\u{feff}a1\r\nb2\nc3"),
            "a1\u{2028}b2\u{2029}c3".into(),
        ] {
            assert_eq!(text(&bytes, "x").unwrap(), "a1\nb2\nc3", "{bytes:?}");
        }
        for bytes in [b"a\xff".to_vec(), b"\xff\xfea".to_vec()] {
            let error = format!("{:#}", text(&bytes, "x").unwrap_err());
            assert!(error.starts_with("cannot read x: "), "{error}");
        }
    }

    #[test]
    fn a_record_that_another_run_has_written_meanwhile_is_kept() {
        let folder = std::env::temp_dir().join(format!("hexcoven-records-{}", std::process::id()));
        make_records_folder(&folder, 1..=2, 0).unwrap();
        let record = Record::new(Size::new(3, 3).unwrap());
        let write = |replaces| write_record(&folder, 2, &record, replaces);
        write(false).unwrap();
        let error = write(false).unwrap_err().to_string();
        assert!(error.ends_with("game-0002.sgf is there: another run writes to it"), "{error}");
        write(true).unwrap();
        assert!(make_records_folder(&folder, 1..=2, 0).is_err(), "seen before any game");
        fs::remove_dir_all(folder).unwrap();
    }
}
