//! The state of a connection with one controller.

use super::args::Args;
use super::client_settings::Kept;
use super::commands;
use super::{Coordinates, Draw, GtpError, Request};
use crate::board::{Cell, Color, Size};
use crate::params::{Profile, SwapMeaning};
use crate::player::{Answer, Move, PlayError, Player, Swaps};
use crate::search::{CANDIDATES, Limits, Stop};
use crate::solver::Solver;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// A client with habits of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Client {
    #[default]
    Other,
    /// It reads drawings from standard error, and knows no swap.
    GoGui,
    /// It does not send a command when the user swaps sides, or takes such a swap back.
    HexGui,
}

/// A player, a solver, and the coordinates that the controller uses.
#[derive(Debug)]
pub struct Session {
    pub(super) player: Player,
    solver: Solver,
    pub(super) coordinates: Coordinates,
    /// The answer to `version`.
    pub(super) version: String,
    /// Set when an analysis, which has no end of its own, is to end: by another command, the end of the input, an
    /// interrupt or an empty line.
    pub(super) overtaken: Stop,
    pub(super) has_quit: bool,
    /// The client, if it has identified itself.
    pub(super) client: Client,
    /// Settings of other programs that mean nothing here.
    pub(super) kept: Kept,
}

/// A solver with what the user has set for the player, on top of its own profile.
fn solver_of(player: &Player) -> Solver {
    let params = player.params().with_profile(Profile::Solve);
    Solver::with_networks(&params, Arc::clone(player.networks()))
}

impl Session {
    /// A session with this player, before the first command.
    pub fn new(player: Player, coordinates: Coordinates) -> Self {
        let solver = solver_of(&player);
        Self {
            player,
            solver,
            coordinates,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            overtaken: Stop::default(),
            has_quit: false,
            client: Client::default(),
            kept: Kept::new(),
        }
    }

    /// The same, of a program that was built from this commit: `version` names it, as semantic versions do.
    #[must_use]
    pub fn built_from(mut self, commit: &str) -> Self {
        self.version = format!("{}+{commit}", env!("CARGO_PKG_VERSION"));
        self
    }

    /// Takes on the habits of a client.
    pub(super) fn set_client(&mut self, client: Client) {
        self.client = client;
        self.player.set_swaps(match client {
            Client::Other => Swaps::All,
            Client::GoGui => Swaps::Never,
            Client::HexGui => Swaps::OfOthers,
        });
    }

    /// The player, with the game.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// The player, to search and to change the game.
    pub fn player_mut(&mut self) -> &mut Player {
        &mut self.player
    }

    /// The solver, with the present parameters.
    pub(super) fn solver(&mut self) -> &mut Solver {
        self.solver.set_params(&self.player.params().with_profile(Profile::Solve));
        &mut self.solver
    }

    /// The limits of an analysis: it goes on until it is overtaken, and looks at several moves.
    pub(super) fn analysis_limits(&self) -> Limits {
        Limits { stop: self.overtaken.clone(), candidates: CANDIDATES, ..Limits::default() }
    }

    pub(super) fn size(&self) -> Size {
        self.player.game().board().size()
    }

    /// The client's name of a cell.
    pub(super) fn name(&self, cell: Cell) -> String {
        self.coordinates.name(self.size(), cell)
    }

    /// The client's names of cells, separated by blanks.
    pub(super) fn names(&self, cells: impl IntoIterator<Item = Cell>) -> String {
        self.coordinates.names(self.size(), cells)
    }

    /// Why a move was refused, with the client's name of its cell.
    pub(super) fn refusal(&self, error: &PlayError) -> GtpError {
        GtpError::new(error.in_names(|cell| self.name(cell)))
    }

    /// The client's name of a move.
    pub(super) fn move_name(&self, mv: Move) -> String {
        match mv {
            Move::Place(cell) => self.name(cell),
            Move::SwapPieces | Move::SwapSides | Move::Pass => mv.name(self.size()),
        }
    }

    /// The client's name of an answer to `genmove`.
    pub fn answer_text(&self, answer: &Answer) -> String {
        match answer {
            Answer::Move(mv) => self.move_name(*mv),
            Answer::Resign => "resign".to_owned(),
        }
    }

    /// The next argument as a move of `play`. None if it is a resignation, which is accepted and not recorded: the game
    /// may go on.
    pub(super) fn a_move(&self, args: &mut Args<'_>) -> Result<Option<Move>, GtpError> {
        let meaning = self.player.params().player.swap_meaning;
        let text = args.clone().word("a move")?.to_ascii_lowercase();
        let mv = match (text.as_str(), meaning) {
            ("resign", _) => None,
            ("pass", _) => Some(Move::Pass),
            ("swap-pieces", SwapMeaning::Pieces) => Some(Move::SwapPieces),
            ("swap-pieces", SwapMeaning::Sides) | ("swap-sides" | "swap", _) => {
                Some(Move::SwapSides)
            }
            _ => return Ok(Some(Move::Place(args.cell()?))),
        };
        args.word("a move")?;
        Ok(mv)
    }

    /// The next argument as a colour; without one, the colour whose turn it is.
    pub(super) fn color_or_turn(&self, args: &mut Args<'_>) -> Result<Color, GtpError> {
        if args.is_empty() { Ok(self.player.game().to_play()) } else { args.color() }
    }

    /// Carries out one command and returns its reply. Drawings go to `draw` while it runs.
    ///
    /// # Errors
    /// The message for the controller. Nothing has changed then; but after a panic the board is empty
    /// ([guarded](Self::guarded)).
    pub fn execute(&mut self, request: &Request, draw: Draw<'_>) -> Result<String, String> {
        let command = commands::find(&request.name).ok_or("unknown command")?;
        let mut args = Args::new(&request.args, self.size(), self.coordinates);
        self.guarded(|session| {
            (command.run)(session, &mut args, draw).map_err(|GtpError(message)| message)
        })
    }

    /// Carries out `act` and turns a panic into an error: the controller gets a reply even after a bug of ours.
    ///
    /// # Errors
    /// The message for the controller. After a panic the board is empty.
    pub fn guarded(
        &mut self,
        act: impl FnOnce(&mut Self) -> Result<String, String>,
    ) -> Result<String, String> {
        catch_unwind(AssertUnwindSafe(|| act(self))).unwrap_or_else(|_| {
            self.player.recover();
            self.solver = solver_of(&self.player);
            Err("internal error: the game was lost, see the log; set it up again".to_owned())
        })
    }
}
