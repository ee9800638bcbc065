//! Files that a user names: they are read up to a bound, but for files of knowledge, and replaced at once.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The largest file that is read, in bytes. No record or network comes near it; a device such as `/dev/zero` has no end.
const LARGEST_FILE: u64 = 1 << 28;

/// The bytes of a file.
///
/// # Errors
/// It cannot be read, or is larger than any record or network.
pub fn read_file(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    read_bounded(File::open(path)?)
}

/// The bytes of what is read like a file, such as standard input.
///
/// # Errors
/// It cannot be read, or is larger than any record or network.
pub fn read_bounded(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = reader.take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
    if read as u64 > LARGEST_FILE {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("it has more than {} MiB", LARGEST_FILE >> 20),
        ));
    }
    Ok(bytes)
}

/// A text without the byte order mark at its start, which some editors write and nobody sees.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// A text whose lines end with a line feed alone, whatever they ended with.
pub fn with_plain_ends(text: &str) -> String {
    text.replace("\r\n", "\n").replace(['\r', '\u{85}', '\u{2028}', '\u{2029}'], "\n")
}

/// How many bytes are read of a file to see how it begins: other programs leave some blanks there.
const BEGIN: u64 = 256;

/// Whether nothing is lost if a file is replaced by one that begins so: it is not there, is empty, or begins so itself.
///
/// # Errors
/// It cannot be read.
pub fn is_replaceable(path: impl AsRef<Path>, begins_with: &str) -> io::Result<bool> {
    let path = path.as_ref();
    if !path.is_file() {
        return Ok(true);
    }
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut begin = Vec::new();
    file.take(BEGIN).read_to_end(&mut begin)?;
    let begin = String::from_utf8_lossy(&begin);
    let without_blanks = |text: &str| -> String {
        without_mark(text).chars().filter(|char| !char.is_whitespace()).collect()
    };
    let begin = without_blanks(&begin);
    let is_empty = begin.is_empty() && length <= BEGIN;
    Ok(is_empty || begin.starts_with(&without_blanks(begins_with)))
}

/// Replaces a file at once: at any time there is either the whole old file or the whole new one. Who may read and write it
/// stays as it was. What is no file, such as a pipe, is written to.
///
/// # Errors
/// It cannot be written. Then it is as it was, and nothing else is left.
pub fn replace_file(path: impl AsRef<Path>, content: impl AsRef<[u8]>) -> io::Result<()> {
    let (path, content) = (path.as_ref(), content.as_ref());
    if is_device(path) {
        return fs::write(path, content);
    }
    put_in_place(path, |file| file.write_all(content)).map(drop)
}

/// Writes a file that is not there yet. If that fails, none is left.
///
/// # Errors
/// It cannot be written, or something is there.
pub fn write_new(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let file = OpenOptions::new().write(true).create_new(true).open(path)?;
    write_through(file, write).map(drop).inspect_err(|_| {
        let _ = fs::remove_file(path);
    })
}

/// Whether a file can be replaced: tries to make the new file beside it, and removes it again. What is no file must be open
/// to writing.
///
/// # Errors
/// It cannot.
pub fn check_replaceable(path: &Path) -> io::Result<()> {
    if is_device(path) {
        return OpenOptions::new().append(true).open(path).map(drop);
    }
    let place = place_of(path);
    refuse_read_only(&place)?;
    let (_file, new) = create_beside(&place)?;
    fs::remove_file(&new)
}

/// Whether two paths are of one file, which need not be there yet.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let of = |path: &Path| {
        let place = place_of(path);
        let folder = fs::canonicalize(folder_of(&place)).ok()?;
        Some((folder, place.file_name()?.to_owned()))
    };
    one == other || of(one).is_some_and(|place| of(other) == Some(place))
}

/// Where a file is, which need not be there yet: a symbolic link is followed.
fn place_of(path: &Path) -> PathBuf {
    let mut place = path.to_owned();
    // So many links may follow one another, and no circle goes on for ever.
    for _ in 0..40 {
        let Ok(target) = fs::read_link(&place) else { break };
        place = place.parent().unwrap_or(Path::new("")).join(target);
    }
    place
}

