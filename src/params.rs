//! Every number a user can tune, declared once.
//!
//! The field, its default, its range, the GTP `param_*` commands, `--set` on the command line,
//! `hexcoven params` and the table in the notes all come from the declarations here.

mod declare;

pub use declare::{ParamError, Row};

use declare::{Any, Value, params, shown, words};
use std::fmt::Display;

words! {
    /// What the answer `swap-pieces` means.
    SwapMeaning {
        /// The stone changes its colour and is mirrored in the long diagonal (HexGui).
        Pieces = "pieces",
        /// The stone stays, the players exchange colours (Benzene, older forks of HexGui).
        Sides = "sides",
    }
}

words! {
    /// How the proof functions of a new leaf begin.
    LeafSteps {
        /// One more expansion for each doubling of the distance, (14) of SCNS15.
        Multi = "multi",
        /// One expansion whatever the distance, (4) of SCNS15.
        Two = "two",
    }
}

/// No move promises more.
pub const NO_PROMISE: u32 = 10_000;

params! {
    /// The search. Errors and distances are in thousandths of a natural logarithm; the defaults
    /// are those of Table 1 of SCNS16, where the paper gives one, but for δ and the weight of RAVE, which grew
    /// with the weight of the network and so with the errors.
    SearchParams {
        /// How much worse than its best sibling a child may become before the search leaves it: ε of the 1+ε method.
        epsilon: f64 = 0.41, in 0.0..=10.0;
        /// Steps of a proof function closer than this are merged: η of Definition 4. 0 keeps functions exact.
        eta: f64 = 0.30, in 0.0..=10.0;
        /// The end of the first step of a new leaf's function: δ of (14).
        delta: f64 = 180.0, in 1.0..=100_000.0;
        /// Whether new leaves have many steps or two (knock-out a).
        leaf_steps: LeafSteps = LeafSteps::Multi, in Any;
        /// Proof threshold of the search interval.
        p_max: u32 = 3, in 1..=1_000_000;
        /// Disproof threshold of the search interval.
        d_max: u32 = 4, in 1..=1_000_000;
        /// The interval reaches at least this far above the root's value.
        delta_p: i32 = 8, in 0..=1_000_000;
        /// The interval reaches at least this far below the root's value.
        delta_d: i32 = 7, in 0..=1_000_000;
        /// How much the odds of the reply count, once a move was looked at, against those of the move: 1 for the reply's alone. The solver takes 0.7 whatever is set.
        reply_share: f64 = 1.0, in 0.0..=1.0;
        /// How much worse a move is that was looked at and did not decide the game. The solver takes 175 whatever is set.
        open_error: u32 = 0, in 0..=10_000;
        /// Whether an error fades with the work done at its move (knock-out d).
        use_forgetting: bool = true, in Any;
        /// The work, in expansions, after which an error is forgotten.
        w_max: u32 = 1824, in 1..=1_000_000_000;
        /// Whether errors take in the all-moves-as-first statistic (knock-out e).
        use_rave: bool = true, in Any;
        /// How slowly errors shift to the RAVE statistic, in RAVE games.
        r_shift: f64 = 211.0, in 1.0..=1_000_000.0;
        /// The weight of the RAVE error.
        r_impact: f64 = 1300.0, in 0.0..=1_000_000.0;
        /// Where the best move promises more than this, a new position counts for RAVE as won, and below the negative as lost; decided ones always count. The solver counts no others whatever is set.
        r_promise: u32 = 120, in 0..=NO_PROMISE;
        /// Expansions after which the search returns to the root to set its interval anew.
        root_interlude: u32 = 20, in 1..=1_000_000;
        /// Threads that search together. With more than one, the same search twice is not quite the same.
        threads: u32 = 1, in 1..=256;
        /// The budget of the transposition table, in MiB.
        table_mib: u32 = 512, in 1..=1_000_000;
    }
}

