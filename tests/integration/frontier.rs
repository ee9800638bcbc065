//! Work shared by many machines: the frontier of a search, solved elsewhere and taken in again.

use crate::folders::folder;
use hexcoven::board::{Board, Color, Position, Size};
use hexcoven::params::{Params, Profile};
use hexcoven::player::winner;
use hexcoven::search::{Limits, Outcome, Stop};
use hexcoven::solver::Solver;
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn solver() -> Solver {
    Solver::new(&Params::of(Profile::Solve))
}

fn opening(length: usize, cells: &[&str]) -> Position {
    let size = Size::new(length, length).unwrap();
    let mut position = Position { board: Board::new(size), to_play: Color::Black };
    for name in cells {
        position.play(size.parse_cell(name).unwrap());
    }
    position
}

/// What sharing the work has cost, in expansions.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    /// Of all machines together.
    all: u64,
    /// From start to end, where the machines work at the same time: those of the longest job of each round.
    longest: u64,
    rounds: u64,
}

/// Solves a position by rounds of this many jobs with at most `budget` expansions, each with a solver of its own. As many
/// expansions as there are jobs are made before each round.
fn shared(position: &Position, jobs: usize, budget: u64) -> (Option<Outcome>, Cost) {
    let mut main = solver();
    let mut cost = Cost::default();
    loop {
        let report = main.solve(position, &Limits::expansions(jobs as u64), &mut |_| ());
        let frontier = main.frontier(position, jobs, budget, &Stop::default());
        cost.all += report.expansions + frontier.expansions;
        cost.longest += report.expansions + frontier.expansions;
        if frontier.positions.is_empty() {
            let report = main.solve(position, &Limits::expansions(1), &mut |_| ());
            return (report.outcome, cost);
        }
        let mut longest = 0;
        for (number, open) in frontier.positions.iter().enumerate() {
            let others = &frontier.positions[..number];
            assert!(others.iter().all(|other| other.moves != open.moves), "{open:?} twice");
            assert!(open.budget <= budget && open.work <= budget, "{open:?}");
            let mut next = position.clone();
            open.moves.iter().copied().for_each(|cell| next.play(cell));
            let mut worker = solver();
            let mut file = Vec::new();
            main.save_below(&next, &mut file).unwrap();
            worker.load(Cursor::new(file)).unwrap();
            let report = worker.solve(&next, &Limits::expansions(open.budget), &mut |_| ());
            cost.all += report.expansions;
            longest = longest.max(report.expansions);
            let mut file = Vec::new();
            worker.save(&mut file).unwrap();
            main.load(Cursor::new(file)).unwrap();
        }
        main.refresh(position);
        cost.longest += longest;
        cost.rounds += 1;
    }
}

/// Whatever the number of jobs, the winner is that of one search, and the work is not much more.
#[test]
fn many_solvers_find_the_winner_that_one_does() {
    let (mut alone, mut together) = (0, 0);
    for cells in [&["a4"][..], &["b2"], &["c1"], &["a1", "c3"]] {
        let position = opening(6, cells);
        let report = solver().solve(&position, &Limits::default(), &mut |_| ());
        for jobs in [1, 3] {
            let (outcome, cost) = shared(&position, jobs, 16);
            assert_eq!(outcome, report.outcome, "{cells:?}");
            (alone, together) = (alone + report.expansions, together + cost.all);
        }
    }
    assert!(alone > 100 && together < 2 * alone, "{together} beside {alone}");
}

/// A table for the notes: `SHARED="8 c5" cargo test --release --test integration shared_work -- --ignored --nocapture`.
#[test]
#[ignore = "minutes; the command is above"]
#[expect(clippy::print_stderr, clippy::cast_precision_loss, reason = "a table for the reader")]
fn shared_work_beside_work_alone() {
    let text = std::env::var("SHARED").unwrap_or_else(|_| "8".to_owned());
    let mut words = text.split_whitespace();
    let side = words.next().unwrap().parse().unwrap();
    let position = opening(side, &words.collect::<Vec<_>>());
    let report = solver().solve(&position, &Limits::default(), &mut |_| ());
    let alone = report.expansions;
    eprintln!("{text} alone: {alone} expansions, {:?}", winner(report.outcome, position.to_play));
    for jobs in [1, 2, 4, 16, 64] {
        for budget in [50, 200, 800] {
            let (outcome, Cost { all, longest, rounds }) = shared(&position, jobs, budget);
            assert_eq!(outcome, report.outcome);
            let (efficiency, times) = (alone as f64 / all as f64, alone as f64 / longest as f64);
            eprintln!(
                "| {jobs} | {budget} | {all} | {efficiency:.2} | {longest} | {times:.1} | {rounds} |"
            );
        }
    }
}

