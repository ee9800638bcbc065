//! Connections against brute force, which plays every game inside a carrier.

use super::edge_links::EdgeLink;
use super::h_search::CAPTURING_CARRIER;
use super::*;
use crate::board::{
    Board, ByColor, Cell, CellSet, Color, Edge, Group, Size, WORDS, nearly_full, parse_diagram,
    winners,
};
use crate::params::ConnectionParams;
use proptest::prelude::*;
use std::collections::HashMap;

fn build(
    board: &Board,
    player: Color,
    params: &ConnectionParams,
) -> (Endpoints, Connections<WORDS>) {
    let endpoints = Endpoints::new(board, player);
    let connections = Connections::of(&endpoints, params);
    (endpoints, connections)
}

/// The cells of an endpoint: the stones of a group, or the cell itself; none for an edge.
fn stands_on(board: &Board, endpoints: &Endpoints, endpoint: usize) -> CellSet {
    let stones = board.stones(endpoints.player()) | board.empty();
    stones.iter().filter(|cell| endpoints.at(*cell) == Some(endpoint)).collect()
}

/// The board with stones on ends that are empty cells, and for each end the cells that it is joined with.
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

/// Whether stones join the two sets; an edge of the player joins all stones that touch it.
fn are_joined(board: &Board, player: Color, [from, to]: [CellSet; 2]) -> bool {
    let (geometry, mine) = (board.geometry(), board.stones(player));
    let mut reached = geometry.flood(from, mine);
    for _ in 0..2 {
        for edge in geometry.edges_of(player) {
            if edge.intersects(&reached) {
                reached |= geometry.flood(edge, mine);
            }
        }
    }
    reached.intersects(&to)
}

/// The game inside a carrier, in which the player wants to join two ends.
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

    /// Whether the player can join the ends when both players move only inside the carrier.
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

/// All carriers of up to `SMALL` cells are checked, and one of 16 of those of up to `LARGE` cells.
const SMALL: usize = 7;
const LARGE: usize = 11;

