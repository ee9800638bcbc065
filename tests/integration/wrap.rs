//! `hexcoven wrap` around children that behave, and children that do not.

use crate::gtp_process::GtpProcess;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A shell script that speaks GTP. It remembers what it was told since it started; its command
/// `told` shows that. `arms` come before the usual ones of its `case`.
fn script(arms: &str) -> String {
    format!(
        r#"while read -r command rest; do
            case "$command" in
                {arms}
                name) echo '= Fake';;
                version) echo '= 1.5';;
                list_commands) echo '= play genmove told Param gogui-interrupt';;
                told) echo "= $told";;
                quit) echo '='; echo; exit;;
                *) told="$told$command $rest,"; echo '=';;
            esac
            echo
        done"#
    )
}

fn wrap(options: &[&str], arms: &str) -> GtpProcess {
    let script = script(arms);
    let child = ["--", "sh", "-c", &script];
    GtpProcess::start(&[&["wrap", "--fallback-seconds", "0.1"], options, &child].concat())
}

#[test]
fn a_good_child_plays_a_whole_game() {
    let program = env!("CARGO_BIN_EXE_hexcoven");
    let child = ["--", program, "gtp", "--set", "max_expansions=50", "--set", "resign=0"];
    let options = ["wrap", "--skip-i", "--boardsize", "5"];
    let mut game = GtpProcess::start(&[&options[..], &child].concat());
    assert_eq!(game.ok("name"), "HexCoven");
    let mut moves = 0;
    while game.ok(["genmove b", "genmove w"][moves % 2]) != "resign" {
        moves += 1;
    }
    let winner = if moves % 2 == 0 { "W+" } else { "B+" };
    assert_eq!(game.ok("final_score"), winner, "played on to the end");
    let ours = game.ok("printsgf");
    for line in ["undo", "clear_board", "gogui-setup w a1 b b2", "play w c3"] {
        game.ok(line);
    }
    assert_eq!(game.ok("group-get a1"), "a1", "the child knows the stone");
    assert_eq!(ours.matches(';').count(), moves + 1);
    let (status, log) = game.quit();
    assert!(status.success());
    assert_eq!(log, "", "there was nothing to complain about");
}

#[test]
fn cells_are_translated_both_ways() {
    let mut game = wrap(&["--skip-i", "--rows-from-bottom"], "genmove) echo '= i9';;");
    assert_eq!(game.ok("genmove b"), "J3");
    game.ok("play w k1");
    assert_eq!(game.ok("told"), "boardsize 11,clear_board ,play white j11,");
    assert_eq!(game.send("7 play w j3"), "?7 illegal move: J3 is occupied");
}

#[test]
fn a_child_that_fails_is_started_again_and_a_legal_move_comes() {
    let failures = [
        ("exit", "ended without an answer to `genmove black`"),
        ("echo '= b2'", "b2 is occupied"),
        ("echo '= z9'", "answered `z9`"),
        ("echo '= pass'", "answered `pass`"),
        ("echo '= swap-pieces'", "a swap answers the first stone"),
        ("echo '? no idea'", "refused `genmove black`: no idea"),
        ("exec sleep 100", "did not answer `genmove black` within 0.5 s"),
    ];
    for (failure, reason) in failures {
        let options = ["--timeout", "0.5", "--setup", "speed 9", "--boardsize", "4"];
        let asked = r#"told="${told}asked,""#;
        let mut game = wrap(&options, &format!("genmove) {asked}; {failure};;"));
        game.ok("play b a1");
        game.ok("play w b2");
        let legal = game.ok("all_legal_moves");
        let answer = game.ok("genmove b");
        assert!(legal.split(' ').any(|cell| cell == answer), "{failure}: {answer}");
        let told = "speed 9,boardsize 4,clear_board ,play black a1,play white b2,play black";
        assert_eq!(game.ok("told"), format!("{told} {answer},"), "{failure}: another child");
        let (status, log) = game.quit();
        assert!(status.success() && log.contains(reason), "{failure}: {log}");
    }
}

