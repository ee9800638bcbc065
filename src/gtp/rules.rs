//! The commands `gogui-rules_...`: GoGui asks a program for the rules of a game that is not Go.
//!
//! GoGui draws row 1 at the bottom, Hex programs at the top. With `--rows-from-bottom` GoGui shows the board as it
//! is, without it upside down.

use super::args::Args;
use super::{Coordinates, Draw, GtpError, Reply, Session};
use crate::board::Color;

pub(super) fn game_id(_: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.end()?;
    Ok("Hex".to_owned())
}

pub(super) fn board_size(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.end()?;
    let size = session.size();
    if !size.is_square() {
        return Err(GtpError::new("GoGui has square boards only"));
    }
    Ok(format!("{} hex", size.columns()))
}

pub(super) fn legal_moves(session: &mut Session, args: &mut Args<'_>, draw: Draw<'_>) -> Reply {
    super::play::all_legal_moves(session, args, draw).map(|moves| moves.to_ascii_uppercase())
}

pub(super) fn side_to_move(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.end()?;
    Ok(session.player.game().to_play().to_string())
}

/// The stones, row by row, from the top of GoGui's picture.
pub(super) fn board(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.end()?;
    let board = session.player.game().board();
    let size = session.size();
    let row_text = |row: usize| {
        let cells = (0..size.columns()).filter_map(|column| size.cell(column, row));
        let stone = |cell| match board.color_at(cell) {
            Some(Color::Black) => "X",
            Some(Color::White) => "O",
            None => ".",
        };
        cells.map(stone).collect::<Vec<_>>().join(" ")
    };
    let top_down =
        matches!(session.coordinates, Coordinates::Letters { rows_from_bottom: true, .. });
    let row = |line: usize| if top_down { line } else { size.rows() - 1 - line };
    Ok((0..size.rows()).map(|line| row_text(row(line))).collect::<Vec<_>>().join("\n"))
}

/// Colours for the cells along the edges: GoGui does not draw the edges in the players' colours.
pub(super) fn board_gfx(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.end()?;
    let geometry = session.player.game().board().geometry();
    let along = |color| {
        let [one, other] = geometry.edges_of(color);
        session.names(one | other).to_ascii_uppercase()
    };
    Ok(format!("COLOR #f0f0f0 {}\nCOLOR #707070 {}", along(Color::White), along(Color::Black)))
}

pub(super) fn final_result(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.end()?;
    Ok(match session.player.game().board().winner() {
        Some(Color::Black) => "Black wins".to_owned(),
        Some(Color::White) => "White wins".to_owned(),
        None => "The game goes on".to_owned(),
    })
}
