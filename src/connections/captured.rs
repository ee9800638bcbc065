//! Captured cells: what a player gets for nothing with a stone on a cell.
//!
//! Let two neighbours of a cell touch each other and be empty, and let the three cells behind them be the
//! player's (stones, or the player's edge):
//!
//! ```text
//!    . p .        p: the cell
//!     a b         a, b: captured with a stone on p
//!    # # #        #: the player's
//! ```
//!
//! If the opponent plays on one of `a` and `b`, the player takes the other, and the intruder is dead: what
//! it touches besides the player's stones is two cells that touch each other. So both are as good as the
//! player's.

use super::Endpoints;
use crate::board::{Board, Cell, CellSet, Color, STEPS, Size};

/// What a stone on each endpoint that is an empty cell would capture: one such pair at most.
pub(super) fn collect<const N: usize>(
    board: &Board,
    endpoints: &Endpoints,
    captured: &mut Vec<CellSet<N>>,
) {
    let player = endpoints.player();
    captured.extend((0..endpoints.count()).map(|endpoint| {
        let pair = endpoints.empty_cell(endpoint).and_then(|cell| captured_by(board, player, cell));
        pair.into_iter().flatten().collect::<CellSet<N>>()
    }));
}

fn captured_by(board: &Board, player: Color, cell: Cell) -> Option<[Cell; 2]> {
    let size = board.size();
    let at = |steps: &[(isize, isize)]| Place::of(size, cell, steps);
    (0..6).find_map(|turn| {
        let (one, other) = (STEPS[turn], STEPS[(turn + 1) % 6]);
        let (Place::Cell(a), Place::Cell(b)) = (at(&[one]), at(&[other])) else { return None };
        let are_empty = board.color_at(a).is_none() && board.color_at(b).is_none();
        let behind = [[one, one], [one, other], [other, other]];
        let is_ours = |place: Place| match place {
            Place::Cell(cell) => board.stones(player).contains(cell),
            Place::BeyondEdgeOf(owner) => owner == player,
            Place::BeyondCorner => false,
        };
        (are_empty && behind.iter().all(|steps| is_ours(at(steps)))).then_some([a, b])
    })
}

/// A place on the board or beside it.
#[derive(Clone, Copy)]
enum Place {
    Cell(Cell),
    BeyondEdgeOf(Color),
    BeyondCorner,
}

impl Place {
    /// Where these steps from a cell lead.
    fn of(size: Size, cell: Cell, steps: &[(isize, isize)]) -> Self {
        let column = size.column(cell).checked_add_signed(steps.iter().map(|step| step.0).sum());
        let row = size.row(cell).checked_add_signed(steps.iter().map(|step| step.1).sum());
        let column = column.filter(|column| *column < size.columns());
        let row = row.filter(|row| *row < size.rows());
        match (column, row) {
            (Some(column), Some(row)) => {
                size.cell(column, row).map_or(Place::BeyondCorner, Place::Cell)
            }
            (Some(_), None) => Place::BeyondEdgeOf(Color::Black),
            (None, Some(_)) => Place::BeyondEdgeOf(Color::White),
            (None, None) => Place::BeyondCorner,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parse_diagram;

    fn names(diagram: &str, player: Color, cell: &str) -> Vec<String> {
        let board = parse_diagram(diagram).unwrap();
        let size = board.size();
        let cell = size.parse_cell(cell).unwrap();
        let captured = captured_by(&board, player, cell);
        captured.into_iter().flatten().map(|cell| size.name(cell)).collect()
    }

    #[test]
    fn the_second_row_captures_two_cells_of_the_first() {
        let empty = ". . . .\n . . . .\n . . . .\n . . . .";
        assert_eq!(names(empty, Color::Black, "b2"), ["b1", "c1"]);
        assert_eq!(names(empty, Color::White, "b2"), ["a3", "a2"]);
        assert_eq!(names(empty, Color::Black, "c3"), ["c4", "b4"]);
        assert!(names(empty, Color::Black, "d2").is_empty(), "the corner is not Black's");
        let taken = ". W . .\n . . . .\n . . . .\n . . . .";
        assert!(names(taken, Color::Black, "b2").is_empty());
    }

    #[test]
    fn stones_capture_like_an_edge() {
        let wall = ". . . . .\n . . . . .\n . . . . .\n . . . . .\n B B B . .\n . . . . .";
        assert_eq!(names(wall, Color::Black, "c3"), ["c4", "b4"]);
        assert!(names(wall, Color::Black, "b3").is_empty(), "beyond a4 is White's edge");
        assert!(names(wall, Color::White, "c3").is_empty());
    }
}
