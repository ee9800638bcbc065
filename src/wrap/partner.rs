//! A child that follows a game: it is told the moves, and is started again after a crash.

use super::ChildError;
use super::child::{ChildProcess, Patience};
use super::told_time::ToldTime;
use crate::board::{Cell, Color, Size};
use crate::gtp::Request;
use crate::player::{Action, Game, Move};
use crate::search::Stop;
use std::time::Duration;

/// The most time that the child's solver has to say who wins a position.
const SOLVE_TIME: Duration = Duration::from_mins(1);

/// How the child is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// GTP commands to send after every start.
    pub setup: Vec<String>,
    /// A child that does not answer within this time counts as crashed.
    pub timeout: Duration,
    /// Set when this program is to end: the child is killed and not started again.
    pub kill: Stop,
}

/// A board and the stones to put on it, in this order, by `play`.
///
/// After a swap or an edit these are the stones of the result, so that the child needs no other command.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Script {
    size: Size,
    stones: Vec<(Color, Cell)>,
}

impl Script {
    fn of(game: &Game) -> Self {
        let size = game.board().size();
        let mut stones: Vec<(Color, Cell)> = Vec::new();
        for action in game.actions() {
            match action {
                Action::Move(color, Move::Place(cell)) => stones.push((*color, *cell)),
                Action::Move(_, Move::SwapPieces) => {
                    for (owner, cell) in &mut stones {
                        (*owner, *cell) = (!*owner, size.mirror(*cell));
                    }
                }
                Action::Move(_, Move::SwapSides | Move::Pass) => {}
                Action::Edit(edit) => {
                    stones.retain(|(_, cell)| !edit.cleared.contains(cell));
                    stones.extend(&edit.stones);
                }
            }
        }
        Self { size, stones }
    }

    /// The stones that are missing for a child that was told `other`. None if `other` is not the beginning of this
    /// script.
    fn after(&self, other: &Self) -> Option<&[(Color, Cell)]> {
        self.stones.strip_prefix(other.stones.as_slice()).filter(|_| self.size == other.size)
    }
}

/// A child, the position that it was told, and its answers about itself from its first start.
#[derive(Debug)]
pub struct Partner {
    settings: Settings,
    child: Option<ChildProcess>,
    /// The time that the child took for the last command.
    time_taken: Duration,
    /// The position that was sent to the child. None if it may have another one.
    sent: Option<Script>,
    told_time: ToldTime,
    name: String,
    version: String,
    commands: Vec<String>,
}

impl Partner {
    /// Starts the child and tells it the game.
    ///
    /// # Errors
    /// It does not start, or refuses a command at the start.
    pub fn start(settings: Settings, game: &Game) -> Result<Self, ChildError> {
        let mut partner = Self {
            settings,
            child: None,
            time_taken: Duration::ZERO,
            sent: None,
            told_time: ToldTime::default(),
            name: String::new(),
            version: String::new(),
            commands: Vec::new(),
        };
        partner.start_child()?;
        partner.name = partner.say("name")?;
        partner.version = partner.say("version")?;
        let commands = partner.say("list_commands")?;
        partner.commands = commands.split_whitespace().map(str::to_owned).collect();
        partner.hear(game)?;
        Ok(partner)
    }

    /// The child's answer to `name`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The child's answer to `version`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The names of the child's commands.
    pub(super) fn commands(&self) -> &[String] {
        &self.commands
    }

    /// The child's spelling of a command, in upper and lower case. None if it does not have it.
    pub fn spelling(&self, name: &str) -> Option<&str> {
        self.commands.iter().map(String::as_str).find(|own| own.eq_ignore_ascii_case(name))
    }

    /// Sends the child a command that `stop` may interrupt, and waits for the reply.
    ///
    /// # Errors
    /// It refuses. Or it crashed or was too late; then it does not run any longer.
    pub fn ask(&mut self, line: &str, stop: &Stop) -> Result<String, ChildError> {
        self.ask_within(self.settings.timeout, line, stop)
    }

    /// Who wins if this player moves, as the child's solver says. None if it has none or does not find out.
    pub(super) fn solve(&mut self, color: Color, stop: &Stop) -> Option<Color> {
        let command = self.spelling("dfpn-solve-state")?.to_owned();
        let time = SOLVE_TIME.min(self.settings.timeout);
        match self.ask_within(time, &format!("{command} {color}"), stop) {
            Ok(reply) => reply.parse().ok(),
            Err(error) => {
                log::warn!("{error}; the winner is not known");
                None
            }
        }
    }

    /// As [`ask`](Self::ask), but the child must answer within this time.
    ///
    /// # Errors
    /// Those of [`ask`](Self::ask).
    pub fn ask_within(
        &mut self,
        time: Duration,
        line: &str,
        stop: &Stop,
    ) -> Result<String, ChildError> {
        // A program that does not know `# interrupt` may fail on the comment.
        let stop = self.spelling("gogui-interrupt").is_some().then_some(stop);
        self.send(line, Patience { time, stop })
    }

    /// The time that the child took for the last command, whether it answered or not. That in which this program was stopped
    /// (Ctrl-Z) does not count.
    pub fn time_taken(&self) -> Duration {
        self.time_taken
    }

    fn say(&mut self, line: &str) -> Result<String, ChildError> {
        self.send(line, Patience { time: self.settings.timeout, stop: None })
    }

    /// Sends a line to the child, which is given up if it crashes or is late.
    fn send(&mut self, line: &str, patience: Patience<'_>) -> Result<String, ChildError> {
        let child = self.child.as_mut().ok_or(ChildError::Absent)?;
        let result = child.ask(line, patience);
        self.time_taken = child.waited();
        if !matches!(result, Ok(_) | Err(ChildError::Refused { .. })) {
            self.child = None;
            self.sent = None;
        }
        result
    }

