//! THE table of commands: dispatch, `list_commands`, `known_command`, `help` and the analyze lists
//! read it.

use super::args::Args;
use super::{GtpError, Session, analyze, connections, inferior, kata, play, rules, setup, solver};

/// Carries a command out: the session, the arguments, where to draw meanwhile.
type Run = fn(&mut Session, &mut Args<'_>, &mut dyn FnMut(&str)) -> Result<String, GtpError>;

/// How a client offers a command in its analyze list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Offer {
    /// The client's name for what the reply is: `string`, `pspairs`, `param`, ...
    kind: &'static str,
    label: &'static str,
    /// What follows the command's name: `%m` is the side to move, `%p` a cell.
    args: &'static str,
}

/// One command.
#[derive(Clone, Copy, Debug)]
pub(super) struct Command {
    pub(super) name: &'static str,
    pub(super) usage: &'static str,
    pub(super) help: &'static str,
    offer: Option<Offer>,
    /// Whether what it draws is its reply, line by line.
    pub(super) is_streamed: bool,
    run: Run,
}

impl Command {
    pub(super) fn run(
        &self,
        session: &mut Session,
        args: &mut Args<'_>,
        draw: &mut dyn FnMut(&str),
    ) -> Result<String, GtpError> {
        (self.run)(session, args, draw)
    }

    const fn offered(self, kind: &'static str, label: &'static str, args: &'static str) -> Self {
        Self { offer: Some(Offer { kind, label, args }), ..self }
    }

    const fn streamed(self) -> Self {
        Self { is_streamed: true, ..self }
    }
}

const fn command(name: &'static str, usage: &'static str, help: &'static str, run: Run) -> Command {
    Command { name, usage, help, offer: None, is_streamed: false, run }
}

/// What a live analysis may be told.
const ANALYSIS: &str = "[colour] [centiseconds] [interval n] [minmoves n] [maxmoves n] \
    [avoid|allow colour cell,... 1]";

