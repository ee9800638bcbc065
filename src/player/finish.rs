//! How to go on where the winner is known: the winner joins the edges soonest, the loser makes it take longest.
//!
//! What decides a position is a virtual connection or fill-in, and no stone of either need be there yet. Its carrier
//! is a small game of its own, in which [`Forced`] finds the fewest stones that the winner still needs. Of
//! several carriers the one with fewest is played, and remembered: whatever the opponent replies, the next move
//! needs one stone less.

use super::forced::{Forced, Win};
use super::gap::Gap;
use super::resistance;
use crate::board::{Board, Cell, CellSet, Color, Position, Size};
use crate::knowledge::{Examiner, Knowledge, Scope};
use crate::params::KnowledgeParams;
use std::cmp::Reverse;
use std::time::{Duration, Instant};

/// Moves of the winner that are tried at most, each with a carrier of its own.
const TRIED: usize = 12;

/// Positions that are looked at in one carrier. A thousand take some milliseconds.
const WORK: usize = 3000;

/// What must be left of the time for a move to look for a better one than the one that is known.
const LEAST_TIME: Duration = Duration::from_millis(40);

/// A win by a carrier, as it was when the winner had moved.
#[derive(Clone, Copy, Debug)]
struct Plan {
    size: Size,
    winner: Color,
    /// The winner's stones.
    stones: CellSet,
    /// Carrier, and further stones at most.
    win: Win,
}

impl Plan {
    /// Whether the plan wins this position, the winner to move: the opponent has moved once at most.
    fn holds_in(&self, board: &Board, player: Color) -> bool {
        self.size == board.size()
            && self.winner == player
            && self.stones.is_subset(&board.stones(player))
            && (self.win.cells & board.stones(!player)).len() <= 1
    }
}

/// What is remembered from one move of the winner to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Finish {
    plan: Option<Plan>,
}

impl Finish {
    /// The winning move after which this player, to move, needs fewest further stones to join the edges. `known` is a
    /// move that is proved to win. None if that one is to be played: no carrier is known, or there is no time.
    pub(super) fn winning(
        &mut self,
        ending: &mut Ending<'_>,
        known: Option<Cell>,
    ) -> Option<Cell> {
        let Ending { board, winner, .. } = *ending;
        let plan = self.plan.take().filter(|plan| plan.holds_in(board, winner));
        let planned = plan.and_then(|plan| ending.best_move(plan.win.cells, plan.win.stones));
        let found = match known {
            Some(known) => ending.soonest(known, planned),
            None => planned.map(|(cell, win)| (cell, Some(win))),
        };
        let (cell, win) = found?;
        let mut stones = board.stones(winner);
        stones.insert(cell);
        self.plan = win.map(|mut win| {
            win.stones -= 1;
            win.cells.remove(cell);
            Plan { size: board.size(), winner, stones, win }
        });
        Some(cell)
    }

    /// How many stones the winner still needs at most by what is remembered.
    #[cfg(test)]
    pub(super) fn stones_left(&self) -> Option<usize> {
        self.plan.map(|plan| plan.win.stones)
    }
}

/// A position that a player is known to win.
#[derive(Debug)]
pub(super) struct Ending<'a> {
    board: &'a Board,
    winner: Color,
    examiner: Examiner,
    forced: Forced,
    deadline: Option<Instant>,
}

/// A winning move, its carrier, and what is known of the stones that it needs.
type Found = (Cell, Option<Win>);

