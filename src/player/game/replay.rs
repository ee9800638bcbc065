//! Games that follow a line of a record, and records of games.

use super::{Action, Game, PlayError, Step};
use crate::board::Color;
use crate::record::{self, Move, NodeId, Record, RecordError, Variation};
use std::sync::Arc;

/// A record that a game was read from.
#[derive(Clone, Debug)]
pub(super) struct Source {
    record: Arc<Record>,
    /// The node that the game stood at before its first step.
    start: NodeId,
}

/// Where a step of a game stands in the record that it was read from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    /// The node with the step.
    node: NodeId,
    /// The last node before another step; a node may have nothing but a comment.
    last: NodeId,
}

impl Game {
    /// The game that follows a line of a record: its first `most` moves, or all until a player gives up. If a move follows,
    /// it is the turn of whoever makes it.
    ///
    /// # Errors
    /// The rules forbid a move of the line.
    pub fn of_record(
        record: Record,
        line: &[NodeId],
        most: Option<usize>,
    ) -> Result<Self, RecordError> {
        let mut game = Self::new(record.size());
        let mut start = record.root();
        let mut moves = 0;
        'line: for id in line {
            for step in &record.node(*id).steps {
                match step {
                    record::Step::Move(color, _) if most == Some(moves) => {
                        game.set_to_play(*color);
                        break 'line;
                    }
                    record::Step::GiveUp(..) => break 'line,
                    record::Step::Turn(color) => game.set_to_play(*color),
                    record::Step::Edit(edit) => {
                        game.edit(edit.clone())
                            .map_err(|error| refused(&error, step, &record, *id))?;
                        game.mark(*id);
                    }
                    record::Step::Move(color, mv) => {
                        game.play(*color, *mv)
                            .map_err(|error| refused(&error, step, &record, *id))?;
                        game.mark(*id);
                        moves += 1;
                    }
                }
            }
            match game.steps.last_mut().and_then(|step| step.origin.as_mut()) {
                Some(origin) => origin.last = *id,
                None => start = *id,
            }
        }
        game.source = Some(Source { record: Arc::new(record), start });
        Ok(game)
    }

    /// Says that the last step stands in this node.
    fn mark(&mut self, id: NodeId) {
        if let Some(step) = self.steps.last_mut() {
            step.origin = Some(Origin { node: id, last: id });
        }
    }

    /// The record of the game: that which it was read from, with all variations, and what was done since as its
    /// main line.
    pub fn record(&self) -> Record {
        self.record_with_nodes().0
    }

    /// The same, and the node of every action.
    pub fn record_with_nodes(&self) -> (Record, Vec<NodeId>) {
        let (mut record, nodes, last) = self.traced();
        if next_mover(&record, last) != Some(self.to_play) {
            self.say_turn(&mut record, last);
        }
        (record, nodes)
    }

    /// The record of the game as it stands: its main line is what was done so far. If the record that it was read from
    /// goes on from here, that is left out, but a resignation that follows stays. Where only some steps of a node are
    /// left, the record is made anew, without names and comments.
    pub fn record_so_far(&self) -> Record {
        let record = self.cut_record();
        let line = record.line(&Variation::default()).expect("there is always a main line");
        let read = Self::of_record(record.clone(), &line, None);
        if read.is_ok_and(|game| game.position() == self.position()) {
            return record;
        }
        let steps = self.steps.iter().map(|step| Step { origin: None, ..step.clone() }).collect();
        Self { source: None, steps, ..self.clone() }.record()
    }

    fn cut_record(&self) -> Record {
        let (mut record, _, last) = self.traced();
        for pair in record.path(last).windows(2) {
            if record.children(pair[0]).first() != Some(&pair[1]) {
                record.make_main(pair[1]);
                record.set_information("RE", "");
            }
        }
        if goes_on(&record, last) {
            record.cut_after(last);
            record.set_information("RE", "");
        }
        self.say_turn(&mut record, last);
        record
    }

    /// Adds whose turn it is after a node, unless a reader takes it so.
    fn say_turn(&self, record: &mut Record, node: NodeId) {
        if turn_at(record, node) != self.to_play {
            child(record, node, record::Step::Turn(self.to_play));
        }
    }

    /// The record, the node of every action, and the last node. It does not say whose turn it is.
    fn traced(&self) -> (Record, Vec<NodeId>, NodeId) {
        let read = self.source.as_ref().map(|source| Record::clone(&source.record));
        let mut record = read.unwrap_or_else(|| Record::new(self.board.size()));
        let mut at = self.source.as_ref().map_or(record.root(), |source| source.start);
        let mut nodes = Vec::with_capacity(self.steps.len());
        for Step { action, origin, .. } in &self.steps {
            let Origin { node, last } = origin.unwrap_or_else(|| {
                let node = child(&mut record, at, step_of(action));
                Origin { node, last: node }
            });
            nodes.push(node);
            at = last;
        }
        (record, nodes, at)
    }

    /// The moves of the game for a link. None if a link cannot express them: the game was edited, or a swap was not
    /// White's answer to the first stone.
    pub(super) fn link_moves(&self) -> Option<Vec<(Color, Move)>> {
        let link_move = |action: &Action| match *action {
            Action::Move(color, mv @ (Move::Place(_) | Move::Pass)) => Some((color, mv)),
            Action::Move(color, mv) => (color == Color::White).then_some((color, mv)),
            Action::Edit(_) => None,
        };
        self.actions().map(link_move).collect()
    }
}

