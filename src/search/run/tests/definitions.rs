//! The search's functions and choices against the definitions of SCNS15 taken literally.

use super::pure;
use super::trees::{Tree, random_tree};
use crate::params::{LeafSteps, SearchParams};
use crate::search::node::Functions;
use crate::search::staircase::shifted;
use crate::search::staircase::tests::rising;
use crate::search::{
    Height, INFINITE, Interval, Limits, MINUS_INFINITY, Outcome, PLUS_INFINITY, Search, Staircase,
    Step, Value,
};
use proptest::prelude::*;

/// The searched tree below a node, as the paper has it: Max moves at the top, values are absolute, and a leaf's value is
/// the sum (12) of the errors on its path. Nothing is shifted or mirrored.
struct Below<'a> {
    tree: &'a Tree,
    top: usize,
    /// The cost of a change of a leaf by a value, (4) or (14).
    leaf: &'a Staircase,
}

/// A set of changed leaves, and the value of the top with it.
struct Change {
    /// The cost of each leaf, 0 for unchanged ones.
    costs: Vec<Height>,
    value: Value,
}

impl Change {
    fn cost(&self) -> Height {
        self.costs.iter().sum()
    }
}

impl Below<'_> {
    fn leaves(&self) -> Vec<usize> {
        let mut leaves = Vec::new();
        let mut open = vec![self.top];
        while let Some(node) = open.pop() {
            if !self.tree.expanded.contains(&node) {
                leaves.push(node);
            } else if self.tree.outcomes[node].is_none() {
                open.extend(self.tree.edges[node].iter().map(|(child, _)| child));
            }
        }
        leaves
    }

    /// The minimax value (3), where `changed` gives the value of a leaf from its index and heuristic value.
    fn minimax(
        &self,
        node: usize,
        max_moves: bool,
        eval: Value,
        changed: &dyn Fn(usize, Value) -> Value,
    ) -> Value {
        if !self.tree.expanded.contains(&node) {
            return changed(node, eval);
        }
        if let Some(outcome) = self.tree.outcomes[node] {
            let max_wins = (outcome == Outcome::Won) == max_moves;
            return if max_wins { PLUS_INFINITY } else { MINUS_INFINITY };
        }
        let values = self.tree.edges[node].iter().map(|edge| {
            let sigma = if max_moves { -1 } else { 1 };
            self.minimax(edge.0, !max_moves, eval + sigma * self.tree.error_of(*edge), changed)
        });
        if max_moves { values.max() } else { values.min() }.expect("an open node has moves")
    }

    fn value(&self) -> Value {
        self.minimax(self.top, true, 0, &|_, eval| eval)
    }

    /// Every way to change the leaves for Max, or for Min.
    fn changes(&self, for_max: bool) -> Vec<Change> {
        let leaves = self.leaves();
        let sign = if for_max { 1 } else { -1 };
        let costs: Vec<Height> =
            [0].into_iter().chain(self.leaf.steps().map(|step| step.height)).collect();
        let mut sets: Vec<Vec<Height>> = vec![Vec::new()];
        for _ in &leaves {
            let longer = |set: &Vec<Height>| {
                let set = set.clone();
                costs.clone().into_iter().map(move |cost| [&set[..], &[cost]].concat())
            };
            sets = sets.iter().flat_map(longer).collect();
        }
        let change = |costs: Vec<Height>| {
            let changed = |leaf, eval| {
                let at = leaves.iter().position(|other| *other == leaf).expect("a leaf");
                shifted(sign * self.leaf.reach(costs[at]), eval)
            };
            Change { value: self.minimax(self.top, true, 0, &changed), costs }
        };
        sets.into_iter().map(change).collect()
    }

    /// Whether there are few enough changes to enumerate.
    fn is_small(&self) -> bool {
        let leaves = u32::try_from(self.leaves().len()).expect("a small tree");
        (self.leaf.steps().len() + 1).checked_pow(leaves).is_some_and(|count| count <= 2000)
    }

    /// Definition 3 for every value: the proof and the disproof function, the latter mirrored.
    fn functions(&self) -> Functions {
        let function = |for_max| {
            let sign = if for_max { 1 } else { -1 };
            let mut changes = self.changes(for_max);
            changes.sort_by_key(|change| (change.cost(), -sign * change.value));
            let mut steps = Vec::new();
            let mut reached = sign * changes[0].value;
            for change in &changes {
                if sign * change.value > reached {
                    steps.push(Step { above: reached, height: change.cost() });
                    reached = sign * change.value;
                }
            }
            if reached < PLUS_INFINITY {
                steps.push(Step { above: reached, height: INFINITE });
            }
            Staircase::from_steps(&steps)
        };
        Functions { raise: function(true), lower: function(false) }
    }

    /// Definition 2: whether a leaf is in a smallest set by which Max reaches `targets.raise`, and in a smallest set by
    /// which Min reaches minus `targets.lower`.
    fn is_most_proving(&self, leaf: usize, targets: Interval) -> bool {
        let at = self.leaves().iter().position(|other| *other == leaf).expect("a leaf");
        [(true, targets.raise), (false, targets.lower)].into_iter().all(|(for_max, target)| {
            let sign = if for_max { 1 } else { -1 };
            let changes = self.changes(for_max);
            let enough = changes.iter().filter(|change| sign * change.value >= target);
            let with_leaf = enough.clone().filter(|change| change.costs[at] > 0).map(Change::cost);
            with_leaf.min() == enough.map(Change::cost).min()
        })
    }
}

