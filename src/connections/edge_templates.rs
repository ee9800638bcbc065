//! Edge templates: full connections of a cell with an edge that H-search does not find.
//!
//! `hexcoven templates` finds and proves them: carriers of which no cell can be spared, for a stone in a
//! given row, alone or with another stone of the player that helps, as the escape of a ladder does; its
//! output is `edge_templates.txt`. For a lone stone on the second or third row H-search finds all. That a carrier is enough is a claim about a position of Hex
//! ([`EdgeTemplate::claim`]): a test proves every one again.

use super::edge_links::{self, EdgeLink};
use crate::board::{Board, Cell, CellSet, Color, Edge, MAX_SIDE, Size};
use std::collections::HashSet;
use std::fmt;
use std::sync::OnceLock;

/// A place in the strip along an edge, with the edge below: steps along the edge, and the row, 0 being
/// next to the edge. The same step one row up is half a step further to the left.
pub(super) type Place = (isize, usize);

/// A stone and the cells that it needs to be joined to the edge below.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EdgeTemplate {
    /// The row of the stone, which stands at step 0.
    pub row: usize,
    /// The place of another stone of the player, if the template needs one: to the left of the stone, but
    /// for mirror images.
    pub helper: Option<(isize, usize)>,
    /// The carrier, without the stones, sorted.
    pub carrier: Vec<(isize, usize)>,
}

impl EdgeTemplate {
    /// The templates that are compiled in, without their mirror images.
    pub fn all() -> &'static [EdgeTemplate] {
        static ALL: OnceLock<Vec<EdgeTemplate>> = OnceLock::new();
        ALL.get_or_init(|| {
            let text = include_str!("edge_templates.txt");
            let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
            let pictures = lines.split(|line| line.is_empty()).filter(|lines| !lines.is_empty());
            pictures.map(EdgeTemplate::parse).collect()
        })
    }

    /// Reads a picture, the form in which templates are displayed.
    fn parse(lines: &[&str]) -> Self {
        let symbols = |line: &str| -> Vec<char> { line.chars().filter(|c| *c != ' ').collect() };
        let top = lines.len() - 1;
        let find = |line: &str| symbols(line).iter().position(|symbol| *symbol == '*');
        let (row, stone) = lines
            .iter()
            .zip((0..=top).rev())
            .find_map(|(line, row)| Some((row, find(line)?)))
            .unwrap_or_default();
        let mut carrier = Vec::new();
        let mut helper = None;
        for (line, row) in lines.iter().zip((0..=top).rev()) {
            for (column, symbol) in symbols(line).iter().enumerate() {
                let place = (column.cast_signed() - stone.cast_signed(), row);
                match symbol {
                    'o' => carrier.push(place),
                    '+' => helper = Some(place),
                    _ => {}
                }
            }
        }
        carrier.sort_unstable();
        Self { row, helper, carrier }
    }

    /// The template seen in a mirror that stands on the edge.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let image = |place| mirrored(self.row, place);
        let mut carrier: Vec<Place> = self.carrier.iter().copied().map(image).collect();
        carrier.sort_unstable();
        Self { row: self.row, helper: self.helper.map(image), carrier }
    }

    /// Whether a carrier of a stone in this row may have this place: not the stone's own, and in the row
    /// above only on one side (the mirror image has the other), so that [`claim`](Self::claim) can be
    /// stated.
    pub fn may_need(row: usize, place: Place) -> bool {
        place != (0, row) && (place.1 <= row || (place.1 == row + 1 && place.0 <= 0))
    }

    /// Whether a stone here may help one in this row: it is to its left, not above the row over it, and not
    /// beside the stones that stand in the claim for all that the stone is joined with.
    pub fn may_help(row: usize, place: Place) -> bool {
        Self::half_steps_right(row, place) < 0 && place.0 < 0 && place.1 <= row + 1
    }

    /// How far to the right of a stone in this row a place is, in half steps; with every row further down
    /// a place stands one more to the right.
    pub fn half_steps_right(row: usize, place: Place) -> isize {
        2 * place.0 + row.cast_signed() - place.1.cast_signed()
    }

    /// The position that proves the template: Black, who moves second, must join north to south. All
    /// that is not in the carrier is White's, but for the helper and two black stones that join the stone to
    /// the north and touch neither the helper nor any cell of the carrier that the stone does not touch.
    ///
    /// # Panics
    /// If the carrier is wider than a board.
    pub fn claim(&self) -> Board {
        let chain = [(0, self.row), (1, self.row + 1), (2, self.row + 2)];
        let black: Vec<Place> = chain.into_iter().chain(self.helper).collect();
        let steps = || self.carrier.iter().chain(&black).map(|(step, _)| *step);
        let (first, last) = (steps().min().unwrap_or_default(), steps().max().unwrap_or_default());
        let size = Size::new((last - first).unsigned_abs() + 1, self.row + 3)
            .expect("a template fits on a board");
        let at = |(step, row): &Place| {
            size.cell((step - first).unsigned_abs(), self.row + 2 - row).expect("inside the span")
        };
        let carrier: CellSet = self.carrier.iter().map(at).collect();
        let black: CellSet = black.iter().map(at).collect();
        let color = |cell| match (carrier.contains(cell), black.contains(cell)) {
            (true, _) => None,
            (_, true) => Some(Color::Black),
            _ => Some(Color::White),
        };
        Board::with_stones(size, size.cells().map(color))
    }
}

