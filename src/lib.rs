//! HexCoven plays Hex by Sibling Conspiracy Number Search (SCNS15, SCNS16): a best-first search
//! on staircase proof and disproof functions, driven by a local heuristic, the energy of cells in the
//! Shannon/Anshelevich circuit (ANS02).
//!
//! ```
//! use hexcoven::board::{Board, Color, Position, Size};
//! use hexcoven::params::Params;
//! use hexcoven::player::HexGame;
//! use hexcoven::search::{Limits, Outcome, Search};
//!
//! // Solve the empty 3x3 board: whoever moves first wins.
//! let size = Size::new(3, 3).unwrap();
//! let params = Params::default();
//! let start = Position { board: Board::new(size), to_play: Color::Black };
//! let mut game = HexGame::new(start, params.analysis);
//! let report = Search::new(params.search).run(&mut game, &Limits::default(), &mut |_| ());
//! assert_eq!(report.outcome, Some(Outcome::Won));
//! assert_eq!(size.name(report.best().unwrap()), "b2");
//! ```
//!
//! # The layers
//!
//! Each layer uses itself and those above it in this list, never one below; a test says so.
//!
//! | layer | what it is | its verb |
//! |---|---|---|
//! | [`board`] | the rules of Hex: cells, stones, groups, keys, symmetry, diagrams | `Board::winner` |
//! | [`record`] | records of games in every form: SGF, links, move text | `read`, `Record::write` |
//! | [`params`] | every number a user can tune, declared once | `Params::set` |
//! | [`inferior`] | cells that need not be considered: fill-in, inferior moves, their patterns | `FillIn::of`, `Inferiors::prune` |
//! | [`connections`] | virtual connections of a player, by H-search | `Connections::build`, `update`, `undo` |
//! | [`circuit`] | the resistor network of a player and its cell energies | `flow` |
//! | [`policy`] | a small network that learned which moves are good | `Policy::logits` |
//! | [`analysis`] | what is known of a position without search | `Analyzer::analyze` |
//! | [`search`] | SCNS over any game: staircases, most proving node, table | `Search::run` |
//! | [`player`] | one game, its clock, swap and records | `Player::choose` |
//! | [`review`] | what is thought of every position of a game | `review` |
//! | [`training`] | how the network learns, from games against itself and searches | `Pupil::play`, `Learner::learn` |
//! | [`solver`] | exact results: who wins, and by which moves | `Solver::solve` |
//! | [`gtp`] | text in, text out, for HexGui, GoGui and gogui-twogtp | `serve` |
//! | [`wrap`] | another Hex program as a child, made fit for the controllers | `Wrap::execute` |
//! | [`contest`] | games between engines, openings, results | `Referee::play` |
//! | [`cli`] | arguments, printing, exit codes | `main` |
//!
//! # The path of one `genmove`
//!
//! `gtp` reads the command and asks the `player`, which sets the limits of time and work and starts the
//! `search` at the position. The search walks down from the root, at every node to the child that the
//! search interval makes most urgent, until it reaches a position that was never looked at. There it
//! calls [`search::Expand::expand`]: one `analysis` of the position. What is dead or captured is filled in;
//! the virtual connections of the filled board, an update of those of the position looked at before if
//! that is on the way, decide it or leave the moves that may be right; of these the inferior ones are
//! dropped, and the `circuit`, with the `policy` network, which sees all this, scores the others. Scores
//! become relative errors, the network's odds say how these change once a reply is known, errors and the
//! children's staircases become the node's staircases, and so back up to the root. When a limit is reached
//! the root's child with the most expansions is played; a proved win goes before everything.
//!
//! # Invariants
//!
//! 1. `board` knows only the rules: no connections, values, time or protocols.
//! 2. `inferior`, `connections`, `circuit`, `policy`, `analysis` and `search` do no input or output, cannot
//!    fail (but [`search::Search::load`] on bytes that are no saved search, or too many), and have no state
//!    but what their caller holds and the network of the process ([`policy::play_by`]): a result is a
//!    function of its arguments. What an `Analyzer` remembers makes it faster and changes nothing, but
//!    where two ends have more connections than they are given (`Connections::is_cut`).
//! 3. `search` knows no Hex. Its only view of a game is the trait [`search::Expand`], which random
//!    trees, the example of SCNS15 and tic-tac-toe implement beside Hex.
//! 4. Whatever is called won or lost is a theorem. Heuristics live in scores and in the order of moves,
//!    never in what is pruned, and an infinite proof function means proved.
//! 5. Both players run the same code: an algorithm takes a `player` and asks for its half of a
//!    [`board::ByColor`].
//! 6. Only `gtp` knows `=`, `?`, ids and empty lines. Standard output carries replies and results, all
//!    else goes to standard error through `log`.
//! 7. Threads share the tree of one search and nothing else; it is locked but while a position is expanded.
//!    One thread, one seed and a fixed number of expansions give the same moves and the same counts.
//! 8. Errors and values are whole thousandths of a natural logarithm, rounded before they are compared.
//!
//! # To change something
//!
//! * Add a GTP command: a row in `gtp/commands.rs`, a handler, a transcript in `tests/gtp`.
//! * Add a parameter: a line in `params.rs`; then put the output of `hexcoven params` into the README.
//! * Add a rule about connections: `connections`, and a case for the brute force in its tests. An update
//!   must find what a build finds: so a rule that holds must go on holding when stones are added that
//!   do not stand in its carriers, and when the player's own do.
//! * Add patterns of inferior cells: `hexcoven patterns --help`; its output is `inferior/patterns.txt`.
//! * Add an edge template: `hexcoven templates --help`; its output goes into
//!   `connections/edge_templates.txt`, and a test proves it again.
//! * Train the policy network: `hexcoven train --help`; networks are `policy/network.bin` and `policy/small.bin`,
//!   for boards of up to 8x8. What they see is in `policy/view.rs`; a new input begins with weights of 0.
//! * Look for wrong proofs: `solver.rs` solves all openings up to 7x7 against the published winners.
//! * Change the keys of positions, or what a node of the search keeps: then files of knowledge become other
//!   files; `board::key_scheme` sees the first, the format in `solver/knowledge.rs` must name the second.
//! * Whatever changes the tree that is searched changes the signature of `hexcoven bench`; a test
//!   knows it.
//!
//! # References
//!
//! * **SCNS15**: J. Pawlewicz, R. Hayward, *Sibling Conspiracy Number Search*, SoCS 2015.
//! * **SCNS16**: J. Pawlewicz, R. Hayward, *Feature Strength and Parallelization of Sibling Conspiracy
//!   Number Search*, Advances in Computer Games, 2016.
//! * **ANS02**: V. Anshelevich, *A hierarchical approach to computer Hex*, Artificial Intelligence 134,
//!   2002.
//! * **PHH15**: J. Pawlewicz, R. Hayward, P. Henderson, B. Arneson, *Stronger Virtual Connections in Hex*,
//!   IEEE Transactions on Computational Intelligence and AI in Games 7, 2015.
//! * **KHA15**: M. Khalid, U. Yusof, H. Iida, T. Ishitobi, *Critical Position Identification in Games and
//!   Its Application to Speculative Play*, ICAART 2015.
//! * **LAV16**: A. Lavin, S. Gray, *Fast Algorithms for Convolutional Neural Networks*, CVPR 2016.
//! * **HEN10**: P. Henderson, *Playing and solving the game of Hex*, PhD thesis, University of Alberta,
//!   2010.

pub mod board;
pub mod record;
pub mod params;
pub mod inferior;
pub mod connections;
pub mod circuit;
pub mod policy;
pub mod analysis;
pub mod search;
pub mod player;
pub mod review;
pub mod training;
pub mod solver;
pub mod gtp;
pub mod wrap;
pub mod contest;
pub mod cli;
