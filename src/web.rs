//! The page in a browser: play, analysis, proofs and records.
//!
//! `hexcoven web` is a small HTTP server for one person's browser on the same machine. It hands out a page that is
//! compiled in, and answers its questions in JSON. Nothing is fetched from anywhere else.
//!
//! # Who knows what
//!
//! The page keeps the game: a tree of steps, and where it stands in it. The server keeps no game. Every question
//! comes with the whole line of steps from the empty board (`line.rs`), so a reload, a second page or a server that was
//! started anew cannot disagree about the position. All that knows the rules or thinks is here: the page asks
//! `position` who is to move and who has won, and `layout` where the cells lie.
//!
//! # Searches
//!
//! A page opens a *session* (`sessions.rs`). Its search runs in a thread of its own; the page asks for news ten times a
//! second (`news`), and each time gets what has changed. This is simpler than a stream and has two merits. A browser
//! holds only six connections to one server, so six pages with a stream would block the seventh. And a page that is
//! gone without a word is noticed: it no longer asks, and after a few seconds its search ends.
//!
//! There are as many searches at once as the machine has cores for (`scheduler.rs`). A search for a move of a game does
//! not wait for analyses: these go on in turns of a second, and step back while a game's search runs.
//!
//! | question | answer |
//! |---|---|
//! | `GET /`, `/NAME.css`, `/NAME.js` | the page (`assets.rs`) |
//! | `about` | levels, largest board, version |
//! | `layout` | where cells, edges and coordinates lie (`drawing.rs`) |
//! | `position` | stones, whose turn it is, the winner and the chain, a link (`position.rs`) |
//! | `read`, `write` | a record in any form as a tree, and a tree as SGF (`tree.rs`) |
//! | `open`, `close` | begins and ends a session |
//! | `start`, `news`, `hurry`, `stop` | a task: a move, a hint, an analysis, a proof, a review, marks (`tasks.rs`) |
//!
//! # Safety
//!
//! Another site's script must not use the engine, nor another machine. So the server listens on 127.0.0.1 unless told
//! otherwise, and `guard.rs` refuses requests under a foreign host name (DNS rebinding) or from a foreign origin; the
//! page gets a content security policy that allows nothing but the server itself. Sizes, counts and times have
//! limits (`http.rs`, `sessions.rs`). A refused question gets a message in plain words and changes nothing.

mod assets;
mod drawing;
mod guard;
mod http;
mod line;
mod marks;
mod position;
mod proof;
mod questions;
mod refusal;
mod report;
mod review;
mod scheduler;
mod sessions;
mod slot;
mod tasks;
mod thinking;
mod tree;

use crate::evaluation::Networks;
use crate::params::Params;
use crate::threads::start_thread;
use parking_lot::Mutex;
use scheduler::Scheduler;
use sessions::Sessions;
use slot::Slot;
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::thread;

/// The most connections at once. A browser holds six.
const MOST_CONNECTIONS: usize = 512;

/// What the engine is to be like: its parameters and networks.
#[derive(Clone, Debug)]
pub struct Engine {
    /// The parameters.
    pub params: Params,
    /// The networks.
    pub networks: Arc<Networks>,
    /// Whether every game gets a parameter `seed` of its own. Else a level answers the same moves in the same way.
    pub varies: bool,
}

/// A server that has its port.
#[derive(Debug)]
pub struct Site {
    listener: TcpListener,
    shared: Arc<Shared>,
}

/// What all connections share.
#[derive(Debug)]
struct Shared {
    engine: Engine,
    /// The name of the host that was asked for.
    host: String,
    sessions: Mutex<Sessions>,
    scheduler: Arc<Scheduler>,
    /// How many connections there are.
    connections: Arc<AtomicUsize>,
    /// How many tasks run.
    tasks: Arc<AtomicUsize>,
}

impl Site {
    /// Takes a port of this host; port 0 for any that is free.
    ///
    /// # Errors
    /// There is no such host here, or the port is taken.
    pub fn bind(host: &str, port: u16, engine: Engine) -> io::Result<Self> {
        let listener = TcpListener::bind((host, port))?;
        let threads = usize::try_from(engine.params.search.threads).unwrap_or(1);
        let shared = Shared {
            host: host.to_owned(),
            sessions: Mutex::new(Sessions::default()),
            scheduler: Arc::new(Scheduler::new(thread::available_parallelism(), threads)),
            connections: Arc::default(),
            tasks: Arc::default(),
            engine,
        };
        Ok(Self { listener, shared: Arc::new(shared) })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// The system does not say.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers requests for as long as the process runs.
    pub fn serve(&self) {
        for stream in self.listener.incoming() {
            match stream {
                Ok(stream) => self.answer(stream),
                Err(error) => {
                    log::warn!("a connection failed: {error}");
                    // Out of file descriptors, mostly: the next moment may be better.
                    thread::sleep(std::time::Duration::from_millis(50));
                }
            }
        }
    }

    /// Answers all requests of a connection in a thread of its own.
    fn answer(&self, stream: TcpStream) {
        let shared = Arc::clone(&self.shared);
        let Some(slot) = Slot::take(&shared.connections, MOST_CONNECTIONS) else {
            log::warn!("too many connections");
            return;
        };
        let begun = start_thread(move || {
            let _slot = slot;
            http::converse(&stream, &mut |request| questions::answer(&shared, request));
        });
        if let Err(error) = begun {
            log::warn!("a connection failed: {error}");
        }
    }
}
