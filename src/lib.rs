//! HexCoven plays Hex, and proves who wins.
//!
//! It grows a tree of positions, best first, by Sibling Conspiracy Number Search (SCNS15, SCNS16). The search needs to
//! know of a position only how its moves compare with each other, and Hex has a good measure for that: the current
//! through a cell when the board is a resistor network (Shannon; with virtual connections as links, ANS02), helped by a
//! small neural network. Proofs by virtual connections and inferior cells decide positions and remove moves. So the
//! search ends with proofs where it can, and the same search is the solver.
//!
//! ```
//! use hexcoven::board::{Color, Size};
//! use hexcoven::params::{Params, Profile};
//! use hexcoven::player::{Answer, Move, Player};
//! use hexcoven::search::Limits;
//! use hexcoven::solver::Solver;
//!
//! let size = Size::new(5, 5).unwrap();
//! let mut params = Params::default();
//! params.set("max_expansions", "100").unwrap();
//!
//! // Choose a move in a game where Black has begun with a1.
//! let mut player = Player::new(size, params);
//! player.game_mut().play_named(Color::Black, "a1").unwrap();
//! let answer = player.choose(Color::White, &mut |_| ());
//! assert!(matches!(answer, Answer::Move(Move::Place(_))));
//!
//! // Say who wins that position.
//! let mut solver = Solver::new(&Params::of(Profile::Solve));
//! let winner = solver.winner(&player.game().position(), &Limits::default());
//! assert_eq!(winner, Some(Color::White));
//! ```
//!
//! # What to call
//!
//! A position: by moves, from a diagram, or from a record in any form.
//!
//! ```
//! use hexcoven::board::{Board, Color, Position, Size, parse_diagram};
//! use hexcoven::player::Game;
//! use hexcoven::record::{self, Options, Variation};
//!
//! let size = Size::new(3, 3).unwrap();
//! let mut position = Position { board: Board::new(size), to_play: Color::Black };
//! position.play(size.parse_cell("a1").unwrap());
//! assert_eq!(parse_diagram("B . .\n . . .\n . . .").unwrap(), position.board);
//!
//! let options = Options { size: Some(size), ..Options::default() };
//! let record = record::read_text("1. a1", &options).unwrap().record;
//! let line = record.line(&Variation::default()).unwrap();
//! assert_eq!(Game::of_record(record, &line, None).unwrap().position(), position);
//! ```
//!
//! All winning moves, and a proof that anybody can check:
//!
//! ```
//! # use hexcoven::board::{Board, Color, Position, Size};
//! use hexcoven::certificate;
//! use hexcoven::params::{Params, Profile};
//! use hexcoven::search::Limits;
//! use hexcoven::solver::{Solver, certify};
//!
//! let size = Size::new(5, 5).unwrap();
//! let mut position = Position { board: Board::new(size), to_play: Color::Black };
//! position.play(size.parse_cell("a1").unwrap());
//! let mut solver = Solver::new(&Params::of(Profile::Solve));
//! let moves = solver.solve_all(&position, &Limits::default()).moves;
//! assert_eq!(size.names(moves.won), ["b2", "d2", "c3", "b4"]);
//!
//! let mut strategy =
//!     |position: &Position| solver.solve(position, &Limits::default(), &mut |_| ()).winning_move();
//! let proof = certify(&position, Color::White, &mut strategy).unwrap();
//! let mut text = Vec::new();
//! certificate::write(&mut text, &proof.claim, &proof.steps).unwrap();
//! assert_eq!(certificate::check(text.as_slice()).unwrap().claim, proof.claim);
//! ```
//!
//! A player's connections, and what the network thinks of the moves:
//!
//! ```
//! # use hexcoven::board::{Board, Color, Position, Size, WORDS, parse_diagram};
//! use hexcoven::connections::{Connections, Endpoints};
//! use hexcoven::evaluation::{Assessment, Evaluator, Networks};
//! use hexcoven::params::{ConnectionParams, Params};
//!
//! let board = parse_diagram(". . . . .\n . . . B .\n . . . . .\n . . B . .\n . . . . .").unwrap();
//! let endpoints = Endpoints::new(&board, Color::Black);
//! let connections = Connections::<WORDS>::of(&endpoints, &ConnectionParams::default());
//! let at = |name| endpoints.at(board.size().parse_cell(name).unwrap()).unwrap();
//! assert_eq!(connections.between(at("d2"), at("c4")).unwrap().fulls.len(), 1);
//!
//! let board = Board::new(Size::new(11, 11).unwrap());
//! let position = Position { board, to_play: Color::Black };
//! let mut evaluator = Evaluator::new(Params::default().position, Networks::shipped());
//! let Assessment::Open(evaluation) = evaluator.assess(&position) else { unreachable!() };
//! assert!(evaluation.estimates.iter().all(|estimate| estimate.log_odds.is_some()));
//! ```
//!
//! Another game than Hex: [`search`] has an example. As a dependency:
//!
//! ```toml
//! [dependencies]
//! hexcoven = { version = "0.1", default-features = false }
//! [profile.dev.package.hexcoven]
//! opt-level = 3 # without optimization a search is very slow
//! ```
//!
//! Before 1.0 nothing here is promised to stay as it is.
//!
//! # The layers
//!
//! A layer uses itself and those above it in this list, never one below; a test says so. The last column is where
//! to begin reading.
//!
//! | layer | what it is | begin with |
//! |---|---|---|
//! | [`board`] | the rules: cells, stones, groups, keys, symmetry, diagrams | `Board::winner` |
//! | [`certificate`] | proofs as a text that anybody can check, and the checker, which uses the board alone | `Proof::add` |
//! | [`layout`] | where the parts of a board lie in a drawing | `hexagon`, `band` |
//! | [`messages`] | wording that messages share | `counted`, `on_one_line`, `printable` |
//! | [`files`] | files that a user names: read up to a bound, replaced at once | `replace_file` |
//! | [`record`] | records of games in every form: SGF, links, move text | `read`, `Record::write` |
//! | [`params`] | every number a user can set, and the profiles | `Params::set` |
//! | [`inferior`] | cells that need not be considered: fill-in and inferior moves, by proved patterns | `FillIn::of`, `Inferiors::prune` |
//! | [`connections`] | virtual connections of a player, by H-search | `Connections::of`, `update`, `undo` |
//! | [`circuit`] | a player's resistor network: energies of cells, resistance between the edges | `Circuit::flow` |
//! | [`knowledge`] | what is *proved* of a position: decided, or open with the moves that are left | `Examiner::examine` |
//! | [`nn`] | planes, convolutions and network files; knows no Hex | `Inference::logits` |
//! | [`evaluation`] | how the moves of an open position compare: features, circuit and network become relative errors and log-odds | `Evaluator::assess` |
//! | [`search`] | SCNS over any game; knows no Hex | `Search::run` |
//! | [`player`] | one game: clock, swap, levels, records | `Player::choose` |
//! | [`review`] | the forecast and the best move for every position of a game | `review` |
//! | [`training`] | samples for the networks, from own games and searches (`hexcoven samples`) | `SelfPlay::play`, `shard_bytes` |
//! | [`solver`] | exact results: who wins, and by which moves | `Solver::solve` |
//! | [`gtp`] | text in, text out, for HexGui, GoGui, gogui-twogtp and analysis boards | `serve` |
//! | [`web`] | the page in a browser: play, analysis, records | `Site::serve` |
//! | [`wrap`] | another Hex program as a child, made fit for the controllers | `Wrap::execute` |
//! | [`contest`] | games between engines (`hexcoven match`, `tune`, `selfplay`): openings, referee, statistics | `Referee::play` |
//! | [`cli`] | arguments, printing, exit codes | `main` |
//!
//! `web`, `contest` and `cli` make the program. They need the feature `cli`, which is on by default: with
//! `default-features = false` the rest is a library without arguments, a web server, progress bars and pictures.
//!
//! [`notes`] is no layer: pages of parameters, matches, speeds, networks, and what failed.
//!
//! # The path of one `genmove`
//!
//! 1. `gtp` reads the command and asks the `player`, which sets limits of time and work and starts the `search`.
//! 2. The search walks down from the root. At every node it goes to the child with the least proof number at the
//!    target of the player to move there, until it comes to a position that is not expanded yet: the most proving node.
//! 3. There it calls [`search::Expand::expand`]. `knowledge` fills in what is dead or captured, finds the opponent's
//!    virtual connections on the filled board (mostly by updating those of the position before), and says
//!    either who wins, or which moves are left: those that meet every threat (the mustplay region) and are
//!    not inferior to another.
//! 4. For an open position `evaluation` computes the opponent's `circuit` and gives all features to the network. Each
//!    move gets a relative error, 0 for the best, and a prior, the log-odds that it wins.
//! 5. The node's functions are computed from its children's functions and errors, then its parent's, up to the root.
//! 6. When the root is decided or a limit is reached, a move of the root that is proved to win is played, or else the
//!    one with the most expansions. The search goes on from the tree of earlier searches for moves. Of an analysis only
//!    what it proved is kept, so that looking at a move does not make it more likely to be played
//!    (`player/purpose.rs`).
//!
//! # Invariants
//!
//! 1. `board` knows only the rules: no connections, values, time or protocols.
//! 2. What is called won or lost is a theorem. Heuristics live in errors, priors and the order of moves, never in what
//!    is dropped. An infinite proof function means proved, and nothing else does.
//! 3. `search` knows no Hex: its only view of a game is the trait [`search::Expand`], which random trees, the example
//!    of SCNS15 and tic-tac-toe implement beside Hex. `nn` knows no Hex either.
//! 4. `inferior`, `connections`, `circuit`, `nn`, `knowledge`, `evaluation` and `search` do no input or output and have
//!    no state but what their caller holds. Apart from deadlines and several threads, a result is a function of the
//!    arguments. Their caches only make them faster, with one exception: if two endpoints have more connections than
//!    the limit, it depends on the caches which of them are left out ([`connections::Connections::is_cut`]).
//! 5. Both players run the same code: an algorithm takes a `player` and asks for its half of a [`board::ByColor`].
//! 6. Relative errors and log-odds are natural logarithms, unscaled. The search's errors and values are whole
//!    thousandths of one, rounded before they are compared.
//! 7. From an empty table (GTP's `clear_cache`) one thread, one seed and a fixed number of expansions give the same moves
//!    and the same counts, unless a clock interrupts the search: a deadline, or the moment to write a file of knowledge.
//!    Threads share the tree of one search and nothing else; it is locked except while a position is expanded or a report
//!    is shown.
//! 8. Only `gtp` knows `=`, `?`, ids and empty lines (`board/diagram.rs` skips those around a pasted diagram). Standard
//!    output carries replies and results; all else goes to standard error; a layer writes its messages through `log`.
//!    Bad input gets an error and changes nothing.
//!
//! # To change something
//!
//! * **A GTP command**: a row in `gtp/commands.rs`, a handler, a transcript in `tests/gtp`.
//! * **The page in the browser**: `web/page`, compiled in; [`web`] has the questions that it may ask.
//! * **A parameter**: a line in `params.rs`; then put the output of `hexcoven params | cat` into
//!   `notes/parameters.md`. If a switch can turn it off, also a row in [`params::Params::unused`].
//! * **A form of records**: a reader beside `record/six.rs`, its place in the chain of [`record::read_text`], and the end
//!   of its files' names in `RECORDS` of `cli/position.rs`.
//! * **A rule about connections**: `connections`, and a case for the brute force in its tests. Updating must give
//!   the same result as building anew. So a connection must stay valid when a stone is added outside its carrier, and
//!   when the player's own stone is added inside.
//! * **Patterns of inferior cells**: `hexcoven patterns --help`; its output is `inferior/patterns.txt`. **Edge
//!   templates**: `hexcoven templates --help`; what it finds is added to `connections/edge_templates.txt`. Tests prove
//!   all of them again.
//! * **A reason for inferior moves**: [`inferior::Reason`], and its place in the proof at the head of `inferior/prune.rs`.
//!   Certificates need no rule for it: `solver/certify.rs` answers such a move if no rule meets it.
//! * **A rule of certificates**: [`certificate::Step`], `parse_step`, `KINDS` and `write` in `certificate/text.rs`, and the
//!   steps at random in its tests; where `solver/certify` uses it; [`notes::certificates`], by which others write checkers.
//! * **A network**: [`notes::networks`] says how to make samples, learn and judge, and how those that ship learned. Networks learn
//!   in Python, in `src/training`.
//! * **Features, the input of a network**: `evaluation/features.rs` with [`evaluation::FEATURES_VERSION`], which any change
//!   raises, [`nn::INPUTS`], and the shards of `training/shard.rs`. In `src/training`: `FEATURES` in `network.py`,
//!   `FEATURES_VERSION` in `files.py`, `read_shard` in `samples.py`; run `check.py`. The networks that ship are refused until
//!   they have learned again.
//! * **Keys of positions, what a node of the search keeps, or a rule that was wrong about who wins**: raise the version
//!   of the format in `solver/table_file.rs`, so that tables that the solver saved before are refused.
//! * **Anything that changes the tree**: the signature of `hexcoven bench` changes, and a test knows it. Say in the
//!   commit why, and what it won: [`notes::strength`] has the matches, [`notes::failed`] what need not be tried
//!   again.
//! * **What is proved**: the tests solve the openings up to 7x7 and compare the winners with the published ones. Of two
//!   openings that a half-turn exchanges they solve one. Those of 8x8 take some 20 minutes and are run by hand:
//!   `cargo test --release --test integration -- --ignored 8x8`.
//!
//! # To package it
//!
//! ```sh
//! export GIT_CEILING_DIRECTORIES="$(dirname "$PWD")"  # else --version names the commit of a repository around this folder
//! RUSTFLAGS="-C target-cpu=x86-64" cargo build --release --locked  # without RUSTFLAGS it needs POPCNT and SSE4.2
//! target/release/hexcoven man man1
//! target/release/hexcoven completions bash > hexcoven.bash  # elvish, fish, powershell, zsh
//! ```
//!
//! # References
//!
//! * **SCNS15**: J. Pawlewicz, R. Hayward, *Sibling Conspiracy Number Search*, SoCS 2015.
//!   <https://www.aaai.org/ocs/index.php/SOCS/SOCS15/paper/view/11040>
//! * **SCNS16**: J. Pawlewicz, R. Hayward, *Feature Strength and Parallelization of Sibling Conspiracy
//!   Number Search*, Advances in Computer Games 2015, LNCS 9525.
//!   <https://doi.org/10.1007/978-3-319-27992-3_18>
//! * **ANS02**: V. Anshelevich, *A hierarchical approach to computer Hex*, Artificial Intelligence 134,
//!   2002. <https://doi.org/10.1016/S0004-3702(01)00154-0>
//! * **PHH15**: J. Pawlewicz, R. Hayward, P. Henderson, B. Arneson, *Stronger Virtual Connections in Hex*,
//!   IEEE Transactions on Computational Intelligence and AI in Games 7, 2015.
//!   <https://webdocs.cs.ualberta.ca/~hayward/papers/strongervcs.pdf>
//! * **KHA15**: M. Khalid, U. Yusof, H. Iida, T. Ishitobi, *Critical Position Identification in Games and
//!   Its Application to Speculative Play*, ICAART 2015. <https://doi.org/10.5220/0005179900380045>
//! * **VU16**: Q. Vu, T. Ishitobi, J.-C. Terrillon, H. Iida, *Using Conspiracy Numbers for Improving Move Selection in
//!   Minimax Game-Tree Search*, ICAART 2016. <https://doi.org/10.5220/0005753004000406>
//! * **LAV16**: A. Lavin, S. Gray, *Fast Algorithms for Convolutional Neural Networks*, CVPR 2016.
//!   <https://arxiv.org/abs/1509.09308>
//! * **HEN10**: P. Henderson, *Playing and solving the game of Hex*, PhD thesis, University of Alberta,
//!   2010. <https://doi.org/10.7939/R3XC7P>

pub mod board;
pub mod certificate;
pub mod layout;
pub mod messages;
pub mod threads;
pub mod files;
pub mod record;
pub mod params;
pub mod inferior;
pub mod connections;
pub mod circuit;
pub mod knowledge;
pub mod nn;
pub mod evaluation;
pub mod search;
pub mod player;
pub mod review;
pub mod training;
pub mod solver;
pub mod gtp;
#[cfg(feature = "cli")]
pub mod web;
pub mod wrap;
#[cfg(feature = "cli")]
pub mod contest;
#[cfg(feature = "cli")]
pub mod cli;
pub mod notes;