/// The proof and the disproof number of df-pn for the player to move, in the tree as far as it is expanded.
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

/// Proof-number search, Algorithms 1 and 2 of SCNS15: the nodes in the order of their expansion. Ties are broken by the
/// error, then by the first error.
fn proof_number_search(tree: &Tree) -> Vec<usize> {
    let mut tree = Tree { expanded: Vec::new(), ..tree.clone() };
    loop {
        let (proof, disproof) = proof_numbers(&tree, 0);
        if proof == 0 || disproof == 0 {
            return tree.expanded;
        }
        let mut node = 0;
        while tree.expanded.contains(&node) {
            let number = |edge: &(usize, u16)| {
                (proof_numbers(&tree, edge.0).1, tree.error_of(*edge), edge.1)
            };
            node = tree.edges[node].iter().min_by_key(|edge| number(edge)).expect("an open node").0;
        }
        tree.expanded.push(node);
    }
}

/// A search whose leaves have this function.
fn search_with(params: SearchParams, leaf: &Staircase) -> Search<usize> {
    let mut search = Search::new(params);
    search.shared.tree.get_mut().leaf = Functions { raise: leaf.clone(), lower: leaf.clone() };
    search
}

/// Parameters with both targets at infinity: no threshold of the interval is reached.
fn infinite_targets() -> SearchParams {
    SearchParams { p_max: 1_000_000, d_max: 1_000_000, ..pure() }
}

/// The nodes from the root to this one.
fn path_to(tree: &Tree, node: usize) -> Vec<usize> {
    let mut path = vec![node];
    while let Some(parent) = (0..tree.edges.len())
        .find(|parent| tree.edges[*parent].iter().any(|(child, _)| *child == path[0]))
    {
        path.insert(0, parent);
    }
    path
}

/// Whether the value of every node above this leaf is strictly between its targets, so that neither is reached.
fn is_contested(tree: &Tree, leaf_steps: &Staircase, leaf: usize, root: Interval) -> bool {
    let mut targets = root;
    path_to(tree, leaf).windows(2).all(|edge| {
        let value = Below { tree, top: edge[0], leaf: leaf_steps }.value();
        let is_between = -targets.lower < value && value < targets.raise;
        let child = tree.edges[edge[0]].iter().find(|(child, _)| *child == edge[1]);
        targets = targets.of_child(tree.error_of(*child.expect("a child")));
        is_between && (tree.expanded.contains(&edge[1]) || (targets.raise > 0 && targets.lower > 0))
    })
}