fn hexcoven(args: &[&str]) -> Output {
    let words = args.iter().flat_map(|text| text.split(' '));
    Command::new(env!("CARGO_BIN_EXE_hexcoven")).args(words).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The jobs of a file: the command and the file of knowledge of each.
fn jobs(path: &Path) -> Vec<(String, PathBuf)> {
    let of = |line: &str| {
        let job: serde_json::Value = serde_json::from_str(line).unwrap();
        let word = |name: &str| job[name].as_str().unwrap().to_owned();
        assert!(job["expansions"].as_u64().unwrap() <= 40);
        (word("command"), PathBuf::from(word("knowledge")))
    };
    fs::read_to_string(path).unwrap().lines().map(of).collect()
}

fn run(command: &str) {
    let args = command.strip_prefix("hexcoven ").unwrap();
    assert!(hexcoven(&[args]).status.success(), "{command}");
}

/// Of the jobs of a round one is lost, one damaged, one done twice and taken in twice, and one comes a round late.
#[test]
fn lost_damaged_doubled_and_late_results_cost_time_alone() {
    let folder = folder("frontier");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (out, late) = (path("jobs.jsonl"), path("late"));
    let base = format!(
        "solve a3 --size 7 --knowledge {} --frontier 6 --out {out} --budget 40 --expansions 6",
        path("main")
    );
    let (mut merge, mut said) = (String::new(), String::new());
    for round in 0.. {
        assert!(round < 200, "it goes on for ever");
        let output = hexcoven(&[&format!("{base}{merge}")]);
        said += &text(&output.stderr);
        assert!(output.status.success(), "{said}");
        let jobs = jobs(Path::new(&out));
        if jobs.is_empty() {
            assert!(text(&output.stdout).contains("white to play: white wins"));
            break;
        }
        assert!(text(&output.stdout).contains("not solved"));
        merge = " --merge".to_owned();
        for (number, (command, knowledge)) in jobs.iter().enumerate() {
            run(command);
            let file = knowledge.to_str().unwrap();
            merge.extend([" ", file]);
            match number {
                0 if round % 3 == 0 => fs::remove_file(knowledge).unwrap(),
                1 if round % 3 == 0 => {
                    let bytes = fs::read(knowledge).unwrap();
                    fs::write(knowledge, &bytes[..bytes.len() / 2]).unwrap();
                }
                2 => {
                    run(command);
                    merge.extend([" ", file]);
                }
                3 if round == 0 => fs::rename(knowledge, &late).unwrap(),
                _ => {}
            }
        }
        if round == 2 {
            merge.extend([" ", &late]);
        }
    }
    assert!(said.contains("left out: ") && said.contains("the file is damaged"), "{said}");
    assert!(said.contains(&format!("cannot read {}", folder.display())), "{said}");
    fs::remove_dir_all(folder).unwrap();
}

/// What jobs have found is taken in without being named, and never written over before; files of jobs that are not gone on
/// with are removed, and one that cannot be read stays.
#[test]
fn results_are_taken_in_from_their_folder() {
    let folder = folder("taken-in");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (main, out) = (path("main"), path("jobs.jsonl"));
    let round = || {
        let more = "--frontier 4 --budget 40 --expansions 4";
        let output =
            hexcoven(&[&format!("solve a3 --size 7 --knowledge {main} --out {out} {more}")]);
        let said = text(&output.stderr);
        assert!(output.status.success(), "{said}");
        (jobs(Path::new(&out)), said.contains("say nothing new: were the commands that"))
    };
    let size = |path: &Path| fs::metadata(path).map_or(0, |found| found.len());
    assert!(!round().1, "there is nothing to take in");
    let (first, is_warned) = round();
    assert!(is_warned, "no command was run");
    for (command, _) in &first {
        run(command);
    }
    let results: Vec<u64> = first.iter().map(|(_, knowledge)| size(knowledge)).collect();
    let before = size(Path::new(&main));
    let unread = first[0].1.with_file_name("0123456789abcdef0123456789abcdef");
    let newer = "written by a newer program";
    fs::write(&unread, newer).unwrap();
    let (second, is_warned) = round();
    assert!(!is_warned);
    assert!(
        size(Path::new(&main)) > before + results.iter().max().unwrap(),
        "they are in the main file"
    );
    assert!(unread.exists());
    let kept = |path: &PathBuf| second.iter().any(|(_, knowledge)| knowledge == path);
    for ((_, knowledge), result) in first.iter().zip(results) {
        assert!(size(knowledge) >= result || !kept(knowledge), "{knowledge:?}");
        assert_eq!(knowledge.exists(), kept(knowledge), "{knowledge:?}");
    }
    // What a newer program has found of a job that comes again.
    let name = second[0].1.file_name().unwrap().to_owned();
    fs::write(&second[0].1, newer).unwrap();
    let (third, _) = round();
    let aside = second[0].1.with_added_extension("left-out");
    let stays =
        if third.iter().any(|(_, path)| path.ends_with(&name)) { &aside } else { &second[0].1 };
    assert_eq!(fs::read_to_string(stays).unwrap(), newer);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn no_other_file_becomes_one_of_jobs() {
    let folder = folder("slips");
    let out = folder.join("lines");
    let out = out.to_str().unwrap();
    let refused = |opening: &str, out: &str, message: &str| {
        let before = fs::read_to_string(out).ok();
        let line =
            format!("solve {opening} --size 7 --expansions 5 --budget 40 --frontier 2 --out {out}");
        let output = hexcoven(&[&line]);
        let error = text(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains(message), "{error}");
        assert_eq!(fs::read_to_string(out).ok(), before, "it is as it was");
    };
    fs::write(folder.join("batch"), "3 b2\n").unwrap();
    let batch = folder.join("batch");
    assert!(
        hexcoven(&[&format!("solve --batch {} --out {out}", batch.display())]).status.success()
    );
    refused("a3", out, "is not a file of jobs");
    fs::remove_file(out).unwrap();
    assert!(
        hexcoven(&[&format!(
            "solve a3 --size 7 --expansions 5 --budget 40 --frontier 2 --out {out}"
        )])
        .status
        .success()
    );
    refused("b4", out, "has the jobs of another search");
    refused("a3", "-", "--out must name a file");
    assert!(!Path::new("-.knowledge").exists());
    let jsonl = format!("{out}.jsonl");
    assert!(
        hexcoven(&[&format!(
            "solve b4 --size 7 --expansions 5 --budget 40 --frontier 2 --out {jsonl}"
        )])
        .status
        .success()
    );
    let [one, other] =
        [out, &jsonl].map(|path| jobs(Path::new(path))[0].1.parent().unwrap().to_owned());
    assert_ne!(one, other);
    fs::remove_dir_all(folder).unwrap();
}

/// The parts of a file of knowledge of one position: what comes before, the position's key, and what is known of it.
fn parts(file: &[u8]) -> [&[u8]; 3] {
    let lines = file.split_inclusive(|byte| *byte == b'\n').take(3);
    let count = lines.map(<[u8]>::len).sum::<usize>();
    assert_eq!(file[count], 1, "one position");
    let key = count + 1;
    // Of the bytes of a number only the last is without the highest bit.
    let known = key + 1 + file[key..].iter().position(|byte| *byte < 128).unwrap();
    [&file[..key], &file[key..known], &file[known..file.len() - 4]]
}

#[test]
fn a_result_by_which_the_other_player_wins_is_named_and_not_taken_in() {
    let folder = folder("contradiction");
    let paths = ["main", "right", "wrong"].map(|name| folder.join(name));
    let [main, right, wrong] = paths.each_ref().map(|path| path.to_str().unwrap());
    let [lost, won] = [&["b2"][..], &[]].map(|cells| {
        let (mut solver, mut file) = (solver(), Vec::new());
        solver.solve(&opening(3, cells), &Limits::default(), &mut |_| ());
        solver.save(&mut file).unwrap();
        file
    });
    let content = [parts(&lost)[0], parts(&lost)[1], parts(&won)[2]].concat();
    let checksum = crc32fast::hash(&content).to_le_bytes();
    fs::write(wrong, [&content[..], &checksum].concat()).unwrap();
    fs::write(right, lost).unwrap();
    let solve = |more: &str| hexcoven(&[&format!("solve b2 --size 3 --knowledge {main}{more}")]);
    assert!(text(&solve("").stdout).contains("white to play: black wins"));
    let before = fs::read(main).unwrap();
    let output = solve(&format!(" --merge {right} {wrong}"));
    let error = text(&output.stderr);
    let message = format!("{wrong}: it says that one player wins a position, and what was read");
    assert!(output.status.code() == Some(2) && error.contains(&message), "{error}");
    assert!(output.stdout.is_empty());
    assert_eq!(fs::read(main).unwrap(), before);
    assert!(solve(&format!(" --merge {right}")).status.success());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_frontier_needs_a_limit_and_a_file() {
    for (more, message) in [
        ("--frontier 3 --out jobs", "--frontier needs --expansions or --seconds"),
        ("--frontier 3 --expansions 3", "--out <FILE>"),
        ("--frontier 0 --expansions 3 --out jobs", "0"),
        ("--budget 3", "--frontier"),
        ("--frontier 3 --expansions 3 --out /dev/null/jobs", "/dev/null/jobs"),
    ] {
        let output = hexcoven(&["solve --size 5", more]);
        let error = text(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains(message), "{more}: {error}");
    }
}
