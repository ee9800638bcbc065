//! The search on games that are not Hex: hand-made trees, random trees and tic-tac-toe.

use super::*;
use crate::params::LeafSteps;
use crate::search::staircase::shifted;
use crate::search::{
    Candidate, Expansion, Height, INFINITE, Interval, MINUS_INFINITY, Outcome, PLUS_INFINITY, Value,
};
use proptest::prelude::*;

/// A tree written down. Node 0 is the root; an edge has an error; a node without edges is decided.
#[derive(Clone, Debug, Default)]
struct Tree {
    edges: Vec<Vec<(usize, u16)>>,
    outcomes: Vec<Option<Outcome>>,
    path: Vec<usize>,
    expanded: Vec<usize>,
}

impl Tree {
    fn here(&self) -> usize {
        self.path.last().copied().unwrap_or(0)
    }
}

impl Expand for Tree {
    type Move = usize;

    fn key_after(&self, mv: usize) -> u128 {
        mv as u128
    }

    fn key(&self) -> u128 {
        self.here() as u128
    }

    fn play(&mut self, mv: usize) {
        self.path.push(mv);
    }

    fn undo(&mut self, mv: usize) {
        assert_eq!(self.path.pop(), Some(mv));
    }

    fn expand(&mut self) -> Expansion<usize> {
        let here = self.here();
        self.expanded.push(here);
        let moves = self.edges[here].iter().map(|(mv, error)| Candidate { mv: *mv, error: *error });
        Expansion { outcome: self.outcomes[here], moves: moves.collect() }
    }
}

/// SCNS in its purest form, as section 3.1 of SCNS15 runs it: best first, exact functions, two-step
/// leaves, thresholds of 1.
fn pure() -> SearchParams {
    SearchParams {
        epsilon: 0.0,
        eta: 0.0,
        leaf_steps: LeafSteps::Two,
        p_max: 1,
        d_max: 1,
        delta_p: 0,
        delta_d: 0,
        use_forgetting: false,
        use_rave: false,
        root_interlude: 1,
        ..SearchParams::default()
    }
}

/// The tree of the example in section 3.1 of SCNS15. The figures with the edge labels are lost; these
/// labels are the ones that the text determines, and `i`'s and `b`'s second moves are as good as any.
/// Nodes are named as there: a = 1, b = 2, ..., l = 12; the root is 0.
fn example() -> Tree {
    let mut edges = vec![Vec::new(); 20];
    edges[0] = vec![(1, 0), (2, 1)]; // r: a, b
    edges[1] = vec![(3, 0), (4, 3), (5, 4)]; // a: c, d, e
    edges[2] = vec![(6, 0), (7, 2)]; // b: f, g
    edges[3] = vec![(8, 0), (9, 3)]; // c: h, i
    edges[8] = vec![(10, 0)]; // h: j, which loses
    edges[9] = vec![(11, 0), (12, 2)]; // i: k, l
    edges[6] = vec![(13, 0)];
    let mut outcomes = vec![None; 20];
    outcomes[8] = Some(Outcome::Won); // the opponent moves at h and wins by j
    Tree { edges, outcomes, ..Tree::default() }
}

#[test]
fn the_example_of_the_paper_runs_as_printed() {
    let mut tree = example();
    let mut search = Search::new(pure());
    search.run(&mut tree, &Limits::expansions(1), &mut |_| ());
    assert_eq!(tree.expanded, [0], "initialization expands the root");
    // Iteration: the node expanded, v_max, v_min and the root's value afterwards. In iteration 5 the
    // paper's text says d_c(-3) = 1, where its own (4) gives 0 as c's value is -3; c is chosen either
    // way.
    let iterations: [(usize, Value, Value, Value); 6] = [
        (1, PLUS_INFINITY, -1, 0),
        (2, PLUS_INFINITY, -1, 0),
        (3, 3, -1, 0),
        (8, 3, -1, -1),
        (9, 3, -3, -1),
        (6, 1, -3, -1),
    ];
    for (number, (node, v_max, v_min, value)) in (1..).zip(iterations) {
        let report = search.run(&mut tree, &Limits::expansions(1), &mut |_| ());
        assert_eq!(tree.expanded.last(), Some(&node), "iteration {number}");
        let interval = report.interval.unwrap();
        assert_eq!((interval.raise, -interval.lower), (v_max, v_min), "iteration {number}");
        assert_eq!(report.value, value, "iteration {number}");
    }
    assert_eq!(tree.expanded.len(), 7);
}

