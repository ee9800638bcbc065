//! Commands and replies as text, read and written. Nothing here knows about Hex.

use std::io::{self, BufRead, Read};

/// The most bytes that are read of a reply of another program, or of a line before it: some programs write without end.
const MOST_READ: usize = 16 << 20;

/// A command, read from a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The number before the command. The reply has it too.
    pub id: Option<u32>,
    /// The command, in lower case.
    pub name: String,
    /// Its arguments. One in quotes may contain blanks.
    pub args: Vec<String>,
}

impl Request {
    /// Reads a line. None if it is empty or a comment.
    pub fn parse(line: &str) -> Option<Self> {
        let clean: String = line
            .chars()
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !c.is_control())
            .collect();
        let mut words = split(&clean).into_iter().peekable();
        let id = words.peek().and_then(|word| parse_id(word));
        if id.is_some() {
            words.next();
        }
        let name = words.next().unwrap_or_default().to_ascii_lowercase();
        (id.is_some() || !name.is_empty()).then(|| Self { id, name, args: words.collect() })
    }
}

impl std::fmt::Display for Request {
    /// A line that [`parse`](Self::parse) reads as this command, without the id.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)?;
        for arg in &self.args {
            if arg.is_empty() || arg.contains([' ', '"', '#']) {
                write!(f, " {}", quoted(arg))?;
            } else {
                write!(f, " {arg}")?;
            }
        }
        Ok(())
    }
}

/// Splits at blanks, up to a comment, which begins with `#`. A word in double quotes may contain both. Backslashes are
/// ordinary characters, as in Windows paths, except before a double quote: there two stand for one, and a single one makes
/// the quote ordinary. If a quote is not closed, quotes are ordinary characters too.
fn split(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let (mut in_quotes, mut backslashes) = (false, 0_usize);
    for c in text.chars() {
        if c == '\\' {
            backslashes += 1;
            continue;
        }
        let is_escaped = !backslashes.is_multiple_of(2);
        let kept = if c == '"' { backslashes / 2 } else { backslashes };
        if kept > 0 {
            word.get_or_insert_default().push_str(&"\\".repeat(kept));
        }
        backslashes = 0;
        match c {
            '"' if !is_escaped => {
                in_quotes = !in_quotes;
                word.get_or_insert_default();
            }
            '#' if !in_quotes => break,
            ' ' if !in_quotes => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if in_quotes {
        let text = text.split('#').next().unwrap_or_default();
        return text.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect();
    }
    if backslashes > 0 {
        word.get_or_insert_default().push_str(&"\\".repeat(backslashes));
    }
    words.extend(word);
    words
}

/// A word in double quotes, which [`split`] reads as this word.
fn quoted(word: &str) -> String {
    let mut text = String::from("\"");
    let mut backslashes = 0;
    for c in word.chars() {
        if c == '"' {
            text.push_str(&"\\".repeat(backslashes + 1));
        }
        backslashes = if c == '\\' { backslashes + 1 } else { 0 };
        text.push(c);
    }
    text + &"\\".repeat(backslashes) + "\""
}

fn parse_id(word: &str) -> Option<u32> {
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|id| digits && *id <= i32::MAX.cast_unsigned())
}

/// Whether a line is `# interrupt`, which ends the running command. To other programs it is a comment.
pub(super) fn is_interrupt(line: &str) -> bool {
    line.trim().strip_prefix('#').is_some_and(|rest| rest.trim() == "interrupt")
}

/// The text of a reply, with the empty line at its end.
///
/// Old clients need the blank after `=`. An empty line would end the reply early, so it gets a blank too; other control
/// characters, such as those of a record's comments, are left out.
pub fn reply(id: Option<u32>, result: &Result<String, String>) -> String {
    let (sign, body) = match result {
        Ok(body) => ('=', body),
        Err(body) => ('?', body),
    };
    let id = id_text(id);
    let body: String =
        body.chars().filter(|c| matches!(c, '\n' | '\t') || !c.is_control()).collect();
    let lines = body.trim_end().split('\n').enumerate();
    let filled = lines.map(|(i, line)| if line.is_empty() && i > 0 { " " } else { line });
    format!("{sign}{id} {}\n\n", filled.collect::<Vec<_>>().join("\n"))
}

/// The first line of a reply whose lines are sent one by one.
pub(super) fn reply_head(id: Option<u32>) -> String {
    format!("={} \n", id_text(id))
}

fn id_text(id: Option<u32>) -> String {
    id.map(|id| id.to_string()).unwrap_or_default()
}

/// Reads the next reply of another program: its text, or its error message. None at the end of the output. Lines
/// before the reply are skipped and an id is dropped. The end of the output ends a reply too.
///
/// # Errors
/// The output cannot be read, or the reply or a line before it has more than 16 MiB.
pub fn read_reply(reader: &mut impl BufRead) -> io::Result<Option<Result<String, String>>> {
    let (is_success, mut text) = loop {
        let Some(line) = read_line(reader, MOST_READ)? else { return Ok(None) };
        let first = |sign| line.strip_prefix(sign).map(|rest| without_id(rest).to_owned());
        match (first('='), first('?')) {
            (Some(text), _) => break (true, text),
            (None, Some(text)) => break (false, text),
            (None, None) => log::debug!("passed over: {line}"),
        }
    };
    loop {
        let left = MOST_READ.saturating_sub(text.len());
        let Some(line) = read_line(reader, left)?.filter(|line| !line.is_empty()) else { break };
        text.push('\n');
        text.push_str(&line);
    }
    let text = text.trim_end().to_owned();
    Ok(Some(if is_success { Ok(text) } else { Err(text) }))
}

/// The next line without its end; what is not UTF-8 is replaced. A line of more bytes than `most` is an error.
fn read_line(reader: &mut impl BufRead, most: usize) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let count = reader.by_ref().take(most as u64 + 1).read_until(b'\n', &mut bytes)?;
    if count > most {
        let reason = format!("it has more than {} MiB", MOST_READ >> 20);
        return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    }
    let line = String::from_utf8_lossy(&bytes);
    Ok((count > 0).then(|| line.trim_end_matches(['\r', '\n']).to_owned()))
}

