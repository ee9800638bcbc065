//! Analyses of the real binary: what analysis boards draw, and what is left of it afterwards.

use crate::gtp_process::GtpProcess;
use std::thread::sleep;
use std::time::Duration;

/// Each move of the last line of an analysis, with its visits.
fn visits(analysis: &str) -> Vec<(String, u64)> {
    let line = analysis.lines().last().unwrap();
    let infos = line.split("info move ").skip(1);
    let info = |info: &str| {
        let words: Vec<&str> = info.split(' ').collect();
        assert_eq!(words[1], "visits", "{info}");
        (words[0].to_owned(), words[2].parse().unwrap())
    };
    infos.map(info).collect()
}

/// The reply of an analysis that is ended by the next command after this time, and that command's reply.
fn interrupted_by(game: &mut GtpProcess, analysis: &str, next: &str, after: u64) -> [String; 2] {
    game.tell(analysis);
    sleep(Duration::from_secs(after));
    game.tell(next);
    [game.reply(), game.reply()]
}

#[test]
fn a_move_is_shown_as_often_as_is_wished() {
    let mut game = GtpProcess::start(&["--boardsize", "11", "--set", "max_time=2"]);
    let lines = game.ok("kata-genmove_analyze b 5").lines().count();
    assert!(lines > 8, "twice a second is too seldom: {lines}");
}

/// Boards take the chance of the move that was played from its last mention.
#[test]
fn the_move_that_is_played_is_told_of() {
    for setting in ["max_expansions=1", "level=1", "level=9"] {
        let mut game = GtpProcess::start(&["--boardsize", "9", "--set", setting]);
        let reply = game.ok("kata-genmove_analyze b");
        let (moves, played) = reply.trim().rsplit_once("\nplay ").unwrap();
        let is_told = visits(moves).iter().any(|(name, visits)| name == played && *visits > 0);
        assert!(is_told, "{setting}: {reply}");
    }
}

/// The visits of all moves are those of the root, and what comes first is what is played.
#[test]
fn a_swap_is_one_of_the_moves_that_are_told_of() {
    for setting in ["max_expansions=40", "level=3", "level=5"] {
        let options = ["--boardsize", "8", "--set", "allow_swap=1", "--set", setting];
        let mut swapped = Vec::new();
        for opening in ["a1", "b4", "d5"] {
            let mut game = GtpProcess::start(&options);
            game.ok(&format!("play b {opening}"));
            let reply = game.ok("kata-genmove_analyze w rootInfo true");
            let (moves, played) = reply.trim().rsplit_once("\nplay ").unwrap();
            let visits = visits(moves);
            let all: u64 = visits.iter().map(|(_, visits)| visits).sum();
            assert_eq!(word_after(moves, "rootInfo visits "), all.to_string(), "{reply}");
            let first = visits[0].0 == "swap-pieces";
            assert_eq!(first, played == "swap-pieces", "{setting}, {opening}: {reply}");
            swapped.push(first);
        }
        assert!(swapped.contains(&true) && swapped.contains(&false), "{setting}: {swapped:?}");
    }
}

fn after_three_moves(args: &[&str]) -> GtpProcess {
    let mut game = GtpProcess::start(args);
    for command in ["boardsize 11", "play b a10", "play w f6", "play b g4"] {
        game.ok(command);
    }
    game
}

#[test]
fn what_was_asked_by_any_command_is_not_played() {
    let mut game = after_three_moves(&["--set", "max_expansions=60"]);
    game.ok("param_dfpn timelimit 1");
    let fresh = game.ok("genmove w");
    for questions in [
        &["lz-analyze w 50 allow w a11 1"][..],
        &["kata-set-param analysisWideRootNoise 0.5", "kata-analyze w 50"],
        &["gogui-gfx-analyze w"],
        &["dfpn-solve-state w", "dfpn-get-pv w"],
        &["reg_genmove w", "scns-moves", "vc-build w", "scns-scores w"],
        &["reg_genmove b"],
    ] {
        game.ok("undo");
        game.ok("clear_cache");
        for question in questions {
            if question.contains("analyze") {
                game.tell(question);
                sleep(Duration::from_secs(1));
                game.tell("# interrupt");
                let _ = game.drawings_and_reply();
            } else {
                game.ok(question);
            }
        }
        assert_eq!(game.ok("genmove w"), fresh, "after {questions:?}");
    }
}

