//! What is *proved* of a position without a search: who wins it, or which moves may win.
//!
//! In this order:
//!
//! 0. Dead and captured cells are filled in.
//! 1. A chain between a player's edges, of stones or of cells filled in, decides the position.
//! 2. A full connection between the opponent's edges decides it. If there is none, but some of his connections cut off regions
//!    from the rest of the board, these are filled in and it begins anew.
//! 3. A move outside of the carrier of a semi connection between the opponent's edges loses. The cells in all of these
//!    carriers are the *mustplay* region.
//! 4. ([`Scope::Both`] alone) A full or semi connection between the edges of the player to move decides the position.
//! 5. Inferior moves are dropped. If a move wins, one that wins is left; if no move is left, the opponent wins.

mod examiner;
mod line;
mod line_cache;

pub use examiner::Examiner;

use line_cache::LineCache;

use crate::board::{Board, ByColor, Cell, CellSet, Color, Key, Position};
use crate::connections::{Pair, Until, mustplay};
use crate::inferior::{FillIn, Inferior, Inferiors};
use crate::params::KnowledgeParams;
use std::mem;

/// What is proved of a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Knowledge {
    /// The winner is proved.
    Decided(Box<Decided>),
    /// The winner is not known.
    Open(Box<Open>),
}

/// A position whose winner is proved.
#[derive(Clone, Debug, PartialEq)]
pub struct Decided {
    /// Who wins.
    pub winner: Color,
    /// If the player to move wins: moves that win. If not: the cells of the winner's connection, or all empty cells.
    /// The first of them is played. Empty if the game is over.
    pub moves: CellSet,
    /// The cells filled in.
    pub fill_in: FillIn,
    /// The residual key ([`Inferiors`]); if the game is over, the position's own key.
    pub residual_key: Key,
}

/// A position whose winner is not known.
#[derive(Clone, Debug, PartialEq)]
pub struct Open {
    /// The moves worth searching, at least one. If a move wins, one that wins is among them.
    pub moves: CellSet,
    /// The mustplay region without the cells filled in: the cells that meet all threats of the opponent. Every other move
    /// loses.
    pub mustplay: CellSet,
    /// The cells of the mustplay region that are not among the moves, each with the reason; without those that make the
    /// board symmetric, which are dropped without one ([`Inferiors::prune`]).
    pub inferior: Vec<Inferior>,
    /// All cells filled in, with regions that connections cut off.
    pub fill_in: FillIn,
    /// The same without those regions: what the network and the circuits see. The network has learned so.
    pub evaluation_fill_in: FillIn,
    /// The board with `evaluation_fill_in`, for each player's circuit: dead cells are that player's stones.
    pub evaluation_boards: ByColor<Board>,
    /// The residual key ([`Inferiors`]).
    pub residual_key: Key,
    /// The residual keys of the position's images, in the order of [`Image::ALL`](crate::inferior::Image::ALL).
    pub image_keys: [Key; 3],
}

impl Knowledge {
    /// The winner, if it is proved.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Self::Decided(decided) => Some(decided.winner),
            Self::Open(_) => None,
        }
    }

    /// The moves, of a decided or an open position.
    pub fn moves(&self) -> CellSet {
        match self {
            Self::Decided(decided) => decided.moves,
            Self::Open(open) => open.moves,
        }
    }

    /// The cells filled in.
    pub fn fill_in(&self) -> &FillIn {
        match self {
            Self::Decided(decided) => &decided.fill_in,
            Self::Open(open) => &open.fill_in,
        }
    }
}

/// Whose connections between the edges may decide a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Both players'.
    Both,
    /// The opponent's alone. That is enough after a move which an examination of the position before left open: it was in
    /// the mustplay region, so it met all semi connections of the player who moves now.
    Opponent,
}

