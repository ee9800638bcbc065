//! The page in a real browser: headless Chromium, by its driver. Where there is none, the tests say that they were
//! skipped.

use crate::http::request;
use crate::web::Server;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// More than anything here should take.
const PATIENCE: Duration = Duration::from_mins(2);

/// Where Debian's package puts the browser.
const CHROMIUM: &str = "/usr/bin/chromium";

/// A browser with one page; it is closed when dropped.
struct Browser {
    driver: Child,
    address: SocketAddr,
    session: String,
    profile: PathBuf,
}

fn exists(program: &str) -> bool {
    let found =
        Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    found.is_ok_and(|status| status.success())
}

/// A port that is free now.
fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

impl Browser {
    /// Starts a browser; none if there is no Chromium with its driver.
    fn start(name: &str) -> Option<Self> {
        if !exists("chromedriver") || !exists(CHROMIUM) {
            #[expect(clippy::print_stderr, reason = "who runs the tests is to know")]
            {
                eprintln!("SKIPPED {name}: there is no {CHROMIUM} with its chromedriver");
            }
            return None;
        }
        let port = free_port();
        let driver = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let profile = std::env::temp_dir().join(format!("hexcoven-{name}-{}", std::process::id()));
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        let mut browser = Self { driver, address, session: String::new(), profile };
        let start = Instant::now();
        while request(address, "GET", "/status", ("", "")).is_err() {
            assert!(start.elapsed() < PATIENCE, "the driver does not start");
            thread::sleep(Duration::from_millis(50));
        }
        let args = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--window-size=1280,900",
            &format!("--user-data-dir={}", browser.profile.display()),
        ];
        let options = json!({ "binary": CHROMIUM, "args": args });
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let reply = request(address, "POST", "/session", ("", &wanted.to_string())).unwrap().json();
        let session = reply["value"]["sessionId"].as_str().unwrap_or_else(|| panic!("{reply}"));
        session.clone_into(&mut browser.session);
        Some(browser)
    }

    fn command(&self, name: &str, body: &Value) -> Value {
        let path = format!("/session/{}/{name}", self.session);
        let reply = request(self.address, "POST", &path, ("", &body.to_string())).unwrap();
        assert_eq!(reply.status, 200, "{name} {body}: {}", reply.body);
        reply.json()["value"].clone()
    }

    /// The value of an expression of JavaScript in the page.
    fn value(&self, expression: &str) -> Value {
        self.command(
            "execute/sync",
            &json!({ "script": format!("return {expression}"), "args": [] }),
        )
    }

    /// Waits until an expression is true.
    fn wait(&self, expression: &str) {
        let start = Instant::now();
        while self.value(expression) != json!(true) {
            assert!(
                start.elapsed() < PATIENCE,
                "never: {expression}; the page says: {}",
                self.value("document.getElementById('status').textContent")
            );
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// An element as the driver names it.
    fn element(&self, selector: &str) -> Value {
        self.command("element", &json!({ "using": "css selector", "value": selector }))
    }

    /// Clicks an element as a person does: it must be visible and not covered.
    fn click(&self, selector: &str) {
        let element = self.element(selector);
        let id = element.as_object().unwrap().values().next().unwrap().as_str().unwrap();
        self.command(&format!("element/{id}/click"), &json!({}));
    }

    /// Holds the button of the mouse for half a second, so far to the right of an element's middle.
    fn press_slowly(&self, selector: &str, right: i32) {
        let origin = self.element(selector);
        let mouse = json!([{ "type": "pointer", "id": "mouse", "actions": [
            { "type": "pointerMove", "origin": origin, "x": right, "y": 0 },
            { "type": "pointerDown", "button": 0 },
            { "type": "pause", "duration": 500 },
            { "type": "pointerUp", "button": 0 },
        ] }]);
        self.command("actions", &json!({ "actions": mouse }));
    }

    /// Presses a key, a character as the driver names it.
    fn key(&self, key: &str) {
        let actions = ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key }));
        let keyboard = json!([{ "type": "key", "id": "keys", "actions": actions }]);
        self.command("actions", &json!({ "actions": keyboard }));
    }

    fn open(&self, server: &Server, fragment: &str) {
        self.command("url", &json!({ "url": format!("http://{}/{fragment}", server.address) }));
        self.wait("document.querySelectorAll('.cell').length > 0");
    }

    fn resize(&self, width: u32, height: u32) {
        self.command("window/rect", &json!({ "width": width, "height": height }));
    }

    /// What the page wrote to its console as an error.
    fn errors(&self) -> Vec<String> {
        let log = self.command("se/log", &json!({ "type": "browser" }));
        let entries = log.as_array().unwrap().iter().filter(|entry| entry["level"] == "SEVERE");
        entries.map(|entry| entry["message"].to_string()).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            let _ =
                request(self.address, "DELETE", &format!("/session/{}", self.session), ("", ""));
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

const ENTER: &str = "\u{e007}";
const HOME: &str = "\u{e011}";
const END: &str = "\u{e010}";
const RIGHT: &str = "\u{e014}";
const DOWN: &str = "\u{e015}";

const STATUS: &str = "document.getElementById('status').textContent";

/// The number of stones on the board.
const STONES: &str = "document.querySelectorAll('.cell.black, .cell.white').length";

/// A page that shows what an address tells of, with its server; none if there is no browser.
fn open_page(name: &str, fragment: &str) -> Option<(Browser, Server)> {
    let browser = Browser::start(name)?;
    let server = Server::start(&[]);
    browser.open(&server, fragment);
    Some((browser, server))
}

/// Gives a text to the dialog that opens games.
fn open_game(browser: &Browser, text: &str) {
    browser.click("#open-load");
    browser.value(&format!(
        "(() => {{ document.querySelector('#load-dialog textarea').value = '{text}'; }})()"
    ));
    browser.click("#load-dialog button[type=submit]");
}

/// Asks for a game against level 1.
fn begin_game(browser: &Browser, side: u8) {
    browser.click("#open-new");
    browser.value(&format!("(() => {{ const f = document.querySelector('#new-dialog form').elements; f.size.value = {side}; f.level.value = 1; }})()"));
    browser.click("#new-dialog button[type=submit]");
}

/// The start of a game on 5x5, in which the engine has answered c3.
fn begin_with_two_stones(browser: &Browser) {
    begin_game(browser, 5);
    browser.wait("document.querySelectorAll('.cell').length === 25");
    browser.click("[data-cell=c3]");
    browser.wait(&format!("{STONES} === 2"));
}

#[test]
fn a_game_is_played_to_its_end_and_taken_back() {
    let Some((browser, _server)) = open_page("play", "") else { return };
    browser.click("#open-new");
    // Only a square board has a swap, also where its sides are typed.
    let has_swap = |rows: usize| {
        browser.value(&format!("(() => {{ const f = document.querySelector('#new-dialog form').elements; f.size.value = 'rectangle'; f.columns.value = 5; f.rows.value = {rows}; f.rows.dispatchEvent(new Event('input')); return !f.swap.disabled; }})()"))
    };
    assert_eq!([9, 5].map(has_swap), [json!(false), json!(true)]);
    browser.click("#new-dialog .close");
    begin_game(&browser, 5);
    browser.wait("document.querySelectorAll('.cell').length === 25");
    let is_persons_turn = "document.querySelector('#board svg').classList.contains('black')";
    let is_over = "document.querySelector('#board svg').classList.contains('over')";
    // The person takes the first empty cell of a column in the middle.
    while browser.value(is_over) != json!(true) {
        browser.wait(&format!("{is_persons_turn} || {is_over}"));
        if browser.value(is_over) == json!(true) {
            break;
        }
        let before = browser.value(STONES);
        let cell = browser.value("[...document.querySelectorAll('.cell.empty')].sort((a, b) => Math.abs(a.dataset.cell.charCodeAt(0) - 99) - Math.abs(b.dataset.cell.charCodeAt(0) - 99))[0].dataset.cell");
        browser.click(&format!("[data-cell={cell}]"));
        browser.wait(&format!("{STONES} > {before}"));
    }
    browser.wait(&format!("{STATUS}.includes('win')"));
    browser.wait("document.querySelectorAll('.cell.chain').length >= 5");
    let stones = browser.value(STONES).as_u64().unwrap();
    // Taken back, the board is open again, and a reload keeps that.
    browser.click("#undo");
    browser.wait(&format!("{STONES} < {stones} && {is_persons_turn}"));
    let address = browser.value("location.hash");
    let left = browser.value(STONES);
    browser.command("refresh", &json!({}));
    browser.wait("document.querySelectorAll('.cell').length === 25");
    browser.wait(&format!("{STONES} === {left} && location.hash === {address}"));
    browser.wait("document.body.dataset.mode === 'play'");
    assert_eq!(browser.errors(), [""; 0]);
}

#[test]
fn the_engine_does_not_move_while_somebody_looks_through_the_game() {
    let Some((browser, _server)) = open_page("look", "") else { return };
    begin_with_two_stones(&browser);
    for button in ["#back", "#back", "#forward"] {
        browser.click(button);
    }
    let waits = "document.getElementById('go-on').checkVisibility()";
    browser.wait(&format!("{waits} && {STONES} === 1 && {STATUS} === 'HexCoven is to move.'"));
    browser.command("refresh", &json!({}));
    browser.wait(&format!("{STONES} === 1 && {waits}"));
    browser.click("#go-on");
    browser.wait(&format!("{STONES} === 2"));
}

#[test]
fn what_cannot_be_shown_leaves_the_game_as_it_was() {
    let Some((browser, server)) = open_page("kept", "") else { return };
    begin_with_two_stones(&browser);
    let before = browser.value("location.hash");
    let is_kept = format!("{STONES} === 2 && location.hash === {before}");
    // A link to a position that is none.
    browser.value("(() => { location.hash = '#9x9;a2;a2'; })()");
    browser.wait(&format!("{STATUS}.includes('a2 is occupied') && {is_kept}"));
    // A new game, while the server is gone.
    drop(server);
    begin_game(&browser, 7);
    browser.wait(&format!("{STATUS}.includes('does not answer') && {is_kept}"));
    // One may look back at what the page knows.
    browser.click("#back");
    browser.wait(&format!("{STONES} === 1 && location.hash === '#5x5;c3'"));
}

#[test]
fn a_reload_keeps_variations_behind_a_node_without_a_move() {
    let Some((browser, _server)) = open_page("reload", "#5,a1") else { return };
    let sgf = "(;FF[4]GM[11]SZ[5];B[a1];C[no move];W[b2](;B[c3])(;B[d4]))";
    open_game(&browser, sgf);
    let has_all = "document.querySelectorAll('#moves .variation').length === 1";
    browser.wait(&format!("{has_all} && {STONES} === 3"));
    for place in ["4 / 4", "3 / 4", "2 / 4"] {
        let is_there = format!("document.getElementById('place').textContent === '{place}'");
        browser.wait(&is_there);
        browser.command("refresh", &json!({}));
        browser.wait(&format!("{is_there} && {has_all}"));
        browser.click("#back");
    }
}

#[test]
fn a_record_is_loaded_and_a_position_analysed_proved_and_reviewed() {
    let Some((browser, _server)) = open_page("analyse", "#11,a2f6,d8") else { return };
    // What a link shows, and what it holds for later.
    browser.wait(&format!("{STONES} === 2"));
    browser.wait("document.querySelector('#best tbody td').textContent !== ''");
    browser.wait("document.querySelectorAll('.heat:not(.none)').length > 2");
    browser.click("#forward");
    browser.wait(&format!("{STONES} === 3"));
    let sgf = "(;FF[4]GM[11]SZ[4]PB[Ann];B[a1];W[b1];B[c2](;W[b3])(;W[d3]))";
    open_game(&browser, sgf);
    browser.wait("document.querySelectorAll('.cell').length === 16");
    browser.wait("document.querySelectorAll('#moves .variation').length === 1");
    browser.wait("document.querySelector('#player-black .name').textContent === 'Ann'");
    browser.click("#to-start");
    browser.wait(&format!("{STONES} === 0"));
    browser.click("#prove");
    browser.wait(
        "document.getElementById('report').textContent.includes('Winning moves: d1 c2 b3 a4.')",
    );
    browser.click("#review");
    browser.wait("document.querySelectorAll('#report .point').length > 0");
    // A review goes on to its end while somebody looks through its game.
    open_game(&browser, "https://hexworld.org/board/#11,a2f6d8e5c7,");
    browser.wait("document.querySelectorAll('.cell').length === 121");
    browser.click("#review");
    browser.click("#to-start");
    browser.wait("/Black gave away .* White gave away [^(]* a move\\./.test(document.getElementById('report').textContent)");
    // How a record is read that can be read in two ways is no error, and is said in the words of the page.
    open_game(&browser, "(;GM[11]SZ[5];B[a1])(;GM[11]SZ[5];B[b2])");
    browser.wait(&format!(
        "{STATUS} === 'there are 2 games: game 1 is read, “Game” chooses another: 2'"
    ));
    assert_eq!(browser.value("document.querySelector('#status').className"), "");
    browser.click("#to-start");
    browser.wait(&format!("{STATUS} === 'Black to move.'"));
    // A record that is none is refused in words, and the game stays.
    open_game(&browser, "(;GM[1]SZ[19])");
    browser.wait("document.querySelector('#load-dialog .error').textContent !== ''");
    browser.click("#load-dialog .close");
    browser.wait("document.querySelectorAll('.cell').length === 25");
}

#[test]
fn a_move_that_the_engine_thinks_of_is_not_played_into_an_analysis() {
    let Some((browser, _server)) = open_page("think", "") else { return };
    browser.click("#open-new");
    browser.value("(() => { const f = document.querySelector('#new-dialog form').elements; f.level.value = 0; f.seconds.value = 3; })()");
    browser.click("#new-dialog button[type=submit]");
    browser.click("[data-cell=f6]");
    browser.wait(&format!("{STONES} === 1 && {STATUS} === 'HexCoven thinks…'"));
    // What changes all the time is not said where it is read aloud.
    browser.wait("document.getElementById('expected').textContent.startsWith('It expects ')");
    assert_eq!(
        browser.value("document.getElementById('expected').closest('[aria-live]')"),
        Value::Null
    );
    // A link to just this position.
    open_game(&browser, "#11x11;f6");
    browser.wait("document.body.dataset.mode === 'analyse'");
    thread::sleep(Duration::from_secs(5));
    assert_eq!(browser.value(STONES), json!(1));
    browser.wait("document.querySelector('#best tbody td').textContent !== ''");
    assert_eq!(browser.errors(), [""; 0]);
}

#[test]
fn files_are_read_in_the_encoding_that_they_have() {
    let Some((browser, _server)) = open_page("files", "") else { return };
    let text = |bytes: &[u8]| {
        browser.value(&format!(
            "import('/records.js').then((records) => records.textOf(new File([new Uint8Array({bytes:?})], 'x')))"
        ))
    };
    for (bytes, read) in [
        (b"\xef\xbb\xbfCA[ISO-8859-1]\xc3\xb6".as_slice(), "CA[ISO-8859-1]ö"),
        (b"\xff\xfe(\0;\0", "(;"),
        (b"\xfe\xff\0(\0;", "(;"),
        (b"CA[ISO-8859-2]\xb1", "CA[ISO-8859-2]ą"),
        (b"CA[UTF-8]\xc3\xb6", "CA[UTF-8]ö"),
        (b"PB[J\xc3\xb6rg]", "PB[Jörg]"),
        (b"PB[J\xf6rg]", "PB[Jörg]"),
        (b"CA[UTF-8]\xf6", "CA[UTF-8]ö"),
        (b"CA[nonsense]\xc3\xb6", "CA[nonsense]ö"),
        (b"CA[UTF-16]SZ[11]", "CA[UTF-16]SZ[11]"),
        (b"CA[ utf-16be ]PB[J\xc3\xb6rg]", "CA[ utf-16be ]PB[Jörg]"),
    ] {
        assert_eq!(text(bytes), read, "{bytes:?}");
    }
}

#[test]
fn variations_of_variations_are_listed_however_deep_they_are() {
    let Some((browser, _server)) = open_page("deep", "#5,a1") else { return };
    let start = "(;GM[11]SZ[5]";
    let deep = ";B[a1](;W[b1])(;W[c1](;B[d1])(;B[e1]".repeat(1000);
    open_game(&browser, &format!("{start}{deep}{})", "))".repeat(1000)));
    browser.wait("document.querySelectorAll('#moves button').length === 5001");
    browser.wait("document.querySelectorAll('#moves .variation').length === 2000");
    let depth = ".variation ".repeat(9);
    assert_eq!(browser.value(&format!("document.querySelector('#moves {depth}')")), Value::Null);
    browser.click("#back");
    browser.wait(&format!("{STONES} === 1"));
}

#[test]
fn the_page_fits_a_phone_and_can_be_used_by_keys() {
    let Some(browser) = Browser::start("phone") else { return };
    let server = Server::start(&[]);
    browser.resize(500, 900);
    browser.open(&server, "");
    browser.wait("document.documentElement.scrollWidth <= innerWidth");
    browser
        .wait("document.querySelector('#board svg').getBoundingClientRect().bottom < innerHeight");
    let name = "document.activeElement.dataset.cell";
    browser.value("document.querySelector('[data-cell=a1]').focus()");
    browser.key(RIGHT);
    browser.key(DOWN);
    browser.wait(&format!("{name} === 'b2'"));
    for (key, there) in [(END, "k2"), (RIGHT, "k2"), (HOME, "a2"), (RIGHT, "b2")] {
        browser.key(key);
        browser.wait(&format!("{name} === '{there}'"));
    }
    assert_eq!(browser.value("document.activeElement.getAttribute('aria-label')"), "b2, empty");
    browser.key(ENTER);
    browser.wait("document.querySelector('[data-cell=b2]').getAttribute('aria-label').startsWith('b2, black stone')");
    assert_eq!(browser.errors(), [""; 0]);
}

#[test]
fn the_best_moves_are_tried_by_keys() {
    let Some((browser, _server)) = open_page("keys", "#11,a2f6") else { return };
    browser.wait("document.querySelector('#best button').textContent !== ''");
    // Whatever the colour of its cell, the ring of the best move is seen.
    browser.wait(
        "getComputedStyle(document.querySelector('.halo.best')).stroke === 'rgb(255, 255, 255)'",
    );
    browser.value("document.querySelector('#best button').focus()");
    browser.wait("document.querySelectorAll('.cell .ghost').length > 1");
    browser.key(ENTER);
    browser.wait(&format!("{STONES} === 3"));
    // A button that can do no more leaves the focus to the board.
    browser.value("document.getElementById('to-start').focus()");
    browser.key(ENTER);
    browser.wait(&format!("{STONES} === 0"));
    browser.wait("document.activeElement.dataset.cell === 'a1'");
    assert_eq!(browser.errors(), [""; 0]);
}

#[test]
fn the_graph_is_clicked_while_the_engine_changes_it() {
    let Some((browser, _server)) = open_page("graph", "#11,a2f6d8") else { return };
    browser.wait("document.querySelector('#best button').textContent !== ''");
    browser.press_slowly("#graph", -170);
    browser.wait(&format!("{STONES} === 0"));
    assert_eq!(browser.errors(), [""; 0]);
}

#[test]
fn what_is_proved_is_said_where_it_is_read_aloud() {
    let Some((browser, _server)) = open_page("aloud", "#4,c2") else { return };
    browser.wait(&format!("{STATUS} === 'Move 1: c2. White to move.'"));
    browser.click("#prove");
    browser.wait(&format!("{STATUS} === 'Move 1: c2. Black wins, proved. White to move.'"));
    let name = "document.querySelector('[data-cell=d1]').getAttribute('aria-label')";
    browser.wait(&format!("{name}.startsWith('d1, empty, loses')"));
    assert_eq!(browser.errors(), [""; 0]);
}
