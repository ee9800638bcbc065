//! Another Hex program, the child, made fit for GoGui and gogui-twogtp.
//!
//! [`Wrap`] stands in front of a [`Session`]: all about the board and the rules is answered by the
//! session, whose game is what counts, and the child is kept in step with it. The child is asked for
//! moves and for what only it knows. When it crashes, hangs or answers nonsense it is started again,
//! and the move comes from our own player. The controller gets a legal move or `resign`, always.
//!
//! The child speaks plain Hex coordinates. Commands that only the child knows are passed on as they
//! are: cells in them and in their replies are not translated, and if one changes the child's board,
//! nobody notices before the next game or illegal move.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod child;
mod partner;

pub use child::ChildError;
pub use partner::{Partner, Settings};

use crate::board::Color;
use crate::gtp::{Request, Session, game_commands};
use crate::player::{Answer, Game, Move};

type Reply = Result<String, String>;
type Draw<'a> = &'a mut dyn FnMut(&str);

/// The commands that the session answers, in step with the child or for it.
fn our_commands() -> impl Iterator<Item = &'static str> {
    game_commands().chain(["genmove"])
}

/// A session's child and what is done with it.
#[derive(Debug)]
pub struct Wrap {
    partner: Partner,
}

impl Wrap {
    /// Starts the child on the session's board.
    ///
    /// # Errors
    /// It does not start, or does not understand what it is told at the start.
    pub fn start(settings: Settings, session: &Session) -> Result<Self, ChildError> {
        Ok(Self { partner: Partner::start(settings, session.player().game())? })
    }

    /// Ends the child, by force if it does not go.
    pub fn quit(self) {
        self.partner.quit();
    }

    /// Carries out one command in the place of [`Session::execute`].
    ///
    /// # Errors
    /// What the controller is told; nothing has changed then.
    pub fn execute(&mut self, session: &mut Session, request: &Request, draw: Draw<'_>) -> Reply {
        session.guarded(|session| match request.name.as_str() {
            "genmove" => self.genmove(session, &request.args),
            "boardsize" => self.boardsize(session, request, draw),
            name if our_commands().any(|ours| ours == name) => self.ours(session, request, draw),
            _ => self.pass_on(session, request),
        })
    }

    /// What the session does, with the child in step, and who the child is.
    fn ours(&mut self, session: &mut Session, request: &Request, draw: Draw<'_>) -> Reply {
        let reply = session.execute(request, draw)?;
        let game = session.player().game();
        match request.name.as_str() {
            "clear_board" => self.partner.begin(game),
            _ => self.partner.keep_up(game),
        }
        Ok(match request.name.as_str() {
            "name" => self.partner.name().to_owned(),
            "version" => self.partner.version().to_owned(),
            "list_commands" => self.commands().join("\n"),
            "known_command" => {
                let asked = request.args.first().map(|name| name.to_ascii_lowercase());
                asked.is_some_and(|name| self.commands().contains(&name)).to_string()
            }
            _ => reply,
        })
    }

    /// Ours and the child's, sorted.
    fn commands(&self) -> Vec<String> {
        let theirs = self.partner.commands().iter().map(|name| name.to_ascii_lowercase());
        let mut names: Vec<_> = our_commands().map(str::to_owned).chain(theirs).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// A size that the child does not have is refused, and the game stays.
    fn boardsize(&mut self, session: &mut Session, request: &Request, draw: Draw<'_>) -> Reply {
        let before = session.player().game().clone();
        let reply = session.execute(request, draw)?;
        let size = session.player().game().board().size();
        if let Err(ChildError::Refused { reason, .. }) = self.partner.offer(size) {
            session.player_mut().start(before);
            return Err(format!("unacceptable size: {}: {reason}", self.partner.name()));
        }
        self.partner.begin(session.player().game());
        Ok(reply)
    }

    fn pass_on(&mut self, session: &Session, request: &Request) -> Reply {
        let name = self.partner.spelling(&request.name).ok_or("unknown command")?.to_owned();
        let line = Request { id: None, name, args: request.args.clone() }.to_string();
        let game = session.player().game();
        if !self.partner.follow(game) {
            return Err(ChildError::Absent.to_string());
        }
        self.partner.ask(&line, session.player().stop()).map_err(|error| match error {
            ChildError::Refused { reason, .. } => reason,
            error => {
                self.partner.follow(game);
                error.to_string()
            }
        })
    }

    fn genmove(&mut self, session: &mut Session, args: &[String]) -> Reply {
        let [color] = args else {
            return Err("syntax error: genmove takes a colour".to_owned());
        };
        let color: Color = color.parse().map_err(|error| format!("{error}"))?;
        // A child may crash when there is nothing to play for.
        if session.player().game().board().winner().is_some() {
            return Ok("resign".to_owned());
        }
        if self.partner.follow(session.player().game()) {
            match self.child_move(session, color) {
                Ok(answer) => return Ok(answer_text(session, &answer)),
                Err(error) if self.partner.is_killed() => return Err(error),
                Err(error) => log::warn!("{error}; it is started again"),
            }
            if self.is_lost(session, color) {
                return Ok("resign".to_owned());
            }
        }
        let answer = session.player_mut().choose(color, &mut |_| ());
        if let Answer::Move(mv) = answer {
            make_move(session.player_mut().game_mut(), color, mv)?;
            self.partner.keep_up(session.player().game());
        }
        Ok(answer_text(session, &answer))
    }

    /// The child's answer, made in our game too if it is a legal move.
    fn child_move(&mut self, session: &mut Session, color: Color) -> Result<Answer, String> {
        let line = format!("genmove {color}");
        let reply = self.partner.ask(&line, session.player().stop());
        let reply = reply.map_err(|error| error.to_string())?.to_ascii_lowercase();
        let size = session.player().game().board().size();
        let wrong = |why: String| format!("the child answered `{reply}` to `{line}`: {why}");
        let mv = match reply.as_str() {
            "resign" => return Ok(Answer::Resign),
            "swap-pieces" => Move::SwapPieces,
            cell => Move::Place(size.parse_cell(cell).map_err(|error| wrong(error.to_string()))?),
        };
        make_move(session.player_mut().game_mut(), color, mv).map_err(wrong)?;
        self.partner.agrees(session.player().game());
        Ok(Answer::Move(mv))
    }

    /// Starts the child again and asks its solver, if it has one: a program that crashes may have
    /// done so because it had seen the end.
    fn is_lost(&mut self, session: &Session, color: Color) -> bool {
        let game = session.player().game();
        if !self.partner.restart(game) {
            return false;
        }
        let winner = self.partner.solve(color, session.player().stop());
        // It may have crashed again.
        self.partner.follow(game);
        winner == Some(!color)
    }
}

fn make_move(game: &mut Game, color: Color, mv: Move) -> Result<(), String> {
    game.play(color, mv).map_err(|error| error.to_string())
}

fn answer_text(session: &Session, answer: &Answer) -> String {
    match answer {
        Answer::Move(mv) => session.move_name(*mv),
        Answer::Resign => "resign".to_owned(),
    }
}
