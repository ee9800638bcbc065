//! What a package of the program holds beside it: manual pages, and completions for shells.

use super::Cli;
use super::files::make_folder;
use anyhow::Context;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Writes the completions to standard output.
pub(super) fn complete(args: &CompletionsArgs) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "hexcoven", &mut script);
    io::stdout().write_all(&script)?;
    Ok(())
}

#[derive(Debug, Args)]
pub(super) struct ManArgs {
    /// The folder to write them to; it is created if there is none
    folder: PathBuf,
}

/// Writes a manual page for the program and one for each subcommand.
pub(super) fn write_manual(args: &ManArgs) -> anyhow::Result<()> {
    make_folder(&args.folder)?;
    clap_mangen::generate_to(Cli::command(), &args.folder)
        .with_context(|| format!("cannot write to {}", args.folder.display()))
}
