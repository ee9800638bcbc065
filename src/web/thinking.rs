//! Moves, hints and analyses.

use super::line::{Line, LineEnd};
use super::position::may_swap_pieces;
use super::refusal::Refusal;
use super::report;
use super::tasks::TaskContext;
use crate::board::{Cell, Color};
use crate::params::Params;
use crate::player::{Answer, Game, Player};
use crate::search::{CANDIDATES, Limits, Stop};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The time between two reports of an analysis.
const SHOW_EVERY: Duration = Duration::from_millis(100);

/// The most expansions of an analysis, which nobody may be looking at.
const MOST_EXPANSIONS: u64 = 3_000_000;

/// The longest time for a move, in seconds.
const LONGEST: f64 = 600.0;

/// A move to choose.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Choice {
    line: Line,
    /// The strength, as the parameter `level` has it.
    level: u32,
    /// Seconds at most.
    seconds: f64,
    /// The seconds left on the player's clock, if one runs.
    left: Option<f64>,
    /// Whether the first stone may be swapped.
    may_swap: bool,
    /// Whether a position that is proved lost is resigned.
    resigns: bool,
}

/// The same with the position.
#[derive(Debug)]
pub(super) struct Ready {
    game: Game,
    choice: Choice,
}

impl Choice {
    pub(super) fn read(self) -> Result<Ready, Refusal> {
        let game = open_game(&self.line)?;
        // Whether the level is allowed, the parameter says itself.
        Params::default().set("level", &self.level.to_string())?;
        let times = [Some(self.seconds), self.left];
        if times.into_iter().flatten().any(|seconds| !(0.0..=86_400.0).contains(&seconds)) {
            return Err(Refusal::bad("a time is a number of seconds from 0 to 86400"));
        }
        // As a parameter 0 would be no limit.
        if self.seconds <= 0.0 {
            return Err(Refusal::bad("a move needs a number of seconds more than 0"));
        }
        Ok(Ready { game, choice: self })
    }
}

impl Ready {
    /// Chooses a move at the level that was asked for.
    pub(super) fn make(self, context: &TaskContext) -> Value {
        self.think(context, Player::choose)
    }

    /// Says which move is good.
    pub(super) fn advise(self, context: &TaskContext) -> Value {
        self.think(context, |player, color, watch| player.advise(color, None, watch))
    }

    fn think(self, context: &TaskContext, choose: Choose) -> Value {
        let Self { game, choice } = self;
        let (size, color) = (game.board().size(), game.to_play());
        let thinker = &mut context.session.thinker.lock();
        let _permit = context.urgent_permit();
        let hurry = thinker.player.stop().clone();
        hurry.clear();
        if context.is_cancelled() {
            return Value::Null;
        }
        // Whoever wanted it at once may have said so before the signal was cleared.
        if context.task.hurry.is_set() {
            hurry.set();
        }
        let player = thinker.player_for(game);
        choice.prepare(player, color);
        let swap = player.swap(color).map(|swap| swap.name(size));
        let json = |report: &Report| report::to_json(report, (size, color), swap.as_deref(), 0);
        let answer = choose(player, color, &mut |report| {
            context.task.publish(json!({ "report": json(report) }));
            if context.is_cancelled() {
                hurry.set();
            }
        });
        let answer = match answer {
            Answer::Move(mv) => mv.name(size),
            Answer::Resign => "resign".to_owned(),
        };
        let report = player.last_report().map(|(_, report)| json(report));
        json!({ "answer": answer, "report": report })
    }
}

type Report = crate::search::Report<Cell>;

/// A way of the player to choose a move and to tell of the search.
type Choose = fn(&mut Player, Color, &mut dyn FnMut(&Report)) -> Answer;

impl Choice {
    /// Sets the player's parameters and its clock.
    fn prepare(&self, player: &mut Player, color: Color) {
        let seconds = self.seconds.min(LONGEST);
        let number = |switch: bool| u8::from(switch).to_string();
        let settings = [
            ("level", self.level.to_string()),
            ("max_time", seconds.to_string()),
            ("allow_swap", number(self.may_swap)),
            ("resign", number(self.resigns)),
            ("swap_meaning", "pieces".to_owned()),
        ];
        for (name, value) in settings {
            player.set_param(name, &value).expect("its range was checked");
        }
        if let Some(left) = self.left {
            player.clock_mut().set_left(color, Duration::from_secs_f64(left), 0);
        }
    }
}

/// A position to analyse.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Analysis {
    line: Line,
    /// Whether a swap is a move where it is possible.
    may_swap: bool,
}

/// The same as a game.
#[derive(Debug)]
pub(super) struct Analyst {
    game: Game,
    swap: Option<&'static str>,
}

impl Analysis {
    pub(super) fn read(self) -> Result<Analyst, Refusal> {
        let game = open_game(&self.line)?;
        let may_swap = self.may_swap && may_swap_pieces(&game);
        Ok(Analyst { game, swap: may_swap.then_some("swap-pieces") })
    }
}

impl Analyst {
    /// Searches until it is called off, the position is solved or a limit is reached.
    pub(super) fn go_on(self, context: &TaskContext) -> Value {
        let (size, color) = (self.game.board().size(), self.game.to_play());
        let thinker = &mut context.session.thinker.lock();
        let player = thinker.full_player();
        player.begin_game(self.game);
        let json =
            |report: &Report, earlier| report::to_json(report, (size, color), self.swap, earlier);
        let mut expansions = 0;
        let mut last = Value::Null;
        while expansions < MOST_EXPANSIONS {
            let Some(permit) = context.permit() else { break };
            let slice = Stop::default();
            let limits = Limits {
                expansions: Some(MOST_EXPANSIONS - expansions),
                candidates: CANDIDATES,
                show_every: Some(SHOW_EVERY),
                stop: slice.clone(),
                ..Limits::default()
            };
            let mut report = player.search(color, &limits, &mut |report| {
                context.task.publish(json(report, expansions));
                if context.is_cancelled() || permit.is_over() {
                    slice.set();
                }
            });
            if report.outcome.is_some() {
                let empty = player.game().board().empty();
                player.add_won_moves(&mut report, color, empty, &context.task.stop);
                return report::to_json(&report, (size, color), None, expansions);
            }
            last = json(&report, expansions);
            expansions += report.expansions;
            context.task.publish(last.clone());
            if context.is_cancelled() {
                break;
            }
        }
        last
    }
}

/// The game of a line that is not over.
pub(super) fn open_game(line: &Line) -> Result<Game, Refusal> {
    let LineEnd { game, gave_up } = line.game()?;
    if gave_up.is_some() || game.board().winner().is_some() {
        return Err(Refusal::bad("the game is over"));
    }
    Ok(game)
}

/// A deadline so many seconds from now.
pub(super) fn deadline(seconds: f64) -> Instant {
    Instant::now() + Duration::from_secs_f64(seconds.clamp(0.0, LONGEST))
}
