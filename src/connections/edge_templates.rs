//! Edge templates: full connections of a cell with an edge that the rules of H-search do not find.
//!
//! `hexcoven templates` finds them by search; what it has found is in `edge_templates.txt`. A template is for a stone in
//! a given row, alone or with helpers, which are other stones of the player, such as a ladder escape. No cell of
//! its carrier can be left out, as far as the command could prove. (For a lone stone in the second or third row the
//! rules find every connection.)
//! That a carrier suffices is a claim about a position of Hex ([`EdgeTemplate::claim`]); a test proves every one.

use super::edge_strip::{StripPlace, mirrored};
use super::{Connections, Endpoints};
use crate::board::{Board, Cell, CellSet, Color, Size, SizeError, WORDS};
use crate::params::ConnectionParams;
use std::fmt;
use std::sync::OnceLock;

/// A stone of the player, its helpers, and the empty cells that it needs to be connected with the edge below.
/// Places are (step, row), as seen from the edge: steps to the right of the stone, and rows up from the edge.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EdgeTemplate {
    /// The row of the stone, which is at step 0.
    pub row: usize,
    /// The other stones of the player that the template needs, sorted.
    pub helpers: Vec<(isize, usize)>,
    /// The carrier, without the stones, sorted.
    pub carrier: Vec<(isize, usize)>,
}

