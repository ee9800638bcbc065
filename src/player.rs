//! The player: one game, its clock, and a search that remembers.
//!
//! The only stateful facade of the engine. Everything below it is a function of its arguments;
//! everything above it (text protocols, the command line) only asks it.

mod clock;
mod forecast;
mod game;
mod hex_game;
mod level;
mod purpose;
mod resistance;
mod won_moves;

pub use crate::record::{Edit, Move};
pub use clock::{Clock, Share, TimeSettings};
pub use forecast::{Forecast, winner};
pub use game::{Action, Game, PlayError, write_link};
pub use hex_game::HexGame;

use crate::board::{ByColor, Cell, CellSet, Color, Position, Size};
use crate::circuit::Flow;
use crate::evaluation::{Assessment, Evaluator, Networks};
use crate::knowledge::{Examiner, Knowledge, Scope};
use crate::params::{ParamError, Params, PlayerParams, SwapMeaning};
use crate::search::{Expand, Expansion, Limits, Outcome, Report, Search, Stop, first_errors};
use purpose::Purpose;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What the player does when it is its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Makes a move.
    Move(Move),
    /// Gives up: the game is over, or proved lost.
    Resign,
}

/// One game and all that is needed to play it.
#[derive(Debug)]
pub struct Player {
    game: Game,
    params: Params,
    networks: Arc<Networks>,
    search: Search<Cell>,
    /// What the content of the search's table is for.
    purpose: Purpose,
    clock: Clock,
    stop: Stop,
    /// The last search, and for whom it was.
    last_report: Option<(Color, Report<Cell>)>,
    /// Whose answer to a move of ours is awaited.
    awaited: Option<Color>,
}

impl Player {
    /// A player in front of an empty board, with the networks that are compiled in. No memory is taken before the
    /// first search.
    pub fn new(size: Size, params: Params) -> Self {
        Self::with_networks(size, params, Networks::shipped())
    }