#[test]
fn gogui_gets_its_drawings_on_standard_error_and_hexgui_on_standard_output() {
    for is_gogui in [true, false] {
        let mut game = after_three_moves(&["--set", "use_livegfx=1", "--set", "max_time=2"]);
        if is_gogui {
            game.ok("gogui-version 1.6.0");
        }
        game.tell("genmove w");
        let (drawings, _) = game.drawings_and_reply();
        let (_, log) = game.quit();
        let is_of_hexgui = |drawing: &String| drawing.starts_with("gogui-gfx:\nuct\nVAR W");
        assert_eq!(!drawings.is_empty(), !is_gogui);
        assert!(drawings.iter().all(is_of_hexgui), "{drawings:?}");
        assert_eq!(log.contains("gogui-gfx:\nCLEAR\nVAR W"), is_gogui, "{log}");
    }
}

#[test]
fn an_analysis_looks_at_several_moves() {
    let mut game = after_three_moves(&[]);
    let commands = ["kata-analyze w 50 minmoves 5", "lz-analyze w 50", "gogui-gfx-analyze w"];
    for command in commands {
        game.ok("clear_cache");
        let [analysis, _] = if command.starts_with("gogui") {
            game.tell(command);
            sleep(Duration::from_secs(4));
            game.tell("# interrupt");
            let (drawings, _) = game.drawings_and_reply();
            [drawings.last().unwrap().trim_end().to_owned(), String::new()]
        } else {
            interrupted_by(&mut game, command, "stop", 4)
        };
        let visits = visits(&analysis);
        let all: u64 = visits.iter().map(|(_, visits)| visits).sum();
        assert!(all > 30, "{command}: {analysis}");
        assert!(visits[0].1 * 10 < all * 9, "all on one move: {command}: {analysis}");
        let believed = visits.iter().filter(|(_, visits)| *visits >= all / 50).count();
        assert!(believed >= 5, "{command}: {analysis}");
    }
}

#[test]
fn what_was_allowed_in_an_analysis_is_not_played() {
    let mut game = after_three_moves(&["--set", "max_expansions=60"]);
    let fresh = game.ok("genmove w");
    for analysis in ["allow w a11 1", &format!("avoid w {fresh} 1"), ""] {
        for command in ["undo", "clear_cache"] {
            game.ok(command);
        }
        let analysis = format!("kata-analyze w 50 {analysis}");
        let [_, answer] = interrupted_by(&mut game, &analysis, "genmove w", 3);
        assert_eq!(answer, format!("= {fresh}"), "after {analysis}");
    }
    game.ok("undo");
    let [_, _] = interrupted_by(&mut game, "kata-analyze w 50 allow w a11 1", "stop", 2);
    let [analysis, _] = interrupted_by(&mut game, "kata-analyze w 50", "stop", 2);
    assert_ne!(visits(&analysis)[0].0, "a11", "{analysis}");
}

#[test]
fn a_stopped_solver_says_so_and_its_search_is_the_last_one() {
    let mut game = after_three_moves(&[]);
    game.tell("dfpn-solve-state white");
    sleep(Duration::from_secs(1));
    game.tell("# interrupt");
    let reply = game.reply();
    assert!(reply.starts_with("= not known yet, stopped after "), "{reply}");
    let report = game.ok("scns-report");
    let expansions = reply.split(' ').nth_back(1).unwrap();
    assert!(report.contains(&format!(" {expansions} expansions in ")), "{reply} {report}");
    // A limit is answered as Benzene does: programs ask for that.
    game.ok("param_dfpn timelimit 0.1");
    assert_eq!(game.ok("dfpn-solve-state white"), "empty");
}

/// After this text the next word, without a comma.
fn word_after(text: &str, mark: &str) -> String {
    let rest = text.split_once(mark).unwrap_or_else(|| panic!("no {mark:?} in {text}")).1;
    rest.split([' ', ',', '\n']).next().unwrap().to_owned()
}

