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

fn after_three_moves(args: &[&str]) -> GtpProcess {
    let mut game = GtpProcess::start(args);
    for command in ["boardsize 11", "play b a10", "play w f6", "play b g4"] {
        game.ok(command);
    }
    game
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
            let mut blocks: Vec<String> = Vec::new();
            while blocks.last().is_none_or(|block| !block.starts_with('=')) {
                blocks.push(game.block());
            }
            [blocks[blocks.len() - 2].trim_end().to_owned(), String::new()]
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
