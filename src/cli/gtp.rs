//! `hexcoven` and `hexcoven gtp`: the engine for a controller.

use super::{EngineArgs, parse_size};
use crate::board::Size;
use crate::gtp::{Coordinates, Session, serve};
use crate::player::Player;
use clap::Args;
use std::io;

#[derive(Debug, Args)]
pub(super) struct GtpArgs {
    /// Size of the board at the start: 11, or columns and rows such as 5x7
    #[arg(long, default_value = "11", value_parser = parse_size)]
    boardsize: Size,
    /// Leave out the letter I, as Go programs do (for `GoGui` and gogui-twogtp)
    #[arg(long)]
    skip_i: bool,
    /// Count rows from the bottom (for `GoGui`'s Hex board)
    #[arg(long)]
    rows_from_bottom: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

pub(super) fn run(args: &GtpArgs) -> anyhow::Result<()> {
    let player = Player::new(args.boardsize, args.engine.params()?);
    let coordinates = Coordinates { skip_i: args.skip_i, rows_from_bottom: args.rows_from_bottom };
    let mut session = Session::new(player, coordinates);
    serve(io::BufReader::new(io::stdin()), io::stdout().lock(), &mut session)?;
    Ok(())
}
