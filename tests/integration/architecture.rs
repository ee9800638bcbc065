//! The layers point one way, and what is cited is defined.

use std::fs;
use std::path::{Path, PathBuf};

/// The layers, lowest first. A layer may use itself and those before it.
const LAYERS: [&str; 24] = [
    "board",
    "certificate",
    "layout",
    "messages",
    "threads",
    "files",
    "record",
    "params",
    "inferior",
    "connections",
    "circuit",
    "knowledge",
    "nn",
    "evaluation",
    "search",
    "player",
    "review",
    "training",
    "solver",
    "gtp",
    "web",
    "wrap",
    "contest",
    "cli",
];

fn sources() -> Vec<(PathBuf, String)> {
    let sources = sources_in("src");
    assert!(sources.len() > 30);
    sources
}

/// The sources of a folder, by their paths in it.
fn sources_in(folder: &str) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut folders = vec![root.clone()];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                sources.push((path.strip_prefix(&root).unwrap().to_owned(), text));
            }
        }
    }
    sources
}

fn layer_of(path: &Path) -> String {
    let first = path.iter().next().unwrap().to_string_lossy();
    first.trim_end_matches(".rs").to_owned()
}

fn rank(layer: &str) -> Option<usize> {
    LAYERS.iter().position(|name| *name == layer)
}

/// What a source names after `crate::`.
fn used_layers(text: &str) -> Vec<String> {
    let name =
        |after: &str| after.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    text.split("crate::").skip(1).map(name).collect()
}

#[test]
fn layers_only_look_down() {
    for (path, text) in sources() {
        let layer = layer_of(&path);
        let Some(own) = rank(&layer) else {
            let is_none = ["lib", "main", "notes"].contains(&layer.as_str());
            assert!(is_none, "{}: in no layer", path.display());
            continue;
        };
        assert!(!text.contains("crate::{"), "{}: one `use crate::layer` a line", path.display());
        for used in used_layers(&text) {
            let looks_down = rank(&used).is_some_and(|rank| rank <= own);
            assert!(looks_down, "{}: `{layer}` may not use `{used}`", path.display());
        }
    }
}

/// The sources of a layer.
fn sources_of(layer: &str) -> impl Iterator<Item = (PathBuf, String)> {
    sources().into_iter().filter(move |(path, _)| layer_of(path) == layer)
}

#[test]
fn the_search_and_the_inference_know_no_hex() {
    for (layer, lower) in [("search", Some("params")), ("nn", None)] {
        for (path, text) in sources_of(layer) {
            let mut used = used_layers(&text).into_iter();
            let other = used.find(|used| used != layer && lower != Some(used));
            assert!(other.is_none(), "{}: uses {other:?}", path.display());
        }
    }
}

#[test]
fn what_computes_does_no_input_or_output() {
    let layers = ["inferior", "connections", "circuit", "nn", "knowledge", "evaluation", "search"];
    let is_test = |path: &Path| path.iter().any(|part| part == "tests" || part == "tests.rs");
    for (path, text) in layers.into_iter().flat_map(sources_of).filter(|(path, _)| !is_test(path)) {
        for word in ["std::fs", "File", "std::net", "stdin", "print!", "println!", "env::var"] {
            assert!(!code_of(&text).contains(word), "{}: `{word}`", path.display());
        }
    }
}

/// A source without its tests.
fn code_of(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests {").next().unwrap()
}

#[test]
fn lib_names_every_layer_in_order() {
    let lib = sources().into_iter().find(|(path, _)| path == Path::new("lib.rs")).unwrap().1;
    let modules: Vec<&str> =
        lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert_eq!(modules, [&LAYERS[..], &["notes"]].concat(), "the layers, and the notes after them");
}

#[test]
fn every_citation_is_defined_in_lib() {
    let lib = include_str!("../../src/lib.rs");
    for (path, text) in sources() {
        let words = text.split_whitespace().filter(|word| !word.contains("://"));
        for word in words.flat_map(|word| word.split(|c: char| !c.is_ascii_alphanumeric())) {
            let (letters, digits) = word.split_at(word.len().saturating_sub(2));
            let is_key = letters.len() >= 2
                && letters.bytes().all(|byte| byte.is_ascii_uppercase())
                && digits.bytes().all(|byte| byte.is_ascii_digit());
            if is_key {
                let definition = format!("* **{word}**");
                assert!(lib.contains(&definition), "{}: {word} is not in lib.rs", path.display());
            }
        }
    }
}

#[test]
fn files_stay_short() {
    let all = [sources(), sources_in("tests"), sources_in("benches")].concat();
    for (path, text) in all.iter().filter(|(path, _)| !path.ends_with("tests.rs")) {
        let lines = code_of(text).lines().count();
        assert!(lines <= 500, "{}: {lines} lines", path.display());
    }
}
