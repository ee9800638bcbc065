//! `hexcoven train`: trains a network by games against itself and searches of their positions.

use super::files::{read_network, replace_file};
use super::interrupt::{stop_on_interrupt, unless_interrupted};
use super::progress::Progress;
use super::{parse_size, parse_within};
use crate::board::Size;
use crate::evaluation::FEATURES_VERSION;
use crate::nn::{Header, Network};
use crate::params::{Params, Profile};
use crate::search::Stop;
use crate::training::{Learner, PositionSample, SelfPlay, SelfPlaySettings};
use anyhow::ensure;
use clap::Args;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

#[derive(Debug, Args)]
pub(super) struct TrainArgs {
    /// File to write the network to, at once and after every round. A network that is there already is
    /// overwritten only if it is named by --from too, to go on from it, or with --force
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Overwrite whatever is in --out
    #[arg(long)]
    force: bool,
    /// File of the network to begin with, instead of random weights. If repeated, training begins with the mean of
    /// the networks, weight by weight; a network that is named twice counts twice
    #[arg(long, value_name = "FILE")]
    from: Vec<PathBuf>,
    /// Sizes of the boards. Each game takes one of them at random
    #[arg(long = "size", value_name = "SIZE", value_delimiter = ',', default_value = "11", value_parser = parse_board)]
    sizes: Vec<Size>,
    /// Number of rounds. In each, games are played, and their samples are learned from in random order
    #[arg(long, default_value_t = 300)]
    rounds: u32,
    /// Samples of a round. A sample is a position and the result of a search of it
    #[arg(long, default_value_t = 16_384, value_parser = clap::value_parser!(u32).range(1..))]
    samples: u32,
    /// Expansions of the searches
    #[arg(long, default_value_t = SelfPlaySettings::default().expansions, value_parser = clap::value_parser!(u64).range(10..))]
    expansions: u64,
    /// Learning rate of the first round
    #[arg(long, default_value_t = 0.0008, value_parser = parse_rate)]
    learning_rate: f32,
    /// Learning rate of the last round. It falls by the same factor from each round to the next
    #[arg(long, default_value_t = 0.000_04, value_parser = parse_rate)]
    last_learning_rate: f32,
    /// Search with the settings of the solver, to train a network for the solver
    #[arg(long)]
    as_solver: bool,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    threads: u32,
    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The least number of rows and columns of a board to train on.
const SHORTEST: usize = 6;

fn parse_board(text: &str) -> Result<Size, String> {
    let size = parse_size(text)?;
    if size.columns().min(size.rows()) < SHORTEST {
        return Err(format!(
            "there is nothing to learn on boards smaller than {SHORTEST}x{SHORTEST}, which are decided \
             almost without a search"
        ));
    }
    Ok(size)
}

fn parse_rate(text: &str) -> Result<f32, String> {
    parse_within(text, &(1e-9..=1.0))
}

pub(super) fn run(args: &TrainArgs) -> anyhow::Result<()> {
    args.check_overwriting()?;
    let mut learner = Learner::new(args.first_network()?, args.threads as usize);
    let stop = stop_on_interrupt()?;
    let mut random = StdRng::seed_from_u64(args.seed);
    let mut progress = Progress::new(0, args.rounds as usize, "rounds");
    // So that the user knows before the first round if it cannot be written.
    replace_file(&args.out, args.file(learner.network()))?;
    let mut games = 0;
    for round in 0..args.rounds {
        let (played, samples) = args.play(learner.network(), &mut random, &stop);
        if stop.is_set() {
            break;
        }
        games += played;
        let samples_a_game = samples.len() / played.max(1);
        let loss = learner.learn(samples, args.learning_rate_in(round), &mut random);
        replace_file(&args.out, args.file(learner.network()))?;
        let words = format!("{games} games of {samples_a_game} samples, loss {loss:.4}");
        progress.show(round as usize + 1, words);
    }
    progress.finish();
    Ok(unless_interrupted(&stop)?)
}

impl TrainArgs {
    /// Fails if there is a file that the user may not want to lose.
    fn check_overwriting(&self) -> anyhow::Result<()> {
        let place = |path: &Path| fs::canonicalize(path).ok();
        let goes_on = self.from.iter().any(|from| place(from) == place(&self.out));
        ensure!(
            self.force || goes_on || !self.out.exists(),
            "{0} is there already: go on from it with `--from {0}`, or overwrite it with --force",
            self.out.display()
        );
        Ok(())
    }

    fn first_network(&self) -> anyhow::Result<Network> {
        if self.from.is_empty() {
            return Ok(Network::random(self.seed));
        }
        let networks: Vec<Network> =
            self.from.iter().map(|path| read_network(path)).collect::<Result<_, _>>()?;
        Ok(Network::mean(&networks))
    }

    /// The content of the file of a network.
    fn file(&self, network: &Network) -> Vec<u8> {
        let provenance = format!(
            "hexcoven {} train, seed {}, from {}",
            env!("CARGO_PKG_VERSION"),
            self.seed,
            self.from.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
        );
        network.to_bytes(&Header { features: FEATURES_VERSION, provenance })
    }

    /// The learning rate falls by the same factor from each round to the next.
    fn learning_rate_in(&self, round: u32) -> f32 {
        #[expect(clippy::cast_precision_loss, reason = "a share of the rounds")]
        let share = round as f32 / (self.rounds - 1).max(1) as f32;
        self.learning_rate * (self.last_learning_rate / self.learning_rate).powf(share)
    }

    /// Plays games on all threads until there are enough samples; returns how many games, and the samples.
    fn play(
        &self,
        network: &Network,
        random: &mut StdRng,
        stop: &Stop,
    ) -> (usize, Vec<PositionSample>) {
        let profile = if self.as_solver { Profile::Solve } else { Profile::Play };
        let position = Params::of(profile).position;
        let settings = SelfPlaySettings {
            expansions: self.expansions,
            position,
            ..SelfPlaySettings::default()
        };
        let enough = self.samples.div_ceil(self.threads) as usize;
        let play = |mut random: StdRng| {
            let mut self_play = SelfPlay::new(network, settings.clone());
            let (mut games, mut samples) = (0, Vec::new());
            while samples.len() < enough && !stop.is_set() {
                let size = *self.sizes.choose(&mut random).expect("a size at least");
                samples.extend(self_play.play(size, &mut random));
                games += 1;
            }
            (games, samples)
        };
        thread::scope(|scope| {
            let threads: Vec<_> = (0..self.threads)
                .map(|_| StdRng::from_rng(random))
                .map(|random| scope.spawn(|| play(random)))
                .collect();
            let mut all = (0, Vec::new());
            for thread in threads {
                let (games, samples) = thread.join().expect("a thread that plays does not panic");
                all.0 += games;
                all.1.extend(samples);
            }
            all
        })
    }
}
