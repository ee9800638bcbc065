//! A campaign of words: inputs of every kind, taken from real ones and changed token by token. Whatever comes, every
//! command has one well-formed reply, an error changes nothing, nothing panics, and memory does not grow.
//!
//! A session follows from its number, so a campaign goes on from any number and a failure repeats:
//! `WORDS=0..25000 cargo test --release --test integration a_long_campaign_of_words -- --ignored --nocapture`

use hexcoven::board::{Size, parse_diagram};
use hexcoven::connections::EdgeTemplate;
use hexcoven::contest::read_openings;
use hexcoven::evaluation::FEATURES_VERSION;
use hexcoven::files::without_mark;
use hexcoven::gtp::{Coordinates, Request, Session, serve};
use hexcoven::nn::Network;
use hexcoven::params::{Params, Profile};
use hexcoven::player::{Game, Player};
use hexcoven::record::{self, Options};
use hexcoven::search::Limits;
use hexcoven::solver::Solver;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::collections::VecDeque;
use std::io::{BufReader, Cursor, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// Lines of a session that are changed ones.
const LINES: usize = 40;

/// A command runs so long before it is interrupted.
const LENIENCE: Duration = Duration::from_millis(20);

/// More than any command should take to end after that.
const PATIENCE: Duration = Duration::from_mins(1);

/// What shows the state of a session. None of it may differ after an error.
const PROBES: [&str; 4] = ["showboard", "printsgf", "param_player", "param_scns"];

/// Changes texts and bytes.
pub(crate) struct Changer {
    pub(crate) random: StdRng,
    /// Words of real inputs.
    words: Vec<String>,
}

impl Changer {
    pub(crate) fn new(number: u64, inputs: &[String]) -> Self {
        let words = inputs.iter().flat_map(|text| tokens(text)).collect();
        Self { random: StdRng::seed_from_u64(number), words }
    }

    pub(crate) fn one_of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.random.random_range(0..list.len())].clone()
    }

    /// A word that is none of a real input, or no good one there.
    fn odd_word(&mut self) -> String {
        let numbers =
            ["0", "-1", "-0", "1e999", "NaN", "inf", "4294967296", "18446744073709551616"];
        let letters = ["é", "\u{202e}", "𝔘", "\u{0}", "\u{feff}", "ﬁ", "İ", "\u{301}", "\u{85}"];
        let signs = ["\\", "\"", "'", "[", "]", "(", ")", ";", ":", ",", "#", "=", "\t", "\r"];
        match self.random.random_range(0..6) {
            0 => self.one_of(&numbers).to_owned(),
            1 => self.one_of(&letters).to_owned(),
            2 => self.one_of(&signs).to_owned(),
            3 => self.one_of(&["a", "9", "[", "\\", "é"]).repeat(self.random.random_range(1..3000)),
            _ => self.one_of(&self.words.clone()),
        }
    }

    /// A text with some tokens deleted, doubled, exchanged or replaced.
    pub(crate) fn text(&mut self, text: &str) -> String {
        let mut tokens: Vec<String> = tokens(text).collect();
        for _ in 0..self.random.random_range(0..4) {
            let place = self.random.random_range(0..=tokens.len());
            if place == tokens.len() || self.random.random_bool(0.2) {
                tokens.insert(place, self.odd_word());
                continue;
            }
            match self.random.random_range(0..5) {
                0 => drop(tokens.remove(place)),
                1 => tokens.insert(place, tokens[place].clone()),
                2 => {
                    let other = self.random.random_range(0..tokens.len());
                    tokens.swap(place, other);
                }
                3 => tokens[place] = self.odd_word(),
                _ => tokens.truncate(place),
            }
        }
        tokens.concat()
    }

    /// Bytes with some changed, cut off, or put in.
    pub(crate) fn bytes(&mut self, mut bytes: Vec<u8>) -> Vec<u8> {
        for _ in 0..self.random.random_range(1..4) {
            let place = self.random.random_range(0..=bytes.len());
            match self.random.random_range(0..4) {
                0 => bytes.truncate(place),
                1 => bytes.insert(place, self.random.random()),
                _ => {
                    if let Some(byte) = bytes.get_mut(place) {
                        *byte ^= 1 << self.random.random_range(0..8);
                    }
                }
            }
        }
        bytes
    }
}

