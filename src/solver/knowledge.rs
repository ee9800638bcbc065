//! What a solver knows, as the content of a file.
//!
//! Lines of text, so that a person sees what it is, then the positions as the search saves them, and a
//! checksum of all before it:
//!
//! ```text
//! HexCoven knowledge 5
//! version 0.1.0
//! keys 0123456789abcdef0123456789abcdef
//! ```
//!
//! A position has nothing but its key, so `keys` names the scheme that made them: under another scheme
//! the file would be full of false proofs.

use crate::inferior::key_scheme;
use crate::search::LoadError;

const FORMAT: &str = "HexCoven knowledge 5";

/// Why a file is not used. Nothing of it is then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KnowledgeError {
    /// Another kind of file.
    #[error("this is no file of knowledge in the format `{FORMAT}`")]
    Format,
    /// Positions under other keys.
    #[error("it was written by {0}, which names positions in another way")]
    Keys(String),
    /// Cut short, or changed.
    #[error("the file is damaged")]
    Damaged,
    /// Not taken over by the search. To take a part of it would be to lose the rest when it is written again.
    #[error(transparent)]
    Load(#[from] LoadError),
}

/// The content of a file with these positions.
pub(super) fn wrap(positions: &[u8]) -> Vec<u8> {
    let version = concat!("version ", env!("CARGO_PKG_VERSION"));
    let mut bytes = format!("{FORMAT}\n{version}\n{}\n", key_line()).into_bytes();
    bytes.extend(positions);
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// The positions in a file.
pub(super) fn unwrap(bytes: &[u8]) -> Result<&[u8], KnowledgeError> {
    if !bytes.starts_with(FORMAT.as_bytes()) {
        return Err(KnowledgeError::Format);
    }
    let whole = bytes.split_last_chunk();
    let whole =
        whole.filter(|(content, sum)| crc32fast::hash(content) == u32::from_le_bytes(**sum));
    let (content, _) = whole.ok_or(KnowledgeError::Damaged)?;
    let mut lines = content.splitn(4, |byte| *byte == b'\n').skip(1);
    let (Some(version), Some(keys), Some(positions)) = (lines.next(), lines.next(), lines.next())
    else {
        return Err(KnowledgeError::Damaged);
    };
    if keys != key_line().as_bytes() {
        return Err(KnowledgeError::Keys(String::from_utf8_lossy(version).into_owned()));
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
    fn what_is_wrapped_is_unwrapped() {
        for positions in [&b""[..], b"\n", b"some\nbytes\0\n"] {
            assert_eq!(unwrap(&wrap(positions)), Ok(positions));
        }
    }

    #[test]
    fn no_part_and_no_changed_bit_of_a_file_is_believed() {
        let file = wrap(b"all that is known");
        for length in 0..file.len() {
            assert!(unwrap(&file[..length]).is_err(), "{length}");
        }
        for bit in 0..8 * file.len() {
            let mut changed = file.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(unwrap(&changed).is_err(), "{bit}");
        }
    }

    #[test]
    fn another_scheme_of_keys_is_named() {
        let text = String::from_utf8(wrap(b"")[..].split_last_chunk::<4>().unwrap().0.to_vec());
        let other =
            text.unwrap().replace("version", "rather old version").replace("keys ", "keys 1");
        let mut file = other.into_bytes();
        let checksum = crc32fast::hash(&file);
        file.extend(checksum.to_le_bytes());
        let error = unwrap(&file).unwrap_err().to_string();
        assert!(error.starts_with("it was written by rather old version 0"), "{error}");
    }
}
