//! The features of a position: what the network is shown, seven numbers a cell.
//!
//! It sees the board as the player to move, who joins top and bottom, so both colours are one. What virtual
//! connections and the circuit say follows from the stones, but a network of few layers does not find it out.

use crate::board::{ByColor, Cell, CellSet, Color, Position, Size};
use crate::circuit::Flow;
use crate::inferior::FillIn;
use crate::nn::{INPUTS, Plane};

/// The features of an open position beside its stones.
#[derive(Clone, Debug, PartialEq)]
pub struct Features {
    /// Cells that count as filled.
    pub fill_in: FillIn,
    /// The moves worth searching.
    pub moves: CellSet,
    /// The circuit of the opponent.
    pub flow: Flow,
}

impl Features {
    /// The same of the board after a half-turn.
    #[must_use]
    pub fn half_turn(&self, size: Size) -> Self {
        self.moved(size, |cell| size.half_turn(cell))
    }

    /// The same of a board on which each cell of this size is another.
    fn moved(&self, size: Size, to: impl Fn(Cell) -> Cell) -> Self {
        let set = |cells: CellSet| cells.iter().map(&to).collect();
        let mut energy = vec![0.0; size.cell_count()];
        size.cells().for_each(|cell| energy[to(cell).index()] = self.flow.energy[cell.index()]);
        Self {
            fill_in: FillIn {
                dead: set(self.fill_in.dead),
                captured: ByColor::new_with(|color| set(self.fill_in.captured[color])),
            },
            moves: set(self.moves),
            flow: Flow { energy, resistance: self.flow.resistance },
        }
    }
}

/// The version of the features: a network that learned with others is refused. It grows whenever what is written
/// here changes its meaning.
pub const FEATURES_VERSION: u32 = 1;

// The channels. Stones and what is filled in are two, the mover's and the opponent's.
const STONES: usize = 0;
const FILLED: usize = 2;
const MOVES: usize = 4;
const ENERGY: usize = 5;
const NEARNESS: usize = 6;

/// Energies are rounded to multiples of this: sums of the same numbers in another order are then the same.
const GRAIN: f64 = 1.0 / 4096.0;

/// Writes a position as the network sees it.
pub fn show(position: &Position, features: &Features, input: &mut Plane) {
    let size = seen_size(position);
    input.clear(size.columns(), size.rows(), INPUTS);
    show_edges(size, input);
    let mut mark = |cells: CellSet, at: usize| {
        cells.iter().for_each(|cell| input.at_mut(seen_place(position, cell))[at] = 1.0);
    };
    let players = [position.to_play, !position.to_play];
    for (at, player) in players.into_iter().enumerate() {
        mark(position.board.stones(player), STONES + at);
        mark(features.fill_in.captured[player] | features.fill_in.dead, FILLED + at);
    }
    mark(features.moves, MOVES);
    let nearness = grained(1.0 / (1.0 + features.flow.resistance));
    for cell in position.board.size().cells() {
        let numbers = input.at_mut(seen_place(position, cell));
        numbers[ENERGY] = grained(features.flow.energy[cell.index()]);
        numbers[NEARNESS] = nearness;
    }
}

/// Edges are as good as stones, so the frame has some.
fn show_edges(seen: Size, input: &mut Plane) {
    let (columns, rows) = (seen.columns(), seen.rows());
    for column in 1..=columns {
        input.at_mut((column, 0))[STONES] = 1.0;
        input.at_mut((column, rows + 1))[STONES] = 1.0;
    }
    for row in 1..=rows {
        input.at_mut((0, row))[STONES + 1] = 1.0;
        input.at_mut((columns + 1, row))[STONES + 1] = 1.0;
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a multiple of the grain that is not large")]
fn grained(number: f64) -> f32 {
    ((number / GRAIN).round() * GRAIN) as f32
}

/// The board's size as the player to move sees it, who joins top and bottom.
pub(super) fn seen_size(position: &Position) -> Size {
    match position.to_play {
        Color::Black => position.board.size(),
        Color::White => position.board.size().transposed(),
    }
}

/// What a cell is on that board.
pub(super) fn seen_cell(position: &Position, cell: Cell) -> Cell {
    match position.to_play {
        Color::Black => cell,
        Color::White => position.board.size().mirror(cell),
    }
}

/// Where it is in a plane.
pub fn seen_place(position: &Position, cell: Cell) -> (usize, usize) {
    let (size, seen) = (seen_size(position), seen_cell(position, cell));
    (size.column(seen) + 1, size.row(seen) + 1)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::board::Board;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    /// Features as they might be, if nothing were known of Hex.
    pub(crate) fn any_features(position: &Position) -> Features {
        let mut random = StdRng::seed_from_u64(1);
        let mut any_of = |cells: CellSet| cells.iter().filter(|_| random.random()).collect();
        let empty = position.board.empty();
        let dead: CellSet = any_of(empty);
        let captured = ByColor::new_with(|_| any_of(empty - dead));
        let moves = any_of(empty - dead);
        let energy = position.board.size().cells().map(|_| random.random()).collect();
        let flow = Flow { resistance: 0.5, energy };
        Features { fill_in: FillIn { dead, captured }, moves, flow }
    }

    /// The same of the board mirrored, with the colours exchanged.
    pub(crate) fn mirrored(features: &Features, size: Size) -> Features {
        let Features { fill_in, moves, flow } = features.moved(size, |cell| size.mirror(cell));
        let captured = ByColor::new_with(|color| fill_in.captured[!color]);
        Features { fill_in: FillIn { captured, ..fill_in }, moves, flow }
    }

    #[test]
    fn a_half_turn_turns_what_is_seen() {
        let mut position =
            Position { board: Board::new(Size::new(4, 3).unwrap()), to_play: Color::White };
        for name in ["b1", "d2", "a3"] {
            position.play(position.board.size().parse_cell(name).unwrap());
        }
        let features = any_features(&position);
        let turned = Position { board: position.board.half_turn(), to_play: position.to_play };
        let [mut seen, mut seen_turned] = [Plane::default(), Plane::default()];
        show(&position, &features, &mut seen);
        show(&turned, &features.half_turn(position.board.size()), &mut seen_turned);
        for (column, row) in seen.cells() {
            let place = (seen.columns() + 1 - column, seen.rows() + 1 - row);
            assert_eq!(seen.at((column, row)), seen_turned.at(place), "{column} {row}");
        }
    }

    #[test]
    fn every_number_has_its_place() {
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
        show(&position, &features, &mut input);
        // White, to move, joins left and right: what the network sees is mirrored, 2 columns of 3 rows.
        let near = 0.25;
        for (cell, expected) in [
            ((1, 1), [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, near]),
            ((1, 2), [0.0, 0.0, 0.0, 0.0, 1.0, 0.5, near]),
            ((1, 3), [0.0, 0.0, 1.0, 1.0, 0.0, 0.0, near]),
            ((2, 1), [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, near]),
            ((2, 2), [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, near]),
            ((2, 3), [0.0, 0.0, 0.0, 0.0, 1.0, 1.5, near]),
            ((1, 0), [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
            ((2, 4), [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
            ((0, 3), [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
            ((3, 1), [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
        ] {
            assert_eq!(input.at(cell), expected, "{cell:?}");
        }
    }
}
