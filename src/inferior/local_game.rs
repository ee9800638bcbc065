//! The game inside a few empty cells, by which patterns are proved.
//!
//! A *region* is a connected set of empty cells, its *rim* the cells that touch it. Nothing is known of the rest of
//! the board: black cells of the rim may be joined there with anything. So a *filling* of the region with stones
//! is judged by what it joins. It is as good for Black as another filling if it joins all black cells of the rim
//! that the other joins: then Black wins with it wherever Black wins with the other. It is as good for White if it
//! joins no others.
//!
//! Playing out the game inside the region with this order of fillings proves what patterns claim ([`Fact`]). All
//! facts are stated for Black; those for White follow by exchanging the colours.

use super::place::{Place, STEPS};
use crate::board::{ByColor, Color};
use std::iter::successors;

/// A set of cells of a region, as bits.
pub(super) type RegionCells = usize;

/// A set of fillings, as bits: the number of a filling is the set of its black cells.
pub(super) type Fillings = u64;

/// The largest number of cells of a region: its 2^6 fillings are the bits of one word.
pub const MOST_CELLS: usize = 6;

/// The largest number of cells of a rim.
pub const LARGEST_RIM: usize = 16;

/// A statement about an empty region. Sets of cells are bits, other cells are numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fact {
    /// The region can be filled with these cells black and the others white: if White moves first in it, Black
    /// can make it as good for Black as this filling, and if Black moves first, White can make it as good for
    /// White.
    Fill(usize),
    /// After a black stone on this cell the region is as good for Black as if all of it were black. So for Black
    /// no other cell of the region is a better move.
    Dominates(usize),
    /// After White's move `to` and Black's reply `with` the region is as good for Black as if all of it were
    /// black, although White is to move. So the move gains nothing.
    Reverses {
        /// Black's reply.
        with: usize,
        /// White's move.
        to: usize,
    },
}

/// A region and its rim.
#[derive(Clone, Debug)]
pub struct Region {
    /// The empty cells.
    pub cells: Vec<Place>,
    /// The cells that touch them.
    pub rim: Vec<Place>,
    /// For each cell of region and rim in this order, those of both that it touches, as bits.
    touches: Vec<u32>,
}

/// What a filling joins: for each cell of the rim 0 if it is white, else one more than the number of the first
/// cell of the rim that it is joined with.
type Joined = [u8; LARGEST_RIM];

impl Region {
    /// The region of these cells.
    ///
    /// # Panics
    /// If it has more than [`MOST_CELLS`] cells, or more than [`LARGEST_RIM`] on its rim.
    pub fn new(cells: &[Place]) -> Self {
        let mut rim: Vec<Place> = Vec::new();
        for (cell, step) in cells.iter().flat_map(|cell| STEPS.map(|step| (cell, step))) {
            let place = (cell.0 + step.0, cell.1 + step.1);
            if !cells.contains(&place) && !rim.contains(&place) {
                rim.push(place);
            }
        }
        assert!(cells.len() <= MOST_CELLS && rim.len() <= LARGEST_RIM, "too large a region");
        let all: Vec<Place> = cells.iter().chain(&rim).copied().collect();
        let touch = |a: &Place, b: &Place| STEPS.contains(&(a.0 - b.0, a.1 - b.1));
        let touches = all
            .iter()
            .map(|a| (0..all.len()).filter(|b| touch(a, &all[*b])).map(|b| 1 << b).sum())
            .collect();
        Self { cells: cells.to_vec(), rim, touches }
    }

    /// The set of all cells.
    pub(super) fn all_cells(&self) -> RegionCells {
        (1 << self.cells.len()) - 1
    }

    /// What a filling joins of a rim with these black cells.
    fn joined(&self, black_rim: usize, filling: RegionCells) -> Joined {
        let k = self.cells.len();
        let black = u32::try_from(filling | black_rim << k).expect("at most 22 cells");
        let mut joined = Joined::default();
        for (number, first) in (1..).zip(k..k + self.rim.len()) {
            if black >> first & 1 == 0 || joined[first - k] != 0 {
                continue;
            }
            let group = self.group(first, black);
            for cell in (k..k + self.rim.len()).filter(|cell| group >> cell & 1 == 1) {
                joined[cell - k] = number;
            }
        }
        joined
    }

    /// The cells that are joined with `first` by cells of `within`.
    fn group(&self, first: usize, within: u32) -> u32 {
        let mut group = 1 << first;
        let mut fresh: u32 = group;
        while fresh != 0 {
            let new = self.touches[fresh.trailing_zeros() as usize] & within & !group;
            group |= new;
            fresh = fresh & (fresh - 1) | new;
        }
        group
    }

