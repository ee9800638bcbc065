//! `hexcoven verify`: checks certificates.

use crate::certificate::{Checked, check};
use anyhow::Context;
use clap::Args;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// The exit code if a certificate is refused.
const REFUSED: u8 = 1;

#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 if all of them hold, 1 if one is refused, 2 if a file cannot be opened."
)]
pub(super) struct VerifyArgs {
    /// Certificates; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(super) fn run(args: &VerifyArgs) -> anyhow::Result<ExitCode> {
    let (mut code, mut out) = (ExitCode::SUCCESS, io::stdout());
    for path in &args.files {
        let start = Instant::now();
        match check(open(path)?) {
            Ok(checked) => write_checked(&mut out, &checked, start)?,
            Err(refused) => {
                writeln!(out, "refused: {}, {refused}", path.display())?;
                code = ExitCode::from(REFUSED);
            }
        }
    }
    Ok(code)
}

fn open(path: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Box::new(BufReader::new(file)))
}

fn write_checked(out: &mut impl Write, checked: &Checked, start: Instant) -> io::Result<()> {
    let Checked { claim, steps, depth } = checked;
    let seconds = start.elapsed().as_secs_f64();
    writeln!(out, "proved: {claim}")?;
    writeln!(out, "{steps} steps, depth {depth}, checked in {seconds:.2} s")
}