    /// The same with other networks.
    pub fn with_networks(size: Size, params: Params, networks: Arc<Networks>) -> Self {
        Self {
            game: Game::new(size),
            search: Search::new(params.search.clone()),
            purpose: Purpose::Play,
            params,
            networks,
            clock: Clock::default(),
            stop: Stop::default(),
            last_report: None,
            awaited: None,
        }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game, to play and take back moves.
    pub fn game_mut(&mut self) -> &mut Game {
        self.awaited = None;
        &mut self.game
    }

    /// Begins another game; the clocks start anew. Positions of a board of the same size are
    /// remembered.
    pub fn start(&mut self, game: Game) {
        if game.board().size() != self.game.board().size() {
            self.search.clear();
        }
        *self.game_mut() = game;
        self.clock.restart();
        self.last_report = None;
    }

    /// The parameters.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Sets one parameter. What was remembered under other values is forgotten if it would mislead.
    ///
    /// # Errors
    /// The name is unknown, the value not allowed or without effect; nothing has changed then.
    pub fn set_param(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        let mut params = self.params.clone();
        params.set(name, value)?;
        if let Some((_, reason)) =
            params.unused(false).into_iter().find(|(unused, _)| *unused == name)
        {
            return Err(ParamError::Unused { name: name.to_owned(), reason });
        }
        let before = std::mem::replace(&mut self.params, params);
        if before.search != self.params.search {
            self.search.set_params(self.params.search.clone());
        } else if before.position != self.params.position {
            self.search.clear();
        }
        Ok(())
    }

    /// The clock.
    pub fn clock_mut(&mut self) -> &mut Clock {
        &mut self.clock
    }

    /// Ends a running search when set.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// For whom the last search was, and what it found.
    pub fn last_report(&self) -> Option<&(Color, Report<Cell>)> {
        self.last_report.as_ref()
    }

    /// Takes the report of a search by somebody else, such as a solver, for the last one.
    pub fn set_last_report(&mut self, color: Color, report: Report<Cell>) {
        self.last_report = Some((color, report));
    }

    /// Forgets what was searched so far.
    pub fn forget(&mut self) {
        self.search.clear();
    }

    /// Begins with an empty board and an empty memory after a bug of ours left either in disorder. The clock
    /// runs on: the game is not over.
    pub fn recover(&mut self) {
        let (size, networks) = (self.game.board().size(), Arc::clone(&self.networks));
        let fresh = Self::with_networks(size, self.params.clone(), networks);
        // Whoever may interrupt us holds the old signal.
        *self = Self { stop: self.stop.clone(), clock: self.clock.clone(), ..fresh };
    }

    /// The position with this player to move.
    pub fn position(&self, to_play: Color) -> Position {
        Position { board: self.game.board().clone(), to_play }
    }

    /// What is proved of the position without searching.
    pub fn knowledge(&self, to_play: Color) -> Knowledge {
        let params = self.params.position.knowledge.clone();
        Examiner::new(params).examine(&self.position(to_play), Scope::Both)
    }

    /// What is known and thought of the position without searching.
    pub fn assessment(&self, to_play: Color) -> Assessment {
        self.evaluator().assess(&self.position(to_play))
    }

    /// What the search is told of the position without searching.
    pub fn expansion(&self, to_play: Color) -> Expansion<Cell> {
        HexGame::new(self.position(to_play), self.evaluator()).expand()
    }

    /// The moves worth searching and their errors before a search, in thousandths of a natural logarithm.
    pub fn first_errors(&self, to_play: Color) -> Vec<(Cell, u16)> {
        let moves = self.expansion(to_play).moves;
        let errors = first_errors(&moves, &self.params.search);
        moves.iter().map(|candidate| candidate.mv).zip(errors).collect()
    }

    /// Both players' circuits on the board.
    pub fn flows(&self) -> ByColor<Flow> {
        self.evaluator().flows(self.game.board())
    }

    fn evaluator(&self) -> Evaluator {
        Evaluator::new(self.params.position.clone(), Arc::clone(&self.networks))
    }

    /// The networks that it asks.
    pub fn networks(&self) -> &Arc<Networks> {
        &self.networks
    }

    /// Chooses a move of the game for this player without making it. A running search is shown to `watch`.
    pub fn choose(&mut self, color: Color, watch: &mut dyn FnMut(&Report<Cell>)) -> Answer {
        self.choose_for(Purpose::Play, color, watch)
    }

    /// Says which move this player would choose. It has no part in the choice of any move of the game.
    pub fn advise(&mut self, color: Color, watch: &mut dyn FnMut(&Report<Cell>)) -> Answer {
        self.choose_for(Purpose::Question { only: None, candidates: 0 }, color, watch)
    }

    fn choose_for(
        &mut self,
        purpose: Purpose,
        color: Color,
        watch: &mut dyn FnMut(&Report<Cell>),
    ) -> Answer {
        if self.game.board().winner().is_some() {
            return Answer::Resign;
        }
        let limits = self.limits(color, Instant::now());
        let report = self.search_for(purpose, (self.hex_game(color), color), &limits, watch);
        if let Some(swap) = self.swap(color).filter(|_| looks_lost(&report, color)) {
            return Answer::Move(swap);
        }
        match self.pick(color, &report) {
            Some(cell) if report.outcome != Some(Outcome::Lost) || !self.params.player.resign => {
                Answer::Move(Move::Place(cell))
            }
            _ => Answer::Resign,
        }
    }

    /// Chooses a move for this player and makes it, on its own time.
    pub fn move_for(&mut self, color: Color, watch: &mut dyn FnMut(&Report<Cell>)) -> Answer {
        let start = Instant::now();
        let answer = self.choose(color, watch);
        self.clock.spend(color, start.elapsed());
        if let Answer::Move(mv) = answer {
            self.game.play(color, mv).expect("the player chooses legal moves");
            self.awaited = Some(self.game.to_play()).filter(|awaited| *awaited != color);
        }
        answer
    }

    /// Thinks on while an answer to the move just made is awaited, until it is told to stop. What is found
    /// stays in the memory for the next move and shows nowhere else.
    pub fn ponder(&mut self, stop: &Stop) {
        let open = self.awaited.filter(|_| self.game.board().winner().is_none());
        if let Some(color) = open.filter(|_| self.params.player.ponder) {
            let mut game = self.hex_game(color);
            let limits = Limits { stop: stop.clone(), ..Limits::default() };
            self.take_up(Purpose::Play);
            let report = self.search.run(&mut game, &limits, &mut |_| ());
            log::info!("pondered: {} expansions", report.expansions);
        }
    }

    /// The move to make after this search, at the level of the parameters.
    fn pick(&self, color: Color, report: &Report<Cell>) -> Option<Cell> {
        let PlayerParams { level, seed, .. } = self.params.player;
        // Other dice in every position, and the same ones when it comes again.
        let mut dice = fxhash::FxHasher64::default();
        (seed, self.position(color).key()).hash(&mut dice);
        let picked = level::pick(report, level, dice.finish());
        self.resistance(color, report).or(picked)
    }

    /// The move to make where everything was seen to lose without a search, if that is so.
    fn resistance(&self, color: Color, report: &Report<Cell>) -> Option<Cell> {
        let is_searched = report.moves.iter().any(|root_move| root_move.work > 0);
        if is_searched || report.outcome != Some(Outcome::Lost) {
            return None;
        }
        let moves = self.knowledge(color).moves();
        resistance::longest(self.game.board(), color, moves.iter())
    }

    /// The swap that this player may answer with, if it is to. Only White's: after a swap of its own,
    /// HexGui shows the engine one white stone and asks for Black's move.
    pub fn swap(&self, color: Color) -> Option<Move> {
        let params = &self.params.player;
        let is_square = self.game.board().size().is_square();
        (params.allow_swap && color == Color::White && self.game.may_swap(color)).then_some(())?;
        match params.swap_meaning {
            SwapMeaning::Pieces => is_square.then_some(Move::SwapPieces),
            SwapMeaning::Sides => Some(Move::SwapSides),
        }
    }

    /// Searches the position with this player to move, to tell of it: it has no part in the choice of a move.
    pub fn search(
        &mut self,
        color: Color,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<Cell>),
    ) -> Report<Cell> {
        self.question(self.hex_game(color), color, limits, watch)
    }

