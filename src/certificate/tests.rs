//! Certificates written by hand, and the rules on lemmas at random, against brute force.

use super::text::{KINDS, parse_step};
use super::{Claim, Lemma, Proof, Step, check, write};
use crate::board::{Board, BruteForce, Cell, CellSet, Color, Geometry, Position, Size, any_color};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Black has b2 in the middle of 3x3, with two cells to each edge.
const MIDDLE: &str = "hexcoven certificate 2
size 3x3
black b2
white
turn white
winner black
chain b1 b2
move b1 1
chain c1 b2
move c1 3
or 2 4
chain b2 a3
move a3 6
chain b2 b3
move b3 8
or 7 9
and 5 10
end 11
";

/// Black has b2 and b3 in the middle. There is a step of each kind.
const EVERY_KIND: &str = "hexcoven certificate 2
size 3x3
black a2 b2 b3
white
turn white
winner black
chain b1 b2
move b1 1
chain c1 b2
move c1 3
or 2 4
chain b2 b3
and 5 6
captured b1 c1 7 a1
dead a1 8 a2
move b1 9
chain b1 b2 b3
move b1 11
reverse 10 12 b1 c1
end 13
";

/// The number of kinds of steps.
const STEP_KINDS: u8 = 7;

/// The number of a step's kind, in the order of `KINDS`. A new kind also needs a place in [`EVERY_KIND`], and in
/// [`step_of`], whose steps at random show that its rule is sound.
fn number_of(step: &Step) -> u8 {
    match step {
        Step::Chain(_) => 0,
        Step::Move(..) => 1,
        Step::Or(_) => 2,
        Step::And(_) => 3,
        Step::Dead(..) => 4,
        Step::Captured(..) => 5,
        Step::Reverse(..) => 6,
    }
}

fn refusal(text: &str) -> String {
    check(text.as_bytes()).unwrap_err().to_string()
}

#[test]
fn a_proof_by_hand_holds() {
    let checked = check(MIDDLE.as_bytes()).unwrap();
    assert_eq!(checked.claim.to_string(), "3x3, black b2, white to play: black wins");
    assert_eq!((checked.steps, checked.depth), (11, 3));
    let with_returns = MIDDLE.replace('\n', "\r\n");
    assert_eq!(check(with_returns.as_bytes()).unwrap(), checked);
    let with_mark = format!("\u{feff}{MIDDLE}");
    assert_eq!(check(with_mark.as_bytes()).unwrap(), checked);
    let old = MIDDLE.replace("certificate 2", "certificate 1");
    assert_eq!(check(old.as_bytes()).unwrap(), checked);
    // Sets of two words, and of all.
    for size in ["9x9", "15x9"] {
        let long = MIDDLE.replace("b3", "b9").replace("a3", "a9").replace("3x3", size);
        let long = long.replace("b2", "b2 b3 b4 b5 b6 b7 b8");
        assert_eq!(check(long.as_bytes()).unwrap().steps, 11, "{size}");
    }
}

