//! Sessions: one for each open page. Each has its own player with its own table, and sees nothing of the others.

use super::Engine;
use super::refusal::Refusal;
use super::tasks::{Lane, Task};
use crate::board::Size;
use crate::params::{Params, Profile};
use crate::player::{Game, Player};
use crate::search::Stop;
use crate::solver::Solver;
use fxhash::FxHashMap;
use parking_lot::Mutex;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a search goes on for a page that is silent. A page in the background asks once a second or, after
/// some minutes, once a minute; that one's search ends and begins again when it is looked at.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// How long the session of a silent page is kept. A page that comes back later gets a new one.
const FORGOTTEN: Duration = Duration::from_mins(30);

/// The most sessions. A silent one makes room for a new one.
const MOST_SESSIONS: usize = 100;

/// Each table of a session gets an eighth of the parameter `table_mib`.
const TABLES: u32 = 8;

/// A page that is open.
#[derive(Debug)]
pub(super) struct Session {
    /// What thinks for it. Only its task of [`Lane::Search`] holds it.
    pub(super) thinker: Mutex<Thinker>,
    /// The signal that ends a search for a move.
    move_now: Stop,
    tasks: Mutex<FxHashMap<Lane, Arc<Task>>>,
    heard: Mutex<Instant>,
}

/// The player and the solver of a session.
#[derive(Debug)]
pub(super) struct Thinker {
    engine: Engine,
    pub(super) player: Player,
    solver: Option<Solver>,
}

impl Thinker {
    fn new(engine: &Engine) -> Self {
        let params = with_small_table(&engine.params);
        let size = Size::new(11, 11).expect("it is a size");
        let player = Player::with_networks(size, params, Arc::clone(&engine.networks));
        let mut thinker = Self { engine: engine.clone(), player, solver: None };
        thinker.vary();
        thinker
    }

    /// The solver. Its table is made when it is first needed.
    pub(super) fn solver(&mut self) -> &mut Solver {
        let Self { engine, player, solver } = self;
        solver.get_or_insert_with(|| {
            let params = player.params().with_profile(Profile::Solve);
            Solver::with_networks(&params, Arc::clone(&engine.networks))
        })
    }

    /// Chooses another seed, unless the user chose one.
    fn vary(&mut self) {
        if self.engine.varies {
            self.set("seed", &random().to_string());
        }
    }

    /// The player for the next move of a game. Each game has a seed of its own.
    pub(super) fn player_for(&mut self, game: Game) -> &mut Player {
        if game.moves().count() <= 1 {
            self.vary();
        }
        self.player.begin_game(game);
        &mut self.player
    }

    /// The player for what is not part of a game: at full strength, and without what a weaker one planned.
    pub(super) fn full_player(&mut self) -> &mut Player {
        if self.player.params().player.level > 0 {
            self.player.recover();
            self.set("level", "0");
        }
        let usual = self.engine.params.player.max_time.to_string();
        self.set("max_time", &usual);
        &mut self.player
    }

    /// Sets a parameter to a value that is allowed.
    fn set(&mut self, name: &str, value: &str) {
        self.player.set_param(name, value).expect("it is allowed");
    }

    /// Begins anew, after a panic left it in an undefined state.
    pub(super) fn recover(&mut self) {
        self.player.recover();
        self.solver = None;
    }
}

/// The same parameters with a share of the memory.
fn with_small_table(params: &Params) -> Params {
    let mut small = params.clone();
    let mib = (params.search.table_mib / TABLES).max(1);
    small.set("table_mib", &mib.to_string()).expect("a smaller table is allowed");
    small
}

impl Session {
    fn new(engine: &Engine) -> Self {
        let thinker = Thinker::new(engine);
        let move_now = thinker.player.stop().clone();
        let (tasks, heard) = (Mutex::default(), Mutex::new(Instant::now()));
        Self { thinker: Mutex::new(thinker), move_now, tasks, heard }
    }

    fn silence(&self) -> Duration {
        self.heard.lock().elapsed()
    }

    /// Whether the page has gone, by all that can be seen.
    pub(super) fn is_silent(&self) -> bool {
        self.silence() > PATIENCE
    }

    /// The task that was started last in a lane.
    pub(super) fn task(&self, lane: Lane) -> Option<Arc<Task>> {
        self.tasks.lock().get(&lane).cloned()
    }

    /// Puts a task into its lane. The one that was there ends. The lane is locked until then, so that no other task
    /// begins before this search is asked to end.
    pub(super) fn put(&self, lane: Lane, task: &Arc<Task>) {
        let mut tasks = self.tasks.lock();
        let before = tasks.insert(lane, Arc::clone(task));
        self.end(lane, before.as_deref());
    }

    /// Ends the task of a lane.
    pub(super) fn stop(&self, lane: Lane) {
        let tasks = self.tasks.lock();
        self.end(lane, tasks.get(&lane).map(Arc::as_ref));
    }

    /// Asks a search for a move to end with what it has found. One that has not begun remembers it.
    pub(super) fn hurry(&self) {
        if let Some(task) = self.task(Lane::Search) {
            task.hurry.set();
            self.move_now.set();
        }
    }

    fn end(&self, lane: Lane, task: Option<&Task>) {
        if let Some(task) = task {
            task.stop.set();
            if lane == Lane::Search {
                self.move_now.set();
            }
        }
    }

    fn end_all(&self) {
        self.stop(Lane::Search);
        self.stop(Lane::Marks);
    }
}

/// The sessions by their names, which nobody can guess.
#[derive(Debug, Default)]
pub(super) struct Sessions(FxHashMap<String, Arc<Session>>);

impl Sessions {
    /// Opens a session and returns its name.
    pub(super) fn open(&mut self, engine: &Engine) -> Result<String, Refusal> {
        self.0.retain(|_, session| {
            let is_kept = session.silence() < FORGOTTEN;
            if !is_kept {
                session.end_all();
            }
            is_kept
        });
        if self.0.len() >= MOST_SESSIONS {
            let silent = self.0.iter().max_by_key(|(_, session)| session.silence());
            let silent = silent.filter(|(_, session)| session.is_silent());
            let name = silent.map(|(name, _)| name.clone());
            let full = || Refusal::new(503, "too many pages are open; close one and reload");
            self.close(&name.ok_or_else(full)?);
        }
        let name = secret();
        self.0.insert(name.clone(), Arc::new(Session::new(engine)));
        Ok(name)
    }

    /// The session of this name, which has just been heard of.
    pub(super) fn get(&self, name: &str) -> Result<Arc<Session>, Refusal> {
        let session =
            self.0.get(name).ok_or_else(|| Refusal::new(410, "this session has ended"))?;
        *session.heard.lock() = Instant::now();
        Ok(Arc::clone(session))
    }

    /// Closes a session. Its searches end.
    pub(super) fn close(&mut self, name: &str) {
        if let Some(session) = self.0.remove(name) {
            session.end_all();
        }
    }
}

/// A name of 128 bits that nobody can guess.
fn secret() -> String {
    format!("{:016x}{:016x}", random(), random())
}

/// A random number: a hash under keys from the system.
fn random() -> u64 {
    RandomState::new().hash_one(Instant::now())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Networks;

    #[test]
    fn a_game_at_a_level_leaves_nothing_to_an_analysis() {
        let params = Params::of(Profile::Play);
        let engine = Engine { params, networks: Networks::shipped(), varies: true };
        let mut thinker = Thinker::new(&engine);
        let usual = thinker.full_player().params().player.clone();
        thinker.set("level", "3");
        thinker.set("max_time", "0.5");
        assert_eq!(thinker.full_player().params().player, usual);
    }
}
