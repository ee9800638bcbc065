//! `hexcoven` and `hexcoven gtp`: the engine, which answers a controller.

use super::output::when_the_reader_is_gone;
use super::{ControllerArgs, EngineArgs};
use crate::gtp::serve;
use crate::params::Profile;
use clap::Args;
use std::io::{self, IsTerminal, Write};

#[derive(Debug, Args)]
pub(super) struct GtpArgs {
    #[command(flatten)]
    controller: ControllerArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Seed of the noise of levels 1 to 13 [default: 1]; the same as `--set seed=NUMBER`
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
}

/// Tells a person who typed `hexcoven` at a terminal what it waits for. Nothing is said to a controller.
fn greet() {
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        let words = "HexCoven waits for GTP commands, such as `genmove b` and `showboard`; `quit` ends it.\n\
            To play in a browser: hexcoven web. For all else that it can do: hexcoven --help.";
        // If it cannot be shown, commands are answered all the same.
        let _ = writeln!(io::stderr(), "{words}");
    }
}

pub(super) fn run(args: &GtpArgs, commit: &str) -> anyhow::Result<()> {
    // Otherwise a search without a limit would go on after the GUI has crashed.
    when_the_reader_is_gone(|| std::process::exit(0));
    greet();
    let mut params = args.engine.params(Profile::Play)?;
    if let Some(seed) = args.seed {
        params.set("seed", &seed.to_string())?;
    }
    let mut session = args.controller.session(params, args.engine.networks()?);
    if !commit.is_empty() {
        // `--version` has a `+` after a commit with further changes.
        session = session.built_from(&commit.replace('+', ".changed"));
    }
    serve(io::BufReader::new(io::stdin()), io::stdout().lock(), &mut session)?;
    Ok(())
}
