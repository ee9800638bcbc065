//! How to go on where the winner is known: the winner joins the edges soonest, the loser makes it take longest.
//!
//! What decides a position is a virtual connection or fill-in, and no stone of either need be there yet. Its carrier
//! is a small game of its own, in which [`FewestStones`] finds a small number of stones that is sure to be enough. Of
//! several carriers the one with fewest is played, and remembered: whatever the opponent replies, the next move
//! needs one stone less.

use super::fewest_stones::{FewestStones, Win, and_stone};
use super::gap::Gap;
use super::longest_defence::{LostPosition, stones_needed};
use crate::board::{Board, Cell, CellSet, Color, Position, Size};
use crate::knowledge::{Examiner, Knowledge, Scope};
use crate::params::KnowledgeParams;
use std::cmp::Reverse;
use std::time::{Duration, Instant};

/// Moves of the winner that are tried at most, each with a carrier of its own.
const TRIED: usize = 12;

/// Positions that are looked at in the carrier of the position, and again in those of all moves that are tried. A
/// thousand take three milliseconds.
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
pub(super) struct RememberedWin {
    plan: Option<Plan>,
}

impl RememberedWin {
    /// The move with which the remembered plan goes on, if the plan still wins for this player, who is to move.
    pub(super) fn planned(&self, board: &Board, player: Color) -> Option<(Cell, Win)> {
        let plan = self.plan.filter(|plan| plan.holds_in(board, player))?;
        let gap = Gap::between_edges(board, player, plan.win.cells);
        let mut search = FewestStones::new(board.geometry(), WORK);
        let moves = search.best_moves(&gap, plan.win.stones).or_else(|_| {
            // A win with as many stones as were promised is easier to find than to show that no fewer are enough.
            search.allow(10 * WORK);
            search.winning_moves(&gap, plan.win.stones)
        });
        smallest(moves.ok()?)
    }

    /// The winning move after which the winner, to move, needs fewest further stones to join the edges. `known` is a
    /// move that is proved to win, and `planned` what is remembered. None if `known` is to be played: no carrier
    /// decides the position, or there is no time.
    pub(super) fn winning(
        &mut self,
        ending: &mut WonPosition<'_>,
        known: Option<Cell>,
        planned: Option<(Cell, Win)>,
    ) -> Option<Cell> {
        let found = match known {
            Some(known) => ending.soonest(known, planned),
            None => planned.map(|(cell, win)| (cell, Some(win))),
        };
        self.plan = None;
        let (cell, win) = found?;
        let mut stones = ending.board.stones(ending.winner);
        stones.insert(cell);
        self.plan = win.map(|mut win| {
            win.stones -= 1;
            win.cells.remove(cell);
            Plan { size: ending.board.size(), winner: ending.winner, stones, win }
        });
        Some(cell)
    }

    /// How many stones the winner still needs at most by what is remembered.
    #[cfg(test)]
    pub(super) fn stones_left(&self) -> Option<usize> {
        self.plan.map(|plan| plan.win.stones)
    }
}

/// The line from a position that is decided without a search: the winner joins the edges soonest, the loser makes it
/// take longest. It ends when the edges are joined, or where the winner cannot go on without a search.
pub fn finishing_line(position: &Position, params: &KnowledgeParams) -> Vec<Cell> {
    let (mut position, mut remembered, mut line) =
        (position.clone(), RememberedWin::default(), Vec::new());
    let mut examiner = Examiner::new(params.clone());
    let Some(winner) = examiner.examine(&position, Scope::Both).winner() else { return line };
    while position.board.winner().is_none() {
        let mut ending = WonPosition::new(&position.board, winner, params.clone(), None);
        let cell = if position.to_play == winner {
            let planned = remembered.planned(&position.board, winner);
            let known = match planned {
                Some(_) => None,
                None => won_at_once(&mut examiner, &position),
            };
            remembered.winning(&mut ending, known, planned).or(known)
        } else {
            ending.resisting()
        };
        let Some(cell) = cell else { break };
        position.play(cell);
        line.push(cell);
    }
    line
}

/// A line of moves from a position and the [`finishing_line`] after it.
pub(super) fn finished_line(
    position: &Position,
    line: &[Cell],
    params: &KnowledgeParams,
) -> Vec<Cell> {
    let mut last = position.clone();
    for cell in line {
        last.play(*cell);
    }
    [line, &finishing_line(&last, params)].concat()
}