/// The folder of a place.
fn folder_of(place: &Path) -> &Path {
    place.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// How the names of new files end.
const NEW: &str = "hexcoven-new";

/// Creates a new file beside the old one, which no other run and no other thread has, and locks it. Where files cannot
/// be locked, it is only created.
fn create_beside(place: &Path) -> io::Result<(File, PathBuf)> {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    loop {
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let new = place.with_added_extension(format!("{}-{count}.{NEW}", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&new) {
            // A run with the same number on another machine has it, or has left it.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(file) => {
                // Another run may have taken it for one that was left, before it was locked.
                if !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) && new.exists() {
                    return Ok((file, new));
                }
            }
        }
    }
}

/// Removes the new files of a place that killed runs have left: those that nobody has locked. Where files cannot be
/// locked, or the folder cannot be read, they stay.
fn remove_left_behind(place: &Path) {
    let Ok(entries) = fs::read_dir(folder_of(place)) else { return };
    // Neither a link nor a pipe, which would wait for a writer.
    let files =
        entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    for path in files.map(|entry| entry.path()).filter(|path| is_new_file(path, place)) {
        let is_left = File::open(&path)
            .is_ok_and(|file| file.try_lock().is_ok() && fs::remove_file(&path).is_ok());
        if is_left {
            log::debug!("removed {}, which a killed run had left", path.display());
        }
    }
}

/// Whether a path is of a new file for this place, by whatever run.
fn is_new_file(path: &Path, place: &Path) -> bool {
    let without_end = path.extension().filter(|end| *end == NEW).and_then(|_| path.file_stem());
    let run = without_end.map(Path::new).filter(|stem| stem.file_stem() == place.file_name());
    let is_of_run = |byte: &u8| byte.is_ascii_digit() || *byte == b'-';
    run.and_then(Path::extension).is_some_and(|run| run.as_encoded_bytes().iter().all(is_of_run))
}

fn refuse_read_only(place: &Path) -> io::Result<()> {
    if fs::metadata(place).is_ok_and(|found| found.permissions().readonly()) {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
    }
    Ok(())
}

/// Writes a new file, which is locked, and puts it in the place of the old one. The lock is held as long as the file is open.
fn put_in_place(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<File> {
    // A symbolic link stays, and the file that it points to is replaced.
    let place = place_of(path);
    refuse_read_only(&place)?;
    let permissions = fs::metadata(&place).ok().map(|found| found.permissions());
    remove_left_behind(&place);
    let (file, new) = create_beside(&place)?;
    // Before anything is in it, so that nobody else reads what only its owner may.
    let allowed = permissions.map_or(Ok(()), |old| file.set_permissions(old));
    let written = allowed.and_then(|()| write_through(file, write)).and_then(|file| {
        fs::rename(&new, &place)?;
        Ok(file)
    });
    written.inspect_err(|_| {
        // A part of a file would only take room on a full disk.
        let _ = fs::remove_file(&new);
    })
}

/// Writes a file, and waits until it is on the disk.
fn write_through(
    file: File,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<File> {
    let mut file = BufWriter::new(file);
    write(&mut file)?;
    let file = file.into_inner()?;
    file.sync_all()?;
    Ok(file)
}

/// A file that one run replaces again and again, while no other run does.
#[derive(Debug)]
pub struct OwnFile {
    path: PathBuf,
    /// The file as it is now, open and locked.
    locked: File,
}

impl OwnFile {
    /// Opens and locks a file, and creates an empty one if there is none. With it comes a handle to read it; none if it is
    /// empty. The lock lasts until both are dropped.
    ///
    /// # Errors
    /// It cannot be read or created, is no file, or another run has it.
    pub fn open(path: &Path) -> io::Result<(Self, Option<File>)> {
        // Its owner may replace it after it was opened here. Then the lock is of the old file, and a later try finds the new.
        for _ in 0..100 {
            let locked = open_or_create(path)?;
            lock(&locked)?;
            if is_at(&locked, path) {
                let is_empty = locked.metadata()?.len() == 0;
                let content = if is_empty { None } else { Some(locked.try_clone()?) };
                return Ok((Self { path: path.to_owned(), locked }, content));
            }
        }
        Err(io::Error::other("it is replaced again and again"))
    }

    /// Replaces the file at once, as [`replace_file`] does; `write` writes the new content.
    ///
    /// # Errors
    /// It cannot be written, or another file was put in its place. Then it is as it was.
    pub fn replace(
        &mut self,
        write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> io::Result<()> {
        if self.path.exists() && !is_at(&self.locked, &self.path) {
            return Err(io::Error::other("another file was put in its place"));
        }
        self.locked = put_in_place(&self.path, write)?;
        Ok(())
    }
}

/// Whether an open file is still the one with this path. Taken for granted on systems other than Unix.
pub fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let place = |found: fs::Metadata| (found.dev(), found.ino());
        match fs::metadata(path) {
            Ok(found) => file.metadata().is_ok_and(|own| place(own) == place(found)),
            // What cannot be seen now, as on a network, may still be there.
            Err(error) => error.kind() != io::ErrorKind::NotFound,
        }
    }
    #[cfg(not(unix))]
    {
        let _ = (file, path);
        true
    }
}

/// Opens a file, or creates it if there is none.
fn open_or_create(path: &Path) -> io::Result<File> {
    match open_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            OpenOptions::new().read(true).append(true).create(true).open(path)
        }
        opened => opened,
    }
}

