//! Commands that change the game: sizes, stones, moves, records.

use super::args::Args;
use super::session::Client;
use super::{DONE, Draw, GtpError, Reply, Session};
use crate::board::{Cell, Color, Size};
use crate::files;
use crate::player::{Action, Edit, Game, Move};
use crate::record::{self, Options, Variation};

pub(super) fn boardsize(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let columns = args.parse("a number of columns")?;
    let rows = if args.is_empty() { columns } else { args.parse("a number of rows")? };
    args.end()?;
    let size = Size::new(columns, rows)
        .map_err(|error| GtpError::new(format!("unacceptable size: {error}")))?;
    session.player.begin_game(Game::new(size));
    Ok(DONE)
}

pub(super) fn clear_board(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.end()?;
    session.player.begin_game(Game::new(session.size()));
    Ok(DONE)
}

pub(super) fn play(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let color = args.color()?;
    let mv = session.a_move(args)?;
    args.end()?;
    if let Some(mv) = mv {
        let played = session.player.play(color, mv);
        played.map_err(|error| session.refusal(&error))?;
    }
    Ok(DONE)
}

pub(super) fn undo(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.end()?;
    // HexGui does not say that it goes back over a swap of sides: what it takes back is the stone before.
    let last = session.player.game().actions().next_back();
    let is_swap = matches!(last, Some(Action::Move(_, Move::SwapSides)));
    undo_steps(session, if is_swap && session.client == Client::HexGui { 2 } else { 1 })
}

pub(super) fn gg_undo(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let count = if args.is_empty() { 1 } else { args.parse("a number of moves")? };
    args.end()?;
    undo_steps(session, count)
}

fn undo_steps(session: &mut Session, count: usize) -> Reply {
    if session.player.game().actions().count() < count {
        return Err(GtpError::new("cannot undo"));
    }
    (0..count).for_each(|_| drop(session.player.undo()));
    Ok(DONE)
}

pub(super) fn play_sequence(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let stones = stones(args)?;
    let mut game = session.player.game().clone();
    for (color, cell) in stones {
        game.play(color, Move::Place(cell)).map_err(|error| session.refusal(&error))?;
    }
    *session.player.game_mut() = game;
    Ok(DONE)
}

/// The moves of a game from its beginning, Black's first, each as `play` has it.
pub(super) fn play_game(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let mut game = Game::new(session.size());
    let mut color = Color::Black;
    while !args.is_empty() {
        let mv = session.a_move(args)?;
        if let Some(mv) = mv {
            game.play(color, mv).map_err(|error| session.refusal(&error))?;
        }
        color = mv.map_or(!color, |mv| mv.turn_after(color));
    }
    session.player.begin_game(game);
    Ok(DONE)
}

pub(super) fn setup(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let stones = stones(args)?;
    let edited = session.player.game_mut().edit(Edit { stones, cleared: Vec::new() });
    edited.map_err(|error| session.refusal(&error))?;
    Ok(DONE)
}

pub(super) fn set_position(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let mut stones = Vec::new();
    let mut passes = Vec::new();
    while !args.is_empty() {
        let color = args.color()?;
        if args.peek().is_some_and(|word| word.eq_ignore_ascii_case("pass")) {
            args.word("a pass")?;
            passes.push(color);
        } else {
            stones.push((color, args.cell()?));
        }
    }
    let count = |color: Color| {
        let placed = stones.iter().filter(|(owner, _)| *owner == color).count();
        placed + passes.iter().filter(|player| **player == color).count()
    };
    // Black begins.
    let turn = if count(Color::Black) > count(Color::White) { Color::White } else { Color::Black };
    let mut game =
        Game::with_stones(session.size(), stones).map_err(|error| session.refusal(&error))?;
    game.set_to_play(turn);
    session.player.begin_game(game);
    Ok(DONE)
}

fn stones(args: &mut Args<'_>) -> Result<Vec<(Color, Cell)>, GtpError> {
    let mut stones = Vec::new();
    while !args.is_empty() {
        stones.push((args.color()?, args.cell()?));
    }
    Ok(stones)
}

