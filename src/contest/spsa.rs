//! Tuning by simultaneous perturbation (SPSA; J. Spall, *Multivariate stochastic approximation using a
//! simultaneous perturbation gradient approximation*, 1992).
//!
//! In a trial every parameter is moved up or down at random. This setting and its mirror image, with every
//! parameter moved the other way, play a pair of games. Then all parameters take a small step towards the
//! setting that won. Over many trials the steps of a parameter that matters add up. One that does not matter walks at random:
//! [`Spsa::drift`] says how far that takes it. Steps are taken in the logarithms of the parameters.

use crate::params::{ParamError, Params};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

/// The sizes of moves and steps. Both shrink during the tuning.
#[derive(Clone, Copy, Debug)]
pub struct Gains {
    /// How far parameters are moved in the first trial, as a natural logarithm: 0.3 is up by 35 %, down by 26 %.
    pub spread: f64,
    /// The step after the first trial if one side wins both games, as a share of the spread.
    pub step: f64,
    /// The number of trials that are planned: the sizes shrink over these.
    pub pairs: usize,
}

/// A pair of games to be played between two settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Its number.
    pub number: usize,
    /// For each parameter, whether it is moved up for the first side and down for the other.
    signs: Vec<bool>,
    /// The settings of the first side, as `name=value`.
    pub one: Vec<String>,
    /// The settings of the other side.
    pub other: Vec<String>,
}

/// What came out of a trial.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TrialResult {
    /// The games that the first side won, of two.
    Wins(usize),
    /// How an engine failed in one of the games. Such a trial says nothing about the parameters.
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
    /// How its games were played. Empty in old files.
    #[serde(default)]
    pub games: String,
}

/// A parameter that is tuned.
#[derive(Clone, Debug)]
struct Knob {
    name: String,
    start: f64,
    logarithm: f64,
    /// Whether it takes whole numbers alone.
    is_whole: bool,
}

impl Knob {
    /// The setting `name=value` for this logarithm of the value, or for the present one if that is out of range.
    fn setting(&self, logarithm: f64, params: &Params) -> String {
        let settings = [logarithm, self.logarithm].map(|at| self.setting_in_range(at, params));
        let start = || format!("{}={}", self.name, self.start);
        settings.into_iter().flatten().next().unwrap_or_else(start)
    }

