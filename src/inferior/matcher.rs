//! Patterns and the surroundings of a cell as bit sets, and whether a pattern fits.

use super::pattern::{Mark, Pattern, PatternKind};
use super::place::{self, Place, SYMMETRIES};
use crate::board::{ByColor, Color};
use std::sync::OnceLock;

/// The largest distance of a pattern's cells from its centre, in steps.
pub const RADIUS: u8 = 3;

/// The number of places within the radius.
pub(super) const PLACES: usize = 1 + 3 * RADIUS as usize * (RADIUS as usize + 1);
const _: () = assert!(PLACES <= Places::BITS as usize, "a set of places is one word");

/// The places within the radius: the cell itself, its neighbours in cyclic order, then the others.
pub fn places() -> &'static [Place; PLACES] {
    static ALL: OnceLock<[Place; PLACES]> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut places = [(0, 0); PLACES];
        places[1..7].copy_from_slice(&place::STEPS);
        let range = -RADIUS.cast_signed()..=RADIUS.cast_signed();
        let all = range.clone().flat_map(|right| range.clone().map(move |down| (right, down)));
        let far = |place: &Place| (2..=RADIUS).contains(&place::distance(*place, (0, 0)));
        for (slot, place) in places[7..].iter_mut().zip(all.filter(far)) {
            *slot = place;
        }
        places
    })
}

/// A set of places near a cell: bit `i` is for the `i`th of [`places`].
pub type Places = u64;

/// What is at the places near a cell. Dead cells count as black and as white.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// Places with black stones or beyond Black's edges.
    pub black: Places,
    /// Places with white stones or beyond White's edges.
    pub white: Places,
    /// Empty places.
    pub empty: Places,
}

impl Surroundings {
    /// What a pattern needs at the places near the origin. Places beyond the radius are left out.
    pub fn of_pattern(pattern: &Pattern) -> Self {
        let stones = |color| bits(pattern, |mark| mark == Mark::Stone(color));
        Self {
            black: stones(Color::Black),
            white: stones(Color::White),
            empty: bits(pattern, |mark| !matches!(mark, Mark::Stone(_))),
        }
    }

    /// Whether these surroundings, those that a pattern needs, are part of the surroundings of a cell.
    #[inline]
    pub(super) fn are_in(&self, about: &Self) -> bool {
        let missing =
            (self.black & !about.black) | (self.white & !about.white) | (self.empty & !about.empty);
        missing == 0
    }
}

/// The places near the origin whose marks are wanted.
fn bits(pattern: &Pattern, is_wanted: impl Fn(Mark) -> bool) -> Places {
    let wanted = pattern.marks.iter().filter(|(_, mark)| is_wanted(*mark));
    wanted.filter_map(|(place, _)| bit(*place)).map(|bit| 1 << bit).sum()
}

/// The index of a place in [`places`]; none if it is beyond the radius.
fn bit((right, down): Place) -> Option<usize> {
    const SIDE: usize = 2 * RADIUS as usize + 1;
    static BITS: OnceLock<[[Option<usize>; SIDE]; SIDE]> = OnceLock::new();
    let at = |step: i8| usize::try_from(step + RADIUS.cast_signed()).ok();
    let bits = BITS.get_or_init(|| {
        let mut bits = [[None; SIDE]; SIDE];
        for (bit, (right, down)) in places().iter().enumerate() {
            let [right, down] = [right, down].map(|step| at(*step).expect("within the radius"));
            bits[right][down] = Some(bit);
        }
        bits
    });
    *bits.get(at(right)?)?.get(at(down)?)?
}

/// The image of a set of places under a symmetry.
fn turned(mut set: Places, symmetry: usize) -> Places {
    static IMAGES: OnceLock<[[usize; PLACES]; SYMMETRIES]> = OnceLock::new();
    let images = IMAGES.get_or_init(|| {
        let image = |place, symmetry| bit(place::image(place, symmetry)).expect("a symmetric set");
        std::array::from_fn(|symmetry| places().map(|place| image(place, symmetry)))
    });
    let mut image = 0;
    while set != 0 {
        image |= 1 << images[symmetry][set.trailing_zeros() as usize];
        set &= set - 1;
    }
    image
}

