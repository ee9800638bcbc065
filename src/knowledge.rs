//! What is *proved* of a position, without a search. No heuristics: everything here is a theorem.
//!
//! In this order: a chain between the edges decides the game, be it of stones or of cells filled in; so
//! does a virtual connection of the edges, a full one of either player or a semi one of the player to
//! move; all semi connections of the opponent's edges must be met, which leaves the *mustplay* region;
//! inferior moves are dropped. A winning move is never dropped.

mod examiner;
mod line;
mod lines;

pub use examiner::Examiner;

use lines::Lines;

use crate::board::{Board, ByColor, Cell, CellSet, Color, Key, Position};
use crate::connections::{Pair, Until, mustplay};
use crate::inferior::{FillIn, Inferior, Inferiors};
use crate::params::KnowledgeParams;

/// What is proved of a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Knowledge {
    /// Who wins.
    Decided(Box<Decided>),
    /// Which moves may win.
    Open(Box<Open>),
}

/// A position whose winner is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Decided {
    /// Who wins.
    pub winner: Color,
    /// If the player to move wins, moves that win; else the moves that the winner's connection may have to answer.
    /// The first is the one to play. Empty if the game is over.
    pub moves: CellSet,
    /// Cells that count as filled.
    pub fill_in: FillIn,
    /// The key of what is left of the game, as in [`Inferiors`]; if the game is over, the position's own.
    pub residual_key: Key,
}

/// A position whose winner is not known.
#[derive(Clone, Debug, PartialEq)]
pub struct Open {
    /// The moves worth searching, at least one. If the player to move has a winning move, one is among them.
    pub moves: CellSet,
    /// The cells that meet every threat of the opponent, without those filled in: all others lose.
    pub mustplay: CellSet,
    /// The cells of the mustplay region that are no moves, and why.
    pub inferior: Vec<Inferior>,
    /// Cells that count as filled.
    pub fill_in: FillIn,
    /// The board filled in, as each player may think it: dead cells are that player's.
    pub filled: ByColor<Board>,
    /// The key of what is left of the game, as in [`Inferiors`].
    pub residual_key: Key,
    /// The same of the position's images, as in [`Inferiors`].
    pub image_keys: Vec<Key>,
}

impl Knowledge {
    /// Who wins, if that is known.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Self::Decided(decided) => Some(decided.winner),
            Self::Open(_) => None,
        }
    }

    /// The moves of either kind of position.
    pub fn moves(&self) -> CellSet {
        match self {
            Self::Decided(decided) => decided.moves,
            Self::Open(open) => open.moves,
        }
    }

    /// Cells that count as filled.
    pub fn fill_in(&self) -> &FillIn {
        match self {
            Self::Decided(decided) => &decided.fill_in,
            Self::Open(open) => &open.fill_in,
        }
    }
}

/// Whose connections are asked whether they decide the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Both players'.
    Both,
    /// The opponent's alone. A move that an examination of the position before allowed has met all semi
    /// connections that would now win for the mover: of 16 000 positions of a search the mover's connections
    /// decided 56, which the search then decided itself.
    Opponent,
}

