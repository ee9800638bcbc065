//! Links of HexWorld, the analysis board that the community pastes positions from.
//!
//! ```text
//! https://hexworld.org/board/#11r9c1,e6:sf7i8:p,g10
//! ```
//!
//! After `#` come the size and how the board looks, then the moves up to the one that is shown, then
//! those that the link still holds for later. Moves take turns and stand without a gap; `:p` is a pass,
//! `:s` a swap of pieces, `:S` one of sides, and `:rb` or `:fw` say that Black resigned or White forfeited.

use super::game::{Action, Game, Move, PlayError};
use crate::board::{ByColor, Color, ParseCellError, Size, SizeError};

/// Why a text is no link to a position that we can set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// Some other address.
    #[error("`{0}` is not a link of hexworld.org/board")]
    Address(String),
    /// What stands before the first comma is not known.
    #[error("`{0}` is no size of a HexWorld board with its flags r, m, n and c")]
    Board(String),
    /// No board of ours.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A move that is none.
    #[error("`{0}` is no move of HexWorld")]
    Move(String),
    /// A cell that is none, or off the board.
    #[error(transparent)]
    Cell(#[from] ParseCellError),
    /// The game goes on after a player gave up.
    #[error("`{0}` after the end of the game")]
    AfterEnd(String),
    /// A move that the rules forbid.
    #[error(transparent)]
    Play(#[from] PlayError),
}

/// One step of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Move(Move),
    Pass,
    End,
}

/// Reads a link: the game up to the position that it shows. What comes after that is not looked at.
///
/// # Errors
/// The text is no such link, or its game is not legal on a board we have.
pub fn read_link(text: &str) -> Result<Game, LinkError> {
    let fragment = fragment(text).ok_or_else(|| LinkError::Address(text.to_owned()))?;
    let mut parts = fragment.split(',');
    let mut game = Game::new(size_of_link(parts.next().unwrap_or_default())?);
    let mut rest = parts.next().unwrap_or_default();
    let mut has_ended = false;
    while !rest.is_empty() {
        if has_ended {
            return Err(LinkError::AfterEnd(rest.to_owned()));
        }
        let (step, after) = read_step(rest, game.board().size())?;
        rest = after;
        let turn = game.to_play();
        match step {
            Step::Move(mv) => game.play(turn, mv)?,
            Step::Pass => game.set_to_play(!turn),
            Step::End => has_ended = true,
        }
    }
    Ok(game)
}

/// What follows the `#`; without one HexWorld shows its own board.
fn fragment(text: &str) -> Option<&str> {
    let address = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
    let address = address.strip_prefix("www.").unwrap_or(address);
    let rest = address.strip_prefix("hexworld.org/board")?;
    let rest = rest.strip_prefix('/').unwrap_or(rest);
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('#') }
}

/// Reads `11`, `11x9`, or nothing for 11, and how the board is turned and coloured, which means nothing
/// to us.
fn size_of_link(text: &str) -> Result<Size, LinkError> {
    let unknown = || LinkError::Board(text.to_owned());
    let flags = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == 'x');
    if !are_flags(flags) {
        return Err(unknown());
    }
    let size = match text.strip_suffix(flags) {
        None | Some("") => "11",
        Some(size) => size,
    };
    let (columns, rows) = size.split_once('x').unwrap_or((size, size));
    let number = |side: &str| side.parse().map_err(|_| unknown());
    Ok(Size::new(number(columns)?, number(rows)?)?)
}

fn are_flags(text: &str) -> bool {
    match text.chars().next() {
        None => true,
        Some('m' | 'n') => are_flags(&text[1..]),
        Some('r' | 'c') => are_flags(text[1..].trim_start_matches(|c: char| c.is_ascii_digit())),
        Some(_) => false,
    }
}

/// The first step of these, and the rest.
fn read_step(text: &str, size: Size) -> Result<(Step, &str), LinkError> {
    const SPECIAL: [(&str, Step); 7] = [
        (":s", Step::Move(Move::SwapPieces)),
        (":S", Step::Move(Move::SwapSides)),
        (":p", Step::Pass),
        (":rb", Step::End),
        (":rw", Step::End),
        (":fb", Step::End),
        (":fw", Step::End),
    ];
    for (name, step) in SPECIAL {
        if let Some(rest) = text.strip_prefix(name) {
            return Ok((step, rest));
        }
    }
    let number = text.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let rest = number.trim_start_matches(|c: char| c.is_ascii_digit());
    match text.strip_suffix(rest) {
        None | Some("") => Err(LinkError::Move(text.to_owned())),
        Some(name) => Ok((Step::Move(Move::Place(size.parse_cell(name)?)), rest)),
    }
}

/// The link that shows where a game stands: with its moves if a link can tell them, else with its stones.
pub fn write_link(game: &Game) -> String {
    let size = game.board().size();
    let mut moves = Moves { size, text: String::new(), turn: Color::Black };
    if is_told_by_moves(game) {
        for action in game.actions() {
            if let Action::Move(color, mv) = action {
                moves.push(*color, *mv);
            }
        }
    } else {
        moves.push_stones(game);
    }
    moves.pass_to(game.to_play());
    let rows = if size.is_square() { String::new() } else { format!("x{}", size.rows()) };
    format!("https://hexworld.org/board/#{}{rows}c1,{}", size.columns(), moves.text)
}

