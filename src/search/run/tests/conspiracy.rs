//! The conspiracy numbers that KHA15 prints, as far as its text defines them.

use super::pure;
use super::tic_tac_toe::TicTacToe;
use super::trees::Tree;
use crate::search::descent::Descent;
use crate::search::node::Functions;
use crate::search::{Expand, ExpandWith, Expansion, Height, Limits, PLUS_INFINITY, Search};

/// The functions at a position whose tree is expanded to a fixed depth.
fn functions_at<G: Expand + Clone>(game: &G, depth: u32) -> Functions {
    let search: Search<G::Move> = Search::new(pure());
    let (mut game, limits) = (game.clone(), Limits::default());
    let mut descent = Descent::new(&mut game, &search.shared, &limits);
    expand_to(&mut descent, depth);
    let root = descent.game.key();
    descent.tree.node(root).functions.clone()
}

fn expand_to<G: Expand>(descent: &mut Descent<'_, G>, depth: u32) {
    descent.expand_if_new();
    let node = descent.tree.node(descent.game.key());
    let is_inner = depth > 1 && node.functions.outcome().is_none();
    for child in node.children.clone().iter().filter(|_| is_inner) {
        descent.game.play(child.mv);
        expand_to(descent, depth - 1);
        descent.game.undo(child.mv);
    }
    descent.tree.update(descent.game);
}

#[test]
fn figure_1_has_the_printed_conspiracy_numbers() {
    // The errors give D, E, F and G the values 5, 2, 3 and 4, less the 3 of the best line.
    let mut edges = vec![Vec::new(); 7];
    edges[0] = vec![(1, 1), (2, 0)];
    edges[1] = vec![(3, 3), (4, 0)];
    edges[2] = vec![(5, 0), (6, 1)];
    let tree = Tree { edges, outcomes: vec![None; 7], ..Tree::default() };
    let root = functions_at(&tree, 2);
    assert_eq!(root.value(), 0);
    let numbers = [1, 2, 3, 4, 5, 6].map(|v| root.raise.at(v - 3) + root.lower.at(3 - v));
    assert_eq!(numbers, [2, 1, 0, 1, 1, 2]);
}

/// The fewest leaves that must change for the greatest value of the player to move, and for the least, in the tree of
/// tic-tac-toe after this many moves. As in KHA15 every leaf may change, even where the game is over, so only the number
/// of empty cells matters. The paper does not say whether it searches on below the end of a game; if it does
/// not, there are fewer leaves, and no number is greater.
fn extremes(moves_made: u16, depth: u32) -> (Height, Height) {
    let mut game = TicTacToe { stones: [0, 0], draw_wins_for_first: false };
    (0..moves_made).for_each(|mv| game.play(mv));
    let expand = |game: &mut TicTacToe| Expansion { outcome: None, ..game.expand() };
    let empty = 9 - u32::from(moves_made);
    let functions = functions_at(&ExpandWith { game, expand }, depth.min(empty));
    (functions.raise.at(PLUS_INFINITY), functions.lower.at(PLUS_INFINITY))
}

/// `MaxCN` at depth 2, the row (2, 2) of Table 1, is the proof number: the fewest leaves that must change for
/// the greatest value. So are the last three columns of every row.
#[test]
fn table_1_at_depth_2_has_proof_numbers() {
    let numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|moves_made| extremes(moves_made, 2).0);
    assert_eq!(numbers, [8, 7, 6, 5, 4, 3, 2, 1, 1]);
    for depth in 3..=6 {
        assert_eq!([6, 7, 8].map(|moves_made| extremes(moves_made, depth).0), [2, 1, 1]);
    }
}

/// The text does not define `MaxCN` in the other rows. A conspiracy number is at most the greater of the proof and the
/// disproof number, and the printed numbers below exceed both; others, such as the 56 at depth 3, lie between them.
/// `MinCN` (Table 2) is not defined either: over all values it would be 0, since the minimax value needs no change; over
/// all others it would be at least 1, but Table 2 has zeros.
#[test]
fn table_1_at_other_depths_exceeds_every_conspiracy_number() {
    assert_eq!(extremes(0, 3), (8, 63));
    for (moves_made, depth, printed) in
        [(0, 4, 136), (0, 5, 360), (0, 6, 648), (1, 4, 62), (1, 6, 288)]
    {
        let (win, loss) = extremes(moves_made, depth);
        assert!(win.max(loss) < printed, "{moves_made}, depth {depth}: {win} and {loss}");
    }
}