/// Examines a position with the connections of earlier ones.
fn examine<const N: usize>(
    lines: &mut ByColor<Lines<N>>,
    position: &Position,
    params: &KnowledgeParams,
    scope: Scope,
) -> Knowledge {
    let Position { board, to_play: player } = position;
    let opponent = !*player;
    if let Some(winner) = board.winner() {
        let (moves, fill_in) = (CellSet::EMPTY, FillIn::default());
        return Knowledge::Decided(Box::new(Decided {
            winner,
            moves,
            fill_in,
            residual_key: position.key(),
        }));
    }
    let inferiors = Inferiors::<N>::of(board, *player, &params.inferior);
    let (filled, empty) = (&inferiors.filled, board.empty());
    let decided = |winner, moves| {
        let (fill_in, residual_key) = (inferiors.fill_in.clone(), inferiors.residual_key);
        Knowledge::Decided(Box::new(Decided { winner, moves, fill_in, residual_key }))
    };
    for winner in Color::BOTH {
        if let Some(chain) = filled[winner].chain_between_edges(winner) {
            return decided(winner, chain & empty);
        }
    }
    let (_, theirs) = lines[opponent].at(&filled[opponent], &params.connections, Until::Full);
    let threats = theirs.between_edges();
    if let Some(full) = threats.and_then(|pair| pair.fulls.first()) {
        return decided(opponent, full.carrier.narrow());
    }
    let mustplay = mustplay(threats, (empty - inferiors.fill_in.cells()).narrow()).narrow();
    if scope == Scope::Both {
        let (_, own) = lines[*player].at(&filled[*player], &params.connections, Until::Semi);
        if let Some(cell) = own.between_edges().and_then(winning_cell) {
            return decided(*player, CellSet::from_iter([cell]));
        }
    }
    let (moves, inferior) = inferiors.prune(mustplay);
    if moves.is_empty() {
        return decided(opponent, empty);
    }
    let Inferiors { fill_in, residual_key, image_keys, filled, .. } = inferiors;
    let image_keys = image_keys.into();
    Knowledge::Open(Box::new(Open {
        moves,
        mustplay,
        inferior,
        fill_in,
        filled,
        residual_key,
        image_keys,
    }))
}

