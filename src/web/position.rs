//! The answer to `position`: what the rules say of the end of a line.

use super::line::{Line, LineEnd};
use super::refusal::Refusal;
use crate::board::{Cell, Color};
use crate::player::{Action, Game, write_link};
use crate::record::Move;
use serde_json::{Value, json};

/// Describes the position.
pub(super) fn describe(line: &Line) -> Result<Value, Refusal> {
    let LineEnd { game, gave_up } = line.game()?;
    let board = game.board();
    let size = board.size();
    let stone = |cell| board.color_at(cell).map_or('.', Color::letter);
    let winner = board.winner();
    let chain = winner.and_then(|winner| board.chain_between_edges(winner)).unwrap_or_default();
    let may_swap = gave_up.is_none() && winner.is_none() && may_swap_pieces(&game);
    let diagram = if winner.is_some() {
        board.to_string()
    } else {
        format!("{board}\n{} to play", game.to_play())
    };
    Ok(json!({
        "stones": size.cells().map(stone).collect::<String>(),
        "to_play": game.to_play(),
        "winner": winner.or(gave_up.map(|(color, _)| !color)),
        "gave_up": gave_up.map(|(color, _)| color),
        "chain": size.names(chain),
        "may_swap": may_swap,
        "last": last(&game).map(|cell| size.name(cell)),
        "moves": game.moves().count(),
        "link": write_link(&game),
        "diagram": diagram,
    }))
}

/// Whether the stone may be swapped as the page does it: it changes colour and place, and the players keep theirs.
pub(super) fn may_swap_pieces(game: &Game) -> bool {
    game.may_swap(game.to_play()) && game.board().size().is_square()
}

/// The cell of the last move, or the stone that was swapped; none if it was neither.
fn last(game: &Game) -> Option<Cell> {
    match game.actions().next_back()? {
        Action::Move(_, Move::Place(cell)) => Some(*cell),
        Action::Move(color, Move::SwapPieces) => game.board().stones(*color).first(),
        _ => None,
    }
}
