//! Links of HexWorld, the analysis board that the community pastes positions from, and of sites that took
//! over its way to write a game.
//!
//! ```text
//! https://hexworld.org/board/#11r9c1,e6:sf7i8:p,g10
//! ```
//!
//! After `#` come the size and how the board looks, then the moves up to the one that is shown, then those that
//! the link still holds for later. Moves take turns and stand without a gap; `:p` is a pass, `:s` a swap of
//! pieces, `:S` one of sides, and `:rb` or `:fw` say that Black resigned or White forfeited. hexata and hex-study
//! write a tree: after a move its alternatives stand in parentheses, and a comma after any move marks the one
//! that is shown.

use super::error::{Place, RecordError};
use super::{GivingUp, Move, NodeId, Reading, Record, Step, usual_size};
use crate::board::{Board, ByColor, Color, Size};
use std::borrow::Cow;

/// Whether a text is an address, or the part of one that tells a game.
pub fn is_link(text: &str) -> bool {
    let text = unwrapped(text);
    // In a later word it is no part of a link.
    let has_fragment_mark = text.split_whitespace().next().is_some_and(|word| word.contains('#'));
    text.contains("://") || has_fragment_mark || site(text).is_some() || has_fragment(text)
}

/// A text without what is often pasted with it.
fn unwrapped(text: &str) -> &str {
    text.trim().trim_matches(['<', '>', '"', '\'', '`']).trim()
}

/// Sites whose links tell a game.
const SITES: [(&str, bool); 8] = [
    ("hexworld.org/board", true),
    ("playhex.org/hexplorer", true),
    ("hex-study/hex.html", true),
    ("hex-study/openings.html", true),
    ("hex-study/joseki.html", true),
    ("hex-study/", false),
    ("playhex.org/", false),
    ("littlegolem.net/", false),
];

/// What follows the address of a site that is known, and whether its links have moves.
fn site(text: &str) -> Option<(&'static str, bool, &str)> {
    let address = text.split_once("://").map_or(text, |(_, address)| address);
    let address = address.strip_prefix("www.").unwrap_or(address);
    let before_fragment = address.split('#').next().unwrap_or_default();
    let (site, has_moves) = SITES.into_iter().find(|(site, _)| before_fragment.contains(site))?;
    let (_, rest) = address.split_once(site)?;
    Some((site, has_moves, rest))
}

/// Whether it begins as what follows the `#` does: a size, flags and a comma.
fn has_fragment(text: &str) -> bool {
    let Some((board, moves)) = text.split_once(',') else { return false };
    let begins_with_a_move =
        moves.starts_with(|c: char| c.is_ascii_lowercase() || [':', ','].contains(&c));
    let has_no_blanks = !moves.contains(char::is_whitespace);
    board.starts_with(|c: char| c.is_ascii_digit())
        && has_no_blanks
        && (moves.is_empty() || begins_with_a_move)
        && moves.split(',').all(|part| !part.starts_with(|c: char| c.is_ascii_digit()))
        && size_of(board).is_ok()
}

/// Reads a link: all its moves, and which position it shows.
pub(super) fn read(text: &str) -> Result<Reading, RecordError> {
    let text = unwrapped(text);
    let fragment = fragment(text)?;
    let fragment = decoded(fragment);
    let (board, moves) = fragment.split_once(',').unwrap_or((&fragment, ""));
    let size = size_of(board)?;
    let place = Place::START.past(board).after(',');
    let mut reader = Reader::new(size, place);
    reader.read(moves)?;
    reader.record.conclude();
    Ok(Reading { record: reader.record, notes: Vec::new() })
}

