//! The text in a file's bytes.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// The text, and what there is to say about how it was found. A byte order mark decides, then the property
/// `CA`, then whether the bytes are UTF-8; what is not is Latin-1 as Windows extends it.
pub(super) fn decode(bytes: &[u8]) -> (String, Option<String>) {
    let (marked, bytes) = match Encoding::for_bom(bytes) {
        Some((encoding, mark)) => (Some(encoding), &bytes[mark..]),
        None => (None, bytes),
    };
    if let Some(encoding) = marked.filter(|encoding| *encoding != UTF_8) {
        return (encoding.decode_without_bom_handling(bytes).0.into_owned(), None);
    }
    let encoding = marked.or(named_encoding(bytes)).unwrap_or(UTF_8);
    if let Some(text) = encoding.decode_without_bom_handling_and_without_replacement(bytes) {
        return (text.into_owned(), None);
    }
    let text = WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned();
    (text, Some(format!("the text is not {}: it is read as Latin-1", encoding.name())))
}

/// What the first property `CA` names, if it is known.
fn named_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let start = bytes.windows(3).position(|window| window.eq_ignore_ascii_case(b"CA["))? + 3;
    let length = bytes[start..].iter().position(|byte| *byte == b']')?;
    let named = Encoding::for_label(bytes[start..start + length].trim_ascii())?;
    // It was found byte by byte, so it is neither of these.
    (![UTF_16LE, UTF_16BE].contains(&named)).then_some(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_then_a_name_then_the_bytes_decide() {
        let text = |bytes: &[u8]| decode(bytes).0;
        assert_eq!(text(b"\xef\xbb\xbfCA[ISO-8859-1]\xc3\xb6"), "CA[ISO-8859-1]ö");
        assert_eq!(text(b"\xff\xfe(\0;\0"), "(;");
        assert_eq!(text(b"\xef\xbb\xbfCA[UTF-8]\xf6"), "CA[UTF-8]ö", "a wrong mark");
        assert_eq!(text(b"CA[iso-8859-1]\xf6"), "CA[iso-8859-1]ö");
        assert_eq!(text(b"CA[UTF-16]SZ[11]"), "CA[UTF-16]SZ[11]", "saved as UTF-8 by an editor");
        assert_eq!(text(b"CA[ISO-8859-2]\xb1"), "CA[ISO-8859-2]ą");
        assert_eq!(text("CA[UTF-8]ö".as_bytes()), "CA[UTF-8]ö");
        let detected = decode(b"PB[J\xf6rg]");
        assert_eq!(detected.0, "PB[Jörg]");
        assert!(detected.1.unwrap().contains("read as Latin-1"));
        assert_eq!(text(b"CA[UTF-8]\xf6"), "CA[UTF-8]ö", "a wrong name");
        assert_eq!(text(b"CA[nonsense]\xf6"), "CA[nonsense]ö");
    }
}
