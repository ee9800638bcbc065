//! Commands about the program, its clock and parameters, and the moves it chooses.

use super::args::Args;
use super::{DONE, Draw, GtpError, Reply, Session, client_settings, decided, graphics};
use crate::board::Color;
use crate::params::{Params, Row};
use crate::player::TimeSettings;
use std::time::Duration;

/// The reply of a command without arguments.
fn text(args: &mut Args<'_>, reply: impl Into<String>) -> Reply {
    args.end()?;
    Ok(reply.into())
}

pub(super) fn name(_: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    text(args, "HexCoven")
}

pub(super) fn version(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    text(args, &session.version)
}

pub(super) fn license(_: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let license = env!("CARGO_PKG_LICENSE");
    text(args, format!("HexCoven {}, license {license}", env!("CARGO_PKG_VERSION")))
}

pub(super) fn protocol_version(_: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    text(args, "2")
}

pub(super) fn nothing(_: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    text(args, "")
}

pub(super) fn clear_cache(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.end()?;
    session.player.forget();
    Ok(DONE)
}

pub(super) fn komi(_: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.parse::<f64>("a number")?;
    text(args, "")
}

pub(super) fn quit(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.end()?;
    session.has_quit = true;
    Ok(DONE)
}

/// Seconds of processor time since the start of the process. An error on systems other than Unix.
pub(super) fn cputime(_: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.end()?;
    let time = process_time().ok_or_else(|| GtpError::new("not known on this system"))?;
    Ok(format!("{:.6}", time.as_secs_f64()))
}

/// The processor time of this process and all its threads. None on a system that is no Unix.
fn process_time() -> Option<Duration> {
    #[cfg(unix)]
    {
        use rustix::time::{ClockId, clock_gettime};
        clock_gettime(ClockId::ProcessCPUTime).try_into().ok()
    }
    #[cfg(not(unix))]
    None
}

pub(super) fn all_legal_moves(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.end()?;
    let board = session.player.game().board();
    let cells = board.empty().iter().filter(|_| board.winner().is_none());
    Ok(session.names(cells))
}

pub(super) fn final_score(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.end()?;
    let winner = session.player.game().board().winner();
    winner.map(|color| format!("{}+", color.letter())).ok_or_else(|| GtpError::new("cannot score"))
}

pub(super) fn genmove(session: &mut Session, args: &mut Args<'_>, draw: Draw<'_>) -> Reply {
    let color = args.color()?;
    args.end()?;
    let graphics = graphics::Drawer::of(session, color);
    let answer = session.player.move_for(color, &mut |report| graphics.draw_search(report, draw));
    Ok(session.answer_text(&answer))
}

/// As `genmove`, and never a resignation before the end: playhex's worker sends it to `KataHex`, which never resigns.
pub(super) fn genmove_debug(session: &mut Session, args: &mut Args<'_>, draw: Draw<'_>) -> Reply {
    let resign = u8::from(session.player.params().player.resign).to_string();
    session.player.set_param("resign", "0")?;
    let reply = genmove(session, args, draw);
    session.player.set_param("resign", &resign)?;
    reply
}

pub(super) fn reg_genmove(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let color = args.color()?;
    args.end()?;
    let answer = session.player.advise(color, None, &mut |_| ());
    Ok(session.answer_text(&answer))
}

/// Searches until it is interrupted or another command comes, and draws the search in KataHex's format.
pub(super) fn analyze(session: &mut Session, args: &mut Args<'_>, draw: Draw<'_>) -> Reply {
    let color = session.color_or_turn(args)?;
    args.end()?;
    let graphics = graphics::Drawer::of(session, color);
    let limits = session.analysis_limits();
    let report =
        session.player.search(color, &limits, &mut |report| graphics.draw_analysis(report, draw));
    graphics.draw_analysis(
        &decided::report_for_analysis_board(session, color, None, report.clone()),
        draw,
    );
    Ok(graphics.summary(&report))
}