params! {
    /// Inferior cells. All settings are sound.
    InferiorParams {
        /// Whether dead and captured cells count as filled.
        fill_in: bool = true, in Any;
        /// Whether reversible and dominated moves are dropped.
        prune: bool = true, in Any;
    }
}

/// No edge links are longer, in steps: so long they are checked by brute force.
pub const LONGEST_EDGE_LINK: u32 = 5;

params! {
    /// Virtual connections: what H-search may do. All settings are sound.
    ConnectionParams {
        /// Whether the AND rule may use the player's own edge as the middle.
        and_over_edge: bool = false, in Any;
        /// The largest carrier that a rule may make, in cells.
        largest_carrier: u32 = 45, in 0..=361;
        /// The largest carrier that a rule may make between two empty cells. Most connections are such, and few of the large ones matter: with 4 an expansion takes a quarter more time, with 45 far more. The solver takes 8 whatever is set.
        inner_carrier: u32 = 2, in 0..=361;
        /// The most connections of either kind between two ends. In a few positions they would be hundreds of thousands, and take minutes to find; in one of forty it leaves anything out.
        most_of_pair: u32 = 100, in 1..=16_384;
        /// When so many connections have been found, two ends are given no more than a twentieth of `most_of_pair`.
        plenty: u32 = 100_000, in 1..=1_000_000_000;
        /// Whether H-search starts from edge templates as well as from what touches.
        edge_templates: bool = true, in Any;
        /// The longest edge links that H-search starts from, in steps: full connections of two cells over an own edge. 0 for none. The solver takes 2 whatever is set.
        edge_links: u32 = 0, in 0..=LONGEST_EDGE_LINK;
        /// Whether connections that meet in an empty cell may share what the player captures there with the edge. The solver does it whatever is set.
        captured_pairs: bool = false, in Any;
        /// So much larger than `inner_carrier` may a carrier be for each of the two empty cells that captures others with the edge. The solver takes 6 whatever is set.
        capturing_carrier: u32 = 0, in 0..=361;
    }
}

params! {
    /// The circuit: conductances in siemens, relative to a link between two empty cells.
    CircuitParams {
        /// A link between two empty cells.
        empty_empty: f64 = 1.0, in 0.001..=1000.0;
        /// A link between an empty cell and a group.
        empty_group: f64 = 2.0, in 0.001..=1000.0;
        /// A link between two groups; 0 leaves it out.
        group_group: f64 = 0.0, in 0.0..=1000.0;
        /// Whether the circuit of the player to move counts as well as the opponent's; an expansion takes half as long again then. Without it that player's connections are looked at only where a search starts. The solver does without it whatever is set.
        own_circuit: bool = false, in Any;
    }
}

params! {
    /// The player.
    PlayerParams {
        /// Seconds a move, where no clock was set.
        max_time: f64 = 10.0, in 0.0..=1_000_000.0;
        /// Expansions a move; 0 for no limit.
        max_expansions: u64 = 0, in 0..=u64::MAX;
        /// How strong the engine plays: 1 for beginners to 9 for strong players, or 0 for as strong as it can.
        level: u32 = 0, in 0..=9;
        /// The seed of what low levels leave to chance.
        seed: u64 = 1, in 0..=u64::MAX;
        /// Whether the engine thinks on after its move, until the next command comes.
        ponder: bool = false, in Any;
        /// Whether the engine may answer the first stone by swapping.
        allow_swap: bool = false, in Any;
        /// What `swap-pieces` means: the stone is mirrored and changes colour, or the players exchange colours.
        swap_meaning: SwapMeaning = SwapMeaning::Pieces, in Any;
        /// Whether the engine resigns a position that is proved lost. A game lost on the board is always resigned.
        resign: bool = true, in Any;
        /// Whether the search draws on HexGui's board while it runs.
        use_livegfx: bool = false, in Any;
    }
}