    /// The setting `name=value` for this logarithm of the value, with four significant digits. None if it is out of range.
    fn setting_in_range(&self, logarithm: f64, params: &Params) -> Option<String> {
        let value = logarithm.exp();
        let digits = 3.0 - value.log10().floor().clamp(-9.0, 3.0);
        let scale = 10_f64.powf(if self.is_whole { 0.0 } else { digits });
        let setting = format!("{}={}", self.name, (value * scale).round() / scale);
        params.clone().set_pair(&setting).is_ok().then_some(setting)
    }
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
    /// Begins to tune these parameters from their present values.
    ///
    /// # Errors
    /// A parameter is unknown, or its value is not a number above 0.
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
            let Some(start) = start else {
                return Err(ParamError::Untunable {
                    name: row.name,
                    value: row.value,
                    range: row.range,
                });
            };
            let is_taken = |value: f64| params.clone().set(name, &value.to_string()).is_ok();
            let is_whole = ![start - 0.001, start + 0.001].into_iter().any(is_taken);
            Ok(Knob { name: name.clone(), start, logarithm: start.ln(), is_whole })
        };
        let knobs = names.iter().map(knob).collect::<Result<_, _>>()?;
        Ok(Self { gains, seed, params: params.clone(), knobs, planned: 0 })
    }

    /// The next trial.
    pub fn plan(&mut self) -> Trial {
        let number = self.planned;
        self.planned = number.saturating_add(1);
        self.trial(number)
    }

    /// The trial of this number around the present values. The seed and the number decide on the directions.
    fn trial(&self, number: usize) -> Trial {
        let mut random = StdRng::seed_from_u64(self.seed ^ (number as u64) << 20);
        let signs: Vec<bool> = self.knobs.iter().map(|_| random.random()).collect();
        let spread = self.spread(number);
        let settings = |towards: bool| {
            let moved = self.knobs.iter().zip(&signs).map(|(knob, up)| {
                let change = if *up == towards { spread } else { -spread };
                knob.setting(knob.logarithm + change, &self.params)
            });
            moved.collect()
        };
        let (one, other) = (settings(true), settings(false));
        Trial { number, signs, one, other }
    }

    /// How far parameters are moved in this trial, as a logarithm (the exponent is Spall's).
    fn spread(&self, number: usize) -> f64 {
        self.gains.spread / self.progress(number).powf(0.101)
    }

    /// The step after this trial if one side wins both games, as a logarithm. Spall's falls more slowly, with an exponent of
    /// 0.501: he divides by the spread.
    fn step(&self, number: usize) -> f64 {
        self.gains.step * self.spread(number) / self.progress(number).powf(0.602)
    }

    /// How far a parameter without effect is from its start after so many trials, as a factor: the standard deviation of a
    /// random walk in which every other trial is a draw.
    pub fn drift(&self, trials: usize) -> f64 {
        let steps = (0..trials).map(|number| self.step(number).powi(2));
        (steps.sum::<f64>() / 2.0).sqrt().exp()
    }

    /// What both shrink with: 1 at the first trial, 11 at the last one.
    fn progress(&self, number: usize) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let share = number as f64 / self.gains.pairs.max(1) as f64;
        1.0 + 10.0 * share
    }

    /// Takes a step towards the side that won a trial. A parameter stays as it is if the step leads out of its range, or if
    /// both sides had one value, as whole numbers may. After a draw or a fault nothing changes. Returns the
    /// [values](Self::values) after it.
    pub fn learn(&mut self, trial: &Trial, result: &TrialResult) -> Vec<String> {
        if let TrialResult::Wins(wins) = *result {
            #[expect(clippy::cast_precision_loss, reason = "0 to 2")]
            let step = self.step(trial.number) * (wins as f64 - 1.0);
            let sides = trial.one.iter().zip(&trial.other);
            for ((knob, up), (one, other)) in self.knobs.iter_mut().zip(&trial.signs).zip(sides) {
                let moved = knob.logarithm + if *up { step } else { -step };
                if one != other && knob.setting_in_range(moved, &self.params).is_some() {
                    knob.logarithm = moved;
                }
            }
        }
        self.values()
    }

    /// Repeats the steps of a log.
    pub fn replay(&mut self, log: &[TrialRecord]) {
        for record in log {
            let trial = self.trial(record.trial);
            self.learn(&trial, &record.result);
            self.planned = self.planned.max(record.trial.saturating_add(1));
        }
    }

    /// The present values of the parameters, as `name=value`.
    pub fn values(&self) -> Vec<String> {
        self.knobs.iter().map(|knob| knob.setting(knob.logarithm, &self.params)).collect()
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

    /// Tunes one parameter from this value, by long steps.
    fn spsa_from(name: &str, start: &str) -> Spsa {
        let mut params = Params::default();
        params.set(name, start).unwrap();
        let gains = Gains { spread: 0.3, step: 1.0, pairs: 100 };
        Spsa::new(&[name.to_owned()], &params, gains, 1).unwrap()
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
            spsa.learn(&trial, &result);
        }
        let values = spsa.values();
        assert!((200.0..450.0).contains(&value(&values, "delta")), "{values:?}");
        assert!((0.2..0.9).contains(&value(&values, "epsilon")), "{values:?}");
    }

    #[test]
    fn a_parameter_at_the_end_of_its_range_stays_in_it() {
        let mut spsa = spsa_from("reply_share", "0.6");
        // The larger value always wins.
        for _ in 0..100 {
            let trial = spsa.plan();
            let [one, other] = [&trial.one, &trial.other].map(|side| value(side, "reply_share"));
            assert!(one.max(other) <= 1.0);
            assert!((one - other).abs() > 0.1);
            spsa.learn(&trial, &TrialResult::Wins(if one > other { 2 } else { 0 }));
        }
        assert!(value(&spsa.values(), "reply_share") > 0.75);
    }

    #[test]
    fn nothing_is_learned_where_both_sides_had_one_value() {
        let mut spsa = spsa_from("p_max", "1");
        let trial = spsa.plan();
        assert_eq!((&trial.one, &trial.other), (&spsa.values(), &spsa.values()));
        spsa.learn(&trial, &TrialResult::Wins(2));
        assert!(spsa.knobs[0].logarithm.abs() < 1e-9);
    }

    #[test]
    fn a_parameter_without_effect_drifts_as_far_as_is_said() {
        let mut random = StdRng::seed_from_u64(5);
        let runs = 300;
        let squares = (0..runs).map(|seed| {
            let gains = Gains { spread: 0.3, step: 0.2, pairs: 200 };
            let mut spsa =
                Spsa::new(&["delta".to_owned()], &Params::default(), gains, seed).unwrap();
            for _ in 0..200 {
                let trial = spsa.plan();
                let wins = (0..2).filter(|_| random.random()).count();
                spsa.learn(&trial, &TrialResult::Wins(wins));
            }
            (spsa.knobs[0].logarithm - spsa.knobs[0].start.ln()).powi(2)
        });
        #[expect(clippy::cast_precision_loss, reason = "a few hundred")]
        let deviation = (squares.sum::<f64>() / runs as f64).sqrt();
        let said = spsa(200).drift(200).ln();
        assert!((deviation / said - 1.0).abs() < 0.15, "{deviation} {said}");
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
                let values = first.learn(&trial, &result);
                let (trial, games) = (trial.number, String::new());
                let record = TrialRecord { trial, result, values, games };
                let line = serde_json::to_string(&record).unwrap();
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
        let fault = TrialResult::Fault("w: it crashed".to_owned());
        assert_eq!((spsa.learn(&trial, &fault), spsa.values()), (before.clone(), before.clone()));
        let line = serde_json::to_string(&fault).unwrap();
        assert_eq!(line, r#"{"fault":"w: it crashed"}"#);
        spsa.learn(&trial, &TrialResult::Wins(2));
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
            let p_max = value(&trial.one, "p_max");
            assert!((p_max - p_max.round()).abs() < 1e-9, "it takes whole numbers alone");
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
