//! Where the time goes: cell sets of four widths, the circuit, the network, an expansion, staircases, a search.
//!
//! `cargo bench` measures, `cargo bench -- --test` runs each once. What can be wrong is checked before it is timed.
#![allow(clippy::unwrap_used, missing_docs, reason = "a bench may fail")]

use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher, black_box};
use hexcoven::board::{Board, ByColor, Cell, CellSet, Color, Position, Size, WORDS};
use hexcoven::circuit::{Circuit, Envelope};
use hexcoven::connections::{Connections, Endpoints, Until};
use hexcoven::evaluation::{Assessment, Evaluator, Features, Networks};
use hexcoven::inferior::{FillIn, Inferiors};
use hexcoven::knowledge::{Examiner, Scope};
use hexcoven::nn::Activations;
use hexcoven::params::Params;
use hexcoven::player::HexGame;
use hexcoven::search::{
    Expand, ExpandWith, Expansion, INFINITE, Limits, Minimum, Search, Staircase, Step, Sum,
};
use nalgebra::{DMatrix, DVector};
use std::collections::HashMap;
use std::sync::Mutex;

/// Counts what is allocated; the figures stand below the times.
#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

const GAMES: [(&str, &str); 3] = [
    ("empty", ""),
    ("middle", "d2 h2 f3 e5 f5 f4 g4 g3 d5 c7 d6 d8"),
    ("late", "b2 f9 b10 c8 e7 d9 e9 e8 g7 g6 h6 f8 h8 h5 f7 e5 g10 f5"),
];

fn position(name: &str) -> Position {
    let moves = GAMES.iter().find(|(game, _)| *game == name).unwrap().1;
    let board = Board::new(Size::new(11, 11).unwrap());
    let mut position = Position { board, to_play: Color::Black };
    for cell in moves.split_whitespace() {
        position.play(position.board.size().parse_cell(cell).unwrap());
    }
    position
}

fn names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|(name, _)| *name)
}

/// Random carriers of an 11x11 board, in sets of `N` words.
fn carriers<const N: usize>() -> Vec<CellSet<N>> {
    let size = Size::new(11, 11).unwrap();
    let cells: Vec<_> = size.cells().collect();
    let mut state = 1_u64;
    let mut random = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    (0..500).map(|_| (0..8).map(|_| cells[random() % cells.len()]).collect()).collect()
}

/// Subset tests and unions over all pairs of 500 carriers: what a connection search does all day.
/// Two words hold the 11x11 board, three 13x13, six 19x19, twelve every board.
#[divan::bench(consts = [2, 3, 6, WORDS])]
fn cell_set_pairs<const N: usize>(bencher: Bencher<'_, '_>) {
    let carriers = carriers::<N>();
    let work = |carriers: &[CellSet<N>]| {
        let mut union = CellSet::EMPTY;
        let mut subsets = 0;
        for a in carriers {
            for b in carriers {
                subsets += usize::from(a.is_subset(b));
                union |= *a & *b;
            }
        }
        (subsets, union.len())
    };
    let (subsets, cells) = work(&carriers);
    assert!(subsets >= 500 && cells <= 121);
    bencher.bench(|| work(black_box(&carriers)));
}

#[divan::bench(args = names())]
fn circuit_of_both_players(bencher: Bencher<'_, '_>, name: &str) {
    let board = position(name).board;
    let (endpoints, connections) = connected(&board);
    let params = Params::default().position.circuit;
    let of = |player| {
        let links = connections[player].links(&endpoints[player]);
        Circuit::new(&endpoints[player]).flow(&links, &params)
    };
    let flows = || Color::BOTH.map(of);
    assert!(flows().iter().all(|flow| flow.resistance.is_finite()));
    bencher.bench(flows);
}

/// Fill-in and inferior moves of one player, from scratch.
#[divan::bench(args = names())]
fn inferior_cells(bencher: Bencher<'_, '_>, name: &str) {
    let position = position(name);
    let params = Params::default().position.knowledge.inferior;
    let inferiors = || {
        let inferiors = Inferiors::<2>::of(&position.board, position.to_play, &params);
        inferiors.prune(position.board.empty() - inferiors.fill_in.cells())
    };
    assert!(inferiors().1.len() >= 8);
    bencher.bench(inferiors);
}

fn evaluator() -> Evaluator {
    Evaluator::new(Params::default().position, Networks::shipped())
}

fn features(position: &Position) -> Features {
    match evaluator().assess(position) {
        Assessment::Open(evaluation) => evaluation.features,
        Assessment::Decided(decided) => panic!("{decided:?}"),
    }
}

