//! The features of a position, and the input of the network: a plane of 7 channels a cell.
//!
//! The plane is oriented so that the player to move joins top and bottom: for White to move the board is mirrored in the
//! long diagonal. So the network needs no colours.
//!
//! | channel | content |
//! |---|---|
//! | 0, 1 | 1 at a stone of the mover, of the opponent; the padding has the edges as stones |
//! | 2, 3 | 1 at a cell filled in for the mover, for the opponent; dead cells are in both |
//! | 4 | 1 at a move worth searching |
//! | 5 | the energy of the cell in the opponent's circuit |
//! | 6 | 1 / (1 + R) at every cell, where R is the resistance of that circuit |

use crate::board::{Cell, CellSet, Color, Position, Size};
use crate::circuit::Flow;
use crate::inferior::FillIn;
use crate::nn::{INPUTS, Plane};

/// The features of an open position beside its stones.
#[derive(Clone, Debug, PartialEq)]
pub struct Features {
    /// The cells filled in, without regions that connections cut off.
    pub fill_in: FillIn,
    /// The moves worth searching.
    pub moves: CellSet,
    /// The opponent's circuit.
    pub flow: Flow,
}

/// The version of the features, part of every network file. It must grow whenever the content of the input plane changes: a
/// network that was trained with another version is refused.
pub const FEATURES_VERSION: u32 = 1;

// The first channel of each feature.
const STONES: usize = 0;
const FILLED: usize = 2;
const MOVES: usize = 4;
const ENERGY: usize = 5;
const CONDUCTANCE: usize = 6;

/// Energies are rounded to multiples of this, so that the order of floating-point sums does not matter: a position and its
/// mirror image have the same input.
const QUANTUM: f64 = 1.0 / 4096.0;

/// Writes the network's input for a position.
pub fn write_input(position: &Position, features: &Features, input: &mut Plane) {
    let size = oriented_size(position);
    input.clear(size.columns(), size.rows(), INPUTS);
    write_edges(size, input);
    let mut mark = |cells: CellSet, at: usize| {
        cells.iter().for_each(|cell| input.at_mut(plane_cell(position, cell))[at] = 1.0);
    };
    let players = [position.to_play, !position.to_play];
    for (at, player) in players.into_iter().enumerate() {
        mark(position.board.stones(player), STONES + at);
        mark(features.fill_in.captured[player] | features.fill_in.dead, FILLED + at);
    }
    mark(features.moves, MOVES);
    let conductance = quantized(1.0 / (1.0 + features.flow.resistance));
    for cell in position.board.size().cells() {
        let channels = input.at_mut(plane_cell(position, cell));
        channels[ENERGY] = quantized(features.flow.energy[cell.index()]);
        channels[CONDUCTANCE] = conductance;
    }
}