/// What follows the `#`; without one HexWorld shows its own board.
fn fragment(text: &str) -> Result<&str, RecordError> {
    let other = || {
        let problem = "not a link of hexworld.org/board, playhex.org/hexplorer or hex-study";
        Err(RecordError::new(problem).of(format!("`{text}`")))
    };
    match site(text) {
        Some((_, true, rest)) => match rest.split_once('#') {
            Some((before, fragment)) if is_end_of_address(before) => Ok(fragment),
            None if is_end_of_address(rest) => Ok(""),
            _ => other(),
        },
        Some((site, false, _)) => {
            let site = site.trim_end_matches('/');
            let problem = format!("this link of {site} has no moves of a game");
            let hint = "save the game there as a file, or copy a link of HexWorld";
            Err(RecordError::new(problem).of(format!("`{text}`")).hint(hint))
        }
        None if text.contains("://") || text.contains('/') => other(),
        None => Ok(text.strip_prefix('#').unwrap_or(text)),
    }
}

/// Whether nothing but a slash or a query stands between the address and the `#`.
fn is_end_of_address(text: &str) -> bool {
    text.is_empty() || text == "/" || text.trim_start_matches('/').starts_with('?')
}

/// Browsers write some characters as `%2C`.
fn decoded(text: &str) -> Cow<'_, str> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut left = text.as_bytes();
    while let [first, rest @ ..] = left {
        let hex = rest
            .get(..2)
            .filter(|_| *first == b'%')
            .and_then(|digits| std::str::from_utf8(digits).ok());
        let code = hex.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(code.unwrap_or(*first));
        left = if code.is_some() { &rest[2..] } else { rest };
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Reads `11`, `11x9`, or nothing for 11, and how the board is turned and coloured, which means nothing here.
fn size_of(text: &str) -> Result<Size, RecordError> {
    let unknown = || {
        let problem = "not a size of a HexWorld board with its flags r, m, n and c";
        RecordError::new(problem).of(format!("`{text}`"))
    };
    let flags = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == 'x');
    if !are_flags(flags) {
        return Err(unknown());
    }
    let size = text.strip_suffix(flags).unwrap_or_default();
    if size.is_empty() {
        return Ok(usual_size());
    }
    let (columns, rows) = size.split_once('x').unwrap_or((size, size));
    let number = |side: &str| side.parse().map_err(|_| unknown());
    Size::new(number(columns)?, number(rows)?).map_err(|error| RecordError::new(error.to_string()))
}

fn are_flags(text: &str) -> bool {
    let mut left = text;
    while let Some(flag) = left.chars().next() {
        left = match flag {
            'm' | 'n' => &left[1..],
            'r' | 'c' => left[1..].trim_start_matches(|c: char| c.is_ascii_digit()),
            _ => return false,
        };
    }
    true
}

/// Reads moves into a tree.
#[derive(Debug)]
struct Reader {
    record: Record,
    /// Whose turn it is after each node.
    turns: Vec<Color>,
    /// The node that the next move follows.
    at: NodeId,
    /// The node that the last move followed.
    before: NodeId,
    place: Place,
}

/// What a link says of a move.
enum Word {
    Move(Move),
    GiveUp(Color, GivingUp),
}

const WORDS: [(&str, Word); 7] = [
    (":s", Word::Move(Move::SwapPieces)),
    (":S", Word::Move(Move::SwapSides)),
    (":p", Word::Move(Move::Pass)),
    (":rb", Word::GiveUp(Color::Black, GivingUp::Resign)),
    (":rw", Word::GiveUp(Color::White, GivingUp::Resign)),
    (":fb", Word::GiveUp(Color::Black, GivingUp::Forfeit)),
    (":fw", Word::GiveUp(Color::White, GivingUp::Forfeit)),
];

impl Reader {
    fn new(size: Size, place: Place) -> Self {
        let record = Record::new(size);
        let root = record.root();
        Self { record, turns: vec![Color::Black], at: root, before: root, place }
    }