impl fmt::Display for EdgeTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = || self.carrier.iter().chain(&self.helper);
        let steps = || places().map(|(step, _)| *step).chain([0]);
        let (first, last) = (steps().min().unwrap_or_default(), steps().max().unwrap_or_default());
        let top = places().map(|(_, row)| *row).fold(self.row, usize::max);
        for row in (0..=top).rev() {
            write!(f, "{:1$}", "", top - row)?;
            for step in first..=last {
                let symbol = match (step, row) {
                    place if place == (0, self.row) => '*',
                    place if self.helper == Some(place) => '+',
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

/// A place seen in a mirror on the edge that leaves step 0 of this row where it is.
pub(super) fn mirrored(row: usize, place: Place) -> Place {
    (place.1.cast_signed() - row.cast_signed() - place.0, place.1)
}

/// A template at its place on a board.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    /// Which of the player's edges, in the order of [`Edge::of`].
    pub(super) edge: usize,
    pub(super) stone: Cell,
    helper: Option<Cell>,
    pub(super) carrier: CellSet,
}

/// All templates and links at all places on boards of one size, for one player.
#[derive(Debug)]
pub(super) struct Table {
    /// Those without a helper.
    alone: Vec<Placed>,
    /// The others, by the cell of the helper.
    helped: Vec<Vec<Placed>>,
    links: Vec<EdgeLink>,
}

impl Table {
    /// The templates of this player on boards of this size.
    pub(super) fn of(size: Size, player: Color) -> &'static Self {
        static TABLES: [[[OnceLock<Table>; 2]; MAX_SIDE]; MAX_SIDE] =
            [const { [const { [const { OnceLock::new() }; 2] }; MAX_SIDE] }; MAX_SIDE];
        let table = &TABLES[size.rows() - 1][size.columns() - 1][player as usize];
        table.get_or_init(|| Self::new(size, player))
    }

    fn new(size: Size, player: Color) -> Self {
        let mut table = Self {
            alone: Vec::new(),
            helped: vec![Vec::new(); size.cell_count()],
            links: edge_links::all_placed(size, player),
        };
        for placed in all_placed(size, player) {
            match placed.helper {
                None => table.alone.push(placed),
                Some(cell) => table.helped[cell.index()].push(placed),
            }
        }
        table
    }

    /// Those that need no helper.
    pub(super) fn alone(&self) -> &[Placed] {
        &self.alone
    }

    /// The links of at most this length.
    pub(super) fn links(&self, longest: u32) -> impl Iterator<Item = &EdgeLink> {
        self.links.iter().take_while(move |link| link.length <= longest as usize)
    }

    /// Those with one of these stones as the helper.
    pub(super) fn helped_by(&self, stones: CellSet) -> impl Iterator<Item = &Placed> {
        stones.into_iter().flat_map(|cell| &self.helped[cell.index()])
    }
}

fn all_placed(size: Size, player: Color) -> Vec<Placed> {
    let known: HashSet<&EdgeTemplate> = EdgeTemplate::all().iter().collect();
    let mirrored = EdgeTemplate::all().iter().map(EdgeTemplate::mirrored);
    let asymmetric = mirrored.filter(|template| !known.contains(template));
    let templates: Vec<EdgeTemplate> =
        EdgeTemplate::all().iter().cloned().chain(asymmetric).collect();
    let length = if player == Color::Black { size.columns() } else { size.rows() };
    let mut all = Vec::new();
    for (edge, side) in Edge::of(player).into_iter().enumerate() {
        for template in &templates {
            all.extend((0..length).filter_map(|at| {
                let cell = |(step, row)| cell_at(size, side, at.checked_add_signed(step)?, row);
                let helper = match template.helper {
                    Some(place) => Some(cell(place)?),
                    None => None,
                };
                Some(Placed {
                    edge,
                    stone: cell((0, template.row))?,
                    helper,
                    carrier: template
                        .carrier
                        .iter()
                        .map(|place| cell(*place))
                        .collect::<Option<_>>()?,
                })
            }));
        }
    }
    all
}

/// The cell so many steps along an edge in this row from it. The edges are the southern one turned and
/// mirrored, which keeps neighbours neighbours.
pub(super) fn cell_at(size: Size, edge: Edge, step: usize, row: usize) -> Option<Cell> {
    let (columns, rows) = (size.columns(), size.rows());
    match edge {
        Edge::South => size.cell(step, rows.checked_sub(row + 1)?),
        Edge::North => size.cell(columns.checked_sub(step + 1)?, row),
        Edge::East => size.cell(columns.checked_sub(row + 1)?, step),
        Edge::West => size.cell(row, rows.checked_sub(step + 1)?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connections::{Connections, Endpoints, Until};
    use crate::params::ConnectionParams;

    #[test]
    fn what_is_displayed_is_read_back() {
        assert!(!EdgeTemplate::all().is_empty());
        for template in EdgeTemplate::all() {
            for template in [template.clone(), template.mirrored()] {
                let text = template.to_string();
                assert_eq!(EdgeTemplate::parse(&text.lines().collect::<Vec<_>>()), template);
            }
            assert_eq!(template.mirrored().mirrored(), *template);
        }
    }

    #[test]
    fn every_edge_has_the_templates_of_a_mirrored_strip() {
        let size = Size::new(12, 9).unwrap();
        let image = |size: Size, placed: &Placed| {
            (
                size.mirror(placed.stone),
                placed.helper.map(|cell| size.mirror(cell)),
                placed.carrier.iter().map(|cell| size.mirror(cell)).collect::<CellSet>(),
            )
        };
        let black: Vec<_> = all_placed(size, Color::Black).iter().map(|p| image(size, p)).collect();
        let white: Vec<_> = all_placed(size.transposed(), Color::White)
            .iter()
            .map(|p| (p.stone, p.helper, p.carrier))
            .collect();
        assert!(!black.is_empty() && black.len() == white.len());
        assert!(black.iter().all(|placed| white.contains(placed)));
    }

    #[test]
    fn every_edge_is_a_strip_like_that_of_the_claims() {
        let size = Size::new(12, 9).unwrap();
        let geometry = crate::board::Geometry::of(size);
        let places = || (3..8_usize).flat_map(|step| (0..6_usize).map(move |row| (step, row)));
        for edge in Color::BOTH.into_iter().flat_map(Edge::of) {
            let cell = |(step, row)| cell_at(size, edge, step, row).unwrap();
            for a in places() {
                assert_eq!(a.1 == 0, geometry.edge_cells(edge).contains(cell(a)));
                for b in places() {
                    let (right, up) = (
                        b.0.cast_signed() - a.0.cast_signed(),
                        b.1.cast_signed() - a.1.cast_signed(),
                    );
                    let steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)];
                    let touch = geometry.neighbors(cell(a)).contains(&cell(b));
                    assert_eq!(touch, steps.contains(&(right, up)), "{edge:?} {a:?} {b:?}");
                }
            }
        }
        // In a claim as well, where the row by the south is the last.
        let claim = EdgeTemplate { row: 2, helper: None, carrier: vec![(-1, 1), (0, 1)] }.claim();
        let stone = claim.size().parse_cell("b3").unwrap();
        let touched = *claim.geometry().neighbor_set(stone) & claim.empty();
        assert_eq!((claim.color_at(stone), touched), (Some(Color::Black), claim.empty()));
    }

    #[test]
    fn a_template_reaches_where_h_search_does_not() {
        let board = Board::new(Size::new(11, 11).unwrap());
        let is_joined = |edge_templates| {
            let params = ConnectionParams { edge_templates, ..ConnectionParams::default() };
            let endpoints = Endpoints::new(&board, Color::Black);
            let mut connections = Connections::<2>::default();
            connections.build(&board, &endpoints, &params, Until::Complete);
            let a4 = board.size().parse_cell("a4").unwrap().index();
            connections
                .between(a4, endpoints.edges()[0].1)
                .is_some_and(|pair| !pair.fulls.is_empty())
        };
        assert!(is_joined(true) && !is_joined(false));
    }
}
