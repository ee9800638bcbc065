//! Whether a player is sure to join two ends with so many stones at most: a depth-first proof-number search (df-pn;
//! A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002).
//!
//! A node is a gap with the stones that the player may still place. Seen from the side to move, its **win number** says how
//! much work it seems to be to show that this side gets what it wants, its **loss number** how much for the other. For the
//! player these are the proof and the disproof number, for the opponent the reverse.
//!
//! What is proved needs some cells. Replies elsewhere do not meet it, so the opponent must try only cells that all proofs
//! after other replies need. A dominated reply among them is met, too: whatever wins after the cell that kills it does not
//! need it.

use super::inferior_moves::Moves;
use super::table::{Known, Node, Numbers, Table};
use crate::board::{Cell, CellSet, Geometry};
use crate::player::gap::Gap;
use std::time::Instant;

/// A node and what is known of it.
#[derive(Clone, Copy, Debug)]
struct Child<const N: usize> {
    /// The move that leads to it.
    cell: Cell,
    node: Node<N>,
    /// Whether the node has the gap after a half-turn.
    is_turned: bool,
    known: Known<N>,
}

/// A node as it is when all its moves have been looked at.
enum Expanded<const N: usize> {
    Decided(Known<N>),
    Open(Vec<Child<N>>),
}

/// The search with its memory.
#[derive(Debug)]
pub(super) struct ProofSearch<const N: usize> {
    geometry: &'static Geometry,
    table: Table<N>,
    /// When it is to end.
    until: Instant,
    expansions: usize,
}

impl<const N: usize> ProofSearch<N> {
    /// A search that remembers nodes in so many bytes.
    pub(super) fn new(geometry: &'static Geometry, budget: usize) -> Self {
        Self { geometry, table: Table::new(budget), until: Instant::now(), expansions: 0 }
    }

    /// Expansions so far.
    pub(super) fn expansions(&self) -> usize {
        self.expansions
    }

    /// The memory that it takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Whether the player is sure to join the ends of a gap with so many stones at most, the opponent to move; none if that
    /// is not found out in time. What was found is remembered.
    pub(super) fn is_enough(
        &mut self,
        gap: &Gap<N>,
        stones: usize,
        until: Instant,
    ) -> Option<bool> {
        let Some(gap) = gap.reduced(self.geometry) else { return Some(true) };
        let Some((gap, _)) = gap.within(self.geometry, stones) else { return Some(false) };
        self.until = until;
        let (node, _) = self.node(gap, stones, false);
        let numbers = self.search(&node, Numbers::OPEN).numbers;
        // It is the opponent who wins or loses the node.
        numbers.outcome().map(|is_won| !is_won)
    }

    /// A node of a reduced gap, and whether it has the gap after a half-turn.
    fn node(&self, gap: Gap<N>, stones: usize, is_own_turn: bool) -> (Node<N>, bool) {
        let turned = gap.turned(self.geometry.cells().len());
        let stones = u16::try_from(stones).expect("no more than cells");
        (Node { gap: gap.min(turned), stones, is_own_turn }, turned < gap)
    }

    /// Searches a node until it is decided, or one of its numbers has reached its limit, or the time is over.
    fn search(&mut self, node: &Node<N>, limits: Numbers) -> Known<N> {
        self.expansions += 1;
        let mut work = 1u32;
        let mut children = match self.expand(node) {
            Expanded::Decided(known) => return self.table.store(node, known, work),
            Expanded::Open(children) => children,
        };
        loop {
            let (known, best) = combined(node, &children);
            let Some(Best { index, second_loss }) = best else {
                return self.table.store(node, known, work);
            };
            let Numbers { win, loss } = known.numbers;
            if win >= limits.win || loss >= limits.loss || Instant::now() >= self.until {
                return self.table.store(node, known, work);
            }
            let Child { node: next, is_turned, known: before, .. } = children[index];
            // It is left when another is better by a quarter, so that the search does not go to and fro.
            let child_limits = Numbers {
                win: limits.loss.saturating_sub(loss).saturating_add(before.numbers.win),
                loss: limits.win.min(second_loss.saturating_add(1 + second_loss / 4)),
            };
            let found = self.search(&next, child_limits);
            work = work.saturating_add(found.work.saturating_sub(before.work));
            children[index].known = self.as_seen(found, is_turned);
        }
    }

    /// What is known of a node that is turned, or not, as its parent sees it.
    fn as_seen(&self, known: Known<N>, is_turned: bool) -> Known<N> {
        let cells =
            if is_turned { known.cells.turned(self.geometry.cells().len()) } else { known.cells };
        Known { cells, ..known }
    }

    /// The nodes after all moves that need be tried, unless one decides.
    fn expand(&self, node: &Node<N>) -> Expanded<N> {
        let Node { gap, stones, is_own_turn } = *node;
        let stones = usize::from(stones);
        let Moves { gap, own, replies } = Moves::of(gap, self.geometry, stones);
        if gap.open.is_empty() && !is_own_turn {
            // There is no chain of so few stones any more. In its own turn the player has no move then, and has lost as well.
            return Expanded::Decided(Known::won(CellSet::EMPTY));
        }
        let left = if is_own_turn { stones - 1 } else { stones };
        let mut children = Vec::new();
        for cell in if is_own_turn { own } else { replies } {
            let next = if is_own_turn {
                gap.with(cell).reduced(self.geometry)
            } else {
                Some(gap.without(cell))
            };
            let Some(next) = next else {
                // The stone joins the ends.
                return Expanded::Decided(Known::won(CellSet::from_iter([cell])));
            };
            match next.within(self.geometry, left) {
                Some((next, needed)) => {
                    let (node, is_turned) = self.node(next, left, !is_own_turn);
                    let known = self.table.get(&node).map(|known| self.as_seen(known, is_turned));
                    let known =
                        known.unwrap_or_else(|| first_guess(&next, needed, left, !is_own_turn));
                    children.push(Child { cell, node, is_turned, known });
                }
                // Now the ends are too far from each other.
                None if !is_own_turn => return Expanded::Decided(Known::won(CellSet::EMPTY)),
                None => {}
            }
        }
        Expanded::Open(children)
    }
}