/// An image of a pattern about one of its cells, its centre, for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedPattern {
    needed: Surroundings,
    /// What it claims.
    pub kind: PatternKind,
    /// The player who gains by it.
    pub player: Color,
    /// The places that can be filled with black stones and those that can be filled with white stones.
    pub fill: ByColor<Places>,
    /// The places of inferior moves.
    pub inferior: Places,
    /// The place of the better move or of the reply, if it is about moves.
    pub answer: Places,
}

impl PlacedPattern {
    fn new(pattern: &Pattern, player: Color) -> Self {
        assert!(pattern.radius_about((0, 0)) <= RADIUS, "{pattern} reaches beyond the radius");
        Self {
            needed: Surroundings::of_pattern(pattern),
            kind: pattern.kind,
            player,
            fill: ByColor::new_with(|color| bits(pattern, |mark| mark == Mark::Fill(color))),
            inferior: bits(pattern, |mark| mark == Mark::Inferior),
            answer: bits(pattern, |mark| mark == Mark::Answer),
        }
    }

    /// All images of a pattern for both players, each once. The centre is the empty cell of the pattern with most
    /// stones beside it. None if the pattern fits in the radius about none of its cells.
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
        let placed = Self::new(&pattern.centered_at(center), Color::Black);
        let mut all: Vec<Self> = Vec::new();
        for image in (0..SYMMETRIES).map(|symmetry| placed.mapped(|set| turned(set, symmetry))) {
            if !all.contains(&image) {
                all.push(image);
            }
        }
        all.extend(all.clone().iter().map(Self::of_other_color));
        all
    }

    /// The pattern with `map` applied to each set of places.
    fn mapped(&self, map: impl Fn(Places) -> Places) -> Self {
        let Surroundings { black, white, empty } = self.needed;
        Self {
            needed: Surroundings { black: map(black), white: map(white), empty: map(empty) },
            fill: ByColor::new_with(|color| map(self.fill[color])),
            inferior: map(self.inferior),
            answer: map(self.answer),
            ..*self
        }
    }

    /// The pattern with the colours exchanged.
    fn of_other_color(&self) -> Self {
        let Surroundings { black, white, empty } = self.needed;
        Self {
            needed: Surroundings { black: white, white: black, empty },
            player: !self.player,
            fill: ByColor::new_with(|color| self.fill[!color]),
            ..*self
        }
    }

    /// What the pattern needs.
    pub(super) fn needed(&self) -> &Surroundings {
        &self.needed
    }

    /// The player whose moves it is about; none for fill-in.
    pub fn mover(&self) -> Option<Color> {
        match self.kind {
            PatternKind::Fill => None,
            PatternKind::Dominated => Some(self.player),
            PatternKind::Reversible => Some(!self.player),
        }
    }

    /// The number of cells that must be empty.
    pub(super) fn empty_cells(&self) -> u32 {
        self.needed.empty.count_ones()
    }

    /// Whether the pattern fits a cell with these surroundings.
    #[inline]
    pub fn fits(&self, about: &Surroundings) -> bool {
        self.needed.are_in(about)
    }
}

#[cfg(test)]
mod tests {
    use super::super::patterns;
    use super::*;

    #[test]
    fn the_images_of_a_pattern_are_those_of_its_marks() {
        for pattern in patterns() {
            let all = PlacedPattern::all(&pattern);
            let (black, white) = all.split_at(all.len() / 2);
            for symmetry in 0..SYMMETRIES {
                let image = |(place, mark): &(Place, Mark)| (place::image(*place, symmetry), *mark);
                let marks = pattern.marks.iter().map(image).collect();
                let image = Pattern { kind: pattern.kind, marks };
                let about = |center| PlacedPattern::new(&image.centered_at(center), Color::Black);
                let mut fitting = image.empty().filter(|cell| image.radius_about(*cell) <= RADIUS);
                let named = fitting.find(|center| black.contains(&about(*center)));
                let named = named.map(about).expect("one of its cells is the centre");
                let is_other = |other: &PlacedPattern| {
                    (other.needed.black, other.fill.black) == (named.needed.white, named.fill.white)
                        && (other.needed.white, other.fill.white)
                            == (named.needed.black, named.fill.black)
                        && (other.inferior, other.answer) == (named.inferior, named.answer)
                        && other.player == Color::White
                };
                assert!(white.iter().any(is_other), "{pattern}");
            }
        }
    }
}
