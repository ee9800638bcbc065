//! The example in section 3.1 of SCNS15.

use super::pure;
use super::trees::Tree;
use crate::search::interval::Interval;
use crate::search::{Limits, Outcome, PLUS_INFINITY, Search, Value};

/// The tree of the example in section 3.1 of SCNS15. Our copy lacks the figures with the edge labels: these are the labels
/// that the text determines. Two are ours: that of `e` must be at least 3, that of `l` less than 4. Nodes are named as
/// there: a = 1, b = 2, ..., l = 12; the root is 0.
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
    // Each iteration: the node expanded, v_max, v_min, and the root's value afterwards. In iteration 5 the paper's text
    // says d_c(-3) = 1, but its (4) gives 0, since the value of c is -3. Either way c is chosen.
    let iterations: [(usize, Value, Value, Value); 6] = [
        (1, PLUS_INFINITY, -1, 0),
        (2, PLUS_INFINITY, -1, 0),
        (3, 3, -1, 0),
        (8, 3, -1, -1),
        (9, 3, -3, -1),
        (6, 1, -3, -1),
    ];
    for (number, (node, v_max, v_min, value)) in (1..).zip(iterations) {
        let root = search.shared.tree.get_mut().node(0).functions.clone();
        let interval = Interval::of_root(&root, &pure());
        let report = search.run(&mut tree, &Limits::expansions(1), &mut |_| ());
        assert_eq!(tree.expanded.last(), Some(&node), "iteration {number}");
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
            staircase.steps().map(|step| (step.above, step.height)).collect::<Vec<_>>()
        };
        (pairs(&functions.raise), pairs(&functions.lower))
    };
    // After iteration 3. In the paper's notation: r <-1 0 3>, a <0 3 4>, c <-3 0>; 4 is our label. The opponent moves
    // at a and b, so raise and lower change places there.
    assert_eq!(steps(0), (vec![(0, 1), (3, 2)], vec![(0, 1), (1, 2)]));
    assert_eq!(steps(1), (vec![(0, 1)], vec![(0, 1), (3, 2), (4, 3)]));
    assert_eq!(steps(2), (vec![(0, 1)], vec![(0, 1), (2, 2)]));
    assert_eq!(steps(3), (vec![(0, 1)], vec![(0, 1), (3, 2)]));
    let usage = search.usage();
    assert_eq!((usage.nodes, usage.steps, usage.most_steps), (4, 14, 3));
}
