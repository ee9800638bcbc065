//! A board as an SVG picture, slanted as HexGui shows it.

use crate::board::{Board, Cell, Color, Edge};
use std::array;
use svg::Document;
use svg::node::element::{Circle, Group, Polygon, Rectangle, Text, Title};

/// The distance from the centre of a cell to its corners. All lengths are in pixels.
const RADIUS: f64 = 20.0;

/// The distance from the centre of a cell to its sides.
const APOTHEM: f64 = RADIUS * SQRT_3 / 2.0;

const SQRT_3: f64 = 1.732_050_807_568_877_2;

/// How far the coloured edges reach beyond the cells' corners.
const BAND: f64 = 9.0;

/// The height of a line of the legend.
const LEGEND: f64 = 16.0;

const PAPER: &str = "#fbf7ee";
const CELL: &str = "#efe4cf";
pub(super) const LINE: &str = "#a8977a";
pub(super) const INK: &str = "#4a4033";
pub(super) const MARK: &str = "#d9482b";

/// A point of the picture: its distance to the right and down.
pub(super) type Point = (f64, f64);

/// The directions of a cell's corners from its centre, clockwise from the topmost. Of the cell `a1` the two sides at
/// corner 5 lie on the edges of the board.
const CORNERS: [Point; 6] = [
    (0.0, -1.0),
    (SQRT_3 / 2.0, -0.5),
    (SQRT_3 / 2.0, 0.5),
    (0.0, 1.0),
    (-SQRT_3 / 2.0, 0.5),
    (-SQRT_3 / 2.0, -0.5),
];

/// How an empty cell looks.
#[derive(Clone, Debug)]
pub(super) struct Look {
    /// Its colour.
    pub(super) fill: String,
    /// A line of text, and a smaller one below it. Either may be empty.
    pub(super) lines: [String; 2],
}

impl Default for Look {
    fn default() -> Self {
        Self { fill: CELL.to_owned(), lines: array::from_fn(|_| String::new()) }
    }
}

impl Look {
    /// The colour of a share from 0 to 1: the larger, the hotter.
    pub(super) fn heat(share: f64) -> String {
        let mixed = |cold: f64, hot: f64| cold + (hot - cold) * share.clamp(0.0, 1.0).sqrt();
        let [red, green, blue] = [(239.0, 240.0), (228.0, 142.0), (207.0, 72.0)];
        let part = |(cold, hot)| mixed(cold, hot).round();
        format!("#{}{}{}", hex(part(red)), hex(part(green)), hex(part(blue)))
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
fn hex(part: f64) -> String {
    format!("{:02x}", part as u8)
}

/// The picture of a board.
#[derive(Clone, Debug)]
pub(super) struct Picture<'a> {
    pub(super) board: &'a Board,
    /// The title of the picture.
    pub(super) title: String,
    /// The stone of the last move, which is marked.
    pub(super) last: Option<Cell>,
    /// The look of each cell, by its index.
    pub(super) looks: Vec<Look>,
    /// What the looks mean: lines below the board.
    pub(super) legend: Vec<&'static str>,
}

impl Picture<'_> {
    /// The picture as the text of an SVG file.
    pub(super) fn draw(&self) -> String {
        let size = self.board.size();
        let (left, top) = (-3.5 * APOTHEM, -2.6 * RADIUS);
        let (last_x, last_y) = place(size.columns() - 1, size.rows() - 1);
        let lines = f64::from(u16::try_from(self.legend.len()).unwrap_or(u16::MAX));
        let (width, height) = (last_x - 2.0 * left, last_y - 2.0 * top + LEGEND * lines);
        page(&self.title, [left, top, width, height])
            .add(self.edges())
            .add(self.cells())
            .add(self.coordinates())
            .add(self.stones())
            .add(self.texts())
            .add(self.legend((left + RADIUS, last_y - top + LEGEND / 2.0 - BAND)))
            .to_string()
    }

    fn edges(&self) -> Group {
        let group = group("edges").set("stroke", INK).set("stroke-width", 1);
        Color::BOTH.into_iter().fold(group, |group, color| {
            let edges = Edge::of(color).map(|edge| self.edge(edge).set("fill", shade(color)));
            edges.into_iter().fold(group, Group::add)
        })
    }

