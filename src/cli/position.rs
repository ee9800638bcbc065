//! A position that the user names: the moves that led to it, or a record.

use super::{parse_size, read_file};
use crate::board::{Color, Size};
use crate::player::{Game, Move, Record};
use anyhow::{Context, ensure};
use clap::Args;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub(super) struct PositionArgs {
    /// The moves so far, Black's first, such as `d4 c3 e2`, or a record: a file named `*.sgf`
    #[arg(conflicts_with = "sgf")]
    moves: Vec<String>,
    /// Size of the board, where no record says it: 7, or columns and rows such as 5x7 [default: 7]
    #[arg(long, value_parser = parse_size)]
    size: Option<Size>,
    /// A record of a game, or of a puzzle, whatever its file is named
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// Look at the position before this move of the record, 1 being its first
    #[arg(long, value_name = "MOVE")]
    before: Option<usize>,
    /// Who is to move, if it is not whose turn it is
    #[arg(long, value_name = "COLOUR")]
    to_play: Option<Color>,
}

impl PositionArgs {
    /// The game up to the position.
    pub(super) fn game(&self) -> anyhow::Result<Game> {
        let mut game = match self.record() {
            Some(path) => self.game_of(path)?,
            None => self.game_of_moves()?,
        };
        if let Some(color) = self.to_play {
            game.set_to_play(color);
        }
        Ok(game)
    }

    fn record(&self) -> Option<&Path> {
        let is_record = |path: &&Path| path.extension().is_some_and(|end| end == "sgf");
        let only_argument = match self.moves.as_slice() {
            [argument] => Some(Path::new(argument)).filter(is_record),
            _ => None,
        };
        self.sgf.as_deref().or(only_argument)
    }

    fn game_of(&self, path: &Path) -> anyhow::Result<Game> {
        ensure!(self.size.is_none(), "the record says how large the board is: leave out --size");
        let most = self.before.map(|before| before.saturating_sub(1));
        let record = Record::read(&read_file(path)?, most);
        Ok(record.with_context(|| path.display().to_string())?.game)
    }

    fn game_of_moves(&self) -> anyhow::Result<Game> {
        ensure!(self.before.is_none(), "--before needs a record");
        let size = self.size.map_or_else(|| Size::new(7, 7), Ok)?;
        let mut game = Game::new(size);
        let names = self.moves.iter().flat_map(|text| text.split([' ', ',']));
        for name in names.filter(|name| !name.is_empty()) {
            let cell = size.parse_cell(name)?;
            game.play(game.to_play(), Move::Place(cell)).with_context(|| name.to_owned())?;
        }
        Ok(game)
    }
}
