//! Verifies a winning strategy: plays it against every reply until a chain of stones joins the winner's edges.
//!
//! Only the rules are used: no connections, no fill-in, no table. One theorem saves work: in Hex extra stones never
//! hurt their owner. If the winner, to move, has won every line from a position, then the chains of these lines need
//! certain stones of the position and certain cells. The winner wins every position that has those stones and where the
//! loser has none of those cells. Such a [`Zone`] settles later positions, and it answers every reply outside of its
//! cells.

use super::strategy::{Refuted, Strategy, legal_move};
use crate::board::{Board, Cell, CellSet, Color, Position};

/// A relevance zone: what the winner, to move, needs to win. Even if the loser has all other cells, the winner wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Zone {
    /// Stones of the winner.
    stones: CellSet,
    /// Other cells that it needs. Each may be empty or have a stone of the winner.
    cells: CellSet,
}

impl Zone {
    /// Whether the zone proves that the winner, to move, wins this position.
    fn holds_in(&self, position: &Position, winner: Color) -> bool {
        self.stones.is_subset(&position.board.stones(winner))
            && !self.cells.intersects(&position.board.stones(!winner))
    }

    /// Adds what another zone has.
    fn add(&mut self, other: &Self) {
        self.stones |= other.stones;
        self.cells |= other.cells;
    }
}

/// Verifies that a strategy of this player wins a position.
///
/// # Errors
/// The strategy does not win a line.
pub fn play_out(
    position: &Position,
    winner: Color,
    strategy: &mut Strategy<'_>,
) -> Result<(), Refuted> {
    let mut verifier = Verifier { winner, strategy, zones: Vec::new() };
    verifier.play_out(&mut position.clone())?;
    Ok(())
}

/// A verification under way.
struct Verifier<'a, 'b> {
    winner: Color,
    strategy: &'a mut Strategy<'b>,
    /// The zones of the positions verified so far in which the winner was to move.
    zones: Vec<Zone>,
}

impl Verifier<'_, '_> {
    /// Plays out all lines from a position, and returns what the winner needs there.
    fn play_out(&mut self, position: &mut Position) -> Result<Zone, Refuted> {
        if let Some(stones) = position.board.chain_between_edges(self.winner) {
            return Ok(Zone { stones: self.thinned(stones, position), cells: CellSet::EMPTY });
        }
        if position.board.winner().is_some() {
            return Err(Refuted::Lost(Box::new(position.clone())));
        }
        if position.to_play == self.winner {
            self.answer(position)
        } else {
            self.meet_replies(position)
        }
    }

    /// A chain without stones that it can do without.
    fn thinned(&self, chain: CellSet, position: &Position) -> CellSet {
        let mut board = Board::new(position.board.size());
        chain.iter().for_each(|cell| board.place(self.winner, cell));
        for cell in chain {
            board.remove(self.winner, cell);
            if board.chain_between_edges(self.winner).is_none() {
                board.place(self.winner, cell);
            }
        }
        board.stones(self.winner)
    }

    /// The winner moves: by a known zone, or as the strategy says.
    fn answer(&mut self, position: &mut Position) -> Result<Zone, Refuted> {
        let known = self.zones.iter().rev().find(|zone| zone.holds_in(position, self.winner));
        if let Some(zone) = known {
            return Ok(*zone);
        }
        let cell = legal_move(self.strategy, position)?;
        let mut zone = self.after(cell, position)?;
        zone.stones.remove(cell);
        zone.cells.insert(cell);
        self.zones.push(zone);
        Ok(zone)
    }

    /// The loser moves: every reply must be answered.
    fn meet_replies(&mut self, position: &mut Position) -> Result<Zone, Refuted> {
        let winner = self.winner;
        let mut zones: Vec<Zone> =
            self.zones.iter().filter(|zone| zone.holds_in(position, winner)).copied().collect();
        let mut met = Zone::default();
        let empty = position.board.empty();
        // The cells where a stone of the loser would break all zones so far: empty ones, and the winner's. A board without
        // empty cells has a winner, so there is a reply.
        let (mut unmet, mut own) = (empty, position.board.stones(winner));
        while let Some(cell) = unmet.first() {
            let most = zones.iter().min_by_key(|zone| (unmet & zone.cells).len()).copied();
            let zone = match most.filter(|zone| !unmet.is_subset(&zone.cells)) {
                Some(zone) => zone,
                None => self.after(cell, position)?,
            };
            met.add(&zone);
            unmet &= zone.cells;
            own &= zone.cells;
            zones.retain(|zone| !unmet.is_subset(&zone.cells));
        }
        // A stone of the loser on one of these would break every zone, so the winner's stones there are needed.
        met.stones |= own;
        Ok(met)
    }

