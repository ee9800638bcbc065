//! A board as an SVG picture, slanted as HexGui shows it.

use crate::board::{Board, Cell, Color};
use crate::layout::{self, LABEL_HEIGHT, RADIUS, tenths};
use std::array;
use svg::Document;
use svg::node::element::{Circle, Group, Polygon, Rectangle, Text, Title};

pub(super) use crate::layout::Point;

/// The height of a line of the legend.
const LEGEND: f64 = 16.0;

/// The height of its letters.
const LEGEND_LETTER: f64 = 11.0;

/// The room that a line of the legend needs for each of its letters: more than their mean width in the wide font of the test
/// below.
const LEGEND_ROOM: f64 = 6.0;

const PAPER: &str = "#fbf7ee";
const CELL: &str = "#efe4cf";
pub(super) const LINE: &str = "#a8977a";
pub(super) const INK: &str = "#4a4033";
pub(super) const MARK: &str = "#d9482b";

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
        let [left, top, width, height] = layout::frame(self.board.size());
        // The legend may be wider than the board, which is in the middle then.
        let margin = (self.legend_width() - width).max(0.0) / 2.0;
        let left = left - margin;
        let lines = number(self.legend.len());
        page(&self.title, [left, top, width + 2.0 * margin, height + LEGEND * lines])
            .add(self.edges())
            .add(self.cells())
            .add(self.coordinates())
            .add(self.stones())
            .add(self.texts())
            .add(self.legend((left + RADIUS, top + height + LEGEND / 2.0 - layout::BAND)))
            .to_string()
    }

    fn edges(&self) -> Group {
        let group = group("edges").set("stroke", INK).set("stroke-width", 1);
        layout::bands(self.board.size())
            .fold(group, |group, (color, band)| group.add(polygon(band).set("fill", shade(color))))
    }

    fn cells(&self) -> Group {
        let group = group("cells").set("stroke", LINE).set("stroke-width", 1);
        self.board.size().cells().zip(&self.looks).fold(group, |group, (cell, look)| {
            let hexagon = polygon(layout::hexagon(self.centre(cell), RADIUS));
            group.add(hexagon.set("fill", look.fill.as_str()))
        })
    }

    fn coordinates(&self) -> Group {
        let group = group("coordinates").set("fill", INK).set("font-size", LABEL_HEIGHT);
        layout::labels(self.board.size())
            .iter()
            .fold(group, |group, (label, at)| group.add(text(label, *at, LABEL_HEIGHT)))
    }

    fn stones(&self) -> Group {
        let size = self.board.size();
        let group = group("stones").set("stroke", INK).set("stroke-width", 1);
        let stones = size.cells().filter_map(|cell| Some((cell, self.board.color_at(cell)?)));
        let group = stones.fold(group, |group, (cell, color)| {
            group.add(circle(self.centre(cell), RADIUS * 0.7).set("fill", shade(color)))
        });
        let Some(last) = self.last else { return group };
        let mark = polygon(layout::hexagon(self.centre(last), RADIUS * 0.25));
        group.add(mark.set("fill", MARK).set("stroke", "none"))
    }

    /// The width of the legend with its margins; 0 without a legend.
    fn legend_width(&self) -> f64 {
        let letters = self.legend.iter().map(|line| line.chars().count()).max();
        letters.map_or(0.0, |letters| 2.0 * RADIUS + LEGEND_ROOM * number(letters))
    }

    /// The lines of the legend, the first at this point.
    fn legend(&self, (x, mut y): Point) -> Group {
        let group = group("legend").set("fill", INK).set("text-anchor", "start");
        self.legend.iter().fold(group, |group, line| {
            let line = text(line, (x, y), LEGEND_LETTER);
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
        layout::centre(self.board.size(), cell)
    }
}

/// A small number of lines or letters.
fn number(count: usize) -> f64 {
    f64::from(u16::try_from(count).unwrap_or(u16::MAX))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, random_board};
    use crate::layout::APOTHEM;
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

    /// A line, and its width as a browser measures it in a wide font.
    const LINE_OF_LEGEND: (&str, f64) =
        ("Dark, light: captured; grey: dead, both as good as played", 315.0);

    #[test]
    fn a_legend_has_room_on_every_board() {
        for (columns, rows) in [(1, 1), (3, 3), (4, 1), (1, 9), (11, 11)] {
            let board = Board::new(Size::new(columns, rows).unwrap());
            let looks = vec![Look::default(); board.size().cell_count()];
            let legend = vec![LINE_OF_LEGEND.0];
            let text =
                Picture { board: &board, title: String::new(), last: None, looks, legend }.draw();
            let svg = roxmltree::Document::parse(&text).unwrap();
            let number = |text: &str| text.parse::<f64>().unwrap();
            let shown = svg.root_element().attribute("viewBox").unwrap();
            let shown: Vec<f64> = shown.split(' ').map(number).collect();
            let (left, right) = (shown[0], shown[0] + shown[2]);
            let mut texts = svg.descendants().filter(|node| node.has_tag_name("text"));
            let start = number(texts.next_back().unwrap().attribute("x").unwrap());
            assert!(left < start && start + LINE_OF_LEGEND.1 < right, "{columns}x{rows}");
            let [board_left, _, width, _] = layout::frame(board.size());
            let margins = [board_left - left, right - board_left - width];
            assert!(margins[0] >= -0.1 && (margins[0] - margins[1]).abs() < 0.2, "{margins:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn cells_that_touch_are_drawn_side_by_side_and_stones_are_circles(
            board in random_board(1..=19, 1..=19, 33),
        ) {
            let size = board.size();
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
