//! The player: one game with its clocks, and a search whose table is kept from move to move.
//!
//! This is the stateful interface of the engine, which the text protocols and the command line use.

mod clock;
mod fewest_stones;
mod finish;
mod forecast;
mod game;
mod gap;
mod hex_game;
mod known_move;
mod level;
mod longest_defence;
mod move_limits;
mod purpose;
mod restricted_search;
mod shortest;
mod swap;
mod won_moves;

pub use crate::record::{Edit, Move};
pub use clock::{Clock, TimeSettings};
pub use finish::finishing_line;
pub use forecast::{Forecast, winner};
pub use game::{Action, Game, PlayError, write_link};
pub use hex_game::HexGame;
pub use shortest::{NoShortest, Shortest, ShortestSoFar, shortest_win};
pub use swap::Swaps;

use crate::board::{Board, ByColor, Cell, Color, Position, Size};
use crate::circuit::Flow;
use crate::evaluation::{Assessment, Evaluator, Networks};
use crate::knowledge::{Examiner, Knowledge, Scope};
use crate::messages::counted;
use crate::params::{ParamError, Params, PositionParams, SearchParams};
use crate::search::{
    Expand, ExpandWith, Expansion, Limits, Outcome, Report, Search, Stop, first_errors,
};
use fewest_stones::Win;
use finish::{RememberedWin, WonPosition, finished_line};
use known_move::{DecidedAtOnce, known_without_search, put_first};
use level::Level;
use purpose::Purpose;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// After so long an opponent may have gone for good, and nobody wants a busy processor.
const LONGEST_PONDERING: Duration = Duration::from_mins(10);

/// What a player does in its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It makes this move.
    Move(Move),
    /// It resigns: the game is over, or proved lost.
    Resign,
}

/// One game, and all that the engine needs to play it.
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
    swaps: Swaps,
    remembered_win: RememberedWin,
    /// The report of the last search, and the player to move there.
    last_report: Option<(Color, Report<Cell>)>,
    /// The position of that search.
    searched: Position,
    /// The opponent, if the last move on the board is the engine's: then it may ponder.
    pondering_for: Option<Color>,
}

impl Player {
    /// A player at an empty board, with the networks that are compiled in. It allocates memory when it first searches.
    pub fn new(size: Size, params: Params) -> Self {
        Self::with_networks(size, params, Networks::shipped())
    }

    /// A player with other networks.
    pub fn with_networks(size: Size, params: Params, networks: Arc<Networks>) -> Self {
        Self {
            game: Game::new(size),
            search: Search::new(params.search.clone()),
            purpose: Purpose::Play,
            params,
            networks,
            clock: Clock::default(),
            stop: Stop::default(),
            swaps: Swaps::default(),
            remembered_win: RememberedWin::default(),
            last_report: None,
            searched: Position { board: Board::new(size), to_play: Color::Black },
            pondering_for: None,
        }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game, to play and take back moves. The clocks do not follow a swap of sides, as they do with [`play`](Self::play)
    /// and [`undo`](Self::undo).
    pub fn game_mut(&mut self) -> &mut Game {
        self.pondering_for = None;
        &mut self.game
    }

    /// Makes a move of the game. Players who exchange sides take their clocks with them.
    ///
    /// # Errors
    /// The move is not legal. Nothing has changed then.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), PlayError> {
        self.game_mut().play(color, mv)?;
        if mv == Move::SwapSides {
            self.clock.exchange();
        }
        Ok(())
    }

    /// Takes back the last move or edit and tells what it was; nothing if there is none.
    pub fn undo(&mut self) -> Option<Action> {
        let last = self.game_mut().undo();
        if matches!(last, Some(Action::Move(_, Move::SwapSides))) {
            self.clock.exchange();
        }
        last
    }

