//! The questions of the page and who answers them.

use super::http::{Reply, Request};
use super::line::Line;
use super::refusal::Refusal;
use super::tasks::{self, Lane, Work};
use super::{Shared, assets, drawing, guard, position, tree};
use crate::board::MAX_SIDE;
use crate::params::MAX_LEVEL;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The answer to a request.
pub(super) fn answer(shared: &Shared, request: &Request) -> Reply {
    match guard::check(request, &shared.host).and_then(|()| route(shared, request)) {
        Ok(reply) => reply,
        Err(refusal) => {
            log::debug!("{} {}: {}", request.method, request.path, refusal.message);
            refusal.into()
        }
    }
}

fn route(shared: &Shared, request: &Request) -> Result<Reply, Refusal> {
    let name = request.path.strip_prefix("/api/");
    match (request.method.as_str(), name) {
        ("GET", None) => assets::at(&request.path).ok_or_else(|| Refusal::new(404, "no such page")),
        ("POST", Some(name)) => {
            let is_json = request.header("content-type").is_some_and(|kind| {
                kind.split(';').next().is_some_and(|kind| kind.trim() == "application/json")
            });
            if !is_json {
                return Err(Refusal::new(415, "a question is written in JSON"));
            }
            Ok(Reply::json(200, &ask(shared, name, &request.body)?))
        }
        _ => Err(Refusal::new(405, "pages are asked for by GET, questions by POST")),
    }
}

/// Answers a question.
fn ask(shared: &Shared, name: &str, body: &[u8]) -> Result<Value, Refusal> {
    match name {
        "about" => read::<Nothing>(body).map(|Nothing {}| about()),
        "layout" => drawing::layout(read(body)?),
        "position" => position::describe(&read::<Line>(body)?),
        "read" => tree::read(&read(body)?),
        "write" => tree::write(&read(body)?),
        "open" => {
            let Nothing {} = read(body)?;
            let session = shared.sessions.lock().open(&shared.engine)?;
            Ok(json!({ "session": session }))
        }
        "close" => {
            let Named { session } = read(body)?;
            shared.sessions.lock().close(&session);
            Ok(json!({}))
        }
        "start" => {
            let Start { session, work } = read(body)?;
            let session = shared.sessions.lock().get(&session)?;
            Ok(json!({ "task": tasks::start(shared, &session, work)? }))
        }
        "news" => {
            let News { session, lane, version } = read(body)?;
            let task = shared.sessions.lock().get(&session)?.task(lane);
            let task = task.ok_or_else(|| Refusal::bad("nothing was started"))?;
            Ok(task.since(version))
        }
        "hurry" => {
            let Named { session } = read(body)?;
            shared.sessions.lock().get(&session)?.hurry();
            Ok(json!({}))
        }
        "stop" => {
            let Stopped { session, lane } = read(body)?;
            shared.sessions.lock().get(&session)?.stop(lane);
            Ok(json!({}))
        }
        _ => Err(Refusal::new(404, "no such question")),
    }
}

/// Reads a question.
fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(body).map_err(|error| Refusal::bad(format!("not understood: {error}")))
}

/// A question without words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// A session by its name.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    session: String,
}

/// Work to begin.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Start {
    session: String,
    work: Work,
}

/// What has changed since this version.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct News {
    session: String,
    lane: Lane,
    version: u64,
}

/// Work to end.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stopped {
    session: String,
    lane: Lane,
}

/// What the page offers.
fn about() -> Value {
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "levels": MAX_LEVEL,
        "largest": MAX_SIDE,
    })
}
