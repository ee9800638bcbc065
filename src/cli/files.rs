//! Files and folders that the user named. Errors say which one, and what failed.

use crate::evaluation::FEATURES_VERSION;
use crate::files;
use crate::nn::Network;
use anyhow::Context;
use std::fs::{self, OpenOptions};
use std::path::Path;

/// The text of a file.
pub(super) fn read_file(path: &Path) -> anyhow::Result<String> {
    let bytes = read_bytes(path)?;
    String::from_utf8(bytes).with_context(|| format!("cannot read {}", path.display()))
}

/// The bytes of a file.
pub(super) fn read_bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    files::read_file(path).with_context(|| format!("cannot read {}", path.display()))
}

/// The network in a file.
pub(super) fn read_network(path: &Path) -> anyhow::Result<Network> {
    let bytes = read_bytes(path)?;
    Network::from_bytes(&bytes, FEATURES_VERSION).with_context(|| path.display().to_string())
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

/// Replaces a file at once: at any time there is either the whole old file or the whole new one.
pub(super) fn replace_file(path: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    files::replace_file(path, content).with_context(|| format!("cannot write {}", path.display()))
}

/// Creates a folder, with those above it, if there is none.
pub(super) fn make_folder(path: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(path).with_context(|| format!("cannot make the folder {}", path.display()))
}
