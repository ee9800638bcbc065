//! One game of a match: the referee keeps the board, asks the engines for moves and names the winner.
//!
//! A crash, a late or malformed answer and an illegal move are faults. An engine that commits one loses the
//! game, unless it has moved before and our solver proves that it has won: some programs crash in
//! decided positions, also in won ones. Where a game has a clock, an engine that oversteps it loses, whatever the
//! position is worth.

use super::reported_chance::own_chance;
use super::{GameResult, MatchRules, ScheduledGame};
use crate::board::{ByColor, Color, Size};
use crate::params::{Params, Profile};
use crate::player::Game;
use crate::record::Record;
use crate::search::{Limits, Stop};
use crate::solver::Solver;
use crate::wrap::{ChildError, Partner, Settings};
use std::time::{Duration, Instant};

/// An engine of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// The program and its arguments. It must name cells as Hex programs do: letters with I, row 1 at the top.
    pub command: Vec<String>,
    /// The command as it stands in results: the same wherever the program is.
    pub shown: String,
    /// GTP commands to send whenever it was started.
    pub setup: Vec<String>,
}

impl Contestant {
    /// The command line and the commands at the start, as one text.
    fn description(&self) -> String {
        [std::slice::from_ref(&self.shown), &self.setup].concat().join("; ")
    }
}

/// Plays games between two engines A and B, one after the other.
#[derive(Debug)]
pub struct Referee {
    a: Contestant,
    b: Contestant,
    rules: MatchRules,
    halt: Stop,
    judge: Solver,
    /// The time that the judge has taken in this game.
    judging: Duration,
}

/// The end of a game.
struct End {
    winner: Color,
    how: Ending,
    fault: Option<Fault>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// The winner joined the edges.
    Board,
    Resigned,
    /// Our solver proved the winner.
    Proved,
    /// The loser has used up its time.
    Time,
    Fault,
}

impl Ending {
    /// As a line of the file has it ([`GameResult::end`]).
    fn in_words(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Resigned => "resigned",
            Self::Proved => "proved",
            Self::Time => "time",
            Self::Fault => "fault",
        }
    }

    /// What follows `B+` or `W+` in the SGF record.
    fn in_record(self) -> &'static str {
        match self {
            Self::Board => "",
            Self::Resigned => "R",
            Self::Proved => "Proved",
            Self::Time => "T",
            Self::Fault => "F",
        }
    }
}

struct Fault {
    by: Color,
    what: String,
}

/// What is noted of a player and its moves.
#[derive(Clone, Debug, Default)]
struct Notes {
    /// The player's answer to `version`; empty if one of the two did not start.
    version: String,
    /// The seconds that each took.
    seconds: Vec<f64>,
    /// The player's own chance of a win after each, in percent.
    chances: Vec<Option<u8>>,
}

impl Notes {
    fn mean(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a few hundred moves")]
        let count = self.seconds.len().max(1) as f64;
        // The sum of no numbers is -0.0.
        self.seconds.iter().sum::<f64>().abs() / count
    }

    /// The seconds of a game's time that are left. None if the game has no limit.
    fn left(&self, game_time: u32) -> Option<f64> {
        let spent: f64 = self.seconds.iter().sum();
        (game_time > 0).then(|| f64::from(game_time) - spent)
    }

    fn most(&self) -> f64 {
        self.seconds.iter().copied().fold(0.0, f64::max)
    }

    /// The chances; empty if the player never gave one.
    fn chances(&self) -> Vec<Option<u8>> {
        let gave_any = self.chances.iter().any(Option::is_some);
        if gave_any { self.chances.clone() } else { Vec::new() }
    }
}

impl Referee {
    /// A referee for games between these two engines. When `halt` is set, the engines are killed and the game is
    /// given up.
    pub fn new(a: Contestant, b: Contestant, rules: MatchRules, halt: Stop) -> Self {
        Self {
            a,
            b,
            rules,
            halt,
            judge: Solver::new(&Params::of(Profile::Solve)),
            judging: Duration::ZERO,
        }
    }

    /// Starts both engines on a board of this size and ends them again, so that a mistake in a command line shows
    /// before the first game. Returns the versions of A and B.
    ///
    /// # Errors
    /// One of them does not start, or refuses a command at the start: its description, and why.
    pub fn check(&self, size: Size) -> Result<[String; 2], (String, ChildError)> {
        let mut versions = [String::new(), String::new()];
        for (contestant, version) in [&self.a, &self.b].into_iter().zip(&mut versions) {
            let engine = self.start(contestant, &Game::new(size));
            let engine = engine.map_err(|error| (contestant.description(), error))?;
            let knows = ["time_settings", "time_left"].map(|name| engine.spelling(name).is_some());
            if self.rules.game_time > 0 && knows == [false; 2] {
                log::warn!(
                    "{} has neither `time_settings` nor `time_left`: it is not told its time",
                    engine.name()
                );
            }
            version.push_str(engine.version());
            engine.quit();
        }
        Ok(versions)
    }

