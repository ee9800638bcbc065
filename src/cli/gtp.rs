//! `hexcoven` and `hexcoven gtp`: the engine for a controller.

use super::{ControllerArgs, EngineArgs};
use crate::gtp::serve;
use clap::Args;
use std::io;

#[derive(Debug, Args)]
pub(super) struct GtpArgs {
    #[command(flatten)]
    controller: ControllerArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

pub(super) fn run(args: &GtpArgs) -> anyhow::Result<()> {
    let mut session = args.controller.session(args.engine.set_up()?);
    serve(io::BufReader::new(io::stdin()), io::stdout().lock(), &mut session)?;
    Ok(())
}
