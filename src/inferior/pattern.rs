//! Patterns of inferior cells: what they claim, their proof, and how they are written.

use super::local_game::{Fact, Region};
use super::place::{self, Place};
use crate::board::Color;
use std::fmt;

/// What a pattern claims. `hexcoven patterns` writes those of as many cells in the order of these kinds, so another order
/// gives another file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PatternKind {
    /// Empty cells can be filled with stones: they are dead, captured by one player, or in part by each.
    Fill,
    /// Moves of Black are no better than another one.
    Dominated,
    /// A move of White gains nothing after a reply of Black.
    Reversible,
}

impl PatternKind {
    const ALL: [Self; 3] = [Self::Fill, Self::Dominated, Self::Reversible];

    fn name(self) -> &'static str {
        match self {
            Self::Fill => "fill",
            Self::Dominated => "dominated",
            Self::Reversible => "reversible",
        }
    }
}

/// What a pattern says about a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// It has a stone.
    Stone(Color),
    /// It is empty and can be filled with a stone.
    Fill(Color),
    /// It is empty: an inferior move.
    Inferior,
    /// It is empty: the better move, or Black's reply.
    Answer,
    /// It is empty, as the proof needs it.
    Empty,
}

impl Mark {
    const SYMBOLS: [(Mark, char); 7] = [
        (Mark::Stone(Color::Black), 'B'),
        (Mark::Stone(Color::White), 'W'),
        (Mark::Fill(Color::Black), 'b'),
        (Mark::Fill(Color::White), 'w'),
        (Mark::Inferior, '!'),
        (Mark::Answer, '+'),
        (Mark::Empty, '.'),
    ];
}

/// A pattern. Black is the player who gains by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// What it claims.
    pub kind: PatternKind,
    /// The places that matter, with what is there. Others may be anything.
    pub marks: Vec<(Place, Mark)>,
}

impl Pattern {
    /// The pattern for a fact of a region, with these cells of the rim black and these white.
    pub fn new(region: &Region, fact: Fact, black_rim: usize, white_rim: usize) -> Self {
        let color = |is_black| if is_black { Color::Black } else { Color::White };
        let mark = |cell: usize| match fact {
            Fact::Fill(filling) => Mark::Fill(color(filling >> cell & 1 == 1)),
            Fact::Dominates(with) | Fact::Reverses { with, .. } if cell == with => Mark::Answer,
            Fact::Dominates(_) => Mark::Inferior,
            Fact::Reverses { to, .. } if cell == to => Mark::Inferior,
            Fact::Reverses { .. } => Mark::Empty,
        };
        let kind = match fact {
            Fact::Fill(_) => PatternKind::Fill,
            Fact::Dominates(_) => PatternKind::Dominated,
            Fact::Reverses { .. } => PatternKind::Reversible,
        };
        let cells = region.cells.iter().enumerate().map(|(cell, place)| (*place, mark(cell)));
        let rim = region.rim.iter().enumerate();
        let rim = rim.filter(|(cell, _)| (black_rim | white_rim) >> cell & 1 == 1);
        let stones =
            rim.map(|(cell, place)| (*place, Mark::Stone(color(black_rim >> cell & 1 == 1))));
        Self { kind, marks: cells.chain(stones).collect() }
    }

    /// Whether its claim is true, proved by playing out the game in its empty cells.
    pub fn holds(&self) -> bool {
        let empty: Vec<Place> = self.empty().collect();
        let region = Region::new(&empty);
        let number = |mark| empty.iter().position(|place| self.marks.contains(&(*place, mark)));
        let fact = match self.kind {
            PatternKind::Fill => Some(Fact::Fill(self.bits(&empty, Mark::Fill(Color::Black)))),
            PatternKind::Dominated => number(Mark::Answer).map(Fact::Dominates),
            PatternKind::Reversible => number(Mark::Answer)
                .zip(number(Mark::Inferior))
                .map(|(with, to)| Fact::Reverses { with, to }),
        };
        let [black, white] = Color::BOTH.map(|color| self.bits(&region.rim, Mark::Stone(color)));
        fact.is_some_and(|fact| region.proves(fact, black, white))
    }

    /// The places with this mark, as bits.
    fn bits(&self, places: &[Place], mark: Mark) -> usize {
        let has = |place: &Place| self.marks.contains(&(*place, mark));
        places.iter().enumerate().filter(|(_, place)| has(place)).map(|(bit, _)| 1 << bit).sum()
    }

    /// The first place with this mark, if there is one.
    pub fn find(&self, mark: Mark) -> Option<Place> {
        self.marks.iter().find(|(_, other)| *other == mark).map(|(place, _)| *place)
    }

    /// The cells that must be empty.
    pub fn empty(&self) -> impl Iterator<Item = Place> {
        let is_empty = |(_, mark): &&(Place, Mark)| !matches!(mark, Mark::Stone(_));
        self.marks.iter().filter(is_empty).map(|(place, _)| *place)
    }

    /// The smallest of the distances [`radius_about`](Self::radius_about) its empty cells.
    pub fn radius(&self) -> u8 {
        self.empty().map(|center| self.radius_about(center)).min().unwrap_or(0)
    }

    /// The largest distance of a place of the pattern from this one, in steps.
    pub fn radius_about(&self, center: Place) -> u8 {
        self.marks.iter().map(|(place, _)| place::distance(*place, center)).max().unwrap_or(0)
    }

    /// The pattern moved so that this place becomes the origin.
    #[must_use]
    pub fn centered_at(&self, center: Place) -> Self {
        let moved =
            |(place, mark): &(Place, Mark)| ((place.0 - center.0, place.1 - center.1), *mark);
        Self { kind: self.kind, marks: self.marks.iter().map(moved).collect() }
    }

    /// Reads a pattern as it is displayed; none if the text is malformed.
    pub fn parse(line: &str) -> Option<Self> {
        let (name, picture) = line.split_once(' ')?;
        let kind = PatternKind::ALL.into_iter().find(|kind| kind.name() == name)?;
        let mut marks = Vec::new();
        for (row, symbols) in picture.split('/').enumerate() {
            for (column, symbol) in symbols.chars().enumerate() {
                if symbol != '?' {
                    let mark = Mark::SYMBOLS.iter().find(|(_, other)| *other == symbol)?.0;
                    marks.push(((i8::try_from(column).ok()?, i8::try_from(row).ok()?), mark));
                }
            }
        }
        Some(Self { kind, marks })
    }
}

/// One line: the kind and a picture. The rows of the picture are separated by `/`, and each is half a cell further
/// to the right than the one above it. `B` and `W` are stones, `b` and `w` empty cells to be filled, `!` an inferior
/// move, `+` the better move or the reply, `.` another empty cell, `?` anything.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.kind.name())?;
        let ends = |axis: fn(&Place) -> i8| {
            let all = || self.marks.iter().map(|(place, _)| axis(place));
            all().min().unwrap_or(0)..=all().max().unwrap_or(0)
        };
        let rows = ends(|place| place.1);
        for row in rows.clone() {
            if row != *rows.start() {
                f.write_str("/")?;
            }
            for column in ends(|place| place.0) {
                let mark = self.marks.iter().find(|(place, _)| *place == (column, row));
                let symbol = mark.and_then(|(_, mark)| {
                    Mark::SYMBOLS.iter().find(|(other, _)| other == mark).map(|(_, symbol)| *symbol)
                });
                write!(f, "{}", symbol.unwrap_or('?'))?;
            }
        }
        Ok(())
    }
}