/// The log-odds of all moves by the network.
#[divan::bench(args = names())]
fn network_at_a_position(bencher: Bencher<'_, '_>, name: &str) {
    let position = position(name);
    let (networks, mut activations) = (Networks::shipped(), Activations::default());
    let features = features(&position);
    let mut log_odds = || networks.log_odds(black_box(&position), &features, &mut activations);
    assert!(log_odds().iter().all(|log_odds| *log_odds != 0.0));
    bencher.bench_local(log_odds);
}

/// What is proved of a position, without the circuit and the network.
#[divan::bench(args = names())]
fn knowledge_of_a_position(bencher: Bencher<'_, '_>, name: &str) {
    let position = position(name);
    let mut examiner = Examiner::new(Params::default().position.knowledge);
    assert!(examiner.examine(&position, Scope::Both).winner().is_none());
    bencher.bench_local(|| examiner.examine(black_box(&position), Scope::Both));
}

#[divan::bench(args = names())]
fn expansion(bencher: Bencher<'_, '_>, name: &str) {
    let mut game = HexGame::new(position(name), evaluator());
    assert!(game.expand().outcome.is_none());
    bencher.bench_local(|| game.expand());
}

/// What an expansion costs with all of the search around it: compare with `expansion`.
#[divan::bench(args = names(), sample_count = 10)]
fn search_of_500_expansions(bencher: Bencher<'_, '_>, name: &str) {
    let params = Params::default();
    let run = || {
        let mut game = HexGame::new(position(name), evaluator());
        let mut search = Search::new(params.search.clone());
        search.run(&mut game, &Limits::expansions(500), &mut |_| ())
    };
    assert_eq!(run().expansions, 500);
    bencher.bench(run);
}

/// Choosing, descending and updating, a thousand times, in Hex whose expansions are all cached:
/// compare with as many of `expansion`.
#[divan::bench(args = names(), sample_count = 10)]
fn descents_and_updates_of_1000_expansions(bencher: Bencher<'_, '_>, name: &str) {
    let params = Params::default();
    let game = HexGame::new(position(name), evaluator());
    let known: Mutex<HashMap<u128, Expansion<Cell>>> = Mutex::default();
    let expand = |game: &mut HexGame| {
        known.lock().unwrap().entry(game.key()).or_insert_with(|| game.expand()).clone()
    };
    let game = ExpandWith { game, expand };
    let run = || {
        let mut search = Search::new(params.search.clone());
        search.run(&mut game.clone(), &Limits::expansions(1000), &mut |_| ()).expansions
    };
    assert_eq!(run(), 1000);
    bencher.counter(ItemsCount::new(1000_u32)).bench(run);
    assert_eq!(known.lock().unwrap().len(), 1000, "the same search every time");
}

/// The functions of a hundred children: twenty steps each, as the steps of real ones grow.
fn functions() -> Vec<Staircase> {
    let function = |child: i32| {
        let step = |i: u32| Step {
            above: 37 * child % 50 + 60 * i.cast_signed(),
            height: (2 + i % 2) << (i / 2),
        };
        Staircase::from_steps(&(0..20).map(step).collect::<Vec<_>>())
    };
    (0..100).map(function).collect()
}

/// The sum of a hundred functions, each moved by an error of its own.
#[divan::bench]
fn sum_of_100_functions(bencher: Bencher<'_, '_>) {
    let functions = functions();
    let mut sum = Sum::default();
    let mut total = || {
        functions.iter().zip(0..).for_each(|(function, i)| sum.add(black_box(function), 11 * i));
        sum.total(0.3)
    };
    assert_eq!(total().at(1_000_000), 100 * (3 << 9));
    bencher.bench_local(total);
}

/// The lowest of a hundred functions, each moved by an error of its own.
#[divan::bench]
fn lowest_of_100_functions(bencher: Bencher<'_, '_>) {
    let functions = functions();
    let mut minimum = Minimum::default();
    let mut lowest = || {
        functions
            .iter()
            .zip(0..)
            .for_each(|(function, i)| minimum.add(black_box(function), -11 * i));
        minimum.total(0.0)
    };
    assert!((1..INFINITE).contains(&lowest().at(1_000_000)));
    bencher.bench_local(lowest);
}

/// The approximation of a sum of a hundred functions.
#[divan::bench]
fn approximation_of_a_sum(bencher: Bencher<'_, '_>) {
    let mut sum = Sum::default();
    functions().iter().zip(0..).for_each(|(function, i)| sum.add(function, 11 * i));
    let total = sum.total(0.0);
    assert!(total.approximation(0.3).steps().len() < total.steps().len() / 10);
    bencher.bench_local(|| black_box(&total).approximation(0.3));
}