/// A move of the player to move that is proved to win without a search.
fn won_at_once(examiner: &mut Examiner, position: &Position) -> Option<Cell> {
    match examiner.examine(position, Scope::Both) {
        Knowledge::Decided(decided) if decided.winner == position.to_play => decided.moves.first(),
        _ => None,
    }
}

/// Of these winning moves the one whose win needs fewest cells.
fn smallest(moves: Vec<(Cell, Win)>) -> Option<(Cell, Win)> {
    moves.into_iter().min_by_key(|(_, win)| win.cells.len())
}

/// A position that a player is known to win.
#[derive(Debug)]
pub(super) struct WonPosition<'a> {
    board: &'a Board,
    winner: Color,
    examiner: Examiner,
    search: FewestStones,
    deadline: Option<Instant>,
}

/// A winning move, and the win that it begins; none if it is not known with how many stones.
type Found = (Cell, Option<Win>);

impl<'a> WonPosition<'a> {
    /// A position that this player wins. Searches in it end at the deadline.
    pub(super) fn new(
        board: &'a Board,
        winner: Color,
        params: KnowledgeParams,
        deadline: Option<Instant>,
    ) -> Self {
        let search = FewestStones::new(board.geometry(), 0);
        Self { board, winner, examiner: Examiner::new(params), search, deadline }
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
                // Filled cells of either colour may be captured together, each the answer to the other.
                Some(decided.moves | decided.fill_in.cells())
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
        self.search.allow(WORK);
        smallest(self.search.best_moves(&self.gap(cells), most.min(cells.len())).ok()?)
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
        self.search.allow(WORK);
        for cell in self.candidates(known, without_move) {
            if least > most || self.is_late() {
                break;
            }
            let Some(cells) = self.carrier(&self.after(self.winner, cell)) else { continue };
            proved.push((cell, cells));
            let after = self.gap(cells | CellSet::from_iter([cell])).with(cell);
            let fewest = self.search.fewest(&after, least - 1, (most - 1).min(cells.len()));
            if let Ok(Some(win)) = fewest {
                let win = and_stone(win, cell);
                most = win.stones - 1;
                best = Some((cell, win));
            }
        }
        let best = best.map(|(cell, win)| (cell, Some(win)));
        best.or_else(|| Some((self.looks_soonest(&proved)?, None)))
    }

