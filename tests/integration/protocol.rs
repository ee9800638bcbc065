//! Whatever arrives, there is one well-formed reply a command, and an error changes nothing.

use hexcoven::board::Size;
use hexcoven::gtp::{Coordinates, Request, Session, serve};
use hexcoven::params::Params;
use hexcoven::player::Player;
use proptest::prelude::*;
use std::io::Cursor;

fn session() -> Session {
    let mut params = Params::default();
    params.set("max_expansions", "3").unwrap();
    params.set("use_livegfx", "1").unwrap();
    Session::new(Player::new(Size::new(4, 4).unwrap(), params), Coordinates::default())
}

fn command_names() -> Vec<String> {
    let request = Request::parse("list_commands").unwrap();
    let list = session().execute(&request, &mut |_| ()).unwrap();
    list.lines().map(str::to_owned).collect()
}

/// Commands that would run for ever, end the session or write files.
const LEFT_OUT: [&str; 5] = ["gogui-gfx-analyze", "kata-analyze", "lz-analyze", "quit", "printsgf"];

/// All that a command can change: the diagram, whose turn it is, and the parameters.
fn state(session: &mut Session) -> String {
    let mut commands = command_names();
    commands.retain(|name| name.starts_with("param_"));
    commands.extend(["showboard", "printsgf", "time_left"].map(str::to_owned));
    let show =
        |command: &String| session.execute(&Request::parse(command).unwrap(), &mut |_| ()).unwrap();
    commands.iter().map(show).collect::<Vec<_>>().join("\n")
}

/// A line of one of our commands with arguments that are often right.
fn line() -> impl Strategy<Value = String> {
    let names: Vec<String> =
        command_names().into_iter().filter(|name| !LEFT_OUT.contains(&name.as_str())).collect();
    let words = [
        "b",
        "w",
        "White",
        "a1",
        "b2",
        "c3",
        "d4",
        "e5",
        "a0",
        "swap-pieces",
        "resign",
        "pass",
        "0",
        "1",
        "2",
        "4",
        "-1",
        "1e9",
        "x",
        "eta",
        "delta",
        "use_rave",
        "fill_in",
        "largest_carrier",
        "prior_weight",
        "timelimit",
        "\"a b\"",
        "genmove",
        "",
    ];
    let args = prop::collection::vec(prop::sample::select(words.to_vec()), 0..5);
    (prop::sample::select(names), args)
        .prop_map(|(name, args)| format!("{name} {}", args.join(" ")))
}

#[test]
fn a_file_whose_name_is_no_text_is_neither_written_nor_read() {
    let mut output = Vec::new();
    let commands: &[u8] = b"printsgf q\xff.sgf\nloadsgf q\xff.sgf\n";
    serve(Cursor::new(commands), &mut output, &mut session()).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert_eq!(output.matches("? the name of the file is not UTF-8: q").count(), 2, "{output}");
}

proptest! {
    #[test]
    fn bytes_never_end_the_session(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let mut bytes = bytes;
        bytes.extend(b"\nprotocol_version\n");
        let mut output = Vec::new();
        serve(Cursor::new(bytes), &mut output, &mut session()).unwrap();
        let output = String::from_utf8(output).unwrap();
        prop_assert!(output.ends_with("= 2\n\n"));
        for reply in output.split_terminator("\n\n") {
            prop_assert!(reply.starts_with('=') || reply.starts_with('?'), "{reply:?}");
        }
    }

    #[test]
    fn commands_answer_and_errors_change_nothing(lines in prop::collection::vec(line(), 1..12)) {
        let mut session = session();
        for line in lines {
            let before = state(&mut session);
            let Some(request) = Request::parse(&line) else { continue };
            if let Err(message) = session.execute(&request, &mut |_| ()) {
                prop_assert!(!message.is_empty() && !message.contains("internal error"), "{line}: {message}");
                prop_assert_eq!(state(&mut session), before, "{} failed and changed something", line);
            }
        }
    }
}

