//! A small client of HTTP, for the page's server and for a browser's driver.

use serde_json::Value;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// More than any reply should take.
const PATIENCE: Duration = Duration::from_mins(1);

/// A reply: its status, its head and its body.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Reply {
    /// The body as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }
}

/// Sends these bytes and reads the reply until the server closes or the body is complete.
pub(crate) fn exchange(address: SocketAddr, request: &[u8]) -> io::Result<Reply> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(request)?;
    let mut bytes = Vec::new();
    let mut buffer = [0; 8 * 1024];
    loop {
        if let Some(reply) = complete(&bytes) {
            return Ok(reply);
        }
        match stream.read(&mut buffer) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => bytes.extend_from_slice(&buffer[..count]),
            // A read with a time limit does not go on by itself after the process was stopped.
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// The reply in these bytes, if it is complete.
fn complete(bytes: &[u8]) -> Option<Reply> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let header = |line: &str| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    };
    let length = head.lines().find_map(header)?;
    let body = bytes.get(end + 4..end + 4 + length)?;
    Some(Reply { status, head, body: String::from_utf8_lossy(body).into_owned() })
}

/// A request with these further headers, each with its line end.
pub(crate) fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    (headers, body): (&str, &str),
) -> io::Result<Reply> {
    let host =
        if headers.contains("Host:") { String::new() } else { format!("Host: {address}\r\n") };
    let length = body.len();
    let text = format!(
        "{method} {path} HTTP/1.1\r\n{host}{headers}Content-Length: {length}\r\n\r\n{body}"
    );
    exchange(address, text.as_bytes())
}