    fn start(&self, contestant: &Contestant, game: &Game) -> Result<Partner, ChildError> {
        let Contestant { command, setup, .. } = contestant.clone();
        let (timeout, kill) = (seconds(self.rules.move_limit), self.halt.clone());
        let mut engine = Partner::start(Settings { command, setup, timeout, kill }, game)?;
        if self.rules.game_time > 0 && engine.spelling("time_settings").is_some() {
            let line = format!("time_settings {} 0 0", self.rules.game_time);
            engine.ask(&line, &Stop::default())?;
        }
        Ok(engine)
    }

    /// The record of a game before it is played, with its result still empty.
    pub fn announce(&self, scheduled: &ScheduledGame) -> GameResult {
        let size = scheduled.opening.size();
        GameResult {
            game: scheduled.number,
            size: size.to_string(),
            opening: size.names(scheduled.opening.cells().iter().copied()).join(" "),
            a_black: scheduled.a_is_black,
            a: self.a.description(),
            b: self.b.description(),
            rules: Some(self.rules),
            ..GameResult::default()
        }
    }

    /// Plays a game to its end. None if `halt` was set meanwhile.
    pub fn play(&mut self, scheduled: &ScheduledGame) -> Option<(GameResult, Record)> {
        let mut game = scheduled.opening.game();
        let mut notes = ByColor::<Notes>::default();
        self.judging = Duration::ZERO;
        let end = self.play_out(scheduled, &mut game, &mut notes);
        if self.halt.is_set() {
            return None;
        }
        let a = if scheduled.a_is_black { Color::Black } else { Color::White };
        let size = game.board().size();
        let mut moves: Vec<String> = game.moves().map(|(_, mv)| mv.name(size)).collect();
        if end.how == Ending::Resigned {
            moves.push("resign".to_owned());
        }
        let fault = end
            .fault
            .map(|Fault { by, what }| format!("{}: {what}", by.letter().to_ascii_lowercase()));
        let played = GameResult {
            a_won: end.winner == a,
            end: end.how.in_words().to_owned(),
            judge_s: self.judging.as_secs_f64(),
            length: moves.len(),
            fault: fault.unwrap_or_default(),
            moves: moves.join(" "),
            a_s: notes[a].mean(),
            b_s: notes[!a].mean(),
            a_max: notes[a].most(),
            b_max: notes[!a].most(),
            a_chances: notes[a].chances(),
            b_chances: notes[!a].chances(),
            a_version: notes[a].version.clone(),
            b_version: notes[!a].version.clone(),
            ..self.announce(scheduled)
        };
        let contestant = |color| if color == a { &self.a } else { &self.b };
        let mut record = game.record();
        for color in Color::BOTH {
            record.set_name(color, &contestant(color).description());
        }
        record.set_result(end.winner, end.how.in_record());
        Some((played, record))
    }

    fn play_out(
        &mut self,
        scheduled: &ScheduledGame,
        game: &mut Game,
        notes: &mut ByColor<Notes>,
    ) -> End {
        let (black, white) =
            if scheduled.a_is_black { (&self.a, &self.b) } else { (&self.b, &self.a) };
        let mut engines = match (self.start(black, game), self.start(white, game)) {
            (Ok(black), Ok(white)) => ByColor { black, white },
            (Err(error), _) => return before_any_move(Color::Black, &error.to_string()),
            (_, Err(error)) => return before_any_move(Color::White, &error.to_string()),
        };
        for color in Color::BOTH {
            notes[color].version.push_str(engines[color].version());
        }
        let end = loop {
            if let Some(end) = self.is_over(game) {
                break end;
            }
            let color = game.to_play();
            match turn(&mut engines[color], game, &mut notes[color], &self.rules) {
                Ok(Turn::Moved) => {}
                Ok(Turn::Resigned) => {
                    break End { winner: !color, how: Ending::Resigned, fault: None };
                }
                Ok(Turn::OutOfTime) => break out_of_time(color, self.rules.game_time),
                Err(what) => {
                    let own_moves = game.moves().skip(scheduled.opening.cells().len());
                    let has_moved = { own_moves }.any(|(player, _)| player == color);
                    break if has_moved {
                        self.after_fault(color, &what, game)
                    } else {
                        before_any_move(color, &what)
                    };
                }
            }
        };
        engines.black.quit();
        engines.white.quit();
        end
    }

