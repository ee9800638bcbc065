//! Records of every kind that is met: what they are read as, and that nothing is lost on the way through.

use crate::folders::folder;
use crate::gtp_process::GtpProcess;
use hexcoven::board::{Color, Size};
use hexcoven::player::{Game, Move};
use hexcoven::record::{self, Options, Reading, Record, Variation};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A record of a kind, and what it means.
struct Kind {
    name: String,
    bytes: Vec<u8>,
    options: Options,
    variation: Option<Variation>,
    expected: Value,
}

impl Kind {
    fn of(expected: Value) -> Self {
        let text = |name: &str| expected[name].as_str().map(str::to_owned);
        let input = text("input").unwrap();
        let bytes = match text("bytes").as_deref() {
            Some("bom") => [b"\xef\xbb\xbf", input.as_bytes()].concat(),
            Some("latin1") => {
                input.chars().map(|char| u8::try_from(u32::from(char)).unwrap()).collect()
            }
            Some("utf-16") => input.encode_utf16().fold(vec![0xff, 0xfe], |mut bytes, unit| {
                bytes.extend(unit.to_le_bytes());
                bytes
            }),
            _ => input.into_bytes(),
        };
        let option = |name: &str| expected["options"][name].as_str().map(str::to_owned);
        let side = option("size").map(|side| side.parse().unwrap());
        let options = Options {
            game: option("game"),
            swap: option("swap").map(|word| word.parse().unwrap()),
            letters: option("letters").map(|word| word.parse().unwrap()),
            rows: option("rows").map(|word| word.parse().unwrap()),
            size: side.map(|side| Size::new(side, side).unwrap()),
        };
        let variation = text("variation").map(|text| text.parse().unwrap());
        Self { name: text("kind").unwrap(), bytes, options, variation, expected }
    }

