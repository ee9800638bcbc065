//! `hexcoven samples`: plays and searches for samples, from which the Python program `src/training/learn.py` learns.

use super::files::{make_folder, networks, replace_file};
use super::interrupt::{stop_on_interrupt, unless_interrupted};
use super::parse_within;
use super::progress::Progress;
use crate::board::{ParseSizeError, Size};
use crate::contest::in_parallel;
use crate::evaluation::Networks;
use crate::messages::counted;
use crate::params::{Params, Profile};
use crate::search::Stop;
use crate::training::{ProofLabels, SelfPlay, SelfPlaySettings, shard_bytes};
use anyhow::ensure;
use clap::Args;
use rand::SeedableRng;
use rand::rngs::StdRng;
use std::path::PathBuf;
use std::sync::Arc;

/// The other two steps of a training.
const NEXT: &str = "Then learn, and judge (src/notes/networks.md has more):
  python3 src/training/learn.py --out learned --from src/evaluation/large.safetensors --samples FOLDER
  hexcoven match --a \"hexcoven --network learned/network.safetensors\" --b hexcoven --sprt 0,30 --out judged.jsonl";

#[derive(Debug, Args)]
#[command(after_help = NEXT)]
pub(super) struct SamplesArgs {
    /// Folder to write the shards to, files of samples. Shards that are there already are kept, whatever they were made with:
    /// the same command again goes on where it was stopped
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Sizes of the boards, such as 9,11, which take turns: one a shard
    #[arg(long = "size", value_name = "SIZE", value_delimiter = ',', default_value = "11", value_parser = parse_board)]
    sizes: Vec<Size>,
    /// Number of shards
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    shards: u32,
    /// Samples of a shard, at least. A sample is a position and what a search found of its moves
    #[arg(long, default_value_t = 4096, value_parser = clap::value_parser!(u32).range(1..))]
    samples: u32,
    /// Expansions of the searches
    #[arg(long, default_value_t = SelfPlaySettings::default().expansions, value_parser = clap::value_parser!(u64).range(2..))]
    expansions: u64,
    /// Least expansions at and below a position of a search for a sample of it. 1 takes every open position, also those of
    /// which the search says nothing: a larger network can label them
    #[arg(long, default_value_t = SelfPlaySettings::default().least_work, value_parser = clap::value_parser!(u64).range(1..))]
    least_work: u64,
    /// The probability that a position of a game is searched
    #[arg(long, default_value_t = SelfPlaySettings::default().search_probability, value_parser = parse_probability)]
    search_probability: f64,
    /// λ of temporal differences: how much the result of a game counts in the labels of its moves, against what the players
    /// expected later in it
    #[arg(long, default_value_t = SelfPlaySettings::default().lambda, value_parser = parse_share)]
    lambda: f32,
    /// The greatest temperature of games: how far from the best a move may be by the log-odds
    #[arg(long, default_value_t = SelfPlaySettings::default().temperature.1, value_parser = parse_temperature)]
    temperature: f32,
    /// The network to play and search with, instead of those compiled in
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// Examine positions with the solver's settings of connections, to train a network for the solver. The search is that of
    /// play
    #[arg(long)]
    as_solver: bool,
    /// Label proved moves by the length of their proofs, to train a network for the solver: the log-odds of a winning
    /// one are 6 less half the natural logarithm of the proof's expansions, and those of a losing one minus that.
    /// Otherwise they are certain
    #[arg(long)]
    proof_lengths: bool,
    /// Threads. Each makes a shard of its own
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Seed of the games. Another seed makes other shards, which may be in the same folder
    #[arg(long, default_value_t = 1)]
    seed: u32,
}

/// The least number of rows and columns of a board to learn from.
const SHORTEST: usize = 6;

fn parse_board(text: &str) -> Result<Size, String> {
    let size: Size = text.parse().map_err(|error: ParseSizeError| error.to_string())?;
    why_no_samples(size).map_or(Ok(size), Err)
}

