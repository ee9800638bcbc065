//! Records of every kind that is met: what they are read as, and that nothing is lost on the way through.

use crate::gtp_process::GtpProcess;
use hexcoven::board::{Color, Size};
use hexcoven::player::{Game, Move};
use hexcoven::record::{self, Options, Reading, Record, Variation};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use std::fmt::Write;

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
            for commands in
                [format!("loadsgf {}", path.display()), format!("loadsgf {} 2", path.display())]
            {
                engine.ok(&commands);
                assert_eq!(
                    without_result(&engine.ok("printsgf")),
                    without_result(&written),
                    "{}",
                    kind.name
                );
            }
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
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
