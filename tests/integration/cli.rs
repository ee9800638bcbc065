//! The command line: exit codes, what goes where, and results that repeat.

use crate::folders::folder;
use crate::program::{hexcoven, stdout, unheard};
use hexcoven::record::Options;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::process::Output;

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
        (vec!["selfplay", "--games", "2", "--size", "5x1"], "any opening ends the game"),
        (vec!["match", "report", "/dev/zero"], "/dev/zero: it is not a file"),
        (vec!["selfplay", "--games", "4294967295"], "not in 1..=1000000"),
        (vec!["match", "--a", "x", "--b", "x", "--pairs", "4294967295"], "not in 1..=1000000"),
        (vec!["tune", "--tune", "eta", "--pairs", "4294967295"], "not in 1..=1000000"),
        (vec!["samples", "--out", "x", "--shards", "4294967295"], "not in 1..=100000"),
        (vec!["samples", "--out", "x", "--threads", "4294967295"], "not in 1..=256"),
        (vec!["selfplay", "--expansions", "0"], "0 is not in 1.."),
        (vec!["tune", "--tune", "delta", "--expansions", "100,0"], "0 is not in 1.."),
        (vec!["samples", "--out", "/dev/null/folder"], "cannot make the folder /dev/null/folder"),
        (vec!["selfplay", "--seconds", "-1"], "-1"),
        (vec!["selfplay", "--seconds", "1e-10"], "not a number of seconds above 0"),
        (vec!["selfplay", "--seconds", "1", "--expansions", "1"], "cannot be used with"),
        (vec!["--network", "/no/such/file"], "cannot read /no/such/file"),
        (vec!["bench", "--network", "Cargo.toml"], "Cargo.toml: it is not a network"),
        (vec!["bench", "--network", "/dev/zero"], "cannot read /dev/zero: it has more than"),
        (vec!["solve", "--knowledge", "/dev/zero"], "cannot open /dev/zero: it is not a file"),
        (
            vec!["match", "--a", "x", "--b", "x", "--pairs", "1", "--out", "/dev/zero"],
            "/dev/zero: it is not a file",
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
        (vec!["tune", "--tune", "use_rave"], "`use_rave` cannot be tuned: only numbers"),
        (vec!["tune", "--tune", "eta", "--set", "allow_swap=1"], "without a swap"),
        (
            vec!["tune", "--tune", "eta", "--set", "max_time=1"],
            "`max_time` is neither set nor tuned",
        ),
        (vec!["tune", "--tune", "max_expansions"], "`max_expansions` is neither set nor"),
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
            assert_eq!(error, format!("hexcoven: --instructions: this processor has no {name}\n"));
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
    for word in ["GTP", "hexcoven --help", "hexcoven web"] {
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
    assert!(unheard(&["help"]).success());
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
