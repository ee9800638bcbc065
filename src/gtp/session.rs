//! What one controller's connection remembers.

use super::args::Args;
use super::commands;
use super::{Coordinates, GtpError, Request};
use crate::board::{Cell, Color, Size};
use crate::player::{Move, Player};
use crate::search::Stop;
use crate::solver::Solver;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A player and how its controller wants to be spoken to.
#[derive(Debug)]
pub struct Session {
    pub(super) player: Player,
    solver: Solver,
    pub(super) coordinates: Coordinates,
    /// Set when what has no end of its own is to end: another command waits, or none can come, or there was an
    /// interrupt or an empty line.
    pub(super) overtaken: Stop,
    pub(super) has_quit: bool,
}

impl Session {
    /// A session about to begin.
    pub fn new(player: Player, coordinates: Coordinates) -> Self {
        let solver = Solver::new(player.params());
        Self { player, solver, coordinates, overtaken: Stop::default(), has_quit: false }
    }

    /// Who plays, and the game.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// Who plays, to search and to change the game.
    pub fn player_mut(&mut self) -> &mut Player {
        &mut self.player
    }

    /// The solver, with the parameters of now.
    pub(super) fn solver(&mut self) -> &mut Solver {
        self.solver.set_params(self.player.params());
        &mut self.solver
    }

    pub(super) fn size(&self) -> Size {
        self.player.game().board().size()
    }

    /// The client's name of a cell.
    pub(super) fn name(&self, cell: Cell) -> String {
        self.coordinates.name(self.size(), cell)
    }

    /// The client's names of cells, apart by blanks.
    pub(super) fn names(&self, cells: impl IntoIterator<Item = Cell>) -> String {
        self.coordinates.names(self.size(), cells)
    }

    /// The client's name of a move.
    pub fn move_name(&self, mv: Move) -> String {
        match mv {
            Move::Place(cell) => self.name(cell),
            Move::SwapPieces | Move::SwapSides | Move::Pass => mv.name(self.size()),
        }
    }

    /// The colour given next, or whose turn it is if none is given.
    pub(super) fn color_or_turn(&self, args: &mut Args<'_>) -> Result<Color, GtpError> {
        if args.is_empty() { Ok(self.player.game().to_play()) } else { args.color() }
    }

    /// Carries out one command; drawings for HexGui go to `draw` while it runs.
    ///
    /// # Errors
    /// What the controller is told; nothing has changed then.
    pub fn execute(
        &mut self,
        request: &Request,
        draw: &mut dyn FnMut(&str),
    ) -> Result<String, String> {
        let command = commands::find(&request.name).ok_or("unknown command")?;
        let mut args = Args::new(&request.args, self.size(), self.coordinates);
        self.guarded(|session| {
            command.run(session, &mut args, draw).map_err(|GtpError(message)| message)
        })
    }

    /// Does what a controller waits for. A bug of ours must not leave it without an answer.
    ///
    /// # Errors
    /// What was not done, in the controller's words; after a panic the board is empty.
    pub fn guarded(
        &mut self,
        act: impl FnOnce(&mut Self) -> Result<String, String>,
    ) -> Result<String, String> {
        catch_unwind(AssertUnwindSafe(|| act(self))).unwrap_or_else(|_| {
            self.player.recover();
            self.solver = Solver::new(self.player.params());
            Err("internal error: the game was lost, see the log; set it up again".to_owned())
        })
    }
}
