//! The child as a partner in a game: kept alive, and told what it has missed.

use super::ChildError;
use super::child::{Child, Patience};
use crate::board::{Cell, Color, Size};
use crate::player::{Action, Game, Move};
use crate::search::Stop;
use std::time::Duration;

/// What its solver may take to tell whether a position is lost.
const SOLVE_TIME: Duration = Duration::from_mins(1);

/// How the child is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Lines to send after every start.
    pub setup: Vec<String>,
    /// A child that does not answer within this time counts as crashed.
    pub timeout: Duration,
}

/// A board and the stones on it, in the order in which they are told to the child.
///
/// A swap or an edit is told by its result, so the child needs no command but `play`.
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

    /// What is left to play for someone who has played another script; nothing if it leads elsewhere.
    fn after(&self, other: &Self) -> Option<&[(Color, Cell)]> {
        self.stones.strip_prefix(other.stones.as_slice()).filter(|_| self.size == other.size)
    }
}

/// A child, what it was told, and what it said about itself when it first started.
#[derive(Debug)]
pub struct Partner {
    settings: Settings,
    child: Option<Child>,
    /// Where the child stands; nothing if that is not known.
    told: Option<Script>,
    name: String,
    version: String,
    commands: Vec<String>,
}

impl Partner {
    /// Starts the child where the game stands.
    ///
    /// # Errors
    /// It does not start, or does not understand what it is told at the start.
    pub fn start(settings: Settings, game: &Game) -> Result<Self, ChildError> {
        let mut partner = Self {
            settings,
            child: None,
            told: None,
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

    /// What the child calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn version(&self) -> &str {
        &self.version
    }

    /// The names of the child's commands.
    pub(super) fn commands(&self) -> &[String] {
        &self.commands
    }

    /// How the child writes the name of a command of its own.
    pub(super) fn spelling(&self, name: &str) -> Option<&str> {
        self.commands.iter().map(String::as_str).find(|own| own.eq_ignore_ascii_case(name))
    }

    /// Asks the child something that may be interrupted.
    ///
    /// # Errors
    /// It refuses, or it crashes or is late and runs no more.
    pub fn ask(&mut self, line: &str, stop: &Stop) -> Result<String, ChildError> {
        self.ask_within(self.settings.timeout, line, stop)
    }

    /// Who wins if this player moves, if the child has a solver that can tell.
    pub(super) fn solve(&mut self, color: Color, stop: &Stop) -> Option<Color> {
        let command = self.spelling("dfpn-solve-state")?.to_owned();
        match self.ask_within(SOLVE_TIME, &format!("{command} {color}"), stop) {
            Ok(reply) => reply.parse().ok(),
            Err(error) => {
                log::warn!("{error}; the winner is not known");
                None
            }
        }
    }

    fn ask_within(
        &mut self,
        time: Duration,
        line: &str,
        stop: &Stop,
    ) -> Result<String, ChildError> {
        // A comment may upset a program that does not expect it.
        let stop = self.spelling("gogui-interrupt").is_some().then_some(stop);
        self.send(line, Patience { time, stop })
    }

    fn say(&mut self, line: &str) -> Result<String, ChildError> {
        self.send(line, Patience { time: self.settings.timeout, stop: None })
    }

    /// Asks a child that runs. One that crashes or hangs runs no more.
    fn send(&mut self, line: &str, patience: Patience<'_>) -> Result<String, ChildError> {
        let result = self.child.as_mut().ok_or(ChildError::Absent)?.ask(line, patience);
        if !matches!(result, Ok(_) | Err(ChildError::Refused { .. })) {
            self.child = None;
            self.told = None;
        }
        result
    }

    /// Offers the child a board of this size; its game is over then.
    pub(super) fn offer(&mut self, size: Size) -> Result<(), ChildError> {
        let line = if size.is_square() {
            format!("boardsize {}", size.columns())
        } else {
            format!("boardsize {} {}", size.columns(), size.rows())
        };
        self.say(&line)?;
        self.told = None;
        Ok(())
    }

    /// Tells the child what it has missed of the game.
    ///
    /// # Errors
    /// It refuses, or it crashes or is late and runs no more.
    pub fn hear(&mut self, game: &Game) -> Result<(), ChildError> {
        self.tell(&Script::of(game))
    }

    /// Begins a game with the child, where this one stands.
    pub(super) fn begin(&mut self, game: &Game) {
        self.told = None;
        self.follow(game);
    }

    /// Tells a child that runs what it has missed. One that was given up is left alone.
    pub(super) fn keep_up(&mut self, game: &Game) {
        if self.child.is_some() {
            self.follow(game);
        }
    }

    /// Tells the child what it has missed, if need be after another start. Whether it now stands
    /// where the game does.
    pub(super) fn follow(&mut self, game: &Game) -> bool {
        if self.child.is_some() {
            match self.hear(game) {
                Ok(()) => return true,
                Err(error) => log::warn!("{error}; it is started again"),
            }
        }
        self.restart(game)
    }

    /// Ends the child and starts another, at the place of the game. Whether it stands there.
    pub(super) fn restart(&mut self, game: &Game) -> bool {
        let result = self.start_child().and_then(|()| self.hear(game));
        if let Err(error) = &result {
            log::error!("going on without the child: {error}");
            self.child = None;
        }
        result.is_ok()
    }

    /// The child has made the last move of the game by itself.
    pub fn agrees(&mut self, game: &Game) {
        self.told = Some(Script::of(game));
    }

    fn start_child(&mut self) -> Result<(), ChildError> {
        self.told = None;
        self.child = None;
        self.child = Some(Child::start(&self.settings.command)?);
        for line in self.settings.setup.clone() {
            self.say(&line)?;
        }
        Ok(())
    }

    /// Brings the child to this place: by the stones that are new, or else from an empty board.
    fn tell(&mut self, script: &Script) -> Result<(), ChildError> {
        let told = self.told.take();
        let mut stones = told.as_ref().and_then(|told| script.after(told));
        if stones.is_none() {
            self.offer(script.size)?;
            self.say("clear_board")?;
            stones = Some(&script.stones);
        }
        for (color, cell) in stones.into_iter().flatten() {
            self.say(&format!("play {color} {}", script.size.name(*cell)))?;
        }
        self.told = Some(script.clone());
        Ok(())
    }

    /// Ends the child, by force if it does not go.
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