    /// A band along the cells of an edge. At a corner of the board whose cell has three sides outside, the two edges
    /// share the middle one.
    fn edge(&self, edge: Edge) -> Polygon {
        let mut cells: Vec<Cell> = self.board.geometry().edge_cells(edge).iter().collect();
        // The corners of each cell that lie on this edge, from an acute corner of the board to an obtuse one.
        let (first, tip, next) = match edge {
            Edge::North => (5, 0, 1),
            Edge::West => (5, 4, 3),
            Edge::South => (2, 3, 4),
            Edge::East => (2, 1, 0),
        };
        if matches!(edge, Edge::South | Edge::East) {
            cells.reverse();
        }
        let middle = between(CORNERS[tip], CORNERS[next]);
        let mut path = Vec::new();
        for (number, cell) in cells.iter().enumerate() {
            let outwards = if number == 0 { CORNERS[first] } else { CORNERS[tip] };
            path.push((self.corner(*cell, CORNERS[first]), outwards));
            path.push((self.corner(*cell, CORNERS[tip]), CORNERS[tip]));
        }
        path.extend(cells.last().map(|cell| (self.corner(*cell, middle), middle)));
        let outer = path.iter().rev().map(|(point, outwards)| moved(*point, *outwards, BAND));
        polygon(path.iter().map(|(point, _)| *point).chain(outer))
    }

    fn cells(&self) -> Group {
        let group = group("cells").set("stroke", LINE).set("stroke-width", 1);
        self.board.size().cells().zip(&self.looks).fold(group, |group, (cell, look)| {
            let hexagon = polygon(CORNERS.map(|corner| self.corner(cell, corner)));
            group.add(hexagon.set("fill", look.fill.as_str()))
        })
    }

    fn coordinates(&self) -> Group {
        let size = self.board.size();
        let (columns, rows) = (size.columns(), size.rows());
        let group = group("coordinates").set("fill", INK).set("font-size", 13);
        let group =
            (0..columns).zip(size.cells()).fold(group, |group, (column, cell)| {
                let name = size.name(cell);
                let letter = name.trim_end_matches(char::is_numeric);
                let (first, last) = (place(column, 0), place(column, rows - 1));
                let beyond = (APOTHEM * 0.95, RADIUS * 1.6);
                group
                    .add(text(letter, (first.0 - beyond.0, first.1 - beyond.1 + 2.0), 13.0))
                    .add(text(letter, (last.0 + beyond.0, last.1 + beyond.1), 13.0))
            });
        (0..rows).fold(group, |group, row| {
            let number = (row + 1).to_string();
            let (first, last) = (place(0, row), place(columns - 1, row));
            let beyond = APOTHEM * 2.05;
            group.add(text(&number, (first.0 - beyond, first.1), 13.0)).add(text(
                &number,
                (last.0 + beyond, last.1),
                13.0,
            ))
        })
    }

    fn stones(&self) -> Group {
        let size = self.board.size();
        let group = group("stones").set("stroke", INK).set("stroke-width", 1);
        let stones = size.cells().filter_map(|cell| Some((cell, self.board.color_at(cell)?)));
        let group = stones.fold(group, |group, (cell, color)| {
            group.add(circle(self.centre(cell), RADIUS * 0.7).set("fill", shade(color)))
        });
        let Some(last) = self.last else { return group };
        let mark = polygon(CORNERS.map(|corner| moved(self.centre(last), corner, RADIUS * 0.25)));
        group.add(mark.set("fill", MARK).set("stroke", "none"))
    }

    /// The lines of the legend, the first at this point.
    fn legend(&self, (x, mut y): Point) -> Group {
        let group = group("legend").set("fill", INK).set("text-anchor", "start");
        self.legend.iter().fold(group, |group, line| {
            let line = text(line, (x, y), 11.0);
            y += LEGEND;
            group.add(line)
        })
    }

    fn texts(&self) -> Group {
        let group = group("texts").set("fill", INK);
        self.board.size().cells().zip(&self.looks).fold(group, |group, (cell, look)| {
            let (x, y) = self.centre(cell);
            let [first, second] = &look.lines;
            match (first.is_empty(), second.is_empty()) {
                (true, true) => group,
                (_, true) => group.add(text(first, (x, y), 12.0)),
                (_, false) => {
                    group.add(text(first, (x, y - 4.5), 12.0)).add(text(second, (x, y + 7.5), 8.5))
                }
            }
        })
    }

    fn centre(&self, cell: Cell) -> Point {
        let size = self.board.size();
        place(size.column(cell), size.row(cell))
    }

    fn corner(&self, cell: Cell, direction: Point) -> Point {
        moved(self.centre(cell), direction, RADIUS)
    }
}