    /// The same, as if this player had no moves but these, one or more.
    pub fn search_only(
        &mut self,
        moves: CellSet,
        color: Color,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<Cell>),
    ) -> Report<Cell> {
        self.question(self.hex_game(color).only(moves), color, limits, watch)
    }

    /// The position with this player to move, as the search sees it.
    fn hex_game(&self, color: Color) -> HexGame {
        HexGame::new(self.position(color), self.evaluator())
    }

    fn question(
        &mut self,
        game: HexGame,
        color: Color,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<Cell>),
    ) -> Report<Cell> {
        let (only, candidates) = (game.restriction(), limits.candidates);
        self.search_for(Purpose::Question { only, candidates }, (game, color), limits, watch)
    }

    /// Gets ready for a search with this purpose.
    fn take_up(&mut self, purpose: Purpose) {
        if std::mem::replace(&mut self.purpose, purpose) != purpose {
            self.search.keep_proofs();
        }
    }

    fn search_for(
        &mut self,
        purpose: Purpose,
        (mut game, color): (HexGame, Color),
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<Cell>),
    ) -> Report<Cell> {
        self.take_up(purpose);
        let report = self.search.run(&mut game, limits, watch);
        log::info!(
            "expansions={} time={:.2}s outcome={:?} value={}",
            report.expansions,
            report.time.as_secs_f64(),
            report.outcome,
            report.value
        );
        self.last_report = Some((color, report.clone()));
        report
    }

    /// The most expansions that the parameters allow, if they set a limit.
    fn most_expansions(&self) -> Option<u64> {
        let PlayerParams { max_expansions, level, .. } = self.params.player;
        let of_user = (max_expansions > 0).then_some(max_expansions);
        let of_level = (level > 0).then(|| level::expansions(level));
        of_user.into_iter().chain(of_level).min()
    }

    /// What a move of this player may cost: the clock's share if one runs, else the parameters'.
    fn limits(&self, color: Color, now: Instant) -> Limits {
        let player = &self.params.player;
        let empty = self.game.board().empty().len();
        let seconds = Duration::try_from_secs_f64(player.max_time).unwrap_or(Duration::MAX);
        let share = self.clock.share(color, empty);
        let time = share.map_or(seconds, |share| share.most);
        let expansions = self.most_expansions();
        Limits {
            expansions,
            deadline: now.checked_add(time),
            // So many expansions are the same search whatever the clock says.
            usual: share.and_then(|share| share.usual).filter(|_| expansions.is_none()),
            stop: self.stop.clone(),
            ..Limits::default()
        }
    }
}

