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

use crate::inferior::key_scheme;
use crate::search::LoadError;

const FORMAT: &str = "HexCoven knowledge 6";

/// How the names of all versions of the format begin.
const ANY_FORMAT: &str = "HexCoven knowledge ";

/// Why a file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableFileError {
    /// It is no file of this format.
    #[error("this is no knowledge file in the format `{FORMAT}`")]
    Format,
    /// It is of another version of the format.
    #[error("its format is `{0}`, and this program reads and writes `{FORMAT}` alone")]
    OtherFormat(String),
    /// Its positions have other keys.
    #[error("it was written by {0}, which has other keys of positions")]
    Keys(String),
    /// It is incomplete or was changed.
    #[error("the file is damaged")]
    Damaged,
    /// The search does not load it. Loading only a part would lose the rest when the file is written again.
    #[error(transparent)]
    Load(#[from] LoadError),
}

/// The content of a file with these saved positions.
pub(super) fn encode(positions: &[u8]) -> Vec<u8> {
    let version = concat!("version ", env!("CARGO_PKG_VERSION"));
    let mut bytes = format!("{FORMAT}\n{version}\n{}\n", key_line()).into_bytes();
    bytes.extend(positions);
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// The saved positions of a file.
pub(super) fn decode(bytes: &[u8]) -> Result<&[u8], TableFileError> {
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    if first != FORMAT.as_bytes() {
        let name = str::from_utf8(first).ok().filter(|name| name.starts_with(ANY_FORMAT));
        return Err(name
            .map_or(TableFileError::Format, |name| TableFileError::OtherFormat(name.to_owned())));
    }
    let parts = bytes.split_last_chunk();
    let parts =
        parts.filter(|(content, sum)| crc32fast::hash(content) == u32::from_le_bytes(**sum));
    let (content, _) = parts.ok_or(TableFileError::Damaged)?;
    let mut lines = content.splitn(4, |byte| *byte == b'\n').skip(1);
    let (Some(version), Some(keys), Some(positions)) = (lines.next(), lines.next(), lines.next())
    else {
        return Err(TableFileError::Damaged);
    };
    if keys != key_line().as_bytes() {
        return Err(TableFileError::Keys(String::from_utf8_lossy(version).into_owned()));
    }
    Ok(positions)
}

fn key_line() -> String {
    format!("keys {:032x}", key_scheme())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_decoded_to_what_was_encoded() {
        for positions in [&b""[..], b"\n", b"some\nbytes\0\n"] {
            assert_eq!(decode(&encode(positions)), Ok(positions));
        }
    }

    #[test]
    fn an_incomplete_or_changed_file_is_refused() {
        let file = encode(b"all that is known");
        for length in 0..file.len() {
            assert!(decode(&file[..length]).is_err(), "{length}");
        }
        for bit in 0..8 * file.len() {
            let mut changed = file.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(decode(&changed).is_err(), "{bit}");
        }
    }

    #[test]
    fn a_file_of_another_format_is_named() {
        for format in ["HexCoven knowledge 5", "HexCoven knowledge 66"] {
            let error = decode(format!("{format}\nand more").as_bytes()).unwrap_err();
            assert_eq!(error, TableFileError::OtherFormat(format.to_owned()));
        }
        assert_eq!(decode(b"HexCoven certificate 1\n"), Err(TableFileError::Format));
    }

    #[test]
    fn a_file_with_other_keys_is_refused() {
        let text = String::from_utf8(encode(b"")[..].split_last_chunk::<4>().unwrap().0.to_vec());
        let other =
            text.unwrap().replace("version", "rather old version").replace("keys ", "keys 1");
        let mut file = other.into_bytes();
        let checksum = crc32fast::hash(&file);
        file.extend(checksum.to_le_bytes());
        let error = decode(&file).unwrap_err().to_string();
        assert!(error.starts_with("it was written by rather old version 0"), "{error}");
    }
}
