//! Traces connections of H-search back to the rules that made them, as steps of a certificate.
//!
//! H-search keeps what it found and not how. But its closure is complete: what a connection was made of is there, or
//! something with smaller carriers. So the parts are found again, from the whole down to cells that touch.

use super::region::{End, LARGEST, Region};
use super::steps::Steps;
use crate::board::{Board, Cell, CellSet, Color};
use crate::certificate::Step;
use crate::connections::{Connections, Endpoints, Pair, Semi};
use crate::params::ConnectionParams;
use fxhash::FxHashMap;

/// The connections of one player on one board of stones.
pub(super) struct Tracer<'a, const N: usize> {
    steps: &'a mut Steps<N>,
    board: &'a Board,
    params: &'a ConnectionParams,
    endpoints: Endpoints,
    connections: Connections<N>,
    /// The groups.
    groups: Vec<usize>,
    /// The full connections that were traced, or are being traced: none if that failed.
    traced: FxHashMap<(usize, usize, CellSet<N>), Option<usize>>,
}

impl<'a, const N: usize> Tracer<'a, N> {
    pub(super) fn new(
        steps: &'a mut Steps<N>,
        board: &'a Board,
        player: Color,
        params: &'a ConnectionParams,
    ) -> Self {
        let endpoints = Endpoints::new(board, player);
        let connections = Connections::of(&endpoints, params);
        let mut groups: Vec<usize> =
            board.stones(player).iter().filter_map(|stone| endpoints.at(stone)).collect();
        groups.sort_unstable();
        groups.dedup();
        Self { steps, board, params, endpoints, connections, groups, traced: FxHashMap::default() }
    }

    pub(super) fn steps(&self) -> &Steps<N> {
        self.steps
    }

    /// The semi connections between the edges.
    pub(super) fn edge_semis(&self) -> Vec<Semi<N>> {
        self.connections.between_edges().map_or(Vec::new(), |pair| pair.semis.to_vec())
    }

    /// The endpoints of these ends; none if one has a stone of the other player.
    pub(super) fn endpoints_of(&self, ends: [End; 2]) -> Option<[usize; 2]> {
        let of = |end| match end {
            End::Edge(endpoint) => Some(endpoint),
            End::Stone(cell) => self.endpoints.at(cell),
        };
        Some([of(ends[0])?, of(ends[1])?])
    }

    /// A full lemma that joins the edges.
    pub(super) fn edge_full(&mut self) -> Option<usize> {
        let [from, to] = self.endpoints.edge_endpoints();
        self.best_full(from, to)
    }

    /// A full lemma that joins two ends, of a small carrier if there are several.
    pub(super) fn best_full(&mut self, a: usize, b: usize) -> Option<usize> {
        let mut carriers = self.fulls(a, b);
        carriers.sort_by_key(CellSet::len);
        carriers.iter().find_map(|carrier| self.full(a, b, carrier))
    }

    /// A semi connection between the edges as a lemma.
    pub(super) fn semi(&mut self, semi: &Semi<N>) -> Option<usize> {
        let [from, to] = self.endpoints.edge_endpoints();
        let full = self.after_key(from, to, semi)?;
        self.steps.add(Step::Move(semi.key, full))
    }

    /// Whether a stone on an empty cell is likely to join two ends by the rules: the cell has a connection with each, and one
    /// of them is full. Others may join them by the OR rule, but rarely do.
    pub(super) fn may_join(&self, cell: Cell, ends: [usize; 2]) -> bool {
        let pairs = ends.map(|end| self.connections.between(cell.index(), end));
        let is_full = |pair: &Pair<'_, N>| !pair.fulls.is_empty();
        pairs.iter().all(Option::is_some) && pairs.iter().flatten().any(is_full)
    }

    fn fulls(&self, a: usize, b: usize) -> Vec<CellSet<N>> {
        let pair = self.connections.between(a, b);
        pair.map_or(Vec::new(), |pair| pair.fulls.iter().map(|full| full.carrier).collect())
    }

    /// The stones of a group, or an empty cell; no cells of an edge.
    pub(super) fn cells_of(&self, end: usize) -> CellSet<N> {
        let cells = self.board.size().cells();
        cells.filter(|cell| self.endpoints.at(*cell) == Some(end)).collect()
    }

    /// A full connection as a lemma.
    fn full(&mut self, a: usize, b: usize, carrier: &CellSet<N>) -> Option<usize> {
        let (a, b) = (a.min(b), a.max(b));
        if let Some(number) = self.traced.get(&(a, b, *carrier)) {
            return *number;
        }
        self.traced.insert((a, b, *carrier), None);
        let number = self
            .touching(a, b)
            .or_else(|| self.over_group(a, b, carrier))
            .or_else(|| self.by_semis(a, b, carrier))
            .or_else(|| self.by_moves(a, b, carrier, None));
        self.traced.insert((a, b, *carrier), number);
        number
    }

    /// Two ends that touch.
    fn touching(&mut self, a: usize, b: usize) -> Option<usize> {
        let geometry = self.board.geometry();
        let (first, second) = (self.cells_of(a), self.cells_of(b));
        let cells: Vec<Cell> = if let Some(edge) = self.endpoints.edge(b) {
            let beside = geometry.edge_cells(edge).resized();
            vec![(first & beside).first()?]
        } else {
            let touches = |cell: &Cell| second.intersects(&geometry.neighbor_set(*cell).resized());
            let cell = first.iter().find(touches)?;
            vec![cell, (second & geometry.neighbor_set(cell).resized()).first()?]
        };
        self.steps.add(Step::Chain(cells))
    }

    /// The AND rule over a group.
    fn over_group(&mut self, a: usize, b: usize, carrier: &CellSet<N>) -> Option<usize> {
        (0..self.groups.len()).find_map(|at| {
            let group = self.groups[at];
            if group == a || group == b { None } else { self.over(group, a, b, carrier) }
        })
    }