fn without_id(rest: &str) -> &str {
    rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn request(id: Option<u32>, name: &str, args: &[&str]) -> Request {
        let args = args.iter().map(|arg| (*arg).to_owned()).collect();
        Request { id, name: name.to_owned(), args }
    }

    #[test]
    fn lines_are_read_as_the_protocol_says() {
        assert_eq!(Request::parse("PLAY\tb a1 # x\r"), Some(request(None, "play", &["b", "a1"])));
        assert_eq!(Request::parse("7 name"), Some(request(Some(7), "name", &[])));
        assert_eq!(
            Request::parse("loadsgf \"a b.sgf\" 3"),
            Some(request(None, "loadsgf", &["a b.sgf", "3"]))
        );
        assert_eq!(Request::parse("x don't"), Some(request(None, "x", &["don't"])));
        for (line, file) in [
            (r"loadsgf C:\Users\me\it's_bob's.sgf", r"C:\Users\me\it's_bob's.sgf"),
            (r#"loadsgf "C:\a b\g.sgf""#, r"C:\a b\g.sgf"),
            (r#"loadsgf "\\server\a b\""#, r#""\\server\a"#),
            (r#"loadsgf "\\server\a b\\""#, r"\\server\a b\"),
            (r#"loadsgf "a \"b\".sgf""#, r#"a "b".sgf"#),
            (r#"printsgf "my #1.sgf" # a "comment""#, "my #1.sgf"),
            (r#"printsgf "my #1.sgf"#, r#""my"#),
            (r#"printsgf "a\"b #1.sgf""#, r#"a"b #1.sgf"#),
        ] {
            let request = Request::parse(line).unwrap();
            assert_eq!(request.args[0], file, "{line}");
        }
        assert_eq!(
            Request::parse("99999999999 name"),
            Some(request(None, "99999999999", &["name"]))
        );
        assert_eq!(Request::parse("5"), Some(request(Some(5), "", &[])));
        for empty in ["", "   ", "# interrupt", "\t#", "\u{7}"] {
            assert_eq!(Request::parse(empty), None, "{empty:?}");
        }
    }

    #[test]
    fn the_interrupt_is_a_comment() {
        assert!(is_interrupt("# interrupt\r\n") && is_interrupt("#interrupt"));
        assert!(!is_interrupt("# interrupted") && !is_interrupt("interrupt"));
    }

    #[test]
    fn replies_end_with_their_only_empty_line() {
        assert_eq!(reply(None, &Ok(String::new())), "= \n\n");
        assert_eq!(reply(Some(3), &Ok("a\n\nb\n".to_owned())), "=3 a\n \nb\n\n");
        assert_eq!(reply(None, &Ok("\nx".to_owned())), "= \nx\n\n");
        assert_eq!(reply(None, &Ok("a\r\n\r\n\u{1b}b\tc".to_owned())), "= a\n \nb\tc\n\n");
        assert_eq!(reply(Some(0), &Err("no".to_owned())), "?0 no\n\n");
    }

    fn read_all(output: &str) -> Vec<Result<String, String>> {
        let mut reader = output.as_bytes();
        std::iter::from_fn(|| read_reply(&mut reader).unwrap()).collect()
    }

    #[test]
    fn replies_of_other_programs_are_read_leniently() {
        let ok = |text: &str| Ok::<_, String>(text.to_owned());
        assert_eq!(read_all("= a5\n\n=a5\r\n\r\n=12 a5\n\n"), [ok("a5"), ok("a5"), ok("a5")]);
        assert_eq!(read_all("banner\n\n? no\n\n"), [Err("no".to_owned())]);
        assert_eq!(read_all("= \n \n a\n\n\n\n=\n\n"), [ok("\n \n a"), ok("")]);
        assert_eq!(read_all("= resign"), [ok("resign")], "its last words");
        assert_eq!(read_all("no reply\n"), []);
    }

    #[test]
    fn what_has_no_end_is_not_read_to_the_end() {
        let long = 20 << 20;
        let lines = |line: &str| line.repeat(long / line.len());
        for output in [lines("\0"), lines("=x"), lines("=x\n"), format!("= a\n{}", lines("x"))] {
            let error = read_reply(&mut output.as_bytes()).unwrap_err();
            assert_eq!(error.to_string(), "it has more than 16 MiB", "{:?}", &output[..5]);
        }
        let skipped = lines("x\n") + "= a\n\n";
        assert_eq!(read_all(&skipped), [Ok("a".to_owned())], "lines before a reply are not kept");
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(name in "[a-z_-]{1,8}", args in prop::collection::vec("[a-z0-9 #\u{a0}\u{3000}\"'\\\\$]{0,5}", 0..4), body in "[a-z]{1,5}(\n[a-z ]{0,3}){0,3}[a-z]") {
            let request = Request { id: None, name, args };
            let line = request.to_string();
            prop_assert_eq!(Request::parse(&line), Some(request), "{}", line);
            let spaced = body.replace("\n\n", "\n \n").replace("\n\n", "\n \n");
            for result in [Ok(spaced.clone()), Err(spaced)] {
                prop_assert_eq!(read_all(&reply(Some(7), &result)), vec![result]);
            }
        }

        #[test]
        fn no_line_panics_and_no_reply_breaks(line in ".{0,40}", body in "(.|\n){0,40}") {
            let _ = Request::parse(&line);
            let text = reply(None, &Ok(body));
            prop_assert!(text.starts_with("= ") && text.ends_with("\n\n"));
            prop_assert!(!text.trim_end_matches('\n').contains("\n\n"));
        }
    }
}
