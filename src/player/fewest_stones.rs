//! With how many stones a player is sure to join the edges, found out in milliseconds.
//!
//! A search by the rules alone, for small carriers: the player moves, the opponent moves, and the player must have
//! joined the edges with so many stones at most. Two things keep it small.
//!
//! * Stones needed if the opponent did not move are a lower bound, and a stone off all short ways is wasted.
//! * A win needs some cells. Replies elsewhere do not meet it. So only the replies that are in the cells of all wins
//!   found so far must be tried (the mustplay region), and where gaps lie in series each is looked at alone.
//!
//! Gaps in series may need fewer stones than they need one by one, since the player can leave one of them open to move twice
//! in another. So what is found is enough, but not always the fewest: for that there is `shortest.rs`, which takes longer.

use super::gap::Gap;
use crate::board::{Cell, CellSet, Geometry};
use fxhash::FxHashMap;

/// What a player wins with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Win {
    /// Further stones of the player, at most, whatever the opponent does.
    pub(super) stones: usize,
    /// Cells that must be open. The opponent may have all others.
    pub(super) cells: CellSet,
}

/// The work allowed was done before there was a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OutOfWork;

/// What is known of a gap, one player or the other to move.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// With so many stones no win was found.
    too_few: Option<usize>,
    win: Option<Win>,
}

/// The search with its memory.
#[derive(Debug)]
pub(super) struct FewestStones {
    geometry: &'static Geometry,
    /// By the reduced gap and whether the player is to move.
    known: FxHashMap<(Gap, bool), Known>,
    /// For each number of stones that may still be played the last reply that stopped the player.
    stoppers: Vec<Option<Cell>>,
    /// Positions that may still be looked at.
    work: usize,
}

impl FewestStones {
    /// A search that looks at so many positions at most. Their memory is not limited, so they should be few.
    pub(super) fn new(geometry: &'static Geometry, work: usize) -> Self {
        Self { geometry, known: FxHashMap::default(), stoppers: Vec::new(), work }
    }

    /// Allows so many positions from now on.
    pub(super) fn allow(&mut self, work: usize) {
        self.work = work;
    }

    /// The win with the fewest stones that is found, from `least` to `most`, the opponent to move; none if none is found.
    pub(super) fn fewest(
        &mut self,
        gap: &Gap,
        least: usize,
        most: usize,
    ) -> Result<Option<Win>, OutOfWork> {
        for stones in least..=most {
            if let Some(win) = self.win_if_opponent_moves(gap, stones)? {
                return Ok(Some(win));
            }
        }
        Ok(None)
    }

    /// The moves of the wins with the fewest stones that are found, this one included, the player to move, and what they win
    /// with; none if none with at most `most` is found. If the work runs out they are some of them.
    pub(super) fn best_moves(
        &mut self,
        gap: &Gap,
        most: usize,
    ) -> Result<Vec<(Cell, Win)>, OutOfWork> {
        for stones in 1..=most {
            let best = self.winning_moves(gap, stones)?;
            if !best.is_empty() {
                return Ok(best);
            }
        }
        Ok(Vec::new())
    }

    /// The moves that win with at most so many stones. If the work runs out they are some of them.
    pub(super) fn winning_moves(
        &mut self,
        gap: &Gap,
        most: usize,
    ) -> Result<Vec<(Cell, Win)>, OutOfWork> {
        let mut winning = Vec::new();
        let Some(gap) = gap.reduced(self.geometry) else { return Ok(winning) };
        for cell in gap.ways(self.geometry).iter().take(most).flatten() {
            match self.win_if_opponent_moves(&gap.with(cell), most - 1) {
                Ok(None) => (),
                Ok(Some(win)) => winning.push((cell, and_stone(win, cell))),
                Err(OutOfWork) if winning.is_empty() => return Err(OutOfWork),
                Err(OutOfWork) => break,
            }
        }
        Ok(winning)
    }

