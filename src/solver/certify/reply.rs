//! Moves of the other player that a reply makes dead stones.

use super::steps::Steps;
use crate::board::{Board, Cell, CellSet, Color};
use crate::certificate::{Detours, Step};

/// A full lemma from semi lemmas that all need these cells, if for each cell a reply makes the other player's stone
/// there dead. The error is the cells without such a reply.
pub(super) fn reverse<const N: usize>(
    steps: &mut Steps<N>,
    board: &Board,
    winner: Color,
    numbers: &[usize],
    unmet: CellSet<N>,
) -> Result<usize, CellSet<N>> {
    if unmet.is_empty() {
        return Ok(steps.or(numbers.to_vec()).expect("every move is met"));
    }
    if numbers.is_empty() {
        return Err(unmet);
    }
    let (mut stones, mut used) = (CellSet::EMPTY, CellSet::EMPTY);
    for number in numbers {
        let lemma = steps.lemma(*number);
        stones |= lemma.stones.resized();
        used |= lemma.cells.resized();
    }
    used |= stones;
    let edges = board.geometry().edges_of(winner);
    let is_dead = |cell: Cell, reply: Cell| {
        let (there, used) =
            (stones | CellSet::from_iter([reply]), used | CellSet::from_iter([reply]));
        Detours { size: board.size(), edges: &edges, stones: &there }.avoid(cell, &used)
    };
    let replies = (stones | board.empty()) - unmet.resized();
    let (mut open, mut met) = (CellSet::EMPTY, Vec::new());
    for cell in unmet {
        match replies.iter().find(|reply| is_dead(cell, *reply)) {
            Some(reply) => met.push([cell, reply]),
            None => open.insert(cell),
        }
    }
    if !open.is_empty() {
        return Err(open);
    }
    steps.add(Step::Reverse(numbers.to_vec(), met)).ok_or(open)
}
