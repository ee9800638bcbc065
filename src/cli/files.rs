//! Files and folders that the user named. Errors say which one, and what failed.

use crate::evaluation::FEATURES_VERSION;
use crate::nn::Network;
use crate::record;
use anyhow::Context;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// The text of a file.
pub(super) fn read_file(path: &Path) -> anyhow::Result<String> {
    let bytes = read_bytes(path)?;
    String::from_utf8(bytes).with_context(|| format!("cannot read {}", path.display()))
}

/// The bytes of a file.
pub(super) fn read_bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    record::read_file(path).with_context(|| format!("cannot read {}", path.display()))
}

/// The network in a file.
pub(super) fn read_network(path: &Path) -> anyhow::Result<Network> {
    let bytes = read_bytes(path)?;
    Network::from_bytes(&bytes, FEATURES_VERSION).with_context(|| path.display().to_string())
}

/// Writes a file.
pub(super) fn write_file(path: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    fs::write(path, content).with_context(|| format!("cannot write {}", path.display()))
}

/// Fails if a file cannot be written, so that the user knows before the work. The file stays as it is; one that is not
/// there is not left behind.
pub(super) fn check_writable(path: &Path) -> anyhow::Result<()> {
    let is_new = !path.exists();
    let opened = OpenOptions::new().create(true).append(true).open(path);
    opened
        .map(drop)
        .and_then(|()| if is_new { fs::remove_file(path) } else { Ok(()) })
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Replaces a file at once: at any time there is either the whole old file or the whole new one. For results that took
/// long.
pub(super) fn replace_file(path: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    // A symbolic link stays, and the file that it points to is replaced.
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let new = place.with_added_extension("new");
    write_through(&new, content.as_ref())
        .and_then(|()| fs::rename(&new, &place))
        .inspect_err(|_| {
            // A part of a file would only take room on a full disk.
            let _ = fs::remove_file(&new);
        })
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a file and waits until it is on the disk.
fn write_through(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Creates a folder, with those above it, if there is none.
pub(super) fn make_folder(path: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(path).with_context(|| format!("cannot make the folder {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_replaced_leaves_nothing_behind() {
        let folder = std::env::temp_dir().join(format!("hexcoven-files-{}", std::process::id()));
        let taken = folder.join("taken");
        make_folder(&taken).unwrap();
        assert!(replace_file(&taken, "text").is_err(), "it is a folder");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }
}