/// What is thought of a node before it is searched. `needed` of the stones are needed if the opponent does not move, the rest
/// are to spare.
fn first_guess<const N: usize>(
    gap: &Gap<N>,
    needed: usize,
    stones: usize,
    is_own_turn: bool,
) -> Known<N> {
    if is_own_turn && needed == 1 {
        let joint = (gap.rims[0] & gap.rims[1]).first().expect("one stone joins the ends");
        return Known::won(CellSet::from_iter([joint]));
    }
    // Of five formulas tried on 6x6 this took fewest expansions; 1 and 1 took three times as many.
    let spare = stones - needed;
    let proof = (4 * needed * needed / (2 + spare)).max(1);
    let disproof = (1 + spare) * (1 + spare) * if is_own_turn { 3 } else { 2 };
    let [proof, disproof] =
        [proof, disproof].map(|number| number.try_into().expect("a small number"));
    let (win, loss) = if is_own_turn { (proof, disproof) } else { (disproof, proof) };
    Known { numbers: Numbers { win, loss }, cells: CellSet::EMPTY, work: 0 }
}

/// The child to search next.
struct Best {
    index: usize,
    /// The least loss number of the other children.
    second_loss: u32,
}

/// What the children say of a node, and the child to search next unless the node is decided.
fn combined<const N: usize>(node: &Node<N>, children: &[Child<N>]) -> (Known<N>, Option<Best>) {
    let lost = children.iter().find(|child| child.known.numbers.outcome() == Some(false));
    if let Some(Child { cell, known, .. }) = lost {
        let stone = CellSet::from_iter([*cell]);
        let cells = if node.is_own_turn { known.cells | stone } else { CellSet::EMPTY };
        return (Known::won(cells), None);
    }
    let (unmet, cells) = if node.is_own_turn {
        (node.gap.open, CellSet::EMPTY)
    } else {
        unmet_replies(node.gap.open, children)
    };
    let mut best = Best { index: 0, second_loss: Numbers::INFINITE };
    let mut numbers = Numbers { win: Numbers::INFINITE, loss: 0 };
    for (index, child) in children.iter().enumerate() {
        let Numbers { win, loss } = child.known.numbers;
        if win == 0 || !unmet.contains(child.cell) {
            continue;
        }
        numbers.loss = numbers.loss.saturating_add(win).min(Numbers::INFINITE - 1);
        if loss < numbers.win {
            best = Best { index, second_loss: numbers.win };
            numbers.win = loss;
        } else {
            best.second_loss = best.second_loss.min(loss);
        }
    }
    if numbers.loss == 0 {
        return (Known::lost(cells), None);
    }
    (Known { numbers, cells: CellSet::EMPTY, work: 0 }, Some(best))
}

/// Of these replies of the opponent those that no proof meets so far, and the cells that the proofs need.
fn unmet_replies<const N: usize>(
    mut unmet: CellSet<N>,
    children: &[Child<N>],
) -> (CellSet<N>, CellSet<N>) {
    let mut cells = CellSet::EMPTY;
    let proved = children.iter().filter(|child| child.known.numbers.outcome() == Some(true));
    for Child { known, .. } in proved {
        if !unmet.is_subset(&known.cells) {
            unmet &= known.cells;
            cells |= known.cells;
        }
    }
    (unmet, cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Color, Position};
    use crate::player::fewest_stones::tests::{open_board, sure_stones};
    use fxhash::FxHashMap;
    use proptest::prelude::*;
    use std::time::Duration;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn so_many_stones_are_enough_as_plain_minimax_says(board in open_board(12)) {
            for player in Color::BOTH {
                let needed = |board: &Board| {
                    let mut position = Position { board: board.clone(), to_play: !player };
                    sure_stones(&mut FxHashMap::default(), &mut position, player)
                };
                let expected = needed(&board);
                let geometry = board.geometry();
                let mut search = ProofSearch::<1>::new(geometry, usize::MAX);
                let until = Instant::now() + Duration::from_hours(1);
                let gap = Gap::between_edges(&board, player, board.empty());
                for stones in 0..=12 {
                    let is_enough = expected.is_some_and(|needed| needed <= stones);
                    prop_assert_eq!(search.is_enough(&gap, stones, until), Some(is_enough), "{}", board);
                }
                let Some(stones) = expected else { continue };
                let gap = gap.reduced(geometry).expect("nobody has won");
                let (gap, _) = gap.within(geometry, stones).expect("they are enough");
                let (node, is_turned) = search.node(gap, stones, false);
                let found = search.search(&node, Numbers::OPEN);
                let cells = search.as_seen(found, is_turned).cells.resized();
                let mut spoilt = board.clone();
                (board.empty() - cells).iter().for_each(|cell| spoilt.place(!player, cell));
                prop_assert_eq!(needed(&spoilt), Some(stones), "the cells are enough: {}", spoilt);
            }
        }
    }
}