#[test]
fn what_does_not_hold_is_refused_with_its_line_and_the_reason() {
    for (old, new, reason) in [
        ("certificate 2", "certificate 3", "line 1: `hexcoven certificate 2` is expected here"),
        ("size 3x3", "size 3x28", "line 2: `3x28` is not a size"),
        ("black b2", "black b2 b2", "line 3: b2 has two stones"),
        ("white\n", "white b2\n", "line 4: b2 has two stones"),
        ("turn white", "turn red", "line 5: `red` is not a colour"),
        (
            "winner black",
            "winner white",
            "line 18: the last lemma does not join the winner's edges",
        ),
        ("black b2\n", "black\n", "line 18: the last lemma needs a stone of the winner on b2"),
        ("white\n", "white a3\n", "line 18: the last lemma needs a3, which the other player has"),
        ("chain b1 b2", "chain a1 b2", "line 7: these stones are not one chain"),
        ("chain b1 b2", "chain", "line 7: these stones are not one chain"),
        ("chain b1 b2", "chain d1", "line 7: `d1` is not on a board of 3x3"),
        ("move b1 1", "move b1 2", "line 8: there is no lemma 2 before it"),
        ("move b1 1", "move b1 0", "line 8: there is no lemma 0 before it"),
        ("move b1 1", "move b1", "line 8: a number is missing"),
        ("move b1 1", "move", "line 8: a cell is missing"),
        ("move b1 1", "move b1 x", "line 8: `x` is not a number"),
        ("move b1 1", "move b1 +1", "line 8: `+1` is not a number"),
        ("move b1 1", "move B1 1", "line 8: `B1` is not the name of a cell"),
        ("move c1 3", "move c1 2", "line 10: lemma 2 needs the winner to move first"),
        ("or 2 4", "or 2", "line 11: no lemma is left if the other player plays b1"),
        ("or 2 4", "or 2 3", "line 11: lemma 3 is not one of a move"),
        ("or 2 4", "or", "line 11: it needs lemmas"),
        (
            "or 2 4",
            "nor 2 4",
            "line 11: a line with chain, move, or, and, dead, captured, reverse, or end is expected here",
        ),
        ("and 5 10", "and 5 5", "line 17: lemma 5 shares the cell b1 with those before it"),
        ("and 5 10", "and 5 4", "line 17: lemma 4 needs the winner to move first"),
        ("end 11", "end 10", "line 18: the number of steps before it is 11"),
        ("end 11\n", "end 11", "line 18: its end is missing"),
        ("end 11\n", "", "line 18: the text ends here, and a line with `end` must follow"),
        ("end 11\n", "end 11\n\n", "line 19: nothing may follow the line with `end`"),
        ("and 5 10\nend 11", "end 10", "line 17: the last lemma does not join the winner's edges"),
    ] {
        assert_eq!(refusal(&MIDDLE.replacen(old, new, 1)), reason, "{new}");
    }
    let semi = MIDDLE.replace("black b2", "black").replace("end 11", "move b2 11\nend 12");
    let reason = "the last lemma needs the winner to move first, and the other player is to play";
    assert_eq!(refusal(&semi), format!("line 19: {reason}"));
    assert!(check(semi.replace("turn white", "turn black").as_bytes()).is_ok());
    let head = &MIDDLE[..MIDDLE.find("chain").unwrap()];
    assert_eq!(refusal(&format!("{head}end 0\n")), "line 7: there are no steps");
    let apart = format!("{head}chain a1\nchain c3\nand 1 2\nend 3\n");
    let reason = "lemma 2 has no joined cell in common with those before it";
    assert_eq!(refusal(&apart), format!("line 9: {reason}"));
    let long = MIDDLE.replace("or 2 4", &format!("or{}", " 2".repeat(1 << 15)));
    assert_eq!(refusal(&long), "line 11: it has more than 65536 bytes");
    let bytes = [MIDDLE.as_bytes(), &[0xff]].concat();
    assert!(check(&bytes[..]).is_err());
}

#[test]
fn a_step_of_each_kind_is_written_as_it_is_read() {
    let claim = check(EVERY_KIND.as_bytes()).unwrap().claim;
    let size = claim.position.board.size();
    let lines = EVERY_KIND.lines().skip(6).filter_map(|line| line.split_once(' '));
    let lines: Vec<_> = lines.filter(|(kind, _)| *kind != "end").collect();
    let steps: Vec<Step> =
        lines.iter().map(|(kind, rest)| parse_step(kind, rest, size).unwrap()).collect();
    let kinds: BTreeSet<u8> = steps.iter().map(number_of).collect();
    assert!(kinds.into_iter().eq(0..STEP_KINDS), "a step of each kind");
    let mut words: Vec<&str> = KINDS.split(", ").collect();
    assert_eq!(words.pop(), Some("or end"));
    assert_eq!(words.len(), usize::from(STEP_KINDS));
    for ((kind, _), step) in lines.iter().zip(&steps) {
        assert_eq!(words[usize::from(number_of(step))], *kind);
    }
    let mut text = Vec::new();
    write(&mut text, &claim, &steps).unwrap();
    assert_eq!(String::from_utf8(text).unwrap(), EVERY_KIND);
}

/// An edge joins nothing by itself: two stones that are both joined with it are not joined with each other.
#[test]
fn an_edge_is_no_cell_of_a_chain() {
    let size = Size::new(3, 3).unwrap();
    let at = |name| size.parse_cell(name).unwrap();
    let mut proof = Proof::<1>::new(size, Color::Black);
    proof.add(&Step::Chain(vec![at("a1")])).unwrap();
    proof.add(&Step::Chain(vec![at("c1")])).unwrap();
    assert!(proof.add(&Step::And(vec![1, 2])).is_err());
}