params! {
    /// The solver behind the `dfpn-` commands; its threads and memory are those of the search.
    SolverParams {
        /// Seconds that a command of the solver may take; 0 for no limit.
        timelimit: f64 = 0.0, in 0.0..=1_000_000.0;
        /// Whether the solver draws on HexGui's board while it runs.
        use_guifx: bool = false, in Any;
    }
}

params! {
    /// The policy network.
    PolicyParams {
        /// How much the odds that the network gives moves count, in their scores and in the search; 0 leaves it out. The solver takes 0.5 for all others.
        policy_weight: f64 = 0.8, in 0.0..=10.0;
    }
}

/// The groups of parameters that decide what is known of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnalysisParams {
    /// The inferior cells'.
    pub inferior: InferiorParams,
    /// The virtual connections'.
    pub connections: ConnectionParams,
    /// The circuit's.
    pub circuit: CircuitParams,
    /// The policy network's.
    pub policy: PolicyParams,
}

impl AnalysisParams {
    /// The same, but the policy network is not asked.
    #[must_use]
    pub fn without_policy(self) -> Self {
        Self { policy: PolicyParams { policy_weight: 0.0 }, ..self }
    }
}

/// All groups of parameters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Params {
    /// The search's.
    pub search: SearchParams,
    /// The analysis of a position.
    pub analysis: AnalysisParams,
    /// The player's.
    pub player: PlayerParams,
    /// The solver's.
    pub solver: SolverParams,
}

/// A named setting of several parameters.
struct Preset {
    name: &'static str,
    settings: &'static [(&'static str, &'static str)],
}

/// Whatever is not in the papers.
const OWN: &str = "own";

/// Table 1 of SCNS16, and Table 3, which is set over it.
const PRESETS: [Preset; 2] = [
    Preset {
        name: "paper",
        settings: &[
            ("epsilon", "0.41"),
            ("eta", "0.3"),
            ("delta", "103"),
            ("p_max", "3"),
            ("d_max", "4"),
            ("delta_p", "8"),
            ("delta_d", "7"),
            ("r_shift", "211"),
            ("r_impact", "782"),
            ("r_promise", "10000"),
            ("w_max", "1824"),
            ("root_interlude", "20"),
        ],
    },
    Preset {
        name: "paper-long",
        settings: &[
            ("p_max", "6"),
            ("d_max", "8"),
            ("delta_p", "50"),
            ("delta_d", "50"),
            ("r_shift", "500"),
            ("r_impact", "500"),
        ],
    },
];

impl Params {
    /// Sets the search as in a preset, or leaves it as it is if it is our own.
    fn set_preset(&mut self, name: &str) -> Result<(), ParamError> {
        if name == OWN {
            return Ok(());
        }
        let until = PRESETS.iter().position(|preset| preset.name == name);
        let wrong = || {
            let Row { name: row, range, .. } = self.preset_row();
            ParamError::Value { name: row, value: name.to_owned(), range }
        };
        for preset in &PRESETS[..=until.ok_or_else(wrong)?] {
            for (name, value) in preset.settings {
                self.search.set(name, value).expect("presets are allowed values");
            }
        }
        Ok(())
    }

    /// The presets as if they were a parameter.
    fn preset_row(&self) -> Row {
        let is_set = |preset: &&Preset| {
            let mut other = self.clone();
            other.set_preset(preset.name).is_ok() && other == *self
        };
        let names = [OWN].into_iter().chain(PRESETS.iter().map(|preset| preset.name));
        let names: Vec<&str> = names.collect();
        Row {
            name: "preset",
            doc: "Sets the search as it was tuned for DeepHex at 30 s a move (Table 1 of SCNS16), or as \
                  its authors had it for more time (Table 3).",
            kind: format!("list/{}", names.join("/")),
            value: PRESETS.iter().find(is_set).map_or(OWN, |preset| preset.name).to_owned(),
            range: names.join(" or "),
        }
    }

    /// The parameters of the search, the preset first: whoever sets all of them in order gets these.
    pub fn search_rows(&self) -> Vec<Row> {
        [vec![self.preset_row()], self.search.rows()].concat()
    }

