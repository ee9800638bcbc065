//! What an analysis tells of a decided position: the moves that win, each with a visit at least. Analysis boards do not
//! draw a move without visits.

use super::Session;
use crate::board::{Cell, CellSet, Color};
use crate::player::finishing_line;
use crate::search::Report;

/// A report for this player, to move, with a visit at each proved move. If the position is won, the moves that are seen to win
/// without a search are added; of these moves, if not all are looked at. Open positions are told as they are.
pub(super) fn told(
    session: &Session,
    color: Color,
    only: Option<CellSet>,
    mut report: Report<Cell>,
) -> Report<Cell> {
    if let Some(best) = report.is_decided_at_once().then(|| report.moves.first_mut()).flatten() {
        // The move may be on the board.
        let mut position = session.player.position(!color);
        if position.board.color_at(best.mv).is_none() {
            position.board.place(color, best.mv);
        }
        let params = &session.player.params().position.knowledge;
        best.line = [vec![best.mv], finishing_line(&position, params)].concat();
    }
    let looked_at = only.unwrap_or(session.player.game().board().empty());
    session.player.add_won_moves(&mut report, color, looked_at, &session.overtaken);
    for root_move in report.moves.iter_mut().filter(|root_move| root_move.outcome.is_some()) {
        root_move.work = root_move.work.max(1);
        root_move.line_work.iter_mut().take(1).for_each(|work| *work = root_move.work);
    }
    report
}
