//! `hexcoven tune`: a log that leads on.

use std::fs;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

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
    let other = tune(&out, &["--pairs", "8", "--set", "epsilon=3"]);
    assert_eq!(other.status.code(), Some(2));
    let error = String::from_utf8_lossy(&other.stderr);
    assert!(error.contains("--out is the log of other games: --size 10x10 --seed 1"), "{error}");
    fs::remove_file(out).unwrap();
}

#[test]
fn engines_that_fail_end_the_tuning_and_nothing_is_learned_from_them() {
    let folder = std::env::temp_dir().join(format!("hexcoven-tune-faults-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let [network, out] = ["network", "log"].map(|name| folder.join(name));
    let program = || Command::new(env!("CARGO_BIN_EXE_hexcoven"));
    fs::copy("src/evaluation/large.safetensors", &network).unwrap();
    let options = ["tune", "--tune", "delta", "--pairs", "100000", "--expansions", "2"];
    let run = program()
        .args(options)
        .args(["--size".as_ref(), "6".as_ref(), "--network".as_ref(), network.as_os_str()])
        .arg("--out")
        .arg(&out)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while fs::read_to_string(&out).unwrap_or_default().is_empty() {
        assert!(start.elapsed() < Duration::from_mins(1), "it learns nothing");
        thread::sleep(Duration::from_millis(5));
    }
    // From here on no engine starts.
    fs::remove_file(&network).unwrap();
    let output = run.wait_with_output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("an engine failed in both games of trial "), "{error}");
    let log = fs::read_to_string(&out).unwrap();
    assert!(log.ends_with('\n') && log.lines().all(|line| line.contains("values")), "{log}");
    let values = |line: &str| line.split_once("values").unwrap().1.to_owned();
    for pair in log.lines().collect::<Vec<_>>().windows(2).filter(|pair| pair[1].contains("fault"))
    {
        assert_eq!(values(pair[0]), values(pair[1]));
    }
    fs::remove_dir_all(folder).unwrap();
}
