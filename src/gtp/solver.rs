//! Commands of the solver, with the names and formats of HexGui and Benzene's MoHex.

use super::args::Args;
use super::{DONE, Draw, GtpError, Reply, Session, graphics};
use crate::board::{Cell, CellSet, Color};
use crate::messages::counted;
use crate::player::winner;
use crate::search::{Limits, Report, RootMove};
use crate::solver::{Line, Moves};
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
            format!("not known yet, stopped after {}", counted(report.expansions, "expansion"))
        }
        None => "empty".to_owned(),
    })
}

/// All winning moves, and no others. If a limit was reached first it is an error that says which are known: a list that
/// is not complete must not look as if it were.
pub(super) fn find_winning(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let color = session.color_or_turn(args)?;
    args.end()?;
    let limits = limits(session);
    let position = session.player.position(color);
    let Moves { won, open, .. } = session.solver().solve_all(&position, &limits).moves;
    if open.is_empty() {
        return Ok(session.names(won));
    }
    let (won, open) = (session.names(won), session.names(open));
    let won = if won.is_empty() { "none".to_owned() } else { won };
    Err(GtpError::new(format!("ended early: these moves win: {won}; not known: {open}")))
}

/// Each move on a line of its own: the move, who wins after it, or `empty` if a limit was reached first, and how the
/// game goes on: to the move that decides, `|`, and on until the winner's edges are joined.
pub(super) fn solve_moves(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let color = session.color_or_turn(args)?;
    args.end()?;
    let mut limits = limits(session);
    let position = session.player.position(color);
    let over = position.board.winner().is_some();
    let moves = if over { CellSet::EMPTY } else { position.board.empty() };
    let mut line_of = |cell| {
        if limits.is_time_over() {
            return format!("{} empty", session.name(cell));
        }
        let of_line = limits.clone();
        let solved = session.solver().solved_line_after(&position, cell, &mut limits, &of_line);
        let Some((winner, Line { resisting, finishing })) = solved else {
            return format!("{} empty", session.name(cell));
        };
        let parts = [session.name(cell), winner.to_string(), session.names(resisting)];
        let words = [parts.join(" ").trim_end(), "|", &session.names(finishing)].join(" ");
        words.trim_end().to_owned()
    };
    Ok(moves.iter().map(&mut line_of).collect::<Vec<_>>().join("\n"))
}

/// The line that the solver knows from here, to the end of the game if the winner is proved. What the table has lost of a
/// proof is searched again.
pub(super) fn get_pv(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let color = session.color_or_turn(args)?;
    args.end()?;
    let (limits, position) = (limits(session), session.player.position(color));
    let report = in_table(session, color);
    let played = session.player.with_played_first(color, report.clone());
    let mut line = session.player.line(&position, &played);
    let mut end = position.clone();
    for cell in &line {
        end.play(*cell);
    }
    if report.outcome.is_some() && end.board.winner().is_none() {
        // Not knowledge proves it but the table, move by move.
        line = session.solver().line(&position, &report, &limits);
    }
    Ok(session.names(line))
}

/// What the solver knows of each move: `W` or `L` if the player who makes it wins or loses; else `a:b`, the numbers
/// of leaves that must be decided to prove that it loses and that it wins. A solved position has only the move
/// to play.
pub(super) fn get_bounds(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let color = session.color_or_turn(args)?;
    args.end()?;
    let report = in_table(session, color);
    let mut moves = session.player.with_played_first(color, report).moves;
    moves.sort_by_key(|root_move| root_move.mv);
    let pair = |root_move: &RootMove<Cell>| {
        let bounds = root_move.outcome.map_or_else(
            || format!("{}:{}", root_move.disproof, root_move.proof),
            |outcome| graphics::letter(outcome).to_string(),
        );
        format!(" {} {bounds}", session.name(root_move.mv))
    };
    Ok(moves.iter().map(pair).collect())
}

/// What the solver's table has of the position, without a search. Of a position that is decided at once it is the move
/// that the solver would play first.
fn in_table(session: &mut Session, color: Color) -> Report<Cell> {
    let position = session.player.position(color);
    session.solver().solve(&position, &Limits::expansions(0), &mut |_| ())
}

pub(super) fn clear_tt(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.end()?;
    session.solver().clear();
    Ok(DONE)
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
