//! What the engine knows about a position without searching: one function, one plain result.
//!
//! In this order: a chain between the edges decides the game, be it of stones or of cells filled in; so
//! does a virtual connection of the edges, a full one of either player or a semi one of the player to
//! move, whose own may be left out; all semi connections of the opponent's edges must be met, which
//! leaves the *mustplay* region; inferior moves are dropped; what is left is scored by the circuits.
//! Whatever is called decided is a theorem about the position, and a winning move is never dropped;
//! heuristics are in the scores alone.

mod line;
mod lines;
mod width;

pub use width::Analyzer;

use lines::Lines;

use crate::board::{Board, ByColor, Cell, CellSet, Color, Key, Position};
use crate::circuit::{self, Flow};
use crate::connections::{Pair, Until};
use crate::inferior::{FillIn, Inferior, Inferiors};
use crate::params::AnalysisParams;
use crate::policy::{Insight, Policy};

/// A move and its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoredCell {
    /// The cell.
    pub cell: Cell,
    /// The energy of both players' circuits there, in amperes (see [`circuit`]), or the square root of the
    /// opponent's, times the odds that the [`policy`](crate::policy) gives the move, these to the power of
    /// their weight. 0 in decided positions, where neither is asked.
    pub score: f64,
    /// The logarithm of what the odds multiply the score by; 0 if the policy is not asked.
    pub promise: f64,
}

/// What is known about a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// Who wins, if that is certain.
    pub winner: Option<Color>,
    /// The moves worth searching. If the player to move has a winning move, one is among them. If the
    /// position is decided, the first is the one to play; if the game is over there is none.
    pub moves: Vec<ScoredCell>,
    /// The cells that meet every threat of the opponent, without those filled in: all others lose, unless
    /// every move wins. All empty cells if the position is decided, none if the game is over.
    pub mustplay: CellSet,
    /// Cells that count as filled.
    pub fill_in: FillIn,
    /// The key of what is left of the game, as in [`Inferiors`]; if the game is over, the position's own.
    pub essence: Key,
    /// The same of its images, as in [`Inferiors`]; none if the position is decided.
    pub images: Vec<Key>,
    /// The cells of the mustplay region that are no moves, and why. Empty in decided positions.
    pub inferior: Vec<Inferior>,
    /// The circuit of the opponent; none if the position is decided.
    pub flow: Option<Flow>,
}

impl Analysis {
    /// The game is over.
    fn of_end(winner: Color, position: &Position) -> Self {
        Self { winner: Some(winner), essence: position.key(), ..Self::default() }
    }

    /// Virtual connections, or what counts as filled, decide the game.
    fn decided<const N: usize>(
        winner: Color,
        moves: CellSet,
        empty: CellSet,
        inferiors: &Inferiors<N>,
    ) -> Self {
        let moves =
            moves.iter().map(|cell| ScoredCell { cell, score: 0.0, promise: 0.0 }).collect();
        let (fill_in, essence) = (inferiors.fill_in.clone(), inferiors.residual_key);
        Self { winner: Some(winner), moves, mustplay: empty, fill_in, essence, ..Self::default() }
    }

    /// What the policy is shown of an open position beside its stones.
    pub fn insight(&self) -> Insight {
        let moves = self.moves.iter().map(|scored| scored.cell).collect();
        Insight { fill_in: self.fill_in.clone(), moves, flow: self.flow.clone() }
    }
}

/// What of a player's own connections an analysis is to look at, when that player is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Own {
    /// Whether they win, and the circuit.
    All,
    /// Whether they win.
    Win,
    /// Nothing.
    Nothing,
}