    fn read(&self) -> Reading {
        record::read(&self.bytes, &self.options)
            .unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    fn game(&self, record: Record) -> Game {
        let line = match &self.variation {
            Some(variation) => record.line(variation).unwrap(),
            None => record.main_line(),
        };
        Game::of_record(record, &line, None)
            .unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }
}

fn kinds() -> Vec<Kind> {
    let lines = include_str!("../records/kinds.jsonl").lines();
    let kinds: Vec<Kind> =
        lines.map(|line| Kind::of(serde_json::from_str(line).unwrap())).collect();
    assert!(kinds.len() > 80);
    kinds
}

fn stones(game: &Game, color: Color) -> String {
    let board = game.board();
    let names = board.stones(color).iter().map(|cell| board.size().name(cell));
    names.collect::<Vec<_>>().join(" ")
}

#[test]
fn every_kind_of_record_is_read_as_what_it_means() {
    for kind in kinds() {
        let Reading { record, notes } = kind.read();
        let game = kind.game(record.clone());
        let found = |name: &str| match name {
            "black" => stones(&game, Color::Black),
            "white" => stones(&game, Color::White),
            "turn" => game.to_play().to_string(),
            "size" => game.board().size().to_string(),
            "first" => {
                let Some((color, Move::Place(cell))) = game.moves().next() else {
                    panic!("{}", kind.name)
                };
                format!("{color} {}", record.size().name(cell))
            }
            name => panic!("{name}"),
        };
        for name in ["black", "white", "turn", "size", "first"] {
            if let Some(expected) = kind.expected[name].as_str() {
                assert_eq!(found(name), expected, "{}: {name}", kind.name);
            }
        }
        for (name, expected) in kind.expected["says"].as_object().into_iter().flatten() {
            assert_eq!(
                record.information(name).as_deref(),
                expected.as_str(),
                "{}: {name}",
                kind.name
            );
        }
        if let Some(part) = kind.expected["writes"].as_str() {
            assert!(record.write().contains(part), "{}: {record}", kind.name);
        }
        let notes = notes.into_iter().chain(record.after_the_end(&record.main_line()));
        let notes = notes.collect::<Vec<_>>().join("; ");
        match kind.expected["notes"].as_str() {
            Some(part) => assert!(notes.contains(part), "{}: {notes}", kind.name),
            None => assert_eq!(notes, "", "{}", kind.name),
        }
    }
}

#[test]
fn what_is_loaded_and_written_differs_in_form_only() {
    let path = std::env::temp_dir().join(format!("hexcoven-record-{}.sgf", std::process::id()));
    let mut engine = GtpProcess::start(&[]);
    for kind in kinds() {
        let record = kind.read().record;
        let written = record.write();
        let again = record::read_text(&written, &Options::default()).unwrap();
        assert_eq!(again.record.write(), written, "{}", kind.name);
        assert_eq!(again.notes, [""; 0], "{}", kind.name);
        // A game that follows a line has all of the record.
        assert_eq!(kind.game(record.clone()).record().write(), written, "{}", kind.name);
        if !written.contains('\n') && kind.variation.is_none() && record.shown().is_none() {
            std::fs::write(&path, &written).unwrap();
            engine.ok(&format!("loadsgf {}", path.display()));
            let printed = without_result(&engine.ok("printsgf"));
            assert_eq!(printed, without_result(&written), "{}", kind.name);
        }
    }
    std::fs::remove_file(path).unwrap();
}

/// Who has won is added where the record does not say it.
fn without_result(text: &str) -> String {
    text.replace("RE[B+]", "").replace("RE[W+]", "")
}

/// Everything that can be done with a text.
fn do_all(bytes: &[u8], options: &Options) {
    let Ok(Reading { record, .. }) = record::read(bytes, options) else { return };
    let written = record.write();
    let again = record::read_text(&written, &Options::default());
    let again = again.unwrap_or_else(|error| panic!("{error}: {written}")).record;
    assert_eq!(again.write(), written);
    if let Ok(game) = Game::of_record(record.clone(), &record.main_line(), None) {
        let _ = (game.record(), hexcoven::player::write_link(&game));
    }
}

#[test]
fn a_million_bytes_of_spoilt_records_never_panic() {
    let kinds: Vec<Kind> = kinds().into_iter().filter(|kind| kind.bytes.len() < 1000).collect();
    let mut dice = StdRng::seed_from_u64(48);
    let mut bytes_so_far = 0;
    while bytes_so_far < 1_000_000 {
        let kind = &kinds[dice.random_range(0..kinds.len())];
        let mut bytes = kind.bytes.clone();
        for _ in 0..dice.random_range(1..8) {
            let other = &kinds[dice.random_range(0..kinds.len())].bytes;
            let at = dice.random_range(0..=bytes.len());
            let end = (at + dice.random_range(0..4)).min(bytes.len());
            let from = dice.random_range(0..=other.len());
            let to = (from + dice.random_range(0..12)).min(other.len());
            match dice.random_range(0..4) {
                0 => drop(bytes.splice(at..end, [])),
                1 => drop(bytes.splice(at..end, other[from..to].iter().copied())),
                2 => bytes.insert(at, *b"()[];:\\,.# 0a\nZ9"[..].get(at % 16).unwrap()),
                _ => bytes.insert(at, dice.random_range(0..=255)),
            }
        }
        bytes_so_far += bytes.len();
        do_all(&bytes, &kind.options);
    }
}

#[test]
fn a_large_tree_takes_no_long_time_and_no_deep_stack() {
    let mut text = String::from("(;SZ[19]");
    for number in 0..100_000 {
        let _ = write!(text, "(;C[{number}]");
    }
    text += &")".repeat(100_001);
    let start = std::time::Instant::now();
    do_all(text.as_bytes(), &Options::default());
    for part in ["m", "a1", "(", "1.", ":p", "%2C"] {
        do_all(format!("5{},a1", part.repeat(100_000)).as_bytes(), &Options::default());
        do_all(part.repeat(100_000).as_bytes(), &Options::default());
    }
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

/// A file in the folder of a test.
fn file(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

fn hexcoven(args: &[&str]) -> (String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_hexcoven")).args(args).output().unwrap();
    let [out, error] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (out, error)
}

#[test]
fn the_command_line_chooses_games_branches_and_readings() {
    let folder = folder("records");
    let games = file(
        &folder,
        "games.sgf",
        "(;SZ[3]PB[Ann];B[a1](;W[b2])(;W[c3]))(;SZ[3]PB[Bob];B[b2];W[swap])",
    );
    let games = games.to_str().unwrap();
    for (args, link) in [
        (&[games][..], "#3c1,a1b2\n"),
        (&["--sgf", games, "--variation", "2"], "#3c1,a1c3\n"),
        (&["--sgf", games, "--game", "bob", "--swap", "sides"], "#3c1,b2:S\n"),
        (&["--sgf", games, "--game", "2", "--swap", "pieces"], "#3c1,b2:s\n"),
        (&["(;SZ[3];W[ab];B[ca])", "--letters", "players"], "#3c1,a2c1\n"),
        (&["(;SZ[3];W[ab];B[ca])", "--letters", "colours"], "#3c1,:pa2c1\n"),
        (&["(;SZ[3]AP[GoGui];B[ab])", "--rows", "bottom"], "#3c1,a2\n"),
        (&["(;GM[11];B[ab])", "--size", "3"], "#3c1,a2\n"),
    ] {
        let (out, error) = hexcoven(&[&["solve", "--expansions", "5"], args].concat());
        assert!(out.contains(link), "{args:?}: {out} {error}");
        let has_second = args.contains(&games) && !args.contains(&"--game");
        assert_eq!(
            error.contains("--game (game= in GTP) chooses another: 2 (Bob)"),
            has_second,
            "{error}"
        );
    }
    for (args, message) in [
        (&["--sgf", games, "--game", "3"][..], "there is no game 3: the record has 2 games"),
        (&["--sgf", games, "--variation", "3"], "there is no branch 3 at fork 1, which has 2"),
        (&["--sgf", games, "--variation", "x"], "`x` is not a list of branches"),
        (&["--sgf", games, "--game", "2"], "line 1, column 59: W[swap]: "),
        (&["--sgf", games, "--size", "4"], "how large the board is: 3x3"),
    ] {
        let (out, error) = hexcoven(&[&["solve"], args].concat());
        assert!(out.is_empty() && error.contains(message), "{args:?}: {error}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_review_keeps_the_tree_the_comments_and_the_labels() {
    let folder = folder("records");
    let game = file(
        &folder,
        "game.sgf",
        "(;SZ[3]PB[Ann]EV[Cup]GC[a\\]b];B[b2]C[mine]LB[a1:x](;W[a1])(;W[c3];B[c1]))",
    );
    let out = file(&folder, "out.sgf", "");
    let [game, out] = [&game, &out].map(|path| path.to_str().unwrap());
    let (_, error) =
        hexcoven(&["review", game, "--out", out, "--variation", "2", "--expansions", "20"]);
    let written = std::fs::read_to_string(out).unwrap();
    let (_, text) = written.split_once("SZ[3]").unwrap_or_else(|| panic!("{error}"));
    let expected = "PB[Ann]EV[Cup]GC[a\\]b];B[b2]C[mine\n\nhexcoven: black: won]LB[a1:x](;W[a1])(;W[c3]C[hexcoven: white: lost];B[c1]C[hexcoven: black: won]))\n";
    assert_eq!(text, expected);
    // Another review of its own record replaces what it said, with the mark of a turning point that is none, and no more.
    for (note, kept) in [("", ""), ("\nI liked it", "I liked it\n\n")] {
        let turned =
            "hexcoven: black: 61 %\nhexcoven: black was winning; b2 gave it away, a1 kept it";
        let earlier =
            written.replacen("hexcoven: black: won]", &format!("{turned}{note}]HO[1]"), 1);
        assert_ne!(earlier, written);
        std::fs::write(game, earlier).unwrap();
        let _ = hexcoven(&["review", game, "--out", out, "--variation", "2", "--expansions", "30"]);
        let expected = written.replacen("hexcoven: black", &format!("{kept}hexcoven: black"), 1);
        assert_eq!(std::fs::read_to_string(out).unwrap(), expected);
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn records_of_more_than_the_game_are_not_replaced() {
    let folder = folder("records");
    let two = "(;GM[11]SZ[3];B[b2])(;GM[11]SZ[3];B[a1])";
    let of_go = "(;GM[1]SZ[9];B[aa])";
    let cut = "(;GM[11]SZ[3];B[b2]C[a long analysis];W[a";
    for (content, why) in [
        (two, "has 2 games, which would be lost"),
        (of_go, "not a record of Hex"),
        (cut, "W: the value has no end"),
    ] {
        let path = file(&folder, "more.sgf", content);
        let path = path.to_str().unwrap();
        let (_, error) = hexcoven(&["review", "--size", "3", "b2", "--out", path]);
        assert!(error.contains(why), "{error}");
        let reply = GtpProcess::start(&["--boardsize", "3"]).send(&format!("printsgf {path}"));
        assert!(reply.starts_with('?') && reply.contains(why), "{reply}");
        assert_eq!(std::fs::read_to_string(path).unwrap(), content);
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn printsgf_replaces_records_alone() {
    let folder = folder("records");
    let mut engine = GtpProcess::start(&["--boardsize", "3"]);
    for (name, before, is_replaced) in [
        ("none.sgf", "", true),
        ("record.sgf", "\u{feff} (\n;SZ[5])", true),
        ("notes.txt", "(a list)", false),
        ("blanks.txt", &" ".repeat(300), false),
    ] {
        let path = file(&folder, name, before);
        let reply = engine.send(&format!("printsgf {}", path.display()));
        let after = std::fs::read_to_string(path).unwrap();
        assert_eq!(reply.starts_with('='), is_replaced, "{reply}");
        assert_eq!(after.contains("SZ[3]"), is_replaced, "{after}");
        assert!(
            is_replaced || after == before && reply.contains("is not an SGF record"),
            "{reply}"
        );
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// Whatever part of a record is on the board, what is printed loads as that.
#[test]
fn printsgf_is_the_game_that_stands_on_the_board() {
    let folder = folder("records");
    let text =
        "(;SZ[3]RE[B+]AB[c1];B[a1](;W[b2];B[c3]C[x\r\n\r\ny])(;W[c2]AB[b1];B[b3];W[resign]))";
    let (read, written) = (file(&folder, "read.sgf", text), file(&folder, "written.sgf", ""));
    let mut engine = GtpProcess::start(&["--boardsize", "3"]);
    for choice in ["", "1", "2", "3", "variation=2", "3 variation=2"] {
        for undone in 0..6 {
            engine.ok(&format!("loadsgf {} {choice}", read.display()));
            if (0..undone).any(|_| engine.send("undo").starts_with('?')) {
                continue;
            }
            let before = engine.ok("showboard");
            let printed = engine.ok("printsgf");
            std::fs::write(&written, &printed).unwrap();
            engine.ok(&format!("loadsgf {}", written.display()));
            assert_eq!(engine.ok("showboard"), before, "{choice}, {undone} back: {printed}");
            let is_whole = undone == 0 && ["", "variation=2"].contains(&choice);
            assert!(is_whole || !printed.contains("RE["), "{choice}, {undone} back: {printed}");
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// White begins, and moves twice.
const PUZZLE: &str = "(;SZ[3]RE[B+]AB[b1]AW[a2][c2];W[b3];W[a1];B[c3])";

#[test]
fn loadsgf_takes_the_same_choices() {
    let folder = folder("records");
    let games =
        file(&folder, "choices.sgf", "(;SZ[3];B[a1](;W[b2])(;W[c3];B[a2]))(;SZ[3];B[b2];W[swap])");
    let games = games.to_str().unwrap();
    let mut engine = GtpProcess::start(&["--boardsize", "3"]);
    for (args, stones) in [
        ("", "a1 b2"),
        ("variation=2", "a1 a2 c3"),
        ("3 variation=2", "a1 c3"),
        ("2", "a1"),
        ("0", ""),
        ("99", "a1 b2"),
        ("game=2 swap=sides", "b2"),
        ("--game=2 --swap=sides", "b2"),
        ("2 --game 2 --swap sides", "b2"),
    ] {
        engine.ok(&format!("loadsgf {games} {args}"));
        let legal = engine.ok("all_legal_moves");
        let missing = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
            .into_iter()
            .filter(|cell| !legal.contains(cell));
        let mut missing: Vec<&str> = missing.collect();
        missing.sort_unstable();
        assert_eq!(missing.join(" "), stones, "{args}");
    }
    for (args, message) in [
        ("game=2", "W[swap]: "),
        ("game=3", "there is no game 3"),
        ("swap=x", "`x` is not pieces or sides"),
        ("colour=x", "`colour=x` is one argument too many"),
        ("--colour x", "`--colour` is one argument too many"),
        ("--swap", "the value of an option is missing"),
        ("size=4", "leave out the size"),
        ("size=4x", "`4x` is not a size"),
    ] {
        let reply = engine.send(&format!("loadsgf {games} {args}"));
        assert!(reply.starts_with('?') && reply.contains(message), "{args}: {reply}");
    }
    // It is the turn of whoever makes the move that is left out.
    let puzzle = file(&folder, "puzzle.sgf", PUZZLE);
    for (number, turn) in [(1, "white"), (2, "white"), (3, "black"), (4, "white")] {
        engine.ok(&format!("loadsgf {} {number}", puzzle.display()));
        assert_eq!(engine.ok("gogui-rules_side_to_move"), turn, "{number}");
    }
    for number in 1..4 {
        engine.ok(&format!("loadsgf {} {number}", puzzle.display()));
        let before = engine.ok("showboard");
        let printed = engine.ok("printsgf");
        assert!(!printed.contains(")("), "what follows is left out: {printed}");
        std::fs::write(&puzzle, &printed).unwrap();
        engine.ok(&format!("loadsgf {}", puzzle.display()));
        assert_eq!(engine.ok("showboard"), before, "{printed}");
        std::fs::write(&puzzle, PUZZLE).unwrap();
    }
    let reviewed = file(&folder, "reviewed.sgf", "");
    let out = reviewed.to_str().unwrap();
    hexcoven(&[
        "review",
        puzzle.to_str().unwrap(),
        "--before",
        "2",
        "--out",
        out,
        "--expansions",
        "2",
    ]);
    let reviewed = std::fs::read_to_string(reviewed).unwrap();
    assert!(!reviewed.contains("PL[") && !reviewed.contains(")("), "{reviewed}");
    engine.ok("set_position b a1 w pass b c3");
    assert_eq!(engine.ok("gogui-rules_side_to_move"), "white");
    std::fs::remove_dir_all(folder).unwrap();
}
