//! The parameters that a user can set, each declared once, and the profiles.
//!
//! From the declarations here come the field, its default and range, the GTP commands `param_*`, `--set` on the command
//! line, `hexcoven params` and the table in the notes.

mod declare;

pub use declare::{ParamError, Row};

use declare::{Any, Group, Value, params, read_value, shown, words};

words! {
    /// The meaning of the move `swap-pieces`.
    SwapMeaning {
        /// The stone changes its colour and is mirrored in the long diagonal (HexGui).
        Pieces = "pieces",
        /// The stone stays and the players exchange colours (Benzene, older forks of HexGui).
        Sides = "sides",
    }
}

words! {
    /// A list of defaults. What the user sets overrides them, in any order.
    Profile {
        /// To play and to analyse.
        Play = "play",
        /// To solve: far targets, and more connections.
        Solve = "solve",
        /// To repeat SCNS16: the circuits of both players, no network, the settings of Table 1.
        Paper = "paper",
        /// The same with the settings of Table 3, for more time.
        PaperLong = "paper-long",
    }
}

words! {
    /// The proof and the disproof function of a leaf.
    LeafSteps {
        /// They double with every `delta`, (14) of SCNS15.
        Multi = "multi",
        /// They are 1 at every distance, (4) of SCNS15.
        Two = "two",
    }
}

/// The greatest weighted prior, in thousandths of a natural logarithm: greater ones count as this.
pub const MAX_PRIOR: u32 = 10_000;

/// The highest level ([`level`](PlayerParams::level)).
pub const MAX_LEVEL: u32 = 15;

params! {
    /// The search. Errors and values are in thousandths of a natural logarithm.
    SearchParams {
        /// The search stays at the best child until its number exceeds the second best's by the factor 1+ε.
        epsilon: f64 = 0.41, in 0.0..=10.0;
        /// Steps of a function whose heights differ by no more than the factor 1+η are merged: η of Definition 4
        /// of SCNS15. 0 keeps functions exact.
        eta: f64 = 0.30, in 0.0..=10.0;
        /// The width of the first step of a leaf's function, which doubles with every δ, in thousandths of a natural
        /// logarithm: δ of (14) of SCNS15.
        delta: f64 = 180.0, in 1.0..=100_000.0;
        /// Whether the functions of leaves have many steps or two (knock-out a of SCNS16).
        leaf_steps: LeafSteps = LeafSteps::Multi, in Any;
        /// The proof threshold of the search interval, in leaves: (5) of SCNS16.
        p_max: u32 = 3, in 1..=1_000_000;
        /// The disproof threshold of the search interval, in leaves.
        d_max: u32 = 4, in 1..=1_000_000;
        /// The interval reaches at least this far above the root's value, in thousandths of a natural logarithm.
        delta_p: i32 = 8, in 0..=1_000_000;
        /// The interval reaches at least this far below the root's value, in thousandths of a natural logarithm.
        delta_d: i32 = 7, in 0..=1_000_000;
        /// The weight of the circuit's relative error in the error of a move: an exponent of the energies.
        error_weight: f64 = 0.5, in 0.001..=10.0;
        /// The weight of the network's log-odds in the error of a move; 0 leaves them out.
        prior_weight: f64 = 0.8, in 0.0..=10.0;
        /// The share of the best reply's log-odds in the error of a move, once the position after it is expanded; the
        /// rest is the move's own log-odds.
        reply_share: f64 = 1.0, in 0.0..=1.0;
        /// Added to the error of a move once the position after it is expanded and still open, in thousandths of a natural
        /// logarithm.
        open_error: u32 = 0, in 0..=10_000;
        /// Whether the part of an error without the priors fades with the work at its move (knock-out d of SCNS16).
        use_forgetting: bool = true, in Any;
        /// The work, in expansions, after which the part of an error without the priors is 0: (8) of SCNS16.
        w_max: u32 = 1824, in 1..=1_000_000_000;
        /// Whether errors shift to the results of a move in other lines (all moves as first; knock-out e of SCNS16).
        use_rave: bool = true, in Any;
        /// How slowly errors shift to the RAVE error, in lines counted: (10) of SCNS16.
        r_shift: f64 = 211.0, in 1.0..=1_000_000.0;
        /// The weight of the RAVE error: (9) of SCNS16.
        r_impact: f64 = 1300.0, in 0.0..=1_000_000.0;
        /// An open position counts as won for RAVE if the weighted log-odds of its best move are above this, in
        /// thousandths of a natural logarithm, and as lost if they are below its negative. Decided positions always
        /// count; 10000, which no prior exceeds, counts them alone.
        r_margin: u32 = 120, in 0..=MAX_PRIOR;
        /// The expansions after which the search returns to the root to set its interval anew.
        root_interlude: u32 = 20, in 1..=1_000_000;
        /// The expansions from which on the root, if all its searched moves look lost, is searched one move at a time;
        /// 0 for never. For proofs alone: the move played is the one with the most expansions.
        focus_work: u32 = 0, in 0..=1_000_000_000;
        /// The threads of a search. With more than one the search is not deterministic. A level always uses one.
        threads: u32 = 1, in 1..=256;
        /// The budget of the transposition table, in MiB.
        table_mib: u32 = 512, in 1..=1_000_000;
    }
}

