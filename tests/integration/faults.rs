//! A campaign of faults: runs that are killed at any moment or whose disk is full, and go on from their file. Nothing is
//! lost, nothing is there twice, and one clear line says what happened.
//!
//! Which run it is and when it is killed follow from a number:
//! `FAULTS=0..300 cargo test --release --test integration a_long_campaign_of_faults -- --ignored --nocapture`

use crate::folders::folder;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const PROGRAM: &str = env!("CARGO_BIN_EXE_hexcoven");

/// A run that writes a line for each part of its work and goes on from its file.
struct Work {
    args: Vec<String>,
    file: PathBuf,
    lines: usize,
    /// What no two lines have in common.
    name: fn(&Value) -> String,
}

/// The kinds of work, in a folder.
fn works(folder: &Path) -> Vec<Work> {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let engine = format!("{PROGRAM} --set max_expansions=3");
    let of_match = words("match --size 4 --pairs 6 --parallel 2 --a");
    let of_match = [of_match, vec![engine.clone(), "--b".to_owned(), engine]].concat();
    let list = folder.join("list");
    let columns = ["a", "b", "c", "d", "e"];
    let lines =
        columns.iter().flat_map(|letter| (1..=5).map(move |row| format!("{letter}{row}\n")));
    fs::write(&list, lines.collect::<String>()).unwrap();
    let mut batch = words("solve --size 5 --parallel 2 --batch");
    batch.push(list.to_str().unwrap().to_owned());
    let tune = words("tune --tune eta --expansions 3 --size 3 --pairs 24 --parallel 2");
    let work = |(args, lines, name): (Vec<String>, usize, fn(&Value) -> String), file: &str| {
        let file = folder.join(file);
        let args = [args, vec!["--out".to_owned(), file.to_str().unwrap().to_owned()]].concat();
        Work { args, file, lines, name }
    };
    vec![
        work((of_match, 12, |line| line["game"].to_string()), "games"),
        work((batch, 25, |line| line["position"].to_string()), "solutions"),
        work((tune, 24, |line| line["trial"].to_string()), "trials"),
    ]
}

impl Work {
    fn command(&self) -> Command {
        let mut command = Command::new(PROGRAM);
        command.args(&self.args).stdin(Stdio::null());
        command
    }

    /// The whole lines of the file, each once.
    fn done(&self) -> Vec<Value> {
        let text = fs::read_to_string(&self.file).unwrap_or_default();
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let lines: Vec<Value> =
            whole.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let names: BTreeSet<String> = lines.iter().map(self.name).collect();
        assert_eq!(names.len(), lines.len(), "{:?}: a line is there twice\n{text}", self.args);
        lines
    }

    /// Runs to the end; all of the work is there, and what was done before is as it was.
    fn finish(&self, before: &[Value]) {
        let output = self.command().output().unwrap();
        assert!(output.status.success(), "{:?}: {output:?}", self.args);
        let done = self.done();
        assert_eq!(done.len(), self.lines, "{:?}: {output:?}", self.args);
        assert_eq!(done[..before.len()], *before, "{:?}: it was changed", self.args);
    }

    /// Kills the run again and again, then lets it end. How many lines there were when it was killed last.
    fn survive(&self, random: &mut StdRng) -> usize {
        let mut before = Vec::new();
        for _ in 0..random.random_range(1..4) {
            let quiet = || Stdio::null();
            let mut run = self.command().stdout(quiet()).stderr(quiet()).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(random.random_range(5..800)));
            run.kill().unwrap();
            run.wait().unwrap();
            let done = self.done();
            assert!(done.starts_with(&before), "{:?}: {done:?} after {before:?}", self.args);
            before = done;
        }
        self.finish(&before);
        before.len()
    }

    /// Runs where no file may be larger than this many blocks, as on a full disk.
    #[cfg(unix)]
    fn run_with_blocks(&self, blocks: usize) -> Output {
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &script, "sh", PROGRAM]).args(&self.args).stdin(Stdio::null());
        command.output().unwrap()
    }
}

#[cfg(unix)]
#[test]
fn work_goes_on_after_the_disk_was_full() {
    let folder = folder("full");
    for work in works(&folder) {
        let output = work.run_with_blocks(1);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let log = String::from_utf8(output.stderr).unwrap();
        let errors: Vec<&str> = log.lines().filter(|line| line.starts_with("hexcoven: ")).collect();
        let file = work.file.to_str().unwrap();
        assert!(
            matches!(errors[..], [line] if line.contains(file) && line.contains("large")),
            "{log}"
        );
        work.finish(&work.done());
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn work_that_is_killed_goes_on() {
    let folder = folder("killed");
    let mut random = StdRng::seed_from_u64(0);
    for work in works(&folder) {
        work.survive(&mut random);
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
#[ignore = "half an hour; the command is above"]
#[expect(clippy::print_stdout, reason = "its progress")]
fn a_long_campaign_of_faults() {
    for number in crate::campaign::range("FAULTS", "0..300") {
        let folder = folder("fault");
        let mut random = StdRng::seed_from_u64(number);
        let mut works = works(&folder);
        let work = works.swap_remove(random.random_range(0..works.len()));
        let survived = work.survive(&mut random);
        fs::remove_dir_all(folder).unwrap();
        println!("{number}: {} with {survived} of {} lines when killed", work.args[0], work.lines);
    }
}
