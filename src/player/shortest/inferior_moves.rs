//! Which cells and moves do not matter where a player must join two ends with so many stones at most.
//!
//! Whatever is played, a win with so many stones has a chain of at most so many of the cells that are open now, without
//! detours. So what is true of all such chains stays true while the game goes on:
//!
//! * A cell is **dead** if no such chain goes through it. The opponent may have it.
//! * A cell is **killed** by another if it is dead as soon as the opponent has the other. The player need not move there: the
//!   opponent's answer would make the stone useless. Nor need the opponent: the other cell is at least as good.
//! * Two cells that kill each other are **captured**: the opponent may have both.
//!
//! Only the neighbours of a cell and its distances from the ends are looked at, so some such cells are missed.

use crate::board::{Cell, CellSet, Geometry};
use crate::player::gap::Gap;

/// What is left of a gap, and the moves that need be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moves<const N: usize> {
    /// The gap without its dead and captured cells.
    pub(super) gap: Gap<N>,
    /// Where the player may have to move.
    pub(super) own: CellSet<N>,
    /// Where the opponent may have to move.
    pub(super) replies: CellSet<N>,
}

impl<const N: usize> Moves<N> {
    /// Of a reduced gap, if the player has so many stones.
    pub(super) fn of(mut gap: Gap<N>, geometry: &Geometry, stones: usize) -> Self {
        loop {
            let chains = Chains::of(&gap, geometry, stones);
            let dead = chains.dead();
            if !dead.is_empty() {
                gap = gap.without_all(dead);
                continue;
            }
            let killed = chains.killed();
            let captured = captured(&killed);
            if captured.is_empty() {
                let own = gap.open - killed.iter().map(|(cell, _)| *cell).collect();
                return Self { gap, own, replies: gap.open - dominated(&killed) };
            }
            gap = gap.without_all(captured);
        }
    }
}

/// Cells that are killed by another, and what kills them.
type Killed<const N: usize> = Vec<(Cell, CellSet<N>)>;

/// The cells that kill one that kills them. Of such a pair the opponent has both; what one of them kills besides is
/// dead then.
fn captured<const N: usize>(killed: &Killed<N>) -> CellSet<N> {
    let is_captured = |(cell, killers): &&(Cell, CellSet<N>)| {
        let mut others = killed.iter().filter(|(other, _)| killers.contains(*other));
        others.any(|(_, killed_by)| killed_by.contains(*cell))
    };
    killed.iter().filter(is_captured).map(|(cell, _)| *cell).collect()
}

/// Cells that are killed by others, so that at least one cell of each circle is left.
fn dominated<const N: usize>(killed: &Killed<N>) -> CellSet<N> {
    let mut dominated = CellSet::EMPTY;
    for (cell, killers) in killed {
        // A killer of it is left so far. If that is dominated later, a killer of that one is left at that moment, and so on.
        if !killers.is_subset(&dominated) {
            dominated.insert(*cell);
        }
    }
    dominated
}

/// The chains of at most so many stones that can join the ends of a gap.
struct Chains<const N: usize> {
    stones: usize,
    open: CellSet<N>,
    rims: [CellSet<N>; 2],
    /// For each cell the open cells that touch it, or a group of the player that it touches.
    links: Vec<CellSet<N>>,
    /// For each number the cells from which so many stones join the first end, and no fewer.
    layers: Vec<CellSet<N>>,
    /// For each end and number the cells from which so many stones join it, or fewer.
    at_most: [Vec<CellSet<N>>; 2],
}

impl<const N: usize> Chains<N> {
    fn of(gap: &Gap<N>, geometry: &Geometry, stones: usize) -> Self {
        let [near, far] = [0, 1].map(|end| {
            let mut layers = gap.layers(geometry, end);
            layers.insert(0, CellSet::EMPTY);
            layers.resize(stones + 1, CellSet::EMPTY);
            layers
        });
        let summed = |mut layers: Vec<CellSet<N>>| {
            (1..layers.len()).for_each(|index| layers[index] = layers[index - 1] | layers[index]);
            layers
        };
        let at_most = [summed(near.clone()), summed(far)];
        let links = gap.links(geometry);
        Self { stones, open: gap.open, rims: gap.rims, links, layers: near, at_most }
    }

    /// The dead cells.
    fn dead(&self) -> CellSet<N> {
        self.open
            .iter()
            .filter(|cell| self.neighbors_in_chain(*cell, CellSet::EMPTY).is_none())
            .collect()
    }