/// Every command, sorted by name.
pub(super) const COMMANDS: &[Command] = &[
    command("all_legal_moves", "", "the cells where a stone may go", play::all_legal_moves)
        .offered("plist", "Legal moves", ""),
    command("boardsize", "columns [rows]", "another size, and an empty board", setup::boardsize),
    command("clear_board", "", "takes all stones off and restarts the clocks", setup::clear_board),
    command("clear_cache", "", "lets the search forget what it has found", play::clear_cache),
    command("compute-fillin", "colour", "dead and captured cells", inferior::compute_fillin)
        .offered("inferior", "Fill-in", "%m"),
    command("compute-inferior", "colour", "inferior moves", inferior::compute_inferior).offered(
        "inferior",
        "Inferior cells",
        "%m",
    ),
    command("cputime", "", "seconds that this process has computed", play::cputime),
    command("dfpn-clear-tt", "", "lets the solver forget what it has found", solver::clear_tt)
        .offered("none", "Solver: forget", ""),
    command(
        "dfpn-get-bounds",
        "[colour]",
        "what the solver knows of each move",
        solver::get_bounds,
    )
    .offered("pspairs", "Solver: bounds of moves", "%m"),
    command("dfpn-get-pv", "[colour]", "the line that the solver knows", solver::get_pv).offered(
        "var",
        "Solver: line",
        "%m",
    ),
    command("dfpn-solve-state", "[colour]", "who wins", solver::solve_state).offered(
        "string",
        "Solver: winner",
        "%m",
    ),
    command(
        "dfpn-solver-find-winning",
        "[colour]",
        "the winning moves among those worth considering",
        solver::find_winning,
    )
    .offered("plist", "Solver: winning moves", "%m"),
    command("eval-resist", "colour", "the resistances of both circuits", analyze::eval_resist)
        .offered("string", "Resistance", "%m"),
    command("eval-resist-cells", "colour", "the energy of each cell", analyze::eval_resist_cells)
        .offered("pspairs", "Energy of a player", "%c"),
    command("final_score", "", "who has won", play::final_score),
    command("genmove", "colour", "chooses a move and makes it", play::genmove),
    command("gg-undo", "[count]", "takes back so many moves", setup::gg_undo),
    command("gogui-analyze_commands", "", "what GoGui can show", analyze::list_offers),
    command("gogui-gfx-analyze", "[colour]", "shows a search until interrupted", play::analyze),
    command("gogui-interrupt", "", "says that `# interrupt` is understood", play::nothing),
    command("gogui-play_sequence", "(colour cell)...", "makes moves", setup::play_sequence),
    command("gogui-rules_board", "", "the stones, row by row", rules::board),
    command("gogui-rules_board_gfx", "", "the colours of the edges", rules::board_gfx),
    command("gogui-rules_board_size", "", "the size and the shape", rules::board_size),
    command("gogui-rules_final_result", "", "who has won, in words", rules::final_result),
    command("gogui-rules_game_id", "", "the name of the game", rules::game_id),
    command(
        "gogui-rules_legal_moves",
        "",
        "legal moves; none if the game is over",
        rules::legal_moves,
    ),
    command("gogui-rules_side_to_move", "", "whose turn it is", rules::side_to_move),
    command("gogui-setup", "(colour cell)...", "puts stones", setup::setup),
    command("gogui-setup_player", "colour", "says whose turn it is", setup::setup_player),
    command("group-get", "cell", "the stones of a group", analyze::group_get)
        .offered("group", "Group", "%p"),
    command("help", "[command]", "what commands do", analyze::help),
    command("hexgui-analyze_commands", "", "what HexGui can show", analyze::list_offers),
    command("kata-analyze", ANALYSIS, "shows a search as KataGo does", kata::kata_analyze)
        .streamed(),
    command("kata-genmove_analyze", ANALYSIS, "genmove, shown as KataGo does", kata::kata_genmove)
        .streamed(),
    command("kata-raw-nn", "0|all", "what is thought without a search", kata::kata_raw_nn),
    command("known_command", "command", "whether there is such a command", analyze::known_command),
    command("komi", "number", "accepted; it means nothing in Hex", play::komi),
    command("list_commands", "", "the names of all commands", analyze::list_commands),
    command(
        "loadsgf",
        "file [move] [game=, variation=, swap=, letters=, rows=]",
        "sets up a record of any form, before that move",
        setup::loadsgf,
    ),
    command("lz-analyze", ANALYSIS, "shows a search as Leela Zero does", kata::lz_analyze)
        .streamed(),
    command("lz-genmove_analyze", ANALYSIS, "genmove, shown as Leela Zero does", kata::lz_genmove)
        .streamed(),
    command("name", "", "the name of the program", play::name),
    command("param_circuit", "[name value]", "parameters of the circuit", play::param_circuit)
        .offered("param", "Circuit parameters", ""),
    command("param_dfpn", "[name value]", "parameters of the solver", play::param_dfpn).offered(
        "param",
        "Solver parameters",
        "",
    ),
    command("param_ice", "[name value]", "parameters of inferior cells", play::param_ice).offered(
        "param",
        "Inferior cell parameters",
        "",
    ),
    command("param_player", "[name value]", "parameters of the player", play::param_player)
        .offered("param", "Player parameters", ""),
    command("param_policy", "[name value]", "parameters of the policy network", play::param_policy)
        .offered("param", "Policy parameters", ""),
    command("param_scns", "[name value]", "parameters of the search", play::param_scns).offered(
        "param",
        "Search parameters",
        "",
    ),
    command("param_vc", "[name value]", "parameters of the connections", play::param_vc).offered(
        "param",
        "Connection parameters",
        "",
    ),
    command("play", "colour move", "makes a move", setup::play),
    command("printsgf", "[file]", "the game as a record", setup::printsgf),
    command("protocol_version", "", "the version of GTP", play::protocol_version),
    command("quit", "", "ends the program", play::quit),
    command("reg_genmove", "colour", "chooses a move and does not make it", play::reg_genmove),
    command("scns-errors", "[colour]", "errors of moves, in thousandths", analyze::scns_errors)
        .offered("pspairs", "Relative errors", "%m"),
    command("scns-moves", "", "the moves of the last search", analyze::scns_moves).offered(
        "pspairs",
        "Moves of last search",
        "",
    ),
    command("scns-pv", "", "the main line of the last search", analyze::scns_pv).offered(
        "var",
        "Main line of last search",
        "",
    ),
    command("scns-report", "", "what the last search found", analyze::scns_report).offered(
        "string",
        "Last search",
        "",
    ),
    command("scns-scores", "[colour]", "the score of each move", analyze::scns_scores).offered(
        "gfx",
        "Scores of moves",
        "%m",
    ),
    command(
        "set_position",
        "(colour cell)...",
        "clears the board and puts stones",
        setup::set_position,
    ),
    command("showboard", "", "the board as a diagram", setup::showboard)
        .offered("string", "Board", ""),
    command("stop", "", "ends an analysis, as every command does", play::nothing),
    command(
        "time_left",
        "[colour [seconds [stones]]]",
        "tells or asks what is left",
        play::time_left,
    ),
    command("time_settings", "main byo_yomi stones", "sets the clocks", play::time_settings),
    command("undo", "", "takes back the last move", setup::undo),
    command(
        "vc-between-cells-full",
        "colour end end",
        "full connections",
        connections::between_full,
    )
    .offered("vc", "Full connections of two cells", "%c %P"),
    command(
        "vc-between-cells-semi",
        "colour end end",
        "semi connections",
        connections::between_semi,
    )
    .offered("vc", "Semi connections of two cells", "%c %P"),
    command("vc-build", "colour", "the cells that need not be considered", inferior::vc_build)
        .offered("inferior", "Moves to consider", "%m"),
    command(
        "vc-connected-to-full",
        "colour end",
        "what is fully connected",
        connections::connected_full,
    )
    .offered("plist", "Fully connected", "%c %p"),
    command(
        "vc-connected-to-semi",
        "colour end",
        "what is semi connected",
        connections::connected_semi,
    )
    .offered("plist", "Semi connected", "%c %p"),
    command(
        "vc-get-mustplay",
        "colour",
        "the cells outside the mustplay region",
        inferior::mustplay,
    )
    .offered("inferior", "Mustplay", "%m"),
    command("version", "", "the version of the program", play::version),
];

/// The command with this name.
pub(super) fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

/// The lines of an analyze list: `kind/label/command`.
pub(super) fn offers() -> String {
    let lines = COMMANDS.iter().filter_map(|command| {
        let Offer { kind, label, args } = command.offer?;
        let line = format!("{kind}/{label}/{} {args}", command.name);
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
        let offers = offers();
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
