//! Comments of nodes, and the marks that tell a reader where to look.

use super::{Node, Property};
use std::borrow::Cow;

impl Node {
    /// The comment, if there is one.
    pub fn comment(&self) -> Option<Cow<'_, str>> {
        self.property("C").map(Property::text)
    }

    /// Marks the node as one that a reader should look at: HO, the hotspot of SGF.
    pub fn mark_hotspot(&mut self) {
        if self.properties.iter().all(|property| property.name != "HO") {
            self.properties.push(Property::of_text("HO", "1"));
        }
    }

    /// Removes the mark of [`mark_hotspot`](Self::mark_hotspot).
    pub fn unmark_hotspot(&mut self) {
        self.properties.retain(|property| property.name != "HO" || property.text() != "1");
    }

    /// Says this in the comment, in a paragraph of its own, instead of all lines that begin with a mark. Returns those lines.
    pub fn replace_comment(&mut self, mark: &str, text: &str) -> Vec<String> {
        let comment = self.comment().unwrap_or_default().into_owned();
        let lines: Vec<&str> = comment.lines().collect();
        let replaced = lines.iter().filter(|line| line.starts_with(mark));
        let replaced: Vec<String> = replaced.map(|line| (*line).to_owned()).collect();
        if replaced.is_empty() {
            self.add_comment(text);
            return Vec::new();
        }
        let kept = |paragraph: &[&str]| {
            let kept = paragraph.iter().copied().filter(|line| !line.starts_with(mark));
            kept.collect::<Vec<&str>>().join("\n")
        };
        let paragraphs = lines.split(|line| line.trim().is_empty()).map(kept);
        let paragraphs = paragraphs.chain([text.to_owned()]).filter(|text| !text.is_empty());
        self.set_comment(&paragraphs.collect::<Vec<String>>().join("\n\n"));
        replaced
    }

    /// Says more in the comment, in a paragraph of its own.
    pub fn add_comment(&mut self, text: &str) {
        let said = self.comment().filter(|comment| !comment.trim().is_empty());
        match said {
            _ if text.is_empty() => {}
            Some(comment) => self.set_comment(&format!("{comment}\n\n{text}")),
            None => self.set_comment(text),
        }
    }

    fn set_comment(&mut self, text: &str) {
        if text.is_empty() {
            return self.properties.retain(|property| property.name != "C");
        }
        let property = Property::of_text("C", text);
        match self.properties.iter_mut().find(|property| property.name == "C") {
            Some(known) => *known = property,
            None => self.properties.push(property),
        }
    }
}
