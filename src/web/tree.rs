//! Records as trees for the page, and such trees as SGF.

use super::line::{read_step, write_step};
use super::refusal::Refusal;
use crate::board::{Color, Diagram, Size};
use crate::files::{with_plain_ends, without_mark};
use crate::player::Game;
use crate::record::{self, NodeId, Options, Reading, Record};
use serde::Deserialize;
use serde_json::{Value, json};

/// The most nodes of a tree.
const MOST_NODES: usize = 20_000;

/// What to read, and how to read what can be read in several ways.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ToRead {
    text: String,
    /// The side of the board where the text does not say it.
    columns: Option<usize>,
    rows: Option<usize>,
    game: Option<String>,
    swap: Option<String>,
    letters: Option<String>,
    first_row: Option<String>,
}

impl ToRead {
    /// The size of the board where the text does not say it, if the page has one.
    fn size(&self) -> Result<Option<Size>, Refusal> {
        let sides = self.columns.zip(self.rows);
        Ok(sides.map(|(columns, rows)| Size::new(columns, rows)).transpose()?)
    }

    fn options(&self, size: Option<Size>) -> Result<Options, Refusal> {
        Ok(Options {
            game: self.game.clone(),
            swap: self.swap.as_deref().map(str::parse).transpose()?,
            letters: self.letters.as_deref().map(str::parse).transpose()?,
            rows: self.first_row.as_deref().map(str::parse).transpose()?,
            size,
        })
    }
}

/// Reads a record, a link, moves or a diagram.
pub(super) fn read(wanted: &ToRead) -> Result<Value, Refusal> {
    let text = without_mark(&wanted.text).trim();
    if text.is_empty() {
        return Err(Refusal::bad("there is nothing to read"));
    }
    if let Some(tree) = read_diagram(&with_plain_ends(text)) {
        return tree;
    }
    // Each node of a record begins so. A comment may have some, too, but hardly as many as that.
    if text.matches(';').count() > 10 * MOST_NODES {
        return Err(too_large());
    }
    let Reading { record, notes } = read_record(text, wanted)?;
    let line = record.main_line();
    let notes: Vec<String> = notes.into_iter().chain(record.after_the_end(&line)).collect();
    // This comes first, since it refuses a record that is too large to be played out.
    let json = record_json(&record, &notes)?;
    // The rules must allow the main line. Of other lines the page is told when it comes there.
    Game::of_record(record, &line, None)?;
    Ok(json)
}

fn too_large() -> Refusal {
    Refusal::bad(format!("too large: {MOST_NODES} positions at most"))
}

/// Reads a record, a link or moves, on the page's board unless the text says another size or does not fit there.
fn read_record(text: &str, wanted: &ToRead) -> Result<Reading, Refusal> {
    let usual = record::read_text(text, &wanted.options(None)?);
    let Some(size) = wanted.size()? else { return Ok(usual?) };
    let mut own = match record::read_text(text, &wanted.options(Some(size))?) {
        Ok(own) => own,
        // The error names the page's board.
        Err(error) => return usual.map_err(|_| error.into()),
    };
    if usual.is_ok_and(|usual| usual.record.size() == size) {
        return Ok(own);
    }
    own.notes.push(format!("the text does not say how large the board is: {size} is assumed"));
    Ok(own)
}

/// A diagram as a tree with one node; none if the text does not look like one.
fn read_diagram(text: &str) -> Option<Result<Value, Refusal>> {
    let has_cells = |line: &str| line.split_whitespace().any(|word| word == ".");
    if text.lines().count() < 2 {
        return None;
    }
    let Diagram { board, to_play } = match Diagram::read(text) {
        Ok(diagram) => diagram,
        Err(error) => return text.lines().any(has_cells).then(|| Err(error.into())),
    };
    let stones: Vec<_> = Color::BOTH
        .into_iter()
        .flat_map(|color| {
            board.stones(color).iter().map(move |cell| (color, cell)).collect::<Vec<_>>()
        })
        .collect();
    let game = Game::with_stones(board.size(), stones.clone());
    let to_play = to_play.or(game.ok().map(|game| game.to_play()))?;
    let mut record = Record::new(board.size());
    let root = record.root();
    let edit = record::Edit { stones, cleared: Vec::new() };
    record.node_mut(root).steps = vec![record::Step::Edit(edit), record::Step::Turn(to_play)];
    Some(record_json(&record, &[]))
}

