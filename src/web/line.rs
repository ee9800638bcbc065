//! A line of play as the page writes it: the size of the board and steps as words.
//!
//! | word | step |
//! |---|---|
//! | `d4`, `swap-pieces`, `swap-sides`, `pass` | a move of the player whose turn it is |
//! | `turn-white` | it is White's turn |
//! | `+Bc3+Wd4-e5` | stones put by hand and a cell cleared |
//! | `resign-black`, `forfeit-white` | a player gives up |

use super::refusal::Refusal;
use crate::board::{Color, Size};
use crate::player::Game;
use crate::record::{Edit, GivingUp, Move, Step};
use serde::Deserialize;

/// The most steps of a line: more than any board has cells, with as many changes by hand.
const MOST_STEPS: usize = 2000;

/// A line of play.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Line {
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) steps: Vec<String>,
}

/// A game at the end of a line, and who gave up there.
#[derive(Clone, Debug)]
pub(super) struct LineEnd {
    pub(super) game: Game,
    pub(super) gave_up: Option<(Color, GivingUp)>,
}

impl Line {
    /// The game that the line tells.
    pub(super) fn game(&self) -> Result<LineEnd, Refusal> {
        let size = Size::new(self.columns, self.rows)?;
        if self.steps.len() > MOST_STEPS {
            return Err(Refusal::bad(format!("too long: {MOST_STEPS} steps at most")));
        }
        let mut end = LineEnd { game: Game::new(size), gave_up: None };
        for word in &self.steps {
            if end.gave_up.is_some() {
                return Err(Refusal::bad("the game is over: a player gave up"));
            }
            match read_step(size, end.game.to_play(), word)? {
                Step::Move(color, mv) => end.game.play(color, mv)?,
                Step::Edit(edit) => end.game.edit(edit)?,
                Step::Turn(color) => end.game.set_to_play(color),
                Step::GiveUp(color, how) => end.gave_up = Some((color, how)),
            }
        }
        Ok(end)
    }
}

/// Reads a word, with this player to move.
pub(super) fn read_step(size: Size, to_play: Color, word: &str) -> Result<Step, Refusal> {
    let mv = |mv| Ok(Step::Move(to_play, mv));
    match word {
        "swap-pieces" => return mv(Move::SwapPieces),
        "swap-sides" => return mv(Move::SwapSides),
        "pass" => return mv(Move::Pass),
        _ if word.starts_with(['+', '-']) => return Ok(Step::Edit(read_edit(size, word)?)),
        _ => (),
    }
    let color = |name: &str| name.parse::<Color>().map_err(Refusal::bad);
    match word.split_once('-') {
        Some(("turn", name)) => Ok(Step::Turn(color(name)?)),
        Some(("resign", name)) => Ok(Step::GiveUp(color(name)?, GivingUp::Resign)),
        Some(("forfeit", name)) => Ok(Step::GiveUp(color(name)?, GivingUp::Forfeit)),
        _ => mv(Move::Place(size.parse_cell(word)?)),
    }
}

/// Reads `+Bc3+Wd4-e5`.
fn read_edit(size: Size, word: &str) -> Result<Edit, Refusal> {
    let mut edit = Edit::default();
    let mut rest = word;
    while let Some(sign) = rest.chars().next() {
        let after = &rest[sign.len_utf8()..];
        let end = after.find(['+', '-']).unwrap_or(after.len());
        let (item, left) = after.split_at(end);
        rest = left;
        match (sign, item.chars().next()) {
            ('-', _) => edit.cleared.push(size.parse_cell(item)?),
            (_, Some('B')) => edit.stones.push((Color::Black, size.parse_cell(&item[1..])?)),
            (_, Some('W')) => edit.stones.push((Color::White, size.parse_cell(&item[1..])?)),
            _ => {
                return Err(Refusal::bad(format!(
                    "`{item}` is not a stone: say B or W and a cell"
                )));
            }
        }
    }
    Ok(edit)
}

/// The words of a step, with this player to move before it. A move of the other player takes two.
pub(super) fn write_step(size: Size, to_play: Color, step: &Step) -> Vec<String> {
    match step {
        Step::Move(color, mv) => {
            let turn = (*color != to_play).then(|| format!("turn-{color}"));
            turn.into_iter().chain([mv.name(size)]).collect()
        }
        Step::Turn(color) => vec![format!("turn-{color}")],
        Step::GiveUp(color, GivingUp::Resign) => vec![format!("resign-{color}")],
        Step::GiveUp(color, GivingUp::Forfeit) => vec![format!("forfeit-{color}")],
        Step::Edit(edit) => {
            let put =
                edit.stones.iter().map(|(c, at)| format!("+{}{}", c.letter(), size.name(*at)));
            let cleared = edit.cleared.iter().map(|cell| format!("-{}", size.name(*cell)));
            let word: String = put.chain(cleared).collect();
            Some(word).filter(|word| !word.is_empty()).into_iter().collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(steps: &[&str]) -> Line {
        let steps = steps.iter().map(|step| (*step).to_owned()).collect();
        Line { columns: 5, rows: 5, steps }
    }

    #[test]
    fn words_are_read_as_they_are_written() {
        let size = Size::new(5, 5).unwrap();
        let words = ["a1", "swap-pieces", "+Bc3+Wd4-e5", "turn-white", "pass", "forfeit-black"];
        for word in words {
            let step = read_step(size, Color::White, word).unwrap();
            assert_eq!(write_step(size, Color::White, &step), [word]);
        }
        let other = Step::Move(Color::Black, Move::Pass);
        assert_eq!(write_step(size, Color::White, &other), ["turn-black", "pass"]);
    }

    #[test]
    fn nonsense_is_refused_in_words() {
        let message = |steps: &[&str]| line(steps).game().unwrap_err().message;
        assert_eq!(message(&["a1", "a1"]), "illegal move: a1 is occupied");
        assert!(message(&["f9"]).contains("not on a board of 5x5"));
        assert!(message(&["+Xa1"]).contains("not a stone"));
        assert!(message(&["+Bé"]).contains("no"), "no panic within a letter");
        assert!(message(&["turn-red"]).contains("not a colour"));
        assert!(message(&["resign-black", "a1"]).contains("gave up"));
        assert!(Line { columns: 99, ..line(&[]) }.game().is_err());
        assert!(line(&vec!["pass"; 2001]).game().is_err());
    }
}
