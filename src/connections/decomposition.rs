//! Regions that a full connection cuts off from the rest of the board (a *decomposition*, HEN10).
//!
//! Take two *sides* of a player: two groups, or a group and an edge. Suppose that they cut off some empty cells: every way
//! from these, over empty cells and own stones, to an edge of the player that is no side crosses a side or a cell that touches
//! one. Then only one thing can matter in these cells: whether they join the sides. If the player has a full connection
//! of the sides inside, they do, whatever the opponent plays there. So all of the cells count as filled with the player's
//! stones.
//!
//! Proof: own stones never harm, so if the player wins the true board, the player also wins the filled one. Let the player win
//! the filled one. On the true board the player plays the same outside, and answers inside by the connection; where no answer is
//! needed, that is a move more. In the end a chain between the player's edges on the filled board enters and leaves the
//! region over cells that touch the sides, or ends at the edge that is one of them, and the sides are joined inside.
//!
//! Several regions may be filled together. Once one is, the others are still cut off, by groups that may have grown, and what
//! is left of their connections is still full.

use super::{Connections, Endpoints};
use crate::board::{Board, CellSet, Edge, Group};

/// An edge of the player with the groups on it, or a group that touches no edge.
struct Side {
    edge: Option<Edge>,
    /// Its number among the endpoints.
    endpoint: usize,
    stones: CellSet,
    /// The empty cells that touch it.
    liberties: CellSet,
}

impl<const N: usize> Connections<N> {
    /// The empty cells in regions that these connections of a player cut off on this board. They count as filled with the
    /// player's stones.
    pub fn cut_off(&self, board: &Board, endpoints: &Endpoints) -> CellSet {
        let sides = sides(board, endpoints);
        let mut all = CellSet::EMPTY;
        for (number, a) in sides.iter().enumerate() {
            for b in &sides[..number] {
                let pair = self.between(a.endpoint, b.endpoint);
                let Some(pair) = pair.filter(|pair| !pair.fulls.is_empty()) else { continue };
                let region = region(board, endpoints, [a, b]).resized();
                if pair.fulls.iter().any(|full| full.carrier.is_subset(&region)) {
                    all |= region.resized();
                }
            }
        }
        all
    }
}

/// The two edges of the player, and the groups that touch neither.
fn sides(board: &Board, endpoints: &Endpoints) -> Vec<Side> {
    let edge = |(edge, endpoint)| {
        let liberties = *board.geometry().edge_cells(edge) & board.empty();
        Side { edge: Some(edge), endpoint, stones: CellSet::EMPTY, liberties }
    };
    let mut sides: Vec<Side> = endpoints.edges().map(edge).into();
    for group in Group::all_of(board, endpoints.player()) {
        let endpoint = group.captain().index();
        let Group { stones, edges, liberties } = group;
        match edges.iter().position(|is_on| *is_on) {
            Some(edge) => {
                sides[edge].stones |= stones;
                sides[edge].liberties |= liberties;
            }
            None => sides.push(Side { edge: None, endpoint, stones, liberties }),
        }
    }
    sides
}

/// The empty cells that these two sides cut off from the other edges: from each of them, all ways there cross the
/// sides' stones or their liberties, the `wall`. Cells of the wall belong to it if nothing outside touches them.
fn region(board: &Board, endpoints: &Endpoints, sides: [&Side; 2]) -> CellSet {
    let geometry = board.geometry();
    let [wall, stones] =
        [sides.map(|side| side.liberties), sides.map(|side| side.stones)].map(|[a, b]| a | b);
    let edges = Edge::of(endpoints.player()).into_iter();
    let others = edges.filter(|edge| sides.iter().all(|side| side.edge != Some(*edge)));
    let start = others.fold(CellSet::EMPTY, |all, edge| all | *geometry.edge_cells(edge));
    let open = (board.empty() | board.stones(endpoints.player())) - wall - stones;
    let reached = geometry.flood(start, open);
    let is_passed = |cell| geometry.neighbor_set(cell).intersects(&reached);
    let passed: CellSet = wall.iter().filter(|cell| is_passed(*cell)).collect();
    board.empty() - reached - passed - (wall & start)
}
