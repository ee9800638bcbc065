//! Black's chances in the course of a game, and how firm the lead is, as an SVG picture.

mod leads;

use super::picture::{INK, LINE, MARK, Point, circle, group, page, path, text};
use crate::board::Color;
use crate::layout::tenths;
use crate::search::Height;
use svg::node::element::{Group, Line, Polyline, Rectangle, Text};

/// The distance of two moves. All lengths are in pixels.
const STEP: f64 = 12.0;

/// The height from a chance of 0 to 1.
const HEIGHT: f64 = 200.0;

/// The margin on the left, with room for numbers, and the other margins.
const MARGINS: [f64; 2] = [44.0, 26.0];

/// The height of the bar under critical positions.
const BAR: f64 = 6.0;

/// Every tenth move has its number below.
const NUMBERED: usize = 10;

/// What the line and the dots mean.
const CAPTION: &str = "Black's chance after each move; dot: gave away 5 % or more, ringed: the lead; bar below: critical";

/// The room that the caption needs.
const CAPTION_WIDTH: f64 = 520.0;

/// The graph of a game.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    /// The title of the picture.
    pub(super) title: String,
    /// The positions, the first one first.
    pub(super) positions: Vec<GraphPoint>,
}

/// A position of the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct GraphPoint {
    /// The moves before it.
    pub(super) moves: usize,
    /// The probability that Black wins, from 0 to 1.
    pub(super) black_wins: f32,
    /// Whether a mistake led to it.
    pub(super) after_mistake: bool,
    /// Whether the move gave the lead away.
    pub(super) is_turning_point: bool,
    /// Whether few leaves turn the position.
    pub(super) is_critical: bool,
    /// Who leads, and how many leaves must change to turn that; none if it is not known who does.
    pub(super) lead: Option<(Color, Height)>,
}

impl Graph {
    /// The picture as the text of an SVG file.
    pub(super) fn draw(&self) -> String {
        let [left, air] = MARGINS;
        let width = left + place(self.positions.len().max(2) - 1, 0.0).0.max(CAPTION_WIDTH) + air;
        let page_of = |height| page(&self.title, [-left, -air, width, height]);
        let picture = if self.has_leads() {
            let top = HEIGHT + 2.6 * air;
            let bottom = top + leads::HEIGHT;
            page_of(bottom + 3.0 * air)
                .add(leads::panel(&self.positions, top))
                .add(self.numbers(bottom))
                .add(caption(leads::CAPTION, bottom))
        } else {
            page_of(HEIGHT + 3.0 * air)
        };
        picture
            .add(self.scale())
            .add(self.numbers(HEIGHT))
            .add(self.critical())
            .add(self.line())
            .add(self.mistakes())
            .add(self.turning_points())
            .add(caption(CAPTION, HEIGHT))
            .to_string()
    }

    /// Whether it is known who leads; not so without a network.
    fn has_leads(&self) -> bool {
        self.positions.iter().all(|position| position.lead.is_some())
    }

    fn scale(&self) -> Group {
        let chances = [0.0, 0.25, 0.5, 0.75, 1.0].into_iter();
        let marks = chances.map(|chance| (format!("{:.0} %", 100.0 * chance), height(chance)));
        scale(marks, self.positions.len())
    }

    /// The numbers of moves below a panel that ends at this height.
    fn numbers(&self, bottom: f64) -> Group {
        let numbered =
            self.placed().filter(|(_, position)| position.moves.is_multiple_of(NUMBERED));
        numbered.fold(group("numbers").set("fill", INK), |group, ((x, _), position)| {
            group.add(text(&position.moves.to_string(), (x, bottom + 13.0), 11.0))
        })
    }

    fn line(&self) -> Polyline {
        curve(self.placed().map(|(point, _)| point))
    }

    /// A dot at the position after each mistake.
    fn mistakes(&self) -> Group {
        let mistakes = self.placed().filter(|(_, position)| position.after_mistake);
        let group = group("mistakes").set("fill", MARK);
        mistakes.fold(group, |group, (point, _)| group.add(circle(point, 4.0)))
    }

    /// A ring around the position after each turning point, on a line over the whole height.
    fn turning_points(&self) -> Group {
        let turned = self.placed().filter(|(_, position)| position.is_turning_point);
        let group = group("turning-points").set("fill", "none").set("stroke", MARK);
        turned.fold(group, |group, ((x, y), _)| {
            let line = Line::new()
                .set("x1", tenths(x))
                .set("y1", tenths(0.0))
                .set("x2", tenths(x))
                .set("y2", tenths(HEIGHT))
                .set("stroke-dasharray", "3 3");
            group.add(line).add(circle((x, y), 7.0))
        })
    }

