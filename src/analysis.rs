//! What the engine knows about a position without searching: one function, one plain result.
//!
//! Whatever is called decided here is a theorem about the position; heuristics are in the scores
//! alone. For now the theorems are short: a chain between the edges, a cell that completes one, and
//! the answers to such a threat.

use crate::board::{Board, Cell, CellSet, Color, Edge, Groups, Position};
use crate::circuit;
use crate::params::CircuitParams;

/// A move and its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoredCell {
    /// The cell.
    pub cell: Cell,
    /// The energy of both players' circuits there, in amperes; see [`circuit`]. 0 in decided
    /// positions, where no circuit is computed.
    pub score: f64,
}

/// What is known about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// Who wins, if that is certain.
    pub winner: Option<Color>,
    /// The moves worth searching. If the player to move has a winning move among them, so it had
    /// among all moves. If the position is decided, the first is the one to play; if the game is
    /// over there is none.
    pub moves: Vec<ScoredCell>,
}

/// Analyses a position for the player to move.
pub fn analyze(position: &Position, params: &CircuitParams) -> Analysis {
    let Position { board, to_play: player } = position;
    if let Some(winner) = board.winner() {
        return Analysis { winner: Some(winner), moves: Vec::new() };
    }
    if let Some(cell) = winning_cells(board, *player).first() {
        return Analysis { winner: Some(*player), moves: unscored([cell]) };
    }
    let threats = winning_cells(board, !*player);
    match threats.len() {
        0 => Analysis { winner: None, moves: scored(board, params) },
        1 => Analysis { winner: None, moves: unscored(threats) },
        _ => Analysis { winner: Some(!*player), moves: unscored(threats) },
    }
}

/// The cells with which a player would complete a chain between the edges.
pub fn winning_cells(board: &Board, player: Color) -> CellSet {
    let geometry = board.geometry();
    let reached = Edge::of(player).map(|edge| {
        let edge_cells = *geometry.edge_cells(edge);
        let chain = geometry.flood(edge_cells, board.stones(player));
        chain.iter().fold(edge_cells, |all, cell| all | *geometry.neighbor_set(cell))
    });
    reached[0] & reached[1] & board.empty()
}

fn unscored(cells: impl IntoIterator<Item = Cell>) -> Vec<ScoredCell> {
    cells.into_iter().map(|cell| ScoredCell { cell, score: 0.0 }).collect()
}

fn scored(board: &Board, params: &CircuitParams) -> Vec<ScoredCell> {
    let flows = circuit::flows(board, &Groups::of_board(board), params);
    let cells = board.empty();
    cells.iter().map(|cell| ScoredCell { cell, score: flows.score(cell) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, parse_diagram};
    use proptest::prelude::*;

    /// Whether the player to move wins, by trying everything.
    fn mover_wins(position: &mut Position) -> bool {
        if let Some(winner) = position.board.winner() {
            return winner == position.to_play;
        }
        position.board.empty().iter().any(|cell| {
            position.play(cell);
            let wins = !mover_wins(position);
            position.undo(cell);
            wins
        })
    }

    fn position() -> impl Strategy<Value = Position> {
        let size = prop_oneof![Just((3, 3)), Just((2, 4)), Just((3, 4)), Just((1, 3))];
        (size, prop::collection::vec(0..4u8, 12), any::<bool>()).prop_map(
            |((c, r), stones, black)| {
                let mut board = Board::new(Size::new(c, r).unwrap());
                for (cell, stone) in board.size().cells().zip(stones) {
                    match stone {
                        2 => board.place(Color::Black, cell),
                        3 => board.place(Color::White, cell),
                        _ => {}
                    }
                }
                Position { board, to_play: if black { Color::Black } else { Color::White } }
            },
        )
    }

    proptest! {
        #[test]
        fn decided_is_true_and_pruning_keeps_a_winning_move(mut position in position()) {
            prop_assume!(position.board.empty().len() <= 9);
            let analysis = analyze(&position, &CircuitParams::default());
            let wins = mover_wins(&mut position);
            if let Some(winner) = analysis.winner {
                prop_assert_eq!(winner == position.to_play, wins);
            }
            let kept = analysis.moves.iter().any(|scored| {
                position.play(scored.cell);
                let wins = !mover_wins(&mut position);
                position.undo(scored.cell);
                wins
            });
            prop_assert!(kept == wins || position.board.winner().is_some());
        }
    }

    #[test]
    fn threats_are_answered_or_too_many() {
        let cells = |text| {
            let board = parse_diagram(text).unwrap();
            let size = board.size();
            let analysis =
                analyze(&Position { board, to_play: Color::White }, &CircuitParams::default());
            let names: Vec<String> = analysis.moves.iter().map(|m| size.name(m.cell)).collect();
            (analysis.winner, names)
        };
        let two = cells(". B .\n . B .\n . . W");
        assert_eq!(two, (Some(Color::Black), vec!["a3".to_owned(), "b3".to_owned()]));
        let one = cells(". B .\n . B .\n W . .");
        assert_eq!(one, (None, vec!["b3".to_owned()]));
        assert_eq!(cells(". . .\n . . .\n . . .").1.len(), 9);
    }
}
