//! `hexcoven solve`: answers, batches, proofs and files of knowledge.

use crate::folders::folder;
use crate::program::{hexcoven, stdout, unheard};
use std::process::Command;

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
    assert!(
        text.contains("not solved") && text.contains("\nby its moves: black wins\nline: "),
        "{text}"
    );
    assert!(text.contains(" candidate moves lose, "), "{text}");
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
        [("5x5 z9", "`z9` is not"), ("5 a2 a2", "W[a2]: "), ("5 a2 # good", "`#`: not a move")]
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
    assert!(some.contains(r#""line":[],"finish":[]"#), "{some}");
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
    assert!(!more.contains(r#""lines":{"#), "{more}");
    let lines = added("--size 6 --all --lines");
    assert!(lines.contains(r#""lines":{"a1":{"winner":""#) && lines.contains(line), "{lines}");
    assert_eq!(added("--size 6 --all --lines"), "");
    std::fs::write(out, "").unwrap();
    let by_moves = added("--size 6 --all --expansions 1");
    assert!(by_moves.contains(r#""winner":"black""#), "{by_moves}");
    assert!(!by_moves.contains(r#""line":[],"finish":[]"#), "its moves tell the line: {by_moves}");
    let green = by_moves.replace(r#""winner":"black""#, r#""winner":"green""#);
    std::fs::write(out, &green).unwrap();
    let refused = hexcoven(&["solve", "--batch", list, "--out", out, "--size", "6"]);
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(error.contains("not a result of this kind: unknown variant `green`"), "{error}");
    assert_eq!(std::fs::read_to_string(out).unwrap(), green);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_line_is_told_after_each_move_and_the_size_may_stand_before_the_moves() {
    let text = stdout(&hexcoven(&["solve", "3x3", "b2", "--all", "--lines"]));
    let lines: Vec<&str> = text.lines().filter(|line| line.contains(": black wins, ")).collect();
    assert_eq!(lines.len(), 8, "each of the eight moves loses: {text}");
    assert!(lines.iter().any(|line| line.starts_with("b1: black wins, ")), "{text}");
    let text = stdout(&hexcoven(&["solve", "2x2", "a1", "--all", "--lines"]));
    assert!(text.contains("\nb1: black wins, a2\na2: white wins, b1 b2\n"), "{text}");
    for (args, why) in [
        (&["solve", "4x4", "a1", "--size", "5"][..], "the moves are on 4x4, and --size says 5x5"),
        (&["solve", "4x40 a1"], "40"),
    ] {
        let refused = hexcoven(args);
        let error = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(refused.status.code() == Some(2) && error.contains(why), "{error}");
    }
}

/// One of the two is wrong, and it is not known which.
#[test]
fn a_batch_whose_results_contradict_each_other_ends() {
    let folder = folder("contradiction");
    let [list, out] = ["list", "out.jsonl"].map(|name| folder.join(name));
    std::fs::write(&list, "4 a1\n").unwrap();
    let names = [&list, &out].map(|path| path.to_str().unwrap());
    let solve = || hexcoven(&["solve", "--all", "--batch", names[0], "--out", names[1]]);
    assert!(solve().status.success());
    let right = std::fs::read_to_string(&out).unwrap();
    let limited = right.replace(r#""expansions":null"#, r#""expansions":1"#);
    let unproved = limited.replace(r#""winner":"white""#, r#""winner":null"#);
    for wrong in [
        limited.replace(r#""winner":"white""#, r#""winner":"black""#),
        unproved.replace(r#""win":["#, r#""win":["a2","#).replace(r#","a2""#, ""),
        unproved.replace(r#""lose":["#, r#""lose":["c2","#),
    ] {
        let wrong = wrong.replace(r#""winning_moves":["#, r#""old":["#);
        assert_ne!(wrong, right);
        std::fs::write(&out, &wrong).unwrap();
        let output = solve();
        assert_eq!(output.status.code(), Some(2), "{wrong}: {output:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains("4 a1: two results contradict each other"), "{error}");
        assert_eq!(std::fs::read_to_string(&out).unwrap(), wrong, "nothing is added");
    }
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
    let solve: Vec<&str> = solve.split(' ').collect();
    // macOS has no device that is always full.
    if cfg!(target_os = "linux") {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_hexcoven"));
        let output = command.args(solve).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "it cannot print");
    } else {
        assert!(unheard(&solve).success());
    }
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
        ("moves.txt", "solve FILE", "is a file: --sgf reads a record, --diagram a drawn"),
        ("game.sgf", "solve FILE d4", "is a file: --sgf reads a record, --diagram a drawn"),
        (
            "list",
            "solve --batch FILE",
            "list, line 3: `g.sgf`: not a move (`g.sgf` is a file: a line is moves or a link)",
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
    assert!(text.contains("\nnot verified: ended by a limit or an interrupt after "), "{text}");
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
        (b"(;GM[11]SZ[5])".to_vec(), "not a knowledge file"),
        (whole[..whole.len() - 1].to_vec(), "the file is damaged"),
    ] {
        std::fs::write(&path, &content).unwrap();
        let output = hexcoven(&args);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && error.contains(message), "{error}");
        assert!(output.stdout.is_empty());
        assert_eq!(std::fs::read(&path).unwrap(), content);
    }
    let nowhere = hexcoven(&["solve", "--knowledge", "/no/such/folder/file"]);
    assert!(String::from_utf8_lossy(&nowhere.stderr).contains("cannot open /no/such/folder/file"));
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
        (&["a1", "--game", "2"], "--game is for SGF records, and this is not one"),
        (&[link, "--letters", "players"], "--letters is for SGF records"),
        (&["--diagram", "-", "--variation", "2"], "--variation needs a record"),
        (&["--knowledge", "/no/file", "--merge", "a", "/no/file"], "is the file of --knowledge"),
    ] {
        let output = hexcoven(&[&["solve"], args].concat());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && output.stdout.is_empty(), "{args:?}");
        assert!(error.contains(message), "{args:?}: {error}");
    }
}
