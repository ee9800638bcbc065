//! The command line: exit codes, what goes where, interrupts, and results that repeat.

use crate::folders::folder;
use crate::gtp_process::GtpProcess;
use hexcoven::record::Options;
use std::collections::{BTreeMap, HashMap};
#[cfg(unix)]
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

fn hexcoven(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hexcoven")).args(args).output().unwrap()
}

/// Runs it with a standard output that nobody reads.
fn unheard(args: &[&str]) -> std::process::ExitStatus {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    Command::new(env!("CARGO_BIN_EXE_hexcoven")).args(args).stdout(writer).status().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn an_interrupt_ends_a_search_with_a_move() {
    let mut engine = GtpProcess::start(&["--set", "max_time=1000"]);
    assert_eq!(engine.ok("name"), "HexCoven");
    engine.tell("genmove b");
    std::thread::sleep(Duration::from_millis(300));
    engine.tell("# interrupt");
    let reply = engine.reply();
    assert!(reply.starts_with("= ") && reply.len() >= 4, "{reply:?}");
    engine.tell("# interrupt");
    assert_eq!(engine.send("1 name"), "=1 HexCoven", "a late interrupt is ignored");
}

#[test]
fn an_interrupt_ends_the_solving_of_all_moves() {
    let mut engine = GtpProcess::start(&["--boardsize", "19"]);
    engine.tell("dfpn-solve-moves b");
    std::thread::sleep(Duration::from_millis(300));
    engine.tell("# interrupt");
    let start = Instant::now();
    assert_eq!(engine.reply().lines().count(), 361);
    assert!(start.elapsed() < Duration::from_secs(20), "it looks at every move");
}

#[test]
fn staircases_replace_staircases_alone() {
    let show = |args: &[&str]| {
        let position = ["show", "d4", "--size", "5", "--search", "9"];
        hexcoven(&[&position[..], args].concat()).status.success()
    };
    let path = std::env::temp_dir().join(format!("hexcoven-staircases-{}", std::process::id()));
    let out = path.to_str().unwrap();
    let (text, picture) = (["--staircases", "--out", out], ["--out", out]);
    assert!(show(&text) && show(&text) && !show(&picture), "a text");
    std::fs::remove_file(&path).unwrap();
    assert!(show(&picture) && show(&picture) && !show(&text), "a picture");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn pondering_changes_no_reply_and_ends_when_a_command_comes() {
    let replies = |ponder: &str| {
        let mut engine =
            GtpProcess::start(&["--boardsize", "9", "--set", ponder, "--set", "max_expansions=1"]);
        let commands = ["genmove b", "showboard", "time_left", "scns-report", "undo", "undo"];
        let replies: Vec<String> = commands
            .iter()
            .map(|command| {
                std::thread::sleep(Duration::from_millis(50));
                engine.tell("# interrupt");
                let asked = Instant::now();
                let reply = engine.send(command);
                assert!(asked.elapsed() < Duration::from_secs(20), "{command}");
                reply.split(" in ").next().unwrap().to_owned()
            })
            .collect();
        engine.ok("genmove b");
        engine.close_input();
        assert!(engine.wait().0.success(), "the end of the input ends it");
        replies
    };
    assert_eq!(replies("ponder=1"), replies("ponder=0"));
}

#[test]
fn an_analysis_is_shown_until_it_is_interrupted() {
    let mut engine = GtpProcess::start(&["gtp", "--boardsize", "9"]);
    engine.tell("gogui-gfx-analyze w");
    for _ in 0..2 {
        let block = engine.block();
        assert!(block.starts_with("gogui-gfx:\nkata\ninfo move "), "{block:?}");
        for field in ["visits", "winrate", "scoreLead", "order 0 pv"] {
            assert!(block.contains(field), "{block:?}");
        }
    }
    engine.tell("# interrupt");
    assert!(engine.drawings_and_reply().1.starts_with("= open, "));
}

/// The moves of a line of a live analysis, each with its fields by their names.
fn infos(line: &str) -> Vec<HashMap<&str, &str>> {
    let moves = line.split("info ").skip(1);
    moves
        .map(|text| {
            let (fields, line) = text.trim_end().split_once(" pv ").unwrap();
            let words: Vec<&str> = fields.split(' ').collect();
            let pairs = words.chunks(2).map(|pair| (pair[0], pair[1]));
            pairs.chain([("pv", line)]).collect()
        })
        .collect()
}

#[test]
fn a_live_analysis_goes_on_until_anything_else_comes() {
    let mut engine = GtpProcess::start(&["--boardsize", "9"]);
    for (end, command, one) in [
        ("", "kata-analyze", 1.0),
        ("# interrupt", "kata-analyze", 1.0),
        ("stop", "lz-analyze", 1e4),
    ] {
        engine.tell(&format!("7 {command} w 5 minmoves 4"));
        std::thread::sleep(Duration::from_millis(500));
        engine.tell(end);
        let reply = engine.reply();
        let lines: Vec<&str> = reply.lines().collect();
        assert_eq!(lines[0], "=7 ");
        assert!(lines.len() > 3, "one in 50 ms: {reply}");
        let first = infos(lines[1]);
        let last = infos(lines[lines.len() - 1]);
        let sum = |infos: &[HashMap<&str, &str>], field| -> f64 {
            infos.iter().map(|info| info[field].parse::<f64>().unwrap()).sum()
        };
        assert!(sum(&last, "visits") > sum(&first, "visits"));
        assert!(sum(&last, "prior") <= 1.001 * one);
        for (order, info) in last.iter().enumerate() {
            let winrate: f64 = info["winrate"].parse().unwrap();
            assert!(order.to_string() == info["order"] && winrate > 0.0 && winrate < one);
            assert!(info["pv"].starts_with(info["move"]), "{info:?}");
        }
        if end == "stop" {
            assert_eq!(engine.reply(), "=");
        }
    }
    assert_eq!(engine.send("8 name"), "=8 HexCoven");
}

#[test]
fn an_analysis_looks_at_the_moves_that_it_is_told() {
    let mut engine = GtpProcess::start(&["--boardsize", "9"]);
    let mut moves_of = |args: &str| {
        engine.tell(&format!("kata-analyze {args} minmoves 100"));
        std::thread::sleep(Duration::from_millis(200));
        let reply = engine.send("stop");
        engine.reply();
        let last = reply.lines().last().unwrap();
        let mut moves: Vec<String> =
            infos(last).iter().map(|info| info["move"].to_owned()).collect();
        moves.sort();
        moves.join(" ")
    };
    assert_eq!(moves_of("b 10 allow b a1,e5,c3 1"), "a1 c3 e5");
    assert_eq!(moves_of("allow b a1,e5,c3 1 avoid b e5 1"), "a1 c3");
    let all = moves_of("b 10");
    let fewer = moves_of("b 10 avoid b e5 1");
    assert!(all.contains("e5") && !fewer.contains("e5") && fewer.contains("d5"), "{all} {fewer}");
}

#[test]
fn a_swap_is_a_move_like_others() {
    let mut engine = GtpProcess::start(&["--boardsize", "9", "--set", "allow_swap=1"]);
    for (opening, is_best) in [("e5", true), ("a1", false)] {
        engine.ok("clear_board");
        engine.ok(&format!("play b {opening}"));
        engine.tell("kata-analyze 10");
        std::thread::sleep(Duration::from_millis(300));
        let reply = engine.send("stop");
        engine.reply();
        let infos = infos(reply.lines().last().unwrap());
        let swap = infos.iter().find(|info| info["move"] == "swap-pieces").unwrap();
        let best: f64 = infos[0]["winrate"].parse().unwrap();
        let its: f64 = swap["winrate"].parse().unwrap();
        assert!((swap["order"] == "0") == is_best && (its > 0.5) == is_best && best > 0.5);
    }
}

#[test]
fn the_end_of_the_input_ends_even_an_endless_analysis() {
    let mut engine = GtpProcess::start(&["--boardsize", "9"]);
    engine.tell("gogui-gfx-analyze w");
    engine.close_input();
    assert!(engine.drawings_and_reply().1.starts_with("= open, "));
    assert!(engine.wait().0.success());
}

#[test]
fn quitting_ends_even_an_endless_analysis() {
    let mut engine = GtpProcess::start(&["--boardsize", "9"]);
    engine.tell("gogui-gfx-analyze w");
    engine.tell("quit");
    assert!(engine.drawings_and_reply().1.starts_with("= open, "));
    assert!(engine.wait().0.success());
}

#[test]
#[cfg(unix)]
fn an_engine_does_not_outlive_its_client() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hexcoven"))
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"dfpn-solve-state b\n").unwrap();
    std::thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none(), "it solves the empty board");
    drop((input, child.stdout.take()));
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < Duration::from_secs(20), "it goes on");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn mistakes_are_named_on_standard_error_with_code_2() {
    for (args, message) in [
        (vec!["--set", "eta"], "not of the form name=value"),
        (
            vec!["--set", "nothing=1"],
            "no parameter is named `nothing`: `hexcoven params` lists all",
        ),
        (
            vec!["tune", "--tune", "nothing"],
            "no parameter is named `nothing`: `hexcoven params` lists",
        ),
        (vec!["selfplay", "--openings", "/no/such/file"], "cannot read /no/such/file"),
        (vec!["selfplay", "--size", "28"], "from 1 to 27"),
        (vec!["selfplay", "--games", "0"], "0"),
        (vec!["selfplay", "--games", "4294967295"], "not in 1..=1000000"),
        (vec!["match", "--a", "x", "--b", "x", "--pairs", "4294967295"], "not in 1..=1000000"),
        (vec!["tune", "--tune", "eta", "--pairs", "4294967295"], "not in 1..=1000000"),
        (vec!["samples", "--out", "x", "--shards", "4294967295"], "not in 1..=100000"),
        (vec!["samples", "--out", "x", "--threads", "4294967295"], "not in 1..=256"),
        (vec!["selfplay", "--expansions", "0"], "0 is not in 1.."),
        (vec!["tune", "--tune", "delta", "--expansions", "100,0"], "0 is not in 1.."),
        (vec!["samples", "--out", "/dev/null/folder"], "cannot make the folder /dev/null/folder"),
        (vec!["selfplay", "--seconds", "-1"], "-1"),
        (vec!["selfplay", "--seconds", "1", "--expansions", "1"], "cannot be used with"),
        (vec!["--network", "/no/such/file"], "cannot read /no/such/file"),
        (vec!["bench", "--network", "Cargo.toml"], "Cargo.toml: it is no network"),
        (vec!["bench", "--network", "/dev/zero"], "cannot read /dev/zero: it has more than"),
        (vec!["solve", "--knowledge", "/dev/zero"], "cannot read /dev/zero: it is no file"),
        (
            vec!["match", "--a", "x", "--b", "x", "--pairs", "1", "--out", "/dev/zero"],
            "/dev/zero: it is no file",
        ),
        (vec!["solve", "--sgf", "/dev/zero"], "cannot read /dev/zero: it has more than"),
        (
            vec!["match", "--a", "hexcoven", "--b", "hexcoven", "--setup-a", "# x"],
            "not one command",
        ),
        (vec!["wrap", "--setup", "", "--", "hexcoven"], "not one command"),
        (
            vec!["wrap", "--fallback-seconds", "0", "--", "hexcoven"],
            "not a number of seconds above 0",
        ),
        (vec!["solve", "--seconds", "nan"], "not a number of seconds"),
        (vec!["tune", "--tune", "eta", "--tune", "eta"], "--tune eta comes twice"),
        (vec!["tune", "--tune", "use_rave"], "`use_rave` cannot be tuned: its value is 1, not a"),
        (vec!["tune", "--tune", "eta", "--set", "allow_swap=1"], "without a swap"),
        (vec!["tune", "--tune", "eta", "--set", "max_time=1"], "max_time: a move takes as many"),
        (vec!["tune", "--tune", "max_expansions"], "max_expansions: a move takes as many"),
        (vec!["solve", "--size", "3", "--log", "inof"], "invalid value 'inof'"),
        (vec!["review", "--size", "5"], "no move to review"),
        (vec!["review", "c3", "--graph", "/no/such/file"], "cannot write /no/such/file"),
        (vec!["nonsense"], "nonsense"),
    ] {
        let output = hexcoven(&args);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(error.contains(message), "{args:?}: {error}");
        assert!(output.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn help_and_the_readme_name_the_same_subcommands() {
    let help = stdout(&hexcoven(&["--help"]));
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let (commands, options) = commands.split_once("\n\n").unwrap();
    let is_name = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let names =
        commands.lines().filter(is_name).map(|line| line.split_whitespace().next().unwrap());
    let mut of_help: Vec<&str> = names.filter(|name| !["gtp", "help"].contains(name)).collect();
    let rows = include_str!("../../README.md").lines();
    let rows = rows.filter_map(|line| line.strip_prefix("| `hexcoven "));
    let mut of_readme: Vec<&str> = rows.map(|row| row.split([' ', '`']).next().unwrap()).collect();
    of_help.sort_unstable();
    of_readme.sort_unstable();
    assert_eq!(of_help, of_readme);
    for name in ["--boardsize", "--skip-i", "--rows-from-bottom"] {
        assert!(options.contains(name), "{name}");
    }
}

#[test]
fn a_package_gets_manual_pages_completions_and_the_version_of_its_networks() {
    let folder = folder("man");
    let pages = folder.join("new/man1");
    assert!(hexcoven(&["man", pages.to_str().unwrap()]).status.success());
    for (page, option) in [("hexcoven.1", "katahex"), ("hexcoven-solve.1", "knowledge")] {
        let page = std::fs::read_to_string(pages.join(page)).unwrap();
        assert!(page.starts_with(".ie") && page.contains(option));
    }
    std::fs::remove_dir_all(&folder).unwrap();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(stdout(&hexcoven(&["completions", shell])).contains("knowledge"), "{shell}");
    }
    let version = stdout(&hexcoven(&["--version"]));
    let [small, medium, large] = hexcoven::evaluation::SHIPPED.map(|network| network.checksum());
    let networks = format!("networks: small {small}, medium {medium}, large {large})\n");
    assert!(version.starts_with("hexcoven 0.1.0 (") && version.ends_with(&networks), "{version}");
}

#[test]
fn the_readme_names_parameters_and_their_defaults() {
    let listed = stdout(&hexcoven(&["params"]));
    let first_two = |line: &str| {
        let mut cells =
            line.split('|').skip(1).map(|cell| cell.trim().trim_matches('`').to_owned());
        Some((cells.next()?, cells.next()?))
    };
    let listed: Vec<_> = listed.lines().filter_map(first_two).collect();
    let (_, section) = include_str!("../../README.md").split_once("## Parameters").unwrap();
    let (section, _) = section.split_once("## ").unwrap();
    let named: Vec<_> =
        section.lines().filter(|line| line.starts_with("| `")).filter_map(first_two).collect();
    assert!(named.len() > 5, "the parameters that a user sets");
    for row in named {
        assert!(listed.contains(&row), "{row:?} is not what `hexcoven params` says");
    }
}

#[test]
fn selfplay_repeats_itself_and_writes_its_games() {
    let folder = folder("selfplay");
    let sgf = folder.to_str().unwrap();
    let args: Vec<&str> = "selfplay --games 3 --size 5 --expansions 40 --seed 7 --sgf"
        .split(' ')
        .chain([sgf])
        .collect();
    let run = || {
        let output = hexcoven(&args);
        assert!(output.status.success());
        let games = (1..=3)
            .map(|n| std::fs::read_to_string(folder.join(format!("game-{n:04}.sgf"))).unwrap());
        (
            stdout(&output).lines().take(3).map(str::to_owned).collect::<Vec<_>>(),
            games.collect::<Vec<_>>(),
        )
    };
    let first = run();
    // Only the second game is left.
    for number in [1, 3] {
        std::fs::remove_file(folder.join(format!("game-{number:04}.sgf"))).unwrap();
    }
    let refused = hexcoven(&args);
    let error = String::from_utf8_lossy(&refused.stderr);
    assert!(error.contains("game-0002.sgf is there"), "{error}");
    assert_eq!((refused.status.code(), refused.stdout.len()), (Some(2), 0));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "no game was played");
    std::fs::remove_file(folder.join("game-0002.sgf")).unwrap();
    assert_eq!(first, run());
    assert!(first.0[0].starts_with("game 1: ") && first.1[0].starts_with("(;FF[4]GM[11]"));
    let reading = hexcoven::record::read_text(&first.1[0], &Options::default()).unwrap();
    assert!(reading.record.result().is_some());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn boards_from_5_to_19_are_played_to_the_end() {
    for (size, expansions) in [("5", "20"), ("11", "8"), ("19", "2"), ("7x4", "10")] {
        let output = hexcoven(&["selfplay", "--size", size, "--expansions", expansions]);
        let text = stdout(&output);
        assert!(output.status.success() && text.contains(" wins in "), "{text}");
        assert!(text.contains("B+") || text.contains("W+"), "{text}");
    }
}

#[test]
fn positions_are_solved() {
    let text = stdout(&hexcoven(&["solve", "--size", "4", "--all"]));
    let line = text.split_once("black to play: black wins\nline: ").unwrap().1;
    assert!(["d1", "c2", "b3", "a4"].contains(&line.split([' ', '\n']).next().unwrap()), "{text}");
    assert!(text.contains("\nwinning moves: d1 c2 b3 a4\n"), "{text}");
    let folder = folder("all");
    let list = folder.join("list");
    std::fs::write(&list, "4x4\n").unwrap();
    let json = stdout(&hexcoven(&["solve", "--all", "--batch", list.to_str().unwrap()]));
    std::fs::remove_dir_all(folder).unwrap();
    let expansions = json.split_once(r#""expansions":"#).unwrap().1.split(',').next().unwrap();
    assert!(
        text.contains(&format!("\nwith all moves: {expansions} expansions in ")),
        "{text}{json}"
    );
    let text = stdout(&hexcoven(&["solve", "--size", "6"]));
    assert!(text.contains("line: d3 d4 c4 "), "c4 decides, and the line goes on: {text}");
    let text = stdout(&hexcoven(&["solve", "--size", "5x4", "a1,b2", "c3"]));
    assert!(text.contains("white to play: "), "{text}");
    // A move that wins says who does, where the search of the position itself did not come so far.
    let text = stdout(&hexcoven(&["solve", "f1", "c3", "--size=6", "--all", "--expansions=1"]));
    assert!(text.contains("not solved") && text.contains("\nby its moves: black wins\n"), "{text}");
    let text = stdout(&hexcoven(&["solve", "--expansions", "2", "--size", "11", "--all"]));
    assert!(text.contains("not solved, 0 of ") && text.contains(" %, 2 expansions\n"), "{text}");
}

#[test]
fn many_positions_are_solved_and_a_cut_file_is_gone_on_with() {
    let folder = folder("batch");
    let [list, out] = ["list", "out.jsonl"].map(|name| folder.join(name));
    let text = "# two puzzles\n4x4\n\n3x3 b2\nhttps://hexworld.org/board/#5,a1b2\n4x4\n";
    std::fs::write(&list, text).unwrap();
    let [list, out] = [&list, &out].map(|path| path.to_str().unwrap());
    let printed = stdout(&hexcoven(&["solve", "--all", "--batch", list]));
    assert_eq!(printed.lines().count(), 3, "{printed}");
    let won = r#""to_play":"black","winner":"black","winning_moves":["d1","c2","b3","a4"],"#;
    assert!(printed.contains(won), "{printed}");
    let third = r#""size":"3x3","to_play":"white","winner":"black","winning_moves":[],"#;
    assert!(printed.contains(third), "{printed}");
    let solve = || hexcoven(&["solve", "--all", "--batch", list, "--out", out, "--parallel", "2"]);
    let in_order = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert!(solve().status.success());
    let whole = std::fs::read_to_string(out).unwrap();
    assert_eq!(in_order(&whole), in_order(&printed));
    std::fs::write(out, &whole[..whole.len() - 9]).unwrap();
    assert!(solve().status.success());
    assert_eq!(in_order(&std::fs::read_to_string(out).unwrap()), in_order(&printed));
    for (line, reason) in
        [("5x5 z9", "`z9` is not"), ("5 a2 a2", "W[a2]: "), ("5 a2 # good", "`#`: no move")]
    {
        std::fs::write(list, format!("5x5 a1\n\n{line}\n")).unwrap();
        let output = hexcoven(&["solve", "--batch", list]);
        let error = String::from_utf8(output.stderr.clone()).unwrap();
        assert!(error.contains(&format!("list, line 3: {reason}")), "{error}");
        assert!(output.status.code() == Some(2) && output.stdout.is_empty());
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_batch_solves_again_what_is_asked_more_of() {
    let folder = folder("asked");
    let [list, out] = ["list", "out.jsonl"].map(|name| folder.join(name));
    std::fs::write(&list, "c3\n").unwrap();
    let [list, out] = [&list, &out].map(|path| path.to_str().unwrap());
    let added = |more: &str| {
        let before = std::fs::read_to_string(out).unwrap_or_default();
        let mut args = vec!["solve", "--batch", list, "--out", out];
        args.extend(more.split(' '));
        assert!(hexcoven(&args).status.success());
        let after = std::fs::read_to_string(out).unwrap();
        after.strip_prefix(&before).unwrap().to_owned()
    };
    assert!(added("--size 6 --expansions 1").contains(r#""winner":null"#));
    assert_eq!(added("--size 6 --expansions 1"), "");
    let some = added("--size 6 --expansions 1 --all");
    assert!(some.contains(r#""winner":null,"winning_moves":null,"moves":{"win":[],"lose":[""#));
    assert!(!some.contains(r#""open":[]"#), "{some}");
    // The last line says what those before did.
    let more = added("--size 6 --seconds 1000");
    assert!(more.contains(r#""winner":"black","winning_moves":[],"moves":{"win":[],"lose":[""#));
    assert!(more.contains(r#""open":[]"#), "all moves lose: {more}");
    assert_eq!(added("--size 6 --all"), "");
    assert!(added("--size 3").contains(r#""winner":"white""#));
    assert!(added("--size 3 --to-play black").contains(r#""winner":"black""#));
    assert_eq!(added("--size 3"), "");
    std::fs::write(list, "f1 c3\n").unwrap();
    let whole = added("--size 6 --seconds 1000");
    assert!(whole.contains(r#""winner":"black","winning_moves":null"#), "{whole}");
    let line = &whole[whole.find(r#""line":["#).unwrap()..whole.find(r#""link""#).unwrap()];
    let more = added("--size 6 --all --expansions 1");
    assert!(more.contains(r#""winner":"black","winning_moves":null,"moves":{"win":[""#), "{more}");
    assert!(line.len() > 40 && more.contains(line), "{line}: {more}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn an_answer_of_a_batch_is_of_the_position_that_the_options_read() {
    let folder = folder("read");
    let [list, out] = ["list", "out.jsonl"].map(|name| folder.join(name));
    std::fs::write(&list, "(;FF[4]GM[11]SZ[3](;B[b2])(;B[a1]))\n").unwrap();
    let [list, out] = [&list, &out].map(|path| path.to_str().unwrap());
    for (variation, winner) in [("1", "black"), ("2", "white"), ("2", "white")] {
        let args = ["solve", "--batch", list, "--out", out, "--variation", variation];
        assert!(hexcoven(&args).status.success());
        let text = std::fs::read_to_string(out).unwrap();
        let answer = text.lines().last().unwrap();
        assert!(answer.contains(&format!(r#""winner":"{winner}""#)), "{text}");
        assert_eq!(text.lines().count(), variation.parse::<usize>().unwrap(), "{text}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// What is proved is saved even where nobody reads the answer; nothing of the user's is written over by a slip.
#[test]
fn results_are_saved_where_they_belong() {
    let folder = folder("results");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (proof, knowledge, mine) = (path("proof"), path("knowledge"), path("mine"));
    let solve = format!("solve --size 4 c2 --proof {proof} --knowledge {knowledge}");
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexcoven"));
    let output = command.args(solve.split(' ')).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "it cannot print");
    let verified = stdout(&hexcoven(&["verify", &proof]));
    assert!(verified.contains("black wins"), "{verified}");
    let again = stdout(&hexcoven(&["solve", "--size", "4", "c2", "--knowledge", &knowledge]));
    assert!(again.contains("\n0 expansions in "), "{again}");
    std::fs::write(&mine, "all that I know").unwrap();
    for slip in [
        format!("solve --size 3 --proof {mine}"),
        format!("solve --size 3 --proof {knowledge}"),
        format!("solve --size 3 --knowledge {knowledge} --proof {knowledge}"),
        format!("solve --size 3 --expansions 1 --frontier 3 --out {mine}"),
        format!(
            "solve --size 3 --expansions 1 --knowledge {knowledge} --frontier 3 --out {knowledge}"
        ),
        format!("solve --size 3 --knowledge {mine}"),
        format!("show --size 3 --out {mine}"),
        format!("review --size 3 b2 --graph {mine}"),
        format!("review --size 3 b2 --out {mine}"),
    ] {
        let before = std::fs::read(&knowledge).unwrap();
        let output = hexcoven(&slip.split(' ').collect::<Vec<_>>());
        assert!(output.status.code() == Some(2) && output.stdout.is_empty(), "{slip}");
        assert_eq!(std::fs::read(&mine).unwrap(), b"all that I know", "{slip}");
        assert_eq!(std::fs::read(&knowledge).unwrap(), before, "{slip}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_shortest_win_is_told() {
    let text = stdout(&hexcoven(&["solve", "--size", "3", "--shortest"]));
    assert!(text.contains("\nshortest: black needs 3 stones, by "), "{text}");
    let text = stdout(&hexcoven(&["solve", "--size", "3", "b2", "--shortest"]));
    assert!(text.contains("\nshortest: black needs 2 stones\n"), "{text}");
    let small = ["solve", "--size", "5", "--shortest", "--set", "table_mib=1"];
    let text = stdout(&hexcoven(&small));
    assert!(text.contains("\nshortest: black needs 7 stones, by d2 c3 b4\n"), "{text}");
    let text = stdout(&hexcoven(&["solve", "--size", "6", "--shortest", "--seconds", "1"]));
    let end = text.split_once("\nshortest: not known, black needs at least ").unwrap().1;
    assert!(end.ends_with(" stones\n"), "{text}");
}

#[test]
fn one_position_is_read_from_moves_a_link_a_record_and_a_diagram() {
    let folder = folder("inputs");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let sgf = write("game.sgf", "(;GM[11]SZ[4];B[b2];W[c3];B[a1];W[d4])");
    let diagram = write("board", "B . . .\n . B . .\n . . W .\n . . . .\n");
    let link = "https://hexworld.org/board/#4,b2c3a1,d4";
    let shown = |args: &[&str]| {
        let text = stdout(&hexcoven(&[&["solve"], args].concat()));
        let found =
            |start: &str| text.lines().find(|line| line.starts_with(start)).map(str::to_owned);
        (found("https:").unwrap(), found("white to play:").unwrap())
    };
    let expected = shown(&["b2", "c3", "a1", "--size", "4"]);
    assert_eq!(expected.0, "https://hexworld.org/board/#4c1,b2c3a1");
    assert_eq!(shown(&[link]), expected);
    assert_eq!(shown(&["--sgf", &sgf, "--before", "4"]), expected);
    let of_diagram = shown(&["--diagram", &diagram]);
    assert_eq!(of_diagram, ("https://hexworld.org/board/#4c1,a1c3b2".to_owned(), expected.1));
    let board = "  a  b\n 1\\B  .\\1\n  2\\.  .\\2\n    a  b\nwhite to play";
    assert!(shown(&["--diagram", &write("shown", board)]).0.ends_with("#2c1,a1"));
    for (color, link) in [("black", "#2c1,:pb1\n"), ("white", "#2c1,:pb1:p\n")] {
        let diagram = write(color, &format!(". W\n. .\n{color} to play"));
        assert!(stdout(&hexcoven(&["solve", "--diagram", &diagram])).contains(link), "{color}");
    }
    assert_eq!(shown(&["--sgf", &sgf, "--to-play", "w"]).0, format!("{}d4:p", expected.0));
    std::fs::remove_dir_all(folder).unwrap();
}

/// Writes a file and puts its name in the place of `FILE` in a command line. Returns what is on both outputs.
fn solve_file(name: &str, content: &str, line: &str) -> String {
    let folder = folder(&format!("solve-{name}"));
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    let words =
        line.split(' ').map(|word| if word == "FILE" { path.to_str().unwrap() } else { word });
    let output = hexcoven(&words.collect::<Vec<_>>());
    std::fs::remove_dir_all(folder).unwrap();
    [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat()
}

#[test]
fn a_byte_order_mark_changes_nothing() {
    for (name, content, line, message) in [
        ("marked.txt", "5x5 a1\n", "solve --batch FILE --expansions 1", "\"size\":\"5x5\""),
        ("marked-board", ". B\nW .\n", "solve --diagram FILE", "wins"),
        ("marked.sgf", "(;GM[11]SZ[3];B[b2])", "review --out FILE --expansions 9 FILE", "b2"),
        ("marked-opening", "a1\n", "selfplay --size 2 --games 1 --openings FILE", "100.0 %"),
    ] {
        let text = solve_file(name, &format!("\u{feff}{content}"), line);
        assert!(text.contains(message) && !text.contains("a1` is not"), "{name}: {text}");
        assert!(!text.contains("is not an SGF record"), "{name}: {text}");
    }
}

#[test]
fn a_file_in_the_place_of_a_move_is_told_apart() {
    for (name, line, message) in [
        ("moves.txt", "solve FILE", "is a file: --sgf reads a record, and it stands alone"),
        ("game.sgf", "solve FILE d4", "is a file: --sgf reads a record, and it stands alone"),
        (
            "list",
            "solve --batch FILE",
            "list, line 3: `g.sgf`: no move (`g.sgf` is a file: a line is moves or a link)",
        ),
    ] {
        let text = solve_file(name, "3x3 a1\n\ng.sgf\n", line);
        assert!(text.contains(message), "{name}: {text}");
    }
}

#[test]
fn a_line_of_a_batch_may_begin_with_a_side_and_notes_have_its_place() {
    let text = solve_file("sides", "3 b2\n1 a2 2 swap\n", "solve --batch FILE --size 2");
    assert!(text.contains("\"position\":\"3 b2\",\"size\":\"3x3\""), "{text}");
    assert!(text.contains("\"position\":\"1 a2 2 swap\",\"size\":\"2x2\""), "{text}");
    assert!(text.contains("sides, line 2: `swap` is read as swap-pieces"), "{text}");
}

#[test]
fn a_result_is_verified_by_stones_alone() {
    let text = stdout(&hexcoven(&["solve", "--size", "4", "a1", "--verify"]));
    assert!(text.contains("\nverified: white wins every line, "), "{text}");
    let text = stdout(&hexcoven(&["solve", "--size", "4", "a1", "--verify", "--expansions", "9"]));
    assert!(text.contains("\nnot verified: ended after "), "{text}");
}

#[test]
fn a_result_is_proved_to_others() {
    let folder = folder("proof");
    let file = folder.join("a1.cert");
    let path = file.to_str().unwrap();
    let text = stdout(&hexcoven(&["solve", "--size", "4", "a1", "--proof", path]));
    assert!(text.contains("\nproof: ") && text.trim_end().ends_with(path), "{text}");
    let verified = hexcoven(&["verify", path]);
    assert!(verified.status.success());
    let verified = stdout(&verified);
    assert!(
        verified.starts_with("proved: 4x4, black a1, white to play: white wins\n"),
        "{verified}"
    );
    let proof = std::fs::read_to_string(&file).unwrap();
    let of_a2 = folder.join("a2.cert");
    let of_a2 = of_a2.to_str().unwrap();
    let _ = stdout(&hexcoven(&["solve", "--size=5", "a2", "--proof", of_a2]));
    let proof_of_a2 = std::fs::read_to_string(of_a2).unwrap();
    for (asked, why) in [
        (["--size=5", "a2", "--expansions=0"], "no proof is written: the position is not solved"),
        (["--size=4", "b1", "--expansions=9"], "is there, and is a proof of another position"),
        (["--size=5", "a1", "--expansions=9"], "is there, and is a proof of another position"),
    ] {
        let path = if asked[1] == "a2" { of_a2 } else { path };
        let none = hexcoven(&[&["solve", "--proof", path], &asked[..]].concat());
        let error = String::from_utf8_lossy(&none.stderr).into_owned();
        assert!(error.contains(why), "{error}");
        assert_eq!(none.status.code(), Some(2), "an old proof must not pass for it");
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), proof, "the file is left alone");
    assert_eq!(std::fs::read_to_string(of_a2).unwrap(), proof_of_a2, "and so is this one");
    let changed = proof.replace("winner white", "winner black");
    std::fs::write(&file, changed).unwrap();
    let refused = hexcoven(&["verify", path]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(stdout(&refused).starts_with(&format!("refused: {path}, line ")));
    assert_eq!(unheard(&["verify", path]).code(), Some(1), "also if nobody reads why");
    for unread in ["/no/such/file", folder.to_str().unwrap()] {
        assert_eq!(hexcoven(&["verify", unread]).status.code(), Some(2), "{unread}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_run_goes_on_from_what_an_earlier_one_found() {
    let folder = folder("knowledge");
    let file = folder.join("seven");
    let solve = |more: &[&str]| {
        let known = ["--knowledge", file.to_str().unwrap()];
        stdout(&hexcoven(&[&["solve", "a3", "--size", "7"], more, &known[..]].concat()))
    };
    let expansions = |text: &str| {
        let line = text.lines().find(|line| line.contains(" expansions in ")).unwrap();
        line.split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    let anew = expansions(&stdout(&hexcoven(&["solve", "a3", "--size", "7"])));
    let interrupted = solve(&["--expansions", "400"]);
    assert!(interrupted.contains("not solved") && expansions(&interrupted) <= 420, "{interrupted}");
    let resumed = solve(&[]);
    assert!(resumed.contains("white to play: white wins"), "{resumed}");
    // The whole work is not quite the same, since the way back from an end is another.
    assert!(expansions(&resumed) < anew - 200, "{} of {anew}", expansions(&resumed));
    let finished = solve(&[]);
    assert!(finished.contains("white to play: white wins"), "{finished}");
    assert_eq!(expansions(&finished), 0);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing is left beside the file");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_file_that_is_no_knowledge_is_refused_and_left_alone() {
    let folder = folder("no-knowledge");
    let path = folder.join("file");
    let args = ["solve", "b2", "--size", "3", "--knowledge", path.to_str().unwrap()];
    assert!(hexcoven(&args).status.success());
    let whole = std::fs::read(&path).unwrap();
    for (content, message) in [
        (b"(;GM[11]SZ[5])".to_vec(), "no knowledge file"),
        (whole[..whole.len() - 1].to_vec(), "the file is damaged"),
        (Vec::new(), "no knowledge file"),
    ] {
        std::fs::write(&path, &content).unwrap();
        let output = hexcoven(&args);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && error.contains(message), "{error}");
        assert!(output.stdout.is_empty());
        assert_eq!(std::fs::read(&path).unwrap(), content);
    }
    let nowhere = hexcoven(&["solve", "--knowledge", "/no/such/folder/file"]);
    assert!(String::from_utf8_lossy(&nowhere.stderr).contains("cannot write /no/such/folder/file"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn knowledge_for_which_a_table_has_no_room_is_left_alone() {
    let folder = folder("much-knowledge");
    let path = folder.join("file");
    let solve = |expansions, setting| {
        let knowledge = ["--knowledge", path.to_str().unwrap()];
        let limits = ["--expansions", expansions, "--set", setting];
        hexcoven(&[&["solve", "--size", "11"][..], &knowledge, &limits].concat())
    };
    assert!(solve("1200", "table_mib=512").status.success());
    let whole = std::fs::read(&path).unwrap();
    let output = solve("1", "table_mib=1");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(2) && error.contains("the table is too small"), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), whole);
    let (_, needed) = error.split_once("--set ").unwrap();
    let needed = needed.split('`').next().unwrap();
    assert!(solve("1", needed).status.success(), "{needed}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let link = "https://hexworld.org/board/#4,b2";
    for (args, message) in [
        (&["z9"][..], "`z9` is not on a board of 11x11 (--size says how large the board is)"),
        (&["a1", "a1"], "a1 is occupied"),
        (&["--sgf", "/no/such/file"], "cannot read /no/such/file"),
        (&["--diagram", "/no/such/file"], "cannot read /no/such/file"),
        (&["--diagram", "-"], "standard input: there is no board in it"),
        (&["--diagram", "a", "--sgf", "b"], "cannot be used with"),
        (&["--seconds", "-1"], "-1"),
        (&["https://hexworld.org/board/#4,b2c9"], "`c9` is not on a board of 4x4"),
        (&["https://example.org/#4,b2"], "not a link of hexworld.org"),
        (&[link, "c3"], "a link stands alone"),
        (&[link, "--size", "4"], "says the size"),
        (&["/no/such.sgf"], "cannot read /no/such.sgf"),
        (&["a1", "--before", "2"], "--before needs a record"),
        (&["a1", "--game", "2"], "it is no SGF record, and --game is about those alone"),
        (&[link, "--letters", "players"], "it is no SGF record, and --letters"),
        (&["--diagram", "-", "--variation", "2"], "--variation needs a record"),
        (&["--knowledge", "/no/file", "--merge", "a", "/no/file"], "is the file of --knowledge"),
    ] {
        let output = hexcoven(&[&["solve"], args].concat());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && output.stdout.is_empty(), "{args:?}");
        assert!(error.contains(message), "{args:?}: {error}");
    }
}

#[test]
fn settings_without_an_effect_are_refused() {
    for command in ["review --size 3 b2", "show --size 3 --search 9 --staircases", "bench"] {
        let args: Vec<&str> = command.split(' ').chain(["--set", "max_time=5"]).collect();
        let output = hexcoven(&args);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains("`max_time` has no effect here"), "{command}: {error}");
        assert!(output.status.code() == Some(2) && output.stdout.is_empty(), "{command}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_shown_fails() {
    for args in [["--help"], ["--version"], ["params"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_hexcoven"));
        assert_eq!(command.args(args).stdout(full).status().unwrap().code(), Some(2), "{args:?}");
    }
}

#[test]
fn the_pictures_in_the_readme_are_what_its_commands_draw() {
    let readme = include_str!("../../README.md");
    // The commands write to the user's folder. The pictures that are seen were moved from there to `.github`.
    let line_and_picture = |command: &str, file: &str| {
        let seen = format!(".github/{file}");
        assert!(readme.contains(&format!("]({seen})")), "it is to be seen");
        let mut lines = readme.lines().filter(|line| line.starts_with(command));
        let line = lines.find(|line| line.ends_with(&format!(" {file}"))).unwrap();
        (line, std::fs::read_to_string(seen).unwrap())
    };
    let (line, drawn) = line_and_picture("hexcoven show ", "board.svg");
    let args: Vec<&str> = line.split_once(" > ").unwrap().0.split(' ').skip(1).collect();
    assert!(stdout(&hexcoven(&args)) == drawn, "draw it again: {line}");

    let (line, drawn) = line_and_picture("hexcoven review https://", "graph.svg");
    let path = std::env::temp_dir().join(format!("hexcoven-graph-{}.svg", std::process::id()));
    let to = path.to_str().unwrap();
    let args: Vec<&str> =
        line.split(' ').skip(1).map(|word| if word == "graph.svg" { to } else { word }).collect();
    assert!(hexcoven(&args).status.success());
    let drawn_now = std::fs::read_to_string(to).unwrap();
    std::fs::remove_file(path).unwrap();
    assert!(drawn_now == drawn, "draw it again: {line}");
}

#[test]
fn records_are_drawn_to_a_file() {
    let name = |end| format!("hexcoven-show-{}.{end}", std::process::id());
    let [record, picture] = ["sgf", "svg"].map(|end| std::env::temp_dir().join(name(end)));
    std::fs::write(&record, "(;GM[11]SZ[5:4];B[c3];W[b2];B[d1])").unwrap();
    let [from, to] = [&record, &picture].map(|path| path.to_str().unwrap());
    for (before, stones) in [("1", 0), ("3", 2), ("4", 3)] {
        let looks = ["--energies", "--inferior", "--out", to];
        let output = hexcoven(&[&["show", from, "--before", before], &looks[..]].concat());
        assert!(output.status.success() && output.stdout.is_empty());
        let text = std::fs::read_to_string(&picture).unwrap();
        assert_eq!(text.matches("<circle").count(), stones, "{text}");
    }
    std::fs::remove_file(&picture).unwrap();
    for mistake in [["--size", "5"], ["--before", "9"], ["--before", "0"]] {
        let refused = hexcoven(&[&["show", from][..], &mistake].concat());
        assert!(refused.stdout.is_empty() && refused.status.code() == Some(2), "{mistake:?}");
    }
    std::fs::remove_file(&record).unwrap();
}

#[test]
fn a_game_is_reviewed() {
    let name = |end| format!("hexcoven-review-{}.{end}", std::process::id());
    let [game, record, graph] =
        ["sgf", "out.sgf", "svg"].map(|end| std::env::temp_dir().join(name(end)));
    // After stones by hand a corner, where the middle wins, and three moves that change nothing.
    std::fs::write(&game, "(;GM[11]SZ[3]PB[Ann]RE[W+]AB[c3]AW[c2];B[a1];W[b2];B[b3];W[b1])")
        .unwrap();
    let [from, out, to] = [&game, &record, &graph].map(|path| path.to_str().unwrap());
    let table = stdout(&hexcoven(&["review", from, "--out", out, "--graph", to]));
    let expected =
        ["1  black a1 lost b2 won", "2  white b2 won  ", "3  black b3 lost  ", "4  white b1 won  "];
    assert_eq!(rows(&table)[1..], expected, "{table}");
    let turned = "black had a proved win; a1 gave it away, b2 kept it";
    assert!(
        table.contains(&format!("\nmove 1: {turned}\nblack gave away 50.0 % a move\n")),
        "{table}"
    );
    assert!(table.contains("black gave away 50.0 % a move\nwhite gave away 0.0 % a move\n"));
    let [written, drawn] = [&record, &graph].map(|path| std::fs::read_to_string(path).unwrap());
    let moves = "B[a1]C[hexcoven: black: lost; b2: won\nhexcoven: black had a proved win; a1 gave it away, b2 kept it]HO[1];W[b2]C[hexcoven: white: won];B[b3]C[hexcoven: black: lost];W[b1]C[hexcoven: white: won])\n";
    assert!(written.ends_with(&format!("PB[Ann]RE[W+]AB[c3]AW[c2];{moves}")), "{written}");
    assert_eq!(drawn.matches("<circle").count(), 2, "a dot with a ring: {drawn}");
    for path in [game, record, graph] {
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn an_opening_that_was_swapped_counts_as_what_it_was() {
    // The middle of 3x3 wins, the corner loses: whoever swaps it gives the win away.
    let [black, white] = ["black (then white)", "white (then black)"];
    for (answer, mover, first, second) in [
        ("swap-pieces", "white", "black", "white"),
        ("swap-sides", "white, now black", black, white),
    ] {
        for (opening, result, losses) in [("b2", "won", [50.0, 0.0]), ("a1", "lost", [0.0, 100.0])]
        {
            let moves = ["review", "--size", "3", "--expansions", "20", opening, answer];
            let table = stdout(&hexcoven(&moves));
            assert!(
                rows(&table)[2].starts_with(&format!("2  {mover} {answer} {result}")),
                "{table}"
            );
            let said = format!(
                "{first} gave away {:.1} % a move\n{second} gave away {:.1} % a move\n",
                losses[0], losses[1]
            );
            assert!(table.ends_with(&said), "{table}");
            let measured = format!("move 1: {opening} was swapped, and is measured against 50 %\n");
            assert!(table.contains(&measured), "{table}");
        }
    }
}

#[test]
fn what_is_given_away_is_the_players_who_has_another_colour_after_a_swap_of_sides() {
    // The corner loses, so the swap throws the win away, and a2 throws it back.
    let moves = ["review", "--size", "3", "--expansions", "20", "a1", "swap-sides", "a2", "b2"];
    let table = stdout(&hexcoven(&moves));
    let said =
        "black (then white) gave away 50.0 % a move\nwhite (then black) gave away 50.0 % a move\n";
    assert!(table.ends_with(said), "{table}");
}

#[test]
fn an_opening_that_was_answered_by_a_pass_was_not_swapped() {
    let table = stdout(&hexcoven(&["review", "--size", "3", "--expansions", "20", "b2", "pass"]));
    assert!(table.contains("black gave away 0.0 % a move") && !table.contains("50 %"), "{table}");
}

/// The rows of a table, their cells separated by blanks.
fn rows(table: &str) -> Vec<String> {
    table
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix('|'))
        .map(|row| row.split('|').map(str::trim).collect::<Vec<_>>().join(" "))
        .collect()
}

#[test]
fn a_single_game_against_itself_is_told_move_by_move() {
    let text = stdout(&hexcoven(&["selfplay", "--size", "6", "--expansions", "5"]));
    assert!(text.lines().any(|line| line.contains(", chance ") && line.ends_with(" %")), "{text}");
    let result = text.lines().find(|line| line.contains("+R: ")).unwrap();
    assert!(result.contains(" wins in ") && result.ends_with(" resigns"), "{text}");
    let args = "selfplay --size 3 --expansions 20 --set allow_swap=1 --set resign=0";
    let text = stdout(&hexcoven(&args.split(' ').collect::<Vec<_>>()));
    assert!(text.contains("white swap-pieces, won"), "the first move wins on 3x3: {text}");
}

/// The signature of the search. A change that is not meant to change the tree must leave it.
const SIGNATURE: &str = "57bbe081226ed23d";

#[test]
fn the_bench_has_its_signature() {
    let text = stdout(&hexcoven(&["bench", "--expansions", "300"]));
    let mut last = text.lines().rev();
    let (speed, signature) = (last.next().unwrap(), last.next().unwrap());
    assert!(speed.strip_prefix("expansions_per_second ").unwrap().parse::<u64>().unwrap() > 0);
    assert_eq!(signature.strip_prefix("signature ").unwrap(), SIGNATURE);
}

#[test]
#[expect(clippy::print_stdout, reason = "what was not tested")]
fn all_instructions_lead_to_the_same_search() {
    let bench = |more: &[&str]| hexcoven(&[&["bench", "--expansions", "30"], more].concat());
    let signature = |output: &Output| {
        let text = stdout(output);
        text.lines().find(|line| line.starts_with("signature ")).unwrap().to_owned()
    };
    let widest = signature(&bench(&[]));
    for name in hexcoven::nn::Instructions::NAMES {
        let output = bench(&["--instructions", name]);
        if output.status.success() {
            assert_eq!(signature(&output), widest, "{name}");
        } else {
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(error, format!("hexcoven: this processor has no {name}\n"));
            assert_ne!(name, "plain");
            println!("skipped: {error}");
        }
    }
}

#[test]
fn samples_are_the_same_for_the_same_seed_and_go_on() {
    let folder = folder("samples");
    let sample = |name: &str, more: &[&str]| {
        let out = folder.join(name);
        let games = ["samples", "--size", "6,7", "--samples", "20", "--expansions", "20"];
        let output = hexcoven(&[&games[..], &["--out", out.to_str().unwrap()], more].concat());
        assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
        let files = std::fs::read_dir(out).unwrap().map(|entry| entry.unwrap().path());
        let content = |path: PathBuf| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read(path).unwrap())
        };
        files.map(content).collect::<BTreeMap<String, Vec<u8>>>()
    };
    let all = sample("all", &["--shards", "3", "--threads", "2"]);
    let names: Vec<&String> = all.keys().collect();
    assert_eq!(
        names,
        ["1-6x6-00000", "1-6x6-00002", "1-7x7-00001"]
            .map(|n| n.to_owned() + ".safetensors")
            .each_ref()
    );
    assert!(sample("parts", &["--shards", "1"]).len() == 1);
    assert_eq!(sample("parts", &["--shards", "3"]), all);
    assert_ne!(
        sample("other", &["--shards", "1", "--seed", "2"]).values().next(),
        all.values().next()
    );
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_tree_of_the_solver_becomes_samples() {
    let folder = folder("solver-samples");
    let (out, table) = (folder.join("out"), folder.join("table"));
    let sample = |position: &str, expansions: &str, more: &[&str]| {
        let solve = ["solve", position, "--size", "7", "--expansions", expansions, "--samples"];
        let output = hexcoven(&[&solve[..], &[out.to_str().unwrap()], more].concat());
        assert!(output.status.success(), "{output:?}");
        let told = stdout(&output);
        let line = told.lines().find_map(|line| line.strip_prefix("samples: ")).unwrap();
        let count: usize = line.split(' ').next().unwrap().parse().unwrap();
        let files = std::fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().path());
        (count, files.map(|path| std::fs::read(path).unwrap()).collect::<Vec<Vec<u8>>>())
    };
    let kept = ["--knowledge", table.to_str().unwrap()];
    let (all, file) = sample("b4", "300", &kept);
    assert!(all > 50 && file.len() == 1, "{all}");
    let first = std::fs::read_dir(&out).unwrap().next().unwrap().unwrap().path();
    let further = first.to_str().unwrap().replace("-00000", "-00003");
    std::fs::write(further, "of an earlier run").unwrap();
    assert_eq!(sample("b4", "0", &kept), (all, file), "as many files as there are samples for");
    let (some, _) = sample("b4", "300", &["--one-of", "4"]);
    let (fewer, _) = sample("b4", "300", &["--least-work", "50"]);
    assert!((all / 8..all / 2).contains(&some) && fewer < all / 2, "{all}, {some}, {fewer}");
    assert_eq!(sample("a4", "300", &[]).1.len(), 2, "each position has files of its own");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
#[cfg(unix)]
fn somebody_at_a_terminal_is_told_what_to_type_and_a_program_is_not() {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    let told = |is_terminal: bool| {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
        let terminal = || std::fs::File::options().read(true).write(true).open(&name).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_hexcoven"));
        command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
        if is_terminal {
            command.stdin(terminal()).stderr(terminal());
        } else {
            command.stderr(terminal());
        }
        std::fs::File::from(master.try_clone().unwrap()).write_all(b"quit\n").unwrap();
        let mut child = command.spawn().unwrap();
        drop(command);
        if let Some(mut input) = child.stdin.take() {
            input.write_all(b"quit\n").unwrap();
        }
        let output = child.wait_with_output().unwrap();
        assert_eq!(stdout(&output), "= \n\n");
        writeln!(&terminal(), "END").unwrap();
        let lines = BufReader::new(std::fs::File::from(master)).lines().map_while(Result::ok);
        lines.take_while(|line| !line.contains("END")).collect::<Vec<_>>().join("\n")
    };
    let greeting = told(true);
    for word in ["GTP", "hexcoven --help", "hexcoven selfplay"] {
        assert!(greeting.contains(word), "{greeting}");
    }
    let told = told(false);
    assert!(!told.contains("GTP"), "{told}");
}

#[test]
fn files_are_written_whether_or_not_anybody_reads_the_rest() {
    let folder = folder("unheard");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (record, graph, games) = (path("record"), path("graph"), path("games"));
    let review = ["review", "a1 b2 c3", "--size", "3", "--expansions", "2"];
    let written = unheard(&[&review[..], &["--out", &record, "--graph", &graph]].concat());
    assert!(written.success());
    assert!(Path::new(&record).exists() && Path::new(&graph).exists());
    let selfplay = ["selfplay", "--size", "3", "--expansions", "2", "--games", "5"];
    assert!(unheard(&[&selfplay[..], &["--sgf", &games]].concat()).success());
    assert_eq!(std::fs::read_dir(&games).unwrap().count(), 5);
    let output =
        hexcoven(&[&review[..], &["--out", &path("one"), "--graph", &path("one")]].concat());
    assert_eq!(output.status.code(), Some(2), "the graph would be lost");
    assert!(!Path::new(&path("one")).exists());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn boards_that_teach_nothing_are_refused() {
    for (size, reason) in [("11,5", "smaller than 6x6"), ("11x9", "square")] {
        let last = size.rsplit(',').next().unwrap();
        for command in
            [["samples", "--size", size, "--out"], ["solve", "--size", last, "--samples"]]
        {
            let output = hexcoven(&[&command[..], &["never-written"]].concat());
            assert!(!output.status.success());
            assert!(String::from_utf8_lossy(&output.stderr).contains(reason));
            assert!(!Path::new("never-written").exists());
        }
    }
}

#[test]
fn a_network_is_named_to_be_played_by() {
    let signature = |network: &[&str]| {
        let bench = ["bench", "--expansions", "10"];
        let text = stdout(&hexcoven(&[bench.as_slice(), network].concat()));
        text.lines().find(|line| line.starts_with("signature")).unwrap().to_owned()
    };
    let compiled_in = signature(&[]);
    assert_eq!(signature(&["--network", "src/evaluation/large.safetensors"]), compiled_in);
    assert_ne!(signature(&["--network", "src/nn/check.safetensors"]), compiled_in);
}