/// What leaks from every node of a system to be solved, so that all of it is joined.
const LEAK: f64 = 0.01;

/// A Laplacian as a player's circuit has it: its lower triangle, and what flows in.
struct Laplacian {
    /// The first column of each row.
    first: Vec<usize>,
    entries: Vec<(usize, usize, f64)>,
    right: Vec<f64>,
}

impl Laplacian {
    /// The empty 11x11 board as resistors between neighbours.
    fn grid() -> Self {
        let n = 121;
        let links = (0..n).flat_map(|row| [1, 10, 11].map(|step| (row, step)));
        let links = links.filter(|(row, step)| row >= step).map(|(row, step)| (row, row - step));
        Self::new(n, links)
    }

    /// The links of Black's circuit: the full connections, of 1 siemens each.
    fn circuit(name: &str) -> Self {
        let (endpoints, connections) = connected(&position(name).board);
        let (endpoints, connections) = (endpoints.black, connections.black);
        let fulls = connections.pairs().filter(|pair| !pair.fulls.is_empty());
        let link = |(a, b): (usize, usize)| (a.max(b), a.min(b));
        Self::new(endpoints.count(), fulls.map(|pair| link(pair.ends)))
    }

    fn new(n: usize, links: impl Iterator<Item = (usize, usize)>) -> Self {
        let mut entries: Vec<_> = (0..n).map(|row| (row, row, LEAK)).collect();
        for (row, column) in links {
            entries.extend([(row, row, 1.0), (column, column, 1.0), (row, column, -1.0)]);
        }
        let mut first: Vec<usize> = (0..n).collect();
        for (row, column, _) in &entries {
            first[*row] = first[*row].min(*column);
        }
        let right = (0..n).map(|row| if row == n - 1 { 1.0 } else { 0.0 }).collect();
        Self { first, entries, right }
    }

    fn envelope(&self) -> Envelope {
        let mut matrix = Envelope::zero(self.first.clone());
        for (row, column, value) in &self.entries {
            matrix.add(*row, *column, *value);
        }
        matrix
    }

    fn dense(&self) -> DMatrix<f64> {
        let n = self.right.len();
        let mut matrix = DMatrix::zeros(n, n);
        for (row, column, value) in &self.entries {
            matrix[(*row, *column)] += value;
        }
        matrix
    }
}

const LAPLACIANS: [&str; 2] = ["grid", "middle"];

fn laplacian(name: &str) -> Laplacian {
    if name == "grid" { Laplacian::grid() } else { Laplacian::circuit(name) }
}

/// Whether the current that flows in leaves through the leaks.
fn all_leaves<'a>(potentials: impl Iterator<Item = &'a f64>) -> bool {
    (potentials.sum::<f64>() * LEAK - 1.0).abs() < 1e-9
}

/// The linear solve alone.
#[divan::bench(args = LAPLACIANS)]
fn linear_solve(bencher: Bencher<'_, '_>, name: &str) {
    let system = laplacian(name);
    let potentials = system.envelope().solve(system.right.clone()).unwrap();
    assert!(all_leaves(potentials.iter()));
    bencher
        .with_inputs(|| (system.envelope(), system.right.clone()))
        .bench_values(|(matrix, right)| matrix.solve(right));
}

/// The same by a library.
#[divan::bench(args = LAPLACIANS)]
fn linear_solve_by_nalgebra(bencher: Bencher<'_, '_>, name: &str) {
    let system = laplacian(name);
    let solve = |(matrix, right): (DMatrix<f64>, DVector<f64>)| {
        let mut solution = right;
        matrix.cholesky().unwrap().solve_mut(&mut solution);
        solution
    };
    let inputs = || (system.dense(), DVector::from_column_slice(&system.right));
    assert!(all_leaves(solve(inputs()).iter()));
    bencher.with_inputs(inputs).bench_values(solve);
}

/// The board on which the knowledge looks for each player's connections: with what counts as filled.
fn filled(board: &Board) -> ByColor<Board> {
    let fill_in = FillIn::of(board, &Params::default().position.knowledge.inferior);
    ByColor::new_with(|player| fill_in.filled(board, player))
}

fn endpoints(boards: &ByColor<Board>) -> ByColor<Endpoints> {
    ByColor::new_with(|player| Endpoints::new(&boards[player], player))
}

type Both = ByColor<Connections<2>>;