impl<'a> Ending<'a> {
    /// A position that this player wins; what is found out has to be found before the deadline.
    pub(super) fn new(
        board: &'a Board,
        winner: Color,
        params: KnowledgeParams,
        deadline: Option<Instant>,
    ) -> Self {
        let forced = Forced::new(board.geometry(), 0);
        Self { board, winner, examiner: Examiner::new(params), forced, deadline }
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() + LEAST_TIME > deadline)
    }

    /// The cells in which the winner wins this board, the opponent to move, by a connection or fill-in; none if
    /// neither decides it.
    fn carrier(&mut self, board: &Board) -> Option<CellSet> {
        let position = Position { board: board.clone(), to_play: !self.winner };
        match self.examiner.examine(&position, Scope::Opponent) {
            Knowledge::Decided(decided) if decided.winner == self.winner => {
                let filled = decided.fill_in.captured[self.winner] | decided.fill_in.dead;
                Some(decided.moves | filled)
            }
            _ => None,
        }
    }

    fn after(&self, player: Color, cell: Cell) -> Board {
        let mut board = self.board.clone();
        board.place(player, cell);
        board
    }

    fn gap(&self, cells: CellSet) -> Gap {
        Gap::between_edges(self.board, self.winner, cells)
    }

    /// The winner's move in a carrier that needs fewest stones, of several the one that needs fewest cells.
    fn best_move(&mut self, cells: CellSet, most: usize) -> Option<(Cell, Win)> {
        if self.is_late() {
            return None;
        }
        self.forced.allow(WORK);
        let best = self.forced.best_moves(self.gap(cells), most).ok()?;
        best.into_iter().min_by_key(|(_, win)| win.cells.len())
    }

    /// The move that needs fewest stones, of those that may do better than the one that is planned.
    fn soonest(&mut self, known: Cell, planned: Option<(Cell, Win)>) -> Option<Found> {
        let geometry = self.board.geometry();
        let gap = self.gap(self.board.empty()).reduced(geometry)?;
        let least = gap.stones_needed(geometry)?;
        let mut best = planned;
        let mut most = best.map_or(usize::MAX, |(_, win)| win.stones - 1);
        if least > most || self.is_late() {
            return best.map(|(cell, win)| (cell, Some(win)));
        }
        let without_move = self.carrier(self.board);
        if let Some(found) = without_move.and_then(|cells| self.best_move(cells, most)) {
            most = found.1.stones - 1;
            best = Some(found);
        }
        let mut proved = Vec::new();
        let ways = gap.ways(geometry);
        let others = ways.iter().flatten().filter(|cell| *cell != known);
        for cell in std::iter::once(known).chain(others).take(TRIED) {
            if least > most || self.is_late() {
                break;
            }
            let Some(cells) = self.carrier(&self.after(self.winner, cell)) else { continue };
            proved.push((cell, cells));
            self.forced.allow(WORK);
            let after = self.gap(cells | CellSet::from_iter([cell])).with(cell);
            let fewest = self.forced.fewest(after, least - 1, (most - 1).min(cells.len()));
            if let Ok(Some(mut win)) = fewest {
                win.stones += 1;
                win.cells.insert(cell);
                most = win.stones - 1;
                best = Some((cell, win));
            }
        }
        let best = best.map(|(cell, win)| (cell, Some(win)));
        best.or_else(|| Some((self.looks_soonest(&proved)?, None)))
    }

    /// Of these winning moves and their carriers the one after which the opponent can least lengthen the way.
    fn looks_soonest(&self, proved: &[(Cell, CellSet)]) -> Option<Cell> {
        let worst = |(cell, cells): &(Cell, CellSet)| {
            let after = self.gap(self.board.empty()).with(*cell);
            let needed = |reply| {
                let gap = after.without(reply).reduced(self.board.geometry());
                gap.map_or(Some(0), |gap| gap.stones_needed(self.board.geometry()))
            };
            let open = *cells & after.open;
            open.iter().map(|reply| needed(reply).unwrap_or(usize::MAX)).max().unwrap_or(0)
        };
        let best = proved.iter().min_by_key(|some| (worst(some), some.1.len()));
        best.map(|(cell, _)| *cell)
    }

    /// The move of the loser, to move, after which the winner needs most stones, of several the one with fewest
    /// answers that need no more. `moves` are those to choose from if no carrier tells.
    pub(super) fn resisting(&mut self, moves: CellSet) -> Option<Cell> {
        let late = self.is_late();
        let carrier = if late { None } else { self.carrier(self.board) };
        let answered = carrier.and_then(|cells| self.hardest(cells));
        answered.or_else(|| resistance::longest(self.board, !self.winner, moves.iter()))
    }

    fn hardest(&mut self, cells: CellSet) -> Option<Cell> {
        let gap = self.gap(cells);
        self.forced.allow(WORK);
        let mut best = None;
        for reply in gap.open {
            if self.is_late() {
                break;
            }
            let answers = self.forced.best_moves(gap.without(reply), cells.len()).ok()?;
            let Some((_, win)) = answers.first() else { continue };
            let needed = resistance::stones_needed(&self.after(!self.winner, reply), self.winner);
            let rank = (win.stones, Reverse(answers.len()), needed);
            if best.is_none_or(|(other, _)| rank > other) {
                best = Some((rank, reply));
            }
        }
        best.map(|(_, reply)| reply)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::params::Params;
    use crate::player::{Answer, Move, Player};

    fn stat(sizes: &[(usize, usize)], games: usize, random_reply: bool) {
        use rand::rngs::StdRng;
        use rand::{RngExt, SeedableRng};
        let (mut n, mut sum_need, mut sum_d, mut sum_own) = (0, 0, 0, 0);
        let mut worst = (0.0, String::new());
        let mut unplanned = 0;
        let mut grows = 0;
        let mut time = std::time::Duration::ZERO;
        let mut most_time = std::time::Duration::ZERO;
        let mut moves = 0;
        let mut over2 = 0;
        for (columns, rows) in sizes {
            for seed in 0..games {
                let mut rng = StdRng::seed_from_u64(seed as u64);
                let mut params = Params::default();
                params.set_pair("resign=0").unwrap();
                params.set_pair("max_expansions=3").unwrap();
                let size = Size::new(*columns, *rows).unwrap();
                let mut player = Player::new(size, params);
                let mut color = Color::Black;
                let mut start: Option<(Color, usize, usize)> = None;
                let mut own = 0;
                let mut last_need = None;
                let mut last_left = None;
                while player.game().board().winner().is_none() {
                    let empty: Vec<Cell> = player.game().board().empty().iter().collect();
                    let random = empty[rng.random_range(0..empty.len())];
                    let is_loser = start.is_some_and(|(w, ..)| w != color);
                    let opening = empty.len() + 4 > size.cell_count();
                    let before = resistance::stones_needed(player.game().board(), color);
                    let knowledge = player.knowledge(color);
                    let cell = if opening && start.is_none() && knowledge.winner().is_none() || (is_loser && random_reply && rng.random_range(0..3) > 0) {
                        random
                    } else {
                        player.finish.plan.iter().for_each(|_| ());
                        if start.is_some() {
                            player.search(color, &crate::search::Limits::expansions(3), &mut |_| ());
                        }
                        let t = Instant::now();
                        let answer = player.choose(color, &mut |_| ());
                        if start.is_some() {
                            let t = t.elapsed();
                            time += t;
                            moves += 1;
                            most_time = most_time.max(t);
                        }
                        let Answer::Move(Move::Place(cell)) = answer else { panic!() };
                        cell
                    };
                    if start.is_none() && knowledge.winner() == Some(color) {
                        match player.finish.stones_left() {
                            Some(left) => start = Some((color, before, left + 1)),
                            None => { unplanned += 1; eprintln!("unplanned {columns}x{rows} {color} {cell:?} {} {:?}", player.game().board(), knowledge); start = Some((color, before, 0)) }
                        }
                    }
                    if start.is_some_and(|(w, ..)| w == color) {
                        own += 1;
                        if last_need.is_some_and(|n| before > n) { grows += 1; }
                        last_need = Some(before);
                        let left = player.finish.stones_left();
                        if last_left.is_some() && left >= last_left { eprintln!("left {left:?} {last_left:?}"); }
                        last_left = left;
                    }
                    player.game_mut().play(color, Move::Place(cell)).unwrap();
                    color = !color;
                }
                if let Some((w, need, d)) = start {
                    assert_eq!(player.game().board().winner(), Some(w));
                    n += 1;
                    sum_need += need;
                    sum_d += d;
                    sum_own += own;
                    if own > 2 * need { over2 += 1; }
                    let ratio = own as f64 / need as f64;
                    if ratio > worst.0 {
                        worst = (ratio, format!("{columns}x{rows} need {need} d {d} own {own}"));
                    }
                    if own > d { eprintln!("own {own} > d {d} need {need} {columns}x{rows}"); }
                }
            }
        }
        eprintln!("{sizes:?} random {random_reply}: n {n} need {sum_need} d {sum_d} own {sum_own} worst {worst:?} unplanned {unplanned} grows {grows} moves {moves} mean {:?} max {most_time:?} over2 {over2}", time / moves.max(1));
    }

    #[test]
    fn statistics() {
        let var = |name: &str| std::env::var(name).ok();
        let Some(sizes) = var("SIZES") else { return };
        let sizes: Vec<(usize, usize)> = sizes.split(',').map(|s| { let (a, b) = s.split_once('x').unwrap(); (a.parse().unwrap(), b.parse().unwrap()) }).collect();
        let games = var("GAMES").map_or(10, |g| g.parse().unwrap());
        for size in sizes {
            for random in [false, true] {
                stat(&[size], games, random);
            }
        }
    }

    /// Stones with which this player is sure to win, by brute force.
    fn truth(known: &mut fxhash::FxHashMap<crate::board::Key, Option<usize>>, position: &mut Position, player: Color) -> Option<usize> {
        if let Some(stones) = known.get(&position.key()) {
            return *stones;
        }
        let stones = match position.board.winner() {
            Some(winner) => (winner == player).then_some(0),
            None => {
                let after: Vec<Option<usize>> = position.board.empty().iter().map(|cell| {
                    position.play(cell);
                    let stones = truth(known, position, player);
                    position.undo(cell);
                    stones
                }).collect();
                if position.to_play == player {
                    after.into_iter().flatten().min().map(|stones| stones + 1)
                } else {
                    after.into_iter().collect::<Option<Vec<_>>>().map(|all| all.into_iter().max().unwrap())
                }
            }
        };
        known.insert(position.key(), stones);
        stones
    }

    #[test]
    fn small() {
        use rand::rngs::StdRng;
        use rand::{RngExt, SeedableRng};
        let mut rng = StdRng::seed_from_u64(7);
        let (mut n, mut equal, mut none, mut lost, mut lost_equal) = (0, 0, 0, 0, 0);
        for _ in 0..3000 {
            let (c, r) = (rng.random_range(2..6), rng.random_range(2..6));
            let size = Size::new(c, r).unwrap();
            let board = Board::with_stones(size, size.cells().map(|_| match rng.random_range(0..5) { 0 => Some(Color::Black), 1 => Some(Color::White), _ => None }));
            if board.empty().len() > 11 || board.winner().is_some() { continue; }
            let mut known = fxhash::FxHashMap::default();
            let mut position = Position { board: board.clone(), to_play: Color::Black };
            let params = KnowledgeParams::default();
            let knowledge = Examiner::new(params.clone()).examine(&position, Scope::Both);
            let Some(winner) = knowledge.winner() else { continue };
            let mut ending = Ending::new(&board, winner, params, None);
            let stones = truth(&mut known, &mut position, winner).unwrap();
            let cell = if winner == Color::Black {
                n += 1;
                let found = Finish::default().winning(&mut ending, knowledge.moves().first());
                if found.is_none() { none += 1; }
                found.or(knowledge.moves().first()).unwrap()
            } else {
                lost += 1;
                ending.resisting(knowledge.moves()).unwrap()
            };
            position.play(cell);
            let after = truth(&mut known, &mut position, winner);
            if winner == Color::Black {
                assert!(after.is_some());
                if after == Some(stones - 1) { equal += 1; } else { eprintln!("{winner} {} best {stones} after {after:?}\n{}", size.name(cell), board); }
            } else if after == Some(stones) { lost_equal += 1; }
        }
        eprintln!("won {n} equal {equal} none {none}, lost {lost} equal {lost_equal}");
    }
}
