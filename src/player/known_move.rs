//! The move that is played in a position whose winner is known without a search. A report of such a position has this
//! move in front.
//!
//! To the search any move of such a position is as good. The player is choosy (`finish.rs`): the winner joins the edges
//! soonest, the loser makes it take longest.

use super::Player;
use super::won_moves::decided;
use crate::board::{Cell, Color};
use crate::search::{Expansion, Outcome, Report};
use std::time::Instant;

/// The outcome of a position that is known without a search, and a move by which it is reached.
pub(super) type DecidedAtOnce = (Outcome, Cell);

/// What a report knows without a search.
pub(super) fn known_without_search(report: &Report<Cell>) -> Option<DecidedAtOnce> {
    report.outcome.filter(|_| report.is_decided_at_once()).zip(report.best())
}

impl Player {
    /// Takes a report for the last one, [as it would be played](Self::with_played_first), and returns it.
    pub fn as_played(&mut self, color: Color, report: Report<Cell>) -> Report<Cell> {
        let report = self.with_played_first(color, report);
        self.remember(color, report.clone());
        report
    }

    /// A report with the move in front that this player would make, if no search is needed to choose it.
    pub fn with_played_first(&mut self, color: Color, mut report: Report<Cell>) -> Report<Cell> {
        if let Some(cell) = self.move_without_search(color, known_without_search(&report)) {
            put_first(&mut report, cell);
        }
        report
    }

    /// The move that this player would make in the position on the board, which has this expansion, if no search is
    /// needed to choose it.
    pub fn known_move(&mut self, color: Color, expansion: &Expansion<Cell>) -> Option<Cell> {
        let first = expansion.moves.first().map(|candidate| candidate.mv);
        self.move_without_search(color, expansion.outcome.zip(first))
    }

    fn move_without_search(&mut self, color: Color, known: Option<DecidedAtOnce>) -> Option<Cell> {
        if self.game.board().winner().is_some() {
            return None;
        }
        let deadline = self.limits(color, Instant::now()).deadline;
        let planned = self.remembered_win.planned(self.game.board(), color);
        // Only what is played is remembered.
        let remembered = self.remembered_win.clone();
        let cell = self.finishing(color, known, planned, deadline);
        self.remembered_win = remembered;
        cell
    }
}

/// Puts this move, which was chosen without a search, in front of the report. It wins the position, or loses as every
/// move does.
pub(super) fn put_first(report: &mut Report<Cell>, cell: Cell) {
    let Some(first_error) = report.moves.first().map(|first| first.first_error) else { return };
    // The report of a position that is decided at once has one move, which stands for all.
    let at_once = report.is_decided_at_once();
    let place = report.moves.iter().position(|root_move| root_move.mv == cell);
    let known = place.map(|place| report.moves.remove(place));
    if at_once {
        report.moves.clear();
    }
    let outcome = *report.outcome.get_or_insert(Outcome::Won);
    let mut first = decided(cell, outcome);
    if let Some(known) = known {
        (first.first_error, first.work, first.line_work) =
            (known.first_error, known.work, vec![known.work]);
    } else if at_once {
        first.first_error = first_error;
    }
    report.moves.insert(0, first);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::params::Params;
    use crate::player::{Answer, Move, Player};
    use crate::search::Limits;

    #[test]
    fn what_is_told_of_a_decided_position_is_what_is_played() {
        let size = Size::new(9, 9).unwrap();
        let mut params = Params::default();
        for pair in ["resign=0", "max_expansions=20"] {
            params.set_pair(pair).unwrap();
        }
        let mut player = Player::new(size, params);
        for name in ["e4", "e5", "e7"] {
            player.game_mut().play_named(Color::Black, name).unwrap();
        }
        for color in [Color::Black, Color::White, Color::Black, Color::White] {
            let told = player.search(color, &Limits::default(), &mut |_| ());
            assert!(told.is_decided_at_once());
            let expansion = player.expansion(color);
            assert_eq!(player.known_move(color, &expansion), told.best());
            let advice = player.advise(color, None, &mut |_| ());
            assert_eq!(advice, Answer::Move(Move::Place(told.best().unwrap())));
            assert_eq!(player.move_for(color, &mut |_| ()), advice);
            assert_eq!(player.last_report().unwrap().1.best(), told.best());
        }
    }

    #[test]
    fn a_planned_move_is_in_front_of_what_was_searched() {
        let size = Size::new(9, 9).unwrap();
        let mut player = Player::new(size, Params::default());
        let mut report = player.search(Color::Black, &Limits::expansions(30), &mut |_| ());
        let (first, last) = (report.moves[0].mv, report.moves.last().unwrap().mv);
        let count = report.moves.len();
        put_first(&mut report, last);
        let moves = &report.moves;
        assert_eq!((moves[0].mv, moves[0].outcome), (last, Some(Outcome::Won)));
        assert_eq!((moves[1].mv, moves.len(), report.outcome), (first, count, Some(Outcome::Won)));
    }

    /// A move that was not searched, since it is inferior, does not get the numbers of another.
    #[test]
    fn a_planned_move_that_was_not_searched_says_only_that_it_wins() {
        let size = Size::new(9, 9).unwrap();
        let mut player = Player::new(size, Params::default());
        let mut report = player.search(Color::Black, &Limits::expansions(30), &mut |_| ());
        let planned = report.moves.pop().unwrap().mv;
        let before = report.moves.clone();
        put_first(&mut report, planned);
        let [first, others @ ..] = report.moves.as_slice() else { panic!("no move") };
        assert_eq!((first.mv, first.work, first.log_odds), (planned, 0, None));
        assert_eq!((first.outcome, first.proof), (Some(Outcome::Won), 0));
        assert_eq!(others, before);
    }
}
