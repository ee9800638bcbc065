//! The search against brute force that shares nothing with it but the board.

use hexcoven::board::{Board, Cell, Color, Position, Size};
use hexcoven::connections::EdgeTemplate;
use hexcoven::params::Params;
use hexcoven::player::{Answer, Game, HexGame, Move, Player};
use hexcoven::search::{Limits, Outcome, Report, Search};
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};

/// Who wins with this player to move: tries every game, remembering positions by their diagrams.
fn winner(board: &Board, to_play: Color, known: &mut HashMap<(String, Color), Color>) -> Color {
    if let Some(winner) = board.winner() {
        return winner;
    }
    let key = (board.to_string(), to_play);
    if let Some(winner) = known.get(&key) {
        return *winner;
    }
    let wins = board.empty().iter().any(|cell| {
        let mut next = board.clone();
        next.place(to_play, cell);
        winner(&next, !to_play, known) == to_play
    });
    let result = if wins { to_play } else { !to_play };
    known.insert(key, result);
    result
}

fn solve(position: Position) -> Report<Cell> {
    let params = Params::default();
    let mut game = HexGame::new(position, params.analysis);
    Search::new(params.search).run(&mut game, &Limits::default(), &mut |_| ())
}

fn position() -> impl Strategy<Value = Position> {
    let size = prop_oneof![Just((3, 3)), Just((4, 3)), Just((3, 4)), Just((2, 5)), Just((4, 4))];
    (size, prop::collection::vec(0..5u8, 16), any::<bool>()).prop_map(|((c, r), stones, black)| {
        let stones = stones.into_iter().map(|stone| match stone {
            3 => Some(Color::Black),
            4 => Some(Color::White),
            _ => None,
        });
        let board = Board::with_stones(Size::new(c, r).unwrap(), stones);
        Position { board, to_play: if black { Color::Black } else { Color::White } }
    })
}

#[test]
fn the_oracle_knows_the_small_boards() {
    // Who moves first wins every empty square board, and the shorter way wins on rectangles.
    for (columns, rows, expected) in [
        (1, 1, None),
        (2, 2, None),
        (3, 3, None),
        (3, 4, Some(Color::White)),
        (4, 3, Some(Color::Black)),
    ] {
        for first in Color::BOTH {
            let board = Board::new(Size::new(columns, rows).unwrap());
            assert_eq!(winner(&board, first, &mut HashMap::new()), expected.unwrap_or(first));
        }
    }
}

#[test]
fn every_opening_of_3x3_is_solved_as_brute_force_says() {
    let mut known = HashMap::new();
    let size = Size::new(3, 3).unwrap();
    for cell in size.cells() {
        let mut board = Board::new(size);
        board.place(Color::Black, cell);
        let expected = winner(&board, Color::White, &mut known) == Color::White;
        let report = solve(Position { board, to_play: Color::White });
        assert_eq!(report.outcome == Some(Outcome::Won), expected, "{}", size.name(cell));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn positions_are_solved_as_brute_force_says(position in position()) {
        prop_assume!(position.board.empty().len() <= 12);
        let mut known = HashMap::new();
        let expected = winner(&position.board, position.to_play, &mut known) == position.to_play;
        let report = solve(position.clone());
        prop_assert_eq!(report.outcome == Some(Outcome::Won), expected);
        if let Some(best) = report.best().filter(|_| expected) {
            let mut next = position;
            next.play(best);
            prop_assert_ne!(winner(&next.board, next.to_play, &mut known), next.to_play, "the move wins");
        }
    }

    #[test]
    fn mirrored_positions_have_the_other_winner(position in position()) {
        let turned = Position { board: position.board.half_turn(), to_play: position.to_play };
        let mirrored = Position { board: position.board.mirror(), to_play: !position.to_play };
        let outcome = solve(position).outcome;
        prop_assert_eq!(solve(turned).outcome, outcome);
        prop_assert_eq!(solve(mirrored).outcome, outcome);
    }
}

/// Lets the engine, who has won, play on against every reply to the last stone.
fn win_against_every_reply(player: &mut Player, color: Color, seen: &mut HashSet<u128>) {
    let position = player.position(color);
    assert_eq!(position.board.winner(), None, "the winner lets the loser win:\n{}", position.board);
    if !seen.insert(position.key()) {
        return;
    }
    let answer = player.move_for(color, &mut |_| ());
    assert!(matches!(answer, Answer::Move(Move::Place(_))), "{answer:?}\n{}", position.board);
    let board = player.game().board().clone();
    for reply in board.empty().iter().filter(|_| board.winner().is_none()) {
        player.game_mut().play(!color, Move::Place(reply)).unwrap();
        win_against_every_reply(player, color, seen);
        player.game_mut().undo();
    }
    player.game_mut().undo();
}

#[test]
fn won_games_are_won_against_every_reply() {
    for (columns, rows) in [(3, 3), (4, 3), (3, 4), (4, 4)] {
        let size = Size::new(columns, rows).unwrap();
        let mut params = Params::default();
        params.set_pair("resign=0").unwrap();
        params.set_pair("max_expansions=1000").unwrap();
        let mut player = Player::new(size, params);
        let mut seen = HashSet::new();
        for opening in size.cells() {
            player.start(Game::new(size));
            player.game_mut().play(Color::Black, Move::Place(opening)).unwrap();
            let board = player.game().board().clone();
            let position = Position { board: board.clone(), to_play: Color::White };
            if solve(position).outcome == Some(Outcome::Won) {
                win_against_every_reply(&mut player, Color::White, &mut seen);
            } else {
                for reply in board.empty() {
                    player.game_mut().play(Color::White, Move::Place(reply)).unwrap();
                    win_against_every_reply(&mut player, Color::Black, &mut seen);
                    player.game_mut().undo();
                }
            }
        }
    }
}

#[test]
fn small_boards_are_swapped_where_brute_force_says() {
    let mut known = HashMap::new();
    for length in 2..=3 {
        let size = Size::new(length, length).unwrap();
        let mut params = Params::default();
        params.set_pair("allow_swap=1").unwrap();
        let mut player = Player::new(size, params);
        for opening in size.cells() {
            player.start(Game::new(size));
            player.game_mut().play(Color::Black, Move::Place(opening)).unwrap();
            let board = player.game().board().clone();
            let is_good = winner(&board, Color::White, &mut known) == Color::Black;
            let answer = player.choose(Color::White, &mut |_| ());
            assert_eq!(answer == Answer::Move(Move::SwapPieces), is_good, "{}", size.name(opening));
        }
    }
}

#[test]
fn every_edge_template_holds() {
    let mut params = Params::default();
    // Else a template would prove itself.
    params.analysis.connections.edge_templates = false;
    let mut search = Search::new(params.search);
    for template in EdgeTemplate::all() {
        let position = Position { board: template.claim(), to_play: Color::White };
        let mut game = HexGame::new(position, params.analysis.clone());
        let report = search.run(&mut game, &Limits::default(), &mut |_| ());
        assert_eq!(report.outcome, Some(Outcome::Lost), "\n{template}");
    }
}
