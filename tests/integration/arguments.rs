//! A campaign of arguments: command lines of the subcommands, and the files that they read, changed word by word. Whatever
//! comes, the program ends, soon after a signal, by one of its exit codes; nothing panics or takes all memory.
//!
//! A run follows from its number:
//! `ARGUMENTS=0..20000 cargo test --release --test integration a_long_campaign_of_arguments -- --ignored --nocapture`

use crate::folders::folder;
use crate::signals::end_by;
use crate::words::Changer;
use rand::RngExt;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_hexcoven");

/// A run takes so long before it gets a signal.
const LENIENCE: Duration = Duration::from_millis(300);

/// The memory that a run may address, in KiB, where the system has such a bound (macOS has none).
const MEMORY: &str = "8000000";

/// What [`arguments`] puts in place of words.
const ENGINE: &str = "ENGINE";
const LINK: &str = "LINK";

/// Command lines whose work is small. They name files of [`FILES`].
const LINES: [&str; 27] = [
    "bench --expansions 1 --instructions plain --set eta=0.5",
    "bench --expansions 1 --network network",
    "gtp --boardsize 5 --skip-i --rows-from-bottom --set max_expansions=3",
    "--boardsize 5x4 --katahex --log debug --set resign=0",
    "solve a1 b2 --size 4 --all --expansions 5 --to-play white",
    "solve 1. a2 2. swap --size 3 --verify --seconds 1",
    "solve b2 --size 4 --shortest --log info",
    "solve --diagram diagram --knowledge table --expansions 9",
    "solve --sgf record --before 2 --proof proof --seconds 0.1",
    "solve --batch positions --size 3 --out solutions --expansions 20",
    "solve --batch - --all",
    "solve LINK --expansions 5",
    "solve c3 --size 6 --expansions 60 --samples shards --one-of 2 --least-work 3",
    "verify proof",
    "match --a ENGINE --b ENGINE --pairs 1 --size 3 --openings openings --sgf games --out results",
    "match --a ENGINE --b ENGINE --pairs 2 --size 4 --sprt 0,30 --shard 1/2 --adjudicate 5 --seed 7",
    "match --a ENGINE --b ENGINE --pairs 1 --move-limit 5 --judge-seconds 1 --setup-a name",
    "match report results",
    "tune --tune eta --pairs 1 --expansions 2,1 --size 3 --spread 0.2 --step 0.5 --out trials",
    "selfplay --size 4 --games 2 --expansions 2 --sgf games",
    "selfplay --seconds 0.01 --size 5 --openings openings",
    "review b2 c3 a1 --size 4 --expansions 2 --graph graph --out reviewed",
    "review --sgf record --variation 1 --game 1 --swap pieces --letters players --rows top",
    "show a1 b2 --size 5 --search 3 --staircases",
    "samples --size 6 --shards 1 --samples 1 --expansions 10 --out shards --seed 3",
    "params",
    "completions bash",
];

/// Files that the command lines name.
const FILES: [(&str, &str); 6] = [
    ("positions", "# some\na1 b2\n\n4x4 b2 swap\n3x5 1. a2 2. b3\n11x11 f6\n"),
    ("openings", "# some\na2 c1\n\nb3\nb2 a1 c3\n"),
    ("record", "(;FF[4]GM[11]SZ[5];B[c3];W[b2](;B[d2];W[e1])(;B[swap-pieces];W[a5]))"),
    ("diagram", ". . B\n W . .\n  . . W\nblack to play\n"),
    ("results", "{\"game\":0,\"opening\":\"a1\",\"a_black\":true,\"moves\":\"a1 b1\"}\n"),
    ("proof", "hexcoven proof 1\n"),
];

/// A link to a position.
const POSITION: &str = "https://hexworld.org/board/#4,b2c1";

