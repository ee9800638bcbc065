//! Writes the proof of a result as a [certificate](crate::certificate).
//!
//! Nothing of the search tree is trusted or read. The strategy is played out as [`play_out`](super::play_out()) does,
//! with connections as leaves, and every step goes through the rules of the checker.

mod filling;
mod region;
mod reply;
mod steps;
#[cfg(test)]
mod tests;
mod tracer;

use super::strategy::{Refuted, Strategy, legal_move};
use crate::board::{Board, CellSet, Color, Position, with_narrowest};
use crate::certificate::{Claim, Lemma, Step};
use crate::inferior::Inferiors;
use crate::params::{KnowledgeParams, Params, Profile};
use filling::Filling;
use fxhash::FxHashSet;
use steps::Steps;
use tracer::Tracer;

/// A proof of a claim.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// What is proved.
    pub claim: Claim,
    /// The steps.
    pub steps: Vec<Step>,
}

/// Proves that this player wins a position, by a strategy.
///
/// # Errors
/// The strategy does not win a line.
pub fn certify(
    position: &Position,
    winner: Color,
    strategy: &mut Strategy<'_>,
) -> Result<Certificate, Refuted> {
    with_narrowest!(position.board.size(), N => Certifier::<N>::run(position, winner, strategy))
}

/// A proof under way.
struct Certifier<'a, 'b, const N: usize> {
    winner: Color,
    strategy: &'a mut Strategy<'b>,
    params: KnowledgeParams,
    steps: Steps<N>,
    /// The semi lemmas proved so far that join the winner's edges, and their numbers.
    wins: Vec<(usize, Lemma<N>)>,
    numbers: FxHashSet<usize>,
}

/// A lemma that may serve as one of an `or`.
enum Threat<const N: usize> {
    /// It is proved.
    Known(usize, CellSet<N>),
    /// A semi connection, not traced yet, with this place in its list.
    Semi(usize, CellSet<N>),
}

impl<const N: usize> Threat<N> {
    fn cells(&self) -> &CellSet<N> {
        match self {
            Self::Known(_, cells) | Self::Semi(_, cells) => cells,
        }
    }
}

impl<const N: usize> Certifier<'_, '_, N> {
    fn run(
        position: &Position,
        winner: Color,
        strategy: &mut Strategy<'_>,
    ) -> Result<Certificate, Refuted> {
        let params = Params::of(Profile::Solve).position.knowledge;
        let steps = Steps::new(position.board.size(), winner);
        let (wins, numbers) = (Vec::new(), FxHashSet::default());
        let mut certifier = Certifier::<N> { winner, strategy, params, steps, wins, numbers };
        let last = if position.to_play == winner && position.board.winner().is_none() {
            certifier.answer(position)
        } else {
            certifier.meet(position)
        }?;
        let claim = Claim { position: position.clone(), winner };
        Ok(Certificate { claim, steps: certifier.steps.needed_for(last) })
    }

    /// The winner moves: a semi lemma that holds here.
    fn answer(&mut self, position: &Position) -> Result<usize, Refuted> {
        if let Some(number) = self.smallest_known(&position.board) {
            return Ok(number);
        }
        let filling = Filling::of(&position.board, self.winner, &self.params.inferior);
        let filled = Position { board: filling.board.clone(), to_play: position.to_play };
        let known = self.smallest_known(&filled.board);
        let number = match known.or_else(|| self.connected(&filled.board)) {
            Some(number) => number,
            None => self.play(filled)?,
        };
        self.keep(number);
        let number = filling.unfold(&mut self.steps, number);
        self.keep(number);
        Ok(number)
    }

    fn keep(&mut self, number: usize) {
        if self.numbers.insert(number) {
            self.wins.push((number, *self.steps.lemma(number)));
        }
    }

    /// The semi lemmas that join the edges on a board. Those that have a stone of the winner among their cells hold too, but
    /// are left out: an `or` of them may need that stone, which none of them names.
    fn known(&self, board: &Board) -> impl Iterator<Item = &(usize, Lemma<N>)> {
        let own: CellSet<N> = board.stones(self.winner).resized();
        let other: CellSet<N> = board.stones(!self.winner).resized();
        self.wins
            .iter()
            .filter(move |(_, lemma)| lemma.holds(&own, &other) && !lemma.cells.intersects(&own))
    }