fn refused(error: &PlayError, step: &record::Step, record: &Record, id: NodeId) -> RecordError {
    let size = record.size();
    let error = RecordError::new(error.to_string()).at(record.place(id));
    match step {
        record::Step::Move(color, mv) => error.of(format!("{}[{}]", color.letter(), mv.name(size))),
        _ => error,
    }
}

/// The step that follows a node in the main line, other than whose turn it is.
fn next_step(record: &Record, node: NodeId) -> Option<&record::Step> {
    let next = |id: &NodeId| record.children(*id).first().copied();
    let later = std::iter::successors(next(&node), next);
    let mut steps = later.flat_map(|id| &record.node(id).steps);
    steps.find(|step| !matches!(step, record::Step::Turn(_)))
}

/// Whether a move or an edit follows a node, and no player gives up there.
fn goes_on(record: &Record, node: NodeId) -> bool {
    next_step(record, node).is_some_and(|step| !matches!(step, record::Step::GiveUp(..)))
}

/// Who makes the move that follows a node.
fn next_mover(record: &Record, node: NodeId) -> Option<Color> {
    match next_step(record, node) {
        Some(record::Step::Move(color, _)) => Some(*color),
        _ => None,
    }
}

fn step_of(action: &Action) -> record::Step {
    match action {
        Action::Move(color, mv) => record::Step::Move(*color, *mv),
        Action::Edit(edit) => record::Step::Edit(edit.clone()),
    }
}

/// The node with this step under a node: one that is there, or a new one that is the main line from now on.
fn child(record: &mut Record, parent: NodeId, step: record::Step) -> NodeId {
    // Whose turn it is said to be changes no result.
    let is_played = !matches!(step, record::Step::Turn(_));
    let steps = vec![step];
    let known = record.children(parent).iter().copied().find(|id| record.node(*id).steps == steps);
    known.unwrap_or_else(|| {
        let id = record.add(parent, steps);
        record.make_main(id);
        if is_played {
            // What the record says is the result of another line.
            record.set_information("RE", "");
        }
        id
    })
}

/// Whose turn a reader takes it to be at a node.
fn turn_at(record: &Record, id: NodeId) -> Color {
    let path = record.path(id);
    let steps = path.iter().flat_map(|id| &record.node(*id).steps);
    steps.fold(Color::Black, |turn, step| step.turn_after(turn))
}