/// The words of a changed command line; none if it would do what no test should: start other programs, open a browser, or
/// write to other folders.
fn arguments(changer: &mut Changer) -> Option<Vec<String>> {
    let line = changer.one_of(&LINES);
    let words: Vec<String> = changer.text(line).split(' ').map(str::to_owned).collect();
    let is_bad = |word: &String| {
        let starts_an_engine = word.starts_with("--a=") || word.starts_with("--b=");
        starts_an_engine || word.contains(['/', '\0']) || ["web", "wrap"].contains(&word.as_str())
    };
    let engines = ["--a", "--b"];
    let is_other = |pair: &[String]| engines.contains(&pair[0].as_str()) && pair[1] != ENGINE;
    if words.iter().any(is_bad) || words.windows(2).any(is_other) {
        return None;
    }
    let position = changer.text(POSITION);
    let replaced = |word: String| match word.as_str() {
        ENGINE => format!("{PROGRAM} --set max_expansions=1"),
        LINK => position.replace('\0', ""),
        _ => word,
    };
    Some(words.into_iter().map(replaced).collect())
}

/// Writes the files, some of them changed.
fn write_files(folder: &Path, changer: &mut Changer) {
    let write = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).unwrap();
    for (name, text) in FILES {
        write(name, changer.text(text).as_bytes());
    }
    let mut network = include_bytes!("../../src/nn/check.safetensors").to_vec();
    if changer.random.random_bool(0.5) {
        network = changer.bytes(network);
    }
    write("network", &network);
}

fn start(folder: &Path, arguments: &[String]) -> Child {
    let script = format!("ulimit -v {MEMORY} 2>/dev/null; exec \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, "sh", PROGRAM]).args(arguments).current_dir(folder);
    let input = fs::File::open(folder.join("positions")).unwrap();
    command.stdin(input).stdout(fs::File::create(folder.join("stdout")).unwrap());
    command.stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits for the end, and sends a signal to what runs long.
fn end(mut run: Child) -> Output {
    let start = Instant::now();
    while start.elapsed() < LENIENCE {
        if run.try_wait().unwrap().is_some() {
            return run.wait_with_output().unwrap();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    end_by("-TERM", run)
}

/// Runs a changed command line; its exit code, or none if a signal ended it or it was not run.
fn campaign(number: u64) -> Option<i32> {
    let texts = FILES.iter().map(|(_, text)| text);
    let inputs: Vec<String> = LINES.iter().chain(texts).map(|text| (*text).to_owned()).collect();
    let mut changer = Changer::new(number, &inputs);
    let arguments = arguments(&mut changer)?;
    let folder = folder("arguments");
    write_files(&folder, &mut changer);
    let output = end(start(&folder, &arguments));
    let stdout = String::from_utf8(fs::read(folder.join("stdout")).unwrap()).unwrap();
    let log = String::from_utf8_lossy(&output.stderr);
    let place = format!("run {number}, {arguments:?}: {:?}\n{log}", output.status);
    assert!(!log.contains("panicked") && !log.contains("bug of ours"), "{place}");
    match output.status.code() {
        None => assert_eq!(output.status.signal(), Some(15), "{place}"),
        Some(0 | 1) => {}
        Some(2 | 130) => {
            let is_error =
                |line: &&str| line.starts_with("hexcoven: ") || line.starts_with("error: ");
            assert_eq!(log.lines().filter(is_error).count(), 1, "{place}");
            assert!(!log.starts_with("error: ") || stdout.is_empty(), "{place}");
        }
        Some(_) => panic!("{place}"),
    }
    fs::remove_dir_all(folder).unwrap();
    output.status.code()
}

#[test]
fn a_short_campaign_of_arguments_ends_well() {
    let codes: Vec<i32> = (0..60).filter_map(campaign).collect();
    let count = |code| codes.iter().filter(|other| **other == code).count();
    assert!(count(0) > 5 && count(2) > 5, "{codes:?}");
}

#[test]
#[ignore = "an hour; the command is above"]
#[expect(clippy::print_stdout, reason = "its progress")]
fn a_long_campaign_of_arguments() {
    let mut codes = std::collections::BTreeMap::new();
    for number in crate::campaign::range("ARGUMENTS", "0..20000") {
        *codes.entry(campaign(number)).or_insert(0) += 1;
        if number % 100 == 99 {
            println!("to run {number}, by exit code: {codes:?}");
        }
    }
}