    /// The one of them with the fewest cells.
    fn smallest_known(&self, board: &Board) -> Option<usize> {
        Some(self.known(board).min_by_key(|(_, lemma)| lemma.cells.len())?.0)
    }

    /// A connection between the winner's edges.
    fn connected(&mut self, board: &Board) -> Option<usize> {
        let mut tracer = Tracer::new(&mut self.steps, board, self.winner, &self.params.connections);
        if let Some(full) = tracer.edge_full() {
            // Any move will do.
            let lemma = self.steps.lemma(full);
            let cell = lemma.cells.first().or_else(|| lemma.stones.first())?;
            return self.steps.add(Step::Move(cell, full));
        }
        let mut semis = tracer.edge_semis();
        semis.sort_by_key(|semi| semi.carrier.len());
        semis.iter().find_map(|semi| tracer.semi(semi))
    }

    /// The strategy's move, and what follows.
    fn play(&mut self, mut position: Position) -> Result<usize, Refuted> {
        self.check_open(&position)?;
        let cell = legal_move(self.strategy, &position)?;
        position.play(cell);
        let full = self.meet(&position)?;
        Ok(self.steps.add(Step::Move(cell, full)).expect("what is met is full"))
    }

    /// Fails if the other player has won.
    fn check_open(&self, position: &Position) -> Result<(), Refuted> {
        if position.board.winner() == Some(!self.winner) {
            return Err(Refuted::Lost(Box::new(position.clone())));
        }
        Ok(())
    }

    /// The other player moves: a full lemma that holds here.
    fn meet(&mut self, position: &Position) -> Result<usize, Refuted> {
        self.check_open(position)?;
        let filling = Filling::of(&position.board, self.winner, &self.params.inferior);
        let filled = Position { board: filling.board.clone(), to_play: position.to_play };
        let number = self.meet_filled(filled)?;
        Ok(filling.unfold(&mut self.steps, number))
    }

    fn meet_filled(&mut self, position: Position) -> Result<usize, Refuted> {
        let known = self.known(&position.board);
        let mut threats: Vec<Threat<N>> =
            known.map(|(number, lemma)| Threat::Known(*number, lemma.cells)).collect();
        let connections = &self.params.connections;
        let mut tracer = Tracer::new(&mut self.steps, &position.board, self.winner, connections);
        if let Some(number) = tracer.edge_full() {
            return Ok(number);
        }
        let semis = tracer.edge_semis();
        threats.extend(semis.iter().enumerate().map(|(at, semi)| Threat::Semi(at, semi.carrier)));
        let mut unmet: CellSet<N> = position.board.empty().resized();
        let mut numbers = Vec::new();
        while !unmet.is_empty() {
            let best = (0..threats.len()).min_by_key(|at| (unmet & *threats[*at].cells()).len());
            let Some(best) = best.filter(|at| !unmet.is_subset(threats[*at].cells())) else {
                break;
            };
            let number = match threats.swap_remove(best) {
                Threat::Known(number, _) => Some(number),
                Threat::Semi(at, _) => tracer.semi(&semis[at]),
            };
            if let Some(number) = number {
                unmet &= tracer.steps().lemma(number).cells;
                numbers.push(number);
            }
        }
        self.meet_by_moves(position, unmet, numbers)
    }

    /// Answers the moves that leave none of these lemmas.
    fn meet_by_moves(
        &mut self,
        mut position: Position,
        mut unmet: CellSet<N>,
        mut numbers: Vec<usize>,
    ) -> Result<usize, Refuted> {
        if unmet.is_empty() {
            return Ok(self.steps.or(numbers).expect("every move is met"));
        }
        let player = position.to_play;
        let inferiors = Inferiors::<N>::of(&position.board, player, &self.params.inferior);
        let worth: CellSet<N> = inferiors.prune(unmet.resized()).0.resized();
        loop {
            let open = match reply::reverse(
                &mut self.steps,
                &position.board,
                self.winner,
                &numbers,
                unmet,
            ) {
                Ok(number) => return Ok(number),
                Err(open) => open,
            };
            let cell =
                (open & worth).first().or_else(|| (unmet & worth).first()).or_else(|| open.first());
            let cell = cell.or_else(|| unmet.first()).expect("what is met is an or");
            position.play(cell);
            let number = self.answer(&position)?;
            position.undo(cell);
            unmet &= self.steps.lemma(number).cells;
            numbers.push(number);
        }
    }
}
