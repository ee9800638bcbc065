//! The training program in Python, where Python is installed, and PyTorch.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// What Python does; none if it is not installed.
fn python(arguments: &[&str], files: &[PathBuf]) -> Option<Output> {
    Command::new("python3").arg("-B").args(arguments).args(files).output().ok()
}

#[test]
fn the_training_program_is_python() {
    let files = fs::read_dir("src/training").unwrap().map(|entry| entry.unwrap().path());
    let is_python = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "py");
    let files: Vec<PathBuf> = files.filter(is_python).collect();
    assert!(files.len() > 5);
    let parse = "import ast, sys; [ast.parse(open(path, encoding='utf-8').read(), path) for path in sys.argv[1:]]";
    let Some(output) = python(&["-c", parse], &files) else { return };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_laws_of_the_training_program_hold() {
    let import = python(&["-c", "import torch, safetensors"], &[]);
    if import.is_some_and(|output| output.status.success()) {
        let output = python(&["src/training/laws.py"], &[]).unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}