impl EdgeTemplate {
    /// The templates that are compiled in, without their mirror images.
    pub fn all() -> &'static [EdgeTemplate] {
        static ALL: OnceLock<Vec<EdgeTemplate>> = OnceLock::new();
        ALL.get_or_init(|| {
            Self::read(include_str!("edge_templates.txt")).expect("a test reads it too")
        })
    }

    /// Reads pictures, in the form in which templates are displayed, with empty lines between them. Lines that
    /// begin with `#` are comments.
    ///
    /// # Errors
    /// A picture shows no template.
    pub fn read(text: &str) -> Result<Vec<Self>, PictureError> {
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        let pictures = lines.split(|line| line.trim().is_empty());
        pictures.filter(|lines| !lines.is_empty()).map(Self::parse).collect()
    }

    /// Reads one picture.
    fn parse(lines: &[&str]) -> Result<Self, PictureError> {
        let (mut stones, mut helpers, mut carrier) = (Vec::new(), Vec::new(), Vec::new());
        for (row, line) in lines.iter().rev().enumerate() {
            let symbols = line.chars().filter(|symbol| !symbol.is_whitespace());
            for (column, symbol) in symbols.enumerate() {
                let places = match symbol {
                    '*' => &mut stones,
                    '+' => &mut helpers,
                    'o' => &mut carrier,
                    '.' => continue,
                    _ => return Err(PictureError::Symbol(symbol)),
                };
                places.push((column.cast_signed(), row));
            }
        }
        let [(stone, row)] = stones[..] else { return Err(PictureError::Stones(stones.len())) };
        for places in [&mut helpers, &mut carrier] {
            for (step, _) in places.iter_mut() {
                *step -= stone;
            }
            places.sort_unstable();
        }
        let mut places = helpers.iter().chain(&carrier);
        if !places.all(|place| Self::may_need(row, *place)) {
            return Err(PictureError::Above);
        }
        let template = Self { row, helpers, carrier };
        template.size()?;
        Ok(template)
    }

    /// The mirror image of the template, with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let images = |places: &[StripPlace]| {
            let mut images: Vec<StripPlace> =
                places.iter().map(|place| mirrored(self.row, *place)).collect();
            images.sort_unstable();
            images
        };
        let (helpers, carrier) = (images(&self.helpers), images(&self.carrier));
        Self { row: self.row, helpers, carrier }
    }

    /// Whether a helper or a cell of the carrier may be at a place, for a stone in this row: not at the stone, and
    /// in the row above the stone only on its left, so that [`claim`](Self::claim) has room for stones on its
    /// right. (The mirror image has the other side.)
    pub fn may_need(row: usize, place: StripPlace) -> bool {
        place != (0, row) && (place.1 <= row || (place.1 == row + 1 && place.0 <= 0))
    }

    /// How far a place is to the right of a stone in this row as drawn, in half cells: each row down is half a cell
    /// further to the right.
    pub fn half_steps_right(row: usize, place: StripPlace) -> isize {
        2 * place.0 + row.cast_signed() - place.1.cast_signed()
    }

    /// The stone and the two stones that join it to the north in the claim.
    fn chain(&self) -> impl Iterator<Item = StripPlace> {
        (0..3_usize).map(|up| (up.cast_signed(), self.row + up))
    }

    /// The steps of the carrier, the helpers and the chain.
    fn steps(&self) -> impl Iterator<Item = isize> {
        let places = self.carrier.iter().chain(&self.helpers).copied();
        places.chain(self.chain()).map(|(step, _)| step)
    }

    /// The leftmost of these steps.
    fn first_step(&self) -> isize {
        self.steps().min().unwrap_or_default()
    }

    /// The size of the smallest board that has room for the claim.
    fn size(&self) -> Result<Size, SizeError> {
        let last = self.steps().max().unwrap_or_default();
        Size::new((last - self.first_step()).unsigned_abs() + 1, self.row + 3)
    }

    /// The position that proves the template if Black, who moves second, wins it. The stone, the helpers and two
    /// stones that join the stone to the north are black, the carrier is empty, and all other cells are white.
    /// The two stones touch nothing of the template that the stone does not touch.
    ///
    /// # Panics
    /// If the template is wider than a board.
    pub fn claim(&self) -> Board {
        let black: Vec<StripPlace> = self.chain().chain(self.helpers.iter().copied()).collect();
        self.board(&black, &self.carrier)
    }

    /// Whether H-search finds the template if the place of the stone is still empty. It may find less for an empty
    /// cell than for a stone, since an empty cell is no middle of full connections.
    ///
    /// # Panics
    /// If the template is wider than a board.
    pub fn is_found(&self, params: &ConnectionParams) -> bool {
        let (board, cell) = self.without_stone();
        is_joined(&board, cell, SOUTH, params)
    }

    /// The template on a board without its stone and without the way to the north, and the cell of the stone.
    fn without_stone(&self) -> (Board, Cell) {
        let stone = (0, self.row);
        let empty: Vec<StripPlace> = self.carrier.iter().copied().chain([stone]).collect();
        (self.board(&self.helpers, &empty), self.cell(stone))
    }

    /// The smallest board for the claim with these black stones and these empty cells; all other cells are white.
    fn board(&self, black: &[StripPlace], empty: &[StripPlace]) -> Board {
        let set = |places: &[StripPlace]| -> CellSet {
            places.iter().map(|place| self.cell(*place)).collect()
        };
        let (black, empty) = (set(black), set(empty));
        let color = |cell| match (empty.contains(cell), black.contains(cell)) {
            (true, _) => None,
            (_, true) => Some(Color::Black),
            _ => Some(Color::White),
        };
        let size = self.size().expect("a template fits on a board");
        Board::with_stones(size, size.cells().map(color))
    }

    /// The cell of a place on the smallest board for the claim.
    fn cell(&self, (step, row): StripPlace) -> Cell {
        let size = self.size().expect("a template fits on a board");
        let column = (step - self.first_step()).unsigned_abs();
        size.cell(column, self.row + 2 - row).expect("inside the span")
    }
}

