//! The table of all commands. Dispatch, `list_commands`, `known_command`, `help` and the analyze lists read it;
//! so does the program in front of a session that lets another engine choose the moves.

use super::args::Args;
use super::{
    Draw, Reply, Session, analyze, client_settings, connections, conspiracy, inferior, kata,
    kata_settings, play, rules, setup, solver,
};

use Subject::{Engine, Game};

/// The function that carries a command out.
type Run = fn(&mut Session, &mut Args<'_>, Draw<'_>) -> Reply;

/// What a command is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    /// The game, the rules or the protocol: the answer is the same whoever plays.
    Game,
    /// What this engine thinks, its clock and its parameters.
    Engine,
}

/// One command.
#[derive(Clone, Copy, Debug)]
pub(super) struct Command {
    subject: Subject,
    pub(super) name: &'static str,
    /// Its arguments; those in brackets may be left out.
    pub(super) usage: &'static str,
    pub(super) help: &'static str,
    /// How clients offer it in their analyze lists: `kind/label/arguments`. The kind is the client's name for
    /// what the reply is (`string`, `pspairs`, `param`, ...). In the arguments `%m` is the side to move, `%c` a
    /// colour, `%p` a cell and `%P` several. Empty if it is not offered.
    offer: &'static str,
    /// Carries it out.
    pub(super) run: Run,
    /// Whether it replies with lines while it runs, by `draw`, rather than with a text at its end.
    pub(super) is_streamed: bool,
}

impl Command {
    const fn streamed(self) -> Self {
        Self { is_streamed: true, ..self }
    }
}

/// A row of the table, its columns in this order.
#[expect(clippy::too_many_arguments, reason = "as many as the table has columns")]
const fn row(
    subject: Subject,
    name: &'static str,
    usage: &'static str,
    help: &'static str,
    offer: &'static str,
    run: Run,
) -> Command {
    Command { subject, name, usage, help, offer, run, is_streamed: false }
}

/// Whether a command shows its work while it runs, and may have no end of its own.
pub fn is_streamed(name: &str) -> bool {
    find(name).is_some_and(|command| command.is_streamed)
}

/// The arguments of a live analysis.
const ANALYSIS: &str = "[colour] [centiseconds] [interval n] [minmoves n] [maxmoves n] \
    [avoid|allow colour cell,... 1] [key value]...";

/// The arguments of a `genmove` that is shown like an analysis.
const SHOWN_GENMOVE: &str =
    "[colour] [centiseconds] [interval n] [minmoves n] [maxmoves n] [key value]...";

