//! The transposition table stays inside its budget as the system counts memory, and so does the program. The test of the
//! table measures this process: the other one only waits for the program, which has a process of its own.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, missing_docs, reason = "a test may fail")]

use hexcoven::params::SearchParams;
use hexcoven::search::{Candidate, Expand, Expansion, Limits, Search};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

/// A game without end that looks like Hex on 11x11 to the search: up to a hundred moves with errors up to 1.5.
#[derive(Clone)]
struct Endless {
    keys: Vec<u128>,
}

fn mixed(key: u128, with: u16) -> u128 {
    let odd = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835_u128;
    let key = (key ^ (u128::from(with) + 1).wrapping_mul(odd)).wrapping_mul(odd);
    (key ^ (key >> 67)).wrapping_mul(odd)
}

impl Expand for Endless {
    type Move = u16;

    fn key_after(&self, mv: u16) -> u128 {
        mixed(self.key(), mv)
    }

    fn key(&self) -> u128 {
        *self.keys.last().unwrap()
    }

    fn play(&mut self, mv: u16) {
        self.keys.push(self.key_after(mv));
    }

    fn undo(&mut self, _: u16) {
        self.keys.pop();
    }

    fn expand(&mut self) -> Expansion<u16> {
        let random = |i: u16, below| u16::try_from((mixed(self.key(), i) >> 64) % below).unwrap();
        let count = 40 + random(1000, 61);
        let error = |mv| if mv == 0 { 0.0 } else { f64::from(random(mv, 1500)) / 1000.0 };
        let moves = (0..count)
            .map(|mv| Candidate { mv, relative_error: error(mv), log_odds: None })
            .collect();
        Expansion { outcome: None, moves, residual_key: self.key(), image_keys: Vec::new() }
    }
}

/// The most memory that a process ever had, in KiB: `self`, or its number.
fn peak_of(process: &str) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse().unwrap()
}

fn peak() -> usize {
    peak_of("self")
}

/// The memory of the program with a table of 4 MiB on a board of this size, in KiB: at the start and after a move.
fn of_program(size: &str, expansions: u32) -> [usize; 2] {
    let settings = ["table_mib=4", "max_time=100000", &format!("max_expansions={expansions}")]
        .map(|setting| ["--set".to_owned(), setting.to_owned()]);
    let mut program = Command::new(env!("CARGO_BIN_EXE_hexcoven"));
    program.args(["gtp", "--boardsize", size]).args(settings.concat());
    let mut program = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut input, output) = (program.stdin.take().unwrap(), program.stdout.take().unwrap());
    let mut output = BufReader::new(output);
    let peaks = ["name", "genmove b"].map(|command| {
        writeln!(input, "{command}").unwrap();
        let mut reply = String::new();
        while !reply.ends_with("\n\n") {
            assert!(output.read_line(&mut reply).unwrap() > 0, "{reply}");
        }
        peak_of(&program.id().to_string())
    });
    drop(input);
    assert!(program.wait().unwrap().success());
    peaks
}

/// What a thread of the program needs beside the table, in MiB (`src/notes/speed.md`): on boards of up to 14x14, and on
/// larger ones.
const BESIDE_MIB: [usize; 2] = [40, 130];

#[expect(clippy::print_stdout, reason = "what was measured")]
fn check_program(size: &str, expansions: u32, beside_mib: usize) {
    let [start, end] = of_program(size, expansions);
    println!("board of {size}: {start} KiB at the start, {end} KiB after a move");
    assert!(start <= 12 * 1024, "{size}: {start} KiB");
    assert!(end <= (4 + beside_mib) * 1024, "{size}: {end} KiB");
}

#[test]
fn the_program_needs_little_beside_its_table() {
    check_program("11", 200, BESIDE_MIB[0]);
}

#[test]
#[ignore = "minutes: cargo test --release --test memory each_size -- --ignored --nocapture"]
fn the_program_needs_little_on_a_board_of_each_size() {
    for size in ["3", "5", "7", "9", "11", "13", "14"] {
        check_program(size, 4000, BESIDE_MIB[0]);
    }
    for size in ["16", "19", "22", "27"] {
        check_program(size, 1000, BESIDE_MIB[1]);
    }
}

/// The budget of the table, in MiB: what this variable says, or little.
const TABLE_MIB: &str = "TABLE_MIB";

#[test]
#[expect(clippy::print_stdout, reason = "what was measured")]
fn a_table_filled_many_times_stays_inside_its_budget() {
    // What a search needs beside its table, whatever the size of that.
    const BESIDE_KIB: usize = 1024;
    let table_mib = std::env::var(TABLE_MIB).map_or(16, |text| text.parse().unwrap());
    let budget_kib = table_mib as usize * 1024;
    // How many times it is filled: large tables take long.
    let times = if table_mib > 64 { 2 } else { 8 };
    let before = peak();
    let mut search = Search::new(SearchParams { table_mib, ..SearchParams::default() });
    let mut game = Endless { keys: vec![1] };
    let (mut expansions, mut most_nodes) = (0, 0);
    while expansions <= times * most_nodes as u64 {
        let report = search.run(&mut game, &Limits::expansions(4000), &mut |_| ());
        expansions += report.expansions;
        let usage = search.usage();
        assert!(usage.bytes <= budget_kib * 1024);
        most_nodes = most_nodes.max(usage.nodes);
    }
    let taken = peak() - before;
    println!("{table_mib} MiB: {taken} KiB taken, {most_nodes} nodes, {expansions} expansions");
    assert!(taken <= budget_kib + BESIDE_KIB, "{taken} KiB");
    assert!(taken > budget_kib * 3 / 4, "the budget is used: {taken} KiB");
}

#[test]
#[ignore = "an hour: cargo test --release --test memory larger -- --ignored --nocapture"]
fn larger_and_smaller_tables_stay_inside_their_budgets() {
    for table_mib in ["4", "64", "256", "1024", "2048"] {
        let mut alone = Command::new(std::env::current_exe().unwrap());
        alone.args(["--exact", "--nocapture", "a_table_filled_many_times_stays_inside_its_budget"]);
        assert!(alone.env(TABLE_MIB, table_mib).status().unwrap().success(), "{table_mib} MiB");
    }
}