#[test]
fn an_answer_without_end_is_not_read_to_the_end() {
    for output in ["head -c 20000000 /dev/zero", "yes '=x' | head -c 20000000"] {
        let arms = format!("genmove) {output}; exec sleep 100;;");
        let mut game = wrap(&["--timeout", "20", "--boardsize", "4"], &arms);
        game.ok("genmove b");
        let (status, log) = game.quit();
        let reason = "answer to `genmove black` cannot be read: it has more than 16 MiB";
        assert!(status.success() && log.contains(reason), "{output}: {log}");
    }
}

#[test]
fn a_crash_is_seen_though_the_output_is_still_open() {
    let mut game = wrap(&["--timeout", "20"], "genmove) sleep 100 & exit;;");
    let start = Instant::now();
    game.ok("genmove b");
    assert!(start.elapsed() < Duration::from_secs(10), "it waits for {:?}", start.elapsed());
    let (status, log) = game.quit();
    assert!(
        status.success() && log.contains("ended without an answer to `genmove black`"),
        "{log}"
    );
}

#[test]
fn what_is_printed_before_a_reply_is_passed_over() {
    let mut game = wrap(&[], "genmove) echo 'thinking'; echo; echo '! hm'; echo '=5 C4';;");
    assert_eq!(game.ok("genmove b"), "c4");
    assert_eq!(game.quit().1, "");
}

#[test]
fn the_child_s_solver_says_whether_a_crash_was_a_loss() {
    let lists = "list_commands) echo '= dfpn-solve-state told';; genmove) exit;;";
    for (solver, resigns) in [
        ("dfpn-solve-state) echo '= white';;", true),
        ("dfpn-solve-state) echo '= black';;", false),
        ("dfpn-solve-state) echo '= unknown';;", false),
        ("dfpn-solve-state) exit;;", false),
    ] {
        let mut game = wrap(&["--boardsize", "4"], &format!("{lists} {solver}"));
        let answer = game.ok("genmove black");
        assert_eq!(answer == "resign", resigns, "{solver}: {answer}");
        let told = game.ok("told");
        assert_eq!(told.contains("play"), !resigns, "{solver}: {told}");
    }
}

#[test]
fn the_child_s_solver_has_no_more_time_than_other_commands() {
    let arms = "list_commands) echo '= dfpn-solve-state';; genmove) exit;;
        dfpn-solve-state) exec sleep 100;;";
    let mut game = wrap(&["--boardsize", "4", "--timeout", "0.5"], arms);
    game.ok("genmove black");
    let log = game.quit().1;
    assert!(log.contains("did not answer `dfpn-solve-state black` within 0.5 s"), "{log}");
}

#[test]
fn a_finished_game_is_resigned_and_the_child_not_asked() {
    let mut game = wrap(&["--boardsize", "2"], "genmove) echo '= b1';;");
    game.ok("gogui-play_sequence b a1 b a2");
    assert_eq!(game.ok("genmove w"), "resign");
    assert_eq!(game.ok("genmove b"), "resign");
    game.ok("undo");
    assert_eq!(game.ok("genmove w"), "b1", "now it goes on");
}

#[test]
fn resigning_is_passed_on_and_is_no_move() {
    let mut game = wrap(&[], "genmove) echo '= Resign ';;");
    assert_eq!(game.ok("genmove w"), "resign");
    assert_eq!(game.send("undo"), "? cannot undo");
}

#[test]
fn a_swap_is_taken_where_it_is_legal() {
    let mut game = wrap(&["--boardsize", "5"], "genmove) echo '= swap-pieces';;");
    game.ok("play b d2");
    assert_eq!(game.ok("genmove w"), "swap-pieces");
    game.ok("play b c3");
    let new = "boardsize 5,clear_board ,";
    let told = format!("{new}play black d2,{new}play white b4,play black c3,");
    assert_eq!(game.ok("told"), told, "some programs leave the stone where it is");
    game.ok("undo");
    game.ok("undo");
    assert_eq!(game.ok("told"), format!("{told}{new}play white b4,{new}play black d2,"));
}