/// The refusal of these steps after the head of a certificate of Black's on 3x3, or the last lemma's stones and cells.
fn outcome(steps: &str) -> String {
    let size = Size::new(3, 3).unwrap();
    let mut proof = Proof::<1>::new(size, Color::Black);
    for line in steps.split(", ") {
        let (kind, rest) = line.split_once(' ').unwrap();
        let step = parse_step(kind, rest, size).unwrap();
        if let Err(fault) = proof.add(&step) {
            return fault.to_string();
        }
    }
    let last = proof.lemmas().last().unwrap();
    let names = |cells: CellSet<1>| cells.iter().map(|cell| size.name(cell)).collect::<String>();
    assert!(last.joined.is_empty() && last.wins());
    format!("{} {}", names(last.stones), names(last.cells))
}

#[test]
fn imagined_stones_are_given_up_where_a_path_goes_round_them() {
    for (steps, expected) in [
        // The edge cell c1 joins nothing that b1 does not.
        ("chain b1 c1 b2 b3, dead c1 1", "b1b2b3 "),
        ("chain b1 c1 b2 b3, dead b1 1", "c1b2b3 "),
        ("chain b1 b2 b3, dead b1 1", "a path between the edges may need b1"),
        // Both neighbours lie on one edge of White's.
        ("chain a1 a2 a3, dead a2 1", "a path between the edges may need a2"),
        ("chain b1 b2 b3, dead b1 1 c1", "c1b2b3 "),
        ("chain b1 b2 b3, dead b1 1 a1", "a path between the edges may need b1"),
        ("chain b1 b2 b3, dead b1 1 b1", "b1 is named twice"),
        ("chain b1 b2 b3, captured b1 c1 1", "b2b3 b1c1"),
        ("chain b1 b2 b3, captured b1 a1 1", "a path between the edges may need b1"),
        ("chain b1 b2 b3, captured b1 c1 1 c1", "c1 is named twice"),
        ("chain b1 b2, captured b1 c1 1", "lemma 1 does not join the winner's edges"),
        ("chain b1 b2, dead b1 1", "lemma 1 does not join the winner's edges"),
        ("chain b1 b2, reverse 1", "lemma 1 does not join the winner's edges"),
        ("chain b1 b2 b3, reverse 1", "lemma 1 is not one of a move"),
        ("chain b1 b2 b3, captured b1 c1 1, captured a3 b3 2", "b2 b1c1a3b3"),
        ("chain b1 b2 b3, captured b1 c1 1, dead c1 2", "a path between the edges may need c1"),
        (
            "chain b1 b2 b3, captured b1 c1 1, captured a3 b3 2, move b2 3, reverse 4",
            "no lemma is left if the other player plays b1",
        ),
        ("reverse ", "it needs lemmas"),
        // The other player may take b1 if c1 is the reply.
        (
            "chain b1 b2 b3, captured a3 b3 1, move b1 2, reverse 3",
            "no lemma is left if the other player plays b1",
        ),
        (
            "chain b1 b2 b3, captured a3 b3 1, move b1 2, reverse 3 b1 c1 a3 b3",
            "no lemma is left if the other player plays b3",
        ),
        ("chain b1 b2 b3, move b1 1, reverse 2 b1 c1", "b2b3 b1c1"),
        ("chain b1 b2 b3, move b1 1, reverse 2 b1 a1", "a path between the edges may need b1"),
        ("chain b1 b2 b3, move b1 1, reverse 2 b1 c1 c1 b1", "b1 is named twice"),
        ("chain b1 b2 b3, move b1 1, reverse 2 b1 c1 b1 c1", "b1 is named twice"),
        ("chain b1 b2 b3, move b1 1, reverse 2 b2 c1", "b2 is named twice"),
    ] {
        assert_eq!(outcome(steps), expected, "{steps}");
    }
    let odd = MIDDLE.replace("or 2 4", "reverse 2 4 b1");
    assert_eq!(refusal(&odd), "line 11: `b1` is not a list of pairs of cells");
}

/// A step at random, some of the time one that proves something.
fn step() -> impl Strategy<Value = (u8, [u16; 4])> {
    (0..STEP_KINDS, any::<[u16; 4]>())
}

