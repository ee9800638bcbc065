//! The patterns that are compiled in, found by what stands on the six cells about a cell.

use super::matcher::{PlacedPattern, Places, Surroundings};
use super::pattern::Pattern;
use crate::board::{ByColor, Color};
use std::sync::OnceLock;

/// Two bits a neighbour: whether it counts as black, and whether as white.
const RINGS: usize = 1 << 12;

/// Some patterns, each in the list of every ring that it allows.
#[derive(Debug)]
pub(super) struct Index {
    placed: Vec<PlacedPattern>,
    /// What each of them needs: most are asked for nothing else, and so many fit in the processor's caches.
    needed: Vec<Surroundings>,
    /// Where the list of each ring begins in `lists`; one more entry for the end.
    start: Vec<u32>,
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

    /// The patterns that fit, in the order of the file.
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

#[inline]
fn ring(about: &Surroundings) -> usize {
    bits(about.black) | bits(about.white) << 6
}

/// The bits of the six neighbours.
#[inline]
fn bits(places: Places) -> usize {
    usize::from((places >> 1).to_le_bytes()[0] & 63)
}

/// Shows all rings that a pattern allows.
fn for_each_ring(placed: &PlacedPattern, mut show: impl FnMut(usize)) {
    let needed = placed.needed();
    let needs = ring(needed);
    let forbidden = bits(needed.empty) | bits(needed.empty) << 6;
    let free = (RINGS - 1) & !needs & !forbidden;
    // Every part of what is free, the largest first.
    let mut part = free;
    loop {
        show(needs | part);
        if part == 0 {
            return;
        }
        part = (part - 1) & free;
    }
}

/// All patterns.
#[derive(Debug)]
pub(super) struct PatternIndices {
    /// Those that fill.
    pub(super) fill: Index,
    /// Those about moves of a player.
    pub(super) moves: ByColor<Index>,
}

/// The patterns of the file, without their images.
pub fn patterns() -> Vec<Pattern> {
    let lines = include_str!("patterns.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| Pattern::parse(line).expect("the file was written by the program")).collect()
}

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
