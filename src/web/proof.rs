//! Proofs: who wins a position, by which line, and all moves that win.

use super::line::Line;
use super::refusal::Refusal;
use super::sessions::Thinker;
use super::tasks::TaskContext;
use super::thinking::{deadline, open_game};
use crate::board::{Cell, Color, Position};
use crate::player::winner;
use crate::search::{Limits, Outcome, Report, Stop};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A position to solve.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProofRequest {
    line: Line,
    /// Seconds at most.
    seconds: f64,
}

/// The same with the position.
#[derive(Debug)]
pub(super) struct Proof {
    position: Position,
    seconds: f64,
}

impl ProofRequest {
    pub(super) fn read(self) -> Result<Proof, Refusal> {
        if !self.seconds.is_finite() || self.seconds <= 0.0 {
            return Err(Refusal::bad("a proof needs a number of seconds more than 0"));
        }
        Ok(Proof { position: open_game(&self.line)?.position(), seconds: self.seconds })
    }
}

/// What is known so far.
#[derive(Debug, Default, Serialize)]
struct Known {
    winner: Option<Color>,
    line: Vec<String>,
    winning: Vec<String>,
    losing: Vec<String>,
    /// Moves that are not solved yet.
    open: usize,
    expansions: u64,
}

impl Proof {
    /// Solves the position, then the position after every move.
    pub(super) fn find(self, context: &TaskContext) -> Value {
        let Self { position, seconds } = self;
        let size = position.board.size();
        let thinker = &mut context.session.thinker.lock();
        let end = deadline(seconds);
        let empty = position.board.empty();
        let mut known = Known { open: empty.len(), ..Known::default() };
        let Some(report) = solve(context, thinker, (&position, end), &mut known) else {
            return json!(known);
        };
        known.winner = winner(report.outcome, position.to_play);
        let limits =
            Limits { deadline: Some(end), stop: context.task.stop.clone(), ..Limits::default() };
        known.line = size.names(thinker.solver().line(&position, &report, &limits));
        context.task.publish(json!(known));
        // Moves that may win come first: the others lose, and that is mostly seen at once.
        let likely = thinker.solver().candidates(&position) & empty;
        let order = likely.iter().chain((empty - likely).iter());
        let is_lost = report.outcome == Some(Outcome::Lost);
        for cell in order {
            let outcome = if is_lost {
                Some(Outcome::Lost)
            } else {
                let mut next = position.clone();
                next.play(cell);
                let report = solve(context, thinker, (&next, end), &mut known);
                report.and_then(|report| report.outcome).map(|outcome| !outcome)
            };
            let Some(outcome) = outcome else { break };
            let list = if outcome == Outcome::Won { &mut known.winning } else { &mut known.losing };
            list.push(size.name(cell));
            known.open -= 1;
            context.task.publish(json!(known));
        }
        json!(known)
    }
}

/// Solves a position in turns with other searches; none if it was called off or the time is over.
fn solve(
    context: &TaskContext,
    thinker: &mut Thinker,
    (position, end): (&Position, Instant),
    known: &mut Known,
) -> Option<Report<Cell>> {
    loop {
        let permit = context.permit()?;
        let slice = Stop::default();
        let limits = Limits {
            deadline: Some(end),
            show_every: Some(Duration::from_millis(100)),
            stop: slice.clone(),
            ..Limits::default()
        };
        let before = known.expansions;
        let report = thinker.solver().solve(position, &limits, &mut |report| {
            known.expansions = before + report.expansions;
            context.task.publish(json!(known));
            if context.is_cancelled() || permit.is_over() {
                slice.set();
            }
        });
        known.expansions = before + report.expansions;
        if report.outcome.is_some() {
            return Some(report);
        }
        if context.is_cancelled() || Instant::now() >= end {
            return None;
        }
    }
}