    /// Begins another game. The clocks start anew. The search keeps its table if the size is the same.
    pub fn begin_game(&mut self, game: Game) {
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

    /// Sets one parameter. If the search's table depends on it, the table is emptied.
    ///
    /// # Errors
    /// The name is unknown, or the value is not allowed or has no effect. Nothing has changed then.
    pub fn set_param(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        let mut params = self.params.clone();
        params.set(name, value)?;
        if let Some((_, reason)) =
            params.unused(true).into_iter().find(|(unused, _)| *unused == name)
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

    /// The signal that stops a running search.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// The report of the last search, and the player to move there; none if the position on the board is neither the one
    /// that was searched nor the one after the move that was chosen there.
    pub fn last_report(&self) -> Option<&(Color, Report<Cell>)> {
        let (color, report) = self.last_report.as_ref()?;
        let is_chosen = |action: &Action| match action {
            Action::Move(mover, Move::Place(cell)) => {
                mover == color && report.best() == Some(*cell)
            }
            Action::Move(mover, _) => mover == color,
            Action::Edit(_) => false,
        };
        let before = self.game.last_step().filter(|(action, _)| is_chosen(action));
        let is_of_this = self.game.board() == &self.searched.board
            || before.is_some_and(|(_, board)| board == &self.searched.board);
        self.last_report.as_ref().filter(|_| is_of_this)
    }

    /// Empties the table of the search.
    pub fn forget(&mut self) {
        self.search.clear();
    }

    /// Begins anew with an empty board and an empty table, after a panic left them in an undefined state. The clocks
    /// keep their time: the game is not over.
    pub fn recover(&mut self) {
        let (size, networks) = (self.game.board().size(), Arc::clone(&self.networks));
        let fresh = Self::with_networks(size, self.params.clone(), networks);
        // Those who may stop a search hold the old signal.
        *self =
            Self { stop: self.stop.clone(), clock: self.clock.clone(), swaps: self.swaps, ..fresh };
    }

    /// The position on the board with this player to move.
    pub fn position(&self, to_play: Color) -> Position {
        Position { board: self.game.board().clone(), to_play }
    }

    /// What is proved of the position without a search.
    pub fn knowledge(&self, to_play: Color) -> Knowledge {
        let params = self.params.position.knowledge.clone();
        Examiner::new(params).examine(&self.position(to_play), Scope::Both)
    }

    /// The assessment of the position without a search.
    pub fn assessment(&self, to_play: Color) -> Assessment {
        self.evaluator().assess(&self.position(to_play))
    }

    /// The expansion of the position, as the search would get it.
    pub fn expansion(&self, to_play: Color) -> Expansion<Cell> {
        HexGame::new(self.position(to_play), self.evaluator()).expand()
    }

    /// The moves of an expansion and their first errors, in thousandths of a natural logarithm.
    pub fn first_errors(&self, expansion: &Expansion<Cell>) -> Vec<(Cell, u16)> {
        let errors = first_errors(&expansion.moves, &self.params.search);
        expansion.moves.iter().map(|candidate| candidate.mv).zip(errors).collect()
    }

    /// Both players' circuits on the board.
    pub fn flows(&self) -> ByColor<Flow> {
        self.evaluator().flows(self.game.board())
    }

    fn evaluator(&self) -> Evaluator {
        Evaluator::new(self.params.position.clone(), Arc::clone(&self.networks))
    }

    /// The networks.
    pub fn networks(&self) -> &Arc<Networks> {
        &self.networks
    }

    /// Chooses a move of the game for this player without making it. `watch` gets reports of the running search.
    pub fn choose(&mut self, color: Color, watch: &mut dyn FnMut(&Report<Cell>)) -> Answer {
        self.choose_for(Purpose::Play, color, None, watch)
    }

    /// Says which move this player would choose. The search does not influence the moves of the game. `watch` gets a
    /// report every `show_every`.
    pub fn advise(
        &mut self,
        color: Color,
        show_every: Option<Duration>,
        watch: &mut dyn FnMut(&Report<Cell>),
    ) -> Answer {
        let remembered = self.remembered_win.clone();
        let purpose = Purpose::Analysis { only: None, candidates: 0 };
        let answer = self.choose_for(purpose, color, show_every, watch);
        self.remembered_win = remembered;
        answer
    }

    fn choose_for(
        &mut self,
        purpose: Purpose,
        color: Color,
        show_every: Option<Duration>,
        watch: &mut dyn FnMut(&Report<Cell>),
    ) -> Answer {
        if self.game.board().winner().is_some() {
            return Answer::Resign;
        }
        let limits = self.limits(color, Instant::now());
        let mut limits = Limits { show_every, ..limits };
        let planned = self.remembered_win.planned(self.game.board(), color);
        if planned.is_some() {
            // The move is known. One expansion gives the report to show.
            limits.expansions = Some(1);
        }
        let report = match self.level() {
            Some(level) => self.search_at(level, color, &limits, watch),
            None => self.search_for(purpose, self.hex_game(color), &limits, watch),
        };
        if let Some(swap) = self.swap(color).filter(|_| self.looks_lost(&report, color)) {
            return Answer::Move(swap);
        }
        // Where the winner is known without a search, the game is to end soonest, or to last longest.
        let known = known_without_search(&report);
        let finishing = self.finishing(color, known, planned, limits.deadline);
        if let (Some(cell), Some((_, last))) = (finishing, &mut self.last_report) {
            put_first(last, cell);
        }
        match finishing.or_else(|| report.best()) {
            Some(cell) if report.outcome != Some(Outcome::Lost) || !self.resigns() => {
                Answer::Move(Move::Place(cell))
            }
            _ => Answer::Resign,
        }
    }

    /// The level at which it plays; none at full strength.
    fn level(&self) -> Option<Level> {
        Level::of(&self.params.player)
    }

    /// Whether it resigns what it knows to be lost.
    fn resigns(&self) -> bool {
        self.params.player.resign && self.level().is_none_or(Level::resigns)
    }

    /// Chooses a move for this player and makes it. The time counts on the player's clock.
    pub fn move_for(&mut self, color: Color, watch: &mut dyn FnMut(&Report<Cell>)) -> Answer {
        self.move_shown(color, None, watch)
    }

    /// As [`move_for`](Self::move_for), but `watch` gets a report every `show_every`.
    pub fn move_shown(
        &mut self,
        color: Color,
        show_every: Option<Duration>,
        watch: &mut dyn FnMut(&Report<Cell>),
    ) -> Answer {
        let start = Instant::now();
        let answer = self.choose_for(Purpose::Play, color, show_every, watch);
        self.clock.spend(color, start.elapsed().saturating_add(self.move_lag()));
        if let Answer::Move(mv) = answer {
            self.play(color, mv).expect("the player chooses legal moves");
            self.pondering_for = Some(self.game.to_play()).filter(|to_play| *to_play != color);
        }
        answer
    }

    /// Ponders: searches the position after the engine's own move until `stop` is set, but no longer than 10 minutes, if the
    /// parameters allow it. Only the table of the search changes.
    pub fn ponder(&mut self, stop: &Stop) {
        let open = self.pondering_for.filter(|_| self.game.board().winner().is_none());
        let ponders = self.params.player.ponder && self.level().is_none();
        if let Some(color) = open.filter(|_| ponders) {
            let mut game = self.hex_game(color);
            let deadline = Instant::now().checked_add(LONGEST_PONDERING);
            let limits = Limits { deadline, stop: stop.clone(), ..Limits::default() };
            self.set_purpose(Purpose::Play);
            let report = self.search.run(&mut game, &limits, &mut |_| ());
            log::info!("pondered: {}", counted(report.expansions, "expansion"));
        }
    }

    /// The move to make if the winner is known without a search, or a win is `planned`: for the winner the move that
    /// joins the edges soonest, for the loser the move that is hardest to answer.
    fn finishing(
        &mut self,
        color: Color,
        known: Option<DecidedAtOnce>,
        planned: Option<(Cell, Win)>,
        deadline: Option<Instant>,
    ) -> Option<Cell> {
        let is_lost = known.is_some_and(|(outcome, _)| outcome == Outcome::Lost);
        let winner = if is_lost { !color } else { color };
        let params = self.params_at_level().knowledge;
        let mut ending = WonPosition::new(self.game.board(), winner, params, deadline);
        if is_lost {
            ending.resisting()
        } else {
            self.remembered_win.winning(&mut ending, known.map(|(_, cell)| cell), planned)
        }
    }

    /// The main line of a report of this position. If a win is proved, it goes on until the edges are joined, or as far as
    /// is known without a search.
    pub fn line(&self, position: &Position, report: &Report<Cell>) -> Vec<Cell> {
        let Some(best) = report.moves.first() else { return Vec::new() };
        match best.outcome {
            Some(_) => finished_line(position, &best.line, &self.params.position.knowledge),
            None => best.line.clone(),
        }
    }

    /// The position that was searched last.
    pub fn searched(&self) -> &Position {
        &self.searched
    }

    /// Searches the position with this player to move, for an analysis. The search does not influence the moves of the
    /// game. If no search is needed, the first move of the report is the one that would be played.
    pub fn search(
        &mut self,
        color: Color,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<Cell>),
    ) -> Report<Cell> {
        let report = self.analyse(self.hex_game(color), limits, watch);
        self.as_played(color, report)
    }

    /// The position with this player to move, as a game of the search.
    fn hex_game(&self, color: Color) -> HexGame {
        HexGame::new(self.position(color), self.evaluator())
    }

    /// Searches a game for an analysis. The search does not influence the moves of the game.
    fn analyse(
        &mut self,
        game: HexGame,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<Cell>),
    ) -> Report<Cell> {
        let (only, candidates) = (game.restriction(), limits.candidates);
        self.search_for(Purpose::Analysis { only, candidates }, game, limits, watch)
    }