/// A text in pieces: words, and each other character.
fn tokens(text: &str) -> impl Iterator<Item = String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut is_in_word = false;
    for char in text.chars() {
        if char.is_alphanumeric() && is_in_word {
            pieces.last_mut().unwrap().push(char);
        } else {
            pieces.push(char.to_string());
        }
        is_in_word = char.is_alphanumeric();
    }
    pieces.into_iter()
}

/// The commands of all transcripts.
fn commands() -> Vec<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gtp");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let texts = files.iter().map(|path| std::fs::read_to_string(path).unwrap());
    let lines = texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>());
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

/// Whether a line may go to a session: it writes no file, and asks for no more memory and threads than there are.
fn is_harmless(line: &str) -> bool {
    let Some(request) = Request::parse(line) else { return true };
    let writes = request.name == "printsgf" && !request.args.is_empty();
    let line = line.to_ascii_lowercase();
    let is_large = ["thread", "table", "memory"].iter().any(|word| line.contains(word));
    !writes && !is_large
}

/// A controller in step with the session: it sends a line when the last command is answered, and interrupts one that
/// runs long.
struct Controller {
    lines: VecDeque<String>,
    answered: Receiver<()>,
    /// Since when the last line, a command, has had no reply.
    waits_since: Option<Instant>,
}

impl Read for Controller {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let reply = self.waits_since.map(|start| {
            if start.elapsed() > PATIENCE {
                give_up(&self.lines);
            }
            self.answered.recv_timeout(LENIENCE)
        });
        if reply == Some(Err(RecvTimeoutError::Disconnected)) {
            return Ok(0); // it has quit
        }
        if reply == Some(Err(RecvTimeoutError::Timeout)) {
            let interrupt = b"# interrupt\n\n";
            buffer[..interrupt.len()].copy_from_slice(interrupt);
            return Ok(interrupt.len());
        }
        let Some(line) = self.lines.pop_front() else { return Ok(0) };
        self.waits_since = Request::parse(&line).map(|_| Instant::now());
        let line = line + "\n";
        buffer[..line.len()].copy_from_slice(line.as_bytes());
        Ok(line.len())
    }
}

/// Ends the tests: a command that does not end cannot be left.
#[expect(clippy::print_stderr, reason = "a panic would wait for the command")]
fn give_up(left: &VecDeque<String>) -> ! {
    eprintln!("no reply to the command before {left:?}");
    std::process::exit(1)
}

