//! Settings of other programs, which their clients send to any engine.
//!
//! Where one of our parameters does the same it is set. What means nothing here is kept, so that a client reads back
//! what it has set, and a warning on standard error says so.

use super::args::Args;
use super::{DONE, Draw, GtpError, Reply, Session};
use std::collections::BTreeMap;

/// How a value of another program is read.
#[derive(Clone, Copy, Debug)]
enum Unit {
    /// On or off.
    Switch,
    /// A number; `NO_LIMIT` or more means no limit.
    Count,
    /// Seconds.
    Seconds,
    /// Bytes, of which our parameter counts 2^20.
    Bytes,
}

/// A setting of another program and the parameter that does the same here.
type Alias = (&'static str, &'static str, Unit);

/// The settings of another program that one command sets.
#[derive(Debug)]
pub(super) struct Family {
    pub(super) program: &'static str,
    aliases: &'static [Alias],
    /// Settings that mean nothing here, with the values that they begin with.
    others: &'static [(&'static str, &'static str)],
    /// The words for on and off.
    switch: [&'static str; 2],
}

/// What was set that means nothing here, by program and name.
pub(super) type Kept = BTreeMap<(&'static str, String), String>;

/// As a worker of playhex and MoHex's tools send it. A game of MoHex's is a simulation; it stands for an expansion.
const MOHEX: Family = Family {
    program: "MoHex",
    aliases: &[
        ("max_games", "max_expansions", Unit::Count),
        ("max_memory", "table_mib", Unit::Bytes),
        ("max_time", "max_time", Unit::Seconds),
        ("num_threads", "threads", Unit::Count),
        ("ponder", "ponder", Unit::Switch),
        ("use_livegfx", "use_livegfx", Unit::Switch),
    ],
    others: &[],
    switch: ["1", "0"],
};

const GAME: Family = Family {
    program: "Benzene's game",
    aliases: &[("allow_swap", "allow_swap", Unit::Switch)],
    others: &[],
    switch: ["1", "0"],
};

/// Beside our own parameters of the solver.
pub(super) const DFPN: Family = Family {
    program: "Benzene's solver",
    aliases: &[("threads", "threads", Unit::Count)],
    others: &[
        ("epsilon", "0"),
        ("guifx_deep_bounds", "0"),
        ("thread_work", "1000"),
        ("tt_size", "0"),
        ("widening_base", "1"),
        ("widening_factor", "0.25"),
    ],
    switch: ["1", "0"],
};

pub(super) const KATAGO: Family = Family {
    program: "KataGo",
    aliases: &[
        ("allowResignation", "resign", Unit::Switch),
        ("maxPlayouts", "max_expansions", Unit::Count),
        ("maxTime", "max_time", Unit::Seconds),
        ("maxVisits", "max_expansions", Unit::Count),
        ("numSearchThreads", "threads", Unit::Count),
        ("ponderingEnabled", "ponder", Unit::Switch),
    ],
    others: &[("analysisWideRootNoise", "0.0"), ("playoutDoublingAdvantage", "0.0")],
    switch: ["true", "false"],
};

/// What `KataGo` says where there is no limit: 2^50. As much, or more, is no limit here either.
const NO_LIMIT: f64 = 1_125_899_906_842_624.0;

pub(super) fn param_mohex(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    param(session, args, &MOHEX)
}

pub(super) fn param_game(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    param(session, args, &GAME)
}

/// Without arguments: the settings in the format of the clients' dialogs. With a name and a value: sets one.
pub(super) fn param(session: &mut Session, args: &mut Args<'_>, family: &Family) -> Reply {
    if args.is_empty() {
        let line = |(name, value): (String, String)| format!("\n[string] {name} {value}");
        return Ok(family.all(session).into_iter().map(line).collect());
    }
    let (name, value) = setting(args)?;
    family.set(session, &name, &value)?;
    Ok(DONE)
}

/// Reads the name of a setting and its value.
pub(super) fn setting(args: &mut Args<'_>) -> Result<(String, String), GtpError> {
    let name = args.word("a parameter")?;
    if !is_name(name) {
        return Err(GtpError::new(format!(
            "syntax error: `{name}` is not the name of a parameter"
        )));
    }
    let value = args.word(&format!("the value of {name}"))?;
    args.end()?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Whether other programs may name something so: a letter, and letters, digits and `_` after it.
pub(super) fn is_name(word: &str) -> bool {
    let is_inside = |c: char| c.is_ascii_alphanumeric() || c == '_';
    word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.chars().all(is_inside)
}

impl Family {
    fn alias(&self, name: &str) -> Option<Alias> {
        self.aliases.iter().copied().find(|(theirs, ..)| theirs.eq_ignore_ascii_case(name))
    }

    /// Whether a setting of this name is listed.
    pub(super) fn has(&self, name: &str) -> bool {
        self.alias(name).is_some()
            || self.others.iter().any(|(other, _)| other.eq_ignore_ascii_case(name))
    }

    /// Sets what it stands for here, or keeps it if that is nothing.
    pub(super) fn set(
        &self,
        session: &mut Session,
        name: &str,
        value: &str,
    ) -> Result<(), GtpError> {
        if let Some((_, ours, unit)) = self.alias(name) {
            let set = session.player.set_param(ours, &unit.read(value));
            let head = if name == ours { String::new() } else { format!("{name}: ") };
            return set.map_err(|error| GtpError::new(format!("{head}{error}")));
        }
        if self.is_ours(name) {
            return Ok(session.player.set_param(name, value)?);
        }
        let mut listed = self.others.iter().map(|(other, _)| *other);
        let name = listed.find(|other| other.eq_ignore_ascii_case(name)).unwrap_or(name);
        log::warn!("`{name}` of {} means nothing here", self.program);
        session.kept.insert((self.program, name.to_owned()), value.to_owned());
        Ok(())
    }

    /// Whether one of the settings has this name here. Then its value is in our unit.
    fn is_ours(&self, name: &str) -> bool {
        self.aliases.iter().any(|(_, ours, _)| *ours == name)
    }

    /// The value of a setting that is listed or was set.
    pub(super) fn get(&self, session: &Session, name: &str) -> Option<String> {
        let value = |ours: &str| {
            let rows = session.player.params().rows();
            rows.into_iter().find(|row| row.name == ours).map(|row| row.value)
        };
        if let Some((_, ours, unit)) = self.alias(name) {
            return value(ours).map(|value| self.shown(unit, value));
        }
        if self.is_ours(name) {
            return value(name);
        }
        let kept = session.kept.get(&(self.program, name.to_owned())).cloned();
        let first = || self.others.iter().find(|(other, _)| *other == name);
        kept.or_else(|| first().map(|(_, value)| (*value).to_owned()))
    }

    /// All settings that are listed or were set, with their values.
    pub(super) fn all(&self, session: &Session) -> Vec<(String, String)> {
        let of_aliases = self.aliases.iter().map(|(theirs, ..)| (*theirs).to_owned());
        let others = self.others.iter().map(|(other, _)| (*other).to_owned());
        let kept = session.kept.keys().filter(|(program, name)| {
            *program == self.program && self.others.iter().all(|(other, _)| other != name)
        });
        let kept = kept.map(|(_, name)| name.clone());
        let names = of_aliases.chain(others).chain(kept);
        names.filter_map(|name| self.get(session, &name).map(|value| (name, value))).collect()
    }

    /// A value of ours in the other program's words.
    fn shown(&self, unit: Unit, value: String) -> String {
        let [on, off] = self.switch;
        let number = || value.parse::<u64>().ok();
        match unit {
            Unit::Switch => if value == "1" { on } else { off }.to_owned(),
            Unit::Count if value == "0" => format!("{NO_LIMIT:.0}"),
            Unit::Bytes => number().map_or(value.clone(), |mib| (mib << 20).to_string()),
            Unit::Count | Unit::Seconds => value,
        }
    }
}

impl Unit {
    /// A value in our unit. What is no number stays as it is; the parameter then refuses it.
    fn read(self, text: &str) -> String {
        /// The greatest value of our parameters of time and memory.
        const MOST: f64 = 1e6;
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        let read = match self {
            Self::Switch => match text.to_ascii_lowercase().as_str() {
                "true" => Some("1".to_owned()),
                "false" => Some("0".to_owned()),
                _ => None,
            },
            Self::Count => number.filter(|count| *count >= 0.0).map(|count| {
                if count >= NO_LIMIT { "0".to_owned() } else { format!("{count:.0}") }
            }),
            Self::Seconds => number.map(|seconds| seconds.min(MOST).to_string()),
            Self::Bytes => {
                let mib = |bytes: f64| (bytes / f64::from(1 << 20)).round().clamp(1.0, MOST);
                number.filter(|bytes| *bytes >= 0.0).map(|bytes| mib(bytes).to_string())
            }
        };
        read.unwrap_or_else(|| text.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_other_programs_are_read_in_our_units() {
        let cases = [
            (Unit::Switch, "true", "1"),
            (Unit::Switch, "0", "0"),
            (Unit::Switch, "maybe", "maybe"),
            (Unit::Count, "1e3", "1000"),
            (Unit::Count, "-1", "-1"),
            (Unit::Count, "1125899906842624", "0"),
            (Unit::Seconds, "1e20", "1000000"),
            (Unit::Seconds, "0.5", "0.5"),
            (Unit::Bytes, "1073741824", "1024"),
            (Unit::Bytes, "20000", "1"),
            (Unit::Bytes, "nan", "nan"),
        ];
        for (unit, text, expected) in cases {
            assert_eq!(unit.read(text), expected, "{unit:?} {text}");
        }
    }
}
