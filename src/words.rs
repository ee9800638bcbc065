//! Words that messages share.

use std::fmt::Display;

/// A number of things: `1 move`, `2 moves`.
pub fn counted(number: impl Display + Copy, noun: &str) -> String {
    let number = number.to_string();
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_thing_is_not_plural() {
        let texts = [0, 1, 2, 11].map(|number| counted(number, "move"));
        assert_eq!(texts, ["0 moves", "1 move", "2 moves", "11 moves"]);
    }
}