/// The standard output of a session: whole replies.
struct Output {
    text: String,
    answered: Sender<()>,
    replies: Vec<String>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.text.push_str(std::str::from_utf8(bytes).unwrap());
        while let Some((block, rest)) = self.text.split_once("\n\n") {
            let (block, rest) = (block.to_owned(), rest.to_owned());
            self.text = rest;
            if !block.starts_with("gogui-gfx:\n") {
                self.replies.push(block);
                let _ = self.answered.send(());
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A session of changed lines with probes between them; how many lines had an error.
fn talk(number: u64, inputs: &[String]) -> usize {
    let mut changer = Changer::new(number, inputs);
    let start = changer.random.random_range(0..inputs.len());
    let mut lines: VecDeque<String> = PROBES.map(str::to_owned).into();
    for place in 0..LINES {
        // Mostly as the lines follow each other in a transcript.
        let of_transcript = inputs[(start + place) % inputs.len()].clone();
        let is_other = changer.random.random_bool(0.2);
        let line = if is_other { changer.one_of(inputs) } else { of_transcript };
        let line = changer.text(&line).replace('\n', " ");
        if is_harmless(&line) && line.len() < 8000 {
            lines.push_back(line);
            lines.extend(PROBES.map(str::to_owned));
        }
    }
    let requests: Vec<(String, Request)> = lines
        .iter()
        .filter_map(|line| Some((line.clone(), Request::parse(without_mark(line))?)))
        .collect();
    let mut params = Params::default();
    for pair in ["max_expansions=3", "table_mib=2"] {
        params.set_pair(pair).unwrap();
    }
    let mut session =
        Session::new(Player::new(Size::new(5, 5).unwrap(), params), Coordinates::default());
    let (answered, done) = channel();
    let reader =
        BufReader::with_capacity(1 << 15, Controller { lines, answered: done, waits_since: None });
    let mut output = Output { text: String::new(), answered, replies: Vec::new() };
    serve(reader, &mut output, &mut session).unwrap();
    assert_eq!(output.text, "", "session {number}: a reply without an end");
    let asked =
        requests.iter().position(|(_, request)| request.name == "quit" && request.args.is_empty());
    let asked = asked.map_or(requests.len(), |place| place + 1);
    assert_eq!(output.replies.len(), asked, "session {number}: replies");
    check(number, &requests, &output.replies)
}

/// Every reply is well formed, and what the probes show is the same after an error.
fn check(number: u64, requests: &[(String, Request)], replies: &[String]) -> usize {
    let mut errors = 0;
    let (mut state, mut failed): ([&str; PROBES.len()], Option<&str>) = ([""; 4], None);
    let mut place_of_probe = 0;
    for ((line, request), reply) in requests.iter().zip(replies) {
        let place = || format!("session {number}, `{line}`: {reply:?}");
        let id = request.id.map(|id| id.to_string()).unwrap_or_default();
        let is_success = reply.starts_with(&format!("={id} "));
        assert!(is_success || reply.starts_with(&format!("?{id} ")), "{}", place());
        assert!(!reply.contains("internal error"), "{}", place());
        assert!(is_success || reply.trim_end().len() > 2 + id.len(), "{}", place());
        if line == PROBES[place_of_probe] {
            assert!(is_success, "{}", place());
            let before = std::mem::replace(&mut state[place_of_probe], reply.as_str());
            let is_same = before == reply;
            assert!(failed.is_none() || is_same, "{}\nafter {failed:?}\n{before:?}", place());
            place_of_probe = (place_of_probe + 1) % PROBES.len();
        } else {
            place_of_probe = 0;
            failed = (!is_success).then_some(line);
            errors += usize::from(!is_success);
        }
    }
    errors
}

/// A reader of a kind of file or text: whether it accepts this, and what is wrong if it does not.
type Reader = fn(&[u8]) -> Result<(), String>;

fn utf8(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What is read as a record is written as one that is read as the same.
fn read_record(bytes: &[u8]) -> Result<(), String> {
    let reading = record::read(bytes, &Options::default()).map_err(|error| error.to_string())?;
    let written = reading.record.write();
    let again = record::read(written.as_bytes(), &Options::default());
    let again = again.unwrap_or_else(|error| panic!("{error}\n{written}\n{:?}", utf8(bytes)));
    assert_eq!(again.record.write(), written, "{:?}", utf8(bytes));
    let line = reading.record.main_line();
    Game::of_record(reading.record, &line, None).map(|_| ()).map_err(|error| error.to_string())
}

fn read_diagram(bytes: &[u8]) -> Result<(), String> {
    let board = parse_diagram(&utf8(bytes)).map_err(|error| error.to_string())?;
    assert_eq!(parse_diagram(&board.to_string()).as_ref(), Ok(&board));
    Ok(())
}

fn read_network(bytes: &[u8]) -> Result<(), String> {
    Network::from_bytes(bytes, FEATURES_VERSION).map(|_| ()).map_err(|error| error.to_string())
}

fn small_solver() -> Solver {
    let mut params = Params::of(Profile::Solve);
    params.set("table_mib", "2").unwrap();
    Solver::new(&params)
}

/// The file of a solver has a checksum: here it is right again, so that what was changed is read.
fn load_knowledge(bytes: &[u8]) -> Result<(), String> {
    let mut bytes = bytes.to_vec();
    bytes.truncate(bytes.len().saturating_sub(4));
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    small_solver().load(Cursor::new(bytes)).map(|_| ()).map_err(|error| error.to_string())
}

/// The kinds of inputs that are read whole: real ones, and who reads them.
fn kinds() -> Vec<(Vec<Vec<u8>>, Reader)> {
    let kinds = include_str!("../records/kinds.jsonl").lines();
    let record = |line| serde_json::from_str::<serde_json::Value>(line).unwrap()["input"].clone();
    let records = kinds.map(|line| record(line).as_str().unwrap().as_bytes().to_vec()).collect();
    let mut solver = small_solver();
    let position = Game::new(Size::new(5, 5).unwrap()).position();
    solver.solve(&position, &Limits::expansions(3), &mut |_| ());
    let network = include_bytes!("../../src/nn/check.safetensors").to_vec();
    let diagram = ". . B\n W . .\n  . . W".to_owned();
    let drawn = parse_diagram(&diagram).unwrap().to_string();
    let picture = ". . o o * o\n . + o o o o\n  o + o o o .\n   o o o o o .".to_owned();
    let openings = "# some\na2 d5\n\nc3\nb2 a1 e5\n".to_owned();
    let texts = |list: Vec<String>| list.into_iter().map(String::into_bytes).collect();
    let settings = ["max_expansions=3", "profile=paper", "eta=0.5", "allow_swap=1"];
    let mut knowledge = Vec::new();
    solver.save(&mut knowledge).unwrap();
    vec![
        (records, read_record),
        (texts(vec![diagram, drawn]), read_diagram),
        (texts(vec![picture]), |bytes| {
            EdgeTemplate::read(&utf8(bytes)).map(|_| ()).map_err(|error| error.to_string())
        }),
        (texts(vec![openings]), |bytes| {
            let size = Size::new(5, 5).unwrap();
            read_openings(&utf8(bytes), size).map(|_| ()).map_err(|error| error.to_string())
        }),
        (texts(settings.map(str::to_owned).to_vec()), |bytes| {
            let mut params = Params::default();
            params.set_pair(&utf8(bytes)).map_err(|error| error.to_string())
        }),
        (vec![network], read_network),
        (vec![knowledge], load_knowledge),
    ]
}

/// Gives every kind of reader something that was changed; how many were accepted.
fn read_changed(number: u64, kinds: &[(Vec<Vec<u8>>, Reader)], changer: &mut Changer) -> usize {
    let mut accepted = 0;
    for (kind, (inputs, reader)) in kinds.iter().enumerate() {
        let input = changer.one_of(inputs);
        let input = match String::from_utf8(input) {
            Ok(text) => changer.text(&text).into_bytes(),
            Err(error) => error.into_bytes(),
        };
        let is_text = std::str::from_utf8(&input).is_ok();
        let is_binary = !is_text || changer.random.random_bool(0.2);
        let input = if is_binary { changer.bytes(input) } else { input };
        let start = Instant::now();
        match reader(&input) {
            Ok(()) => accepted += 1,
            Err(message) => assert!(!message.is_empty(), "number {number}, kind {kind}"),
        }
        let taken = start.elapsed();
        assert!(taken < Duration::from_secs(10), "number {number}, kind {kind}: {taken:?}");
    }
    accepted
}

/// The memory of this process, in KiB; 0 where the system does not say it in this way.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0 kB");
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// A session, and as much to read as it has lines; how many errors there were in it, and how much was accepted.
fn campaign(number: u64, inputs: &[String], kinds: &[(Vec<Vec<u8>>, Reader)]) -> (usize, usize) {
    let errors = talk(number, inputs);
    let texts: Vec<String> =
        kinds.iter().flat_map(|(list, _)| list.iter().map(|bytes| utf8(bytes))).collect();
    let mut changer = Changer::new(number, &texts);
    let accepted =
        (0..LINES / kinds.len()).map(|_| read_changed(number, kinds, &mut changer)).sum();
    (errors, accepted)
}

#[test]
fn a_short_campaign_of_words_is_answered() {
    let (inputs, kinds) = (commands(), kinds());
    let (mut errors, mut accepted) = (0, 0);
    for number in 0..8 {
        let (more, others) = campaign(number, &inputs, &kinds);
        errors += more;
        accepted += others;
    }
    assert!((30..290).contains(&errors) && accepted > 30, "{errors} errors, {accepted} accepted");
}

/// What one session may need, in KiB: boards of any size (`notes::campaigns` says what a thread needs on the largest).
const SESSION_KIB: u64 = 130 * 1024;

#[test]
#[ignore = "hours; the command is above"]
#[expect(clippy::print_stdout, reason = "its progress")]
fn a_long_campaign_of_words() {
    let (inputs, kinds) = (commands(), kinds());
    let (mut errors, mut accepted, mut sessions, mut first_memory) = (0, 0, 0, None);
    for number in crate::campaign::range("WORDS", "0..25000") {
        let (more, others) = campaign(number, &inputs, &kinds);
        errors += more;
        accepted += others;
        sessions += 1;
        if sessions % 100 == 0 {
            // After the first hundred sessions, all that is made once is made.
            let now = memory();
            let before = *first_memory.get_or_insert(now);
            println!("to session {number}: {errors} errors, {accepted} accepted, {now} KiB");
            assert!(now < before + SESSION_KIB, "session {number}: {before} KiB became {now}");
        }
    }
}