/// The step of these numbers. Those for lemmas that join the edges get such, if there are some.
fn step_of((kind, numbers): (u8, [u16; 4]), size: Size, lemmas: &[Lemma<1>]) -> Step {
    let cells: Vec<Cell> = size.cells().collect();
    let cell = |number: u16| cells[usize::from(number) % cells.len()];
    let lemma = |number: u16| 1 + usize::from(number) % lemmas.len().max(1);
    let of_kind = |is_wanted: fn(&Lemma<1>) -> bool| {
        move |number: u16| {
            let wins = (1..).zip(lemmas).filter(|(_, lemma)| is_wanted(lemma));
            let wins: Vec<usize> = wins.map(|(number, _)| number).collect();
            wins.get(usize::from(number) % wins.len().max(1)).copied().unwrap_or(1)
        }
    };
    let win = of_kind(Lemma::wins);
    let semi = of_kind(|lemma| lemma.wins() && lemma.is_semi);
    let [a, b, c, d] = numbers;
    let step = match kind {
        0 => {
            // The cells of a set at random that are joined with the first.
            let set = size.cells().filter(|cell| (b | c) >> cell.index() & 1 == 1);
            let first: CellSet = CellSet::from_iter([cell(a)]);
            let chain = Geometry::of(size).flood(first, first | set.collect());
            Step::Chain(chain.iter().collect())
        }
        1 => Step::Move(cell(a), lemma(b)),
        2 => Step::Or([a, b, c].map(lemma).to_vec()),
        3 => Step::And([a, b].map(lemma).to_vec()),
        4 => Step::Dead(
            cell(a),
            win(b),
            [c, d][usize::from(c % 3).min(2)..].iter().map(|c| cell(*c)).collect(),
        ),
        5 => Step::Captured(
            [cell(a), cell(b)],
            win(c),
            [d][usize::from(d & 1)..].iter().map(|c| cell(*c)).collect(),
        ),
        6 => {
            let parts = [a, b, c].map(semi);
            let common = parts.iter().filter_map(|part| lemmas.get(part - 1));
            let common = common.map(|lemma| lemma.cells).reduce(|all, cells| all & cells);
            let replies = common.iter().flat_map(CellSet::iter);
            let replies = replies.enumerate().map(|(at, x)| [x, cell(d >> (3 * at % 16))]);
            Step::Reverse(parts.to_vec(), replies.collect())
        }
        _ => panic!("no step at random is of the kind {kind}"),
    };
    assert_eq!(number_of(&step), kind);
    step
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Every lemma that joins the edges is true, by brute force, in the worst position to which it applies.
    #[test]
    fn what_steps_at_random_prove_is_true(
        steps in prop::collection::vec(step(), 3000),
        (columns, rows) in (1..=3usize, 1..=3usize),
        winner in any_color(),
    ) {
        let size = Size::new(columns, rows).unwrap();
        let mut proof = Proof::<1>::new(size, winner);
        for raw in steps {
            let Ok(number) = proof.add(&step_of(raw, size, proof.lemmas())) else { continue };
            let lemma = *proof.lemma(number).unwrap();
            prop_assert!(!lemma.stones.intersects(&lemma.cells));
            prop_assert!(lemma.joined.is_subset(&(lemma.stones | lemma.cells)));
            if !lemma.wins() {
                continue;
            }
            let owner = |cell| match (lemma.stones.contains(cell), lemma.cells.contains(cell)) {
                (true, _) => Some(winner),
                (_, true) => None,
                _ => Some(!winner),
            };
            let board = Board::with_stones(size, size.cells().map(owner));
            let to_play = if lemma.is_semi { winner } else { !winner };
            let position = Position { board, to_play };
            prop_assert_eq!(BruteForce::default().winner(&position), winner, "{}", position.board);
        }
    }

    #[test]
    fn no_bytes_panic_the_check(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        at in any::<prop::sample::Index>(),
    ) {
        prop_assert!(check(&bytes[..]).is_err());
        let at = at.index(MIDDLE.len());
        let _ = check(&[&MIDDLE.as_bytes()[..at], &bytes].concat()[..]);
        let _ = check(&[&MIDDLE.as_bytes()[..at], &bytes, &MIDDLE.as_bytes()[at..]].concat()[..]);
        prop_assert!(check(&MIDDLE.as_bytes()[..at]).is_err());
    }

    #[test]
    fn what_is_written_is_read(
        (columns, rows) in (1..=27usize, 1..=27usize),
        white in any::<prop::sample::Index>(),
    ) {
        let size = Size::new(columns, rows).unwrap();
        // The first column is a chain of Black's. White has a cell of another column, if there is one.
        let (column, others): (Vec<Cell>, Vec<Cell>) =
            size.cells().partition(|cell| size.column(*cell) == 0);
        let mut board = Board::new(size);
        for cell in &column {
            board.place(Color::Black, *cell);
        }
        if !others.is_empty() {
            board.place(Color::White, others[white.index(others.len())]);
        }
        let position = Position { board, to_play: Color::White };
        let claim = Claim { position, winner: Color::Black };
        let mut text = Vec::new();
        write(&mut text, &claim, &[Step::Chain(column)]).unwrap();
        prop_assert_eq!(check(&text[..]).unwrap().claim, claim);
    }
}
