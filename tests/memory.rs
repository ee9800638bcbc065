//! The transposition table stays inside its budget as the system counts memory. Alone in its process, which it
//! measures.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, missing_docs, reason = "a test may fail")]

use hexcoven::params::SearchParams;
use hexcoven::search::{Candidate, Expand, Expansion, Limits, Search};

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

/// The most memory that this process ever had, in KiB.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse().unwrap()
}

#[test]
fn a_table_filled_many_times_stays_inside_its_budget() {
    const TABLE_MIB: u32 = 16;
    // What a search needs beside its table, whatever the size of that.
    const BESIDE_KIB: usize = 1024;
    let before = peak();
    let mut search = Search::new(SearchParams { table_mib: TABLE_MIB, ..SearchParams::default() });
    let mut game = Endless { keys: vec![1] };
    let (mut expansions, mut most_nodes) = (0, 0);
    for _ in 0..25 {
        let report = search.run(&mut game, &Limits::expansions(4000), &mut |_| ());
        expansions += report.expansions;
        let memory = search.memory();
        assert!(memory.bytes <= (TABLE_MIB as usize) << 20);
        most_nodes = most_nodes.max(memory.nodes);
    }
    let taken = peak() - before;
    assert!(expansions > 8 * most_nodes as u64, "it was full many times");
    assert!(taken <= TABLE_MIB as usize * 1024 + BESIDE_KIB, "{taken} KiB");
    assert!(taken > TABLE_MIB as usize * 1024 * 3 / 4, "the budget is used: {taken} KiB");
}