    /// What the winner needs after a move.
    fn after(&mut self, cell: Cell, position: &mut Position) -> Result<Zone, Refuted> {
        position.play(cell);
        let zone = self.play_out(position);
        position.undo(cell);
        zone
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BruteForce, Size, any_color, random_board};
    use crate::params::{Params, Profile};
    use crate::solver::Solver;
    use crate::solver::tests::{openings, solved};
    use proptest::prelude::*;

    #[test]
    fn the_solver_wins_every_line_of_every_opening_and_any_wrong_move_is_found() {
        let mut brute_force = BruteForce::default();
        let mut solver = Solver::new(&Params::of(Profile::Solve));
        for position in (2..=4).flat_map(|length| openings(length, length)) {
            let winner = brute_force.winner(&position);
            let mut asked = Vec::new();
            let played_out = play_out(&position, winner, &mut |position| {
                asked.push(position.clone());
                solved(&mut solver, position)
            });
            played_out.unwrap();
            for victim in &mut asked {
                let loses = |cell: &Cell| !brute_force.move_wins(&mut victim.clone(), *cell);
                let Some(wrong) = victim.board.empty().iter().find(loses) else { continue };
                let refuted = play_out(&position, winner, &mut |position| {
                    if position == victim { Some(wrong) } else { solved(&mut solver, position) }
                });
                assert!(refuted.is_err(), "{}", victim.board);
            }
        }
    }

    #[test]
    fn a_missing_and_an_illegal_move_are_refused() {
        let position = openings(3, 3).next().unwrap();
        let a1 = position.board.size().cells().next();
        for (mv, reason) in [(None, "no winning move"), (a1, "the move a1 is not legal")] {
            let refuted = play_out(&position, Color::White, &mut |_| mv).unwrap_err();
            assert!(refuted.to_string().starts_with(reason), "{refuted}");
        }
    }

    #[test]
    fn a_stone_without_which_the_loser_breaks_all_zones_is_needed() {
        let size = Size::new(4, 3).unwrap();
        let cells = |names: &str| -> CellSet {
            names.split(' ').map(|name| size.parse_cell(name).unwrap()).collect()
        };
        let mut board = Board::new(size);
        cells("c1 b3").iter().for_each(|cell| board.place(Color::Black, cell));
        let position = Position { board, to_play: Color::White };
        // Each is a move that makes a bridge, where b3 was empty. Here it is a stone.
        let zones = ["b2 a3 b3", "c2 b3 c3"];
        let zones = zones.map(|names| Zone { stones: cells("c1"), cells: cells(names) });
        let mut strategy = |_: &Position| None;
        let mut verifier =
            Verifier { winner: Color::Black, strategy: &mut strategy, zones: zones.to_vec() };
        let zone = verifier.meet_replies(&mut position.clone()).unwrap();
        assert_eq!(zone.stones, cells("c1 b3"));
        assert!(is_true(&zone, &position, Color::Black));
    }

    /// Whether the winner wins where the loser has all that a zone leaves to it, by brute force. The size of the board and
    /// the player to move are those of a position.
    fn is_true(zone: &Zone, position: &Position, winner: Color) -> bool {
        let owner = |cell| match (zone.stones.contains(cell), zone.cells.contains(cell)) {
            (true, _) => Some(winner),
            (_, true) => None,
            _ => Some(!winner),
        };
        let size = position.board.size();
        let board = Board::with_stones(size, size.cells().map(owner));
        BruteForce::default().winner(&Position { board, to_play: position.to_play }) == winner
    }

    proptest! {
        #[test]
        fn a_zone_wins_even_if_the_loser_has_all_other_cells(
            board in random_board(2..=4, 2..=4, 20),
            (to_play, salt) in (any_color(), any::<u64>()),
        ) {
            prop_assume!(board.empty().len() <= 10);
            let position = Position { board, to_play };
            let mut brute_force = BruteForce::default();
            // Now and then this strategy plays a wrong move.
            let mut strategy = |position: &Position| {
                let errs = fxhash::hash64(&(position.key(), salt)) % 8 == 0;
                let wins = |cell: &Cell| errs || brute_force.move_wins(&mut position.clone(), *cell);
                position.board.empty().iter().find(wins)
            };
            for player in Color::BOTH {
                let mut verifier =
                    Verifier { winner: player, strategy: &mut strategy, zones: Vec::new() };
                if let Ok(zone) = verifier.play_out(&mut position.clone()) {
                    prop_assert!(zone.holds_in(&position, player));
                    prop_assert!(is_true(&zone, &position, player));
                    let to_move = Position { to_play: player, ..position.clone() };
                    prop_assert!(verifier.zones.iter().all(|zone| is_true(zone, &to_move, player)));
                }
            }
        }
    }
}
