//! How to go on where the winner is known: the winner joins the edges soonest, the loser makes it take longest.
//!
//! What decides a position is a virtual connection or fill-in, and no stone of either need be there yet. Its carrier
//! is a small game of its own, in which [`Forced`] finds the fewest stones that the winner still needs. Of
//! several carriers the one with fewest is played, and remembered: whatever the opponent replies, the next move
//! needs one stone less.

use super::forced::{Forced, Win};
use super::gap::Gap;
use super::resistance;
use crate::board::{Board, Cell, CellSet, Color, Position, Size};
use crate::knowledge::{Examiner, Knowledge, Scope};
use crate::params::KnowledgeParams;
use std::cmp::Reverse;
use std::time::{Duration, Instant};

/// Moves of the winner that are tried at most, each with a carrier of its own.
const TRIED: usize = 12;

/// Positions that are looked at in one carrier. A thousand take some milliseconds.
const WORK: usize = 3000;

/// What must be left of the time for a move to look for a better one than the one that is known.
const LEAST_TIME: Duration = Duration::from_millis(40);

/// A win by a carrier, as it was when the winner had moved.
#[derive(Clone, Copy, Debug)]
struct Plan {
    size: Size,
    winner: Color,
    /// The winner's stones.
    stones: CellSet,
    /// Carrier, and further stones at most.
    win: Win,
}

impl Plan {
    /// Whether the plan wins this position, the winner to move: the opponent has moved once at most.
    fn holds_in(&self, board: &Board, player: Color) -> bool {
        self.size == board.size()
            && self.winner == player
            && self.stones.is_subset(&board.stones(player))
            && (self.win.cells & board.stones(!player)).len() <= 1
    }
}

/// What is remembered from one move of the winner to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Finish {
    plan: Option<Plan>,
}

impl Finish {
    /// The winning move after which this player, to move, needs fewest further stones to join the edges. `known` is a
    /// move that is proved to win. None if that one is to be played: no carrier is known, or there is no time.
    pub(super) fn winning(
        &mut self,
        ending: &mut Ending<'_>,
        known: Option<Cell>,
    ) -> Option<Cell> {
        let Ending { board, winner, .. } = *ending;
        let plan = self.plan.take().filter(|plan| plan.holds_in(board, winner));
        let planned = plan.and_then(|plan| ending.best_move(plan.win.cells, plan.win.stones));
        let found = match known {
            Some(known) => ending.soonest(known, planned),
            None => planned.map(|(cell, win)| (cell, Some(win))),
        };
        let (cell, win) = found?;
        let mut stones = board.stones(winner);
        stones.insert(cell);
        self.plan = win.map(|mut win| {
            win.stones -= 1;
            win.cells.remove(cell);
            Plan { size: board.size(), winner, stones, win }
        });
        Some(cell)
    }

    /// How many stones the winner still needs at most by what is remembered.
    #[cfg(test)]
    pub(super) fn stones_left(&self) -> Option<usize> {
        self.plan.map(|plan| plan.win.stones)
    }
}

/// A position that a player is known to win.
#[derive(Debug)]
pub(super) struct Ending<'a> {
    board: &'a Board,
    winner: Color,
    examiner: Examiner,
    forced: Forced,
    deadline: Option<Instant>,
}

/// A winning move, its carrier, and what is known of the stones that it needs.
type Found = (Cell, Option<Win>);