/// Opens what is a file, and no device.
///
/// # Errors
/// It cannot be read, or is no file.
pub fn open_file(path: &Path) -> io::Result<File> {
    refuse_device(path)?;
    File::open(path)
}

/// Opens a file to read and to append, or creates it. No other run can do so until it is closed, but all may read it.
///
/// # Errors
/// It cannot be opened or created, is no file, or another run has it.
pub fn open_to_append(path: &Path) -> io::Result<File> {
    refuse_device(path)?;
    let mut options = OpenOptions::new();
    options.read(true).create(true);
    #[cfg(windows)]
    {
        use std::os::windows::fs::OpenOptionsExt;
        // A lock would keep readers out, and what is opened to append cannot be cut. Others may read (1) and delete it (4).
        let opened = options.write(true).truncate(false).share_mode(1 | 4).open(path);
        let is_shared = |error: &io::Error| error.raw_os_error() == Some(32); // ERROR_SHARING_VIOLATION
        opened.map_err(|error| if is_shared(&error) { in_use() } else { error })
    }
    #[cfg(not(windows))]
    {
        let file = options.append(true).open(path)?;
        lock(&file)?;
        Ok(file)
    }
}

fn in_use() -> io::Error {
    io::Error::other("another run is writing to it")
}

/// Locks a file until it is closed. Where files cannot be locked, nothing is done.
///
/// # Errors
/// Another run has locked it.
pub fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(in_use()),
        _ => Ok(()),
    }
}

/// Refuses what is there and is no file, such as a device, which may have no end, or a pipe: what is kept there could
/// not be read again.
///
/// # Errors
/// There is something else than a file.
pub fn refuse_device(path: &Path) -> io::Result<()> {
    if is_device(path) { Err(io::Error::other("it is not a file")) } else { Ok(()) }
}