/// Whether a searched position looks lost to the player to move: as proved, by the network, or by the value.
fn looks_lost(report: &Report<Cell>, to_play: Color) -> bool {
    let chance = Forecast::of(report, to_play).map(|forecast| forecast.chance_of(to_play));
    chance.map_or(report.value < 0, |chance| chance < 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(columns: usize, rows: usize, settings: &[&str]) -> Player {
        let mut params = Params::default();
        for pair in settings {
            params.set_pair(pair).unwrap();
        }
        Player::new(Size::new(columns, rows).unwrap(), params)
    }

    fn play(player: &mut Player, color: Color, name: &str) {
        let cell = player.game().board().size().parse_cell(name).unwrap();
        player.game_mut().play(color, Move::Place(cell)).unwrap();
    }

    #[test]
    fn a_game_against_itself_ends_with_a_winner() {
        for (columns, rows) in [(1, 1), (4, 4), (2, 5), (6, 4)] {
            let mut player = player(columns, rows, &["max_expansions=60", "resign=0"]);
            let mut color = Color::Black;
            while player.game().board().winner().is_none() {
                let Answer::Move(mv) = player.choose(color, &mut |_| ()) else {
                    panic!("resigned an open game")
                };
                player.game_mut().play(color, mv).unwrap();
                color = !color;
            }
            assert_eq!(player.choose(color, &mut |_| ()), Answer::Resign);
        }
    }

    #[test]
    fn a_level_searches_so_much_and_repeats_itself() {
        let mut player = player(9, 9, &["level=3", "max_time=1000"]);
        let mut first = |seed: u64| {
            player.forget();
            player.set_param("seed", &seed.to_string()).unwrap();
            let answer = player.choose(Color::Black, &mut |_| ());
            assert_eq!(player.last_report().unwrap().1.expansions, 9);
            answer
        };
        let answers: Vec<Answer> = (0..20).map(&mut first).collect();
        assert_eq!((0..20).map(first).collect::<Vec<_>>(), answers);
        assert!(answers.iter().any(|answer| *answer != answers[0]), "seeds differ");
    }

    #[test]
    fn pondering_helps_the_next_move_and_shows_nowhere_else() {
        let work_after_answer = |settings: &[&str]| {
            let mut player = player(9, 9, &[settings, &["max_expansions=30"]].concat());
            player.move_for(Color::Black, &mut |_| ());
            let (report, board) = (player.last_report().cloned(), player.game().board().clone());
            let stop = Stop::default();
            let waker = stop.clone();
            let alarm = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(300));
                waker.set();
            });
            player.ponder(&stop);
            alarm.join().unwrap();
            assert_eq!(player.last_report(), report.as_ref());
            assert_eq!(player.game().board(), &board);
            player.set_param("max_expansions", "1").unwrap();
            player.choose(Color::White, &mut |_| ());
            let (_, report) = player.last_report().unwrap();
            report.moves.iter().map(|root_move| root_move.work).sum::<u64>()
        };
        assert!(work_after_answer(&["ponder=1"]) > work_after_answer(&["ponder=0"]) + 20);
    }

    #[test]
    fn only_an_answer_to_our_own_move_is_pondered() {
        let mut player = player(5, 5, &["max_expansions=5", "ponder=1"]);
        let never = Stop::default();
        player.ponder(&never);
        player.move_for(Color::Black, &mut |_| ());
        player.game_mut().undo().unwrap();
        player.ponder(&never);
        play(&mut player, Color::White, "c3");
        player.ponder(&never);
        assert_eq!(player.awaited, None, "else the test would not end");
    }

    #[test]
    fn a_lost_position_is_resigned_or_played_on() {
        let mut player = player(3, 3, &["max_expansions=1000"]);
        play(&mut player, Color::Black, "b2");
        assert_eq!(player.choose(Color::White, &mut |_| ()), Answer::Resign);
        player.set_param("resign", "0").unwrap();
        assert!(matches!(player.choose(Color::White, &mut |_| ()), Answer::Move(Move::Place(_))));
        assert!(matches!(player.choose(Color::Black, &mut |_| ()), Answer::Move(Move::Place(_))));
    }

    #[test]
    fn swap_is_offered_only_where_it_is_legal_and_wise() {
        let mut player = player(11, 11, &["max_expansions=10", "allow_swap=1"]);
        play(&mut player, Color::Black, "f6");
        assert_eq!(player.choose(Color::White, &mut |_| ()), Answer::Move(Move::SwapPieces));
        player.set_param("swap_meaning", "sides").unwrap();
        assert_eq!(player.choose(Color::White, &mut |_| ()), Answer::Move(Move::SwapSides));
        player.game_mut().undo().unwrap();
        play(&mut player, Color::Black, "a1");
        assert!(matches!(player.choose(Color::White, &mut |_| ()), Answer::Move(Move::Place(_))));
        // After HexGui's own swap the engine sees one white stone and is asked for Black.
        player.game_mut().undo().unwrap();
        play(&mut player, Color::White, "f6");
        assert!(matches!(player.choose(Color::Black, &mut |_| ()), Answer::Move(Move::Place(_))));
    }

    #[test]
    fn a_wrong_parameter_changes_nothing_and_a_right_one_keeps_the_game() {
        let mut player = player(5, 5, &[]);
        play(&mut player, Color::Black, "c3");
        assert!(player.set_param("delta", "0").is_err());
        player.set_param("delta", "50").unwrap();
        assert_eq!(player.game().board().stones(Color::Black).len(), 1);
    }
}
