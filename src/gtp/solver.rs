//! Commands of the solver, with the names and formats of HexGui and Benzene's MoHex.

use super::args::Args;
use super::{Draw, Reply, Session, graphics};
use crate::board::{Cell, Color};
use crate::player::winner;
use crate::search::{Limits, Outcome, Report, RootMove};
use std::time::{Duration, Instant};

/// The winner: `black`, `white`, or `empty` if a limit was reached first. HexGui's Stop is answered in words, which it
/// shows; programs that ask for the winner do not interrupt.
pub(super) fn solve_state(session: &mut Session, args: &mut Args<'_>, draw: Draw<'_>) -> Reply {
    let color = session.color_or_turn(args)?;
    args.end()?;
    let report = solve(session, color, draw);
    Ok(match winner(report.outcome, color) {
        Some(winner) => winner.to_string(),
        None if session.player.stop().is_set() => {
            format!("not known yet, stopped after {} expansions", report.expansions)
        }
        None => "empty".to_owned(),
    })
}

/// All winning moves among those that are worth considering.
pub(super) fn find_winning(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let color = session.color_or_turn(args)?;
    args.end()?;
    let limits = limits(session);
    let position = session.player.position(color);
    let solver = session.solver();
    let candidates = solver.candidates(&position);
    let results = solver.solve_moves(&position, candidates, &limits);
    let won = |(cell, outcome): (Cell, _)| (outcome == Some(Outcome::Won)).then_some(cell);
    Ok(session.names(results.into_iter().filter_map(won)))
}

/// The line that the solver knows from here, to the end of the game if the winner is proved.
pub(super) fn get_pv(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let color = session.color_or_turn(args)?;
    args.end()?;
    let report = known(session, color);
    let position = session.player.position(color);
    Ok(session.names(session.player.line(&position, &report)))
}

/// What the solver knows of each move: `W` or `L` if the player who makes it wins or loses; else `a:b`, the numbers
/// of leaves that must be decided to prove that it loses and that it wins. A solved position has only the move
/// to play.
pub(super) fn get_bounds(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let color = session.color_or_turn(args)?;
    args.end()?;
    let mut moves = known(session, color).moves;
    moves.sort_by_key(|root_move| root_move.mv);
    let pair = |root_move: &RootMove<Cell>| {
        let bounds = match root_move.outcome {
            Some(Outcome::Won) => "W".to_owned(),
            Some(Outcome::Lost) => "L".to_owned(),
            None => format!("{}:{}", root_move.disproof, root_move.proof),
        };
        format!(" {} {bounds}", session.name(root_move.mv))
    };
    Ok(moves.iter().map(pair).collect())
}

/// What the solver knows of the position, without a search. Of a position that is decided at once it is the move that
/// would be played.
fn known(session: &mut Session, color: Color) -> Report<Cell> {
    let position = session.player.position(color);
    let report = session.solver().solve(&position, &Limits::expansions(0), &mut |_| ());
    session.player.with_played_first(color, report)
}

pub(super) fn clear_tt(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.end()?;
    session.solver().clear();
    Ok(String::new())
}

fn solve(session: &mut Session, color: Color, draw: Draw<'_>) -> Report<Cell> {
    let limits = limits(session);
    let position = session.player.position(color);
    let graphics = graphics::Drawer::of_solver(session, color);
    let watch = &mut |report: &Report<Cell>| graphics.draw_search(report, draw);
    let report = session.solver().solve(&position, &limits, watch);
    graphics.draw_search(&report, draw);
    session.player.as_played(color, report)
}

fn limits(session: &Session) -> Limits {
    let seconds = session.player.params().solver.timelimit;
    let time = Duration::try_from_secs_f64(seconds).ok().filter(|_| seconds > 0.0);
    Limits {
        deadline: time.and_then(|time| Instant::now().checked_add(time)),
        stop: session.player.stop().clone(),
        ..Limits::default()
    }
}
