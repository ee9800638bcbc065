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

/// What came out of a trial, as it stands in the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lesson {
    /// The trial's number.
    pub trial: usize,
    /// The games that the one side has won, of two.
    pub wins: usize,
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

    /// Steps towards the better side of a trial; tells what is to be written down.
    pub fn learn(&mut self, trial: &Trial, wins: usize) -> Lesson {
        #[expect(clippy::cast_precision_loss, reason = "0 to 2")]
        let step = self.step(trial.number) * (wins as f64 - 1.0);
        for (knob, up) in self.knobs.iter_mut().zip(&trial.signs) {
            knob.logarithm += if *up { step } else { -step };
        }
        Lesson { trial: trial.number, wins, values: self.values() }
    }

    /// Learns again what stands in a log.
    pub fn replay(&mut self, lessons: &[Lesson]) {
        for lesson in lessons {
            let trial = self.trial(lesson.trial);
            self.learn(&trial, lesson.wins);
            self.planned = self.planned.max(lesson.trial + 1);
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
    fn wins(trial: &Trial, random: &mut StdRng) -> usize {
        let distance = |settings: &[String]| (value(settings, "delta") / 300.0).ln().abs();
        let edge = distance(&trial.other) - distance(&trial.one);
        (0..2).filter(|_| random.random::<f64>() < 0.5 + 0.2 * edge).count()
    }

    #[test]
    fn what_matters_is_found_and_what_does_not_stays() {
        let mut spsa = spsa(3000);
        let mut random = StdRng::seed_from_u64(7);
        for _ in 0..3000 {
            let trial = spsa.plan();
            let wins = wins(&trial, &mut random);
            spsa.learn(&trial, wins);
        }
        let values = spsa.values();
        assert!((200.0..450.0).contains(&value(&values, "delta")), "{values:?}");
        assert!((0.2..0.9).contains(&value(&values, "epsilon")), "{values:?}");
    }

    #[test]
    fn a_log_leads_to_where_it_was_written() {
        let mut first = spsa(50);
        let mut random = StdRng::seed_from_u64(3);
        let mut lessons = Vec::new();
        // Two trials at a time, the later one ending first.
        for _ in 0..20 {
            let (a, b) = (first.plan(), first.plan());
            for trial in [b, a] {
                let wins = wins(&trial, &mut random);
                lessons.push(first.learn(&trial, wins));
            }
        }
        let mut again = spsa(50);
        again.replay(&lessons);
        assert_eq!(again.values(), first.values());
        assert_eq!(again.plan(), first.plan());
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
        for name in ["nothing", "leaf_steps", "level", "use_rave"] {
            let gains = Gains { spread: 0.3, step: 0.2, pairs: 1 };
            let result = Spsa::new(&[name.to_owned()], &Params::default(), gains, 1);
            assert!(result.is_err(), "{name}");
        }
    }
}