#[test]
fn all_that_is_told_of_a_decided_position_is_what_is_played() {
    let mut game = GtpProcess::start(&["--set", "resign=0"]);
    game.ok("boardsize 11");
    game.ok("set_position b f5 b f6 b e9 b f8");
    for color in ["b", "w", "b", "w"] {
        let advice = game.ok(&format!("reg_genmove {color}"));
        let mut told = Vec::new();
        for analysis in ["kata-analyze", "lz-analyze"] {
            let reply = game.ok(&format!("{analysis} {color} 10"));
            told.push(word_after(&reply, "info move "));
            let visits = visits(&format!("\n{reply}"));
            assert!(visits.iter().all(|(_, visits)| *visits > 0), "{reply}");
            let wins = u8::from(color == "b");
            assert!(reply.contains(&format!(" winrate {wins}")), "{reply}");
            assert!(color == "w" || visits.len() > 1, "which moves win: {reply}");
        }
        told.push(word_after(&game.ok("scns-report"), "wins, "));
        told.push(word_after(&game.ok("scns-pv"), ""));
        told.push(word_after(&game.ok(&format!("scns-scores {color}")), "INFLUENCE "));
        told.push(word_after(&game.ok(&format!("scns-errors {color}")), ""));
        game.ok(&format!("dfpn-solve-state {color}"));
        told.push(word_after(&game.ok("scns-report"), "wins, "));
        told.push(word_after(&game.ok(&format!("dfpn-get-pv {color}")), ""));
        told.push(word_after(&game.ok(&format!("dfpn-get-bounds {color}")), ""));
        told.push(game.ok(&format!("genmove {color}")));
        told.push(word_after(&game.ok("scns-report"), "wins, "));
        assert!(told.iter().all(|name| *name == advice), "{color}: {advice}, {told:?}");
    }
}

/// hexata's candidates: a proved win does not hide the others, and is in front of them.
#[test]
fn every_allowed_move_is_told_of_and_the_main_line_is_the_same() {
    let mut game = GtpProcess::start(&["--katahex", "--boardsize", "5"]);
    game.ok("play B (1,1)");
    let wish = "kata-analyze W 15 allow W J8,G4 1 pvVisits true";
    let [analysis, line] = interrupted_by(&mut game, wish, "scns-pv", 1);
    let moves = visits(&analysis);
    let mut names: Vec<&str> = moves.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["G4", "J8"]);
    assert!(moves.iter().all(|(_, visits)| *visits > 0), "{analysis}");
    let best = analysis.rsplit("info move ").find(|info| info.contains(" order 0 ")).unwrap();
    let (_, told) = best.trim_end().split_once(" pv ").unwrap();
    let (told, works) = told.split_once(" pvVisits ").unwrap();
    assert_eq!(line.trim_end(), format!("= {told}"));
    assert_eq!(works.split(' ').count(), told.split(' ').count(), "{best}");
}

#[test]
fn visits_of_lines_and_owners_are_told_as_katago_does() {
    let mut game = GtpProcess::start(&["--boardsize", "9"]);
    game.ok("set_position b e4 w c3 b a1");
    let wish = "kata-analyze w 20 rootInfo true pvVisits true ownership true movesOwnership true";
    let [analysis, _] = interrupted_by(&mut game, wish, "stop", 2);
    let (moves, owners) = analysis.trim_end().rsplit_once(" ownership ").unwrap();
    let (moves, root) = moves.rsplit_once(" rootInfo visits ").unwrap();
    let owner = |text: &str| -> Vec<f64> {
        let numbers = text.split(' ').map(|number| number.parse().unwrap());
        numbers.inspect(|number| assert!((-1.0..=1.0).contains(number), "{number}")).collect()
    };
    let whole = owner(owners);
    // Row by row from a1: the black stones of a1 and e4, White's of c3.
    let stones = [whole[0], whole[3 * 9 + 4], whole[2 * 9 + 2]];
    assert_eq!((whole.len(), stones), (81, [-1.0, -1.0, 1.0]));
    assert!(whole.iter().any(|number| *number > 0.1 && *number < 1.0), "{owners}");
    let mut all = 0;
    for info in moves.lines().last().unwrap().split("info move ").skip(1) {
        let name = info.split(' ').next().unwrap();
        let visits: u64 = word_after(info, "visits ").parse().unwrap();
        all += visits;
        let (line, rest) = info.split_once(" pv ").unwrap().1.split_once(" pvVisits ").unwrap();
        let (works, owners) = rest.trim_end().split_once(" movesOwnership ").unwrap();
        let works: Vec<u64> = works.split(' ').map(|work| work.parse().unwrap()).collect();
        assert_eq!((works.len(), works[0]), (line.split(' ').count(), visits), "{info}");
        let column = usize::from(name.as_bytes()[0] - b'a');
        let row: usize = name[1..].parse().unwrap();
        let after = owner(owners);
        assert_eq!((after.len(), after[(row - 1) * 9 + column]), (81, 1.0), "{info}");
    }
    assert_eq!(root.split(' ').next().unwrap(), all.to_string(), "{root}");
}