/// Checks every small connection of a board, and the large ones whose number has this remainder modulo 16.
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
            format!(
                "{board}\n{player} ends {a} {b} carrier {}",
                board.size().names(carrier).join(" ")
            )
        };
        for Full { carrier, .. } in pair.fulls {
            prop_assert!(carrier.is_subset(&ended.empty()), "not empty: {}", describe(carrier));
            if is_checked(carrier) {
                let holds = Carrier::new(player, reach, *carrier).holds(&ended, !player);
                prop_assert!(holds, "no full: {}", describe(carrier));
            }
        }
        for semi in pair.semis {
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

/// Settings with which no pair reaches its largest number of connections on small boards.
fn without_limit() -> ConnectionParams {
    ConnectionParams { most_of_pair: 16_384, strong_edges: true, ..Default::default() }
}

/// The same with any limits of carriers and any start.
fn settings() -> impl Strategy<Value = ConnectionParams> {
    let largest = prop_oneof![Just(361), 0..10_u32];
    let inner = prop_oneof![0..6_u32, Just(361)];
    (largest, inner, any::<bool>(), any::<bool>()).prop_map(
        |(largest_carrier, inner_carrier, edge_templates, strong_edges)| ConnectionParams {
            largest_carrier,
            inner_carrier,
            edge_templates,
            strong_edges,
            ..without_limit()
        },
    )
}

/// The same, in part with only a few connections of a pair.
fn few() -> impl Strategy<Value = ConnectionParams> {
    let most = prop_oneof![Just(400), 1..6_u32];
    (settings(), most)
        .prop_map(|(params, most_of_pair)| ConnectionParams { most_of_pair, ..params })
}

/// The two cells of an own edge that a cell in the second row touches; none if it touches two of either edge.
fn behind(board: &Board, player: Color, cell: Cell) -> CellSet {
    let touched = |edge| {
        let row = *board.geometry().edge_cells(edge);
        let touched = row & *board.geometry().neighbor_set(cell);
        if row.contains(cell) || touched.len() != 2 { CellSet::EMPTY } else { touched }
    };
    let [one, other] = Edge::of(player).map(touched);
    if one.is_empty() || other.is_empty() { one | other } else { CellSet::EMPTY }
}

/// The empty ones of these two cells; none if the opponent has a stone on either.
fn open_behind(board: &Board, player: Color, cell: Cell) -> CellSet {
    let pair = behind(board, player, cell);
    if pair.intersects(&board.stones(!player)) { CellSet::EMPTY } else { pair & board.empty() }
}

/// Fills the cells that the player's stones capture with an edge, as fill-in does before connections are built.
fn fill_captured(board: &mut Board, player: Color) -> CellSet {
    let captured = board.stones(player).iter().map(|stone| open_behind(board, player, stone));
    let captured = captured.fold(CellSet::EMPTY, |all, pair| all | pair);
    for cell in captured {
        board.place(player, cell);
    }
    captured
}

/// For each pair of endpoints the carriers of its full connections and those of its semi connections.
type Listing = Vec<((usize, usize), Vec<Vec<Cell>>, Vec<Vec<Cell>>)>;

/// All connections, sorted, so that they do not depend on the order in which they were found.
fn listing<const N: usize>(connections: &Connections<N>) -> Listing {
    let cells = |carrier: &CellSet<N>| carrier.iter().collect::<Vec<_>>();
    let mut all: Listing = connections
        .pairs()
        .map(|pair| {
            let mut fulls: Vec<_> = pair.fulls.iter().map(|full| cells(&full.carrier)).collect();
            let mut semis: Vec<_> = pair.semis.iter().map(|semi| cells(&semi.carrier)).collect();
            fulls.sort();
            semis.sort();
            (pair.ends, fulls, semis)
        })
        .collect();
    all.sort();
    all
}

/// All connections with every cell and every edge mapped to another. Groups get the numbers of their images.
fn image(
    connections: &Connections<WORDS>,
    board: &Board,
    map: impl Fn(Cell) -> Cell,
    map_edge: impl Fn(usize) -> usize,
) -> Listing {
    let end = |end: usize| {
        if end >= board.size().cell_count() {
            return map_edge(end);
        }
        let group = Group::at(board, Cell::new(end));
        let captain = group.and_then(|group| group.stones.iter().map(&map).min());
        captain.unwrap_or_else(|| map(Cell::new(end))).index()
    };
    let carriers = |list: &[Vec<Cell>]| {
        let mut list: Vec<Vec<Cell>> = list
            .iter()
            .map(|carrier| {
                carrier.iter().map(|cell| map(*cell)).collect::<CellSet>().iter().collect()
            })
            .collect();
        list.sort();
        list
    };
    let mut all: Listing = listing(connections)
        .iter()
        .map(|((a, b), fulls, semis)| {
            let (a, b) = (end(*a), end(*b));
            ((a.min(b), a.max(b)), carriers(fulls), carriers(semis))
        })
        .collect();
    all.sort();
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_connection_holds(board in board(), params in few(), remainder in 0..16usize) {
        prop_assume!(board.winner().is_none());
        for player in Color::BOTH {
            check(&board, player, &params, remainder)?;
        }
    }

    #[test]
    fn lists_hold_no_supersets_and_keep_their_common_parts(board in board(), params in few()) {
        prop_assume!(board.winner().is_none());
        let (_, connections) = build(&board, Color::Black, &params);
        for pair in connections.pairs() {
            let fulls: Vec<_> = pair.fulls.iter().map(|full| &full.carrier).collect();
            let semis: Vec<_> = pair.semis.iter().map(|semi| &semi.carrier).collect();
            for list in [&fulls, &semis] {
                prop_assert!(list.len() <= params.most_of_pair as usize);
                for (i, a) in list.iter().enumerate() {
                    prop_assert!(list.iter().enumerate().all(|(j, b)| i == j || !a.is_subset(b)));
                }
            }
            prop_assert!(semis.iter().all(|semi| fulls.iter().all(|full| !full.is_subset(semi))));
            let common = |list: &[&CellSet]| list.iter().fold(CellSet::ALL, |all, c| all & **c);
            prop_assert!(pair.full_common().is_none_or(|all| all == common(&fulls)));
            prop_assert!(pair.semi_common().is_none_or(|all| all == common(&semis)));
        }
    }

    #[test]
    fn no_rule_says_anything_new_of_a_closure(board in board(), params in settings()) {
        prop_assume!(board.winner().is_none());
        let (endpoints, connections) = build(&board, Color::White, &params);
        prop_assume!(!connections.is_cut());
        let is_known = |a: usize, b: usize, carrier: CellSet, is_full: bool| {
            let is_cell = |end| endpoints.empty_cell(end).is_some();
            let is_inner = is_cell(a) && is_cell(b);
            let capturing = [a, b].into_iter().filter(|end| {
                is_cell(*end) && !behind(&board, Color::White, Cell::new(*end)).is_empty()
            });
            let larger = if params.strong_edges { CAPTURING_CARRIER as usize } else { 0 };
            let inner = params.inner_carrier as usize + capturing.count() * larger;
            carrier.len() > params.largest_carrier as usize
                || is_inner && carrier.len() > inner
                || connections.between(a, b).is_some_and(|pair| {
                    pair.fulls.iter().any(|full| full.carrier.is_subset(&carrier))
                        || !is_full && pair.semis.iter().any(|semi| semi.carrier.is_subset(&carrier))
                })
        };
        let own_cell = |end| endpoints.empty_cell(end).into_iter().collect::<CellSet>();
        let both_ways = |pair: Pair<'_, WORDS>| [pair.ends, (pair.ends.1, pair.ends.0)];
        for first in connections.pairs() {
            let semis: Vec<CellSet> = first.semis.iter().map(|semi| semi.carrier).collect();
            for chosen in 1..1_u32 << semis.len().min(8) {
                let members = || (0..8).filter(|i| chosen >> i & 1 == 1).map(|i| semis[i]);
                if members().fold(CellSet::ALL, |common, carrier| common & carrier).is_empty() {
                    let union = members().fold(CellSet::EMPTY, |all, carrier| all | carrier);
                    prop_assert!(is_known(first.ends.0, first.ends.1, union, true), "OR on\n{}", board);
                }
            }
            for (a, middle) in both_ways(first) {
                let captured = if params.strong_edges && endpoints.empty_cell(middle).is_some() {
                    open_behind(&board, Color::White, Cell::new(middle))
                } else {
                    CellSet::EMPTY
                };
                let is_edge = endpoints.edges().iter().any(|(_, edge)| *edge == middle);
                if is_edge {
                    continue;
                }
                for (c, _) in connections.pairs().flat_map(both_ways).filter(|(c, end)| *end == middle && *c != a) {
                    let second = connections.between(c, middle).unwrap();
                    for (one, other) in first.fulls.iter().flat_map(|one| second.fulls.iter().map(move |other| (one.carrier, other.carrier))) {
                        let shared = one & other;
                        let disjoint = shared.is_subset(&captured);
                        if disjoint && !one.intersects(&own_cell(c)) && !other.intersects(&own_cell(a)) {
                            let filled = if shared.is_empty() { shared } else { captured };
                            let carrier = one | other | own_cell(middle) | filled;
                            let is_full = own_cell(middle).is_empty();
                            prop_assert!(is_known(a, c, carrier, is_full), "AND on\n{}", board);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn turned_and_mirrored_boards_have_the_same_connections(board in board()) {
        prop_assume!(board.winner().is_none());
        let (_, connections) = build(&board, Color::Black, &without_limit());
        let (size, cells) = (board.size(), board.size().cell_count());
        let half_turn = |cell| size.half_turn(cell);
        let mirror = |cell| size.mirror(cell);
        let turned = build(&board.half_turn(), Color::Black, &without_limit()).1;
        let mirrored = build(&board.mirror(), Color::White, &without_limit()).1;
        let edges_stay = |edge: usize| edge;
        let edges_swap = |edge: usize| 2 * cells + 1 - edge;
        prop_assert_eq!(image(&connections, &board, half_turn, edges_swap), listing(&turned));
        prop_assert_eq!(image(&connections, &board, mirror, edges_stay), listing(&mirrored));
    }

    #[test]
    fn narrow_sets_find_the_same(board in board()) {
        prop_assume!(board.winner().is_none());
        let params = ConnectionParams::default();
        let (endpoints, wide) = build(&board, Color::White, &params);
        let narrow = Connections::<1>::of(&endpoints, &params);
        prop_assert_eq!(listing(&narrow), listing(&wide));
    }

    #[test]
    fn an_updated_closure_is_the_one_built_from_scratch(
        board in board(),
        params in settings(),
        added in stones_to_add(),
    ) {
        prop_assume!(board.winner().is_none() && !board.empty().is_empty());
        let params = ConnectionParams { most_of_pair: 400, ..params };
        check_updates(&board, &params, &added)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn so_is_one_on_a_board_with_room_for_edge_templates(
        first in stones_to_add(),
        added in stones_to_add(),
        strong_edges in any::<bool>(),
    ) {
        let mut board = Board::new(Size::new(11, 7).unwrap());
        for (cell, is_black) in &first {
            let empty: Vec<Cell> = board.empty().iter().collect();
            board.place(if *is_black { Color::Black } else { Color::White }, empty[cell.index(empty.len())]);
        }
        // As in play, or as in the solver.
        let inner_carrier = if strong_edges { 8 } else { 2 };
        let params = ConnectionParams { inner_carrier, strong_edges, ..Default::default() };
        check_updates(&board, &params, &added)?;
    }
}

/// For each stone an index into the empty cells, and whether it is the player's.
fn stones_to_add() -> impl Strategy<Value = Vec<(prop::sample::Index, bool)>> {
    prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 1..5)
}

/// Adds stones, the first two one by one and the others in one step, and compares with builds from scratch,
/// unless a pair reached its largest number of connections. Then undoes the steps and compares again.
fn check_updates(
    board: &Board,
    params: &ConnectionParams,
    added: &[(prop::sample::Index, bool)],
) -> Result<(), TestCaseError> {
    for player in Color::BOTH {
        let mut board = board.clone();
        fill_captured(&mut board, player);
        let (_, mut connections) = build(&board, player, params);
        let mut stones = ByColor::<CellSet>::default();
        let mut before = Vec::new();
        for (i, (cell, is_own)) in added.iter().enumerate() {
            let empty: Vec<Cell> = board.empty().iter().collect();
            if empty.is_empty() {
                break;
            }
            let cell = empty[cell.index(empty.len())];
            let color = if *is_own { player } else { !player };
            board.place(color, cell);
            stones[color].insert(cell);
            stones[player] |= fill_captured(&mut board, player);
            if i >= 2 && i + 1 < added.len() {
                continue;
            }
            let (endpoints, scratch) = build(&board, player, params);
            before.push(listing(&connections));
            connections.update(&endpoints, &stones, Until::Complete);
            prop_assume!(!scratch.is_cut() && !connections.is_cut());
            prop_assert_eq!(listing(&connections), listing(&scratch), "{}\n{}", board, player);
            for pair in connections.pairs() {
                let same = scratch.between(pair.ends.0, pair.ends.1);
                prop_assert_eq!(pair.full_common(), same.and_then(|pair| pair.full_common()));
            }
            stones = ByColor::default();
        }
        for before in before.iter().rev() {
            connections.undo();
            prop_assert_eq!(&listing(&connections), before, "{}\n{}", board, player);
        }
    }
    Ok(())
}

#[test]
fn edge_links_hold_and_need_all_of_their_cells() {
    let size = Size::new(8, 8).unwrap();
    for player in Color::BOTH {
        let links = edge_links::all_placed(size, player);
        assert!(links.len() > 30, "{}", links.len());
        let holds = |link: &EdgeLink, cells| {
            let mut board = Board::new(size);
            link.ends.iter().for_each(|end| board.place(player, *end));
            let reach = link.ends.map(|end| CellSet::from_iter([end]));
            Carrier::new(player, reach, cells).holds(&board, !player)
        };
        for link in &links {
            assert!(holds(link, link.carrier), "{link:?}");
            for cell in link.carrier {
                assert!(!holds(link, link.carrier - CellSet::from_iter([cell])), "{link:?}");
            }
        }
    }
}

#[test]
fn what_a_stone_captures_with_an_edge_is_shared() {
    let diagram = "W . B B . W\n W W B . . W\n B B W . . B\n B . . W B W\n . . . B . B";
    let board = parse_diagram(diagram).unwrap();
    let [b1, e3] = ["b1", "e3"].map(|name| board.size().parse_cell(name).unwrap().index());
    let fulls = |strong_edges| {
        let params = ConnectionParams { strong_edges, inner_carrier: 20, ..without_limit() };
        check(&board, Color::Black, &params, 0).unwrap();
        let (_, connections) = build(&board, Color::Black, &params);
        connections.between(b1, e3).map_or(0, |pair| pair.fulls.len())
    };
    assert_eq!((fulls(true), fulls(false)), (1, 0));
}

fn between(diagram: &str, player: Color, a: &str, b: &str) -> (usize, usize) {
    let board = parse_diagram(diagram).unwrap();
    let (endpoints, connections) = build(&board, player, &ConnectionParams::default());
    let end = |name: &str| match name {
        "first" => endpoints.edge_endpoints()[0],
        "last" => endpoints.edge_endpoints()[1],
        _ => endpoints.at(board.size().parse_cell(name).unwrap()).unwrap(),
    };
    let pair = connections.between(end(a), end(b));
    pair.map_or((0, 0), |pair| (pair.fulls.len(), pair.semis.len()))
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

/// A position in which Black's connections would take minutes without a limit on those of a pair.
const TANGLED: &str = "
    . . . . . . . . . . . . .
    . . . . . W . . . . . . .
    . B . . . . B . . . . . .
    . . B . . . . . . . B B .
    . . . B . B . . W . . . .
    . . . . . B B . B . . . .
    . . . . . W B . . . . . .
    . . W . . W . . . W . W .
    . B B . . . . B . W . . .
    . . . B . . . . . W . . .
    . . . . . . . . . . . . .
    . W W B . . . . . W . W .
    . . . . W . W . . . . . .";

#[test]
fn a_pair_has_no_more_than_it_is_given() {
    let board = parse_diagram(TANGLED).unwrap();
    for player in Color::BOTH {
        let (_, connections) = build(&board, player, &ConnectionParams::default());
        let most = connections.pairs().map(|pair| pair.fulls.len().max(pair.semis.len())).max();
        assert!(most.is_some_and(|most| (21..=400).contains(&most)), "{player} {most:?}");
        assert!(connections.is_cut());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    #[test]
    fn what_is_cut_off_counts_as_filled(board in nearly_full(11)) {
        for player in Color::BOTH {
            let (endpoints, connections) = build(&board, player, &without_limit());
            let mut filled = board.clone();
            for cell in connections.cut_off(&board, &endpoints) {
                filled.place(player, cell);
            }
            if filled != board {
                prop_assert_eq!(winners(&board), winners(&filled), "{}\n{}", board, filled);
            }
        }
    }
}
