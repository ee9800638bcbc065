//! The format of the files that hold a solver's table, its proofs and searched positions. (The user calls them files of
//! knowledge, by the option `--knowledge`.)
//!
//! A file begins with three lines of text; then come the nodes as the search saves them, and a CRC-32 of all before it,
//! little-endian:
//!
//! ```text
//! HexCoven knowledge 6
//! version 0.1.0
//! keys 0123456789abcdef0123456789abcdef
//! ```
//!
//! Positions are stored by their keys alone, so the line `keys` identifies the scheme of keys
//! ([`key_scheme`]): under another scheme the proofs of the file would be of other positions.
//!
//! The parameters and the networks of the search are no part of a file. Proofs hold under any. What a file says of open
//! positions, the errors of moves and the functions, remains that of the run that found it. So a search should go on with
//! the settings that it began with.

use crate::inferior::key_scheme;
use crate::search::LoadError;
use crc32fast::Hasher;
use std::io::{self, BufRead, BufReader, Read, Write};

const FORMAT: &str = "HexCoven knowledge 6";

/// How the names of all versions of the format begin.
const ANY_FORMAT: &str = "HexCoven knowledge ";

/// Why a file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableFileError {
    /// It is no file of this format.
    #[error("this is not a knowledge file in the format `{FORMAT}`")]
    Format,
    /// It is of another version of the format.
    #[error("its format is `{0}`, and this program reads and writes `{FORMAT}` alone")]
    OtherFormat(String),
    /// Its positions have other keys.
    #[error("it was written by {0}, which has other keys of positions")]
    Keys(String),
    /// It cannot be read, is damaged, was changed while it was read, contradicts the table, or is too large for it.
    /// Loading only a part would lose the rest when the file is written again.
    #[error(transparent)]
    Load(#[from] LoadError),
}

/// No line of the three is longer, in bytes.
const LONGEST_LINE: u64 = 100;

/// Writes a file; `save` writes the saved positions.
pub(super) fn write<W: Write>(
    file: &mut W,
    save: impl FnOnce(&mut Summed<'_, W>) -> io::Result<()>,
) -> io::Result<()> {
    let mut summed = Summed { file, checksum: Hasher::new() };
    let version = concat!("version ", env!("CARGO_PKG_VERSION"));
    writeln!(summed, "{FORMAT}\n{version}\n{}", key_line())?;
    save(&mut summed)?;
    let Summed { file, checksum } = summed;
    file.write_all(&checksum.finalize().to_le_bytes())
}

/// Checks the three lines, and returns a reader of the saved positions. These must be read to their end: only there is the
/// checksum checked, and a wrong one is an error.
pub(super) fn read<R: Read>(mut file: R) -> Result<BufReader<Checked<R>>, TableFileError> {
    let mut held = [0; CHECKSUM];
    if let Err(error) = file.read_exact(&mut held) {
        let is_short = error.kind() == io::ErrorKind::UnexpectedEof;
        return Err(if is_short { TableFileError::Format } else { LoadError::from(error).into() });
    }
    let mut file = BufReader::new(Checked { file, checksum: Hasher::new(), held });
    let format = read_line(&mut file)?;
    if format != FORMAT {
        let is_other = format.starts_with(ANY_FORMAT);
        return Err(if is_other {
            TableFileError::OtherFormat(format)
        } else {
            TableFileError::Format
        });
    }
    let (version, keys) = (read_line(&mut file)?, read_line(&mut file)?);
    if keys != key_line() {
        // Unless the line itself is damaged.
        io::copy(&mut file, &mut io::sink()).map_err(LoadError::from)?;
        return Err(TableFileError::Keys(version));
    }
    Ok(file)
}

/// A line without its end; what there is of it if the file ends there.
fn read_line(file: &mut impl BufRead) -> Result<String, LoadError> {
    let mut line = Vec::new();
    match file.take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(LoadError::from) {
        Ok(_) | Err(LoadError::Damaged) => (),
        Err(error) => return Err(error),
    }
    let line = line.strip_suffix(b"\n").unwrap_or(&line);
    Ok(String::from_utf8_lossy(line).into_owned())
}

/// Writes to a file, and sums up all bytes.
pub(super) struct Summed<'a, W> {
    file: &'a mut W,
    checksum: Hasher,
}

