//! Fill-in for proofs: cells are filled to find a lemma, and the rules of the checker remove the filled cells from it.
//!
//! This assumes two things of the fill-in and of the rules:
//!
//! * Captures that depend on each other are joined by filled cells (`Filling::with`). Otherwise the other player may get
//!   cells that only the fill-in as a whole gives him. Then the winner may lose the filled board, and a won position is not
//!   certified.
//! * A rule that fills a cell on the whole board holds for fewer used cells and more stones, too ([`Detours::avoid`]).
//!   Otherwise `unfold` panics.
//!
//! No proof can be false by that: every step goes through the rules of the checker.

use super::steps::Steps;
use crate::board::{Board, Cell, CellSet, Color};
use crate::certificate::{Detours, Step};
use crate::inferior::FillIn;
use crate::params::InferiorParams;

/// Cells that the rules of the checker let the winner imagine as stones.
#[derive(Clone, Copy, Debug)]
enum Fill {
    /// A cell that a path can do without.
    Dead(Cell),
    /// Cells of which the winner gets one, and a path can do without the other.
    Captured([Cell; 2]),
}

/// A board filled.
pub(super) struct Filling {
    winner: Color,
    edges: [CellSet; 2],
    /// The filled board.
    pub(super) board: Board,
    /// The winner's cells in the order in which they were filled, each with his stones before.
    fills: Vec<(Fill, CellSet)>,
}

impl Filling {
    /// Fills a board until nothing changes. The other player gets the cells of the fill-in that are his, and those dead cells
    /// that no rule gives the winner: a lemma does not use them.
    pub(super) fn of(board: &Board, winner: Color, params: &InferiorParams) -> Self {
        let edges = board.geometry().edges_of(winner);
        let mut filling = Self { winner, edges, board: board.clone(), fills: Vec::new() };
        loop {
            let before = filling.board.empty();
            let fill_in = FillIn::of(&filling.board, params);
            filling = filling.with(&fill_in);
            filling.give(fill_in.dead);
            if filling.board.empty() == before {
                return filling;
            }
        }
    }

    /// Filled with what both players capture. Some cells may be captured only together with others, so where no rule
    /// gives the winner his, the other player does not get those beside them.
    fn with(self, FillIn { dead, captured }: &FillIn) -> Self {
        let all = *dead | captured.black | captured.white;
        let mut theirs = captured[!self.winner];
        loop {
            let mut filling = Self { fills: self.fills.clone(), board: self.board.clone(), ..self };
            filling.give(theirs);
            while filling.fill_once(*dead | captured[self.winner]) {}
            let missing = captured[self.winner] & filling.board.empty();
            let doubtful = self.board.geometry().flood(missing, all) & theirs;
            if doubtful.is_empty() {
                return filling;
            }
            theirs -= doubtful;
        }
    }

    /// Gives the empty ones of these cells to the other player.
    fn give(&mut self, cells: CellSet) {
        for cell in cells & self.board.empty() {
            self.board.place(!self.winner, cell);
        }
    }

    /// Fills one or two of these cells by a rule; false if there are none.
    fn fill_once(&mut self, cells: CellSet) -> bool {
        let open = cells & self.board.empty();
        let stones = self.board.stones(self.winner);
        let used = stones | self.board.empty();
        let with = |cell: Cell| stones | CellSet::from_iter([cell]);
        let is_dead = |cell: Cell, stones: &CellSet| self.avoids(cell, stones, &used);
        let dead = open.iter().find(|cell| is_dead(*cell, &stones)).map(Fill::Dead);
        let fill = dead.or_else(|| {
            let pairs = open.iter().flat_map(|a| open.iter().map(move |b| [a, b]));
            let mut pairs = pairs.filter(|[a, b]| a < b);
            let is_captured = |[a, b]: &[Cell; 2]| is_dead(*a, &with(*b)) && is_dead(*b, &with(*a));
            pairs.find(is_captured).map(Fill::Captured)
        });
        let Some(fill) = fill else { return false };
        self.fills.push((fill, stones));
        match fill {
            Fill::Dead(cell) => self.board.place(self.winner, cell),
            Fill::Captured(pair) => pair.iter().for_each(|c| self.board.place(self.winner, *c)),
        }
        true
    }

    fn avoids(&self, cell: Cell, stones: &CellSet, used: &CellSet) -> bool {
        Detours { size: self.board.size(), edges: &self.edges, stones }.avoid(cell, used)
    }

    /// The lemma of the unfilled board that follows from one of the filled board. Both join the edges.
    pub(super) fn unfold<const N: usize>(&self, steps: &mut Steps<N>, mut number: usize) -> usize {
        for (fill, before) in self.fills.iter().rev() {
            let needed: CellSet = steps.lemma(number).stones.resized();
            let step = match fill {
                Fill::Dead(cell) if needed.contains(*cell) => {
                    self.dead(steps, number, *cell, before)
                }
                Fill::Captured([a, b]) if needed.contains(*a) || needed.contains(*b) => {
                    self.captured(steps, number, [*a, *b], before)
                }
                _ => continue,
            };
            let step = step.expect("the rule that filled it holds for fewer cells, too");
            number = steps.add(step).expect("the step follows");
        }
        number
    }

    fn dead<const N: usize>(
        &self,
        steps: &Steps<N>,
        number: usize,
        cell: Cell,
        before: &CellSet,
    ) -> Option<Step> {
        let lemma = steps.lemma(number);
        let used = (lemma.stones | lemma.cells).resized();
        let dead = CellSet::from_iter([cell]);
        let besides = Self::besides(lemma.stones.resized() - dead, *before, &|stones| {
            self.avoids(cell, stones, &used)
        })?;
        Some(Step::Dead(cell, number, besides))
    }

    fn captured<const N: usize>(
        &self,
        steps: &Steps<N>,
        number: usize,
        pair: [Cell; 2],
        before: &CellSet,
    ) -> Option<Step> {
        let lemma = steps.lemma(number);
        let used: CellSet = (lemma.stones | lemma.cells).resized();
        // One of them alone may be dead, since few cells are used.
        if let Some(cell) = pair
            .iter()
            .find(|cell| used.contains(**cell) && !pair.iter().all(|c| used.contains(*c)))
            && let Some(step) = self.dead(steps, number, *cell, before)
        {
            return Some(step);
        }
        let [a, b] = pair;
        let one = |cell| CellSet::from_iter([cell]);
        let besides =
            Self::besides(lemma.stones.resized() - one(a) - one(b), *before, &|stones| {
                [(a, b), (b, a)].iter().all(|(gone, reply)| {
                    !used.contains(*gone) || self.avoids(*gone, &(*stones | one(*reply)), &used)
                })
            })?;
        Some(Step::Captured(pair, number, besides))
    }

    /// The fewest of the stones `before`, besides others, with which a path has its way; none if all are not enough.
    fn besides(
        stones: CellSet,
        before: CellSet,
        is_enough: &dyn Fn(&CellSet) -> bool,
    ) -> Option<Vec<Cell>> {
        if is_enough(&stones) {
            return Some(Vec::new());
        }
        let mut besides = before - stones;
        if !is_enough(&(stones | besides)) {
            return None;
        }
        for cell in besides {
            besides.remove(cell);
            if !is_enough(&(stones | besides)) {
                besides.insert(cell);
            }
        }
        Some(besides.iter().collect())
    }
}
