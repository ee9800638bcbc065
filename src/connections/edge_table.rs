//! The edge templates and edge links of a board: each at every place along the player's edges where it fits.

use super::edge_links::{self, EdgeLink};
use super::edge_strip::EdgeStrip;
use super::edge_templates::EdgeTemplate;
use crate::board::{ByColor, BySize, Cell, CellSet, Color, Edge, Geometry, Size};
use std::collections::HashSet;

/// A template on the cells of a board.
#[derive(Clone, Debug)]
pub(super) struct PlacedTemplate {
    /// Which of the player's edges, in the order of [`Edge::of`].
    pub(super) edge: usize,
    pub(super) stone: Cell,
    helpers: CellSet,
    pub(super) carrier: CellSet,
}

impl PlacedTemplate {
    /// The template with its stone at step 0 of a strip; none if a cell is off the board.
    fn new(template: &EdgeTemplate, edge: usize, strip: &EdgeStrip) -> Option<Self> {
        Some(Self {
            edge,
            stone: strip.cell((0, template.row))?,
            helpers: strip.cells(&template.helpers)?,
            carrier: strip.cells(&template.carrier)?,
        })
    }

    /// The same connection seen from the helpers that touch the stone: stone and helper are one group when both are
    /// there, so the helper's cell is connected with the edge once the other is a stone.
    fn for_helpers(&self, geometry: &Geometry) -> impl Iterator<Item = Self> {
        let touching = self.helpers & *geometry.neighbor_set(self.stone);
        touching.into_iter().map(|helper| {
            let mut helpers = self.helpers;
            helpers.remove(helper);
            helpers.insert(self.stone);
            Self { stone: helper, helpers, ..self.clone() }
        })
    }
}

/// All edge templates and edge links on boards of one size, for one player.
#[derive(Debug)]
pub(super) struct EdgeTable {
    /// The templates without helpers.
    alone: Vec<PlacedTemplate>,
    /// For each cell the templates with a helper on it.
    helped: Vec<Vec<PlacedTemplate>>,
    /// The edge links.
    links: Vec<EdgeLink>,
}

impl EdgeTable {
    /// The table of this player on boards of this size. It is made once.
    pub(super) fn of(size: Size, player: Color) -> &'static Self {
        static TABLES: ByColor<BySize<EdgeTable>> =
            ByColor { black: BySize::new(), white: BySize::new() };
        TABLES[player].of(size, || Self::new(size, player))
    }

    fn new(size: Size, player: Color) -> Self {
        let mut table = Self {
            alone: Vec::new(),
            helped: vec![Vec::new(); size.cell_count()],
            links: edge_links::all_placed(size, player),
        };
        for placed in all_placed(size, player) {
            for cell in placed.helpers {
                table.helped[cell.index()].push(placed.clone());
            }
            if placed.helpers.is_empty() {
                table.alone.push(placed);
            }
        }
        table
    }

    /// The templates without helpers.
    pub(super) fn alone(&self) -> &[PlacedTemplate] {
        &self.alone
    }

    /// The edge links.
    pub(super) fn links(&self) -> &[EdgeLink] {
        &self.links
    }

    /// The templates whose helpers are all among these stones and of which one is among the new stones.
    pub(super) fn helped_by(
        &self,
        stones: CellSet,
        new: CellSet,
    ) -> impl Iterator<Item = &PlacedTemplate> {
        let helped = new.into_iter().flat_map(|cell| &self.helped[cell.index()]);
        helped.filter(move |placed| placed.helpers.is_subset(&stones))
    }
}