/// A record as the page gets it: nodes, each with its parent's number, which is lower.
fn record_json(record: &Record, notes: &[String]) -> Result<Value, Refusal> {
    let size = record.size();
    let mut written = Vec::new();
    let mut shown = None;
    // A node to tell, the number of its parent, and whose turn it is before it.
    let mut pending: Vec<(NodeId, Option<usize>, Color)> =
        vec![(record.root(), None, Color::Black)];
    while let Some((id, parent, mut to_play)) = pending.pop() {
        let node = record.node(id);
        let mut steps = Vec::new();
        for step in &node.steps {
            steps.extend(write_step(size, to_play, step));
            to_play = step.turn_after(to_play);
        }
        let number = written.len();
        if number >= MOST_NODES {
            return Err(too_large());
        }
        if record.shown() == Some(id) {
            shown = Some(number);
        }
        written.push(json!({ "parent": parent, "steps": steps, "comment": node.comment() }));
        // The last on the stack is told next: the main line first.
        pending
            .extend(record.children(id).iter().rev().map(|child| (*child, Some(number), to_play)));
    }
    Ok(json!({
        "columns": size.columns(),
        "rows": size.rows(),
        "nodes": written,
        "shown": shown,
        "black": record.name(Color::Black),
        "white": record.name(Color::White),
        "event": record.information("EV"),
        "result": record.result(),
        "notes": notes,
    }))
}

/// A tree of the page.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tree {
    columns: usize,
    rows: usize,
    nodes: Vec<TreeNode>,
    black: Option<String>,
    white: Option<String>,
    event: Option<String>,
    result: Option<String>,
}

/// A node of such a tree. The first one is the root and has no parent.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TreeNode {
    parent: Option<usize>,
    steps: Vec<String>,
    comment: Option<String>,
}