    /// A bar under each critical position.
    fn critical(&self) -> Group {
        let critical = self.placed().filter(|(_, position)| position.is_critical);
        let group = group("critical").set("fill", LINE).set("stroke", "none");
        critical.fold(group, |group, ((x, _), _)| {
            let bar = Rectangle::new()
                .set("x", tenths(x - STEP / 2.0))
                .set("y", tenths(HEIGHT - BAR))
                .set("width", tenths(STEP))
                .set("height", tenths(BAR));
            group.add(bar)
        })
    }

    fn placed(&self) -> impl Iterator<Item = (Point, &GraphPoint)> {
        let positions = self.positions.iter().enumerate();
        positions.map(|(at, position)| (place(at, position.black_wins), position))
    }
}

/// The point of a chance in one of the positions.
fn place(at: usize, chance: impl Into<f64>) -> Point {
    (column(at), height(chance))
}

/// How far down a chance is.
fn height(chance: impl Into<f64>) -> f64 {
    HEIGHT * (1.0 - chance.into())
}

/// How far to the right one of the positions is.
fn column(at: usize) -> f64 {
    STEP * f64::from(u16::try_from(at).unwrap_or(u16::MAX))
}

/// A scale over this many positions: at each height a line, with what it means on the left.
fn scale(marks: impl Iterator<Item = (String, f64)>, positions: usize) -> Group {
    let right = column(positions.saturating_sub(1));
    let group = group("scale").set("stroke-width", 1).set("fill", INK);
    marks.fold(group, |group, (label, height)| {
        let line = Line::new()
            .set("x1", tenths(0.0))
            .set("y1", tenths(height))
            .set("x2", tenths(right))
            .set("y2", tenths(height))
            .set("stroke", LINE);
        group.add(line).add(text(&label, (-22.0, height), 11.0))
    })
}

/// A line through these points.
fn curve(points: impl Iterator<Item = Point>) -> Polyline {
    Polyline::new()
        .set("points", path(points))
        .set("fill", "none")
        .set("stroke", INK)
        .set("stroke-width", 2)
        .set("stroke-linejoin", "round")
}

/// What a panel that ends at this height shows.
fn caption(content: &str, bottom: f64) -> Text {
    text(content, (0.0, bottom + 1.6 * MARGINS[1]), 11.0)
        .set("text-anchor", "start")
        .set("fill", INK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_its_place_and_every_mistake_a_dot() {
        let position = |(moves, black_wins)| GraphPoint {
            moves,
            black_wins,
            after_mistake: moves == 10,
            is_turning_point: moves == 10,
            is_critical: moves == 9,
            lead: Some((if black_wins < 0.5 { Color::White } else { Color::Black }, 1 << moves)),
        };
        let positions = [(8, 0.5), (9, 0.75), (10, 0.25), (11, 1.0)].map(position).to_vec();
        let graph = Graph { title: "a <b>".to_owned(), positions: positions.clone() };
        let text = graph.draw();
        let svg = roxmltree::Document::parse(&text).unwrap();
        let named = |name| svg.descendants().filter(move |node| node.has_tag_name(name));
        let mut lines: Vec<_> =
            named("polyline").map(|line| line.attribute("points").unwrap()).collect();
        assert_eq!(lines.pop(), Some("0,100 12,50 24,150 36,0"));
        // One leaf is at the bottom, 2^15 are at the top.
        let leads = ["0,323.6 12,315.6 24,387.6 36,299.6", "0,387.6 12,387.6 24,307.6 36,387.6"];
        assert_eq!(lines, leads);
        let dots: Vec<_> =
            named("circle").map(|dot| ["cx", "cy", "r"].map(|name| dot.attribute(name))).collect();
        let at = |radius| [Some("24"), Some("150"), Some(radius)];
        assert_eq!(dots, [at("4"), at("7")], "a dot and the ring of a turning point");
        let bars: Vec<_> = named("rect").filter_map(|bar| bar.attribute("x")).collect();
        assert_eq!(bars[bars.len() - 1], "6", "under the critical position");
        let texts: Vec<_> = named("text").filter_map(|node| Some(node.text()?.trim())).collect();
        let of_chances = ["0 %", "25 %", "50 %", "75 %", "100 %", "10", CAPTION];
        let of_leads = ["1", "32", "1024", "32768", "10", leads::CAPTION];
        assert_eq!(texts, [&of_leads[..], &of_chances].concat());
        let unknown = positions.into_iter().map(|position| GraphPoint { lead: None, ..position });
        let text = Graph { title: String::new(), positions: unknown.collect() }.draw();
        assert_eq!(text.matches("<polyline").count(), 1, "without a network only the chances");
    }
}
