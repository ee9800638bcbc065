//! Wording that messages share.

use std::fmt::Display;

/// A number of things: `1 move`, `2 moves`.
pub fn counted(number: impl Display + Copy, noun: &str) -> String {
    let number = number.to_string();
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// A text on one line, with one blank for each gap between its words.
pub fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text without what a terminal takes for commands: each control character but tabs and line feeds becomes a blank. Files
/// and other programs may have put them there.
pub fn printable(text: &str) -> String {
    text.replace(|char: char| char.is_control() && !matches!(char, '\n' | '\t'), " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_not_plural() {
        let texts = [0, 1, 2, 11].map(|number| counted(number, "move"));
        assert_eq!(texts, ["0 moves", "1 move", "2 moves", "11 moves"]);
    }

    #[test]
    fn commands_to_a_terminal_become_blanks() {
        assert_eq!(printable("ä\u{1b}[2K\r\u{9b}1m\tb\n"), "ä [2K  1m\tb\n");
    }

    #[test]
    fn gaps_of_any_kind_become_one_blank() {
        assert_eq!(on_one_line(" no\r\n\tmove \n"), "no move");
    }
}