    /// Moves that may win soon, the known one first: half of them on the shortest ways in the carrier if there is any,
    /// the others on the shortest of all ways.
    fn candidates(&self, known: Cell, carrier: Option<CellSet>) -> Vec<Cell> {
        let geometry = self.board.geometry();
        let mut candidates = vec![known];
        let all = [(carrier, TRIED / 2), (Some(self.board.empty()), TRIED)];
        for (cells, count) in all {
            let gap = cells.and_then(|cells| self.gap(cells).reduced(geometry));
            for cell in gap.map(|gap| gap.ways(geometry)).unwrap_or_default().iter().flatten() {
                if candidates.len() < count && !candidates.contains(&cell) {
                    candidates.push(cell);
                }
            }
        }
        candidates
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
    /// answers that need no more.
    pub(super) fn resisting(&mut self) -> Option<Cell> {
        let loser = !self.winner;
        let lost_position = LostPosition::of(self.board, loser, self.examiner.inferior_params());
        let carrier = if self.is_late() { None } else { self.carrier(self.board) };
        let answered = carrier.and_then(|cells| self.hardest(cells, lost_position.cells));
        answered.or_else(|| lost_position.longest_defence()).or_else(|| lost_position.cells.first())
    }

    /// The hardest of these replies to the winner's win in a carrier, if there is work enough to know it.
    fn hardest(&mut self, cells: CellSet, replies: CellSet) -> Option<Cell> {
        let geometry = self.board.geometry();
        let gap = self.gap(cells);
        let ways = gap.reduced(geometry)?.ways(geometry);
        self.search.allow(WORK);
        let mut best = None;
        for reply in ways.iter().flat_map(|way| *way & replies) {
            let answers = self.search.best_moves(&gap.without(reply), cells.len());
            let (Ok(answers), false) = (answers, self.is_late()) else { break };
            let Some((_, win)) = answers.first() else { continue };
            let needed = stones_needed(&self.after(!self.winner, reply), self.winner);
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
    use crate::board::{is_dead, parse_diagram};
    use crate::inferior::FillIn;
    use crate::params::{InferiorParams, Params};
    use crate::player::fewest_stones::tests::sure_stones;
    use crate::player::{Answer, Move, Player};
    use fxhash::FxHashMap;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    fn player(size: Size) -> Player {
        let mut params = Params::default();
        for pair in ["resign=0", "max_expansions=3"] {
            params.set_pair(pair).unwrap();
        }
        Player::new(size, params)
    }

    fn chosen(player: &mut Player, color: Color) -> Cell {
        match player.choose(color, &mut |_| ()) {
            Answer::Move(Move::Place(cell)) => cell,
            other => panic!("{other:?}"),
        }
    }

    /// How the loser of a game replies.
    #[derive(Clone, Copy, Debug)]
    enum Replies {
        Resisting,
        Anywhere,
        /// In the carrier of what is remembered.
        Intruding,
    }

    fn reply(player: &mut Player, color: Color, replies: Replies, random: &mut StdRng) -> Cell {
        let empty = player.game().board().empty();
        let carrier = player.remembered_win.plan.map_or(empty, |plan| plan.win.cells & empty);
        let cells: Vec<Cell> = match replies {
            Replies::Resisting => return chosen(player, color),
            Replies::Intruding if !carrier.is_empty() => carrier.iter().collect(),
            _ => empty.iter().collect(),
        };
        cells[random.random_range(0..cells.len())]
    }

    /// Plays from a random opening until knowledge decides the game; who has won it then, to move.
    fn decided(player: &mut Player, random: &mut StdRng) -> Color {
        let mut color = Color::Black;
        for step in 0.. {
            if player.knowledge(color).winner() == Some(color) {
                break;
            }
            let is_opening = step < 4 && player.knowledge(color).winner().is_none();
            let replies = if is_opening { Replies::Anywhere } else { Replies::Resisting };
            let cell = reply(player, color, replies, random);
            player.game_mut().play(color, Move::Place(cell)).unwrap();
            color = !color;
        }
        color
    }

    /// The winner's own stones that are still needed, as promised, after each move of a decided game, and the stones of
    /// the shortest chain in the carrier when it was decided.
    fn played(player: &mut Player, replies: Replies, seed: u64) -> (Vec<Option<usize>>, usize) {
        let mut random = StdRng::seed_from_u64(seed);
        let winner = decided(player, &mut random);
        let (mut left, mut chain, mut color) = (Vec::new(), 0, winner);
        while player.game().board().winner().is_none() {
            let cell = if color == winner {
                chosen(player, color)
            } else {
                reply(player, color, replies, &mut random)
            };
            if left.is_empty() {
                let board = player.game().board().clone();
                let mut ending = WonPosition::new(&board, winner, KnowledgeParams::default(), None);
                let carrier = ending.carrier(&ending.after(winner, cell));
                let gap = ending.gap(carrier.unwrap_or(board.empty())).with(cell);
                let gap = gap.reduced(board.geometry());
                chain = 1 + gap.map_or(0, |gap| gap.stones_needed(board.geometry()).unwrap());
            }
            if color == winner {
                left.push(player.remembered_win.stones_left());
            }
            player.game_mut().play(color, Move::Place(cell)).unwrap();
            color = !color;
        }
        assert_eq!(player.game().board().winner(), Some(winner), "nothing proved is given back");
        (left, chain)
    }

    /// Not the stones of the shortest chain: a reply may make that longer, as every ladder does. What does not grow is
    /// how many are needed against the best replies.
    #[test]
    fn every_move_of_the_winner_needs_a_stone_less_whatever_is_replied() {
        let sizes = [(3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 8), (9, 9), (10, 10), (11, 11)];
        let oblong = [(2, 6), (6, 3), (4, 7), (8, 5), (9, 11)];
        let mut promised = 0;
        // Own moves, and shortest chains at the start, of the games in which nothing is promised then.
        let mut unpromised = (0, 0);
        for (columns, rows) in sizes.into_iter().chain(oblong) {
            for replies in [Replies::Resisting, Replies::Anywhere, Replies::Intruding] {
                for seed in 0..2 {
                    let mut player = player(Size::new(columns, rows).unwrap());
                    let (left, chain) = played(&mut player, replies, seed);
                    let board = player.game().board();
                    for pair in left.windows(2) {
                        let falls =
                            pair[0].is_none_or(|left| pair[1].is_some_and(|next| next < left));
                        assert!(falls, "{left:?}\n{board}");
                    }
                    // The last move joins the edges.
                    assert_eq!(left.last(), Some(&Some(0)), "{left:?}\n{board}");
                    match left[0] {
                        Some(more) => assert!(left.len() <= 1 + more, "{left:?}\n{board}"),
                        None => unpromised = (unpromised.0 + left.len(), unpromised.1 + chain),
                    }
                    promised += usize::from(left[0].is_some());
                }
            }
        }
        assert!(promised > 40, "{promised} of 84");
        assert!(unpromised.0 <= 2 * unpromised.1, "{unpromised:?}");
    }

    #[test]
    fn the_winner_needs_no_stone_too_many_and_the_loser_mostly_makes_it_need_most() {
        let mut random = StdRng::seed_from_u64(7);
        let (mut won, mut lost, mut longest) = (0, 0, 0);
        for _ in 0..2000 {
            let size = Size::new(random.random_range(2..6), random.random_range(2..6)).unwrap();
            let stone = |_| match random.random_range(0..5) {
                0 => Some(Color::Black),
                1 => Some(Color::White),
                _ => None,
            };
            let board = Board::with_stones(size, size.cells().map(stone));
            if board.empty().len() > 11 || board.winner().is_some() {
                continue;
            }
            let mut position = Position { board: board.clone(), to_play: Color::Black };
            let params = KnowledgeParams::default();
            let knowledge = Examiner::new(params.clone()).examine(&position, Scope::Both);
            let Some(winner) = knowledge.winner() else { continue };
            let (mut ending, mut known) =
                (WonPosition::new(&board, winner, params, None), FxHashMap::default());
            let before = sure_stones(&mut known, &mut position, winner).unwrap();
            if winner == Color::Black {
                let first = knowledge.moves().first();
                position.play(RememberedWin::default().winning(&mut ending, first, None).unwrap());
                let after = sure_stones(&mut known, &mut position, winner);
                assert_eq!(after, Some(before - 1), "{board}");
                won += 1;
            } else {
                position.play(ending.resisting().unwrap());
                let after = sure_stones(&mut known, &mut position, winner).unwrap();
                longest += usize::from(after == before);
                lost += 1;
            }
        }
        assert!(won > 500 && lost > 200, "{won} {lost}");
        assert!(longest * 100 > lost * 90, "{longest} of {lost}");
    }

    /// Both are won with two stones, whatever is replied.
    #[test]
    fn a_chain_that_lacks_its_ends_gets_them() {
        let chain = |size: Size, rows: std::ops::RangeInclusive<usize>| {
            let mut board = Board::new(size);
            let column = size.columns() / 2;
            rows.for_each(|row| board.place(Color::Black, size.cell(column, row).unwrap()));
            board
        };
        let five =
            parse_diagram(". . . . .\n . . B . .\n . . B . .\n . . B . .\n . . . . .").unwrap();
        let eleven = chain(Size::new(11, 11).unwrap(), 1..=9);
        assert_eq!(five, chain(five.size(), 1..=3));
        for (board, winner) in [&five, &eleven]
            .into_iter()
            .flat_map(|board| [(board.clone(), Color::Black), (board.mirror(), Color::White)])
        {
            for seed in 0..8 {
                let mut player = player(board.size());
                for cell in board.stones(winner) {
                    player.game_mut().play(winner, Move::Place(cell)).unwrap();
                }
                let mut random = StdRng::seed_from_u64(seed);
                for step in 0..3 {
                    let color = if step == 1 { !winner } else { winner };
                    let replies =
                        if step == 1 && seed > 0 { Replies::Anywhere } else { Replies::Resisting };
                    let cell = reply(&mut player, color, replies, &mut random);
                    player.game_mut().play(color, Move::Place(cell)).unwrap();
                }
                assert_eq!(
                    player.game().board().winner(),
                    Some(winner),
                    "{}",
                    player.game().board()
                );
            }
        }
    }

    #[test]
    fn without_time_the_known_move_is_played_and_the_lost_game_goes_on() {
        let board =
            parse_diagram(". . . . .\n . . B . .\n . . B . .\n . . B . .\n . . . . .").unwrap();
        let now = Some(Instant::now());
        let mut ending = WonPosition::new(&board, Color::Black, KnowledgeParams::default(), now);
        let known = board.empty().first();
        assert_eq!(RememberedWin::default().winning(&mut ending, known, None), None);
        assert!(ending.resisting().is_some_and(|cell| board.empty().contains(cell)));
    }

    #[test]
    fn a_lost_game_is_resisted_where_one_answer_alone_wins() {
        // Black needs both bridges to the edges, and there is nothing else to attack.
        let board =
            parse_diagram(". . . . .\n . . B . .\n . . B . .\n . . B . .\n . . . . .").unwrap();
        let mut ending = WonPosition::new(&board, Color::Black, KnowledgeParams::default(), None);
        let name = board.size().name(ending.resisting().unwrap());
        assert!(["c1", "d1", "b5", "c5"].contains(&name.as_str()), "{name}");
    }

    /// A board of any size with as many stones as come, of either colour.
    fn set_up(random: &mut StdRng) -> Board {
        let mut board =
            Board::new(Size::new(random.random_range(2..10), random.random_range(2..8)).unwrap());
        let cells = board.size().cell_count();
        for _ in 0..random.random_range(0..cells / 4 + 2) {
            let empty: Vec<Cell> = board.empty().iter().collect();
            let color = if random.random_bool(0.5) { Color::Black } else { Color::White };
            board.place(color, empty[random.random_range(0..empty.len())]);
        }
        board
    }

    #[test]
    fn the_loser_plays_no_dead_or_captured_cell_while_a_live_one_is_left() {
        let mut random = StdRng::seed_from_u64(49);
        let (mut games, mut checked) = (0, [0, 0]);
        while games < 150 {
            let board = set_up(&mut random);
            let mut player = player(board.size());
            for color in Color::BOTH {
                for cell in board.stones(color) {
                    player.game_mut().play(color, Move::Place(cell)).unwrap();
                }
            }
            let Some(winner) = player.knowledge(Color::White).winner() else { continue };
            let mut color = Color::White;
            games += 1;
            while player.game().board().winner().is_none() {
                let (cell, board) = (chosen(&mut player, color), player.game().board().clone());
                if color != winner {
                    let fill_in = FillIn::of(&board, &InferiorParams::default());
                    let live = board.empty() - fill_in.cells();
                    assert!(
                        live.is_empty() || live.contains(cell),
                        "{cell:?} of {live:?}\n{board}"
                    );
                    checked[0] += usize::from(!live.is_empty());
                    if board.empty().len() <= 9 {
                        assert!(!is_dead(&board, cell), "{cell:?}\n{board}");
                        checked[1] += 1;
                    }
                }
                player.game_mut().play(color, Move::Place(cell)).unwrap();
                color = !color;
            }
        }
        assert!(checked[0] > 100 && checked[1] > 30, "{checked:?}");
    }

    /// Dead as one sees it, and by brute force where few cells are left.
    #[test]
    fn no_stone_of_a_finishing_line_is_dead() {
        let mut random = StdRng::seed_from_u64(51);
        let (params, mut checked) = (KnowledgeParams::default(), [0, 0]);
        let filled_for_the_winner = parse_diagram(
            ". . . . . W B\n B . . . . . .\n . B . . . . .\n . B . W W . B\n . . . W . W B",
        );
        let mut boards = vec![filled_for_the_winner.unwrap()];
        boards.extend((0..300).map(|_| set_up(&mut random)));
        for board in boards {
            for to_play in Color::BOTH {
                let mut position = Position { board: board.clone(), to_play };
                for cell in finishing_line(&position, &params) {
                    let dead = FillIn::dead_of(&position.board, &InferiorParams::default());
                    assert!(!dead.contains(cell), "{cell:?}\n{}", position.board);
                    checked[0] += 1;
                    if position.board.empty().len() <= 9 {
                        assert!(!is_dead(&position.board, cell), "{cell:?}\n{}", position.board);
                        checked[1] += 1;
                    }
                    position.play(cell);
                }
            }
        }
        assert!(checked[0] > 500 && checked[1] > 100, "{checked:?}");
    }

    #[test]
    fn finishing_lines_end_in_a_chain_or_where_knowledge_ends() {
        let mut random = StdRng::seed_from_u64(7);
        let (params, mut joined, mut lines) = (KnowledgeParams::default(), 0, 0);
        while lines < 200 {
            let mut position = Position { board: set_up(&mut random), to_play: Color::Black };
            let mut examiner = Examiner::new(params.clone());
            let Some(winner) = examiner.examine(&position, Scope::Both).winner() else { continue };
            for cell in finishing_line(&position, &params) {
                position.play(cell);
            }
            let left = examiner.examine(&position, Scope::Both).winner();
            lines += 1;
            match position.board.winner() {
                Some(joins) => assert_eq!(joins, winner),
                None => assert_eq!((left, position.to_play), (None, winner), "{}", position.board),
            }
            joined += usize::from(position.board.winner().is_some());
        }
        assert!(joined * 100 > lines * 95, "{joined} of {lines}");
    }
}