    /// A win with at most so many stones, the opponent to move.
    fn win_if_opponent_moves(&mut self, gap: &Gap, most: usize) -> Result<Option<Win>, OutOfWork> {
        let Some(gap) = gap.reduced(self.geometry) else { return Ok(Some(Win::default())) };
        let gaps = gap.in_series(self.geometry);
        let needed = gaps.iter().map(|gap| gap.stones_needed(self.geometry));
        let Some(needed) = needed.collect::<Option<Vec<usize>>>() else { return Ok(None) };
        let Some(mut spare) = most.checked_sub(needed.iter().sum()) else { return Ok(None) };
        if let [gap] = gaps[..] {
            return self.remembered(&(gap, false), most, Self::against_all_replies);
        }
        let mut all = Win::default();
        for (gap, needed) in gaps.into_iter().zip(needed) {
            let Some(win) = self.fewest(&gap, needed, needed + spare)? else { return Ok(None) };
            spare -= win.stones.saturating_sub(needed);
            all.stones += win.stones;
            all.cells |= win.cells;
        }
        Ok(Some(all))
    }

    fn against_all_replies(&mut self, gap: &Gap, most: usize) -> Result<Option<Win>, OutOfWork> {
        let ways = gap.ways(self.geometry);
        let mut all = Win::default();
        let mut unmet = gap.open;
        self.stoppers.resize(self.stoppers.len().max(most + 1), None);
        let mut stopper = self.stoppers[most].filter(|cell| unmet.contains(*cell));
        // What stopped the player elsewhere, then the replies that cut the shortest ways.
        while let Some(reply) =
            stopper.take().or_else(|| ways.iter().find_map(|cells| (*cells & unmet).first()))
        {
            let Some(win) = self.win_if_player_moves(&gap.without(reply), most)? else {
                self.stoppers[most] = Some(reply);
                return Ok(None);
            };
            all.stones = all.stones.max(win.stones);
            all.cells |= win.cells;
            unmet &= win.cells;
        }
        Ok(Some(all))
    }

    /// A win with at most so many stones, the player to move.
    fn win_if_player_moves(&mut self, gap: &Gap, most: usize) -> Result<Option<Win>, OutOfWork> {
        let Some(gap) = gap.reduced(self.geometry) else { return Ok(Some(Win::default())) };
        match gap.stones_needed(self.geometry) {
            Some(needed) if needed <= most => {
                self.remembered(&(gap, true), most, Self::with_some_move)
            }
            _ => Ok(None),
        }
    }

    fn with_some_move(&mut self, gap: &Gap, most: usize) -> Result<Option<Win>, OutOfWork> {
        let ways = gap.ways(self.geometry);
        for cell in ways.iter().take(most).flatten() {
            if let Some(win) = self.win_if_opponent_moves(&gap.with(cell), most - 1)? {
                return Ok(Some(and_stone(win, cell)));
            }
        }
        Ok(None)
    }

    /// What is known of a gap, or found now.
    fn remembered(
        &mut self,
        key: &(Gap, bool),
        most: usize,
        find: fn(&mut Self, &Gap, usize) -> Result<Option<Win>, OutOfWork>,
    ) -> Result<Option<Win>, OutOfWork> {
        let known = self.known.get(key).copied().unwrap_or_default();
        if let Some(win) = known.win.filter(|win| win.stones <= most) {
            return Ok(Some(win));
        }
        if known.too_few >= Some(most) {
            return Ok(None);
        }
        self.work = self.work.checked_sub(1).ok_or(OutOfWork)?;
        let win = find(self, &key.0, most)?;
        let known = self.known.entry(*key).or_default();
        match win {
            Some(_) => known.win = win,
            None => known.too_few = Some(most),
        }
        Ok(win)
    }
}