/// Examines a position. Its connections are updates of those in `caches` where possible.
fn examine<const N: usize>(
    caches: &mut ByColor<LineCache<N>>,
    position: &Position,
    params: &KnowledgeParams,
    scope: Scope,
) -> Knowledge {
    let Position { board, to_play: player } = position;
    let opponent = !*player;
    if let Some(winner) = board.winner() {
        return game_over(position, winner);
    }
    let Undecided { inferiors, for_evaluation, mustplay } =
        match fill_and_find_threats(&mut caches[opponent], position, params) {
            Ok(undecided) => undecided,
            Err(decided) => return decided,
        };
    if scope == Scope::Both {
        let (_, own) = caches[*player].connections_of(
            &inferiors.filled[*player],
            &params.connections,
            Until::Semi,
        );
        if let Some(cell) = own.between_edges().and_then(winning_cell) {
            return inferiors.decided(*player, CellSet::from_iter([cell]));
        }
    }
    let (moves, inferior) = inferiors.prune(mustplay);
    if moves.is_empty() {
        return inferiors.decided(opponent, board.empty());
    }
    let (residual_key, image_keys) = inferiors.residual_and_image_keys();
    let Inferiors { fill_in, filled, .. } = inferiors;
    let (evaluation_fill_in, evaluation_boards) =
        for_evaluation.unwrap_or_else(|| (fill_in.clone(), filled));
    Knowledge::Open(Box::new(Open {
        moves,
        mustplay,
        inferior,
        fill_in,
        evaluation_fill_in,
        evaluation_boards,
        residual_key,
        image_keys,
    }))
}

/// A position that fill-in and the opponent's connections leave open.
struct Undecided<const N: usize> {
    inferiors: Inferiors<N>,
    /// The fill-in and the boards without the regions that connections cut off; none if there is no such region.
    for_evaluation: Option<(FillIn, ByColor<Board>)>,
    mustplay: CellSet,
}

/// Fills in a position, regions that the opponent's connections cut off included, and finds the opponent's threats. The error
/// is the knowledge of a position that these decide.
fn fill_and_find_threats<const N: usize>(
    cache: &mut LineCache<N>,
    Position { board, to_play: player }: &Position,
    params: &KnowledgeParams,
) -> Result<Undecided<N>, Knowledge> {
    let (opponent, empty) = (!*player, board.empty());
    let mut inferiors = Inferiors::<N>::of(board, *player, &params.inferior);
    let mut for_evaluation = None;
    loop {
        for winner in Color::BOTH {
            if let Some(chain) = inferiors.filled[winner].chain_between_edges(winner) {
                return Err(inferiors.decided(winner, chain & empty));
            }
        }
        let filled = &inferiors.filled[opponent];
        let (endpoints, theirs) = cache.connections_of(filled, &params.connections, Until::Full);
        let threats = theirs.between_edges();
        if let Some(full) = threats.and_then(|pair| pair.fulls.first()) {
            return Err(inferiors.decided(opponent, full.carrier.resized()));
        }
        let mut captured = inferiors.fill_in.captured;
        if params.inferior.decompositions {
            captured[opponent] |= theirs.cut_off(filled, endpoints);
        }
        if captured == inferiors.fill_in.captured {
            let open = (empty - inferiors.fill_in.cells()).resized();
            let mustplay = mustplay(threats, open).resized();
            return Ok(Undecided { inferiors, for_evaluation, mustplay });
        }
        let more = Inferiors::with_captured(board, *player, &captured, &params.inferior);
        let Inferiors { fill_in, filled, .. } = mem::replace(&mut inferiors, more);
        for_evaluation.get_or_insert((fill_in, filled));
    }
}

fn game_over(position: &Position, winner: Color) -> Knowledge {
    let (moves, fill_in) = (CellSet::EMPTY, FillIn::default());
    Knowledge::Decided(Box::new(Decided { winner, moves, fill_in, residual_key: position.key() }))
}

impl<const N: usize> Inferiors<N> {
    fn decided(&self, winner: Color, moves: CellSet) -> Knowledge {
        let (fill_in, residual_key) = (self.fill_in.clone(), self.residual_key());
        Knowledge::Decided(Box::new(Decided { winner, moves, fill_in, residual_key }))
    }
}

