//! Requests and replies of HTTP/1.1, as far as a browser needs them: `GET` and `POST` with a length, connections that stay
//! open until the client asks to close them. Requests of HTTP/1.0 are answered, too. `httparse` reads the head.
//!
//! Everything has a limit: the size of the head and of the body, the time that a request may take to come in, and the
//! time that a connection may be idle. What is over a limit is refused, and the connection is closed.

use super::refusal::Refusal;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// The largest head of a request, in bytes.
const LARGEST_HEAD: usize = 16 * 1024;

/// The most headers of a request.
const MOST_HEADERS: usize = 64;

/// The largest body, in bytes. The records of a whole tournament are smaller.
const LARGEST_BODY: usize = 2 * 1024 * 1024;

/// How much of a request that is refused is taken in, in bytes, so that the client reads the reply.
const MOST_UNREAD: u64 = 16 * 1024 * 1024;

/// How long a connection may be idle.
const IDLE: Duration = Duration::from_secs(15);

/// How long a request may take to come in, from its first byte.
const SLOWEST: Duration = Duration::from_secs(20);

/// A request.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) method: String,
    /// The path, without what follows a `?`.
    pub(super) path: String,
    headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
    /// Whether the connection stays open after the reply: by HTTP/1.1, unless the client asks to close it.
    goes_on: bool,
}

/// A reply.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) status: u16,
    /// The media type of the body.
    pub(super) kind: &'static str,
    pub(super) body: Vec<u8>,
}

impl Request {
    /// The value of a header, by its name in any case.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut named = self.headers.iter().filter(|(other, _)| other.eq_ignore_ascii_case(name));
        named.next().map(|(_, value)| value.as_str())
    }
}

impl Reply {
    /// A reply in JSON.
    pub(super) fn json(status: u16, value: &serde_json::Value) -> Self {
        Self { status, kind: "application/json", body: value.to_string().into_bytes() }
    }
}

impl From<Refusal> for Reply {
    fn from(refusal: Refusal) -> Self {
        Self::json(refusal.status, &serde_json::json!({ "error": refusal.message }))
    }
}

/// Answers the requests of a connection until it ends.
pub(super) fn converse(stream: &TcpStream, answer: &mut dyn FnMut(&Request) -> Reply) {
    let mut pending = Vec::new();
    while let Ok(Some(request)) = next_request(stream, &mut pending) {
        let (reply, goes_on) = match request {
            Ok(request) => (answer(&request), request.goes_on),
            // The rest of the request is not read, so the connection cannot go on.
            Err(refusal) => (refusal.into(), false),
        };
        if write_reply(stream, &reply, goes_on).is_err() {
            return;
        }
        if !goes_on {
            return close(stream);
        }
    }
}

/// Closes a connection. What the client has sent so far is taken in, lest the last reply be lost with it.
fn close(stream: &TcpStream) {
    let _ = stream.shutdown(Shutdown::Write);
    let _ = stream.set_read_timeout(Some(Duration::from_millis(300)));
    let (mut rest, end) = (stream.take(MOST_UNREAD), Instant::now() + LAST_WORDS);
    let mut buffer = [0; 16 * 1024];
    while Instant::now() < end && rest.read(&mut buffer).is_ok_and(|count| count > 0) {}
}

/// How long a client may go on sending what is not answered.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// The next request; none at the end of the connection. `pending` has what was read beyond the last one.
fn next_request(
    stream: &TcpStream,
    pending: &mut Vec<u8>,
) -> io::Result<Option<Result<Request, Refusal>>> {
    let mut begun: Option<Instant> = (!pending.is_empty()).then(Instant::now);
    stream.set_read_timeout(Some(if begun.is_some() { SLOWEST } else { IDLE }))?;
    loop {
        match parse_head(pending) {
            Ok(Some(head)) => return read_body(stream, pending, head, &mut begun).map(Some),
            Ok(None) if pending.len() >= LARGEST_HEAD => {
                return Ok(Some(Err(Refusal::new(431, "the head of the request is too long"))));
            }
            Ok(None) => (),
            Err(refusal) => return Ok(Some(Err(refusal))),
        }
        if !read_more(stream, pending, &mut begun)? {
            return Ok(None);
        }
    }
}

