//! Ctrl-C and the signal of job queues: work ends soon, children with it, and what is done is kept.

use crate::folders::folder;
use hexcoven::contest::{GameResult, read_ledger};
use safetensors::SafeTensors;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

/// The exit code of a program that was interrupted.
const INTERRUPTED: Option<i32> = Some(130);

/// More than anything here should take.
const PATIENCE: Duration = Duration::from_mins(1);

/// Whether `env` can set what happens to signals, as GNU's does.
fn env_sets_signals() -> bool {
    let tried = Command::new("env").args(["--default-signal", "true"]).output();
    tried.is_ok_and(|output| output.status.success())
}

/// The program, which ignores these signals when it is started, and no others: the tests themselves may be run by a shell
/// or by `nohup` that ignores some. Where `env` cannot do that the program heeds every signal.
fn program_that_ignores(signals: &[&str]) -> Command {
    let program = env!("CARGO_BIN_EXE_hexcoven");
    if !env_sets_signals() {
        return Command::new(program);
    }
    let mut command = Command::new("env");
    command.arg("--default-signal");
    command.args(signals.iter().map(|signal| format!("--ignore-signal={signal}")));
    command.arg(program);
    command
}

/// The program, which heeds all signals.
pub(crate) fn program() -> Command {
    program_that_ignores(&[])
}

fn start(args: &[&str]) -> Child {
    program()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Sends a signal and waits for the end.
pub(crate) fn end_by(signal: &str, run: Child) -> Output {
    let pid = run.id().to_string();
    assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
    let (sender, output) = channel();
    thread::spawn(move || sender.send(run.wait_with_output().unwrap()));
    output.recv_timeout(PATIENCE).unwrap_or_else(|_| {
        let _ = Command::new("kill").args(["-KILL", &pid]).status();
        panic!("it goes on after {signal}");
    })
}

fn lines(path: &Path) -> Vec<String> {
    fs::read_to_string(path).unwrap_or_default().lines().map(str::to_owned).collect()
}

fn is_alive(pid: &str) -> bool {
    Command::new("kill").args(["-0", pid]).stderr(Stdio::null()).status().unwrap().success()
}

/// Fails if one of these processes is still there, but for one that is dead and not yet waited for.
fn assert_gone(pids: &[String]) {
    assert!(!pids.is_empty());
    for pid in pids {
        wait_until(&format!("process {pid} is left of {pids:?}"), || !is_alive(pid));
    }
}

/// A program that writes down its processes in a file. It resigns, but those of which `hangs` is true never move: they
/// start a process of their own and wait for it. `hangs` is a condition of the shell on how many there were.
fn hanging(pids: &Path, hangs: &str) -> String {
    let pids = pids.display();
    let script = format!(
        "echo $$ >> {pids}
        started=$(wc -l < {pids})
        while read -r command rest; do
            case $command in
                genmove) if [ $started {hangs} ]
                    then sleep 100 & echo $! >> {pids}; wait; else echo = resign; fi;;
                *) echo =;;
            esac
            echo
        done"
    );
    format!("sh -c '{script}'")
}

