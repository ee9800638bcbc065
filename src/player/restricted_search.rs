//! A search that is restricted to some moves of the position, and reports on each of them.
//!
//! A search ends when one move is proved to win. Who asks for several wants to know of each, so what is not proved is
//! searched again without the proved moves.

use super::Player;
use super::won_moves::add_decided;
use crate::board::{Cell, CellSet, Color};
use crate::search::{Limits, Outcome, Report, RootMove};

impl Player {
    /// Searches the position as if this player had only these moves, at least one, until each is proved or a limit is
    /// reached. Of the moves that decide the position, the one that would be played is in front. After the end of the game
    /// it is an ordinary search. If the moves lose, and are not all that there are, the report is not kept as that of the
    /// position ([`last_report`](Self::last_report)): another move may win.
    pub fn search_only(
        &mut self,
        moves: CellSet,
        color: Color,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<Cell>),
    ) -> Report<Cell> {
        if self.game().board().winner().is_some() {
            return self.search(color, limits, watch);
        }
        let game = self.hex_game(color).only(moves);
        let mut left = limits.clone();
        let mut report = with_losses(self.analyse(game, &left, watch), moves);
        let (mut is_decided, mut spent) = (report.outcome.is_some(), report.expansions);
        loop {
            left.spend(spent);
            let open = open_moves(&report);
            if !is_decided || open.is_empty() || left.are_reached(0) {
                break;
            }
            let game = self.hex_game(color).only(open);
            let mut watch_all = |more: &Report<Cell>| watch(&joined(&report, more));
            let more = with_losses(self.analyse(game, &left, &mut watch_all), open);
            (is_decided, spent) = (more.outcome.is_some(), more.expansions);
            report = joined(&report, &more);
        }
        self.put_choice_first(color, &mut report);
        if report.outcome == Some(Outcome::Lost) && moves != self.game().board().empty() {
            self.last_report = None;
        } else {
            self.remember(color, report.clone());
        }
        report
    }

    /// Puts the move in front that would be played without a search, if it is one of those that decide the position.
    fn put_choice_first(&mut self, color: Color, report: &mut Report<Cell>) {
        if report.outcome.is_none() {
            return;
        }
        let expansion = self.expansion(color);
        let choice = self.known_move(color, &expansion);
        let is_choice = |root_move: &RootMove<Cell>| {
            Some(root_move.mv) == choice && root_move.outcome == report.outcome
        };
        if let Some(place) = report.moves.iter().position(is_choice) {
            let first = report.moves.remove(place);
            report.moves.insert(0, first);
        }
    }
}

/// In a position that is lost with these moves, each loses. The report of one that is lost without a search lacks most.
fn with_losses(mut report: Report<Cell>, moves: CellSet) -> Report<Cell> {
    if report.outcome == Some(Outcome::Lost) {
        report.moves.iter_mut().for_each(|root_move| root_move.outcome = report.outcome);
        add_decided(&mut report, moves, Outcome::Lost);
    }
    report
}

fn open_moves(report: &Report<Cell>) -> CellSet {
    let open = report.moves.iter().filter(|root_move| root_move.outcome.is_none());
    open.map(|root_move| root_move.mv).collect()
}

/// The proved moves of a report, and a later report of its other moves.
fn joined(report: &Report<Cell>, more: &Report<Cell>) -> Report<Cell> {
    let mut joined = report.clone();
    joined.moves.retain(|root_move| root_move.outcome.is_some());
    joined.moves.extend(more.moves.iter().cloned());
    joined.put_in_order();
    joined.expansions += more.expansions;
    joined.time += more.time;
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BruteForce, Size};
    use crate::params::Params;
    use crate::player::Move;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    /// Each allowed move is there once, with the winner after it, wins first.
    #[test]
    fn every_allowed_move_is_proved_and_in_its_place() {
        let (mut random, mut brute_force) = (StdRng::seed_from_u64(50), BruteForce::default());
        let (mut won, mut lost) = (0, 0);
        for _ in 0..40 {
            let size = Size::new(4, 4).unwrap();
            let mut player = Player::new(size, Params::default());
            for step in 0..4 {
                let empty: Vec<Cell> = player.game().board().empty().iter().collect();
                let cell = empty[random.random_range(0..empty.len())];
                player.game_mut().play(Color::BOTH[step % 2], Move::Place(cell)).unwrap();
            }
            let color = Color::BOTH[random.random_range(0..2)];
            let empty = player.game().board().empty();
            let moves: CellSet = empty.iter().filter(|_| random.random_bool(0.4)).collect();
            if moves.is_empty() || player.game().board().winner().is_some() {
                continue;
            }
            let report = player.search_only(moves, color, &Limits::default(), &mut |_| ());
            let outcome = player.last_report().map(|(_, last)| last.outcome);
            let is_won = report.outcome == Some(Outcome::Won);
            assert_eq!(outcome, is_won.then_some(report.outcome), "other moves may win");
            assert_eq!(report.moves.len(), moves.len());
            assert_eq!(report.moves.iter().map(|told| told.mv).collect::<CellSet>(), moves);
            let wins_first =
                report.moves.is_sorted_by_key(|told| told.outcome != Some(Outcome::Won));
            assert!(wins_first, "{report:?}");
            for told in &report.moves {
                let is_won = brute_force.move_wins(&mut player.position(color), told.mv);
                let outcome = if is_won { Outcome::Won } else { Outcome::Lost };
                assert_eq!(told.outcome, Some(outcome), "{:?}", told.mv);
                *if is_won { &mut won } else { &mut lost } += 1;
            }
        }
        assert!(won > 30 && lost > 30, "{won} {lost}");
    }
}