/// Whether a link can tell the game: it was not edited, and a swap was White's answer to the first stone.
fn is_told_by_moves(game: &Game) -> bool {
    let is_told = |action: &Action| match action {
        Action::Move(_, Move::Place(_)) => true,
        Action::Move(color, _) => *color == Color::White,
        Action::Edit(_) => false,
    };
    game.actions().all(is_told)
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
        };
        self.turn = if mv == Move::SwapSides { color } else { !color };
    }

    fn pass_to(&mut self, color: Color) {
        if self.turn != color {
            self.text += ":p";
            self.turn = color;
        }
    }

    /// The stones by turns as long as both colours have some.
    fn push_stones(&mut self, game: &Game) {
        let mut left = ByColor::new_with(|color| game.board().stones(color).iter());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;
    use crate::player::Edit;
    use proptest::prelude::*;

    /// The stones, and whose turn it is.
    fn shown(fragment: &str) -> String {
        let game = read_link(&format!("https://hexworld.org/board/#{fragment}"))
            .unwrap_or_else(|error| panic!("{fragment}: {error}"));
        let board = game.board();
        let names = |color| {
            let cells = board.stones(color).iter();
            cells.map(|cell| board.size().name(cell)).collect::<Vec<_>>().join(" ")
        };
        let [black, white] = Color::BOTH.map(names);
        format!("{}: {black} / {white}, {}", board.size(), game.to_play())
    }

    #[test]
    fn links_of_the_field_are_read() {
        assert_eq!(shown("5c1,c2:se4"), "5x5: e4 / b3, white");
        assert_eq!(shown("15c1,e6:sf7i8:rw"), "15x15: f7 / f5 i8, black");
        assert_eq!(shown("11,e6:Sa2"), "11x11: e6 / a2, black");
        assert_eq!(shown("7x5r10nmc2,g1:pg2"), "7x5: g1 g2 / , white");
        assert_eq!(shown("19,:pd10"), "19x19:  / d10, black");
        assert_eq!(shown("13n,d10j9,d5:s"), "13x13: d10 / j9, black");
        assert_eq!(shown("9,,d5"), "9x9:  / , black");
        assert_eq!(shown(""), "11x11:  / , black");
        for address in ["http://www.hexworld.org/board#11,a1", "https://hexworld.org/board/"] {
            assert!(read_link(address).is_ok(), "{address}");
        }
    }

    #[test]
    fn what_is_no_link_is_refused_with_a_reason() {
        for (text, reason) in [
            ("", "is not a link"),
            ("https://example.org/board/#11,a1", "is not a link"),
            ("https://hexworld.org/boardroom/#11,a1", "is not a link"),
            ("https://hexworld.org/board/#11q,a1", "`11q` is no size"),
            ("https://hexworld.org/board/#3x4x5,a1", "`3x4x5` is no size"),
            ("https://hexworld.org/board/#20,a1", "from 1 to 19"),
            ("https://hexworld.org/board/#5,f1", "`f1` is not on a board of 5x5"),
            ("https://hexworld.org/board/#5,aa1", "`aa1` is not a cell"),
            ("https://hexworld.org/board/#5,a", "`a` is not a cell"),
            ("https://hexworld.org/board/#5,a1:q", "`:q` is no move"),
            ("https://hexworld.org/board/#5,a1:rbb2", "`b2` after the end"),
            ("https://hexworld.org/board/#5,a1a1", "a1 is occupied"),
            ("https://hexworld.org/board/#5,a1b2:s", "a swap answers the first stone"),
            ("https://hexworld.org/board/#5x4,a1:s", "square boards"),
        ] {
            let error = read_link(text).expect_err(text).to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }

    fn game() -> impl Strategy<Value = Game> {
        let steps = prop::collection::vec((0..8u8, any::<bool>(), 0..20usize), 0..20);
        let size = prop_oneof![Just((4, 4)), Just((5, 4)), Just((4, 5))];
        (size, steps, any::<bool>()).prop_map(|((columns, rows), steps, passes)| {
            let mut game = Game::new(Size::new(columns, rows).unwrap());
            let cells: Vec<Cell> = game.board().size().cells().collect();
            for (kind, other, at) in steps {
                let color = if other { !game.to_play() } else { game.to_play() };
                let cell = cells[at % cells.len()];
                // What is illegal is left out.
                let _ = match kind {
                    0 => game.play(color, Move::SwapPieces),
                    1 => game.play(color, Move::SwapSides),
                    2 => game.edit(Edit { stones: vec![(color, cell)], cleared: vec![cell] }),
                    _ => game.play(color, Move::Place(cell)),
                };
            }
            if passes {
                game.set_to_play(!game.to_play());
            }
            game
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(game in game()) {
            let link = write_link(&game);
            let again = read_link(&link);
            prop_assert!(again.is_ok(), "{link}: {again:?}");
            let again = again.unwrap();
            prop_assert_eq!(again.board(), game.board(), "{}", link);
            prop_assert_eq!(again.to_play(), game.to_play(), "{}", link);
            if is_told_by_moves(&game) {
                prop_assert!(again.actions().eq(game.actions()), "{}", link);
            }
        }

        #[test]
        fn no_text_panics_the_reader(text in "[0-9x]{0,3}[rmnc0-9é]{0,4},(:[a-zS]{1,2}|[a-zé]{0,2}[0-9]{0,3}|,){0,8}") {
            let _ = read_link(&format!("https://hexworld.org/board/#{text}"));
        }
    }
}
