//! `hexcoven solve --proof`: the result as a certificate.

use super::watch::Watch;
use super::work::Work;
use crate::board::Position;
use crate::certificate::{self, Claim, MOST_STEPS};
use crate::cli::files::{check_replaceable, replace_file};
use crate::messages::counted;
use crate::player::winner;
use crate::search::Outcome;
use crate::solver::{Refuted, certify};
use anyhow::{Context, ensure};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

/// Fails if the proof cannot be written to this file, or something else is there, such as a proof of another position.
pub(super) fn check(path: &Path, position: &Position) -> anyhow::Result<()> {
    check_replaceable(path, "hexcoven certificate", "a proof")?;
    if !path.is_file() {
        return Ok(());
    }
    // The winner is not known yet, and is not compared.
    let claim = Claim { position: position.clone(), winner: position.to_play };
    let mut ours = Vec::new();
    certificate::write(&mut ours, &claim, &[])?;
    let file = File::open(path).and_then(|file| position_lines(BufReader::new(file)));
    let theirs = file.with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(
        theirs.is_empty() || theirs == position_lines(&*ours)?,
        "{} is there, and is a proof of another position: remove it or name another",
        path.display()
    );
    Ok(())
}

/// The lines of a certificate that say what position it is of: those between the title, which has the version, and the
/// winner.
fn position_lines(certificate: impl BufRead) -> io::Result<Vec<String>> {
    let is_of_position =
        |line: &io::Result<String>| line.as_ref().is_ok_and(|line| !line.starts_with("winner"));
    certificate.lines().skip(1).take_while(is_of_position).collect()
}

/// Proves the result by moves and connections, and writes the certificate. It fails without a result, or if a limit is
/// reached first, and leaves the file alone: an old proof must not pass for this one.
pub(super) fn write_proof(
    path: &Path,
    out: &mut impl Write,
    position: &Position,
    outcome: Option<Outcome>,
    work: &mut Work,
) -> anyhow::Result<()> {
    let Some(winner) = winner(outcome, position.to_play) else {
        return no_proof("the position is not solved", work);
    };
    let (mut watch, mut moves) = (Watch::new("a proof is made"), 0);
    let result = certify(position, winner, &mut |position| {
        moves += 1;
        watch.count("proof: ", (moves, "move"), work.bytes());
        work.winning_move(position)
    });
    watch.finish();
    match result {
        Ok(proof) => {
            let mut text = Vec::new();
            certificate::write(&mut text, &proof.claim, &proof.steps)?;
            replace_file(path, &text)?;
            if proof.steps.len() > MOST_STEPS {
                log::warn!("`hexcoven verify` reads no more than {MOST_STEPS} steps");
            }
            let (steps, bytes) = (counted(proof.steps.len(), "step"), text.len());
            writeln!(out, "proof: {steps}, {bytes} bytes, in {}", path.display())?;
        }
        Err(Refuted::NoMove(_)) if work.is_over() => {
            let why = format!("a limit or an interrupt ended it after {moves} of its moves");
            return no_proof(&why, work);
        }
        Err(failed) => return Err(failed).context("the result has no proof, please report this"),
    }
    Ok(())
}

/// The error of a proof that was not written. After an interrupt it is only a warning, since the interrupt ends the
/// program with its own error.
fn no_proof(reason: &str, work: &Work) -> anyhow::Result<()> {
    let words = format!("no proof is written: {reason}");
    ensure!(work.is_interrupted(), words);
    log::warn!("{words}");
    Ok(())
}