#[test]
fn a_child_that_dies_in_play_is_brought_back() {
    // Dies the first time only: the file is there the second time.
    let mark = std::env::temp_dir().join(format!("hexcoven-wrap-{}", std::process::id()));
    let arms = format!(
        "play) [ -e '{0}' ] || {{ touch '{0}'; exit; }}; told=\"$told$rest,\"; echo '=';;
         genmove) echo '= a1';;",
        mark.display()
    );
    let mut game = wrap(&["--boardsize", "3"], &arms);
    game.ok("play b b2");
    assert_eq!(game.ok("told"), "boardsize 3,clear_board ,black b2,");
    assert_eq!(game.ok("genmove w"), "a1");
    std::fs::remove_file(mark).unwrap();
    assert!(
        game.quit().1.contains("ended without an answer to `play black b2`; it is started again")
    );
}

#[test]
fn a_child_that_is_started_again_is_told_its_time() {
    let listed = "list_commands) echo '= play genmove told time_settings time_left';;";
    let mut game = wrap(&["--boardsize", "3"], &format!("{listed} genmove) exit;;"));
    for line in ["time_left b 9 0", "clear_board", "time_settings 60 0 0", "time_left w 40 0"] {
        game.ok(line);
    }
    game.ok("play w a1");
    let answer = game.ok("genmove b");
    let position = "boardsize 3,clear_board ,play white a1";
    let time = "time_settings 60 0 0,time_left w 40 0";
    assert_eq!(game.ok("told"), format!("{position},{time},play black {answer},"));
}

#[test]
fn without_any_child_the_game_goes_on() {
    let mut game = wrap(&["--boardsize", "4"], "play) exit;; genmove) echo '= a1';;");
    game.ok("play b b2");
    let legal = game.ok("all_legal_moves");
    let answer = game.ok("genmove w");
    assert!(legal.contains(&answer) || answer == "resign", "{answer}");
    assert_eq!(
        game.send("told"),
        "? the program does not run: it failed and could not be started again"
    );
    game.ok("clear_board");
    assert_eq!(game.ok("genmove b"), "a1", "a new game, a new chance");
    assert!(game.quit().1.contains("going on without the program"));
}

#[test]
fn a_size_that_the_child_refuses_changes_nothing() {
    let arms = r#"boardsize) if [ "${rest%% *}" -gt 6 ]; then echo '? too big'; else echo =; fi;;"#;
    let mut game = wrap(&["--boardsize", "5"], arms);
    game.ok("play b b2");
    for name in ["boardsize", "rectangular_boardsize"] {
        let reply = game.send(&format!("{name} 7 7"));
        assert_eq!(reply, "? unacceptable size: Fake: too big");
    }
    assert_eq!(game.send("play w b2"), "? illegal move: b2 is occupied");
    game.ok("boardsize 4 3");
    assert_eq!(game.ok("all_legal_moves").split(' ').count(), 12);
}

#[test]
fn every_new_game_is_told() {
    let mut game = wrap(&["--boardsize", "5"], "");
    game.ok("clear_board");
    assert_eq!(game.ok("told").matches("clear_board").count(), 2);
    game.ok("boardsize 5");
    assert!(game.ok("told").matches("boardsize 5").count() > 2);
}

#[test]
fn what_only_the_child_knows_is_passed_on() {
    let mut game = wrap(&["--skip-i"], "Param) echo \"? $rest\";;");
    assert_eq!(game.send("param b i3 \"x y\""), "? b i3 \"x y\"", "spelled as the child does");
    assert_eq!(game.send("scns-pv"), "? unknown command", "ours, but not of this program");
    let listed = game.ok("list_commands");
    for name in ["told", "param", "showboard", "gogui-rules_board"] {
        assert!(listed.lines().any(|line| line == name), "{name}");
        assert_eq!(game.ok(&format!("known_command {name}")), "true");
    }
    assert_eq!(listed.lines().filter(|line| *line == "play").count(), 1);
    assert_eq!(game.ok("known_command scns-pv"), "false");
    assert_eq!((game.ok("name"), game.ok("version")), ("Fake".to_owned(), "1.5".to_owned()));
}

#[test]
fn an_interrupt_reaches_the_child() {
    let arms = r#"genmove) read -r line; [ "$line" = '# interrupt' ] && echo '= c3';;"#;
    let mut game = wrap(&[], arms);
    game.tell("genmove b");
    game.tell("# interrupt");
    assert_eq!(game.reply(), "= c3");
}

