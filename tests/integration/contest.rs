//! `hexcoven match`: games between programs, and what becomes of them.

use crate::folders::folder;
use hexcoven::board::{Color, Size};
use hexcoven::contest::{GameResult, read_ledger};
use hexcoven::player::Game;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Ours, with the same moves every time.
const OURS: &str = "hexcoven --set max_expansions=20";

/// Plays a match on 5x5 and reads what it wrote.
fn play(out: &Path, args: &[&str]) -> (Vec<GameResult>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_hexcoven"))
        .args(["match", "--size", "5", "--pairs", "3", "--out"])
        .arg(out)
        .args(args)
        .output()
        .unwrap();
    let log = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{log}");
    let mut games: Vec<GameResult> = read_ledger(out).unwrap();
    games.sort_by_key(|played| played.game);
    (games, String::from_utf8(output.stdout).unwrap())
}

/// What a command says that is refused.
fn refusal(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_hexcoven")).args(args).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{error}");
    error
}

/// The games without the times, which are never the same.
fn without_times(games: Vec<GameResult>) -> Vec<GameResult> {
    let no_times = |played| GameResult { a_s: 0.0, b_s: 0.0, a_max: 0.0, b_max: 0.0, ..played };
    games.into_iter().map(no_times).collect()
}

/// A program that answers `genmove` by this shell command and everything else politely.
fn fake(genmove: &str) -> String {
    let script = format!(
        "while read -r command rest; do case $command in genmove) {genmove};; *) echo =;; esac; echo; done"
    );
    format!("sh -c '{script}'")
}

