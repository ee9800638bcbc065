//! Patterns as bits about a cell, and those that fit there.

use super::pattern::{Kind, Mark, Pattern};
use super::place::{self, Place};
use crate::board::Color;
use std::sync::OnceLock;

/// How far a pattern may reach from its centre.
pub const RADIUS: u8 = 3;

/// How many places there are within the radius.
pub(super) const PLACES: usize = 37;

/// The places about a cell, itself first, then its neighbours in cyclic order, then the others.
pub fn places() -> &'static [Place; PLACES] {
    static ALL: OnceLock<[Place; PLACES]> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut places = [(0, 0); PLACES];
        places[1..7].copy_from_slice(&place::STEPS);
        let range = -3..=3i8;
        let all = range.clone().flat_map(|right| range.clone().map(move |down| (right, down)));
        let far = |place: &Place| (2..=RADIUS).contains(&place::distance(*place, (0, 0)));
        for (slot, place) in places[7..].iter_mut().zip(all.filter(far)) {
            *slot = place;
        }
        places
    })
}

/// A set of places about a cell, bit by bit as in [`places`].
pub type Places = u64;

/// What stands about a cell. Dead cells count for both colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// Places with black stones and beyond Black's edges.
    pub black: Places,
    /// Places with white stones and beyond White's edges.
    pub white: Places,
    /// Empty places.
    pub empty: Places,
}

impl Surroundings {
    /// What a pattern says of the places about the origin, as far as they are within the radius.
    pub fn of_pattern(pattern: &Pattern) -> Self {
        let stones = |color| bits(pattern, |mark| mark == Mark::Stone(color));
        Self {
            black: stones(Color::Black),
            white: stones(Color::White),
            empty: bits(pattern, |mark| !matches!(mark, Mark::Stone(_))),
        }
    }
}

/// The places about the origin with these marks.
fn bits(pattern: &Pattern, is_wanted: impl Fn(Mark) -> bool) -> Places {
    let wanted = pattern.marks.iter().filter(|(_, mark)| is_wanted(*mark));
    let bit = |place: &Place| places().iter().position(|other| other == place);
    wanted.filter_map(|(place, _)| bit(place)).map(|bit| 1 << bit).sum()
}

/// A pattern about a cell.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    needed: Surroundings,
    /// What it is about.
    pub kind: Kind,
    /// Who gains by it.
    pub player: Color,
    /// Cells that may be filled with black stones and with white ones.
    pub fill: [Places; 2],
    /// Inferior moves.
    pub inferior: Places,
    /// The place of the better move or of the answer, if it is about moves.
    pub answer: Places,
}

impl Placed {
    fn new(pattern: &Pattern, player: Color) -> Self {
        assert!(pattern.radius_about((0, 0)) <= RADIUS, "{pattern} reaches beyond the radius");
        Self {
            needed: Surroundings::of_pattern(pattern),
            kind: pattern.kind,
            player,
            fill: Color::BOTH.map(|color| bits(pattern, |mark| mark == Mark::Fill(color))),
            inferior: bits(pattern, |mark| mark == Mark::Inferior),
            answer: bits(pattern, |mark| mark == Mark::Answer),
        }
    }

    /// All images of a pattern, for both players, about the cell of it that has most stones beside it.
    pub fn all(pattern: &Pattern) -> Vec<Self> {
        let stones_beside = |center: &Place| {
            let is_beside = |(place, mark): &&(Place, Mark)| {
                matches!(mark, Mark::Stone(_)) && place::distance(*place, *center) == 1
            };
            pattern.marks.iter().filter(is_beside).count()
        };
        let fits = |center: &Place| pattern.radius_about(*center) <= RADIUS;
        let center = pattern.empty().filter(fits).max_by_key(stones_beside);
        let Some(center) = center else { return Vec::new() };
        let centered = pattern.centered_at(center);
        let images = |pattern: &Pattern, player| -> Vec<Self> {
            pattern.images().iter().map(|image| Self::new(image, player)).collect()
        };
        let mut all = images(&centered, Color::Black);
        all.extend(images(&centered.of_other_color(), Color::White));
        all
    }

    pub(super) fn needed(&self) -> &Surroundings {
        &self.needed
    }

    /// About whose moves it is, if it is about moves.
    pub fn mover(&self) -> Option<Color> {
        match self.kind {
            Kind::Fill => None,
            Kind::Dominated => Some(self.player),
            Kind::Reversible => Some(!self.player),
        }
    }

    /// How many cells it needs empty.
    pub(super) fn empty_cells(&self) -> u32 {
        self.needed.empty.count_ones()
    }

    /// Whether the pattern fits a cell with these surroundings.
    #[inline]
    pub fn fits(&self, about: &Surroundings) -> bool {
        let missing = (self.needed.black & !about.black)
            | (self.needed.white & !about.white)
            | (self.needed.empty & !about.empty);
        missing == 0
    }
}
