//! `hexcoven verify`: checks certificates.

use super::output::Output;
use crate::certificate::{Checked, Reason, Refused, check};
use crate::messages::counted;
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
    after_help = "Exit codes: 0 if all proofs hold, 1 if one is refused, 2 if a file cannot be read; the files after that one are not checked."
)]
pub(super) struct VerifyArgs {
    /// Proofs (certificates) that `solve --proof` wrote; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(super) fn run(args: &VerifyArgs) -> anyhow::Result<ExitCode> {
    let (mut out, mut is_refused) = (Output::new(), false);
    for path in &args.files {
        let cannot_read = || format!("cannot read {}", path.display());
        let start = Instant::now();
        match check(open(path).with_context(cannot_read)?) {
            Ok(checked) => write_checked(&mut out, &checked, start)?,
            Err(Refused { reason: Reason::Io(error), .. }) => {
                return Err(error).with_context(cannot_read);
            }
            Err(refused) => {
                is_refused = true;
                writeln!(out, "refused: {}, {refused}", path.display())?;
            }
        }
    }
    if is_refused {
        // Whether or not anybody reads why.
        return Ok(ExitCode::from(REFUSED));
    }
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(BufReader::new(File::open(path)?)))
}

fn write_checked(out: &mut impl Write, checked: &Checked, start: Instant) -> io::Result<()> {
    let Checked { claim, steps, depth } = checked;
    let steps = counted(steps, "step");
    let seconds = start.elapsed().as_secs_f64();
    writeln!(out, "proved: {claim}")?;
    writeln!(out, "{steps}, depth {depth}, checked in {seconds:.2} s")
}
