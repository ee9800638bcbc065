//! `hexcoven params`: the table of all parameters, as the notes have it.

use crate::params::Params;
use comfy_table::{Table, presets};
use std::io::{self, Write};

pub(super) fn run() -> anyhow::Result<()> {
    writeln!(io::stdout(), "{}", table())?;
    Ok(())
}

/// Every parameter as a Markdown table.
pub(super) fn table() -> String {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(["parameter", "default", "range", "meaning"]);
    for row in Params::default().rows() {
        table.add_row([row.name, &row.value, &row.range, row.doc]);
    }
    table.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notes_have_the_table_of_today() {
        let notes = include_str!("../notes/parameters.md");
        assert!(
            notes.contains(&table()),
            "put the output of `hexcoven params | cat` into src/notes/parameters.md:\n{}",
            table()
        );
    }
}