#[test]
fn the_example_has_the_functions_of_the_paper() {
    let mut tree = example();
    let mut search = Search::new(pure());
    search.run(&mut tree, &Limits::expansions(4), &mut |_| ());
    let steps = |key: u128| {
        let tree = search.shared.tree.lock();
        let functions = &tree.table.get(key).unwrap().functions;
        let pairs = |staircase: &crate::search::Staircase| {
            staircase.steps().iter().map(|step| (step.above, step.height)).collect::<Vec<_>>()
        };
        (pairs(&functions.raise), pairs(&functions.lower))
    };
    // After iteration 3. In the paper's notation, seen by us: r <-1 0 3>, a <0 3 4>, c <-3 0>. The
    // opponent moves at a and b, so there raise and lower have changed places.
    assert_eq!(steps(0), (vec![(0, 1), (3, 2)], vec![(0, 1), (1, 2)]));
    assert_eq!(steps(1), (vec![(0, 1)], vec![(0, 1), (3, 2), (4, 3)]));
    assert_eq!(steps(2), (vec![(0, 1)], vec![(0, 1), (2, 2)]));
    assert_eq!(steps(3), (vec![(0, 1)], vec![(0, 1), (3, 2)]));
}

/// A random tree as the errors and outcomes of its nodes in the order they are met.
fn random_tree() -> impl Strategy<Value = Tree> {
    let node = (0..4usize, prop::collection::vec(0..60u16, 4), any::<bool>());
    prop::collection::vec(node, 1..24).prop_map(|raw| {
        let mut tree = Tree::default();
        let mut made = 1;
        for (at, (children, mut errors, won)) in raw.iter().cloned().enumerate() {
            let inner = at < made && children > 0 && made + children <= raw.len();
            errors.truncate(if inner { children } else { 0 });
            if let Some(least) = errors.iter().copied().min() {
                for error in &mut errors {
                    *error -= least;
                }
            }
            tree.edges.push((made..).zip(errors).collect());
            made += tree.edges[at].len();
            let outcome = if won { Outcome::Won } else { Outcome::Lost };
            tree.outcomes.push(tree.edges[at].is_empty().then_some(outcome));
        }
        tree
    })
}

/// Who wins, by plain minimax.
fn minimax(tree: &Tree, node: usize) -> Outcome {
    tree.outcomes[node].unwrap_or_else(|| {
        let wins = tree.edges[node].iter().any(|(child, _)| minimax(tree, *child) == Outcome::Lost);
        if wins { Outcome::Won } else { Outcome::Lost }
    })
}

/// The minimax value for the player to move, with these values of what is not expanded.
fn value_with(tree: &Tree, node: usize, leaf: &dyn Fn(usize) -> Option<Value>) -> Value {
    let is_expanded = tree.expanded.contains(&node);
    match (is_expanded, tree.outcomes[node]) {
        (false, _) => leaf(node).unwrap_or(0),
        (true, Some(Outcome::Won)) => PLUS_INFINITY,
        (true, Some(Outcome::Lost)) => MINUS_INFINITY,
        (true, None) => {
            let values = tree.edges[node]
                .iter()
                .map(|(child, error)| shifted(-value_with(tree, *child, leaf), -i32::from(*error)));
            values.max().unwrap_or(MINUS_INFINITY)
        }
    }
}

/// The proof and the disproof number of df-pn for the player to move, of the tree as searched.
fn proof_numbers(tree: &Tree, node: usize) -> (Height, Height) {
    match (tree.expanded.contains(&node), tree.outcomes[node]) {
        (false, _) => (1, 1),
        (true, Some(Outcome::Won)) => (0, INFINITE),
        (true, Some(Outcome::Lost)) => (INFINITE, 0),
        (true, None) => {
            let below = tree.edges[node].iter().map(|(child, _)| proof_numbers(tree, *child));
            below.fold((INFINITE, 0), |(proof, disproof), of_child| {
                (proof.min(of_child.1), disproof.saturating_add(of_child.0))
            })
        }
    }
}

/// The leaves of the tree as searched, each with whether the root's player moves there.
fn leaves(tree: &Tree, node: usize, ours: bool) -> Vec<(usize, bool)> {
    if !tree.expanded.contains(&node) {
        return vec![(node, ours)];
    }
    let below = tree.edges[node].iter().flat_map(|(child, _)| leaves(tree, *child, !ours));
    below.filter(|_| tree.outcomes[node].is_none()).collect()
}

/// Definition 3 of SCNS15 taken literally: tries every set of leaves.
fn fewest_changes(tree: &Tree, holds: &dyn Fn(Value) -> bool, for_root: bool) -> Height {
    fewest_changes_with(tree, holds, for_root, None)
}

