//! The facts of a region for all rims at once.
//!
//! A *code* says what is known of a rim. It is a number to the base 3 with a digit for each cell, the first cell's
//! being the lowest: 0 unknown, 1 black, 2 white. What holds for both colours of a cell holds if its colour is
//! unknown. So tables over all codes are filled first for rims that are fully known, then digit by digit.

use super::local_game::{Fact, Fillings, Region, RegionCells};
use crate::board::Color;
use std::collections::HashMap;

/// The facts of a region over all its rims.
#[derive(Debug)]
pub struct AllRims<'a> {
    region: &'a Region,
    /// For each code the fillings that are as good for Black as the region filled with black stones.
    all_black: Vec<Fillings>,
    /// For each cell of the rim the value of its digit: a power of 3.
    units: Vec<usize>,
}

impl<'a> AllRims<'a> {
    /// All rims of this region.
    pub fn new(region: &'a Region) -> Self {
        let units = std::iter::successors(Some(1), |unit| Some(3 * unit));
        let units = units.take(region.rim.len()).collect();
        let mut all = Self { region, all_black: Vec::new(), units };
        all.all_black = all.as_good_as(region.all_cells(), Color::Black);
        all
    }

    /// [`Region::as_good_as`] for all codes.
    fn as_good_as(&self, target: RegionCells, player: Color) -> Vec<Fillings> {
        let units = &self.units;
        let mut good = vec![0; 3 * units.last().copied().unwrap_or(1)];
        for black_rim in 0..1_usize << units.len() {
            let digit = |cell: usize| if black_rim >> cell & 1 == 1 { 1 } else { 2 };
            let code: usize = units.iter().enumerate().map(|(cell, unit)| digit(cell) * unit).sum();
            good[code] = self.region.as_good_as(target, player, black_rim);
        }
        for unit in units {
            for code in (0..good.len()).filter(|code| code / unit % 3 == 0) {
                good[code] = good[code + unit] & good[code + 2 * unit];
            }
        }
        good
    }

    /// The minimal rims for which the fact holds: with any known cell unknown it would not. Each is the bit set of
    /// its black cells and that of its white cells.
    pub fn needed_for(&self, fact: Fact) -> Vec<(usize, usize)> {
        let holds = self.holds(fact);
        let digit = |code: usize, unit: &usize| code / unit % 3;
        let is_needed = |code: &usize| {
            let mut known = self.units.iter().filter(|unit| digit(*code, unit) != 0);
            holds[*code] && known.all(|unit| !holds[code - digit(*code, unit) * unit])
        };
        let cells = |code: usize, color: usize| -> usize {
            let units = self.units.iter().enumerate();
            units.filter(|(_, unit)| digit(code, unit) == color).map(|(cell, _)| 1 << cell).sum()
        };
        (0..holds.len()).filter(is_needed).map(|code| (cells(code, 1), cells(code, 2))).collect()
    }

    /// For each code whether the fact holds.
    fn holds(&self, fact: Fact) -> Vec<bool> {
        let mut memory: HashMap<(Fillings, Fillings), bool> = HashMap::new();
        let mut follows = |black: Fillings, white: Fillings| {
            let seen = memory.entry((black, white));
            *seen.or_insert_with(|| self.region.follows(fact, black, white))
        };
        let target = self.region.target(fact);
        if target == self.region.all_cells() {
            return self.all_black.iter().map(|black| follows(*black, 0)).collect();
        }
        let [black, white] = Color::BOTH.map(|player| self.as_good_as(target, player));
        black.iter().zip(&white).map(|(black, white)| follows(*black, *white)).collect()
    }
}
