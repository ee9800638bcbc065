//! Certificates of small boards, whole and spoilt, against brute force.

use super::filling::Filling;
use super::{Refuted, certify};
use crate::board::{BruteForce, Color, Position, any_color, position_after, random_board, winners};
use crate::certificate::{Claim, check, write};
use crate::params::{Params, Profile};
use crate::search::Limits;
use crate::solver::Solver;
use crate::solver::tests::{openings, solved};
use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// The text of a proof of who wins.
fn certificate(solver: &mut Solver, position: &Position) -> (Claim, String) {
    let winner = solver.winner(position, &Limits::default()).unwrap();
    let proof = certify(position, winner, &mut |position| solved(solver, position)).unwrap();
    let mut text = Vec::new();
    write(&mut text, &proof.claim, &proof.steps).unwrap();
    (proof.claim, String::from_utf8(text).unwrap())
}

/// The positions after the openings of a board, of two that a half-turn exchanges only one, and the empty board.
fn starts(columns: usize, rows: usize) -> impl Iterator<Item = Position> {
    let half = (columns * rows).div_ceil(2);
    openings(columns, rows).take(half).chain([position_after((columns, rows), "")])
}

/// The claim of a position's certificate, which holds.
fn certified(solver: &mut Solver, position: &Position) -> Claim {
    let (claim, text) = certificate(solver, position);
    assert_eq!(&claim.position, position);
    assert_eq!(check(text.as_bytes()).unwrap().claim, claim);
    claim
}

#[test]
fn all_openings_up_to_5x5_are_certified() {
    for (columns, rows) in [(1, 1), (1, 3), (2, 2), (3, 2), (3, 3), (4, 3), (4, 4), (5, 5)] {
        let mut solver = Solver::new(&Params::of(Profile::Solve));
        for position in starts(columns, rows) {
            let claim = certified(&mut solver, &position);
            if columns * rows <= 16 {
                assert_eq!(claim.winner, BruteForce::default().winner(&position));
            }
        }
    }
}

#[test]
#[ignore = "it takes some minutes: cargo test --release --lib -- --ignored certified"]
fn all_openings_of_6x6_and_7x7_and_the_empty_8x8_board_are_certified() {
    let mut solver = Solver::new(&Params::of(Profile::Solve));
    let eight = position_after((8, 8), "");
    for position in starts(6, 6).chain(starts(7, 7)).chain([eight]) {
        certified(&mut solver, &position);
    }
}

/// The text with one thing changed: a cell, a number, a word or a byte, or a line left out, doubled, moved or cut.
fn mutated(text: &str, random: &mut StdRng) -> Vec<u8> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let fills = ["dead ", "captured ", "reverse "];
    let is_fill = |at: &usize| fills.iter().any(|kind| lines[*at].starts_with(kind));
    let fills: Vec<usize> = (0..lines.len()).filter(is_fill).collect();
    // Few lines give up filled cells: half of the changes are there.
    let fill = fills.choose(random).filter(|_| random.random_bool(0.5));
    let at = fill.copied().unwrap_or_else(|| random.random_range(1..lines.len()));
    match random.random_range(0..9) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => {
            let other = random.random_range(1..lines.len());
            lines.swap(at, other);
        }
        3 => lines.truncate(at),
        4 => {
            let mut bytes = text.as_bytes().to_vec();
            let at = random.random_range(0..bytes.len());
            bytes[at] = random.random();
            return bytes;
        }
        5 => {
            // The whole goes on, with other numbers after a step that is left out.
            drop(lines.remove(at));
            let count = lines.len().saturating_sub(7);
            *lines.last_mut().unwrap() = format!("end {count}");
        }
        6 => {
            let colors = ["turn black", "turn white", "winner black", "winner white"];
            let line = *colors.choose(random).unwrap();
            lines[if line.starts_with("turn") { 4 } else { 5 }] = line.to_owned();
        }
        _ => {
            let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
            let word = random.random_range(0..words.len());
            if word > 0 && random.random_bool(0.3) {
                words.remove(word);
            } else if let Ok(number) = words[word].parse::<usize>() {
                words[word] = random.random_range(number.saturating_sub(4)..number + 3).to_string();
            } else if word > 0 {
                let column = ["a", "b", "c", "d"].choose(random).unwrap();
                words[word] = format!("{column}{}", random.random_range(1..=4));
            } else {
                let kinds = ["chain", "move", "or", "and", "dead", "captured", "reverse"];
                words[word] = (*kinds.choose(random).unwrap()).to_owned();
            }
            lines[at] = words.join(" ");
        }
    }
    (lines.join("\n") + "\n").into_bytes()
}