/// Analyses a position with what is known of earlier ones.
fn analyze<const N: usize>(
    lines: &mut ByColor<Lines<N>>,
    policy: Option<&mut Policy>,
    position: &Position,
    params: &AnalysisParams,
    looks_at: Own,
) -> Analysis {
    let Position { board, to_play: player } = position;
    let opponent = !*player;
    if let Some(winner) = board.winner() {
        return Analysis::of_end(winner, position);
    }
    let inferiors = Inferiors::<N>::of(board, *player, &params.inferior);
    let (filled, empty) = (&inferiors.filled, board.empty());
    let decided = |winner, moves| Analysis::decided(winner, moves, empty, &inferiors);
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
    let common = threats.and_then(|pair| pair.semi_common());
    if looks_at != Own::Nothing {
        let (_, own) = lines[*player].at(&filled[*player], &params.connections, Until::Semi);
        if let Some(cell) = own.between_edges().and_then(winning_cell) {
            return decided(*player, CellSet::from_iter([cell]));
        }
    }
    let mustplay = common.map_or(empty - inferiors.fill_in.cells(), |common| common.narrow());
    let (left, inferior) = inferiors.prune(mustplay);
    if left.is_empty() {
        return decided(opponent, empty);
    }
    let mut flow_of = |player| flow(&mut lines[player], &filled[player], params);
    let theirs = flow_of(opponent);
    let energy = match looks_at {
        Own::All => both(&flow_of(*player), &theirs),
        Own::Win | Own::Nothing => alone(&theirs),
    };
    let Inferiors { fill_in, residual_key: essence, image_keys: images, .. } = inferiors;
    let insight = Insight { fill_in, moves: left, flow: Some(theirs) };
    let logits = policy.map(|policy| policy.logits(position, &insight));
    let scored = |cell: Cell| {
        let logit = logits.as_ref().map_or(0.0, |logits| f64::from(logits[cell.index()]));
        let promise = params.policy.policy_weight * logit;
        ScoredCell { cell, score: energy[cell.index()] * promise.exp(), promise }
    };
    let moves = left.iter().map(scored).collect();
    let Insight { fill_in, flow, .. } = insight;
    let images = images.into();
    Analysis { winner: None, moves, mustplay, fill_in, essence, images, inferior, flow }
}

/// A cell that wins at once with these connections of the player's edges, if there is any: the key of
/// the smallest semi, else any cell of a full, which holds without a move.
fn winning_cell<const N: usize>(edges: Pair<'_, N>) -> Option<Cell> {
    let smallest = edges.semis.iter().min_by_key(|semi| semi.carrier.len());
    let key = smallest.map(|semi| semi.key);
    key.or_else(|| edges.fulls.iter().map(|full| full.carrier).min_by_key(CellSet::len)?.first())
}

/// What both circuits say of each cell of the board.
fn both(own: &Flow, theirs: &Flow) -> Vec<f64> {
    own.energy.iter().zip(&theirs.energy).map(|(own, theirs)| own + theirs).collect()
}

/// What the opponent's says of it alone. That is less beside what the network says, so it counts by its square root.
fn alone(theirs: &Flow) -> Vec<f64> {
    theirs.energy.iter().map(|energy| energy.sqrt()).collect()
}

/// Both players' circuits, whatever is decided.
fn flows<const N: usize>(
    lines: &mut ByColor<Lines<N>>,
    filled: &ByColor<Board>,
    params: &AnalysisParams,
) -> ByColor<Flow> {
    ByColor::new_with(|player| flow(&mut lines[player], &filled[player], params))
}

