//! A proof: lemmas that follow from earlier ones by seven rules, of which the last three are in `inferior_rules.rs`.

use super::{Claim, Lemma};
use crate::board::{Cell, CellSet, Color, Geometry, Size};

/// How a lemma follows. Numbers are those of earlier lemmas, the first of which is 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Stones that are a chain already.
    Chain(Vec<Cell>),
    /// The winner plays this cell and then has a full lemma.
    Move(Cell, usize),
    /// Semi lemmas: whatever the other player plays, one of them is left.
    Or(Vec<usize>),
    /// Full lemmas that do not disturb each other, each with a cell that an earlier one joins.
    And(Vec<usize>),
    /// A cell that a path between the edges can do without, in a lemma that joins them. The winner has these stones besides.
    Dead(Cell, usize, Vec<Cell>),
    /// Two cells of which a path can do without either, in a lemma that joins the edges: if the other player takes one, the
    /// winner takes the other. The winner has these stones besides.
    Captured([Cell; 2], usize, Vec<Cell>),
    /// An `or` of lemmas that join the edges, and for each cell that all of them need the reply that makes it dead.
    Reverse(Vec<usize>, Vec<[Cell; 2]>),
}

/// Why a step proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A chain without stones, or with several parts.
    #[error("these stones are not one chain")]
    NoChain,
    /// An `or` or `and` of nothing.
    #[error("it needs lemmas")]
    NoLemmas,
    /// A number that is not that of an earlier lemma.
    #[error("there is no lemma {0} before it")]
    NoLemma(usize),
    /// A semi lemma where a full one is needed.
    #[error("lemma {0} needs the winner to move first")]
    Semi(usize),
    /// A full lemma where a semi one is needed.
    #[error("lemma {0} is not one of a move")]
    Full(usize),
    /// An `or` that has no answer to this move.
    #[error("no lemma is left if the other player plays {0}")]
    Unanswered(String),
    /// Two parts of an `and` that need the same cell.
    #[error("lemma {0} shares the cell {1} with those before it")]
    Shared(usize, String),
    /// A part of an `and` that is joined with no other.
    #[error("lemma {0} has no joined cell in common with those before it")]
    Apart(usize),
    /// A lemma of a part of the board where one of the whole is needed.
    #[error("lemma {0} does not join the winner's edges")]
    NoWin(usize),
    /// A cell that is both needed and given away, or named twice.
    #[error("{0} is named twice")]
    Twice(String),
    /// A cell that is not dead.
    #[error("a path between the edges may need {0}")]
    Needed(String),
    /// A proof without steps.
    #[error("there are no steps")]
    Nothing,
    /// The last lemma does not join the edges.
    #[error("the last lemma does not join the winner's edges")]
    NotJoined,
    /// The last lemma needs a stone that is not there.
    #[error("the last lemma needs a stone of the winner on {0}")]
    NoStone(String),
    /// The last lemma needs a cell that the other player has.
    #[error("the last lemma needs {0}, which the other player has")]
    Taken(String),
    /// The last lemma needs a move of the winner, and it is not the winner's turn.
    #[error("the last lemma needs the winner to move first, and the other player is to play")]
    NotItsTurn,
}

/// The lemmas that were proved of one player on boards of one size, whose cells fit sets of `N` words.
#[derive(Clone, Debug)]
pub struct Proof<const N: usize> {
    pub(super) size: Size,
    /// The cells along each of the winner's edges.
    pub(super) edges: [CellSet; 2],
    lemmas: Vec<Lemma<N>>,
}

impl<const N: usize> Proof<N> {
    /// A proof without steps, of what this player can join.
    pub fn new(size: Size, winner: Color) -> Self {
        let edges = Geometry::of(size).edges_of(winner);
        Self { size, edges, lemmas: Vec::new() }
    }

    /// The lemmas.
    pub(super) fn lemmas(&self) -> &[Lemma<N>] {
        &self.lemmas
    }

    /// The lemma with this number.
    ///
    /// # Errors
    /// There is none.
    pub fn lemma(&self, number: usize) -> Result<&Lemma<N>, Fault> {
        let place = number.checked_sub(1);
        place.and_then(|place| self.lemmas.get(place)).ok_or(Fault::NoLemma(number))
    }

    /// Adds the lemma that follows by a step, and returns its number.
    ///
    /// # Errors
    /// Nothing follows.
    pub fn add(&mut self, step: &Step) -> Result<usize, Fault> {
        let lemma = match step {
            Step::Chain(stones) => self.chain(stones),
            Step::Move(cell, number) => self.after_move(*cell, *number),
            Step::Or(numbers) => self.or(numbers),
            Step::And(numbers) => self.and(numbers),
            Step::Dead(cell, number, besides) => self.dead(*cell, *number, besides),
            Step::Captured(pair, number, besides) => self.captured(*pair, *number, besides),
            Step::Reverse(numbers, replies) => self.reverse(numbers, replies),
        }?;
        self.lemmas.push(lemma);
        Ok(self.lemmas.len())
    }

