//! Writes the proof of a result as a [certificate](crate::certificate).
//!
//! Nothing of the search tree is trusted or read. The strategy is played out as [`play_out`](super::play_out) does, with
//! connections as leaves, and every step goes through the rules of the checker.

mod region;
mod steps;
#[cfg(test)]
mod tests;
mod tracer;

use super::Strategy;
use crate::board::{Board, CellSet, Color, Position, WORDS};
use crate::certificate::{Claim, Lemma, Step};
use crate::params::{ConnectionParams, Params, Profile};
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

/// Why no certificate was made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Uncertified {
    /// The strategy has no move in this position, or one that is not legal.
    #[error("no winning move is known here, {} to play:\n{}", .0.to_play, .0.board)]
    NoMove(Box<Position>),
    /// The other player has won in this position.
    #[error("a line ends with a win of the other player:\n{}", .0.board)]
    Lost(Box<Position>),
}

/// Proves that this player wins a position, by a strategy.
///
/// # Errors
/// The strategy does not win a line.
pub fn certify(
    position: &Position,
    winner: Color,
    strategy: &mut Strategy<'_>,
) -> Result<Certificate, Uncertified> {
    match position.board.size().cell_count() {
        0..=64 => Certifier::<1>::run(position, winner, strategy),
        65..=128 => Certifier::<2>::run(position, winner, strategy),
        _ => Certifier::<WORDS>::run(position, winner, strategy),
    }
}

/// A proof under way.
struct Certifier<'a, 'b, const N: usize> {
    winner: Color,
    strategy: &'a mut Strategy<'b>,
    params: ConnectionParams,
    steps: Steps<N>,
    /// The semi lemmas proved so far that join the winner's edges.
    wins: Vec<(usize, Lemma<N>)>,
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
    ) -> Result<Certificate, Uncertified> {
        let params = Params::of(Profile::Solve).position.knowledge.connections;
        let steps = Steps::new(position.board.size(), winner);
        let mut certifier = Certifier::<N> { winner, strategy, params, steps, wins: Vec::new() };
        let mut played = position.clone();
        let last = if position.to_play == winner && position.board.winner().is_none() {
            certifier.answer(&mut played)
        } else {
            certifier.meet(&mut played)
        }?;
        let claim = Claim { position: position.clone(), winner };
        Ok(Certificate { claim, steps: certifier.steps.needed_for(last) })
    }

    /// The winner moves: a semi lemma that holds here.
    fn answer(&mut self, position: &mut Position) -> Result<usize, Uncertified> {
        let (own, other) = self.stones(&position.board);
        let known = self.wins.iter().filter(|(_, lemma)| lemma.holds(&own, &other));
        if let Some((number, _)) = known.min_by_key(|(_, lemma)| lemma.cells.len()) {
            return Ok(*number);
        }
        let number = match self.connected(&position.board) {
            Some(number) => number,
            None => self.play(position)?,
        };
        self.wins.push((number, *self.steps.lemma(number)));
        Ok(number)
    }

    /// A semi connection between the winner's edges.
    fn connected(&mut self, board: &Board) -> Option<usize> {
        let mut tracer = Tracer::new(&mut self.steps, board, self.winner, &self.params);
        let mut semis = tracer.edge_semis();
        semis.sort_by_key(|semi| semi.carrier.len());
        semis.iter().find_map(|semi| tracer.semi(semi))
    }

    /// The strategy's move, and what follows.
    fn play(&mut self, position: &mut Position) -> Result<usize, Uncertified> {
        self.check_open(position)?;
        let cell = (self.strategy)(position).filter(|cell| position.board.empty().contains(*cell));
        let Some(cell) = cell else {
            return Err(Uncertified::NoMove(Box::new(position.clone())));
        };
        position.play(cell);
        let full = self.meet(position);
        position.undo(cell);
        let full = full?;
        Ok(self.steps.add(Step::Move(cell, full)).expect("what is met is full"))
    }

    /// Fails if the other player has won.
    fn check_open(&self, position: &Position) -> Result<(), Uncertified> {
        if position.board.winner() == Some(!self.winner) {
            return Err(Uncertified::Lost(Box::new(position.clone())));
        }
        Ok(())
    }

    /// The other player moves: a full lemma that holds here.
    fn meet(&mut self, position: &mut Position) -> Result<usize, Uncertified> {
        self.check_open(position)?;
        let (own, other) = self.stones(&position.board);
        let known = self.wins.iter().filter(|(_, lemma)| lemma.holds(&own, &other));
        let mut threats: Vec<Threat<N>> =
            known.map(|(number, lemma)| Threat::Known(*number, lemma.cells)).collect();
        let mut tracer = Tracer::new(&mut self.steps, &position.board, self.winner, &self.params);
        if let Some(number) = tracer.edge_full() {
            return Ok(number);
        }
        let semis = tracer.edge_semis();
        threats.extend(semis.iter().enumerate().map(|(at, semi)| Threat::Semi(at, semi.carrier)));
        let mut unmet: CellSet<N> = position.board.empty().narrow();
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
        position: &mut Position,
        mut unmet: CellSet<N>,
        mut numbers: Vec<usize>,
    ) -> Result<usize, Uncertified> {
        while let Some(cell) = unmet.first() {
            position.play(cell);
            let number = self.answer(position);
            position.undo(cell);
            let number = number?;
            unmet &= self.steps.lemma(number).cells;
            numbers.push(number);
        }
        Ok(self.steps.or(numbers).expect("every move is met"))
    }

    fn stones(&self, board: &Board) -> (CellSet<N>, CellSet<N>) {
        (board.stones(self.winner).narrow(), board.stones(!self.winner).narrow())
    }
}
