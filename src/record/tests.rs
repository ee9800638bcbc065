//! Laws about records, and what is refused.

use super::*;
use proptest::prelude::*;
use sgf_parse::{GameTree, SgfNode, SgfProp, unknown_game};

#[test]
fn what_is_no_record_is_refused_with_a_place_and_a_hint() {
    let size = |side| Options { size: Some(Size::new(side, side).unwrap()), ..Options::default() };
    for (text, reason) in [
        ("nonsense", "line 1, column 1: `nonsense`: not a move (a move is a cell such as a1"),
        (
            "(;GM[11]",
            "line 1, column 9: the game that begins in line 1, column 1 has no end (a `)` is missing)",
        ),
        ("(;GM[11]C[x", "line 1, column 10: C: the value has no end (a `]` is missing)"),
        (
            "(;GM[1];B[aa])",
            "line 1, column 3: GM[1]: not a record of Hex (GM[11] is Hex, GM[1] is Go)",
        ),
        ("(;GM[11]SZ[x])", "line 1, column 9: SZ[x]: not a size of a board"),
        ("(;GM[11]SZ[60])", "SZ[60]: no board of 60 columns and 60 rows"),
        ("(;GM[11]\nSZ[5];\n;B[f1])", "line 3, column 2: B[f1]: `f1` is not on a board of 5x5"),
        (
            "(;GM[11];B[z1])",
            "(the record has no size SZ: it is read as 11x11; --size says another)",
        ),
        ("(;SZ[5]AB[a1][q9])", "column 8: AB[a1][q9]: `q9` is not on a board of 5x5"),
        ("(;SZ[5];B[c3][b2];W[a1])", "column 9: B[c3][b2]: not one move"),
        ("(;SZ[5];B;W[a1])", "column 9: B[]: not one move"),
        ("(;SZ[5];B[z\n\u{1b}9])", "B[z  9]: `z  9` is not a cell"),
        ("(;SZ[5]AB[c2]PL[red])", "PL[red]: not a player (B or W)"),
        (
            "(;GM[11];SZ[5];B[c3])",
            "column 10: SZ[5]: the size of the board must stand in the first node",
        ),
        ("(;SZ[5]AB[c2]AW[c2])", "column 2: the node says two things about c2"),
        ("(;SZ[5](B[a1]))", "column 9: B[a1]: there is no `;` before it"),
        ("(;SZ[5];B[a1](;W[b1])W[c1])", "column 22: W[c1]: there is no `;` before it"),
        ("(;SZ[5];B[a1]])", "B[a1\\]]: `a1]` is not a cell"),
        ("(;SZ[5];[a1])", "column 9: a value without the name of its property"),
        ("(;SZ[5]?)", "column 8: `?` is not a part of SGF"),
        ("a2 b2 x", "line 1, column 7: `x`: not a move"),
        ("a2 3. b2", "line 1, column 4: `3`: it is not the number of the next move, which is 2"),
        ("a2 2.", "line 1, column 4: `2.`: no move follows"),
        (
            "BoardSize: 5x5 First: V Swap: 0 Moves: 1. A2 (0 ms B3 (23 ms)",
            "`ms`: a game of Six has ms) here",
        ),
        ("a2 b", "column 4: `b`: not a move"),
        (
            "a2 k12",
            "column 4: `k12` is not on a board of 11x11 (--size says how large the board is)",
        ),
        ("", ""),
    ] {
        let found = read_text(text, &Options::default());
        let error = found.map_or_else(|error| error.to_string(), |_| String::new());
        assert!(error.contains(reason), "{text}: {error}");
        assert_eq!(error.is_empty(), reason.is_empty(), "{text}: {error}");
    }
    for text in ["BoardSize: 4x4\nFirst: V\nSwap: 0\nMoves:\n", "(;SZ[4])"] {
        let error = read_text(text, &size(5)).unwrap_err().to_string();
        assert!(
            error.contains("the record says how large the board is: 4x4 (leave out the size)"),
            "{error}"
        );
    }
}