#[test]
fn an_argument_too_many_is_refused_by_every_command() {
    let takes_any_number = ["gogui-play_sequence", "gogui-setup", "set_position"];
    // Whatever other programs may have.
    let takes_any_name =
        ["kata-set-param", "kata-set-rule", "kata-set-rules", "param_game", "param_mohex"];
    let is_strict = |name: &&String| {
        let lists = [&takes_any_number[..], &takes_any_name];
        !name.contains("analyze") && lists.iter().all(|list| !list.contains(&name.as_str()))
    };
    for name in command_names().iter().filter(is_strict) {
        let mut session = session();
        for words in ["? ?", "1 1 1 1 1", "b 1 1 1 1", "b a1 1 1", "eta 1 1 1", "name name"] {
            let line = format!("{name} {words}");
            let result = session.execute(&Request::parse(&line).unwrap(), &mut |_| ());
            assert!(result.is_err(), "`{line}` was accepted: {result:?}");
        }
    }
}

#[test]
fn drawings_are_whole_blocks() {
    let mut params = Params::default();
    params.set("max_time", "1.2").unwrap();
    params.set("use_livegfx", "1").unwrap();
    let player = Player::new(Size::new(9, 9).unwrap(), params);
    let mut session = Session::new(player, Coordinates::default());
    let mut blocks = Vec::new();
    let genmove = Request::parse("genmove b").unwrap();
    session.execute(&genmove, &mut |block| blocks.push(block.to_owned())).unwrap();
    assert!(!blocks.is_empty());
    for block in blocks {
        let lines: Vec<&str> = block.lines().collect();
        assert_eq!(lines[..2], ["gogui-gfx:", "uct"]);
        let words = |line: usize| lines[line].split(' ').count();
        assert!(lines[2].starts_with("VAR B ") && words(2) % 2 == 1 && words(2) >= 3, "{block}");
        assert!(lines[3].starts_with("INFLUENCE ") && words(3) % 2 == 1, "{block}");
        assert!(lines[4].starts_with("LABEL ") && words(4) % 2 == 1, "{block}");
        assert!(words(4) <= 1 + 2 * 16, "more labels than one can read: {block}");
        assert!(lines[5].starts_with("TEXT ") && words(5) > 1, "{block}");
        assert!(block.ends_with("\n\n") && !block.trim_end().contains("\n\n"));
    }
}

#[test]
fn positions_with_any_stones_can_be_set_up_and_played() {
    let mut session = session();
    let lines = ["param_player resign 0", "set_position w a1 w b1 w c1", "genmove b", "genmove b"];
    for line in lines.into_iter().chain(["genmove w", "undo", "undo"]) {
        let request = Request::parse(line).unwrap();
        session.execute(&request, &mut |_| ()).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    let diagram = session.execute(&Request::parse("showboard").unwrap(), &mut |_| ()).unwrap();
    let count = |letter| diagram.matches(letter).count();
    assert_eq!((count('W'), count('B')), (3, 1), "{diagram}");
}

#[test]
fn after_a_bug_of_ours_the_clock_runs_on() {
    let mut session = session();
    for line in ["time_settings 600 0 0", "time_left b 77 0", "play b a1"] {
        session.execute(&Request::parse(line).unwrap(), &mut |_| ()).unwrap();
    }
    let error = session.guarded(|_| panic!("a bug")).unwrap_err();
    assert!(error.starts_with("internal error"), "{error}");
    let mut tell = |line| session.execute(&Request::parse(line).unwrap(), &mut |_| ()).unwrap();
    assert!(!tell("showboard").contains('B'), "the board is empty");
    let left = tell("time_left");
    assert!(left.contains("77"), "{left}");
}

#[test]
fn an_analysis_of_a_won_position_tells_all_moves_that_are_seen_to_win() {
    let mut session = session();
    let mut shown = |line: &str| {
        let mut lines = Vec::new();
        let request = Request::parse(line).unwrap();
        session.execute(&request, &mut |line| lines.push(line.to_owned())).unwrap();
        lines.last().cloned().unwrap_or_default()
    };
    // Black has two bridges and needs one cell of each.
    shown("set_position black c1 black b3");
    for command in ["kata-analyze b 50", "lz-analyze b 50", "gogui-gfx-analyze b"] {
        let line = shown(command);
        let infos: Vec<&str> = line.split("info move ").skip(1).collect();
        assert!(infos.len() > 3, "{command}: {line}");
        let is_won =
            |info: &&str| info.contains("winrate 1.0000") || info.contains("winrate 10000");
        assert!(infos.iter().all(is_won), "{line}");
        assert!(!line.contains("visits 0"), "{line}");
    }
    assert!(shown("kata-analyze w 50").contains("visits 1 winrate 0.0000"));
    let only = shown("kata-analyze b 50 allow b a1,a2 1");
    assert!(!only.contains("move b2"), "{only}");
}