/// The same of those sets alone that have this leaf.
fn fewest_changes_with(
    tree: &Tree,
    holds: &dyn Fn(Value) -> bool,
    for_root: bool,
    member: Option<usize>,
) -> Height {
    let leaves = leaves(tree, 0, true);
    let has_member = |set: u32| {
        let has =
            |node| leaves.iter().position(|leaf| leaf.0 == node).is_some_and(|i| set >> i & 1 == 1);
        member.is_none_or(has)
    };
    (0..1u32 << leaves.len())
        .filter(|set| has_member(*set))
        .filter(|set| {
            let value = |node| {
                let (i, (_, ours)) = leaves.iter().enumerate().find(|(_, leaf)| leaf.0 == node)?;
                let best = if *ours == for_root { PLUS_INFINITY } else { MINUS_INFINITY };
                (set >> i & 1 == 1).then_some(best)
            };
            holds(value_with(tree, 0, &value))
        })
        .map(u32::count_ones)
        .min()
        .unwrap_or(INFINITE)
}

proptest! {
    #[test]
    fn every_tree_is_solved_right(mut tree in random_tree(), tuned: bool) {
        let params = if tuned { SearchParams::default() } else { pure() };
        let expected = minimax(&tree, 0);
        let report = Search::new(params).run(&mut tree, &Limits::expansions(1000), &mut |_| ());
        prop_assert_eq!(report.outcome, Some(expected));
        prop_assert!(report.expansions <= tree.edges.len() as u64, "a node was expanded twice");
        if expected == Outcome::Won && !tree.edges[0].is_empty() {
            prop_assert_eq!(minimax(&tree, report.best().unwrap()), Outcome::Lost);
        }
    }

    #[test]
    fn a_search_goes_on_from_what_was_saved_as_if_it_had_not_stopped(
        mut tree in random_tree(),
        expansions in 1..20u64,
        cut in any::<prop::sample::Index>(),
    ) {
        let mut stopped = Search::new(pure());
        stopped.run(&mut tree, &Limits::expansions(expansions), &mut |_| ());
        let saved = stopped.save();
        let mut later = Search::new(pure());
        prop_assert!(later.load(&saved[..cut.index(saved.len())]).is_err());
        prop_assert_eq!(later.save().len(), 1, "what is cut short changes nothing");
        later.load(&saved).unwrap();
        let reports = [&mut stopped, &mut later].map(|search| {
            let report = search.run(&mut tree, &Limits::default(), &mut |_| ());
            Report { time: Duration::ZERO, ..report }
        });
        prop_assert_eq!(&reports[0], &reports[1]);
    }

    #[test]
    fn many_threads_solve_every_tree_right(mut tree in random_tree(), threads in 2..6u32) {
        let expected = minimax(&tree, 0);
        let params = SearchParams { threads, root_interlude: 2, ..SearchParams::default() };
        let report = Search::new(params).run(&mut tree, &Limits::default(), &mut |_| ());
        prop_assert_eq!(report.outcome, Some(expected));
        prop_assert!(report.expansions <= tree.edges.len() as u64, "a node was expanded twice");
    }

    #[test]
    fn functions_count_the_fewest_leaves_that_must_change(mut tree in random_tree(), expansions in 1..8u64) {
        let mut search = Search::new(pure());
        search.run(&mut tree, &Limits::expansions(expansions), &mut |_| ());
        prop_assume!(leaves(&tree, 0, true).len() <= 9);
        let searched = search.shared.tree.lock();
        let root = &searched.table.get(0).unwrap().functions;
        prop_assert_eq!(root.value(), value_with(&tree, 0, &|_| None));
        for v in [MINUS_INFINITY, -70, -20, -5, -1, 0, 1, 5, 20, 70, PLUS_INFINITY] {
            prop_assert_eq!(root.raise.at(v), fewest_changes(&tree, &|value| value >= v, true));
            prop_assert_eq!(
                root.lower.at(v), fewest_changes(&tree, &|value| value <= -v, false)
            );
        }
    }

    #[test]
    fn the_bounds_of_moves_are_proof_numbers(mut tree in random_tree(), expansions in 1..8u64, multi: bool) {
        let leaf_steps = if multi { LeafSteps::Multi } else { LeafSteps::Two };
        let mut search = Search::new(SearchParams { leaf_steps, ..pure() });
        let report = search.run(&mut tree, &Limits::expansions(expansions), &mut |_| ());
        prop_assume!(report.outcome.is_none());
        for root_move in report.moves {
            let (of_opponent, of_player) = proof_numbers(&tree, root_move.mv);
            prop_assert_eq!((root_move.disproof, root_move.proof), (of_opponent, of_player));
        }
    }

    /// With both targets at infinity this is proof-number search, and there is a leaf that both players
    /// need; at nearer targets there may be none.
    #[test]
    fn the_node_to_expand_is_a_most_proving_one(mut tree in random_tree(), expansions in 1..8u64) {
        let params = SearchParams { p_max: 1_000_000, d_max: 1_000_000, ..pure() };
        let mut search = Search::new(params.clone());
        let report = search.run(&mut tree, &Limits::expansions(expansions), &mut |_| ());
        prop_assume!(report.outcome.is_none() && leaves(&tree, 0, true).len() <= 9);
        let root = search.shared.tree.get_mut().visited(0).functions.clone();
        let interval = Interval::of_root(&root, &params);
        let mut next = tree.clone();
        search.run(&mut next, &Limits::expansions(1), &mut |_| ());
        let node = *next.expanded.last().unwrap();
        prop_assert_eq!((interval.raise, interval.lower), (PLUS_INFINITY, PLUS_INFINITY));
        let wins = |value| value == PLUS_INFINITY;
        let loses = |value| value == MINUS_INFINITY;
        for (holds, for_root) in [(&wins as &dyn Fn(Value) -> bool, true), (&loses, false)] {
            let with_node = fewest_changes_with(&tree, holds, for_root, Some(node));
            prop_assert_eq!(with_node, fewest_changes(&tree, holds, for_root));
        }
    }

    #[test]
    fn the_first_move_is_the_shortest_win_or_the_longest_resistance(mut tree in random_tree()) {
        let report = Search::new(SearchParams::default()).run(&mut tree, &Limits::default(), &mut |_| ());
        for other in &report.moves {
            let first = report.moves[0];
            prop_assert!(first.outcome == report.outcome);
            match (first.outcome, other.outcome) {
                (Some(Outcome::Won), Some(Outcome::Won)) => prop_assert!(first.work <= other.work),
                (Some(Outcome::Lost), _) => prop_assert!(first.work >= other.work),
                _ => (),
            }
        }
    }

    #[test]
    fn a_limit_of_expansions_is_kept(mut tree in random_tree(), expansions in 1..20u64) {
        let mut search = Search::new(SearchParams::default());
        let report = search.run(&mut tree, &Limits::expansions(expansions), &mut |_| ());
        prop_assert_eq!(report.expansions, tree.expanded.len() as u64);
        prop_assert!(report.expansions <= expansions);
        prop_assert!(tree.path.is_empty());
        prop_assert_eq!(report.moves.iter().map(|root_move| root_move.work).sum::<u64>() + 1, report.expansions);
    }
}

