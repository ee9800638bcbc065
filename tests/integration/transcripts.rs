//! Transcripts: `tests/gtp/*.tst` against the real binary.
//!
//! A file holds commands; `#? [regex]` after a command is what its whole reply must match, `#? [!regex]`
//! what it must not, and `#? [? regex]` the message of an error. `# args: ...` are the arguments of the program. Every
//! command must have one expectation. The form is that of `gogui-regress`, with errors added.

use crate::gtp_process::GtpProcess;
use hexcoven::gtp::Request;
use regex_lite::Regex;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

struct Step {
    line: usize,
    command: String,
    expected: Option<String>,
}

fn steps(text: &str) -> (Vec<String>, Vec<Step>) {
    let mut args = Vec::new();
    let mut steps: Vec<Step> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if let Some(list) = line.strip_prefix("# args:") {
            args.extend(list.split_whitespace().map(str::to_owned));
        } else if let Some(expected) = line.strip_prefix("#? [") {
            let expected = expected.strip_suffix(']').expect("an expectation ends with ]");
            let step = steps.last_mut().expect("a command before");
            assert_eq!(step.expected.replace(expected.to_owned()), None, "{}", step.command);
        } else if !line.is_empty() && !line.starts_with('#') {
            steps.push(Step { line: number + 1, command: line.to_owned(), expected: None });
        }
    }
    (args, steps)
}

/// Each reply: whether it is a success, and its text without the sign and the empty line at its end. Drawings between
/// them are left out.
fn replies(args: &[String], steps: &[Step]) -> Vec<(bool, String)> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hexcoven"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let commands: String = steps.iter().map(|step| step.command.clone() + "\n").collect();
    child.stdin.take().unwrap().write_all(commands.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let blocks = text.split_terminator("\n\n");
    let replies: Vec<&str> = blocks.filter(|block| !block.starts_with("gogui-gfx:")).collect();
    assert_eq!(replies.len(), steps.len(), "one reply a command");
    replies.into_iter().map(told).collect()
}

fn told(reply: &str) -> (bool, String) {
    let sign = reply.chars().next().unwrap();
    assert!(sign == '=' || sign == '?', "{reply:?}");
    let text =
        reply.split_once(' ').unwrap_or_else(|| panic!("no blank after the sign: {reply:?}")).1;
    (sign == '=', text.to_owned())
}

fn transcripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gtp");
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn every_transcript_runs_as_written() {
    let mut count = 0;
    let mut failures: Vec<String> = Vec::new();
    for path in transcripts() {
        let (args, steps) = steps(&std::fs::read_to_string(&path).unwrap());
        for (step, (is_success, reply)) in steps.iter().zip(replies(&args, &steps)) {
            let place = format!("{}:{}: {}", path.display(), step.line, step.command);
            let expected = step.expected.as_ref().unwrap_or_else(|| panic!("{place}: not checked"));
            let (succeeds, text) = match expected.strip_prefix("? ") {
                Some(text) => (false, text),
                None => (true, expected.as_str()),
            };
            let (wanted, pattern) = match text.strip_prefix('!') {
                Some(pattern) => (false, pattern),
                None => (true, text),
            };
            let regex = Regex::new(&format!("^(?s:{pattern})$")).unwrap();
            if is_success != succeeds || regex.is_match(&reply) != wanted {
                let kind = if is_success { "reply" } else { "error" };
                failures.push(format!("{place}\n  expected {expected}\n  {kind} {reply:?}"));
            }
            count += 1;
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(count > 100, "the transcripts are there");
}

#[test]
fn every_command_is_in_a_transcript() {
    let texts = transcripts().into_iter().map(|path| std::fs::read_to_string(path).unwrap());
    let commands = texts.flat_map(|text| steps(&text).1);
    let requests = commands.filter_map(|step| Request::parse(&step.command));
    let names: BTreeSet<String> = requests.map(|request| request.name).collect();
    let listed = GtpProcess::start(&[]).ok("list_commands");
    let missing: Vec<&str> = listed.lines().filter(|name| !names.contains(*name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