    /// Tells the child to take a board of this size. Its position is not known then.
    pub(super) fn offer(&mut self, size: Size) -> Result<(), ChildError> {
        let line = if size.is_square() {
            format!("boardsize {}", size.columns())
        } else {
            format!("boardsize {} {}", size.columns(), size.rows())
        };
        self.say(&line)?;
        self.sent = None;
        Ok(())
    }

    /// Tells the child the moves of the game that it was not told.
    ///
    /// # Errors
    /// It refuses. Or it crashed or was too late; then it does not run any longer.
    pub fn hear(&mut self, game: &Game) -> Result<(), ChildError> {
        self.tell(&Script::of(game))
    }

    /// Takes note that the child has carried out this command, which may have set a clock.
    pub(super) fn carried_out(&mut self, request: Request) {
        self.told_time.note(request);
    }

    /// Tells the child a new game.
    pub(super) fn begin(&mut self, game: &Game) {
        self.told_time.begin();
        self.tell_again(game);
    }

    /// Tells the child the game from the beginning.
    pub(super) fn tell_again(&mut self, game: &Game) {
        self.sent = None;
        self.follow(game);
    }

    /// As [`follow`](Self::follow), but a child that does not run is not started.
    pub(super) fn keep_up(&mut self, game: &Game) {
        if self.child.is_some() {
            self.follow(game);
        }
    }

    /// Tells the child what it was not told. If it does not run or fails, it is started again first. Returns whether
    /// it has the position of the game now.
    pub(super) fn follow(&mut self, game: &Game) -> bool {
        if self.child.is_some() {
            match self.hear(game) {
                Ok(()) => return true,
                Err(error) => log::warn!("{error}; it is started again"),
            }
        }
        self.restart(game)
    }

    /// Ends the child, starts it again and tells it the game and its time. Returns whether it has the position of the
    /// game now.
    pub(super) fn restart(&mut self, game: &Game) -> bool {
        let result = self.start_child().and_then(|()| self.hear(game));
        if let Err(error) = &result {
            log::error!("going on without the program: {error}");
            self.child = None;
        }
        result.is_ok() && self.tell_time()
    }

    /// Tells a child that was started again its time. It may refuse what it has carried out before. Returns whether it still
    /// runs.
    fn tell_time(&mut self) -> bool {
        for line in self.told_time.lines() {
            if let Err(error) = self.say(&line) {
                log::warn!("{error}");
            }
        }
        self.child.is_some()
    }

    /// Takes note that the child has the position of the game: the last move was its own.
    pub fn agrees(&mut self, game: &Game) {
        self.sent = Some(Script::of(game));
    }

    /// Whether the child was killed and may not be started again.
    pub(super) fn is_killed(&self) -> bool {
        self.settings.kill.is_set()
    }

    fn start_child(&mut self) -> Result<(), ChildError> {
        self.sent = None;
        self.child = None;
        if self.is_killed() {
            return Err(ChildError::Absent);
        }
        self.child = Some(ChildProcess::start(&self.settings.command, self.settings.kill.clone())?);
        for line in self.settings.setup.clone() {
            self.say(&line)?;
        }
        Ok(())
    }

    /// Brings the child to this position: by the stones that are missing, or else from an empty board.
    fn tell(&mut self, script: &Script) -> Result<(), ChildError> {
        let sent = self.sent.take();
        let stones = if let Some(missing) = sent.as_ref().and_then(|sent| script.after(sent)) {
            missing
        } else {
            self.offer(script.size)?;
            self.say("clear_board")?;
            &script.stones
        };
        for (color, cell) in stones {
            self.say(&format!("play {color} {}", script.size.name(*cell)))?;
        }
        self.sent = Some(script.clone());
        Ok(())
    }

    /// Ends the child: with `quit`, and by force if it still runs after a second. Processes that it has started are
    /// killed.
    pub fn quit(self) {
        if let Some(child) = self.child {
            child.quit();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Edit;

    fn cell(game: &Game, name: &str) -> Cell {
        game.board().size().parse_cell(name).unwrap()
    }

    fn stones(game: &Game) -> Vec<String> {
        let name =
            |(color, cell): (Color, Cell)| format!("{color} {}", game.board().size().name(cell));
        Script::of(game).stones.into_iter().map(name).collect()
    }

    #[test]
    fn a_swap_and_an_edit_are_told_by_their_results() {
        let mut game = Game::new(Size::new(5, 5).unwrap());
        game.play(Color::Black, Move::Place(cell(&game, "d2"))).unwrap();
        assert_eq!(stones(&game), ["black d2"]);
        game.play(Color::White, Move::SwapPieces).unwrap();
        assert_eq!(stones(&game), ["white b4"]);
        let (a1, b4) = (cell(&game, "a1"), cell(&game, "b4"));
        game.edit(Edit { stones: vec![(Color::Black, a1)], cleared: vec![b4] }).unwrap();
        assert_eq!(stones(&game), ["black a1"]);
    }

    #[test]
    fn only_a_longer_game_on_the_same_board_goes_on_from_a_shorter_one() {
        let mut game = Game::new(Size::new(5, 5).unwrap());
        let empty = Script::of(&game);
        game.play(Color::Black, Move::Place(cell(&game, "d2"))).unwrap();
        let script = Script::of(&game);
        assert_eq!(script.after(&empty), Some(&script.stones[..]));
        assert_eq!(script.after(&script), Some(&[][..]));
        assert_eq!(empty.after(&script), None);
        let other = Script::of(&Game::new(Size::new(6, 6).unwrap()));
        assert_eq!(script.after(&other), None);
    }
}
