//! One game of a match: the referee keeps the board, asks the engines and decides.
//!
//! A crash, a late or malformed answer and an illegal move are faults and lose the game, unless our
//! solver proves that the offender has won: programs crash in decided positions, won ones too.

use super::{Fixture, Played};
use crate::board::{ByColor, Color, Size};
use crate::params::Params;
use crate::player::{Game, Move, winner};
use crate::record::Record;
use crate::search::{Limits, Stop};
use crate::solver::Solver;
use crate::wrap::{ChildError, Partner, Settings};
use std::time::{Duration, Instant};

/// An engine of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// The program and its arguments. It speaks plain Hex coordinates.
    pub command: Vec<String>,
    /// Lines to send at the start.
    pub setup: Vec<String>,
}

impl Contestant {
    /// How it is started, as one text.
    fn description(&self) -> String {
        let command = self.command.iter().map(|word| shlex::try_quote(word).unwrap_or_default());
        let command = command.collect::<Vec<_>>().join(" ");
        [&[command][..], &self.setup].concat().join("; ")
    }
}

/// What the referee allows.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The time after which an answer is late.
    pub patience: Duration,
    /// The time that the solver has to prove who wins after a fault.
    pub judging: Duration,
    /// Expansions of the solver after every move; a game that it proves is over. 0 to play on.
    pub proving: u64,
}

/// Plays games between A and B, one after the other.
#[derive(Debug)]
pub struct Referee {
    a: Contestant,
    b: Contestant,
    rules: Rules,
    judge: Solver,
}

/// How a game ended.
struct End {
    winner: Color,
    /// What is written behind the winner's letter in the record.
    reason: &'static str,
    fault: Option<Fault>,
}

struct Fault {
    by: Color,
    what: String,
}

/// The seconds that a player's moves took.
#[derive(Clone, Debug, Default)]
struct Times(Vec<f64>);

impl Times {
    fn mean(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a few hundred moves")]
        let count = self.0.len().max(1) as f64;
        self.0.iter().sum::<f64>() / count
    }

    fn most(&self) -> f64 {
        self.0.iter().copied().fold(0.0, f64::max)
    }
}

impl Referee {
    /// A referee for the games of these two.
    pub fn new(a: Contestant, b: Contestant, rules: Rules) -> Self {
        Self { a, b, rules, judge: Solver::new(&Params::default()) }
    }

    /// Starts both engines once on such a board, so that a mistake is seen before the first game.
    ///
    /// # Errors
    /// One of them does not start or does not understand what it is told at the start; how it is started,
    /// and why.
    pub fn check(&self, size: Size) -> Result<(), (String, ChildError)> {
        for contestant in [&self.a, &self.b] {
            let engine = self.start(contestant, &Game::new(size));
            engine.map_err(|error| (contestant.description(), error))?.quit();
        }
        Ok(())
    }

    fn start(&self, contestant: &Contestant, game: &Game) -> Result<Partner, ChildError> {
        let Contestant { command, setup } = contestant.clone();
        Partner::start(Settings { command, setup, timeout: self.rules.patience }, game)
    }

    /// What is known of a game before it is played.
    pub fn announce(&self, fixture: &Fixture) -> Played {
        let size = fixture.opening.size();
        let cells = fixture.opening.cells().iter().map(|cell| size.name(*cell));
        Played {
            game: fixture.number,
            opening: cells.collect::<Vec<_>>().join(" "),
            a_black: fixture.a_is_black,
            a: self.a.description(),
            b: self.b.description(),
            ..Played::default()
        }
    }

