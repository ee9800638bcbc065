//! Tuning by simultaneous perturbation (SPSA; J. Spall, *Multivariate stochastic approximation using a
//! simultaneous perturbation gradient approximation*, 1992).
//!
//! All parameters are moved at once, each up or down by the toss of a coin; a pair of games between this
//! setting and its mirror image says which of the two is better, and all parameters take a small step
//! that way. What matters adds up over many pairs, what does not averages out. Parameters are tuned as
//! factors: their logarithms move.

use crate::params::{ParamError, Params};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

/// How bold the steps are.
#[derive(Clone, Copy, Debug)]
pub struct Gains {
    /// How far parameters are moved for a trial at first, as a logarithm: 0.3 is up by 35 %, down by 26 %.
    pub spread: f64,
    /// The step after a pair that one side has won, as a share of the spread, at first.
    pub step: f64,
    /// The number of pairs after which both have become small.
    pub pairs: usize,
}

/// A pair of games that is to be played: both sides have these settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Its number.
    pub number: usize,
    /// Which parameters are up for the one side and down for the other.
    signs: Vec<bool>,
    /// The settings of the one side, as `name=value`.
    pub one: Vec<String>,
    /// Those of the other.
    pub other: Vec<String>,
}

/// What came out of a trial.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TrialResult {
    /// The games that the first side won, of two.
    Wins(usize),
    /// What an engine did wrong in one of the games. Such a trial says nothing about the parameters.
    Fault(String),
}

/// A trial that was played: a line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrialRecord {
    /// The trial's number.
    pub trial: usize,
    /// What came out of it.
    #[serde(flatten)]
    pub result: TrialResult,
    /// The values of the parameters after it, as `name=value`.
    pub values: Vec<String>,
}

/// A parameter that is tuned.
#[derive(Clone, Debug)]
struct Knob {
    name: String,
    start: f64,
    logarithm: f64,
}

/// A tuning under way.
#[derive(Clone, Debug)]
pub struct Spsa {
    gains: Gains,
    seed: u64,
    params: Params,
    knobs: Vec<Knob>,
    planned: usize,
}

impl Spsa {
    /// Begins to tune these parameters from the values that they have.
    ///
    /// # Errors
    /// One of them is unknown or not a number above 0.
    pub fn new(
        names: &[String],
        params: &Params,
        gains: Gains,
        seed: u64,
    ) -> Result<Self, ParamError> {
        let knob = |name: &String| {
            let row = params.rows().into_iter().find(|row| row.name == *name);
            let row = row.ok_or_else(|| ParamError::Unknown(name.clone()))?;
            let number = row.value.parse().ok().filter(|_| row.kind == "string");
            let start = number.filter(|start: &f64| *start > 0.0);
            let start = start.ok_or_else(|| ParamError::Value {
                name: row.name,
                value: row.value.clone(),
                range: "a number above 0, to be tuned".to_owned(),
            })?;
            Ok(Knob { name: name.clone(), start, logarithm: start.ln() })
        };
        let knobs = names.iter().map(knob).collect::<Result<_, _>>()?;
        Ok(Self { gains, seed, params: params.clone(), knobs, planned: 0 })
    }

    /// The next trial.
    pub fn plan(&mut self) -> Trial {
        self.planned += 1;
        self.trial(self.planned - 1)
    }

    /// The trial of this number around the values of now.
    fn trial(&self, number: usize) -> Trial {
        let mut random = StdRng::seed_from_u64(self.seed ^ (number as u64) << 20);
        let signs: Vec<bool> = self.knobs.iter().map(|_| random.random()).collect();
        let spread = self.spread(number);
        let settings = |towards: bool| {
            let moved = self.knobs.iter().zip(&signs).map(|(knob, up)| {
                let change = if *up == towards { spread } else { -spread };
                self.setting(knob, knob.logarithm + change)
            });
            moved.collect()
        };
        let (one, other) = (settings(true), settings(false));
        Trial { number, signs, one, other }
    }

    /// The trials are ever closer together (the exponent is Spall's).
    fn spread(&self, number: usize) -> f64 {
        self.gains.spread / self.progress(number).powf(0.101)
    }

    /// The steps become smaller faster (the exponent is Spall's).
    fn step(&self, number: usize) -> f64 {
        self.gains.step * self.spread(number) / self.progress(number).powf(0.602)
    }

