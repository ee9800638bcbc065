//! Files and folders that the user named; errors say which, in words.

use crate::policy::Network;
use anyhow::Context;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// The text of a file.
pub(super) fn read_file(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// The bytes of a file.
pub(super) fn read_bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// The network in a file.
pub(super) fn read_network(path: &Path) -> anyhow::Result<Network> {
    let bytes = read_bytes(path)?;
    Network::from_bytes(&bytes).with_context(|| format!("{} is no network", path.display()))
}

/// Writes a file.
pub(super) fn write_file(path: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    fs::write(path, content).with_context(|| format!("cannot write {}", path.display()))
}

/// Fails if a file cannot be written; what is in it stays. It is better to hear so before the work.
pub(super) fn check_writable(path: &Path) -> anyhow::Result<()> {
    let opened = OpenOptions::new().create(true).append(true).open(path);
    opened.map(drop).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a file that is whole at any time, the old one or the new: for what took long to find out.
pub(super) fn replace_file(path: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    // A link stays one.
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let new = place.with_added_extension("new");
    write_through(&new, content.as_ref())
        .and_then(|()| fs::rename(&new, &place))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a file and waits until the disk has it.
fn write_through(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Makes a folder, if there is none.
pub(super) fn make_folder(path: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(path).with_context(|| format!("cannot make the folder {}", path.display()))
}
