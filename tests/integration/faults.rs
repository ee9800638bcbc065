//! A campaign of faults: runs that a signal ends at any moment or whose disk is full, and that go on from their files.
//! Nothing is lost, nothing is there twice, and one clear line says what happened.
//!
//! Which run it is and when it is killed follow from a number:
//! `FAULTS=0..300 cargo test --release --test integration a_long_campaign_of_faults -- --ignored --nocapture`

use crate::folders::folder;
use crate::signals::{end_by, program};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const PROGRAM: &str = env!("CARGO_BIN_EXE_hexcoven");

/// Where a run keeps the parts of its work.
enum Place {
    /// In the lines of a file. No two lines have the same name.
    Lines(PathBuf, fn(&Value) -> String),
    /// In the files of a folder.
    Files(PathBuf),
}

/// A run that writes each part of its work when it is done.
struct Work {
    args: Vec<String>,
    place: Place,
    parts: usize,
    /// Whether the next run goes on from there. Otherwise it does the same again, once the user has removed what is there.
    goes_on: bool,
}

/// A name and what is written of a part.
type Part = (String, Vec<u8>);

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

/// The kinds of work, in a folder.
fn works(folder: &Path) -> Vec<Work> {
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
    let selfplay = words("selfplay --size 6 --games 20 --expansions 5");
    let samples = words("samples --size 6 --shards 8 --samples 20 --expansions 20 --threads 2");
    let work = |args: Vec<String>, parts, option: &str, place| {
        let (Place::Lines(path, _) | Place::Files(path)) = &place;
        let to = [option.to_owned(), path.to_str().unwrap().to_owned()];
        let goes_on = args[0] != "selfplay";
        Work { args: [args, to.to_vec()].concat(), place, parts, goes_on }
    };
    let lines = |name: &str, of: fn(&Value) -> String| Place::Lines(folder.join(name), of);
    let files = |name: &str| Place::Files(folder.join(name));
    vec![
        work(of_match, 12, "--out", lines("games", |line| line["game"].to_string())),
        work(batch, 25, "--out", lines("solutions", |line| line["position"].to_string())),
        work(tune, 24, "--out", lines("trials", |line| line["trial"].to_string())),
        work(selfplay, 20, "--sgf", files("records")),
        work(samples, 8, "--out", files("shards")),
    ]
}

impl Work {
    fn command(&self) -> Command {
        if let Place::Files(folder) = &self.place
            && !self.goes_on
        {
            let _ = fs::remove_dir_all(folder);
        }
        let mut command = program();
        command.args(&self.args).stdin(Stdio::null());
        command
    }

    /// The parts that are done, each once.
    fn done(&self) -> Vec<Part> {
        match &self.place {
            Place::Lines(file, name) => {
                let text = fs::read_to_string(file).unwrap_or_default();
                let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
                let name = |line| name(&serde_json::from_str(line).unwrap());
                let parts: Vec<Part> =
                    whole.lines().map(|line| (name(line), line.as_bytes().to_vec())).collect();
                let names: BTreeSet<&String> = parts.iter().map(|(name, _)| name).collect();
                assert_eq!(
                    names.len(),
                    parts.len(),
                    "{:?}: a line is there twice\n{text}",
                    self.args
                );
                parts
            }
            Place::Files(folder) => {
                let files = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap());
                let is_part =
                    |path: &PathBuf| path.extension().is_none_or(|end| end != "hexcoven-new");
                let paths = files.map(|entry| entry.path()).filter(is_part);
                let name = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
                paths.map(|path| (name(&path), fs::read(&path).unwrap())).collect()
            }
        }
    }

    /// The parts that are done. What was done before is as it was.
    fn done_since(&self, before: &[Part]) -> Vec<Part> {
        let done = self.done();
        for part in before {
            assert!(done.contains(part), "{:?}: {} was lost or changed", self.args, part.0);
        }
        done
    }

    /// Runs to the end: all of the work is there, and nothing else.
    fn finish(&self, before: &[Part]) {
        let output = self.command().output().unwrap();
        assert!(output.status.success(), "{:?}: {output:?}", self.args);
        assert_eq!(self.done_since(before).len(), self.parts, "{:?}: {output:?}", self.args);
        if let Place::Files(folder) = &self.place {
            assert_eq!(fs::read_dir(folder).unwrap().count(), self.parts, "{:?}", self.args);
        }
    }

    /// Ends the run by a signal, again and again, then lets it end. How many parts there were when it was ended last.
    fn survive(&self, random: &mut StdRng) -> usize {
        let mut before = Vec::new();
        for _ in 0..random.random_range(1..4) {
            let signal = SIGNALS[random.random_range(0..SIGNALS.len())];
            let mut command = self.command();
            let run = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(random.random_range(5..800)));
            let output = end_by(signal, run);
            let log = String::from_utf8(output.stderr).unwrap();
            let of_program = log.lines().filter(|line| line.starts_with("hexcoven: ")).count();
            let is_interrupted = output.status.code() == Some(130);
            assert_eq!(of_program, usize::from(is_interrupted), "{:?}, {signal}: {log}", self.args);
            let was_killed = output.status.code().is_none();
            let is_right = is_interrupted || was_killed || output.status.success();
            assert!(is_right, "{:?}, {signal}: {log}", self.args);
            before = if self.goes_on { self.done_since(&before) } else { self.done() };
        }
        self.finish(&before);
        before.len()
    }

    /// Runs where no file may be larger than this many blocks, as on a full disk.
    fn run_with_blocks(&self, blocks: usize) -> Output {
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &script, "sh", PROGRAM]).args(&self.args).stdin(Stdio::null());
        command.output().unwrap()
    }
}

/// What ends a run. The first leaves it no time to do anything.
const SIGNALS: [&str; 3] = ["-KILL", "-TERM", "-INT"];

#[test]
fn work_goes_on_after_the_disk_was_full() {
    let folder = folder("full");
    for work in works(&folder) {
        // Half a line is written, but no file of a folder, some of which are small.
        let (file, blocks) = match &work.place {
            Place::Lines(file, _) => (file, 1),
            Place::Files(folder) => (folder, 0),
        };
        let output = work.run_with_blocks(blocks);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let log = String::from_utf8(output.stderr).unwrap();
        let errors: Vec<&str> = log.lines().filter(|line| line.starts_with("hexcoven: ")).collect();
        let file = file.to_str().unwrap();
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
        println!("{number}: {} with {survived} of {} parts when ended", work.args[0], work.parts);
    }
}