fn build(connections: &mut Both, endpoints: &ByColor<Endpoints>) {
    let params = Params::default().position.knowledge.connections;
    for player in Color::BOTH {
        let connections = &mut connections[player];
        connections.build(&endpoints[player], &params, Until::Complete);
    }
}

/// The endpoints and connections of both players.
fn connected(board: &Board) -> (ByColor<Endpoints>, Both) {
    let (boards, mut connections) = (filled(board), Both::default());
    let endpoints = endpoints(&boards);
    build(&mut connections, &endpoints);
    (endpoints, connections)
}

/// Updates both players' connections to these boards, and takes that back.
fn update_and_undo(
    connections: &mut Both,
    before: &ByColor<Board>,
    after: &ByColor<Board>,
    endpoints: &ByColor<Endpoints>,
) {
    for player in Color::BOTH {
        let stones = |boards: &ByColor<Board>, color| boards[player].stones(color);
        let added = ByColor::new_with(|color| stones(after, color) - stones(before, color));
        connections[player].update(&endpoints[player], &added, Until::Complete);
        connections[player].undo();
    }
}

/// How many pairs of ends each player has connected.
fn counts(connections: &Both) -> [usize; 2] {
    Color::BOTH.map(|player| connections[player].pairs().count())
}

/// Virtual connections of both players from scratch.
#[divan::bench(args = names())]
fn connections_of_both_players(bencher: Bencher<'_, '_>, name: &str) {
    let board = position(name).board;
    let (endpoints, mut connections) = connected(&board);
    assert!(Color::BOTH.iter().all(|player| connections[*player].pairs().count() > 500));
    bencher.bench_local(|| build(&mut connections, &endpoints));
}

/// One stone added to the virtual connections of both players, and taken back.
#[divan::bench(args = names())]
fn connections_after_a_stone(bencher: Bencher<'_, '_>, name: &str) {
    let mut board = position(name).board;
    let (before, (_, mut connections)) = (filled(&board), connected(&board));
    board.place(Color::Black, board.size().parse_cell("e6").unwrap());
    let after = filled(&board);
    let endpoints = endpoints(&after);
    let count = counts(&connections);
    // Twice: the memory has its size then.
    for _ in 0..2 {
        update_and_undo(&mut connections, &before, &after, &endpoints);
        assert_eq!(counts(&connections), count, "it is taken back");
    }
    bencher.bench_local(|| update_and_undo(&mut connections, &before, &after, &endpoints));
}

/// Positions of 40 games of the engine against itself, one of each, in the middle of its moves: with them, what
/// came next.
fn positions() -> impl Iterator<Item = (Board, Board)> {
    include_str!("positions.txt").lines().map(|moves| {
        let mut before = position("empty");
        let size = before.board.size();
        let (moves, next) = moves.rsplit_once(' ').unwrap();
        moves.split(' ').for_each(|mv| before.play(size.parse_cell(mv).unwrap()));
        let mut after = before.clone();
        after.play(size.parse_cell(next).unwrap());
        (before.board, after.board)
    })
}

/// How often each position is measured in a row: the first time, the processor's caches hold another position.
const TIMES: usize = 10;

/// Fill-in and connections of both players from scratch in all of them, as `vc-build` finds them.
#[divan::bench(sample_count = 20)]
fn connections_in_40_games(bencher: Bencher<'_, '_>) {
    let boards: Vec<Board> = positions().map(|(before, _)| before).collect();
    assert_eq!(boards.len(), 40);
    let mut connections = Both::default();
    bencher.counter(ItemsCount::new(TIMES * boards.len())).bench_local(|| {
        for board in boards.iter().flat_map(|board| [board; TIMES]) {
            let boards = filled(black_box(board));
            build(&mut connections, &endpoints(&boards));
        }
    });
}

/// Fill-in and connections of both players after the next stone in all of them, and back to what they were.
#[divan::bench(sample_count = 20)]
fn connections_after_a_stone_in_40_games(bencher: Bencher<'_, '_>) {
    let known = |(before, after): (Board, Board)| (filled(&before), after, connected(&before).1);
    let mut games: Vec<_> = positions().map(known).collect();
    for (before, after, connections) in &mut games {
        let (count, after) = (counts(connections), filled(after));
        update_and_undo(connections, before, &after, &endpoints(&after));
        assert_eq!(counts(connections), count, "it is taken back");
    }
    bencher.counter(ItemsCount::new(TIMES * games.len())).bench_local(|| {
        for (before, after, connections) in &mut games {
            for _ in 0..TIMES {
                let after = filled(black_box(after));
                update_and_undo(connections, before, &after, &endpoints(&after));
            }
        }
    });
}
