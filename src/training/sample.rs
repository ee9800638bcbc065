//! Samples: a position with its features, and labels of some of its moves.

use crate::board::{Cell, Position};
use crate::evaluation::{Features, plane_cell, write_input};
use crate::nn::{Label, Plane, Sample};

/// A sample of an open position.
#[derive(Clone, Debug)]
pub struct PositionSample {
    /// The position.
    pub position: Position,
    /// Its features, which the network sees beside the stones.
    pub features: Features,
    /// The labels, each of another move.
    pub labels: Vec<MoveLabel>,
}

/// The label of a move.
#[derive(Clone, Copy, Debug)]
pub struct MoveLabel {
    /// The move.
    pub mv: Cell,
    /// The target: the probability that the move wins, from 0 to 1.
    pub target: f32,
    /// The weight of the label in the loss.
    pub weight: f32,
}

impl PositionSample {
    /// The sample after a half-turn of the board.
    #[must_use]
    pub fn half_turn(&self) -> Self {
        let Self { position: Position { board, to_play }, features, labels } = self;
        let size = board.size();
        let turned = |label: &MoveLabel| MoveLabel { mv: size.half_turn(label.mv), ..*label };
        Self {
            position: Position { board: board.half_turn(), to_play: *to_play },
            features: features.half_turn(size),
            labels: labels.iter().map(turned).collect(),
        }
    }

    /// The sample as the network's input and labels of its cells.
    pub fn to_input(&self) -> Sample {
        let mut input = Plane::default();
        write_input(&self.position, &self.features, &mut input);
        let label = |label: &MoveLabel| {
            let MoveLabel { mv, target, weight } = *label;
            Label { cell: plane_cell(&self.position, mv), target, weight }
        };
        Sample { input, labels: self.labels.iter().map(label).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, CellSet, Color, Size};
    use crate::evaluation::random_features;

    #[test]
    fn a_sample_turns_with_its_moves() {
        let size = Size::new(4, 3).unwrap();
        let mut position = Position { board: Board::new(size), to_play: Color::White };
        position.play(size.parse_cell("b1").unwrap());
        let features = random_features(&position);
        let label = |mv| MoveLabel { mv, target: 0.5, weight: 1.0 };
        let labels = features.moves.iter().map(label).collect();
        let sample = PositionSample { position, features, labels };
        let turned = sample.half_turn();
        let of_moves: CellSet = turned.labels.iter().map(|label| label.mv).collect();
        assert_eq!(of_moves, turned.features.moves);
        assert!(turned.position.board.stones(Color::White).iter().eq(size.parse_cell("c3")));
        assert_eq!(turned.position.to_play, Color::Black);
        let in_plane = turned.to_input().labels.into_iter().map(|label| label.cell);
        let cells = turned.labels.iter().map(|label| label.mv);
        let expected = cells.map(|mv| (size.column(mv) + 1, size.row(mv) + 1));
        assert!(in_plane.eq(expected), "Black sees the board as it is");
    }
}