    /// Gets ready for a search with this purpose.
    fn set_purpose(&mut self, purpose: Purpose) {
        if std::mem::replace(&mut self.purpose, purpose) != purpose {
            self.search.keep_proofs();
        }
    }

    fn search_for(
        &mut self,
        purpose: Purpose,
        mut game: HexGame,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<Cell>),
    ) -> Report<Cell> {
        self.set_purpose(purpose);
        let report = self.search.run(&mut game, limits, watch);
        self.report_search(game.position().to_play, &report);
        report
    }

    fn report_search(&mut self, color: Color, report: &Report<Cell>) {
        let work = counted(report.expansions, "expansion");
        let seconds = report.time.as_secs_f64();
        let (result, value) = match report.outcome {
            Some(Outcome::Won) => ("won", String::new()),
            Some(Outcome::Lost) => ("lost", String::new()),
            None => ("open", format!(", value {}", report.value)),
        };
        log::info!("{color}: {result}, {work} in {seconds:.2} s{value}");
        self.remember(color, report.clone());
    }

    /// Takes this for the report of the last search, which was of the position on the board.
    fn remember(&mut self, color: Color, report: Report<Cell>) {
        self.last_report = Some((color, report));
        self.searched = self.position(color);
    }

    /// The parameters of positions where moves are chosen: those of full strength, limited to the level.
    fn params_at_level(&self) -> PositionParams {
        let mut position = self.params.position.clone();
        if let Some(level) = self.level() {
            level.limit(&mut position);
        }
        position
    }

    /// Searches the position at a level, with a table of its own.
    fn search_at(
        &mut self,
        level: Level,
        color: Color,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<Cell>),
    ) -> Report<Cell> {
        // With one thread a level plays the same on every machine.
        let search = SearchParams { threads: 1, ..self.params.search.clone() };
        let (seed, error_weight) = (self.params.player.seed, search.error_weight);
        let evaluator = Evaluator::new(self.params_at_level(), Arc::clone(&self.networks));
        let game = HexGame::new(self.position(color), evaluator);
        let expand = |game: &mut HexGame| {
            let mut expansion = game.expand();
            // The noise depends only on the parameter `seed` and the position.
            let mut hasher = fxhash::FxHasher64::default();
            (seed, game.key()).hash(&mut hasher);
            level.add_noise(&mut expansion.moves, error_weight, hasher.finish());
            expansion
        };
        let report = Search::new(search).run(&mut ExpandWith { game, expand }, limits, watch);
        self.report_search(color, &report);
        report
    }
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
        player.game_mut().play_named(color, name).unwrap();
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
    fn a_level_has_its_expansions_and_is_deterministic() {
        for (settings, seeds) in [(["level=5", "threads=1"], 20), (["level=15", "threads=8"], 6)] {
            let mut player = player(9, 9, &[&settings[..], &["max_time=1000"]].concat());
            let expected = Level::of(&player.params.player).unwrap().expansions;
            let mut first = |seed: u64| {
                player.set_param("seed", &seed.to_string()).unwrap();
                let answer = player.choose(Color::Black, &mut |_| ());
                assert_eq!(player.last_report().unwrap().1.expansions, expected);
                answer
            };
            let answers: Vec<Answer> = (0..seeds).map(&mut first).collect();
            assert_eq!((0..seeds).map(first).collect::<Vec<_>>(), answers);
            // A high level errs too little for that in so few games.
            let differ = answers.iter().any(|answer| *answer != answers[0]);
            assert!(differ || settings[0] == "level=15", "seeds differ");
        }
    }

    #[test]
    fn pondering_changes_nothing_but_the_table() {
        let work_after_answer = |setting: &str, time| {
            let mut player = player(9, 9, &[setting, "max_expansions=30"]);
            player.move_for(Color::Black, &mut |_| ());
            let (report, board) = (player.last_report().cloned(), player.game().board().clone());
            let stop = Stop::default();
            let waker = stop.clone();
            let alarm = std::thread::spawn(move || {
                std::thread::sleep(time);
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
        let without = work_after_answer("ponder=0", Duration::ZERO);
        // A busy machine gets more time.
        let mut times = (0..8).map(|doubled| Duration::from_millis(100 << doubled));
        assert!(times.any(|time| work_after_answer("ponder=1", time) > without + 20));
    }

    #[test]
    fn the_engine_ponders_only_after_its_own_move() {
        let mut player = player(5, 5, &["max_expansions=5", "ponder=1"]);
        let never = Stop::default();
        player.ponder(&never);
        player.move_for(Color::Black, &mut |_| ());
        player.game_mut().undo().unwrap();
        player.ponder(&never);
        play(&mut player, Color::White, "c3");
        player.ponder(&never);
        assert_eq!(player.pondering_for, None, "otherwise the test does not end");
    }

    #[test]
    fn a_lost_position_is_resigned_or_played_on() {
        let mut player = player(3, 3, &["max_expansions=1000"]);
        play(&mut player, Color::Black, "b2");
        for level in ["9", "0"] {
            player.set_param("level", level).unwrap();
            assert_eq!(player.choose(Color::White, &mut |_| ()), Answer::Resign);
        }
        player.set_param("level", "8").unwrap();
        assert!(matches!(player.choose(Color::White, &mut |_| ()), Answer::Move(Move::Place(_))));
        player.set_param("level", "0").unwrap();
        player.set_param("resign", "0").unwrap();
        assert!(matches!(player.choose(Color::White, &mut |_| ()), Answer::Move(Move::Place(_))));
        assert!(matches!(player.choose(Color::Black, &mut |_| ()), Answer::Move(Move::Place(_))));
    }

    #[test]
    fn the_engine_swaps_only_where_it_is_legal_and_better() {
        let mut player = player(11, 11, &["max_expansions=10", "allow_swap=1"]);
        play(&mut player, Color::Black, "f6");
        assert_eq!(player.choose(Color::White, &mut |_| ()), Answer::Move(Move::SwapPieces));
        player.set_param("swap_meaning", "sides").unwrap();
        assert_eq!(player.choose(Color::White, &mut |_| ()), Answer::Move(Move::SwapSides));
        player.game_mut().undo().unwrap();
        play(&mut player, Color::Black, "a1");
        assert!(matches!(player.choose(Color::White, &mut |_| ()), Answer::Move(Move::Place(_))));
        // After its own swap HexGui sets up one white stone and asks for Black's move.
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