/// A player's circuit.
fn flow<const N: usize>(lines: &mut Lines<N>, filled: &Board, params: &AnalysisParams) -> Flow {
    let (endpoints, connections) = lines.at(filled, &params.connections, Until::Complete);
    circuit::flow(endpoints, connections, filled.size().cell_count(), &params.circuit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, BruteForce, Size, parse_diagram};
    use crate::params::{CircuitParams, ConnectionParams, PolicyParams};
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

    fn params() -> impl Strategy<Value = AnalysisParams> {
        (any::<bool>(), any::<bool>()).prop_map(|(strong_edges, own_circuit)| {
            let connections = ConnectionParams { strong_edges, ..ConnectionParams::default() };
            let circuit = CircuitParams { own_circuit, ..CircuitParams::default() };
            AnalysisParams { connections, circuit, ..AnalysisParams::default() }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn decided_is_true_and_pruning_keeps_a_winning_move(
            mut position in position(),
            params in params(),
            is_reply: bool,
        ) {
            prop_assume!(position.board.empty().len() <= 9);
            let mut analyzer = Analyzer::new(params);
            let analysis = if is_reply {
                analyzer.analyze_reply(&position)
            } else {
                analyzer.analyze(&position)
            };
            let mut brute_force = BruteForce::default();
            let wins = brute_force.mover_wins(&mut position);
            if let Some(winner) = analysis.winner {
                prop_assert_eq!(winner == position.to_play, wins, "{}", position.board);
            }
            if position.board.winner().is_some() {
                return Ok(());
            }
            let winning = brute_force.winning_moves(&mut position);
            let kept = analysis.moves.iter().any(|scored| winning.contains(scored.cell));
            prop_assert_eq!(kept, wins, "{}", position.board);
            if analysis.winner.is_none() {
                let open = position.board.empty() - analysis.fill_in.cells();
                prop_assert!((winning & open).is_subset(&analysis.mustplay), "{}", position.board);
            } else if wins {
                prop_assert!(winning.contains(analysis.moves[0].cell), "the first move wins");
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
            let mut analyzer = Analyzer::new(params.clone());
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
                let mut from_scratch = Analyzer::new(params.clone());
                let fresh = from_scratch.analyze_reply(&position);
                let analysis = analyzer.analyze_reply(&position);
                // What is left out then depends on the order of work.
                prop_assume!(!from_scratch.is_cut() && !analyzer.is_cut());
                prop_assert_eq!(analysis.winner, fresh.winner);
                if analysis.winner.is_none() {
                    prop_assert_eq!(analysis.mustplay, fresh.mustplay);
                    for (one, other) in analysis.moves.iter().zip(&fresh.moves) {
                        prop_assert_eq!(one.cell, other.cell);
                        prop_assert!((one.score - other.score).abs() < 1e-9);
                    }
                }
            }
        }
    }

    #[test]
    fn virtual_connections_decide_early() {
        let winner = |text, to_play| {
            let board = parse_diagram(text).unwrap();
            Analyzer::new(AnalysisParams::default()).analyze(&Position { board, to_play }).winner
        };
        let bridged = ". . . . .\n . . . B .\n . . . . .\n . . B . .\n . . . . .";
        assert_eq!(winner(bridged, Color::White), Some(Color::Black));
        assert_eq!(winner(bridged, Color::Black), Some(Color::Black));
        let empty = ". . . .\n . . . .\n . . . .\n . . . .";
        assert_eq!(winner(empty, Color::White), Some(Color::White));
    }

    #[test]
    fn without_its_own_circuit_a_player_looks_at_its_connections_but_once() {
        let board =
            parse_diagram(". . . . .\n . . . B .\n . . . . .\n . . B . .\n . . . . .").unwrap();
        let position = Position { board, to_play: Color::Black };
        let mut analyzer = Analyzer::new(AnalysisParams::default().without_policy());
        assert_eq!(analyzer.analyze(&position).winner, Some(Color::Black));
        let reply = analyzer.analyze_reply(&position);
        assert_eq!(reply.winner, None);
        let white = analyzer.flows(&position.board).white;
        for scored in reply.moves {
            let alone = white.energy[scored.cell.index()].sqrt();
            assert!((scored.score - alone).abs() < 1e-9);
        }
    }

    #[test]
    fn the_policy_weighs_scores_and_nothing_else() {
        let board = Board::new(Size::new(9, 9).unwrap());
        let mut position = Position { board, to_play: Color::Black };
        for name in ["c3", "d6"] {
            position.play(position.board.size().parse_cell(name).unwrap());
        }
        let plain = Analyzer::new(AnalysisParams::default().without_policy()).analyze(&position);
        let policy = PolicyParams { policy_weight: 0.5 };
        let params = AnalysisParams { policy, ..AnalysisParams::default() };
        let weighed = Analyzer::new(params).analyze(&position);
        let logits = Policy::default().logits(&position, &plain.insight());
        assert!(plain.moves.len() > 10);
        for (one, other) in plain.moves.iter().zip(&weighed.moves) {
            let logit = f64::from(logits[one.cell.index()]);
            assert_eq!((one.promise, other.promise), (0.0, 0.5 * logit));
            assert!((other.score / one.score - logit.exp().sqrt()).abs() < 1e-6 * logit.exp());
        }
        assert_eq!(Analysis { moves: plain.moves.clone(), ..weighed }, plain);
    }

    #[test]
    fn boards_may_fill_their_sets_to_the_last_cell() {
        for (columns, rows) in [(8, 16), (16, 12), (15, 17), (16, 16), (7, 9), (8, 8)] {
            let size = Size::new(columns, rows).unwrap();
            let mut position = Position { board: Board::new(size), to_play: Color::Black };
            let mut analyzer = Analyzer::new(AnalysisParams::default().without_policy());
            for name in ["c3", "d6", "e4"] {
                let open = analyzer.analyze(&position).winner.is_none();
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
            let circuit = CircuitParams { own_circuit: true, ..CircuitParams::default() };
            let params = AnalysisParams { circuit, ..AnalysisParams::default() }.without_policy();
            let mut lines = ByColor::new_with(Lines::new);
            let wide = analyze::<6>(&mut lines, None, &position, &params, Own::All);
            assert_eq!(Analyzer::new(params).analyze(&position), wide);
        }
    }
}
