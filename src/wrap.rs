//! Runs another Hex program, the child, so that GoGui and gogui-twogtp can use it.
//!
//! [`Wrap`] stands between the controller and a [`Session`]. The session holds the game and answers all commands
//! about the game and the rules; every move is told to the child too. The child chooses the moves, and
//! answers the commands that only it knows. If it crashes, hangs or gives an illegal answer, it is started
//! again, its solver is asked whether the game is lost, and if it is not, our own player chooses the move. So the
//! controller always gets a legal move or `resign`.
//!
//! The child must name cells as Hex programs do: letters with I, row 1 at the top. Commands that only the child
//! knows are passed on unchanged, but not analyses, whose answers have no end. Cells in them and in their replies are not
//! translated. If such a command changes the child's board, this shows only at the next game or at an illegal move.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod child;
mod partner;
mod told_time;

pub use child::{ChildError, kill_children};
pub use partner::{Partner, Settings};

use crate::board::Color;
use crate::gtp::{Request, Session, game_commands, is_streamed};
use crate::player::{Answer, Move, Player};

type Reply = Result<String, String>;
type Draw<'a> = &'a mut dyn FnMut(&str);

/// The commands that are not passed on to the child.
fn our_commands() -> impl Iterator<Item = &'static str> {
    game_commands().chain(["genmove"])
}

/// The child of a session.
#[derive(Debug)]
pub struct Wrap {
    partner: Partner,
}

impl Wrap {
    /// Starts the child and tells it the session's game.
    ///
    /// # Errors
    /// It does not start, or refuses a command at the start.
    pub fn start(settings: Settings, session: &Session) -> Result<Self, ChildError> {
        Ok(Self { partner: Partner::start(settings, session.player().game())? })
    }

    /// Ends the child: with `quit`, and by force if it still runs after a second. Processes that it has started are
    /// killed.
    pub fn quit(self) {
        self.partner.quit();
    }

    /// Carries out one command, in the place of [`Session::execute`].
    ///
    /// # Errors
    /// The message for the controller. Nothing has changed then.
    pub fn execute(&mut self, session: &mut Session, request: &Request, draw: Draw<'_>) -> Reply {
        session.guarded(|session| match request.name.as_str() {
            "genmove" => self.genmove(session, &request.args),
            "boardsize" | "rectangular_boardsize" => self.boardsize(session, request, draw),
            name if our_commands().any(|ours| ours == name) => self.ours(session, request, draw),
            _ => self.pass_on(session, request),
        })
    }

    /// Lets the session carry out a command, and tells the child if the game has changed. Questions about the
    /// program are answered for the child.
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

    /// The names of our commands and the child's, sorted.
    fn commands(&self) -> Vec<String> {
        let theirs = self.partner.commands().iter().map(|name| name.to_ascii_lowercase());
        let theirs = theirs.filter(|name| !is_streamed(name));
        let mut names: Vec<_> = our_commands().map(str::to_owned).chain(theirs).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// If the child refuses the size, so do we, and the game stays.
    fn boardsize(&mut self, session: &mut Session, request: &Request, draw: Draw<'_>) -> Reply {
        let before = session.player().game().clone();
        let reply = session.execute(request, draw)?;
        let size = session.player().game().board().size();
        if let Err(ChildError::Refused { reason, .. }) = self.partner.offer(size) {
            session.player_mut().begin_game(before);
            return Err(format!("unacceptable size: {}: {reason}", self.partner.name()));
        }
        self.partner.begin(session.player().game());
        Ok(reply)
    }

    /// Lets the child carry out a command that only it knows.
    fn pass_on(&mut self, session: &Session, request: &Request) -> Reply {
        let name = self.partner.spelling(&request.name).ok_or("unknown command")?.to_owned();
        if is_streamed(&request.name) {
            return Err(format!("{name} is not passed on: its answer may have no end"));
        }
        let spelled = Request { id: None, name, args: request.args.clone() };
        let game = session.player().game();
        if !self.partner.follow(game) {
            return Err(ChildError::Absent.to_string());
        }
        match self.partner.ask(&spelled.to_string(), session.player().stop()) {
            Ok(reply) => {
                self.partner.carried_out(spelled);
                Ok(reply)
            }
            Err(ChildError::Refused { reason, .. }) => Err(reason),
            Err(error) => {
                self.partner.follow(game);
                Err(error.to_string())
            }
        }
    }

    /// Gets a move from the child, or else from our player, and makes it.
    fn genmove(&mut self, session: &mut Session, args: &[String]) -> Reply {
        let [color] = args else {
            return Err("syntax error: genmove takes a colour".to_owned());
        };
        let color: Color = color.parse().map_err(|error| format!("{error}"))?;
        // Some programs crash if they are asked for a move in a finished game.
        if session.player().game().board().winner().is_some() {
            return Ok("resign".to_owned());
        }
        if self.partner.follow(session.player().game()) {
            match self.child_move(session, color) {
                Ok(answer) => return Ok(session.answer_text(&answer)),
                Err(error) if self.partner.is_killed() => return Err(error),
                Err(error) => log::warn!("{error}; it is started again"),
            }
            if self.is_lost(session, color) {
                return Ok("resign".to_owned());
            }
        }
        if self.partner.is_killed() {
            return Err(ChildError::Absent.to_string());
        }
        let answer = session.player_mut().choose(color, &mut |_| ());
        if let Answer::Move(mv) = answer {
            make_move(session.player_mut(), color, mv)?;
            self.partner.keep_up(session.player().game());
        }
        Ok(session.answer_text(&answer))
    }

    /// Gets a move from the child and makes it in the session's game.
    fn child_move(&mut self, session: &mut Session, color: Color) -> Result<Answer, String> {
        let line = format!("genmove {color}");
        let reply = self.partner.ask(&line, session.player().stop());
        let reply = reply.map_err(|error| error.to_string())?.to_ascii_lowercase();
        let size = session.player().game().board().size();
        let wrong = |why: String| format!("the program answered `{reply}` to `{line}`: {why}");
        let mv = match reply.as_str() {
            "resign" => return Ok(Answer::Resign),
            "swap-pieces" => Move::SwapPieces,
            cell => Move::Place(size.parse_cell(cell).map_err(|error| wrong(error.to_string()))?),
        };
        make_move(session.player_mut(), color, mv).map_err(wrong)?;
        let game = session.player().game();
        if mv.is_swap() {
            // MoHex and Wolve leave the stone where it is.
            self.partner.tell_again(game);
        } else {
            self.partner.agrees(game);
        }
        Ok(Answer::Move(mv))
    }

    /// Whether this player has lost, as the child's solver says after another start. Some programs crash when they see
    /// that they have lost. False if the child has no solver.
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

fn make_move(player: &mut Player, color: Color, mv: Move) -> Result<(), String> {
    player.play(color, mv).map_err(|error| error.to_string())
}