params! {
    /// Inferior cells. All settings are sound.
    InferiorParams {
        /// Whether dead and captured cells are filled with stones.
        fill_in: bool = true, in Any;
        /// Whether vulnerable, reversible and dominated moves are dropped.
        prune: bool = true, in Any;
        /// Whether regions that a full connection of the opponent cuts off from the rest are filled, too. What the
        /// network sees of fill-in, and the circuits, are without them.
        decompositions: bool = true, in Any;
    }
}

params! {
    /// Virtual connections: the limits of H-search and what it starts from. All settings are sound.
    ConnectionParams {
        /// The largest carrier that a rule may build, in cells.
        largest_carrier: u32 = 45, in 0..=729;
        /// The largest carrier that a rule may build between two empty cells, in cells. Most connections are between
        /// empty cells, and larger carriers there cost much time.
        inner_carrier: u32 = 2, in 0..=729;
        /// The most full connections, and the most semi connections, that are kept between two endpoints. Without a
        /// limit a few positions would take minutes.
        most_of_pair: u32 = 100, in 1..=16_384;
        /// Whether H-search starts from edge templates as well as from endpoints that touch.
        edge_templates: bool = true, in Any;
        /// Whether H-search also starts from edge links of up to two steps, and lets connections that meet in an empty
        /// cell share the cells that a stone there captures with the edge (PHH15).
        strong_edges: bool = false, in Any;
    }
}

params! {
    /// The circuit. Conductances are in siemens. Only their ratio matters for relative errors.
    CircuitParams {
        /// The conductance of a link between two empty cells.
        empty_empty: f64 = 1.0, in 0.001..=1000.0;
        /// The conductance of a link between an empty cell and a group or an edge. Links between two groups are left out.
        empty_group: f64 = 2.0, in 0.001..=1000.0;
    }
}

params! {
    /// The player.
    PlayerParams {
        /// Seconds a move, if no clock is set; 0 for no limit.
        max_time: f64 = 10.0, in 0.0..=1_000_000.0;
        /// Seconds that a move takes on the controller's clock beyond the engine's own thinking, such as for the way to a
        /// server, or for a person who enters the moves.
        move_lag: f64 = 0.005, in 0.0..=3600.0;
        /// Expansions a move; 0 for no limit.
        max_expansions: u64 = 0, in 0..=u64::MAX;
        /// The strength: from 1 for a first-day beginner to 15 for strong players, or 0 for full strength.
        level: u32 = 0, in 0..=MAX_LEVEL;
        /// The seed of the noise in what levels 1 to 13 see; 14 and 15 have none.
        seed: u64 = 1, in 0..=u64::MAX;
        /// Whether the engine ponders after its move, until the next command comes, for 10 minutes at most. No level ponders.
        ponder: bool = false, in Any;
        /// Whether the engine may answer the first stone by swapping.
        allow_swap: bool = false, in Any;
        /// What `swap-pieces` means: the stone is mirrored and changes colour, or the players exchange colours. The engine
        /// swaps pieces on square boards only.
        swap_meaning: SwapMeaning = SwapMeaning::Pieces, in Any;
        /// Whether the engine resigns a position that is proved lost, from level 9 on. A game lost on the board is
        /// always resigned.
        resign: bool = true, in Any;
        /// Whether the search draws on the board of HexGui or GoGui while it runs.
        use_livegfx: bool = false, in Any;
    }
}