/// The link that shows where a game stands: with its moves if a link can tell them, else with its stones.
pub fn write_link(game: &Game) -> String {
    record::write_link(game.board(), game.link_moves().as_deref(), game.to_play())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Size};
    use crate::record::{Edit, Options, read_text};
    use proptest::prelude::*;

    fn game(text: &str, most: Option<usize>) -> Game {
        let record = read_text(text, &Options::default()).unwrap().record;
        let line = record.main_line();
        Game::of_record(record, &line, most).unwrap()
    }

    fn play(game: &mut Game, color: Color, name: &str) {
        game.play_named(color, name).unwrap();
    }

    /// What is written behind the size.
    fn written(game: &Game) -> String {
        game.record().write().split_once("SZ[4]").unwrap().1.to_owned()
    }

    const TREE: &str = "(;SZ[4]EV[x];B[a1]C[one];C[two](;W[b2];B[c3])(;W[d4]))";

    #[test]
    fn a_game_keeps_the_record_that_it_comes_from() {
        let whole = "EV[x];B[a1]C[one];C[two](;W[b2];B[c3])(;W[d4]))";
        for most in [None, Some(0), Some(1), Some(2), Some(3)] {
            assert_eq!(written(&game(TREE, most)), whole, "{most:?}");
        }
        let mut game = game(TREE, None);
        game.undo().unwrap();
        assert_eq!(written(&game), whole, "taken back");
        play(&mut game, Color::Black, "c3");
        assert_eq!(written(&game), whole, "and made again");
    }

    #[test]
    fn the_result_is_that_of_the_main_line() {
        let mut game = game("(;SZ[4]RE[W+R];B[a1];W[b2])", None);
        for (name, result) in [("b2", Some("W+R")), ("c3", None)] {
            game.undo().unwrap();
            play(&mut game, Color::White, name);
            assert_eq!(game.record().result().as_deref(), result, "{name}");
        }
    }

    #[test]
    fn what_is_played_since_is_the_main_line() {
        let mut game = game(TREE, Some(1));
        play(&mut game, Color::White, "c1");
        game.edit(crate::record::Edit::default()).unwrap();
        let expected = "EV[x];B[a1]C[one];C[two](;W[c1];)(;W[b2];B[c3])(;W[d4]))";
        assert_eq!(written(&game), expected);
        game.undo().unwrap();
        game.set_to_play(Color::White);
        let expected = "EV[x];B[a1]C[one];C[two](;W[c1];PL[W])(;W[b2];B[c3])(;W[d4]))";
        assert_eq!(written(&game), expected);
    }

    #[test]
    fn actions_are_found_in_their_nodes() {
        let game = game(TREE, None);
        let (record, nodes) = game.record_with_nodes();
        let steps: Vec<_> = nodes.iter().map(|id| record.node(*id).steps.as_slice()).collect();
        let expected: Vec<_> = game.actions().map(|action| [step_of(action)]).collect();
        assert_eq!(steps, expected.iter().map(<[_; 1]>::as_slice).collect::<Vec<_>>());
    }

    #[test]
    fn what_the_rules_forbid_is_refused_with_its_place() {
        for (text, reason) in [
            ("(;SZ[4];B[a2];W[a2])", "line 1, column 15: W[a2]: illegal move: a2 is occupied"),
            ("(;SZ[4];B[swap-pieces])", "column 9: B[swap-pieces]: illegal move: a swap answers"),
            ("(;SZ[5:4];B[a1];W[swap-pieces];B[b2])", "pieces are swapped on square boards only"),
            ("#4,a1a1", "line 1, column 5: W[a1]: illegal move: a1 is occupied"),
        ] {
            let record = read_text(text, &Options::default()).unwrap().record;
            let line = record.main_line();
            let error = Game::of_record(record, &line, None).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }

    fn random_game() -> impl Strategy<Value = Game> {
        let steps = prop::collection::vec((0..9u8, any::<bool>(), 0..20usize), 0..20);
        let size = prop_oneof![Just((4, 4)), Just((5, 4)), Just((4, 5))];
        (size, steps, any::<bool>()).prop_map(|((columns, rows), steps, passes)| {
            let mut game = Game::new(Size::new(columns, rows).unwrap());
            let cells: Vec<Cell> = game.board().size().cells().collect();
            for (kind, other, at) in steps {
                let color = if other { !game.to_play() } else { game.to_play() };
                let cell = cells[at % cells.len()];
                // What is illegal is left out.
                let _ = match kind {
                    0 => game.play(color, Move::SwapPieces),
                    1 => game.play(color, Move::SwapSides),
                    2 => game.edit(Edit { stones: vec![(color, cell)], cleared: vec![cell] }),
                    3 => game.play(color, Move::Pass),
                    _ => game.play(color, Move::Place(cell)),
                };
            }
            if passes {
                game.set_to_play(!game.to_play());
            }
            game
        })
    }

    proptest! {
        #[test]
        fn a_link_and_a_record_lead_to_the_same_game(made in random_game()) {
            for text in [write_link(&made), made.record().write()] {
                let again = game(&text, None);
                prop_assert_eq!(again.board(), made.board(), "{}", text);
                prop_assert_eq!(again.to_play(), made.to_play(), "{}", text);
                let is_link = text.starts_with("http");
                if !is_link {
                    prop_assert!(again.actions().eq(made.actions()), "{}", text);
                } else if let Some(moves) = made.link_moves() {
                    let is_stone = |(_, mv): &(Color, Move)| *mv != Move::Pass;
                    let stones = moves.into_iter().filter(is_stone);
                    prop_assert!(again.moves().filter(is_stone).eq(stones), "{}", text);
                }
            }
        }
    }
}