/// Tic-tac-toe where a draw counts as a win for one of the players.
#[derive(Clone, Debug)]
struct TicTacToe {
    /// The stones of the player to move and of the other.
    stones: [u16; 2],
    draw_wins_for_first: bool,
}

const LINES: [u16; 8] = [
    0b111,
    0b111_000,
    0b111_000_000,
    0b1_001_001,
    0b10_010_010,
    0b100_100_100,
    0b100_010_001,
    0b1_010_100,
];

impl TicTacToe {
    fn first_to_move(&self) -> bool {
        self.stones[0].count_ones() == self.stones[1].count_ones()
    }
}

impl Expand for TicTacToe {
    type Move = u16;

    fn key_after(&self, mv: u16) -> u128 {
        let mut next = self.clone();
        next.play(mv);
        next.key()
    }

    fn key(&self) -> u128 {
        u128::from(self.stones[0]) << 16 | u128::from(self.stones[1])
    }

    fn play(&mut self, mv: u16) {
        self.stones = [self.stones[1], self.stones[0] | 1 << mv];
    }

    fn undo(&mut self, mv: u16) {
        self.stones = [self.stones[1] & !(1 << mv), self.stones[0]];
    }

    fn expand(&mut self) -> Expansion<u16> {
        let empty = !(self.stones[0] | self.stones[1]) & 0b111_111_111;
        let outcome = if LINES.iter().any(|line| self.stones[1] & line == *line) {
            Some(Outcome::Lost)
        } else if empty == 0 {
            let won = self.first_to_move() == self.draw_wins_for_first;
            Some(if won { Outcome::Won } else { Outcome::Lost })
        } else {
            None
        };
        let cells = (0..9).filter(|cell| empty >> cell & 1 == 1);
        Expansion { outcome, moves: cells.map(|mv| Candidate { mv, error: 0 }).collect() }
    }
}

