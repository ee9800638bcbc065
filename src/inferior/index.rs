//! An index of the compiled-in patterns by the ring of a cell: what is on its six neighbours.

use super::matcher::{PlacedPattern, Places, Surroundings};
use super::pattern::Pattern;
use crate::board::{ByColor, Color};
use std::sync::OnceLock;

/// The number of rings: two bits a neighbour, whether it counts as black and whether it counts as white.
const RINGS: usize = 1 << 12;

/// Some patterns, each in the lists of all rings with which it may fit.
#[derive(Debug)]
pub(super) struct Index {
    placed: Vec<PlacedPattern>,
    /// What each pattern needs, apart from the rest so that more of them fit in the processor's caches.
    needed: Vec<Surroundings>,
    /// For each ring the index at which its list begins in `lists`; one more entry for the end.
    start: Vec<u32>,
    /// The lists of all rings, of indices into `placed`.
    lists: Vec<u16>,
}

impl Index {
    fn new(placed: Vec<PlacedPattern>) -> Self {
        let mut start = vec![0; RINGS + 1];
        for placed in &placed {
            for_each_ring(placed, |ring| start[ring + 1] += 1);
        }
        for ring in 0..RINGS {
            start[ring + 1] += start[ring];
        }
        let mut next = start.clone();
        let mut lists = vec![0; start[RINGS] as usize];
        for (number, placed) in placed.iter().enumerate() {
            let number = u16::try_from(number).expect("fewer than 65536 images of patterns");
            for_each_ring(placed, |ring| {
                lists[next[ring] as usize] = number;
                next[ring] += 1;
            });
        }
        let needed = placed.iter().map(|placed| *placed.needed()).collect();
        Self { placed, needed, start, lists }
    }

    /// The patterns that fit a cell with these surroundings, in the order of the file.
    #[inline]
    pub(super) fn fitting<'a>(
        &'a self,
        about: &'a Surroundings,
    ) -> impl Iterator<Item = &'a PlacedPattern> {
        let ring = ring(about);
        let list = &self.lists[self.start[ring] as usize..self.start[ring + 1] as usize];
        let fitting = list.iter().filter(|number| self.needed[usize::from(**number)].are_in(about));
        fitting.map(|number| &self.placed[usize::from(*number)])
    }
}

/// The ring in some surroundings: a number below [`RINGS`].
#[inline]
fn ring(about: &Surroundings) -> usize {
    bits(about.black) | bits(about.white) << 6
}

/// The bits of the six neighbours.
#[inline]
fn bits(places: Places) -> usize {
    usize::from((places >> 1).to_le_bytes()[0] & 63)
}

/// Calls `visit` with all rings with which a pattern may fit.
fn for_each_ring(placed: &PlacedPattern, mut visit: impl FnMut(usize)) {
    let needed = placed.needed();
    let needs = ring(needed);
    let forbidden = bits(needed.empty) | bits(needed.empty) << 6;
    let free = (RINGS - 1) & !needs & !forbidden;
    // Every subset of the free bits, the largest first.
    let mut part = free;
    loop {
        visit(needs | part);
        if part == 0 {
            return;
        }
        part = (part - 1) & free;
    }
}

/// The indices of all patterns.
#[derive(Debug)]
pub(super) struct PatternIndices {
    /// The patterns of fill-in.
    pub(super) fill: Index,
    /// The patterns about moves of each player.
    pub(super) moves: ByColor<Index>,
}

/// The patterns of the file, each in one of its images.
pub fn patterns() -> Vec<Pattern> {
    let lines = include_str!("patterns.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| Pattern::parse(line).expect("the file was written by the program")).collect()
}

/// The indices, which are made once.
pub(super) fn indices() -> &'static PatternIndices {
    static INDICES: OnceLock<PatternIndices> = OnceLock::new();
    INDICES.get_or_init(|| {
        let placed: Vec<PlacedPattern> = patterns().iter().flat_map(PlacedPattern::all).collect();
        let of = |wanted: &dyn Fn(&PlacedPattern) -> bool| {
            Index::new(placed.iter().filter(|placed| wanted(placed)).copied().collect())
        };
        PatternIndices {
            fill: of(&|placed| placed.mover().is_none()),
            moves: ByColor::new_with(|player: Color| of(&|placed| placed.mover() == Some(player))),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::neighborhood::Neighborhoods;
    use super::*;
    use crate::board::{Board, Size};
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn the_index_names_just_the_patterns_that_fit() {
        let size = Size::new(7, 6).unwrap();
        let mut random = StdRng::seed_from_u64(1);
        let mut fitting = 0;
        for _ in 0..40 {
            let stones = size.cells().map(|_| match random.random_range(0..4) {
                0 => Some(Color::Black),
                1 => Some(Color::White),
                _ => None,
            });
            let board = Board::with_stones(size, stones);
            let neighborhoods = Neighborhoods::new(&board);
            let PatternIndices { fill, moves } = indices();
            for cell in board.empty() {
                let about = neighborhoods.about(cell);
                for index in [fill, &moves.black, &moves.white] {
                    let all = index.placed.iter().filter(|placed| placed.fits(&about));
                    let all: Vec<*const PlacedPattern> = all.map(std::ptr::from_ref).collect();
                    let named = index.fitting(&about).map(std::ptr::from_ref);
                    assert_eq!(named.collect::<Vec<_>>(), all);
                    fitting += all.len();
                }
            }
        }
        assert!(fitting > 1000, "{fitting}");
    }
}
