//! A running engine: interrupts, live analyses, and its end.

use crate::gtp_process::GtpProcess;
use std::collections::HashMap;
use std::io::Write;
use std::process::Command;
use std::time::{Duration, Instant};

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

/// The reply of an analysis that `end` ends, after a time that is doubled until the reply is enough.
fn ended_by(
    end: &str,
    engine: &mut GtpProcess,
    analysis: &str,
    is_enough: impl Fn(&str) -> bool,
) -> String {
    let mut time = Duration::from_millis(200);
    loop {
        engine.tell(analysis);
        std::thread::sleep(time);
        engine.tell(end);
        let reply = engine.reply();
        if end == "stop" {
            assert_eq!(engine.reply(), "=");
        }
        if is_enough(&reply) || time > Duration::from_secs(20) {
            return reply;
        }
        time *= 2;
    }
}

#[test]
fn a_live_analysis_goes_on_until_anything_else_comes() {
    let mut engine = GtpProcess::start(&["--boardsize", "9"]);
    for (end, command, one) in [
        ("", "kata-analyze", 1.0),
        ("# interrupt", "kata-analyze", 1.0),
        ("stop", "lz-analyze", 1e4),
    ] {
        let command = format!("7 {command} w 5 minmoves 4");
        let reply = ended_by(end, &mut engine, &command, |reply| reply.lines().count() > 3);
        let lines: Vec<&str> = reply.lines().collect();
        assert_eq!(lines[0], "=7 ");
        assert!(lines.len() > 3, "{reply}");
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
    }
    assert_eq!(engine.send("8 name"), "=8 HexCoven");
}

#[test]
fn an_analysis_looks_at_the_moves_that_it_is_told() {
    let mut engine = GtpProcess::start(&["--boardsize", "9"]);
    let mut moves_of = |args: &str| {
        let command = format!("kata-analyze {args} minmoves 100");
        let reply = ended_by("stop", &mut engine, &command, |reply| reply.contains("info move "));
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
        let is_searched = |reply: &str| {
            let has_swap = reply.contains("move swap-pieces visits ");
            has_swap && !reply.contains("move swap-pieces visits 0 ")
        };
        let reply = ended_by("stop", &mut engine, "kata-analyze 10", is_searched);
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
