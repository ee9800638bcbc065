//! `hexcoven tune`: a log that leads on.

use std::fs;
use std::process::{Command, Output};

fn tune(out: &std::path::Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hexcoven"))
        .args([
            "tune",
            "--size",
            "10",
            "--expansions",
            "4,20",
            "--tune",
            "delta",
            "--spread",
            "2",
            "--out",
        ])
        .arg(out)
        .args(args)
        .output()
        .unwrap()
}

#[test]
fn a_tuning_that_was_cut_goes_on_and_one_with_other_steps_does_not() {
    let name = format!("hexcoven-tune-{}.jsonl", std::process::id());
    let out = std::env::temp_dir().join(name);
    assert!(tune(&out, &["--pairs", "6"]).status.success());
    let whole = fs::read_to_string(&out).unwrap();
    assert_eq!(whole.lines().count(), 6);
    let is_drawn = |line: &str| line.contains("\"wins\":1");
    assert!(!whole.lines().all(is_drawn), "steps of any length lead nowhere");
    let three = whole.match_indices('\n').nth(2).unwrap().0 + 1;
    fs::write(&out, &whole[..three]).unwrap();
    let again = tune(&out, &["--pairs", "6"]);
    assert!(again.status.success());
    assert_eq!(fs::read_to_string(&out).unwrap(), whole, "ours play the same games again");
    let last = whole.lines().last().unwrap();
    let (_, delta) = last.split_once("delta=").unwrap();
    let delta = delta.split('"').next().unwrap();
    let table = String::from_utf8(again.stdout).unwrap();
    assert!(table.contains(&format!("--set delta={delta}")), "{table}");
    let other = tune(&out, &["--pairs", "6", "--step", "0.5"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("other parameters or other steps"));
    fs::remove_file(out).unwrap();
}