pub(super) fn setup_player(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let color = args.color()?;
    args.end()?;
    session.player.game_mut().set_to_play(color);
    Ok(DONE)
}

pub(super) fn loadsgf(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let file = args.file()?;
    // GTP: the position before the move with this number. Behind the end of the game it is the end, as in Benzene.
    let has_number = args.peek().is_some_and(|word| option(word).is_none());
    let most = if has_number {
        let what = "the number of a move (put a name with blanks in double quotes)";
        Some(args.parse::<usize>(what)?.saturating_sub(1))
    } else {
        None
    };
    let (options, variation) = reading_options(args)?;
    let wrong =
        |error: &dyn std::fmt::Display| GtpError::new(format!("cannot load file: {file}: {error}"));
    let bytes = files::read_file(file).map_err(|error| wrong(&error))?;
    let reading = record::read(&bytes, &options).map_err(|error| wrong(&error))?;
    let record = reading.record;
    let line = match variation {
        Some(variation) => record.line(&variation).map_err(|error| wrong(&error))?,
        None => record.main_line(),
    };
    let after_the_end = record.after_the_end(&line).filter(|_| most.is_none());
    reading.notes.iter().chain(&after_the_end).for_each(|note| log::warn!("{file}: {note}"));
    let game = Game::of_record(record, &line, most).map_err(|error| wrong(&error))?;
    session.player.begin_game(game);
    Ok(DONE)
}

/// The name and the value, if it stands in the same word, of an option of the command line: `name=value`, or `--name`.
fn option(word: &str) -> Option<(&str, Option<&str>)> {
    match word.split_once('=') {
        Some((name, value)) => Some((name.trim_start_matches('-'), Some(value))),
        None => word.strip_prefix("--").map(|name| (name, None)),
    }
}

/// How a record is to be read, with the names of the options of the command line.
fn reading_options(args: &mut Args<'_>) -> Result<(Options, Option<Variation>), GtpError> {
    const NAMES: [&str; 6] = ["game", "letters", "rows", "size", "swap", "variation"];
    let mut options = Options::default();
    let mut variation = None;
    while let Some((name, value)) = args.peek().and_then(option) {
        if !NAMES.contains(&name) {
            break;
        }
        args.word("an option")?;
        let value = value.map_or_else(|| args.word("the value of an option"), Ok)?;
        match name {
            "game" => options.game = Some(value.to_owned()),
            "letters" => options.letters = Some(value.parse()?),
            "rows" => options.rows = Some(value.parse()?),
            "size" => options.size = Some(value.parse()?),
            "swap" => options.swap = Some(value.parse()?),
            "variation" => variation = Some(value.parse()?),
            _ => unreachable!("each of the names has its arm"),
        }
    }
    args.end()?;
    Ok((options, variation))
}

pub(super) fn printsgf(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let file = if args.is_empty() { None } else { Some(args.file()?) };
    args.end()?;
    let game = session.player.game();
    let mut record = game.record_so_far();
    if let Some(winner) = game.board().winner().filter(|_| record.result().is_none()) {
        record.set_result(winner, "");
    }
    let text = record.write();
    let Some(file) = file else { return Ok(text) };
    let wrong =
        |error: &dyn std::fmt::Display| GtpError::new(format!("cannot save file: {file}: {error}"));
    if let Some(why) = record::why_not_replaced(file).map_err(|error| wrong(&error))? {
        return Err(wrong(&format!("it {why}")));
    }
    files::replace_file(file, text + "\n").map_err(|error| wrong(&error))?;
    Ok(DONE)
}

pub(super) fn showboard(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.end()?;
    let game = session.player.game();
    let state = match game.board().winner() {
        Some(winner) => format!("{winner} has won"),
        None => format!("{} to play", game.to_play()),
    };
    let is_plain = session.coordinates == super::Coordinates::default();
    let names = if is_plain { "" } else { ", named as Hex programs do" };
    Ok(format!("\n{}\n{state}{names}", game.board()))
}