    /// Plays a game to its end.
    pub fn play(&mut self, fixture: &Fixture) -> (Played, Record) {
        let mut game = fixture.opening.game();
        let mut times = ByColor::<Times>::default();
        let end = self.play_out(fixture, &mut game, &mut times);
        let a = if fixture.a_is_black { Color::Black } else { Color::White };
        let size = game.board().size();
        let mut moves: Vec<String> = game.moves().map(|(_, mv)| mv.name(size)).collect();
        if end.reason == "R" {
            moves.push("resign".to_owned());
        }
        let fault = end
            .fault
            .map(|Fault { by, what }| format!("{}: {what}", by.letter().to_ascii_lowercase()));
        let played = Played {
            a_won: end.winner == a,
            length: moves.len(),
            fault: fault.unwrap_or_default(),
            moves: moves.join(" "),
            a_s: times[a].mean(),
            b_s: times[!a].mean(),
            a_max: times[a].most(),
            b_max: times[!a].most(),
            ..self.announce(fixture)
        };
        let contestant = |color| if color == a { &self.a } else { &self.b };
        let mut record = game.record();
        for color in Color::BOTH {
            record.set_name(color, &contestant(color).description());
        }
        record.set_information("RE", &format!("{}+{}", end.winner.letter(), end.reason));
        (played, record)
    }

    fn play_out(&mut self, fixture: &Fixture, game: &mut Game, times: &mut ByColor<Times>) -> End {
        let (black, white) =
            if fixture.a_is_black { (&self.a, &self.b) } else { (&self.b, &self.a) };
        let mut engines = match (self.start(black, game), self.start(white, game)) {
            (Ok(black), Ok(white)) => ByColor { black, white },
            (Err(error), _) => return self.after_fault(Color::Black, &error.to_string(), game),
            (_, Err(error)) => return self.after_fault(Color::White, &error.to_string(), game),
        };
        let end = loop {
            if let Some(end) = self.is_over(game) {
                break end;
            }
            let color = game.to_play();
            match turn(&mut engines[color], game, &mut times[color]) {
                Ok(true) => {}
                Ok(false) => break End { winner: !color, reason: "R", fault: None },
                Err(what) => break self.after_fault(color, &what, game),
            }
        };
        engines.black.quit();
        engines.white.quit();
        end
    }

    /// The end of a game that is won on the board or proved.
    fn is_over(&mut self, game: &Game) -> Option<End> {
        let on_board = game.board().winner().map(|winner| (winner, ""));
        let over = on_board.or_else(|| {
            let limits = Limits::expansions(self.rules.proving);
            (self.rules.proving > 0).then(|| self.prove(game, &limits))?.map(|who| (who, "Proved"))
        });
        over.map(|(winner, reason)| End { winner, reason, fault: None })
    }

    fn prove(&mut self, game: &Game, limits: &Limits) -> Option<Color> {
        let position = game.position();
        let report = self.judge.solve(&position, limits, &mut |_| ());
        winner(report.outcome, position.to_play)
    }

    /// Who has won now that this player did wrong.
    fn after_fault(&mut self, by: Color, what: &str, game: &Game) -> End {
        let deadline = Instant::now().checked_add(self.rules.judging);
        let proved = self.prove(game, &Limits { deadline, ..Limits::default() });
        let verdict = proved.map_or("not proved".to_owned(), |winner| format!("{winner} wins"));
        let fault = Some(Fault { by, what: format!("{what} ({verdict})") });
        End { winner: proved.unwrap_or(!by), reason: "F", fault }
    }
}

/// Lets an engine move. Whether it did, or resigned; or what it did wrong.
fn turn(engine: &mut Partner, game: &mut Game, times: &mut Times) -> Result<bool, String> {
    let color = game.to_play();
    engine.hear(game).map_err(|error| error.to_string())?;
    let start = Instant::now();
    let answer = engine.ask(&format!("genmove {color}"), &Stop::default());
    times.0.push(start.elapsed().as_secs_f64());
    let answer = answer.map_err(|error| error.to_string())?.to_ascii_lowercase();
    if answer == "resign" {
        return Ok(false);
    }
    let illegal = |why: String| format!("illegal move `{answer}`: {why}");
    if answer.starts_with("swap") {
        return Err(illegal("games between engines are played without a swap".to_owned()));
    }
    let cell =
        game.board().size().parse_cell(&answer).map_err(|error| illegal(error.to_string()))?;
    game.play(color, Move::Place(cell)).map_err(|error| illegal(error.to_string()))?;
    engine.agrees(game);
    Ok(true)
}
