//! `hexcoven bench`: fixed positions and fixed expansions.
//!
//! The signature is a checksum of what the search finds at the root: moves, work and values. Equal trees have equal
//! signatures, and another tree nearly always has another. The positions must not be changed, so that results of different
//! versions can be compared.

use super::EngineArgs;
use crate::board::{Board, Cell, Color, Position, Size};
use crate::evaluation::Evaluator;
use crate::nn::Instructions;
use crate::params::Params;
use crate::player::HexGame;
use crate::search::{Expand, ExpandWith, Limits, Report, Search, TableUsage};
use anyhow::Context;
use clap::Args;
use clap::builder::PossibleValuesParser;
use comfy_table::{Table, presets};
use parking_lot::Mutex;
use std::hash::Hasher;
use std::io::{self, Write};
use std::time::{Duration, Instant};

#[derive(Debug, Args)]
#[command(
    after_help = "Columns: `search` is the share of the time outside of expansions, `bytes` the memory of a node, `steps` the mean number of steps of a node's proof functions, `most` the largest."
)]
pub(super) struct BenchArgs {
    /// Expansions in each position
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    expansions: u64,
    /// Vector instructions that the networks use [default: the widest of this processor]. The signature is the same with all
    #[arg(long, value_parser = PossibleValuesParser::new(Instructions::NAMES))]
    instructions: Option<String>,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Moves on 11x11, Black first: the empty board and three middle games from self-play.
const POSITIONS: [(&str, &str); 4] = [
    ("empty", ""),
    ("early", "b2 f9 b10 c8 e7 d9"),
    ("middle", "d2 h2 f3 e5 f5 f4 g4 g3 d5 c7 d6 d8"),
    ("late", "b2 f9 b10 c8 e7 d9 e9 e8 g7 g6 h6 f8 h8 h5 f7 e5 g10 f5"),
];

pub(super) fn run(args: &BenchArgs) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let params = args.engine.search_params()?;
    let mut evaluator = Evaluator::new(params.position.clone(), args.engine.networks()?);
    if let Some(name) = &args.instructions {
        let instructions = Instructions::named(name);
        let instructions = instructions
            .with_context(|| format!("--instructions: this processor has no {name}"))?;
        evaluator = evaluator.with_instructions(instructions);
    }
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header([
        "position",
        "move",
        "result",
        "expansions",
        "a second",
        "search",
        "bytes",
        "steps",
        "most",
    ]);
    let mut signature = fxhash::FxHasher64::default();
    let (mut expansions, mut time) = (0, Duration::ZERO);
    for (name, moves) in POSITIONS {
        let position = position(moves)?;
        let size = position.board.size();
        let searched = search(HexGame::new(position, evaluator.clone()), &params, args.expansions);
        add_to_signature(&mut signature, &searched.report);
        table.add_row(searched.row(name, size));
        expansions += searched.report.expansions;
        time += searched.report.time;
    }
    writeln!(out, "{table}\n")?;
    writeln!(out, "signature {:016x}", signature.finish())?;
    writeln!(out, "expansions_per_second {}", per_second(expansions, time))?;
    Ok(())
}

fn position(moves: &str) -> anyhow::Result<Position> {
    let mut position = Position { board: Board::new(Size::new(11, 11)?), to_play: Color::Black };
    for name in moves.split_whitespace() {
        position.play(position.board.size().parse_cell(name)?);
    }
    Ok(position)
}

/// A search, its time and its memory.
struct Searched {
    report: Report<Cell>,
    /// The time spent in expansions, as a mean over the threads.
    expanding: Duration,
    usage: TableUsage,
}

impl Searched {
    /// A row of the table.
    fn row(&self, name: &str, size: Size) -> [String; 9] {
        let Self { report, expanding, usage } = self;
        let outcome = report.outcome.map(|outcome| format!("{outcome:?}").to_lowercase());
        [
            name.to_owned(),
            report.best().map(|cell| size.name(cell)).unwrap_or_default(),
            outcome.unwrap_or_else(|| "open".to_owned()),
            report.expansions.to_string(),
            per_second(report.expansions, report.time),
            format!("{:.1} %", 100.0 * (1.0 - expanding.div_duration_f64(report.time))),
            (usage.bytes / usage.nodes).to_string(),
            (usage.steps / (2 * usage.nodes)).to_string(),
            usage.most_steps.to_string(),
        ]
    }
}

fn search(game: HexGame, params: &Params, expansions: u64) -> Searched {
    let time = Mutex::new(Duration::ZERO);
    let expand = |game: &mut HexGame| {
        let start = Instant::now();
        let expansion = game.expand();
        *time.lock() += start.elapsed();
        expansion
    };
    let mut search = Search::new(params.search.clone());
    let report =
        search.run(&mut ExpandWith { game, expand }, &Limits::expansions(expansions), &mut |_| ());
    let expanding = *time.lock() / params.search.threads;
    Searched { report, expanding, usage: search.usage() }
}

fn add_to_signature(signature: &mut impl Hasher, report: &Report<Cell>) {
    signature.write_u64(report.expansions);
    signature.write_i32(report.value);
    for root_move in &report.moves {
        signature.write_usize(root_move.mv.index());
        signature.write_u64(root_move.work);
        signature.write_i32(root_move.value);
    }
}

#[expect(clippy::cast_precision_loss, reason = "a figure for people")]
fn per_second(expansions: u64, time: Duration) -> String {
    format!("{:.0}", expansions as f64 / time.as_secs_f64().max(1e-9))
}
