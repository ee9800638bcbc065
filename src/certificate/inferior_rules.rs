//! The rules `dead`, `captured` and `reverse`, for cells that the winner need not defend: he imagines a
//! stone of his there.

use super::Lemma;
use super::dead_cell::Detours;
use super::proof::{Fault, Proof};
use crate::board::{Cell, CellSet};

impl<const N: usize> Proof<N> {
    /// The rule `dead`: every path can go round the cell. `besides` are stones of the winner that this needs in
    /// addition to the lemma's.
    pub(super) fn dead(
        &self,
        cell: Cell,
        number: usize,
        besides: &[Cell],
    ) -> Result<Lemma<N>, Fault> {
        self.once([&[cell], besides].concat())?;
        let lemma = self.winning(number)?;
        let dead = CellSet::from_iter([cell]);
        let stones = (lemma.stones | besides.iter().copied().collect()) - dead;
        self.avoids(cell, &stones, &(lemma.stones | lemma.cells))?;
        let cells = lemma.cells - stones - dead;
        Ok(Lemma { stones, cells, joined: CellSet::EMPTY, depth: lemma.depth + 1, ..*lemma })
    }

    /// The rule `captured`: the winner gets at least one of the two cells, and each is dead if he has the other.
    /// `besides` are stones of the winner that this needs in addition to the lemma's.
    pub(super) fn captured(
        &self,
        pair: [Cell; 2],
        number: usize,
        besides: &[Cell],
    ) -> Result<Lemma<N>, Fault> {
        self.once([&pair, besides].concat())?;
        let lemma = self.winning(number)?;
        let both = CellSet::from_iter(pair);
        let stones = (lemma.stones | besides.iter().copied().collect()) - both;
        for (gone, reply) in [(pair[0], pair[1]), (pair[1], pair[0])] {
            let there = stones | CellSet::from_iter([reply]);
            self.avoids(gone, &there, &(lemma.stones | lemma.cells))?;
        }
        let cells = (lemma.cells | both) - stones;
        Ok(Lemma { stones, cells, joined: CellSet::EMPTY, depth: lemma.depth + 1, ..*lemma })
    }

    /// The rule `reverse`: an `or` of lemmas that may have cells in common, if for each common cell there is a reply
    /// that makes the other player's stone there dead.
    pub(super) fn reverse(
        &self,
        numbers: &[usize],
        replies: &[[Cell; 2]],
    ) -> Result<Lemma<N>, Fault> {
        self.once(replies.iter().map(|[cell, _]| *cell).collect())?;
        let (mut all, common) = self.any_of(numbers, Self::winning)?;
        let met: CellSet<N> = replies.iter().map(|[cell, _]| *cell).collect();
        let answers: CellSet<N> = replies.iter().map(|[_, reply]| *reply).collect();
        if let Some(cell) = (met & (answers | all.stones)).first() {
            return Err(Fault::Twice(self.name(cell)));
        }
        if let Some(cell) = (common - all.stones - met).first() {
            return Err(Fault::Unanswered(self.name(cell)));
        }
        let used = all.stones | all.cells | answers;
        for [cell, reply] in replies {
            self.avoids(*cell, &(all.stones | CellSet::from_iter([*reply])), &used)?;
        }
        all.cells = (all.cells | met | answers) - all.stones;
        Ok(Lemma { is_semi: false, joined: CellSet::EMPTY, depth: all.depth + 1, ..all })
    }

    /// The lemma with this number, which joins the winner's edges.
    fn winning(&self, number: usize) -> Result<&Lemma<N>, Fault> {
        let lemma = self.lemma(number)?;
        if lemma.wins() { Ok(lemma) } else { Err(Fault::NoWin(number)) }
    }

    /// Fails if a cell is among these twice.
    fn once(&self, mut cells: Vec<Cell>) -> Result<(), Fault> {
        cells.sort_unstable();
        let twice = cells.windows(2).find(|pair| pair[0] == pair[1]);
        twice.map_or(Ok(()), |pair| Err(Fault::Twice(self.name(pair[0]))))
    }

    /// Fails if a path over the used cells may need this one.
    fn avoids(&self, gone: Cell, stones: &CellSet<N>, used: &CellSet<N>) -> Result<(), Fault> {
        let detours = Detours { size: self.size, edges: &self.edges, stones };
        let is_needed = used.contains(gone) && !detours.avoid(gone, used);
        if is_needed { Err(Fault::Needed(self.name(gone))) } else { Ok(()) }
    }

    fn name(&self, cell: Cell) -> String {
        self.size.name(cell)
    }
}
