//! `hexcoven params`: the table of all parameters.

use crate::params::Params;
use comfy_table::{ContentArrangement, Table, presets};
use std::io::{self, Write};
use terminal_size::terminal_size_of;

/// Writes a list that fits the terminal; to a file or a pipe the table in Markdown.
pub(super) fn run() -> anyhow::Result<()> {
    let mut out = io::stdout();
    let text = terminal_size_of(&out).map_or_else(table, |(width, _)| list(width.0.into()));
    writeln!(out, "{text}")?;
    Ok(())
}

/// Every parameter as a Markdown table, a line each.
pub(super) fn table() -> String {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(["parameter", "default", "range", "meaning"]);
    for row in Params::default().rows() {
        table.add_row([row.name, &row.value, &row.range, row.doc]);
    }
    table.to_string()
}

/// No terminal gets shorter lines, in characters: words would be broken.
const NARROWEST: usize = 60;

/// Every parameter with its default, and its meaning folded beside it, in lines of at most so many characters.
fn list(width: usize) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(width.max(NARROWEST)).unwrap_or(u16::MAX));
    for row in Params::default().rows() {
        let meaning = format!("{} ({})", row.doc, row.range);
        table.add_row([format!("{} = {}", row.name, row.value), meaning]);
    }
    table.trim_fmt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Row;

    #[test]
    fn the_notes_have_the_table_of_today() {
        let notes = include_str!("../notes/parameters.md");
        assert!(
            notes.contains(&table()),
            "put the output of `hexcoven params | cat` into src/notes/parameters.md:\n{}",
            table()
        );
    }

    #[test]
    fn a_terminal_gets_lines_that_it_can_show_and_all_words() {
        for width in [60, 80, 120, 1000] {
            let list = list(width);
            let longest = list.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(longest <= width, "{longest} characters of {width}:\n{list}");
            let entry =
                |row: &Row| format!("{} = {}|{} ({})", row.name, row.value, row.doc, row.range);
            let all = Params::default().rows().iter().map(entry).collect::<Vec<_>>().join("|");
            let sorted = |text: &str| {
                let mut words: Vec<String> =
                    text.split([' ', '|', '\n']).map(str::to_owned).collect();
                words.retain(|word| !word.is_empty());
                words.sort();
                words
            };
            assert_eq!(sorted(&list), sorted(&all));
        }
    }
}