/// A winning move of a player with these connections between its edges, if there is one: the key of the smallest semi
/// connection, else a cell of the smallest full connection, which holds whatever is played.
fn winning_cell<const N: usize>(edges: Pair<'_, N>) -> Option<Cell> {
    let smallest = edges.semis.iter().min_by_key(|semi| semi.carrier.len());
    let key = smallest.map(|semi| semi.key);
    key.or_else(|| edges.fulls.iter().map(|full| full.carrier).min_by_key(CellSet::len)?.first())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::board::{
        Board, BruteForce, Size, WORDS, any_color, parse_diagram, position_after, random_board,
    };
    use crate::params::{ConnectionParams, InferiorParams};
    use proptest::prelude::*;

    fn position() -> impl Strategy<Value = Position> {
        let positions = (random_board(1..=4, 3..=4, 25), any_color());
        positions.prop_map(|(board, to_play)| Position { board, to_play })
    }

    fn params() -> impl Strategy<Value = KnowledgeParams> {
        any::<[bool; 2]>().prop_map(|[strong_edges, decompositions]| KnowledgeParams {
            connections: ConnectionParams { strong_edges, ..ConnectionParams::default() },
            inferior: InferiorParams { decompositions, ..InferiorParams::default() },
        })
    }

    fn scope() -> impl Strategy<Value = Scope> {
        prop_oneof![Just(Scope::Both), Just(Scope::Opponent)]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn decided_winners_are_correct_and_a_winning_move_is_kept(
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
                    prop_assert!(open.evaluation_fill_in.cells().is_subset(&open.fill_in.cells()));
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
        fn earlier_positions_change_nothing(
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
                // Which connections are left out would depend on the order of updates.
                prop_assume!(!from_scratch.is_cut() && !examiner.is_cut());
                prop_assert_eq!(knowledge.winner(), fresh.winner());
                if let Knowledge::Open(open) = &knowledge {
                    let links = [&mut examiner, &mut from_scratch].map(|examiner| {
                        let opponent = !position.to_play;
                        let mut links = examiner.links(&open.evaluation_boards[opponent], opponent).1;
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
    fn a_board_of_another_size_is_examined_anew() {
        let mut examiner = Examiner::new(KnowledgeParams::default());
        for (columns, rows) in [(4, 3), (3, 4)] {
            let board = Board::new(Size::new(columns, rows).unwrap());
            let position = Position { board, to_play: Color::Black };
            let fresh =
                Examiner::new(KnowledgeParams::default()).examine(&position, Scope::Opponent);
            assert_eq!(examiner.examine(&position, Scope::Opponent), fresh);
        }
    }

    #[test]
    fn virtual_connections_decide_a_position() {
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

    /// White's d6 and d8 have the left edge, whatever Black plays in the corner.
    pub(crate) fn corner_cut_off() -> Position {
        position_after((9, 9), "i8 b6 d5 d6 e5 f3 e6 d8")
    }

    #[test]
    fn a_corner_that_is_cut_off_is_filled() {
        let position = corner_cut_off();
        let examined = |decompositions| {
            let inferior = InferiorParams { decompositions, ..InferiorParams::default() };
            let connections = ConnectionParams { inner_carrier: 8, ..ConnectionParams::default() };
            let params = KnowledgeParams { inferior, connections };
            match Examiner::new(params).examine(&position, Scope::Both) {
                Knowledge::Open(open) => open,
                Knowledge::Decided(_) => panic!("it takes a search"),
            }
        };
        let captured =
            |open: &Open| position.board.size().names(open.fill_in.captured.white).join(" ");
        let (without, with) = (examined(false), examined(true));
        assert_eq!(captured(&without), "a6 a7");
        assert_eq!(captured(&with), "a6 c6 a7 b7 c7 d7 a8 b8 c8 a9 b9 c9");
        assert_eq!((with.moves.len(), without.moves.len()), (21, 26));
        // The fill-in that the network sees and the boards of the circuits are the same.
        assert_eq!(with.evaluation_fill_in, without.fill_in);
        assert_eq!(with.evaluation_boards, without.evaluation_boards);
    }

    #[test]
    fn boards_that_use_every_bit_of_their_sets_are_examined() {
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
    fn all_widths_of_sets_give_the_same_knowledge() {
        for (columns, rows) in [(7, 9), (11, 11), (13, 13), (14, 14), (17, 19)] {
            let mut position = Position {
                board: Board::new(Size::new(columns, rows).unwrap()),
                to_play: Color::Black,
            };
            for name in ["c3", "d9", "f6", "e5"] {
                position.play(position.board.size().parse_cell(name).unwrap());
            }
            let params = KnowledgeParams::default();
            let mut caches = ByColor::new_with(LineCache::new);
            let wide = examine::<WORDS>(&mut caches, &position, &params, Scope::Both);
            assert_eq!(Examiner::new(params).examine(&position, Scope::Both), wide);
        }
    }
}