/// Whether something is there that is no file.
fn is_device(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| !found.is_file())
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
            // A link to what is not there yet, by a relative path.
            fs::remove_file(&file).unwrap();
            fs::remove_file(&link).unwrap();
            symlink("file", &link).unwrap();
            check_replaceable(&link).unwrap();
            assert!(link.is_symlink() && !file.exists());
            replace_file(&link, "newer").unwrap();
            assert!(link.is_symlink());
            assert_eq!(fs::read(&file).unwrap(), b"newer");
        });
    }

    #[test]
    fn a_file_has_many_names() {
        in_folder("names", |folder| {
            let file = folder.join("file");
            let other = folder.join("..").join(folder.file_name().unwrap()).join("file");
            for is_there in [false, true] {
                assert!(file != other && is_same_file(&file, &other), "{is_there}");
                assert!(!is_same_file(&file, &folder.join("other")));
                fs::write(&file, "").unwrap();
            }
        });
    }

    #[test]
    fn what_is_read_only_stays() {
        in_folder("read-only", |folder| {
            let file = folder.join("file");
            fs::write(&file, "old").unwrap();
            let before = file.metadata().unwrap().permissions();
            let mut read_only = before.clone();
            read_only.set_readonly(true);
            fs::set_permissions(&file, read_only).unwrap();
            assert!(check_replaceable(&file).is_err() && replace_file(&file, "new").is_err());
            assert_eq!(fs::read(&file).unwrap(), b"old");
            fs::set_permissions(&file, before).unwrap();
            let long = folder.join("n".repeat(250));
            assert!(check_replaceable(&long).is_err(), "the new file would have too long a name");
            assert!(replace_file(&long, "new").is_err());
            check_replaceable(&file).unwrap();
            assert_eq!(fs::read_dir(folder).unwrap().count(), 1);
        });
    }

    #[test]
    fn what_killed_runs_have_left_is_removed() {
        in_folder("left", |folder| {
            let file = folder.join("file.k");
            let left = file.with_added_extension(format!("1-0.{NEW}"));
            let others = [
                "file.k",
                "other.k.1-0.hexcoven-new",
                "file.k.one.hexcoven-new",
                "file.k.hexcoven-new",
            ];
            for other in others {
                fs::write(folder.join(other), "other").unwrap();
            }
            fs::write(&left, "a part").unwrap();
            let (of_other_run, written) = create_beside(&file).unwrap();
            replace_file(&file, "new").unwrap();
            assert!(!left.exists() && written.exists());
            assert!(others.iter().all(|other| folder.join(other).exists()));
            drop(of_other_run);
            replace_file(&file, "newer").unwrap();
            assert!(!written.exists());
            assert_eq!(fs::read(&file).unwrap(), b"newer");
        });
    }

    #[test]
    fn many_threads_may_replace_one_file() {
        in_folder("threads", |folder| {
            let file = folder.join("file");
            std::thread::scope(|scope| {
                for content in ["one", "two", "three", "four"] {
                    scope.spawn({
                        let file = &file;
                        move || (0..50).for_each(|_| replace_file(file, content).unwrap())
                    });
                }
            });
            let content = fs::read_to_string(&file).unwrap();
            assert!(["one", "two", "three", "four"].contains(&content.as_str()), "{content}");
            assert_eq!(fs::read_dir(folder).unwrap().count(), 1);
        });
    }

    #[test]
    fn a_file_has_one_owner_at_a_time() {
        in_folder("own", |folder| {
            let file = folder.join("file");
            let (mut own, content) = OwnFile::open(&file).unwrap();
            assert!(content.is_none());
            for content in [b"first", b"other"] {
                own.replace(|file| file.write_all(content)).unwrap();
                assert!(OwnFile::open(&file).is_err(), "it has an owner");
            }
            drop(own);
            let (_own, content) = OwnFile::open(&file).unwrap();
            assert_eq!(io::read_to_string(content.unwrap()).unwrap(), "other");
            assert!(OwnFile::open(&file).is_err(), "it was read and still has an owner");
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

    #[cfg(unix)]
    #[test]
    fn a_file_has_one_owner_from_the_beginning_and_is_not_replaced_by_another() {
        in_folder("owned", |folder| {
            let path = folder.join("file");
            let (file, content) = OwnFile::open(&path).unwrap();
            assert!(content.is_none() && OwnFile::open(&path).is_err(), "there was no file");
            drop(file);
            let (mut file, content) = OwnFile::open(&path).unwrap();
            assert!(content.is_none(), "a run was killed before it wrote anything");
            let old = File::open(&path).unwrap();
            file.replace(|new| new.write_all(b"one")).unwrap();
            assert!(lock(&old).is_ok() && !is_at(&old, &path), "it was opened before that");
            assert!(OwnFile::open(&path).is_err());
            fs::write(folder.join("other"), "other").unwrap();
            fs::rename(folder.join("other"), &path).unwrap();
            assert!(file.replace(|new| new.write_all(b"two")).is_err());
            assert_eq!(fs::read(&path).unwrap(), b"other");
            fs::remove_file(&path).unwrap();
            file.replace(|new| new.write_all(b"three")).unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"three");
        });
    }
}