    /// Every parameter, group by group.
    pub fn rows(&self) -> Vec<Row> {
        [
            self.search_rows(),
            self.analysis.inferior.rows(),
            self.analysis.connections.rows(),
            self.analysis.circuit.rows(),
            self.analysis.policy.rows(),
            self.player.rows(),
            self.solver.rows(),
        ]
        .concat()
    }

    /// Sets the parameter of this name, whatever group it is in, or several by a preset.
    ///
    /// # Errors
    /// The name is unknown, or the value is not allowed. Nothing has changed then.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), ParamError> {
        if name == "preset" {
            return self.set_preset(text);
        }
        let unknown =
            |result: &Result<(), ParamError>| matches!(result, Err(ParamError::Unknown(_)));
        let mut result = self.search.set(name, text);
        if unknown(&result) {
            result = self.analysis.inferior.set(name, text);
        }
        if unknown(&result) {
            result = self.analysis.connections.set(name, text);
        }
        if unknown(&result) {
            result = self.analysis.circuit.set(name, text);
        }
        if unknown(&result) {
            result = self.analysis.policy.set(name, text);
        }
        if unknown(&result) {
            result = self.player.set(name, text);
        }
        if unknown(&result) {
            result = self.solver.set(name, text);
        }
        result
    }

    /// Sets a parameter from `name=value`.
    ///
    /// # Errors
    /// As [`set`](Params::set), or the text is of another form.
    pub fn set_pair(&mut self, pair: &str) -> Result<(), ParamError> {
        let (name, value) =
            pair.split_once('=').ok_or_else(|| ParamError::Form(pair.to_owned()))?;
        self.set(name.trim(), value.trim())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_what_the_paper_says_whatever_was_set_before() {
        let mut params = Params::default();
        params.set_pair("p_max=77").unwrap();
        params.set_pair("preset=paper").unwrap();
        assert_eq!((params.search.p_max, params.search.delta), (3, 103.0));
        params.set_pair("preset=paper-long").unwrap();
        assert_eq!((params.search.p_max, params.search.r_impact), (6, 500.0));
        assert_eq!(params.search.w_max, 1824, "as in Table 1, where Table 3 says nothing");
        let before = params.clone();
        let error = params.set_pair("preset=strong").unwrap_err().to_string();
        assert_eq!(error, "`strong` is no value for preset: allowed is own or paper or paper-long");
        assert_eq!(params.search_rows()[0].value, "paper-long");
        params.set_pair("epsilon=1").unwrap();
        assert_eq!(params.search_rows()[0].value, "own");
        params.set_pair("epsilon=0.41").unwrap();
        assert_eq!(params, before);
    }

    #[test]
    fn every_default_is_allowed_and_reads_back() {
        let mut params = Params::default();
        for row in Params::default().rows() {
            params.set(row.name, &row.value).unwrap_or_else(|error| panic!("{error}"));
            assert!(row.doc.ends_with('.'), "{} is not documented by a sentence", row.name);
        }
        assert_eq!(params, Params::default());
    }

    #[test]
    fn names_are_unique_over_all_groups() {
        let mut names: Vec<&str> = Params::default().rows().iter().map(|row| row.name).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn what_is_not_allowed_changes_nothing() {
        let mut params = Params::default();
        for (name, value) in [
            ("nothing", "1"),
            ("eta", "-1"),
            ("eta", "NaN"),
            ("p_max", "0"),
            ("p_max", "three"),
            ("use_rave", "2"),
            ("swap_meaning", "stones"),
        ] {
            assert!(params.set(name, value).is_err(), "{name} {value}");
        }
        assert!(params.set_pair("eta").is_err());
        assert_eq!(params, Params::default());
        params.set_pair("swap_meaning=sides").unwrap();
        assert_eq!(params.player.swap_meaning, SwapMeaning::Sides);
    }
}
