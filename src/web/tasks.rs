//! Tasks: work of a session that takes time, in a thread of its own.

use super::line::Line;
use super::refusal::Refusal;
use super::scheduler::{Scheduler, SearchPermit};
use super::sessions::Session;
use super::slot::Slot;
use super::{Shared, marks, proof, review, thinking};
use crate::params::{KnowledgeParams, Params};
use crate::search::Stop;
use crate::threads::start_thread;
use parking_lot::Mutex;
use serde::Deserialize;
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The most tasks at once, of all sessions, with those that are just ending.
const MOST_TASKS: usize = 300;

/// Tasks of different lanes run side by side. When a new one of the same lane is started, the result of the old one is
/// not waited for any more; a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Lane {
    /// What uses the session's player or solver.
    Search,
    /// What is proved of a position without a search.
    Marks,
}

/// What to do.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Work {
    /// Choose a move of a game.
    Move(thinking::Choice),
    /// Say which move is good.
    Hint(thinking::Choice),
    /// Say what is thought of a position, until it is stopped.
    Analyse(thinking::Analysis),
    /// Prove who wins, and by which moves.
    Prove(proof::ProofRequest),
    /// Judge every move of a line.
    Review(review::ReviewRequest),
    /// Show virtual connections, the mustplay region and inferior cells.
    Marks(Line),
}

impl Work {
    fn lane(&self) -> Lane {
        match self {
            Self::Marks(_) => Lane::Marks,
            _ => Lane::Search,
        }
    }
}

/// A task.
#[derive(Debug)]
pub(super) struct Task {
    number: u64,
    /// Set when nobody wants its result any more.
    pub(super) stop: Stop,
    /// Set when its move is wanted at once.
    pub(super) hurry: Stop,
    news: Mutex<News>,
}

/// What a task has found.
#[derive(Clone, Debug)]
struct News {
    /// How often it has changed.
    version: u64,
    /// `waiting` (for its first turn), `running`, `done`, `called off` (it ended early, since nobody wanted it any more) or
    /// `failed`.
    state: &'static str,
    content: Value,
}

/// Who runs a task and under which rules.
#[derive(Clone, Debug)]
pub(super) struct TaskContext {
    pub(super) session: Arc<Session>,
    pub(super) task: Arc<Task>,
    scheduler: Arc<Scheduler>,
    params: Params,
}

static NEXT_NUMBER: AtomicU64 = AtomicU64::new(1);

impl Task {
    fn new() -> Self {
        let number = NEXT_NUMBER.fetch_add(1, Ordering::Relaxed);
        let news = News { version: 0, state: "waiting", content: Value::Null };
        Self { number, stop: Stop::default(), hurry: Stop::default(), news: Mutex::new(news) }
    }

    /// Its turn has come.
    fn begin(&self) {
        let mut news = self.news.lock();
        if news.state == "waiting" {
            (news.version, news.state) = (news.version + 1, "running");
        }
    }

    /// Tells what was found so far.
    pub(super) fn publish(&self, content: Value) {
        self.set("running", content);
    }

    fn set(&self, state: &'static str, content: Value) {
        let mut news = self.news.lock();
        *news = News { version: news.version + 1, state, content };
    }

    /// What has changed since this version.
    pub(super) fn since(&self, version: u64) -> Value {
        let news = self.news.lock();
        let content = (news.version != version).then(|| news.content.clone());
        json!({
            "task": self.number,
            "state": news.state,
            "version": news.version,
            "content": content,
        })
    }
}

impl TaskContext {
    /// Waits until the search may go on; none if it is called off.
    pub(super) fn permit(&self) -> Option<SearchPermit> {
        let permit = self.scheduler.wait(&self.task.stop)?;
        self.task.begin();
        Some(permit)
    }

    /// The same for a move of a game, which waits only for a moment.
    pub(super) fn urgent_permit(&self) -> SearchPermit {
        let permit = self.scheduler.wait_a_moment();
        self.task.begin();
        permit
    }

    /// The parameters that decide what is proved.
    pub(super) fn knowledge(&self) -> KnowledgeParams {
        self.params.position.knowledge.clone()
    }

    /// Whether nobody wants the result any more. A page that is silent does not.
    pub(super) fn is_cancelled(&self) -> bool {
        if self.session.is_silent() {
            self.task.stop.set();
        }
        self.task.stop.is_set()
    }
}

/// Begins some work of a session and returns the number of the task.
///
/// # Errors
/// The work makes no sense, or there is too much of it.
pub(super) fn start(shared: &Shared, session: &Arc<Session>, work: Work) -> Result<u64, Refusal> {
    let lane = work.lane();
    let act = prepare(work)?;
    let busy = || Refusal::new(503, "the engine is busy; try again in a moment");
    let slot = Slot::take(&shared.tasks, MOST_TASKS).ok_or_else(busy)?;
    let task = Arc::new(Task::new());
    session.put(lane, &task);
    let context = TaskContext {
        session: Arc::clone(session),
        task: Arc::clone(&task),
        scheduler: Arc::clone(&shared.scheduler),
        params: shared.engine.params.clone(),
    };
    let begun = start_thread(move || {
        let _slot = slot;
        let done = catch_unwind(AssertUnwindSafe(|| act(&context)));
        let end = if context.task.stop.is_set() { "called off" } else { "done" };
        let (state, last) = done.map_or_else(|_| failed(&context, lane), |found| (end, found));
        context.task.set(state, last);
    });
    if let Err(error) = begun {
        log::warn!("a task failed: {error}");
        return Err(busy());
    }
    Ok(task.number)
}

/// What is told after a bug of ours.
fn failed(context: &TaskContext, lane: Lane) -> (&'static str, Value) {
    if lane == Lane::Search {
        context.session.thinker.lock().recover();
    }
    let message = "internal error, see the program's output; the game is not lost";
    ("failed", json!({ "error": message }))
}

type Act = Box<dyn FnOnce(&TaskContext) -> Value + Send>;

/// What a thread is to do for some work, whose input is good.
fn prepare(work: Work) -> Result<Act, Refusal> {
    Ok(match work {
        Work::Move(choice) => {
            let choice = choice.read()?;
            Box::new(move |context| choice.make(context))
        }
        Work::Hint(choice) => {
            let choice = choice.read()?;
            Box::new(move |context| choice.advise(context))
        }
        Work::Analyse(analysis) => {
            let analysis = analysis.read()?;
            Box::new(move |context| analysis.go_on(context))
        }
        Work::Prove(wanted) => {
            let proof = wanted.read()?;
            Box::new(move |context| proof.find(context))
        }
        Work::Review(wanted) => {
            let review = wanted.read()?;
            Box::new(move |context| review.judge(context))
        }
        Work::Marks(line) => {
            let game = line.game()?.game;
            Box::new(move |context| {
                context.task.begin();
                marks::of(context, &game)
            })
        }
    })
}