/// Every command, sorted by name. A row is a line: see [`row`].
#[rustfmt::skip]
pub(super) const COMMANDS: &[Command] = &[
    row(Game,   "all_legal_moves",          "",                  "the cells where a stone may go", "plist/Legal moves/", play::all_legal_moves),
    row(Engine, "benzene-license",          "",                  "the license of this program", "", play::license),
    row(Game,   "boardsize",                "columns [rows]",    "another size, and an empty board", "", setup::boardsize),
    row(Game,   "clear_board",              "",                  "takes all stones off and restarts the clocks", "", setup::clear_board),
    row(Engine, "clear_cache",              "",                  "lets the search forget what it has found; clear_board does not", "", play::clear_cache),
    row(Engine, "compute-fillin",           "colour",            "dead and captured cells", "inferior/Fill-in/%m", inferior::compute_fillin),
    row(Engine, "compute-inferior",         "colour",            "inferior moves", "inferior/Inferior cells/%m", inferior::compute_inferior),
    row(Engine, "cputime",                  "",                  "seconds that this process has computed", "", play::cputime),
    row(Engine, "dfpn-clear-tt",            "",                  "lets the solver forget what it has found", "none/Solver: forget/", solver::clear_tt),
    row(Engine, "dfpn-get-bounds",          "[colour]",          "what the solver knows of each move: W or L, else the leaves to prove that it loses : that it wins", "pspairs/Solver: bounds of moves/%m", solver::get_bounds),
    row(Engine, "dfpn-get-pv",              "[colour]",          "the line that the solver knows", "var/Solver: line/%m", solver::get_pv),
    row(Engine, "dfpn-solve-moves",         "[colour]",          "each move, who wins after it (`empty` if not known in time), and a line: to the move that decides, `|`, and on to the chain", "string/Solver: all moves/%m", solver::solve_moves),
    row(Engine, "dfpn-solve-state",         "[colour]",          "who wins; `empty` if `param_dfpn timelimit` came first, `not known yet` after an interrupt", "string/Solver: winner/%m", solver::solve_state),
    row(Engine, "dfpn-solver-find-winning", "[colour]",          "all winning moves; an error if `param_dfpn timelimit` or an interrupt leaves a move open", "plist/Solver: winning moves/%m", solver::find_winning),
    row(Engine, "eval-caev",                "",                  "the minimax value of the last search and the conspiracy-adjusted one, in natural logarithms above even chances", "string/Conspiracy-adjusted value/", conspiracy::eval_caev),
    row(Engine, "eval-conspiracy",          "",                  "the values of eval-caev, and how many leaves must change to decide or turn the game, or for any value", "string/Conspiracy numbers/", conspiracy::eval_conspiracy),
    row(Engine, "eval-resist",              "colour",            "the resistances of both circuits", "string/Resistance/%m", analyze::eval_resist),
    row(Engine, "eval-resist-cells",        "colour",            "the energy of each cell, in percent", "pspairs/Energy of a player/%c", analyze::eval_resist_cells),
    row(Game,   "final_score",              "",                  "who has won", "", play::final_score),
    row(Engine, "genmove",                  "colour",            "chooses a move and makes it", "", play::genmove),
    row(Engine, "genmove_debug",            "colour",            "genmove, without resigning before the end", "", play::genmove_debug),
    row(Game,   "gg-undo",                  "[count]",           "takes back so many moves", "", setup::gg_undo),
    row(Engine, "gogui-analyze_commands",   "",                  "what GoGui can show", "", analyze::gogui_offers),
    row(Engine, "gogui-gfx-analyze",        "[colour]",          "shows a search until interrupted", "", play::analyze),
    row(Game,   "gogui-interrupt",          "",                  "says that `# interrupt` is understood", "", play::nothing),
    row(Game,   "gogui-play_sequence",      "(colour cell)...",  "makes moves", "", setup::play_sequence),
    row(Game,   "gogui-rules_board",        "",                  "the stones, row by row, row 1 last, as GoGui draws them", "", rules::board),
    row(Game,   "gogui-rules_board_gfx",    "",                  "the colours of the edges", "", rules::board_gfx),
    row(Game,   "gogui-rules_board_size",   "",                  "the size and the shape", "", rules::board_size),
    row(Game,   "gogui-rules_final_result", "",                  "who has won, in words", "", rules::final_result),
    row(Game,   "gogui-rules_game_id",      "",                  "the name of the game", "", rules::game_id),
    row(Game,   "gogui-rules_legal_moves",  "",                  "legal moves; none if the game is over", "", rules::legal_moves),
    row(Game,   "gogui-rules_side_to_move", "",                  "whose turn it is", "", rules::side_to_move),
    row(Game,   "gogui-setup",              "(colour cell)...",  "puts stones", "", setup::setup),
    row(Game,   "gogui-setup_player",       "colour",            "says whose turn it is", "", setup::setup_player),
    row(Engine, "gogui-version",            "version",           "says that the client is GoGui: searches are drawn as it reads them, on standard error, and the engine does not swap", "", analyze::gogui_version),
    row(Engine, "group-get",                "cell",              "the stones of a group", "group/Group/%p", analyze::group_get),
    row(Engine, "help",                     "[command]",         "what commands do", "", analyze::help),
    row(Engine, "hexgui-analyze_commands",  "",                  "what HexGui can show", "", analyze::hexgui_offers),
    row(Engine, "kata-analyze",             ANALYSIS,            "shows a search as KataGo does, until the next command or until the winner is proved (winrate 0 or 1); keys: rootInfo, pvVisits, ownership and movesOwnership, true or false; others are passed over", "", kata::kata_analyze).streamed(),
    row(Engine, "kata-genmove_analyze",     SHOWN_GENMOVE,       "genmove, shown as KataGo does", "", kata::kata_genmove).streamed(),
    row(Engine, "kata-get-param",           "name",              "a parameter by its name in KataGo, such as maxVisits, maxTime or numSearchThreads; max_expansions, max_time, threads, ponder and resign by these names, too; or what was set", "", kata_settings::get_param),
    row(Engine, "kata-get-params",          "",                  "all parameters that kata-list-params names, as JSON", "", kata_settings::get_params),
    row(Game,   "kata-get-rules",           "",                  "Hex, in the form of rules of Go", "", kata_settings::get_rules),
    row(Engine, "kata-list-params",         "",                  "the names in KataGo that kata-get-param knows, and what was set", "", kata_settings::list_params),
    row(Engine, "kata-list_time_settings",  "",                  "the kinds of kata-time_settings", "", kata_settings::list_time_settings),
    row(Engine, "kata-raw-nn",              "0-7|all",           "what is thought without a search; the same for each symmetry", "", kata::kata_raw_nn),
    row(Engine, "kata-raw-nn-batch",        "0-7|all (colour cell)... [| ...]", "kata-raw-nn for several positions with Black to move", "", kata::kata_raw_nn_batch),
    row(Engine, "kata-search_analyze",      SHOWN_GENMOVE,       "kata-genmove_analyze without making the move", "", kata::kata_search).streamed(),
    row(Engine, "kata-set-param",           "name value",        "sets a parameter by a name that kata-get-param knows; any other is kept and changes nothing", "", kata_settings::set_param),
    row(Game,   "kata-set-rule",            "rule value",        "accepted; rules of Go mean nothing in Hex", "", kata_settings::set_rules),
    row(Game,   "kata-set-rules",           "rules",             "accepted; rules of Go mean nothing in Hex", "", kata_settings::set_rules),
    row(Engine, "kata-time_settings",       "kind [seconds]...", "sets the clocks: none, absolute, byoyomi, canadian, fischer or fischer-capped", "", kata_settings::time_settings),
    row(Engine, "kgs-time_settings",        "kind [seconds]...", "the same as kata-time_settings", "", kata_settings::time_settings),
    row(Game,   "known_command",            "command",           "whether there is such a command", "", analyze::known_command),
    row(Game,   "komi",                     "number",            "accepted; it means nothing in Hex", "", play::komi),
    row(Game,   "list_commands",            "",                  "the names of all commands", "", analyze::list_commands),
    row(Game,   "loadsgf",                  "file [move] [game=, letters=, rows=, size=, swap=, variation=]", "sets up a record of any form, before the move with that number; to its end if it has fewer moves. A name with blanks or `#` stands in double quotes", "", setup::loadsgf),
    row(Engine, "lz-analyze",               ANALYSIS,            "shows a search as Leela Zero does", "", kata::lz_analyze).streamed(),
    row(Engine, "lz-genmove_analyze",       SHOWN_GENMOVE,       "genmove, shown as Leela Zero does", "", kata::lz_genmove).streamed(),
    row(Game,   "name",                     "",                  "the name of the program", "", play::name),
    row(Engine, "param_circuit",            "[name value]",      "parameters of the circuit", "param/Circuit parameters/", play::param_circuit),
    row(Engine, "param_dfpn",               "[name value]",      "parameters of the solver; threads is that of the search, other settings of Benzene's are kept", "param/Solver parameters/", play::param_dfpn),
    row(Engine, "param_evaluation",         "[name value]",      "parameters of what is asked of a position", "param/Evaluation parameters/", play::param_evaluation),
    row(Engine, "param_game",               "[name value]",      "allow_swap is ours; other settings of Benzene's are kept and change nothing", "", client_settings::param_game),
    row(Engine, "param_ice",                "[name value]",      "parameters of inferior cells", "param/Inferior cell parameters/", play::param_ice),
    row(Engine, "param_mohex",              "[name value]",      "max_games (one expansion for a game), max_time, max_memory, num_threads, ponder and use_livegfx set ours; other settings of MoHex are kept and change nothing", "", client_settings::param_mohex),
    row(Engine, "param_player",             "[name value]",      "parameters of the player", "param/Player parameters/", play::param_player),
    row(Engine, "param_scns",               "[name value]",      "parameters of the search", "param/Search parameters/", play::param_scns),
    row(Engine, "param_vc",                 "[name value]",      "parameters of the connections", "param/Connection parameters/", play::param_vc),
    row(Game,   "play",                     "colour move",       "makes a move: a cell, pass, resign, swap-pieces, or swap-sides, which is also called swap", "", setup::play),
    row(Game,   "play-game",                "move...",           "clears the board and makes moves, Black's first", "", setup::play_game),
    row(Game,   "printsgf",                 "[file]",            "the game so far as a record; written to a file, which may be a record already, but nothing else. A name with blanks or `#` stands in double quotes", "", setup::printsgf),
    row(Game,   "protocol_version",         "",                  "the version of GTP", "", play::protocol_version),
    row(Game,   "quit",                     "",                  "ends the program", "", play::quit),
    row(Game,   "rectangular_boardsize",    "columns rows",      "the same as boardsize", "", setup::boardsize),
    row(Engine, "reg_genmove",              "colour",            "chooses a move and does not make it", "", play::reg_genmove),
    row(Engine, "scns-errors",              "[colour]",          "errors of moves, in tenths of a natural logarithm, 99 at most; 0 is the best move", "pspairs/Relative errors/%m", analyze::scns_errors),
    row(Engine, "scns-moves",               "",                  "the moves of the last search that matter, with their expansions", "pspairs/Moves of last search/", analyze::scns_moves),
    row(Engine, "scns-pv",                  "",                  "the main line of the last search", "var/Main line of last search/", analyze::scns_pv),
    row(Engine, "scns-report",              "",                  "what the last search found", "string/Last search/", analyze::scns_report),
    row(Engine, "scns-scores",              "[colour]",          "the score of each move", "gfx/Scores of moves/%m", analyze::scns_scores),
    row(Game,   "set_position",             "(colour move)...",   "clears the board and puts stones; a pass counts for whose turn it is", "", setup::set_position),
    row(Game,   "showboard",                "",                  "the board as a diagram", "string/Board/", setup::showboard),
    row(Engine, "stop",                     "",                  "ends an analysis, as every command does", "", play::nothing),
    row(Engine, "time_left",                "[colour [seconds [stones]]]", "tells or asks what is left; a negative time counts as 0", "", play::time_left),
    row(Engine, "time_settings",            "main byo_yomi stones", "sets the clocks", "", play::time_settings),
    row(Game,   "undo",                     "",                  "takes back the last move", "", setup::undo),
    row(Engine, "vc-between-cells-full",    "colour end end",    "full connections; an end is a cell, or the edge north, south, west or east", "vc/Full connections of two cells/%c %P", connections::between_full),
    row(Engine, "vc-between-cells-semi",    "colour end end",    "semi connections; an end is a cell, or the edge north, south, west or east", "vc/Semi connections of two cells/%c %P", connections::between_semi),
    row(Engine, "vc-build",                 "colour",            "the cells that need not be considered", "inferior/Moves to consider/%m", inferior::vc_build),
    row(Engine, "vc-connected-to-full",     "colour end",        "what is fully connected with an end: a cell, or the edge north, south, west or east", "plist/Fully connected/%c %p", connections::connected_full),
    row(Engine, "vc-connected-to-semi",     "colour end",        "what is semi connected with an end: a cell, or the edge north, south, west or east", "plist/Semi connected/%c %p", connections::connected_semi),
    row(Engine, "vc-get-mustplay",          "colour",            "the cells outside the mustplay region", "inferior/Mustplay/%m", inferior::mustplay),
    row(Game,   "version",                  "",                  "the version of the program", "", play::version),
];

