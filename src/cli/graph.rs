//! Black's chances in the course of a game, as an SVG picture.

use super::picture::{INK, LINE, MARK, Point, circle, group, page, path, text};
use crate::layout::tenths;
use svg::node::element::{Group, Line, Polyline, Rectangle};

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
}

impl Graph {
    /// The picture as the text of an SVG file.
    pub(super) fn draw(&self) -> String {
        let [left, air] = MARGINS;
        let width = left + place(self.positions.len().max(2) - 1, 0.0).0.max(CAPTION_WIDTH) + air;
        let height = HEIGHT + 3.0 * air;
        page(&self.title, [-left, -air, width, height])
            .add(self.scale())
            .add(self.critical())
            .add(self.line())
            .add(self.mistakes())
            .add(self.turning_points())
            .add(
                text(CAPTION, (0.0, HEIGHT + 1.6 * air), 11.0)
                    .set("text-anchor", "start")
                    .set("fill", INK),
            )
            .to_string()
    }

    fn scale(&self) -> Group {
        let last = self.positions.len().saturating_sub(1);
        let group = group("scale").set("stroke-width", 1).set("fill", INK);
        let group = [0.0, 0.25, 0.5, 0.75, 1.0].into_iter().fold(group, |group, chance| {
            let (from, to) = (place(0, chance), place(last, chance));
            let line = Line::new()
                .set("x1", tenths(from.0))
                .set("y1", tenths(from.1))
                .set("x2", tenths(to.0))
                .set("y2", tenths(to.1))
                .set("stroke", LINE);
            let percent = format!("{:.0} %", 100.0 * chance);
            group.add(line).add(text(&percent, (from.0 - 22.0, from.1), 11.0))
        });
        let numbered =
            self.placed().filter(|(_, position)| position.moves.is_multiple_of(NUMBERED));
        numbered.fold(group, |group, ((x, _), position)| {
            let below = place(0, 0.0).1 + 13.0;
            group.add(text(&position.moves.to_string(), (x, below), 11.0))
        })
    }

    fn line(&self) -> Polyline {
        Polyline::new()
            .set("points", path(self.placed().map(|(point, _)| point)))
            .set("fill", "none")
            .set("stroke", INK)
            .set("stroke-width", 2)
            .set("stroke-linejoin", "round")
    }

    /// A dot at what came of each.
    fn mistakes(&self) -> Group {
        let mistakes = self.placed().filter(|(_, position)| position.after_mistake);
        let group = group("mistakes").set("fill", MARK);
        mistakes.fold(group, |group, (point, _)| group.add(circle(point, 4.0)))
    }

    /// A ring around what came of each, on a line over the whole height.
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
    (STEP * f64::from(u16::try_from(at).unwrap_or(u16::MAX)), HEIGHT * (1.0 - chance.into()))
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
        };
        let positions = [(8, 0.5), (9, 0.75), (10, 0.25), (11, 1.0)].map(position).to_vec();
        let graph = Graph { title: "a <b>".to_owned(), positions };
        let text = graph.draw();
        let svg = roxmltree::Document::parse(&text).unwrap();
        let named = |name| svg.descendants().filter(move |node| node.has_tag_name(name));
        let line = named("polyline").next().unwrap();
        assert_eq!(line.attribute("points"), Some("0,100 12,50 24,150 36,0"));
        let dots: Vec<_> =
            named("circle").map(|dot| ["cx", "cy", "r"].map(|name| dot.attribute(name))).collect();
        let at = |radius| [Some("24"), Some("150"), Some(radius)];
        assert_eq!(dots, [at("4"), at("7")], "a dot and the ring of a turning point");
        let bars: Vec<_> = named("rect").filter_map(|bar| bar.attribute("x")).collect();
        assert_eq!(bars[bars.len() - 1], "6", "under the critical position");
        let texts: Vec<_> = named("text").filter_map(|node| Some(node.text()?.trim())).collect();
        assert_eq!(texts, ["0 %", "25 %", "50 %", "75 %", "100 %", "10", CAPTION]);
    }
}