pub(super) fn time_settings(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let main = seconds(args)?;
    let byo_yomi = seconds(args)?;
    let stones = args.parse("a number of moves")?;
    args.end()?;
    if main.is_zero() && byo_yomi.is_zero() {
        log::warn!(
            "no time at all: each move gets one expansion; no limit is `time_settings 0 1 0`"
        );
    }
    let settings = TimeSettings { main, byo_yomi, stones, ..TimeSettings::default() };
    session.player.clock_mut().set(settings);
    Ok(DONE)
}

/// `time_left b 60 0` and `time_left b 60` set a clock. `time_left b` and `time_left` ask for it.
pub(super) fn time_left(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let clock = session.player.clock_mut();
    let shown = |left: Option<(Duration, u32)>| {
        left.map_or_else(|| "no limit".to_owned(), |(time, _)| time.as_secs().to_string())
    };
    if args.is_empty() {
        let [black, white] = Color::BOTH.map(|color| shown(clock.left(color)));
        return Ok(format!("Black: {black}, White: {white}"));
    }
    let color = args.color()?;
    if args.is_empty() {
        return Ok(shown(clock.left(color)));
    }
    // The time of a clock that has run out may be negative.
    let given: f64 = args.clone().parse("a number of seconds")?;
    let time =
        if given < 0.0 { args.word("seconds").map(|_| Duration::ZERO) } else { seconds(args) }?;
    let stones = if args.is_empty() { 0 } else { args.parse("a number of moves")? };
    args.end()?;
    clock.set_left(color, time, stones);
    Ok(DONE)
}

pub(super) fn seconds(args: &mut Args<'_>) -> Result<Duration, GtpError> {
    args.time("a number of seconds", 1.0, "a number of seconds")
}

pub(super) fn param_scns(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    param(session, args, Params::search_rows)
}

pub(super) fn param_circuit(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    param(session, args, |params| params.position.circuit.rows())
}

pub(super) fn param_evaluation(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    param(session, args, |params| params.position.evaluation.rows())
}

pub(super) fn param_ice(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    param(session, args, |params| params.position.knowledge.inferior.rows())
}

pub(super) fn param_vc(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    param(session, args, |params| params.position.knowledge.connections.rows())
}

pub(super) fn param_player(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    param(session, args, |params| params.player.rows())
}

pub(super) fn param_dfpn(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    if args.is_empty() {
        let ours = param(session, args, |params| params.solver.rows())?;
        return Ok(ours + &client_settings::param(session, args, &client_settings::DFPN)?);
    }
    let rows = session.player.params().solver.rows();
    let is_own = |name: &str| rows.iter().any(|row| row.name.eq_ignore_ascii_case(name));
    if args.peek().is_some_and(|name| !is_own(name) && client_settings::DFPN.has(name)) {
        return client_settings::param(session, args, &client_settings::DFPN);
    }
    param(session, args, |params| params.solver.rows())
}

/// Without arguments: a group of parameters in the format of the clients' dialogs. With a name and a value: sets one.
fn param(session: &mut Session, args: &mut Args<'_>, group: fn(&Params) -> Vec<Row>) -> Reply {
    let rows = group(session.player.params());
    if args.is_empty() {
        let lines = rows.iter().map(|row| format!("\n[{}] {} {}", row.kind, row.name, row.value));
        return Ok(lines.collect());
    }
    let name = args.word("a parameter")?.to_ascii_lowercase();
    if !rows.iter().any(|row| row.name == name) {
        return Err(GtpError::new(format!("no parameter is named `{name}` here")));
    }
    let value = args.word(&format!("the value of {name}"))?;
    args.end()?;
    session.player.set_param(&name, value)?;
    Ok(DONE)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_known_to_less_than_a_millisecond() {
        let step = |_| {
            let start = process_time().unwrap();
            let mut passed = Duration::ZERO;
            while passed.is_zero() {
                passed = process_time().unwrap().saturating_sub(start);
            }
            passed
        };
        // While this thread waits for a processor, other tests of this process use one.
        let least = (0..100).map(step).min().unwrap();
        assert!(least < Duration::from_millis(1), "{least:?}");
    }
}