    /// Two full connections within a carrier that meet in a group or in an empty cell, as if a stone were there.
    fn over(&mut self, middle: usize, a: usize, b: usize, carrier: &CellSet<N>) -> Option<usize> {
        let within = |carriers: Vec<CellSet<N>>| -> Vec<CellSet<N>> {
            carriers.into_iter().filter(|part| part.is_subset(carrier)).collect()
        };
        let (firsts, seconds) = (within(self.fulls(a, middle)), within(self.fulls(middle, b)));
        for first in &firsts {
            for second in seconds.iter().filter(|second| !second.intersects(first)) {
                if let Some(left) = self.full(a, middle, first)
                    && let Some(right) = self.full(middle, b, second)
                {
                    let cells = self.cells_of(middle);
                    return self.steps.and(left, right, &cells);
                }
            }
        }
        None
    }

    /// What a semi connection is after its key was played.
    fn after_key(&mut self, a: usize, b: usize, semi: &Semi<N>) -> Option<usize> {
        let mut rest = semi.carrier;
        rest.remove(semi.key);
        let number = self.over(semi.key.index(), a, b, &rest);
        number.or_else(|| self.by_moves(a, b, &rest, Some(semi.key)))
    }

    /// The OR rule.
    fn by_semis(&mut self, a: usize, b: usize, carrier: &CellSet<N>) -> Option<usize> {
        let (parts, unmet) = self.threats(a, b, carrier, *carrier);
        if parts.is_empty() || !unmet.is_empty() {
            return None;
        }
        let ends = [a, b].map(|end| self.cells_of(end));
        self.steps.or_of_moves(parts, ends)
    }

    /// Semi connections within a carrier, each as its key and the full lemma after it, and the cells that are in all of them.
    pub(super) fn threats(
        &mut self,
        a: usize,
        b: usize,
        carrier: &CellSet<N>,
        mut unmet: CellSet<N>,
    ) -> (Vec<(Cell, usize)>, CellSet<N>) {
        let mut parts = Vec::new();
        let Some(pair) = self.connections.between(a, b) else { return (parts, unmet) };
        let mut semis: Vec<Semi<N>> =
            pair.semis.iter().filter(|semi| semi.carrier.is_subset(carrier)).copied().collect();
        while !unmet.is_empty() {
            let best = (0..semis.len()).min_by_key(|at| (unmet & semis[*at].carrier).len());
            let Some(semi) = best.map(|best| semis.swap_remove(best)) else { break };
            if unmet.is_subset(&semi.carrier) {
                break;
            }
            if let Some(full) = self.after_key(a, b, &semi) {
                unmet &= semi.carrier;
                parts.push((semi.key, full));
            }
        }
        (parts, unmet)
    }

    /// The stones of the groups that touch these cells.
    fn beside(&self, cells: &CellSet<N>) -> CellSet<N> {
        let geometry = self.board.geometry();
        let touched = |all: CellSet<N>, cell: Cell| all | geometry.neighbor_set(cell).resized();
        let touched = cells.iter().fold(CellSet::EMPTY, touched);
        let groups = self.groups.iter().map(|group| self.cells_of(*group));
        groups
            .filter(|group| group.intersects(&touched))
            .fold(CellSet::EMPTY, |all, group| all | group)
    }

    /// The board of a region: the player has these stones, the carrier is empty, and the other player has the rest. A group
    /// that does not touch the carrier is no help, so it is not needed among the stones.
    fn region_board(&self, stones: CellSet<N>, carrier: &CellSet<N>) -> Board {
        let player = self.endpoints.player();
        let size = self.board.size();
        let owner = |cell| match (stones.contains(cell), carrier.contains(cell)) {
            (true, _) => Some(player),
            (_, true) => None,
            _ => Some(!player),
        };
        Board::with_stones(size, size.cells().map(owner))
    }

    /// Moves within a carrier, after a stone on this key.
    fn by_moves(
        &mut self,
        a: usize,
        b: usize,
        carrier: &CellSet<N>,
        key: Option<Cell>,
    ) -> Option<usize> {
        let is_rules_only = !self.params.strong_edges && !self.params.edge_templates;
        if is_rules_only || carrier.len() > LARGEST {
            return None;
        }
        let player = self.endpoints.player();
        let key_cell: CellSet<N> = key.into_iter().collect();
        let [first, second] = [a, b].map(|end| self.cells_of(end));
        let ends_cells = first | second | key_cell;
        let own = self.board.stones(player).resized() | ends_cells;
        let ends = [(a, first), (b, second)].map(|(end, cells)| match cells.first() {
            Some(cell) => End::Stone(cell),
            None => End::Edge(end),
        });
        let name = (ends, key, *carrier);
        if let Some(known) = self.steps.regions.get(&name) {
            let holds = |number: &&usize| self.steps.lemma(**number).stones.is_subset(&own);
            let number = known.iter().find(holds).copied();
            // What has failed once is not tried again with other stones.
            if number.is_some() || known.is_empty() {
                return number;
            }
        }
        let board = self.region_board(ends_cells | self.beside(&(*carrier | key_cell)), carrier);
        let params =
            ConnectionParams { strong_edges: false, edge_templates: false, ..self.params.clone() };
        let met = FxHashMap::default();
        let mut found = Region { steps: self.steps, board, player, params, ends, met }.prove();
        for cells in [first, second].iter().filter(|cells| !cells.is_empty()) {
            // There the end may be a part of a larger group.
            found = found.and_then(|number| self.steps.reach(number, cells, &own));
        }
        self.steps.regions.entry(name).or_default().extend(found);
        found
    }
}