/// A cell that wins at once with these connections of the player's edges, if there is any: the key of
/// the smallest semi, else any cell of a full, which holds without a move.
fn winning_cell<const N: usize>(edges: Pair<'_, N>) -> Option<Cell> {
    let smallest = edges.semis.iter().min_by_key(|semi| semi.carrier.len());
    let key = smallest.map(|semi| semi.key);
    key.or_else(|| edges.fulls.iter().map(|full| full.carrier).min_by_key(CellSet::len)?.first())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, BruteForce, Size, parse_diagram};
    use crate::params::ConnectionParams;
    use proptest::prelude::*;

    fn position() -> impl Strategy<Value = Position> {
        let size =
            prop_oneof![Just((3, 3)), Just((2, 4)), Just((4, 4)), Just((4, 3)), Just((1, 3))];
        (size, prop::collection::vec(0..4u8, 16), any::<bool>()).prop_map(
            |((c, r), stones, black)| {
                let stones = stones.into_iter().map(|stone| match stone {
                    2 => Some(Color::Black),
                    3 => Some(Color::White),
                    _ => None,
                });
                let board = Board::with_stones(Size::new(c, r).unwrap(), stones);
                Position { board, to_play: if black { Color::Black } else { Color::White } }
            },
        )
    }

    fn params() -> impl Strategy<Value = KnowledgeParams> {
        any::<bool>().prop_map(|strong_edges| {
            let connections = ConnectionParams { strong_edges, ..ConnectionParams::default() };
            KnowledgeParams { connections, ..KnowledgeParams::default() }
        })
    }

    fn scope() -> impl Strategy<Value = Scope> {
        prop_oneof![Just(Scope::Both), Just(Scope::Opponent)]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn decided_is_true_and_pruning_keeps_a_winning_move(
            mut position in position(),
            params in params(),
            scope in scope(),
        ) {
            prop_assume!(position.board.empty().len() <= 9);
            let knowledge = Examiner::new(params).examine(&position, scope);
            let mut brute_force = BruteForce::default();
            let wins = brute_force.mover_wins(&mut position);
            if let Some(winner) = knowledge.winner() {
                prop_assert_eq!(winner == position.to_play, wins, "{}", position.board);
            }
            if position.board.winner().is_some() {
                return Ok(());
            }
            let winning = brute_force.winning_moves(&mut position);
            prop_assert_eq!(knowledge.moves().intersects(&winning), wins, "{}", position.board);
            match knowledge {
                Knowledge::Open(open) => {
                    let left = position.board.empty() - open.fill_in.cells();
                    prop_assert!((winning & left).is_subset(&open.mustplay), "{}", position.board);
                    prop_assert!(open.moves.is_subset(&open.mustplay));
                }
                Knowledge::Decided(decided) if wins => {
                    prop_assert!(decided.moves.is_subset(&winning), "every move wins");
                }
                Knowledge::Decided(_) => (),
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn what_came_before_changes_nothing(
            params in params(),
            (columns, rows) in (4..=8usize, 4..=8usize),
            steps in prop::collection::vec((0..6usize, any::<prop::sample::Index>()), 1..40),
        ) {
            let board = Board::new(Size::new(columns, rows).unwrap());
            let mut position = Position { board, to_play: Color::Black };
            let mut examiner = Examiner::new(params.clone());
            let mut line = Vec::new();
            let mut lines = Vec::new();
            for (step, index) in steps {
                let empty: Vec<Cell> = position.board.empty().iter().collect();
                if step > 1 && position.board.winner().is_none() {
                    line.push(empty[index.index(empty.len())]);
                    position.play(line[line.len() - 1]);
                } else if step == 1 && !lines.is_empty() {
                    line.drain(..).rev().for_each(|cell| position.undo(cell));
                    line.clone_from(index.get(&lines));
                    for cell in &line {
                        position.play(*cell);
                    }
                } else {
                    let kept = index.index(line.len() + 1);
                    line.drain(kept..).rev().for_each(|cell| position.undo(cell));
                }
                lines.push(line.clone());
                let mut from_scratch = Examiner::new(params.clone());
                let fresh = from_scratch.examine(&position, Scope::Opponent);
                let knowledge = examiner.examine(&position, Scope::Opponent);
                // What is left out then depends on the order of work.
                prop_assume!(!from_scratch.is_cut() && !examiner.is_cut());
                prop_assert_eq!(knowledge.winner(), fresh.winner());
                if let Knowledge::Open(open) = &knowledge {
                    let links = [&mut examiner, &mut from_scratch].map(|examiner| {
                        let opponent = !position.to_play;
                        let mut links = examiner.links(&open.filled[opponent], opponent).1;
                        links.sort_by_key(|link| (link.a, link.b));
                        links
                    });
                    prop_assert_eq!(&links[0], &links[1]);
                    prop_assert_eq!(knowledge, fresh);
                }
            }
        }
    }

    #[test]
    fn virtual_connections_decide_early() {
        let winner = |text, to_play| {
            let board = parse_diagram(text).unwrap();
            let position = Position { board, to_play };
            Examiner::new(KnowledgeParams::default()).examine(&position, Scope::Both).winner()
        };
        let bridged = ". . . . .\n . . . B .\n . . . . .\n . . B . .\n . . . . .";
        assert_eq!(winner(bridged, Color::White), Some(Color::Black));
        assert_eq!(winner(bridged, Color::Black), Some(Color::Black));
        let empty = ". . . .\n . . . .\n . . . .\n . . . .";
        assert_eq!(winner(empty, Color::White), Some(Color::White));
    }

    #[test]
    fn boards_may_fill_their_sets_to_the_last_cell() {
        for (columns, rows) in [(8, 16), (16, 12), (15, 17), (16, 16), (7, 9), (8, 8)] {
            let size = Size::new(columns, rows).unwrap();
            let mut position = Position { board: Board::new(size), to_play: Color::Black };
            let mut examiner = Examiner::new(KnowledgeParams::default());
            for name in ["c3", "d6", "e4"] {
                let open = examiner.examine(&position, Scope::Both).winner().is_none();
                assert!(open || size.columns().min(size.rows()) < 9, "{size}");
                position.play(size.parse_cell(name).unwrap());
            }
        }
    }

    #[test]
    fn all_widths_say_the_same() {
        for (columns, rows) in [(11, 11), (13, 13), (14, 14), (17, 19)] {
            let mut position = Position {
                board: Board::new(Size::new(columns, rows).unwrap()),
                to_play: Color::Black,
            };
            for name in ["c3", "d9", "f6", "e5"] {
                position.play(position.board.size().parse_cell(name).unwrap());
            }
            let params = KnowledgeParams::default();
            let mut lines = ByColor::new_with(Lines::new);
            let wide = examine::<6>(&mut lines, &position, &params, Scope::Both);
            assert_eq!(Examiner::new(params).examine(&position, Scope::Both), wide);
        }
    }
}