proptest! {
    /// Definition 3 at every node and every value, for two-step and multi-step leaves.
    #[test]
    fn functions_count_the_fewest_leaves_that_must_change(
        mut tree in random_tree(),
        leaf in rising(0),
        expansions in 1..8u64,
    ) {
        let mut search = search_with(pure(), &leaf);
        let report = search.run(&mut tree, &Limits::expansions(expansions), &mut |_| ());
        prop_assert_eq!(report.value, Below { tree: &tree, top: 0, leaf: &leaf }.value());
        let searched = search.shared.tree.lock();
        for node in &tree.expanded {
            let below = Below { tree: &tree, top: *node, leaf: &leaf };
            if below.is_small() {
                prop_assert_eq!(&searched.node(*node as u128).functions, &below.functions());
            }
        }
    }

    /// Lemma 1 and Theorem 1 at every node. A function is too large at most by the factor `1 + eta` for each node on the
    /// way down. Minimax values are exact.
    #[test]
    fn approximate_functions_are_close_to_the_exact_ones(
        mut tree in random_tree(),
        leaf in rising(0),
        expansions in 1..8u64,
        eta in 0.05..1.0f64,
    ) {
        let mut search = search_with(SearchParams { eta, ..pure() }, &leaf);
        search.run(&mut tree, &Limits::expansions(expansions), &mut |_| ());
        let searched = search.shared.tree.lock();
        for node in &tree.expanded {
            let below = Below { tree: &tree, top: *node, leaf: &leaf };
            let near = &searched.node(*node as u128).functions;
            prop_assert_eq!(near.value(), below.value());
            if !below.is_small() {
                continue;
            }
            let exact = below.functions();
            let factor = (1.0 + eta).powi(i32::try_from(tree.expanded.len()).unwrap());
            for (near, exact) in [(&near.raise, &exact.raise), (&near.lower, &exact.lower)] {
                for value in near.steps().chain(exact.steps()).map(|step| step.above + 1) {
                    let (near, exact) = (near.at(value), exact.at(value));
                    prop_assert!(exact <= near && f64::from(near) <= f64::from(exact) * factor);
                    prop_assert_eq!(near == INFINITE, exact == INFINITE);
                }
                let finite = near.steps().take_while(|step| step.height < INFINITE);
                let heights: Vec<f64> = finite.map(|step| step.height.into()).collect();
                prop_assert!(heights.windows(2).all(|pair| pair[0] * (1.0 + eta) < pair[1]));
                let highest = heights.last().copied().unwrap_or(1.0);
                let bound = highest.ln() / (1.0 + eta).ln() + 1.0;
                prop_assert!(f64::from(u32::try_from(heights.len()).unwrap()) <= bound);
            }
        }
    }

    #[test]
    fn root_moves_have_the_proof_numbers_of_df_pn(
        mut tree in random_tree(),
        expansions in 1..8u64,
        multi: bool,
    ) {
        let leaf_steps = if multi { LeafSteps::Multi } else { LeafSteps::Two };
        let mut search = Search::new(SearchParams { leaf_steps, ..pure() });
        let report = search.run(&mut tree, &Limits::expansions(expansions), &mut |_| ());
        prop_assume!(report.outcome.is_none());
        for root_move in report.moves {
            let (of_opponent, of_player) = proof_numbers(&tree, root_move.mv);
            prop_assert_eq!((root_move.disproof, root_move.proof), (of_opponent, of_player));
        }
    }

    /// With finite targets there may be no most proving node, since a node that has reached a target needs no leaf for it.
    /// If no node on the path has, the chosen leaf is most proving.
    #[test]
    fn the_node_to_expand_is_a_most_proving_one(
        mut tree in random_tree(),
        leaf in rising(0),
        expansions in 1..8u64,
        thresholds in prop_oneof![Just((1_000_000, 1_000_000)), (1..5u32, 1..5u32)],
    ) {
        let (p_max, d_max) = thresholds;
        let params = SearchParams { p_max, d_max, ..pure() };
        let mut search = search_with(params.clone(), &leaf);
        let report = search.run(&mut tree, &Limits::expansions(expansions), &mut |_| ());
        prop_assume!(report.outcome.is_none() && Below { tree: &tree, top: 0, leaf: &leaf }.is_small());
        let root = search.shared.tree.get_mut().node(0).functions.clone();
        let interval = Interval::of_root(&root, &params);
        let mut next = tree.clone();
        search.run(&mut next, &Limits::expansions(1), &mut |_| ());
        let node = *next.expanded.last().unwrap();
        if p_max == 1_000_000 {
            prop_assert_eq!((interval.raise, interval.lower), (PLUS_INFINITY, PLUS_INFINITY));
            prop_assert!(is_contested(&tree, &leaf, node, interval), "infinity is not reached");
        }
        if is_contested(&tree, &leaf, node, interval) {
            let below = Below { tree: &tree, top: 0, leaf: &leaf };
            prop_assert!(below.is_most_proving(node, interval));
        }
    }

    #[test]
    fn with_both_targets_at_infinity_it_is_proof_number_search(mut tree in random_tree()) {
        Search::new(infinite_targets()).run(&mut tree, &Limits::default(), &mut |_| ());
        prop_assert_eq!(&tree.expanded, &proof_number_search(&tree));
    }

    /// Depth-first the search may choose otherwise among equals, but it still expands most proving nodes.
    #[test]
    fn the_depth_first_search_expands_most_proving_nodes(mut tree in random_tree(), leaf in rising(0)) {
        let params = SearchParams { root_interlude: 1_000_000, ..infinite_targets() };
        search_with(params, &leaf).run(&mut tree, &Limits::default(), &mut |_| ());
        let targets = Interval { raise: PLUS_INFINITY, lower: PLUS_INFINITY };
        for count in 1..tree.expanded.len() {
            let earlier = Tree { expanded: tree.expanded[..count].to_vec(), ..tree.clone() };
            let below = Below { tree: &earlier, top: 0, leaf: &leaf };
            if below.is_small() {
                prop_assert!(below.is_most_proving(tree.expanded[count], targets));
            }
        }
    }
}