#[test]
fn links_that_are_none_are_refused_with_a_reason() {
    for (text, reason) in [
        ("https://example.org/board/#11,a1", "not a link of"),
        ("https://hexworld.org/boardroom/#11,a1", "not a link of"),
        (
            "https://playhex.org/games/0d1f8e8c-3000-49ff-831a-84c20e514528",
            "has no moves of a game",
        ),
        ("https://littlegolem.net/jsp/game/game.jsp?gid=1512976", "has no moves of a game"),
        ("https://hexanna1.github.io/hex-study/patterns.html#+[0,0]-[]", "has no moves of a game"),
        ("https://hexworld.org/board/#11q,a1", "`11q`: not a size of"),
        ("https://hexworld.org/board/#3x4x5,a1", "`3x4x5`: not a size of"),
        ("https://hexworld.org/board/#60,a1", "no board of 60 columns"),
        ("https://hexworld.org/board/#5,f1", "column 3: `f1` is not on a board of 5x5"),
        ("https://hexworld.org/board/#5,a", "`a` is not a cell"),
        ("https://hexworld.org/board/#5,a1:q", "column 5: `:q`: not a move"),
        ("#5,a1,b2,c3", "column 8: `,c3`: one comma too many"),
        ("#5,a1(b2", "a `)` is missing"),
        ("#5,a1)", "there is no `(` for it"),
    ] {
        let error = read_text(text, &Options::default()).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn what_holds_no_game_or_two_sizes_is_refused() {
    for (text, reason) in [
        ("", "there is nothing in it"),
        ("\u{feff} \n\n", "there is nothing in it"),
        ("(;GM[11]SZ[5]SZ[7];B[a1])", "two sizes"),
        ("(;GM[11]SZ[5][7];B[a1])", "two sizes"),
    ] {
        let error = read(text.as_bytes(), &Options::default()).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn where_two_readings_matter_both_are_named_and_what_chooses() {
    for (text, choices) in [
        ("(;SZ[5];B[a2];W[swap])", ["--swap sides", "--swap pieces"]),
        ("(;SZ[5];B[a2];W[swap];B[resign])", ["--swap sides", "--swap pieces"]),
        ("(;SZ[5];B[a2];W[swap-sides];B[c3])", ["--swap sides", "--swap pieces"]),
        ("(;SZ[5];B[a2];W[swap](;W[c3])(;B[c3];W[d4]))", ["--swap sides", "--swap pieces"]),
        ("(;SZ[5];W[ab];B[ca])", ["--letters colours", "--letters players"]),
        ("(;AP[GoGui:1.5]SZ[6];B[cd])", ["--rows top", "--rows bottom"]),
    ] {
        let error = read_text(text, &Options::default()).expect_err(text).to_string();
        assert!(choices.iter().all(|choice| error.contains(choice)), "{text}: {error}");
        for choice in choices {
            let (name, value) = choice.split_once(' ').unwrap();
            let mut options = Options::default();
            match name {
                "--swap" => options.swap = Some(value.parse().unwrap()),
                "--letters" => options.letters = Some(value.parse().unwrap()),
                _ => options.rows = Some(value.parse().unwrap()),
            }
            assert!(read_text(text, &options).is_ok(), "{text}: {choice}");
        }
    }
}

#[test]
fn a_swap_that_is_read_otherwise_than_it_says_is_told() {
    let read = |text: &str| read_text(text, &Options::default()).unwrap();
    let other = read("(;GM[11]SZ[5];B[a2];W[swap-pieces];W[b3])");
    assert_eq!(other.record.write().matches("swap-sides").count(), 1);
    assert!(other.notes[0].contains("`swap-pieces` is read as swap-sides"), "{:?}", other.notes);
    for text in [
        "(;GM[11]SZ[5];B[a2];W[swap-pieces];B[b3])",
        "(;GM[11]SZ[5];B[a2];W[swap-sides];W[b3])",
        "(;GM[11]SZ[5];B[a2];W[swap];W[b3])",
        "(;GM[11]SZ[5];B[a2];W[swap](;W[b3])(;C[x];PL[W];W[c3]))",
        "(;GM[11]SZ[5];B[a2];W[swap-pieces](;W[b3])(;B[c3]))",
    ] {
        assert_eq!(read(text).notes, Vec::<String>::new(), "{text}");
    }
}

#[test]
fn whose_turn_is_assumed_with_uneven_stones_is_told() {
    for (text, count) in [
        ("(;GM[11]SZ[4]AB[a1][b2][c1]AW[d4])", 1),
        ("(;GM[11]SZ[4]AW[d4])", 1),
        ("(;GM[11]SZ[4]AB[a1]AW[d4])", 0),
        ("(;GM[11]SZ[4]AB[a1][b2]AW[d4]PL[W])", 0),
        ("(;GM[11]SZ[4]AB[a1][b2]AW[d4];W[a2])", 0),
        ("(;AP[HexGui:0.10]GM[11]SZ[4]AB[a1][b2]AW[d4])", 0),
    ] {
        let notes = read_text(text, &Options::default()).unwrap().notes;
        let told = notes.iter().filter(|note| note.contains("whose turn it is")).count();
        assert_eq!(told, count, "{text}: {notes:?}");
    }
}

#[test]
fn games_and_branches_that_are_not_there_are_named() {
    let game = |name: &str| Options { game: Some(name.to_owned()), ..Options::default() };
    let text = "(;SZ[3]PB[Ann]PW[Bob];B[a1](;W[b2])(;W[c3]))(;SZ[3]PB[Bob];B[b2])";
    let error = |options| read_text(text, &options).unwrap_err().to_string();
    assert_eq!(error(game("3")), "there is no game 3: the record has 2 games");
    assert_eq!(error(game("0")), "there is no game 0: the record has 2 games");
    assert_eq!(error(game("Carl")), "no game is named `Carl`");
    assert_eq!(error(game("bob")), "`bob` is in the names of the games 1, 2");
    assert!(read_text(text, &game("ann")).is_ok());
    let record = read_text(text, &game("1")).unwrap().record;
    let error = |variation: &str| record.line(&variation.parse().unwrap()).unwrap_err().to_string();
    assert_eq!(error("3"), "there is no branch 3 at fork 1, which has 2");
    assert_eq!(error("2.1"), "this line of the record has only 1 fork");
    assert!("0".parse::<Variation>().is_err() && "x".parse::<Variation>().is_err());
    let cut = "(;SZ[3];B[a1]) (;SZ[3]";
    let notes = read_text(cut, &Options::default()).unwrap().notes;
    assert!(notes[0].contains("what follows is not read: line 1, column 23"), "{notes:?}");
}

#[test]
fn a_game_of_six_with_other_marks_or_without_a_row_is_refused() {
    for (text, reason) in [
        (
            "BoardSize: 5x5 First: V Swap: 0 Moves: 1. A2 B3 3. C4",
            "`3.`: it is not the number of the next row, which is 2",
        ),
        (
            "BoardSize: 5x5 First: V Swap: 0 Moves: 1. A2 2. C4",
            "`2.`: the row before it has 1 step instead of 2",
        ),
        ("BoardSize: 5x5 First: V Swap: 0 Moves: 1. A2 . C4", "`.`"),
        (
            "BoardSize: 5x5 First: V Swap: 0 Moves: 1. A2 B3 C4 D4",
            "`C4`: the number 2 of its row is missing",
        ),
        (
            "BoardSize: 5x5 First: V Swap: 0 Moves: A2 B3 1. C4",
            "`A2`: the number 1 of its row is missing",
        ),
        (
            "InitialBoard: A B C\n 1 . v . 1\n 2 . . . 2\n 3 . . . 3\nFirst: V",
            "InitialBoard:: its cells are `.`, `V` and `H`",
        ),
    ] {
        let error = read_text(text, &Options::default()).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let swapped = "BoardSize: 5x5 First: V Swap: 1 Moves: 1. A2 Swap";
    for (swap, written) in [(None, "swap-pieces"), (Some(SwapWord::Sides), "swap-sides")] {
        let reading = read_text(swapped, &Options { swap, ..Options::default() }).unwrap();
        assert!(reading.record.write().contains(written), "{}", reading.record);
    }
}

#[test]
fn a_record_is_read_as_what_its_first_nodes_say() {
    for (text, written) in [
        ("(;GM[11]SZ[5]PB[Ann]AB[a1]B[b2])", "SZ[5]PB[Ann]AB[a1];B[b2]"),
        ("(;GM[11]SZ[5];B[a2]PL[W];W[b1]AE[a2])", ";W[swap-pieces]"),
        ("(;GM[11]EV[hex.ld.1]SZ[5];W[a2];B[b2])", ";W[a2];B[b2]"), // not of Little Golem
        ("InitialBoard: A B\n 1 V . 1\n 2 . . 2\nFirst: V Swap: 0 Moves:", "AB[a1]PL[B]"),
    ] {
        let record = read_text(text, &Options::default()).unwrap().record;
        assert!(record.write().contains(written), "{text}: {record}");
    }
}

#[test]
fn a_comment_is_added_to_what_is_there() {
    let mut node = Node::default();
    node.add_comment("");
    assert_eq!(node.comment(), None);
    node.add_comment("one]");
    node.add_comment("two\\");
    assert_eq!(node.comment().as_deref(), Some("one]\n\ntwo\\"));
    assert_eq!(node.replace_comment("t", "three"), ["two\\"]);
    assert_eq!(node.comment().as_deref(), Some("one]\n\nthree"));
    let mut node = Node::default();
    let said = "a\r\nme: b\r\n\r\nme: c\r\nd\r\n\r\nme: e\r\n\r\nf";
    assert!(node.replace_comment("me: ", said).is_empty());
    assert_eq!(node.replace_comment("me: ", "me: g"), ["me: b", "me: c", "me: e"]);
    assert_eq!(node.comment().as_deref(), Some("a\n\nd\n\nf\n\nme: g"), "others' lines stay");
    node.replace_comment("", "");
    assert_eq!(node.comment(), None);
    node.mark_hotspot();
    node.unmark_hotspot();
    assert!(node.properties.is_empty());
    node.properties.push(Property::of_text("HO", "2"));
    node.unmark_hotspot();
    assert_eq!(node.properties.len(), 1, "another's");
}

fn text() -> impl Strategy<Value = String> {
    "[a-zäß\\[\\]\\\\:;() \n]{0,8}"
}

/// What a node does, as a reader would have it.
fn steps(size: Size) -> impl Strategy<Value = Vec<Step>> {
    let color = || prop_oneof![Just(Color::Black), Just(Color::White)];
    let cell = move || (0..size.cell_count()).prop_map(Cell::new);
    let edit =
        prop::collection::btree_map(cell(), prop::option::of(color()), 1..4).prop_map(|cells| {
            let of = |wanted: Option<Color>| {
                let cells = cells.iter().filter(move |(_, color)| **color == wanted);
                cells.map(|(cell, _)| *cell).collect::<Vec<_>>()
            };
            let [black, white] =
                Color::BOTH.map(|color| of(Some(color)).into_iter().map(move |cell| (color, cell)));
            let stones: Vec<_> = black.chain(white).collect();
            let cleared = stones.iter().map(|(_, cell)| *cell).chain(of(None)).collect();
            Step::Edit(Edit { stones, cleared })
        });
    let mv = prop_oneof![
        5 => cell().prop_map(Move::Place),
        1 => Just(Move::SwapPieces),
        1 => Just(Move::SwapSides),
        1 => Just(Move::Pass),
    ];
    let how = prop_oneof![Just(GivingUp::Resign), Just(GivingUp::Forfeit)];
    let action = prop_oneof![
        6 => (color(), mv).prop_map(|(color, mv)| Step::Move(color, mv)),
        1 => (color(), how).prop_map(|(color, how)| Step::GiveUp(color, how)),
        1 => edit,
    ];
    (prop::option::weighted(0.9, action), prop::option::weighted(0.1, color()))
        .prop_map(|(action, turn)| action.into_iter().chain(turn.map(Step::Turn)).collect())
}

fn records() -> impl Strategy<Value = Record> {
    let size = prop_oneof![Just((4, 4)), Just((5, 3)), Just((19, 19))];
    size.prop_flat_map(|(columns, rows)| {
        let size = Size::new(columns, rows).unwrap();
        let properties =
            prop::collection::vec(("C|N|ZZ|XY|PB|KM", prop::collection::vec(text(), 1..3)), 0..3);
        let node = (0..1000_usize, steps(size), properties);
        (prop::collection::vec(node, 0..25), text(), text()).prop_map(
            move |(nodes, name, result)| {
                let mut record = Record::new(size);
                record.set_name(Color::White, &name);
                record.set_information("EV", &result);
                for (parent, steps, properties) in nodes {
                    let id = record.add(NodeId(parent % record.nodes.len()), steps);
                    let property = |(name, values): (String, Vec<String>)| {
                        let values = values.iter().map(|value| write::escaped(value)).collect();
                        Property { name, values }
                    };
                    record.node_mut(id).properties = properties.into_iter().map(property).collect();
                }
                record
            },
        )
    })
}

/// The steps and properties of a tree, in the order of writing, and how many children each node has.
fn told(record: &Record) -> Vec<(usize, Vec<Step>, Vec<Property>)> {
    let mut left = vec![record.root()];
    let mut told = Vec::new();
    while let Some(id) = left.pop() {
        let node = record.node(id);
        told.push((node.children.len(), node.steps.clone(), node.properties.clone()));
        left.extend(node.children.iter().rev());
    }
    told
}

/// The same as another program's reader tells it: how many children each node has, and its properties' names.
fn told_by_others(root: &SgfNode<unknown_game::Prop>) -> Vec<(usize, Vec<String>)> {
    let mut left = vec![root];
    let mut told = Vec::new();
    while let Some(node) = left.pop() {
        let children: Vec<_> = node.children().collect();
        told.push((children.len(), node.properties().map(SgfProp::identifier).collect()));
        left.extend(children.into_iter().rev());
    }
    told
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(record in records()) {
        let written = record.write();
        let again = read_text(&written, &Options::default());
        prop_assert!(again.is_ok(), "{written}: {again:?}");
        let again = again.unwrap();
        prop_assert_eq!(again.record.size(), record.size());
        prop_assert_eq!(told(&again.record), told(&record), "{}", written);
        prop_assert_eq!(again.record.name(Color::White), record.name(Color::White));
        prop_assert_eq!(again.record.write(), written);
        prop_assert_eq!(again.notes, Vec::<String>::new());
    }

    #[test]
    fn other_readers_find_the_same_tree(record in records()) {
        let written = record.write();
        let games = sgf_parse::parse(&written);
        prop_assert!(games.is_ok(), "{written}: {games:?}");
        let games = games.unwrap();
        let [GameTree::Unknown(root)] = games.as_slice() else { panic!("{written}") };
        let theirs = told_by_others(root);
        let ours = told(&record);
        prop_assert_eq!(theirs.len(), ours.len(), "{}", written);
        for ((their_children, names), (our_children, steps, properties)) in theirs.iter().zip(&ours) {
            prop_assert_eq!(their_children, our_children);
            let has = |name: &str| names.iter().any(|found| found == name);
            prop_assert!(properties.iter().all(|property| has(&property.name)), "{}", written);
            for step in steps {
                let found = match step {
                    Step::Move(color, _) | Step::GiveUp(color, _) => has(&color.letter().to_string()),
                    Step::Turn(_) => has("PL"),
                    Step::Edit(_) => has("AB") || has("AW") || has("AE"),
                };
                prop_assert!(found, "{}", written);
            }
        }
    }

    #[test]
    fn no_text_panics_a_reader(text in "(BoardSize: 5x5 First: V Swap: 0 Moves:|#?5,|\\(;|)([a-e][1-9]| |[0-9]{1,3}[.)]?|:[a-zS]{1,2}|swap|[,()é;\\[\\]-]){0,12}") {
        let _ = read_text(&text, &Options::default());
    }

    #[test]
    fn a_comment_of_any_text_is_read_back(texts in prop::collection::vec(text(), 1..4)) {
        let mut record = Record::new(Size::new(3, 3).unwrap());
        let id = record.add(record.root(), vec![Step::Move(Color::Black, Move::Pass)]);
        for text in &texts {
            record.node_mut(id).add_comment(text);
        }
        let comment = record.node(id).comment().map(Cow::into_owned);
        let again = read_text(&record.write(), &Options::default()).unwrap().record;
        let line = again.main_line();
        prop_assert_eq!(again.node(line[1]).comment().map(Cow::into_owned), comment);
    }
}