    /// The end of the game if a player has won on the board, or is proved to win and the rules let that count.
    fn is_over(&mut self, game: &Game) -> Option<End> {
        let on_board = game.board().winner().map(|winner| (winner, Ending::Board));
        let over = on_board.or_else(|| {
            let limits = Limits::expansions(self.rules.adjudicate);
            (self.rules.adjudicate > 0)
                .then(|| self.prove(game, &limits))?
                .map(|who| (who, Ending::Proved))
        });
        over.map(|(winner, how)| End { winner, how, fault: None })
    }

    /// Who wins, if the solver finds out within these limits.
    fn prove(&mut self, game: &Game, limits: &Limits) -> Option<Color> {
        let limits = Limits { stop: self.halt.clone(), ..limits.clone() };
        let start = Instant::now();
        let winner = self.judge.winner(&game.position(), &limits);
        self.judging += start.elapsed();
        winner
    }

    /// The end of a game in which this player, who has moved before, committed a fault.
    fn after_fault(&mut self, by: Color, what: &str, game: &Game) -> End {
        let deadline = Instant::now().checked_add(seconds(self.rules.judge_seconds));
        let proved = self.prove(game, &Limits { deadline, ..Limits::default() });
        let verdict = proved.map_or("not proved".to_owned(), |winner| format!("{winner} wins"));
        let fault = Some(Fault { by, what: format!("{what} ({verdict})") });
        End { winner: proved.unwrap_or(!by), how: Ending::Fault, fault }
    }
}

/// The end of a game in which this player committed a fault before its first move: it loses, whatever the opening is worth.
fn before_any_move(by: Color, what: &str) -> End {
    let fault = Some(Fault { by, what: format!("{what} (it has not moved)") });
    End { winner: !by, how: Ending::Fault, fault }
}

/// The end of a game in which this player has overstepped the time.
fn out_of_time(by: Color, game_time: u32) -> End {
    let fault = Some(Fault { by, what: format!("its {game_time} s are used up") });
    End { winner: !by, how: Ending::Time, fault }
}

/// This many seconds; the longest time there is if that is too long.
fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

/// Tells an engine the seconds that are left to it, if it wants to know.
fn tell_time(engine: &mut Partner, color: Color, left: f64) -> Result<(), ChildError> {
    if engine.spelling("time_left").is_none() {
        return Ok(());
    }
    // GTP has whole seconds, and 0 for main time, which Benzene's programs refuse.
    let line = format!("time_left {color} {}", left.floor());
    match engine.ask(&format!("{line} 0"), &Stop::default()) {
        Err(ChildError::Refused { .. }) => engine.ask(&line, &Stop::default()).map(drop),
        told => told.map(drop),
    }
}

/// What an engine did in its turn.
enum Turn {
    Moved,
    Resigned,
    /// It used up its time. What it says then does not count.
    OutOfTime,
}

/// Asks an engine for a move and makes it in the game.
///
/// # Errors
/// The fault that it committed, in words.
fn turn(
    engine: &mut Partner,
    game: &mut Game,
    notes: &mut Notes,
    rules: &MatchRules,
) -> Result<Turn, String> {
    let color = game.to_play();
    engine.hear(game).map_err(|error| error.to_string())?;
    let mut most = rules.move_limit;
    let left = notes.left(rules.game_time);
    if let Some(left) = left {
        tell_time(engine, color, left).map_err(|error| error.to_string())?;
        // After that it has lost.
        most = most.min(left + 1.0);
    }
    let line = format!("genmove {color}");
    let answer = engine.ask_within(seconds(most), &line, &Stop::default());
    let taken = engine.time_taken().as_secs_f64();
    notes.seconds.push(taken);
    if left.is_some_and(|left| taken > left) {
        return Ok(Turn::OutOfTime);
    }
    let answer = answer.map_err(|error| error.to_string())?.to_ascii_lowercase();
    let chance = own_chance(engine, color);
    notes.chances.push(chance.as_ref().ok().copied().flatten());
    if answer == "resign" {
        return Ok(Turn::Resigned);
    }
    let illegal = |why: &str| format!("illegal move `{answer}`: {why}");
    if answer.starts_with("swap") {
        return Err(illegal("games between engines are played without a swap"));
    }
    game.play_named(color, &answer).map_err(|error| illegal(&error.reason()))?;
    chance.map_err(|error| error.to_string())?;
    engine.agrees(game);
    Ok(Turn::Moved)
}
