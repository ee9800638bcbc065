//! Transcripts: `tests/gtp/*.tst` against the real binary.
//!
//! A file holds commands; `#? [regex]` after a command is what its whole reply must match, `#? [!regex]`
//! what it must not. `# args: ...` are the arguments of the program. Every command must have an
//! expectation. The form is that of `gogui-regress`.

use regex_lite::Regex;
use std::io::Write;
use std::path::Path;
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
            steps.last_mut().expect("a command before").expected = Some(expected.to_owned());
        } else if !line.is_empty() && !line.starts_with('#') {
            steps.push(Step { line: number + 1, command: line.to_owned(), expected: None });
        }
    }
    (args, steps)
}

/// Each reply without its sign and the empty line at its end; drawings between them are left out.
fn replies(args: &[String], steps: &[Step]) -> Vec<String> {
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
    replies.into_iter().map(|reply| reply_text(reply).to_owned()).collect()
}

fn reply_text(reply: &str) -> &str {
    let sign = reply.chars().next().unwrap();
    assert!(sign == '=' || sign == '?', "{reply:?}");
    reply.split_once(' ').unwrap_or_else(|| panic!("no blank after the sign: {reply:?}")).1
}

#[test]
fn every_transcript_runs_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gtp");
    let mut count = 0;
    let mut failures: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let (args, steps) = steps(&std::fs::read_to_string(&path).unwrap());
        for (step, reply) in steps.iter().zip(replies(&args, &steps)) {
            let place = format!("{}:{}: {}", path.display(), step.line, step.command);
            let expected = step.expected.as_ref().unwrap_or_else(|| panic!("{place}: not checked"));
            let (wanted, pattern) = match expected.strip_prefix('!') {
                Some(pattern) => (false, pattern),
                None => (true, expected.as_str()),
            };
            let regex = Regex::new(&format!("^(?s:{pattern})$")).unwrap();
            if regex.is_match(&reply) != wanted {
                failures.push(format!("{place}\n  expected {expected}\n  reply {reply:?}"));
            }
            count += 1;
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(count > 100, "the transcripts are there");
}