/// Reads what there is; false at the end of the connection.
fn read_more(
    mut stream: &TcpStream,
    pending: &mut Vec<u8>,
    begun: &mut Option<Instant>,
) -> io::Result<bool> {
    let mut buffer = [0; 16 * 1024];
    let count = match stream.read(&mut buffer) {
        // The process was stopped and goes on.
        Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(true),
        read => read?,
    };
    pending.extend_from_slice(&buffer[..count]);
    let begun = *begun.get_or_insert_with(Instant::now);
    let left = SLOWEST.checked_sub(begun.elapsed()).filter(|left| !left.is_zero());
    stream.set_read_timeout(Some(left.ok_or(ErrorKind::TimedOut)?))?;
    Ok(count > 0)
}

/// A request without its body, the length of its head, and that of its body.
struct Head {
    request: Request,
    length: usize,
    body_length: usize,
}

/// Reads the head of a request; none if it is not complete.
fn parse_head(bytes: &[u8]) -> Result<Option<Head>, Refusal> {
    let mut room = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut parsed = httparse::Request::new(&mut room);
    let not_http = |error| Refusal::new(400, format!("not a request of HTTP: {error}"));
    let httparse::Status::Complete(length) = parsed.parse(bytes).map_err(not_http)? else {
        return Ok(None);
    };
    let text = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
    let named = |header: &httparse::Header<'_>| (header.name.to_owned(), text(header.value));
    let headers: Vec<(String, String)> = parsed.headers.iter().map(named).collect();
    let path = parsed.path.unwrap_or_default().split('?').next().unwrap_or_default();
    let request = Request {
        method: parsed.method.unwrap_or_default().to_owned(),
        path: path.to_owned(),
        goes_on: parsed.version == Some(1) && !asks_to_close(&headers),
        headers,
        body: Vec::new(),
    };
    let body_length = body_length(&request)?;
    Ok(Some(Head { request, length, body_length }))
}

/// Whether a header `Connection`, a list of words, has the word `close`.
fn asks_to_close(headers: &[(String, String)]) -> bool {
    let lists = headers.iter().filter(|(name, _)| name.eq_ignore_ascii_case("connection"));
    let mut words = lists.flat_map(|(_, list)| list.split(',').map(str::trim));
    words.any(|word| word.eq_ignore_ascii_case("close"))
}

/// The length of the body, which has to be said once and plainly.
fn body_length(request: &Request) -> Result<usize, Refusal> {
    if request.header("transfer-encoding").is_some() {
        return Err(Refusal::new(411, "the length of the request is missing"));
    }
    let is_length = |(name, _): &&(String, String)| name.eq_ignore_ascii_case("content-length");
    let lengths: Vec<_> = request.headers.iter().filter(is_length).collect();
    match lengths.as_slice() {
        [] => Ok(0),
        [(_, text)] if text.bytes().all(|byte| byte.is_ascii_digit()) => {
            let length = text.parse().ok().filter(|length| *length <= LARGEST_BODY);
            let too_long = format!("too long: {} MiB at most", LARGEST_BODY / (1024 * 1024));
            length.ok_or_else(|| Refusal::new(413, too_long))
        }
        _ => Err(Refusal::new(400, "the length of the request is not clear")),
    }
}