params! {
    /// The `dfpn-` commands of GTP.
    SolverParams {
        /// Seconds that a command of the solver may take; 0 for no limit.
        timelimit: f64 = 0.0, in 0.0..=1_000_000.0;
        /// Whether the solver draws on the board of HexGui or GoGui while it runs.
        use_guifx: bool = false, in Any;
    }
}

params! {
    /// The evaluation of open positions.
    EvaluationParams {
        /// Whether the energies of the mover's circuit count as well as the opponent's.
        own_circuit: bool = false, in Any;
        /// Whether the network is used. Without it there are no priors, and chances of winning come from the search's value.
        use_network: bool = true, in Any;
    }
}

/// The parameters that decide what is proved of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnowledgeParams {
    /// Parameters of the inferior cells.
    pub inferior: InferiorParams,
    /// Parameters of the virtual connections.
    pub connections: ConnectionParams,
}

/// The parameters that decide how a position is assessed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PositionParams {
    /// Parameters of what is proved.
    pub knowledge: KnowledgeParams,
    /// Parameters of the circuit.
    pub circuit: CircuitParams,
    /// Parameters of the evaluation.
    pub evaluation: EvaluationParams,
}

/// All parameters: the defaults of a profile, and over them what the user has set.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    profile: Profile,
    /// The names and values that the user has set, each parameter once.
    chosen: Vec<(String, String)>,
    /// Parameters of the search.
    pub search: SearchParams,
    /// Parameters of the assessment of positions.
    pub position: PositionParams,
    /// Parameters of the player.
    pub player: PlayerParams,
    /// Parameters of the commands of the solver.
    pub solver: SolverParams,
}

impl Default for Params {
    fn default() -> Self {
        Self::of(Profile::Play)
    }
}

/// The names and values in which a profile differs from the declared defaults.
type Settings = &'static [(&'static str, &'static str)];

/// The profile `solve`. With thresholds of 1000 the targets are far from the root's value, so the search looks for
/// proofs rather than for better values. They are finite: a leaf that is decided counts 1024. With a great `delta` the
/// functions of leaves differ over a wide range of errors, which df-pn calls a heuristic initialization of proof
/// numbers. Connections are worth more time than in play, and at a root that looks lost one move is refuted after the
/// other. The page `solver` of the notes tells how each was tuned.
const SOLVE: Settings = &[
    ("delta", "500"),
    ("p_max", "1000"),
    ("d_max", "1000"),
    ("prior_weight", "0.5"),
    ("reply_share", "0.7"),
    ("open_error", "175"),
    ("r_margin", "10000"),
    ("focus_work", "300"),
    ("inner_carrier", "8"),
    ("strong_edges", "1"),
];

/// All of Table 1 of SCNS16, also the values that are our defaults, and its root interlude (4.1), over our own
/// connections and patterns. The rest is as in the matches of the notes: the energies of both circuits, no network, no
/// smaller limit for carriers between empty cells, no edge templates, and no filled regions that connections cut off.
const PAPER: Settings = &[
    ("epsilon", "0.41"),
    ("eta", "0.3"),
    ("delta", "103"),
    ("p_max", "3"),
    ("d_max", "4"),
    ("delta_p", "8"),
    ("delta_d", "7"),
    ("r_shift", "211"),
    ("r_impact", "782"),
    ("r_margin", "10000"),
    ("w_max", "1824"),
    ("root_interlude", "20"),
    ("error_weight", "1"),
    ("own_circuit", "1"),
    ("use_network", "0"),
    ("inner_carrier", "45"),
    ("edge_templates", "0"),
    ("decompositions", "0"),
];

