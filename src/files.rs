//! Files that a user names: they are read up to a bound, and replaced at once.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

/// The largest file that is read, in bytes. No record or network comes near it; a device such as `/dev/zero` has no end.
const LARGEST_FILE: u64 = 1 << 28;

/// The bytes of a file.
///
/// # Errors
/// It cannot be read, or is larger than any record or network.
pub fn read_file(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = File::open(path)?.take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
    if read as u64 > LARGEST_FILE {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("it has more than {} MiB", LARGEST_FILE >> 20),
        ));
    }
    Ok(bytes)
}

/// Replaces a file at once: at any time there is either the whole old file or the whole new one. Who may read and write it
/// stays as it was. What is no file, such as a pipe, is written to.
///
/// # Errors
/// It cannot be written. Then it is as it was, and nothing else is left.
pub fn replace_file(path: impl AsRef<Path>, content: impl AsRef<[u8]>) -> io::Result<()> {
    let (path, content) = (path.as_ref(), content.as_ref());
    if refuse_device(path).is_err() {
        return fs::write(path, content);
    }
    // A symbolic link stays, and the file that it points to is replaced.
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let new = place.with_added_extension("new");
    write_through(&new, content)
        .and_then(|()| keep_permissions(&place, &new))
        .and_then(|()| fs::rename(&new, &place))
        .inspect_err(|_| {
            // A part of a file would only take room on a full disk.
            let _ = fs::remove_file(&new);
        })
}

/// Writes a file and waits until it is on the disk.
fn write_through(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Lets those read and write the new file who may read and write the old one, if there is one.
fn keep_permissions(old: &Path, new: &Path) -> io::Result<()> {
    fs::metadata(old).map_or(Ok(()), |found| fs::set_permissions(new, found.permissions()))
}

/// Refuses what is there and is no file, such as a device, which may have no end, or a pipe: what is kept there could
/// not be read again.
///
/// # Errors
/// There is something else than a file.
pub fn refuse_device(path: &Path) -> io::Result<()> {
    match path.metadata() {
        Ok(found) if !found.is_file() => Err(io::Error::other("it is no file")),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes a folder for a test, gives it to the test, and removes it.
    fn in_folder(name: &str, test: impl FnOnce(&Path)) {
        let folder = std::env::temp_dir().join(format!("hexcoven-{name}-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        test(&folder);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_file_that_is_not_replaced_leaves_nothing_behind() {
        in_folder("not-replaced", |folder| {
            assert!(replace_file(folder.join("missing/file"), "text").is_err());
            assert!(replace_file(folder, "text").is_err(), "it is a folder");
            assert_eq!(fs::read_dir(folder).unwrap().count(), 0);
        });
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_is_replaced_keeps_its_link_and_its_permissions() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        in_folder("replaced", |folder| {
            let (file, link) = (folder.join("file"), folder.join("link"));
            fs::write(&file, "old").unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
            symlink(&file, &link).unwrap();
            replace_file(&link, "new").unwrap();
            assert!(link.is_symlink());
            assert_eq!(fs::read(&file).unwrap(), b"new");
            assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
            assert_eq!(fs::read_dir(folder).unwrap().count(), 2);
        });
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_not_replaced() {
        use std::os::unix::fs::FileTypeExt;
        in_folder("socket", |folder| {
            let socket = folder.join("socket");
            let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
            assert!(refuse_device(&socket).is_err());
            assert!(
                replace_file(&socket, "text").is_err(),
                "it is written to, which a socket does not allow"
            );
            assert!(socket.metadata().unwrap().file_type().is_socket());
        });
    }
}