/// Reads the body of a request, and takes both out of what is pending.
fn read_body(
    mut stream: &TcpStream,
    pending: &mut Vec<u8>,
    head: Head,
    begun: &mut Option<Instant>,
) -> io::Result<Result<Request, Refusal>> {
    let Head { mut request, length, body_length } = head;
    let expects = request.header("expect").is_some();
    if expects && pending.len() < length + body_length {
        stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
    }
    while pending.len() < length + body_length {
        if !read_more(stream, pending, begun)? {
            return Err(ErrorKind::UnexpectedEof.into());
        }
    }
    request.body = pending[length..length + body_length].to_vec();
    pending.drain(..length + body_length);
    Ok(Ok(request))
}

/// What the page may do: load its own parts and talk to its own server, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

fn write_reply(mut stream: &TcpStream, reply: &Reply, goes_on: bool) -> io::Result<()> {
    let Reply { status, kind, body } = reply;
    let connection = if goes_on { "keep-alive" } else { "close" };
    let head = format!(
        "HTTP/1.1 {status} {}\r\n\
         Content-Type: {kind}; charset=utf-8\r\n\
         Content-Length: {}\r\n\
         Connection: {connection}\r\n\
         Cache-Control: no-store\r\n\
         Content-Security-Policy: {POLICY}\r\n\
         Cross-Origin-Opener-Policy: same-origin\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\n\
         Referrer-Policy: no-referrer\r\n\
         X-Content-Type-Options: nosniff\r\n\r\n",
        reason(*status),
        body.len()
    );
    stream.set_write_timeout(Some(SLOWEST))?;
    stream.write_all(&[head.as_bytes(), body].concat())
}

/// A status in words.
fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        410 => "Gone",
        411 => "Length Required",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        431 => "Request Header Fields Too Large",
        500 => "Internal Server Error",
        _ => "Service Unavailable",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(text: &str) -> Result<Option<Head>, u16> {
        parse_head(text.as_bytes()).map_err(|refusal| refusal.status)
    }

    #[test]
    fn a_head_is_read_when_it_is_complete() {
        let text = "POST /api/news?x=1 HTTP/1.1\r\nHost: a\r\ncontent-LENGTH: 5\r\n\r\nhello";
        for cut in 0..text.len() - 5 {
            assert!(matches!(head(&text[..cut]), Ok(None)), "{cut}");
        }
        let head = head(text).unwrap().unwrap();
        assert_eq!((head.request.path.as_str(), head.body_length), ("/api/news", 5));
        assert_eq!(head.request.header("HOST"), Some("a"));
    }

    #[test]
    fn a_connection_goes_on_by_http_1_1_unless_it_is_to_be_closed() {
        for (version, headers, goes_on) in [
            ("1.1", "", true),
            ("1.1", "Connection: keep-alive\r\n", true),
            ("1.1", "X-Connection: close\r\nConnection: upgrade, closed\r\n", true),
            ("1.1", "Connection: close\r\n", false),
            ("1.1", "CONNECTION: Keep-Alive , CLOSE\r\n", false),
            ("1.1", "Connection: upgrade\r\nConnection: close\r\n", false),
            ("1.0", "", false),
            ("1.0", "Connection: keep-alive\r\n", false),
        ] {
            let head = head(&format!("GET / HTTP/{version}\r\n{headers}\r\n")).unwrap().unwrap();
            assert_eq!(head.request.goes_on, goes_on, "{version} {headers}");
        }
    }

    #[test]
    fn lengths_that_are_unclear_or_too_large_are_refused() {
        let status = |headers: &str| head(&format!("POST / HTTP/1.1\r\n{headers}\r\n\r\n")).err();
        assert_eq!(status("Content-Length: 99999999999999999999999"), Some(413));
        assert_eq!(status("Content-Length: 2097153"), Some(413));
        assert_eq!(status("Content-Length: +5"), Some(400));
        assert_eq!(status("Content-Length: 5\r\nContent-Length: 6"), Some(400));
        assert_eq!(status("Transfer-Encoding: chunked"), Some(411));
        assert_eq!(head("hello\r\n\r\n").err(), Some(400));
    }
}