    /// The cells that another kills, if no cell is dead.
    fn killed(&self) -> Killed<N> {
        let killers = |cell: Cell| -> CellSet<N> {
            let is_dead = |without: &Cell| {
                self.neighbors_in_chain(cell, CellSet::from_iter([*without])).is_none()
            };
            // What kills the cell is in all chains through it, so in this one.
            let some = self.neighbors_in_chain(cell, CellSet::EMPTY);
            some.expect("no cell is dead").iter().filter(is_dead).collect()
        };
        let killed = self.open.iter().map(|cell| (cell, killers(cell)));
        killed.filter(|(_, killers)| !killers.is_empty()).collect()
    }

    /// The open cells before and after a cell in what may be a chain without detours and without the cells of `without`; if
    /// there are none, there is no such chain. An end is no cell, so there may be fewer than two.
    ///
    /// A chain has no detours if no cell of it is linked to any other than those next to it, nor to an end if it is
    /// not next to that end.
    fn neighbors_in_chain(&self, cell: Cell, without: CellSet<N>) -> Option<CellSet<N>> {
        let linked = self.links[cell.index()] - without;
        let [before, after] = [linked - self.rims[1], linked - self.rims[0]];
        let first = |cells: CellSet<N>| cells.first().map(|cell| CellSet::from_iter([cell]));
        let left = self.stones - 1;
        match self.rims.map(|rim| rim.contains(cell)) {
            [true, true] => Some(CellSet::EMPTY),
            [true, false] => first(after & self.at_most[1][left]),
            [false, true] => first(before & self.at_most[0][left]),
            [false, false] => (1..left).find_map(|stones| {
                (before & self.layers[stones]).iter().find_map(|one| {
                    let others = after & self.at_most[1][left - stones];
                    let next = first(others - self.links[one.index()] - CellSet::from_iter([one]))?;
                    Some(next | CellSet::from_iter([one]))
                })
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Color, Position};
    use crate::player::fewest_stones::tests::{open_board, sure_stones};
    use fxhash::FxHashMap;
    use proptest::prelude::*;

    fn killed(cells: &[(usize, &[usize])]) -> Killed<1> {
        let set = |cells: &[usize]| cells.iter().map(|cell| Cell::new(*cell)).collect();
        cells.iter().map(|(cell, killers)| (Cell::new(*cell), set(killers))).collect()
    }

    #[test]
    fn cells_that_kill_each_other_are_captured() {
        let chain = killed(&[(0, &[1]), (1, &[0, 2]), (2, &[1])]);
        assert_eq!(captured(&chain), CellSet::first_cells(3));
        assert_eq!(captured(&killed(&[(0, &[1]), (1, &[2]), (2, &[0])])), CellSet::EMPTY);
    }

    #[test]
    fn of_cells_that_kill_each_other_in_a_circle_one_is_not_dominated() {
        assert_eq!(dominated(&killed(&[(0, &[1]), (1, &[2]), (2, &[0])])), CellSet::first_cells(2));
        assert_eq!(dominated(&killed(&[(0, &[1, 2]), (1, &[2])])), CellSet::first_cells(2));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn the_moves_to_try_are_enough(board in open_board(12)) {
            for player in Color::BOTH {
                let geometry = board.geometry();
                let gap = Gap::<1>::between_edges(&board, player, board.empty());
                let gap = gap.reduced(geometry).expect("nobody has won");
                let mut known = FxHashMap::default();
                let mut is_enough = |board: &Board, to_play, stones: usize| {
                    let mut position = Position { board: board.clone(), to_play };
                    let needed = sure_stones(&mut known, &mut position, player);
                    needed.is_some_and(|needed| needed <= stones)
                };
                for stones in 1..=board.empty().len() {
                    let Moves { gap: left, own, replies } = Moves::of(gap, geometry, stones);
                    let mut filled = board.clone();
                    (gap.open - left.open).iter().for_each(|cell| filled.place(!player, cell));
                    for to_play in Color::BOTH {
                        let expected = is_enough(&board, to_play, stones);
                        prop_assert_eq!(is_enough(&filled, to_play, stones), expected, "{}", filled);
                        if left.open.is_empty() {
                            prop_assert!(!expected, "{}", filled);
                            continue;
                        }
                        let mut after = |cell, left| {
                            let mut next = filled.clone();
                            next.place(to_play, cell);
                            is_enough(&next, !to_play, left)
                        };
                        let found = if to_play == player {
                            own.iter().any(|cell| after(cell, stones - 1))
                        } else {
                            replies.iter().all(|cell| after(cell, stones))
                        };
                        prop_assert_eq!(found, expected, "{} {}", filled, stones);
                    }
                }
            }
        }
    }
}