    fn chain(&self, stones: &[Cell]) -> Result<Lemma<N>, Fault> {
        let stones: CellSet = stones.iter().copied().collect();
        let first = stones.first().ok_or(Fault::NoChain)?;
        if Geometry::of(self.size).flood(CellSet::from_iter([first]), stones) != stones {
            return Err(Fault::NoChain);
        }
        let edges = self.edges.map(|edge| edge.intersects(&stones));
        let (stones, cells) = (stones.resized(), CellSet::EMPTY);
        Ok(Lemma { is_semi: false, stones, cells, joined: stones, edges, depth: 0 })
    }

    fn after_move(&self, cell: Cell, number: usize) -> Result<Lemma<N>, Fault> {
        let mut lemma = *self.full(number)?;
        lemma.is_semi = true;
        lemma.stones.remove(cell);
        lemma.cells.insert(cell);
        lemma.depth += 1;
        Ok(lemma)
    }

    fn or(&self, numbers: &[usize]) -> Result<Lemma<N>, Fault> {
        let (all, common) = self.any_of(numbers, Self::lemma)?;
        if let Some(cell) = (common - all.stones).first() {
            return Err(Fault::Unanswered(self.size.name(cell)));
        }
        Ok(Lemma { is_semi: false, depth: all.depth + 1, ..all })
    }

    /// Semi lemmas taken together, of which any one is used in the end: what all of them need, with what each of them
    /// joins; and the cells that are in every one. `lemma` finds each by its number.
    pub(super) fn any_of(
        &self,
        numbers: &[usize],
        lemma: fn(&Self, usize) -> Result<&Lemma<N>, Fault>,
    ) -> Result<(Lemma<N>, CellSet<N>), Fault> {
        let mut all = *lemma(self, *numbers.first().ok_or(Fault::NoLemmas)?)?;
        let mut common = all.cells;
        for number in numbers {
            let lemma = lemma(self, *number)?;
            if !lemma.is_semi {
                return Err(Fault::Full(*number));
            }
            common &= lemma.cells;
            all.joined &= lemma.joined;
            all.edges = [0, 1].map(|edge| all.edges[edge] && lemma.edges[edge]);
            merge(&mut all, lemma);
        }
        Ok((all, common))
    }

    fn and(&self, numbers: &[usize]) -> Result<Lemma<N>, Fault> {
        let first = *numbers.first().ok_or(Fault::NoLemmas)?;
        let mut all = *self.full(first)?;
        // A cell in which a later part needs a stone is no cell of an earlier part any more.
        for number in numbers {
            all.stones |= self.full(*number)?.stones;
        }
        all.cells -= all.stones;
        for number in &numbers[1..] {
            let lemma = self.full(*number)?;
            if let Some(cell) = (lemma.cells & all.cells).first() {
                return Err(Fault::Shared(*number, self.size.name(cell)));
            }
            if !lemma.joined.intersects(&all.joined) {
                return Err(Fault::Apart(*number));
            }
            all.joined |= lemma.joined;
            all.edges = [0, 1].map(|edge| all.edges[edge] || lemma.edges[edge]);
            merge(&mut all, lemma);
        }
        Ok(Lemma { depth: all.depth + 1, ..all })
    }

    fn full(&self, number: usize) -> Result<&Lemma<N>, Fault> {
        let lemma = self.lemma(number)?;
        if lemma.is_semi { Err(Fault::Semi(number)) } else { Ok(lemma) }
    }

    /// Whether the last lemma proves a claim about a position of this size and winner.
    ///
    /// # Errors
    /// It does not.
    pub fn conclude(&self, claim: &Claim) -> Result<(), Fault> {
        let lemma = self.lemmas.last().ok_or(Fault::Nothing)?;
        let board = &claim.position.board;
        let own = board.stones(claim.winner).resized();
        let other = board.stones(!claim.winner).resized();
        if !lemma.wins() {
            return Err(Fault::NotJoined);
        }
        if let Some(cell) = (lemma.stones - own).first() {
            return Err(Fault::NoStone(self.size.name(cell)));
        }
        if let Some(cell) = (lemma.cells & other).first() {
            return Err(Fault::Taken(self.size.name(cell)));
        }
        if lemma.is_semi && claim.position.to_play != claim.winner {
            return Err(Fault::NotItsTurn);
        }
        Ok(())
    }
}

/// Adds the stones and cells that another lemma needs.
fn merge<const N: usize>(all: &mut Lemma<N>, lemma: &Lemma<N>) {
    all.stones |= lemma.stones;
    all.cells = (all.cells | lemma.cells) - all.stones;
    all.depth = all.depth.max(lemma.depth);
}