/// As by Ctrl-Z and `fg`: the child, in a group of its own, goes on meanwhile.
#[test]
fn the_time_in_which_we_are_stopped_is_no_time_of_the_child_s() {
    let mut game = wrap(&["--timeout", "3"], "genmove) sleep 5; echo '= c3';;");
    game.ok("play b a1");
    let pid = game.pid();
    let signal = |name: &str| {
        assert!(Command::new("kill").args([name, &pid]).status().unwrap().success());
    };
    game.tell("genmove w");
    std::thread::sleep(Duration::from_millis(500));
    signal("-STOP");
    std::thread::sleep(Duration::from_secs(4));
    signal("-CONT");
    assert_eq!(game.reply(), "= c3");
}

#[test]
fn what_does_not_start_is_said_at_once() {
    for (child, reason) in [
        (&["/no/such/program"][..], "cannot start /no/such/program: No such file"),
        (&["sh", "-c", "exit 3"], "cannot start sh -c exit 3: the program ended without"),
    ] {
        let (status, log) = GtpProcess::start(&[&["wrap", "--"], child].concat()).wait();
        assert_eq!(status.code(), Some(2));
        assert!(log.starts_with(&format!("hexcoven: {reason}")), "{log}");
    }
    let refused = "bad) echo '? what';;";
    let (status, log) = wrap(&["--setup", "bad line"], refused).wait();
    assert_eq!(status.code(), Some(2));
    assert!(log.ends_with("the program refused `bad line`: what\n"), "{log}");
}

#[test]
fn no_child_outlives_the_game() {
    let mut game = wrap(&[], "name) echo \"= $$\";; quit) exec sleep 100;;");
    let process = format!("/proc/{}", game.ok("name"));
    let is_known = Path::new("/proc/self").exists();
    assert!(!is_known || Path::new(&process).exists());
    let start = Instant::now();
    assert!(game.quit().0.success());
    assert!(start.elapsed() < Duration::from_secs(20));
    assert!(!Path::new(&process).exists());
}

/// Whether a process is there and not dead. Only Linux says so here.
fn is_running(pid: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, state)| !state.starts_with('Z'))
}

#[test]
fn no_process_of_a_child_outlives_it() {
    let mut game = wrap(&[], "name) sleep 100 > /dev/null 2>&1 & echo \"= $!\";;");
    let process = game.ok("name");
    assert!(!Path::new("/proc/self").exists() || is_running(&process));
    assert!(game.quit().0.success());
    let start = Instant::now();
    while is_running(&process) {
        assert!(start.elapsed() < Duration::from_secs(20), "process {process} is left");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn every_command_that_is_listed_is_known() {
    let mut game = wrap(&["--boardsize", "3"], "genmove) echo '= b2';;");
    let listed = game.ok("list_commands");
    let listed: Vec<&str> = listed.split_whitespace().collect();
    assert!(listed.is_sorted() && listed.contains(&"told") && listed.contains(&"undo"));
    for name in listed.iter().filter(|name| **name != "quit") {
        assert_eq!(game.ok(&format!("known_command {name}")), "true");
        assert_ne!(game.send(name), "? unknown command", "{name}");
    }
    for name in ["dfpn-solve-state", "param_scns", "kata-analyze"] {
        assert_eq!(game.ok(&format!("known_command {name}")), "false", "ours, not the child's");
    }
}

#[test]
fn analyses_are_not_passed_on() {
    let arms = "list_commands) echo '= kata-analyze told';; kata-analyze) exec sleep 100;;";
    let mut game = wrap(&[], arms);
    assert_eq!(
        game.send("kata-analyze b 50"),
        "? kata-analyze is not passed on: its answer may have no end"
    );
    assert_eq!(game.ok("known_command kata-analyze"), "false");
}

#[test]
fn it_ends_when_nobody_reads_its_answers() {
    let script = script("genmove) exec sleep 100;;");
    let mut game = Command::new(env!("CARGO_BIN_EXE_hexcoven"))
        .args(["wrap", "--", "sh", "-c", &script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    writeln!(game.stdin.as_ref().unwrap(), "genmove b").unwrap();
    drop(game.stdout.take());
    let start = Instant::now();
    while game.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < Duration::from_secs(20), "it waits for the child");
        std::thread::sleep(Duration::from_millis(10));
    }
}
