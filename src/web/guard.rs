//! Who may ask: a page of this server, or a program on this machine. No page of another site.
//!
//! A script of another site could reach the server in two ways. It can send requests across sites: these carry the
//! site's `Origin`. Or it can have its own host name lead to 127.0.0.1 (DNS rebinding): then `Host` is that name. So
//! `Host` must be `localhost`, a number, or the name that the user gave; a number cannot be rebound. And
//! an `Origin`, where there is one, must be the same host. Questions must be JSON, which another site cannot send
//! without asking first.

use super::http::Request;
use super::refusal::Refusal;
use std::net::IpAddr;

/// Refuses a request that another site may have sent. `own` is the name of the host that the user gave.
pub(super) fn check(request: &Request, own: &str) -> Result<(), Refusal> {
    let foreign = |what: &str| Err(Refusal::new(403, format!("refused: {what}")));
    let Some(host) = request.header("host") else { return foreign("no host is named") };
    if !is_own(host, own) {
        return foreign("the host is not this server; open it by its number, such as 127.0.0.1");
    }
    let is_same = |origin: &str| origin.eq_ignore_ascii_case(&format!("http://{host}"));
    if request.header("origin").is_some_and(|origin| !is_same(origin)) {
        return foreign("the request comes from another site");
    }
    let site = request.header("sec-fetch-site");
    let is_question = request.path.starts_with("/api/");
    if is_question && site.is_some_and(|site| !["same-origin", "none"].contains(&site)) {
        return foreign("the request comes from another site");
    }
    Ok(())
}

/// Whether a `Host` names this server.
fn is_own(host: &str, own: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    let is_number = name.parse::<IpAddr>().is_ok();
    is_number || name.eq_ignore_ascii_case("localhost") || name.eq_ignore_ascii_case(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_a_number_or_a_name_that_was_given() {
        for host in ["127.0.0.1:7700", "127.0.0.1", "localhost:80", "[::1]:7700", "box:1", "BOX"] {
            assert!(is_own(host, "box"), "{host}");
        }
        for host in ["evil.example:7700", "127.0.0.1.evil.example", "localhost.evil", "", ":80"] {
            assert!(!is_own(host, "box"), "{host}");
        }
    }
}