impl<'a> Ending<'a> {
    /// A position that this player wins; what is found out has to be found before the deadline.
    pub(super) fn new(
        board: &'a Board,
        winner: Color,
        params: KnowledgeParams,
        deadline: Option<Instant>,
    ) -> Self {
        let forced = Forced::new(board.geometry(), 0);
        Self { board, winner, examiner: Examiner::new(params), forced, deadline }
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() + LEAST_TIME > deadline)
    }

    /// The cells in which the winner wins this board, the opponent to move, by a connection or fill-in; none if
    /// neither decides it.
    fn carrier(&mut self, board: &Board) -> Option<CellSet> {
        let position = Position { board: board.clone(), to_play: !self.winner };
        match self.examiner.examine(&position, Scope::Opponent) {
            Knowledge::Decided(decided) if decided.winner == self.winner => {
                let filled = decided.fill_in.captured[self.winner] | decided.fill_in.dead;
                Some(decided.moves | filled)
            }
            _ => None,
        }
    }

    fn after(&self, player: Color, cell: Cell) -> Board {
        let mut board = self.board.clone();
        board.place(player, cell);
        board
    }

    fn gap(&self, cells: CellSet) -> Gap {
        Gap::between_edges(self.board, self.winner, cells)
    }

    /// The winner's move in a carrier that needs fewest stones, of several the one that needs fewest cells.
    fn best_move(&mut self, cells: CellSet, most: usize) -> Option<(Cell, Win)> {
        if self.is_late() {
            return None;
        }
        self.forced.allow(WORK);
        let best = self.forced.best_moves(self.gap(cells), most).ok()?;
        best.into_iter().min_by_key(|(_, win)| win.cells.len())
    }

    /// The move that needs fewest stones, of those that may do better than the one that is planned.
    fn soonest(&mut self, known: Cell, planned: Option<(Cell, Win)>) -> Option<Found> {
        let geometry = self.board.geometry();
        let gap = self.gap(self.board.empty()).reduced(geometry)?;
        let least = gap.stones_needed(geometry)?;
        let mut best = planned;
        let mut most = best.map_or(usize::MAX, |(_, win)| win.stones - 1);
        if least > most || self.is_late() {
            return best.map(|(cell, win)| (cell, Some(win)));
        }
        let without_move = self.carrier(self.board);
        if let Some(found) = without_move.and_then(|cells| self.best_move(cells, most)) {
            most = found.1.stones - 1;
            best = Some(found);
        }
        let mut proved = Vec::new();
        let ways = gap.ways(geometry);
        let others = ways.iter().flatten().filter(|cell| *cell != known);
        for cell in std::iter::once(known).chain(others).take(TRIED) {
            if least > most || self.is_late() {
                break;
            }
            let Some(cells) = self.carrier(&self.after(self.winner, cell)) else { continue };
            proved.push((cell, cells));
            self.forced.allow(WORK);
            let after = self.gap(cells | CellSet::from_iter([cell])).with(cell);
            let fewest = self.forced.fewest(after, least - 1, (most - 1).min(cells.len()));
            if let Ok(Some(mut win)) = fewest {
                win.stones += 1;
                win.cells.insert(cell);
                most = win.stones - 1;
                best = Some((cell, win));
            }
        }
        let best = best.map(|(cell, win)| (cell, Some(win)));
        best.or_else(|| Some((self.looks_soonest(&proved)?, None)))
    }

    /// Of these winning moves and their carriers the one after which the opponent can least lengthen the way.
    fn looks_soonest(&self, proved: &[(Cell, CellSet)]) -> Option<Cell> {
        let worst = |(cell, cells): &(Cell, CellSet)| {
            let after = self.gap(self.board.empty()).with(*cell);
            let needed = |reply| {
                let gap = after.without(reply).reduced(self.board.geometry());
                gap.map_or(Some(0), |gap| gap.stones_needed(self.board.geometry()))
            };
            let open = *cells & after.open;
            open.iter().map(|reply| needed(reply).unwrap_or(usize::MAX)).max().unwrap_or(0)
        };
        let best = proved.iter().min_by_key(|some| (worst(some), some.1.len()));
        best.map(|(cell, _)| *cell)
    }

    /// The move of the loser, to move, after which the winner needs most stones, of several the one with fewest
    /// answers that need no more. `moves` are those to choose from if no carrier tells.
    pub(super) fn resisting(&mut self, moves: CellSet) -> Option<Cell> {
        let late = self.is_late();
        let carrier = if late { None } else { self.carrier(self.board) };
        let answered = carrier.and_then(|cells| self.hardest(cells));
        answered.or_else(|| resistance::longest(self.board, !self.winner, moves.iter()))
    }

    fn hardest(&mut self, cells: CellSet) -> Option<Cell> {
        let gap = self.gap(cells);
        self.forced.allow(WORK);
        let mut best = None;
        for reply in gap.open {
            if self.is_late() {
                break;
            }
            let answers = self.forced.best_moves(gap.without(reply), cells.len()).ok()?;
            let Some((_, win)) = answers.first() else { continue };
            let needed = resistance::stones_needed(&self.after(!self.winner, reply), self.winner);
            let rank = (win.stones, Reverse(answers.len()), needed);
            if best.is_none_or(|(other, _)| rank > other) {
                best = Some((rank, reply));
            }
        }
        best.map(|(_, reply)| reply)
    }
}
