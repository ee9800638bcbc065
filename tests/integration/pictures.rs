//! `hexcoven show` and `hexcoven review`: pictures, tables and records.

use crate::program::{hexcoven, stdout};
use hexcoven::board::{Board, CellSet, Size};
use serde_json::{Value, json};

#[test]
fn staircases_replace_staircases_alone() {
    let show = |args: &[&str]| {
        let position = ["show", "d4", "--size", "5", "--search", "9"];
        hexcoven(&[&position[..], args].concat()).status.success()
    };
    let path = std::env::temp_dir().join(format!("hexcoven-staircases-{}", std::process::id()));
    let out = path.to_str().unwrap();
    let (text, picture) = (["--staircases", "--out", out], ["--out", out]);
    assert!(show(&text) && show(&text) && !show(&picture), "a text");
    std::fs::remove_file(&path).unwrap();
    assert!(show(&picture) && show(&picture) && !show(&text), "a picture");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn the_pictures_in_the_readme_are_what_its_commands_draw() {
    let readme = include_str!("../../README.md");
    // The commands write to the user's folder. The pictures that are seen were moved from there to `.github`.
    let line_and_picture = |command: &str, file: &str| {
        let seen = format!(".github/{file}");
        assert!(readme.contains(&format!("]({seen})")), "it is to be seen");
        let mut lines = readme.lines().filter(|line| line.starts_with(command));
        let line = lines.find(|line| line.ends_with(&format!(" {file}"))).unwrap();
        (line, std::fs::read_to_string(seen).unwrap())
    };
    let (line, drawn) = line_and_picture("hexcoven show ", "board.svg");
    let args: Vec<&str> = line.split_once(" > ").unwrap().0.split(' ').skip(1).collect();
    assert!(stdout(&hexcoven(&args)) == drawn, "draw it again: {line}");

    let (line, drawn) = line_and_picture("hexcoven review https://", "graph.svg");
    let path = std::env::temp_dir().join(format!("hexcoven-graph-{}.svg", std::process::id()));
    let to = path.to_str().unwrap();
    let args: Vec<&str> =
        line.split(' ').skip(1).map(|word| if word == "graph.svg" { to } else { word }).collect();
    assert!(hexcoven(&args).status.success());
    let drawn_now = std::fs::read_to_string(to).unwrap();
    std::fs::remove_file(path).unwrap();
    assert!(drawn_now == drawn, "draw it again: {line}");
}

#[test]
fn the_picture_of_the_openings_of_9x9_shows_the_table_of_the_notes() {
    let size = Size::new(9, 9).unwrap();
    let notes = include_str!("../../src/notes/solver.md");
    let table = notes.split_once("| openings | winner | expansions |\n|---|---|---|\n").unwrap().1;
    let mut board = Board::new(size);
    for row in table.lines().take_while(|line| line.starts_with('|')) {
        let mut columns = row[1..].split('|');
        let [openings, winner] = [(); 2].map(|()| columns.next().unwrap().trim());
        let Ok(winner) = winner.parse() else {
            assert_eq!(winner, "open");
            continue;
        };
        for cell in openings.split([' ', ',']).filter_map(|word| size.parse_cell(word).ok()) {
            let cells: CellSet = [cell, size.half_turn(cell)].into_iter().collect();
            cells.iter().for_each(|cell| board.place(winner, cell));
        }
    }
    let path = std::env::temp_dir().join(format!("hexcoven-openings-{}", std::process::id()));
    std::fs::write(&path, board.to_string()).unwrap();
    let drawn = stdout(&hexcoven(&["show", "--diagram", path.to_str().unwrap()]));
    std::fs::remove_file(path).unwrap();
    let seen = ".github/openings-9x9.svg";
    assert!(include_str!("../../README.md").contains(&format!("]({seen})")), "it is to be seen");
    assert!(drawn == std::fs::read_to_string(seen).unwrap(), "draw it again:\n{board}");
}

#[test]
fn records_are_drawn_to_a_file() {
    let name = |end| format!("hexcoven-show-{}.{end}", std::process::id());
    let [record, picture] = ["sgf", "svg"].map(|end| std::env::temp_dir().join(name(end)));
    std::fs::write(&record, "(;GM[11]SZ[5:4];B[c3];W[b2];B[d1])").unwrap();
    let [from, to] = [&record, &picture].map(|path| path.to_str().unwrap());
    for (before, stones) in [("1", 0), ("3", 2), ("4", 3)] {
        let looks = ["--energies", "--inferior", "--out", to];
        let output = hexcoven(&[&["show", from, "--before", before], &looks[..]].concat());
        assert!(output.status.success() && output.stdout.is_empty());
        let text = std::fs::read_to_string(&picture).unwrap();
        assert_eq!(text.matches("<circle").count(), stones, "{text}");
    }
    std::fs::remove_file(&picture).unwrap();
    for mistake in [["--size", "5"], ["--before", "9"], ["--before", "0"]] {
        let refused = hexcoven(&[&["show", from][..], &mistake].concat());
        assert!(refused.stdout.is_empty() && refused.status.code() == Some(2), "{mistake:?}");
    }
    std::fs::remove_file(&record).unwrap();
}

#[test]
fn a_game_is_reviewed() {
    let name = |end| format!("hexcoven-review-{}.{end}", std::process::id());
    let [game, record, graph] =
        ["sgf", "out.sgf", "svg"].map(|end| std::env::temp_dir().join(name(end)));
    // After stones by hand a corner, where the middle wins, and three moves that change nothing.
    std::fs::write(&game, "(;GM[11]SZ[3]PB[Ann]RE[W+]AB[c3]AW[c2];B[a1];W[b2];B[b3];W[b1])")
        .unwrap();
    let [from, out, to] = [&game, &record, &graph].map(|path| path.to_str().unwrap());
    let table = stdout(&hexcoven(&["review", from, "--out", out, "--graph", to]));
    let expected =
        ["1  black a1 lost b2 won", "2  white b2 won  ", "3  black b3 lost  ", "4  white b1 won  "];
    assert_eq!(rows(&table)[1..], expected, "{table}");
    let turned = "black had a proved win; a1 gave it away, b2 kept it";
    assert!(
        table.contains(&format!("\nmove 1: {turned}\nblack gave away 50.0 % a move\n")),
        "{table}"
    );
    assert!(table.contains("black gave away 50.0 % a move\nwhite gave away 0.0 % a move\n"));
    let [written, drawn] = [&record, &graph].map(|path| std::fs::read_to_string(path).unwrap());
    let moves = "B[a1]C[hexcoven: black: lost; b2: won\nhexcoven: black had a proved win; a1 gave it away, b2 kept it]HO[1];W[b2]C[hexcoven: white: won];B[b3]C[hexcoven: black: lost];W[b1]C[hexcoven: white: won])\n";
    assert!(written.ends_with(&format!("PB[Ann]RE[W+]AB[c3]AW[c2];{moves}")), "{written}");
    assert_eq!(drawn.matches("<circle").count(), 2, "a dot with a ring: {drawn}");
    for path in [game, record, graph] {
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn an_opening_that_was_swapped_counts_as_what_it_was() {
    // The middle of 3x3 wins, the corner loses: whoever swaps it gives the win away.
    let [black, white] = ["black (then white)", "white (then black)"];
    for (answer, mover, first, second) in [
        ("swap-pieces", "white", "black", "white"),
        ("swap-sides", "white, now black", black, white),
    ] {
        for (opening, result, losses) in [("b2", "won", [50.0, 0.0]), ("a1", "lost", [50.0, 100.0])]
        {
            let moves = ["review", "--size", "3", "--expansions", "20", opening, answer];
            let table = stdout(&hexcoven(&moves));
            assert!(
                rows(&table)[2].starts_with(&format!("2  {mover} {answer} {result}")),
                "{table}"
            );
            let said = format!(
                "{first} gave away {:.1} % a move\n{second} gave away {:.1} % a move\n",
                losses[0], losses[1]
            );
            assert!(table.ends_with(&said), "{table}");
            let measured =
                format!("move 1: {opening} is measured against 50 %, since it may be swapped\n");
            assert!(table.contains(&measured), "{table}");
        }
    }
}

#[test]
fn what_is_given_away_is_the_players_who_has_another_colour_after_a_swap_of_sides() {
    // The corner is far from even. The swap throws the win away, and a2 throws it back.
    let moves = ["review", "--size", "3", "--expansions", "20", "a1", "swap-sides", "a2", "b2"];
    let table = stdout(&hexcoven(&moves));
    let said =
        "black (then white) gave away 75.0 % a move\nwhite (then black) gave away 50.0 % a move\n";
    assert!(table.ends_with(said), "{table}");
}

#[test]
fn a_swap_of_sides_leaves_the_colour_that_wins() {
    let game = ["--size", "5x4", "--expansions", "5", "a1", "swap-sides", "c3"];
    let line = stdout(&hexcoven(&[&["review", "--json"][..], &game].concat()));
    let line: Value = serde_json::from_str(&line).unwrap();
    let step = &line["steps"][1];
    let best = json!({ "move": "swap-sides", "chance": 1.0, "winner": "black" });
    assert_eq!((&step["winner"], &step["best"]), (&json!("black"), &best));
}

#[test]
fn an_opening_that_was_answered_by_a_pass_was_not_swapped() {
    let table = stdout(&hexcoven(&["review", "--size", "3", "--expansions", "20", "b2", "pass"]));
    assert!(table.contains("black gave away 0.0 % a move") && !table.contains("50 %"), "{table}");
}

#[test]
fn under_the_swap_rule_the_best_opening_is_even() {
    let told = |options: &[&str]| {
        let game = ["review", "--size", "3", "--expansions", "20", "b2", "a1"];
        stdout(&hexcoven(&[&game, options].concat()))
    };
    let table = told(&["--swap-rule"]);
    assert_eq!(rows(&table)[2], "2  white a1 lost swap-pieces won", "{table}");
    let turned = "white had a proved win; a1 gave it away, swap-pieces kept it";
    assert!(table.contains(&format!("since it may be swapped\nmove 2: {turned}\n")), "{table}");
    assert!(told(&[]).ends_with("black gave away 0.0 % a move\nwhite gave away 0.0 % a move\n"));
    let line: Value = serde_json::from_str(&told(&["--swap-rule", "--json"])).unwrap();
    let step = |at: usize, field: &str| line["steps"][at][field].clone();
    assert_eq!((&line["size"], &line["is_complete"]), (&json!("3x3"), &json!(true)));
    assert_eq!([0, 1].map(|at| step(at, "move")), [json!("b2"), json!("a1")]);
    assert_eq!([0, 1].map(|at| step(at, "loss")), [json!(0.5), json!(1.0)]);
    assert_eq!([0, 1].map(|at| step(at, "winner")), [json!("black"), json!("black")]);
    let swap = json!({ "move": "swap-pieces", "chance": 1.0, "winner": "white" });
    assert_eq!((step(0, "best"), step(1, "best")), (Value::Null, swap.clone()));
    assert_eq!((step(1, "better"), step(1, "is_turning_point")), (swap, json!(true)));
    assert_eq!(line["given_away"], json!({ "black": 0.5, "white": 1.0 }));
    let notes = include_str!("../../src/notes/json.md").split("\n# ").nth(1).unwrap();
    let (of_line, of_step) = notes.split_once("A step:").unwrap();
    for (fields, table) in [(&line, of_line), (&line["steps"][1], of_step)] {
        let rows = table.lines().filter_map(|row| row.strip_prefix("| `")?.split_once("` |"));
        let mut told: Vec<&str> = rows.flat_map(|(names, _)| names.split("`, `")).collect();
        told.sort_unstable();
        let fields: Vec<&String> = fields.as_object().unwrap().keys().collect();
        assert_eq!(told, fields, "the fields in the notes and in the line");
    }
}

/// The rows of a table, their cells separated by blanks.
fn rows(table: &str) -> Vec<String> {
    table
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix('|'))
        .map(|row| row.split('|').map(str::trim).collect::<Vec<_>>().join(" "))
        .collect()
}