/// Table 3 of SCNS16, over [`PAPER`].
const PAPER_LONG: Settings = &[
    ("p_max", "6"),
    ("d_max", "8"),
    ("delta_p", "50"),
    ("delta_d", "50"),
    ("r_shift", "500"),
    ("r_impact", "500"),
];

impl Profile {
    /// Its settings: later lists override earlier ones.
    fn settings(self) -> &'static [Settings] {
        match self {
            Self::Play => &[],
            Self::Solve => &[SOLVE],
            Self::Paper => &[PAPER],
            Self::PaperLong => &[PAPER, PAPER_LONG],
        }
    }
}

impl Params {
    /// The defaults of a profile.
    pub fn of(profile: Profile) -> Self {
        let mut params = Self {
            profile,
            chosen: Vec::new(),
            search: SearchParams::default(),
            position: PositionParams::default(),
            player: PlayerParams::default(),
            solver: SolverParams::default(),
        };
        for (name, value) in profile.settings().iter().copied().flatten() {
            params.assign(name, value).expect("profiles have allowed values");
        }
        params
    }

    /// The defaults of another profile, and over them what was set by [`set`](Self::set). What was written into the fields of
    /// the groups is not kept.
    #[must_use]
    pub fn with_profile(&self, profile: Profile) -> Self {
        let mut params = Self { chosen: self.chosen.clone(), ..Self::of(profile) };
        for (name, value) in &self.chosen {
            params.assign(name, value).expect("it was allowed when it was chosen");
        }
        params
    }

    /// The profile.
    pub fn profile(&self) -> Profile {
        self.profile
    }

    fn profile_row(&self) -> Row {
        Row {
            name: "profile",
            doc: "The list of defaults, which all other settings override: to play, to solve, or to repeat the \
                  papers (Tables 1 and 3 of SCNS16).",
            kind: Profile::kind(),
            value: self.profile.to_string(),
            range: Profile::describe(&Any),
        }
    }

    /// The rows of the search's parameters, the profile first.
    pub fn search_rows(&self) -> Vec<Row> {
        [vec![self.profile_row()], self.search.rows()].concat()
    }

    /// The rows of all parameters, group by group.
    pub fn rows(&self) -> Vec<Row> {
        [
            self.search_rows(),
            self.position.knowledge.inferior.rows(),
            self.position.knowledge.connections.rows(),
            self.position.circuit.rows(),
            self.position.evaluation.rows(),
            self.player.rows(),
            self.solver.rows(),
        ]
        .concat()
    }

