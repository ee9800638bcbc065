//! Games that follow a line of a record, and records of games.

use super::{Action, Game, PlayError, Step};
use crate::board::Color;
use crate::record::{self, Move, NodeId, Record, RecordError};
use std::sync::Arc;

/// A record that a game was read from.
#[derive(Clone, Debug)]
pub(super) struct Source {
    record: Arc<Record>,
    /// The node that the game stood at before its first step.
    start: NodeId,
}

/// Where a step of a game stands in the record that it was read from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    /// The node with the step.
    node: NodeId,
    /// The last node before another step; a node may have nothing but a comment.
    last: NodeId,
}

impl Game {
    /// The game that follows a line of a record: its first `most` moves, or all until a player gives up.
    ///
    /// # Errors
    /// The rules forbid a move of the line.
    pub fn of_record(
        record: Record,
        line: &[NodeId],
        most: Option<usize>,
    ) -> Result<Self, RecordError> {
        let mut game = Self::new(record.size());
        let mut start = record.root();
        let mut moves = 0;
        'line: for id in line {
            for step in &record.node(*id).steps {
                match step {
                    record::Step::Move(..) if most == Some(moves) => break 'line,
                    record::Step::GiveUp(..) => break 'line,
                    record::Step::Turn(color) => game.set_to_play(*color),
                    record::Step::Edit(edit) => {
                        game.edit(edit.clone())
                            .map_err(|error| refused(&error, step, &record, *id))?;
                        game.mark(*id);
                    }
                    record::Step::Move(color, mv) => {
                        game.play(*color, *mv)
                            .map_err(|error| refused(&error, step, &record, *id))?;
                        game.mark(*id);
                        moves += 1;
                    }
                }
            }
            match game.steps.last_mut().and_then(|step| step.origin.as_mut()) {
                Some(origin) => origin.last = *id,
                None => start = *id,
            }
        }
        game.source = Some(Source { record: Arc::new(record), start });
        Ok(game)
    }

    /// Says that the last step stands in this node.
    fn mark(&mut self, id: NodeId) {
        if let Some(step) = self.steps.last_mut() {
            step.origin = Some(Origin { node: id, last: id });
        }
    }

    /// The record of the game: that which it was read from, with all variations, and what was done since as its
    /// main line.
    pub fn record(&self) -> Record {
        self.record_with_nodes().0
    }

    /// The same, and the node of every action.
    pub fn record_with_nodes(&self) -> (Record, Vec<NodeId>) {
        let read = self.source.as_ref().map(|source| Record::clone(&source.record));
        let mut record = read.unwrap_or_else(|| Record::new(self.board.size()));
        let mut at = self.source.as_ref().map_or(record.root(), |source| source.start);
        let mut nodes = Vec::with_capacity(self.steps.len());
        for Step { action, origin, .. } in &self.steps {
            let Origin { node, last } = origin.unwrap_or_else(|| {
                let node = child(&mut record, at, step_of(action));
                Origin { node, last: node }
            });
            nodes.push(node);
            at = last;
        }
        if turn_at(&record, at) != self.to_play {
            child(&mut record, at, record::Step::Turn(self.to_play));
        }
        (record, nodes)
    }

    /// The moves by which a link can tell the game, if it can: it was not edited, and a swap was White's answer
    /// to the first stone.
    pub(super) fn told_moves(&self) -> Option<Vec<(Color, Move)>> {
        let told = |action: &Action| match *action {
            Action::Move(color, mv @ (Move::Place(_) | Move::Pass)) => Some((color, mv)),
            Action::Move(color, mv) => (color == Color::White).then_some((color, mv)),
            Action::Edit(_) => None,
        };
        self.actions().map(told).collect()
    }
}

fn refused(error: &PlayError, step: &record::Step, record: &Record, id: NodeId) -> RecordError {
    let size = record.size();
    let error = RecordError::new(error.to_string()).at(record.place(id));
    match step {
        record::Step::Move(color, mv) => error.of(format!("{}[{}]", color.letter(), mv.name(size))),
        _ => error,
    }
}

fn step_of(action: &Action) -> record::Step {
    match action {
        Action::Move(color, mv) => record::Step::Move(*color, *mv),
        Action::Edit(edit) => record::Step::Edit(edit.clone()),
    }
}

/// The node with this step under a node: one that is there, or a new one that is the main line from now on.
fn child(record: &mut Record, parent: NodeId, step: record::Step) -> NodeId {
    let steps = vec![step];
    let known = record.children(parent).iter().copied().find(|id| record.node(*id).steps == steps);
    known.unwrap_or_else(|| {
        let id = record.add(parent, steps);
        record.make_main(id);
        id
    })
}

/// Whose turn a reader takes it to be at a node.
fn turn_at(record: &Record, id: NodeId) -> Color {
    let path = record.path(id);
    let steps = path.iter().flat_map(|id| &record.node(*id).steps);
    steps.fold(Color::Black, |turn, step| match step {
        record::Step::Move(color, mv) => mv.turn_after(*color),
        record::Step::Turn(color) => *color,
        record::Step::Edit(_) | record::Step::GiveUp(..) => turn,
    })
}

/// The link that shows where a game stands: with its moves if a link can tell them, else with its stones.
pub fn write_link(game: &Game) -> String {
    record::write_link(game.board(), game.told_moves().as_deref(), game.to_play())
}