/// Writes the edges into the padding, as stones of their owners.
fn write_edges(size: Size, input: &mut Plane) {
    let (columns, rows) = (size.columns(), size.rows());
    for column in 1..=columns {
        input.at_mut((column, 0))[STONES] = 1.0;
        input.at_mut((column, rows + 1))[STONES] = 1.0;
    }
    for row in 1..=rows {
        input.at_mut((0, row))[STONES + 1] = 1.0;
        input.at_mut((columns + 1, row))[STONES + 1] = 1.0;
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a small multiple of the quantum is exact")]
fn quantized(number: f64) -> f32 {
    ((number / QUANTUM).round() * QUANTUM) as f32
}

/// The size of the oriented board.
fn oriented_size(position: &Position) -> Size {
    match position.to_play {
        Color::Black => position.board.size(),
        Color::White => position.board.size().transposed(),
    }
}

/// A cell on the oriented board.
pub(super) fn oriented_cell(position: &Position, cell: Cell) -> Cell {
    match position.to_play {
        Color::Black => cell,
        Color::White => position.board.size().mirror(cell),
    }
}

/// The column and row of a cell in the network's planes, both from 1.
pub fn plane_cell(position: &Position, cell: Cell) -> (usize, usize) {
    let (size, cell) = (oriented_size(position), oriented_cell(position, cell));
    (size.column(cell) + 1, size.row(cell) + 1)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::board::{Board, ByColor};
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    /// Random features.
    pub(crate) fn random_features(position: &Position) -> Features {
        let mut random = StdRng::seed_from_u64(1);
        let mut subset = |cells: CellSet| cells.iter().filter(|_| random.random()).collect();
        let empty = position.board.empty();
        let dead: CellSet = subset(empty);
        let captured = ByColor::new_with(|_| subset(empty - dead));
        let moves = subset(empty - dead);
        let energy = position.board.size().cells().map(|_| random.random()).collect();
        let flow = Flow { resistance: 0.5, energy };
        Features { fill_in: FillIn { dead, captured }, moves, flow }
    }

    /// The features of a board on which each cell `c` is moved to `to(c)`.
    fn moved(features: &Features, size: Size, to: impl Fn(Cell) -> Cell) -> Features {
        let Features { fill_in, moves, flow } = features;
        let set = |cells: CellSet| cells.iter().map(&to).collect();
        let mut energy = vec![0.0; size.cell_count()];
        size.cells().for_each(|cell| energy[to(cell).index()] = flow.energy[cell.index()]);
        Features {
            fill_in: FillIn {
                dead: set(fill_in.dead),
                captured: ByColor::new_with(|color| set(fill_in.captured[color])),
            },
            moves: set(*moves),
            flow: Flow { energy, resistance: flow.resistance },
        }
    }

    /// The features of the mirrored board with the colours exchanged.
    pub(crate) fn mirrored(features: &Features, size: Size) -> Features {
        let Features { fill_in, moves, flow } = moved(features, size, |cell| size.mirror(cell));
        let captured = ByColor::new_with(|color| fill_in.captured[!color]);
        Features { fill_in: FillIn { captured, ..fill_in }, moves, flow }
    }

    #[test]
    fn a_half_turn_turns_the_input() {
        let mut position =
            Position { board: Board::new(Size::new(4, 3).unwrap()), to_play: Color::White };
        for name in ["b1", "d2", "a3"] {
            position.play(position.board.size().parse_cell(name).unwrap());
        }
        let features = random_features(&position);
        let turned = Position { board: position.board.half_turn(), to_play: position.to_play };
        let [mut input, mut input_turned] = [Plane::default(), Plane::default()];
        write_input(&position, &features, &mut input);
        let size = position.board.size();
        let features_turned = moved(&features, size, |cell| size.half_turn(cell));
        write_input(&turned, &features_turned, &mut input_turned);
        for (column, row) in input.cells() {
            let place = (input.columns() + 1 - column, input.rows() + 1 - row);
            assert_eq!(input.at((column, row)), input_turned.at(place), "{column} {row}");
        }
    }

    #[test]
    fn the_training_program_has_the_same_version() {
        let line = format!("FEATURES_VERSION = {FEATURES_VERSION}");
        assert!(include_str!("../training/files.py").lines().any(|other| other == line), "{line}");
    }

    #[test]
    fn every_channel_has_its_feature() {
        let mut position =
            Position { board: Board::new(Size::new(3, 2).unwrap()), to_play: Color::White };
        let [a1, b1, c1, a2, b2, c2] = ["a1", "b1", "c1", "a2", "b2", "c2"]
            .map(|name| position.board.size().parse_cell(name).unwrap());
        position.board.place(Color::White, a1);
        position.board.place(Color::Black, b2);
        let features = Features {
            fill_in: FillIn {
                dead: CellSet::from_iter([c1]),
                captured: ByColor { black: CellSet::from_iter([a2]), white: CellSet::EMPTY },
            },
            moves: CellSet::from_iter([b1, c2]),
            flow: Flow { resistance: 3.0, energy: vec![0.0, 0.5, 0.0, 0.0, 0.0, 1.5] },
        };
        let mut input = Plane::default();
        write_input(&position, &features, &mut input);
        // White, to move, joins left and right: the oriented board is mirrored and has 2 columns of 3 rows.
        let g = 0.25;
        for (cell, expected) in [
            ((1, 1), [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, g]),
            ((1, 2), [0.0, 0.0, 0.0, 0.0, 1.0, 0.5, g]),
            ((1, 3), [0.0, 0.0, 1.0, 1.0, 0.0, 0.0, g]),
            ((2, 1), [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, g]),
            ((2, 2), [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, g]),
            ((2, 3), [0.0, 0.0, 0.0, 0.0, 1.0, 1.5, g]),
            ((1, 0), [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
            ((2, 4), [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
            ((0, 3), [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
            ((3, 1), [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
        ] {
            assert_eq!(input.at(cell), expected, "{cell:?}");
        }
    }
}
