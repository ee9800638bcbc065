//! Connections against brute force: plays every game inside a carrier.

use super::*;
use crate::board::{Board, CellSet, Color, Edge, Groups, Size, parse_diagram};
use crate::params::ConnectionParams;
use proptest::prelude::*;
use std::collections::HashMap;

fn build(board: &Board, player: Color, params: &ConnectionParams) -> (Endpoints, Connections<6>) {
    let endpoints = Endpoints::new(board, &Groups::of_board(board), player);
    let mut connections = Connections::default();
    connections.build(board, &endpoints, params);
    (endpoints, connections)
}

/// The stones of a group, or the cell itself.
fn stands_on(board: &Board, endpoints: &Endpoints, endpoint: usize) -> CellSet {
    let stones = board.stones(endpoints.player()) | board.empty();
    stones.iter().filter(|cell| endpoints.at(*cell) == Some(endpoint)).collect()
}

/// A board on which both ends are the player's, and the cells from where each is reached.
fn with_ends(board: &Board, endpoints: &Endpoints, ends: [usize; 2]) -> (Board, [CellSet; 2]) {
    let mut board = board.clone();
    let reach = ends.map(|end| {
        let mut cells = stands_on(&board, endpoints, end);
        for (edge, endpoint) in endpoints.edges() {
            if endpoint == end {
                cells |= *board.geometry().edge_cells(edge);
            }
        }
        cells
    });
    for end in ends {
        if let Some(cell) = endpoints.empty_cell(end) {
            board.place(endpoints.player(), cell);
        }
    }
    (board, reach)
}

/// Whether stones join the ends; the player's edges join what touches them.
fn are_joined(board: &Board, player: Color, [from, to]: [CellSet; 2]) -> bool {
    let (geometry, mine) = (board.geometry(), board.stones(player));
    let mut reached = geometry.flood(from, mine);
    for _ in 0..2 {
        for edge in Edge::of(player).map(|edge| *geometry.edge_cells(edge)) {
            if edge.intersects(&reached) {
                reached |= geometry.flood(edge, mine);
            }
        }
    }
    reached.intersects(&to)
}

/// The game inside a carrier: the player wants to join two ends.
struct Carrier {
    player: Color,
    reach: [CellSet; 2],
    cells: CellSet,
    known: HashMap<(u128, Color), bool>,
}

impl Carrier {
    fn new(player: Color, reach: [CellSet; 2], cells: CellSet) -> Self {
        Self { player, reach, cells, known: HashMap::new() }
    }

    /// Whether the player joins the ends, everybody playing inside the carrier alone.
    fn holds(&mut self, board: &Board, to_play: Color) -> bool {
        if are_joined(board, self.player, self.reach) {
            return true;
        }
        let free = self.cells & board.empty();
        if free.is_empty() {
            return false;
        }
        if let Some(holds) = self.known.get(&(board.key(), to_play)) {
            return *holds;
        }
        let ours = to_play == self.player;
        let mut outcomes = free.iter().map(|cell| {
            let mut next = board.clone();
            next.place(to_play, cell);
            self.holds(&next, !to_play)
        });
        let result = outcomes.any(|holds| holds == ours) == ours;
        self.known.insert((board.key(), to_play), result);
        result
    }
}

/// Carriers up to this size are all checked, larger ones up to the other size in turn.
const SMALL: usize = 7;
const LARGE: usize = 11;

/// Checks the connections of a board, every small one and some large ones: those whose number leaves this
/// remainder.
fn check(
    board: &Board,
    player: Color,
    params: &ConnectionParams,
    remainder: usize,
) -> Result<(), TestCaseError> {
    let (endpoints, connections) = build(board, player, params);
    let mut large = 0;
    let mut is_checked = |carrier: &CellSet| {
        large += usize::from(carrier.len() > SMALL);
        carrier.len() <= SMALL || (carrier.len() <= LARGE && large % 16 == remainder)
    };
    for pair in connections.pairs() {
        let (a, b) = pair.ends;
        let (ended, reach) = with_ends(board, &endpoints, [a, b]);
        let describe = |carrier: &CellSet| {
            let names: Vec<String> = carrier.iter().map(|cell| board.size().name(cell)).collect();
            format!("{board}\n{player} ends {a} {b} carrier {}", names.join(" "))
        };
        for carrier in pair.fulls() {
            prop_assert!(carrier.is_subset(&ended.empty()), "not empty: {}", describe(carrier));
            if is_checked(carrier) {
                let holds = Carrier::new(player, reach, *carrier).holds(&ended, !player);
                prop_assert!(holds, "no full: {}", describe(carrier));
            }
        }
        for semi in pair.semis() {
            let carrier = &semi.carrier;
            prop_assert!(carrier.contains(semi.key) && carrier.is_subset(&ended.empty()));
            if is_checked(carrier) {
                let mut keyed = ended.clone();
                keyed.place(player, semi.key);
                let holds = Carrier::new(player, reach, *carrier).holds(&keyed, !player);
                let key = board.size().name(semi.key);
                prop_assert!(holds, "no semi by {key}: {}", describe(carrier));
            }
        }
    }
    Ok(())
}

