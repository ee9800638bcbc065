//! A position that the user names: moves, a link, a record or a diagram.

use super::files::read_file;
use super::parse_size;
use crate::board::{Board, ByColor, Cell, Color, Size, parse_diagram};
use crate::player::{Game, Move, Record, read_link};
use anyhow::{Context, ensure};
use clap::Args;
use std::io;
use std::path::{Path, PathBuf};

/// The board where nothing is said.
const USUAL_SIZE: usize = 7;

#[derive(Debug, Args)]
pub(super) struct PositionArgs {
    /// The moves so far, Black's first, such as `d4 c3 e2`; or a record, a file named `*.sgf`; or a link
    /// of hexworld.org/board, of which the moves after the one that it shows are ignored
    #[arg(conflicts_with_all = ["sgf", "diagram"])]
    moves: Vec<String>,
    /// Size of the board, where nothing else says it: 7, or columns and rows such as 5x7 [default: 7]
    #[arg(long, value_parser = parse_size, conflicts_with_all = ["sgf", "diagram"])]
    size: Option<Size>,
    /// A record of a game, or of a puzzle, whatever its file is named
    #[arg(long, value_name = "FILE", conflicts_with = "diagram")]
    sgf: Option<PathBuf>,
    /// Look at the position before this move of the record, 1 being its first
    #[arg(long, value_name = "MOVE", value_parser = parse_move_number)]
    before: Option<usize>,
    /// A board drawn with `.`, `B` and `W`, as this program prints it; `-` for standard input. It is
    /// White's turn if Black has more stones, unless a line says `black to play`
    #[arg(long, value_name = "FILE")]
    diagram: Option<PathBuf>,
    /// Who is to move, if it is not whose turn it is
    #[arg(long, value_name = "COLOUR")]
    to_play: Option<Color>,
}

fn parse_move_number(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| format!("`{text}` is not the number of a move: 1 is the first"))
}

impl PositionArgs {
    /// The game that led to the position, as far as that is known.
    pub(super) fn game(&self) -> anyhow::Result<Game> {
        Ok(self.record()?.game)
    }

    /// The same, with what else a record says.
    pub(super) fn record(&self) -> anyhow::Result<Record> {
        let of_game = |game| Record { game, names: ByColor::default(), result: None };
        let mut record = match (self.record_path(), &self.diagram) {
            (Some(path), _) => self.of_record(path)?,
            _ if self.before.is_some() => anyhow::bail!("--before needs a record"),
            (None, Some(path)) => of_game(of_diagram(path)?),
            (None, None) => of_game(self.of_arguments()?),
        };
        if let Some(color) = self.to_play {
            record.game.set_to_play(color);
        }
        Ok(record)
    }

    fn record_path(&self) -> Option<&Path> {
        let is_record = |path: &&Path| path.extension().is_some_and(|end| end == "sgf");
        let only_argument = match self.moves.as_slice() {
            [argument] if !is_link(argument) => Some(Path::new(argument)).filter(is_record),
            _ => None,
        };
        self.sgf.as_deref().or(only_argument)
    }

    fn of_record(&self, path: &Path) -> anyhow::Result<Record> {
        ensure!(self.size.is_none(), "the record says how large the board is: leave out --size");
        let most = self.before.map(|before| before - 1);
        let record = Record::read(&read_file(path)?, most);
        let record = record.with_context(|| path.display().to_string())?;
        let moves = record.game.moves().count();
        ensure!(most.is_none_or(|most| moves == most), "the record has no more than {moves} moves");
        Ok(record)
    }

    fn of_arguments(&self) -> anyhow::Result<Game> {
        if let Some(link) = self.moves.iter().find(|text| is_link(text)) {
            ensure!(self.moves.len() == 1, "a link stands alone: it has all the moves");
            ensure!(self.size.is_none(), "a link says the size of its board itself");
            return Ok(read_link(link)?);
        }
        let size = self.size.map_or_else(|| Size::new(USUAL_SIZE, USUAL_SIZE), Ok)?;
        let mut game = Game::new(size);
        let names = self.moves.iter().flat_map(|text| text.split([' ', ',']));
        for name in names.filter(|name| !name.is_empty()) {
            let cell = size.parse_cell(name)?;
            game.play(game.to_play(), Move::Place(cell)).with_context(|| name.to_owned())?;
        }
        Ok(game)
    }
}

fn is_link(text: &str) -> bool {
    text.contains("://")
}

fn of_diagram(path: &Path) -> anyhow::Result<Game> {
    let is_input = path.as_os_str() == "-";
    let text = if is_input { io::read_to_string(io::stdin())? } else { read_file(path)? };
    let name = if is_input { "standard input".to_owned() } else { path.display().to_string() };
    let turn = |line: &str| line.trim().strip_suffix(" to play")?.parse::<Color>().ok();
    let drawn: Vec<&str> = text.lines().filter(|line| turn(line).is_none()).collect();
    let board = parse_diagram(&drawn.join("\n")).with_context(|| name)?;
    let mut game = Game::with_stones(board.size(), stones(&board))?;
    if let Some(color) = text.lines().find_map(turn) {
        game.set_to_play(color);
    }
    Ok(game)
}

fn stones(board: &Board) -> Vec<(Color, Cell)> {
    let of = |color| board.stones(color).iter().map(move |cell| (color, cell));
    Color::BOTH.into_iter().flat_map(of).collect()
}