    /// Sets the parameter of this name, in whatever group it is. Setting the profile keeps what was set
    /// by this function, and nothing that was written into the fields of the groups.
    ///
    /// # Errors
    /// The name is unknown, or the value is not allowed. Nothing has changed then.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), ParamError> {
        if name == "profile" {
            *self = self.with_profile(read_value("profile", text, &Any)?);
            return Ok(());
        }
        self.assign(name, text)?;
        self.chosen.retain(|(chosen, _)| chosen != name);
        self.chosen.push((name.to_owned(), text.to_owned()));
        Ok(())
    }

    /// Sets a value in its group.
    fn assign(&mut self, name: &str, text: &str) -> Result<(), ParamError> {
        let Self { search, position, player, solver, .. } = self;
        let PositionParams { knowledge, circuit, evaluation } = position;
        let mut groups: [&mut dyn Group; 7] = [
            search,
            &mut knowledge.inferior,
            &mut knowledge.connections,
            circuit,
            evaluation,
            player,
            solver,
        ];
        let unknown = || ParamError::Unknown(name.to_owned());
        let group = groups.iter_mut().find(|group| group.has(name));
        group.ok_or_else(unknown)?.set(name, text)
    }

    /// The parameters that the user has set and that are known to have no effect on a player, or on what plays no games,
    /// with the reason. Not all are looked for: a switch that turns others off needs a row here.
    pub fn unused(&self, plays: bool) -> Vec<(&str, &'static str)> {
        let reason = |name: &str| {
            let of_play = self.player.has(name) || self.solver.has(name);
            match name {
                _ if !plays && of_play => Some("it is for playing or for a GUI"),
                "prior_weight" | "reply_share" | "r_margin"
                    if !self.position.evaluation.use_network =>
                {
                    Some("the network is not used (use_network=0)")
                }
                "reply_share" | "r_margin" if self.search.prior_weight == 0.0 => {
                    Some("the network's log-odds count nothing (prior_weight=0)")
                }
                "delta" if self.search.leaf_steps == LeafSteps::Two => {
                    Some("leaves have two steps (leaf_steps=two)")
                }
                "r_shift" | "r_impact" | "r_margin" if !self.search.use_rave => {
                    Some("RAVE is off (use_rave=0)")
                }
                "w_max" if !self.search.use_forgetting => {
                    Some("forgetting is off (use_forgetting=0)")
                }
                _ => None,
            }
        };
        let names = self.chosen.iter().map(|(name, _)| name.as_str());
        names.filter_map(|name| Some((name, reason(name)?))).collect()
    }

    /// Sets a parameter from `name=value`.
    ///
    /// # Errors
    /// As for [`set`](Params::set), or the text has another form.
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
    fn profiles_have_the_papers_settings_and_the_users_override_them() {
        let mut params = Params::default();
        params.set_pair("profile=paper").unwrap();
        assert_eq!((params.search.p_max, params.search.delta), (3, 103.0));
        params.set_pair("profile=paper-long").unwrap();
        assert_eq!((params.search.p_max, params.search.r_impact), (6, 500.0));
        assert_eq!(params.search.w_max, 1824, "as in Table 1, where Table 3 says nothing");
        let before = params.clone();
        let error = params.set_pair("profile=strong").unwrap_err().to_string();
        assert_eq!(
            error,
            "`strong` is not a value of profile: allowed is play or solve or paper or paper-long"
        );
        assert_eq!(params, before);
        // The order does not matter.
        for pairs in [["p_max=77", "profile=solve"], ["profile=solve", "p_max=77"]] {
            let mut params = Params::default();
            for pair in pairs {
                params.set_pair(pair).unwrap();
            }
            assert_eq!((params.search.p_max, params.search.d_max), (77, 1000));
            assert_eq!(params.with_profile(Profile::Play).search.p_max, 77);
        }
        params.set_pair("profile=play").unwrap();
        assert_eq!(params, Params::default());
    }

    #[test]
    fn settings_without_effect_are_named() {
        let unused = |pairs: &[&str], plays| -> Vec<String> {
            let mut params = Params::default();
            for pair in pairs {
                params.set_pair(pair).unwrap();
            }
            params.unused(plays).into_iter().map(|(name, _)| name.to_owned()).collect()
        };
        let nothing: [String; 0] = [];
        let useful = ["max_time=3", "prior_weight=1", "w_max=7", "r_shift=9"];
        assert_eq!(unused(&useful, true), nothing);
        assert_eq!(unused(&useful, false), ["max_time"]);
        assert_eq!(unused(&["profile=paper", "prior_weight=1"], true), ["prior_weight"]);
        assert_eq!(unused(&["profile=paper", "prior_weight=1", "use_network=1"], true), nothing);
        let off = ["w_max=7", "r_shift=9", "use_rave=0", "use_forgetting=0"];
        assert_eq!(unused(&off, true), ["w_max", "r_shift"]);
        let of_papers = ["delta=300", "reply_share=1", "leaf_steps=two", "prior_weight=0"];
        assert_eq!(unused(&of_papers, true), ["delta", "reply_share"]);
    }

    #[test]
    fn every_default_is_allowed_and_reads_back() {
        let mut params = Params::default();
        for row in Params::default().rows() {
            params.set(row.name, &row.value).unwrap_or_else(|error| panic!("{error}"));
            assert!(row.doc.ends_with('.'), "the doc of {} is not a sentence", row.name);
        }
        assert_eq!(params.rows(), Params::default().rows());
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
    fn a_refused_setting_changes_nothing() {
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