/// A win that needs one more stone.
pub(super) fn and_stone(mut win: Win, cell: Cell) -> Win {
    win.stones += 1;
    win.cells.insert(cell);
    win
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::board::{Board, Color, Key, Position, Size, random_board};
    use proptest::prelude::*;

    const ENOUGH: usize = 1_000_000;

    /// The fewest stones with which this player is sure to win, by trying all moves; none if the player loses.
    pub(in crate::player) fn sure_stones(
        known: &mut FxHashMap<Key, Option<usize>>,
        position: &mut Position,
        player: Color,
    ) -> Option<usize> {
        if let Some(stones) = known.get(&position.key()) {
            return *stones;
        }
        let stones = if let Some(winner) = position.board.winner() {
            (winner == player).then_some(0)
        } else {
            let after = position.board.empty().iter().map(|cell| {
                position.play(cell);
                let stones = sure_stones(known, position, player);
                position.undo(cell);
                stones
            });
            let after: Vec<Option<usize>> = after.collect();
            if position.to_play == player {
                after.into_iter().flatten().min().map(|stones| stones + 1)
            } else {
                after.into_iter().collect::<Option<Vec<_>>>().and_then(|all| all.into_iter().max())
            }
        };
        known.insert(position.key(), stones);
        stones
    }

    /// Boards that nobody has won, with at most so many empty cells.
    pub(in crate::player) fn open_board(most_empty: usize) -> impl Strategy<Value = Board> {
        random_board(1..=5, 1..=5, 20).prop_filter("open, with few empty cells", move |board| {
            board.empty().len() <= most_empty && board.winner().is_none()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        /// Gaps in series that need fewer stones than one by one have more empty cells than these boards.
        #[test]
        fn no_win_is_sure_with_fewer_stones(board in open_board(10)) {
            for player in Color::BOTH {
                let mut known = FxHashMap::default();
                let mut search = FewestStones::new(board.geometry(), ENOUGH);
                let gap = Gap::between_edges(&board, player, board.empty());
                let mut position = Position { board: board.clone(), to_play: player };
                let expected = sure_stones(&mut known, &mut position, player);
                let best = search.best_moves(&gap, 25).unwrap();
                prop_assert_eq!(best.first().map(|(_, win)| win.stones), expected, "{}", board);
                for (cell, win) in best {
                    position.play(cell);
                    let left = sure_stones(&mut known, &mut position, player);
                    position.undo(cell);
                    prop_assert_eq!(left, Some(win.stones - 1));
                }
                position.to_play = !player;
                let expected = sure_stones(&mut known, &mut position, player);
                let found = search.fewest(&gap, 0, 25).unwrap();
                prop_assert_eq!(found.map(|win| win.stones), expected, "{}", board);
            }
        }

        #[test]
        fn a_win_stands_if_the_opponent_has_all_other_cells(board in open_board(10)) {
            for player in Color::BOTH {
                let mut search = FewestStones::new(board.geometry(), ENOUGH);
                let gap = Gap::between_edges(&board, player, board.empty());
                let Some(win) = search.fewest(&gap, 0, 25).unwrap() else { continue };
                let mut spoilt = board.clone();
                (board.empty() - win.cells).iter().for_each(|cell| spoilt.place(!player, cell));
                let mut position = Position { board: spoilt, to_play: !player };
                let stones = sure_stones(&mut FxHashMap::default(), &mut position, player);
                prop_assert_eq!(stones, Some(win.stones), "{}", board);
            }
        }
    }

    #[test]
    fn little_work_finds_nothing_wrong() {
        let board = Board::new(Size::new(3, 3).unwrap());
        let gap = Gap::between_edges(&board, Color::Black, board.empty());
        let expected = FewestStones::new(board.geometry(), ENOUGH).best_moves(&gap, 25).unwrap();
        let stones = expected[0].1.stones;
        let mut found = 0;
        for work in (0..2000).step_by(5) {
            if let Ok(best) = FewestStones::new(board.geometry(), work).best_moves(&gap, 25) {
                let is_right = best.iter().all(|(_, win)| win.stones == stones);
                assert!(is_right && !best.is_empty(), "{work} {best:?}");
                found += 1;
            }
        }
        assert!((1..400).contains(&found), "{found}");
    }
}
