//! Game records: SGF for Hex, read as leniently as the field writes it.
//!
//! Points are `a1` with rows from the top, or two letters as in Go. Written records have the first
//! form, which HexGui and the sites understand.

use super::game::{Action, Edit, Game, Move, PlayError};
use crate::board::{ByColor, Cell, Color, Size};
use sgf_parse::unknown_game::Prop;
use sgf_parse::{GameTree, SgfNode};
use std::fmt::Write;
use std::str::Chars;

/// A record: a game, and who played it.
#[derive(Clone, Debug)]
pub struct Record {
    /// The board and the moves.
    pub game: Game,
    /// The players' names, empty if nothing is known.
    pub names: ByColor<String>,
    /// `B+`, `W+` or `?` with or without a reason.
    pub result: Option<String>,
}

/// Why a text is no record of a Hex game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfError {
    /// Not SGF.
    #[error("not an SGF file: {0}")]
    Syntax(String),
    /// SGF of another game.
    #[error("not a record of Hex")]
    OtherGame,
    /// The board is too large or the size is not a number.
    #[error("`{0}` is no board size from 1 to 19")]
    Size(String),
    /// A property that says something about the position, but not what.
    #[error("`{0}` is not understood")]
    Property(String),
    /// A point that is none, or off the board.
    #[error("`{0}` is no cell of the board")]
    Point(String),
    /// A move that the rules forbid.
    #[error(transparent)]
    Play(#[from] PlayError),
}

impl Record {
    /// Reads the main line of a record: its first `most` moves, or all.
    ///
    /// # Errors
    /// The text is no record of a legal Hex game on a board we have.
    pub fn read(text: &str, most: Option<usize>) -> Result<Self, SgfError> {
        let root = parse(text)?;
        let mut game = Game::new(size_of_record(&root)?);
        let (mut names, mut result) = (ByColor::<String>::default(), None);
        let mut moves = 0;
        for (number, node) in root.main_variation().enumerate() {
            check(node, number == 0)?;
            for property in node.properties() {
                match property {
                    Prop::PB(name) => names.black.clone_from(&name.text),
                    Prop::PW(name) => names.white.clone_from(&name.text),
                    Prop::RE(text) => result = Some(text.text.clone()),
                    _ => {}
                }
            }
            let edit = edit_of(node, game.board().size())?;
            if edit != Edit::default() {
                game.edit(edit)?;
            }
            for property in node.properties() {
                let (color, text) = match property {
                    Prop::B(text) => (Color::Black, text),
                    Prop::W(text) => (Color::White, text),
                    _ => continue,
                };
                if most.is_some_and(|most| moves == most) {
                    return Ok(Self { game, names, result });
                }
                if let Some(mv) = read_move(text, game.board().size())? {
                    game.play(color, mv)?;
                    moves += 1;
                }
            }
            if let Some(color) = turn_of(node)? {
                game.set_to_play(color);
            }
        }
        Ok(Self { game, names, result })
    }

    /// The record as SGF, in one line. Stones that were put by hand come in the order of the game,
    /// which the parser's own writer would not keep.
    pub fn write(&self) -> String {
        self.write_with_comments(&[])
    }

    /// The same with a comment at each action of the game, none where it is empty or missing.
    pub fn write_with_comments(&self, comments: &[String]) -> String {
        let size = self.game.board().size();
        let mut text = String::from("(;FF[4]GM[11]CA[UTF-8]AP[HexCoven:");
        text += env!("CARGO_PKG_VERSION");
        let _ = if size.is_square() {
            write!(text, "]SZ[{}]", size.columns())
        } else {
            write!(text, "]SZ[{}:{}]", size.columns(), size.rows())
        };
        for (property, value) in [("PB", &self.names.black), ("PW", &self.names.white)] {
            if !value.is_empty() {
                let _ = write!(text, "{property}[{}]", escaped(value));
            }
        }
        if let Some(result) = &self.result {
            let _ = write!(text, "RE[{}]", escaped(result));
        }
        let mut turn = Color::Black; // as who reads this takes it to be
        for (number, action) in self.game.actions().enumerate() {
            text.push(';');
            match action {
                Action::Move(color, mv) => {
                    let _ = write!(text, "{}[{}]", color.letter(), move_name(size, *mv));
                    turn = mv.turn_after(*color);
                }
                Action::Edit(edit) => write_edit(&mut text, size, edit),
            }
            if let Some(comment) = comments.get(number).filter(|comment| !comment.is_empty()) {
                let _ = write!(text, "C[{}]", escaped(comment));
            }
        }
        if turn != self.game.to_play() {
            let _ = write!(text, ";PL[{}]", self.game.to_play().letter());
        }
        text.push(')');
        text
    }
}

