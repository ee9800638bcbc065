//! `hexcoven patterns`: finds and proves the patterns of inferior cells that are compiled in.
//!
//! For every connected region of a few empty cells and every rim of stones around it, [`Region`] says which facts
//! hold. Only the stones of the rim that a fact needs are kept, and only patterns that do not follow from smaller
//! ones.

use crate::board::Color;
use crate::inferior::{
    AllRims, Fact, LARGEST_RIM, MOST_CELLS, Mark, Pattern, PatternKind, Place, PlacedPattern,
    RADIUS, Region, SYMMETRIES, Surroundings, image, places,
};
use clap::Args;
use indicatif::{ProgressBar, ProgressIterator, ProgressStyle};
use std::collections::BTreeSet;
use std::io::{self, Write};

#[derive(Debug, Args)]
pub(super) struct PatternsArgs {
    /// The most empty cells of a pattern
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=MOST_CELLS as i64))]
    cells: u8,
    /// The most empty cells that are filled with stones of both colours
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=MOST_CELLS as i64))]
    mixed: u8,
}

pub(super) fn run(args: &PatternsArgs) -> anyhow::Result<()> {
    let out = &mut io::stdout().lock();
    writeln!(out, "# Patterns of inferior cells: the output of `hexcoven patterns`. Do not edit.")?;
    let mut finder = Finder { placed: Vec::new() };
    let mut shapes: BTreeSet<Vec<Place>> = BTreeSet::from([vec![(0, 0)]]);
    for size in 1..=usize::from(args.cells) {
        let mut found = Vec::new();
        for shape in shapes.iter().progress_with(progress(shapes.len(), size, "regions")) {
            found.extend(patterns_of(&Region::new(shape), size <= usize::from(args.mixed)));
        }
        found
            .sort_by_key(|pattern| (pattern.kind as u8, fills_white(pattern), pattern.marks.len()));
        for pattern in found.iter().progress_with(progress(found.len(), size, "patterns")) {
            if let Some(pattern) = finder.without_known_moves(pattern) {
                writeln!(out, "{pattern}")?;
                finder.placed.extend(PlacedPattern::all(&pattern));
            }
        }
        shapes = grown(&shapes);
    }
    Ok(())
}

fn progress(count: usize, size: usize, what: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {bar:30} {pos}/{len} {elapsed}");
    let message = format!("{size} cells, {what}");
    ProgressBar::new(count as u64).with_style(style.expect("a fixed text")).with_message(message)
}

fn fills_white(pattern: &Pattern) -> bool {
    pattern.marks.iter().any(|(_, mark)| *mark == Mark::Fill(Color::White))
}

/// The shapes with one more cell that can be proved. Of the twelve images of a shape there is one.
fn grown(shapes: &BTreeSet<Vec<Place>>) -> BTreeSet<Vec<Place>> {
    let larger = |shape: &Vec<Place>| {
        let shape = shape.clone();
        let rim = Region::new(&shape).rim.into_iter();
        rim.map(move |cell| normal(&shape.iter().copied().chain([cell]).collect::<Vec<_>>()))
    };
    // A rim of 16 cells has 43 million colourings, which take too much memory.
    let is_small =
        |shape: &Vec<Place>| shape.len() < 6 || Region::new(shape).rim.len() < LARGEST_RIM - 1;
    shapes.iter().flat_map(larger).filter(is_small).collect()
}

/// The smallest of the twelve images of a shape, moved so that its first row and column are 0.
fn normal(shape: &[Place]) -> Vec<Place> {
    let images = (0..SYMMETRIES).map(|symmetry| {
        let turned: Vec<Place> = shape.iter().map(|cell| image(*cell, symmetry)).collect();
        let low = |axis: fn(&Place) -> i8| turned.iter().map(axis).min().unwrap_or(0);
        let (left, top) = (low(|place| place.0), low(|place| place.1));
        let moved = turned.iter().map(|place| (place.0 - left, place.1 - top));
        moved.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>()
    });
    images.min().unwrap_or_default()
}

/// All patterns of a region whose stones are all needed.
fn patterns_of(region: &Region, mixed: bool) -> Vec<Pattern> {
    let all = AllRims::new(region);
    let all_black = Fact::Fill((1 << region.cells.len()) - 1);
    let is_plain = |fact: &Fact| !matches!(fact, Fact::Fill(_)) || *fact == all_black;
    let facts = region.facts().into_iter().filter(|fact| mixed || is_plain(fact));
    let patterns = facts.flat_map(|fact| {
        let rims = all.needed_for(fact).into_iter();
        rims.map(move |(black, white)| Pattern::new(region, fact, black, white))
    });
    patterns.filter(|pattern| pattern.radius() <= RADIUS).collect()
}

struct Finder {
    placed: Vec<PlacedPattern>,
}

/// An inferior move of a pattern that a smaller pattern finds too.
struct Known {
    kind: PatternKind,
    mover: Color,
    cell: Place,
    answer: Place,
}

impl Finder {
    /// The pattern without the inferior moves that earlier patterns have too. None if no fact is left.
    fn without_known_moves(&self, pattern: &Pattern) -> Option<Pattern> {
        let mut known = Vec::new();
        for center in pattern.empty() {
            let about = Surroundings::of_pattern(&pattern.centered_at(center));
            for placed in self.placed.iter().filter(|placed| placed.fits(&about)) {
                match placed.mover() {
                    // A known pattern fills some of its cells, and a smaller pattern then says the rest.
                    None => return None,
                    Some(mover) => known.extend(inferior(placed, center, mover)),
                }
            }
        }
        let answer = pattern.find(Mark::Answer);
        let mover = match pattern.kind {
            PatternKind::Reversible => Color::White,
            // Fill-in has no inferior moves.
            PatternKind::Dominated | PatternKind::Fill => Color::Black,
        };
        // A reversible move is inferior for any reason. A dominated one is new for every better move.
        let is_known = |cell: Place| {
            known.iter().filter(|known| (known.cell, known.mover) == (cell, mover)).any(|known| {
                known.kind == PatternKind::Reversible
                    || (known.kind == pattern.kind && Some(known.answer) == answer)
            })
        };
        let mut left = pattern.clone();
        for (place, mark) in &mut left.marks {
            if *mark == Mark::Inferior && is_known(*place) {
                *mark = Mark::Empty;
            }
        }
        (pattern.kind == PatternKind::Fill || left.find(Mark::Inferior).is_some()).then_some(left)
    }
}

fn inferior(placed: &PlacedPattern, center: Place, mover: Color) -> impl Iterator<Item = Known> {
    let at = move |bit: usize| {
        let place = places()[bit];
        (center.0 + place.0, center.1 + place.1)
    };
    let (kind, cells, answer) =
        (placed.kind, placed.inferior, at(placed.answer.trailing_zeros() as usize));
    let bits = (0..places().len()).filter(move |bit| cells >> bit & 1 == 1);
    bits.map(move |bit| Known { kind, mover, cell: at(bit), answer })
}