    fn read(&mut self, mut left: &str) -> Result<(), RecordError> {
        let mut open: Vec<(NodeId, NodeId)> = Vec::new();
        while let Some(first) = left.chars().next() {
            let length = match first {
                ',' if self.record.shown.is_none() => {
                    self.record.shown = Some(self.at);
                    1
                }
                ',' => return Err(self.error(left, "one comma too many")),
                '(' => {
                    open.push((self.at, self.before));
                    self.at = self.before;
                    1
                }
                ')' => {
                    let closed = open.pop();
                    (self.at, self.before) =
                        closed.ok_or_else(|| self.error(left, "there is no `(` for it"))?;
                    1
                }
                _ => self.word(left)?,
            };
            self.place = self.place.past(&left[..length]);
            left = &left[length..];
        }
        if open.is_empty() { Ok(()) } else { Err(self.error(left, "a `)` is missing")) }
    }

    /// Reads a move, and returns the length of its word.
    fn word(&mut self, text: &str) -> Result<usize, RecordError> {
        let turn = self.turns[self.at.0];
        if let Some((word, meaning)) = WORDS.into_iter().find(|(word, _)| text.starts_with(word)) {
            match meaning {
                Word::Move(mv) => self.push(Step::Move(turn, mv), mv.turn_after(turn)),
                Word::GiveUp(color, how) => self.push(Step::GiveUp(color, how), turn),
            }
            return Ok(word.len());
        }
        let number = text.trim_start_matches(|c: char| c.is_ascii_lowercase());
        let rest = number.trim_start_matches(|c: char| c.is_ascii_digit());
        let name = &text[..text.len() - rest.len()];
        if name.is_empty() {
            return Err(self.error(text, "not a move of HexWorld"));
        }
        let cell = self.record.size.parse_cell(name);
        let cell =
            cell.map_err(|error| RecordError::new(error.to_string()).at(Some(self.place)))?;
        self.push(Step::Move(turn, Move::Place(cell)), !turn);
        Ok(name.len())
    }

    fn push(&mut self, step: Step, turn: Color) {
        self.before = self.at;
        self.at = self.record.add(self.at, vec![step]);
        self.record.places[self.at.0] = Some(self.place);
        self.turns.push(turn);
    }

    fn error(&self, rest: &str, problem: &str) -> RecordError {
        RecordError::new(problem).of(format!("`{rest}`")).at(Some(self.place))
    }
}

/// The link that shows a position: with the moves that led to it if they are known, else with its stones.
pub fn write_link(board: &Board, moves: Option<&[(Color, Move)]>, to_play: Color) -> String {
    let size = board.size();
    let mut text = Moves { size, text: String::new(), turn: Color::Black };
    match moves {
        Some(moves) => moves.iter().for_each(|(color, mv)| text.push(*color, *mv)),
        None => text.push_stones(board),
    }
    text.pass_to(to_play);
    let rows = if size.is_square() { String::new() } else { format!("x{}", size.rows()) };
    format!("https://hexworld.org/board/#{}{rows}c1,{}", size.columns(), text.text)
}

/// The moves of a link as they are written.
struct Moves {
    size: Size,
    text: String,
    turn: Color,
}

impl Moves {
    fn push(&mut self, color: Color, mv: Move) {
        self.pass_to(color);
        self.text += &match mv {
            Move::Place(cell) => self.size.name(cell),
            Move::SwapPieces => ":s".to_owned(),
            Move::SwapSides => ":S".to_owned(),
            Move::Pass => ":p".to_owned(),
        };
        self.turn = mv.turn_after(color);
    }

    fn pass_to(&mut self, color: Color) {
        if self.turn != color {
            self.text += ":p";
            self.turn = color;
        }
    }

    /// The stones by turns as long as both colours have some.
    fn push_stones(&mut self, board: &Board) {
        let mut left = ByColor::new_with(|color| board.stones(color).iter());
        loop {
            let next = left[self.turn].next().map(|cell| (self.turn, cell));
            let Some((color, cell)) =
                next.or_else(|| left[!self.turn].next().map(|cell| (!self.turn, cell)))
            else {
                return;
            };
            self.push(color, Move::Place(cell));
        }
    }
}