/// Why there are no samples of boards of this size, if there are none.
pub(super) fn why_no_samples(size: Size) -> Option<String> {
    if !size.is_square() {
        return Some("a shard has positions of both players, which see a board of one size only if it is square".to_owned());
    }
    (size.columns() < SHORTEST).then(|| {
        format!(
            "there is nothing to learn on boards smaller than {SHORTEST}x{SHORTEST}, which are decided \
             almost without a search"
        )
    })
}

fn parse_probability(text: &str) -> Result<f64, String> {
    parse_within(text, &(0.001..=1.0))
}

fn parse_share(text: &str) -> Result<f32, String> {
    parse_within(text, &(0.0..=1.0))
}

fn parse_temperature(text: &str) -> Result<f32, String> {
    parse_within(text, &(SelfPlaySettings::default().temperature.0..=10.0))
}

pub(super) fn run(args: &SamplesArgs) -> anyhow::Result<()> {
    make_folder(&args.out)?;
    let networks = networks(args.network.as_deref())?;
    let missing: Vec<u32> =
        (0..args.shards).filter(|number| !args.path(*number).exists()).collect();
    let mut done = args.shards as usize - missing.len();
    let mut progress = Progress::new(done, args.shards as usize, "shards");
    let (stop, mut missing) = (stop_on_interrupt()?, missing.into_iter());
    let result = in_parallel(
        args.threads,
        || missing.next().filter(|_| !stop.is_set()),
        |number, _| args.write_shard(number, &networks, &stop),
        |shards| {
            let mut count = 0;
            for written in shards {
                count += written.inspect_err(|_| stop.set())?;
                done += 1;
                progress.show(done, counted(count, "sample"));
            }
            anyhow::Ok(())
        },
    )?;
    progress.finish();
    result?;
    unless_interrupted(&stop)?;
    ensure!(
        done == args.shards as usize,
        "shards were lost by a bug of ours; the same command goes on"
    );
    Ok(())
}

impl SamplesArgs {
    fn size(&self, number: u32) -> Size {
        self.sizes[number as usize % self.sizes.len()]
    }

    /// The file of a shard.
    fn path(&self, number: u32) -> PathBuf {
        let size = self.size(number);
        self.out.join(format!("{}-{size}-{number:05}.safetensors", self.seed))
    }

    /// Makes a shard and returns its number of samples; none if the program is asked to end.
    fn write_shard(
        &self,
        number: u32,
        networks: &Arc<Networks>,
        stop: &Stop,
    ) -> Option<anyhow::Result<usize>> {
        let profile = if self.as_solver { Profile::Solve } else { Profile::Play };
        let proofs = if self.proof_lengths { ProofLabels::Length } else { ProofLabels::Certain };
        let settings = SelfPlaySettings {
            proofs,
            expansions: self.expansions,
            least_work: self.least_work,
            search_probability: self.search_probability,
            lambda: self.lambda,
            temperature: (SelfPlaySettings::default().temperature.0, self.temperature),
            position: Params::of(profile).position,
            ..SelfPlaySettings::default()
        };
        let mut random = StdRng::seed_from_u64(u64::from(self.seed) << 32 | u64::from(number));
        let mut self_play = SelfPlay::new(Arc::clone(networks), settings);
        let mut samples = Vec::new();
        while samples.len() < self.samples as usize {
            samples.extend(self_play.play(self.size(number), &mut random, stop)?);
        }
        let provenance = format!(
            "hexcoven {} samples, seed {}, {} expansions{}",
            env!("CARGO_PKG_VERSION"),
            self.seed,
            self.expansions,
            if self.proof_lengths { ", labels by the length of proofs" } else { "" }
        );
        let written = replace_file(&self.path(number), shard_bytes(&samples, &provenance));
        Some(written.map(|()| samples.len()))
    }
}
