//! Reviews: the chance of winning at every position of a line, and what each move gave away.

use super::line::{Line, LineEnd};
use super::refusal::Refusal;
use super::scheduler::SearchPermit;
use super::tasks::TaskContext;
use crate::board::Color;
use crate::player::Game;
use crate::review::{Judgement, review, reviewed_steps, step_json};
use crate::search::Limits;
use serde::Deserialize;
use serde_json::{Value, json};

/// The most expansions for a position.
const MOST_EXPANSIONS: u64 = 100_000;

/// A line to review.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReviewRequest {
    line: Line,
    /// Expansions for every position.
    expansions: u64,
}

/// The same as a game.
#[derive(Debug)]
pub(super) struct Reviewer {
    game: Game,
    expansions: u64,
}

impl ReviewRequest {
    pub(super) fn read(self) -> Result<Reviewer, Refusal> {
        let LineEnd { game, .. } = self.line.game()?;
        if game.moves().next().is_none() {
            return Err(Refusal::bad("there is no move to review"));
        }
        if !(1..=MOST_EXPANSIONS).contains(&self.expansions) {
            return Err(Refusal::bad(format!("1 to {MOST_EXPANSIONS} expansions for a position")));
        }
        Ok(Reviewer { game, expansions: self.expansions })
    }
}

impl Reviewer {
    /// Judges every position. A review that is called off has those that it came to.
    pub(super) fn judge(self, context: &TaskContext) -> Value {
        let Self { game, expansions } = self;
        let (size, all) = (game.board().size(), game.actions().len() + 1);
        let thinker = &mut context.session.thinker.lock();
        let player = thinker.full_player();
        let mut permit = context.permit();
        if permit.is_none() {
            return Value::Null;
        }
        let limits = Limits { stop: context.task.stop.clone(), ..Limits::expansions(expansions) };
        let found = |judgements: &[Judgement]| {
            let steps = reviewed_steps(&game, judgements, false);
            json!({
                "done": judgements.len(),
                "all": all,
                "positions": judgements.iter().map(chance).collect::<Vec<_>>(),
                "steps": steps.iter().map(|step| step_json(size, step)).collect::<Vec<_>>(),
            })
        };
        let judgements = review(player, &game, &limits, &mut |judgements| {
            context.task.publish(found(judgements));
            // A silent page sets the signal that is a limit of the search.
            let _ = context.is_cancelled();
            // Between two positions others have their turn.
            if permit.as_ref().is_some_and(SearchPermit::is_over) {
                drop(permit.take());
                permit = context.permit();
            }
        });
        found(&judgements)
    }
}

/// Black's chance, and the winner if that is proved.
fn chance(judgement: &Judgement) -> Value {
    let winner = judgement.result.proved_winner();
    json!({ "black": judgement.result.chance_of(Color::Black), "winner": winner })
}