impl fmt::Display for EdgeTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = || self.carrier.iter().chain(&self.helpers);
        let steps = || places().map(|(step, _)| *step).chain([0]);
        let (first, last) = (steps().min().unwrap_or_default(), steps().max().unwrap_or_default());
        let top = places().map(|(_, row)| *row).fold(self.row, usize::max);
        for row in (0..=top).rev() {
            write!(f, "{:1$}", "", top - row)?;
            for step in first..=last {
                let symbol = match (step, row) {
                    place if place == (0, self.row) => '*',
                    place if self.helpers.contains(&place) => '+',
                    place if self.carrier.contains(&place) => 'o',
                    _ => '.',
                };
                write!(f, "{}{symbol}", if step == first { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// The reason why a picture shows no edge template.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// An unknown symbol.
    #[error("`{0}` in a picture, where only `*`, `+`, `o` and `.` are understood")]
    Symbol(char),
    /// Another number of stones than one.
    #[error("a picture with {0} stones `*`, where one is needed")]
    Stones(usize),
    /// A helper or a cell of the carrier where none may be.
    #[error(
        "`o` or `+` too far above the stone: they may be in the row above it, but not to its right \
         (draw the mirror image)"
    )]
    Above,
    /// It is wider or higher than a board.
    #[error(transparent)]
    Size(#[from] SizeError),
}

/// The index of the southern edge among Black's, in the order of [`Edge::of`](crate::board::Edge::of).
const SOUTH: usize = 1;

/// Whether H-search finds a full connection of Black between a cell and one of Black's edges.
fn is_joined(board: &Board, cell: Cell, edge: usize, params: &ConnectionParams) -> bool {
    let endpoints = Endpoints::new(board, Color::Black);
    let connections = Connections::<WORDS>::of(&endpoints, params);
    let end = endpoints.at(cell).expect("the cell is open");
    let pair = connections.between(end, endpoints.edge_endpoints()[edge]);
    pair.is_some_and(|pair| !pair.fulls.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::MAX_SIDE;

    #[test]
    fn what_is_displayed_is_read_back() {
        assert!(!EdgeTemplate::all().is_empty());
        for template in EdgeTemplate::all() {
            assert_eq!(EdgeTemplate::read(&template.to_string()), Ok(vec![template.clone()]));
            // Mirror images with a cell above to the right cannot be read from a picture.
            let image = template.mirrored();
            let read = EdgeTemplate::read(&image.to_string());
            assert!(read == Ok(vec![image.clone()]) || read == Err(PictureError::Above));
            assert_eq!(image.mirrored(), *template);
        }
    }

    #[test]
    fn pictures_of_nothing_are_refused() {
        assert_eq!(EdgeTemplate::read("# only words\n\n"), Ok(vec![]));
        assert_eq!(EdgeTemplate::read("o x *"), Err(PictureError::Symbol('x')));
        assert_eq!(EdgeTemplate::read("o o"), Err(PictureError::Stones(0)));
        assert_eq!(EdgeTemplate::read("* *"), Err(PictureError::Stones(2)));
        assert_eq!(EdgeTemplate::read(". o\n * o\n  o o"), Err(PictureError::Above));
        let wide = |cells| EdgeTemplate::read(&("o".repeat(cells) + "*"));
        assert!(
            wide(MAX_SIDE - 3).is_ok() && matches!(wide(MAX_SIDE - 2), Err(PictureError::Size(_)))
        );
        assert!(EdgeTemplate::read("o .\n * o\n  o o").is_ok());
    }

    #[test]
    fn a_template_reaches_where_h_search_does_not() {
        let board = Board::new(Size::new(11, 11).unwrap());
        let a4 = board.size().parse_cell("a4").unwrap();
        let is_joined = |edge_templates| is_joined(&board, a4, 0, &with_templates(edge_templates));
        assert!(is_joined(true) && !is_joined(false));
    }

    fn with_templates(edge_templates: bool) -> ConnectionParams {
        ConnectionParams { edge_templates, ..ConnectionParams::default() }
    }

    #[test]
    fn an_empty_cell_is_joined_by_its_template_alone() {
        for template in EdgeTemplate::all() {
            let (board, cell) = template.without_stone();
            assert_eq!(board.color_at(cell), None);
            assert!(template.is_found(&with_templates(true)), "{template}");
            assert!(!template.is_found(&with_templates(false)), "{template}");
        }
    }

    #[test]
    fn a_helper_is_joined_by_the_stone_that_it_touches() {
        let mut found = 0;
        for template in EdgeTemplate::all() {
            let (mut board, stone) = template.without_stone();
            let helpers = board.stones(Color::Black);
            board.place(Color::Black, stone);
            for helper in helpers & *board.geometry().neighbor_set(stone) {
                board.remove(Color::Black, helper);
                assert!(is_joined(&board, helper, SOUTH, &with_templates(true)), "{template}");
                board.place(Color::Black, helper);
                found += 1;
            }
        }
        assert!(found > 10, "{found}");
    }
}