/// The commands that are about the game, the rules or the protocol: what a session answers even if another
/// program chooses the moves.
pub fn game_commands() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().filter(|row| row.subject == Subject::Game).map(|row| row.name)
}

/// The command with this name.
pub(super) fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

/// The lines of an analyze list, `kind/label/command`, without those that begin with one of these words.
pub(super) fn offers(without: &[&str]) -> String {
    let lines = COMMANDS.iter().filter_map(|command| {
        let (kind_and_label, args) = command.offer.rsplit_once('/')?;
        if without.iter().any(|words| command.offer.starts_with(&format!("{words}/"))) {
            return None;
        }
        let line = format!("{kind_and_label}/{} {args}", command.name);
        Some(line.trim_end().to_owned())
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_every_command_is_explained() {
        assert!(COMMANDS.windows(2).all(|pair| pair[0].name < pair[1].name));
        assert!(COMMANDS.iter().all(|command| !command.help.is_empty()));
    }

    #[test]
    fn offers_have_the_three_parts_that_clients_want() {
        let offers = offers(&[]);
        let mut labels: Vec<&str> = Vec::new();
        for line in offers.lines() {
            let parts: Vec<&str> = line.split('/').collect();
            assert_eq!(parts.len(), 3, "HexGui freezes on {line}");
            assert!(!labels.contains(&parts[1]), "a repeated label is dropped: {line}");
            labels.push(parts[1]);
        }
        assert!(labels.len() > 5);
    }
}