    /// 1 at the beginning and 11 at the end.
    fn progress(&self, number: usize) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let share = number as f64 / self.gains.pairs.max(1) as f64;
        1.0 + 10.0 * share
    }

    /// A value of a parameter as it can be set: with four digits, or whole where it must be, and within
    /// the range where it would leave it.
    fn setting(&self, knob: &Knob, logarithm: f64) -> String {
        let value = logarithm.exp();
        let digits = 3.0 - value.log10().floor().clamp(-9.0, 3.0);
        let scale = 10_f64.powf(digits);
        let texts = [(value * scale).round() / scale, value.round(), knob.start];
        let allowed = texts.into_iter().map(|value| format!("{}={value}", knob.name));
        allowed
            .into_iter()
            .find(|setting| self.params.clone().set_pair(setting).is_ok())
            .expect("the start is a value that the parameter had")
    }

    /// Takes a step towards the better side of a trial, none after a fault. Returns the line for the log.
    pub fn learn(&mut self, trial: &Trial, result: TrialResult) -> TrialRecord {
        if let TrialResult::Wins(wins) = result {
            #[expect(clippy::cast_precision_loss, reason = "0 to 2")]
            let step = self.step(trial.number) * (wins as f64 - 1.0);
            for (knob, up) in self.knobs.iter_mut().zip(&trial.signs) {
                knob.logarithm += if *up { step } else { -step };
            }
        }
        TrialRecord { trial: trial.number, result, values: self.values() }
    }

    /// Learns again from the trials of a log.
    pub fn replay(&mut self, log: &[TrialRecord]) {
        for record in log {
            let trial = self.trial(record.trial);
            self.learn(&trial, record.result.clone());
            self.planned = self.planned.max(record.trial + 1);
        }
    }

    /// The parameters as they are now, as `name=value`.
    pub fn values(&self) -> Vec<String> {
        self.knobs.iter().map(|knob| self.setting(knob, knob.logarithm)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 3] = ["delta", "p_max", "epsilon"];

    fn spsa(pairs: usize) -> Spsa {
        let names = NAMES.map(str::to_owned);
        let gains = Gains { spread: 0.3, step: 0.2, pairs };
        Spsa::new(&names, &Params::default(), gains, 1).unwrap()
    }

    fn value(settings: &[String], name: &str) -> f64 {
        let mut values = settings.iter().filter_map(|s| s.strip_prefix(name)?.strip_prefix('='));
        values.next().unwrap().parse().unwrap()
    }

    /// Games are won by chance, more often by the side whose delta is nearer to 300.
    fn result(trial: &Trial, random: &mut StdRng) -> TrialResult {
        let distance = |settings: &[String]| (value(settings, "delta") / 300.0).ln().abs();
        let edge = distance(&trial.other) - distance(&trial.one);
        TrialResult::Wins((0..2).filter(|_| random.random::<f64>() < 0.5 + 0.2 * edge).count())
    }

    #[test]
    fn what_matters_is_found_and_what_does_not_stays() {
        let mut spsa = spsa(3000);
        let mut random = StdRng::seed_from_u64(7);
        for _ in 0..3000 {
            let trial = spsa.plan();
            let result = result(&trial, &mut random);
            spsa.learn(&trial, result);
        }
        let values = spsa.values();
        assert!((200.0..450.0).contains(&value(&values, "delta")), "{values:?}");
        assert!((0.2..0.9).contains(&value(&values, "epsilon")), "{values:?}");
    }

    #[test]
    fn a_log_leads_to_where_it_was_written() {
        let mut first = spsa(50);
        let mut random = StdRng::seed_from_u64(3);
        let mut log = Vec::new();
        // Two trials at a time, the later one ending first.
        for round in 0..20 {
            let (a, b) = (first.plan(), first.plan());
            for trial in [b, a] {
                let fault = || TrialResult::Fault("b: it crashed".to_owned());
                let result = result(&trial, &mut random);
                let result = if round == 7 { fault() } else { result };
                let line = serde_json::to_string(&first.learn(&trial, result)).unwrap();
                log.push(serde_json::from_str(&line).unwrap());
            }
        }
        let mut again = spsa(50);
        again.replay(&log);
        assert_eq!(again.values(), first.values());
        assert_eq!(again.plan(), first.plan());
    }

    #[test]
    fn nothing_is_learned_from_a_fault_and_old_logs_are_read() {
        let mut spsa = spsa(10);
        let trial = spsa.plan();
        let before = spsa.values();
        let record = spsa.learn(&trial, TrialResult::Fault("w: it crashed".to_owned()));
        assert_eq!((spsa.values(), &record.values), (before.clone(), &before));
        let line = serde_json::to_string(&record).unwrap();
        assert!(line.contains(r#""fault":"w: it crashed""#), "{line}");
        spsa.learn(&trial, TrialResult::Wins(2));
        assert_ne!(spsa.values(), before);
        let old = r#"{"trial":3,"wins":1,"values":["eta=0.3"]}"#;
        let old: TrialRecord = serde_json::from_str(old).unwrap();
        assert_eq!((old.trial, old.result), (3, TrialResult::Wins(1)));
    }

    #[test]
    fn trials_are_mirror_images_that_can_be_set() {
        let mut spsa = spsa(10);
        for _ in 0..20 {
            let trial = spsa.plan();
            let mut params = Params::default();
            for setting in trial.one.iter().chain(&trial.other) {
                params.set_pair(setting).unwrap();
            }
            let product = value(&trial.one, "delta") * value(&trial.other, "delta");
            assert!((product / Params::default().search.delta.powi(2) - 1.0).abs() < 1e-2);
        }
    }

    #[test]
    fn what_is_no_number_above_0_is_refused() {
        for name in ["nothing", "leaf_steps", "group_group", "use_rave"] {
            let gains = Gains { spread: 0.3, step: 0.2, pairs: 1 };
            let result = Spsa::new(&[name.to_owned()], &Params::default(), gains, 1);
            assert!(result.is_err(), "{name}");
        }
    }
}