#[test]
fn the_games_are_legal_and_the_winner_is_the_one_on_the_board() {
    let folder = folder("legal");
    let sgf = folder.join("sgf");
    let unresigning = format!("{OURS} --set resign=0");
    let args = ["--a", &unresigning, "--b", OURS, "--sgf", sgf.to_str().unwrap()];
    let (games, table) = play(&folder.join("games.jsonl"), &args);
    assert_eq!(games.len(), 6);
    for (number, played) in games.iter().enumerate() {
        assert_eq!((played.game, played.a_black), (number, number % 2 == 0));
        let mut game = Game::new(Size::new(5, 5).unwrap());
        let mut moves: Vec<&str> = played.moves.split(' ').collect();
        assert_eq!(moves.len(), played.length);
        assert!(played.moves.starts_with(&played.opening));
        let answers = moves.len() - played.opening.split_whitespace().count();
        let [a, b] = [&played.a_chances, &played.b_chances];
        assert_eq!(a.len() + b.len(), answers, "both say their chances");
        let [winners, losers] = if played.a_won { [a, b] } else { [b, a] };
        assert!(winners.last().is_none_or(|last| *last == Some(100)), "{winners:?}");
        assert!(losers.last().is_none_or(|last| *last == Some(0)), "{losers:?}");
        let resigned = moves.pop_if(|last| *last == "resign").is_some();
        for name in moves {
            game.play_named(game.to_play(), name).unwrap();
        }
        let winner = if played.a_won == played.a_black { Color::Black } else { Color::White };
        let on_board = game.board().winner();
        assert_eq!(on_board, (!resigned).then_some(winner), "{}", played.moves);
        assert!(!resigned || game.to_play() != winner);
        assert_eq!(played.end, if resigned { "resigned" } else { "board" });
        let record = fs::read_to_string(sgf.join(format!("game-{number:04}.sgf"))).unwrap();
        assert!(record.contains(&format!("RE[{}+", winner.letter())), "{record}");
    }
    let wins = games.iter().filter(|played| played.a_won).count();
    assert!(table.contains(&format!("A won {wins} of 6 games")), "{table}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn games_of_another_match_are_not_written_over() {
    let folder = folder("there");
    let [sgf, out] = ["sgf", "games.jsonl"].map(|name| folder.join(name));
    let args = ["--a", OURS, "--b", OURS, "--sgf", sgf.to_str().unwrap()];
    let (games, _) = play(&out, &args);
    let first = sgf.join("game-0000.sgf");
    fs::write(&first, "mine").unwrap();
    let is_refused = |of_out: &[&str]| {
        let error =
            refusal(&[&["match", "--size", "5", "--pairs", "3"], &args[..], of_out].concat());
        assert!(error.contains(" is there: remove it"), "{error}");
    };
    is_refused(&[]);
    is_refused(&["--out", folder.join("other.jsonl").to_str().unwrap()]);
    // The same match goes on where the last game was written but not its result, and not where there are more such games:
    // each is written just before its result, whatever is played beside it.
    let text = fs::read_to_string(&out).unwrap();
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    fs::write(&out, &text[..ends[1]]).unwrap();
    is_refused(&["--out", out.to_str().unwrap()]);
    is_refused(&["--out", out.to_str().unwrap(), "--parallel", "4"]);
    fs::write(&out, &text[..ends[ends.len() - 2]]).unwrap();
    assert_eq!(without_times(play(&out, &args).0), without_times(games));
    assert_eq!(fs::read_to_string(first).unwrap(), "mine", "that game was not played again");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_match_that_was_cut_goes_on_and_its_parts_join_to_the_whole() {
    let folder = folder("parts");
    let engines = ["--a", "hexcoven --set max_expansions=5", "--b", OURS];
    let (whole, table) =
        play(&folder.join("whole.jsonl"), &[&engines[..], &["--parallel", "2"]].concat());
    let text = fs::read_to_string(folder.join("whole.jsonl")).unwrap();
    let two = text.match_indices('\n').nth(1).unwrap().0;
    fs::write(folder.join("cut.jsonl"), &text[..two + 30]).unwrap();
    let (again, _) = play(&folder.join("cut.jsonl"), &engines);
    let whole = without_times(whole);
    assert_eq!(without_times(again), whole);
    let mut joined = Vec::new();
    for shard in ["1/2", "2/2"] {
        let path = folder.join(shard.replace('/', "-"));
        joined.extend(play(&path, &[&engines[..], &["--shard", shard]].concat()).0);
    }
    joined.sort_by_key(|played| played.game);
    assert_eq!(without_times(joined), whole);
    let report = Command::new(env!("CARGO_BIN_EXE_hexcoven"))
        .args(["match", "report"])
        .args([folder.join("1-2"), folder.join("2-2")])
        .output()
        .unwrap();
    let result = |text: &str| text.lines().filter(|line| line.contains("A won")).count();
    let report = String::from_utf8(report.stdout).unwrap();
    assert_eq!(result(&report), 2);
    let won = |text: &str| text.lines().find(|line| line.starts_with("A won")).unwrap().to_owned();
    assert_eq!(won(&report), won(&table));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_match_goes_on_only_with_the_same_engines() {
    let folder = folder("other");
    let out = folder.join("games.jsonl");
    play(&out, &["--a", OURS, "--b", OURS]);
    let options = ["match", "--size", "5", "--pairs", "3", "--out", out.to_str().unwrap()];
    let error = refusal(&[&options[..], &["--a", OURS, "--b", "hexcoven"]].concat());
    assert!(error.contains("is one of another match"), "{error}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_match_does_not_go_on_with_another_version() {
    let folder = folder("versions");
    let [half, whole] = ["half.jsonl", "whole.jsonl"].map(|name| folder.join(name));
    let (mut games, _) = play(&whole, &["--a", OURS, "--b", OURS]);
    assert!(games.iter().all(|played| played.a_version.starts_with(env!("CARGO_PKG_VERSION"))));
    // The first game was played by an older B, and the last one is missing.
    games.pop();
    games[0].b_version = "0.0.1".to_owned();
    let lines = games.iter().map(|played| serde_json::to_string(played).unwrap() + "\n");
    fs::write(&half, lines.collect::<String>()).unwrap();
    let half = half.to_str().unwrap();
    let options = ["match", "--size", "5", "--pairs", "3", "--out", half, "--a", OURS, "--b", OURS];
    let error = refusal(&options);
    assert!(error.contains("game 0 of --out is one of another match: B's version is"), "{error}");
    let error = refusal(&["match", "report", half]);
    assert!(error.contains(": B's version is "), "{error}");
    // An old file does not say it.
    games[0].b_version.clear();
    let lines = games.iter().map(|played| serde_json::to_string(played).unwrap() + "\n");
    fs::write(half, lines.collect::<String>()).unwrap();
    assert_eq!(play(Path::new(half), &["--a", OURS, "--b", OURS]).0.len(), 6);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn games_on_boards_of_different_sizes_do_not_mix() {
    let folder = folder("sizes");
    let paths = ["openings", "five.jsonl", "six.jsonl"].map(|name| folder.join(name));
    let [openings, five, six] = paths.each_ref().map(|path| path.to_str().unwrap());
    fs::write(openings, "a1\nb2\n").unwrap();
    let engines = ["--a", OURS, "--b", OURS, "--openings", openings, "--pairs", "2"];
    let on = |size, out| [&["match", "--size", size, "--out", out][..], &engines].concat();
    for (size, out) in [("5", five), ("6", six)] {
        let program = Command::new(env!("CARGO_BIN_EXE_hexcoven")).args(on(size, out)).status();
        assert!(program.unwrap().success());
    }
    let error = refusal(&on("6", five));
    assert!(error.contains("is one of another match: its board is `5x5`, not `6x6`"), "{error}");
    // The first game is of an old file, which does not say the size.
    let games = fs::read_to_string(five).unwrap();
    fs::write(five, games.replacen("\"size\":\"5x5\",", "", 1)).unwrap();
    assert_eq!(read_ledger::<GameResult>(Path::new(five)).unwrap()[0].size, "");
    let error = refusal(&["match", "report", five, six]);
    assert!(
        error.contains("six.jsonl: game 0 is one of another match: its board is `6x6`, not `5x5`"),
        "{error}"
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_match_is_the_same_wherever_the_program_lies() {
    let folder = folder("moved");
    let moved = folder.join("hexcoven");
    fs::copy(env!("CARGO_BIN_EXE_hexcoven"), &moved).unwrap();
    let engines = ["--a", OURS, "--b", "hexcoven  --set 'max_expansions=5'"];
    let parts = ["1/2", "2/2"].map(|shard| folder.join(shard.replace('/', "-")));
    play(&parts[0], &[&engines[..], &["--shard", "1/2"]].concat());
    let other = Command::new(moved)
        .args(["match", "--size", "5", "--pairs", "3", "--shard", "2/2", "--out"])
        .arg(&parts[1])
        .args(engines)
        .status();
    assert!(other.unwrap().success());
    let report = Command::new(env!("CARGO_BIN_EXE_hexcoven"))
        .args(["match", "report"])
        .args(&parts)
        .output()
        .unwrap();
    let report = String::from_utf8(report.stdout).unwrap();
    let engines = "A: hexcoven --set 'max_expansions=20'\nB: hexcoven --set 'max_expansions=5'\n";
    assert!(report.starts_with(engines) && report.contains(" of 6 games"), "{report}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_file_with_other_games_of_the_same_match_says_so() {
    let folder = folder("fewer");
    let out = folder.join("games.jsonl");
    let engines = ["--a", OURS, "--b", OURS];
    play(&out, &engines);
    let options = ["match", "--size", "5", "--pairs", "3", "--out", out.to_str().unwrap()];
    let error = refusal(&[&options[..], &engines, &["--shard", "1/2"]].concat());
    assert!(
        error.contains("game 2 of --out is not one of those that --pairs and --shard"),
        "{error}"
    );
    fs::remove_dir_all(folder).unwrap();
}

/// A number that is another one if it is rounded twice.
#[test]
fn a_match_goes_on_with_any_time_limit() {
    let folder = folder("limit");
    let out = folder.join("games.jsonl");
    let args = ["--a", OURS, "--b", OURS, "--move-limit", "11.118", "--judge-seconds", "1.265"];
    let (whole, _) = play(&out, &args);
    assert_eq!(play(&out, &args).0, whole);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_finished_match_is_shown_without_its_engines() {
    let folder = folder("gone");
    let [out, engine] = ["games.jsonl", "engine"].map(|name| folder.join(name));
    fs::copy(env!("CARGO_BIN_EXE_hexcoven"), &engine).unwrap();
    let b = format!("{} --set max_expansions=5", engine.display());
    let args = ["--a", OURS, "--b", &b];
    let (_, table) = play(&out, &args);
    fs::remove_file(engine).unwrap();
    assert_eq!(play(&out, &args).1, table);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn an_engine_that_ends_after_its_move_is_at_fault_then() {
    let folder = folder("report");
    let script = "read -r c r; while true; do case $c in list_commands) echo = scns-report;; \
        genmove) echo = c3;; scns-report) exit;; *) echo =;; esac; echo; read -r c r; done";
    let engine = format!("sh -c '{script}'");
    let args = ["--a", &engine, "--b", OURS, "--judge-seconds", "0.1"];
    let (games, _) = play(&folder.join("games.jsonl"), &args);
    let faults: Vec<&String> = games.iter().map(|played| &played.fault).collect();
    let said =
        |fault: &&String| fault.contains("the program ended without an answer to `scns-report`");
    assert!(faults.iter().any(said), "{faults:?}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_match_goes_on_only_by_the_same_rules() {
    let folder = folder("rules");
    let out = folder.join("games.jsonl");
    let engines = ["--a", OURS, "--b", OURS];
    play(&out, &[&engines[..], &["--adjudicate", "50"]].concat());
    let whole = fs::read_to_string(&out).unwrap();
    for (rules, difference) in [
        (&[][..], "--adjudicate is 0, and was 50"),
        (&["--adjudicate", "50", "--move-limit", "9"], "--move-limit is 9, and was 120"),
        (&["--game-time", "60"], "--game-time is 60, and was 0"),
        (&["--game-time", "600"], "--move-limit is 600, and was 120"),
        (&["--adjudicate", "50", "--judge-seconds", "0.5"], "--judge-seconds is 0.5, and was 60"),
    ] {
        let options = ["match", "--size", "5", "--pairs", "3", "--out", out.to_str().unwrap()];
        let error = refusal(&[&options[..], &engines, rules].concat());
        assert!(error.contains(difference), "{error}");
        assert_eq!(fs::read_to_string(&out).unwrap(), whole);
    }
    let other = folder.join("other.jsonl");
    play(&other, &engines);
    let files = [&out, &other].map(|path| path.to_str().unwrap());
    let error = refusal(&[&["match", "report"], &files[..]].concat());
    assert!(error.contains("other.jsonl: other rules"), "{error}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn games_of_a_file_without_rules_are_gone_on_with() {
    let folder = folder("no-rules");
    let out = folder.join("games.jsonl");
    let engines = ["--a", OURS, "--b", OURS];
    play(&out, &engines);
    let text = fs::read_to_string(&out).unwrap();
    let first = text.lines().next().unwrap();
    let mut game: serde_json::Value = serde_json::from_str(first).unwrap();
    assert!(game.as_object_mut().unwrap().remove("rules").is_some());
    fs::write(&out, format!("{game}\n")).unwrap();
    assert_eq!(play(&out, &engines).0.len(), 6);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_match_says_how_far_it_is_where_no_bar_is_seen() {
    let folder = folder("log");
    let out = folder.join("games.jsonl");
    let log = |pairs: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_hexcoven"))
            .args(["match", "--size", "4", "--a", OURS, "--b", OURS, "--pairs", pairs, "--out"])
            .arg(&out)
            .output()
            .unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    let first = log("2");
    assert!(first.contains("1 of 4 games, A won ") && !first.contains("found"), "{first}");
    let text = fs::read_to_string(&out).unwrap();
    fs::write(&out, &text[..=text.match_indices('\n').nth(2).unwrap().0]).unwrap();
    let again = log("2");
    assert!(again.contains("found 3 of 4 games in "), "{again}");
    assert!(again.contains("4 of 4 games, A won "), "{again}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn an_engine_that_does_not_start_is_told_at_once() {
    for (engine, setup, message) in [
        ("/no/such/program", "name", "cannot start /no/such/program; name: No such file"),
        (OURS, "param_scns delta 0", "refused `param_scns delta 0`"),
    ] {
        let error = refusal(&["match", "--a", OURS, "--b", engine, "--setup-b", setup]);
        assert!(error.contains(message), "{error}");
    }
}

/// The answer to `genmove` of a program that answers with a good cell first, and then by this shell command.
fn later(genmove: &str) -> String {
    format!(
        "n=$((n+1)); if [ $n -gt 1 ]; then {genmove}; else \
         case $told in *c3*d2*|*d2*c3*) echo = b4;; *c3*) echo = d2;; *) echo = c3;; esac; fi;; \
         play) told=$told$rest; echo ="
    )
}

#[test]
fn a_fault_before_the_first_move_loses() {
    let folder = folder("unmoved");
    let ours = format!("{OURS} --set resign=0");
    for (number, genmove) in ["exit", "echo = a9", "echo = swap-pieces"].into_iter().enumerate() {
        let out = folder.join(number.to_string());
        let (games, table) = play(&out, &["--a", &ours, "--b", &fake(genmove)]);
        assert!(games.iter().all(|played| played.a_won), "{table}");
        let said = |played: &GameResult| played.fault.ends_with("(it has not moved)");
        assert!(games.iter().any(said), "{table}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn faults_lose_what_is_not_proved_won() {
    let folder = folder("faults");
    let ours = format!("{OURS} --set resign=0");
    for (number, (genmove, what)) in
        [("exit", "the program ended"), ("echo = a9", "illegal move"), ("echo ? no", "refused")]
            .into_iter()
            .enumerate()
    {
        let out = folder.join(number.to_string());
        let (games, table) = play(&out, &["--a", &fake(&later(genmove)), "--b", &ours]);
        for played in &games {
            assert!(played.fault.contains(what), "{}", played.fault);
            assert_eq!(played.is_fault_of_a(), Some(true));
            // On 5x5 everything is proved: the winner is the one who stood to win.
            let proved = if played.a_won == played.a_black { "black wins" } else { "white wins" };
            assert!(played.fault.contains(proved), "{}", played.fault);
        }
        assert!(
            games.iter().any(|played| played.a_won) && !games.iter().all(|played| played.a_won)
        );
        assert!(table.contains("fault of A in game 0"), "{table}");
        let lines = fs::read_to_string(out).unwrap();
        assert!(!lines.contains("a_chances"), "an engine without the command says none");
    }
    let impatient = ["--a", &fake("sleep 9"), "--b", &ours, "--move-limit", "0.2"];
    let (games, _) = play(&folder.join("late"), &impatient);
    assert!(games.iter().all(|played| played.fault.contains("did not answer")));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn an_engine_is_told_its_time_and_loses_when_it_oversteps_it() {
    let folder = folder("time");
    let [heard, sgf] = ["heard", "sgf"].map(|name| folder.join(name).to_str().unwrap().to_owned());
    let ours = env!("CARGO_BIN_EXE_hexcoven");
    let told = format!("sh -c 'tee -a {heard} | {ours} --set max_expansions=20 --set resign=0'");
    // What it says after its time is up does not count.
    let slow = fake("sleep 5.1; echo = c3");
    let clock = ["--game-time", "5", "--parallel", "6"];
    let args = [&["--a", &slow, "--b", &told, "--sgf", &sgf][..], &clock].concat();
    let (games, table) = play(&folder.join("slow"), &args);
    assert!(games.iter().all(|played| !played.a_won && played.end == "time"), "{games:?}");
    assert!(games.iter().all(|played| played.fault.ends_with(": its 5 s are used up")));
    assert!(table.contains("fault of A in game 0, as black: its 5 s are used up"), "{table}");
    let record = fs::read_dir(&sgf).unwrap().next().unwrap().unwrap().path();
    let record = fs::read_to_string(record).unwrap();
    assert!(record.contains("RE[W+T]") || record.contains("RE[B+T]"), "{record}");
    let (games, _) = play(&folder.join("told"), &["--a", &told, "--b", OURS, "--game-time", "600"]);
    assert!(games.iter().all(|played| played.fault.is_empty()));
    let heard = fs::read_to_string(heard).unwrap();
    for line in ["time_settings 600 0 0", "time_left black 600 0", "time_left white 5"] {
        assert!(heard.lines().any(|heard| heard.starts_with(line)), "{line}: {heard}");
    }
    // Benzene's programs take no third word, and have no `time_settings`.
    let knows = "case $command in list_commands) echo = time_left;; time_left) \
                 case $rest in *\" 0\") echo \\?;; *) told=yes; echo =;; esac;; genmove) \
                 if [ $told = yes ]; then echo = resign; else exit; fi;; *) echo =;; esac";
    let benzene = format!("sh -c 'while read -r command rest; do {knows}; echo; done'");
    let (games, _) =
        play(&folder.join("benzene"), &["--a", &benzene, "--b", OURS, "--game-time", "600"]);
    assert!(games.iter().all(|played| played.fault.is_empty()), "{games:?}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_fault_loses_where_nothing_is_proved() {
    let folder = folder("unproved");
    let out = folder.join("games.jsonl");
    // The judge has no time for an open board.
    let program = Command::new(env!("CARGO_BIN_EXE_hexcoven"))
        .args(["match", "--size", "11", "--pairs", "1", "--judge-seconds", "0.001"])
        .args(["--a", &fake(&later("exit")), "--b", OURS, "--out"])
        .arg(&out)
        .status();
    assert!(program.unwrap().success());
    let games: Vec<GameResult> = read_ledger(&out).unwrap();
    assert_eq!(games.len(), 2);
    for played in games {
        assert!(played.fault.ends_with("(not proved)"), "{}", played.fault);
        assert!(!played.a_won, "{}", played.fault);
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_test_stops_a_match_that_is_decided_and_the_solver_one_that_is_proved() {
    let folder = folder("early");
    let resigns = fake("echo = resign");
    let args = ["--a", OURS, "--b", &resigns, "--sprt", "0,300"];
    let output = Command::new(env!("CARGO_BIN_EXE_hexcoven"))
        .args(["match", "--size", "8", "--pairs", "60"])
        .args(args)
        .output()
        .unwrap();
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(table.contains("test: +300 Elo rather than +0"), "{table}");
    assert!(!table.contains("of 120 games"), "{table}");
    let proved = ["--a", &fake("exit"), "--b", &fake("exit"), "--adjudicate", "5000"];
    let (games, _) = play(&folder.join("proved"), &proved);
    assert!(games.iter().all(|played| played.fault.is_empty()), "5x5 is proved at once");
    fs::remove_dir_all(folder).unwrap();
}