impl<W: Write> Write for Summed<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.checksum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Bytes of the checksum.
const CHECKSUM: usize = 4;

/// Reads all of a file but the checksum at its end. There it is checked: an error instead of the end.
pub(super) struct Checked<R> {
    file: R,
    /// Of all that was given out.
    checksum: Hasher,
    /// The last bytes that were read, which may be the checksum.
    held: [u8; CHECKSUM],
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if bytes.is_empty() {
            return Ok(0);
        }
        let count = self.file.read(bytes)?;
        let new = &mut bytes[..count];
        if new.is_empty() && self.checksum.clone().finalize() != u32::from_le_bytes(self.held) {
            return Err(io::ErrorKind::InvalidData.into());
        }
        // What was held goes in front, and as many of the last bytes are held in its place.
        let moved = count.min(CHECKSUM);
        new.rotate_right(moved);
        new[..moved].swap_with_slice(&mut self.held[..moved]);
        self.held.rotate_left(moved);
        self.checksum.update(new);
        Ok(count)
    }
}

fn key_line() -> String {
    format!("keys {:032x}", key_scheme())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    fn file_of(positions: &[u8]) -> Vec<u8> {
        let mut file = Vec::new();
        write(&mut file, |file| file.write_all(positions)).unwrap();
        file
    }

    /// The saved positions of a file, or why it is refused.
    fn positions_of(file: impl Read) -> Result<Vec<u8>, String> {
        let mut positions = Vec::new();
        let mut file = read(file).map_err(|error| error.to_string())?;
        file.read_to_end(&mut positions).map_err(|error| LoadError::from(error).to_string())?;
        Ok(positions)
    }

    /// Gives out a few bytes at a time.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            let most = self.1.min(bytes.len());
            self.0.read(&mut bytes[..most])
        }
    }

    #[test]
    fn what_is_read_is_what_was_written() {
        for positions in [&b""[..], b"\n", b"some\nbytes\0\n", b"01234567890123456789"] {
            let file = file_of(positions);
            assert_eq!(positions_of(&file[..]).as_deref(), Ok(positions));
            for most in 1..10 {
                assert_eq!(positions_of(Slow(&file, most)).as_deref(), Ok(positions), "{most}");
            }
        }
    }

    #[test]
    fn an_incomplete_or_changed_file_is_refused() {
        let file = file_of(b"all that is known");
        for length in 0..file.len() {
            assert!(positions_of(&file[..length]).is_err(), "{length}");
        }
        for bit in 0..8 * file.len() {
            let mut changed = file.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            let error = positions_of(&changed[..]).unwrap_err();
            // In the first line it is another format, or none.
            let is_damaged = error == LoadError::Damaged.to_string();
            assert_eq!(is_damaged, bit / 8 > FORMAT.len(), "{bit}: {error}");
        }
    }

    #[test]
    fn a_file_of_another_format_is_named() {
        for format in ["HexCoven knowledge 5", "HexCoven knowledge 66"] {
            let file = format!("{format}\nand more");
            let error = read(file.as_bytes()).err().unwrap();
            assert_eq!(error, TableFileError::OtherFormat(format.to_owned()));
        }
        for file in ["HexCoven certificate 1\n", "HexCoven", ""] {
            assert_eq!(read(file.as_bytes()).err().unwrap(), TableFileError::Format);
        }
    }

    #[test]
    fn a_file_with_other_keys_is_refused() {
        let text = String::from_utf8(file_of(b"")[..].split_last_chunk::<4>().unwrap().0.to_vec());
        let other =
            text.unwrap().replace("version", "rather old version").replace("keys ", "keys 1");
        let checksum = crc32fast::hash(other.as_bytes()).to_le_bytes();
        let error = read(&[other.as_bytes(), &checksum].concat()[..]).err().unwrap().to_string();
        assert!(error.starts_with("it was written by rather old version 0"), "{error}");
    }

    /// What else a saved node is made of, `search/saved.rs` tests.
    #[test]
    fn a_move_is_saved_as_the_number_of_its_cell() {
        let size = Size::new(27, 27).unwrap();
        for (number, cell) in (0_u16..).zip(size.cells()) {
            let same = postcard::to_stdvec(&cell) == postcard::to_stdvec(&number);
            assert!(same, "moves are saved in another way: raise FORMAT");
        }
    }
}
