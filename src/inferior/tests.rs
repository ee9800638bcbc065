//! The theorems of this layer, against brute force.

use super::*;
use crate::board::{
    Board, BruteForce, CellSet, Color, Key, Position, Size, WORDS, any_color, is_dead, nearly_full,
    winners,
};
use crate::params::InferiorParams;
use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::collections::HashMap;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn filling_in_never_changes_the_winner(board in nearly_full(10)) {
        let fill_in = FillIn::of(&board, &InferiorParams::default());
        for color in Color::BOTH {
            let filled = fill_in.filled(&board, color);
            prop_assert_eq!(winners(&board), winners(&filled), "{}\n{}", board, filled);
        }
    }

    #[test]
    fn what_is_called_dead_on_the_board_as_it_is_is_dead(board in nearly_full(10)) {
        for cell in FillIn::dead_of(&board, &InferiorParams::default()) {
            prop_assert!(is_dead(&board, cell), "{:?}\n{}", cell, board);
        }
    }

    #[test]
    fn a_winning_move_survives(board in nearly_full(10), may_win in any::<[u64; 2]>(), player in any_color()) {
        if board.winner().is_some() {
            return Ok(());
        }
        let mut position = Position { board: board.clone(), to_play: player };
        let winning = BruteForce::default().winning_moves(&mut position);
        let inferiors = Inferiors::<WORDS>::of(&board, player, &InferiorParams::default());
        let filled = inferiors.fill_in.filled(&board, player);
        if filled.winner().is_some() {
            return Ok(());
        }
        // All winning moves and some others: mustplay may have ruled out any of the losing moves.
        let some: CellSet = board.empty().iter().filter(|c| may_win[c.index() / 64] >> (c.index() % 64) & 1 == 1).collect();
        let (left, pruned) = inferiors.prune(filled.empty() & (winning | some));
        prop_assert_eq!(left.intersects(&winning), !winning.is_empty(), "{} to play\n{}{:?}", player, board, pruned);
        // The proof needs this order. Without it these boards seldom show a fault.
        prop_assert!(pruned.is_sorted_by_key(|inferior| inferior.reason == Reason::Dominated), "{board}{pruned:?}");
    }
}

#[test]
fn where_the_same_is_left_the_same_moves_win_and_in_images_their_images() {
    let size = Size::new(4, 4).unwrap();
    let mut rng = StdRng::seed_from_u64(1);
    let mut brute_force = BruteForce::default();
    let mut known: HashMap<Key, (Board, CellSet)> = HashMap::new();
    let (mut met_again, mut met_images) = (0, [0; 3]);
    for _ in 0..20_000 {
        let stones = size
            .cells()
            .map(|_| [None, Some(Color::Black), Some(Color::White)][rng.random_range(0..3)]);
        let board = Board::with_stones(size, stones);
        let to_play = Color::BOTH[rng.random_range(0..2)];
        let inferiors = Inferiors::<WORDS>::of(&board, to_play, &InferiorParams::default());
        let left = board.empty() - inferiors.fill_in.cells();
        let winning =
            brute_force.winning_moves(&mut Position { board: board.clone(), to_play }) & left;
        if board.winner().is_some() || left.is_empty() {
            continue;
        }
        let (residual_key, image_keys) = inferiors.residual_and_image_keys();
        let (other, same) = known.entry(residual_key).or_insert((board.clone(), winning));
        assert_eq!(winning, *same, "{to_play} to play\n{board}\n{other}");
        met_again += usize::from(board != *other);
        for (place, image) in Image::ALL.into_iter().enumerate() {
            let Some((other, there)) = known.get(&image_keys[place]) else { continue };
            let origins = there.iter().map(|cell| image.origin(size, cell)).collect();
            assert_eq!(winning, origins, "{to_play} to play\n{board}\n{image:?}\n{other}");
            met_images[place] += 1;
        }
    }
    assert!(met_again > 100 && met_images.iter().all(|met| *met > 100), "{met_images:?}");
}

proptest! {
    #[test]
    fn an_image_is_the_board_that_it_says(board in nearly_full(20), player in any_color()) {
        // Where only some of several cells can be filled, their order decides which, and images differ in it.
        let params = InferiorParams { fill_in: false, ..InferiorParams::default() };
        let inferiors = Inferiors::<WORDS>::of(&board, player, &params);
        let boards = [board.half_turn(), board.mirror(), board.mirror().half_turn()];
        let (residual_key, image_keys) = inferiors.residual_and_image_keys();
        prop_assert_eq!(residual_key, inferiors.residual_key());
        for ((image, there), key) in Image::ALL.into_iter().zip(boards).zip(image_keys) {
            for cell in board.size().cells() {
                let seen = image.of(board.size(), cell);
                prop_assert_eq!(image.origin(board.size(), seen), cell);
                let color = board.color_at(cell).map(|color| image.player(color));
                prop_assert_eq!(there.color_at(seen), color);
            }
            let of_image = Inferiors::<WORDS>::of(&there, image.player(player), &params);
            prop_assert_eq!(of_image.residual_key(), key, "{:?} of\n{}", image, board);
        }
    }
}

#[test]
fn every_pattern_holds() {
    for pattern in patterns() {
        assert!(pattern.holds(), "{pattern}");
        assert_eq!(Pattern::parse(&pattern.to_string()), Some(pattern));
    }
}