/// What is accepted is true: brute force says so, and on boards that are too large for it, the solver.
fn is_true(claim: &Claim) -> bool {
    let winner = if claim.position.board.empty().len() <= 15 {
        BruteForce::default().winner(&claim.position)
    } else {
        let mut solver = Solver::new(&Params::of(Profile::Solve));
        solver.winner(&claim.position, &Limits::default()).unwrap()
    };
    winner == claim.winner
}

/// If White takes b1, Black takes c1. The certificates of boards as small as here do not have the last rule otherwise.
const REVERSED: &str = "hexcoven certificate 2
size 4x4
black b2 b3 b4
white
turn white
winner black
chain b1 b2 b3 b4
move b1 1
reverse 2 b1 c1
end 3
";

#[test]
fn what_is_accepted_of_spoilt_certificates_is_true() {
    let mut random = StdRng::seed_from_u64(7);
    let mut solver = Solver::new(&Params::of(Profile::Solve));
    let (mut refused, mut accepted) = (0, 0);
    let mut kinds = [("\ndead ", 0), ("\ncaptured ", 0), ("\nreverse ", 0)];
    let starts =
        [(3, 3), (4, 3), (4, 4)].into_iter().flat_map(|(columns, rows)| starts(columns, rows));
    let written: Vec<_> = starts.map(|at| certificate(&mut solver, &at)).collect();
    let reversed = (check(REVERSED.as_bytes()).unwrap().claim, REVERSED.to_owned());
    for (Claim { position, .. }, text) in written.into_iter().chain([reversed]) {
        for (kind, count) in &mut kinds {
            *count += text.matches(*kind).count();
        }
        let times = if text == REVERSED { 2000 } else { 400 };
        for _ in 0..times {
            let spoilt = mutated(&text, &mut random);
            if spoilt == text.as_bytes() {
                continue;
            }
            match check(&spoilt[..]) {
                Ok(checked) => {
                    accepted += 1;
                    let spoilt = String::from_utf8_lossy(&spoilt);
                    assert!(
                        checked.claim.position == position
                            && text.contains(&format!("winner {}", checked.claim.winner))
                            || is_true(&checked.claim),
                        "{spoilt}"
                    );
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 6000 && accepted < refused / 4, "{refused} refused, {accepted} accepted");
    assert!(kinds.iter().all(|(_, count)| *count > 0), "{kinds:?}");
}

/// No lemma of an `or` can be left out: it was written without superfluous ones.
#[test]
fn no_lemma_of_an_or_can_be_left_out() {
    let mut solver = Solver::new(&Params::of(Profile::Solve));
    let (_, text) = certificate(&mut solver, &position_after((4, 4), "b1"));
    let lines: Vec<&str> = text.lines().collect();
    for at in (6..lines.len() - 1).filter(|at| lines[*at].starts_with("or ")) {
        for left_out in lines[at].split(' ').skip(1) {
            let others: Vec<&str> = lines[at].split(' ').filter(|word| *word != left_out).collect();
            let mut spoilt = lines.clone();
            let others = others.join(" ");
            spoilt[at] = &others;
            assert!(
                check((spoilt.join("\n") + "\n").as_bytes()).is_err(),
                "{} without {left_out}",
                lines[at]
            );
        }
    }
}

#[test]
fn a_strategy_that_errs_has_no_certificate() {
    for position in starts(3, 3) {
        let winner = BruteForce::default().winner(&position);
        let first = |position: &Position| position.board.empty().first();
        let lost = certify(&position, !winner, &mut |position| first(position));
        assert!(matches!(lost, Err(Refuted::Lost(_))));
        let none = certify(&position, !winner, &mut |_| None);
        assert!(matches!(none, Err(Refuted::NoMove(_) | Refuted::Lost(_))));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Each player's filling: the other gets no cell with which the winner would change.
    #[test]
    fn filling_changes_no_winner(
        board in random_board(1..=4, 1..=4, 25),
    ) {
        let params = Params::of(Profile::Solve).position.knowledge.inferior;
        for player in Color::BOTH {
            let filled = Filling::of(&board, player, &params).board;
            prop_assert_eq!(winners(&board), winners(&filled), "{}{}", board, filled);
        }
    }

    #[test]
    fn positions_of_both_players_are_certified(
        board in random_board(1..=5, 1..=5, 20),
        to_play in any_color(),
    ) {
        let position = Position { board, to_play };
        let mut solver = Solver::new(&Params::of(Profile::Solve));
        let (claim, text) = certificate(&mut solver, &position);
        prop_assert_eq!(&check(text.as_bytes()).unwrap().claim, &claim);
        if position.board.empty().len() <= 12 {
            prop_assert_eq!(BruteForce::default().winner(&position), claim.winner);
        }
    }
}
