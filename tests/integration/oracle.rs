//! The search against brute force that shares nothing with it but the board, and the edge templates against
//! the search without them.

use hexcoven::board::{Board, Cell, CellSet, Color, Position, Size};
use hexcoven::connections::EdgeTemplate;
use hexcoven::evaluation::{Evaluator, Networks};
use hexcoven::knowledge::{Examiner, Scope};
use hexcoven::params::{Params, Profile};
use hexcoven::player::{Answer, Game, HexGame, Move, Player};
use hexcoven::search::{Limits, Outcome, Report, Search};
use hexcoven::solver::Solver;
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use std::collections::{HashMap, HashSet};

/// Stones of both players and who is to move: all that brute force tells positions of one size apart by.
type Stones = (CellSet, CellSet, Color);

/// Whether the player to move wins: tries every game, and remembers positions.
fn mover_wins(board: &mut Board, to_play: Color, known: &mut HashMap<Stones, bool>) -> bool {
    if let Some(winner) = board.winner() {
        return winner == to_play;
    }
    let stones = (board.stones(Color::Black), board.stones(Color::White), to_play);
    if let Some(wins) = known.get(&stones) {
        return *wins;
    }
    let wins = board.empty().iter().any(|cell| {
        board.place(to_play, cell);
        let wins = !mover_wins(board, !to_play, known);
        board.remove(to_play, cell);
        wins
    });
    known.insert(stones, wins);
    wins
}

/// Who wins a position.
fn winner(board: &Board, to_play: Color, known: &mut HashMap<Stones, bool>) -> Color {
    if mover_wins(&mut board.clone(), to_play, known) { to_play } else { !to_play }
}

fn solve(position: Position) -> Report<Cell> {
    let params = Params::default();
    let mut game = HexGame::new(position, Evaluator::new(params.position, Networks::shipped()));
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
            player.begin_game(Game::new(size));
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

/// A board of this length where random stones of both players leave so many cells.
fn random_board(length: usize, empty: usize, random: &mut StdRng) -> Board {
    let size = Size::new(length, length).unwrap();
    let mut cells: Vec<Cell> = size.cells().collect();
    cells.shuffle(random);
    let mut board = Board::new(size);
    for (color, cell) in Color::BOTH.into_iter().cycle().zip(cells.into_iter().skip(empty)) {
        board.place(color, cell);
    }
    board
}

/// Whether the solver names this winner of the position, turned and with the colours exchanged too.
fn is_solved(solver: &mut Solver, board: &Board, to_play: Color, winner: Color) -> bool {
    let turned = (board.half_turn(), to_play, winner);
    let mirrored = (board.mirror(), !to_play, !winner);
    [(board.clone(), to_play, winner), turned, mirrored].into_iter().all(
        |(board, to_play, winner)| {
            let position = Position { board, to_play };
            let report = solver.solve(&position, &Limits::default(), &mut |_| ());
            hexcoven::player::winner(report.outcome, to_play) == Some(winner)
        },
    )
}

#[test]
fn random_positions_of_6x6_and_7x7_are_solved_as_brute_force_says() {
    let mut random = StdRng::seed_from_u64(6);
    let mut solver = Solver::new(&Params::of(Profile::Solve));
    let (mut plain, mut searched) = (0, 0);
    while plain + searched < 200 {
        let board = random_board(6 + (plain + searched) % 2, 13, &mut random);
        // The knowledge alone decides nearly all random boards: these ask for little.
        let is_open = Color::BOTH.into_iter().any(|to_play| {
            let position = Position { board: board.clone(), to_play };
            let mut examiner = Examiner::new(Params::default().position.knowledge);
            examiner.examine(&position, Scope::Both).winner().is_none()
        });
        if is_open {
            searched += 1;
        } else if plain < 50 {
            plain += 1;
        } else {
            continue;
        }
        for to_play in Color::BOTH {
            let winner = winner(&board, to_play, &mut HashMap::new());
            assert!(is_solved(&mut solver, &board, to_play, winner), "{to_play} to play\n{board}");
        }
    }
}

#[test]
fn small_boards_are_swapped_where_brute_force_says() {
    for length in 2..=3 {
        let mut known = HashMap::new();
        let size = Size::new(length, length).unwrap();
        let mut params = Params::default();
        params.set_pair("allow_swap=1").unwrap();
        let mut player = Player::new(size, params);
        for opening in size.cells() {
            player.begin_game(Game::new(size));
            player.game_mut().play(Color::Black, Move::Place(opening)).unwrap();
            let board = player.game().board().clone();
            let is_good = winner(&board, Color::White, &mut known) == Color::Black;
            let answer = player.choose(Color::White, &mut |_| ());
            assert_eq!(answer == Answer::Move(Move::SwapPieces), is_good, "{}", size.name(opening));
        }
    }
}

/// The published winners of 8x8 (`W` where the first player wins), the upper half. Takes some 20 minutes:
/// `cargo test --release --test integration -- --ignored 8x8`.
#[test]
#[ignore = "takes some 20 minutes"]
fn openings_of_8x8_have_the_published_winners() {
    const WINNERS: &str = ".......W ......WW .WWWWWW. .WWWWWWW";
    let size = Size::new(8, 8).unwrap();
    let mut solver = Solver::new(&Params::of(Profile::Solve));
    for (cell, expected) in size.cells().zip(WINNERS.bytes().filter(|byte| *byte != b' ')) {
        let mut position = Position { board: Board::new(size), to_play: Color::Black };
        position.play(cell);
        let report = solver.solve(&position, &Limits::default(), &mut |_| ());
        let lost = report.outcome == Some(Outcome::Lost);
        assert_eq!(lost, expected == b'W', "{}", size.name(cell));
        assert!(report.outcome.is_some());
    }
}

/// Whether the claim of a template is true, found out without templates: else one would prove itself.
fn holds(template: &EdgeTemplate) -> bool {
    let mut params = Params::default();
    params.position.knowledge.connections.edge_templates = false;
    let position = Position { board: template.claim(), to_play: Color::White };
    let mut game = HexGame::new(position, Evaluator::new(params.position, Networks::shipped()));
    let report = Search::new(params.search).run(&mut game, &Limits::default(), &mut |_| ());
    report.outcome == Some(Outcome::Lost)
}

#[test]
fn every_edge_template_holds() {
    for template in EdgeTemplate::all() {
        assert!(holds(template), "\n{template}");
    }
}

#[test]
fn what_is_found_within_a_picture_holds_and_needs_all_of_its_cells() {
    let ample = ". . o o * o\n . + o o o o\n  o + o o o .\n   o o o o o .";
    let file = std::env::temp_dir().join(format!("hexcoven-picture-{}", std::process::id()));
    std::fs::write(&file, ample).unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_hexcoven"))
        .args(["templates", "--within", file.to_str().unwrap()])
        .output();
    std::fs::remove_file(&file).unwrap();
    let found = EdgeTemplate::read(&String::from_utf8(output.unwrap().stdout).unwrap()).unwrap();
    let [ample] = &EdgeTemplate::read(ample).unwrap()[..] else { panic!("one picture") };
    assert!(!found.is_empty());
    for template in &found {
        assert!(template.carrier.iter().all(|place| ample.carrier.contains(place)));
        assert_eq!(template.helpers, ample.helpers);
        assert!(holds(template), "\n{template}");
        for place in &template.carrier {
            let mut smaller = template.clone();
            smaller.carrier.retain(|other| other != place);
            assert!(!holds(&smaller), "\n{template}{place:?}");
        }
    }
}
