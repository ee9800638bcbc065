//! Commands that list commands, and commands that show what the engine thinks of a position.

use super::args::Args;
use super::commands::{self, COMMANDS};
use super::session::Client;
use super::{DONE, Draw, GtpError, Reply, Session, graphics};
use crate::board::{Cell, Color, Group};
use crate::messages::counted;
use crate::player::{Action, Move, Player, finishing_line, winner};
use crate::search::{Expansion, Report, relative_score};
use std::fmt::Write;

pub(super) fn list_commands(_: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.end()?;
    Ok(COMMANDS.iter().map(|command| command.name).collect::<Vec<_>>().join("\n"))
}

pub(super) fn known_command(_: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let name = args.word("a command")?.to_ascii_lowercase();
    args.end()?;
    Ok(commands::find(&name).is_some().to_string())
}

pub(super) fn help(_: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let shown: Vec<_> = if args.is_empty() {
        COMMANDS.iter().collect()
    } else {
        let name = args.word("a command")?.to_ascii_lowercase();
        args.end()?;
        vec![commands::find(&name).ok_or_else(|| GtpError::new("unknown command"))?]
    };
    let line = |command: &&commands::Command| {
        let usage = format!("{} {}", command.name, command.usage);
        format!("{}: {}", usage.trim_end(), command.help)
    };
    Ok(shown.iter().map(line).collect::<Vec<_>>().join("\n"))
}

/// HexGui asks for this when it attaches a program.
pub(super) fn hexgui_offers(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.end()?;
    session.set_client(Client::HexGui);
    Ok(commands::offers(&[]))
}

/// Without what `GoGui` lists and does not draw, and without lists that may have edges, which it takes for wrong cells.
pub(super) fn gogui_offers(_: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.end()?;
    Ok(commands::offers(&[
        "group",
        "inferior",
        "vc",
        "plist/Fully connected",
        "plist/Semi connected",
    ]))
}

/// From now on searches are drawn as `GoGui` reads them, and the player does not swap.
pub(super) fn gogui_version(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.word("a version")?;
    args.end()?;
    session.set_client(Client::GoGui);
    Ok(DONE)
}

/// The stones of the group at a cell, its captain first.
pub(super) fn group_get(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let cell = args.cell()?;
    args.end()?;
    let group = Group::at(session.player.game().board(), cell);
    let group = group.ok_or_else(|| GtpError::new("there is no stone"))?;
    let others = group.stones.iter().filter(|stone| *stone != group.captain());
    Ok(session.names(std::iter::once(group.captain()).chain(others)))
}

/// In the format of Benzene's MoHex: natural logarithms of White's resistance over Black's, of White's, and of Black's.
pub(super) fn eval_resist(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.color()?;
    args.end()?;
    let flows = session.player.flows();
    let (white, black) = (flows.white.resistance.ln(), flows.black.resistance.ln());
    Ok(format!(" res {:.3} rew {white:.3} reb {black:.3}", white - black))
}

/// The energy of each empty cell in the circuit of one player, as the part of the current that flows through it, in
/// percent and with two digits, since HexGui's cells hold no more. Cells with less than half a percent are left out.
pub(super) fn eval_resist_cells(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let color = args.color()?;
    args.end()?;
    let flows = session.player.flows();
    let board = session.player.game().board();
    let energy = |cell: Cell| {
        let energy = flows[color].energy.get(cell.index()).copied().unwrap_or_default();
        // The energy is twice the current, in amperes, of which one flows.
        let percent = (50.0 * energy).round().clamp(0.0, 99.0);
        (percent > 0.0).then(|| format!(" {} {percent:.0}", session.name(cell)))
    };
    Ok(board.empty().iter().filter_map(energy).collect())
}

/// The moves of the position on the board and their first errors, in thousandths of a natural logarithm; the move that
/// would be made alone, if no search is needed to choose it.
pub(super) fn errors(
    player: &mut Player,
    expansion: &Expansion<Cell>,
    color: Color,
) -> Vec<(Cell, u16)> {
    let known = player.known_move(color, expansion);
    known.map_or_else(|| player.first_errors(expansion), |cell| vec![(cell, 0)])
}

/// The first error of each move, in tenths of a natural logarithm, at most 99. The best move's is 0.
pub(super) fn scns_errors(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let color = session.color_or_turn(args)?;
    args.end()?;
    let expansion = session.player.expansion(color);
    let errors = errors(&mut session.player, &expansion, color);
    let tenths = |error: u16| (error / 100).min(99);
    let words =
        errors.iter().map(|(cell, error)| format!("{} {}", session.name(*cell), tenths(*error)));
    Ok(words.collect::<Vec<_>>().join(" "))
}

/// First errors as colours of the cells: 1 for the best move, and less by the exponential of its error.
pub(super) fn scns_scores(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let color = session.color_or_turn(args)?;
    args.end()?;
    let expansion = session.player.expansion(color);
    let errors = errors(&mut session.player, &expansion, color);
    let mut text = String::from("INFLUENCE");
    for (cell, error) in &errors {
        let _ = write!(text, " {} {:.3}", session.name(*cell), relative_score(*error));
    }
    let verdict = match winner(expansion.outcome, color) {
        Some(winner) => format!("{winner} wins"),
        None => counted(errors.len(), "move"),
    };
    let _ = write!(text, "\nTEXT {verdict}");
    Ok(text)
}

/// The last search, if it was of the position on the board or of the one before its move was made.
pub(super) fn last_report(session: &Session) -> Result<&(Color, Report<Cell>), GtpError> {
    session.player.last_report().ok_or_else(|| GtpError::new("no search of this position yet"))
}

/// The work of each move that matters, in expansions, in the order of the report. HexGui shows `W` or `L` in a line above
/// it if the move is proved.
pub(super) fn scns_moves(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.end()?;
    let moves = &last_report(session)?.1.moves;
    let most = moves.iter().map(|root_move| root_move.work).max().unwrap_or_default();
    let searched = moves.iter().filter(|root_move| graphics::matters(root_move, most));
    let pair = |root_move: &crate::search::RootMove<Cell>| {
        let proved = root_move.outcome.map(|outcome| format!("{}@", graphics::letter(outcome)));
        let (name, proved) = (session.name(root_move.mv), proved.unwrap_or_default());
        format!(" {name} {proved}{}", root_move.work)
    };
    Ok(searched.map(pair).collect())
}

/// The main line from the position on the board: without its first move if that has been made, and on the swapped board
/// after a swap. Of a proved position it is how the game ends.
pub(super) fn scns_pv(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.end()?;
    let (color, report) = last_report(session)?;
    let searched = session.player.searched();
    let last = session.player.game().actions().next_back();
    let is_mirrored = matches!(last, Some(Action::Move(_, Move::SwapPieces)));
    let is_swapped = matches!(last, Some(Action::Move(_, mv)) if mv.is_swap());
    // No move was chosen where the swap was.
    let line = if is_swapped && report.is_decided_at_once() {
        finishing_line(searched, &session.player.params().position.knowledge)
    } else {
        session.player.line(searched, report)
    };
    let first = line.first().map(|cell| Action::Move(*color, Move::Place(*cell)));
    let is_made = first.is_some() && first.as_ref() == last;
    let size = session.size();
    let on_board = |cell| if is_mirrored { size.mirror(cell) } else { cell };
    Ok(session.names(line.into_iter().skip(usize::from(is_made)).map(on_board)))
}

pub(super) fn scns_report(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.end()?;
    let (color, report) = last_report(session)?;
    Ok(graphics::Drawer::of(session, *color).summary(report))
}