/// Nodes deeper in each other are no record of a game, and the parser would overflow the stack.
const DEEPEST: usize = 2000;

fn parse(text: &str) -> Result<SgfNode<Prop>, SgfError> {
    if depth(text) > DEEPEST {
        return Err(SgfError::Syntax(format!("more than {DEEPEST} moves one after the other")));
    }
    // Without a game the parser assumes Go, whose points it would check. GoGui leaves it out.
    let has_game = text.contains("GM[");
    let text = if has_game { text.to_owned() } else { text.replacen(';', ";GM[11]", 1) };
    let trees = sgf_parse::parse(&text).map_err(|error| SgfError::Syntax(error.to_string()))?;
    let root = match trees.into_iter().next() {
        Some(GameTree::Unknown(root)) => root,
        Some(GameTree::GoGame(_)) => return Err(SgfError::OtherGame),
        None => return Err(SgfError::Syntax("no game in it".to_owned())),
    };
    match root.get_property("GM") {
        Some(Prop::GM(11)) => Ok(root),
        _ => Err(SgfError::OtherGame),
    }
}

/// How many nodes and games are in each other.
fn depth(text: &str) -> usize {
    let (mut depths, mut depth, mut deepest) = (Vec::new(), 0, 0);
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        match char {
            '[' => skip_value(&mut chars),
            '(' => {
                depths.push(depth);
                depth += 1;
            }
            ')' => depth = depths.pop().unwrap_or(0),
            ';' => depth += 1,
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// The rest of a property's value, in which a backslash stands before what ends nothing.
fn skip_value(chars: &mut Chars<'_>) {
    while let Some(char) = chars.next() {
        match char {
            ']' => return,
            '\\' => _ = chars.next(),
            _ => {}
        }
    }
}

/// Refuses a node that says what is not understood, or what the first one alone may say.
fn check(node: &SgfNode<Prop>, is_root: bool) -> Result<(), SgfError> {
    for property in node.properties() {
        match property {
            Prop::Invalid(name, values)
                if ["B", "W", "AB", "AW", "AE", "SZ"].contains(&name.as_str()) =>
            {
                return Err(SgfError::Property(format!("{name}[{}]", values.join("]["))));
            }
            Prop::SZ((columns, rows)) if !is_root => {
                return Err(SgfError::Property(format!(
                    "SZ[{columns}:{rows}] after the first node"
                )));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whose turn a node says it is: by a letter, a word, or a number, as it is found.
fn turn_of(node: &SgfNode<Prop>) -> Result<Option<Color>, SgfError> {
    match node.get_property("PL") {
        Some(Prop::PL(sgf_parse::Color::Black)) => Ok(Some(Color::Black)),
        Some(Prop::PL(sgf_parse::Color::White)) => Ok(Some(Color::White)),
        Some(Prop::Invalid(_, values)) => {
            let text = values.join("][");
            match text.trim().to_ascii_lowercase().as_str() {
                "b" | "black" | "1" => Ok(Some(Color::Black)),
                "w" | "white" | "2" => Ok(Some(Color::White)),
                _ => Err(SgfError::Property(format!("PL[{text}]"))),
            }
        }
        _ => Ok(None),
    }
}

fn size_of_record(root: &SgfNode<Prop>) -> Result<Size, SgfError> {
    let (columns, rows) = match root.get_property("SZ") {
        Some(Prop::SZ((columns, rows))) => (*columns, *rows),
        Some(other) => return Err(SgfError::Size(other.to_string())),
        None => (11, 11),
    };
    Size::new(usize::from(columns), usize::from(rows))
        .map_err(|_| SgfError::Size(format!("{columns}:{rows}")))
}

fn edit_of(node: &SgfNode<Prop>, size: Size) -> Result<Edit, SgfError> {
    let cells = |points: &std::collections::HashSet<String>| {
        let mut cells =
            points.iter().map(|point| read_point(point, size)).collect::<Result<Vec<_>, _>>()?;
        cells.sort();
        Ok::<_, SgfError>(cells)
    };
    let mut edit = Edit::default();
    for property in node.properties() {
        let (color, points) = match property {
            Prop::AB(points) => (Some(Color::Black), points),
            Prop::AW(points) => (Some(Color::White), points),
            Prop::AE(points) => (None, points),
            _ => continue,
        };
        for cell in cells(points)? {
            // A set-up stone takes the place of whatever was there.
            edit.cleared.push(cell);
            edit.stones.extend(color.map(|color| (color, cell)));
        }
    }
    Ok(edit)
}

fn write_edit(text: &mut String, size: Size, edit: &Edit) {
    for color in Color::BOTH {
        let stones: Vec<Cell> = edit
            .stones
            .iter()
            .filter(|(owner, _)| *owner == color)
            .map(|(_, cell)| *cell)
            .collect();
        write_points(text, if color == Color::Black { "AB" } else { "AW" }, size, &stones);
    }
    let placed = |cell: &Cell| edit.stones.iter().any(|(_, placed)| placed == cell);
    let cleared: Vec<Cell> = edit.cleared.iter().copied().filter(|cell| !placed(cell)).collect();
    write_points(text, "AE", size, &cleared);
}

fn write_points(text: &mut String, property: &str, size: Size, cells: &[Cell]) {
    if !cells.is_empty() {
        text.push_str(property);
        for cell in cells {
            let _ = write!(text, "[{}]", size.name(*cell));
        }
    }
}

/// The move with this text; nothing for the end of a game, which is no move.
fn read_move(text: &str, size: Size) -> Result<Option<Move>, SgfError> {
    match text.trim().to_ascii_lowercase().as_str() {
        "swap-pieces" => Ok(Some(Move::SwapPieces)),
        "swap-sides" | "swap" => Ok(Some(Move::SwapSides)),
        "resign" | "forfeit" => Ok(None),
        point => read_point(point, size).map(|cell| Some(Move::Place(cell))),
    }
}

/// The name of a move, as records and GTP write it.
pub fn move_name(size: Size, mv: Move) -> String {
    match mv {
        Move::Place(cell) => size.name(cell),
        Move::SwapPieces => "swap-pieces".to_owned(),
        Move::SwapSides => "swap-sides".to_owned(),
    }
}

fn read_point(text: &str, size: Size) -> Result<Cell, SgfError> {
    let letters = text.trim().to_ascii_lowercase();
    let of_go = match letters.as_bytes() {
        [column @ b'a'..=b'z', row @ b'a'..=b'z'] => {
            size.cell(usize::from(column - b'a'), usize::from(row - b'a'))
        }
        _ => None,
    };
    of_go.or_else(|| size.parse_cell(&letters).ok()).ok_or_else(|| SgfError::Point(text.to_owned()))
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Record {
        Record::read(text, None).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn stones(record: &Record) -> String {
        let board = record.game.board();
        let names = |color| {
            let cells = board.stones(color).iter();
            cells.map(|cell| board.size().name(cell)).collect::<Vec<_>>().join(" ")
        };
        format!("{} / {}", names(Color::Black), names(Color::White))
    }

    #[test]
    fn records_of_the_field_are_read() {
        let hexgui =
            "(;AP[HexGui:0.10.GIT]FF[4]GM[11]PL[W]SZ[5:7]AB[a1][b1]AW[c3]\n;W[d4];B[b2];W[resign])";
        let record = read(hexgui);
        assert_eq!(stones(&record), "a1 b1 b2 / c3 d4");
        assert_eq!(record.game.to_play(), Color::White);
        assert_eq!(record.game.board().size(), Size::new(5, 7).unwrap());
        assert_eq!(stones(&read("(;GM[11]SZ[11];B[E6];W[swap-pieces])")), " / f5");
        assert_eq!(stones(&read("(;GM[11]SZ[11];B[e6];W[swap];W[a2])")), "e6 / a2");
        assert_eq!(stones(&read("(;SZ[6];B[cd];W[b1])")), "c4 / b1", "GoGui's points and no game");
        assert_eq!(read("(;GM[11]SZ[5]AB[c2]AW[c3]PL[white])").game.to_play(), Color::White);
        let (deep, wide) = (";C[;;\\];]".repeat(1500), "(;W[b1])".repeat(5000));
        assert_eq!(stones(&read(&format!("(;GM[11]SZ[3];B[a1]{deep}{wide})"))), "a1 / b1");
        assert_eq!(read("(;GM[11])").game.board().size(), Size::new(11, 11).unwrap());
        assert_eq!(stones(&read("(;GM[11]SZ[3]AB[a1][b2];AE[a1]AW[b2];B[c3])")), "c3 / b2");
        let result = read("(;GM[11]RE[W+R];B[a1](;W[b2])(;W[c3]))");
        assert_eq!((stones(&result).as_str(), result.result.as_deref()), ("a1 / b2", Some("W+R")));
    }

    #[test]
    fn the_first_moves_alone_can_be_read() {
        let text = "(;GM[11]SZ[5];B[a1];W[b1];B[c1])";
        assert_eq!(stones(&Record::read(text, Some(2)).unwrap()), "a1 / b1");
        assert_eq!(stones(&Record::read(text, Some(0)).unwrap()), " / ");
        assert_eq!(stones(&Record::read(text, Some(9)).unwrap()), "a1 c1 / b1");
    }

    #[test]
    fn what_is_no_record_is_refused_with_a_reason() {
        for text in [
            "",
            "nonsense",
            "(;GM[11]",
            "(;GM[1];B[aa])",
            "(;GM[11]SZ[20])",
            "(;GM[11]SZ[x])",
            "(;GM[11]SZ[5];B[f1])",
            "(;GM[11]SZ[5];B[])",
            "(;GM[11]SZ[5];B[a1];W[a1])",
            "(;GM[11]SZ[5];B[swap-pieces])",
            "(;GM[11]SZ[5]AB[q9])",
            "(;GM[11]SZ[5];B[c3][b2];W[a1])",
            "(;GM[11]SZ[5]AB[c2]PL[red])",
            "(;GM[11];SZ[5];B[c3])",
            &format!("(;GM[11]SZ[5]{};B[c3])", ";".repeat(100_000)),
            &format!("(;GM[11]SZ[5]{};B[c3]", "(;C[\\](]".repeat(100_000)),
        ] {
            assert!(Record::read(text, None).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        for text in [
            "(;GM[11]SZ[4];B[a1];W[swap-pieces];B[d4])",
            "(;GM[11]SZ[4:3]AB[a1]AW[b2];B[d3];AE[a1])",
            "(;GM[11]SZ[4];B[a1];W[swap-sides];W[b1])",
            "(;GM[11]SZ[4]AB[a1][b2]PL[W])",
            "(;GM[11]SZ[4]RE[B+R];B[a1];PL[B])",
        ] {
            let record = read(text);
            let record =
                Record { names: ByColor { black: "us]".into(), white: "them\\".into() }, ..record };
            let written = record.write();
            let again = read(&written);
            assert_eq!(stones(&again), stones(&record), "{written}");
            assert_eq!(again.game.to_play(), record.game.to_play(), "{written}");
            assert_eq!((again.names, again.result), (record.names, record.result), "{written}");
            assert!(
                again.game.actions().eq(record.game.actions()) || text.contains("AB"),
                "{written}"
            );
        }
    }

    proptest! {
        #[test]
        fn no_text_panics_the_reader(text in "\\(;(GM\\[11\\]|SZ\\[[0-9:]{0,4}\\]|[BW]\\[[a-z0-9-]{0,4}\\]|A[BWE]\\[[a-c1-3:]{0,5}\\]|;|[()\\]\\[]){0,12}\\)?") {
            let _ = Record::read(&text, None);
        }
    }
}