fn board() -> impl Strategy<Value = Board> {
    // Few stones on some boards, many on others.
    let stones = (6..20u8, prop::collection::vec(any::<u8>(), 36)).prop_map(|(kinds, stones)| {
        stones.into_iter().map(move |stone| stone % kinds).collect::<Vec<_>>()
    });
    (2..=6usize, 2..=6usize, stones).prop_map(|(c, r, stones)| {
        let stones = stones.into_iter().map(|stone| match stone {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            _ => None,
        });
        Board::with_stones(Size::new(c, r).unwrap(), stones)
    })
}

fn settings() -> impl Strategy<Value = ConnectionParams> {
    (any::<bool>(), any::<bool>()).prop_map(|(only_shrinking_fulls, and_over_edge)| {
        ConnectionParams { only_shrinking_fulls, and_over_edge }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_connection_holds(board in board(), params in settings(), remainder in 0..16usize) {
        prop_assume!(board.winner().is_none());
        for player in Color::BOTH {
            check(&board, player, &params, remainder)?;
        }
    }

    #[test]
    fn lists_hold_no_supersets_and_keep_their_common_parts(board in board(), params in settings()) {
        prop_assume!(board.winner().is_none());
        let (_, connections) = build(&board, Color::Black, &params);
        for pair in connections.pairs() {
            let fulls: Vec<_> = pair.fulls().collect();
            let semis: Vec<_> = pair.semis().iter().map(|semi| &semi.carrier).collect();
            for list in [&fulls, &semis] {
                for (i, a) in list.iter().enumerate() {
                    prop_assert!(list.iter().enumerate().all(|(j, b)| i == j || !a.is_subset(b)));
                }
            }
            prop_assert!(semis.iter().all(|semi| fulls.iter().all(|full| !full.is_subset(semi))));
            let common = |list: &[&CellSet]| list.iter().fold(CellSet::ALL, |all, c| all & **c);
            prop_assert!(pair.full_common().is_none_or(|all| all.is_subset(&common(&fulls))));
            prop_assert!(pair.semi_common().is_none_or(|all| all.is_subset(&common(&semis))));
        }
    }

    #[test]
    fn narrow_sets_find_the_same(board in board()) {
        prop_assume!(board.winner().is_none());
        let params = ConnectionParams::default();
        let (endpoints, wide) = build(&board, Color::White, &params);
        let mut narrow = Connections::<1>::default();
        narrow.build(&board, &endpoints, &params);
        let all = |pairs: &[Pair<1>]| -> Vec<Vec<CellSet>> {
            pairs.iter().map(|pair| pair.fulls().map(CellSet::narrow).collect()).collect()
        };
        let wide: Vec<Vec<CellSet>> = wide.pairs().iter().map(|pair| pair.fulls().copied().collect()).collect();
        prop_assert_eq!(all(narrow.pairs()), wide);
    }
}

fn between(diagram: &str, player: Color, a: &str, b: &str) -> (usize, usize) {
    let board = parse_diagram(diagram).unwrap();
    let (endpoints, connections) = build(&board, player, &ConnectionParams::default());
    let end = |name: &str| match name {
        "first" => endpoints.edges()[0].1,
        "last" => endpoints.edges()[1].1,
        _ => endpoints.at(board.size().parse_cell(name).unwrap()).unwrap(),
    };
    let pair = connections.between(end(a), end(b));
    pair.map_or((0, 0), |pair| (pair.fulls().count(), pair.semis().len()))
}

const OPEN: &str = ". . . . .\n . . B . .\n . . . . .\n . . . . .\n . . . . .";

#[test]
fn the_first_connections_of_every_player_are_found() {
    assert_eq!(between(OPEN, Color::Black, "c2", "c3").0, 1, "neighbours touch");
    assert_eq!(between(OPEN, Color::Black, "c2", "d3").0, 1, "a bridge is full");
    assert_eq!(between(OPEN, Color::Black, "c2", "first").0, 1, "so is one to the edge");
    assert!(between(OPEN, Color::Black, "c2", "c4").1 > 0, "two steps are semi");
    let third_row =
        ". . . . . .\n . . . . . .\n . . . B . .\n . . . . . .\n . . . . . .\n . . . . . .";
    assert!(between(third_row, Color::Black, "d3", "first").0 > 0, "the third-row template");
    let cramped = ". W W . .\n W . . W .\n . . B . .\n . . . . .\n . . . . .";
    assert_eq!(between(cramped, Color::Black, "c3", "first").0, 0);
}