#[test]
fn an_interrupted_match_keeps_its_games_and_leaves_no_engine() {
    for signal in ["-INT", "-TERM"] {
        let folder = folder(&format!("match{signal}"));
        let [pids, games] = ["pids", "games"].map(|name| folder.join(name));
        let engine = hanging(&pids, "-gt 6");
        let out = games.to_str().unwrap();
        let options = ["match", "--size", "5", "--pairs", "50", "--parallel", "2", "--out", out];
        let engines = ["--a", &engine, "--b", "hexcoven --set max_expansions=5"];
        let run = start(&[&options[..], &engines].concat());
        wait_until("games are played", || !lines(&games).is_empty() && lines(&pids).len() > 8);
        let asked = Instant::now();
        let output = end_by(signal, run);
        assert!(asked.elapsed() < Duration::from_secs(10), "it waits for {:?}", asked.elapsed());
        assert_eq!(output.status.code(), INTERRUPTED, "{output:?}");
        assert_gone(&lines(&pids));
        let played: Vec<GameResult> = read_ledger(&games).unwrap();
        assert!(fs::read_to_string(&games).unwrap().ends_with('\n'));
        assert!(played.iter().all(|game| game.fault.is_empty()), "{played:?}");
        let table = String::from_utf8(output.stdout).unwrap();
        assert!(table.contains(&format!(" of {} games", played.len())), "{table}");
        fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn a_match_that_is_decided_leaves_no_engine() {
    let folder = folder("decided");
    let pids = folder.join("pids");
    let engine = hanging(&pids, "-ge 4 -a $started -le 5");
    let options = ["match", "--size", "3", "--pairs", "99", "--parallel", "3", "--sprt", "0,300"];
    let options = [&options[..], &["--move-limit", "20"]].concat();
    let engines = ["--a", "hexcoven --set max_expansions=5", "--b", &engine];
    let output = start(&[&options[..], &engines].concat()).wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_gone(&lines(&pids));
    fs::remove_dir_all(folder).unwrap();
}

/// The processes that this one has started.
#[cfg(target_os = "linux")]
fn children(parent: u32) -> Vec<String> {
    let is_child = |pid: &String| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let fields = stat.rsplit_once(") ").map(|(_, fields)| fields.to_owned());
        fields.is_some_and(|text| text.split(' ').nth(1) == Some(&parent.to_string()))
    };
    let entries = fs::read_dir("/proc").unwrap().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).filter(is_child).collect()
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_tuning_leaves_no_engine() {
    let args = ["tune", "--tune", "eta", "--expansions", "100000000", "--parallel", "2"];
    for signal in ["-INT", "-TERM"] {
        let run = start(&args);
        wait_until("both games have begun", || children(run.id()).len() >= 3);
        let engines = children(run.id());
        let output = end_by(signal, run);
        assert_eq!(output.status.code(), INTERRUPTED, "{output:?}");
        assert_gone(&engines);
    }
}

#[test]
fn a_wrapped_program_ends_with_its_wrapper() {
    use std::io::Write;
    for (signal, input) in [("-INT", "genmove b\n"), ("-TERM", "genmove b\n"), ("-TERM", "")] {
        let folder = folder("wrap");
        let pids = folder.join("pids");
        let words = shlex::split(&hanging(&pids, "-gt 0")).unwrap();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut run = start(&[&["wrap", "--"][..], &words].concat());
        run.stdin.as_mut().unwrap().write_all(input.as_bytes()).unwrap();
        let expected = if input.is_empty() { 1 } else { 2 };
        wait_until("the program runs", || lines(&pids).len() == expected);
        let output = end_by(signal, run);
        assert_eq!(output.status.code(), INTERRUPTED, "{output:?}");
        assert_gone(&lines(&pids));
        fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn our_own_search_in_place_of_a_wrapped_program_ends_too() {
    use std::io::Write;
    let folder = folder("own-search");
    for signal in ["-INT", "-TERM"] {
        let pids = folder.join(signal);
        let script = format!(
            "echo $$ >> {}
            while read -r command rest; do
                case $command in genmove) exit;; *) echo =;; esac
                echo
            done",
            pids.display()
        );
        let mut run = start(&["wrap", "--fallback-seconds", "1000", "--", "sh", "-c", &script]);
        run.stdin.as_mut().unwrap().write_all(b"genmove b\n").unwrap();
        wait_until("it is started again", || lines(&pids).len() == 2);
        thread::sleep(Duration::from_millis(500));
        let asked = Instant::now();
        let output = end_by(signal, run);
        assert!(asked.elapsed() < Duration::from_secs(10), "it goes on for {:?}", asked.elapsed());
        assert_eq!(output.status.code(), INTERRUPTED, "{output:?}");
        assert_gone(&lines(&pids));
    }
    fs::remove_dir_all(folder).unwrap();
}

/// Whether a process has a handler for SIGTERM.
#[cfg(target_os = "linux")]
fn waits_for_signals(pid: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
    u64::from_str_radix(caught.trim(), 16).unwrap() >> (15 - 1) & 1 == 1
}

#[test]
#[cfg(target_os = "linux")]
fn a_signal_that_was_ignored_stays_ignored() {
    if !env_sets_signals() {
        return;
    }
    let args = ["selfplay", "--games", "1000000", "--size", "4", "--expansions", "5"];
    let mut command = program_that_ignores(&["HUP", "INT"]);
    let mut run = command.args(args).stdout(Stdio::null()).spawn().unwrap();
    wait_until("it waits for signals", || waits_for_signals(run.id()));
    for signal in ["-HUP", "-INT"] {
        let status = Command::new("kill").args([signal, &run.id().to_string()]).status();
        assert!(status.unwrap().success());
    }
    thread::sleep(Duration::from_secs(1));
    let goes_on = run.try_wait().unwrap().is_none();
    let output = end_by("-TERM", run);
    assert!(goes_on, "it was ended by a signal that it ignores");
    assert_eq!(output.status.code(), INTERRUPTED);
}

#[test]
fn interrupted_selfplay_shows_the_games_so_far() {
    for signal in ["-INT", "-TERM"] {
        let run = start(&["selfplay", "--games", "1000000", "--size", "4", "--expansions", "5"]);
        thread::sleep(Duration::from_secs(2));
        let output = end_by(signal, run);
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), INTERRUPTED);
        assert!(text.contains("\ngame 2: "), "{text}");
        assert!(text.lines().last().unwrap().starts_with('|'), "{text}");
    }
}