    /// The fillings that are as good for the player as the filling `target`, with these cells of the rim black
    /// and all others white.
    pub(super) fn as_good_as(
        &self,
        target: RegionCells,
        player: Color,
        black_rim: usize,
    ) -> Fillings {
        let wanted = self.joined(black_rim, target);
        let is_as_good = |filling: &RegionCells| {
            let got = self.joined(black_rim, *filling);
            match player {
                Color::Black => joins_all_of(&got, &wanted),
                Color::White => joins_all_of(&wanted, &got),
            }
        };
        (0..=self.all_cells()).filter(is_as_good).map(|filling| 1 << filling).sum()
    }

    /// Whether the fact holds if these cells of the rim are black, these are white and the others unknown.
    pub(super) fn proves(&self, fact: Fact, black_rim: usize, white_rim: usize) -> bool {
        let unknown = ((1 << self.rim.len()) - 1) & !black_rim & !white_rim;
        let parts = successors(Some(unknown), |part| Some(part.checked_sub(1)? & unknown));
        let rims: Vec<usize> = parts.map(|part| black_rim | part).collect();
        let good = |player| {
            let good = rims.iter().map(|rim| self.as_good_as(self.target(fact), player, *rim));
            good.fold(Fillings::MAX, |all, good| all & good)
        };
        self.follows(fact, good(Color::Black), good(Color::White))
    }

    /// All facts that can be stated of the region.
    pub fn facts(&self) -> Vec<Fact> {
        let k = self.cells.len();
        let mut facts: Vec<Fact> = (1..=self.all_cells()).rev().map(Fact::Fill).collect();
        if k > 1 {
            facts.extend((0..k).map(Fact::Dominates));
        }
        let pairs = (0..k).flat_map(|with| (0..k).map(move |to| (with, to)));
        let pairs = pairs.filter(|(with, to)| with != to);
        facts.extend(pairs.map(|(with, to)| Fact::Reverses { with, to }));
        facts
    }

    /// The filling that a fact compares with.
    pub(super) fn target(&self, fact: Fact) -> RegionCells {
        if let Fact::Fill(filling) = fact { filling } else { self.all_cells() }
    }

    /// Whether the fact follows if the fillings `black` are as good as its target for Black, and the fillings
    /// `white` for White. `white` is not used if the target is all black.
    pub(super) fn follows(&self, fact: Fact, black: Fillings, white: Fillings) -> bool {
        match fact {
            Fact::Fill(filling) => {
                let none = ByColor::default();
                self.second_player_gets(black, Color::Black, none)
                    && (filling == self.all_cells()
                        || self.second_player_gets(white, Color::White, none))
            }
            Fact::Dominates(cell) => {
                self.second_player_gets(black, Color::Black, ByColor { black: 1 << cell, white: 0 })
            }
            Fact::Reverses { with, to } => {
                let stones = ByColor { black: 1 << with, white: 1 << to };
                self.second_player_gets(black, Color::Black, stones)
            }
        }
    }

    /// Whether this player, moving second in a region with these black and white stones, can reach one of these
    /// fillings. A player without a cell for the last reply has a free move elsewhere, which does no harm.
    fn second_player_gets(
        &self,
        good: Fillings,
        player: Color,
        stones: ByColor<RegionCells>,
    ) -> bool {
        let empty = self.all_cells() & !stones.black & !stones.white;
        if empty == 0 {
            return good >> stones.black & 1 == 1;
        }
        let with = |mut stones: ByColor<RegionCells>, color: Color, cell: usize| {
            stones[color] |= 1 << cell;
            stones
        };
        let cells =
            |set: RegionCells| (0..self.cells.len()).filter(move |cell| set >> cell & 1 == 1);
        cells(empty).all(|first| {
            let stones = with(stones, !player, first);
            let rest = empty & !(1 << first);
            let gets = |second| self.second_player_gets(good, player, with(stones, player, second));
            if rest == 0 { good >> stones.black & 1 == 1 } else { cells(rest).any(gets) }
        })
    }
}

/// Whether `first` joins all that `second` joins.
fn joins_all_of(first: &Joined, second: &Joined) -> bool {
    let pairs = second.iter().enumerate().filter(|(_, with)| **with != 0);
    pairs.into_iter().all(|(cell, with)| first[cell] == first[usize::from(*with) - 1])
}
