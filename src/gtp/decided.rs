//! What an analysis shows of a decided position: the moves and who wins after them, each with at least one visit.
//! Analysis boards do not draw a move without visits.

use super::Session;
use crate::board::{Cell, CellSet, Color};
use crate::search::{Report, RootMove};

/// A report of the last search, for this player, to move, fit for analysis boards: proved moves, and the moves of their
/// lines, have a visit at least. If the winner is proved, the main line goes on to the end, and moves that the report lacks
/// are added: of a won position those that are seen to win without a search, of a finished game every cell. With `only`
/// nothing outside it is added.
pub(super) fn report_for_analysis_board(
    session: &Session,
    color: Color,
    only: Option<CellSet>,
    mut report: Report<Cell>,
) -> Report<Cell> {
    let player = &session.player;
    let line = player.line(player.searched(), &report);
    if let Some(best) = report.moves.first_mut() {
        best.line_work.resize(line.len(), 0);
        best.line = line;
    }
    let looked_at = only.unwrap_or(player.game().board().empty());
    player.add_won_moves(&mut report, color, looked_at, &session.overtaken);
    player.add_moves_after_end(&mut report, looked_at);
    report.moves.iter_mut().filter(|root_move| root_move.outcome.is_some()).for_each(see);
    report
}

/// Gives a move, and the moves of its line, a visit at least.
pub(super) fn see(root_move: &mut RootMove<Cell>) {
    root_move.work = root_move.work.max(1);
    root_move.line_work.iter_mut().for_each(|work| *work = (*work).max(1));
}