#[test]
fn an_interrupted_solver_keeps_what_it_found() {
    let folder = folder("solve");
    for signal in ["-INT", "-TERM"] {
        let file = folder.join(signal);
        let run = start(&["solve", "--size", "11", "--knowledge", file.to_str().unwrap()]);
        let written = || fs::metadata(&file).map_or(0, |file| file.len());
        wait_until("a file is written", || written() > 0);
        let empty = written();
        thread::sleep(Duration::from_secs(1));
        let output = end_by(signal, run);
        assert_eq!(output.status.code(), INTERRUPTED, "{output:?}");
        assert!(String::from_utf8_lossy(&output.stdout).contains(" not solved, "), "{output:?}");
        assert!(written() > empty + 10_000, "{} bytes of {empty}", written());
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn an_interrupted_batch_keeps_what_is_solved() {
    let folder = folder("batch");
    let [list, out] = ["list", "out.jsonl"].map(|name| folder.join(name));
    fs::write(&list, "4x4\n11x11\n3x3\n").unwrap();
    for signal in ["-INT", "-TERM"] {
        let [list, file] = [&list, &out].map(|path| path.to_str().unwrap());
        let run = start(&["solve", "--batch", list, "--out", file, "--parallel", "2"]);
        wait_until("two are solved", || lines(&out).len() == 2);
        let output = end_by(signal, run);
        assert_eq!(output.status.code(), INTERRUPTED, "{output:?}");
        assert!(lines(&out).iter().all(|line| line.contains(r#""winner":"black""#)));
        fs::remove_file(&out).unwrap();
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn interrupted_sampling_leaves_whole_shards() {
    let folder = folder("samples");
    let options = ["samples", "--size", "6", "--samples", "50", "--expansions", "20", "--out"];
    let run = start(&[&options[..], &[folder.to_str().unwrap()]].concat());
    let shards = || fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    wait_until("two shards are written", || shards().count() >= 2);
    let output = end_by("-TERM", run);
    assert_eq!(output.status.code(), INTERRUPTED, "{output:?}");
    for shard in shards() {
        assert_eq!(shard.extension().unwrap(), "safetensors", "nothing is left beside the shards");
        SafeTensors::deserialize(&fs::read(shard).unwrap()).unwrap();
    }
    fs::remove_dir_all(folder).unwrap();
}

/// A search takes minutes here.
#[test]
fn sampling_ends_within_a_search() {
    let folder = folder("long-samples");
    let options = ["samples", "--size", "19", "--expansions", "1000000", "--out"];
    let run = start(&[&options[..], &[folder.to_str().unwrap()]].concat());
    #[cfg(target_os = "linux")]
    wait_until("it waits for signals", || waits_for_signals(run.id()));
    thread::sleep(Duration::from_secs(2));
    assert_eq!(end_by("-TERM", run).status.code(), INTERRUPTED);
    fs::remove_dir_all(folder).unwrap();
}

/// Nobody reads its output, so it cannot go on to look whether it was interrupted.
#[test]
fn another_signal_ends_a_program_whose_output_is_not_read() {
    let folder = folder("unread");
    let list = folder.join("list");
    let cells: Vec<String> = ["a", "b", "c", "d"]
        .into_iter()
        .flat_map(|column| (1..=4).map(move |row| format!("{column}{row}")))
        .collect();
    let pairs = cells.iter().flat_map(|one| cells.iter().map(move |two| (one, two)));
    let lines = pairs.filter(|(one, two)| one != two).flat_map(|(one, two)| {
        let third = cells.iter().filter(move |three| *three != one && *three != two);
        third.map(move |three| format!("4 {one} {two} {three}\n"))
    });
    fs::write(&list, lines.collect::<String>()).unwrap();
    let mut run = start(&["solve", "--batch", list.to_str().unwrap()]);
    let pid = run.id().to_string();
    let signal = || assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    #[cfg(target_os = "linux")]
    wait_until("it waits for signals", || waits_for_signals(run.id()));
    thread::sleep(Duration::from_secs(3));
    signal();
    thread::sleep(Duration::from_millis(1500));
    signal();
    let start = Instant::now();
    while run.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < PATIENCE, "it goes on after two signals");
        thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(run.wait().unwrap().code(), INTERRUPTED);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn an_interrupted_review_leaves_what_was_there() {
    let folder = folder("review");
    let [out, graph, new] = ["out.sgf", "graph.svg", "new.svg"].map(|name| folder.join(name));
    let [to, draw, other] = [&out, &graph, &new].map(|path| path.to_str().unwrap());
    for graph in [draw, other] {
        let old = [(to, "(;AP[old])"), (draw, "<svg></svg>")];
        for (path, content) in old {
            fs::write(path, content).unwrap();
        }
        let options = ["review", "--size", "11", "--expansions", "100000000", "f6", "c3"];
        let run = start(&[&options[..], &["--out", to, "--graph", graph]].concat());
        thread::sleep(Duration::from_secs(1));
        let output = end_by("-INT", run);
        assert_eq!(output.status.code(), INTERRUPTED, "{output:?}");
        for (path, content) in old {
            assert_eq!(fs::read_to_string(path).unwrap(), content);
        }
        assert!(!new.exists(), "there was none");
    }
    fs::remove_dir_all(folder).unwrap();
}