/// The centre of the cell in this column and row.
fn place(column: usize, row: usize) -> Point {
    let number = |count: usize| f64::from(u8::try_from(count).unwrap_or(u8::MAX));
    (APOTHEM * (2.0 * number(column) + number(row)), RADIUS * 1.5 * number(row))
}

fn moved((x, y): Point, (right, down): Point, far: f64) -> Point {
    (x + right * far, y + down * far)
}

fn between(one: Point, other: Point) -> Point {
    (f64::midpoint(one.0, other.0), f64::midpoint(one.1, other.1))
}

fn shade(color: Color) -> &'static str {
    match color {
        Color::Black => "#221e19",
        Color::White => "#ffffff",
    }
}

/// An empty page with this title. The numbers are its left and upper ends, its width and its height.
pub(super) fn page(title: &str, [left, top, width, height]: [f64; 4]) -> Document {
    let paper = Rectangle::new()
        .set("x", tenths(left))
        .set("y", tenths(top))
        .set("width", tenths(width))
        .set("height", tenths(height))
        .set("rx", 10)
        .set("fill", PAPER);
    Document::new()
        .set("viewBox", [left, top, width, height].map(tenths).to_vec())
        .set("width", tenths(width))
        .set("height", tenths(height))
        .set("font-family", "Helvetica, Arial, sans-serif")
        .set("text-anchor", "middle")
        .add(Title::new(title))
        .add(paper)
}

pub(super) fn group(class: &str) -> Group {
    Group::new().set("class", class)
}

fn polygon(points: impl IntoIterator<Item = Point>) -> Polygon {
    Polygon::new().set("points", path(points)).set("stroke-linejoin", "round")
}

/// Points as text, for polygons and lines.
pub(super) fn path(points: impl IntoIterator<Item = Point>) -> Vec<String> {
    points.into_iter().map(|(x, y)| format!("{},{}", tenths(x), tenths(y))).collect()
}

pub(super) fn circle((x, y): Point, radius: f64) -> Circle {
    Circle::new().set("cx", tenths(x)).set("cy", tenths(y)).set("r", tenths(radius))
}

/// Text of this height, centred at a point.
pub(super) fn text(content: &str, (x, y): Point, height: f64) -> Text {
    let base = y + height * 0.35;
    Text::new(content).set("x", tenths(x)).set("y", tenths(base)).set("font-size", tenths(height))
}

/// A length in tenths of a pixel: fine enough to see, and the same text on every machine.
pub(super) fn tenths(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use proptest::prelude::*;

    /// The points of the polygons in a group, each polygon's mean.
    fn centres(svg: &roxmltree::Document<'_>, class: &str) -> Vec<Point> {
        let group = svg.descendants().find(|node| node.attribute("class") == Some(class)).unwrap();
        let hexagons = group.children().filter(|node| node.has_tag_name("polygon"));
        hexagons
            .map(|hexagon| {
                let points: Vec<Point> = hexagon
                    .attribute("points")
                    .unwrap()
                    .split(' ')
                    .map(|point| point.split_once(',').unwrap())
                    .map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap()))
                    .collect();
                assert_eq!(points.len(), 6);
                let sum = points.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
                (sum.0 / 6.0, sum.1 / 6.0)
            })
            .collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn cells_that_touch_are_drawn_side_by_side_and_stones_are_circles(
            (columns, rows) in (1..=19usize, 1..=19usize),
            stones in prop::collection::vec(0..3u8, 361),
        ) {
            let size = Size::new(columns, rows).unwrap();
            let stones = stones.iter().map(|stone| match stone {
                1 => Some(Color::Black),
                2 => Some(Color::White),
                _ => None,
            });
            let board = Board::with_stones(size, stones);
            let looks = vec![Look::default(); size.cell_count()];
            let text = Picture { board: &board, title: String::new(), last: None, looks, legend: Vec::new() }.draw();
            let svg = roxmltree::Document::parse(&text).unwrap();
            let circles = svg.descendants().filter(|node| node.has_tag_name("circle")).count();
            prop_assert_eq!(circles, size.cell_count() - board.empty().len());
            let centres = centres(&svg, "cells");
            prop_assert_eq!(centres.len(), size.cell_count());
            for (one, here) in size.cells().zip(&centres) {
                for (other, there) in size.cells().zip(&centres).filter(|(other, _)| *other != one) {
                    let distance = (here.0 - there.0).hypot(here.1 - there.1);
                    let touches = board.geometry().neighbors(one).contains(&other);
                    prop_assert_eq!(touches, distance < 2.2 * APOTHEM);
                    prop_assert!(distance > 1.9 * APOTHEM);
                }
            }
        }
    }
}