/// All templates on boards of this size, along both edges of the player, with their mirror images.
fn all_placed(size: Size, player: Color) -> Vec<PlacedTemplate> {
    let known: HashSet<&EdgeTemplate> = EdgeTemplate::all().iter().collect();
    let mirrored = EdgeTemplate::all().iter().map(EdgeTemplate::mirrored);
    let asymmetric = mirrored.filter(|template| !known.contains(template));
    let templates: Vec<EdgeTemplate> =
        EdgeTemplate::all().iter().cloned().chain(asymmetric).collect();
    let mut all = Vec::new();
    for (index, edge) in Edge::of(player).into_iter().enumerate() {
        for template in &templates {
            let strips = EdgeStrip::all(size, edge);
            all.extend(strips.filter_map(|strip| PlacedTemplate::new(template, index, &strip)));
        }
    }
    let geometry = Geometry::of(size);
    let for_helpers: Vec<PlacedTemplate> =
        all.iter().flat_map(|placed| placed.for_helpers(geometry)).collect();
    all.extend(for_helpers);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::connections::{Connections, Endpoints, Until};
    use crate::params::ConnectionParams;

    #[test]
    fn every_edge_has_the_templates_of_a_mirrored_strip() {
        let size = Size::new(12, 9).unwrap();
        let image = |size: Size, placed: &PlacedTemplate| {
            (
                size.mirror(placed.stone),
                placed.helpers.iter().map(|cell| size.mirror(cell)).collect::<CellSet>(),
                placed.carrier.iter().map(|cell| size.mirror(cell)).collect::<CellSet>(),
            )
        };
        let black: Vec<_> = all_placed(size, Color::Black).iter().map(|p| image(size, p)).collect();
        let white: Vec<_> = all_placed(size.transposed(), Color::White)
            .iter()
            .map(|p| (p.stone, p.helpers, p.carrier))
            .collect();
        assert!(!black.is_empty() && black.len() == white.len());
        assert!(black.iter().all(|placed| white.contains(placed)));
    }

    fn build(endpoints: &Endpoints) -> Connections<4> {
        // With fewer, what is left out would depend on the order of work.
        let (inner_carrier, most_of_pair) = (0, 400);
        let params =
            ConnectionParams { inner_carrier, most_of_pair, ..ConnectionParams::default() };
        Connections::of(endpoints, &params)
    }

    /// The carriers of the full connections between a stone and an edge, sorted.
    fn fulls(
        connections: &Connections<4>,
        endpoints: &Endpoints,
        placed: &PlacedTemplate,
    ) -> Vec<CellSet> {
        let stone = endpoints.at(placed.stone).unwrap();
        let pair = connections.between(stone, endpoints.edge_endpoints()[placed.edge]);
        let mut fulls: Vec<CellSet> = pair
            .map_or(vec![], |pair| pair.fulls.iter().map(|full| full.carrier.resized()).collect());
        fulls.sort_by_key(|carrier| carrier.iter().collect::<Vec<_>>());
        fulls
    }

    #[test]
    fn a_template_comes_with_the_last_of_its_stones() {
        let size = Size::new(18, 9).unwrap();
        let player = Color::Black;
        // Each place of each template would take too long.
        let placed = all_placed(size, player);
        let helped = placed.iter().filter(|placed| !placed.helpers.is_empty());
        let several = placed.iter().filter(|placed| placed.helpers.len() > 1);
        let cases = helped.step_by(61).chain(several.step_by(5)).flat_map(|placed| {
            placed.helpers.iter().chain([placed.stone]).map(move |last| (placed, last))
        });
        for (placed, last) in cases {
            let mut board = Board::new(size);
            placed.helpers.iter().chain([placed.stone]).for_each(|cell| board.place(player, cell));
            board.remove(player, last);
            let mut connections = build(&Endpoints::new(&board, player));
            board.place(player, last);
            let endpoints = Endpoints::new(&board, player);
            let mut added = ByColor::<CellSet>::default();
            added[player].insert(last);
            connections.update(&endpoints, &added, Until::Complete);
            let found = fulls(&connections, &endpoints, placed);
            assert!(found.iter().any(|carrier| carrier.is_subset(&placed.carrier)));
            assert_eq!(found, fulls(&build(&endpoints), &endpoints, placed));
        }
    }

    #[test]
    fn a_template_needs_all_of_its_stones() {
        let size = Size::new(18, 9).unwrap();
        let table = EdgeTable::of(size, Color::Black);
        let several = table.helped.iter().flatten().find(|placed| placed.helpers.len() == 2);
        let helpers = several.unwrap().helpers;
        for stones in helpers.iter().map(|cell| CellSet::from_iter([cell])) {
            assert!(table.helped_by(stones, stones).all(|placed| placed.helpers == stones));
            let helped = table.helped_by(helpers, stones);
            assert!(helped.into_iter().any(|placed| placed.helpers == helpers));
        }
    }
}
