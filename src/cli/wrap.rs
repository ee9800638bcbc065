//! `hexcoven wrap`: another Hex program behind GTP that every controller understands.

use super::interrupt::{set_on_interrupt, unless_interrupted};
use super::output::when_the_reader_is_gone;
use super::{ControllerArgs, parse_line, parse_move_seconds, parse_seconds};
use crate::evaluation::Networks;
use crate::gtp::{StandIn, serve_with};
use crate::params::Params;
use crate::search::Stop;
use crate::wrap::{Settings, Wrap};
use anyhow::Context;
use clap::Args;
use std::io;
use std::time::Duration;

#[derive(Debug, Args)]
pub(super) struct WrapArgs {
    #[command(flatten)]
    controller: ControllerArgs,
    /// Send this command to the program after every start, to set its parameters. May be repeated
    #[arg(long, value_name = "LINE", value_parser = parse_line)]
    setup: Vec<String>,
    /// Seconds after which a program that does not answer counts as crashed; it has at least 60 to start and answer its
    /// first command. Its solver, which is asked after a crash whether the game is lost, gets a minute at most
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = parse_seconds)]
    timeout: Duration,
    /// Seconds that our own search may take if the program fails to move, more than 0. They begin after its solver
    /// was asked
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = parse_move_seconds)]
    fallback_seconds: f64,
    /// The program and its arguments. It must name cells as Hex programs do; commands that only it knows are
    /// passed on, without translation of the cells in them
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

pub(super) fn run(args: &WrapArgs) -> anyhow::Result<()> {
    let mut params = Params::default();
    params.set("max_time", &args.fallback_seconds.to_string())?;
    let mut session = args.controller.session(params, Networks::shipped());
    let kill = Stop::default();
    // In this order: a command that begins takes back the stop of our search, and sees then that the child is killed.
    let stops = [kill.clone(), session.player().stop().clone()];
    set_on_interrupt(stops.to_vec())?;
    // Otherwise the program would go on thinking after the GUI has crashed.
    let gone = Stop::default();
    let is_gone = gone.clone();
    when_the_reader_is_gone(move || {
        is_gone.set();
        stops.iter().for_each(Stop::set);
    });
    let settings = Settings {
        command: args.command.clone(),
        setup: args.setup.clone(),
        timeout: args.timeout,
        kill: kill.clone(),
    };
    let started = Wrap::start(settings, &session);
    if gone.is_set() {
        return Ok(());
    }
    unless_interrupted(&kill)?; // it kills a program that is still starting, too
    let mut wrap = started.with_context(|| format!("cannot start {}", args.command.join(" ")))?;
    let reader = io::BufReader::new(io::stdin());
    let stand_in = &mut StandIn {
        execute: &mut |session, request, draw| wrap.execute(session, request, draw),
        end: &kill,
    };
    let result = serve_with(reader, io::stdout().lock(), &mut session, stand_in);
    wrap.quit();
    if gone.is_set() {
        return Ok(());
    }
    unless_interrupted(&kill)?;
    Ok(result?)
}