/// Writes a tree as SGF.
pub(super) fn write(tree: &Tree) -> Result<Value, Refusal> {
    let size = Size::new(tree.columns, tree.rows)?;
    if tree.nodes.len() > MOST_NODES {
        return Err(too_large());
    }
    let mut record = Record::new(size);
    let information =
        [("PB", &tree.black), ("PW", &tree.white), ("EV", &tree.event), ("RE", &tree.result)];
    for (name, text) in information {
        record.set_information(name, text.as_deref().unwrap_or_default());
    }
    // The record's node and whose turn it is, for each node of the tree.
    let mut written: Vec<(NodeId, Color)> = Vec::new();
    for (number, node) in tree.nodes.iter().enumerate() {
        let parent = node.parent.map(|parent| written.get(parent).copied());
        let (id, mut to_play) = match (number, parent) {
            (0, None) => (record.root(), Color::Black),
            (1.., Some(Some((parent, to_play)))) => (record.add(parent, Vec::new()), to_play),
            _ => return Err(Refusal::bad("a node of the tree comes before its parent")),
        };
        let mut steps = Vec::new();
        for word in &node.steps {
            let step = read_step(size, to_play, word)?;
            to_play = step.turn_after(to_play);
            // A move says itself whose it is. A turn in the same node would be taken for one after it.
            if matches!(step, record::Step::Move(..) | record::Step::GiveUp(..)) {
                steps.retain(|step| !matches!(step, record::Step::Turn(_)));
            }
            steps.push(step);
        }
        record.node_mut(id).steps = steps;
        record.node_mut(id).add_comment(node.comment.as_deref().unwrap_or_default());
        written.push((id, to_play));
    }
    Ok(json!({ "sgf": record.write() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Value {
        read(&ToRead { text: text.to_owned(), ..ToRead::default() }).unwrap()
    }

    #[test]
    fn a_record_goes_to_the_page_and_comes_back() {
        let text = "(;FF[4]GM[11]SZ[5]PB[Ann]AB[a1];W[b2]C[why];B[c3](;W[d4])(;W[e5];B[resign]))";
        let mut tree = read_text(text);
        assert_eq!(tree["black"], "Ann");
        // SGF puts a stone whatever is there.
        assert_eq!(tree["nodes"][0]["steps"][0], "+Ba1-a1");
        for only_read in ["shown", "notes"] {
            tree.as_object_mut().unwrap().remove(only_read);
        }
        let tree: Tree = serde_json::from_value(tree).unwrap();
        let sgf = write(&tree).unwrap()["sgf"].as_str().unwrap().to_owned();
        let [again, first] = [sgf.as_str(), text].map(read_text);
        assert_eq!(again["nodes"], first["nodes"], "{sgf}");
    }

    #[test]
    fn diagrams_links_and_moves_are_read() {
        let diagram = read_text(". . .\n . B .\n  . . W\nblack to play");
        assert_eq!(diagram["nodes"][0]["steps"], json!(["+Bb2+Wc3", "turn-black"]));
        let won = read_text("  a  b\n 1\\B  .\\1\n  2\\B  W\\2\n    a  b\nblack has won");
        assert_eq!(won["nodes"][0]["steps"][0], "+Ba1+Ba2+Wb2");
        let link = read_text("https://hexworld.org/board/#7,a1b2,c3");
        assert_eq!((link["columns"].as_u64(), link["shown"].as_u64()), (Some(7), Some(2)));
        assert_eq!(read_text("1. a2 2. swap-pieces 3. d4")["nodes"].as_array().unwrap().len(), 4);
    }

    #[test]
    fn a_text_without_a_size_is_read_on_the_board_of_the_page() {
        let try_on = |side: usize, text: &str| {
            let (columns, rows) = (Some(side), Some(side));
            read(&ToRead { text: text.to_owned(), columns, rows, ..ToRead::default() })
        };
        let read_on = |side: usize, text: &str| {
            let told = try_on(side, text).unwrap();
            (told["columns"].as_u64().unwrap(), told["notes"].to_string())
        };
        for text in ["a2 b3 c1", "(;GM[11];B[a2];W[b3])"] {
            let (columns, notes) = read_on(5, text);
            assert!(columns == 5 && notes.contains("5x5 is assumed"), "{text}: {columns} {notes}");
            assert_eq!(read_on(11, text), (11, "[]".to_owned()), "{text}");
        }
        let (columns, notes) = read_on(13, "m13");
        assert!(columns == 13 && notes.contains("13x13 is assumed"), "{columns} {notes}");
        // Said by the text, or too large for the page's board.
        for (text, columns) in [("(;GM[11]SZ[7];B[a2])", 7), ("#9,a2", 9), ("a2 k11", 11)] {
            assert_eq!(read_on(5, text), (columns, "[]".to_owned()), "{text}");
        }
        for text in ["a1 n14", "(;GM[11];B[n14])"] {
            let refusal = try_on(13, text).unwrap_err().message;
            assert!(refusal.ends_with("`n14` is not on a board of 13x13"), "{refusal}");
        }
    }

    #[test]
    fn a_record_that_is_too_large_is_not_played_out() {
        // The first move is illegal: only whoever plays would see it.
        let text = format!("(;GM[11]SZ[5];B[a1];W[a1]{}", ";B[pass];W[pass]".repeat(MOST_NODES));
        let refusal = read(&ToRead { text: text + ")", ..ToRead::default() }).unwrap_err();
        assert!(refusal.message.contains("too large"), "{}", refusal.message);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let refused =
            |text: &str| read(&ToRead { text: text.to_owned(), ..ToRead::default() }).is_err();
        for text in [
            "",
            "  ",
            "(;GM[1]SZ[9])",
            ". .\n .",
            "hello world",
            "(;GM[11]SZ[5];B[a1];W[b1];B[b1])",
        ] {
            assert!(refused(text), "{text}");
        }
        let tree = |parent: &str| {
            format!(
                r#"{{"columns":5,"rows":5,"nodes":[{{"parent":null,"steps":[]}},{{"parent":{parent},"steps":["a1"]}}]}}"#
            )
        };
        let written = |parent: &str| write(&serde_json::from_str(&tree(parent)).unwrap());
        assert!(written("0").is_ok() && written("1").is_err() && written("null").is_err());
    }
}
