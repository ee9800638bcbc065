//! `hexcoven web` without a browser: what its server answers, refuses and survives.

use crate::http::{Reply, exchange, request};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// More than anything here should take.
const PATIENCE: Duration = Duration::from_mins(2);

const JSON: &str = "Content-Type: application/json\r\n";

/// A running server; it is killed when dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Server {
    pub(crate) fn start(args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hexcoven"))
            .args(["web", "--port", "0", "--no-browser"])
            .args(args)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/');
        Self { address: address.parse().unwrap(), child }
    }

    fn get(&self, path: &str, headers: &str) -> Reply {
        request(self.address, "GET", path, (headers, "")).unwrap()
    }

    fn post(&self, name: &str, body: &Value) -> Reply {
        request(self.address, "POST", &format!("/api/{name}"), (JSON, &body.to_string())).unwrap()
    }

    /// The answer to a question that must not be refused.
    fn ask(&self, name: &str, body: &Value) -> Value {
        let reply = self.post(name, body);
        assert_eq!(reply.status, 200, "{name} {body}: {}", reply.body);
        reply.json()
    }

    /// The message of a question that must be refused with this status.
    fn refused(&self, status: u16, name: &str, body: &Value) -> String {
        let reply = self.post(name, body);
        assert_eq!(reply.status, status, "{name} {body}: {}", reply.body);
        reply.json()["error"].as_str().unwrap().to_owned()
    }

    fn open(&self) -> String {
        self.ask("open", &json!({}))["session"].as_str().unwrap().to_owned()
    }

    fn start_work(&self, session: &str, work: &Value) {
        self.ask("start", &json!({ "session": session, "work": work }));
    }

    fn news(&self, session: &str, lane: &str) -> Value {
        self.ask("news", &json!({ "session": session, "lane": lane, "version": 0 }))
    }

    /// Waits for news that are as wanted.
    fn wait(&self, session: &str, lane: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let news = self.news(session, lane);
            if is_wanted(&news) {
                return news;
            }
            assert!(start.elapsed() < PATIENCE && news["state"] != "failed", "{news}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Does some work to its end.
    fn done(&self, work: &Value) -> Value {
        let session = self.open();
        self.start_work(&session, work);
        let lane = if work.get("marks").is_some() { "marks" } else { "search" };
        self.wait(&session, lane, |news| news["state"] == "done")["content"].clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn line(side: usize, steps: &[&str]) -> Value {
    json!({ "columns": side, "rows": side, "steps": steps })
}

fn choice(line: &Value, level: u32) -> Value {
    json!({
        "line": line, "level": level, "seconds": 1.0, "left": null, "may_swap": true, "resigns": false,
    })
}

#[test]
fn the_page_is_whole_and_may_load_nothing_from_elsewhere() {
    let server = Server::start(&[]);
    let page = server.get("/", "");
    assert_eq!(page.status, 200);
    assert!(page.head.contains("default-src 'none'; script-src 'self'"), "{}", page.head);
    let mut pending = vec!["/".to_owned()];
    let mut seen = Vec::new();
    while let Some(path) = pending.pop() {
        if seen.contains(&path) {
            continue;
        }
        let part = server.get(&path, "");
        assert_eq!(part.status, 200, "{path}");
        let outside = part.body.replace("http://www.w3.org/", "");
        assert!(!outside.contains("http://") && !outside.contains("https://"), "{path}");
        for (before, after) in [("src=\"/", "\""), ("href=\"/", "\""), ("from \"./", "\"")] {
            let names = part.body.split(before).skip(1).filter_map(|rest| rest.split(after).next());
            pending.extend(names.map(|name| format!("/{name}")));
        }
        seen.push(path);
    }
    assert!(seen.len() > 15, "{seen:?}");
    assert_eq!(server.get("/../Cargo.toml", "").status, 404);
    assert_eq!(server.get("/api/about", "").status, 405);
}

#[test]
fn other_sites_are_refused() {
    let server = Server::start(&[]);
    let port = server.address.port();
    let status = |path: &str, headers: &str| {
        let method = if path == "/" { "GET" } else { "POST" };
        request(server.address, method, path, (headers, "{}")).unwrap().status
    };
    let own = format!("{JSON}Origin: http://127.0.0.1:{port}\r\n");
    assert_eq!(status("/api/about", JSON), 200, "a program");
    assert_eq!(status("/api/about", &own), 200, "the page");
    assert_eq!(status("/", &format!("Host: localhost:{port}\r\n")), 200);
    assert_eq!(status("/", &format!("Host: evil.example:{port}\r\n")), 403, "DNS rebinding");
    assert_eq!(status("/", "Host: 127.0.0.1.evil.example\r\n"), 403);
    assert_eq!(status("/api/about", &format!("{JSON}Origin: http://evil.example\r\n")), 403);
    assert_eq!(status("/api/about", &format!("{JSON}Origin: null\r\n")), 403);
    assert_eq!(status("/api/about", &format!("{JSON}Origin: http://127.0.0.1:1\r\n")), 403);
    assert_eq!(status("/api/about", &format!("{JSON}Sec-Fetch-Site: cross-site\r\n")), 403);
    assert_eq!(status("/api/about", "Content-Type: text/plain\r\n"), 415, "a form of another site");
    assert_eq!(status("/api/about", ""), 415);
}

#[test]
fn bad_input_gets_a_message_and_nothing_ends() {
    let server = Server::start(&[]);
    let session = server.open();
    let start = |work: Value| json!({ "session": session, "work": work });
    let mut no_time = choice(&line(5, &[]), 0);
    no_time["seconds"] = json!(0.0);
    for (name, body, words) in [
        ("position", json!([1, 2]), "not understood"),
        ("position", line(5, &["z9"]), "not on a board of 5x5"),
        ("position", line(5, &["a1", "a1"]), "occupied"),
        ("position", line(5, &["a1", "b2", "swap-pieces"]), "a swap answers the first stone"),
        ("position", line(0, &[]), "no board of 0 columns"),
        ("layout", json!({ "columns": 99, "rows": 1 }), "no board of 99"),
        ("read", json!({ "text": "(;GM[1]SZ[19])" }), "Hex"),
        ("start", start(json!({ "dance": {} })), "not understood"),
        (
            "start",
            start(json!({ "analyse": { "line": line(1, &["a1"]), "may_swap": true } })),
            "over",
        ),
        ("start", start(json!({ "move": choice(&line(5, &[]), 99) })), "level"),
        ("start", start(json!({ "prove": { "line": line(5, &[]), "seconds": -1.0 } })), "seconds"),
        ("start", start(json!({ "move": no_time })), "seconds"),
        ("start", start(json!({ "review": { "line": line(5, &[]), "expansions": 5 } })), "no move"),
    ] {
        let message = server.refused(400, name, &body);
        assert!(message.contains(words), "{name} {body}: {message}");
    }
    server.refused(410, "news", &json!({ "session": "x", "lane": "search", "version": 0 }));
    server.refused(404, "sing", &json!({}));
    let raw = |text: &str| exchange(server.address, text.as_bytes()).map(|reply| reply.status).ok();
    let post = "POST /api/about HTTP/1.1\r\nHost: 127.0.0.1\r\n";
    assert_eq!(raw(&format!("{post}{JSON}Content-Length: 5\r\n\r\n{{{{{{{{{{")), Some(400));
    assert_eq!(raw(&format!("{post}Content-Length: 99999999999999\r\n\r\n")), Some(413));
    assert_eq!(raw(&format!("{post}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n")), Some(411));
    assert_eq!(raw("\0\0\0\0\r\n\r\n"), Some(400));
    assert_eq!(raw(&format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(20_000))), Some(431));
    let large = format!("{{\"text\": \"{}\"}}", "x".repeat(3_000_000));
    assert_eq!(request(server.address, "POST", "/api/read", (JSON, &large)).unwrap().status, 413);
    let deep = format!("{{\"text\": {}", "[".repeat(100_000));
    assert_eq!(request(server.address, "POST", "/api/read", (JSON, &deep)).unwrap().status, 400);
    // A client that says no more than half a line holds up nobody.
    let mut silent = TcpStream::connect(server.address).unwrap();
    silent.write_all(b"POST /api/ab").unwrap();
    assert_eq!(server.ask("position", &line(5, &["a1"]))["to_play"], "white");
}

#[test]
fn a_connection_goes_on_until_the_client_asks_to_close_it() {
    let server = Server::start(&[]);
    for last in [("1.1", "Connection: close\r\n"), ("1.0", "")] {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        for (version, header) in [("1.1", ""), ("1.1", "Connection: keep-alive\r\n"), last] {
            let host = server.address;
            write!(stream, "GET / HTTP/{version}\r\nHost: {host}\r\n{header}\r\n").unwrap();
        }
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("it closes the connection");
        let replies = String::from_utf8_lossy(&bytes);
        let count = |text: &str| replies.matches(text).count();
        assert_eq!((count("HTTP/1.1 200 OK\r\n"), count("</html>\n")), (3, 3), "{replies}");
        assert_eq!(count("\r\nConnection: keep-alive\r\n"), 2, "{replies}");
        assert_eq!(count("\r\nConnection: close\r\n"), 1, "{replies}");
        assert!(replies.ends_with("</html>\n"), "{replies}");
    }
}

#[test]
fn a_game_against_the_engine_ends_with_a_chain() {
    let server = Server::start(&[]);
    let session = server.open();
    let mut steps: Vec<String> = Vec::new();
    let now = |steps: &[String]| json!({ "columns": 4, "rows": 4, "steps": steps });
    let position = loop {
        let position = server.ask("position", &now(&steps));
        if position["winner"] != Value::Null {
            break position;
        }
        server.start_work(&session, &json!({ "move": choice(&now(&steps), 1) }));
        let news = server.wait(&session, "search", |news| news["state"] == "done");
        steps.push(news["content"]["answer"].as_str().unwrap().to_owned());
    };
    let chain = position["chain"].as_array().unwrap();
    assert!(chain.len() >= 4 && steps.len() >= 7, "{position}");
    let mut given_up = steps;
    given_up.truncate(2);
    given_up.push("resign-black".to_owned());
    assert_eq!(server.ask("position", &now(&given_up))["winner"], "white");
}

#[test]
fn a_move_and_a_hint_keep_to_the_clock_and_resign_only_if_they_may() {
    let server = Server::start(&[]);
    let answer = |work: &str, line: &Value, changes: &[(&str, Value)]| {
        let mut choice = choice(line, 0);
        for (name, value) in changes {
            choice[*name] = value.clone();
        }
        server.done(&json!({ work: choice }))["answer"].as_str().unwrap().to_owned()
    };
    let no_swap = ("may_swap", json!(false));
    for work in ["move", "hint"] {
        // The middle wins.
        for resigns in [true, false] {
            let changes = [no_swap.clone(), ("resigns", json!(resigns))];
            let answer = answer(work, &line(3, &["b2"]), &changes);
            assert_eq!(answer == "resign", resigns, "{work}: {answer}");
        }
        // Without the clock it would take ten minutes.
        let times = [("seconds", json!(600.0)), ("left", json!(0.5))];
        answer(work, &line(19, &["a2"]), &times);
    }
}

#[test]
fn an_analysis_goes_on_until_it_is_stopped_and_tells_several_moves() {
    let server = Server::start(&[]);
    let session = server.open();
    let analyse = json!({ "analyse": { "line": line(11, &["a2"]), "may_swap": true } });
    server.start_work(&session, &analyse);
    let is_rich = |news: &Value| {
        let moves = news["content"]["moves"].as_array();
        let searched = |mv: &&Value| mv["work"].as_u64() > Some(0);
        moves.is_some_and(|moves| moves.iter().filter(searched).count() >= 5)
    };
    let news = server.wait(&session, "search", is_rich);
    let chance = news["content"]["chance"].as_f64().unwrap();
    let swap = news["content"]["swap"]["chance"].as_f64().unwrap();
    assert!((chance + swap - 1.0).abs() < 1e-6, "what is good for one is bad for the other");
    server.ask("stop", &json!({ "session": session, "lane": "search" }));
    server.wait(&session, "search", |news| news["state"] == "called off");
}

#[test]
fn proofs_reviews_and_marks() {
    let server = Server::start(&[]);
    let proof = server.done(&json!({ "prove": { "line": line(4, &[]), "seconds": 60.0 } }));
    assert_eq!((&proof["winner"], &proof["open"]), (&json!("black"), &json!(0)));
    let mut winning: Vec<&str> =
        proof["winning"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    winning.sort_unstable();
    assert_eq!(winning, ["a4", "b3", "c2", "d1"], "the winning openings of 4x4");
    // a1 loses, but b1 gives the win away.
    let review = server.done(&json!({
        "review": { "line": line(4, &["a1", "b1", "c2"]), "expansions": 500 }
    }));
    assert_eq!(review["positions"].as_array().unwrap().len(), 4);
    assert_eq!(review["positions"][1]["winner"], "white");
    assert!(review["steps"][1]["loss"].as_f64() > Some(0.9), "{review}");
    let turning_points = [0, 1, 2].map(|step| review["steps"][step]["is_turning_point"].clone());
    assert_eq!(turning_points, [true, true, false]);
    let marks = server.done(&json!({ "marks": line(5, &["c3"]) }));
    let has_edge = |link: &Value| link["kind"] == "full" && link["from"] == "c3";
    assert!(marks["links"].as_array().unwrap().iter().any(has_edge), "{marks}");
}

#[test]
fn a_search_ends_when_its_page_is_closed_or_silent() {
    let server = Server::start(&[]);
    let work = json!({ "analyse": { "line": line(11, &[]), "may_swap": true } });
    let (closed, silent) = (server.open(), server.open());
    server.start_work(&closed, &work);
    server.ask("close", &json!({ "session": closed }));
    server.refused(410, "news", &json!({ "session": closed, "lane": "search", "version": 0 }));
    server.start_work(&silent, &work);
    thread::sleep(Duration::from_secs(7));
    assert_eq!(server.news(&silent, "search")["state"], "called off");
}

#[test]
fn fifty_pages_that_analyse_do_not_stop_the_one_that_plays() {
    let server = Server::start(&[]);
    let analyse = json!({ "analyse": { "line": line(11, &["a2"]), "may_swap": true } });
    let pages: Vec<String> = (0..50).map(|_| server.open()).collect();
    for page in &pages {
        server.start_work(page, &analyse);
    }
    let session = server.open();
    let mut steps: Vec<String> = Vec::new();
    for _ in 0..4 {
        let line = json!({ "columns": 11, "rows": 11, "steps": steps });
        server.start_work(&session, &json!({ "move": choice(&line, 0) }));
        let news = server.wait(&session, "search", |news| {
            for page in &pages {
                server.news(page, "search");
            }
            news["state"] == "done"
        });
        steps.push(news["content"]["answer"].as_str().unwrap().to_owned());
        assert!(news["content"]["report"]["expansions"].as_u64() > Some(20), "{news}");
    }
    // In the meantime several of them have had their turn.
    let has_begun = |page: &&String| server.news(page, "search")["version"].as_u64() > Some(0);
    assert!(pages.iter().filter(has_begun).count() > 1);
}

#[test]
fn sessions_are_limited_and_silent_ones_make_room() {
    let server = Server::start(&[]);
    let sessions: Vec<String> = (0..100).map(|_| server.open()).collect();
    assert!(server.refused(503, "open", &json!({})).contains("too many pages"));
    thread::sleep(Duration::from_secs(6));
    let stop = |session: &String| {
        server.post("stop", &json!({ "session": session, "lane": "search" })).status
    };
    assert_eq!(stop(&sessions[0]), 200);
    server.open();
    // Of those that are silent the one that has been so for longest had to go.
    let statuses: Vec<u16> = sessions[..3].iter().map(stop).collect();
    assert_eq!(statuses, [200, 410, 200]);
}

/// Sessions with some work, as many as may search at once, which have all had a turn.
fn busy_sessions(server: &Server, work: &Value) -> Vec<String> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let sessions: Vec<String> = (0..cores).map(|_| server.open()).collect();
    for session in &sessions {
        server.start_work(session, work);
        server.wait(session, "search", |news| news["state"] != "waiting");
    }
    sessions
}

#[test]
fn a_move_that_is_wanted_at_once_while_it_waits_comes_at_once() {
    let server = Server::start(&[]);
    let analyse = json!({ "analyse": { "line": line(11, &["a2"]), "may_swap": true } });
    busy_sessions(&server, &analyse);
    let session = server.open();
    let mut slow = choice(&line(11, &["f6"]), 0);
    slow["seconds"] = json!(600.0);
    server.start_work(&session, &json!({ "move": slow }));
    server.ask("hurry", &json!({ "session": session }));
    let news = server.wait(&session, "search", |news| news["state"] == "done");
    assert!(news["content"]["answer"].is_string(), "{news}");
}

#[test]
fn reviews_let_others_have_their_turn() {
    let server = Server::start(&[]);
    let names = (1..=5).flat_map(|row| ('a'..='k').map(move |column| format!("{column}{row}")));
    let steps: Vec<String> = names.collect();
    let line = json!({ "columns": 11, "rows": 11, "steps": steps });
    let reviews = busy_sessions(&server, &json!({ "review": { "line": line, "expansions": 500 } }));
    let session = server.open();
    server.start_work(&session, &json!({ "analyse": { "line": line, "may_swap": true } }));
    server.wait(&session, "search", |news| {
        for review in &reviews {
            assert_eq!(server.news(review, "search")["state"], "running", "none has to end before");
        }
        news["state"] == "running"
    });
}

#[test]
fn games_differ_unless_the_user_gave_a_seed() {
    let answers = |args: &[&str]| {
        let server = Server::start(args);
        // One session in which several games begin, and others.
        let sessions = [server.open(), server.open()];
        let sessions = sessions.iter().cycle().take(10);
        let answers = sessions.map(|session| {
            server.start_work(session, &json!({ "move": choice(&line(11, &["a2"]), 1) }));
            let news = server.wait(session, "search", |news| news["state"] == "done");
            news["content"]["answer"].to_string()
        });
        answers.collect::<std::collections::BTreeSet<String>>().len()
    };
    assert!(answers(&[]) > 1);
    assert_eq!(answers(&["--set", "seed=7"]), 1);
}

#[test]
fn settings_of_the_page_and_taken_ports_are_refused() {
    let server = Server::start(&[]);
    let port = server.address.port().to_string();
    for (args, words) in [
        (["--set", "level=3"], "`level` has no effect here"),
        (["--port", port.as_str()], "cannot listen on 127.0.0.1, port"),
        (["--host", "no.such.host.invalid"], "cannot listen on no.such.host.invalid"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_hexcoven"))
            .args(["web", "--no-browser"])
            .args(args)
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && error.contains(words), "{args:?}: {error}");
    }
}
