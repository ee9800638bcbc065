//! Regions that a full connection cuts off from the rest of the board (a *decomposition*, HEN10).
//!
//! Suppose that all ways from some empty cells to the player's edges, over empty cells and own stones, pass two own
//! chains, or a chain and an edge, or cells that touch them. In these cells only one thing can matter: whether they join
//! the two. If the player has a full connection of the two inside, they do, whatever the opponent plays there. So all of
//! the cells count as filled with the player's stones.
//!
//! Proof: own stones never harm, so the player wins the filled board if he wins the true one. Let him win the filled
//! one. On the true board he plays the same outside, and inside he answers by the connection; where no answer is
//! needed, he has a move more. In the end a chain between his edges on the filled board enters and leaves the region
//! over cells that touch the two, or ends at the edge that is one of them, and the two are joined inside.
//!
//! Several regions may be filled together. Once one is, the others are still cut off, by chains that may have grown, and what
//! is left of their connections is still full.

use super::{Connections, Endpoints};
use crate::board::{Board, CellSet, Edge, Group};

/// An edge of the player with the chains on it, or a chain that touches no edge.
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

/// The two edges of the player, and his chains that touch neither.
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