#[test]
fn tic_tac_toe_is_a_draw() {
    for draw_wins_for_first in [true, false] {
        let mut game = TicTacToe { stones: [0, 0], draw_wins_for_first };
        let mut search = Search::new(SearchParams::default());
        let report = search.run(&mut game, &Limits::default(), &mut |_| ());
        let expected = if draw_wins_for_first { Outcome::Won } else { Outcome::Lost };
        assert_eq!(report.outcome, Some(expected));
        assert!(report.expansions < 6000, "transpositions are met again: {}", report.expansions);
    }
}

#[test]
fn a_table_far_too_small_still_gives_right_results() {
    for draw_wins_for_first in [true, false] {
        let mut game = TicTacToe { stones: [0, 0], draw_wins_for_first };
        let mut search = Search::new(SearchParams::default());
        search.shared.tree.get_mut().table.reset(200_000);
        let report = search.run(&mut game, &Limits::default(), &mut |_| ());
        assert_eq!(report.outcome == Some(Outcome::Won), draw_wins_for_first);
    }
}

#[test]
fn many_threads_agree_on_tic_tac_toe() {
    for round in 0..20 {
        let mut game = TicTacToe { stones: [0, 0], draw_wins_for_first: round % 2 == 0 };
        let mut search = Search::new(SearchParams { threads: 8, ..SearchParams::default() });
        if round % 4 < 2 {
            search.shared.tree.get_mut().table.reset(200_000);
        }
        // In steps, so that nodes are met by threads that did not make them.
        let outcome = (0..).find_map(|_| {
            let report = search.run(&mut game, &Limits::expansions(100), &mut |_| ());
            assert!(report.expansions <= 100);
            report.outcome
        });
        assert_eq!(outcome == Some(Outcome::Won), game.draw_wins_for_first);
        let tree = search.shared.tree.get_mut();
        assert_eq!(tree.table.visitors(), 0, "everybody went home");
    }
}

#[test]
fn the_same_search_twice_is_the_same() {
    let run = |_| {
        let mut game = TicTacToe { stones: [0, 0], draw_wins_for_first: true };
        let mut report = Search::new(SearchParams::default()).run(
            &mut game,
            &Limits::expansions(150),
            &mut |_| (),
        );
        report.time = Duration::ZERO;
        report
    };
    let reports: Vec<_> = (0..2).map(run).collect();
    assert_eq!(reports[0], reports[1]);
}

#[test]
fn a_stop_ends_the_search_at_once() {
    let mut game = TicTacToe { stones: [0, 0], draw_wins_for_first: true };
    let limits = Limits::default();
    limits.stop.set();
    let report = Search::new(SearchParams::default()).run(&mut game, &limits, &mut |_| ());
    assert_eq!((report.expansions, report.outcome), (1, None));
    assert!(report.best().is_some(), "there is always a move");
}

/// A game without end: so many moves at the root, two everywhere else, none better than another.
#[derive(Clone, Debug)]
struct Endless {
    root_moves: u128,
    path: Vec<u128>,
}

impl Expand for Endless {
    type Move = u128;

    fn key_after(&self, mv: u128) -> u128 {
        self.key() * 3 + mv + 1
    }

    fn key(&self) -> u128 {
        self.path.iter().fold(0, |key, mv| key.wrapping_mul(3) + mv + 1)
    }

    fn play(&mut self, mv: u128) {
        self.path.push(mv);
    }

    fn undo(&mut self, _: u128) {
        self.path.pop();
    }

    fn expand(&mut self) -> Expansion<u128> {
        let count = if self.path.is_empty() { self.root_moves } else { 2 };
        let moves = (0..count).map(|mv| Candidate { mv, error: 0 });
        Expansion { outcome: None, moves: moves.collect() }
    }
}

#[test]
fn a_forced_move_is_not_thought_about_where_time_can_be_saved() {
    let run = |root_moves, usual| {
        let mut game = Endless { root_moves, path: Vec::new() };
        let limits = Limits { usual, ..Limits::expansions(2000) };
        Search::new(SearchParams::default()).run(&mut game, &limits, &mut |_| ()).expansions
    };
    let an_hour = Some(Duration::from_hours(1));
    assert!(run(1, an_hour) < 100);
    assert_eq!(run(2, an_hour), 2000, "there is a choice");
    assert_eq!(run(1, None), 2000, "nothing is to be saved");
}
