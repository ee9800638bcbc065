//! The answer to `layout`: where the parts of a board lie. The page draws what stands here, so that it looks as the
//! pictures of `hexcoven show` do.

use super::refusal::Refusal;
use crate::board::Size;
use crate::layout::{self, LABEL_HEIGHT, Point, RADIUS, tenths};
use serde::Deserialize;
use serde_json::{Value, json};

/// Which board is asked for.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LayoutRequest {
    columns: usize,
    rows: usize,
}

/// Where the parts of the board lie.
pub(super) fn layout(wanted: LayoutRequest) -> Result<Value, Refusal> {
    let size = Size::new(wanted.columns, wanted.rows)?;
    let cells = size.cells().map(|cell| {
        let (x, y) = layout::centre(size, cell);
        json!({ "name": size.name(cell), "x": tenths(x), "y": tenths(y) })
    });
    let bands = layout::bands(size);
    let bands = bands.map(|(color, band)| json!({ "color": color, "points": path(band) }));
    let labels = layout::labels(size);
    let labels = labels
        .iter()
        .map(|(text, (x, y))| json!({ "text": text, "x": tenths(*x), "y": tenths(*y) }));
    Ok(json!({
        "frame": layout::frame(size).map(tenths),
        "radius": RADIUS,
        "hexagon": path(layout::hexagon((0.0, 0.0), RADIUS)),
        "label_height": LABEL_HEIGHT,
        "cells": cells.collect::<Vec<_>>(),
        "bands": bands.collect::<Vec<_>>(),
        "labels": labels.collect::<Vec<_>>(),
    }))
}

/// Points as SVG writes them.
fn path(points: impl IntoIterator<Item = Point>) -> String {
    let points = points.into_iter().map(|(x, y)| format!("{},{}", tenths(x), tenths(y)));
    points.collect::<Vec<_>>().join(" ")
}
