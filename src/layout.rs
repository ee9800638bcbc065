//! Where the parts of a board lie in a drawing, slanted as HexGui shows it. Pictures and the page in the browser share it.
//!
//! All lengths are in pixels. A point is its distance to the right and down from the centre of `a1`.

use crate::board::{Cell, Color, Edge, Geometry, Size};

/// The distance from the centre of a cell to its corners.
pub const RADIUS: f64 = 20.0;

/// The distance from the centre of a cell to its sides.
pub const APOTHEM: f64 = RADIUS * SQRT_3 / 2.0;

const SQRT_3: f64 = 1.732_050_807_568_877_2;

/// How far the coloured edges reach beyond the cells' corners.
pub const BAND: f64 = 9.0;

/// The height of the letters and numbers at the edges.
pub const LABEL_HEIGHT: f64 = 13.0;

/// A point: its distance to the right and down.
pub type Point = (f64, f64);

/// The directions of a cell's corners from its centre, clockwise from the topmost. The two sides of `a1` that meet at
/// corner 5 lie on edges of the board.
const CORNERS: [Point; 6] = [
    (0.0, -1.0),
    (SQRT_3 / 2.0, -0.5),
    (SQRT_3 / 2.0, 0.5),
    (0.0, 1.0),
    (-SQRT_3 / 2.0, 0.5),
    (-SQRT_3 / 2.0, -0.5),
];

/// The part of the plane that a board with its edges and coordinates takes: left and upper end, width, height.
pub fn frame(size: Size) -> [f64; 4] {
    let (left, top) = (-3.5 * APOTHEM, -2.6 * RADIUS);
    let (last_x, last_y) = place(size.columns() - 1, size.rows() - 1);
    [left, top, last_x - 2.0 * left, last_y - 2.0 * top]
}

/// The centre of a cell.
pub fn centre(size: Size, cell: Cell) -> Point {
    place(size.column(cell), size.row(cell))
}

/// The corners of a hexagon around this point, at this distance.
pub fn hexagon(around: Point, radius: f64) -> [Point; 6] {
    CORNERS.map(|corner| moved(around, corner, radius))
}

/// A band along the cells of an edge, as a polygon. At a corner of the board whose cell has three sides outside, the
/// two edges share the middle one.
pub fn band(size: Size, edge: Edge) -> Vec<Point> {
    let mut cells: Vec<Cell> = Geometry::of(size).edge_cells(edge).iter().collect();
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
    let corner = |cell, direction| moved(centre(size, cell), direction, RADIUS);
    let middle = between(CORNERS[tip], CORNERS[next]);
    let mut path = Vec::new();
    for (number, cell) in cells.iter().enumerate() {
        let outwards = if number == 0 { CORNERS[first] } else { CORNERS[tip] };
        path.push((corner(*cell, CORNERS[first]), outwards));
        path.push((corner(*cell, CORNERS[tip]), CORNERS[tip]));
    }
    path.extend(cells.last().map(|cell| (corner(*cell, middle), middle)));
    let outer = path.iter().rev().map(|(point, outwards)| moved(*point, *outwards, BAND));
    path.iter().map(|(point, _)| *point).chain(outer).collect()
}

/// The bands along both edges of each player.
pub fn bands(size: Size) -> impl Iterator<Item = (Color, Vec<Point>)> {
    let of = move |color| Edge::of(color).map(|edge| (color, band(size, edge)));
    Color::BOTH.into_iter().flat_map(of)
}

/// The letters above and below the columns and the numbers at both ends of the rows, each with its centre.
pub fn labels(size: Size) -> Vec<(String, Point)> {
    let (columns, rows) = (size.columns(), size.rows());
    let mut labels = Vec::new();
    for (column, cell) in (0..columns).zip(size.cells()) {
        let letter = size.name(cell).trim_end_matches(char::is_numeric).to_owned();
        let (first, last) = (place(column, 0), place(column, rows - 1));
        let beyond = (APOTHEM * 0.95, RADIUS * 1.6);
        labels.push((letter.clone(), (first.0 - beyond.0, first.1 - beyond.1 + 2.0)));
        labels.push((letter, (last.0 + beyond.0, last.1 + beyond.1)));
    }
    for row in 0..rows {
        let number = (row + 1).to_string();
        let (first, last) = (place(0, row), place(columns - 1, row));
        let beyond = APOTHEM * 2.05;
        labels.push((number.clone(), (first.0 - beyond, first.1)));
        labels.push((number, (last.0 + beyond, last.1)));
    }
    labels
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

/// A length in tenths of a pixel: fine enough to see, and the same text on every machine.
pub fn tenths(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}
