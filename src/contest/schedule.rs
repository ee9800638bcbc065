//! The games of a match, and which of them this machine plays.

use super::Opening;
use std::num::NonZeroUsize;
use std::str::FromStr;

/// A game of a match before it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduledGame {
    /// Its number in the match, from 0. The games `2 n` and `2 n + 1` are a pair.
    pub number: usize,
    /// The moves that are made before the engines are asked.
    pub opening: Opening,
    /// Whether engine A has Black.
    pub a_is_black: bool,
}

/// The games of a match of this many pairs, in the order of their numbers. With fewer pairs than openings the
/// openings are taken at equal distances from the whole list; with more they are used again from the start.
pub fn schedule(openings: &[Opening], pairs: usize) -> Vec<ScheduledGame> {
    let of_pair = |pair: usize| {
        let at = if pairs < openings.len() { pair * openings.len() / pairs } else { pair };
        &openings[at % openings.len()]
    };
    let games = (0..pairs).flat_map(|pair| [(pair, true), (pair, false)]);
    games
        .enumerate()
        .map(|(number, (pair, a_is_black))| ScheduledGame {
            number,
            opening: of_pair(pair).clone(),
            a_is_black,
        })
        .collect()
}

/// The part of a match that one of several machines plays: every `count`-th pair, from pair `index` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    count: NonZeroUsize,
}

impl Shard {
    /// Whether this game is in the part.
    pub fn has(&self, scheduled: &ScheduledGame) -> bool {
        scheduled.number / 2 % self.count == self.index
    }
}

impl FromStr for Shard {
    type Err = String;

    /// Reads `1/4`, the first of four parts.
    fn from_str(text: &str) -> Result<Self, String> {
        let shard = || {
            let (number, count) = text.split_once('/')?;
            let (number, count) = (number.parse::<usize>().ok()?, count.parse().ok()?);
            let index = number.checked_sub(1).filter(|index| *index < usize::from(count))?;
            Some(Self { index, count })
        };
        shard().ok_or_else(|| format!("`{text}` is not a shard such as 1/4, the first of four"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::contest::read_openings;

    fn openings(text: &str) -> Vec<Opening> {
        read_openings(&text.replace(' ', "\n"), Size::new(5, 5).unwrap()).unwrap()
    }

    #[test]
    fn both_engines_have_each_colour_once_in_every_opening() {
        let openings = openings("a1 b1 c1");
        for pairs in [1, 2, 3, 7] {
            let games = schedule(&openings, pairs);
            assert_eq!(games.len(), 2 * pairs);
            for pair in games.chunks(2) {
                assert_eq!(pair[0].opening, pair[1].opening);
                assert!(pair[0].a_is_black && !pair[1].a_is_black);
            }
            let uses: Vec<usize> = openings
                .iter()
                .map(|opening| games.iter().filter(|game| game.opening == *opening).count() / 2)
                .collect();
            let spread = uses.iter().max().unwrap() - uses.iter().min().unwrap();
            assert!(spread <= 1, "{uses:?}");
        }
    }

    #[test]
    fn shards_share_all_pairs_out() {
        let games = schedule(&openings("a1 b1 c1"), 7);
        let shards: Vec<Shard> = ["1/3", "2/3", "3/3"].map(|text| text.parse().unwrap()).to_vec();
        for pair in games.chunks(2) {
            let owners = |game| shards.iter().filter(|shard| shard.has(game)).collect::<Vec<_>>();
            assert_eq!(owners(&pair[0]).len(), 1);
            assert_eq!(owners(&pair[0]), owners(&pair[1]));
        }
        for text in ["", "1", "0/3", "4/3", "1/0", "a/b", "-1/3"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
