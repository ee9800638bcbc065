//! Commands that show which cells need not be considered, in the codes that HexGui draws.
//!
//! `fd` is a dead and `fc` a captured cell; the third letter is the colour of the stone that HexGui draws. `iv`,
//! `ir` and `id` are vulnerable, reversible and dominated moves; HexGui draws an arrow to the cell in brackets. `x`
//! is a cell outside the mustplay region.

use super::args::Args;
use super::{Draw, Reply, Session};
use crate::board::{Cell, CellSet, Color, WORDS};
use crate::inferior::{FillIn, Inferior, Inferiors, Reason};
use crate::knowledge::Knowledge;

/// Dead and captured cells.
pub(super) fn compute_fillin(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let color = args.color()?;
    args.end()?;
    let params = &session.player.params().position.knowledge.inferior;
    let fill_in = FillIn::of(session.player.game().board(), params);
    Ok(listed(session, fill_in_codes(&fill_in, color)))
}

/// Fill-in, and all moves that are inferior whatever the connections say.
pub(super) fn compute_inferior(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let color = args.color()?;
    args.end()?;
    let board = session.player.game().board();
    let inferiors =
        Inferiors::<WORDS>::of(board, color, &session.player.params().position.knowledge.inferior);
    let (_, pruned) = inferiors.prune(board.empty() - inferiors.fill_in.cells());
    let mut codes = fill_in_codes(&inferiors.fill_in, color);
    codes.extend(move_codes(session, &pruned));
    Ok(listed(session, codes))
}

/// All cells that need not be considered, and why. HexGui draws these as a hint.
pub(super) fn vc_build(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let color = args.color()?;
    args.end()?;
    let knowledge = session.player.knowledge(color);
    let mut codes = fill_in_codes(knowledge.fill_in(), color);
    if let Knowledge::Open(open) = &knowledge {
        codes.extend(move_codes(session, &open.inferior));
        let empty = session.player.game().board().empty() - open.fill_in.cells();
        codes.extend(crossed_out(empty - open.mustplay));
    }
    Ok(listed(session, codes))
}

/// `cell x` for each cell outside the mustplay region, as Benzene's MoHex has it; none if the
/// position is decided.
pub(super) fn mustplay(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let color = args.color()?;
    args.end()?;
    let outside = match session.player.knowledge(color) {
        Knowledge::Open(open) => session.player.game().board().empty() - open.mustplay,
        Knowledge::Decided(_) => CellSet::EMPTY,
    };
    Ok(listed(session, crossed_out(outside).collect()))
}

fn crossed_out(cells: impl IntoIterator<Item = Cell>) -> impl Iterator<Item = (Cell, String)> {
    cells.into_iter().map(|cell| (cell, "x".to_owned()))
}

/// The codes of dead and captured cells. Dead cells are drawn in this colour.
fn fill_in_codes(fill_in: &FillIn, color: Color) -> Vec<(Cell, String)> {
    let code = |kind: &str, owner: Color| format!("{kind}{}", owner.letter().to_ascii_lowercase());
    let mut codes: Vec<_> = fill_in.dead.iter().map(|cell| (cell, code("fd", color))).collect();
    for owner in Color::BOTH {
        codes.extend(fill_in.captured[owner].iter().map(|cell| (cell, code("fc", owner))));
    }
    codes
}

fn move_codes(session: &Session, pruned: &[Inferior]) -> Vec<(Cell, String)> {
    let code = |inferior: &Inferior| {
        let kind = match inferior.reason {
            Reason::Vulnerable => "iv",
            Reason::Reversible => "ir",
            Reason::Dominated => "id",
        };
        (inferior.cell, format!("{kind}[{}]", session.name(inferior.by)))
    };
    pruned.iter().map(code).collect()
}

fn listed(session: &Session, mut codes: Vec<(Cell, String)>) -> String {
    codes.sort();
    let words: Vec<String> =
        codes.iter().map(|(cell, code)| format!("{} {code}", session.name(*cell))).collect();
    words.join(" ")
}
